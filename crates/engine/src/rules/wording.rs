//! Judgements in words.

use std::fmt;

use super::explain::{Chase, Cycle, CycleMove, Judgement, PieceOnSquare};
use super::{Conduct, Ending, Reason, RuleSet};
use crate::types::Color;
use chuhe_locale::list;
use chuhe_locale::tr;

impl Ending {
    /// The verdict in one word, `draw`, `red_loses` or `black_loses`; `ongoing` if there is none.
    #[must_use]
    pub const fn word(ending: Option<&Self>) -> &'static str {
        match ending {
            None => "ongoing",
            Some(Self { winner: None, .. }) => "draw",
            Some(Self { winner: Some(Color::Black), .. }) => "red_loses",
            Some(Self { winner: Some(Color::Red), .. }) => "black_loses",
        }
    }
}

/// The verdict in one word, then why, in a sentence or two of one line, in the language of the thread.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Judgement {
    fn text(&self) -> String {
        let verdict = tr!("judge-verdict", verdict = Ending::word(self.ending.as_ref()));
        let side = side(self.side_to_move);
        let plies = self.counted_plies;
        let Some(ending) = self.ending else {
            let ongoing = tr!("judge-ongoing", verdict = verdict, side = side, plies = plies);
            return match self.stood_after.len() {
                0 | 1 => ongoing,
                _ => tr!("judge-ongoing-again", ongoing = ongoing, stood = self.stood()),
            };
        };
        match ending.reason {
            Reason::Checkmate => tr!("judge-checkmate", verdict = verdict, side = side),
            Reason::Stalemate => tr!("judge-stalemate", verdict = verdict, side = side),
            Reason::DeadMaterial => tr!("judge-dead-material", verdict = verdict),
            Reason::MoveCount => {
                let allowed = self.rules.draw_plies;
                tr!("judge-move-count", verdict = verdict, plies = plies, allowed = allowed)
            }
            reason => {
                let reason = tr!("judge-reason", reason = reason.name().replace(' ', "-"));
                let stood = self.stood();
                let text =
                    tr!("judge-repetition", verdict = verdict, reason = reason, stood = stood);
                self.cycle
                    .as_ref()
                    .map_or_else(|| text.clone(), |cycle| self.with_cycle(&text, cycle))
            }
        }
    }

    /// How often the position has occurred, and when.
    fn stood(&self) -> String {
        let place = |&moves: &usize| match moves {
            0 => tr!("judge-at-the-start"),
            moves => tr!("judge-after-move", move = moves),
        };
        let places: Vec<String> = self.stood_after.iter().map(place).collect();
        tr!("judge-stood", times = places.len(), places = list(&places))
    }

    /// A judgement with what both sides did in the cycle, and the rule applied.
    fn with_cycle(&self, text: &str, cycle: &Cycle) -> String {
        let [red, black] = Color::ALL.map(|color| cycle.conduct_in_words(color));
        let set = tr!("judge-rule-set", set = self.rules.set.to_string());
        let rule = self.rule_applied(cycle);
        let conduct = tr!("judge-conduct", red = red, black = black, set = set, rule = rule);
        match (cycle.moves.first(), cycle.moves.last()) {
            (Some(first), Some(last)) => tr!(
                "judge-cycle-moves",
                judgement = text,
                first = first.number,
                last = last.number,
                conduct = conduct
            ),
            _ => text.to_owned(),
        }
    }

    /// The rule applied, as a clause.
    fn rule_applied(&self, cycle: &Cycle) -> String {
        let [red, black] = cycle.conducts;
        let one_checks = cycle.moves.iter().any(|mv| mv.checks);
        match (red.max(black), red == black) {
            (Conduct::PerpetualCheck, false) => tr!("judge-rule-check-one"),
            (Conduct::PerpetualCheck, true) => tr!("judge-rule-check-both"),
            (Conduct::PerpetualChase, false) => tr!("judge-rule-chase-one"),
            (Conduct::PerpetualChase, true) => tr!("judge-rule-chase-both"),
            (Conduct::PerpetualAttack, false) => tr!("judge-rule-attack-one"),
            (Conduct::PerpetualAttack, true) => tr!("judge-rule-attack-both"),
            (Conduct::Permitted, _) if self.rules.set == RuleSet::Computer && one_checks => {
                tr!("judge-rule-some-check")
            }
            (Conduct::Permitted, _) if self.rules.set == RuleSet::Chinese => {
                tr!("judge-rule-idle")
            }
            (Conduct::Permitted, _) => tr!("judge-rule-neither"),
        }
    }
}

impl Cycle {
    /// What a side does with its moves, as the end of a sentence.
    fn conduct_in_words(&self, color: Color) -> String {
        let moves: Vec<&CycleMove> =
            self.moves.iter().filter(|mv| mv.piece.color() == color).collect();
        match self.conducts[color.index()] {
            Conduct::PerpetualCheck => tr!("judge-checks-always"),
            Conduct::PerpetualChase => {
                let chased: Vec<String> = self.chased[color.index()]
                    .iter()
                    .map(|piece| tr!("judge-chased-piece", piece = piece.to_string()))
                    .collect();
                tr!("judge-chases-always", pieces = list(&chased))
            }
            Conduct::PerpetualAttack => tr!("judge-attacks-always"),
            Conduct::Permitted => {
                let all = moves.len();
                let count =
                    |what: fn(&CycleMove) -> bool| moves.iter().filter(|mv| what(mv)).count();
                let mut parts = Vec::new();
                let checks = count(|mv| mv.checks);
                if checks > 0 {
                    parts.push(tr!("judge-checks-some", times = checks, moves = all));
                }
                let threatens = count(|mv| mv.threatens_mate);
                if threatens > 0 {
                    parts.push(tr!("judge-threatens-some", times = threatens, moves = all));
                }
                let chases = count(|mv| !mv.chases.is_empty());
                if chases > 0 {
                    parts.push(tr!("judge-chases-some", times = chases, moves = all));
                }
                if parts.is_empty() { tr!("judge-idle-always") } else { list(&parts) }
            }
        }
    }
}

