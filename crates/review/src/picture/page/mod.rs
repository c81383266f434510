//! Self-contained pages for a browser: what they have in common.
//!
//! A page is a frame with a heading, switches of light and language, and a script over data; and in it a board, if it
//! wants one. It loads nothing and works without a network. Pages speak English and Chinese: they begin in the language
//! they are made for, unless their reader chose the other one.
//!
//! The pages that a server serves have the same frame, board, list of moves and graph, from the same files. These are
//! plain scripts, without `import` and `export`: a self-contained page has them one after the other in its one script, and
//! a served page loads each with a `<script src>` of its own, before its modules. Either way what they declare is global,
//! and so are the two things that they ask of a page: `WORDS`, which a script after them declares, and the elements of
//! `board.html`, `game.html` and `notations.html`, which [`fill_served`] puts into the slots of a served page. They set no
//! `style` attribute, because the policy of a served page allows none. [`SHARED`] names the files, in their order.

use super::{Faces, Theme, parts};

const FRAME: &str = include_str!("frame.html");
const FRAME_STYLE: &str = include_str!("frame.css");
const FRAME_SCRIPT: &str = include_str!("frame.js");

const BOARD: &str = include_str!("board.html");
const BOARD_STYLE: &str = include_str!("board.css");
const BOARD_SCRIPT: &str = include_str!("board.js");
const NOTATIONS: &str = include_str!("notations.html");

const GAME: &str = include_str!("game.html");
const GAME_STYLE: &str = include_str!("game.css");
const GAME_SCRIPT: &str = include_str!("game.js");

/// The files that served pages have in common with self-contained ones, by name, each after those that it needs.
pub const SHARED: [(&str, &str); 6] = [
    ("frame.css", FRAME_STYLE),
    ("board.css", BOARD_STYLE),
    ("game.css", GAME_STYLE),
    ("frame.js", FRAME_SCRIPT),
    ("board.js", BOARD_SCRIPT),
    ("game.js", GAME_SCRIPT),
];

/// Fills the slots of a page that a server serves: `{{language}}` with the tag of its language, `{{board}}`, `{{game}}`
/// (list of moves and graph) and `{{notations}}` with their elements.
#[must_use]
pub fn fill_served(template: &str, language: &str) -> String {
    fill(template, |slot| match slot {
        "language" => language.to_owned(),
        "notations" => NOTATIONS.to_owned(),
        slot => part(slot),
    })
}

/// What is a page's own.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The tag of the language in which it opens: `en` or `zh-CN`.
    pub language: &'a str,
    /// Its title.
    pub title: &'a str,
    /// Where a link at its top leads, relative to it; empty for no link. Its script gives it a text.
    pub up: &'a str,
    /// What is below the heading, as HTML. Where it has the slot `{{board}}` a board is put, and the page gets a switch
    /// for the notation of moves; where it has `{{game}}`, the list of moves and the graph of a game.
    pub main: &'a str,
    /// Its style, besides that of all pages.
    pub style: &'a str,
    /// Its script, besides that of all pages.
    pub script: &'a str,
    /// What its script works on, as JSON.
    pub data: &'a str,
}

impl Page<'_> {
    /// The page as an HTML document.
    #[must_use]
    pub fn html(&self) -> String {
        let has_board = self.main.contains("{{board}}");
        let has_game = self.main.contains("{{game}}");
        let of_board = |text: &'static str| if has_board { text } else { "" };
        let of_game = |text: &'static str| if has_game { text } else { "" };
        fill(FRAME, |slot| match slot {
            "language" => self.language.to_owned(),
            "title" => escape(self.title),
            "up" => escape(self.up),
            "switches" => of_board(NOTATIONS).to_owned(),
            "main" => fill(self.main, part),
            "style" => {
                [FRAME_STYLE, of_board(BOARD_STYLE), of_game(GAME_STYLE), self.style].concat()
            }
            "script" => {
                let shared = [FRAME_SCRIPT, of_board(BOARD_SCRIPT), of_game(GAME_SCRIPT)].concat();
                shared + self.script
            }
            "data" => script_json(self.data),
            _ => String::new(),
        })
    }
}

/// What stands in a slot of any page; nothing in a slot that there is not.
fn part(slot: &str) -> String {
    match slot {
        "board" => board(),
        "game" => GAME.to_owned(),
        _ => String::new(),
    }
}

/// An empty board that a script can put pieces on, either side at the bottom.
fn board() -> String {
    let parts = parts(Faces::Chinese, Theme::Wood);
    let [left, top, width, height] = parts.frame;
    let [upright, flipped] = parts.coordinates;
    fill(BOARD, |slot| match slot {
        "frame" => format!("{left} {top} {width} {height}"),
        "discs" => parts.discs.clone(),
        "board" => parts.board.clone(),
        "upright" => upright.clone(),
        "flipped" => flipped.clone(),
        _ => String::new(),
    })
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

/// JSON that may stand in a script element: it contains neither the end of a script nor the start of a comment.
fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: Page<'_> =
        Page { language: "en", title: "", up: "", main: "", style: "", script: "", data: "" };

    #[test]
    fn every_slot_is_filled_once() {
        let filled = fill("a{{x}}b{{y}}c", |slot| format!("<{slot}{{{{x}}}}>"));
        assert_eq!(filled, "a<x{{x}}>b<y{{x}}>c");
        assert_eq!(fill("a{{x", |_| "y".to_owned()), "a{{x");
    }

    #[test]
    fn text_is_no_html() {
        assert_eq!(escape("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
    }

    #[test]
    fn every_slot_has_its_place() {
        for slot in ["language", "title", "up", "switches", "main", "style", "script", "data"] {
            assert!(FRAME.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
        for slot in ["frame", "discs", "board", "upright", "flipped"] {
            assert!(BOARD.contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
    }

    #[test]
    fn a_page_has_a_board_where_it_wants_one() {
        let page = Page { title: "a < b", data: "[\"<\"]", ..EMPTY };
        let without = page.html();
        assert!(without.contains("<title>a &lt; b</title>") && without.contains("[\"\\u003c\"]"));
        assert!(!without.contains("disc-K") && !without.contains("data-notation"));
        let with = Page { main: "<p>{{board}}</p>", ..page }.html();
        assert!(with.contains("disc-K") && with.contains("data-notation") && !with.contains("{{"));
    }

    #[test]
    fn a_page_has_a_game_where_it_wants_one() {
        let page = Page { main: "{{game}}", ..EMPTY };
        let with = page.html();
        assert!(with.contains("id=\"graph\"") && with.contains("function drawExpectations"));
        assert!(!Page { main: "", ..page }.html().contains("drawExpectations"));
    }

    #[test]
    fn served_pages_get_the_same_parts() {
        let page =
            fill_served("<html lang=\"{{language}}\">{{notations}}{{board}}{{game}}", "zh-CN");
        for part in ["lang=\"zh-CN\"", "data-notation", "disc-K", "id=\"graph\""] {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.contains("{{"));
    }

    #[test]
    fn shared_files_are_plain_scripts_without_style_attributes() {
        for (name, text) in SHARED {
            let is_module =
                text.lines().any(|line| line.starts_with("import ") || line.starts_with("export "));
            assert!(!is_module && !text.contains("style=\""), "{name}");
        }
    }

    #[test]
    fn scripts_are_not_ended_by_what_they_hold() {
        assert_eq!(script_json(r#"{"a":"</script>"}"#), r#"{"a":"\u003c/script>"}"#);
    }
}
