//! Draws boards as text, and reads them.

use crate::board::{Color, Point, Size};
use crate::position::{MoveError, Position};
use crate::rules::Rule;

/// The largest board width drawn with spaces between the points; wider boards are drawn without spaces, to fit into 40
/// columns.
const SPACED_WIDTH_MAX: usize = 18;

/// Draws a position: `x` is Black, `o` is White, and the last stone is a capital letter. `!` marks a point that is
/// forbidden to the side to move, and `+` marks a star point.
pub fn draw(position: &Position) -> String {
    let size = position.size();
    let space = if size.width() <= SPACED_WIDTH_MAX { " " } else { "" };
    let last = position.played().last().map(|stone| stone.0);
    let letters: Vec<String> =
        (0..size.width()).map(|column| char::from(b'a' + column as u8).to_string()).collect();
    let mut lines = vec![format!("   {}", letters.join(space))];
    for row in 0..size.height() {
        let number = size.height() - row;
        let points: Vec<String> = (0..size.width())
            .map(|column| {
                let point = Point::new(column, row);
                match position.stone(point) {
                    Some(Color::Black) if last == Some(point) => "X".to_owned(),
                    Some(Color::Black) => "x".to_owned(),
                    Some(Color::White) if last == Some(point) => "O".to_owned(),
                    Some(Color::White) => "o".to_owned(),
                    None if position.foul(position.to_move(), point).is_some() => "!".to_owned(),
                    None if is_marked(size, point) => "+".to_owned(),
                    None => ".".to_owned(),
                }
            })
            .collect();
        lines.push(format!("{number:2} {} {number}", points.join(space)));
    }
    lines.push(format!("   {}", letters.join(space)));
    lines.join("\n")
}

/// Whether a point is a star point: the centre of a board with odd sides, and the points four steps from the edges of a
/// large board.
fn is_marked(size: Size, point: Point) -> bool {
    let is_odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    let corner = |place: usize, side: usize| side >= 13 && (place == 3 || place + 4 == side);
    is_odd && point == size.center()
        || corner(point.column(), size.width()) && corner(point.row(), size.height())
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum DiagramError {
    #[error("line {0}: {1:?} is neither x, o nor .")]
    Sign(usize, char),
    #[error("line {0} has {1} points, but the first has {2}")]
    Uneven(usize, usize, usize),
    #[error("{0}")]
    Size(#[from] crate::board::BoardError),
    #[error("{0} black and {1} white stones: the side to move is unclear")]
    Counts(usize, usize),
    #[error("{0}")]
    Stone(#[from] MoveError),
}

/// Reads a board, one line per row from the top: `x` or `X` is Black; `o` or `O` is White; and `.`, `+`, `-` or `_` is
/// a free point. Spaces are ignored. If no side to move is given, it is derived from the numbers of stones.
///
/// # Errors
/// If the text does not have that form, or the side to move is neither given nor clear from the stones.
pub fn read(text: &str, rule: Rule, to_move: Option<Color>) -> Result<Position, DiagramError> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut row = Vec::new();
        for sign in line.chars().filter(|sign| !sign.is_whitespace()) {
            row.push(match sign {
                'x' | 'X' => Some(Color::Black),
                'o' | 'O' => Some(Color::White),
                '.' | '+' | '-' | '_' => None,
                _ => return Err(DiagramError::Sign(index + 1, sign)),
            });
        }
        if row.is_empty() {
            continue;
        }
        if let Some(first) = rows.first().filter(|first| first.len() != row.len()) {
            return Err(DiagramError::Uneven(index + 1, row.len(), first.len()));
        }
        rows.push(row);
    }
    let size = Size::new(rows.first().map_or(0, Vec::len), rows.len())?;
    let stones: Vec<(Point, Color)> = size
        .points()
        .filter_map(|point| rows[point.row()][point.column()].map(|color| (point, color)))
        .collect();
    let blacks = stones.iter().filter(|stone| stone.1 == Color::Black).count();
    let whites = stones.len() - blacks;
    let to_move = match (to_move, blacks.wrapping_sub(whites)) {
        (Some(color), _) => color,
        (None, 0) => Color::Black,
        (None, 1) => Color::White,
        _ => return Err(DiagramError::Counts(blacks, whites)),
    };
    Ok(Position::from_stones(size, rule, &stones, to_move)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_fit_into_forty_columns_and_are_read_back() {
        for side in [5, 15, 18, 20, 22] {
            let size = Size::new(side, side).unwrap();
            let mut position = Position::new(size, Rule::Renju);
            for (column, row) in [(2, 2), (3, 3), (4, 4)] {
                position.try_play(Point::new(column, row)).unwrap();
            }
            let drawn = draw(&position);
            assert!(drawn.lines().all(|line| line.len() <= 42), "{drawn}");
            assert!(side == 18 || drawn.lines().all(|line| line.len() <= 40), "{drawn}");
            // Without the labels of rows and columns, the drawing can be read as a board again.
            let lines: Vec<&str> = drawn.lines().collect();
            let board: Vec<String> = lines[1..lines.len() - 1]
                .iter()
                .map(|line| {
                    line.trim_matches(|sign: char| sign.is_ascii_digit() || sign == ' ').to_owned()
                })
                .collect();
            let again = read(&board.join("\n"), Rule::Renju, None).unwrap();
            assert_eq!(again.key(), position.key());
            assert_eq!(drawn.matches('X').count(), 1);
        }
    }

    #[test]
    fn bad_boards_are_refused_with_their_place() {
        let read = |text: &str| read(text, Rule::Freestyle, None).map(|_| ());
        assert_eq!(read(".....\n..y.."), Err(DiagramError::Sign(2, 'y')));
        assert_eq!(read(".....\n\n...."), Err(DiagramError::Uneven(3, 4, 5)));
        assert!(matches!(read(""), Err(DiagramError::Size(_))));
        let two = ["xx...", ".....", ".....", ".....", "....."].join("\n");
        assert_eq!(read(&two), Err(DiagramError::Counts(2, 0)));
        assert!(super::read(&two, Rule::Freestyle, Some(Color::White)).is_ok());
    }
}
