//! Tests that the examples in `docs/reference/statistics.md` follow from the first columns of their tables.

use chuhe_arena::stats::{Decision, EloModel, Estimate, Interval, Pentanomial, Sprt};

use super::{hold, page, table, with_table};

const PAGE: &str = "docs/reference/statistics.md";
const ESTIMATES: &str = "| pairs (LL, LD, DD + WL, WD, WW) | score |";
const TESTS: &str = "| pairs (LL, LD, DD + WL, WD, WW) | hypotheses |";

fn pairs(cell: &str) -> Pentanomial {
    let cells: Vec<u64> = cell.split(", ").map(|count| count.parse().unwrap()).collect();
    let [ll, ld, dd, wd, ww] = cells.try_into().unwrap();
    Pentanomial { ll, ld, dd, wl: 0, wd, ww }
}

fn text(Interval { value, low, high }: Interval) -> String {
    let sign = |number: f64| match number {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        _ => format!("{number:+.1}"),
    };
    // Adding 0.0 turns -0.0 into 0.0.
    format!("{} [{}, {}]", sign(value + 0.0), sign(low), sign(high))
}

#[test]
fn estimates_follow_from_the_pairs() {
    let text_of = page(PAGE);
    let rows: Vec<Vec<String>> = table(&text_of, ESTIMATES)
        .into_iter()
        .map(|row| {
            let estimate = Estimate::new(pairs(&row[0])).unwrap();
            vec![
                row[0].clone(),
                format!("{:.1} %", 100.0 * estimate.score.value),
                text(estimate.elo),
                estimate.normalised_elo.map_or_else(|| "–".to_owned(), text),
                format!("{:.3} %", 100.0 * estimate.superiority),
            ]
        })
        .collect();
    assert!(rows.len() > 5);
    hold(PAGE, &with_table(&text_of, ESTIMATES, &rows));
}

#[test]
fn sequential_tests_follow_from_the_pairs() {
    let text = page(PAGE);
    let mut decisions: Vec<String> = Vec::new();
    let mut rows = table(&text, TESTS);
    for row in &mut rows {
        let (model, range) = row[1].split_once(' ').unwrap();
        let (elo0, elo1) = range.trim_matches(['[', ']']).split_once(", ").unwrap();
        let [elo0, elo1] = [elo0, elo1].map(|elo| elo.parse().unwrap());
        let model = [EloModel::Logistic, EloModel::Normalised]
            .into_iter()
            .find(|known| known.to_string() == model)
            .unwrap();
        let sprt = Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap();
        let llr = sprt.llr(pairs(&row[0]));
        let decision = match sprt.decide(llr) {
            Decision::AcceptH0 => "H0 accepted",
            Decision::AcceptH1 => "H1 accepted",
            Decision::Continue => "undecided",
        };
        *row = vec![row[0].clone(), row[1].clone(), format!("{llr:.2}"), decision.to_owned()];
        decisions.push(decision.to_owned());
    }
    decisions.sort_unstable();
    decisions.dedup();
    assert_eq!(decisions.len(), 3, "an example of each decision: {decisions:?}");
    hold(PAGE, &with_table(&text, TESTS, &rows));
}
