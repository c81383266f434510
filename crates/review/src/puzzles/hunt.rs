//! Searches games for blunders and creates puzzles from them.

use std::collections::HashSet;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};

use super::solve::{Answers, Solver, points};
use super::theme::themes;
use super::{Goal, Puzzle, PuzzleSource};
use chuhe_engine::board::{Captures, Position};
use chuhe_engine::engine::{EngineError, EngineSource};
use chuhe_engine::types::{Move, Score, Value};
use chuhe_formats::Game;
use chuhe_util::parallel::map_in_order;

/// The minimum loss of a move that may create a puzzle, in points of expectation (0 to 100).
const BLUNDER: f64 = 15.0;
/// The first search of a position uses [`PuzzleHunt::nodes`] divided by this number.
const FIRST_LOOK: u64 = 10;
/// The last search uses [`PuzzleHunt::nodes`] times this number.
const LAST_LOOK: u64 = 4;
/// The minimum gain of material, in centipawns of exchange value. This is the value of an advisor or an elephant.
const GAIN_MIN: Value = 200;
/// The number of plies in the best line within which the material must be won.
const GAIN_PLIES: usize = 9;
/// The maximum length of a solution, in plies.
const SOLUTION_PLIES: usize = 15;

/// The settings of a hunt.
#[derive(Clone, Debug)]
pub struct PuzzleHunt {
    /// The number of nodes to search for each move of a solution. The first search of each position in a game uses a
    /// tenth of this number; the last search of each puzzle uses four times this number.
    pub nodes: u64,
    /// The number of games searched at a time, each on one thread. This number does not affect the result.
    pub jobs: NonZero<usize>,
    /// Where the searches run.
    pub engines: EngineSource,
}

/// A game and its origin.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// The game.
    pub game: Game,
    /// The file and the number of the game. Players, event and date are taken from the game's tags.
    pub source: PuzzleSource,
}

/// The result of a hunt.
#[derive(Clone, Debug)]
pub struct HuntResult {
    /// The puzzles, in the order of the games. If several puzzles have the same position, only the first is kept.
    pub puzzles: Vec<Puzzle>,
    /// The number of games searched completely.
    pub games: usize,
    /// Whether the hunt was stopped before the last game.
    pub was_stopped: bool,
}

impl PuzzleHunt {
    /// Searches games until all are done or `stop` is set, which leaves out unfinished games. `progress` is called
    /// after each game with the number of its puzzles. Moves after an illegal one are ignored.
    ///
    /// # Errors
    /// If a search fails.
    ///
    /// # Panics
    /// If a search panics, which would be a bug in this library.
    pub fn run<I>(
        &self,
        games: I,
        stop: &AtomicBool,
        progress: &(impl Fn(usize) + Sync),
    ) -> Result<HuntResult, EngineError>
    where
        I: IntoIterator<Item = SourceGame>,
        I::IntoIter: Send,
    {
        let was_stopped = AtomicBool::new(false);
        let games = games.into_iter().take_while(|_| !was_stopped.load(Ordering::Relaxed));
        let found = map_in_order(
            self.jobs,
            games,
            || Hunter::new(self, stop),
            |hunter: &mut Hunter<'_>, game| {
                hunter.puzzles(&game).inspect(|puzzles| progress(puzzles.len())).inspect_err(|_| {
                    was_stopped.store(true, Ordering::Relaxed);
                })
            },
            |found| {
                let mut all = Vec::new();
                for puzzles in found {
                    match puzzles {
                        Ok(puzzles) => all.push(puzzles),
                        Err(EngineError::Stopped) => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(all)
            },
        )?;
        let games = found.len();
        let mut seen = HashSet::new();
        let mut puzzles = found.concat();
        puzzles.retain(|puzzle| seen.insert(puzzle.position.key()));
        Ok(HuntResult { puzzles, games, was_stopped: was_stopped.into_inner() })
    }
}

/// The engines of a thread.
struct Hunter<'a> {
    nodes: u64,
    /// Makes the first search of a game's positions.
    scout: Solver<'a>,
    /// Finds the two best lines.
    solver: Solver<'a>,
}

impl<'a> Hunter<'a> {
    fn new(hunt: &PuzzleHunt, stop: &'a AtomicBool) -> Self {
        let PuzzleHunt { nodes, engines, .. } = hunt;
        Self {
            nodes: *nodes,
            scout: Solver::new(engines, 1, *nodes, stop),
            solver: Solver::new(engines, 2, nodes.saturating_mul(LAST_LOOK), stop),
        }
    }

