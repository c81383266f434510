//! `cloud`: looks up a position in the cloud database of chessdb.cn.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::Ending;
use super::args::{NotationArgs, parse_server, parse_time};
use super::position::PositionArgs;
use super::table::{Side, table};
use crate::cli::outputs;
use crate::cloud::{CloudAnswer, CloudMove, CloudSettings, CloudStatus, SERVER, query};
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::{Color, Score};
use chuhe_localize::tr;

/// Look up a position in the cloud database (云库) of chessdb.cn, over the network
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe cloud                              the start position
  chuhe cloud h2e2 h9g7 --notation chinese
  chuhe cloud '3k5/9/9/9/9/9/9/9/9/R3K4 w' --json
  chuhe cloud --cloud http://127.0.0.1:8080 --timeout 2s

chuhe connects to another machine only for this command and for the same query on the page of `chuhe serve`. It sends
the position and asks the server not to add it to the database. The server computes the scores. The table shows them in
pawns, from Red's point of view; the JSON output contains the server's own numbers, from the point of view of the side
to move.")]
pub(super) struct CloudArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Address of the cloud database (云库): a server with the HTTP interface of chessdb.cn
    #[arg(long, value_name = "URL", default_value = SERVER, value_parser = parse_server)]
    cloud: String,

    /// Timeout for the answer, in milliseconds or with a unit, such as 500ms or 5s
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_time)]
    timeout: Duration,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct CloudReport<'a> {
    server: &'a str,
    fen: String,
    #[serde(flatten)]
    answer: &'a CloudAnswer,
}

impl CloudArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let position = self.position.position()?;
        let settings = CloudSettings { server: self.cloud, timeout: self.timeout };
        let answer = query(&settings, &position)?;
        if self.json {
            let report =
                CloudReport { server: &settings.server, fen: position.fen(), answer: &answer };
            outputs::json(out, &report)?;
        } else {
            match answer.status {
                CloudStatus::Unknown => writeln!(out, "{}", tr!("cloud-unknown"))?,
                CloudStatus::Checkmate => writeln!(out, "{}", tr!("cloud-checkmate"))?,
                CloudStatus::Stalemate => writeln!(out, "{}", tr!("cloud-stalemate"))?,
                CloudStatus::Known => write_table(&position, &answer, &self.notation, out)?,
            }
        }
        Ok(if answer.status == CloudStatus::Unknown { Ending::NoVerdict } else { Ending::Done })
    }
}

fn write_table(
    position: &Position,
    answer: &CloudAnswer,
    notation: &NotationArgs,
    out: &mut impl Write,
) -> failure::Result<()> {
    let heads = [
        (tr!("book-column-move"), Side::Left),
        (tr!("book-column-score"), Side::Right),
        (tr!("cloud-column-winrate"), Side::Right),
        (tr!("cloud-column-rank"), Side::Right),
        (tr!("cloud-column-note"), Side::Left),
    ];
    let dash = || "-".to_owned();
    let rows = answer.moves.iter().map(|known| {
        vec![
            text(position, known, notation.format()),
            score(known, position.side_to_move()),
            known.winrate.map_or_else(dash, |rate| format!("{rate:.1} %")),
            known.rank.map_or_else(dash, |rank| rank.to_string()),
            known.note.clone().unwrap_or_default(),
        ]
    });
    Ok(write!(out, "{}", table(&heads, &rows.collect::<Vec<_>>()))?)
}

fn text(position: &Position, known: &CloudMove, format: MoveFormat) -> String {
    move_text(position.board(), known.mv, format).to_string()
}

/// The score in pawns, from Red's point of view, or a dash.
fn score(known: &CloudMove, mover: Color) -> String {
    let Some(score) = known.as_score() else { return "-".to_owned() };
    let score: Score = if mover == Color::Red { score } else { -score };
    score.in_pawns()
}
