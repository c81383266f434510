//! Puzzles as one self-contained page for a browser.

use super::PuzzleSet;
use crate::picture::page::Page;

impl PuzzleSet {
    /// The puzzles as an HTML document, to be solved on the board. It opens in the language of the thread unless its
    /// reader chose another one. It loads nothing and works without a network.
    #[must_use]
    pub fn page(&self) -> String {
        let page = Page {
            title: "象棋习题 Xiangqi puzzles",
            up: "",
            main: include_str!("page.html"),
            style: include_str!("page.css"),
            script: include_str!("page.js"),
            data: &self.json(),
        };
        page.html()
    }
}
