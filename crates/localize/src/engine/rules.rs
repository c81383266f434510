//! Judgements on positions and the moves that led to them.

use chuhe_engine::rules::{
    Chase, Cycle, CycleConduct, CycleMove, Ending, Judgement, PLACES_MAX, PieceOnSquare, Reason,
    RepetitionRule, RuleSet, UnknownRuleSet,
};
use chuhe_engine::types::Color;

use super::{list, piece, side};
use crate::Localize;

impl Localize for UnknownRuleSet {
    fn chinese(&self) -> String {
        format!("没有 {:?} 这种规则，有 asian、chinese 和 computer", self.0)
    }
}

impl Localize for Judgement {
    fn chinese(&self) -> String {
        let verdict = verdict(self.ending.as_ref());
        let (turn, counted) = (side(self.side_to_move), self.counted_plies);
        let Some(ending) = self.ending else {
            let ongoing = format!("{verdict}：轮到{turn}走，未吃子已计 {counted} 步");
            return match self.stood_after.len() {
                0 | 1 => ongoing,
                _ => format!("{ongoing}；{}，第三次出现时裁决", stood(self)),
            };
        };
        let repetition = |reason: &str| {
            let cycle = self.cycle.as_ref().map(|cycle| in_cycle(self, cycle));
            format!("{verdict}，{reason}：{}{}", stood(self), cycle.unwrap_or_default())
        };
        match ending.reason {
            Reason::Checkmate => format!("{verdict}，将死：{turn}被将军，无着可应"),
            Reason::Stalemate => {
                format!("{verdict}，困毙：{turn}无着可走，不论是否被将军均判负")
            }
            Reason::DeadMaterial => format!("{verdict}，双方都没有能过河的棋子"),
            Reason::MoveCount => {
                let allowed = self.rules.draw_plies;
                format!("{verdict}，自然限着：连续 {counted} 步未吃子，限 {allowed} 步")
            }
            Reason::PerpetualCheck => repetition("长将"),
            Reason::PerpetualChase => repetition("长捉"),
            Reason::PerpetualAttack => repetition("长打"),
            Reason::Repetition => repetition("局面重复"),
        }
    }
}

const fn verdict(ending: Option<&Ending>) -> &'static str {
    match ending {
        None => "未分胜负",
        Some(Ending { winner: None, .. }) => "和棋",
        Some(Ending { winner: Some(Color::Black), .. }) => "红负",
        Some(Ending { winner: Some(Color::Red), .. }) => "黑负",
    }
}

/// The number of times the position has occurred, and the moves after which it occurred.
fn stood(judgement: &Judgement) -> String {
    let place = |&moves: &usize| match moves {
        0 => "开始时".to_owned(),
        moves => format!("第 {moves} 着后"),
    };
    let places = match &judgement.stood_after[..] {
        [first, .., last] if judgement.stood_after.len() > PLACES_MAX => {
            format!("首次在{}，最近在{}", place(first), place(last))
        }
        places => list(&places.iter().map(place).collect::<Vec<_>>()),
    };
    format!("该局面已出现 {} 次（{places}）", judgement.stood_after.len())
}

/// The nature of both sides' moves in the cycle, and the rule applied.
fn in_cycle(judgement: &Judgement, cycle: &Cycle) -> String {
    let (Some(first), Some(last)) = (cycle.moves.first(), cycle.moves.last()) else {
        return String::new();
    };
    let [red, black] = Color::ALL.map(|color| cycle.conduct_of(color).chinese());
    let set = judgement.rules.set;
    format!(
        "；第 {} 至 {} 着循环，红方{red}，黑方{black}；按{}：{}",
        first.number,
        last.number,
        rule_set(set),
        cycle.rule_applied(set).chinese()
    )
}

const fn rule_set(set: RuleSet) -> &'static str {
    match set {
        RuleSet::Asian => "亚洲规则",
        RuleSet::Chinese => "中国规则",
        RuleSet::Computer => "计算机规则",
    }
}

impl Localize for CycleConduct<'_> {
    fn chinese(&self) -> String {
        match *self {
            Self::ChecksAlways => "步步将军".to_owned(),
            Self::ChasesAlways(pieces) => {
                let pieces: Vec<String> = pieces.iter().map(Localize::chinese).collect();
                format!("步步捉 {}", list(&pieces))
            }
            Self::AttacksAlways => "步步将军、要杀或捉子".to_owned(),
            Self::Permitted { moves, checks, mate_threats, chases } => {
                let parts: Vec<String> =
                    [("将军", checks), ("要杀", mate_threats), ("捉子", chases)]
                        .into_iter()
                        .filter(|(_, times)| *times > 0)
                        .map(|(what, times)| format!("{moves} 着中{what} {times} 次"))
                        .collect();
                if parts.is_empty() { "均为闲着".to_owned() } else { list(&parts) }
            }
        }
    }
}

