//! Converts matches to the form used in messages.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use chuhe_arena::stats::{Pentanomial, Tally};
use chuhe_arena::summary::{EngineSummary, SprtSummary, StrengthSummary};
use chuhe_arena::{
    GameEntry, GameRecord, MatchReader, MatchStage, PlayedMove, RunningGame, first_mover,
};
use chuhe_engine::board::Position;
use chuhe_engine::types::Color;
use chuhe_formats::Outcome;
use chuhe_localize::{Localize, ending_title, forfeits, overloaded};
use chuhe_session::message::{
    BoardBegins, BoardClocks, BoardNews, EncounterRow, EndingCount, EngineRow, GameCounts, GameRow,
    MatchTable, PairCounts, ScoreReport, SprtTable, Stage,
};
use chuhe_session::written::written_move;

/// The maximum number of pairings in the table.
const ENCOUNTERS: usize = 100;

/// The standings of a match so far; `None` before the first line of its journal has been read.
pub(super) fn table(reader: &MatchReader, loading: bool) -> Option<MatchTable> {
    let summary = reader.summary()?;
    let place = |name: &String| reader.names().iter().position(|it| it == name).unwrap_or_default();
    let encounters = summary.encounters.iter().take(ENCOUNTERS).map(|encounter| EncounterRow {
        engines: encounter.engines.each_ref().map(place),
        games: counts(&encounter.games),
        forfeits: forfeits(encounter.engines.each_ref().map(String::as_str), &encounter.forfeits),
        pairs: pairs(&encounter.pairs),
        elo: encounter.strength.as_ref().map(elo),
        los: encounter.strength.map(|strength| rounded(strength.los, 1e4)),
    });
    let ending =
        |(name, games): (&&str, &u64)| EndingCount { text: ending_title(name), games: *games };
    let mut endings: Vec<EndingCount> = summary.endings.iter().map(ending).collect();
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.games));
    Some(MatchTable {
        stage: match reader.stage() {
            MatchStage::Running => Stage::Running,
            MatchStage::Stopped => Stage::Stopped,
            MatchStage::Over => Stage::Over,
        },
        loading,
        played: summary.played,
        scheduled: reader.scheduled(),
        encounters: encounters.collect(),
        engines: summary.engines.iter().map(engine_row).collect(),
        sprt: summary.sprt.as_ref().map(sprt_table),
        by_color: counts(&summary.by_color),
        endings,
        plies: summary.plies,
        overload: (summary.overloaded > 0).then(|| overloaded(summary.overloaded, summary.played)),
        damage: reader.damage().map(Localize::localize),
    })
}

const fn counts(tally: &Tally) -> GameCounts {
    let Tally { wins, draws, losses } = *tally;
    GameCounts { wins, draws, losses }
}

