//! The numbers the search turns on.
//!
//! A suffix says what a number does: `margin` is multiplied by the depth, `base` is flat, `div` divides.

use std::sync::LazyLock;

/// Declares the numbers: each is a function without arguments, a constant to the compiler.
///
/// With the feature `tunable` it is read from the environment instead, once, so that a tuner can run one program with
/// many settings: `CHUHE_PARAMS=rfp_margin=80,nmp_base=4`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $range:expr;)*) => {
        #[cfg(feature = "tunable")]
        pub(crate) const ALL: &[(&str, i32, std::ops::RangeInclusive<i32>)] =
            &[$((stringify!($name), $value, $range),)*];

        $(
            $(#[$doc])*
            #[cfg(not(feature = "tunable"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                const { assert!(*($range).start() <= $value && $value <= *($range).end()) };
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tunable")]
            #[inline]
            pub(super) fn $name() -> i32 {
                static SET: LazyLock<i32> = LazyLock::new(|| tunable::value(stringify!($name)));
                *SET
            }
        )*
    };
}

params! {
    /// Highest depth for reverse futility pruning.
    rfp_depth = 7, 0..=12;
    /// Centipawns per ply by which a node must stand above beta to be cut without a search.
    rfp_margin = 72, 20..=200;

    /// Highest depth for razoring.
    razor_depth = 3, 0..=8;
    /// Centipawns below alpha from which only captures are looked at...
    razor_base = 164, 0..=600;
    /// ...and so many more for each squared ply.
    razor_margin = 141, 20..=500;

    /// Least depth for a null move.
    nmp_depth = 3, 1..=6;
    /// Plies taken off a null move search.
    nmp_base = 3, 1..=6;
    /// One more ply for every so much depth.
    nmp_depth_div = 3, 2..=8;
    /// One more ply for every so many centipawns above beta.
    nmp_eval_div = 207, 50..=500;
    /// Centipawns per ply by which the static evaluation may stay below beta for a null move...
    nmp_margin = 21, 0..=50;
    /// ...counted from this much above it.
    nmp_margin_base = 19, 0..=500;
    /// At most so many more plies for the evaluation.
    nmp_eval_max = 3, 0..=8;
    /// From this depth on a null move cut must be confirmed by a search without null moves.
    nmp_verify_depth = 12, 6..=20;

    /// Least depth at which a node without a move from the table is searched less deep.
    iir_depth = 5, 2..=9;

    /// Quiet moves tried before the rest is left out: this plus the squared depth, halved when not improving.
    lmp_base = 6, 1..=12;
    /// Centipawns of hope for a quiet move near the leaves...
    futility_base = 103, 0..=400;
    /// ...and for each ply left.
    futility_margin = 80, 20..=300;
    /// Highest reduced depth for futility pruning.
    futility_depth = 7, 0..=14;
    /// Highest reduced depth for history pruning.
    history_depth = 4, 0..=10;
    /// History points per ply below which a quiet move is not tried.
    history_margin = 4208, 500..=10000;
    /// Centipawns that a quiet move may lose in exchanges, by squared reduced depth.
    see_quiet_margin = 27, 5..=80;
    /// Highest reduced depth for pruning quiet moves by exchanges.
    see_quiet_depth = 8, 0..=14;
    /// Highest depth for pruning captures by exchanges.
    see_capture_depth = 7, 0..=14;
    /// Centipawns that a capture may lose, by depth.
    see_capture_margin = 174, 20..=500;

    /// Least depth for singular extensions.
    singular_depth = 7, 4..=12;
    /// Centipawns per ply by which all other moves must fall short.
    singular_margin = 2, 1..=8;
    /// Centipawns of falling short for a second ply.
    double_base = 26, 0..=100;

    /// Highest depth at which checks that lose nothing are searched a ply deeper.
    check_depth = 4, 0..=64;

    /// Least depth for late move reductions.
    lmr_depth = 3, 1..=5;
    /// Hundredths of a ply: the reduction is this plus ln(depth) times ln(move number) over `lmr_div`.
    lmr_base = 102, -100..=250;
    /// Hundredths.
    lmr_div = 220, 100..=400;
    /// Hundredths of a ply more where a cut is expected...
    lmr_cut = 58, 0..=500;
    /// ...where the side to move does not stand better than before...
    lmr_not_improving = 114, 0..=300;
    /// ...where the table's move is a capture...
    lmr_tt_capture = 106, 0..=300;
    /// ...where children keep being cut...
    lmr_child_cuts = 103, 0..=300;
    /// ...and less on the best line...
    lmr_pv = 113, 0..=400;
    /// ...for a killer...
    lmr_killer = 98, 0..=300;
    /// ...a check...
    lmr_check = 73, 0..=300;
    /// ...and a capture.
    lmr_capture = 109, 0..=300;
    /// History points that take a ply off a reduction, or add one when negative.
    lmr_history_div = 11425, 2000..=30000;
    /// Cuts among a node's children from which on its late moves are reduced more.
    cut_count = 2, 1..=8;
    /// Centipawns that both sides' evaluations may sum to before a reduced move is reduced further.
    hindsight_margin = 82, 0..=400;
    /// Centipawns by which a reduced search must beat the best for a deeper one.
    deeper_base = 153, 10..=200;

    /// Most a history score is changed by at once.
    history_bonus_max = 1227, 400..=4000;
    /// History points for each ply of depth.
    history_bonus = 205, 40..=500;

    /// History points of a quiet move for each centipawn that both sides' evaluations around it sum to.
    eval_lesson = 5, 0..=32;

    /// History points by which a quiet move that seems to give check comes earlier.
    check_order = 8000, 0..=32000;

    /// Units of a correction, summed over its tables, that make a centipawn.
    correction_grain = 102, 32..=256;
    /// What an error of a centipawn, eight plies deep, moves a table by, before the pull to nothing.
    correction_gain = 8, 2..=32;

    /// Half the first window around the score of the iteration before.
    aspiration_base = 20, 5..=60;
    /// First iteration with a window.
    aspiration_depth = 4, 2..=8;

    /// Centipawns a capture's gain may fall short of alpha in the quiescence search.
    delta_base = 218, 50..=500;
    /// Captures looked at in a node of the quiescence search, but for checks and taking back.
    captures = 3, 1..=8;
    /// Quiet evasions looked at there, once one has been found that does not lose by force.
    quiet_evasions = 2, 1..=8;
}

