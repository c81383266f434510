//! CBF: a game as XML.

use roxmltree::{Document, Node};

use super::super::game::{Game, read_tag_name};
use super::super::move_tree::MoveTree;
use super::super::pgn::{comment_text, is_field};
use super::super::position_text::position_from_text;
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::salvage::Faults;
use super::super::xml;
use super::{FIELDS, TYPES, one_line, outcome};
use chuhe_engine::board::Position;
use chuhe_engine::notation::plain;
use chuhe_engine::types::{Move, Square};

/// The name of the outermost element.
const ROOT: &str = "ChineseChessRecord";
/// The value that stands for no move: the first element holds only the comment before the game.
const NO_MOVE: &str = "00-00";

/// Whether a text looks like CBF.
pub fn is_xml(bytes: &[u8]) -> bool {
    let root = b"<ChineseChessRecord";
    bytes.windows(root.len()).any(|window| window == root)
}

/// Reads the game of a CBF file. The attribute `end` of a move marks the end of a line. Alternatives come after the end
/// of the line, as in [CBR](super); any other attribute of a move with the value `1` announces one.
///
/// # Errors
/// If the text is not XML of this form, or has an impossible position or an illegal move.
pub fn read(text: &str) -> Result<Game, ReadError> {
    // A byte order mark or white space may precede the root element, which XML does not allow.
    let skipped = text.len() - text.trim_start_matches(|c: char| c != '<').len();
    let first_line = 1 + text[..skipped].matches('\n').count();
    let document = xml::parse(&text[skipped..], first_line)?;
    game(&document).map_err(|error| error.with_lines(|at| xml::line_at(&document, first_line, at)))
}

/// The game in a document. The places of errors are byte offsets.
fn game(document: &Document<'_>) -> Result<Game, ReadError> {
    let fail = ReadError::at_byte;
    let fail_at = |node: Node<'_, '_>, problem| fail(node.range().start, problem);
    let root = document.root_element();
    if !root.has_tag_name(ROOT) {
        return Err(fail_at(root, ReadProblem::Element(ROOT)));
    }
    let head = child(root, "Head");
    let fen = head.and_then(|head| child(head, "FEN")).filter(|fen| fen.text().is_some());
    let start = match fen {
        Some(fen) => position_from_text(fen.text().unwrap_or_default()).map_err(|error| {
            fail_at(fen, ReadProblem::Start { from: StartSource::Element, error })
        })?,
        None => Position::startpos(),
    };
    let mut game = Game::new(start);
    let mut tags = Vec::new();
    for element in head.into_iter().flat_map(|head| head.children()).filter(Node::is_element) {
        let text = one_line(element.text().unwrap_or_default());
        match element.tag_name().name() {
            "RecordResult" => game.outcome = outcome(text.parse().unwrap_or(u8::MAX)),
            name => tags.extend(tag(name, text)),
        }
    }
    game.set_tags(tags);
    let moves =
        child(root, "MoveList").ok_or_else(|| fail_at(root, ReadProblem::Element("MoveList")))?;
    let (comment, tree) = read_moves(moves, fail);
    let mut faults = Faults::new();
    game.line = tree.line(&game.start, &mut faults, fail);
    game.line.comment = comment;
    faults.finish(game)
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// The tag for an element of the head.
fn tag(name: &str, text: String) -> Option<(String, String)> {
    match name {
        "RecordType" => {
            let kind = TYPES.get(usize::from(text.parse().unwrap_or(u8::MAX)))?;
            Some(("Type".to_owned(), (*kind).to_owned()))
        }
        // A game stores these values in fields of its own.
        _ if text.is_empty() || is_field(name) => None,
        _ => {
            let known = FIELDS.iter().find(|field| field.element == name);
            Some((known.map_or_else(|| read_tag_name(name), |field| field.tag.to_owned()), text))
        }
    }
}

/// The comment before the game, and the moves; `fail` creates the error for an offset in the text.
fn read_moves(
    list: Node<'_, '_>,
    fail: impl Fn(usize, ReadProblem) -> ReadError,
) -> (String, MoveTree) {
    let (mut comment, mut tree) = (String::new(), MoveTree::new());
    let mut follows = true;
    for element in list.children().filter(|child| child.has_tag_name("Move")) {
        let offset = element.range().start;
        let value = plain(element.attribute("value").unwrap_or_default());
        let value = value.trim();
        let text = comment_text(element.text().unwrap_or_default());
        if value == NO_MOVE {
            comment = text;
            continue;
        }
        if !follows {
            tree.end_badly(fail(offset, ReadProblem::LooseMove));
            break;
        }
        let Some(mv) = read_move(value) else {
            let found = value.chars().take(20).collect();
            tree.end_badly(fail(offset, ReadProblem::Value { found }));
            break;
        };
        let has_reply = element.attribute("end") != Some("1");
        let has_alternative = element
            .attributes()
            .any(|other| !matches!(other.name(), "value" | "end") && other.value() == "1");
        follows = tree.push(offset, mv, text, has_reply, has_alternative);
    }
    (comment, tree)
}

/// The move between two points, each given by its file from Red's left and its row from the top.
fn read_move(text: &str) -> Option<Move> {
    let (from, to) = text.split_once('-')?;
    Some(Move::new(point(from)?, point(to)?))
}

fn point(text: &str) -> Option<Square> {
    let &[file, row] = text.as_bytes() else { return None };
    let (file, row) = (file.wrapping_sub(b'0'), row.wrapping_sub(b'0'));
    (file < Square::FILES && row < Square::RANKS)
        .then(|| Square::new(file, Square::RANKS - 1 - row))
}
