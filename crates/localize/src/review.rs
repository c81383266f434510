//! Chinese texts of the crate `chuhe-review`.

use crate::Language;
use chuhe_engine::rules::{Ending, Reason};
use chuhe_engine::types::{Color, PieceType};
use chuhe_formats::Outcome;
use chuhe_review::annotation::grade::Class;
use chuhe_review::annotation::{
    Annotation, AnnotationError, GameOrigin, Gap, MomentEvent, PageWords, Reasons, Sentence,
    Standing, Verdict,
};
use chuhe_review::picture::MarkError;
#[cfg(feature = "png")]
use chuhe_review::picture::{RasterError, WIDTH_MAX};
use chuhe_review::puzzles::{
    Goal, PieceList, PuzzleFileError, PuzzleSource, PuzzleTheme, RefusedSource,
};

use crate::Localize;
use crate::engine::{list, side};

/// The texts for the page of a game, in the language of the thread.
pub fn page_words(annotation: &Annotation) -> PageWords {
    let moments = annotation.moments();
    let reasons = |language: Language| {
        let reasons = crate::with(language, || Reasons {
            ending: reasons_of_ending(annotation),
            unread: annotation.unread.as_ref().map(Localize::localize),
            moments: moments.iter().map(|moment| Sentence::for_page(moment).localize()).collect(),
        });
        (language.tag(), reasons)
    };
    PageWords { language: crate::current().tag(), reasons: Language::ALL.map(reasons).into() }
}

/// Why the rules end the game or do not end it, in the language of the thread; empty if the verdict needs no
/// explanation.
pub fn reasons_of_ending(annotation: &Annotation) -> String {
    reasons_of(&annotation.judgement.localize()).unwrap_or_default().to_owned()
}

/// The part of a judgement after its colon.
pub(crate) fn reasons_of(judgement: &str) -> Option<&str> {
    let reasons = judgement.split_once(": ").or_else(|| judgement.split_once('：'));
    reasons.map(|(_, reasons)| reasons)
}

/// The rule that ended a game, as part of its result.
const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "将死",
        Reason::Stalemate => "困毙",
        Reason::DeadMaterial => "双方无进攻子力",
        Reason::PerpetualCheck => "长将",
        Reason::PerpetualChase => "长捉",
        Reason::PerpetualAttack => "长打",
        Reason::Repetition => "局面重复",
        Reason::MoveCount => "自然限着",
    }
}

/// The rule that ended a game, in a few words in the language of the thread.
pub fn ended_by(by: Reason) -> String {
    match crate::current() {
        Language::English => by.name().to_owned(),
        Language::Chinese => reason(by).to_owned(),
    }
}

impl Localize for Verdict {
    fn chinese(&self) -> String {
        let recorded = match self.recorded {
            Outcome::Unknown => Outcome::Unknown.chinese(),
            outcome => format!("记录的结果：{}", outcome.chinese()),
        };
        let board = match self.ending {
            None => "未分胜负".to_owned(),
            Some(Ending { winner: None, reason: by }) => format!("和棋（{}）", reason(by)),
            Some(Ending { winner: Some(winner), reason: by }) => {
                format!("{}胜（{}）", side(winner), reason(by))
            }
        };
        format!("{recorded}；盘面：{board}")
    }
}

impl Localize for Gap<'_> {
    fn chinese(&self) -> String {
        format!("棋谱未能全部读出：{}", self.0.chinese())
    }
}

impl Localize for Class {
    fn chinese(&self) -> String {
        match self {
            Self::Best => "最佳",
            Self::Good => "好着",
            Self::Inaccuracy => "缓着",
            Self::Mistake => "失误",
            Self::Blunder => "漏着",
            Self::MissedMate => "漏杀",
        }
        .to_owned()
    }
}

impl Localize for Standing {
    fn chinese(&self) -> String {
        match self {
            Self::Losing => "败势",
            Self::Worse => "劣势",
            Self::Even => "均势",
            Self::Better => "优势",
            Self::Winning => "胜势",
        }
        .to_owned()
    }
}