/// Hundredths of a ply by which a late move is searched less deep, by depth and move number.
static REDUCTIONS: LazyLock<Box<[[i16; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    let (base, div) = (f64::from(lmr_base()), f64::from(lmr_div()) / 100.0);
    for (depth, row) in (1i32..).zip(table.iter_mut().skip(1)) {
        for (number, plies) in (1i32..).zip(row.iter_mut().skip(1)) {
            let product = f64::from(depth).ln() * f64::from(number).ln();
            *plies = (base + 100.0 * product / div).floor() as i16;
        }
    }
    table
});

/// The reduction table, built on first use.
pub(super) fn reductions() -> &'static [[i16; 64]; 64] {
    &REDUCTIONS
}

/// Where the numbers come from while they are being tuned.
#[cfg(feature = "tunable")]
mod tunable {
    /// The value of a number: the environment's, or its own.
    ///
    /// # Panics
    /// If the environment names a number that does not exist or gives one out of range: a tuner's mistake.
    pub(super) fn value(name: &str) -> i32 {
        let set = std::env::var("CHUHE_PARAMS").unwrap_or_default();
        for word in set.split(',').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').expect("CHUHE_PARAMS is NAME=VALUE,...");
            let (_, _, range) =
                super::ALL.iter().find(|row| row.0 == key).expect("CHUHE_PARAMS names a number");
            let value: i32 = value.parse().expect("CHUHE_PARAMS gives whole numbers");
            assert!(range.contains(&value), "{key}={value} is not within {range:?}");
            if key == name {
                return value;
            }
        }
        super::ALL.iter().find(|row| row.0 == name).expect("every number is in the table").1
    }
}
