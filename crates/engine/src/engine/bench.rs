//! A fixed amount of work that measures the engine's speed and shows whether it still searches the same tree.
//!
//! ```
//! use chuhe_engine::engine::bench::{self, POSITIONS};
//!
//! let mut done = 0;
//! let total = bench::run(3, 1, bench::HASH_MB, &mut |number, _| done = number)?;
//! assert_eq!(done, POSITIONS.len());
//! assert!(total.nodes > 0 && total.nps() > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::time::Duration;

use super::Engine;
use super::config::ConfigError;
use crate::board::Position;
use crate::clock::Instant;
use crate::memory::MemoryLimit;
use crate::search::Limits;

/// The default depth, at which a run takes about a second.
pub const DEPTH: u32 = 11;

/// The default table size in megabytes. Another size changes the node count.
pub const HASH_MB: u32 = 16;

/// Positions of every phase of the game, as FEN.
pub const POSITIONS: &[&str] = &[
    // Start and openings.
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bak1bnr/4a4/nc2c4/p1p1p1p1p/9/2P6/P3P1P1P/1CN1B2C1/9/R2AKABNR w - - 6 4",
    "rnb1kab1r/4a4/1c2c3n/p1p1p1p1p/9/6P2/P1P1P3P/1C2B1NC1/9/RNBAKA2R w - - 6 4",
    "r1bak2nr/4a4/1cn1b2c1/p1p1p1p1p/9/5NP2/P1P1P3P/3C3C1/9/RNBAKAB1R b - - 7 4",
    "rn1akabnr/9/3cb2c1/p3p1p1p/2p4R1/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB2 b - - 7 4",
    "1rbakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/3C2NC1/R8/1NBAKAB1R w - - 8 5",
    "r2ak1b1r/4a4/1cn1b2cn/pCp1p1p1p/9/2P6/P3P1P1P/2N1B2C1/9/R1BAKA1NR w - - 8 5",
    "r1bak1b1r/4a4/2n1c1nc1/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1NC1/5R3/2BAKAB1R b - - 9 5",
    "rnbakabn1/9/1c6r/p1p1p1p1p/4c4/6P2/P1P1N3P/1C2B2C1/4A4/R3KABNR b - - 5 5",
    "r1bakab1r/9/2n4cn/p1p1p1p1p/9/9/P1P1c1P1P/2N1C4/4A4/1RB1KABNR w - - 0 6",
    // Crowded middle games.
    "1CrCkab1r/4a4/4b3n/p3pn2p/2p3p2/3R5/P1P1c1P1P/4B2RN/4A4/3AK1B2 w - - 0 1",
    "1rn1kab1r/4a4/1C1cb1n2/p3N3p/6p2/9/P3P1P1P/2c1C1N2/4A4/1RBAK1BR1 w - - 0 1",
    "2bR1ab2/2r1k3c/5an2/4p4/p1p4N1/4P1P2/P1P5R/N8/3KA4/2r2A3 b - - 0 1",
    "2bak4/4ac3/n3br3/p3p1C1p/9/2B6/P1P1c3P/3R1A3/9/1N1A1KB1R b - - 0 1",
    "2bakab2/4n4/6r2/p1P1p3p/3Rc4/P4Nn1P/1r7/B3C3R/4N4/3AKAB2 b - - 0 1",
    "2bakabr1/9/n5n2/p1pCp3p/1r4pc1/4c2R1/P1P5P/2N3N2/2C6/R1BAKAB2 b - - 0 1",
    "3akab2/4n4/4b4/p1c1p1p1p/9/5R3/4r1P1P/4B2rN/4AR3/2B1KA3 b - - 0 1",
    "3rkab2/2n1a4/R3c4/R3C3r/4p1p1p/P8/2P1P1P1P/4B4/4A4/3NKAB2 w - - 0 1",
    "r1b1kabr1/4a4/4c3n/p5p1p/1Rp6/4C4/P1P1P1PnP/2N3N2/4C4/2BAKAB1R b - - 0 1",
    // Thin middle games.
    "2r1kab1r/3Ra4/4b4/1N7/3C5/9/9/1R2B4/3p1p3/c3K4 w - - 0 1",
    "2b1ka3/4a1R2/3C5/P1pr5/4R3p/2P4r1/2n5P/2N1B3B/4A4/4KA3 b - - 0 1",
    "2bak2nr/4a2R1/4b4/3Np4/8P/9/4P4/4B4/3cK4/3r1A1C1 b - - 0 1",
    "2bak4/4a4/4b1c1N/p8/4R4/3p2P2/1r2r3P/4B3R/4A4/3AK1B2 w - - 0 1",
    "3ak1b2/4a4/9/6N2/8p/2P1P4/p2R1R3/4B4/3rA3r/1cBA1K3 b - - 0 1",
    "3akn3/2r1a4/b4n3/8p/P2R2b2/7N1/2c1P3P/2C1B4/4A4/3AK1B2 w - - 0 1",
    "4kab1R/1r3R3/4b4/p8/9/3p2P2/4r3P/4B4/4A4/3AK1B2 w - - 0 1",
    // In check.
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "3c1a3/2r1ak3/b8/3R5/2b3p2/4N1p2/9/3K5/9/1p7 w - - 0 1",
    "5k2P/9/5a3/6r2/1c4b2/9/4p2p1/3AnA3/2p2N3/2BK5 w - - 0 1",
    "3R5/3kar3/b1c6/6r2/8C/1nN1P4/2p3P2/2RA5/9/2C1K4 b - - 0 1",
    // Mating attacks.
    "1R1a1k3/2Cna1P2/b3b1N2/9/9/9/9/4K1R2/3r1r3/5n3 w - - 0 1",
    "1PP1kab2/1R2a4/4b3R/4C4/1C7/r8/9/2n6/3p1r3/4K4 w - - 0 1",
    "1c3a3/4a4/3k1N3/9/4R4/C8/9/6n2/3r1r3/2p1K4 w - - 0 1",
    // Endgames, won and drawn.
    "3k5/4a4/9/9/4P4/9/9/9/9/4K4 w - - 0 1",
    "3k5/9/9/9/4n4/9/9/9/9/2B1K1B2 b - - 0 1",
    "4k4/4a4/9/9/4c4/9/9/9/4A4/3K5 b - - 0 1",
    "4k3r/9/9/9/9/9/9/B8/4A4/3K1AB2 b - - 0 1",
    "2b6/3k5/4N4/9/9/9/9/9/5K3/9 b - - 0 1",
    "9/4a2P1/5k3/2P6/6b2/9/9/9/4K4/9 b - - 0 1",
    "9/3k5/9/9/9/6B2/9/5K3/4A4/4rAB2 w - - 0 1",
];

