//! PFC, the files of 鹏飞象棋 (`PengFei`), each with one game. They can be read but not written.
//!
//! A game consists of nested XML elements, as `vschess` reads and writes them: `<n m="FEN" c="comment">` contains the
//! first moves, and each move `<n m="h2e2" c="comment">` contains the replies to it. Of several replies, the one with
//! the attribute `default`, or else the first, is on the main line. Other attributes of the outermost element are tags.
//! The XML may be in an HTML comment, after `[pfchessrecord]`.
//!
//! ```
//! use chuhe_formats::pfc;
//!
//! let text = r#"<n version="2" win="1-0" red="A" m=""><n m="h2e2"><n m="h9g7" c="well known"/></n></n>"#;
//! let game = pfc::read(text)?;
//! assert_eq!((game.tag("Red"), game.outcome.text()), (Some("A"), "1-0"));
//! assert_eq!(game.line.moves[1].comment, "well known");
//! # Ok::<(), chuhe_formats::collection::ReadError>(())
//! ```

use std::fmt::Write;

use roxmltree::{Document, Node};

use super::dhtmlxq;
use super::game::{Game, Line, LineMove, NESTING_MAX, Outcome, PLIES_MAX, one_line, read_tag_name};
use super::pgn::{comment_text, is_field, plain_lines};
use super::position_text::position_from_text;
use super::read_error::ReadError;
use super::read_problem::{ReadProblem, StartSource};
use super::salvage::Faults;
use super::xml;
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{parse_move, plain};
use chuhe_engine::types::Move;

/// The text that marks a game in a web page.
const MARK: &str = "[pfchessrecord]";

/// Whether a text looks like PFC.
pub fn is_pfc(text: &str) -> bool {
    [MARK, "<n version=", "<n m="].into_iter().any(|sign| text.contains(sign))
}

/// Reads the game in a file.
///
/// # Errors
/// If the text is not XML of this form, or has an impossible position or an illegal move.
pub fn read(text: &str) -> Result<Game, ReadError> {
    let text = plain_lines(text);
    let begin = text.match_indices("<n").map(|(at, _)| at).find(|&at| is_element(&text[at..]));
    let begin = begin.ok_or_else(|| ReadError::at_line(1, ReadProblem::NoPfc))?;
    let (before, xml) = text.split_at(begin);
    let first_line = 1 + before.matches('\n').count();
    let is_in_comment = before.rfind("<!--").is_some_and(|at| !before[at..].contains("-->"));
    let end = xml.find("-->").filter(|_| is_in_comment).unwrap_or(xml.len());
    let xml = escaped(xml[..end].trim_end());
    let document = xml::parse(&xml, first_line)?;
    game(&document).map_err(|error| error.with_lines(|at| xml::line_at(&document, first_line, at)))
}

/// The game in a document. The places of errors are byte offsets.
fn game(document: &Document<'_>) -> Result<Game, ReadError> {
    let root = document.root_element();
    let fen = root.attribute("m").unwrap_or_default().trim();
    let start = if fen.is_empty() { Ok(Position::startpos()) } else { position_from_text(fen) };
    let mut game =
        Game::new(start.map_err(|error| {
            fail(root, ReadProblem::Start { from: StartSource::Attribute, error })
        })?);
    let contradiction = describe(&mut game, root);
    let mut reader = PfcReader { faults: Faults::new() };
    if let Some(problem) = contradiction {
        reader.faults.skip(fail(root, problem));
    }
    let replies = reader.replies(root);
    game.line = reader.line(replies, &mut game.start.clone(), 0);
    game.line.comment = text_of(root, "c");
    reader.faults.finish(game)
}

