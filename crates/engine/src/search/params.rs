//! The parameters of the search.
//!
//! A suffix says what a parameter does: `base` is a constant, `margin` is multiplied by the depth, `div` divides.

use std::sync::LazyLock;

/// Declares the parameters: each is a function without arguments, a constant to the compiler.
///
/// With the feature `tunable` it is read from the environment instead, once, so that a tuner can run one program with
/// many values: `CHUHE_PARAMS=rfp_margin=80,nmp_base=4`.
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
    /// Centipawns per ply by which the evaluation must exceed beta for reverse futility pruning.
    rfp_margin = 72, 20..=200;
    /// Percent of what the correction history changed the evaluation by, added to that margin.
    rfp_correction = 80, 0..=300;
    /// Of what the evaluation exceeds beta by, the cutoff returns one part in this many.
    rfp_return_div = 3, 1..=8;

    /// Highest depth for razoring.
    razor_depth = 3, 0..=8;
    /// Centipawns by which the evaluation must be below alpha for razoring, at depth 0.
    razor_base = 164, 0..=600;
    /// Centipawns added for the squared depth.
    razor_margin = 141, 20..=500;

    /// Least depth for null move pruning.
    nmp_depth = 3, 1..=6;
    /// Reduction of the null move search, in plies, at depth 0.
    nmp_base = 5, 1..=8;
    /// Depth per further ply of reduction.
    nmp_depth_div = 3, 2..=8;
    /// Centipawns of evaluation above beta per further ply of reduction.
    nmp_eval_div = 207, 50..=500;
    /// Most plies of reduction for the evaluation.
    nmp_eval_max = 3, 0..=8;
    /// Centipawns per ply by which the static evaluation may be below beta for a null move.
    nmp_margin = 21, 0..=50;
    /// Centipawns taken off that margin.
    nmp_margin_base = 19, 0..=500;
    /// Least depth at which a null move cutoff is verified.
    nmp_verify_depth = 12, 6..=20;
    /// Percent of the verification search's depth in which no null move is tried.
    nmp_verify_percent = 75, 0..=100;

    /// Least depth for `ProbCut`.
    probcut_depth = 4, 3..=100;
    /// Centipawns by which beta is raised there.
    probcut_margin = 160, 50..=500;
    /// Plies of reduction of the search behind it.
    probcut_reduction = 4, 2..=6;

    /// Least depth for internal iterative reductions.
    iir_depth = 5, 2..=9;

    /// Moves searched before late move pruning, at depth 0; the squared depth is added.
    lmp_base = 6, 1..=12;
    /// Divides that number when the side to move is not improving.
    lmp_not_improving_div = 2, 1..=4;
    /// Centipawns added to the static evaluation in futility pruning, at depth 0.
    futility_base = 103, 0..=400;
    /// Centipawns added per ply of reduced depth.
    futility_margin = 80, 20..=300;
    /// Highest reduced depth for futility pruning.
    futility_depth = 7, 0..=14;
    /// Highest reduced depth for history pruning.
    history_depth = 4, 0..=10;
    /// History score per ply, negated, below which a quiet move is pruned.
    history_margin = 4208, 500..=10000;
    /// Centipawns that a quiet move may lose by static exchange evaluation, per squared reduced depth.
    see_quiet_margin = 27, 5..=80;
    /// Highest reduced depth for pruning quiet moves by static exchange evaluation.
    see_quiet_depth = 8, 0..=14;
    /// Highest depth for pruning captures by static exchange evaluation.
    see_capture_depth = 7, 0..=14;
    /// Centipawns that a capture may lose by static exchange evaluation, per ply.
    see_capture_margin = 174, 20..=500;

    /// Least depth for singular extensions.
    singular_depth = 7, 4..=12;
    /// Plies by which the table entry may be shallower than the node.
    singular_tt_depth_margin = 3, 1..=6;
    /// Centipawns per ply that the singular window lies below the table's value.
    singular_margin = 2, 1..=8;
    /// Divides the depth for the singular search.
    singular_depth_div = 2, 2..=4;
    /// Centipawns below the singular window for a double extension.
    double_extension_base = 16, -100..=200;
    /// Centipawns more in a PV node, for a double and a triple extension.
    double_extension_pv = 80, 0..=10000;
    /// Centipawns below the singular window for a triple extension.
    triple_extension_base = 90, 0..=10000;
    /// Plies of reduction for a table move that fails high but is not singular.
    negative_extension = 3, 0..=4;
    /// Plies of reduction for one that does not, in a cut node.
    negative_extension_cut = 2, 0..=4;

    /// Highest depth for check extensions.
    check_extension_depth = 4, 0..=64;
    /// Moves are extended up to this many times the iteration's depth, counted from the root.
    extension_ply_factor = 2, 1..=3;

    /// Least depth for late move reductions.
    lmr_depth = 3, 1..=5;
    /// Hundredths of a ply. The reduction is this plus ln(depth) times ln(move count) over `lmr_div`.
    lmr_base = 102, -100..=250;
    /// Hundredths.
    lmr_div = 220, 100..=400;
    /// Hundredths of a ply more in a cut node.
    lmr_cut_node = 58, 0..=500;
    /// Hundredths of a ply more if not improving.
    lmr_not_improving = 114, 0..=300;
    /// Hundredths of a ply more if the table's move is a capture.
    lmr_tt_capture = 106, 0..=300;
    /// Hundredths of a ply more if the children of the node often fail high.
    lmr_cutoff_count = 103, 0..=300;
    /// Cutoffs of the children that are not yet often.
    lmr_cutoff_count_min = 2, 1..=8;
    /// Hundredths of a ply less in a PV node.
    lmr_pv = 60, 0..=400;
    /// Hundredths of a ply less in a node that is part of a PV, or was.
    lmr_was_pv = 100, 0..=400;
    /// Hundredths of a ply less for a killer.
    lmr_killer = 98, 0..=300;
    /// Hundredths of a ply less for a check.
    lmr_check = 73, 0..=300;
    /// Hundredths of a ply less for a capture.
    lmr_capture = 109, 0..=300;
    /// Hundredths of a ply less for an answer to a check.
    lmr_evasion = 100, 0..=300;
    /// Hundredths of a ply less per hundred centipawns that the correction history changed the evaluation by.
    lmr_correction = 50, 0..=300;
    /// History score per ply less of reduction.
    lmr_history_div = 11425, 2000..=30000;
    /// The same for the reduced depth by which quiet moves are pruned.
    lmr_depth_history_div = 8000, 1000..=1_000_000;
    /// Centipawns by which a reduced search must beat the best value to be repeated a ply deeper.
    lmr_deeper_base = 153, 10..=200;
    /// Centipawns per ply by which it must beat the best value not to be repeated a ply shallower.
    lmr_shallower_margin = 1, 0..=8;

    /// Least reduction of the previous move for searching a ply deeper in hindsight.
    hindsight_deeper_reduction = 3, 1..=6;
    /// Least reduction of the previous move for searching a ply shallower in hindsight.
    hindsight_shallower_reduction = 1, 1..=6;
    /// Least depth for searching a ply shallower in hindsight.
    hindsight_shallower_depth = 2, 1..=6;
    /// Centipawns that the evaluations of both sides must sum to for searching a ply shallower.
    hindsight_margin = 82, 0..=400;

    /// Most that a history score is changed by at once.
    history_bonus_max = 1227, 400..=4000;
    /// History bonus per ply of depth.
    history_bonus = 205, 40..=500;
    /// Divides the history bonus of a move that made its child fail low.
    prior_move_bonus_div = 2, 1..=8;
    /// Percent of the history bonus for a capture that made its child fail low.
    prior_capture_bonus = 50, 0..=200;
    /// Percent of the history bonus for a move of the table that fails high without a search.
    tt_hit_bonus = 50, 0..=200;
    /// History bonus of a quiet move per centipawn that it changed the static evaluation by.
    eval_history_weight = 5, 0..=32;

    /// What a quiet move that gives check is ordered higher by, in history points.
    check_bonus = 8000, 0..=32000;
    /// Weight of the captured piece against the capturing one, when captures are ordered.
    mvv_weight = 16, 1..=64;
    /// Capture history per centipawn, when captures are ordered.
    capture_history_div = 8, 1..=64;

    /// Percent at which the correction by the kings and their guards counts.
    correction_guards = 60, 0..=200;
    /// Percent at which the correction by the last move and the one three plies before it counts.
    correction_three = 60, 0..=200;
    /// Units of correction history, summed over its tables, per centipawn.
    correction_div = 102, 32..=256;
    /// Units per centipawn of error and `correction_depth_div` plies of depth.
    correction_weight = 8, 2..=32;
    /// See `correction_weight`.
    correction_depth_div = 8, 1..=32;
    /// An update moves a correction by at most one part in this many of its limit.
    correction_bonus_div = 4, 1..=16;

    /// Plies without capture after which the evaluation is damped no further.
    damping_plies = 200, 1..=400;
    /// Plies without capture that would damp the evaluation to nothing.
    damping_div = 400, 400..=1600;

    /// Half the width of the first aspiration window.
    aspiration_base = 20, 5..=60;
    /// Least depth for aspiration windows.
    aspiration_depth = 4, 2..=8;
    /// Percent by which an aspiration window grows when the search fails.
    aspiration_growth = 50, 10..=200;

    /// Centipawns added to the evaluation in delta pruning.
    delta_base = 218, 50..=500;
    /// Captures searched at a node of the quiescence search, checks and recaptures apart.
    qs_captures = 3, 1..=8;
    /// Quiet evasions searched there once one is known that does not lose by force.
    qs_quiet_evasions = 2, 1..=8;

    /// Highest depth at which the table's value must agree with whether the node is expected to fail high.
    tt_agreement_depth = 5, 0..=100;
    /// Plies before the move-count draw from which no table value is trusted.
    tt_move_count_caution = 10, 0..=40;
    /// An entry of the same search is kept against a result that is shallower by more plies than this.
    tt_keep_depth = 3, 0..=16;
    /// Plies of depth that a search of age counts for when an entry is replaced.
    tt_age_weight = 8, 0..=32;

    /// The time left is planned for at most this many moves. Games are longer, but are decided early, and the share
    /// shrinks move by move without ever running out.
    time_moves = 15, 5..=60;
    /// Percent of the increment that is added to the target.
    time_increment_percent = 80, 0..=100;
    /// Percent of the time left that the target may be.
    time_target_max_percent = 50, 10..=80;
    /// Most time for a move, as a multiple of the target.
    time_most_factor = 4, 1..=10;
    /// Percent of the time left that a single move may take.
    time_most_percent = 40, 10..=80;
    /// Percent added to the target if the engine also thinks on the opponent's time.
    time_ponder_percent = 25, 0..=100;
    /// Percent of the target after which no iteration is begun: most would not be finished.
    time_last_start_percent = 75, 30..=150;
    /// Percent of the target for a best move that has just changed.
    time_stability_base = 130, 100..=200;
    /// Percent less for each iteration that kept the best move.
    time_stability_step = 9, 0..=15;
    /// Most iterations counted there.
    time_stability_max = 6, 0..=6;
    /// Centipawns of a falling score that double the target.
    time_fall_div = 150, 30..=600;
    /// Least percent of the target for a rising score.
    time_fall_min = 90, 50..=100;
    /// Most percent of the target for a falling score.
    time_fall_max = 140, 100..=300;
    /// Percent of the target if no node was spent on the best move.
    time_effort_base = 180, 100..=300;
    /// Percent less if every node was.
    time_effort_weight = 130, 0..=200;
    /// Least percent of the target for the share of nodes spent on the best move.
    time_effort_min = 60, 30..=100;
    /// Most percent of the target for it.
    time_effort_max = 150, 100..=300;
    /// Least depth to stop at when there is a single legal move and a clock: enough for a line to show.
    time_forced_depth = 6, 1..=20;
}

