//! The arguments that select games.

use clap::{Args, ValueEnum};

use super::super::UsageError;
use super::super::numbers::whole;
use super::super::position::PositionArgs;
use crate::cli::args::localized;
use crate::failure;
use chuhe_database::{MaterialPattern, PlayedDate, Query};
use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::notation::play_words;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::Outcome;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Filters for games. A game must match all of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
pub(super) struct FilterArgs {
    /// Part of either player's name, in simplified or traditional characters, or in pinyin
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Part of the name of the Red player
    #[arg(long, value_name = "NAME")]
    red: Option<String>,

    /// Part of the name of the Black player
    #[arg(long, value_name = "NAME")]
    black: Option<String>,

    /// Part of the name of the event (赛事)
    #[arg(long, value_name = "NAME")]
    event: Option<String>,

    /// Earliest year, month or day of play, such as 1990, 1990.05 or 1990.05.01
    #[arg(long, value_name = "DATE", value_parser = localized::<PlayedDate>)]
    since: Option<PlayedDate>,

    /// Latest year, month or day of play
    #[arg(long, value_name = "DATE", value_parser = localized::<PlayedDate>)]
    until: Option<PlayedDate>,

    /// Result of the game
    #[arg(long, value_name = "RESULT", value_enum)]
    result: Option<ResultWord>,

    /// Part of the name of the opening, in Chinese or English
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,

    /// Material that must occur in the game: the pieces of one side, then those of the other; each list begins with the
    /// king, and * stands for any advisors and elephants
    #[arg(long, value_name = "PIECES", value_parser = localized::<MaterialPattern>)]
    material: Option<MaterialPattern>,

    /// Minimum number of plies for which the pieces of --material must stay on the board
    #[arg(long, value_name = "N", requires = "material", value_parser = whole::<u32>(1..=10_000))]
    material_plies: Option<u32>,

    /// First moves of the game, in any notation, in quotes
    #[arg(long, value_name = "MOVES", value_parser = parse_beginning)]
    beginning: Option<Moves>,

    /// Consecutive moves anywhere in the game, as coordinates, in quotes
    #[arg(long, value_name = "MOVES", value_parser = parse_stretch)]
    stretch: Option<Moves>,

    #[command(flatten)]
    position: PositionArgs,
}

/// A sequence of moves.
#[derive(Clone, Debug)]
struct Moves(Vec<Move>);

/// A game's result on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ResultWord {
    /// Red won
    #[value(alias = "1-0")]
    Red,
    /// Black won
    #[value(alias = "0-1")]
    Black,
    /// A draw
    #[value(alias = "1/2-1/2")]
    Draw,
    /// Unknown
    #[value(alias = "*")]
    Unknown,
}

fn parse_beginning(text: &str) -> Result<Moves, String> {
    let played = play_words(&Position::startpos(), text, None).map_err(|error| error.localize())?;
    let moves: Vec<Move> = played.history().iter().filter_map(|undo| undo.mv).collect();
    if moves.is_empty() { Err(tr!("db-no-moves")) } else { Ok(Moves(moves)) }
}

fn parse_stretch(text: &str) -> Result<Moves, String> {
    let words = || text.split([' ', ',', ';', '\t', '\n']).filter(|word| !word.is_empty());
    let ranks = Ranks::shown_by(words()).unwrap_or_default();
    let moves: Result<Vec<Move>, String> = words()
        .map(|word| iccs::parse(word, ranks).map_err(|_| tr!("db-no-coordinates", word = word)))
        .collect();
    let moves = moves?;
    if moves.is_empty() { Err(tr!("db-no-moves")) } else { Ok(Moves(moves)) }
}

impl FilterArgs {
    /// The database query for these filters.
    pub(super) fn query(&self) -> failure::Result<Query> {
        let position =
            if self.position.is_given() { Some(self.position.position()?) } else { None };
        let moves = |moves: &Option<Moves>| moves.clone().map(|moves| moves.0).unwrap_or_default();
        let query = Query {
            player: self.player.clone(),
            red: self.red.clone(),
            black: self.black.clone(),
            event: self.event.clone(),
            from: self.since,
            to: self.until,
            result: self.result.map(|result| match result {
                ResultWord::Red => Outcome::Win(Color::Red),
                ResultWord::Black => Outcome::Win(Color::Black),
                ResultWord::Draw => Outcome::Draw,
                ResultWord::Unknown => Outcome::Unknown,
            }),
            opening: self.opening.clone(),
            position,
            material: self.material,
            material_plies: self.material_plies.unwrap_or_default(),
            beginning: moves(&self.beginning),
            stretch: moves(&self.stretch),
        };
        query.check().map_err(|error| UsageError(error.localize()))?;
        Ok(query)
    }
}
