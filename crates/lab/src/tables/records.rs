//! Finds what is remarkable about a class: its longest mates and its zugzwangs.

use super::check::fen;
use chuhe_engine::board::Position;
use chuhe_engine::tables::{MaterialClass, TableValue, Tables, TablesError};
use chuhe_engine::types::Move;

/// The number of zugzwang examples that are returned.
const EXAMPLES: usize = 3;
/// The maximum length of a line, in plies.
const LINE_MAX: usize = 1000;

/// The records of a class. The first side is Red.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct ClassRecords {
    /// The class.
    pub class: MaterialClass,
    /// The longest mates of the first and the second side, whichever side is to move; `None` for a side without a mate.
    pub longest: [Option<LongestWin>; 2],
    /// The number of zugzwangs: placements in which a side fares worse if it is to move than if the other side is.
    pub zugzwangs: u64,
    /// The number of zugzwangs in which either side loses if it is to move.
    pub full_zugzwangs: u64,
    /// Some examples of zugzwangs, beginning with those in which either side to move loses.
    pub examples: Vec<Zugzwang>,
}

/// The longest mate of a side.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct LongestWin {
    /// The length of the mate, in plies.
    pub plies: u16,
    /// A position with this mate.
    pub fen: String,
    /// A line from `fen` to the mate; other lines may be equally long.
    pub line: Vec<Move>,
}

/// A position in which moving is a disadvantage.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Zugzwang {
    /// The position with the first side to move.
    pub fen: String,
    /// The value of `fen` from the first side's point of view: `win`, `draw` or `loss`, by mate or by the ban.
    pub first_to_move: &'static str,
    /// The value of the same placement with the second side to move, from that side's point of view.
    pub second_to_move: &'static str,
}

/// Finds the records of a class. `goes_on` is called periodically with the number of entries processed and returns
/// whether to continue; if it returns `false`, the result is `None`.
///
/// # Errors
/// If there is no table for the class, or a block is damaged.
pub fn records(
    tables: &Tables,
    class: &MaterialClass,
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Option<ClassRecords>, TablesError> {
    let table = tables.table(class).ok_or(TablesError::NoTable(*class))?;
    let (index, sides) = (table.index(), &table.header().sides);
    // For each side that wins: its longest mate when it is to move, and when the other side is.
    let second = sides.last().unwrap_or(&sides[0]);
    let by_side = match sides.len() {
        1 => [[sides[0].longest_win, sides[0].longest_loss], [None, None]],
        _ => [
            [sides[0].longest_win, second.longest_loss],
            [second.longest_win, sides[0].longest_loss],
        ],
    };
    let mut longest = [None, None];
    for (found, candidates) in longest.iter_mut().zip(by_side) {
        let Some(most) = candidates.into_iter().flatten().max_by_key(|longest| longest.plies)
        else {
            continue;
        };
        let Some(board) = index.board(most.number) else { continue };
        let fen = fen(&board);
        let line = match Position::from_fen(&fen) {
            Ok(position) => tables.line(&position, LINE_MAX)?,
            Err(_) => Vec::new(),
        };
        *found = Some(LongestWin { plies: most.plies, fen, line });
    }
    let (mut zugzwangs, mut full) = (0, 0);
    let (mut examples, mut full_examples) = (Vec::new(), Vec::new());
    for number in 0..index.size() {
        if number.is_multiple_of(1 << 16) && !goes_on(number) {
            return Ok(None);
        }
        let Some((placement, mover)) = index.decode(number) else { continue };
        let Some(other) = index.encode(&placement, 1 - mover) else { continue };
        if index.sides() == 1 && other < number {
            continue;
        }
        let value = tables.value_of(class, number)?;
        // A side that wins when it is to move is not in zugzwang.
        if value.sign() > 0 {
            continue;
        }
        let turned = tables.value_of(class, other)?;
        if value.sign() >= -turned.sign() {
            continue;
        }
        let Some(board) = index.board(number) else { continue };
        if index.board(other).is_none() {
            continue;
        }
        zugzwangs += 1;
        let is_full = value.sign() < 0 && turned.sign() < 0;
        full += u64::from(is_full);
        let list = if is_full { &mut full_examples } else { &mut examples };
        if list.len() < EXAMPLES {
            let word = TableValue::word;
            let (first_to_move, second_to_move) = (word(value), word(turned));
            list.push(Zugzwang { fen: fen(&board), first_to_move, second_to_move });
        }
    }
    full_examples.extend(examples);
    full_examples.truncate(EXAMPLES);
    Ok(Some(ClassRecords {
        class: *class,
        longest,
        zugzwangs,
        full_zugzwangs: full,
        examples: full_examples,
    }))
}
