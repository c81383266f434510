//! What is fuzzed: one subject in a file, a function for each target.

mod books;
mod conversations;
#[cfg(feature = "cli")]
mod database;
mod fen;
mod game_files;
mod games_of_others;
mod lines;
mod networks;
mod notation;
mod resumed;
mod rules;
mod scratch;
#[cfg(feature = "cli")]
mod settings;
mod shape;
mod tables;
#[cfg(feature = "cli")]
mod web;

/// A target: what it is called, and what it does with bytes.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets. Each has a file of its name in `fuzz_targets`, and a folder of its name in `seeds`.
pub(crate) const TARGETS: &[Target] = &[
    ("fen", fen::fen),
    ("moves", notation::moves),
    ("notation", notation::notation),
    ("command", lines::command),
    #[cfg(feature = "cli")]
    ("query", settings::query),
    #[cfg(feature = "cli")]
    ("match_file", settings::match_file),
    #[cfg(feature = "cli")]
    ("request", web::request),
    #[cfg(feature = "cli")]
    ("cloud", web::cloud),
    ("guess", game_files::guess),
    ("pgn", game_files::pgn),
    ("dhtmlxq", game_files::dhtmlxq),
    ("xqf", game_files::xqf),
    ("ccbridge", game_files::ccbridge),
    ("lines", game_files::lines),
    ("pdn", games_of_others::pdn),
    ("rules", rules::rules),
    ("book", books::book),
    ("self_play", networks::self_play),
    ("network", networks::network),
    ("table", tables::table),
    ("journal", resumed::journal),
    ("results", resumed::results),
    #[cfg(feature = "cli")]
    ("database", database::database),
    ("conversation", conversations::conversation),
    ("piskvork", games_of_others::piskvork),
    ("hub", games_of_others::hub),
];
