//! Table files, which are written as a whole, checked when opened, and read block by block.
//!
//! ```text
//! 8 bytes            chuhetb1
//! 4 bytes            length of the header
//! header             JSON, see TableHeader
//! 4 bytes            CRC-32 of all bytes before it
//! blocks             each the entries of 4096 numbers, deflated
//! 12 bytes per block its offset in the file (8), CRC-32 of its deflated bytes (4)
//! 4 bytes            CRC-32 of this list
//! ```
//!
//! Numbers are little-endian. An entry is an index into the header's palette of codes. It takes one byte if the palette
//! has at most 256 codes; otherwise the block stores all low bytes, then all high bytes. Entries of unused numbers
//! repeat the entry before them, so they take almost no space when compressed.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use flate2::{Decompress, FlushDecompress, Status};
use memmap2::Mmap;
use serde::{Deserialize, Serialize};

use super::class::MaterialClass;
use super::index::ClassIndex;
use super::value::{DRAW_CODE, TableValue};
use crate::platform;
use chuhe_util::files;

/// The magic number.
pub const MAGIC: &[u8; 8] = b"chuhetb1";
/// The number of entries in a block.
pub const BLOCK: usize = 4096;
/// The file extension.
const ENDING: &str = "chtb";
/// The maximum length of a header.
const HEADER_MAX: usize = 1 << 20;
/// The metric of the entries.
const METRIC: &str = "plies to mate";
/// The repetition rules that the tables take into account.
const RULES: &str = "perpetual check loses; chases are not regarded";

/// The header of a table file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHeader {
    /// The class.
    pub class: MaterialClass,
    /// The metric of the entries: plies to mate.
    pub metric: String,
    /// The repetition rules that the table takes into account.
    pub rules: String,
    /// The version of chuhe that wrote the table.
    pub version: String,
    /// The number of entries, including unused numbers.
    pub entries: u64,
    /// The number of entries in a block.
    pub block: usize,
    /// The codes that occur, in ascending order.
    pub palette: Vec<u16>,
    /// Totals by side to move, the first side first. A class with the same pieces on both sides has only one summary.
    pub sides: Vec<SideCounts>,
    /// The highest stage of a win or loss by the ban, if any.
    pub highest_stage: Option<u16>,
}

impl TableHeader {
    /// The header of a new table with these codes, in ascending order, and these totals.
    pub fn new(index: &ClassIndex, palette: Vec<u16>, sides: Vec<SideCounts>) -> Self {
        let stages = palette.iter().filter_map(|code| match TableValue::from_code(*code)? {
            TableValue::WinByBan(stage) | TableValue::LossByBan(stage) => Some(stage),
            _ => None,
        });
        Self {
            class: index.class(),
            metric: METRIC.to_owned(),
            rules: RULES.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            entries: index.entries(),
            block: BLOCK,
            highest_stage: stages.max(),
            palette,
            sides,
        }
    }
}

/// Totals over the positions of a class with one side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideCounts {
    /// Positions in which the side to move can force mate.
    pub wins: u64,
    /// Positions in which the side to move wins by the ban on perpetual check.
    pub wins_by_ban: u64,
    /// Draws.
    pub draws: u64,
    /// Positions in which the side to move loses by the ban.
    pub losses_by_ban: u64,
    /// Positions in which the side to move is mated or cannot avoid mate.
    pub losses: u64,
    /// Unused numbers.
    pub unused: u64,
    /// The longest mate by the side to move.
    pub longest_win: Option<Longest>,
    /// The longest mate against the side to move.
    pub longest_loss: Option<Longest>,
}

/// The longest mate in a set of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Longest {
    /// The plies to mate.
    pub plies: u16,
    /// The number of the first position with this mate.
    pub number: u64,
}

