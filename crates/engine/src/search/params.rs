//! The parameters of the search.
//!
//! Suffixes show how a parameter is used: `base` is a constant, `margin` is multiplied by the depth, and `div` is a
//! divisor. So that a tuner can move a parameter in small steps, small numbers are in hundredths or per cent. Only depths
//! and counts are whole: between them, nothing changes.

use std::sync::LazyLock;

/// Declares the parameters. Each is a function without arguments that the compiler evaluates as a constant.
///
/// With the feature `tunable`, each parameter is instead read once from the environment, so that a tuner can run one
/// program with many values: `CHUHE_PARAMS=rfp_margin=80,nmp_base=4`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $range:expr;)*) => {
        #[cfg(any(feature = "tunable", test))]
        pub(crate) const ALL: &[(&str, i32, std::ops::RangeInclusive<i32>)] =
            &[$((stringify!($name), $value, $range),)*];

        $(
            $(#[$doc])*
            #[cfg(not(feature = "tunable"))]
            #[inline]
            pub(super) const fn $name() -> i32 {
                const { assert!(*($range).start() < $value && $value < *($range).end()) };
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
    /// Maximum depth for reverse futility pruning.
    rfp_depth = 7, 0..=12;
    /// Centipawns per ply of depth by which the evaluation must exceed beta for reverse futility pruning.
    rfp_margin = 72, 20..=200;
    /// Percentage of the evaluation's correction that is added to the margin of reverse futility pruning.
    rfp_correction = 80, 0..=300;
    /// Divisor, in hundredths, of the evaluation's excess over beta; the cutoff returns beta plus the quotient.
    rfp_return_div = 300, 100..=800;

    /// Maximum depth for razoring.
    razor_depth = 3, 0..=8;
    /// Centipawns by which the evaluation must be below alpha for razoring, at depth 0.
    razor_base = 126, 0..=600;
    /// Centipawns added to `razor_base`, multiplied by the squared depth.
    razor_margin = 168, 20..=500;

    /// Minimum depth for null move pruning.
    nmp_depth = 3, 1..=6;
    /// Reduction of the null move search, in hundredths of a ply, at depth 0.
    nmp_base = 517, 100..=900;
    /// Hundredths of a ply of depth for each additional ply of null move reduction.
    nmp_depth_div = 300, 200..=800;
    /// Centipawns of evaluation above beta for each additional ply of null move reduction.
    nmp_eval_div = 207, 50..=500;
    /// Maximum null move reduction due to the evaluation, in plies.
    nmp_eval_max = 3, 0..=8;
    /// Centipawns per ply of depth by which the static evaluation may be below beta for a null move.
    nmp_margin = 21, 0..=50;
    /// Centipawns subtracted from the product of `nmp_margin` and the depth.
    nmp_margin_base = 19, 0..=500;
    /// Minimum depth at which a null move cutoff is verified.
    nmp_verify_depth = 12, 6..=20;
    /// Percentage of the verification search's depth in which no null move is tried.
    nmp_verify_percent = 75, 0..=100;

    /// Minimum depth for `ProbCut`.
    probcut_depth = 4, 3..=100;
    /// Centipawns by which `ProbCut` raises beta.
    probcut_margin = 160, 50..=500;
    /// Reduction of the `ProbCut` search, in plies.
    probcut_reduction = 4, 2..=6;

    /// Minimum depth for internal iterative reductions.
    iir_depth = 5, 2..=9;

    /// Number of moves before late move pruning, in hundredths, at depth 0.
    lmp_base = 600, 100..=1200;
    /// Hundredths of a move added to `lmp_base`, multiplied by the squared depth.
    lmp_margin = 100, 30..=300;
    /// Divisor, in hundredths, of the number of moves before late move pruning if the side to move is not improving.
    lmp_not_improving_div = 200, 100..=400;
    /// Centipawns added to the static evaluation in futility pruning, at reduced depth 0.
    futility_base = 75, 0..=400;
    /// Centipawns added to `futility_base` per ply of reduced depth.
    futility_margin = 80, 20..=300;
    /// Maximum reduced depth for futility pruning.
    futility_depth = 7, 0..=14;
    /// Maximum reduced depth for history pruning.
    history_depth = 4, 0..=10;
    /// A quiet move is pruned if its history score is below minus this number per ply of depth.
    history_margin = 4208, 500..=10000;
    /// Centipawns that a quiet move may lose by static exchange evaluation, per squared reduced depth.
    see_quiet_margin = 31, 5..=80;
    /// Maximum reduced depth for pruning quiet moves by static exchange evaluation.
    see_quiet_depth = 8, 0..=14;
    /// Maximum depth for pruning captures by static exchange evaluation.
    see_capture_depth = 7, 0..=14;
    /// Centipawns that a capture may lose by static exchange evaluation, per ply of depth.
    see_capture_margin = 174, 20..=500;

    /// Minimum depth for singular extensions.
    singular_depth = 7, 4..=12;
    /// Maximum plies by which the table entry of a singular search may be shallower than the node.
    singular_tt_depth_margin = 3, 1..=6;
    /// Hundredths of a centipawn per ply of depth by which the singular window lies below the table's value.
    singular_margin = 200, 20..=800;
    /// The depth of the singular search is the node's depth less half a ply, divided by this number of hundredths.
    singular_depth_div = 200, 120..=400;
    /// A double extension requires the other moves to be more than this many centipawns below the singular window.
    double_extension_base = 16, -100..=200;
    /// Centipawns added to the thresholds of double and triple extensions in a PV node.
    double_extension_pv = 60, 0..=10000;
    /// A triple extension requires the other moves to be more than this many centipawns below the singular window.
    triple_extension_base = 68, 0..=10000;
    /// Reduction, in plies, of a table move that fails high but is not singular.
    negative_extension = 3, 0..=4;
    /// Reduction, in plies, in a cut node, of a table move that neither fails high nor is singular.
    negative_extension_cut = 2, 0..=4;

    /// Maximum depth for check extensions.
    check_extension_depth = 4, 0..=64;
    /// Moves are extended only at plies below this percentage of the iteration's depth.
    extension_ply_percent = 200, 100..=300;

    /// Minimum depth for late move reductions.
    lmr_depth = 3, 1..=5;
    /// Constant term of the base reduction, in hundredths of a ply. The other term is ln(depth) × ln(move count) plies,
    /// divided by `lmr_div` / 100.
    lmr_base = 102, -100..=250;
    /// Divisor of the logarithms in the base reduction, in hundredths.
    lmr_div = 220, 100..=400;
    /// Hundredths of a ply added to the reduction in a cut node.
    lmr_cut_node = 58, 0..=500;
    /// Hundredths of a ply added to the reduction if the side to move is not improving.
    lmr_not_improving = 114, 0..=300;
    /// Hundredths of a ply added to the reduction if the table's move is a capture.
    lmr_tt_capture = 106, 0..=300;
    /// Hundredths of a ply added to the reduction if the children of the node often fail high.
    lmr_cutoff_count = 103, 0..=300;
    /// The children of a node count as often failing high if they have more cutoffs than this.
    lmr_cutoff_count_min = 2, 1..=8;
    /// Hundredths of a ply subtracted from the reduction in a PV node.
    lmr_pv = 60, 0..=400;
    /// Hundredths of a ply subtracted from the reduction in a node that is, or was, part of a PV.
    lmr_was_pv = 100, 0..=400;
    /// Hundredths of a ply subtracted from the reduction of a killer.
    lmr_killer = 98, 0..=300;
    /// Hundredths of a ply subtracted from the reduction of a check.
    lmr_check = 73, 0..=300;
    /// Hundredths of a ply subtracted from the reduction of a capture.
    lmr_capture = 109, 0..=300;
    /// Hundredths of a ply subtracted from the reduction of an evasion.
    lmr_evasion = 100, 0..=300;
    /// Hundredths of a ply subtracted from the reduction per 100 centipawns of correction to the evaluation.
    lmr_correction = 50, 0..=300;
    /// History score that lowers the reduction by one ply.
    lmr_history_div = 11425, 2000..=30000;
    /// History score that lowers the reduction by one ply, where the reduced depth decides about pruning a quiet move.
    lmr_depth_history_div = 9549, 2000..=30000;
    /// A reduced search that beats the best value by more than this many centipawns is repeated a ply deeper.
    lmr_deeper_base = 153, 10..=200;
    /// A reduced search that beats the best value by less than this many hundredths of a centipawn per ply of depth is
    /// repeated a ply shallower.
    lmr_shallower_margin = 100, 0..=800;

    /// Minimum reduction of the previous move, in plies, for searching a ply deeper in hindsight.
    hindsight_deeper_reduction = 3, 1..=6;
    /// Minimum reduction of the previous move, in plies, for searching a ply shallower in hindsight.
    hindsight_shallower_reduction = 1, 0..=6;
    /// Minimum depth for searching a ply shallower in hindsight.
    hindsight_shallower_depth = 2, 1..=6;
    /// Centipawns that the sum of both sides' evaluations must exceed for searching a ply shallower in hindsight.
    hindsight_margin = 82, 0..=400;

    /// Maximum history bonus.
    history_bonus_max = 1227, 400..=4000;
    /// History bonus per ply of depth.
    history_bonus = 250, 40..=500;
    /// Percentage of the history bonus that a quiet move receives if it made its child fail low.
    prior_move_bonus = 50, 0..=200;
    /// Percentage of the history bonus that a capture receives if it made its child fail low.
    prior_capture_bonus = 50, 0..=200;
    /// Percentage of the history bonus that a table move receives if it fails high without a search.
    tt_hit_bonus = 50, 0..=200;
    /// History bonus, in hundredths, of a quiet move per centipawn by which it improved the static evaluation.
    eval_history_weight = 700, 0..=3200;

    /// History points added to the score of a quiet move that seems to give check, when quiet moves are ordered.
    check_bonus = 9216, 0..=32000;
    /// Weight of the captured piece relative to the capturing piece, when captures are ordered.
    mvv_weight = 16, 1..=64;
    /// Hundredths of a capture history point that count as one centipawn of the capturing piece, when captures are ordered.
    capture_history_div = 800, 100..=6400;

    /// Weight, in percent, of the correction by the kings and their guards.
    correction_guards = 60, 0..=200;
    /// Weight, in percent, of the correction by the last move and the move three plies before it.
    correction_three = 60, 0..=200;
    /// Units of correction history, summed over its tables, per centipawn.
    correction_div = 102, 32..=256;
    /// Hundredths of a correction unit per centipawn of error for every 8 plies of depth.
    correction_weight = 600, 50..=3200;
    /// The maximum bonus of one update, as a percentage of the largest absolute correction.
    correction_bonus_max = 25, 6..=100;

    /// Plies without a capture after which the evaluation is damped no further.
    damping_plies = 200, 1..=300;
    /// Plies without a capture that would damp the evaluation to 0.
    damping_div = 400, 300..=1600;

    /// Half the width of the first aspiration window, in centipawns.
    aspiration_base = 20, 5..=60;
    /// Minimum depth for aspiration windows.
    aspiration_depth = 4, 2..=8;
    /// Percentage by which an aspiration window grows when the search fails.
    aspiration_growth = 50, 10..=200;

    /// Centipawns added to the evaluation in delta pruning.
    delta_base = 254, 50..=500;
    /// Number of captures searched at a quiescence node before it is limited to checks and recaptures.
    qs_captures = 3, 1..=8;
    /// Maximum number of quiet evasions searched at a quiescence node once a move that does not lose by force is known.
    qs_quiet_evasions = 2, 1..=8;

    /// Maximum depth at which the table's value must agree with whether the node is expected to fail high.
    tt_agreement_depth = 5, 0..=100;
    /// Plies before the move-count draw within which no table value is trusted.
    tt_move_count_caution = 10, 0..=40;
    /// An entry of the same search is kept if the new result is shallower by more plies than this.
    tt_keep_depth = 3, 0..=16;
    /// Plies by which an entry's depth is discounted for each search since it was stored, when the entry to replace is
    /// chosen.
    tt_age_weight = 8, 0..=32;

    /// Maximum number of moves over which the remaining time is spread. Games last longer, but they are decided early,
    /// and each move uses only a share of what remains, so the time never runs out.
    time_moves = 15, 5..=60;
    /// Percentage of the increment added to the target.
    time_increment_percent = 80, 0..=100;
    /// Maximum target, as a percentage of the remaining time.
    time_target_max_percent = 50, 10..=80;
    /// Maximum time for a move, as a percentage of the target.
    time_most_of_target = 400, 100..=1000;
    /// Maximum time for a move, as a percentage of the remaining time.
    time_most_percent = 40, 10..=80;
    /// Percentage added to the target if the engine also thinks on the opponent's time.
    time_ponder_percent = 25, 0..=100;
    /// Percentage of the target after which no iteration is begun, because most would not be completed.
    time_last_start_percent = 75, 30..=150;
    /// Percentage of the target if the best move has just changed.
    time_stability_base = 130, 100..=200;
    /// Percentage points subtracted from `time_stability_base` for each iteration that kept the best move.
    time_stability_step = 9, 0..=10;
    /// Maximum number of iterations for which `time_stability_step` is subtracted.
    time_stability_max = 6, 0..=9;
    /// Centipawns of a fall in the score that would double the target.
    time_fall_div = 150, 30..=600;
    /// Lowest percentage to which a rising score reduces the target.
    time_fall_min = 90, 50..=100;
    /// Highest percentage to which a falling score raises the target.
    time_fall_max = 140, 100..=300;
    /// Percentage of the target if no nodes were spent on the best move.
    time_effort_base = 180, 100..=300;
    /// Percentage points subtracted from `time_effort_base` if all nodes were spent on the best move.
    time_effort_weight = 130, 0..=200;
    /// Lowest percentage to which a large share of nodes spent on the best move reduces the target.
    time_effort_min = 60, 30..=100;
    /// Highest percentage to which a small share of nodes spent on the best move raises the target.
    time_effort_max = 150, 100..=300;
    /// Minimum depth before stopping if there is a single legal move and a clock: enough to show a line.
    time_forced_depth = 6, 1..=20;
}

/// Base late move reductions in hundredths of a ply, by depth and move count.
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

/// The source of the parameters while they are being tuned.
#[cfg(feature = "tunable")]
mod tunable {
    /// The value of a parameter, from the environment or by default.
    ///
    /// # Panics
    /// If the environment names a parameter that does not exist or sets a value out of range, which is the tuner's
    /// mistake.
    pub(super) fn value(name: &str) -> i32 {
        let set = std::env::var("CHUHE_PARAMS").unwrap_or_default();
        for word in set.split(',').filter(|word| !word.is_empty()) {
            let (key, value) =
                word.split_once('=').expect("CHUHE_PARAMS has the form NAME=VALUE,...");
            let (_, _, range) =
                super::ALL.iter().find(|row| row.0 == key).expect("CHUHE_PARAMS names a parameter");
            let value: i32 = value.parse().expect("CHUHE_PARAMS contains whole numbers");
            assert!(range.contains(&value), "{key}={value} is not within {range:?}");
            if key == name {
                return value;
            }
        }
        super::ALL.iter().find(|row| row.0 == name).expect("every parameter is in the table").1
    }
}

#[cfg(test)]
mod tests {
    use super::ALL;

    /// Numbers of plies and counts, besides those whose names end in `_depth`.
    const WHOLE: &[&str] = &[
        "nmp_eval_max",
        "probcut_reduction",
        "singular_tt_depth_margin",
        "negative_extension",
        "negative_extension_cut",
        "lmr_cutoff_count_min",
        "hindsight_deeper_reduction",
        "hindsight_shallower_reduction",
        "qs_captures",
        "qs_quiet_evasions",
        "tt_age_weight",
        "time_stability_max",
    ];

    #[test]
    fn a_tuner_can_move_every_parameter_a_little_both_ways() {
        for (name, value, range) in ALL {
            assert!(range.start() < value && value < range.end(), "{name}");
            let is_whole = name.ends_with("_depth") || WHOLE.contains(name);
            assert!(is_whole || value.abs() >= 9, "{name}: a step of 1 is a large change");
        }
        let is_declared = |name: &&str| ALL.iter().any(|row| row.0 == *name);
        assert!(WHOLE.iter().all(is_declared));
    }
}