/// Base of the late move reductions in hundredths of a ply, by depth and move count.
static REDUCTIONS: LazyLock<Box<[[i16; 64]; 64]>> = LazyLock::new(|| {
    let mut table = Box::new([[0; 64]; 64]);
    let (base, div) = (f64::from(lmr_base()), f64::from(lmr_div()) / 100.0);
    for (depth, row) in (1i32..).zip(table.iter_mut().skip(1)) {
        for (move_count, reduction) in (1i32..).zip(row.iter_mut().skip(1)) {
            let product = f64::from(depth).ln() * f64::from(move_count).ln();
            *reduction = (base + 100.0 * product / div).floor() as i16;
        }
    }
    table
});

/// The reduction table, built on first use.
pub(super) fn reductions() -> &'static [[i16; 64]; 64] {
    &REDUCTIONS
}

/// Where the parameters come from while they are being tuned.
#[cfg(feature = "tunable")]
mod tunable {
    /// The value of a parameter: the environment's, or its own.
    ///
    /// # Panics
    /// If the environment names a parameter that does not exist or gives one out of range: a tuner's mistake.
    pub(super) fn value(name: &str) -> i32 {
        let set = std::env::var("CHUHE_PARAMS").unwrap_or_default();
        for word in set.split(',').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').expect("CHUHE_PARAMS is NAME=VALUE,...");
            let (_, _, range) =
                super::ALL.iter().find(|row| row.0 == key).expect("CHUHE_PARAMS names a parameter");
            let value: i32 = value.parse().expect("CHUHE_PARAMS gives whole numbers");
            assert!(range.contains(&value), "{key}={value} is not within {range:?}");
            if key == name {
                return value;
            }
        }
        super::ALL.iter().find(|row| row.0 == name).expect("every parameter is in the table").1
    }
}