impl Localize for Sentence<'_> {
    fn chinese(&self) -> String {
        let (by, [before, after]) = (&self.by, self.moment.standings);
        let pieces = |pieces: &[PieceType]| PieceList(pieces).chinese();
        let turn = match self.moment.draw {
            Some(by) => format!("由{}走成和棋（{}）", before.chinese(), reason(by)),
            None => format!("由{}转为{}", before.chinese(), after.chinese()),
        };
        let event = match &self.moment.event {
            MomentEvent::MissesMate { moves: 1, .. } => format!("漏掉 1 步杀（{by}）"),
            MomentEvent::MissesMate { moves, .. } => format!("漏掉 {moves} 步杀（首着{by}）"),
            MomentEvent::AllowsMate { moves: 1, .. } => format!("给对方留下 1 步杀（{by}）"),
            MomentEvent::AllowsMate { moves, .. } => format!("给对方留下 {moves} 步杀（首着{by}）"),
            MomentEvent::LosesByRule { reason: Some(by) } => format!("判负（{}）", reason(*by)),
            MomentEvent::LosesByRule { reason: None } => "将因循环违规判负".to_owned(),
            MomentEvent::LosesMaterial { lost, won, .. } if won.is_empty() => {
                format!("对方{by}，失{}", pieces(lost))
            }
            MomentEvent::LosesMaterial { lost, won, .. } => {
                format!("对方{by}，失{}得{}", pieces(lost), pieces(won))
            }
            MomentEvent::MissesMaterial { won, lost, .. } if lost.is_empty() => {
                format!("错过{by}得{}", pieces(won))
            }
            MomentEvent::MissesMaterial { won, lost, .. } => {
                format!("错过{by}以{}换{}", pieces(lost), pieces(won))
            }
            MomentEvent::Weakens if before == after => {
                let [before, after] = self.moment.expectations;
                return format!("胜率由 {before:.0}% 降至 {after:.0}%");
            }
            MomentEvent::Weakens => return turn,
        };
        if before == after { event } else { format!("{event}，{turn}") }
    }
}

impl Localize for GameOrigin {
    fn chinese(&self) -> String {
        format!("{} 第 {} 局", self.path.display(), self.number)
    }
}

impl Localize for AnnotationError {
    fn chinese(&self) -> String {
        match self {
            Self::File(error) => error.chinese(),
            Self::Game(error) => error.chinese(),
            Self::NoSuchGame { number, count } => format!("没有第 {number} 局，只有 {count} 局"),
            Self::Illegal(error) => error.chinese(),
            Self::NoMoves => "这局棋没有着法".to_owned(),
            Self::Engine(error) => error.chinese(),
            Self::Interrupted => "已中断".to_owned(),
        }
    }
}

impl Localize for Goal {
    fn chinese(&self) -> String {
        match self {
            Self::Mate { moves } => format!("{moves} 步杀"),
            Self::Win { won, lost } if lost.is_empty() && won.len() == 1 => {
                format!("得{}", PieceList(won).chinese())
            }
            Self::Win { .. } => "得子".to_owned(),
        }
    }
}

impl Localize for PuzzleTheme {
    fn chinese(&self) -> String {
        match self {
            Self::Check => "将军",
            Self::DoubleCheck => "双将",
            Self::DiscoveredCheck => "闪将",
            Self::Fork => "捉双",
            Self::DiscoveredAttack => "闪击",
            Self::Sacrifice => "弃子",
            Self::QuietMove => "静着",
        }
        .to_owned()
    }
}

impl Localize for PuzzleSource {
    fn chinese(&self) -> String {
        let player = |color: Color| {
            self.players[color.index()].clone().unwrap_or_else(|| side(color).to_owned())
        };
        let players = format!("{} – {}", player(Color::Red), player(Color::Black));
        let known = [Some(players), self.event.clone(), self.date.clone()];
        let known = known.into_iter().flatten().collect::<Vec<_>>().join("、");
        format!("{known}；{} 第 {} 局第 {} 着后", self.file, self.game, self.ply)
    }
}

