//! The wording of judgements.

use std::fmt;

use super::explain::{Chase, Cycle, CycleMove, Judgement, PieceOnSquare};
use super::{Conduct, Ending, Reason, RuleSet};
use crate::types::Color;

/// The maximum number of occurrences of a position that a sentence lists.
pub const PLACES_MAX: usize = 6;

impl Ending {
    /// The verdict in one word: `draw`, `red_loses` or `black_loses`, or `ongoing` if the game has not ended.
    pub const fn word(ending: Option<&Self>) -> &'static str {
        match ending {
            None => "ongoing",
            Some(Self { winner: None, .. }) => "draw",
            Some(Self { winner: Some(Color::Black), .. }) => "red_loses",
            Some(Self { winner: Some(Color::Red), .. }) => "black_loses",
        }
    }
}

/// The verdict in one word, then the reason in one line.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Ending::word(self.ending.as_ref()))?;
        let (side, counted) = (self.side_to_move, plies(self.counted_plies));
        let Some(ending) = self.ending else {
            write!(f, ": {side} to move, {counted} counted without a capture")?;
            return match self.stood_after.len() {
                0 | 1 => Ok(()),
                _ => write!(f, "; {}; a third occurrence would be judged", self.stood()),
            };
        };
        write!(f, " by {}: ", ending.reason)?;
        match ending.reason {
            Reason::Checkmate => write!(f, "{side} is in check and has no legal move"),
            Reason::Stalemate => {
                write!(f, "{side} has no legal move, which loses whether in check or not")
            }
            Reason::DeadMaterial => {
                f.write_str("neither side has a rook, horse, cannon or pawn left")
            }
            Reason::MoveCount => {
                write!(
                    f,
                    "{counted} counted without a capture; the limit is {}",
                    self.rules.draw_plies
                )
            }
            Reason::PerpetualCheck
            | Reason::PerpetualChase
            | Reason::PerpetualAttack
            | Reason::Repetition => {
                f.write_str(&self.stood())?;
                self.cycle.as_ref().map_or(Ok(()), |cycle| self.write_cycle(f, cycle))
            }
        }
    }
}

impl Judgement {
    /// A clause that states how often the position has occurred, and when.
    fn stood(&self) -> String {
        let place = |&moves: &usize| match moves {
            0 => "at the start".to_owned(),
            moves => format!("after move {moves}"),
        };
        let times = match self.stood_after.len() {
            2 => "twice".to_owned(),
            times => format!("{times} times"),
        };
        let places = match &self.stood_after[..] {
            // A long list would hide the verdict.
            [first, .., last] if self.stood_after.len() > PLACES_MAX => {
                format!("first {} and last {}", place(first), place(last))
            }
            places => list(&places.iter().map(place).collect::<Vec<_>>()),
        };
        format!("the position has occurred {times}, {places}")
    }

    /// Writes the conduct of both sides in the cycle and the rule applied.
    fn write_cycle(&self, f: &mut fmt::Formatter<'_>, cycle: &Cycle) -> fmt::Result {
        let (Some(first), Some(last)) = (cycle.moves.first(), cycle.moves.last()) else {
            return Ok(());
        };
        let [red, black] = Color::ALL.map(|color| cycle.conduct_of(color));
        let (set, rule) = (self.rules.set, cycle.rule_applied(self.rules.set));
        write!(
            f,
            "; in the cycle of moves {} to {}, red {red} and black {black}; {set} rules: {rule}",
            first.number, last.number
        )
    }
}

/// The conduct of a side in a cycle. `Display` writes it as a predicate, the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CycleConduct<'a> {
    /// Every move checks.
    ChecksAlways,
    /// Every move chases these pieces.
    ChasesAlways(&'a [PieceOnSquare]),
    /// Every move checks, threatens mate or chases.
    AttacksAlways,
    /// Permitted conduct, with the number of moves of each kind.
    Permitted {
        /// All moves of the side.
        moves: usize,
        /// Moves that check.
        checks: usize,
        /// Moves that threaten mate.
        mate_threats: usize,
        /// Moves that chase.
        chases: usize,
    },
}

impl fmt::Display for CycleConduct<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ChecksAlways => f.write_str("checks with every move"),
            Self::ChasesAlways(pieces) => {
                let pieces: Vec<_> = pieces.iter().map(|piece| format!("the {piece}")).collect();
                write!(f, "chases {} with every move", list(&pieces))
            }
            Self::AttacksAlways => f.write_str("checks, threatens mate or chases with every move"),
            Self::Permitted { moves, checks, mate_threats, chases } => {
                let counts =
                    [("checks", checks), ("threatens mate", mate_threats), ("chases", chases)];
                let parts: Vec<String> = counts
                    .into_iter()
                    .filter(|(_, times)| *times > 0)
                    .map(|(what, times)| format!("{what} with {times} of {moves} moves"))
                    .collect();
                if parts.is_empty() {
                    f.write_str("makes only idle moves")
                } else {
                    f.write_str(&list(&parts))
                }
            }
        }
    }
}

/// The rule by which a repetition is judged. `Display` writes it as a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRule {
    /// One side checks with every move.
    OneChecks,
    /// Both sides check with every move.
    BothCheck,
    /// One side chases a piece with every move.
    OneChases,
    /// Both sides chase a piece with every move.
    BothChase,
    /// One side attacks with every move (Chinese rules).
    OneAttacks,
    /// Both sides attack with every move (Chinese rules).
    BothAttack,
    /// The cycle contains a check, but no perpetual check (computer rules).
    SomeCheck,
    /// Both sides have idle moves (Chinese rules).
    Idle,
    /// Neither side checks with every move or chases one piece with every move.
    Neither,
}

