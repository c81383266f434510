//! The common parts of self-contained pages for a browser.
//!
//! A page consists of a frame with a heading and switches for theme and language, a script with its data, and
//! optionally a board. A self-contained page loads no other files and works offline. Pages have English and Chinese
//! texts. They open in a given language unless their reader has chosen the other one.
//!
//! Served pages use the same files for the frame, board, list of moves and graph. Their scripts are modules; a served
//! page loads each module as a separate file, while a self-contained page has all its modules concatenated into one
//! script, without `import` and `export` (see `inlined`). The elements that these modules use are in `board.html`,
//! `game.html` and `notations.html`, which [`fill_served`] inserts into the slots of a served page. The modules set no
//! `style` attributes, because the content security policy of served pages forbids them.
//!
//! The files are in the crate `chuhe-web`.

mod score;

use serde_json::{Map, Value, json};

pub use self::score::ScoreReport;
use super::{parts, simplified};
use chuhe_web::{ANNOTATED, SHARED, WORDS, text};

/// Fills the slots of a served page: `{{board}}`, `{{game}}` (the list of moves and the graph) and `{{notations}}` with
/// their elements, `{{simplified}}` with the discs of a simplified set, `{{words}}` with all texts, and other slots with what `value` returns.
pub fn fill_served(template: &str, value: impl Fn(&str) -> String) -> String {
    fill(template, |slot| match slot {
        "notations" => shared("notations.html").to_owned(),
        "words" => words(|_| true),
        "board" | "game" => part(slot),
        "simplified" => simplified(),
        slot => value(slot),
    })
}

/// The parts that differ from page to page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The name of the page's files: `NAME.html` contains the HTML below the heading, `NAME.css` the style in addition
    /// to that of the imported modules, and `NAME.js` the script. In the HTML, the slot `{{board}}` is replaced by a
    /// board, and the page then has a switch for the move notation; the slot `{{game}}` is replaced by the list of moves
    /// and the graph of a game.
    pub name: &'a str,
    /// The tag of the language in which the page opens: `en` or `zh-CN`.
    pub language: &'a str,
    /// The title.
    pub title: &'a str,
    /// The relative target of a link at the top; empty for no link. The script sets the text of the link.
    pub up: &'a str,
    /// The sections of the texts that the script uses, besides `common`.
    pub words: &'a [&'a str],
    /// The data for the script, as JSON.
    pub data: &'a str,
}

impl Page<'_> {
    /// Returns the page as an HTML document.
    ///
    /// # Panics
    /// If there are no files with the page's name.
    pub fn html(&self) -> String {
        let own = |ending: &str| text(&ANNOTATED, &format!("{}.{ending}", self.name));
        let (main, mut modules) = (own("html"), Vec::new());
        let script = inlined(own("js"), &shared, &mut modules);
        let style: String = modules
            .iter()
            .map(|module| module.replace(".js", ".css"))
            .filter(|style| SHARED.get_file(style).is_some())
            .map(|style| shared(&style))
            .chain([own("css")])
            .collect();
        fill(shared("frame.html"), |slot| match slot {
            "language" => self.language.to_owned(),
            "title" => escape(self.title),
            "up" => escape(self.up),
            "switches" if main.contains("{{board}}") => shared("notations.html").to_owned(),
            "main" => fill(main, part),
            "style" => style.clone(),
            "script" => uncommented(&script),
            "words" => words(|section| section == "common" || self.words.contains(&section)),
            "data" => script_json(self.data),
            _ => String::new(),
        })
    }
}

fn shared(name: &str) -> &'static str {
    text(&SHARED, name)
}

/// Sections of the texts in each language, as JSON for a script element.
fn words(is_used: impl Fn(&str) -> bool) -> String {
    let read = |name| {
        let mut sections: Map<String, Value> =
            serde_json::from_str(text(&WORDS, name)).expect("a test reads the files");
        sections.retain(|section, _| is_used(section));
        sections
    };
    script_json(&json!({ "en": read("en.json"), "zh": read("zh.json") }).to_string())
}

/// The content of a common slot; empty for an unknown slot.
fn part(slot: &str) -> String {
    match slot {
        "board" => board(),
        "game" => shared("game.html").to_owned(),
        _ => String::new(),
    }
}

