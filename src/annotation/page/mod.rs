//! Annotations as one self-contained page for a browser.

use super::Annotation;
use super::report::AnnotationReport;
use crate::picture::{self, Faces, Theme};

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl Annotation {
    /// The annotation as an HTML document. It loads nothing and works without a network.
    #[must_use]
    pub fn page(&self) -> String {
        let parts = picture::parts(Faces::Chinese, Theme::Wood);
        let [left, top, width, height] = parts.frame;
        let [upright, flipped] = parts.coordinates;
        let data = AnnotationReport::new(self).json();
        fill(TEMPLATE, |slot| match slot {
            "title" => escape(&self.title()),
            "style" => STYLE.to_owned(),
            "script" => SCRIPT.to_owned(),
            // The JSON must not contain the end of a script or the start of a comment.
            "data" => data.replace('<', "\\u003c"),
            "frame" => format!("{left} {top} {width} {height}"),
            "discs" => parts.discs.clone(),
            "board" => parts.board.clone(),
            "upright" => upright.clone(),
            "flipped" => flipped.clone(),
            _ => String::new(),
        })
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

/// Fills the slots of a template, which are written `{{name}}`. Inserted text is not searched for slots.
fn fill(template: &str, value: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, (slot, after))) =
        rest.split_once("{{").and_then(|(before, slot)| Some((before, slot.split_once("}}")?)))
    {
        page.push_str(before);
        page.push_str(&value(slot));
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Text as HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_filled_once() {
        let filled = fill("a{{x}}b{{y}}c", |slot| format!("<{slot}{{{{x}}}}>"));
        assert_eq!(filled, "a<x{{x}}>b<y{{x}}>c");
        for slot in ["title", "style", "script", "data", "frame", "discs", "board"] {
            assert!(TEMPLATE.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }
}