impl Localize for RepetitionRule {
    fn chinese(&self) -> String {
        match self {
            Self::OneChecks => "单方长将判负",
            Self::BothCheck => "双方长将判和",
            Self::OneChases => "长捉一子判负",
            Self::BothChase => "双方长捉判和",
            Self::OneAttacks => "长打对闲着，长打一方判负",
            Self::BothAttack => "双方长打判和",
            Self::SomeCheck => "循环中有将军而非长将，判和",
            Self::Idle => "双方均有闲着，不变判和",
            Self::Neither => "既非长将，也非长捉一子，不变判和",
        }
        .to_owned()
    }
}

impl Localize for CycleMove {
    fn chinese(&self) -> String {
        let mut parts = Vec::new();
        if self.checks {
            parts.push("将".to_owned());
        }
        if self.is_king_evasion {
            parts.push("闲（应将走将帅）".to_owned());
        }
        if self.threatens_mate {
            parts.push("杀".to_owned());
        }
        parts.extend(self.chases.iter().map(Localize::chinese));
        if parts.is_empty() { "闲".to_owned() } else { parts.join("；") }
    }
}

impl Localize for Chase {
    fn chinese(&self) -> String {
        let chasers: Vec<String> = self.chasers.iter().map(Localize::chinese).collect();
        format!("{}捉 {}", list(&chasers), self.victim.chinese())
    }
}

impl Localize for PieceOnSquare {
    fn chinese(&self) -> String {
        format!("{} {}", self.square, piece(self.piece))
    }
}

#[cfg(test)]
mod tests {
    use chuhe_engine::board::Position;
    use chuhe_engine::rules::{Rules, judge};

    use super::*;

    const CHASE: &str = "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w";
    const LAP: &str = "c7c5 e5e7 c5c7 e7e5 ";

    fn judged(set: RuleSet, fen: &str, moves: &str) -> Judgement {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        judge(&position, &Rules { set, ..Rules::default() })
    }

    #[test]
    fn a_chase_names_the_cycle_the_chased_piece_and_the_rule() {
        let judgement = judged(RuleSet::Asian, CHASE, &LAP.repeat(2));
        assert_eq!(
            judgement.chinese(),
            "红负，长捉：该局面已出现 3 次（开始时、第 4 着后和第 8 着后）；第 1 至 8 着循环，\
             红方步步捉 e5 炮，黑方均为闲着；按亚洲规则：长捉一子判负"
        );
        let long = judged(RuleSet::Asian, CHASE, &LAP.repeat(20)).chinese();
        let stood = "该局面已出现 21 次（首次在开始时，最近在第 80 着后）；第 73 至 80 着循环，";
        assert!(long.contains(stood), "{long}");
        let moves = judgement.cycle.unwrap().moves;
        assert_eq!(moves[0].chinese(), "c5 车捉 a5 炮；c5 车捉 e5 炮");
        assert_eq!(moves[1].chinese(), "闲");
    }

    #[test]
    fn the_other_rules_have_their_sentences() {
        let asian = |fen: &str, moves: &str| judged(RuleSet::Asian, fen, moves).chinese();
        assert_eq!(
            asian(CHASE, LAP),
            "未分胜负：轮到红方走，未吃子已计 4 步；该局面已出现 2 次（开始时和第 4 着后），第三次出现时裁决"
        );
        assert_eq!(
            asian("3k5/8R/9/9/9/9/9/9/R8/4K4 w", "a1a9"),
            "黑负，将死：黑方被将军，无着可应"
        );
        assert_eq!(
            asian("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 119 90", "a0a1"),
            "和棋，自然限着：连续 120 步未吃子，限 120 步"
        );
        let (fen, lap) = ("3k5/9/9/9/9/n8/9/9/9/R4K3 w", "a0d0 d9e9 d0a0 e9d9 ");
        let mixed = judged(RuleSet::Chinese, fen, &lap.repeat(2)).chinese();
        assert!(mixed.contains("红方步步将军、要杀或捉子，黑方"), "{mixed}");
        let mixed = judged(RuleSet::Asian, fen, &lap.repeat(2)).chinese();
        assert!(mixed.contains("红方4 着中将军 2 次和4 着中捉子 2 次，黑方"), "{mixed}");
    }
}
