//! How games end, why matches stop, and errors in a match's files.

use crate::{Language, current};
use chuhe_arena::{
    EndReason, Ending, ExitReport, ExternalError, Fault, Forfeits, JournalError, LaunchError,
    MatchError, OptionProblem, Phrase, ReaderError, ReviewError, StartFailure, TournamentError,
    ending_name, fault_name, name_list, quoted_names,
};

use chuhe_engine::protocol::OfferedKind;

use super::io_error;
use crate::engine::side;
use crate::{Localize, tr};

/// The title, in the thread's language, of the termination or fault with this `name` in files.
pub fn ending_title(name: &str) -> String {
    match current() {
        Language::English => name,
        Language::Chinese => title(name),
    }
    .to_owned()
}

/// The games that two engines forfeited, as in `8 games lost on time by b`, in the thread's language.
pub fn forfeits(names: [&str; 2], forfeits: &[Forfeits; 2]) -> Vec<String> {
    let of_engine = |(name, forfeits): (&str, &Forfeits)| {
        let Forfeits { time, moves, crashes } = *forfeits;
        [
            (time > 0).then(|| tr!("match-lost-on-time", games = time, engine = name)),
            (moves > 0).then(|| tr!("match-lost-by-moves", games = moves, engine = name)),
            (crashes > 0).then(|| tr!("match-lost-by-crashes", games = crashes, engine = name)),
        ]
    };
    names.into_iter().zip(forfeits).flat_map(of_engine).flatten().collect()
}

/// The note on games in which the searches had to share processors, in the thread's language.
pub fn overloaded(games: u64, played: u64) -> String {
    tr!("match-overloaded", games = games, played = played)
}

/// The Chinese title of a termination or a fault.
fn title(name: &str) -> &str {
    match name {
        "checkmate" => "将死",
        "stalemate" => "困毙",
        "dead material" => "无进攻子力",
        "perpetual check" => "长将",
        "perpetual chase" => "长捉",
        "perpetual attack" => "长打",
        "repetition" => "局面重复",
        "move count" => "自然限着",
        "does not start" => "不能启动",
        "not ready" => "未就绪",
        "crash" => "崩溃",
        "time loss" => "超时",
        "hang" => "无响应",
        "illegal move" => "着法不合法",
        "no move" => "未给出着法",
        "resignation" => "认输",
        "adjudicated by score" => "按分值判负",
        "adjudicated draw" => "按分值判和",
        "too long" => "着数过多判和",
        "endgame table" => "按残局库判定",
        _ => name,
    }
}

impl Localize for Ending<'_> {
    fn chinese(&self) -> String {
        let title = title(ending_name(self.reason));
        let (EndReason::Fault(fault), Some(winner)) = (self.reason, self.winner) else {
            return title.to_owned();
        };
        let text = format!("{}{title}", side(!winner));
        text + &details(fault)
    }
}

/// What is known about a fault beyond its name, after a colon; empty if nothing is.
fn details(fault: &Fault) -> String {
    match fault {
        Fault::Start(why) | Fault::Crash(why) => format!("：{why}"),
        Fault::TimeLoss(over) => format!("：超过 {over} 毫秒"),
        Fault::IllegalMove(mv) => format!("：{mv:?}"),
        Fault::NotReady | Fault::Hang | Fault::NoMove => String::new(),
    }
}

impl Localize for ExternalError {
    fn chinese(&self) -> String {
        match self {
            Self::Start { engine, why } => format!("{engine} 不能启动：{}", why.chinese()),
            Self::Fault { engine, fault } => {
                format!("{engine}：{}{}", title(fault_name(fault)), details(fault))
            }
            Self::RedScores(engine) => {
                format!("{engine} 的分值以红方而不是本方为准，不能使用")
            }
            Self::Refused(error) => error.chinese(),
        }
    }
}

impl Localize for MatchError {
    fn chinese(&self) -> String {
        match self {
            Self::Plan(error) => error.chinese(),
            Self::Io { path, error } => format!("{path} 不可用：{}", io_error(error)),
            Self::Journal { path, error } => format!("{path}：{}", error.chinese()),
            Self::Tournament(error) => error.chinese(),
        }
    }
}

impl Localize for TournamentError {
    fn chinese(&self) -> String {
        match self {
            Self::CannotStart { name, why } => {
                let why = match why {
                    StartFailure::Launch(launch) if launch.command == *name => {
                        launch.error().chinese()
                    }
                    why => why.chinese(),
                };
                format!("{name} 不能启动：{why}")
            }
            Self::OtherRanks { name, shown } => {
                let first = shown.first();
                format!("{name} 的横线从 {first} 数起；请加 coord={first}")
            }
            Self::PointOfView(engine) => {
                format!("{engine} 的分值以红方而不是本方为准，--resign 会误判它的对局")
            }
            Self::Option { engine, problem } => format!("{engine}：{}", problem.chinese()),
            Self::Process(error) => error.chinese(),
            Self::Thread(error) => io_error(error),
        }
    }
}

impl Localize for OptionProblem {
    fn chinese(&self) -> String {
        match self {
            Self::Unknown { name, near, offered } => match (&near[..], &offered[..]) {
                ([], []) => format!("没有选项 `{name}`；该引擎未声明任何选项"),
                ([], all) => format!("没有选项 `{name}`；应为 {} 之一", name_list(all)),
                (near, _) => format!("没有选项 `{name}`；是否指 {}？", quoted_names(near, " 或 ")),
            },
            Self::Value { value, offered, near } => {
                let expected = match &offered.kind {
                    OfferedKind::Check { .. } => " true 或 false".to_owned(),
                    OfferedKind::Spin { min: Some(min), max: Some(max), .. } => {
                        format!(" {min} 到 {max} 的整数")
                    }
                    OfferedKind::Spin { .. } => "整数".to_owned(),
                    OfferedKind::Combo { values, .. } => format!(" {} 之一", name_list(values)),
                    OfferedKind::Button => "空值".to_owned(),
                    OfferedKind::Text { .. } => "文字".to_owned(),
                };
                let near = near.as_ref().map(|near| format!("；是否指 `{near}`？"));
                let near = near.unwrap_or_default();
                format!("option.{}={value}：应为{expected}{near}", offered.name)
            }
            Self::Variant(variants) => {
                format!("不会下象棋；它的 UCI_Variant 只有 {}", name_list(variants))
            }
        }
    }
}