/// What a move of a cycle does, in words.
impl fmt::Display for CycleMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.checks {
            parts.push(tr!("judge-move-checks"));
        }
        if self.is_king_evasion {
            parts.push(tr!("judge-move-evades"));
        }
        if self.threatens_mate {
            parts.push(tr!("judge-move-threatens"));
        }
        parts.extend(self.chases.iter().map(Chase::to_string));
        if parts.is_empty() {
            parts.push(tr!("judge-move-idle"));
        }
        f.write_str(&parts.join(&tr!("judge-move-separator")))
    }
}

impl fmt::Display for Chase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chasers: Vec<String> = self.chasers.iter().map(PieceOnSquare::to_string).collect();
        let (count, victim) = (chasers.len(), self.victim.to_string());
        let chasers = list(&chasers);
        f.write_str(&tr!("judge-move-chases", chasers = chasers, count = count, victim = victim))
    }
}

impl fmt::Display for PieceOnSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = tr!("piece", piece = self.piece.letter().to_string());
        f.write_str(&tr!("judge-piece-on", piece = piece, square = self.square.to_string()))
    }
}

/// A side, in the language of the thread.
fn side(color: Color) -> String {
    tr!("side", side = color.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::rules::{Rules, judge};

    fn judged(set: RuleSet, fen: &str, moves: &str) -> Judgement {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.make_unchecked(mv.parse().unwrap(), &mut ());
        }
        judge(&position, &Rules { set, ..Rules::default() })
    }

    fn words(set: RuleSet, fen: &str, moves: &str) -> String {
        judged(set, fen, moves).to_string()
    }

    const CHASE: &str = "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w";
    const LAP: &str = "c7c5 e5e7 c5c7 e7e5 ";

    #[test]
    fn a_chase_names_the_cycle_the_chased_piece_and_the_rule() {
        assert_eq!(
            words(RuleSet::Asian, CHASE, &LAP.repeat(2)),
            "red_loses by perpetual chase: the position has stood 3 times, at the start, after move 4 \
             and after move 8; in the cycle of moves 1 to 8 red chases the cannon on e5 with every \
             move and black has idle moves only; asian rules: the perpetual chase of one piece loses"
        );
        let judgement = judged(RuleSet::Computer, CHASE, &LAP.repeat(2));
        let moves = judgement.cycle.unwrap().moves;
        assert_eq!(moves[1].to_string(), "idle");
        assert_eq!(
            moves[4].to_string(),
            "rook on c5 now attacks cannon on a5; rook on c5 now attacks cannon on e5"
        );
    }

    #[test]
    fn judgements_are_given_in_chinese() {
        use chuhe_locale::{Language, with};
        let text = with(Language::Chinese, || words(RuleSet::Asian, CHASE, &LAP.repeat(2)));
        assert_eq!(
            text,
            "红负，长捉：该局面已出现 3 次（开始时、第 4 着后和第 8 着后）；第 1 至 8 着循环，\
             红方步步捉 e5 炮，黑方均为闲着；按亚洲规则：长捉一子判负"
        );
    }

    #[test]
    fn mixtures_are_counted() {
        let (fen, lap) = ("3k5/9/9/9/9/n8/9/9/9/R4K3 w", "a0d0 d9e9 d0a0 e9d9 ");
        let text = words(RuleSet::Asian, fen, &lap.repeat(2));
        assert!(
            text.contains("red checks with 2 of 4 moves and chases with 2 of 4 moves and"),
            "{text}"
        );
        let text = words(RuleSet::Computer, fen, &lap.repeat(2));
        assert!(text.starts_with("draw by repetition: "), "{text}");
        assert!(text.contains("red checks with 2 of 4 moves and black has idle"), "{text}");
        assert!(text.ends_with("a cycle with a check in it, but no perpetual check, is a draw"));
        let text = words(RuleSet::Chinese, fen, &lap.repeat(2));
        assert!(text.contains("red checks, threatens mate or chases with every move"), "{text}");
    }

    #[test]
    fn the_other_rules_have_their_sentences() {
        let asian = |fen: &str, moves: &str| words(RuleSet::Asian, fen, moves);
        let text = asian(CHASE, LAP);
        assert!(text.starts_with("ongoing: red to move, 4 plies counted"), "{text}");
        assert!(text.contains("has stood twice, at the start and after move 4"), "{text}");
        let mate = asian("3k5/8R/9/9/9/9/9/9/R8/4K4 w", "a1a9");
        assert!(mate.starts_with("black_loses by checkmate: black is in check"), "{mate}");
        let stalemate = asian("3k5/9/3P5/9/9/9/9/9/9/4K4 b", "");
        assert!(stalemate.starts_with("black_loses by stalemate"), "{stalemate}");
        let dead = asian("3k5/9/9/9/9/9/9/9/9/4K4 w", "");
        assert!(dead.starts_with("draw by dead material"), "{dead}");
        let count = asian("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 119 90", "a0a1");
        assert_eq!(count, "draw by move count: 120 plies without a capture, of 120 allowed");
    }
}
