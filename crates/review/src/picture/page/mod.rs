//! The common parts of self-contained pages for a browser.
//!
//! A page consists of a frame with a heading and switches for theme and language, a script with its data, and
//! optionally a board. A self-contained page loads no other files and works offline. Pages have English and Chinese
//! texts. They open in a given language unless their reader has chosen the other one.
//!
//! Served pages use the same files for the frame, board, list of moves and graph. Their scripts are modules that import
//! each other as `#area/file.js`. A served page loads each module as a separate file; a self-contained page has all its
//! modules concatenated into one script, without `import` and `export` (see `inlined`). The elements that these modules
//! use are in `board.html`, `game.html` and `notations.html`, which [`fill_served`] inserts into the slots of a served
//! page. The modules set no `style` attributes, because the content security policy of served pages forbids them.
//! [`SHARED`] lists the module files.

mod score;

use std::collections::BTreeSet;

pub use self::score::ScoreReport;
use super::{Faces, Theme, parts};

const FRAME: &str = include_str!("frame.html");
const FRAME_STYLE: &str = include_str!("frame.css");

const BOARD: &str = include_str!("board.html");
const BOARD_STYLE: &str = include_str!("board.css");
const NOTATIONS: &str = include_str!("notations.html");

const GAME: &str = include_str!("game.html");
const GAME_STYLE: &str = include_str!("game.css");

/// The files that served and self-contained pages share, by area and name.
pub const SHARED: [(&str, &str); 8] = [
    ("picture/frame.css", FRAME_STYLE),
    ("picture/board.css", BOARD_STYLE),
    ("picture/game.css", GAME_STYLE),
    ("picture/reader.js", include_str!("reader.js")),
    ("picture/frame.js", include_str!("frame.js")),
    ("picture/board.js", include_str!("board.js")),
    ("picture/game.js", include_str!("game.js")),
    ("picture/score.js", include_str!("score.js")),
];

/// Fills the slots of a served page: `{{language}}` with the language tag, and `{{board}}`, `{{game}}` (the list of
/// moves and the graph) and `{{notations}}` with their elements.
#[must_use]
pub fn fill_served(template: &str, language: &str) -> String {
    fill(template, |slot| match slot {
        "language" => language.to_owned(),
        "notations" => NOTATIONS.to_owned(),
        slot => part(slot),
    })
}

/// The parts that differ from page to page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The tag of the language in which the page opens: `en` or `zh-CN`.
    pub language: &'a str,
    /// The title.
    pub title: &'a str,
    /// The relative target of a link at the top; empty for no link. The script sets the text of the link.
    pub up: &'a str,
    /// The HTML below the heading. The slot `{{board}}` is replaced by a board, and the page then has a switch for the
    /// move notation; the slot `{{game}}` is replaced by the list of moves and the graph of a game.
    pub main: &'a str,
    /// The style, in addition to the common style.
    pub style: &'a str,
    /// The script, which is a module.
    pub script: &'a str,
    /// The modules that the script may import besides [`SHARED`], by area and name.
    pub modules: &'a [(&'a str, &'a str)],
    /// The data for the script, as JSON.
    pub data: &'a str,
}

impl Page<'_> {
    /// Returns the page as an HTML document.
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
            "script" => untyped(&inlined(self.script, self.modules, &mut BTreeSet::new())),
            "data" => script_json(self.data),
            _ => String::new(),
        })
    }
}

/// The content of a common slot; empty for an unknown slot.
fn part(slot: &str) -> String {
    match slot {
        "board" => board(),
        "game" => GAME.to_owned(),
        _ => String::new(),
    }
}

