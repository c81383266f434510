//! The games of a match as PGN.

use jiff::Timestamp;

use super::plan::MatchPlan;
use super::record::{EndReason, GameRecord, PlayedMove, ending_name};
use super::schedule::Schedule;
use super::settings::EngineLimits;
use super::tournament::Tournament;
use chuhe_engine::board::Position;
use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::Score;
use chuhe_formats::pgn;
use chuhe_formats::{Game, LineMove, Outcome};

/// How the games of a match are written as PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnStyle {
    /// The notation of the moves.
    pub notation: MoveFormat,
    /// The `Event` tag.
    pub event: String,
    /// The `Site` tag.
    pub site: String,
}

impl Default for PgnStyle {
    /// Writes moves as ICCS coordinates, with the event `chuhe match`.
    fn default() -> Self {
        let (event, site) = ("chuhe match".to_owned(), "?".to_owned());
        Self { notation: MoveFormat::Iccs, event, site }
    }
}

/// Writes the games of a match as PGN.
#[derive(Clone, Debug)]
pub struct GamesFile<'a> {
    /// The engines' names.
    pub names: &'a [String],
    /// The engines' limits.
    pub limits: Vec<EngineLimits>,
    /// Which engines play each game.
    pub schedule: &'a Schedule,
    /// How games are written.
    pub style: &'a PgnStyle,
}

impl<'a> GamesFile<'a> {
    /// A writer for the games of a tournament.
    pub fn new(tournament: &'a Tournament, style: &'a PgnStyle) -> Self {
        let Tournament { plan: MatchPlan { engines, .. }, names, schedule, .. } = tournament;
        let limits = engines.iter().map(|engine| engine.limits).collect();
        Self { names, limits, schedule, style }
    }

    /// The PGN text of games, each followed by an empty line.
    ///
    /// # Panics
    /// If a game is longer than PGN allows, 10,000 plies.
    pub fn text(&self, games: &[GameRecord]) -> String {
        games
            .iter()
            .map(|game| {
                pgn::write(&self.game(game), self.style.notation).expect("every move was legal")
            })
            .collect()
    }

    /// A game with its tags, and with the engines' search information as comments.
    ///
    /// # Panics
    /// If the game's start position is invalid.
    pub fn game(&self, record: &GameRecord) -> Game {
        let start =
            Position::from_fen(&record.fen).expect("the game was played from this position");
        let mut game = Game::new(start);
        let fixture = self.schedule.fixture(record.number);
        let began = Timestamp::from_second(record.started as i64).unwrap_or_default();
        let [red, black] = record.engines;
        game.set_tag("Event", self.style.event.as_str());
        game.set_tag("Site", self.style.site.as_str());
        game.set_tag("Date", began.strftime("%Y.%m.%d").to_string());
        let turn = record.number - self.schedule.first_of(fixture.encounter) + 1;
        game.set_tag("Round", format!("{}.{turn}", fixture.round + 1));
        game.set_tag("Red", &self.names[red]);
        game.set_tag("Black", &self.names[black]);
        // Programs that rate chess players look for this tag.
        game.set_tag("White", &self.names[red]);
        game.set_tag("UTCTime", began.strftime("%H:%M:%S").to_string());
        game.set_tag("PlyCount", (record.book.len() + record.moves.len()).to_string());
        let [ours, theirs] = record.engines.map(|engine| self.limits[engine].to_string());
        if ours == theirs {
            game.set_tag("TimeControl", ours);
        } else {
            game.set_tag("RedTimeControl", ours);
            game.set_tag("BlackTimeControl", theirs);
        }
        game.set_tag("Termination", termination(&record.reason));
        game.outcome = record.winner.map_or(Outcome::Draw, Outcome::Win);
        for &mv in &record.book {
            game.line.moves.push(LineMove { comment: "book".to_owned(), ..LineMove::from(mv) });
        }
        for played in &record.moves {
            let comment = comment(played);
            game.line.moves.push(LineMove { comment, ..LineMove::from(played.mv) });
        }
        let last = match game.line.moves.last_mut() {
            Some(last) => &mut last.comment,
            None => &mut game.line.comment,
        };
        let separator = if last.is_empty() { "" } else { ", " };
        *last = format!("{last}{separator}{}", ending_name(&record.reason));
        game
    }
}

