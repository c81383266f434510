//! Replies to the commands that users type at a terminal.

use std::fmt::Write as _;
use std::sync::Arc;

use crate::board::{PERFT_DEPTH_MAX, Position, divide};
use crate::engine::bench;
use crate::eval::Trace;
use crate::eval::network::{Network, NetworkTrace};
use crate::notation::diagram::{Diagram, Edge};
use crate::notation::iccs::{self, Ranks};
use crate::types::{Color, Piece};

/// The board, its FEN and hash key, and the checking pieces.
pub(super) fn display(position: &Position, ranks: Ranks) -> String {
    let (board, us) = (position.board(), position.side_to_move());
    let checkers: Vec<String> = board
        .checkers()
        .into_iter()
        .map(|square| {
            let piece = board.piece_at(square).map_or('?', Piece::letter);
            let file = char::from(b'a' + square.file());
            format!("{piece}{file}{}", square.rank() + ranks.first())
        })
        .collect();
    format!(
        "{}\nFen: {}\nKey: {:016X}\nCheckers: {}\n{us} to move, {} legal moves",
        Diagram { edge: Edge::Coordinates(ranks), ..Diagram::new(board) },
        position.fen(),
        position.key(),
        checkers.join(" "),
        position.legal_moves().len(),
    )
}

/// The hand-crafted evaluation term by term, and the network's piece by piece.
pub(super) fn eval(position: &Position, network: Option<&Arc<Network>>) -> String {
    let mut text = Trace::of(position.board()).to_string();
    if let Some(network) = network {
        let _ = write!(text, "\n\n{}", NetworkTrace::of(network, position.board()));
    }
    text
}

/// The number of leaves of the move tree for each root move, and the total.
pub(super) fn perft(position: &Position, depth: u32, threads: usize, ranks: Ranks) -> String {
    let counts = match depth {
        0 => Vec::new(),
        depth => divide(position, depth, threads),
    };
    let mut text = String::new();
    for &(mv, nodes) in &counts {
        let _ = writeln!(text, "{}: {nodes}", iccs::text(mv, ranks));
    }
    let total = if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() };
    let _ = write!(text, "\nNodes searched: {total}");
    text
}

/// The reply to a `perft` command whose depth exceeds the maximum.
pub(super) fn too_deep(depth: u32) -> String {
    format!("perft {depth} would never end: the maximum is {PERFT_DEPTH_MAX} plies")
}

/// The benchmark's result.
pub(super) fn bench(depth: Option<u32>) -> String {
    let result = match bench::run(depth.unwrap_or(bench::DEPTH), 1, 16, &mut |_, _| {}) {
        Ok(result) => result,
        Err(error) => return error.to_string(),
    };
    format!(
        "Total time (ms) : {}\nNodes searched  : {}\nNodes/second    : {}\n{} nodes {} nps",
        result.time.as_millis(),
        result.nodes,
        result.nps(),
        result.nodes,
        result.nps()
    )
}

/// The FEN of the position with the sides exchanged.
pub(super) fn flipped(position: &Position) -> String {
    let fen = position.fen();
    let (placement, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
    let ranks: Vec<String> =
        placement.rsplit('/').map(|rank| rank.chars().map(swap_case).collect()).collect();
    let side = match position.side_to_move() {
        Color::Red => 'b',
        Color::Black => 'w',
    };
    format!("{} {side}{}", ranks.join("/"), rest.get(1..).unwrap_or_default())
}

fn swap_case(c: char) -> char {
    if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
}

/// The version of the program and how it was built.
pub(super) fn compiler() -> String {
    format!(
        "{}, rustc {} or later, {} {}, {}",
        super::ENGINE_NAME,
        env!("CARGO_PKG_RUST_VERSION"),
        std::env::consts::ARCH,
        std::env::consts::OS,
        if cfg!(debug_assertions) { "with debug assertions" } else { "optimized" },
    )
}

/// The list of commands.
pub(super) const HELP: &str = "\
ucci | uci                            select the protocol and list the options
isready                               answered when all earlier commands are done
setoption NAME VALUE                  UCCI; UCI: setoption name NAME value VALUE
position startpos|fen FEN [moves M..] set up a position
banmoves M..                          exclude root moves
go [depth D] [nodes N] [movetime MS] [time T increment I] [wtime MS btime MS winc MS binc MS]
   [movestogo N] [mate N] [searchmoves M..] [infinite] [ponder]
stop | ponderhit | quit
ucinewgame | setoption newgame        start a new game
d                                     show the board
eval                                  show the evaluation, term by term
go perft N                            count the leaves of the move tree
bench [DEPTH]                         measure the speed of the search
flip                                  exchange the sides
compiler                              how this program was built";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_is_drawn_from_the_top() {
        let text = display(&Position::startpos(), Ranks::FromZero);
        assert!(text.starts_with(" 9  r n b a k a b n r\n 8  . ."), "{text}");
        assert!(text.contains("\nFen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/"));
        assert!(text.ends_with("\nCheckers: \nred to move, 44 legal moves"), "{text}");
        assert!(display(&Position::startpos(), Ranks::FromOne).starts_with("10  r n"));
        let check = Position::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1").unwrap();
        assert!(display(&check, Ranks::FromZero).contains("\nCheckers: Re1\nblack to move"));
    }

    #[test]
    fn counts_per_move_then_in_all() {
        let text = perft(&Position::startpos(), 2, 2, Ranks::FromZero);
        assert_eq!(text.lines().count(), 44 + 2);
        assert!(text.lines().any(|line| line == "h2e2: 45"), "{text}");
        assert!(text.ends_with("\n\nNodes searched: 1920"));
        assert!(perft(&Position::startpos(), 0, 1, Ranks::FromZero).ends_with("searched: 1"));
    }

    #[test]
    fn flipping_twice_changes_nothing() {
        let fen = "2bak4/4ac3/n3br3/p3p1C1p/9/2B6/P1P1c3P/3R1A3/9/1N1A1KB1R b - - 3 9";
        let flipped_fen = flipped(&Position::from_fen(fen).unwrap());
        assert_eq!(
            flipped_fen,
            "1n1a1kb1r/9/3r1a3/p1p1C3p/2b6/9/P3P1c1P/N3BR3/4AC3/2BAK4 w - - 3 9"
        );
        assert_eq!(flipped(&Position::from_fen(&flipped_fen).unwrap()), fen);
    }
}
