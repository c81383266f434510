//! Annotations as self-contained pages for a browser: one for a game, and an index of many.

use std::collections::BTreeMap;

use serde::Serialize;

use super::index::IndexEntry;
use super::report::AnnotationReport;
use super::{Annotation, Point};
use crate::picture::page::{Page, ScoreReport};
use chuhe_locale as locale;
use chuhe_locale::Language;

const ANNOTATED_STYLE: &str = include_str!("annotated.css");

/// The files with which a served page shows annotated games as a self-contained one does, by room and name.
pub const PAGE_FILES: [(&str, &str); 3] = [
    ("annotation/words.js", include_str!("words.js")),
    ("annotation/annotated.css", ANNOTATED_STYLE),
    ("annotation/annotated.js", include_str!("annotated.js")),
];
const INDEX_TITLE: &str = "Annotated games · 复盘目录";

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
    /// Of each position, in the terms of the scripts.
    scores: Vec<ScoreReport>,
    /// By the tags of the languages.
    reasons: BTreeMap<&'static str, Reasons>,
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
        let page = Page {
            title: &self.title(),
            up: index,
            main: include_str!("page.html"),
            style: &[include_str!("page.css"), ANNOTATED_STYLE].concat(),
            script: include_str!("page.js"),
            modules: &PAGE_FILES,
            data: &self.page_data(),
        };
        page.html()
    }

    /// What the page of the game is made of: [`Annotation::json`], and the words that its script does not have.
    ///
    /// # Panics
    /// Never: all keys are strings.
    #[must_use]
    pub fn page_data(&self) -> String {
        let score = |point: &Point| ScoreReport::new(point.score, point.position.side_to_move());
        let data = GamePage {
            report: AnnotationReport::new(self),
            scores: self.points.iter().map(score).collect(),
            reasons: self.reasons(),
        };
        serde_json::to_string(&data).expect("all keys are strings")
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
        let known = |name| self.game.known_tag(name);
        match (known("Red"), known("Black")) {
            (None, None) => known("Event").unwrap_or("象棋").to_owned(),
            (red, black) => format!("{} – {}", red.unwrap_or("?"), black.unwrap_or("?")),
        }
    }
}

/// The index of a folder of annotated games as an HTML document, which loads nothing either.
pub(super) fn index_page(games: &[IndexEntry]) -> String {
    let page = Page {
        title: INDEX_TITLE,
        up: "",
        main: include_str!("index.html"),
        style: include_str!("index.css"),
        script: include_str!("index.js"),
        modules: &PAGE_FILES,
        data: &serde_json::to_string(games).expect("all keys are strings"),
    };
    page.html()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::page::check_script;

    #[test]
    fn each_page_is_one_script() {
        check_script(include_str!("page.js"), &PAGE_FILES);
        check_script(include_str!("index.js"), &PAGE_FILES);
    }
}
