//! Tests that the judge agrees with a second implementation of the rules, and that the rule sets agree with each other.

use chuhe_engine::board::Position;
use chuhe_engine::rules::{Reason, RuleSet, repetition};
use chuhe_engine::types::rng::SplitMix64;
use chuhe_engine::types::{Color, Move};

use super::cases::CASES;
use super::{judge, occurrences, play, reason};
use crate::common::naive::step;
use crate::common::naive_judge::{NaiveGame, NaiveSet};
use crate::common::walk::play_cycle;

/// The number of random games that each test judges.
const GAMES: usize = 1500;

/// A start position and the moves of a game whose last position occurs for the third time.
struct Repetition {
    fen: String,
    moves: Vec<Move>,
}

/// Random games of two cycles from positions in the case file. In two games out of three, both cycles are the same.
fn repetitions(seed: u64) -> impl Iterator<Item = Repetition> {
    let mut rng = SplitMix64::new(seed);
    std::iter::repeat_with(move || {
        let case = &CASES[rng.below(CASES.len() as u64) as usize];
        let mut position = play(&case.fen, &[]);
        let moves = |position: &Position| -> Vec<Move> {
            position.history().iter().filter_map(|undo| undo.mv).collect()
        };
        if !play_cycle(&mut position, &mut rng) {
            return None;
        }
        if rng.below(3) > 0 {
            for mv in moves(&position) {
                position.make_unchecked(mv, &mut ());
            }
        } else if !play_cycle(&mut position, &mut rng) {
            return None;
        }
        Some(Repetition { fen: case.fen.clone(), moves: moves(&position) })
    })
    .flatten()
}

/// The games of the case file with one to three pieces added, removed or moved, if the games still repeat.
fn variations(seed: u64) -> impl Iterator<Item = Repetition> {
    let mut rng = SplitMix64::new(seed);
    std::iter::repeat_with(move || {
        let case = &CASES[rng.below(CASES.len() as u64) as usize];
        let mut cells = cells_of(&case.fen);
        for _ in 0..=rng.below(3) {
            let [from, to] = [(); 2].map(|()| rng.below(90) as usize);
            let letter = b"AABBNNRRCCPPaabbnnrrccpp"[rng.below(24) as usize] as char;
            match rng.below(3) {
                0 => cells[to] = letter,
                1 if !matches!(cells[from], 'K' | 'k') => cells[from] = '.',
                _ => cells.swap(from, to),
            }
        }
        let side = if case.fen.contains(" b ") { 'b' } else { 'w' };
        let rows: Vec<String> = cells.chunks(9).map(|row| row.iter().collect()).collect();
        let fen = format!("{} {side}", rows.join("/").replace('.', "1"));
        let mut position = Position::from_fen(&fen).ok()?;
        for &mv in &case.moves {
            if !position.is_legal(mv) {
                return None;
            }
            position.make_unchecked(mv, &mut ());
        }
        let repeats = occurrences(&position) >= 3 && position.reversible() == case.moves.len();
        repeats.then(|| Repetition { fen: position_fen(&fen), moves: case.moves.clone() })
    })
    .flatten()
}

/// The 90 points of a FEN from the top left, with a dot for an empty point.
fn cells_of(fen: &str) -> Vec<char> {
    let placement = fen.split(' ').next().unwrap_or_default().replace('/', "");
    let cell = |letter: char| match letter.to_digit(10) {
        Some(gap) => ".".repeat(gap as usize),
        None => letter.to_string(),
    };
    placement.chars().map(cell).collect::<String>().chars().collect()
}

/// The FEN as written by this library.
fn position_fen(fen: &str) -> String {
    play(fen, &[]).fen()
}

impl Repetition {
    fn end(&self) -> Position {
        play(&self.fen, &self.moves)
    }

    fn describe(&self) -> String {
        let moves: Vec<String> = self.moves.iter().map(Move::to_string).collect();
        format!("{} moves {}", self.fen, moves.join(" "))
    }
}

#[test]
fn a_second_writing_of_the_law_agrees() {
    let mut decided = [0; 2];
    for game in repetitions(1).take(GAMES).chain(variations(1).take(2 * GAMES)) {
        let mut naive = NaiveGame::new(&game.fen);
        for &mv in &game.moves {
            naive.play(step(mv));
        }
        let position = game.end();
        let sets = [(RuleSet::Asian, NaiveSet::Asian), (RuleSet::Computer, NaiveSet::Computer)];
        for (place, (set, naive_set)) in sets.into_iter().enumerate() {
            let [red, black] = naive.levels(naive_set).unwrap();
            let expected = match red.cmp(&black) {
                std::cmp::Ordering::Greater => "red_loses",
                std::cmp::Ordering::Less => "black_loses",
                std::cmp::Ordering::Equal => "draw",
            };
            let verdict = judge(&position, set);
            assert_eq!(verdict, expected, "{set} rules: {}", game.describe());
            decided[place] += usize::from(verdict != "draw");
        }
    }
    assert!(decided.iter().all(|&count| count > GAMES / 2), "{decided:?}");
}

#[test]
fn perpetual_check_is_the_same_in_every_set() {
    let mut seen = 0;
    for game in repetitions(2).take(GAMES) {
        let position = game.end();
        let checks = |set| reason(&position, set) == Some(Reason::PerpetualCheck);
        let found = RuleSet::ALL.map(checks);
        assert!(found == [true; 3] || found == [false; 3], "{}", game.describe());
        seen += usize::from(found[0]);
    }
    assert!(seen > GAMES / 100, "{seen}");
}

#[test]
fn the_search_agrees_with_the_referee() {
    for game in repetitions(3).take(GAMES) {
        let position = game.end();
        for set in RuleSet::ALL {
            let us = position.side_to_move();
            let winner = repetition(&position, 0, set).map(|recurrence| match recurrence.verdict {
                chuhe_engine::rules::Verdict::Draw => "draw",
                chuhe_engine::rules::Verdict::Win if us == Color::Red => "black_loses",
                chuhe_engine::rules::Verdict::Loss if us == Color::Black => "black_loses",
                _ => "red_loses",
            });
            assert_eq!(winner, Some(judge(&position, set)), "{}", game.describe());
        }
    }
}