    /// Returns the puzzles found in a game.
    fn puzzles(&mut self, source: &SourceGame) -> Result<Vec<Puzzle>, EngineError> {
        let game = &source.game;
        let mut positions = Vec::new();
        // An illegal move ends the usable part of the game.
        let _ = game.replay(|position| positions.push(position.clone()));
        let scores = self.first_look(&positions)?;
        let mut puzzles = Vec::new();
        for (index, mv) in game.moves().enumerate().take(positions.len() - 1) {
            let (Some(before), Some(after)) = (scores[index], scores[index + 1]) else { continue };
            // The score before the move is from the point of view of the side that blundered.
            if points(after) - points(-before) < BLUNDER {
                continue;
            }
            if let Some(puzzle) = self.puzzle(&positions[index], mv)? {
                let source = describe(source, index + 1);
                puzzles.push(Puzzle { source, ..puzzle });
            }
        }
        Ok(puzzles)
    }

    /// Returns the score of each position from the point of view of the side to move, or `None` if it has no legal
    /// move. The positions are searched from the last to the first, so that each search benefits from those of later
    /// positions.
    fn first_look(&mut self, positions: &[Position]) -> Result<Vec<Option<Score>>, EngineError> {
        let nodes = (self.nodes / FIRST_LOOK).max(1);
        let mut scores = Vec::new();
        for (index, position) in positions.iter().rev().enumerate() {
            let answers = self.scout.search(position, nodes, index == 0)?;
            scores.push(answers.map(|answers| answers.best().score));
        }
        scores.reverse();
        Ok(scores)
    }

    /// Returns the puzzle that a move created, if any.
    fn puzzle(&mut self, before: &Position, blunder: Move) -> Result<Option<Puzzle>, EngineError> {
        let was_capture = before.board().captured_piece(blunder).is_some();
        let mut start = before.clone();
        // The moves in a replayed game are legal.
        start.make_unchecked(blunder, &mut ());
        // The puzzle starts from the bare position, so that repetitions of positions in the game do not count.
        let Ok(start) = Position::from_fen(&start.fen()) else { return Ok(None) };
        let Some((first, _)) = self.unique(&start, self.nodes)? else { return Ok(None) };
        let best = first.best_move();
        if was_capture && best.to() == blunder.to() {
            return Ok(None);
        }
        let Some((last, second)) = self.unique(&start, self.nodes.saturating_mul(LAST_LOOK))?
        else {
            return Ok(None);
        };
        let line = last.best().pv.clone();
        let Some(goal) = goal(&start, &last).filter(|_| last.best_move() == best) else {
            return Ok(None);
        };
        let solution = self.solution(&start, &line, &goal)?;
        Ok(Some(Puzzle {
            themes: themes(&start, &solution, &line),
            level: level(last.found_depth),
            score: last.best().score,
            second,
            nodes: last.found_nodes,
            blunder: Some(blunder),
            source: PuzzleSource::default(),
            position: start,
            solution,
            line,
            goal,
        }))
    }

    /// Returns the best lines in a position and the score of the second best move, if the best move is clearly best.
    fn unique(
        &mut self,
        position: &Position,
        nodes: u64,
    ) -> Result<Option<(Answers, Score)>, EngineError> {
        let answers = self.solver.search(position, nodes, true)?;
        Ok(answers.and_then(|answers| {
            let second = answers.second_of_unique()?;
            Some((answers, second))
        }))
    }

    /// Returns the moves to find. They follow the best line until the goal is reached, as long as each move of the
    /// solving side is clearly best or the only legal one. The last move need not be the only one that mates.
    fn solution(
        &mut self,
        start: &Position,
        line: &[Move],
        goal: &Goal,
    ) -> Result<Vec<Move>, EngineError> {
        let us = start.side_to_move();
        let mut position = start.clone();
        let mut solution = vec![line[0]];
        position.make_unchecked(line[0], &mut ());
        for pair in line[1..].chunks_exact(2) {
            let is_reached = match goal {
                Goal::Mate { .. } => false,
                Goal::Win { .. } => {
                    Captures::along(start, &solution).balance_of(us) >= gain(start, line)
                }
            };
            if is_reached || solution.len() + 2 > SOLUTION_PLIES {
                break;
            }
            let [reply, mv] = [pair[0], pair[1]];
            if position.play(reply).is_err() || !position.is_legal(mv) {
                break;
            }
            let is_last = *goal == Goal::Mate { moves: (solution.len() / 2 + 2) as u16 };
            let is_only = position.legal_moves().len() == 1;
            if !is_last && !is_only {
                let bare = Position::from_fen(&position.fen());
                let found = match &bare {
                    Ok(bare) => self.unique(bare, self.nodes)?,
                    Err(_) => None,
                };
                if found.is_none_or(|(answers, _)| answers.best_move() != mv) {
                    break;
                }
            }
            position.make_unchecked(mv, &mut ());
            solution.extend([reply, mv]);
        }
        Ok(solution)
    }
}