const fn pairs(pairs: &Pentanomial) -> PairCounts {
    let Pentanomial { ll, ld, dd, wl, wd, ww } = *pairs;
    PairCounts { ll, ld, dd, wl, wd, ww }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

fn elo(strength: &StrengthSummary) -> [Option<f64>; 3] {
    strength.elo.map(|elo| elo.is_finite().then(|| rounded(elo, 10.0)))
}

fn engine_row(engine: &EngineSummary) -> EngineRow {
    EngineRow {
        limits: engine.limits.localize(),
        games: counts(&engine.games),
        elo: engine.strength.as_ref().map(elo),
        nps: engine.nps.map(f64::round),
        depth: engine.depth.map(|depth| rounded(depth, 10.0)),
        ms_per_move: engine.ms_per_move.map(|ms| rounded(ms, 100.0)),
        slowest_ms: engine.slowest_ms.round(),
        faults: engine.faults.values().sum(),
    }
}

fn sprt_table(sprt: &SprtSummary) -> SprtTable {
    SprtTable {
        elo0: sprt.elo0,
        elo1: sprt.elo1,
        model: sprt.model.clone(),
        llr: rounded(sprt.llr, 1000.0),
        lower: rounded(sprt.lower, 1000.0),
        upper: rounded(sprt.upper, 1000.0),
        accepted: sprt.accepted.map(str::to_owned),
    }
}

/// A finished game, for the list of games.
pub(super) fn game_row(game: &GameEntry) -> GameRow {
    GameRow {
        number: u64::from(game.number) + 1,
        engines: game.engines,
        result: game.winner.map_or(Outcome::Draw, Outcome::Win).text().to_owned(),
        ending: ending_title(game.ending),
        plies: game.plies,
        started: game.started,
        ms: game.millis,
    }
}

/// The engines' scores for the moves in a game, with `None` for opening moves.
pub(super) fn record_scores(game: &GameRecord) -> Vec<Option<ScoreReport>> {
    let mut side = first_mover(game);
    let of_opening = game.book.iter().map(|_| None);
    let of_engines = game.moves.iter().map(|played| {
        let mover = side;
        side = !side;
        score(played, mover)
    });
    of_opening.chain(of_engines).collect()
}

fn score(played: &PlayedMove, mover: Color) -> Option<ScoreReport> {
    played.thought.score.map(|score| ScoreReport::new(score, mover))
}

/// The data about a board that a page has received.
#[derive(Debug)]
pub(super) struct SentBoard {
    started: u64,
    engines: [usize; 2],
    /// The position after the moves already sent.
    position: Position,
    plies: usize,
    asked_ms: Option<u64>,
}

/// The part of a game in progress that has not been sent to the page yet.
pub(super) fn board_news(
    game: &RunningGame,
    sent: &mut HashMap<u32, SentBoard>,
) -> Option<BoardNews> {
    let known = sent.get(&game.number);
    let total = game.book.len() + game.moves.len();
    // A replayed game has the same number as the interrupted game that it replaces.
    let goes_on = known.is_some_and(|known| {
        known.started == game.started && known.engines == game.engines && known.plies <= total
    });
    if goes_on && known.is_some_and(|known| known.asked_ms == game.asked_ms) {
        return None;
    }
    if !goes_on {
        let position = Position::from_fen(&game.fen).ok()?;
        let (started, engines) = (game.started, game.engines);
        let new = SentBoard { started, engines, position, plies: 0, asked_ms: None };
        sent.insert(game.number, new);
    }
    let board = sent.get_mut(&game.number)?;
    let from = board.plies;
    let all = game.book.iter().map(|&mv| (mv, None));
    let all = all.chain(game.moves.iter().map(|played| (played.mv, Some(played))));
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for (mv, played) in all.skip(from) {
        if board.position.check_move(mv).is_err() {
            break;
        }
        let mover = board.position.side_to_move();
        moves.push(written_move(&board.position, mv));
        scores.push(played.and_then(|played| score(played, mover)));
        board.position.make_unchecked(mv, &mut ());
    }
    board.plies += moves.len();
    board.asked_ms = game.asked_ms;
    let [red_ms, black_ms] = game.clocks_ms;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    Some(BoardNews {
        number: u64::from(game.number) + 1,
        begins: (!goes_on).then(|| BoardBegins { engines: game.engines, start: game.fen.clone() }),
        from,
        moves,
        red_scores: scores,
        side: board.position.side_to_move().to_string(),
        clocks: BoardClocks {
            red_ms,
            black_ms,
            thinks_ms: game.asked_ms.map(|asked| now.saturating_sub(asked)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_arena::EngineInfo;
    use chuhe_engine::board::START_FEN;
    use chuhe_engine::types::Score;

    fn game(moves: &[&str]) -> RunningGame {
        let played = |text: &&str| PlayedMove {
            mv: text.parse().unwrap(),
            micros: 5,
            thought: EngineInfo { score: Some(Score::Cp(30)), ..EngineInfo::default() },
        };
        RunningGame {
            number: 4,
            engines: [1, 0],
            fen: START_FEN.to_owned(),
            book: vec!["h2e2".parse().unwrap()],
            moves: moves.iter().map(played).collect(),
            clocks_ms: [Some(900), None],
            asked_ms: Some(moves.len() as u64 + 1),
            started: 7,
        }
    }

    #[test]
    fn only_new_moves_are_sent() {
        let mut sent = HashMap::new();
        let first = board_news(&game(&["h9g7"]), &mut sent).unwrap();
        assert_eq!((first.number, first.from, first.moves.len()), (5, 0, 2));
        assert_eq!(first.red_scores, [None, Some(ScoreReport::Cp(-30))], "Red's view");
        assert_eq!((first.side.as_str(), first.begins.unwrap().engines), ("red", [1, 0]));
        assert!(board_news(&game(&["h9g7"]), &mut sent).is_none());
        let second = board_news(&game(&["h9g7", "h0g2"]), &mut sent).unwrap();
        assert_eq!((second.from, &second.moves[0].wxf[..]), (2, "H2+3"));
        assert!(second.begins.is_none() && second.clocks.red_ms == Some(900));
        // The game was interrupted and is being replayed.
        let again = RunningGame { started: 8, ..game(&[]) };
        let again = board_news(&again, &mut sent).unwrap();
        assert_eq!((again.from, again.moves.len(), again.begins.is_some()), (0, 1, true));
    }

    #[test]
    fn illegal_moves_are_not_sent() {
        let mut sent = HashMap::new();
        let news = board_news(&game(&["a0a9", "h9g7"]), &mut sent).unwrap();
        assert_eq!(news.moves.len(), 1);
        let nonsense = RunningGame { fen: "nonsense".to_owned(), number: 9, ..game(&[]) };
        assert!(board_news(&nonsense, &mut sent).is_none());
    }
}
