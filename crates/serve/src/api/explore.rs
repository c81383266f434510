//! The opening explorer, which shows the moves played in a position according to a game database or an opening book.

use serde::{Deserialize, Serialize};

use super::super::explorer::Explorer;
use super::work::position;
use super::{Answered, json};
use chuhe_database::{DatabaseError, ExampleGame, Tally};
use chuhe_engine::board::Position;
use chuhe_engine::book::shares;
use chuhe_formats::opening::OpeningName;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_session::exchange;
use chuhe_session::message::{Failure, FailureCode, SourceName, WrittenMove};
use chuhe_session::refuse;
use chuhe_session::written::written_move;

/// The maximum and the default number of games in an answer.
const GAMES_MAX: u32 = 50;
const GAMES: u32 = 5;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExploreRequest {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    source: Option<SourceName>,
    games: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRequest {
    id: u32,
}

#[derive(Debug, Serialize)]
struct ExploreAnswer {
    source: SourceName,
    name: String,
    fen: String,
    side: String,
    all: Statistics,
    ended: u64,
    moves: Vec<MoveRow>,
    games: Vec<ExploredGame>,
}

#[derive(Debug, Serialize)]
struct MoveRow {
    #[serde(rename = "move")]
    mv: WrittenMove,
    share: f64,
    weight: Option<u16>,
    #[serde(flatten)]
    counts: Statistics,
}

/// Statistics of games, from the point of view of the side to move.
#[derive(Debug, Default, Serialize)]
struct Statistics {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: Option<f64>,
    score_cp: Option<f64>,
    last_played: Option<String>,
}

#[derive(Debug, Serialize)]
struct ExploredGame {
    id: i64,
    red: Option<String>,
    black: Option<String>,
    event: Option<String>,
    date: Option<String>,
    result: &'static str,
    opening: Option<OpeningName>,
    plies: u32,
    ply: u32,
    mirrored: bool,
}

/// Returns the moves played in a position.
pub(super) fn explore(explorer: &Explorer, asked: &ExploreRequest) -> Answered {
    let games = asked.games.unwrap_or(GAMES);
    if games > GAMES_MAX {
        let range = tr!("expected-range", least = 0, most = GAMES_MAX);
        return Err(refuse(FailureCode::BadValue, range));
    }
    let position = position(asked.fen.as_deref(), &asked.moves)?;
    json(&match asked.source.unwrap_or(SourceName::Database) {
        SourceName::Database => of_database(explorer, &position, games)?,
        SourceName::Book => of_book(explorer, &position)?,
    })
}

/// Returns a game in the database, given its number.
pub(super) fn game(explorer: &Explorer, asked: &GameRequest) -> Answered {
    let database = explorer.database().ok_or_else(no_database)?;
    let stored = database
        .query(|database| database.game(i64::from(asked.id)))
        .map_err(|error| unread(&error))?;
    let Some(stored) = stored else {
        return Err(refuse(FailureCode::Unknown, tr!("serve-no-stored-game", id = asked.id)));
    };
    let game = stored.game().map_err(|error| unread(&error))?;
    json(&exchange::read_game(&game, None, &mut 0))
}

fn no_database() -> Failure {
    refuse(FailureCode::Unknown, tr!("serve-no-database"))
}

fn unread(error: &DatabaseError) -> Failure {
    refuse(FailureCode::File, error.localize())
}

fn of_database(
    explorer: &Explorer,
    position: &Position,
    games: u32,
) -> Result<ExploreAnswer, Failure> {
    let database = explorer.database().ok_or_else(no_database)?;
    let found = database.query(|database| {
        let examples = database.examples(position, u64::from(games))?;
        Ok((database.explore(position)?, examples))
    });
    let (exploration, examples) = found.map_err(|error| unread(&error))?;
    let all = exploration.tally.games.max(1) as f64;
    let moves = exploration.moves.into_iter().map(|explored| MoveRow {
        mv: written_move(position, explored.mv),
        share: explored.tally.games as f64 / all,
        weight: None,
        counts: explored.tally.into(),
    });
    Ok(ExploreAnswer {
        source: SourceName::Database,
        name: database.name(),
        fen: position.fen(),
        side: position.side_to_move().to_string(),
        moves: moves.collect(),
        all: exploration.tally.into(),
        ended: exploration.ended,
        games: examples.into_iter().map(ExploredGame::from).collect(),
    })
}

fn of_book(explorer: &Explorer, position: &Position) -> Result<ExploreAnswer, Failure> {
    let named = explorer.book();
    let named = named.ok_or_else(|| refuse(FailureCode::Unknown, tr!("serve-no-book")))?;
    let mut all = Statistics::default();
    let mut rows = Vec::new();
    for (found, share) in shares(&named.book, position) {
        let counts = Statistics {
            games: found.games(),
            wins: found.wins.into(),
            draws: found.draws.into(),
            losses: found.losses.into(),
            points: found.points(),
            score_cp: found.score.map(f64::from),
            last_played: found.years.map(|(_, last)| last.to_string()),
        };
        all.games += counts.games;
        all.wins += counts.wins;
        all.draws += counts.draws;
        all.losses += counts.losses;
        all.last_played = all.last_played.max(counts.last_played.clone());
        let weight = Some(found.weight);
        rows.push(MoveRow { mv: written_move(position, found.mv), share, weight, counts });
    }
    if all.games > 0 {
        all.points = Some((all.wins as f64 + all.draws as f64 / 2.0) / all.games as f64);
    }
    Ok(ExploreAnswer {
        source: SourceName::Book,
        name: named.name.clone(),
        fen: position.fen(),
        side: position.side_to_move().to_string(),
        all,
        ended: 0,
        moves: rows,
        games: Vec::new(),
    })
}

impl From<Tally> for Statistics {
    fn from(tally: Tally) -> Self {
        let points = tally.points();
        let Tally { games, wins, draws, losses, mean_score, last_played, .. } = tally;
        Self { games, wins, draws, losses, points, score_cp: mean_score, last_played }
    }
}

impl From<ExampleGame> for ExploredGame {
    fn from(example: ExampleGame) -> Self {
        let ExampleGame { game, ply, is_mirrored: mirrored, .. } = example;
        Self {
            id: game.id,
            result: game.result,
            plies: game.plies,
            red: game.red,
            black: game.black,
            event: game.event,
            date: game.date,
            opening: game.opening,
            ply,
            mirrored,
        }
    }
}
