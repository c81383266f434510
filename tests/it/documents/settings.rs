//! Tests the tables in `docs/reference/settings.md` against every interface.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use chuhe::cli::Cli;
use chuhe_engine::engine::options::{self, Kind};
use chuhe_session::message::Request;
use clap::CommandFactory;
use regex_lite::Regex;
use serde_json::{Value, json};

use super::{page, path, quoted, table};
use crate::common::command::{chuhe, with_all_below};

const PAGE: &str = "docs/reference/settings.md";
/// Options whose names outside the protocols are shorter, as the page says.
const SHORTER: [(&str, &str); 3] =
    [("Skill Level", "level"), ("Repetition Rule", "rules"), ("TablePath", "tables")];
/// Words that name different things, or contents rather than settings.
const NO_SETTINGS: [&str; 14] = [
    "base64", "book", "engine", "files", "folder", "games", "id", "line", "name", "options",
    "plies", "progress", "size", "text",
];

/// An argument with a default in Python; the default counts if it is a number or a text.
const ARGUMENT: &str = r#"\b(\w+): (?:[^,()=\n\[]|\[[^\]\n]*\])+ = (\d[\w.]*|"[^"]*"|)"#;

/// A row of the table of settings.
struct Setting {
    name: String,
    options: Vec<String>,
    /// The names on the command line, in Python, in HTTP and in the npm package; empty if there is none.
    names: [String; 4],
    values: String,
    default: String,
}

fn settings() -> Vec<Setting> {
    let rows = table(&page(PAGE), "| Name | UCI, UCCI |");
    let plain = |cell: &String| cell.trim_matches(['`', '–']).to_owned();
    rows.iter()
        .map(|row| Setting {
            name: row[0].clone(),
            options: quoted(&row[1]).map(str::to_owned).collect(),
            names: [2, 3, 4, 5].map(|column: usize| plain(&row[column])),
            values: row[6].clone(),
            default: row[7].clone(),
        })
        .collect()
}

fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

fn found(pattern: &str, text: &str) -> Vec<(String, String)> {
    let pattern = Regex::new(pattern).unwrap();
    let group = |found: &regex_lite::Captures<'_>, number| {
        found.get(number).map_or_else(String::new, |group| group.as_str().to_owned())
    };
    pattern.captures_iter(text).map(|found| (group(&found, 1), group(&found, 2))).collect()
}

/// A name in camel case or with hyphens, as Python would write it.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.trim_start_matches("--").chars() {
        match c {
            '-' => text.push('_'),
            c if c.is_ascii_uppercase() => text.extend(['_', c.to_ascii_lowercase()]),
            c => text.push(c),
        }
    }
    text
}

/// The names in an interface, each with its defaults.
type Names = BTreeMap<String, Vec<String>>;

fn named(pairs: impl IntoIterator<Item = (String, String)>) -> Names {
    let mut names = Names::new();
    for (name, default) in pairs {
        names.entry(snake(&name)).or_default().extend((!default.is_empty()).then_some(default));
    }
    names
}

fn flags() -> Names {
    let mut command = Cli::command();
    command.build();
    let mut pairs = Vec::new();
    for (_, command) in with_all_below("", &command) {
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let Some(long) = arg.get_long() else { continue };
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            let stated = found(r"\[default: (\d[^\],; ]*)", &help).pop();
            let values =
                arg.get_default_values().first().filter(|_| !arg.is_hide_default_value_set());
            let value = values.map(|value| value.to_string_lossy().into_owned());
            let default = stated.map(|(number, _)| number).or(value).unwrap_or_default();
            let takes = arg.get_action().takes_values();
            pairs.push((long.to_owned(), if takes { default } else { String::new() }));
        }
    }
    named(pairs)
}

/// The arguments with defaults, and the fields of the classes of settings, in the Python package.
fn python() -> Names {
    let mut pairs = Vec::new();
    for file in ["engine", "annotate", "arena", "database", "game", "collection"] {
        let text = read(&format!("python/chuhe/{file}.py"));
        pairs.extend(found(ARGUMENT, &text));
        for class in text.split("\nclass ").skip(1) {
            let body = class.split("\n    def ").next().unwrap();
            pairs.extend(found(r"\n    (\w+): \S+()", body));
        }
    }
    for file in ["_native.pyi", "cluster/jobs.py"] {
        let text = read(&format!("python/chuhe/{file}"));
        pairs.extend(found(ARGUMENT, &text));
    }
    named(pairs)
}

/// The fields that a page may send in a request, taken from the error for an unknown field.
fn fields(request: &str) -> Vec<(String, String)> {
    let error = Request::parse(&json!({"id": 1, "do": request, "?": 1}).to_string()).unwrap_err();
    let expected = error.reason.split(" expected ").nth(1).unwrap().to_owned();
    quoted(&expected).map(|name| (name.to_owned(), String::new())).collect()
}

fn http() -> Names {
    let described: Value =
        serde_json::from_str(&read("crates/serve/src/api/openapi.json")).unwrap();
    let schemas = described["components"]["schemas"].as_object().unwrap();
    let requests = schemas.iter().filter(|(name, _)| {
        name.ends_with("Request") && !name.starts_with("Gomoku") && !name.starts_with("Draughts")
    });
    let mut pairs: Vec<(String, String)> = Vec::new();
    for (name, field) in requests.flat_map(|(_, it)| it["properties"].as_object().unwrap()) {
        let description = field["description"].as_str().unwrap_or_default();
        let stated = found(r"(\d+) by default", description).pop().map(|(number, _)| number);
        let default = field["default"].as_str().map(str::to_owned);
        pairs.push((name.clone(), stated.or(default).unwrap_or_default()));
    }
    for request in ["play.new", "analyse.start", "watch.start", "review.start"] {
        pairs.extend(fields(request));
    }
    named(pairs)
}

