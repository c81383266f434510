//! Writes games as `DhtmlXQ`.

use std::fmt::Write as _;

use super::super::game::{Game, Line, Outcome};
use super::super::losses::{Losses, is_meaningful};
use super::super::pgn::comment_text;
use super::super::placement::PIECES;
use super::read::{BREAKS, decode_entities, text_of};
use super::{NAMES, START, is_record};
use chuhe_engine::board::Position;
use chuhe_engine::types::{Color, Move, Piece, Square};

/// Writes a game as text that ends with an empty line, so that several games can be concatenated. Also returns the
/// losses: glyphs, the counters of a start position, the side to move if there is no move, and tags with the name of a
/// reserved field. A comment before the first move of a variation is joined with the comment on that move.
///
/// The legality of the moves is not checked.
pub fn write(game: &Game) -> (String, Losses) {
    let mut writer = DhtmlXqWriter { text: String::new(), losses: Losses::default(), newest: 0 };
    writer.text.push_str("[DhtmlXQ]\n");
    for (name, value) in game.tags.iter().filter(|(_, value)| is_meaningful(value)) {
        let field = NAMES.iter().find(|(_, tag)| tag.eq_ignore_ascii_case(name));
        let field = field.map_or(name.as_str(), |&(field, _)| field);
        if is_record(field) || field.contains(']') {
            writer.losses.tags += 1;
            continue;
        }
        let plain = value.split_whitespace().collect::<Vec<_>>().join(" ");
        let safe = DhtmlXqWriter::safe(&plain);
        writer.losses.tags += usize::from(decode_entities(&safe) != *value);
        writer.field(field, &safe);
    }
    writer.field(
        "result",
        match game.outcome {
            Outcome::Win(Color::Red) => "红胜",
            Outcome::Win(Color::Black) => "黑胜",
            Outcome::Draw => "和棋",
            Outcome::Unknown => "未知",
        },
    );
    writer.start(game);
    writer.comment(0, 0, &game.line.comment);
    writer.branch(&game.line, "movelist", 1, 0);
    writer.text.push_str("[/DhtmlXQ]\n\n");
    (writer.text, writer.losses)
}

/// Collects the text.
struct DhtmlXqWriter {
    text: String,
    losses: Losses,
    /// The number of the latest branch.
    newest: usize,
}

impl DhtmlXqWriter {
    fn field(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }

    /// The text with brackets replaced where it resembles a field, and with references where it resembles HTML.
    fn safe(text: &str) -> String {
        let text = text.replace("[DhtmlXQ", "［DhtmlXQ").replace("[/DhtmlXQ", "［/DhtmlXQ");
        if decode_entities(&text) == text && !BREAKS.iter().any(|br| text.contains(br)) {
            return text;
        }
        text.replace('&', "&amp;").replace('<', "&lt;")
    }

    fn start(&mut self, game: &Game) {
        let board = game.start.board();
        let mut left: Vec<(Piece, Square)> = board.pieces().collect();
        let placement: String = PIECES
            .iter()
            .map(|&wanted| {
                let index = left.iter().position(|&(piece, _)| piece == wanted);
                index.map_or("99".to_owned(), |index| point(left.swap_remove(index).1))
            })
            .collect();
        let is_start = *board == *Position::startpos().board();
        self.field("binit", if is_start { START } else { &placement });
        let has_side = !game.line.moves.is_empty() || game.start.side_to_move() == Color::Red;
        let has_counters = game.start.fen().ends_with(" 0 1");
        self.losses.counters = usize::from(!has_side || !has_counters);
    }

    /// Writes a line as a field, and then its variations. `first` is the number of the line's first move.
    fn branch(&mut self, line: &Line, field: &str, first: usize, number: usize) {
        let moves: String = line.moves.iter().map(|played| digits(played.mv)).collect();
        self.field(field, &moves);
        for (ply, played) in (first..).zip(&line.moves) {
            self.losses.glyphs += played.glyphs.len();
            let before = if number > 0 && ply == first { line.comment.trim() } else { "" };
            self.losses.changed_comments += usize::from(!before.is_empty());
            let separator = if before.is_empty() || played.comment.is_empty() { "" } else { "\n" };
            self.comment(number, ply, &format!("{before}{separator}{}", played.comment));
            for variation in played.variations.iter().filter(|line| !line.moves.is_empty()) {
                self.newest += 1;
                let field = format!("move_{number}_{ply}_{}", self.newest);
                self.branch(variation, &field, ply, self.newest);
            }
        }
    }

    fn comment(&mut self, branch: usize, ply: usize, comment: &str) {
        let plain = comment_text(comment);
        if plain.is_empty() {
            return;
        }
        let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
        let text = Self::safe(&lines.join("||"));
        // A comment that would not be read back unchanged counts as changed.
        self.losses.changed_comments += usize::from(text_of(&text) != plain);
        let name =
            if branch == 0 { format!("comment{ply}") } else { format!("comment{branch}_{ply}") };
        self.field(&name, &text);
    }
}

fn digits(mv: Move) -> String {
    point(mv.from()) + &point(mv.to())
}

fn point(square: Square) -> String {
    format!("{}{}", square.file(), Square::RANKS - 1 - square.rank())
}
