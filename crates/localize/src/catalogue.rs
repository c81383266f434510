//! The messages in all languages. Each language has a folder of files, one for each subject; both folders contain the
//! same files with the same messages. The only exception is `help`, which has no English file because the English help
//! is in the definitions of the commands.
//!
//! The files have the syntax of [Project Fluent](https://projectfluent.org). Of its expressions, messages use texts in
//! quotes, variables, selections, and one function: `{ PLURAL($games, "game", "games") }`.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser::parse_runtime;
use fluent_syntax::unicode::unescape_unicode_to_string;

use crate::language::{Language, current};

/// The names and texts of a language's files.
macro_rules! files {
    ($tag:literal: $($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!($tag, "/", $name, ".ftl")))),*]
    };
}

/// The catalogue files: name and text.
pub(super) const fn files(language: Language) -> &'static [(&'static str, &'static str)] {
    match language {
        Language::English => files!("en":
            "analysis", "annotate", "arena", "book", "commands", "common", "compliance", "database", "diagnosis",
            "engine", "files", "grammar", "lab", "match", "notation", "play",
            "puzzles", "serve", "tables"
        ),
        Language::Chinese => files!("zh-CN":
            "analysis", "annotate", "arena", "book", "commands", "common", "compliance", "database", "diagnosis",
            "engine", "files", "grammar", "help", "lab", "match", "notation", "play",
            "puzzles", "serve", "tables"
        ),
    }
}

type Messages = HashMap<&'static str, Pattern<&'static str>>;

static ENGLISH: LazyLock<Messages> = LazyLock::new(|| read(Language::English));
static CHINESE: LazyLock<Messages> = LazyLock::new(|| read(Language::Chinese));

/// The names of a message's variables, and their values.
type Arguments<'a> = [(&'a str, &'a dyn Display)];

/// Returns the text of a message in the language of this thread. Usually called through [`tr!`](crate::tr).
///
/// If the message is missing in that language, returns its English text or, without one, its name. Tests make sure that
/// no message is missing.
pub fn message(id: &str, arguments: &Arguments<'_>) -> String {
    let pattern = messages(current()).get(id).or_else(|| ENGLISH.get(id));
    let arguments: Vec<(&str, String)> =
        arguments.iter().map(|(name, value)| (*name, value.to_string())).collect();
    pattern.map_or_else(|| id.to_owned(), |pattern| fill(pattern, &arguments))
}

/// Whether the language of this thread has a message with this name.
pub fn has(id: &str) -> bool {
    messages(current()).contains_key(id)
}

fn messages(language: Language) -> &'static Messages {
    match language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    }
}

fn read(language: Language) -> Messages {
    let mut messages = Messages::new();
    for (name, text) in files(language) {
        let resource = parse_runtime(*text).unwrap_or_else(|(resource, errors)| {
            debug_assert!(false, "{name}: {errors:?}");
            resource
        });
        for entry in resource.body {
            if let Entry::Message(message) = entry
                && let Some(pattern) = message.value
            {
                messages.insert(message.id.name, pattern);
            }
        }
    }
    messages
}

/// Fills in the variables of a message, which have these values.
fn fill(pattern: &Pattern<&str>, arguments: &[(&str, String)]) -> String {
    let piece = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => (*value).to_owned(),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => {
            value(inline, arguments)
        }
        PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
            let selected = value(selector, arguments);
            let variant = variants.iter().find(|variant| matches(variant, &selected));
            let variant = variant.or_else(|| variants.iter().find(|variant| variant.default));
            variant.map(|variant| fill(&variant.value, arguments)).unwrap_or_default()
        }
    };
    pattern.elements.iter().map(piece).collect()
}

/// Whether a value selects a variant: `[one]` is for the count 1, also if it is given as text.
fn matches(variant: &Variant<&str>, value: &str) -> bool {
    match variant.key {
        VariantKey::Identifier { name: "one" } => value == "1",
        VariantKey::Identifier { name: key } | VariantKey::NumberLiteral { value: key } => {
            key == value
        }
    }
}

