//! Verifies tables by comparing every entry with the entries of the positions that its moves lead to.
//!
//! Only the numbering and the board are shared with the generator: each move is made, and the value after it is looked
//! up as in any other program. An entry must equal the value of its best move. Losses by the ban must meet a further
//! condition: a move to a position of a higher stage must be a check without a capture. Because the winner can always
//! move to a lower stage or keep the same one, this proves such a loss from its moves alone.

use std::num::NonZero;

use chuhe_engine::board::{Board, Position};
use chuhe_engine::tables::{MaterialClass, SideCounts, TableValue, Tables, TablesError};
use chuhe_util::parallel::map_in_order;

/// The number of entries that a thread takes at a time.
const CHUNK: u64 = 1 << 14;
/// The maximum number of faults that are returned; further ones are only counted.
const FAULTS_MAX: usize = 20;

/// The result of checking a table.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TableCheck {
    /// The class.
    pub class: MaterialClass,
    /// The number of positions checked.
    pub positions: u64,
    /// The number of wrong entries.
    pub wrong: u64,
    /// The first wrong entries, up to a limit.
    pub faults: Vec<TableFault>,
    /// Whether the totals in the header match the entries.
    pub sums_agree: bool,
    /// Whether the check was stopped before all entries were checked.
    pub was_stopped: bool,
}

impl TableCheck {
    /// Whether the whole table was checked and nothing is wrong.
    pub const fn is_sound(&self) -> bool {
        self.wrong == 0 && self.sums_agree && !self.was_stopped
    }
}

/// An entry that contradicts its best move.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct TableFault {
    /// The position.
    pub fen: String,
    /// The value in the table.
    pub found: String,
    /// The value after the best move.
    pub expected: String,
    /// The index of the entry.
    pub number: u64,
}

/// Checks the table of a class, on several threads. `goes_on` is called periodically with the number of entries
/// processed and returns whether to continue.
///
/// # Errors
/// If a block is damaged, or the table of a class that a capture leads to is missing.
pub fn check(
    tables: &Tables,
    class: &MaterialClass,
    threads: usize,
    goes_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<TableCheck, TablesError> {
    let table = tables.table(class).ok_or(TablesError::NoTable(*class))?;
    let index = table.index();
    let no_sums = vec![SideCounts::default(); index.sides() as usize];
    let chunks = (0..index.entries()).step_by(CHUNK as usize);
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    let (mut faults, mut sides, mut was_stopped) = (Vec::new(), no_sums.clone(), false);
    map_in_order(
        threads,
        chunks,
        || (),
        |(), from| {
            let (mut faults, mut sides) = (Vec::new(), no_sums.clone());
            for number in from..index.entries().min(from + CHUNK) {
                let side = &mut sides[(number / index.size()) as usize];
                let Some(board) = index.board(number) else {
                    side.unused += 1;
                    continue;
                };
                let found = tables.value_of(class, number)?;
                side.add(found, number);
                if let Some(expected) = contradiction(tables, &board, found)? {
                    let (fen, found) = (fen(&board), found.to_string());
                    faults.push(TableFault { fen, found, expected, number });
                }
            }
            Ok((from, faults, sides))
        },
        |results| {
            for result in results {
                let (from, found, counted) = result?;
                faults.extend(found);
                sides.iter_mut().zip(&counted).for_each(|(sum, part)| sum.merge(part));
                was_stopped = !goes_on(from);
                if was_stopped {
                    break;
                }
            }
            Ok::<_, TablesError>(())
        },
    )?;
    let wrong = faults.len() as u64;
    faults.truncate(FAULTS_MAX);
    Ok(TableCheck {
        class: *class,
        positions: sides.iter().map(SideCounts::positions).sum(),
        wrong,
        faults,
        sums_agree: was_stopped || sides == table.header().sides,
        was_stopped,
    })
}

/// The position as a FEN without move history.
pub(super) fn fen(board: &Board) -> String {
    format!("{board} - - 0 1")
}

/// Returns the value that a position has according to its moves, if it contradicts the table.
fn contradiction(
    tables: &Tables,
    board: &Board,
    found: TableValue,
) -> Result<Option<String>, TablesError> {
    let Ok(position) = Position::from_fen(&fen(board)) else {
        return Ok(Some("no position".to_owned()));
    };
    let mut best: Option<TableValue> = None;
    let mut breaks_free = false;
    for mv in position.legal_moves() {
        let after = tables.value(&board.with_move(mv))?;
        if best.is_none_or(|best| after.before().rank() > best.rank()) {
            best = Some(after.before());
        }
        if let (TableValue::LossByBan(own), TableValue::WinByBan(next)) = (found, after) {
            let is_quiet_check = board.captured_piece(mv).is_none() && board.gives_check(mv);
            breaks_free |= next > own && !is_quiet_check;
        }
    }
    let best = best.unwrap_or(TableValue::LossIn(0));
    let agrees = match (found, best) {
        (TableValue::LossByBan(_), TableValue::LossByBan(_)) => !breaks_free,
        _ => found == best,
    };
    Ok((!agrees).then(|| {
        let free =
            if breaks_free { ", and a move that does not check avoids the loss" } else { "" };
        format!("{best}{free}")
    }))
}
