//! The opening books that the engine plays from: the options `OwnBook`, `BookFile` and `Book Variety`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::config::{Config, ConfigError, EMBEDDED};
use crate::board::Position;
use crate::book::{Book, BookMove, Choice, choose, embedded, leads_back};
use crate::search::{BestMove, Bound, Event, Limits, SearchInfo};
use crate::types::{Move, Score};

/// The option value for no book.
pub const NO_BOOK: &str = "none";

/// The maximum score that is derived from results alone, in centipawns.
const SCORE_OF_RESULTS_MAX: f64 = 150.0;
/// The number of draws added to a move's results, because a few games prove little.
const DRAWN_BESIDES: f64 = 10.0;

/// Books in order of preference: the first one that contains a position is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Books(Vec<Arc<Book>>);

/// The canonical spelling of an option value.
pub(super) fn plain(value: &str) -> String {
    match value.to_ascii_lowercase().as_str() {
        "<default>" | "default" | "embedded" | EMBEDDED => EMBEDDED.to_owned(),
        "" | "<empty>" | "<none>" | NO_BOOK => NO_BOOK.to_owned(),
        _ => value.to_owned(),
    }
}

impl Books {
    /// Opens the books in an option value, which lists files separated by semicolons.
    pub(super) fn open(book_file: &str) -> Result<Self, ConfigError> {
        let mut books = Vec::new();
        for name in book_file.split(';').map(str::trim).filter(|name| !name.is_empty()) {
            match plain(name).as_str() {
                EMBEDDED => books.extend(embedded()),
                NO_BOOK => {}
                path => {
                    let book = Book::open(&place(path));
                    let book = book.map_err(|error| ConfigError::Book {
                        path: path.to_owned(),
                        error: Arc::new(error),
                    })?;
                    books.push(Arc::new(book));
                }
            }
        }
        Ok(Self(books))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Answers a search if a book has a move, with the events that the search would send. `random` decides among moves
    /// if the variety allows several.
    pub(super) fn answer(
        &self,
        position: &Position,
        limits: &Limits,
        config: &Config,
        random: u64,
    ) -> Option<[Event; 2]> {
        if !config.own_book || config.multipv > 1 || !is_for_a_move(limits) {
            return None;
        }
        let allowed =
            |mv: Move| limits.root_moves.allows(mv) || is_symmetric_twin(position, limits, mv);
        let moves = self.moves(position, allowed);
        let found = choose(&moves, variety(config), random)?;
        let mv = if limits.root_moves.allows(found.mv) { found.mv } else { found.mv.mirror() };
        let mut after = position.clone();
        after.play(mv).ok()?;
        let ponder = choose(&self.moves(&after, |_| true), Choice::Best, 0).map(|reply| reply.mv);
        let info = SearchInfo {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score: score(found),
            bound: Bound::Exact,
            known_wdl: None,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: None,
            pv: [mv].into_iter().chain(ponder).collect(),
        };
        let best = BestMove { mv: Some(mv), ponder, accept_draw: false };
        Some([Event::Info(info), Event::BestMove(best)])
    }

    /// The legal moves in the first book that contains the position, except moves that lead back to an earlier
    /// position. Under the repetition rules, only the search can judge those.
    fn moves(&self, position: &Position, allowed: impl Fn(Move) -> bool) -> Vec<BookMove> {
        let known = self.0.iter().map(|book| book.moves(position.board()));
        let mut moves = known.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default();
        moves.retain(|&BookMove { mv, .. }| {
            position.is_legal(mv) && allowed(mv) && !leads_back(position, mv)
        });
        moves
    }
}

/// The path of a file: the name itself or, if no such file exists, the file of that name in the program's folder,
/// because hosts often start engines in another working folder.
fn place(name: &str) -> PathBuf {
    let path = Path::new(name);
    if path.is_absolute() || path.exists() {
        return path.to_owned();
    }
    let beside =
        std::env::current_exe().ok().and_then(|program| Some(program.parent()?.join(path)));
    beside.filter(|path| path.exists()).unwrap_or_else(|| path.to_owned())
}

/// Whether a search is for a move to play now, rather than for analysis, mate solving or pondering.
fn is_for_a_move(limits: &Limits) -> bool {
    let Limits { depth, nodes, soft_nodes, move_time, clock, mate, infinite, ponder, .. } = limits;
    let ends = depth.is_some_and(|depth| depth > 0)
        || nodes.is_some()
        || soft_nodes.is_some()
        || move_time.is_some()
        || clock.is_some();
    ends && *depth != Some(0) && mate.is_none() && !infinite && !ponder
}

/// Whether a book move may stand for its mirror image. It may if the position is symmetric and the limits allow the
/// mirror image.
fn is_symmetric_twin(position: &Position, limits: &Limits, mv: Move) -> bool {
    let board = position.board();
    let is_symmetric =
        || board.pieces().all(|(piece, square)| board.piece_at(square.mirror()) == Some(piece));
    limits.root_moves.allows(mv.mirror()) && is_symmetric()
}

/// How book moves are chosen: by the higher grade of `book_variety` and `randomness`, because `randomness` adds variety
/// to the search as well.
fn variety(config: &Config) -> Choice {
    config.book_variety.max(config.randomness).book_choice()
}

/// The score of a move: the engine's score if the engine has checked the move, otherwise an estimate from the games.
fn score(found: &BookMove) -> Score {
    if let Some(score) = found.score {
        return Score::from(i32::from(score));
    }
    let games = found.games() as f64;
    let points = found.points().unwrap_or(0.5);
    let share = (points * games + DRAWN_BESIDES / 2.0) / (games + DRAWN_BESIDES);
    let cp = (share - 0.5) * 2.0 * SCORE_OF_RESULTS_MAX;
    Score::Cp(cp as i32)
}

#[cfg(test)]
mod tests {
    use super::super::config::Grade;
    use super::*;
    use crate::book::sample::BookSample;
    use crate::engine::Engine;
    use crate::search::{Clock, RootFilter};
    use crate::types::Color;

