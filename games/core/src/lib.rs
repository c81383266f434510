//! Game-tree search for two-player games without chance or hidden information: the common part of the smaller games.
//!
//! It is also a short introduction to how such programs think. Read the files in this order.
//!
//! 1. **The game** (`game.rs`). A [`Game`] lists its moves, plays and takes back, says when it is over, and guesses who
//!    stands better. Everything else is the same for noughts and crosses and for draughts.
//! 2. **Looking ahead** (`search.rs`). What is a position worth? As much as the best move makes of it, and each move as
//!    much as the best answer leaves of it: that is *minimax*. Written from the view of the side to move, one function
//!    does for both sides (*negamax*). At some depth the guess has to do.
//! 3. **Alpha-beta.** Once a move is known to be worth *alpha*, a reply that holds another move below that refutes it:
//!    its other replies need not be looked at. The other side has such a limit too, *beta*. With perfect order this
//!    takes only the square root of the positions, so the same time sees twice as deep.
//! 4. **Order** (`ordering.rs`). First the move that was best when the position was last searched, then *killers*, which
//!    refuted something at the same distance from the root, then by *history*: what refuted anything anywhere.
//! 5. **Iterative deepening.** Depth 1, 2, 3, …: each iteration orders the moves of the next, and when the time is up
//!    there is an answer.
//! 6. **The table** (`table.rs`). The same position comes about by many orders of moves. What was found once is kept by
//!    its key.
//! 7. **Doubt.** If the first move is the best one, it is enough to ask of the others *whether* they are better, which is
//!    cheap (*principal variation search*); and of those at the end of a good list, with less depth (*late move
//!    reductions*).
//! 8. **Quiet positions.** A guess in the middle of an exchange is worthless, so the search continues until
//!    [`Game::is_quiet`]. For the same reason a move without a choice costs no depth ([`Game::is_forced`]).
//! 9. **Time** (`limits.rs`) and **threads**: all threads search the same position and meet in the table.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use game_core::{Game, Limits, Outcome, Score, Searcher};
//!
//! /// A heap of stones. Each player takes one, two or three; who takes the last one wins.
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
//! assert_eq!(found.line[0], 3); // Eight are left: whatever is taken of four, the rest can be taken.
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
