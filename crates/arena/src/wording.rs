//! Endings, faults and limits as people read them, in the language of the thread. Files have English names.

use super::settings::EngineLimits;
use super::standings::{ending_name, fault_name};
use super::{EndReason, Fault};
use chuhe_locale::tr;

/// The title of an ending or a fault with this name in files.
#[must_use]
pub fn ending_title(name: &str) -> String {
    tr!("match-ending", ending = name.replace(' ', "-"), name = name)
}

/// How a game ended, with who is to blame for a fault.
#[must_use]
pub fn ending_text(reason: &EndReason, winner: Option<chuhe_engine::types::Color>) -> String {
    let title = ending_title(ending_name(reason));
    let (EndReason::Fault(fault), Some(winner)) = (reason, winner) else { return title };
    let text = tr!("match-fault", fault = title, side = (!winner).to_string());
    let detail = match fault {
        Fault::Start(why) | Fault::Crash(why) => why.clone(),
        Fault::TimeLoss(over) => tr!("match-over", millis = *over),
        Fault::IllegalMove(text) => format!("{text:?}"),
        Fault::NotReady | Fault::Hang | Fault::NoMove => return text,
    };
    tr!("match-fault-detail", fault = text, detail = detail)
}

/// A fault as a word or two.
pub(super) fn fault_title(fault: &Fault) -> String {
    ending_title(fault_name(fault))
}

impl EngineLimits {
    /// The limits as people read them: `1+0.01`, `20000 nodes`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let seconds = |time: std::time::Duration| time.as_secs_f64().to_string();
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time.map(|time| tr!("match-limit-time", seconds = seconds(time))),
            self.nodes.map(|nodes| tr!("match-limit-nodes", nodes = nodes)),
            self.depth.map(|depth| tr!("match-limit-depth", depth = depth)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { tr!("match-limit-none") } else { parts.join(&tr!("list-separator")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjudicate::Cause;
    use chuhe_engine::rules::Reason;
    use chuhe_locale::{Language, with};

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
        let causes = [Cause::Lost, Cause::Even, Cause::Length];
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
    fn limits_in_words_are_those_of_files_in_english() {
        let limits = EngineLimits { nodes: Some(9), depth: Some(3), ..EngineLimits::default() };
        for limits in [limits, EngineLimits::default()] {
            assert_eq!(with(Language::English, || limits.in_words()), limits.to_string());
        }
        assert_eq!(with(Language::Chinese, || limits.in_words()), "9 节点、深度 3");
    }
}