/// An empty board, which a script fills with pieces and can draw from either side.
fn board() -> String {
    let parts = parts();
    let [left, top, width, height] = parts.frame;
    fill(shared("board.html"), |slot| match slot {
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

/// The modules that a module imports, as relative addresses.
pub fn imports(module: &str) -> impl Iterator<Item = &str> {
    let lines = module.lines().filter(|line| line.starts_with("import "));
    lines.filter_map(|line| line.split('"').nth(1))
}

/// Returns a module, preceded by its imports, as the text of one script. `text` returns a module by its name, and `done`
/// contains the names of the modules already included.
///
/// An import must be on one line and rename nothing, an export must start a declaration, and no two modules of a page
/// may declare the same name.
fn inlined(module: &str, text: &impl Fn(&str) -> &'static str, done: &mut Vec<String>) -> String {
    let mut script = String::new();
    for import in imports(module) {
        let name = import.rsplit('/').next().unwrap_or(import);
        if !done.iter().any(|it| it == name) {
            script += &inlined(text(name), text, done);
            done.push(name.to_owned());
        }
    }
    for line in module.lines().filter(|line| !line.starts_with("import ")) {
        script += line.strip_prefix("export ").unwrap_or(line);
        script.push('\n');
    }
    script
}

/// Returns a script without its `/** … */` comments and the lines that are comments, which are for developers only. A
/// licence stays.
pub fn uncommented(script: &str) -> String {
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
    if text.contains("// Copyright") {
        return text;
    }
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    text.split_inclusive('\n').filter(is_code).collect()
}

/// Escapes text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escapes JSON for a script element, so that it contains neither the end of a script nor the start of a comment.
fn script_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use chuhe_web::files;

    const PAGES: [&str; 3] = ["game", "index", "puzzles"];

    fn page(name: &str) -> Page<'_> {
        Page { name, language: "en", title: "a < b", up: "", words: &["puzzles"], data: "[\"<\"]" }
    }

    #[test]
    fn the_modules_of_a_page_form_one_script() {
        const KINDS: [&str; 5] = ["const ", "let ", "function ", "async function ", "class "];
        for page in PAGES {
            let module = text(&ANNOTATED, &format!("{page}.js"));
            let script = inlined(module, &shared, &mut Vec::new());
            let mut names = BTreeSet::new();
            for line in script.lines() {
                let is_left = ["import ", "export ", "default ", "{", "*"]
                    .iter()
                    .any(|it| line.starts_with(it));
                assert!(!is_left && !line.contains("style=\""), "{line}");
                if let Some(rest) = KINDS.iter().find_map(|kind| line.strip_prefix(kind)) {
                    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
                    assert!(names.insert(name), "{page}: declared twice: {line}");
                }
            }
        }
        for line in files(&SHARED).chain(files(&ANNOTATED)).flat_map(|(_, text)| text.lines()) {
            let is_import = line.starts_with("import ");
            assert!(!is_import || line.ends_with(".js\";") && !line.contains(" as "), "{line}");
        }
    }

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
        for slot in
            ["language", "title", "up", "switches", "main", "style", "script", "words", "data"]
        {
            assert!(shared("frame.html").contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
        for slot in ["frame", "discs", "board"] {
            assert!(shared("board.html").contains(&format!("{{{{{slot}}}}}")), "{slot}");
        }
    }

    #[test]
    fn a_page_has_the_parts_that_it_uses() {
        for (name, has_board, has_game) in
            [("game", true, true), ("puzzles", true, false), ("index", false, false)]
        {
            let html = page(name).html();
            assert!(html.contains("<title>a &lt; b</title>") && html.contains("[\"\\u003c\"]"));
            assert!(html.contains("\"puzzles\":{") && !html.contains("\"annotation\":{"));
            assert!(!html.contains("{{board}}") && html.contains("header {"), "{name}");
            for part in ["id=\"disc-K\"", "data-notation=\"wxf\"", "#board {"] {
                assert_eq!(html.contains(part), has_board, "{name}: {part}");
            }
            for part in ["<svg id=\"graph\"", "#graph {"] {
                assert_eq!(html.contains(part), has_game, "{name}: {part}");
            }
        }
    }

    #[test]
    fn served_pages_get_the_same_parts() {
        let page = fill_served(
            "{{language}}{{words}}{{notations}}{{board}}{{game}}{{simplified}}",
            str::to_uppercase,
        );
        for part in ["LANGUAGE", "\"boards\":{", "data-notation", "disc-K", "id=\"graph\""] {
            assert!(page.contains(part), "{part}");
        }
        assert_eq!(page.matches("id=\"simplified-").count(), 7);
        let [left, top, width, height] = parts().frame;
        let grain = format!(
            "x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"url(#grain)\""
        );
        assert!(page.contains(&grain), "the grain covers the board: {grain}");
        assert!(!page.contains("{{"));
    }

    #[test]
    fn a_module_follows_those_that_it_imports_once() {
        let text = |name: &str| match name {
            "one.js" => "export const one = 1;",
            _ => "// Two.\nimport { one } from \"./one.js\";\nexport const two = one + one;",
        };
        let page = "import { one } from \"../a/one.js\";\nimport { two } from \"../a/two.js\";\none + two;";
        let mut done = Vec::new();
        assert_eq!(
            inlined(page, &text, &mut done),
            "const one = 1;\n// Two.\nconst two = one + one;\none + two;\n"
        );
        assert_eq!(done, ["one.js", "two.js"]);
    }

    #[test]
    fn comments_are_removed_except_a_licence() {
        let script = "/** One. */\nconst one = 1;\n  /**\n   * @type {X}\n   */\n  f(/** @type {Y} */ y, 2); // two\n";
        assert_eq!(uncommented(script), "const one = 1;\n  f(y, 2); // two\n");
        assert_eq!(uncommented("// Two.\n  // Three.\nf(\"http://x\");\n"), "f(\"http://x\");\n");
        let licensed = "// Copyright\nf(1);\n// One.\n";
        assert_eq!(uncommented(licensed), licensed);
    }

    #[test]
    #[should_panic(expected = "none.js")]
    fn every_import_exists() {
        inlined("import { none } from \"./none.js\";", &shared, &mut Vec::new());
    }

    #[test]
    fn scripts_are_not_ended_by_their_content() {
        assert_eq!(script_json(r#"{"a":"</script>"}"#), r#"{"a":"\u003c/script>"}"#);
    }
}
