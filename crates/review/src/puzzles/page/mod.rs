//! Writes puzzles as a self-contained page for a browser.

use super::PuzzleSet;
use crate::picture::page::Page;

const SOLVING_STYLE: &str = include_str!("solving.css");

/// The files, by area and name, with which a served page presents puzzles like a self-contained page.
pub const PAGE_FILES: [(&str, &str); 3] = [
    ("puzzles/words.js", include_str!("words.js")),
    ("puzzles/solving.css", SOLVING_STYLE),
    ("puzzles/solving.js", include_str!("solving.js")),
];

impl PuzzleSet {
    /// Returns the puzzles as an HTML document on which they can be solved. The document opens in the language with
    /// this tag, `en` or `zh-CN`, unless its reader has chosen another one. It loads no other files and works offline.
    #[must_use]
    pub fn page(&self, language: &str) -> String {
        let page = Page {
            language,
            title: "象棋习题 Xiangqi puzzles",
            up: "",
            main: include_str!("page.html"),
            style: &[include_str!("page.css"), SOLVING_STYLE].concat(),
            script: include_str!("page.js"),
            modules: &PAGE_FILES,
            data: &self.json(),
        };
        page.html()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::page::check_script;

    #[test]
    fn the_page_is_one_script() {
        check_script(include_str!("page.js"), &PAGE_FILES);
    }
}
