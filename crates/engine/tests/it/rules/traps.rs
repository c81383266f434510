//! Tests positions in which a plausible shortcut fails, next to similar ones in which it does not.

use chuhe_engine::rules::RuleSet::{self, Asian, Chinese, Computer};
use chuhe_engine::types::Move;

use super::{judge, play};

/// A repetition and its verdicts.
struct Trap {
    name: &'static str,
    fen: &'static str,
    /// The moves before the first lap.
    before: &'static str,
    lap: &'static str,
    laps: usize,
    /// The verdicts under Asian, Chinese and computer rules.
    verdicts: [&'static str; 3],
}

const RED: &str = "red_loses";
const DRAW: &str = "draw";
const ONGOING: &str = "ongoing";

const fn trap(
    name: &'static str,
    fen: &'static str,
    lap: &'static str,
    verdicts: [&'static str; 3],
) -> Trap {
    Trap { name, fen, before: "", lap, laps: 2, verdicts }
}

const TRAPS: &[Trap] = &[
    trap(
        "a king that may not retake protects nothing",
        "3k5/R8/3c1N3/9/9/9/9/9/9/5K3 w",
        "a8a7 d7d8 a7a8 d8d7",
        [RED, RED, RED],
    ),
    trap(
        "without the horse the king does protect on one square, where the rook threatens mate instead",
        "3k5/R8/3c5/9/9/9/9/9/9/5K3 w",
        "a8a7 d7d8 a7a8 d8d7",
        [DRAW, RED, DRAW],
    ),
    trap(
        "a rook tied to its king threatens nothing",
        "3a1k3/4r4/9/4R4/9/1c7/9/9/9/4K4 w",
        "e6e4 b4b6 e4e6 b6b4",
        [DRAW, DRAW, DRAW],
    ),
    trap(
        "the same rook untied chases",
        "3a1k3/r8/9/4R4/9/1c7/9/9/9/4K4 w",
        "e6e4 b4b6 e4e6 b6b4",
        [RED, RED, RED],
    ),
    trap(
        "a pawn takes a protector's line, and the rook that never moves chases",
        "2ca1k3/4a4/b3b4/2P5P/6p2/1c7/9/B7N/2nR5/2BAK4 w",
        "c6b6 e7c5 b6c6 c5e7",
        [RED, RED, RED],
    ),
    trap(
        "shutting the line of the attacker's own follower is no chase for the Asian rules",
        "2bak4/RC2arN2/4b1n2/2p5p/6p2/2P6/4p1P1c/4B4/4A4/4KAB2 b",
        "e8f9 b8b9 f9e8 b9b8",
        [RED, DRAW, DRAW],
    ),
    trap(
        "an elephant chases too, when its eye is freed",
        "4k4/9/9/9/9/2r6/3C5/4B4/9/5K3 w",
        "d3f3 c4g4 f3d3 g4c4",
        [RED, RED, RED],
    ),
    trap(
        "a pawn across the river is a victim",
        "4k4/9/9/9/9/p8/9/9/2c2K3/C1B6 w",
        "c0a2 c1a1 a2c0 a1c1",
        [RED, RED, RED],
    ),
    trap(
        "a pawn at home is none",
        "4k4/9/9/9/p8/9/9/9/2c2K3/C1B6 w",
        "c0a2 c1a1 a2c0 a1c1",
        [DRAW, DRAW, DRAW],
    ),
    trap(
        "a cannon loses its screen to the capture",
        "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w",
        "c7c5 e5e7 c5c7 e7e5",
        [RED, RED, RED],
    ),
    trap(
        "a rook behind the attacker retakes",
        "5k3/9/2R6/9/r3c4/9/9/9/9/3K5 w",
        "c7c5 e5e7 c5c7 e7e5",
        [DRAW, DRAW, DRAW],
    ),
    trap(
        "one lap is not enough",
        "5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w",
        "c7c5 e5e7 c5c7 e7e5",
        [ONGOING, ONGOING, ONGOING],
    )
    .of_laps(1),
    trap(
        "a check by a pawn counts like any other",
        "3k5/4P4/9/9/9/9/9/9/9/5K3 w",
        "e8d8 d9e9 d8e8 e9d9",
        [RED, RED, RED],
    ),
    trap(
        "a check is not a chase of what it does not attack: check and chase in turn",
        "3k5/9/9/9/9/n8/9/9/9/R4K3 w",
        "a0d0 d9e9 d0a0 e9d9",
        [DRAW, RED, DRAW],
    ),
    Trap {
        name: "the later laps count, not the first",
        fen: "4k4/9/9/9/9/9/9/9/9/R2K5 w",
        before: "a0a9 e9e8 a9a7 e8e9 a7a9 e9e8",
        lap: "a9a8 e8e9 a8a9 e9e8",
        laps: 2,
        verdicts: [RED, RED, RED],
    },
];

impl Trap {
    const fn of_laps(mut self, laps: usize) -> Self {
        self.laps = laps;
        self
    }

    fn moves(&self) -> Vec<Move> {
        let laps = std::iter::repeat_n(self.lap, self.laps);
        let words = std::iter::once(self.before).chain(laps).flat_map(str::split_whitespace);
        words.map(|word| word.parse().unwrap()).collect()
    }
}

#[test]
fn shortcuts_do_not_pay() {
    let mut wrong = Vec::new();
    for trap in TRAPS {
        let position = play(trap.fen, &trap.moves());
        let sets: [RuleSet; 3] = [Asian, Chinese, Computer];
        let verdicts = sets.map(|set| judge(&position, set));
        if verdicts != trap.verdicts {
            wrong.push(format!("{}: {verdicts:?}, not {:?}", trap.name, trap.verdicts));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