fn npm() -> Names {
    let text = read("web/npm/src/index.d.ts") + &read("web/npm/src/messages.d.ts");
    let mut pairs = found(r"(\w+)\?: ()", &text);
    let game = text.split("type Game = ").nth(1).unwrap().split("};").next().unwrap();
    pairs.extend(found(r"\n(\w+)\??: ()", game));
    pairs.extend(found(r"`(\w+)` is [^.]* by default ([\d,]+)", &text));
    named(pairs)
}

fn interfaces() -> [Names; 4] {
    [flags(), python(), http(), npm()]
}

/// The name under which the table lists a name: lists are in the plural there, and what a flag turns off is named.
fn listed(name: &str) -> String {
    let name = snake(name);
    match name.strip_prefix("no_") {
        Some(rest) => rest.to_owned(),
        None if ["arrow", "mark"].contains(&&*name) => name + "s",
        None => name,
    }
}

#[test]
fn a_setting_has_one_name_in_every_interface() {
    for Setting { name, options, names, .. } in settings() {
        for (cell, known) in names.iter().zip(interfaces()) {
            let known: BTreeSet<String> = known.keys().map(|known| listed(known)).collect();
            assert_eq!(!cell.is_empty(), known.contains(&name), "{name}: `{cell}`");
            assert!(cell.is_empty() || listed(cell) == name, "{name}: `{cell}`");
        }
        let joined = |text: &str| text.replace([' ', '_'], "").to_ascii_lowercase();
        let protocol = options.first().map(|option| option.trim_start_matches("go "));
        let protocol = protocol.map(|option| option.trim_start_matches("UCI_"));
        let is_shorter = |option: &str| SHORTER.contains(&(option, name.as_str()));
        let is_same = |option: &str| joined(option) == joined(&name) || is_shorter(option);
        assert!(protocol.is_none_or(is_same), "{name}: {options:?}");
    }
}

#[test]
fn every_shared_setting_is_listed() {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for names in interfaces() {
        let names: BTreeSet<String> = names.keys().map(|name| listed(name)).collect();
        for name in names {
            *count.entry(name).or_default() += 1;
        }
    }
    let rows: BTreeSet<String> = settings().into_iter().map(|setting| setting.name).collect();
    let shared = count.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name);
    let missing: Vec<String> = shared
        .filter(|name| !rows.contains(name) && !NO_SETTINGS.contains(&name.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn options_have_the_listed_values_and_defaults() {
    let rows = settings();
    for setting in &rows {
        for name in setting.options.iter().filter(|name| !name.starts_with("go ")) {
            let spec = options::find(name).unwrap_or_else(|| panic!("{name}"));
            let is_listed = spec.names().all(|name| setting.options.iter().any(|it| it == name));
            assert!(is_listed, "{name}");
            let is_path =
                matches!(spec.kind, Kind::EvalFile(_) | Kind::TablePath(_) | Kind::BookFile(_));
            let values = spec.kind.to_string();
            assert!(is_path || setting.values.contains(&values), "{name}: {values}");
            let default = spec.default_text();
            let is_given = setting.default.contains(&default) || default == options::NO_FOLDER;
            assert!(is_given || spec.uci == Some("UCI_Elo"), "{name}: {default}");
        }
    }
    assert!(rows.iter().filter(|setting| !setting.options.is_empty()).count() > 15);
}

#[test]
fn defaults_are_the_same_in_every_interface() {
    let mut checked = 0;
    for Setting { name, default, .. } in settings() {
        for names in interfaces() {
            for (_, stated) in names.iter().filter(|(known, _)| listed(known) == name) {
                for value in stated {
                    let value = value.trim_matches('"').replace([',', '_'], "");
                    let seconds = value.strip_suffix('s').and_then(|it| it.parse::<u32>().ok());
                    let value = seconds.map_or(value, |seconds| (seconds * 1000).to_string());
                    if ["0.0", "auto"].contains(&&*value) {
                        continue;
                    }
                    checked += 1;
                    let words = default.split([' ', ',', ';', ':', '`']);
                    assert!(words.into_iter().any(|word| word == value), "{name}: {value}");
                }
            }
        }
    }
    assert!(checked > 40, "{checked}");
}

#[test]
fn results_have_the_listed_names() {
    let output = chuhe(&["analyze", "--depth", "1", "--json"]).output().unwrap();
    let printed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let python = read("python/chuhe/_native.pyi");
    let info = python.split("\nclass Info:").nth(1).unwrap().split("\nclass ").next().unwrap();
    let described: Value =
        serde_json::from_str(&read("crates/serve/src/api/openapi.json")).unwrap();
    let schemas = &described["components"]["schemas"];
    let npm = read("web/npm/src/messages.d.ts");
    let npm = npm.split("type Info = ").nth(1).unwrap().split("};").next().unwrap();
    for row in table(&page(PAGE), "| Field | `analyze --json`") {
        let [cli, python, http, npm_name] =
            [1, 2, 3, 4].map(|column: usize| row[column].trim_matches(['`', '–']));
        let found = printed["lines"][0].get(cli).or_else(|| printed.get(cli));
        assert!(found.is_some(), "{cli}");
        assert!(info.contains(&format!("def {python}(")), "{python}");
        let schemas = ["Line", "AnalyzeAnswer"].map(|name| &schemas[name]["properties"]);
        let is_described = schemas.iter().any(|schema| schema.get(http).is_some());
        assert!(http.is_empty() || is_described, "{http}");
        assert!(npm.contains(&format!("\n{npm_name}: ")), "{npm_name}");
        assert!(
            [python, http, npm_name].iter().all(|it| it.is_empty() || snake(it) == cli),
            "{cli}"
        );
    }
}
