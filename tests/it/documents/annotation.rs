//! Tests `docs/reference/annotation.md`: the curve, the examples of grades, and the fields in JSON.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use chuhe_engine::types::Score;
use chuhe_review::annotation::grade::{self, Class};
use serde_json::Value;

use super::{hold, page, quoted, table, with_table};

const PAGE: &str = "docs/reference/annotation.md";
const CURVE: &str = "| score | positions |";
const GRADES: &str = "| before | after |";
/// A game with a mating move, about which everything is recorded, so that the report has every field.
const GAME: &str = "[FEN \"3k5/R8/9/9/1r7/9/9/9/9/4K3R w\"]\n\n\
    {[%csl Ra8]} 1. I0-I9 $1 {[%clk 0:00:09] [%emt 0:00:01] [%cal Gi0i9] mate} (1. A8-A9) 1-0\n";

#[test]
fn the_curve_is_the_one_in_the_table() {
    let text = page(PAGE);
    let mut rows = table(&text, CURVE);
    for row in &mut rows {
        let score = Score::Cp(row[0].parse().unwrap());
        row[6] = format!("{:.1}", grade::expectation(score));
    }
    hold(PAGE, &with_table(&text, CURVE, &rows));
}

fn score(text: &str) -> Score {
    let plies = |text: &str| text.parse().unwrap();
    if let Some(mate) = text.strip_prefix("mate in ") {
        Score::MateIn(plies(mate))
    } else if let Some(mate) = text.strip_prefix("mated in ") {
        Score::MatedIn(plies(mate))
    } else {
        Score::Cp(text.parse().unwrap())
    }
}

#[test]
fn every_class_has_its_example() {
    let text = page(PAGE);
    let mut rows = table(&text, GRADES);
    let mut classes = BTreeSet::new();
    for row in &mut rows {
        let (before, after) = (score(&row[0]), score(&row[1]));
        let expectations = [before, after].map(grade::expectation);
        let loss = grade::loss(expectations);
        let class = Class::of(before, after, loss);
        *row = vec![
            row[0].clone(),
            row[1].clone(),
            format!("{loss:.1}"),
            grade::loss_cp(before, after).to_string(),
            class.name().to_owned(),
            format!("{:.1} %", grade::accuracy(loss)),
            format!("{:.2}", grade::weight(expectations)),
        ];
        classes.insert(class.name());
    }
    assert_eq!(classes, Class::ALL.map(Class::name).into());
    hold(PAGE, &with_table(&text, GRADES, &rows));
}

fn annotated() -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["annotate", "-", "--to", "json", "--nodes", "500"])
        .env("CHUHE_LANG", "en")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(GAME.as_bytes()).unwrap();
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}

/// The field names of all objects in an array, or of one object.
fn names(value: &Value) -> BTreeSet<&str> {
    let objects: Vec<&Value> =
        value.as_array().map_or_else(|| vec![value], |all| all.iter().collect());
    let fields = objects.into_iter().filter_map(Value::as_object);
    fields.flat_map(|object| object.keys().map(String::as_str)).collect()
}

#[test]
fn every_field_is_described_and_none_is_invented() {
    let (report, page) = (annotated(), page(PAGE));
    let rows = table(&page, "| field | content |");
    let described: BTreeSet<&str> = rows.iter().flat_map(|row| quoted(&row[0])).collect();
    assert_eq!(names(&report), described);
    for field in ["ending", "sides", "positions", "moves"] {
        let row = rows.iter().find(|row| row[0] == format!("`{field}`")).unwrap();
        let described: BTreeSet<&str> =
            quoted(&row[1]).filter(|name| !name.starts_with("chuhe ")).collect();
        assert_eq!(names(&report[field]), described, "{field}");
    }
}
