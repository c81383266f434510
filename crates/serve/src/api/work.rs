//! Handles requests from programs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::super::Shared;
use super::{Answered, json, no_memory};
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{EngineError, EngineSource, SearchNews, SearchRequest, SearchTicket};
use chuhe_engine::notation::play_words;
use chuhe_engine::rules::{self, JudgementReport, Rules};
use chuhe_engine::search::{Event, Limits, SearchInfo};
use chuhe_engine::types::{Color, Move};
use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::game_files::GameReadError;
use chuhe_formats::reading_memory;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::analysis::AnalyzedLine;
use chuhe_review::picture::{Arrow, Faces, Mark, Picture, Theme};
use chuhe_session::boards::check_length;
use chuhe_session::exchange;
use chuhe_session::message::{Failure, FailureCode, Reply, RuleSetName, WriteFormat, WrittenMove};
use chuhe_session::refuse;
use chuhe_session::written::written_line;
use chuhe_session::{LINES_MAX, Lines};

/// The maximum and the default search time of a request, in milliseconds.
const SEARCH_MS_MAX: u64 = 60_000;
const SEARCH_MS: u64 = 5000;
/// The maximum number of arrows in a request. The same limit applies to marks.
const MARKS_MAX: usize = 100;
/// The maximum number of games in a request.
const GAMES_MAX: usize = 1000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnalyzeRequest {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    multipv: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<u64>,
    pub(super) engine: Option<String>,
}

/// What `chuhe analyze --json` prints, with the moves in every notation.
#[derive(Debug, Serialize)]
struct AnalyzeAnswer {
    /// The engine, if it is not chuhe.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    fen: String,
    side_to_move: Color,
    best_move: Option<Move>,
    lines: Vec<WrittenLine>,
    time_ms: u64,
}

