//! Annotations as self-contained pages for a browser: one for a game, and an index of many.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Annotation;
use super::index::IndexEntry;
use super::report::AnnotationReport;
use crate::locale::{self, Language};
use crate::picture::page::{escape, fill, script_json};
use crate::picture::{self, Faces, Theme};

const GAME: &str = include_str!("page.html");
const GAME_STYLE: [&str; 2] = [include_str!("common.css"), include_str!("page.css")];
const GAME_SCRIPT: [&str; 2] = [include_str!("words.js"), include_str!("page.js")];

const INDEX: &str = include_str!("index.html");
const INDEX_STYLE: [&str; 2] = [GAME_STYLE[0], include_str!("index.css")];
const INDEX_SCRIPT: [&str; 2] = [GAME_SCRIPT[0], include_str!("index.js")];

/// What a page tells in words that the scripts do not have, in a language.
#[derive(Serialize)]
struct Reasons {
    /// Why the rules end the game, or do not.
    ending: String,
    /// Why something of the game is missing.
    unread: Option<String>,
}

/// What the page of a game is made of.
#[derive(Serialize)]
struct GamePage<'a> {
    #[serde(flatten)]
    report: AnnotationReport<'a>,
    /// By the tags of the languages.
    reasons: BTreeMap<&'static str, Reasons>,
}

impl GamePage<'_> {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("all keys are strings")
    }
}

impl Annotation {
    /// The annotation as an HTML document, which opens in the language of the thread unless its reader chose another one.
    /// It loads nothing and works without a network.
    #[must_use]
    pub fn page(&self) -> String {
        self.page_of("")
    }

    /// The same document with a link to the index of a collection, relative to it.
    #[must_use]
    pub fn page_of(&self, index: &str) -> String {
        let parts = picture::parts(Faces::Chinese, Theme::Wood);
        let [left, top, width, height] = parts.frame;
        let [upright, flipped] = parts.coordinates;
        let data = GamePage { report: AnnotationReport::new(self), reasons: self.reasons() }.json();
        fill(GAME, |slot| match slot {
            "language" => locale::current().tag().to_owned(),
            "title" => escape(&self.title()),
            "index" => escape(index),
            "style" => GAME_STYLE.concat(),
            "script" => GAME_SCRIPT.concat(),
            "data" => script_json(&data),
            "frame" => format!("{left} {top} {width} {height}"),
            "discs" => parts.discs.clone(),
            "board" => parts.board.clone(),
            "upright" => upright.clone(),
            "flipped" => flipped.clone(),
            _ => String::new(),
        })
    }

    fn reasons(&self) -> BTreeMap<&'static str, Reasons> {
        let reasons = || Reasons {
            ending: self.reasons_of_ending(),
            unread: self.unread.as_ref().map(ToString::to_string),
        };
        let of = |language: Language| (language.tag(), locale::with(language, reasons));
        Language::ALL.map(of).into()
    }

    /// The names of the players, or else of the event.
    fn title(&self) -> String {
        let known = |name| self.game.tag(name).filter(|value| !value.trim_matches('?').is_empty());
        match (known("Red"), known("Black")) {
            (None, None) => known("Event").unwrap_or("象棋").to_owned(),
            (red, black) => format!("{} – {}", red.unwrap_or("?"), black.unwrap_or("?")),
        }
    }
}

/// The index of a folder of annotated games as an HTML document, which loads nothing either.
pub(super) fn index_page(games: &[IndexEntry]) -> String {
    let data = serde_json::to_string(games).expect("all keys are strings");
    fill(INDEX, |slot| match slot {
        "language" => locale::current().tag().to_owned(),
        "style" => INDEX_STYLE.concat(),
        "script" => INDEX_SCRIPT.concat(),
        "data" => script_json(&data),
        _ => String::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_its_place() {
        for slot in
            ["language", "title", "index", "style", "script", "data", "frame", "discs", "board"]
        {
            assert!(GAME.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
        for slot in ["language", "style", "script", "data"] {
            assert!(INDEX.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
    }
}