fn value(inline: &InlineExpression<&str>, arguments: &[(&str, String)]) -> String {
    match inline {
        InlineExpression::StringLiteral { value } => unescape_unicode_to_string(value).into_owned(),
        InlineExpression::NumberLiteral { value } => (*value).to_owned(),
        InlineExpression::VariableReference { id } => {
            let found = arguments.iter().find(|(name, _)| *name == id.name);
            debug_assert!(found.is_some(), "no variable {}", id.name);
            found.map(|(_, value)| value.clone()).unwrap_or_default()
        }
        InlineExpression::FunctionReference { id, arguments: called } if id.name == "PLURAL" => {
            match &called.positional[..] {
                [count, one, other] => {
                    value(if value(count, arguments) == "1" { one } else { other }, arguments)
                }
                _ => String::new(),
            }
        }
        other => {
            debug_assert!(false, "{other:?} has no value");
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use walkdir::WalkDir;

    use super::*;

    /// The names of messages, each with the names of its variables.
    type Places = BTreeMap<String, BTreeSet<String>>;

    /// The names of the messages in a file, each with the names of its variables.
    fn messages(name: &str, text: &str) -> Places {
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
        let mut messages = Places::new();
        for entry in resource.body {
            if let Entry::Message(message) = entry {
                let mut places = BTreeSet::new();
                collect(&message.value.expect("a message has a text"), &mut places);
                let id = message.id.name.to_owned();
                assert!(messages.insert(id.clone(), places).is_none(), "{name}: {id} twice");
            }
        }
        messages
    }

    fn collect(pattern: &Pattern<&str>, places: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            let PatternElement::Placeable { expression } = element else { continue };
            let inline = match expression {
                Expression::Inline(inline) => inline,
                Expression::Select { selector, variants } => {
                    for variant in variants {
                        collect(&variant.value, places);
                    }
                    selector
                }
            };
            let called = match inline {
                InlineExpression::FunctionReference { arguments, .. } => &arguments.positional[..],
                inline => std::slice::from_ref(inline),
            };
            for inline in called {
                if let InlineExpression::VariableReference { id } = inline {
                    places.insert(id.name.to_owned());
                }
            }
        }
    }

    fn all(language: Language) -> Places {
        let mut all = Places::new();
        for (name, text) in files(language) {
            for (id, places) in messages(name, text) {
                assert!(all.insert(id.clone(), places).is_none(), "{id} is in two files");
            }
        }
        all
    }

    #[test]
    fn both_languages_have_the_same_messages_with_the_same_places() {
        let chinese = files(Language::Chinese).iter().filter(|(name, _)| *name != "help");
        for ((name, english), (same, chinese)) in files(Language::English).iter().zip(chinese) {
            assert_eq!(name, same);
            let (english, chinese) = (messages(name, english), messages(name, chinese));
            let missing: Vec<_> = english.keys().filter(|id| !chinese.contains_key(*id)).collect();
            let surplus: Vec<_> = chinese.keys().filter(|id| !english.contains_key(*id)).collect();
            assert!(missing.is_empty() && surplus.is_empty(), "{name}: {missing:?}, {surplus:?}");
            for (id, places) in english {
                assert_eq!(places, chinese[&id], "{name}: {id}");
            }
        }
    }

    /// The list contains every file in the folders.
    #[test]
    fn every_file_is_read() {
        for language in Language::ALL {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(language.tag());
            let mut names: Vec<_> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| {
                    entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()
                })
                .collect();
            names.sort();
            let mut listed: Vec<_> = files(language).iter().map(|(name, _)| *name).collect();
            listed.sort_unstable();
            assert_eq!(listed, names);
        }
    }

    /// Every message and variable used in the code exists, and every message is used.
    #[test]
    fn the_code_and_the_catalogue_agree() {
        let mut asked = Places::new();
        for entry in ["../../src", "../serve/src", "../session/src", "src"]
            .into_iter()
            .flat_map(|folder| WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)))
        {
            let path = entry.unwrap().into_path();
            let is_this = path.ends_with("localize/src/catalogue.rs");
            if path.extension().is_some_and(|ending| ending == "rs") && !is_this {
                let text = fs::read_to_string(&path).unwrap();
                for (i, start) in text.match_indices("tr!(") {
                    let is_other = text[..i].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                    let call = call_of(&text[i + start.len()..]).filter(|_| !is_other);
                    let Some((id, places)) = call else { continue };
                    let known = asked.entry(id.clone()).or_insert_with(|| places.clone());
                    assert_eq!(*known, places, "{id} in {}", path.display());
                }
            }
        }
        let english = all(Language::English);
        for (id, places) in &asked {
            let there = english.get(id).unwrap_or_else(|| panic!("no message {id}"));
            assert_eq!(there, places, "{id}");
        }
        let unused: Vec<_> = english.keys().filter(|id| !asked.contains_key(*id)).collect();
        assert!(unused.is_empty(), "{unused:?}");
    }

    /// The message name and the variables in a call of `tr!`, given the text after its opening bracket.
    fn call_of(text: &str) -> Option<(String, BTreeSet<String>)> {
        let (id, rest) = text.trim_start().strip_prefix('"')?.split_once('"')?;
        let (mut depth, mut quoted, mut start, mut parts) = (0, false, 0, Vec::new());
        let mut before = ' ';
        for (i, c) in rest.char_indices() {
            match c {
                '"' if before != '\\' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' if depth == 0 => {
                    parts.push(&rest[start..i]);
                    break;
                }
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => {
                    parts.push(&rest[start..i]);
                    start = i + 1;
                }
                _ => {}
            }
            before = c;
        }
        let places =
            parts.iter().filter_map(|part| Some(part.split_once('=')?.0.trim().to_owned()));
        Some((id.to_owned(), places.collect()))
    }

    /// "1 games" never appears, for any count.
    #[test]
    fn one_thing_is_singular() {
        let plural = regex_lite::Regex::new(
            r"(?:^|[^0-9.:/–])1 (?:legal |new |more |quiet )?([a-z]{2,}s)(?:[^a-z/]|$)",
        )
        .unwrap();
        // These words are verbs or units of measurement.
        let others = [
            "is",
            "was",
            "has",
            "does",
            "ms",
            "wins",
            "says",
            "sends",
            "answers",
            "refuses",
            "goes",
            "scores",
            "pass",
            "sets",
            "applies",
            "redirects",
        ];
        // These counts are never 1.
        let sizes = ["bytes", "entries", "nodes", "centipawns", "characters"];
        for (id, places) in all(Language::English) {
            let is_constant = |place: &String| matches!(place.as_str(), "least" | "most");
            if places.iter().any(is_constant) || id.ends_with("-progress") {
                continue;
            }
            let arguments: Vec<(&str, &dyn Display)> =
                places.iter().map(|place| (place.as_str(), &1 as _)).collect();
            let text = crate::with(Language::English, || message(&id, &arguments));
            for found in plural.captures_iter(&text) {
                assert!(others.contains(&&found[1]) || sizes.contains(&&found[1]), "{id}: {text}");
            }
        }
        let kept = |games: &str| message("match-kept", &[("games", &games), ("folder", &"m")]);
        crate::with(Language::English, || {
            assert_eq!(kept("1"), "1 game, saved in m");
            assert_eq!(kept("1 000"), "1 000 games, saved in m");
        });
    }

    /// Chinese text uses Chinese punctuation, except in text for the user to type.
    #[test]
    fn chinese_has_chinese_punctuation() {
        let half_width =
            regex_lite::Regex::new("[\u{4e00}-\u{9fff}][,;:!?()]|[,;:!?()][\u{4e00}-\u{9fff}]")
                .unwrap();
        for (name, text) in files(Language::Chinese) {
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let said = line.replace("分:秒", "");
                assert!(!half_width.is_match(&said), "{name}: {line}");
            }
        }
    }

    #[test]
    fn messages_are_filled_in() {
        use crate::with;
        let text = |piece: &str| message("piece", &[("piece", &piece)]);
        with(Language::English, || assert_eq!([text("B"), text("b")], ["elephant", "elephant"]));
        with(Language::Chinese, || assert_eq!([text("B"), text("b")], ["相", "象"]));
        assert_eq!(message("there-is-none", &[]), "there-is-none");
    }
}
