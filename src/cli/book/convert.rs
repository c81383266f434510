//! `book convert`: converts books between chuhe's own format and `BOOK.DAT`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::super::Ending;
use super::super::outputs::{self, FreshArgs, refused};
use super::{read, wording};
use crate::failure;
use chuhe_engine::book::Book;
use chuhe_lab::book::{to_eleeye, to_own};
use chuhe_localize::tr;
use chuhe_util::files::write_output;

/// Convert a book to ElephantEye's BOOK.DAT format, or back
#[derive(Debug, Args)]
pub(in crate::cli) struct ConvertBookArgs {
    /// Book file, or `embedded` for the built-in book
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Output file: a BOOK.DAT if the name ends in .dat, otherwise a book in chuhe's own format
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    fresh: FreshArgs,
}

impl ConvertBookArgs {
    pub(super) fn run(self) -> failure::Result<Ending> {
        let path = &self.out;
        self.fresh.file(Some(path))?;
        let book = read(&self.file)?;
        let is_dat = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("dat"));
        let converted = if is_dat { to_eleeye(&book) } else { to_own(&book)? };
        write_output(path, &converted.bytes).map_err(|error| refused(path, error))?;
        let out = &mut outputs::stderr();
        // A file without moves is not a valid book.
        if converted.reached > 0 {
            let written = Book::from_bytes(converted.bytes)?;
            writeln!(out, "{}", wording::written(path, &written))?;
        }
        if converted.reached == converted.all {
            return Ok(Ending::Done);
        }
        let (reached, all) = (converted.reached, converted.all);
        writeln!(out, "{}", tr!("book-not-reached", left = all - reached, all = all))?;
        Ok(Ending::PartialFailure)
    }
}
