//! Plays a match between two engines with a sequential test. The match folder allows resuming the match after an
//! interruption.
//!
//! ```sh
//! cargo build --release
//! cargo run --release --example run_match -- target/release/chuhe target/release/chuhe
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::env;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{KeepLogs, Match, MatchPlan, PgnStyle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut commands = env::args().skip(1);
    let mut engine = |name: &str, nodes: &str| {
        let command = commands.next().unwrap_or_else(|| "target/release/chuhe".to_owned());
        EngineSettings::from_words([&*format!("cmd={command}"), name, nodes])
    };
    let plan = MatchPlan {
        rounds: 5,
        concurrency: 2,
        // Ends the match as soon as either hypothesis is accepted.
        sprt: Some("elo0=0 elo1=100".parse()?),
        ..MatchPlan::new(vec![engine("name=new", "nodes=2000")?, engine("name=old", "nodes=500")?])
    };
    // Another thread may set this to stop the match; finished games are kept.
    let stop = AtomicBool::new(false);
    let prepared = plan.prepare(&stop)?;
    // A match can be resumed from a permanent folder; this example deletes its folder on exit.
    let folder = tempfile::tempdir()?;
    let mut played =
        Match::open(prepared, folder.path(), PgnStyle::default(), KeepLogs::Faults, false)?;
    played.play(&stop, |so_far, record| {
        let llr = so_far.summary(None).sprt.map_or(0.0, |sprt| sprt.llr);
        println!("game {:>2}: {:?}, LLR {llr:+.2}", record.number + 1, record.reason);
        ControlFlow::Continue(())
    })?;
    let summary = played.summary(None);
    played.save(&summary)?;
    println!("{:?} after {} games", summary.state, played.games().len());
    Ok(())
}
