//! Tests of the FEN reader: the case file, error messages, and damaged text.

use crate::common::naive::{self, NaiveBoard};
use crate::common::playout::{config, playouts, starts};
use chuhe_engine::board::Position;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A line of the case file, whose header explains the columns.
struct Case<'a> {
    verdict: &'a str,
    fen: String,
    canonical: Option<String>,
    comment: &'a str,
}

fn cases() -> Vec<Case<'static>> {
    include_str!("../../../../tests/data/fen_invalid.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let &[verdict, fen, canonical, comment] = &columns[..] else {
                panic!("not four columns: {line}")
            };
            let fen = fen.replace(r"\t", "\t").replace(r"\r", "\r").replace(r"\0", "\0");
            let canonical = match canonical {
                "-" => None,
                "=" => Some(fen.clone()),
                text => Some(text.to_owned()),
            };
            Case { verdict, fen, canonical, comment }
        })
        .collect()
}

#[test]
fn case_file() {
    let mut counts = [0; 3];
    for Case { verdict, fen, canonical, comment } in cases() {
        let read = Position::from_fen(&fen);
        match verdict {
            "fatal" => {
                counts[0] += 1;
                assert!(read.is_err(), "{comment}: {fen:?} was read");
            }
            "accept" => {
                counts[1] += 1;
                let canonical = canonical.expect("accepted cases have a canonical FEN");
                let read = read.unwrap_or_else(|error| panic!("{comment}: {error}"));
                assert_eq!(read.fen(), canonical, "{comment}");
                assert_eq!(Ok(read), Position::from_fen(&canonical), "{comment}");
            }
            "either" => {
                counts[2] += 1;
                if let (Ok(read), Some(canonical)) = (read, canonical) {
                    assert_eq!(read.fen(), canonical, "{comment}");
                }
            }
            other => panic!("unknown verdict {other}"),
        }
    }
    assert!(counts[0] > 80 && counts[1] > 25 && counts[2] > 15, "{counts:?}");
}

/// Every error names the field, the place within the field, and the reason, in one line of reasonable length.
#[test]
fn errors_name_the_fault_and_its_place() {
    for (fen, words) in [
        (" \t", "empty FEN: expected ten ranks, then the side to move"),
        ("9/9 w", "placement: 2 ranks; expected 10, separated by '/'"),
        ("9 w", "placement: 1 rank; expected 10, separated by '/'"),
        ("4k4/9/9/9/9/9/9/9/8/4K4 w", "placement, rank 1: 8 files wide; expected 9"),
        ("4k4/9/9/9/9/9/9/9/9/4K6 w", "placement, rank 0: 11 files wide; expected 9"),
        (
            "4k4/9/9/9/9/9/9/9/3x5/4K4 w",
            "placement, rank 1: 'x' is neither a piece (K A B/E N/H R C P, lower case for black) nor a gap (1-9)",
        ),
        ("4k4/9/9/9/9/9/9/9/9/9 w", "there is no red king"),
        ("3kk4/9/9/9/9/9/9/9/9/3K5 w", "there are 2 black kings, where one is expected"),
        ("4k4/9/9/9/9/9/9/9/9/3KRRR2 w", "more than 2 red rooks"),
        ("4k4/9/9/9/9/pppppp3/9/9/9/3K5 w", "more than 5 black pawns"),
        ("4k4/9/9/9/9/9/9/9/3A5/3K5 w", "a red advisor cannot stand on d1"),
        ("4k4/9/9/9/9/2b6/9/9/9/3K5 w", "a black elephant cannot stand on c4"),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4[Pn] w",
            "placement: pieces in hand \"[Pn]\", but xiangqi has no drops",
        ),
        ("3k5/9/9/9/9/9/9/9/9/4K4 x", "side to move: \"x\"; expected w (or r) or b"),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - x 1",
            "plies since capture: \"x\" is not a non-negative whole number",
        ),
        (
            "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 -1",
            "move number: \"-1\" is not a non-negative whole number",
        ),
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", "the kings face each other on file e"),
        ("3k5/9/9/9/9/9/9/9/9/3RK4 w", "black is in check, but it is not black's turn"),
    ] {
        let refusal = Position::from_fen(fen).unwrap_err().to_string();
        assert_eq!(refusal, words);
    }
    for Case { verdict, fen, comment, .. } in cases() {
        if verdict == "fatal" {
            let refusal = Position::from_fen(&fen).unwrap_err().to_string();
            assert!(refusal.len() < 150 && !refusal.contains('\n'), "{comment}: {refusal}");
        }
    }
}