/// Whether a text that starts with `<n` starts with an element named `n`.
fn is_element(text: &str) -> bool {
    text["<n".len()..].starts_with(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
}

/// The XML with `<` and `&` in attributes escaped, because some programs escape only quotation marks.
fn escaped(xml: &str) -> String {
    let mut text = String::with_capacity(xml.len());
    let mut is_in_tag = false;
    let mut quote = None;
    let mut decoded = 0;
    for (at, c) in xml.char_indices() {
        if at < decoded {
            continue;
        }
        match quote {
            Some(_) if c == '<' => text.push_str("&lt;"),
            Some(_) if c == '&' && !is_reference(&xml[at..]) => match entity(&xml[at..]) {
                Some((c, length)) => {
                    let _ = write!(text, "&#{};", u32::from(c));
                    decoded = at + length;
                }
                None => text.push_str("&amp;"),
            },
            _ => text.push(c),
        }
        match c {
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '"' | '\'' if is_in_tag => quote = Some(c),
            '<' => is_in_tag = !xml[at + 1..].starts_with(['!', '?']),
            '>' => is_in_tag = false,
            _ => {}
        }
    }
    text
}

/// The character for the reference at the start of a text, such as `&nbsp;`, and the length of the reference, if HTML
/// defines it.
fn entity(text: &str) -> Option<(char, usize)> {
    const LENGTH_MAX: usize = 32;
    let length = text.bytes().take(LENGTH_MAX).position(|byte| byte == b';')? + 1;
    let decoded = dhtmlxq::decode_entities(&text[..length]);
    let mut chars = decoded.chars();
    Some((chars.next().filter(|_| chars.next().is_none())?, length))
}

/// Whether a text that starts with `&` starts with a reference that XML defines.
fn is_reference(text: &str) -> bool {
    let length = text.bytes().take(12).position(|byte| byte == b';').unwrap_or(1);
    let name = &text[1..length];
    match name.strip_prefix('#') {
        Some(number) => {
            let (digits, base) = number.strip_prefix('x').map_or((number, 10), |hex| (hex, 16));
            u32::from_str_radix(digits, base).is_ok()
        }
        None => matches!(name, "lt" | "gt" | "amp" | "quot" | "apos"),
    }
}

/// The value of an attribute with its line ends, which XML would turn into spaces.
fn text_of(node: Node<'_, '_>, name: &str) -> String {
    let Some(attribute) = node.attribute_node(name) else { return String::new() };
    let raw = node.document().input_text().get(attribute.range_value()).unwrap_or_default();
    // A reference stands for a single character.
    let mut raw = raw.chars();
    let kept = attribute.value().chars().map(|c| match raw.next() {
        Some('\n') => '\n',
        Some('&') => {
            raw.by_ref().find(|&c| c == ';');
            c
        }
        _ => c,
    });
    let text: String = kept.collect();
    comment_text(&text)
}

/// Sets the tags of a game from the attributes of the outermost element. Returns the problem that they contain two
/// results, if they do.
fn describe(game: &mut Game, root: Node<'_, '_>) -> Option<ReadProblem> {
    let mut contradiction = None;
    let mut tags = Vec::new();
    let has_date = root.has_attribute("date");
    for attribute in root.attributes() {
        let (name, value) = (attribute.name(), one_line(attribute.value()));
        let outcome = Outcome::from_text(&value).filter(|_| matches!(name, "win" | "result"));
        match name {
            "m" | "c" | "version" => {}
            _ if value.is_empty() => {}
            _ if outcome.is_some() => {
                let other = outcome.unwrap_or_default();
                contradiction = contradiction.or(ReadProblem::of_results(game.outcome, other));
                let is_new = game.outcome == Outcome::Unknown;
                game.outcome = if is_new { other } else { game.outcome };
            }
            _ => {
                let known = match name {
                    "create-time" if has_date => Some("Created"),
                    "create-time" => Some("Date"),
                    "group" => Some("Group"),
                    "ecco" => Some("ECCO"),
                    "judge" => Some("Referee"),
                    "record" => Some("Recorder"),
                    _ if is_field(name) => None,
                    _ => dhtmlxq::tag_of(name),
                };
                let name = match known {
                    Some(known) => known.to_owned(),
                    // A game stores these values in fields of its own.
                    None if is_field(name) => format!("{name}_"),
                    None => read_tag_name(name),
                };
                tags.push((name, value));
            }
        }
    }
    game.set_tags(tags);
    contradiction
}

/// The error for an element.
fn fail(node: Node<'_, '_>, problem: ReadProblem) -> ReadError {
    ReadError::at_byte(node.range().start, problem)
}

struct PfcReader {
    faults: Faults,
}

impl PfcReader {
    /// The child elements of an element, starting with that of the main line.
    fn replies<'a, 'input>(&mut self, node: Node<'a, 'input>) -> Vec<Node<'a, 'input>> {
        let mut replies = Vec::new();
        for child in node.children() {
            let name = child.tag_name().name();
            let found = if child.is_element() { name } else { child.text().unwrap_or_default() };
            if child.has_tag_name("n") {
                replies.push(child);
            } else if !child.is_comment() && !found.trim().is_empty() {
                let found = one_line(found).chars().take(20).collect();
                self.faults.skip(fail(child, ReadProblem::Content { found }));
            }
        }
        if let Some(main) = replies.iter().position(|reply| is_default(*reply)) {
            replies[..=main].rotate_right(1);
        }
        replies
    }

    /// The line that starts with the first of these elements; the others become its variations. The line ends before an
    /// illegal move. `position` is unchanged afterwards.
    fn line(&mut self, first: Vec<Node<'_, '_>>, position: &mut Position, depth: usize) -> Line {
        let mut line = Line::default();
        let mut next = first;
        while let Some((&node, others)) = next.split_first() {
            let mv = match playable(node, position, depth) {
                Ok(mv) => mv,
                Err(problem) => {
                    let error = fail(node, problem);
                    if depth == 0 {
                        self.faults.cut(error);
                    } else {
                        self.faults.skip(error);
                    }
                    break;
                }
            };
            let lines = others.iter().map(|&other| self.line(vec![other], position, depth + 1));
            let variations = lines.filter(|line| !line.moves.is_empty()).collect();
            position.make_unchecked(mv, &mut ());
            line.moves.push(LineMove {
                comment: text_of(node, "c"),
                variations,
                ..LineMove::from(mv)
            });
            next = self.replies(node);
        }
        for _ in &line.moves {
            position.unmake(&mut ());
        }
        line.moves.shrink_to_fit();
        line
    }
}

fn is_default(node: Node<'_, '_>) -> bool {
    node.attribute("default").is_some_and(|value| !matches!(value, "" | "0" | "false"))
}

/// The move in an element, if it is legal.
fn playable(node: Node<'_, '_>, position: &Position, depth: usize) -> Result<Move, ReadProblem> {
    let ply = position.history().len() + 1;
    if depth > NESTING_MAX {
        return Err(ReadProblem::TooDeep);
    }
    if ply > PLIES_MAX {
        return Err(ReadProblem::TooLong);
    }
    let text = node.attribute("m").unwrap_or_default();
    parse_move(position, plain(text).trim(), Ranks::FromZero)
        .map_err(|error| ReadProblem::Move { ply, error })
}