    /// A book of lines, each with the given number of drawn games.
    fn book(lines: &[(&str, usize)]) -> Book {
        let mut sample = BookSample::default();
        for &(line, count) in lines {
            (0..count).for_each(|_| sample.add_line(line, None));
        }
        sample.book()
    }

    fn books(lines: &[(&str, usize)]) -> Books {
        Books(vec![Arc::new(book(lines))])
    }

    const LINES: [(&str, usize); 3] =
        [("h2e2 h9g7 h0g2", 6), ("g3g4 g6g5 b0c2 b9c7 h0g2", 3), ("g0e2 b7d7", 1)];

    fn on() -> Config {
        Config { own_book: true, ..Config::default() }
    }

    fn best(
        books: &Books,
        position: &Position,
        limits: &Limits,
        config: &Config,
    ) -> Option<String> {
        let [_, Event::BestMove(best)] = books.answer(position, limits, config, 1)? else {
            panic!()
        };
        best.mv.map(|mv| mv.to_string())
    }

    fn after(moves: &str) -> Position {
        let mut position = Position::startpos();
        moves.split_whitespace().for_each(|mv| position.play(mv.parse().unwrap()).unwrap());
        position
    }

    #[test]
    fn a_move_is_looked_up_when_one_is_to_be_played_and_else_not() {
        let books = books(&LINES);
        let start = Position::startpos();
        let config = Config { book_variety: Grade::None, ..on() };
        let answer = |limits: &Limits| best(&books, &start, limits, &config);
        let clock = Limits { clock: Some(Clock::default()), ..Limits::none() };
        for limits in [&Limits::nodes(10), &Limits::depth(1), &clock] {
            assert_eq!(answer(limits), Some("h2e2".to_owned()));
        }
        for limits in [
            Limits::none(),
            Limits::depth(0),
            Limits { infinite: true, ..Limits::none() },
            Limits { ponder: true, ..clock.clone() },
            Limits { mate: Some(3), ..Limits::nodes(10) },
        ] {
            assert_eq!(answer(&limits), None, "{limits:?}");
        }
        let limits = Limits::nodes(10);
        assert_eq!(best(&books, &start, &limits, &Config { multipv: 2, ..on() }), None);
        assert_eq!(best(&books, &start, &limits, &Config::default()), None);
        assert_eq!(best(&books, &after("a0a1"), &limits, &on()), None);
    }

    #[test]
    fn excluded_moves_are_not_played() {
        let books = books(&LINES);
        let config = Config { book_variety: Grade::None, ..on() };
        let answer = |filter: RootFilter| {
            let limits = Limits { root_moves: filter, ..Limits::nodes(10) };
            best(&books, &Position::startpos(), &limits, &config)
        };
        let mv = |text: &str| text.parse::<Move>().unwrap();
        let both = vec![mv("h2e2"), mv("b2e2")];
        assert_eq!(answer(RootFilter::Except(both)), Some("g3g4".to_owned()));
        assert_eq!(answer(RootFilter::Except(vec![mv("h2e2")])), Some("b2e2".to_owned()));
        assert_eq!(answer(RootFilter::Only(vec![mv("g0e2"), mv("a0a1")])), Some("g0e2".to_owned()));
        assert_eq!(answer(RootFilter::Only(vec![mv("a0a1")])), None);
    }

