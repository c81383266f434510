//! Handles requests from programs.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use super::super::Shared;
use super::{Answered, json};
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{SearchNews, SearchRequest, SearchService, SearchTicket};
use chuhe_engine::notation::play_words;
use chuhe_engine::rules::{self, JudgementReport, Rules};
use chuhe_engine::search::{Event, Limits};
use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::game_files::GameReadError;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::picture::{Arrow, Faces, Mark, Picture, Theme};
use chuhe_session::boards::check_length;
use chuhe_session::exchange;
use chuhe_session::message::{AnalysedLine, FailureCode, Reply, RuleSetName, WriteFormat};
use chuhe_session::{LINES_MAX, Lines};
use chuhe_session::{Refused, refuse};

/// The maximum and the default search time of a request, in milliseconds.
const SEARCH_MS_MAX: u64 = 60_000;
const SEARCH_MS: u64 = 1000;
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
    lines: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time_ms: Option<u64>,
}

#[derive(Debug, Serialize)]
struct AnalyzeAnswer {
    fen: String,
    side: String,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    lines: Vec<AnalysedLine>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JudgeRequest {
    fen: Option<String>,
    #[serde(default)]
    moves: String,
    rules: Option<RuleSetName>,
    move_limit: Option<u16>,
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
    faces: FacesName,
    #[serde(default)]
    theme: ThemeName,
    coordinates: Option<bool>,
    #[serde(default)]
    flipped: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FacesName {
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
    position: Position,
    lines: oneshot::Receiver<Lines>,
    /// Ends the search when dropped.
    _running: Box<dyn SearchTicket>,
}

/// Starts a search.
pub(super) fn begin_analysis(
    shared: &Shared,
    asked: &AnalyzeRequest,
) -> Result<BegunAnalysis, Refused> {
    let lines = asked.lines.unwrap_or(1);
    if !(1..=LINES_MAX).contains(&lines) {
        return Err(refuse(FailureCode::BadValue, tr!("serve-lines", most = LINES_MAX)));
    }
    let is_bounded = asked.depth.is_some() || asked.nodes.is_some();
    let time_ms = asked.time_ms.unwrap_or(if is_bounded { SEARCH_MS_MAX } else { SEARCH_MS });
    let is_empty = asked.depth == Some(0) || asked.nodes == Some(0);
    if is_empty || !(1..=SEARCH_MS_MAX).contains(&time_ms) {
        return Err(refuse(FailureCode::BadValue, tr!("serve-bounds", most = SEARCH_MS_MAX)));
    }
    let position = position(asked.fen.as_deref(), &asked.moves)?;
    let limits = Limits {
        depth: asked.depth,
        nodes: asked.nodes,
        ..Limits::move_time(Duration::from_millis(time_ms))
    };
    let config = Config { multipv: lines, threads: 0, hash_mb: 0, ..Config::default() };
    let (sender, receiver) = oneshot::channel();
    let mut told = Some((sender, Lines::default()));
    let deliver = move |news| {
        let event = match news {
            SearchNews::Event(event) => event,
            SearchNews::Queued { .. } | SearchNews::Started => return,
            SearchNews::Withdrawn | SearchNews::Failed(_) => return drop(told.take()),
        };
        match event {
            Event::Info(info) if !info.pv.is_empty() => {
                if let Some((_, lines)) = &mut told {
                    lines.hear(info);
                }
            }
            Event::BestMove(_) => {
                if let Some((sender, lines)) = told.take() {
                    // The client may have disconnected.
                    let _ = sender.send(lines);
                }
            }
            _ => {}
        }
    };
    let client = shared.engines.client();
    let client = client.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
    let request = SearchRequest { config, ..SearchRequest::new(position.clone(), limits) };
    let running = client.ask(request, Box::new(deliver));
    let running = running.map_err(|error| refuse(FailureCode::Busy, error.localize()))?;
    Ok(BegunAnalysis { position, lines: receiver, _running: running })
}

impl BegunAnalysis {
    /// Waits for the search to end.
    pub(super) async fn wait(self) -> Answered {
        let Self { position, lines, _running } = self;
        let lines = lines.await;
        let lines = lines.map_err(|_| refuse(FailureCode::Busy, "the search was stopped"))?;
        json(&AnalyzeAnswer {
            fen: position.fen(),
            side: position.side_to_move().to_string(),
            depth: lines.depth().unwrap_or(0),
            nodes: lines.nodes(),
            time_ms: lines.time().as_millis() as u64,
            lines: lines.report(&position),
        })
    }
}

/// Judges the position after a line of moves.
pub(super) fn judge(asked: &JudgeRequest) -> Answered {
    let usual = Rules::default();
    let move_limit = asked.move_limit.unwrap_or(usual.draw_plies / 2);
    if move_limit > 500 {
        return Err(refuse(FailureCode::BadValue, tr!("expected-range", least = 0, most = 500)));
    }
    let set = asked.rules.map_or(usual.set, Into::into);
    let rules = Rules { set, draw_plies: 2 * move_limit };
    let position = position(asked.fen.as_deref(), &asked.moves)?;
    json(&JudgementReport::new(&rules::judge(&position, &rules), position.fen()))
}

/// Converts each game in a file to a separate file.
pub(super) fn convert(asked: ConvertRequest) -> Answered {
    let ConvertRequest { name, text, base64, to } = asked;
    let bytes = exchange::bytes(text, base64)?;
    let no_games = || refuse(FailureCode::File, GameReadError::NoGames.localize());
    let format = FileFormat::guess(name.as_deref().unwrap_or_default(), &bytes);
    let collection = Collection::new(bytes, format.ok_or_else(no_games)?);
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    for (number, read) in (1..).zip(collection.games()) {
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
pub(super) fn board(asked: &BoardRequest) -> Answered {
    if asked.arrows.len() > MARKS_MAX || asked.marks.len() > MARKS_MAX {
        return Err(refuse(FailureCode::BadValue, tr!("serve-marks-max", most = MARKS_MAX)));
    }
    let bad =
        |error: chuhe_review::picture::MarkError| refuse(FailureCode::BadValue, error.localize());
    let arrows: Result<Vec<Arrow>, _> = asked.arrows.iter().map(|text| text.parse()).collect();
    let marks: Result<Vec<Mark>, _> = asked.marks.iter().map(|text| text.parse()).collect();
    let position = position(asked.fen.as_deref(), &asked.moves)?;
    let picture = Picture {
        last_move: position.history().last().and_then(|undo| undo.mv),
        arrows: arrows.map_err(bad)?,
        marks: marks.map_err(bad)?,
        faces: match asked.faces {
            FacesName::Chinese => Faces::Chinese,
            FacesName::Letters => Faces::Letters,
        },
        theme: match asked.theme {
            ThemeName::Wood => Theme::Wood,
            ThemeName::Print => Theme::Print,
        },
        coordinates: asked.coordinates.unwrap_or(true),
        flipped: asked.flipped,
        ..Picture::new(position.board())
    };
    Ok(("image/svg+xml", picture.svg()))
}

/// Returns the position after moves given in any notation.
pub(super) fn position(fen: Option<&str>, moves: &str) -> Result<Position, Refused> {
    let start = fen.map_or_else(|| Ok(Position::startpos()), exchange::position)?;
    check_length(moves)?;
    play_words(&start, moves, None).map_err(|error| refuse(FailureCode::Illegal, error.localize()))
}
