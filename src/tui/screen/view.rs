//! Draws the screen as a function of the game.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Modifier, Style};
use ratatui::widgets::{Block, Clear, Paragraph, Widget, Wrap};

use super::super::wording;
use super::app::App;
use super::geometry::{Geometry, HEIGHT_MIN, WIDTH_MIN};
use chuhe_engine::notation::chinese;
use chuhe_engine::notation::diagram::{Edge, Pieces};
use chuhe_engine::types::{Color, Piece, Square};
use chuhe_localize::Localize;
use chuhe_localize::prose;
use chuhe_localize::score::ForRed;
use chuhe_localize::tr;
use chuhe_play::{HintStep, Purpose};

/// The width of the evaluation bar in columns.
const BAR_WIDTH: usize = 12;

/// How a point of the board is marked. Later variants take precedence over earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PointMark {
    None,
    LastMove,
    Hint,
    Target,
    Chosen,
}

/// Draws everything, as a pure function of the game and the time.
pub(super) fn render(app: &App, now: Instant, area: Rect, buffer: &mut Buffer) {
    let Some(geometry) = Geometry::of(area, app.dialogue.flipped) else {
        let text = tr!(
            "play-screen-small",
            width = WIDTH_MIN,
            height = HEIGHT_MIN,
            columns = area.width,
            rows = area.height
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
    let text = tr!("play-screen-help");
    let height = text.lines().count() as u16 + 2;
    let (width, height) = (60.min(area.width), height.min(area.height));
    let at = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(at, buffer);
    let title = format!(" {} ", tr!("play-screen-back"));
    Paragraph::new(text).block(Block::bordered().title(title)).render(at, buffer);
}

struct View<'a> {
    app: &'a App,
    geometry: Geometry,
}

impl View<'_> {
    /// The given style if colours are used, otherwise the plain style.
    fn style(&self, style: Style) -> Style {
        if self.app.style.color { style } else { Style::new() }
    }

    fn dim(&self) -> Style {
        self.style(Style::new().add_modifier(Modifier::DIM))
    }

    /// Draws the lines between the points, the river and the coordinates.
    fn lines(&self, buffer: &mut Buffer) {
        let (geometry, dim) = (&self.geometry, self.dim());
        for square in Square::all() {
            let (x, y) = geometry.point(square);
            if x > geometry.point(leftmost(square, self.app.dialogue.flipped)).0 {
                let line = "-".repeat(usize::from(geometry.file_step) - 1);
                buffer.set_string(x + 1 - geometry.file_step, y, line, dim);
            }
            let is_above_river = y < geometry.river() && y + geometry.rank_step > geometry.river();
            let is_last = y + geometry.rank_step >= geometry.board.bottom();
            if !is_above_river && !is_last {
                for row in 1..geometry.rank_step {
                    buffer.set_string(x, y + row, "|", dim);
                }
            }
        }
        for center in [Square::new(4, 1), Square::new(4, 8)] {
            let (x, y) = geometry.point(center);
            for step in 1..geometry.rank_step {
                let (dx, dy) = (2 * step.cast_signed(), step.cast_signed());
                for (dx, dy, line) in
                    [(-dx, -dy, "\\"), (dx, -dy, "/"), (-dx, dy, "/"), (dx, dy, "\\")]
                {
                    let (x, y) = (x.saturating_add_signed(dx), y.saturating_add_signed(dy));
                    buffer.set_string(x, y, line, dim);
                }
            }
        }
        let river = match self.app.style.pieces {
            Pieces::Chinese => "~  楚  ~  河  ~  ~  漢  ~  界  ~",
            Pieces::Letters => "~  ~  ~  ~  ~  ~  ~  ~  ~  ~  ~",
        };
        let aside = (8 * geometry.file_step - 31) / 2;
        buffer.set_string(geometry.board.x + 4 + aside, geometry.river(), river, dim);
        let edge = wording::edge(&self.app.dialogue.game);
        let nearest = if self.app.dialogue.flipped { Color::Black } else { Color::Red };
        for file in 0..Square::FILES {
            let (x, _) = geometry.point(Square::new(file, 0));
            let name = match edge {
                Edge::Coordinates(_) => char::from(b'a' + file),
                Edge::Files => chinese::file_name(nearest, file),
            };
            buffer.set_string(x, geometry.board.bottom() - 1, name.to_string(), dim);
        }
        if edge == Edge::Files {
            return;
        }
        for rank in 0..Square::RANKS {
            let (_, y) = geometry.point(Square::new(0, rank));
            buffer.set_string(geometry.board.x + 1, y, rank.to_string(), dim);
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
        let hint = game.hint();
        let is_hint = hint.is_some_and(|hint| {
            square == hint.mv.from() || square == hint.mv.to() && hint.step > HintStep::Piece
        });
        let last_move = game.state().last_move();
        if self.app.selected == Some(square) {
            PointMark::Chosen
        } else if targets.contains(&square) {
            PointMark::Target
        } else if is_hint {
            PointMark::Hint
        } else if last_move.is_some_and(|mv| square == mv.from() || square == mv.to()) {
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

    /// Draws the players, the time left and the moves.
    fn side(&self, now: Instant, buffer: &mut Buffer) {
        let (side, game) = (self.geometry.side, &self.app.dialogue.game);
        let person = game.state().person();
        let upper = if self.app.dialogue.flipped { Color::Red } else { Color::Black };
        let width = usize::from(side.width);
        buffer.set_stringn(side.x, side.y, self.player(upper, now), width, Style::new());
        let bottom = side.bottom() - 1;
        buffer.set_stringn(side.x, bottom, self.player(!upper, now), width, Style::new());
        let state = match (game.state().finish(), game.thinks()) {
            (Some(finish), _) => finish.headline().localize(),
            (None, Some(Purpose::Move)) => {
                tr!("play-screen-thinks", engine = wording::engine(game))
            }
            (None, Some(Purpose::Hint)) => tr!("play-screen-hint"),
            (None, Some(Purpose::Draw)) => tr!("play-screen-draw"),
            (None, Some(Purpose::Check(_))) => tr!("play-screen-check"),
            _ if game.is_solved() => tr!("play-screen-solved"),
            _ if game.rest_of_solution().is_some() => tr!("play-screen-find"),
            (None, _) if game.state().is_turn_of(person) => tr!("play-screen-your-move"),
            _ => String::new(),
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_stringn(side.x, bottom - 1, state, width, bold);

        let coach_rows = if game.has_coach() { self.coach(bottom - 3, buffer) } else { 0 };
        let rows = wording::sheet_rows(game);
        let room = usize::from(side.height - 4 - coach_rows);
        let hidden = rows.len().saturating_sub(room);
        for (i, row) in rows[hidden..].iter().enumerate() {
            buffer.set_stringn(side.x, side.y + 1 + i as u16, row, width, Style::new());
        }
    }

    /// Draws the evaluation bar and the best line in two rows, starting at row `y`. Returns the number of rows used.
    fn coach(&self, y: u16, buffer: &mut Buffer) -> u16 {
        let (side, game) = (self.geometry.side, &self.app.dialogue.game);
        let Some(evaluation) = game.evaluation() else { return 2 };
        let width = usize::from(side.width);
        let red = wording::bar(evaluation.for_red, BAR_WIDTH);
        let [ours, theirs] = match self.app.style.pieces {
            Pieces::Chinese => ["█", "░"],
            Pieces::Letters => ["#", "."],
        };
        let ink = self.style(Style::new().fg(Paint::Indexed(160)));
        buffer.set_string(side.x, y, ours.repeat(red), ink);
        buffer.set_string(side.x + red as u16, y, theirs.repeat(BAR_WIDTH - red), self.dim());
        let score = ForRed(evaluation.for_red).localize();
        let room = width - BAR_WIDTH - 1;
        buffer.set_stringn(side.x + BAR_WIDTH as u16 + 1, y, score, room, Style::new());
        let moves = wording::line(game.state().position(), &evaluation.line, game.format());
        let shown = wording::as_many_as_fit(&moves, width);
        buffer.set_stringn(side.x, y + 1, shown, width, Style::new());
        2
    }

    /// The text for a player, with the player's clock.
    fn player(&self, color: Color, now: Instant) -> String {
        let game = &self.app.dialogue.game;
        let side = wording::side(color);
        let name = if color == game.state().person() {
            tr!("play-screen-you", side = side)
        } else if game.rest_of_solution().is_some() {
            tr!("play-screen-puzzle", side = side)
        } else {
            let own = || tr!("play-screen-level", strength = wording::strength(game.strength()));
            let engine = game.other_engine().map_or_else(own, str::to_owned);
            tr!("play-screen-engine", engine = engine, side = side)
        };
        let clock = game.state().clocks().map_or_else(String::new, |clocks| {
            format!("{}  ", wording::clock(clocks.left(color, now)))
        });
        let turn = if game.state().is_turn_of(color) { ">" } else { " " };
        format!("{turn} {clock}{name}")
    }

    fn below(&self, buffer: &mut Buffer) {
        let Geometry { message, input, keys, .. } = self.geometry;
        let width = usize::from(message.width);
        let lines: Vec<String> =
            self.app.message.lines().map(|line| prose::fill(line, width, 0)).collect();
        Paragraph::new(lines.join("\n")).render(message, buffer);
        if let Some(text) = &self.app.input {
            // Only the end of a long text is shown, because the player types there.
            let room = usize::from(input.width / 2).saturating_sub(4);
            let skip = text.chars().count().saturating_sub(room);
            let shown: String = text.chars().skip(skip).collect();
            let waiting = self
                .app
                .waiting()
                .map_or_else(String::new, |command| format!("   {}", wording::on_enter(command)));
            buffer.set_stringn(
                input.x,
                input.y,
                format!("> {shown}_{waiting}"),
                input.width.into(),
                Style::new(),
            );
        }
        buffer.set_stringn(keys.x, keys.y, tr!("play-screen-keys"), keys.width.into(), self.dim());
    }
}

/// The point farthest left on the screen in the same row.
const fn leftmost(square: Square, is_flipped: bool) -> Square {
    Square::new(if is_flipped { Square::FILES - 1 } else { 0 }, square.rank())
}