impl fmt::Display for RepetitionRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OneChecks => "perpetual check by one side loses",
            Self::BothCheck => "perpetual check by both sides is a draw",
            Self::OneChases => "the perpetual chase of one piece loses",
            Self::BothChase => "perpetual chases by both sides are a draw",
            Self::OneAttacks => {
                "checks, mate threats and chases with every move lose against idle moves"
            }
            Self::BothAttack => "attacks with every move by both sides are a draw",
            Self::SomeCheck => "a cycle with a check in it, but no perpetual check, is a draw",
            Self::Idle => "a repetition in which both sides have idle moves is a draw",
            Self::Neither => {
                "a repetition without perpetual check and without the chase of one piece is a draw"
            }
        })
    }
}

impl Cycle {
    /// The conduct of a side.
    pub fn conduct_of(&self, color: Color) -> CycleConduct<'_> {
        match self.conducts[color.index()] {
            Conduct::PerpetualCheck => CycleConduct::ChecksAlways,
            Conduct::PerpetualChase => CycleConduct::ChasesAlways(&self.chased[color.index()]),
            Conduct::PerpetualAttack => CycleConduct::AttacksAlways,
            Conduct::Permitted => {
                let moves: Vec<&CycleMove> =
                    self.moves.iter().filter(|mv| mv.piece.color() == color).collect();
                let count =
                    |what: fn(&CycleMove) -> bool| moves.iter().filter(|mv| what(mv)).count();
                CycleConduct::Permitted {
                    moves: moves.len(),
                    checks: count(|mv| mv.checks),
                    mate_threats: count(|mv| mv.threatens_mate),
                    chases: count(|mv| !mv.chases.is_empty()),
                }
            }
        }
    }

    /// The rule of `set` by which the cycle is judged.
    pub fn rule_applied(&self, set: RuleSet) -> RepetitionRule {
        let [red, black] = self.conducts;
        let one_checks = self.moves.iter().any(|mv| mv.checks);
        match (red.max(black), red == black) {
            (Conduct::PerpetualCheck, false) => RepetitionRule::OneChecks,
            (Conduct::PerpetualCheck, true) => RepetitionRule::BothCheck,
            (Conduct::PerpetualChase, false) => RepetitionRule::OneChases,
            (Conduct::PerpetualChase, true) => RepetitionRule::BothChase,
            (Conduct::PerpetualAttack, false) => RepetitionRule::OneAttacks,
            (Conduct::PerpetualAttack, true) => RepetitionRule::BothAttack,
            (Conduct::Permitted, _) if set == RuleSet::Computer && one_checks => {
                RepetitionRule::SomeCheck
            }
            (Conduct::Permitted, _) if set == RuleSet::Chinese => RepetitionRule::Idle,
            (Conduct::Permitted, _) => RepetitionRule::Neither,
        }
    }
}

/// Writes the effect of the move in words.
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
        if parts.is_empty() { f.write_str("idle") } else { f.write_str(&parts.join("; ")) }
    }
}

impl fmt::Display for Chase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let chasers: Vec<String> = self.chasers.iter().map(PieceOnSquare::to_string).collect();
        let attack = if chasers.len() == 1 { "attacks" } else { "attack" };
        write!(f, "{} now {attack} {}", list(&chasers), self.victim)
    }
}

impl fmt::Display for PieceOnSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.piece.kind(), self.square)
    }
}

fn plies(count: u16) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// Words joined as in a sentence: `rook, horse and cannon`.
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
            "red_loses by perpetual chase: the position has occurred 3 times, at the start, after move 4 \
             and after move 8; in the cycle of moves 1 to 8, red chases the cannon on e5 with every \
             move and black makes only idle moves; asian rules: the perpetual chase of one piece loses"
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
    fn many_occurrences_are_not_listed() {
        let few = words(RuleSet::Asian, CHASE, &LAP.repeat(5));
        assert!(few.contains("6 times, at the start, after move 4, after move 8, "), "{few}");
        let many = words(RuleSet::Asian, CHASE, &LAP.repeat(20));
        let stood =
            "has occurred 21 times, first at the start and last after move 80; in the cycle";
        assert!(many.contains(stood), "{many}");
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
        assert!(text.contains("red checks with 2 of 4 moves and black makes only idle"), "{text}");
        assert!(text.ends_with("a cycle with a check in it, but no perpetual check, is a draw"));
        let text = words(RuleSet::Chinese, fen, &lap.repeat(2));
        assert!(text.contains("red checks, threatens mate or chases with every move"), "{text}");
    }

    #[test]
    fn the_other_rules_have_their_sentences() {
        let asian = |fen: &str, moves: &str| words(RuleSet::Asian, fen, moves);
        let text = asian(CHASE, LAP);
        assert!(text.starts_with("ongoing: red to move, 4 plies counted"), "{text}");
        assert!(text.contains("has occurred twice, at the start and after move 4"), "{text}");
        let once = asian(CHASE, "c7c5");
        assert_eq!(once, "ongoing: black to move, 1 ply counted without a capture");
        let mate = asian("3k5/8R/9/9/9/9/9/9/R8/4K4 w", "a1a9");
        assert!(mate.starts_with("black_loses by checkmate: black is in check"), "{mate}");
        let stalemate = asian("3k5/9/3P5/9/9/9/9/9/9/4K4 b", "");
        assert!(stalemate.starts_with("black_loses by stalemate"), "{stalemate}");
        let dead = asian("3k5/9/9/9/9/9/9/9/9/4K4 w", "");
        assert!(dead.starts_with("draw by dead material"), "{dead}");
        let count = asian("3k5/9/9/9/9/9/9/9/9/R4K3 w - - 119 90", "a0a1");
        assert_eq!(
            count,
            "draw by move count: 120 plies counted without a capture; the limit is 120"
        );
    }
}
