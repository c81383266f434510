//! The files of the pages, compiled into the program.

use include_dir::{Dir, include_dir};

/// The served pages.
pub static PAGE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/page");
/// The files that served and self-contained pages share.
pub static SHARED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/shared");
/// The files of self-contained pages alone: a reviewed game, the index of games, and puzzles.
pub static ANNOTATED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/annotated");
/// The texts of all pages, in one file for each language.
pub static WORDS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/words");

/// Returns the text of a file.
///
/// # Panics
/// If the folder has no such file.
pub fn text(folder: &Dir<'static>, name: &str) -> &'static str {
    let file = folder.get_file(name).and_then(|file| file.contents_utf8());
    file.unwrap_or_else(|| panic!("the pages have no file {name}"))
}

/// The names and texts of the files in a folder.
pub fn files(folder: &Dir<'static>) -> impl Iterator<Item = (&'static str, &'static str)> {
    folder.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
}