/// The work done in a run, or for one position of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes searched by all threads; reproducible with one thread.
    pub nodes: u64,
    /// The wall-clock time of the searches.
    pub time: Duration,
}

impl BenchResult {
    /// Nodes per second, with the time counted as at least a millisecond.
    pub fn nps(&self) -> u64 {
        let micros = self.time.as_micros().max(1000);
        (u128::from(self.nodes) * 1_000_000 / micros) as u64
    }
}

/// Searches every position to `depth`, each as a new game, and returns the total.
///
/// `on_position` is called after each position with the position's number, counted from 1, and its result. `threads`
/// and `hash_mb` are clamped to the ranges of the options. If the table or further threads cannot be created, the run uses
/// the defaults, and its node count differs.
///
/// # Errors
/// If the system cannot start a search thread.
///
/// # Panics
/// Never: the positions are valid.
pub fn run(
    depth: u32,
    threads: u32,
    hash_mb: u32,
    on_position: &mut dyn FnMut(usize, BenchResult),
) -> Result<BenchResult, ConfigError> {
    let mut engine = Engine::try_new(Some(0), MemoryLimit::default())?;
    for (name, value) in [("Hash", hash_mb), ("Threads", threads)] {
        // On failure, the default stays in use, as documented.
        let _ = engine.set_option(name, &value.to_string());
    }
    Ok(run_with(&mut engine, depth, on_position))
}

/// Like [`run`], but with a given engine. The node count depends on the engine's options.
///
/// # Panics
/// Never: the positions are valid.
pub fn run_with(
    engine: &mut Engine,
    depth: u32,
    on_position: &mut dyn FnMut(usize, BenchResult),
) -> BenchResult {
    let mut total = BenchResult::default();
    for (i, fen) in POSITIONS.iter().enumerate() {
        engine.new_game();
        engine.set_position(Position::from_fen(fen).expect("the positions are valid"));
        let start = Instant::now();
        let result = engine.search(Limits::depth(depth));
        debug_assert!(result.best.is_some());
        let (nodes, time) = (result.nodes, start.elapsed());
        total.nodes += nodes;
        total.time += time;
        on_position(i + 1, BenchResult { nodes, time });
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_searches_the_same_tree() {
        assert!(POSITIONS.len() >= 40);
        let count = |depth| {
            let mut nodes = Vec::new();
            let total = run(depth, 1, 4, &mut |_, result| nodes.push(result.nodes));
            assert_eq!(total.unwrap().nodes, nodes.iter().sum::<u64>());
            nodes
        };
        let nodes = count(4);
        assert_eq!(nodes.len(), POSITIONS.len());
        assert_eq!(count(4), nodes);
    }
}
