//! Judgements in words.

use std::fmt;

use super::explain::{Chase, Cycle, CycleMove, Judgement, PieceOnSquare};
use super::{Conduct, Ending, Reason, RuleSet};
use crate::types::Color;

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

/// The verdict in one word, then why, in a sentence or two of one line.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Ending::word(self.ending.as_ref()))?;
        let Some(ending) = self.ending else { return self.write_ongoing(f) };
        let us = self.side_to_move;
        match ending.reason {
            Reason::Checkmate => write!(f, " by checkmate: {us} is in check and has no legal move"),
            Reason::Stalemate => {
                write!(f, " by stalemate: {us} has no legal move, which loses in check or not")
            }
            Reason::DeadMaterial => f.write_str(
                " by dead material: neither side has a rook, horse, cannon or pawn left",
            ),
            Reason::MoveCount => write!(
                f,
                " by move count: {} plies without a capture, of {} allowed",
                self.counted_plies, self.rules.draw_plies
            ),
            _ => {
                write!(f, " by {}: {}", ending.reason, self.stood())?;
                self.cycle.as_ref().map_or(Ok(()), |cycle| self.write_cycle(f, cycle))
            }
        }
    }
}

impl Judgement {
    /// How often the position has occurred, and when.
    fn stood(&self) -> String {
        let times = match self.stood_after.len() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let place = |&moves: &usize| match moves {
            0 => "at the start".to_owned(),
            moves => format!("after move {moves}"),
        };
        let places: Vec<String> = self.stood_after.iter().map(place).collect();
        format!("the position has stood {times}, {}", list(&places))
    }

    fn write_ongoing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let us = self.side_to_move;
        write!(f, ": {us} to move, {} plies counted without a capture", self.counted_plies)?;
        if self.stood_after.len() > 1 {
            write!(f, "; {}, and the third time would be judged", self.stood())?;
        }
        Ok(())
    }

    fn write_cycle(&self, f: &mut fmt::Formatter<'_>, cycle: &Cycle) -> fmt::Result {
        if let (Some(first), Some(last)) = (cycle.moves.first(), cycle.moves.last()) {
            write!(f, "; in the cycle of moves {} to {} ", first.number, last.number)?;
        }
        let [red, black] = Color::ALL.map(|color| cycle.conduct_in_words(color));
        write!(
            f,
            "red {red} and black {black}; {} rules: {}",
            self.rules.set,
            self.rule_applied(cycle)
        )
    }

    /// The rule applied, as a clause.
    fn rule_applied(&self, cycle: &Cycle) -> &'static str {
        let [red, black] = cycle.conducts;
        let one_checks = cycle.moves.iter().any(|mv| mv.checks);
        match (red.max(black), red == black) {
            (Conduct::PerpetualCheck, false) => "perpetual check by one side loses",
            (Conduct::PerpetualCheck, true) => "perpetual check by both sides is a draw",
            (Conduct::PerpetualChase, false) => "the perpetual chase of one piece loses",
            (Conduct::PerpetualChase, true) => "perpetual chases by both sides are a draw",
            (Conduct::PerpetualAttack, false) => {
                "checks, mate threats and chases with every move lose against idle moves"
            }
            (Conduct::PerpetualAttack, true) => "attacks with every move by both sides are a draw",
            (Conduct::Permitted, _) if self.rules.set == RuleSet::Computer && one_checks => {
                "a cycle with a check in it, but no perpetual check, is a draw"
            }
            (Conduct::Permitted, _) if self.rules.set == RuleSet::Chinese => {
                "a repetition in which both sides have idle moves is a draw"
            }
            (Conduct::Permitted, _) => {
                "a repetition without perpetual check and without the chase of one piece is a draw"
            }
        }
    }
}

impl Cycle {
    /// What a side does with its moves, as the end of a sentence.
    fn conduct_in_words(&self, color: Color) -> String {
        let moves: Vec<&CycleMove> =
            self.moves.iter().filter(|mv| mv.piece.color() == color).collect();
        match self.conducts[color.index()] {
            Conduct::PerpetualCheck => "checks with every move".to_owned(),
            Conduct::PerpetualChase => {
                let chased: Vec<String> =
                    self.chased[color.index()].iter().map(|x| format!("the {x}")).collect();
                format!("chases {} with every move", list(&chased))
            }
            Conduct::PerpetualAttack => {
                "checks, threatens mate or chases with every move".to_owned()
            }
            Conduct::Permitted => {
                let count =
                    |what: fn(&CycleMove) -> bool| moves.iter().filter(|mv| what(mv)).count();
                let parts = [
                    (count(|mv| mv.checks), "checks"),
                    (count(|mv| mv.threatens_mate), "threatens mate"),
                    (count(|mv| !mv.chases.is_empty()), "chases"),
                ];
                let parts = parts.iter().filter(|(times, _)| *times > 0);
                let parts: Vec<String> = parts
                    .map(|(times, what)| format!("{what} with {times} of {} moves", moves.len()))
                    .collect();
                if parts.is_empty() { "has idle moves only".to_owned() } else { list(&parts) }
            }
        }
    }
}

/// What a move of a cycle does, in words.
impl fmt::Display for CycleMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.checks {
            parts.push("checks".to_owned());
        }
        if self.is_king_evasion {
            parts.push("idle, as a king's answer to a check".to_owned());
        }
        if self.threatens_mate {
            parts.push("threatens mate".to_owned());
        }
        parts.extend(self.chases.iter().map(Chase::to_string));
        f.write_str(if parts.is_empty() { "idle" } else { "" })?;
        f.write_str(&parts.join("; "))
    }
}

impl fmt::Display for Chase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chasers: Vec<String> = self.chasers.iter().map(PieceOnSquare::to_string).collect();
        write!(f, "{} now attacks {}", list(&chasers), self.victim)
    }
}

impl fmt::Display for PieceOnSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.kind().name(), self.square)
    }
}

/// Words joined as in a sentence.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [front @ .., last] => format!("{} and {last}", front.join(", ")),
    }
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
