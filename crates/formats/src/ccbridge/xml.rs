//! CBF: a game as XML.

use roxmltree::{Document, Node, ParsingOptions};

use super::super::game::{Game, tag_name};
use super::super::move_tree::MoveTree;
use super::super::pgn::{is_field, plain_lines};
use super::super::position_text::position_from_text;
use super::super::read_error::ReadError;
use super::super::read_problem::{ReadProblem, StartSource};
use super::super::salvage::Faults;
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
    let first_line = text[..skipped].matches('\n').count();
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&text[skipped..], options).map_err(|error| {
        let line = first_line + error.pos().row as usize;
        ReadError::at_line(line, ReadProblem::Xml(one_line(&error.to_string())))
    })?;
    let line_at = |offset| first_line + document.text_pos_at(offset).row as usize;
    let line_of = |node: Node<'_, '_>| line_at(node.range().start);
    let root = document.root_element();
    if !root.has_tag_name(ROOT) {
        return Err(ReadError::at_line(line_of(root), ReadProblem::Element(ROOT)));
    }
    let head = child(root, "Head");
    let fen = head.and_then(|head| child(head, "FEN")).filter(|fen| fen.text().is_some());
    let start = match fen {
        Some(fen) => position_from_text(fen.text().unwrap_or_default()).map_err(|error| {
            let problem = ReadProblem::Start { from: StartSource::Element, error };
            ReadError::at_line(line_of(fen), problem)
        })?,
        None => Position::startpos(),
    };
    let mut game = Game::new(start);
    for element in head.into_iter().flat_map(|head| head.children()).filter(Node::is_element) {
        take_tag(&mut game, element.tag_name().name(), element.text().unwrap_or_default());
    }
    let moves = child(root, "MoveList")
        .ok_or_else(|| ReadError::at_line(line_of(root), ReadProblem::Element("MoveList")))?;
    let fail = |offset, problem| ReadError::at_line(line_at(offset), problem);
    let (comment, tree) = read_moves(moves, fail);
    let mut faults = Faults::new();
    game.line = tree.line(&game.start, &mut faults, fail);
    game.line.comment = comment;
    faults.finish(game)
}

fn child<'a, 'input>(node: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(name))
}

/// Sets a tag, or the outcome, from an element of the head.
fn take_tag(game: &mut Game, name: &str, text: &str) {
    let text = one_line(text);
    let number = text.parse().unwrap_or(u8::MAX);
    match name {
        "FEN" => {}
        "RecordResult" => game.outcome = outcome(number),
        "RecordType" => {
            if let Some(kind) = TYPES.get(usize::from(number)) {
                game.set_tag("Type", *kind);
            }
        }
        // A game stores these values in fields of its own.
        _ if text.is_empty() || is_field(name) => {}
        _ => {
            let known = FIELDS.iter().find(|field| field.element == name);
            game.set_tag(&known.map_or_else(|| tag_name(name), |field| field.tag.to_owned()), text);
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
        let text = plain_lines(element.text().unwrap_or_default()).trim().to_owned();
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