/// The value of the `Termination` tag for a way of ending.
fn termination(reason: &EndReason) -> &'static str {
    use super::fault::Fault;
    match reason {
        EndReason::Rule(_) | EndReason::Resignation => "normal",
        EndReason::Adjudication(_) => "adjudication",
        EndReason::Fault(Fault::TimeLoss(_) | Fault::Hang) => "time forfeit",
        EndReason::Fault(Fault::IllegalMove(_) | Fault::NoMove) => "rules infraction",
        EndReason::Fault(Fault::Start(_) | Fault::NotReady | Fault::Crash(_)) => "abandoned",
    }
}

/// The comment of a move: the score in pawns with the depth, the time, and the number of nodes, as far as they are
/// known, as in `+0.35/12 0.013s n=20004`.
fn comment(played: &PlayedMove) -> String {
    let thought = played.thought;
    let score = thought.score.map(|score| match score {
        Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        Score::MateIn(plies) => format!("+M{plies}"),
        Score::MatedIn(plies) => format!("-M{plies}"),
    });
    let depth = thought.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let nodes = thought.nodes.map(|nodes| format!(" n={nodes}")).unwrap_or_default();
    let time = played.time().as_secs_f64();
    match score {
        Some(score) => format!("{score}{depth} {time:.3}s{nodes}"),
        None => format!("{time:.3}s{nodes}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::client::EngineInfo;
    use super::super::fault::Fault;
    use super::super::schedule::TournamentFormat;
    use super::super::settings::EngineSettings;
    use super::*;
    use chuhe_engine::types::Color;

    #[test]
    fn games_are_written_with_all_details() {
        let names = ["A".to_owned(), "B \"b\"".to_owned()];
        let mut engines = [EngineSettings::new("a"), EngineSettings::new("b")];
        engines[0].set("tc", "1+0.01").unwrap();
        engines[1].set("nodes", "5").unwrap();
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 9, 2, true);
        let file = GamesFile {
            names: &names,
            limits: engines.iter().map(|engine| engine.limits).collect(),
            schedule: &schedule,
            style: &PgnStyle {
                notation: MoveFormat::Wxf,
                event: "test".to_owned(),
                ..PgnStyle::default()
            },
        };
        let thought = EngineInfo {
            score: Some(Score::Cp(-35)),
            depth: Some(12),
            nodes: Some(7),
            ..EngineInfo::default()
        };
        let record = GameRecord {
            number: 5,
            engines: [1, 0],
            fen: chuhe_engine::board::START_FEN.to_owned(),
            book: vec!["h2e2".parse().unwrap()],
            moves: vec![PlayedMove { mv: "h9g7".parse().unwrap(), micros: 12_500, thought }],
            winner: Some(Color::Black),
            reason: EndReason::Fault(Fault::Hang),
            started: 1_700_000_000,
            millis: 1,
            overloaded: false,
        };
        let expected = "[Game \"Chinese Chess\"]\n[Event \"test\"]\n[Site \"?\"]\n[Date \"2023.11.14\"]\n\
            [Round \"3.2\"]\n[Red \"B \\\"b\\\"\"]\n[Black \"A\"]\n[Result \"0-1\"]\n[White \"B \\\"b\\\"\"]\n[UTCTime \"22:13:20\"]\n\
            [PlyCount \"2\"]\n[RedTimeControl \"5 nodes\"]\n[BlackTimeControl \"1+0.01\"]\n\
            [Termination \"time forfeit\"]\n[Format \"WXF\"]\n\n\
            1. C2.5 {book} 1... H8+7 {-0.35/12 0.013s n=7, hang} 0-1\n\n";
        assert_eq!(file.text(&[record]), expected);
    }
}
