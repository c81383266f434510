//! The screen as a function of the game.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::super::wording;
use super::app::App;
use super::geometry::{Geometry, HEIGHT_MIN, WIDTH_MIN};
use crate::casual::Purpose;
use crate::notation::diagram::Pieces;
use crate::types::{Color, Piece, Square};

const KEYS: &str = "? keys  : type  h hint  u undo  f flip  n new  s save  q quit";

const HELP: &str = "\
Cursor keys, Enter   choose a piece, then where it goes
Mouse                the same, click by click
: or /, or H2E2 炮…  type a move or a command, then Enter
                     (capital letters need no colon)
h hint 提示          u undo 悔棋
f flip 翻转          n new game 新局
d offer a draw 求和  r r resign 认输
s save 保存          l level 级别
q quit 退出          Esc drop what was begun
Typed commands: hint undo moves flip resign draw
save FILE  load FILE  level N  elo N
notation NAME  new [red|black]  quit

[ ] cursor  { } chosen  * can go there
( ) last move  ! ! hint";

/// How a point is marked. Later variants take precedence over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PointMark {
    None,
    LastMove,
    Hint,
    Target,
    Chosen,
}

/// Draws everything. The same game at the same time always looks the same.
pub(super) fn render(app: &App, now: Instant, area: Rect, buffer: &mut Buffer) {
    let Some(geometry) = Geometry::of(area, app.dialogue.flipped) else {
        let text = format!(
            "The board needs {WIDTH_MIN}×{HEIGHT_MIN} characters, here are {}×{}. Make the window larger, or quit with q \
             and play with --line.",
            area.width, area.height
        );
        return Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
    };
    let view = View { app, geometry };
    view.lines(buffer);
    view.pieces(buffer);
    view.side(now, buffer);
    view.below(buffer);
    if app.shows_help {
        help(area, buffer);
    }
}

fn help(area: Rect, buffer: &mut Buffer) {
    let height = HELP.lines().count() as u16 + 2;
    let (width, height) = (60.min(area.width), height.min(area.height));
    let at = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(at, buffer);
    Paragraph::new(HELP).block(Block::bordered().title(" any key goes back ")).render(at, buffer);
}

struct View<'a> {
    app: &'a App,
    geometry: Geometry,
}

