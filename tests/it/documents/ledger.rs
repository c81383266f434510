//! Tests that the figures in the ledger are consistent, that it states each decision, and that the README's chart of
//! strength matches it.

use std::fmt::Write as _;

use chuhe_arena::stats::{Estimate, Pentanomial};

use super::{hold, page, table};

const HEADING: &str = "| date | commit | bench |";
const DECISIONS: [&str; 6] = [
    "taken (SPRT)",
    "taken (non-regression SPRT)",
    "taken, not decided by SPRT",
    "left out (SPRT)",
    "left out",
    "figure only",
];

/// The last day on which changes were accepted without a sequential test.
const RULE_AFTER: &str = "2026-11-22";

/// An entry of the ledger.
struct Entry {
    date: String,
    what: String,
    limits: String,
    /// Wins, draws and losses.
    games: [u64; 3],
    pairs: [u64; 5],
    outcome: String,
    decision: String,
}

fn entries() -> Vec<Entry> {
    let number = |text: &str| text.trim_start_matches(['+', '=', '-']).parse().unwrap();
    let read = |row: Vec<String>| {
        let Ok([date, _, _, what, limits, games, pairs, outcome, decision]) =
            <[String; 9]>::try_from(row)
        else {
            panic!("a line has nine columns")
        };
        let games: Vec<u64> = games.split(' ').map(number).collect();
        let pairs: Vec<u64> = pairs.split(", ").map(number).collect();
        Entry {
            date,
            what,
            limits,
            games: games.try_into().unwrap(),
            pairs: pairs.try_into().unwrap(),
            outcome,
            decision,
        }
    };
    table(&page("docs/inside/strength.md"), HEADING).into_iter().map(read).collect()
}

fn elo(value: f64) -> String {
    if value.is_infinite() { value.to_string() } else { format!("{value:+.1}") }
}

#[test]
fn every_line_follows_from_its_pairs() {
    for entry in entries() {
        let Entry { what, games: [wins, draws, losses], pairs: [ll, ld, dd, wd, ww], .. } = &entry;
        assert_eq!(wins + draws + losses, 2 * (ll + ld + dd + wd + ww), "{what}");
        assert_eq!(2 * wins + draws, ld + 2 * dd + 3 * wd + 4 * ww, "{what}");
        let known = Estimate::new(pentanomial(&entry)).unwrap().elo;
        let [value, low, high] = [known.value, known.low, known.high].map(elo);
        let expected = format!("Elo {value} [{low}, {high}]");
        assert!(entry.outcome.starts_with(&expected), "{what}: {expected}");
    }
}

#[test]
fn every_line_has_the_one_sign_and_a_decision() {
    for Entry { date, what, decision, outcome, .. } in entries() {
        let is_rival = what.contains("chuhe - ");
        assert!(what.ends_with("new - old") != is_rival, "{what}");
        assert!(DECISIONS.contains(&decision.as_str()), "{what}: {decision}");
        assert_eq!(decision.ends_with("SPRT)"), outcome.contains("SPRT"), "{what}: {decision}");
        let is_accepted = outcome.contains("H1 accepted");
        assert_eq!(decision.starts_with("taken ("), is_accepted, "{what}: {decision}");
        let is_exempt = date.as_str() <= RULE_AFTER;
        assert!(is_exempt || !decision.starts_with("taken,"), "{what}: accepted without a test");
    }
}

/// The opponents in the chart, each with the time control of the match that it shows. A bar shows the latest such
/// match, with its 95 % interval.
const RIVALS: [(&str, &str); 4] = [
    ("Fairy-Stockfish of July 2026, classical evaluation", "1+0.01"),
    ("ElephantEye", "1+0.01"),
    ("Pikafish-HCE", "1+0.01"),
    ("Pikafish-HCE", "1+0.01 against 4+0.04"),
];
const CHART: &str = "docs/pictures/strength.svg";

fn pentanomial(entry: &Entry) -> Pentanomial {
    let [ll, ld, dd, wd, ww] = entry.pairs;
    Pentanomial { ll, ld, dd, wl: 0, wd, ww }
}

/// The chart and its alternative text.
fn chart() -> (String, String) {
    let (mut bars, mut texts) = (String::new(), Vec::new());
    for (row, (rival, limits)) in RIVALS.into_iter().enumerate() {
        let entries = entries();
        let is_meant = |entry: &&Entry| {
            entry.what.ends_with(&format!("chuhe - {rival}")) && entry.limits == limits
        };
        let entry = entries.iter().rev().find(is_meant).unwrap();
        let games: u64 = entry.games.iter().sum();
        let rival = if limits.contains("against 4+") {
            format!("{rival} with four times the time")
        } else {
            rival.to_owned()
        };
        let score = Estimate::new(pentanomial(entry)).unwrap().score;
        let [value, low, high] = [score.value, score.low, score.high].map(|share| 400.0 * share);
        let (text, y) = (100.0 * score.value, 14 + 52 * row);
        writeln!(
            bars,
            "<text x=\"8\" y=\"{name_y}\">{rival}</text>\
             <text class=\"small\" x=\"552\" y=\"{name_y}\">{limits}, {games}</text>\
             <rect class=\"all\" x=\"8\" y=\"{bar_y}\" width=\"400\" height=\"16\"/>\
             <rect x=\"8\" y=\"{bar_y}\" width=\"{value:.1}\" height=\"16\"/>\
             <path d=\"M{from:.1} {middle}H{to:.1}\"/>\
             <text class=\"score\" x=\"420\" y=\"{score_y}\">{text:.1} %</text>",
            name_y = y + 8,
            bar_y = y + 16,
            middle = y + 24,
            score_y = y + 29,
            from = 8.0 + low,
            to = 8.0 + high,
        )
        .unwrap();
        texts.push(format!("{text:.1} % – {rival}"));
    }
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"560\" height=\"222\" viewBox=\"0 0 560 222\" role=\"img\">\n\
         <style>text{{font:14px sans-serif;fill:#222}}.score{{font-weight:bold}}\
         .small{{fill:#777;text-anchor:end}}rect{{fill:#b3261e}}.all{{fill:#e6e0d6}}\
         path{{stroke:#222;stroke-width:2}}\
         @media(prefers-color-scheme:dark){{text{{fill:#eee}}.small{{fill:#aaa}}rect{{fill:#d9574c}}.all{{fill:#3a3632}}\
         path{{stroke:#eee}}}}</style>\n{bars}</svg>\n"
    );
    (svg, texts.join("; "))
}

#[test]
fn the_chart_shows_the_latest_score_against_each_rival() {
    let (svg, text) = chart();
    hold(CHART, &svg);
    for name in ["README.md", "README.zh-CN.md"] {
        let page = page(name);
        assert!(page.contains(&format!("![{text}]({CHART})")), "{name}: ![{text}]({CHART})");
    }
}