#[derive(Debug, Serialize)]
struct WrittenLine {
    #[serde(flatten)]
    line: AnalyzedLine,
    moves: Vec<WrittenMove>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeRequest {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    rules: Option<RuleSetName>,
    draw_moves: Option<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConvertRequest {
    name: Option<String>,
    text: Option<String>,
    base64: Option<String>,
    to: WriteFormat,
}

#[derive(Debug, Serialize)]
struct ConvertAnswer {
    games: Vec<Reply>,
    problems: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoardRequest {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    #[serde(default)]
    arrows: Vec<String>,
    #[serde(default)]
    marks: Vec<String>,
    #[serde(default)]
    pieces: PiecesName,
    #[serde(default)]
    theme: ThemeName,
    coordinates: Option<bool>,
    #[serde(default)]
    flip: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PiecesName {
    #[default]
    Chinese,
    Letters,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Wood,
    Print,
}

/// A search in progress.
#[derive(Debug)]
pub(super) struct BegunAnalysis {
    engine: Option<String>,
    position: Position,
    lines: oneshot::Receiver<Result<Lines, EngineError>>,
    /// Ends the search when dropped.
    _running: Box<dyn SearchTicket>,
}

/// Starts a search, with another engine than chuhe if one is given.
pub(super) fn begin_analysis(
    shared: &Shared,
    request: &AnalyzeRequest,
    other: Option<&EngineSource>,
) -> Result<BegunAnalysis, Failure> {
    let multipv = request.multipv.unwrap_or(1);
    if !(1..=LINES_MAX).contains(&multipv) {
        return Err(refuse(FailureCode::BadValue, tr!("serve-lines", most = LINES_MAX)));
    }
    let is_bounded = request.depth.is_some() || request.nodes.is_some();
    let movetime = request.movetime.unwrap_or(if is_bounded { SEARCH_MS_MAX } else { SEARCH_MS });
    let is_empty = request.depth == Some(0) || request.nodes == Some(0);
    if is_empty || !(1..=SEARCH_MS_MAX).contains(&movetime) {
        return Err(refuse(FailureCode::BadValue, tr!("serve-bounds", most = SEARCH_MS_MAX)));
    }
    let position = position(request.fen.as_deref(), &request.moves)?;
    let limits = Limits {
        depth: request.depth,
        nodes: request.nodes,
        ..Limits::move_time(Duration::from_millis(movetime))
    };
    let config = Config { multipv, threads: 0, hash_mb: 0, ..Config::default() };
    let (sender, receiver) = oneshot::channel();
    let mut pending = Some((sender, Lines::default()));
    let deliver = move |news| {
        let event = match news {
            SearchNews::Event(event) => event,
            SearchNews::Queued { .. } | SearchNews::Started => return,
            SearchNews::Withdrawn => return drop(pending.take()),
            SearchNews::Failed(error) => {
                if let Some((sender, _)) = pending.take() {
                    let _ = sender.send(Err(error));
                }
                return;
            }
        };
        match event {
            Event::Info(info) if !info.pv.is_empty() => {
                if let Some((_, lines)) = &mut pending {
                    lines.note(info);
                }
            }
            Event::BestMove(_) => {
                if let Some((sender, lines)) = pending.take() {
                    // The client may have disconnected.
                    let _ = sender.send(Ok(lines));
                }
            }
            _ => {}
        }
    };
    let busy = |error: EngineError| refuse(FailureCode::Busy, error.localize());
    let mut searcher = match other {
        Some(other) => other.open(),
        None => Box::new(shared.engines.client().map_err(busy)?),
    };
    let request = SearchRequest { config, ..SearchRequest::new(position.clone(), limits) };
    let running = searcher.submit(request, Box::new(deliver)).map_err(busy)?;
    let engine = other.and_then(EngineSource::other_name).map(str::to_owned);
    Ok(BegunAnalysis { engine, position, lines: receiver, _running: running })
}

impl BegunAnalysis {
    /// Waits for the search to end.
    pub(super) async fn wait(self) -> Answered {
        let Self { engine, position, lines, _running } = self;
        let lines = lines.await;
        let lines = lines.map_err(|_| refuse(FailureCode::Busy, "the search was stopped"))?;
        let lines = lines.map_err(|error| match error {
            EngineError::External(_) => refuse(FailureCode::Engine, error),
            error => refuse(FailureCode::Busy, error),
        })?;
        json(&AnalyzeAnswer {
            engine,
            fen: position.fen(),
            side_to_move: position.side_to_move(),
            best_move: lines.infos().first().and_then(|info| info.pv.first().copied()),
            time_ms: lines.time().as_millis() as u64,
            lines: lines.infos().iter().map(|info| line(&position, info)).collect(),
        })
    }
}

fn line(position: &Position, info: &SearchInfo) -> WrittenLine {
    WrittenLine { line: info.into(), moves: written_line(position, info.pv.iter().copied()) }
}

/// Judges the position after a line of moves.
pub(super) fn judge(request: &JudgeRequest) -> Answered {
    let usual = Rules::default();
    let draw_moves = request.draw_moves.unwrap_or(usual.draw_plies / 2);
    if draw_moves > 500 {
        return Err(refuse(FailureCode::BadValue, tr!("expected-range", least = 0, most = 500)));
    }
    let set = request.rules.map_or(usual.set, Into::into);
    let rules = Rules { set, draw_plies: 2 * draw_moves };
    let position = position(request.fen.as_deref(), &request.moves)?;
    json(&JudgementReport::new(&rules::judge(&position, &rules), position.fen()))
}

/// Converts each game in a file to a separate file, until the flag is set. `memory` takes memory for this many bytes.
pub(super) fn convert<M>(
    request: ConvertRequest,
    memory: impl Fn(usize) -> Option<M>,
    stop: &AtomicBool,
) -> Answered {
    let ConvertRequest { name, text, base64, to } = request;
    let bytes = exchange::bytes(text, base64)?;
    let _memory = memory(reading_memory(bytes.len())).ok_or_else(no_memory)?;
    let no_games = || refuse(FailureCode::File, GameReadError::NoGames.localize());
    let format = FileFormat::guess(name.as_deref().unwrap_or_default(), &bytes);
    let collection = Collection::new(bytes, format.ok_or_else(no_games)?);
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    for (number, read) in (1..).zip(collection.games()) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if number > GAMES_MAX {
            problems.push(tr!("serve-games-max", most = GAMES_MAX));
            break;
        }
        let mut problem = |error: String| {
            problems.push(tr!("game-refused", game = number, error = error));
        };
        let game = match read {
            Ok(game) => game,
            Err(error) => {
                problem(error.localize());
                let Some(game) = error.into_salvaged() else { continue };
                game
            }
        };
        match exchange::file(&game, to, &format!("game {number}")) {
            Ok(file) => games.push(file),
            Err(refused) => problem(refused.text),
        }
    }
    if games.is_empty() && problems.is_empty() {
        return Err(no_games());
    }
    json(&ConvertAnswer { games, problems })
}

/// Draws the position after a line of moves.
pub(super) fn board(request: &BoardRequest) -> Answered {
    if request.arrows.len() > MARKS_MAX || request.marks.len() > MARKS_MAX {
        return Err(refuse(FailureCode::BadValue, tr!("serve-marks-max", most = MARKS_MAX)));
    }
    let bad =
        |error: chuhe_review::picture::MarkError| refuse(FailureCode::BadValue, error.localize());
    let arrows: Result<Vec<Arrow>, _> = request.arrows.iter().map(|text| text.parse()).collect();
    let marks: Result<Vec<Mark>, _> = request.marks.iter().map(|text| text.parse()).collect();
    let position = position(request.fen.as_deref(), &request.moves)?;
    let picture = Picture {
        last_move: position.history().last().and_then(|undo| undo.mv),
        arrows: arrows.map_err(bad)?,
        marks: marks.map_err(bad)?,
        faces: match request.pieces {
            PiecesName::Chinese => Faces::Chinese,
            PiecesName::Letters => Faces::Letters,
        },
        theme: match request.theme {
            ThemeName::Wood => Theme::Wood,
            ThemeName::Print => Theme::Print,
        },
        coordinates: request.coordinates.unwrap_or(true),
        flipped: request.flip,
        ..Picture::new(position.board())
    };
    Ok(("image/svg+xml", picture.svg()))
}

/// Returns the position after moves given in any notation.
pub(super) fn position(fen: Option<&str>, moves: &str) -> Result<Position, Failure> {
    let start = fen.map_or_else(|| Ok(Position::startpos()), exchange::position)?;
    check_length(moves)?;
    play_words(&start, moves, None).map_err(|error| refuse(FailureCode::Illegal, error.localize()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conversion_ends_with_its_client() {
        let converted = |is_stopped| {
            let text = Some("h2e2\nh0g2\n".to_owned());
            let request = ConvertRequest { name: None, text, base64: None, to: WriteFormat::Pgn };
            convert(request, |_| Some(()), &AtomicBool::new(is_stopped))
        };
        assert!(converted(false).is_ok() && converted(true).is_err());
    }
}