impl View<'_> {
    /// The style where colours are used, or else the plain one.
    fn style(&self, style: Style) -> Style {
        if self.app.style.color { style } else { Style::new() }
    }

    fn dim(&self) -> Style {
        self.style(Style::new().add_modifier(Modifier::DIM))
    }

    /// The lines between the points, the river and the coordinates.
    fn lines(&self, buffer: &mut Buffer) {
        let (geometry, dim) = (&self.geometry, self.dim());
        for square in Square::all() {
            let (x, y) = geometry.point(square);
            if x > geometry.point(leftmost(square, self.app.dialogue.flipped)).0 {
                buffer.set_string(x - 3, y, "---", dim);
            }
            let is_above_river = y + 1 == geometry.river();
            let is_last = y + 2 >= geometry.board.bottom();
            if geometry.is_tall && !is_above_river && !is_last {
                buffer.set_string(x, y + 1, "|", dim);
            }
        }
        if geometry.is_tall {
            for center in [Square::new(4, 1), Square::new(4, 8)] {
                let (x, y) = geometry.point(center);
                for (dx, dy, line) in [(-2, -1, "\\"), (2, -1, "/"), (-2, 1, "/"), (2, 1, "\\")] {
                    let (x, y) = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
                    buffer.set_string(x, y, line, dim);
                }
            }
        }
        let river = match self.app.style.pieces {
            Pieces::Chinese => "~  楚  ~  河  ~  ~  漢  ~  界  ~",
            Pieces::Letters => "~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~",
        };
        buffer.set_string(geometry.board.x + 5, geometry.river(), river, dim);
        for rank in 0..Square::RANKS {
            let (_, y) = geometry.point(Square::new(0, rank));
            buffer.set_string(geometry.board.x + 1, y, rank.to_string(), dim);
        }
        for file in 0..Square::FILES {
            let (x, _) = geometry.point(Square::new(file, 0));
            let name = char::from(b'a' + file).to_string();
            buffer.set_string(x, geometry.board.bottom() - 1, name, dim);
        }
    }

    fn pieces(&self, buffer: &mut Buffer) {
        let board = self.app.dialogue.game.state().position().board();
        let targets = self.app.targets();
        for square in Square::all() {
            let mark = self.mark(square, &targets);
            self.point(square, board.piece_at(square), mark, buffer);
        }
    }

    fn mark(&self, square: Square, targets: &[Square]) -> PointMark {
        let game = &self.app.dialogue.game;
        let is_end = |mv: Option<crate::types::Move>| {
            mv.is_some_and(|mv| square == mv.from() || square == mv.to())
        };
        if self.app.selected == Some(square) {
            PointMark::Chosen
        } else if targets.contains(&square) {
            PointMark::Target
        } else if is_end(game.hint()) {
            PointMark::Hint
        } else if is_end(game.state().last_move()) {
            PointMark::LastMove
        } else {
            PointMark::None
        }
    }

    fn point(&self, square: Square, piece: Option<Piece>, mark: PointMark, buffer: &mut Buffer) {
        let (x, y) = self.geometry.point(square);
        let (glyph, width) = match (piece, self.app.style.pieces) {
            (None, _) if mark == PointMark::Target => ("*".to_owned(), 1),
            (None, _) => ("+".to_owned(), 1),
            (Some(piece), Pieces::Letters) => (piece.letter().to_string(), 1),
            (Some(piece), Pieces::Chinese) => (piece.chinese().to_string(), 2),
        };
        let ground = match mark {
            PointMark::None => 230,
            PointMark::LastMove => 222,
            PointMark::Hint => 183,
            PointMark::Target => 157,
            PointMark::Chosen => 117,
        };
        let style = match piece.map(Piece::color) {
            None if mark == PointMark::None => self.dim(),
            None => self.style(Style::new().fg(Paint::Indexed(16)).bg(Paint::Indexed(ground))),
            Some(color) => {
                let ink = if color == Color::Red { 160 } else { 16 };
                let style = Style::new().fg(Paint::Indexed(ink)).bg(Paint::Indexed(ground));
                self.style(style.add_modifier(Modifier::BOLD))
            }
        };
        buffer.set_string(x, y, glyph, style);
        let brackets = match mark {
            PointMark::Chosen => Some(("{", "}")),
            _ if square == self.app.cursor => Some(("[", "]")),
            PointMark::Target if piece.is_some() => Some(("*", "*")),
            PointMark::Hint => Some(("!", "!")),
            PointMark::LastMove => Some(("(", ")")),
            PointMark::Target | PointMark::None => None,
        };
        if let Some((left, right)) = brackets {
            let bold = self.style(Style::new().add_modifier(Modifier::BOLD));
            buffer.set_string(x - 1, y, left, bold);
            buffer.set_string(x + width, y, right, bold);
        }
    }

    /// Who plays, what time is left, and the moves.
    fn side(&self, now: Instant, buffer: &mut Buffer) {
        let (side, game) = (self.geometry.side, &self.app.dialogue.game);
        let person = game.state().person();
        let upper = if self.app.dialogue.flipped { Color::Red } else { Color::Black };
        let width = usize::from(side.width);
        buffer.set_stringn(side.x, side.y, self.player(upper, now), width, Style::new());
        let bottom = side.bottom() - 1;
        buffer.set_stringn(side.x, bottom, self.player(!upper, now), width, Style::new());
        let state = match (game.state().finish(), game.thinks()) {
            (Some(finish), _) => finish.headline().to_owned(),
            (None, Some(Purpose::Move)) => "chuhe is thinking …".to_owned(),
            (None, Some(Purpose::Hint)) => "looking for a hint …".to_owned(),
            (None, Some(Purpose::Draw)) => "chuhe thinks it over …".to_owned(),
            (None, None) if game.state().is_turn_of(person) => "your move".to_owned(),
            (None, None) => String::new(),
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_stringn(side.x, bottom - 1, state, width, bold);

        let rows = wording::sheet_rows(game);
        let room = usize::from(side.height - 4);
        let hidden = rows.len().saturating_sub(room);
        for (i, row) in rows[hidden..].iter().enumerate() {
            buffer.set_stringn(side.x, side.y + 1 + i as u16, row, width, Style::new());
        }
    }

    /// A player with the clock.
    fn player(&self, color: Color, now: Instant) -> String {
        let game = &self.app.dialogue.game;
        let name = if color == game.state().person() {
            "you".to_owned()
        } else {
            format!("chuhe, {}", game.strength())
        };
        let clock = game.state().clocks().map_or_else(String::new, |clocks| {
            format!("{}  ", wording::clock(clocks.left(color, now)))
        });
        let turn = if game.state().is_turn_of(color) { ">" } else { " " };
        format!("{turn} {clock}{name} ({color})")
    }

    fn below(&self, buffer: &mut Buffer) {
        let Geometry { message, input, keys, .. } = self.geometry;
        Paragraph::new(self.app.message.as_str())
            .wrap(Wrap { trim: false })
            .render(message, buffer);
        if let Some(text) = &self.app.input {
            // The end of a long text is what is being typed.
            let room = usize::from(input.width / 2).saturating_sub(4);
            let skip = text.chars().count().saturating_sub(room);
            let shown: String = text.chars().skip(skip).collect();
            buffer.set_stringn(
                input.x,
                input.y,
                format!("> {shown}_"),
                input.width.into(),
                Style::new(),
            );
        }
        buffer.set_stringn(keys.x, keys.y, KEYS, keys.width.into(), self.dim());
    }
}

/// The point of the same row that is farthest left on the screen.
const fn leftmost(square: Square, is_flipped: bool) -> Square {
    Square::new(if is_flipped { Square::FILES - 1 } else { 0 }, square.rank())
}
