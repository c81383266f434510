//! Joins many game files into one, in the current format.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::{Block, Blocks, DataError, DataHeader, SelfPlayGame};
use crate::CorpusError;
use chuhe_util::files::Draft;
use chuhe_util::parallel::map_in_order;

/// The maximum number of games in a block of a joined file. Larger blocks compress better, but damage to a block then
/// costs more games.
const BLOCK_GAMES: usize = 10_000;

/// The totals of a joined file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// The number of games written.
    pub games: u64,
    /// The number of plies written.
    pub plies: u64,
    /// The number of bytes written.
    pub bytes: u64,
    /// One line for each run that the games come from.
    pub runs: Vec<String>,
}

/// Consecutive games of a run.
struct RunPart {
    header: DataHeader,
    games: Vec<SelfPlayGame>,
}

fn continues(part: &RunPart, header: &DataHeader) -> bool {
    part.header.first + part.games.len() as u64 == header.first && part.header.run() == header.run()
}

/// Writes the games of all `files`, in order, into a new file. Consecutive games of a run share blocks. What cannot be
/// read is reported to `tell`, and everything else is written; `progress` is called after each file.
///
/// # Errors
/// If the new file already exists or cannot be written, or there are no games.
pub fn join(
    files: &[PathBuf],
    out: &Path,
    threads: NonZero<usize>,
    tell: &mut impl FnMut(CorpusError),
    progress: &mut (impl FnMut() + Send),
) -> Result<Joined, CorpusError> {
    let fault = |error: io::Error| CorpusError::File { path: out.to_owned(), error: error.into() };
    if out.exists() {
        return Err(fault(io::ErrorKind::AlreadyExists.into()));
    }
    let mut draft = Draft::new(out).map_err(fault)?;
    let mut joined = Joined::default();
    let parts =
        Parts { files: files.iter(), progress, blocks: None, next: None, faults: Vec::new() };
    map_in_order(
        threads,
        parts,
        || (),
        |(), part| pack(part),
        |packed| {
            for (part, faults) in packed {
                faults.into_iter().for_each(&mut *tell);
                let Some((header, games, plies, bytes)) = part else { continue };
                let bytes =
                    bytes.map_err(|error| CorpusError::File { path: out.to_owned(), error })?;
                draft.write_all(&bytes).map_err(fault)?;
                joined.games += games;
                joined.plies += plies;
                joined.bytes += bytes.len() as u64;
                let (run, version, bench) = header.run();
                let line = format!("`{run}` (version {version}, bench {bench})");
                let (first, last) = (header.first, header.first + games);
                match joined.runs.last_mut() {
                    Some(known)
                        if known.starts_with(&line) && known.ends_with(&format!(" to {first}")) =>
                    {
                        known.truncate(known.rfind(' ').map_or(0, |at| at + 1));
                        known.push_str(&last.to_string());
                    }
                    _ => joined.runs.push(format!("{line}, games {first} to {last}")),
                }
            }
            Ok(())
        },
    )?;
    if joined.games == 0 {
        return Err(CorpusError::File { path: out.to_owned(), error: DataError::NoGames });
    }
    draft.finish().map_err(fault)?;
    Ok(joined)
}

/// A part, if any, as its header, its numbers of games and plies, and its bytes; and the faults found before it.
type Packed = (Option<(DataHeader, u64, u64, Result<Vec<u8>, DataError>)>, Vec<CorpusError>);

fn pack((part, faults): (Option<RunPart>, Vec<CorpusError>)) -> Packed {
    let part = part.map(|RunPart { header, games }| {
        let header = header.of_games(games.len() as u64);
        let plies = games.iter().map(|game| game.plies.len() as u64).sum();
        let bytes = Block::to_bytes(&header, &games);
        (header, games.len() as u64, plies, bytes)
    });
    (part, faults)
}

/// Groups the games of the files into parts, each of which becomes a block, and collects the faults found before each
/// part.
struct Parts<'a, P> {
    files: std::slice::Iter<'a, PathBuf>,
    progress: &'a mut P,
    blocks: Option<(PathBuf, Blocks<std::fs::File>)>,
    /// A part that was read but did not fit into the previous block.
    next: Option<RunPart>,
    faults: Vec<CorpusError>,
}

impl<P: FnMut()> Parts<'_, P> {
    /// Returns the games of the next readable block. If a game in the block is faulty, only the games before that game
    /// are returned.
    fn block(&mut self) -> Option<RunPart> {
        loop {
            let Some((path, blocks)) = &mut self.blocks else {
                let path = self.files.next()?;
                match Blocks::open(path, 0) {
                    Ok(blocks) => self.blocks = Some((path.clone(), blocks)),
                    Err(error) => {
                        self.faults
                            .push(CorpusError::File { path: path.clone(), error: error.into() });
                    }
                }
                continue;
            };
            match blocks.next() {
                None => {
                    self.blocks = None;
                    (self.progress)();
                }
                Some(Err(error)) => {
                    self.faults.push(CorpusError::File { path: path.clone(), error });
                }
                Some(Ok(block)) => {
                    let header = block.header.clone();
                    let mut games = Vec::new();
                    for game in block.games() {
                        match game.and_then(|game| game.replay(|_, _| {}).map(|_| game)) {
                            Ok(game) => games.push(game),
                            Err(error) => {
                                self.faults.push(CorpusError::File { path: path.clone(), error });
                                break;
                            }
                        }
                    }
                    if !games.is_empty() {
                        return Some(RunPart { header, games });
                    }
                }
            }
        }
    }
}

impl<P: FnMut()> Iterator for Parts<'_, P> {
    type Item = (Option<RunPart>, Vec<CorpusError>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut part = self.next.take();
        while let Some(more) = self.block() {
            match &mut part {
                None => part = Some(more),
                Some(part)
                    if continues(part, &more.header)
                        && part.games.len() + more.games.len() <= BLOCK_GAMES =>
                {
                    part.games.extend(more.games);
                }
                Some(_) => {
                    self.next = Some(more);
                    break;
                }
            }
        }
        let faults = std::mem::take(&mut self.faults);
        (part.is_some() || !faults.is_empty()).then_some((part, faults))
    }
}
