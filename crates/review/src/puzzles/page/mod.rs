//! Puzzles as one self-contained page for a browser.

use super::PuzzleSet;
use crate::picture::page::Page;

const WORDS: &str = include_str!("words.js");
const SOLVING_STYLE: &str = include_str!("solving.css");
const SOLVING_SCRIPT: &str = include_str!("solving.js");

/// The files with which a served page has puzzles solved as a self-contained one does, by name, each after those that it
/// needs. They come after those of [`SHARED`](crate::picture::page::SHARED).
pub const PAGE_FILES: [(&str, &str); 3] =
    [("puzzle-words.js", WORDS), ("solving.css", SOLVING_STYLE), ("solving.js", SOLVING_SCRIPT)];

impl PuzzleSet {
    /// The puzzles as an HTML document, to be solved on the board. It opens in the language of this tag, `en` or `zh-CN`,
    /// unless its reader chose another one. It loads nothing and works without a network.
    #[must_use]
    pub fn page(&self, language: &str) -> String {
        let page = Page {
            language,
            title: "象棋习题 Xiangqi puzzles",
            up: "",
            main: include_str!("page.html"),
            style: &[include_str!("page.css"), SOLVING_STYLE].concat(),
            script: &[WORDS, SOLVING_SCRIPT, include_str!("page.js")].concat(),
            data: &self.json(),
        };
        page.html()
    }
}
