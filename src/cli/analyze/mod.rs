//! `analyze`: one search, for people and scripts.

mod lines;
mod live;

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::Context;
use clap::Args;

use self::lines::Lines;
use self::live::LiveView;
use super::args::{EngineArgs, OptionSetting, PositionArgs, parse_multipv};
use super::terminal::BoardArgs;
use crate::board::Position;
use crate::engine::Engine;
use crate::notation::diagram::Diagram;
use crate::search::{BestMove, Event, Limits};

/// Thinking time where nothing limits the search.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// How often the progress bar moves while the search says nothing.
const TICK: Duration = Duration::from_millis(100);

/// Search a position (分析) and show the best moves
#[derive(Debug, Args)]
#[command(
    visible_alias = "analyse",
    after_help = "\
Examples:
  chuhe analyze                                   five seconds from the start
  chuhe analyze --moves h2e2 h9g7 --depth 16
  chuhe analyze --fen '3k5/4a4/9/9/4P4/9/9/9/9/4K4 w' --movetime 2s --multipv 3
  chuhe analyze --nodes 1000000 --json | jq .pv
  chuhe analyze -o 'Skill Level=3'

Moves are ICCS coordinates: from and to, files a to i from Red's left, ranks 0 to 9 from Red's side.
Scores are centipawns from the view of the side to move: a pawn before the river is about 100.
Limits combine: the first one reached ends the search. Ctrl-C ends it too, with its result so far.
With --json, one object per line of play comes at the end; mates in it are counted in plies."
)]
pub(super) struct AnalyzeArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Stop after an iteration of so many plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Stop after so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Stop after so much time: milliseconds, or with a unit as in 500ms, 5s, 2m; 5s where nothing else is set
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Show so many lines of play, best first
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_multipv)]
    multipv: OptionSetting,

    #[command(flatten)]
    engine: EngineArgs,

    /// Print JSON objects, one per line of play, instead of board and text
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    board: BoardArgs,
}

/// Milliseconds, or a number with a unit.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" | "ms" => Some(1),
        "s" => Some(1000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    };
    digits
        .parse()
        .ok()
        .zip(factor)
        .and_then(|(number, factor): (u64, u64)| number.checked_mul(factor))
        // A year: no sum of times can overflow.
        .filter(|millis| (1..=31_536_000_000).contains(millis))
        .map(Duration::from_millis)
        .ok_or_else(|| "expected milliseconds, or a time like 500ms, 5s, 2m".to_owned())
}

/// What the search waits for.
enum Message {
    Event(Event),
    CtrlC,
}

impl AnalyzeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut engine = self.engine.engine()?;
        engine.set_option(self.multipv.name, &self.multipv.value)?;
        let position = self.position.set_up(&mut engine)?;
        if !self.json {
            self.introduce(out, &position, &engine)?;
        }
        let (lines, best) = self.search(out, &mut engine)?;
        if self.json {
            lines.write_json(out, &position, best)
        } else {
            lines::write_answer(out, &position, best)
        }
    }

    fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.movetime.or(unlimited.then_some(DEFAULT_TIME)),
            ..Limits::none()
        }
    }

    /// The board, and what is about to happen.
    fn introduce(
        &self,
        out: &mut impl Write,
        position: &Position,
        engine: &Engine,
    ) -> anyhow::Result<()> {
        let last_move = position.history().last().and_then(|undo| undo.mv);
        let diagram = Diagram { last_move, ..Diagram::new(position.board()) };
        writeln!(out, "{}\n{}", self.board.style(diagram), position.fen())?;
        let (config, us) = (engine.config(), position.side_to_move());
        let moves = position.legal_moves().len();
        let check = if position.in_check() { ", in check" } else { "" };
        writeln!(out, "{us} to move{check}, {moves} legal moves")?;
        if moves == 0 {
            return Ok(());
        }
        let limits = self.limits();
        let ends: Vec<String> = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.move_time.map(|time| format!("{} s", time.as_secs_f64())),
        ]
        .into_iter()
        .flatten()
        .collect();
        writeln!(
            out,
            "search to {}; threads {}, hash {} MB; scores in centipawns for {us}, moves in ICCS \
             coordinates\n",
            ends.join(" or "),
            config.effective_threads(),
            config.effective_hash_mb(),
        )?;
        Ok(())
    }

    /// Searches until a limit or Ctrl-C, showing what comes.
    fn search(
        &self,
        out: &mut impl Write,
        engine: &mut Engine,
    ) -> anyhow::Result<(Lines, BestMove)> {
        let (mailbox, inbox) = mpsc::channel();
        let interrupt = mailbox.clone();
        ctrlc::set_handler(move || drop(interrupt.send(Message::CtrlC)))
            .context("cannot listen for Ctrl-C")?;
        let limits = self.limits();
        let mut view = LiveView::new(&limits, !self.json);
        let id = engine.number();
        // The receiver lives until the answer has come.
        engine.go(id, limits, Box::new(move |event| drop(mailbox.send(Message::Event(event)))))?;
        let mut lines = Lines::default();
        loop {
            match inbox.recv_timeout(TICK) {
                Ok(Message::Event(Event::Info(info))) => {
                    log::debug!("{info:?}");
                    if !self.json && !view.shows_lines() {
                        lines.write_next(out, &info)?;
                    }
                    view.update(&info);
                    lines.add(info);
                    view.show(&lines);
                }
                Ok(Message::Event(Event::BestMove(best))) => {
                    if view.finish() {
                        lines.write_table(out)?;
                    }
                    return Ok((lines, best));
                }
                Ok(Message::Event(event)) => log::debug!("{event:?}"),
                Ok(Message::CtrlC) => engine.stop(),
                Err(RecvTimeoutError::Timeout) => view.tick(),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!("the search gave no answer"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let millis = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(millis("250"), Ok(250));
        assert_eq!(millis("250ms"), Ok(250));
        assert_eq!(millis("5s"), Ok(5000));
        assert_eq!(millis("2m"), Ok(120_000));
        for bad in ["", "s", "-5", "5 s", "5x", "0", "99999999999999h", "1é"] {
            assert!(millis(bad).is_err(), "{bad}");
        }
    }
}