    #[test]
    fn the_answer_is_a_whole_report() {
        let books = books(&LINES);
        let config = Config { book_variety: Grade::None, ..on() };
        let answer = books.answer(&Position::startpos(), &Limits::nodes(1), &config, 0);
        let Some([Event::Info(info), Event::BestMove(best)]) = answer else { panic!() };
        assert_eq!((info.depth, info.multipv, info.score), (0, 1, Score::Cp(0)));
        assert_eq!((info.pv.first().copied(), info.pv.get(1).copied()), (best.mv, best.ponder));
        assert_eq!(best.ponder.map(|mv| mv.to_string()), Some("h9g7".to_owned()));
        let won = BookMove { wins: 1000, ..BookMove::new("h2e2".parse().unwrap(), 1) };
        assert_eq!(score(&won), Score::Cp(148));
        assert_eq!(score(&BookMove { score: Some(-9), ..won }), Score::Cp(-9));
    }

    #[test]
    fn variety_decides_how_often_the_second_best_is_played() {
        let books = books(&LINES);
        let count = |config: &Config| {
            let limits = Limits::nodes(1);
            let answers = (0..1000).filter(|&random| {
                let answer = books.answer(&Position::startpos(), &limits, config, random);
                let Some([_, Event::BestMove(best)]) = answer else { panic!() };
                best.mv == "h2e2".parse().ok()
            });
            answers.count()
        };
        let with = |book_variety, randomness| Config { randomness, book_variety, ..on() };
        assert_eq!(count(&with(Grade::None, Grade::None)), 1000);
        // The moves have weights 6, 3 and 1. Three standard deviations of the count are 47 at most, so a difference of
        // 60 indicates a fault.
        for (config, wanted) in [
            (with(Grade::Small, Grade::None), 783),
            (with(Grade::Medium, Grade::None), 600),
            (on(), 600),
            (with(Grade::Medium, Grade::Tiny), 600),
            (with(Grade::None, Grade::Huge), 333),
        ] {
            let count = count(&config);
            assert!(count.abs_diff(wanted) < 60, "{count} {wanted}");
        }
    }

    #[test]
    fn no_book_move_leads_back_to_where_the_game_was() {
        let books = books(&[("h2e2 h9g7 e2h2 g7h9 h2e2", 1)]);
        let limits = Limits::nodes(1);
        assert_eq!(best(&books, &after("h2e2 h9g7"), &limits, &on()), Some("e2h2".to_owned()));
        assert_eq!(best(&books, &after("h2e2 h9g7 e2h2"), &limits, &on()), None);
    }

    #[test]
    fn the_first_book_with_the_position_answers_and_faults_are_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let write = |name: &str, lines: &[(&str, usize)]| {
            let mut sample = BookSample::default();
            for (line, _) in lines {
                sample.add_line(line, Some(Color::Red));
            }
            std::fs::write(path(name), sample.bytes()).unwrap();
        };
        write("one.book", &[("h2e2 h9g7 h0g2", 1)]);
        write("two.book", &[("g3g4", 1), ("c3c4 b9c7 b0c2", 1)]);
        let books = Books::open(&format!(" {}; {} ;", path("one.book"), path("two.book"))).unwrap();
        let limits = Limits::nodes(1);
        let reply = |moves: &str| best(&books, &after(moves), &limits, &on());
        assert_eq!((reply(""), reply("c3c4 b9c7")), (Some("h2e2".into()), Some("b0c2".into())));
        for none in ["none", "", " ; ", "<empty>"] {
            assert!(Books::open(none).unwrap().is_empty(), "{none:?}");
        }

        std::fs::write(path("bad.book"), "chuhebk1 and no more").unwrap();
        let mut engine = Engine::new();
        engine.set_option("bookfiles", &path("one.book")).unwrap();
        for name in ["bad.book", "missing.book"] {
            let error = engine.set_option("BookFile", &path(name)).unwrap_err().to_string();
            assert!(error.contains(name) && error.ends_with("previous setting kept"), "{error}");
            assert_eq!(engine.config().book_file, path("one.book"));
        }
        engine.set_option("usebook", "true").unwrap();
        let result = engine.search(Limits::depth(3));
        assert_eq!((result.best.map(|mv| mv.to_string()), result.nodes), (Some("h2e2".into()), 0));
        // Without a book move, the engine searches as usual.
        engine.play("a0a1".parse().unwrap()).unwrap();
        assert!(engine.search(Limits::depth(3)).nodes > 0);
    }
}
