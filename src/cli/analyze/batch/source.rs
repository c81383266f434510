//! The positions to be searched, in order, from wherever they are.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;

use super::super::super::inputs::{self, Format, Input, Which};
use crate::board::Position;
use crate::notation::collection::{Collection, FileFormat};

/// All positions of a command, which can be gone through more than once.
pub(super) struct Source {
    parts: Vec<Part>,
    from: Option<Format>,
    which: Which,
}

enum Part {
    File(Input),
    /// What cannot be read twice: FENs of the command line, standard input.
    Text {
        name: &'static str,
        bytes: Vec<u8>,
    },
}

/// A position, or what could not be read as one.
pub(super) struct Item {
    /// Its place among all items, 1 first.
    pub(super) number: u64,
    pub(super) place: Place,
    pub(super) position: Result<Position, String>,
}

/// Where a position comes from.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) source: String,
    /// The game or line of the file, 1 first.
    pub(super) game: u64,
    /// Plies played before it in the game.
    pub(super) ply: usize,
}

impl Source {
    /// Words of the command line: FENs, files, folders, `-`.
    ///
    /// # Errors
    /// If there is no such file, or standard input cannot be read.
    pub(super) fn new(
        words: &[String],
        from: Option<Format>,
        which: Which,
    ) -> anyhow::Result<Self> {
        let mut parts = Vec::new();
        for word in words {
            let is_fen =
                word.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 9);
            if is_fen && !Path::new(word).exists() {
                parts.push(Part::Text { name: "command line", bytes: word.clone().into_bytes() });
            } else if word == "-" {
                let mut bytes = Vec::new();
                io::Read::read_to_end(&mut io::stdin().lock(), &mut bytes)
                    .context("standard input")?;
                parts.push(Part::Text { name: "stdin", bytes });
            } else {
                let found = inputs::expand(&[PathBuf::from(word)])?;
                parts.extend(found.into_iter().map(Part::File));
            }
        }
        Ok(Self { parts, from, which })
    }

    /// Shows every position to `see` until it breaks off.
    pub(super) fn visit(&self, mut see: impl FnMut(Item) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut number = 0;
        for part in &self.parts {
            let (source, collection) = match part {
                Part::File(input) => (input.path.display().to_string(), self.read(input)),
                Part::Text { name, bytes } => {
                    let format = self.from.map_or_else(
                        || FileFormat::guess("", bytes).unwrap_or(FileFormat::Moves),
                        Format::file_format,
                    );
                    ((*name).to_owned(), Ok(Some(Collection::new(bytes.clone(), format))))
                }
            };
            let mut show = |game, ply, position| {
                number += 1;
                let place = Place { source: source.clone(), game, ply };
                see(Item { number, place, position })
            };
            match collection {
                Err(error) => show(1, 0, Err(error))?,
                Ok(None) => {}
                Ok(Some(collection)) => {
                    for (game, read) in (1..).zip(collection.games()) {
                        match read {
                            Err(error) => show(game, 0, Err(error.to_string()))?,
                            Ok(read) => self
                                .show_game(&read, |ply, position| show(game, ply, Ok(position)))?,
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The games of a file; none if it was found in a folder and has no games.
    fn read(&self, input: &Input) -> Result<Option<Collection>, String> {
        match input.read(self.from) {
            Ok(collection) => Ok(Some(collection)),
            Err(inputs::InputError::NoGames) if input.found => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Shows the positions of a game that were asked for, each with the game before it.
    fn show_game(
        &self,
        game: &crate::notation::Game,
        mut show: impl FnMut(usize, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut position = game.start.clone();
        let plies = game.line.moves.len();
        if self.which != Which::Last || plies == 0 {
            show(0, position.clone())?;
        }
        if self.which == Which::First {
            return ControlFlow::Continue(());
        }
        for (ply, mv) in (1..).zip(game.moves()) {
            position.make(mv, &mut ());
            if self.which == Which::All || ply == plies {
                show(ply, position.clone())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A number that another input will hardly have: names and bytes of everything that is read.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn digest(&self) -> io::Result<String> {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |bytes: &[u8]| {
            for &byte in bytes.iter().chain(&[0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for part in &self.parts {
            match part {
                Part::File(input) => {
                    add(input.name.as_os_str().as_encoded_bytes());
                    add(&fs::read(&input.path)?);
                }
                Part::Text { name, bytes } => {
                    add(name.as_bytes());
                    add(bytes);
                }
            }
        }
        Ok(format!("{hash:016x}"))
    }
}