impl Localize for RefusedSource {
    fn chinese(&self) -> String {
        match self {
            Self::File { file, error } => format!("{file}：{}", error.chinese()),
            Self::Game { file, game, error } => {
                format!("{file}：第 {game} 局：{}", error.chinese())
            }
        }
    }
}

impl Localize for PieceList<'_> {
    fn chinese(&self) -> String {
        let group = |group: &[PieceType]| {
            let piece = match group[0] {
                PieceType::King => "将",
                PieceType::Advisor => "士",
                PieceType::Elephant => "象",
                PieceType::Horse => "马",
                PieceType::Rook => "车",
                PieceType::Cannon => "炮",
                PieceType::Pawn => "兵",
            };
            match group.len() {
                1 => piece.to_owned(),
                2 => format!("两{piece}"),
                3 => format!("三{piece}"),
                4 => format!("四{piece}"),
                5 => format!("五{piece}"),
                count => format!("{count}{piece}"),
            }
        };
        let groups: Vec<String> = self.0.chunk_by(PartialEq::eq).map(group).collect();
        if groups.is_empty() { "无".to_owned() } else { list(&groups) }
    }
}

impl Localize for PuzzleFileError {
    fn chinese(&self) -> String {
        let puzzle = |number: &usize, error: String| format!("第 {number} 题：{error}");
        let other_form =
            |problem: &str| format!("不是 `chuhe puzzles --to json` 写出的习题：{problem}");
        let (path, text) = match self {
            Self::Io { path, error } => (path, error.chinese()),
            Self::Json { path, error } => (path, other_form(&error.to_string())),
            Self::OtherForm { path, form } => (path, other_form(&format!("格式标记为 {form:?}"))),
            Self::NoSolution { path, number } => {
                (path, other_form(&format!("第 {number} 题没有答案")))
            }
            Self::Fen { path, number, error } => (path, puzzle(number, error.chinese())),
            Self::Solution { path, number, error } => (path, puzzle(number, error.chinese())),
            Self::Empty(path) => (path, "文件中没有习题".to_owned()),
        };
        format!("{}：{text}", path.display())
    }
}

#[cfg(feature = "png")]
impl Localize for RasterError {
    fn chinese(&self) -> String {
        match self {
            Self::Width(width) => {
                format!("图片的宽度不能是 {width} 点：应为 1 到 {WIDTH_MAX}")
            }
            Self::Svg(reason) => format!("无法读取 SVG：{reason}"),
            Self::Png(reason) => format!("无法生成 PNG：{reason}"),
        }
    }
}