/// The gain of the best line, or `None` if it neither mates nor wins enough material.
fn goal(start: &Position, answers: &Answers) -> Option<Goal> {
    let best = answers.best();
    if let Score::MateIn(plies) = best.score {
        return Some(Goal::Mate { moves: plies.div_ceil(2) });
    }
    let us = start.side_to_move();
    let captures = Captures::along(start, settled(&best.pv));
    let (won, lost) = captures.net_of(us);
    (captures.balance_of(us) >= GAIN_MIN).then_some(Goal::Win { won, lost })
}

/// The part of a line within which material must be won.
fn settled(line: &[Move]) -> &[Move] {
    &line[..line.len().min(GAIN_PLIES)]
}

/// The material won by the best line, in centipawns of exchange value.
fn gain(start: &Position, line: &[Move]) -> Value {
    Captures::along(start, settled(line)).balance_of(start.side_to_move())
}

/// The level of a puzzle whose best move was found at this depth.
const fn level(depth: u32) -> u8 {
    match depth {
        0..=2 => 1,
        3..=4 => 2,
        5..=7 => 3,
        8..=10 => 4,
        _ => 5,
    }
}

/// The source of a puzzle that begins after a ply of a game.
fn describe(source: &SourceGame, ply: usize) -> PuzzleSource {
    let [red, black, event, date] = ["Red", "Black", "Event", "Date"]
        .map(|name| source.game.known_tag(name).map(str::to_owned));
    PuzzleSource { ply, players: [red, black], event, date, ..source.source.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_formats::pgn;

    fn hunt(pgn_text: &str, nodes: u64) -> HuntResult {
        let games = pgn::read(pgn_text).enumerate().map(|(index, game)| SourceGame {
            game: game.unwrap(),
            source: PuzzleSource {
                file: "a.pgn".into(),
                game: index + 1,
                ..PuzzleSource::default()
            },
        });
        let games: Vec<_> = games.collect();
        let stop = AtomicBool::new(false);
        let one = NonZero::<usize>::MIN;
        let jobs = one.saturating_add(1);
        let hunt = PuzzleHunt { nodes, jobs, engines: EngineSource::default() };
        hunt.run(games, &stop, &|_| {}).unwrap()
    }

    /// An even game in which Black leaves a rook en prise.
    const HANGS_A_ROOK: &str = "[Red \"Li\"]\n[Black \"?\"]\n\
        [FEN \"2bakab2/4n4/9/8p/r8/9/8P/1R4N2/9/2BAKAB2 b - - 0 1\"]\n\n1... a5b5 2. b2b5 *\n\n";

    #[test]
    fn a_blunder_becomes_a_puzzle_with_its_source() {
        let found = hunt(&HANGS_A_ROOK.repeat(2), 20_000);
        assert_eq!((found.games, found.was_stopped), (2, false));
        let [puzzle] = &found.puzzles[..] else { panic!("{:?}", found.puzzles) };
        assert_eq!(puzzle.solution, ["b2b5".parse().unwrap()]);
        assert_eq!(puzzle.goal.to_string(), "win a rook");
        assert_eq!((puzzle.level, puzzle.blunder), (1, Some("a5b5".parse().unwrap())));
        assert_eq!(puzzle.source.to_string(), "Li – black; a.pgn, game 1, ply 1");
        assert!(points(puzzle.score) - points(puzzle.second) >= super::super::solve::MARGIN);
    }

    #[test]
    fn lost_positions_and_double_solutions_are_no_puzzles() {
        // Red mates with b1b9 or b1d1, whatever Black plays.
        let lost = "[FEN \"3k5/8R/9/p8/9/9/9/9/1R7/4K4 b - - 0 1\"]\n\n1... a6a5 *\n";
        assert_eq!(hunt(lost, 5000).puzzles.len(), 0);
    }

    #[test]
    fn a_stopped_hunt_keeps_its_results() {
        let stop = AtomicBool::new(false);
        let game = pgn::read(HANGS_A_ROOK).next().unwrap().unwrap();
        let game = || SourceGame { game: game.clone(), source: PuzzleSource::default() };
        let hunt = PuzzleHunt {
            nodes: 5000,
            jobs: NonZero::<usize>::MIN,
            engines: EngineSource::default(),
        };
        let stop_now = |_| stop.store(true, Ordering::Relaxed);
        let found = hunt.run([game(), game()], &stop, &stop_now).unwrap();
        assert_eq!((found.games, found.puzzles.len(), found.was_stopped), (1, 1, true));
    }
}
