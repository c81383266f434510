//! `net`: shows, compares and converts networks.

mod compare;
mod convert;
mod show;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::{EMBEDDED, Ending};
use crate::failure::{self, Context, Failure};
use chuhe_engine::board::Position;
use chuhe_engine::engine::bench;
use chuhe_engine::eval::network::{Network, Role, embedded};
use chuhe_localize::tr;

/// Show, compare and convert networks (网络)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe net show my.nn
  chuhe net compare old.nn new.nn data
  chuhe net convert my.nn -o my.safetensors

`embedded` stands for the network built into chuhe. \"Networks\" in the handbook describes the network files.")]
pub(super) struct NetArgs {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Debug, Subcommand)]
enum NetCommand {
    Show(show::ShowArgs),
    Compare(compare::CompareArgs),
    Convert(convert::ConvertNetArgs),
}

impl NetArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        match self.command {
            NetCommand::Show(args) => args.run(out),
            NetCommand::Compare(args) => args.run(out),
            NetCommand::Convert(args) => args.run(out),
        }?;
        Ok(Ending::Done)
    }
}

/// Reads a network file, or returns the embedded network.
pub(super) fn read(file: &Path) -> failure::Result<Arc<Network>> {
    if file == Path::new(EMBEDDED) {
        return embedded().ok_or_else(|| Failure::new(tr!("net-none-embedded")));
    }
    let network = Network::read(file).with_context(|| file.display().to_string())?;
    Ok(Arc::new(network))
}

/// The word for a network's role in reports and messages.
const fn word(role: Role) -> &'static str {
    match role {
        Role::Correction => "correction",
        Role::Whole => "whole",
    }
}

/// The positions on which networks are compared: the bench positions, and those after each of their legal moves.
fn positions() -> failure::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for fen in bench::POSITIONS {
        let position = Position::from_fen(fen)?;
        for &mv in &position.legal_moves() {
            let mut after = position.clone();
            after.play(mv)?;
            positions.push(after);
        }
        positions.push(position);
    }
    Ok(positions)
}
