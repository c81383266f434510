//! The ledger adds up, has one sign, and says what was decided; the README's table of strength comes from it.

use chuhe_arena::stats::{Estimate, Pentanomial};

use super::{page, table};

const HEADING: &str = "| date | commit | bench |";
const DECISIONS: [&str; 6] = [
    "taken (SPRT)",
    "taken (non-regression SPRT)",
    "taken, not decided by SPRT",
    "left out (SPRT)",
    "left out",
    "figure only",
];

/// The last day on which changes were taken without a sequential test.
const RULE_AFTER: &str = "2026-11-22";

/// A line of the ledger.
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
    table(&page("docs/strength.md"), HEADING).into_iter().map(read).collect()
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
        let pairs = Pentanomial { ll: *ll, ld: *ld, dd: *dd, wl: 0, wd: *wd, ww: *ww };
        let known = Estimate::new(pairs).unwrap().elo;
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
        assert!(is_exempt || !decision.starts_with("taken,"), "{what}: taken without a test");
    }
}

#[test]
fn the_readme_has_the_latest_score_against_each_rival() {
    let entries = entries();
    for row in table(&page("README.md"), "| rival | time control |") {
        let [rival, limits, score, games] = &row[..] else { panic!("{row:?}") };
        let what = format!("chuhe - {rival}");
        let latest = entries.iter().rfind(|e| e.what.ends_with(&what) && &e.limits == limits);
        let [wins, draws, losses] = latest.unwrap().games;
        let all = wins + draws + losses;
        let points = 100.0 * (wins as f64 + draws as f64 / 2.0) / all as f64;
        assert_eq!((score, games), (&format!("{points:.1} %"), &all.to_string()), "{rival}");
    }
}
