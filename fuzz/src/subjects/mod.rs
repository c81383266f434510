//! The subjects of fuzzing: one file for each subject, with a function for each target.

mod books;
mod conversations;
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
mod settings;
mod shape;
mod tables;
mod web;

/// A target: its name, and the function that processes the bytes.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets. Each has a file in `fuzz_targets` and a folder in `seeds`, both with its name.
pub(crate) const TARGETS: &[Target] = &[
    ("fen", fen::fen),
    ("moves", notation::moves),
    ("notation", notation::notation),
    ("command", lines::command),
    ("query", settings::query),
    ("match_file", settings::match_file),
    ("request", web::request),
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
    ("database", database::database),
    ("conversation", conversations::conversation),
    ("piskvork", games_of_others::piskvork),
    ("hub", games_of_others::hub),
];
