//! `book`: makes, shows and checks opening books.

mod check;
mod convert;
mod explore;
mod make;
mod merge;
mod show;
mod wording;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::counts::at_place;
use super::{EMBEDDED, Ending};
use crate::failure::{self, Failure};
use chuhe_engine::book::{Book, embedded};
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Make, show, check and convert opening books (开局库)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe book make games/ -o my.book        make a book from games
  chuhe book show --book my.book           its moves in the start position
  chuhe book show h2e2 h9g7                the embedded book, after two moves
  chuhe book explore --plies 4             the embedded book as a tree
  chuhe book check my.book -o better.book  check its moves with the engine
  chuhe book convert my.book -o BOOK.DAT   convert it for ElephantEye
  chuhe --option OwnBook=true --option BookFile=my.book

`embedded` stands for the book built into chuhe. A book file is in chuhe's own format or in ElephantEye's
BOOK.DAT format. \"Opening books\" in the handbook describes both formats and how moves are chosen.")]
pub(super) struct BookArgs {
    #[command(subcommand)]
    command: BookCommand,
}

#[derive(Debug, Subcommand)]
enum BookCommand {
    Make(make::MakeArgs),
    Merge(merge::MergeArgs),
    Show(show::ShowBookArgs),
    Explore(explore::ExploreArgs),
    Check(check::CheckBookArgs),
    Convert(convert::ConvertBookArgs),
}

impl BookArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        match self.command {
            BookCommand::Make(args) => args.run(),
            BookCommand::Merge(args) => args.run(),
            BookCommand::Show(args) => args.run(out),
            BookCommand::Explore(args) => args.run(out),
            BookCommand::Check(args) => args.run(out),
            BookCommand::Convert(args) => args.run(),
        }
    }
}

/// Reads a book file, or returns the embedded book.
fn read(file: &Path) -> failure::Result<Arc<Book>> {
    if file == Path::new(EMBEDDED) {
        return embedded().ok_or_else(|| Failure::new(tr!("book-none-embedded")));
    }
    open(file).map(Arc::new)
}

/// Reads a book file.
fn open(file: &Path) -> failure::Result<Book> {
    Book::open(file).map_err(|error| Failure::new(at_place(file, &error.localize())))
}
