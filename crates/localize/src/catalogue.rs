//! The messages in all languages. Each language has a folder of files, one for each subject; both folders contain the
//! same files with the same messages. The only exception is `help`, which has no English file because the English help
//! is in the definitions of the commands.

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

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
            "endings", "engine", "files", "grammar", "lab", "match", "notation", "play",
            "puzzles", "serve", "tables"
        ),
        Language::Chinese => files!("zh-CN":
            "analysis", "annotate", "arena", "book", "commands", "common", "compliance", "database", "diagnosis",
            "endings", "engine", "files", "grammar", "help", "lab", "match", "notation", "play",
            "puzzles", "serve", "tables"
        ),
    }
}

type Bundle = FluentBundle<FluentResource>;

static ENGLISH: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::English));
static CHINESE: LazyLock<Bundle> = LazyLock::new(|| bundle(Language::Chinese));

/// Returns the text of a message in the language of this thread. Usually called through [`tr!`](crate::tr).
///
/// If the message is missing in that language, returns its English text or, without one, its name. Tests make sure that
/// no message is missing.
#[must_use]
pub fn message(id: &str, arguments: &[(&str, FluentValue)]) -> String {
    let arguments: FluentArgs = arguments
        .iter()
        .map(|(name, value)| {
            // A count that is passed as text, with digit groups or padded for a column, also selects singular or
            // plural.
            let is_one = matches!(value, FluentValue::String(text) if text == "1");
            let value = if is_one { FluentValue::from(1) } else { value.clone() };
            ((*name).to_owned(), value)
        })
        .collect();
    format(bundle_of(current()), id, &arguments)
        .or_else(|| format(&ENGLISH, id, &arguments))
        .unwrap_or_else(|| id.to_owned())
}

/// Whether the language of this thread has a message with this name.
#[must_use]
pub fn has(id: &str) -> bool {
    bundle_of(current()).has_message(id)
}

fn bundle_of(language: Language) -> &'static Bundle {
    match language {
        Language::English => &ENGLISH,
        Language::Chinese => &CHINESE,
    }
}

fn format(bundle: &Bundle, id: &str, arguments: &FluentArgs) -> Option<String> {
    let pattern = bundle.get_message(id)?.value()?;
    let mut errors = Vec::new();
    let text = bundle.format_pattern(pattern, Some(arguments), &mut errors).into_owned();
    debug_assert!(errors.is_empty(), "{id}: {errors:?}");
    Some(text)
}

fn bundle(language: Language) -> Bundle {
    let tag = language.tag().parse().unwrap_or_default();
    let mut bundle = Bundle::new_concurrent(vec![tag]);
    // Direction marks around inserted values are needed only for right-to-left languages.
    bundle.set_use_isolating(false);
    let added = bundle.add_function("PLURAL", plural);
    debug_assert!(added.is_ok(), "{added:?}");
    for (name, text) in files(language) {
        let resource = match FluentResource::try_new((*text).to_owned()) {
            Ok(resource) => resource,
            Err((resource, errors)) => {
                debug_assert!(false, "{name}: {errors:?}");
                resource
            }
        };
        let added = bundle.add_resource(resource);
        debug_assert!(added.is_ok(), "{name}: {added:?}");
    }
    bundle
}

/// Selects the singular or the plural of an English noun: `{ PLURAL($games, "game", "games") }`.
fn plural<'a>(arguments: &[FluentValue<'a>], _: &FluentArgs) -> FluentValue<'a> {
    match arguments {
        [FluentValue::Number(number), one, _] if number.as_string() == "1" => one.clone(),
        [_, _, other] => other.clone(),
        _ => FluentValue::Error,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
    use walkdir::WalkDir;

    use super::*;

    type Messages = BTreeMap<String, BTreeSet<String>>;

    /// The names of the messages in a file, each with the names of its variables.
    fn messages(name: &str, text: &str) -> Messages {
        let resource = fluent_syntax::parser::parse(text)
            .unwrap_or_else(|(_, errors)| panic!("{name}: {errors:?}"));
        let mut messages = Messages::new();
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

    fn all(language: Language) -> Messages {
        let mut all = Messages::new();
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
        let mut asked = Messages::new();
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
        for one in [FluentValue::from(1), FluentValue::from("1")] {
            for (id, places) in all(Language::English) {
                let is_constant = |place: &String| matches!(place.as_str(), "least" | "most");
                if places.iter().any(is_constant) || id.ends_with("-progress") {
                    continue;
                }
                let arguments: Vec<_> =
                    places.iter().map(|place| (place.as_str(), one.clone())).collect();
                let text = crate::with(Language::English, || message(&id, &arguments));
                for found in plural.captures_iter(&text) {
                    assert!(
                        others.contains(&&found[1]) || sizes.contains(&&found[1]),
                        "{id}: {text}"
                    );
                }
            }
        }
        let kept =
            |games: &str| message("match-kept", &[("games", games.into()), ("folder", "m".into())]);
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
        let text = |piece: &str| message("piece", &[("piece", piece.into())]);
        with(Language::English, || assert_eq!([text("B"), text("b")], ["elephant", "elephant"]));
        with(Language::Chinese, || assert_eq!([text("B"), text("b")], ["相", "象"]));
        assert_eq!(message("there-is-none", &[]), "there-is-none");
    }
}
