//! Puzzles, one after another.

use super::wording;
use chuhe_localize::tr;
use chuhe_play::{CasualGame, Exercise};
use chuhe_review::puzzles::Puzzle;

/// A sequence of at least one puzzle, with the player's progress.
#[derive(Clone, Debug)]
pub(super) struct PuzzleRun {
    /// The puzzles, each with its exercise.
    puzzles: Vec<(Puzzle, Exercise)>,
    /// The index of the current puzzle.
    index: usize,
    /// Whether the player has asked for help with the current puzzle.
    was_helped: bool,
    /// Whether the current puzzle has been solved.
    is_solved: bool,
    solved: usize,
    solved_alone: usize,
}

impl PuzzleRun {
    /// A run of puzzles; `None` if there are none. Puzzles whose solutions are illegal are left out.
    pub(super) fn new(puzzles: Vec<Puzzle>) -> Option<Self> {
        let puzzles: Vec<_> = puzzles
            .into_iter()
            .filter_map(|puzzle| {
                let exercise = Exercise::new(puzzle.position.clone(), puzzle.solution.clone());
                Some((puzzle, exercise.ok()?))
            })
            .collect();
        let run = Self {
            puzzles,
            index: 0,
            was_helped: false,
            is_solved: false,
            solved: 0,
            solved_alone: 0,
        };
        (!run.puzzles.is_empty()).then_some(run)
    }

    /// Puts the current puzzle on the board.
    pub(super) fn begin(&self, game: &mut CasualGame) {
        game.begin_exercise(self.puzzles[self.index].1.clone());
    }

    /// Moves to the next puzzle. Returns false if the current one is the last.
    pub(super) fn advance(&mut self) -> bool {
        let has_next = self.index + 1 < self.puzzles.len();
        if has_next {
            self.index += 1;
            self.was_helped = false;
            self.is_solved = false;
        }
        has_next
    }

    /// Records that the player received help with the current puzzle.
    pub(super) const fn note_help(&mut self) {
        self.was_helped = true;
    }

    /// The introduction of the current puzzle, which states the task.
    pub(super) fn introduction(&self) -> String {
        wording::puzzle(self.index + 1, self.puzzles.len(), &self.puzzles[self.index].0)
    }

    /// The message for a correct move. Counts the puzzle if the move solves it.
    pub(super) fn progress(&mut self, is_solved: bool) -> String {
        if !is_solved {
            return tr!("play-puzzle-right");
        }
        // A player who takes back moves can solve the puzzle again, but it counts only once.
        if !self.is_solved {
            self.is_solved = true;
            self.solved += 1;
            self.solved_alone += usize::from(!self.was_helped);
        }
        if self.index + 1 < self.puzzles.len() {
            tr!("play-puzzle-solved")
        } else {
            format!("{}\n{}", tr!("play-puzzle-solved-last"), self.summary())
        }
    }

    /// The message that says how many puzzles are solved.
    pub(super) fn summary(&self) -> String {
        wording::puzzles_solved(self.solved, self.solved_alone, self.puzzles.len())
    }
}