/// Counters with any number of digits are valid; large ones are reduced to the maximum.
#[test]
fn huge_counters_are_cut_down() {
    for huge in ["10000", "4294967296", "99999999999999999999999999"] {
        let read = Position::from_fen(&format!("3k5/9/9/9/9/9/9/9/9/4K4 w - - {huge} {huge}"));
        assert_eq!(read.unwrap().fen(), "3k5/9/9/9/9/9/9/9/9/4K4 w - - 9999 9999");
    }
}

/// A way in which a FEN can be damaged.
#[derive(Clone, Copy, Debug)]
enum Damage {
    Replace(char),
    Insert(char),
    Remove,
    /// Swap with the next character.
    Swap,
    CutOff,
}

impl Damage {
    fn apply(self, text: &mut Vec<char>, at: usize) {
        let last = text.len() - 1;
        match self {
            Self::Replace(letter) => text[at] = letter,
            Self::Insert(letter) => text.insert(at, letter),
            Self::Remove => drop(text.remove(at)),
            Self::Swap => text.swap(at, last.min(at + 1)),
            Self::CutOff => text.truncate(at),
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    // Characters that occur in FENs, and some that do not.
    let letters: Vec<char> = "KABNRCPEHkabnrcpeh123456789/[] wb-0+x.\"é士\t\0".chars().collect();
    prop_oneof![
        4 => select(letters.clone()).prop_map(Damage::Replace),
        4 => select(letters).prop_map(Damage::Insert),
        4 => Just(Damage::Remove),
        8 => Just(Damage::Swap),
        1 => Just(Damage::CutOff),
    ]
}

proptest! {
    #![proptest_config(config(4096))]

    /// A damaged FEN is refused, or read as a valid position that survives a round trip.
    #[test]
    fn damaged_text_is_read_or_refused(
        fen in starts(),
        damages in proptest::collection::vec((any::<Index>(), damage()), 1..4),
    ) {
        let mut text: Vec<char> = fen.chars().collect();
        for (place, damage) in damages {
            if !text.is_empty() {
                let at = place.index(text.len());
                damage.apply(&mut text, at);
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Position::from_fen(&text) {
            position.board().check();
            let written = position.fen();
            prop_assert_eq!(Position::from_fen(&written), Ok(position.clone()), "{}", text);
            let rules = NaiveBoard::from_fen(&written);
            prop_assert!(!rules.is_in_check(!rules.red_to_move));
            prop_assert_eq!(naive::steps(&position.legal_moves()), rules.legal_moves());
        }
    }

    /// Random text is refused, without a panic.
    #[test]
    fn any_text_is_refused(text in any::<String>()) {
        prop_assert!(Position::from_fen(&text).is_err());
    }
}

proptest! {
    #![proptest_config(config(64))]

    /// Writing and reading a position preserves the board and counters.
    #[test]
    fn positions_of_a_game_round_trip(playout in playouts()) {
        playout.visit(|position, _| {
            let read = Position::from_fen(&position.fen()).unwrap();
            assert_eq!(read.fen(), position.fen());
            assert_eq!(read.board().to_string(), position.board().to_string());
            assert_eq!(read.key(), position.key());
            assert_eq!(read.in_check(), position.in_check());
            assert_eq!(read.plies_since_capture(), position.plies_since_capture());
            assert_eq!(read.game_ply(), position.game_ply());
        });
    }
}
