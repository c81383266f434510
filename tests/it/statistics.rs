//! Tests match statistics against published numbers, and against simulated matches with known true values.

use chuhe_arena::stats::{
    Decision, EloModel, Estimate, Pentanomial, Sample, Sprt, Tally, elo_of_score, score_of_elo,
};
use chuhe_engine::types::rng::SplitMix64;
use proptest::prelude::*;

const LOGISTIC: EloModel = EloModel::Logistic;
const NORMALISED: EloModel = EloModel::Normalised;

fn pairs([ll, ld, dd, wd, ww]: [u64; 5]) -> Pentanomial {
    Pentanomial { ll, ld, dd, wl: 0, wd, ww }
}

fn games(wins: u64, losses: u64, draws: u64) -> Tally {
    Tally { wins, draws, losses }
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

/// A published log-likelihood ratio, the hypotheses, the model, the pairs, and the source.
type RatioRow = (f64, (f64, f64), EloModel, [u64; 5], &'static str);

#[test]
fn ratios_of_pairs_are_those_published() {
    // The rows for Stockfish are from fishtest; those for viridithas, PlentyChess and Clockwork are from OpenBench.
    let rows: &[RatioRow] = &[
        (2.94, (-1.0, 3.0), LOGISTIC, [424, 2948, 5832, 3045, 460], "Stockfish #2493, STC"),
        (2.94, (0.0, 2.0), LOGISTIC, [1284, 17437, 55536, 18085, 1292], "Stockfish #2493, LTC"),
        (2.96, (-0.5, 1.5), LOGISTIC, [17, 253, 1042, 337, 39], "Stockfish #2971, STC"),
        (2.93, (0.25, 1.75), LOGISTIC, [11, 407, 3238, 513, 11], "Stockfish #2971, LTC"),
        (2.96, (-0.25, 1.25), LOGISTIC, [491, 7345, 29693, 7670, 465], "Stockfish #3098, STC"),
        (2.97, (0.25, 1.25), LOGISTIC, [53, 2220, 21459, 2445, 47], "Stockfish #3098, LTC"),
        (2.94, (-0.25, 1.25), LOGISTIC, [253, 4282, 17604, 4431, 286], "Stockfish #3209, STC"),
        (2.97, (-0.5, 2.5), NORMALISED, [264, 5737, 31270, 5964, 269], "Stockfish #3514, STC"),
        (2.94, (0.5, 3.5), NORMALISED, [29, 2205, 35000, 2392, 34], "Stockfish #3514, LTC"),
        (2.95, (-0.5, 2.5), NORMALISED, [117, 4287, 9664, 4481, 135], "Stockfish #3679, STC"),
        (2.95, (0.0, 2.0), NORMALISED, [371, 10263, 24989, 10642, 379], "Stockfish #4194, STC"),
        (2.94, (0.5, 2.5), NORMALISED, [47, 8181, 25234, 8575, 47], "Stockfish #4194, LTC"),
        (2.99, (0.0, 3.0), NORMALISED, [94, 2177, 4428, 2303, 147], "viridithas #256, STC"),
        (2.97, (0.0, 3.0), NORMALISED, [51, 2943, 6761, 3160, 57], "viridithas #256, LTC"),
        (0.16, (0.0, 2.5), NORMALISED, [214, 8992, 19871, 9102, 235], "PlentyChess #334, STC"),
        (2.90, (-3.0, 1.0), NORMALISED, [5, 942, 2469, 1050, 5], "PlentyChess #334, LTC"),
        (2.99, (0.0, 3.0), NORMALISED, [502, 4280, 8387, 4603, 490], "Clockwork #407, STC"),
        (-3.07, (0.5, 2.5), LOGISTIC, [223, 9863, 21279, 10037, 246], "fastchess, sprt_test"),
        (-4.98, (0.0, 2.0), LOGISTIC, [871, 26175, 55983, 26678, 821], "fastchess, sprt_test"),
        (2.25, (0.0, 2.0), NORMALISED, [365, 16618, 36229, 16974, 390], "fastchess, sprt_test"),
        (3.01, (-1.75, 0.25), NORMALISED, [127, 4883, 10712, 5150, 104], "fastchess, sprt_test"),
        // Lopsided results, which an iteration starting in the middle never reaches.
        (-2.95, (-1000.0, -500.0), NORMALISED, [77, 1, 0, 0, 0], "fastchess #882"),
        (-2.97, (-1000.0, -500.0), NORMALISED, [72, 10, 0, 0, 0], "fastchess #882"),
    ];
    for &(printed, (elo0, elo1), model, cells, source) in rows {
        let llr = sprt(elo0, elo1, model).llr(pairs(cells));
        assert!((llr - printed).abs() <= 0.005_000_1, "{source}: {llr}, printed {printed}");
    }
    // Fishtest's raw statistics pages print more digits: montytest, test 69d3c8dc7c5b3724e29d2712.
    let llr = sprt(0.0, 4.0, NORMALISED).llr(pairs([13, 37, 50, 25, 3]));
    assert!((llr - -0.549_12).abs() <= 5e-6, "{llr}");
    // fastchess's own tests check these only to a hundredth.
    let llr = sprt(0.0, 5.0, NORMALISED).llr(pairs([0, 0, 0, 0, 5550]));
    assert!((llr / 111.82 - 1.0).abs() < 0.01, "{llr}");
    let llr = sprt(0.0, 10.0, NORMALISED).llr(games(4250, 0, 0));
    assert!((llr / 120.56 - 1.0).abs() < 0.01, "{llr}");
}

#[test]
fn ratios_of_games_are_those_published() {
    // fastchess, sprt_test.
    for (printed, (elo0, elo1), model, games) in [
        (0.92, (0.0, 2.0), NORMALISED, games(36433, 36027, 68692)),
        (2.30, (-1.75, 0.25), NORMALISED, games(10871, 10650, 20431)),
        (-1.57, (0.5, 2.5), LOGISTIC, games(21404, 21184, 40708)),
        (-2.59, (0.0, 2.0), LOGISTIC, games(57433, 57030, 106_593)),
    ] {
        let llr = sprt(elo0, elo1, model).llr(games);
        assert!((llr - printed).abs() <= 0.005_000_1, "{llr}, printed {printed}");
    }
}

#[test]
fn estimates_are_those_published() {
    // Elo and its margin, normalized Elo and its margin, and the likelihood of superiority in percent, each if
    // published.
    type Row = (Sample, [Option<f64>; 5], &'static str);
    let all = |numbers: [f64; 5]| numbers.map(Some);
    let rows: &[Row] = &[
        (
            games(76, 89, 123).into(),
            [None, None, Some(-20.76), Some(40.13), Some(15.53)],
            "fastchess, elo_test",
        ),
        (games(136, 96, 111).into(), all([40.70, 30.43, 49.77, 36.77, 99.60]), "elo_test"),
        (
            games(34, 356, 0).into(),
            [None, None, Some(-508.44), Some(34.48), None],
            "fastchess, elo_test",
        ),
        (
            Pentanomial { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 }.into(),
            all([55.58, 27.65, 57.94, 28.28, 100.0]),
            "fastchess, elo_test",
        ),
        (
            Pentanomial { ll: 332, ld: 433, wl: 457, dd: 41, wd: 333, ww: 334 }.into(),
            all([-8.64, 10.33, -9.17, 10.96, 5.05]),
            "fastchess, elo_test",
        ),
        (
            Pentanomial { ll: 7895, ld: 8757, wl: 5485, dd: 200, wd: 568, ww: 9999 }.into(),
            all([-21.04, 2.95, -19.01, 2.65, 0.0]),
            "fastchess, elo_test",
        ),
        (
            pairs([235, 1384, 2521, 1341, 239]).into(),
            all([-1.06, 4.05, -1.67, 6.37, 30.33]),
            "Lynx #1899",
        ),
        (
            pairs([30, 6, 18, 0, 6]).into(),
            all([-168.40, 73.37, -170.08, 62.16, 0.0]),
            "fastchess #807",
        ),
        (
            pairs([0, 1, 4, 0, 0]).into(),
            all([-34.86, 62.20, -122.84, 215.34, 13.18]),
            "fastchess #515",
        ),
        (
            pairs([144, 3, 1, 0, 0]).into(),
            [Some(-827.87), None, Some(-2248.42), Some(39.58), Some(0.0)],
            "fastchess #879",
        ),
    ];
    for &(sample, printed, source) in rows {
        let estimate = Estimate::new(sample).unwrap();
        let normalised = estimate.normalised_elo.unwrap();
        let measured = [
            Some(estimate.elo.value),
            estimate.elo.margin(),
            Some(normalised.value),
            normalised.margin(),
            Some(100.0 * estimate.superiority),
        ];
        for (measured, printed) in measured.into_iter().zip(printed) {
            let Some(printed) = printed else { continue };
            let measured = measured.unwrap();
            assert!(
                (measured - printed).abs() <= 0.005_000_1,
                "{source}: {measured}, printed {printed}"
            );
        }
    }
}

/// `OpenBench` prints the distance from the value to the farther end of the interval.
#[test]
fn intervals_are_those_published() {
    for (cells, elo, reach, source) in [
        ([94, 2177, 4428, 2303, 147], 4.41, 2.75, "viridithas #256, STC"),
        ([51, 2943, 6761, 3160, 57], 3.07, 2.12, "viridithas #256, LTC"),
        ([44, 241, 590, 413, 71], 28.96, 8.30, "PlentyChess #213"),
        ([214, 8992, 19871, 9102, 235], 0.69, 1.25, "PlentyChess #334, STC"),
        ([5, 942, 2469, 1050, 5], 4.20, 3.43, "PlentyChess #334, LTC"),
        ([502, 4280, 8387, 4603, 490], 2.84, 2.11, "Clockwork #407, STC"),
        ([150, 2970, 6427, 3225, 144], 3.27, 2.26, "Clockwork #407, LTC"),
    ] {
        let measured = Estimate::new(pairs(cells)).unwrap().elo;
        let farther = (measured.high - measured.value).max(measured.value - measured.low);
        assert!((measured.value - elo).abs() <= 0.005_000_1, "{source}: {measured:?}");
        assert!((farther - reach).abs() <= 0.005_000_1, "{source}: {measured:?}");
    }
}

/// The true distribution of pairs. Each pair consists of two independent games from an opening worth `bias` points to
/// one side.
#[derive(Clone, Copy, Debug)]
struct Truth {
    cells: [f64; 5],
}

impl Truth {
    fn new(score: f64, draws: f64, bias: f64) -> Self {
        let game = |score: f64| {
            let [win, loss] = [score - draws / 2.0, 1.0 - score - draws / 2.0];
            assert!(win >= 0.0 && loss >= 0.0, "no such game");
            [loss, draws, win]
        };
        let (one, other) = (game(score + bias), game(score - bias));
        let mut cells = [0.0; 5];
        for (i, p) in one.into_iter().enumerate() {
            for (j, q) in other.into_iter().enumerate() {
                cells[i + j] += p * q;
            }
        }
        Self { cells }
    }

    /// The distribution with a given normalized Elo, computed from the definition.
    fn of_normalised_elo(elo: f64, draws: f64, bias: f64) -> Self {
        let (mut low, mut high): (f64, f64) = (0.5, 0.7);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let deviation = Self::new(middle, draws, bias).variance().sqrt() * 2_f64.sqrt();
            if (middle - 0.5) / deviation * 800.0 / 10_f64.ln() < elo {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self::new(low, draws, bias)
    }

    fn of_elo(elo: f64, model: EloModel, draws: f64, bias: f64) -> Self {
        match model {
            EloModel::Logistic => Self::new(score_of_elo(elo), draws, bias),
            EloModel::Normalised => Self::of_normalised_elo(elo, draws, bias),
        }
    }

    fn score(self) -> f64 {
        (0..5).map(|cell| self.cells[cell] * cell as f64 / 4.0).sum()
    }

    fn variance(self) -> f64 {
        let mean = self.score();
        (0..5).map(|cell| self.cells[cell] * (cell as f64 / 4.0 - mean).powi(2)).sum()
    }

    /// Plays a pair and counts its result.
    fn play(self, rng: &mut SplitMix64, counts: &mut [u64; 5]) {
        let mut left = (rng.next() >> 11) as f64 / (1_u64 << 53) as f64;
        let cell = self.cells[..4].iter().position(|p| {
            left -= p;
            left < 0.0
        });
        counts[cell.unwrap_or(4)] += 1;
    }
}

/// The percentage of matches whose 95 % intervals contain the true value, for Elo and for normalized Elo.
fn coverage(matches: u32, match_pairs: u32, truth: Truth, seed: u64) -> (f64, f64) {
    let mut rng = SplitMix64::new(seed);
    let elo = elo_of_score(truth.score());
    let normalised = (truth.score() - 0.5) / (2.0 * truth.variance()).sqrt() * 800.0 / 10_f64.ln();
    let (mut held, mut held_normalised) = (0, 0);
    for _ in 0..matches {
        let mut counts = [0; 5];
        for _ in 0..match_pairs {
            truth.play(&mut rng, &mut counts);
        }
        let estimate = Estimate::new(pairs(counts)).unwrap();
        held += u32::from((estimate.elo.low..=estimate.elo.high).contains(&elo));
        let interval = estimate.normalised_elo.unwrap();
        held_normalised += u32::from((interval.low..=interval.high).contains(&normalised));
    }
    let per_cent = |held: u32| 100.0 * f64::from(held) / f64::from(matches);
    (per_cent(held), per_cent(held_normalised))
}

/// The results of several sequential tests.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// The fraction of tests that accepted `elo1`.
    accepted: f64,
    /// The mean length of the tests, in pairs.
    pairs: f64,
}

fn run_tests(tests: u32, sprt: &Sprt, truth: Truth, seed: u64) -> Ends {
    let mut rng = SplitMix64::new(seed);
    let (mut accepted, mut played) = (0, 0_u64);
    for _ in 0..tests {
        let mut counts = [0; 5];
        loop {
            truth.play(&mut rng, &mut counts);
            played += 1;
            match sprt.decide(sprt.llr(pairs(counts))) {
                Decision::Continue => {}
                Decision::AcceptH0 => break,
                Decision::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    let per_test = |count: f64| count / f64::from(tests);
    Ends { accepted: per_test(f64::from(accepted)), pairs: per_test(played as f64) }
}

#[test]
fn intervals_hold_the_truth() {
    for (seed, (elo, draws, bias, match_pairs)) in [
        (0.0, 0.5, 0.0, 200),
        (20.0, 0.4, 0.15, 100),
        (120.0, 0.3, 0.1, 100),
        (-60.0, 0.6, 0.0, 500),
    ]
    .into_iter()
    .enumerate()
    {
        let truth = Truth::new(score_of_elo(elo), draws, bias);
        let (held, held_normalised) = coverage(2000, match_pairs, truth, seed as u64);
        let expected = 93.0..=97.0;
        assert!(expected.contains(&held), "Elo {elo}: {held} %");
        // The interval of normalized Elo is the usual approximation, which treats the variance as known and so is too
        // narrow for large differences.
        let expected = if elo.abs() < 100.0 { expected } else { 88.0..=93.0 };
        assert!(expected.contains(&held_normalised), "Elo {elo}, normalized: {held_normalised} %");
    }
}

/// The test advances one pair at a time and so overshoots the bounds, which makes errors rarer than 0.05; 3000 tests
/// measure their rate to ±0.008.
fn assert_errors_as_agreed(model: EloModel) {
    let sprt = sprt(0.0, 50.0, model);
    let at = |elo| Truth::of_elo(elo, model, 0.5, 0.1);
    let first = run_tests(3000, &sprt, at(0.0), 1);
    let second = run_tests(3000, &sprt, at(50.0), 2);
    let expected = 0.032..=0.058;
    assert!(expected.contains(&first.accepted), "{model}, type I: {first:?}");
    assert!(expected.contains(&(1.0 - second.accepted)), "{model}, type II: {second:?}");
}

#[test]
fn logistic_tests_err_as_often_as_agreed() {
    assert_errors_as_agreed(LOGISTIC);
}

#[test]
fn normalised_tests_err_as_often_as_agreed() {
    assert_errors_as_agreed(NORMALISED);
}

/// Prints the figures in `docs/reference/statistics.md`: `cargo test --release --test it figures -- --ignored
/// --nocapture`.
#[test]
#[ignore = "takes minutes; prints the figures in docs/reference/statistics.md"]
fn figures() {
    println!("Elo, draws, bias, pairs: share of intervals with the true value, Elo and normalized");
    for (elo, draws, bias, match_pairs) in [
        (0.0, 0.5, 0.0, 50),
        (0.0, 0.5, 0.0, 500),
        (20.0, 0.4, 0.15, 50),
        (20.0, 0.4, 0.15, 500),
        (120.0, 0.3, 0.1, 50),
        (120.0, 0.3, 0.1, 500),
        (300.0, 0.2, 0.0, 50),
        (300.0, 0.2, 0.0, 500),
    ] {
        let truth = Truth::new(score_of_elo(elo), draws, bias);
        let (held, held_normalised) = coverage(20_000, match_pairs, truth, 3);
        println!("{elo} {draws} {bias} {match_pairs}: {held:.1} % {held_normalised:.1} %");
    }
    println!("model, hypotheses: type I, type II errors; mean pairs under elo0, elo1 and between");
    for model in [LOGISTIC, NORMALISED] {
        for (elo0, elo1) in [(0.0, 20.0), (0.0, 50.0)] {
            let sprt = sprt(elo0, elo1, model);
            let run =
                |elo, seed| run_tests(10_000, &sprt, Truth::of_elo(elo, model, 0.5, 0.1), seed);
            let (first, second) = (run(elo0, 4), run(elo1, 5));
            let between = run(f64::midpoint(elo0, elo1), 6);
            println!(
                "{model} [{elo0}, {elo1}]: {:.4} {:.4}; {:.0} {:.0} {:.0}",
                first.accepted,
                1.0 - second.accepted,
                first.pairs,
                second.pairs,
                between.pairs
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Every combination of counts and hypotheses has a finite ratio, and swapping the sides mirrors it.
    #[test]
    fn every_count_has_a_finite_ratio(
        cells in prop::array::uniform5(prop_oneof![
            Just(0_u64), 0..4_u64, 0..300_u64, 0..20_000_u64, 0..1_000_000_000_u64,
        ]),
        elo0 in -2000.0..1999.0_f64,
        gap in 0.001..1.0_f64,
        is_normalised: bool,
    ) {
        let model = if is_normalised { NORMALISED } else { LOGISTIC };
        let elo1 = elo0 + (2000.0 - elo0) * gap * gap;
        let [ll, _, dd, _, ww] = cells;
        let samples: [Sample; 2] = [pairs(cells).into(), games(ww, ll, dd).into()];
        let turned: [Sample; 2] = [(-pairs(cells)).into(), games(ll, ww, dd).into()];
        for (sample, turned) in samples.into_iter().zip(turned) {
            let llr = sprt(elo0, elo1, model).llr(sample);
            let other = sprt(-elo1, -elo0, model).llr(turned);
            prop_assert!(llr.is_finite());
            // This holds only for small samples: with many millions of pairs of one kind and very few of the others,
            // the two differ because of rounding.
            if sample.units() < 100_000 {
                prop_assert!((llr + other).abs() <= 1e-6 * (1.0 + llr.abs()), "{llr} and {other}");
            }
        }
    }

    #[test]
    fn every_count_has_an_estimate(
        cells in prop::array::uniform5(prop_oneof![Just(0_u64), 0..3_u64, 0..1_000_000_u64]),
    ) {
        let [ll, ld, dd, ..] = cells;
        for sample in [Sample::from(pairs(cells)), Sample::from(games(ll, ld, dd))] {
            let Some(estimate) = Estimate::new(sample) else {
                prop_assert_eq!(sample.units(), 0);
                continue;
            };
            let Estimate { score, elo, normalised_elo, superiority } = estimate;
            prop_assert!(0.0 <= score.low && score.low <= score.value);
            prop_assert!(score.value <= score.high && score.high <= 1.0);
            // Comparisons with NaN are false.
            prop_assert!(elo.low <= elo.value && elo.value <= elo.high);
            prop_assert!((0.0..=1.0).contains(&superiority));
            prop_assert!((superiority - 0.5) * (score.value - 0.5) >= 0.0);
            if let Some(normalised) = normalised_elo {
                prop_assert!(normalised.value.is_finite() && normalised.margin().is_some());
            }
        }
    }
}
