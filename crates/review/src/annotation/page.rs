//! Writes annotations as self-contained pages for a browser: one page for each game, and an index.

use std::collections::BTreeMap;

use serde::Serialize;

use super::index::IndexEntry;
use super::report::AnnotationReport;
use super::{Annotation, Moment, Point, Sentence};
use crate::picture::page::{Page, ScoreReport};

const INDEX_TITLE: &str = "Annotated games · 复盘目录";

/// Text that a page's scripts lack, in one language.
#[derive(Clone, Debug, Serialize)]
pub struct Reasons {
    /// Why the rules end the game or do not end it; empty if the verdict needs no explanation.
    pub ending: String,
    /// Why part of the game is missing.
    pub unread: Option<String>,
    /// The sentence for each of [`Annotation::moments`], with [`Sentence::PLACE`] in place of the named move.
    pub moments: Vec<String>,
}

impl<'a> Sentence<'a> {
    /// The placeholder for a move, which the page replaces with the move in the reader's notation.
    pub const PLACE: &'static str = "{move}";

    /// The sentence for the page.
    pub fn for_page(moment: &'a Moment) -> Self {
        Self { moment, by: Self::PLACE.to_owned() }
    }
}

/// The texts for the page of a game.
#[derive(Clone, Debug)]
pub struct PageWords {
    /// The tag of the language in which the page opens: `en` or `zh-CN`.
    pub language: &'static str,
    /// The reasons, by language tag.
    pub reasons: BTreeMap<&'static str, Reasons>,
}

/// The data of a game's page.
#[derive(Serialize)]
struct GamePage<'a> {
    #[serde(flatten)]
    report: AnnotationReport<'a>,
    /// The score of each position, in the form that the scripts use.
    red_scores: Vec<ScoreReport>,
    /// The reasons, by language tag.
    reasons: &'a BTreeMap<&'static str, Reasons>,
}

impl Annotation {
    /// Returns the annotation as an HTML document, which opens in the language of `words` unless its reader has chosen
    /// another one. The document loads no other files and works offline.
    pub fn page(&self, words: &PageWords) -> String {
        self.page_of(words, "")
    }

    /// Returns the same document with a relative link to the index of a collection.
    pub fn page_of(&self, words: &PageWords, index: &str) -> String {
        let page = Page {
            name: "game",
            language: words.language,
            title: &self.title(),
            up: index,
            words: &["annotation"],
            data: &self.page_data(words),
        };
        page.html()
    }

    /// Returns the data for a game's page: [`Annotation::json`], and the texts that its script lacks.
    ///
    /// # Panics
    /// Never: all keys are strings.
    pub fn page_data(&self, words: &PageWords) -> String {
        let score = |point: &Point| ScoreReport::new(point.score, point.board.side_to_move());
        let data = GamePage {
            report: AnnotationReport::new(self),
            red_scores: self.points.iter().map(score).collect(),
            reasons: &words.reasons,
        };
        serde_json::to_string(&data).expect("all keys are strings")
    }

    /// The players' names or, if they are unknown, the event's name.
    fn title(&self) -> String {
        let known = |name| self.game.known_tag(name);
        match (known("Red"), known("Black")) {
            (None, None) => known("Event").unwrap_or("象棋").to_owned(),
            (red, black) => format!("{} – {}", red.unwrap_or("?"), black.unwrap_or("?")),
        }
    }
}

/// Returns the index of a folder of annotated games as an HTML document that loads no other files.
pub(super) fn index_page(games: &[IndexEntry], language: &str) -> String {
    let page = Page {
        name: "index",
        language,
        title: INDEX_TITLE,
        up: "",
        words: &["annotation"],
        data: &serde_json::to_string(games).expect("all keys are strings"),
    };
    page.html()
}