impl Localize for MarkError {
    fn chinese(&self) -> String {
        match self {
            Self::Arrow(found) => {
                format!("{found:?} 不是箭头：应为两个点，纵线 a 到 i，横线 0 到 9，如 h2e2")
            }
            Self::Mark(found) => {
                format!("{found:?} 不是棋盘上的点：应为纵线 a 到 i 加横线 0 到 9，如 e4")
            }
            Self::Ink(found) => format!(
                "{found:?} 不是颜色：应为 green、red、blue、orange、purple、black 或 #rrggbb"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_review::annotation::Moment;

    #[test]
    fn pieces_are_counted() {
        use PieceType::{Advisor, Cannon, Elephant, Pawn, Rook};
        for (kinds, text) in [
            (&[][..], "无"),
            (&[Advisor], "士"),
            (&[Rook, Pawn, Pawn], "车和两兵"),
            (&[Cannon, Elephant, Pawn], "炮、象和兵"),
        ] {
            assert_eq!(PieceList(kinds).chinese(), text);
        }
    }

    #[test]
    fn puzzles_are_worded() {
        let source = PuzzleSource {
            file: "a.pgn".to_owned(),
            game: 3,
            ply: 40,
            players: [Some("胡荣华".to_owned()), None],
            event: Some("全国赛".to_owned()),
            date: None,
        };
        let win = |won: &[PieceType]| Goal::Win { won: won.to_vec(), lost: Vec::new() };
        assert_eq!(source.chinese(), "胡荣华 – 黑方、全国赛；a.pgn 第 3 局第 40 着后");
        assert_eq!(Goal::Mate { moves: 2 }.chinese(), "2 步杀");
        assert_eq!(win(&[PieceType::Rook]).chinese(), "得车");
        assert_eq!(win(&[PieceType::Rook, PieceType::Pawn]).chinese(), "得子");
        assert_eq!(PuzzleTheme::DiscoveredAttack.chinese(), "闪击");
    }

    #[test]
    fn moments_are_worded() {
        use PieceType::{Cannon, Rook};
        let by = "h2e2".parse().unwrap();
        let lost = vec![Rook];
        let told = |event, after, draw| {
            let moment = Moment {
                ply: 1,
                side: Color::Red,
                event,
                standings: [Standing::Better, after],
                draw,
                expectations: [85.0, 70.0],
            };
            Sentence { moment: &moment, by: "炮五进四".to_owned() }.chinese()
        };
        for (event, text) in [
            (MomentEvent::MissesMate { moves: 1, by }, "漏掉 1 步杀（炮五进四），由优势转为败势"),
            (
                MomentEvent::MissesMate { moves: 3, by },
                "漏掉 3 步杀（首着炮五进四），由优势转为败势",
            ),
            (
                MomentEvent::AllowsMate { moves: 2, by },
                "给对方留下 2 步杀（首着炮五进四），由优势转为败势",
            ),
            (
                MomentEvent::LosesByRule { reason: Some(Reason::PerpetualCheck) },
                "判负（长将），由优势转为败势",
            ),
            (MomentEvent::LosesByRule { reason: None }, "将因循环违规判负，由优势转为败势"),
            (
                MomentEvent::LosesMaterial { lost: lost.clone(), won: vec![], by, is_taken: true },
                "对方炮五进四，失车，由优势转为败势",
            ),
            (
                MomentEvent::LosesMaterial {
                    lost: lost.clone(),
                    won: vec![Cannon],
                    by,
                    is_taken: false,
                },
                "对方炮五进四，失车得炮，由优势转为败势",
            ),
            (
                MomentEvent::MissesMaterial { won: lost.clone(), lost: vec![], by },
                "错过炮五进四得车，由优势转为败势",
            ),
            (
                MomentEvent::MissesMaterial { won: lost, lost: vec![Cannon], by },
                "错过炮五进四以炮换车，由优势转为败势",
            ),
            (MomentEvent::Weakens, "由优势转为败势"),
        ] {
            assert_eq!(told(event, Standing::Losing, None), text);
        }
        let drawn = told(MomentEvent::Weakens, Standing::Even, Some(Reason::Repetition));
        assert_eq!(drawn, "由优势走成和棋（局面重复）");
        assert_eq!(told(MomentEvent::Weakens, Standing::Better, None), "胜率由 85% 降至 70%");
    }

    #[test]
    fn classes_and_verdicts_have_words() {
        let chinese = Class::ALL.map(|class| class.chinese());
        assert_eq!(chinese, ["最佳", "好着", "缓着", "失误", "漏着", "漏杀"]);
        let won = Ending { winner: Some(Color::Red), reason: Reason::DeadMaterial };
        let verdict = |recorded, ending| Verdict { recorded, ending }.chinese();
        assert_eq!(
            verdict(Outcome::Win(Color::Red), Some(won)),
            "记录的结果：红胜；盘面：红方胜（双方无进攻子力）"
        );
        assert_eq!(verdict(Outcome::Unknown, None), "结果未记录；盘面：未分胜负");
    }
}
