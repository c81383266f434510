//! Probing of the tables in one or more folders.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::class::MaterialClass;
use super::file::{BLOCK, Scratch, Table, TableFileError, files_in};
use super::value::TableValue;
use crate::board::{Board, Position};
use crate::types::Move;

/// The number of blocks kept in memory, at 8 kB each.
const CACHE_BLOCKS: usize = 4096;

/// The tables found in one or more folders. Any number of threads can probe them.
///
/// ```no_run
/// use chuhe_engine::board::Position;
/// use chuhe_engine::tables::{TableValue, Tables};
///
/// let tables = Tables::open("tables")?;
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w")?;
/// if let Some(TableValue::WinIn(plies)) = tables.probe(position.board())? {
///     println!("Red mates in {plies} plies.");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Tables {
    all: Vec<Table>,
    by_class: HashMap<MaterialClass, usize>,
    pieces_max: u32,
    cache: Cache,
}

/// Why tables cannot be used, or a position has no value.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum TablesError {
    #[error("{}: {}", .folder.display(), chuhe_util::files::reason(.error))]
    Folder { folder: PathBuf, error: std::io::Error },
    #[error("{}: no endgame tables; `chuhe tables gen` generates them", .0.display())]
    Empty(PathBuf),
    #[error("{}: {error}", .file.display())]
    File { file: PathBuf, error: TableFileError },
    #[error("no table for this position (class {0})")]
    NoTable(MaterialClass),
}

impl Tables {
    /// An empty set of tables.
    pub fn none() -> Self {
        Self::default()
    }

    /// Opens all tables in the folders listed in `folders`, separated by `;`. If several tables have the same class,
    /// the first is used.
    ///
    /// # Errors
    /// If a folder cannot be read or has no table, or a table is unusable.
    pub fn open(folders: &str) -> Result<Self, TablesError> {
        let mut tables = Self::default();
        for folder in folders.split(';').map(str::trim).filter(|folder| !folder.is_empty()) {
            tables.add_folder(Path::new(folder))?;
        }
        Ok(tables)
    }

