//! `book merge`: combines books.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::super::outputs::{self, FreshArgs, refused};
use super::super::{Ending, UsageError};
use super::{open, wording};
use crate::failure;
use chuhe_engine::book::Book;
use chuhe_lab::book::merge;
use chuhe_localize::tr;
use chuhe_util::files::write_output;

/// Merge books into one, adding up each move's games and weights and keeping its lowest score
#[derive(Debug, Args)]
pub(in crate::cli) struct MergeArgs {
    /// Books to merge, in chuhe's own format
    #[arg(value_name = "BOOK", required = true)]
    books: Vec<PathBuf>,

    /// Book file to write
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    fresh: FreshArgs,
}

impl MergeArgs {
    pub(super) fn run(self) -> failure::Result<Ending> {
        let path = &self.out;
        self.fresh.file(Some(path))?;
        let mut books = Vec::new();
        for file in &self.books {
            let book = open(file)?;
            if !book.is_own() {
                let path = file.display().to_string();
                return Err(UsageError(tr!("book-not-own", path = path)).into());
            }
            books.push(book);
        }
        let bytes = merge(&books)?;
        write_output(path, &bytes).map_err(|error| refused(path, error))?;
        let merged = Book::from_bytes(bytes)?;
        writeln!(outputs::stderr(), "{}", wording::written(path, &merged))?;
        Ok(Ending::Done)
    }
}
