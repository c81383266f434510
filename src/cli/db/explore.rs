//! `db explore`: shows the moves played in a position.

use std::io::Write;

use clap::Args;

use super::super::Ending;
use super::super::args::NotationArgs;
use super::super::numbers::whole;
use super::super::table::{Side, table};
use super::DatabaseArgs;
use super::filters::FilterArgs;
use crate::failure;
use chuhe_database::{Database, Exploration, Tally};
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, move_text};
use chuhe_engine::types::Color;
use chuhe_localize::tr;

/// Show the moves played in a position (开局), with their frequency and results
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe db explore games.db
  chuhe db explore games.db 炮二平五 马8进7 --notation chinese
  chuhe db explore games.db --red 柳大华 --since 1980
  chuhe db explore games.db '3ak4/9/9/9/9/9/9/4B4/4A4/R3K4 w' --json

Results are from the point of view of the side to move; scores are in pawns, from Red's point of view. In JSON, scores
are in centipawns and, like the results, from the point of view of the side to move.")]
pub(super) struct ExploreArgs {
    #[command(flatten)]
    pub(super) database: DatabaseArgs,

    #[command(flatten)]
    filter: FilterArgs,

    #[command(flatten)]
    notation: NotationArgs,

    /// Maximum number of moves to show per position
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<usize>(0..=1000))]
    branches: usize,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl ExploreArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let mut query = self.filter.query()?;
        let position = query.position.take().unwrap_or_else(Position::startpos);
        let database = Database::open(&self.database.database)?;
        let mut exploration = database.explore_among(&position, &query)?;
        exploration.moves.truncate(self.branches);
        if self.json {
            writeln!(out, "{}", exploration.json(&position))?;
        } else {
            write!(out, "{}", text(&exploration, &position, self.notation.format()))?;
        }
        out.flush()?;
        Ok(Ending::Done)
    }
}

fn text(exploration: &Exploration, position: &Position, format: MoveFormat) -> String {
    let heads = [
        (tr!("db-column-move"), Side::Left),
        (tr!("db-column-games"), Side::Right),
        (tr!("db-column-share"), Side::Right),
        (tr!("db-column-wins"), Side::Right),
        (tr!("db-column-draws"), Side::Right),
        (tr!("db-column-losses"), Side::Right),
        (tr!("db-column-points"), Side::Right),
        (tr!("db-column-score"), Side::Right),
        (tr!("db-column-last"), Side::Left),
    ];
    let games = exploration.tally.games;
    let red = if position.side_to_move() == Color::Red { 0.01 } else { -0.01 };
    let row = |name: String, tally: &Tally| {
        let share = tally.games as f64 * 100.0 / games.max(1) as f64;
        let percent = |points: f64| format!("{:.1}", points * 100.0);
        vec![
            name,
            tally.games.to_string(),
            format!("{share:.1}"),
            tally.wins.to_string(),
            tally.draws.to_string(),
            tally.losses.to_string(),
            tally.points().map(percent).unwrap_or_default(),
            tally.mean_score.map(|score| format!("{:+.2}", score * red)).unwrap_or_default(),
            tally.last_played.clone().unwrap_or_default(),
        ]
    };
    let mut rows: Vec<Vec<String>> = exploration
        .moves
        .iter()
        .map(|explored| {
            let name = move_text(position.board(), explored.mv, format).to_string();
            row(name, &explored.tally)
        })
        .collect();
    rows.push(row(tr!("db-all-moves"), &exploration.tally));
    let mut text = table(&heads, &rows);
    if exploration.ended > 0 {
        text.push_str(&tr!("db-ended", games = exploration.ended));
        text.push('\n');
    }
    text
}