    /// Adds all tables in a folder.
    ///
    /// # Errors
    /// Like [`Tables::open`].
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), TablesError> {
        let files = files_in(folder)
            .map_err(|error| TablesError::Folder { folder: folder.to_owned(), error })?;
        if files.is_empty() {
            return Err(TablesError::Empty(folder.to_owned()));
        }
        files.iter().try_for_each(|file| self.add(file))
    }

    /// Adds a table.
    ///
    /// # Errors
    /// If the table is unusable.
    pub fn add(&mut self, file: &Path) -> Result<(), TablesError> {
        let table = Table::open(file)
            .map_err(|error| TablesError::File { file: file.to_owned(), error })?;
        let class = table.header().class;
        if !self.by_class.contains_key(&class) {
            self.by_class.insert(class, self.all.len());
            self.pieces_max = self.pieces_max.max(class.pieces() as u32);
            self.all.push(table);
        }
        Ok(())
    }

    /// The tables, in no particular order.
    pub fn all(&self) -> &[Table] {
        &self.all
    }

    /// The table of a class, if there is one.
    pub fn table(&self, class: &MaterialClass) -> Option<&Table> {
        self.by_class.get(class).map(|at| &self.all[*at])
    }

    /// The maximum number of pieces, including kings, in a position of these tables; 0 without tables.
    pub const fn pieces_max(&self) -> u32 {
        self.pieces_max
    }

    /// The value of a position from the side to move's point of view; `None` if no table contains the position. If
    /// neither side can win, no table is needed. The side not to move must not be in check.
    ///
    /// The game before the position is ignored: neither repetitions nor moves without a capture count.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn probe(&self, board: &Board) -> Result<Option<TableValue>, TablesError> {
        match self.value(board) {
            Ok(value) => Ok(Some(value)),
            Err(TablesError::NoTable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Like [`Tables::probe`], but a position without a value is an error.
    ///
    /// # Errors
    /// If no table contains the position, or the table is damaged.
    pub fn value(&self, board: &Board) -> Result<TableValue, TablesError> {
        let (class, first) = MaterialClass::of(board);
        if class.is_dead() {
            // If the side to move is mated, it has lost, even though neither side could win otherwise.
            let in_check = board.is_in_check(board.side_to_move());
            let is_mated = board.legal_moves(in_check).is_empty();
            return Ok(if is_mated { TableValue::LossIn(0) } else { TableValue::Draw });
        }
        let at = *self.by_class.get(&class).ok_or(TablesError::NoTable(class))?;
        let table = &self.all[at];
        let (placement, mover) = table.index().placement(board, first);
        let number = table.index().encode(&placement, mover).ok_or(TablesError::NoTable(class))?;
        self.entry(at, number)
    }

    /// The value of the position that has this number in the table of a class.
    ///
    /// # Errors
    /// If there is no table for the class, or the table is damaged.
    pub fn value_of(&self, class: &MaterialClass, number: u64) -> Result<TableValue, TablesError> {
        let at = *self.by_class.get(class).ok_or(TablesError::NoTable(*class))?;
        self.entry(at, number)
    }

    fn entry(&self, at: usize, number: u64) -> Result<TableValue, TablesError> {
        let table = &self.all[at];
        let code = self.cache.code(at, table, number);
        // `Table::open` has checked that every code in the palette stands for a value.
        code.map(|code| TableValue::from_code(code).unwrap_or(TableValue::Draw))
            .map_err(|error| TablesError::File { file: table.path().to_owned(), error })
    }

    /// The legal moves with the values of the positions they lead to, from the mover's point of view, best first.
    /// `None` if one of these positions is in no table.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn moves(
        &self,
        position: &Position,
    ) -> Result<Option<Vec<(Move, TableValue)>>, TablesError> {
        let board = position.board();
        let mut values = Vec::new();
        for mv in position.legal_moves() {
            let Some(value) = self.probe(&board.with_move(mv))? else { return Ok(None) };
            values.push((mv, value.before()));
        }
        values.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
        Ok(Some(values))
    }

    /// A line of perfect play of at most `plies` plies: the winner plays the quickest win, and the loser plays the
    /// longest defence. It is empty in a drawn position. Otherwise it ends with mate or, in a win or loss by the ban,
    /// when a position recurs.
    ///
    /// # Errors
    /// If a table is damaged.
    pub fn line(&self, position: &Position, plies: usize) -> Result<Vec<Move>, TablesError> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut seen = HashSet::from([position.key()]);
        while line.len() < plies {
            let Some(moves) = self.moves(&position)? else { break };
            let Some(&(mv, value)) = moves.first() else { break };
            if value == TableValue::Draw {
                break;
            }
            line.push(mv);
            position.make_unchecked(mv, &mut ());
            if !seen.insert(position.key()) {
                break;
            }
        }
        Ok(line)
    }
}

/// A cache of recently read blocks. Each block has one possible slot, which keeps the last block read into it.
#[derive(Debug)]
struct Cache {
    slots: Box<[Mutex<Slot>]>,
}

#[derive(Debug, Default)]
struct Slot {
    /// The table and the block; `None` if the slot is empty.
    key: Option<(usize, u64)>,
    codes: Vec<u16>,
}

impl Default for Cache {
    fn default() -> Self {
        Self { slots: (0..CACHE_BLOCKS).map(|_| Mutex::default()).collect() }
    }
}

impl Cache {
    fn code(&self, at: usize, table: &Table, number: u64) -> Result<u16, TableFileError> {
        thread_local! {
            static SCRATCH: std::cell::RefCell<Scratch> = std::cell::RefCell::default();
        }
        let (block, place) = (number / BLOCK as u64, (number % BLOCK as u64) as usize);
        let mix = (block ^ (at as u64) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &self.slots[(mix >> 32) as usize % CACHE_BLOCKS];
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.key != Some((at, block)) {
            slot.key = None;
            SCRATCH.with_borrow_mut(|scratch| table.read_block(block, scratch, &mut slot.codes))?;
            slot.key = Some((at, block));
        }
        Ok(slot.codes[place])
    }
}
