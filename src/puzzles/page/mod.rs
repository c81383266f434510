//! Puzzles as one self-contained page for a browser.

use super::PuzzleSet;
use crate::locale;
use crate::picture::page::{fill, script_json};
use crate::picture::{self, Faces, Theme};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl PuzzleSet {
    /// The puzzles as an HTML document, to be solved on the board. It loads nothing and works without a network. It
    /// speaks English and Chinese; made in Chinese, it begins in Chinese.
    #[must_use]
    pub fn page(&self) -> String {
        let parts = picture::parts(Faces::Chinese, Theme::Wood);
        let [left, top, width, height] = parts.frame;
        let [upright, flipped] = parts.coordinates;
        let data = self.json();
        fill(TEMPLATE, |slot| match slot {
            "language" => locale::current().tag().to_owned(),
            "style" => STYLE.to_owned(),
            "script" => SCRIPT.to_owned(),
            "data" => script_json(&data),
            "frame" => format!("{left} {top} {width} {height}"),
            "discs" => parts.discs.clone(),
            "board" => parts.board.clone(),
            "upright" => upright.clone(),
            "flipped" => flipped.clone(),
            _ => String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_has_its_place() {
        for slot in
            ["language", "style", "script", "data", "frame", "discs", "board", "upright", "flipped"]
        {
            assert!(TEMPLATE.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
    }
}