impl SideCounts {
    /// The number of positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.wins_by_ban + self.draws + self.losses_by_ban + self.losses
    }

    /// Adds the totals of other positions with the same side to move.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.wins_by_ban += other.wins_by_ban;
        self.draws += other.draws;
        self.losses_by_ban += other.losses_by_ban;
        self.losses += other.losses;
        self.unused += other.unused;
        // Among mates of equal length, the first position counts.
        self.longest_win =
            self.longest_win.into_iter().chain(other.longest_win).max_by_key(by_length);
        self.longest_loss =
            self.longest_loss.into_iter().chain(other.longest_loss).max_by_key(by_length);
    }

    /// Adds a position with its value and number.
    pub fn add(&mut self, value: TableValue, number: u64) {
        let (longest, plies) = match value {
            TableValue::Draw => return self.draws += 1,
            TableValue::WinByBan(_) => return self.wins_by_ban += 1,
            TableValue::LossByBan(_) => return self.losses_by_ban += 1,
            TableValue::WinIn(plies) => {
                self.wins += 1;
                (&mut self.longest_win, plies)
            }
            TableValue::LossIn(plies) => {
                self.losses += 1;
                (&mut self.longest_loss, plies)
            }
        };
        if longest.is_none_or(|longest| plies > longest.plies) {
            *longest = Some(Longest { plies, number });
        }
    }
}

fn by_length(longest: &Longest) -> (u16, std::cmp::Reverse<u64>) {
    (longest.plies, std::cmp::Reverse(longest.number))
}

/// Why a file is not a usable table.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum TableFileError {
    #[error("{}", files::reason(.0))]
    Io(#[from] io::Error),
    #[error("not an endgame table")]
    Foreign,
    #[error("wrong length: the file is truncated or has trailing data")]
    Length,
    #[error("damaged: the checksum of {0} does not match")]
    Damaged(TablePart),
    #[error("unsupported header: {0}")]
    Header(String),
    #[error("this is the table for {0}, which does not match the file name")]
    OtherClass(MaterialClass),
}

/// A part of a table file that has a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablePart {
    /// The header.
    Header,
    /// The list of blocks.
    Blocks,
    /// A block, by its number.
    Block(u64),
}

impl fmt::Display for TablePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Blocks => f.write_str("the list of blocks"),
            Self::Block(number) => write!(f, "block {number}"),
        }
    }
}

/// The file name of the table of a class.
pub fn file_name(class: MaterialClass) -> String {
    format!("{class}.{ENDING}")
}

/// The table files in a folder, sorted.
///
/// # Errors
/// If the folder cannot be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in chuhe_util::files::read_folder(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// An opened table file.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    header: TableHeader,
    index: ClassIndex,
    map: Mmap,
    /// The start of the list of blocks, which is the end of the last block.
    places: usize,
}

impl Table {
    /// Opens a table and checks everything but the blocks, which are checked when they are read.
    ///
    /// The file is mapped into memory. While it is open, it must not be written in place, only replaced as a whole.
    ///
    /// # Errors
    /// If the file cannot be read, is not a table, is damaged, or contains a different class from the one it is named
    /// after.
    pub fn open(path: &Path) -> Result<Self, TableFileError> {
        files::check_regular(path)?;
        let file = File::open(path)?;
        if file.metadata()?.len() < 20 {
            return Err(TableFileError::Length);
        }
        let map = platform::map_file(&file)?;
        if &map[..8] != MAGIC {
            return Err(TableFileError::Foreign);
        }
        let header_end = 12 + word(&map, 8) as usize;
        if header_end - 12 > HEADER_MAX || header_end + 8 > map.len() {
            return Err(TableFileError::Length);
        }
        if crc32fast::hash(&map[..header_end]) != word(&map, header_end) {
            return Err(TableFileError::Damaged(TablePart::Header));
        }
        let header: TableHeader = serde_json::from_slice(&map[12..header_end])
            .map_err(|error| TableFileError::Header(error.to_string()))?;
        let index = check_header(&header)?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if stem != header.class.to_string() {
            return Err(TableFileError::OtherClass(header.class));
        }
        let blocks = header.entries.div_ceil(BLOCK as u64) as usize;
        let Some(places) = map.len().checked_sub(12 * blocks + 4) else {
            return Err(TableFileError::Length);
        };
        if places < header_end + 4 {
            return Err(TableFileError::Length);
        }
        let table = Self { path: path.to_owned(), header, index, map, places };
        let end = table.map.len() - 4;
        if crc32fast::hash(&table.map[places..end]) != word(&table.map, end) {
            return Err(TableFileError::Damaged(TablePart::Blocks));
        }
        let begins: Vec<usize> = (0..blocks).map(|block| table.begin_of(block)).collect();
        let is_sound = begins.first().is_none_or(|first| *first == header_end + 4)
            && begins.is_sorted()
            && begins.last().is_none_or(|last| *last <= places);
        if !is_sound {
            return Err(TableFileError::Length);
        }
        Ok(table)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The header.
    pub const fn header(&self) -> &TableHeader {
        &self.header
    }

    /// The numbering of the table's positions.
    pub const fn index(&self) -> &ClassIndex {
        &self.index
    }

    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.map.len() as u64
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.header.entries.div_ceil(BLOCK as u64)
    }