impl Localize for StartFailure {
    fn chinese(&self) -> String {
        match self {
            Self::Launch(error) => error.chinese(),
            Self::NoGreeting(time) => format!("{} 秒内没有答完问候", time.as_secs_f64()),
            Self::Ended(exit_report) => exit_report.chinese(),
            Self::Cecp => "使用 CECP，即 xboard 的协议；只有 UCI 和 UCCI 引擎可以参赛".to_owned(),
            Self::Option(problem) => problem.chinese(),
            Self::Fault(fault) => title(fault_name(fault)).to_owned(),
            Self::Interrupted => "已中断".to_owned(),
            Self::Recorded(why) => why.clone(),
        }
    }
}

impl Localize for LaunchError {
    fn chinese(&self) -> String {
        format!("无法启动 {}：{}", self.command, self.error().chinese())
    }
}

impl Localize for Phrase {
    fn chinese(&self) -> String {
        self.chinese.clone().into_owned()
    }
}

impl Localize for ExitReport {
    fn chinese(&self) -> String {
        self.phrase().chinese()
    }
}

impl Localize for JournalError {
    fn chinese(&self) -> String {
        match self {
            Self::Io(error) => io_error(error),
            Self::Busy => "另一场比赛正在写它".to_owned(),
            Self::NoJournal => "它不是比赛日志".to_owned(),
            Self::OtherMatch { place, there, here } => {
                format!("它属于另一场比赛：{place} 在那里是 {there}，在这里是 {here}")
            }
            Self::LongLine(line) => format!("第 {line} 行太长，不是一局棋"),
            Self::ForeignGame(line) => format!("第 {line} 行的对局不属于这场比赛，或重复出现"),
            Self::Damaged { line, error } => format!("第 {line} 行已损坏：{error}"),
        }
    }
}

impl Localize for ReaderError {
    fn chinese(&self) -> String {
        match self {
            Self::Io { path, error } => format!("{}：{}", path.display(), io_error(error)),
            Self::Journal { path, error } => format!("{}：{}", path.display(), error.chinese()),
            Self::NoGame(number) => format!("这场比赛没有第 {number} 局"),
            Self::BadStart { number, error } => {
                format!("第 {number} 局无法复现：{}", error.chinese())
            }
            Self::BadMove { number, mv, error } => {
                format!("第 {number} 局无法复现：{mv}: {}", error.chinese())
            }
        }
    }
}

impl Localize for ReviewError {
    fn chinese(&self) -> String {
        match self {
            Self::Quotes => "引号没有成对".to_owned(),
            Self::Io(error) => io_error(error),
            Self::Ended(games) => format!("另一裁判程序判了 {games} 局后结束"),
            Self::Silent(time) => format!("另一裁判程序 {} 秒内没有回答", time.as_secs()),
            Self::Misjudged(theirs) => {
                format!("另一裁判程序对一局红方将死黑方的棋判断有误：{theirs}")
            }
            Self::Answer { line, error } => format!("另一裁判程序的回答 {line:?}：{error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::with;
    use chuhe_arena::adjudicate::Cause;
    use chuhe_engine::rules::Reason;
    use chuhe_engine::types::Color;

    use super::*;

    #[test]
    fn every_ending_has_a_chinese_title() {
        use Reason::{
            Checkmate, DeadMaterial, MoveCount, PerpetualAttack, PerpetualChase, PerpetualCheck,
            Repetition, Stalemate,
        };
        let rules = [
            Checkmate,
            Stalemate,
            DeadMaterial,
            PerpetualCheck,
            PerpetualChase,
            PerpetualAttack,
            Repetition,
            MoveCount,
        ];
        let faults = [
            Fault::Start(String::new()),
            Fault::NotReady,
            Fault::Crash(String::new()),
            Fault::TimeLoss(1),
            Fault::Hang,
            Fault::IllegalMove(String::new()),
            Fault::NoMove,
        ];
        let causes = [Cause::Lost, Cause::Even, Cause::Length, Cause::Table];
        let reasons = rules.map(EndReason::Rule).into_iter();
        let reasons = reasons.chain(faults.map(EndReason::Fault));
        let reasons = reasons.chain(causes.map(EndReason::Adjudication));
        for reason in reasons.chain([EndReason::Resignation]) {
            let name = ending_name(&reason);
            assert_ne!(with(Language::Chinese, || ending_title(name)), name);
            assert_eq!(with(Language::English, || ending_title(name)), name);
        }
    }

    #[test]
    fn endings_name_the_side_at_fault() {
        let ending = |reason: EndReason| {
            let ending = Ending { reason: &reason, winner: Some(Color::Black) };
            [ending.to_string(), ending.chinese()]
        };
        let late = ["time loss (red): 7 ms over", "红方超时：超过 7 毫秒"];
        assert_eq!(ending(EndReason::Fault(Fault::TimeLoss(7))), late);
        let chase = ["perpetual chase", "长捉"];
        assert_eq!(ending(EndReason::Rule(Reason::PerpetualChase)), chase);
    }
}
