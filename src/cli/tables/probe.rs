//! `tables probe`: looks up a position and its moves.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::super::Ending;
use super::super::args::NotationArgs;
use super::super::position::PositionArgs;
use super::FolderArgs;
use crate::cli::outputs;
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::notation::move_text;
use chuhe_engine::tables::{MaterialClass, TableValue, TablesError};
use chuhe_engine::types::Move;
use chuhe_localize::Localize;
use chuhe_localize::columns::left;
use chuhe_localize::tr;

/// The longest line to show, in plies.
const LINE_MAX: usize = 200;

/// Look up the results of a position and its moves in the tables
#[derive(Debug, Args)]
pub(super) struct ProbeArgs {
    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    folder: FolderArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ProbeReport {
    fen: String,
    class: MaterialClass,
    result: &'static str,
    plies: Option<u16>,
    moves: Vec<MoveReport>,
    line: Vec<Move>,
}

#[derive(Serialize)]
struct MoveReport {
    #[serde(rename = "move")]
    mv: Move,
    result: &'static str,
    plies: Option<u16>,
}

impl ProbeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let position = self.position.position()?;
        let tables = self.folder.open()?;
        let (class, _) = MaterialClass::of(position.board());
        let Some(value) = tables.probe(position.board())? else {
            return Err(TablesError::NoTable(class).into());
        };
        let moves = tables.moves(&position)?.unwrap_or_default();
        let line = tables.line(&position, LINE_MAX)?;
        if self.json {
            let report = ProbeReport {
                fen: position.fen(),
                class,
                result: value.word(),
                plies: value.plies(),
                moves: moves
                    .iter()
                    .map(|&(mv, value)| MoveReport {
                        mv,
                        result: value.word(),
                        plies: value.plies(),
                    })
                    .collect(),
                line,
            };
            outputs::json(out, &report)?;
            return Ok(Ending::Done);
        }
        writeln!(out, "{class}: {}", value.localize())?;
        self.write_moves(out, &position, &moves)?;
        if !line.is_empty() {
            writeln!(out, "{} {}", tr!("tables-line"), self.line_text(&position, &line))?;
        }
        Ok(Ending::Done)
    }

    fn write_moves(
        &self,
        out: &mut impl Write,
        position: &Position,
        moves: &[(Move, TableValue)],
    ) -> std::io::Result<()> {
        for (mv, value) in moves {
            let text = move_text(position.board(), *mv, self.notation.format()).to_string();
            writeln!(out, "  {} {}", left(&text, 10), value.localize())?;
        }
        Ok(())
    }

    fn line_text(&self, position: &Position, line: &[Move]) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for &mv in line {
            words.push(move_text(position.board(), mv, self.notation.format()).to_string());
            position.make_unchecked(mv, &mut ());
        }
        words.join(" ")
    }
}
