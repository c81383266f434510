//! Writes puzzles as a self-contained page for a browser.

use super::PuzzleSet;
use crate::picture::page::Page;

impl PuzzleSet {
    /// Returns the puzzles as an HTML document on which they can be solved. The document opens in the language with
    /// this tag, `en` or `zh-CN`, unless its reader has chosen another one. It loads no other files and works offline.
    pub fn page(&self, language: &str) -> String {
        let page = Page {
            name: "puzzles",
            language,
            title: "象棋习题 Xiangqi puzzles",
            up: "",
            words: &["puzzles"],
            data: &self.json(),
        };
        page.html()
    }
}