    fn begin_of(&self, block: usize) -> usize {
        let at = self.places + 12 * block;
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.map[at..at + 8]);
        usize::try_from(u64::from_le_bytes(bytes)).unwrap_or(usize::MAX)
    }

    /// Reads a block into a list of codes.
    pub(super) fn read_block(
        &self,
        block: u64,
        scratch: &mut Scratch,
        codes: &mut Vec<u16>,
    ) -> Result<(), TableFileError> {
        codes.clear();
        let damaged = || TableFileError::Damaged(TablePart::Block(block));
        let number = block as usize;
        let begin = self.begin_of(number);
        let end = if block + 1 == self.blocks() { self.places } else { self.begin_of(number + 1) };
        let deflated = self.map.get(begin..end).ok_or_else(damaged)?;
        if crc32fast::hash(deflated) != word(&self.map, self.places + 12 * number + 8) {
            return Err(damaged());
        }
        let entries = (self.header.entries - block * BLOCK as u64).min(BLOCK as u64) as usize;
        let is_wide = self.header.palette.len() > 256;
        let length = if is_wide { 2 * entries } else { entries };
        let plain = &mut scratch.plain[..length];
        scratch.inflate.reset(false);
        let status = scratch.inflate.decompress(deflated, plain, FlushDecompress::Finish);
        if !matches!(status, Ok(Status::StreamEnd)) || scratch.inflate.total_out() != length as u64
        {
            return Err(damaged());
        }
        let palette = &self.header.palette;
        codes.reserve_exact(entries);
        for at in 0..entries {
            let high = if is_wide { usize::from(plain[entries + at]) << 8 } else { 0 };
            let symbol = usize::from(plain[at]) | high;
            // If the class has no positions, the palette is empty.
            let code = palette.get(symbol).copied();
            codes.push(code.or(palette.is_empty().then_some(DRAW_CODE)).ok_or_else(damaged)?);
        }
        Ok(())
    }
}

/// Scratch space for reading a block.
#[derive(Debug)]
pub(super) struct Scratch {
    inflate: Decompress,
    plain: Box<[u8]>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { inflate: Decompress::new(false), plain: vec![0; 2 * BLOCK].into_boxed_slice() }
    }
}

/// The number in the four bytes from `at`.
fn word(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(word)
}

/// Checks a header and returns the numbering of its class.
fn check_header(header: &TableHeader) -> Result<ClassIndex, TableFileError> {
    let refuse = |reason: &str| TableFileError::Header(reason.to_owned());
    let index = ClassIndex::new(header.class).ok_or_else(|| refuse("the class is too large"))?;
    if header.metric != METRIC || header.rules != RULES {
        return Err(refuse(&format!("metric or rules ({}; {})", header.metric, header.rules)));
    }
    if header.entries != index.entries() || header.block != BLOCK {
        return Err(refuse("wrong number of entries"));
    }
    let is_known = header.palette.iter().all(|code| TableValue::from_code(*code).is_some());
    if !is_known || !header.palette.is_sorted_by(|one, next| one < next) {
        return Err(refuse("invalid palette"));
    }
    if header.sides.len() as u64 != index.sides() {
        return Err(refuse("wrong number of sides"));
    }
    Ok(index)
}