/// An empty board, which a script fills with pieces and can draw from either side.
fn board() -> String {
    let parts = parts(Faces::Chinese, Theme::Wood);
    let [left, top, width, height] = parts.frame;
    fill(BOARD, |slot| match slot {
        "frame" => format!("{left} {top} {width} {height}"),
        "discs" => parts.discs.clone(),
        "board" => parts.board.clone(),
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

/// Returns a module, preceded by its imports, as the text of one script. `done` contains the names of the modules
/// already included.
///
/// An import must be on one line and rename nothing, an export must start a declaration, and no two modules of a page
/// may declare the same name.
fn inlined<'a>(
    module: &'a str,
    modules: &[(&'a str, &'a str)],
    done: &mut BTreeSet<&'a str>,
) -> String {
    let mut script = String::new();
    for import in module.lines().filter(|line| line.starts_with("import ")) {
        let name = import.split('"').nth(1).and_then(|name| name.strip_prefix('#'));
        let known = SHARED.iter().chain(modules).find(|(known, _)| Some(*known) == name);
        let &(name, text) = known.unwrap_or_else(|| panic!("a page has no module for `{import}`"));
        if done.insert(name) {
            script += &inlined(text, modules, done);
        }
    }
    for line in module.lines().filter(|line| !line.starts_with("import ")) {
        script += line.strip_prefix("export ").unwrap_or(line);
        script.push('\n');
    }
    script
}

/// Returns a script without its `/** … */` comments, which are for developers only.
#[must_use]
pub fn untyped(script: &str) -> String {
    let mut parts = script.split("/**");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.split_once("*/").map_or("", |(_, rest)| rest);
        let own_line = text.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        if own_line && rest.starts_with('\n') {
            text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
            text += &rest[1..];
        } else {
            text += rest.trim_start_matches(' ');
        }
    }
    text
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON for a script element, so that it contains neither the end of a script nor the start of a comment.
fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Checks that modules can be combined into one script.
#[cfg(test)]
pub(crate) fn check_script(module: &str, modules: &[(&str, &str)]) {
    const KINDS: [&str; 5] = ["const ", "let ", "function ", "async function ", "class "];
    let script = inlined(module, modules, &mut BTreeSet::new());
    let mut names = BTreeSet::new();
    for line in script.lines() {
        let is_left =
            ["import ", "export ", "default ", "{", "*"].iter().any(|it| line.starts_with(it));
        assert!(!is_left && !line.contains("style=\""), "{line}");
        if let Some(rest) = KINDS.iter().find_map(|kind| line.strip_prefix(kind)) {
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            assert!(names.insert(name), "declared twice: {line}");
        }
    }
    let imports = [module].into_iter().chain(modules.iter().chain(&SHARED).map(|(_, text)| *text));
    for line in imports.flat_map(str::lines).filter(|line| line.starts_with("import ")) {
        assert!(line.ends_with(".js\";") && !line.contains(" as "), "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: Page<'_> = Page {
        language: "en",
        title: "",
        up: "",
        main: "",
        style: "",
        script: "",
        modules: &[],
        data: "",
    };

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
        for slot in ["frame", "discs", "board"] {
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
        let with = Page { main: "{{game}}", ..EMPTY }.html();
        assert!(with.contains("id=\"graph\"") && with.contains("#graph {"));
        assert!(!EMPTY.html().contains("graph"));
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
    fn a_module_follows_those_that_it_imports_once() {
        let modules = [
            ("a/one.js", "export const one = 1;"),
            (
                "a/two.js",
                "// Two.\nimport { one } from \"#a/one.js\";\nexport const two = one + one;",
            ),
        ];
        let page =
            "import { one } from \"#a/one.js\";\nimport { two } from \"#a/two.js\";\none + two;";
        assert_eq!(
            inlined(page, &modules, &mut BTreeSet::new()),
            "const one = 1;\n// Two.\nconst two = one + one;\none + two;\n"
        );
    }

    #[test]
    fn types_stay_behind() {
        let script = "/** One. */\nconst one = 1;\n  /**\n   * @type {X}\n   */\n  f(/** @type {Y} */ y, 2); // two\n";
        assert_eq!(untyped(script), "const one = 1;\n  f(y, 2); // two\n");
    }

    #[test]
    #[should_panic(expected = "#a/none.js")]
    fn what_is_imported_has_to_be_there() {
        inlined("import { none } from \"#a/none.js\";", &[], &mut BTreeSet::new());
    }

    #[test]
    fn scripts_are_not_ended_by_what_they_hold() {
        assert_eq!(script_json(r#"{"a":"</script>"}"#), r#"{"a":"\u003c/script>"}"#);
    }
}
