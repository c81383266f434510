//! Game-tree search for two-player games without chance or hidden information, shared by the smaller games.
//!
//! It is also a short introduction to how such programs think. Read the files in this order:
//!
//! 1. **The game** (`game.rs`). A [`Game`] lists its moves, makes and takes them back, reports when it is over, and
//!    estimates which side is better. Everything else is the same for noughts and crosses and for draughts.
//! 2. **Looking ahead** (`search.rs`). A position is worth as much as its best move, and a move is worth what the
//!    opponent's best reply leaves. This is *minimax*. If every value is seen from the point of view of the side to
//!    move, one function serves both sides (*negamax*). At some depth the static evaluation replaces further search.
//! 3. **Alpha-beta.** Once one move is known to be worth *alpha*, any other move is refuted by a single reply that
//!    keeps its value below alpha, so the remaining replies need not be searched. The other side has a corresponding
//!    limit, *beta*. With perfect move ordering, only about the square root of the positions has to be searched, so the
//!    same time reaches twice the depth.
//! 4. **Order** (`ordering.rs`). The move that was best when the position was last searched comes first, followed by
//!    the *killers*, which refuted a move at the same distance from the root. The rest are ordered by *history*: how
//!    often each of them refuted a move anywhere in the tree.
//! 5. **Iterative deepening.** The search runs to depth 1, 2, 3 and so on. Each iteration orders the moves for the
//!    next, and an answer is ready whenever time runs out.
//! 6. **The table** (`table.rs`). Different move orders lead to the same position, so results are stored under the
//!    position's key and reused.
//! 7. **Doubt.** If the first move is the best, it is enough to ask of the others *whether* they are better, which is
//!    cheap (*principal variation search*). Moves at the end of a well-ordered list are checked at reduced depth first
//!    (*late move reductions*).
//! 8. **Quiet positions.** An estimate in the middle of an exchange is worthless, so the search continues until
//!    [`Game::is_quiet`] returns true. For the same reason, a forced move does not reduce the remaining depth
//!    ([`Game::is_forced`]).
//! 9. **Time** (`limits.rs`) and **threads**: all threads search the same position and share the table.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use game_core::{Game, Limits, Outcome, Score, Searcher};
//!
//! /// A heap of stones. Each player takes one, two or three; taking the last one wins.
//! #[derive(Clone)]
//! struct Heap {
//!     stones: u32,
//!     taken: Vec<u32>,
//! }
//!
//! impl Game for Heap {
//!     type Move = u32;
//!     fn moves(&self, moves: &mut Vec<u32>) {
//!         moves.extend(1..=self.stones.min(3));
//!     }
//!     fn play(&mut self, stones: u32) {
//!         self.stones -= stones;
//!         self.taken.push(stones);
//!     }
//!     fn undo(&mut self) {
//!         self.stones += self.taken.pop().unwrap_or(0);
//!     }
//!     fn side(&self) -> usize {
//!         self.taken.len() % 2
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         (self.stones == 0).then_some(Outcome::Loss)
//!     }
//!     fn key(&self) -> u64 {
//!         u64::from(self.stones)
//!     }
//!     fn tag(&self, stones: u32) -> u16 {
//!         stones as u16
//!     }
//!     fn evaluate(&mut self) -> i32 {
//!         0
//!     }
//! }
//!
//! let heap = Heap { stones: 11, taken: Vec::new() };
//! let found = Searcher::new(1, 1).search(&heap, &Limits::depth(20), &AtomicBool::new(false), |_| {});
//! let found = found.expect("the game has just begun");
//! assert_eq!(found.line[0], 3); // Eight are left: whatever the opponent takes, the reply completes a group of four.
//! assert_eq!(found.score, Score::WinIn(5));
//! ```

mod game;
mod limits;
mod ordering;
mod score;
mod search;
mod table;

pub use game::{Game, Outcome};
pub use limits::Limits;
pub use score::{EVALUATION_MAX, PLIES_MAX, Score};
pub use search::{Handicap, Report, Searcher};
