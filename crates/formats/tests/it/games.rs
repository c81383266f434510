//! Random games with everything that a game can contain, for the property tests.

use chuhe_engine::board::Position;
use chuhe_engine::types::Color;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::{Game, Line, LineMove, Outcome};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::playout::starts;

/// Strings that resemble other parts of a file, and random strings.
fn remarks() -> impl Strategy<Value = String> {
    const STRANGE: [&str; 11] = [
        "",
        "a } b",
        "[Event \"x\"]",
        "a\n\n  [FEN \"x",
        "a\n\u{e}[FEN \"x",
        "% x\n% y",
        "; x",
        "(1. h2e2) 1-0 *",
        "a }\n\n  b\n;c",
        "{",
        "红方优势。\n黑方弃马。",
    ];
    // Some private use characters have the same bytes as other characters in GB18030. A NUL is not text.
    let is_lost = |c: char| matches!(c, '\r' | '\0') || ('\u{e000}'..='\u{f8ff}').contains(&c);
    let any = "(?s).{0,40}".prop_map(move |text| text.replace(is_lost, "").trim().to_owned());
    prop_oneof![2 => Just(String::new()), 1 => select(&STRANGE).prop_map(str::to_owned), 1 => any]
}

/// A random tree of moves, with comments taken from `remarks`.
fn random_line(
    rng: &mut SplitMix64,
    position: &mut Position,
    remarks: &mut impl Iterator<Item = String>,
    depth: u32,
) -> Line {
    let mut line = Line { comment: remarks.next().expect("there is one"), moves: Vec::new() };
    for _ in 0..=rng.below(20 >> depth) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut played = LineMove::from(moves[rng.below(moves.len() as u64) as usize]);
        played.comment = remarks.next().expect("there is one");
        played.glyphs = (0..rng.below(6).saturating_sub(3)).map(|_| rng.next() as u8).collect();
        if depth < 3 && rng.below(4) == 0 {
            played.variations = (0..=rng.below(2))
                .map(|_| random_line(rng, position, remarks, depth + 1))
                .collect();
        }
        position.make_unchecked(played.mv, &mut ());
        line.moves.push(played);
    }
    for _ in &line.moves {
        position.unmake(&mut ());
    }
    line
}

prop_compose! {
    pub(crate) fn games()(
        fen in starts(),
        seed in any::<u64>(),
        remarks in vec(remarks(), 1..40),
        tags in vec(("X[A-Za-z0-9_]{1,8}", "\\PC{0,20}|[\"\\\\\\]\\[]{0,5}"), 0..4),
        outcome in select(vec![
            Outcome::Win(Color::Red),
            Outcome::Win(Color::Black),
            Outcome::Draw,
            Outcome::Unknown,
        ]),
    ) -> Game {
        let mut game = Game::new(Position::from_fen(&fen).expect("there is one"));
        game.tags.extend(tags);
        game.outcome = outcome;
        let mut rng = SplitMix64::new(seed);
        let mut remarks = remarks.into_iter().cycle();
        game.line = random_line(&mut rng, &mut game.start.clone(), &mut remarks, 0);
        game
    }
}
