//! Tests every line of the case file unchanged, mirrored, and with the sides exchanged.

use std::sync::LazyLock;

use chuhe_engine::rules::{Reason, RuleSet};
use chuhe_engine::types::Move;

use super::{judge, occurrences, play, reason, swapped};
use crate::common::naive::NaiveBoard;

/// A line of the case file.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) id: String,
    pub(super) fen: String,
    pub(super) moves: Vec<Move>,
    pub(super) sets: Vec<RuleSet>,
    pub(super) verdict: String,
    /// The number of occurrences of the final position.
    occurrences: usize,
    /// Whether the rule books leave the verdict open.
    contested: bool,
}

/// Contested cases in which the judge's verdict differs from the file. There is one such case, which goes beyond the
/// rules implemented here.
const DECIDED_OTHERWISE: &[(&str, &str)] = &[("cxa-fig30b", "draw")];

pub(super) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    include_str!("../../../../../tests/data/rules_cases.jsonl").lines().map(read).collect()
});

fn read(line: &str) -> Case {
    let record: serde_json::Value = serde_json::from_str(line).unwrap();
    let text = |field: &str| record[field].as_str().unwrap().to_owned();
    let moves = record["moves"].as_array().unwrap().iter();
    Case {
        id: text("id"),
        fen: text("fen"),
        moves: moves.map(|mv| mv.as_str().unwrap().parse().unwrap()).collect(),
        sets: match record["ruleset"].as_str().unwrap() {
            "any" => RuleSet::ALL.to_vec(),
            set => vec![set.parse().unwrap()],
        },
        verdict: text("verdict"),
        occurrences: record["reps"].as_u64().unwrap() as usize,
        contested: record["contested"].as_bool().unwrap_or(false),
    }
}

impl Case {
    /// The case with other moves.
    pub(super) fn with_moves(&self, moves: Vec<Move>) -> Self {
        Self { moves, ..self.clone() }
    }

    fn mirrored(&self) -> Self {
        let (moves, counters) = (self.moves.iter().map(|mv| mv.mirror()), self.counters());
        let board = NaiveBoard::from_fen(&self.fen).mirrored();
        Self { fen: format!("{board}{counters}"), ..self.with_moves(moves.collect()) }
    }

    fn flipped(&self) -> Self {
        let (moves, counters) = (self.moves.iter().map(|mv| mv.flip()), self.counters());
        let board = NaiveBoard::from_fen(&self.fen).flipped();
        let verdict = swapped(&self.verdict).to_owned();
        Self { fen: format!("{board}{counters}"), verdict, ..self.with_moves(moves.collect()) }
    }

    /// The FEN from the third field on.
    fn counters(&self) -> &str {
        let gap = self.fen.match_indices(' ').nth(1).unwrap().0;
        &self.fen[gap..]
    }

    fn mistakes(&self) -> Vec<String> {
        let position = play(&self.fen, &self.moves);
        assert_eq!(occurrences(&position), self.occurrences, "{}", self.id);
        let other = DECIDED_OTHERWISE.iter().find(|(id, _)| *id == self.id);
        let right = other.map_or(self.verdict.as_str(), |(_, verdict)| verdict);
        let verdicts = self.sets.iter().map(|&set| (set, judge(&position, set)));
        verdicts
            .filter(|(_, verdict)| *verdict != right)
            .map(|(set, verdict)| format!("{} by {set} rules: {verdict}, not {right}", self.id))
            .collect()
    }
}

fn hold(variant: impl Fn(&Case) -> Case) {
    let mistakes: Vec<String> = CASES.iter().flat_map(|case| variant(case).mistakes()).collect();
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
}

#[test]
fn every_case_is_judged_right() {
    let rows: usize = CASES.iter().map(|case| case.sets.len()).sum();
    assert_eq!((CASES.len(), rows), (228, 360));
    hold(Case::clone);
}

#[test]
fn a_mirror_changes_nothing() {
    hold(Case::mirrored);
}

#[test]
fn exchanged_sides_exchange_the_verdict() {
    hold(Case::flipped);
    hold(|case| case.flipped().mirrored());
}

#[test]
fn only_open_questions_are_decided_otherwise() {
    for (id, verdict) in DECIDED_OTHERWISE {
        let case = CASES.iter().find(|case| case.id == *id).unwrap();
        assert!(case.contested && case.verdict != *verdict, "{id}");
    }
}

#[test]
fn without_a_third_occurrence_nothing_is_repeated() {
    let mut repetitions = 0;
    for case in &*CASES {
        for length in 0..case.moves.len() {
            let position = play(&case.fen, &case.moves[..length]);
            for set in RuleSet::ALL {
                let repeats = reason(&position, set).is_some_and(Reason::is_repetition);
                // A position before a capture cannot recur, so counting all occurrences is safe.
                assert!(!repeats || occurrences(&position) >= 3, "{} at {length}", case.id);
                repetitions += u32::from(repeats);
            }
        }
    }
    assert!(repetitions > 0, "no case repeats before its last move");
}

/// The moves after the second-last occurrence of the final position.
fn last_lap(case: &Case) -> Option<&[Move]> {
    let game = play(&case.fen, &case.moves);
    let history = game.history();
    let start = history.iter().rposition(|undo| undo.key == game.key())?;
    (game.reversible() >= history.len() - start).then(|| &case.moves[start..])
}

/// The moves before `lap`, if they end with the same lap; otherwise `None`.
fn laps_alike<'a>(case: &'a Case, lap: &[Move]) -> Option<&'a [Move]> {
    let before = &case.moves[..case.moves.len() - lap.len()];
    before.ends_with(lap).then_some(before)
}

#[test]
fn more_laps_of_the_same_change_nothing() {
    let mut tried = 0;
    for case in &*CASES {
        let Some(lap) = last_lap(case).filter(|lap| laps_alike(case, lap).is_some()) else {
            continue;
        };
        let once = play(&case.fen, &case.moves);
        let twice = play(&case.fen, &[&case.moves, lap, lap].concat());
        // The move count may reach its limit, but repetition takes precedence.
        for set in RuleSet::ALL {
            assert_eq!(judge(&once, set), judge(&twice, set), "{} by {set} rules", case.id);
        }
        tried += 1;
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn it_does_not_matter_where_in_the_lap_one_asks() {
    let mut tried = 0;
    for case in &*CASES {
        let Some(lap) = last_lap(case).filter(|lap| laps_alike(case, lap).is_some()) else {
            continue;
        };
        let once = play(&case.fen, &case.moves);
        for further in 1..lap.len() {
            let later = play(&case.fen, &[&case.moves, &lap[..further]].concat());
            for set in RuleSet::ALL {
                let (now, then) = (judge(&once, set), judge(&later, set));
                assert_eq!(now, then, "{} by {set} rules, {further} plies on", case.id);
            }
        }
        tried += 1;
    }
    assert!(tried > 150, "{tried}");
}
