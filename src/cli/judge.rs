//! `judge`: whether the rules have ended a game, and which of them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;

use super::args::PositionArgs;
use crate::analysis::JudgedGame;
use crate::notation::pgn;
use crate::rules::{self, Judgement, JudgementReport, RuleSet, Rules};

/// Judge a game (裁决): repetition, move count, mate, dead material
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe judge --fen '5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w' \\
      --moves 'c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5'
  chuhe judge --rules chinese --moves h2e2 h9g7
  chuhe judge --rules computer --moves 'h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9' --json
  chuhe judge --rules asian games.pgn

The first word is draw, red_loses, black_loses or ongoing. It is the verdict on the position after the
last move. Moves are counted one by one, both sides together. Of a game file every game is judged at
every point. docs/rules.md has the law.")]
pub(super) struct JudgeArgs {
    /// Games (棋谱) as PGN, judged at every point; - for standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,

    #[command(flatten)]
    position: PositionArgs,

    /// The law of repetition (规则): asian, chinese or computer
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default())]
    rules: RuleSet,

    /// Full moves without a capture after which a game is drawn; 0 for never
    #[arg(long, value_name = "N", default_value_t = u32::from(Rules::default().draw_plies / 2),
          value_parser = clap::value_parser!(u32).range(0..=500))]
    move_limit: u32,

    /// Print one JSON object instead of text; of a game file, one for each game
    #[arg(long)]
    json: bool,
}

impl JudgeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let rules = Rules { set: self.rules, draw_plies: (2 * self.move_limit) as u16 };
        if let Some(path) = &self.file {
            return self.judge_file(path, rules, out);
        }
        let position = self.position.position()?;
        let judgement = rules::judge(&position, &rules);
        if self.json {
            let report = JudgementReport::new(&judgement, position.fen());
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write_judgement(&judgement, out)?;
        }
        Ok(())
    }

    /// Judges the games of a file, `-` for standard input, up to the first that cannot be read.
    fn judge_file(&self, path: &Path, rules: Rules, out: &mut impl Write) -> anyhow::Result<()> {
        let place = || path.display().to_string();
        let text = if path == Path::new("-") {
            io::read_to_string(io::stdin())
        } else {
            fs::read_to_string(path)
        };
        for (number, game) in (1..).zip(pgn::read(&text.with_context(place)?)) {
            let game = game.with_context(|| format!("{}, game {number}", place()))?;
            let judged = JudgedGame::new(game, &rules)
                .with_context(|| format!("{}, game {number}", place()))?;
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&judged.report(number))?)?;
            } else {
                write_game(number, &judged, out)?;
            }
        }
        Ok(())
    }
}

/// The judgement on the last position, then those on earlier positions where the game was over.
fn write_game(number: usize, judged: &JudgedGame, out: &mut impl Write) -> anyhow::Result<()> {
    write_judgement(judged.last(), out)?;
    let name = |tag| judged.game.tag(tag).unwrap_or("?");
    let (red, black, recorded) = (name("Red"), name("Black"), judged.game.outcome.text());
    let moves = judged.judgements.len() - 1;
    writeln!(out, "  game {number}: {red} - {black}, {moves} moves, recorded as {recorded}")?;
    for (after, judgement) in judged.judgements[..moves].iter().enumerate() {
        if judgement.ending.is_some() {
            writeln!(out, "  after move {after}: {judgement}")?;
        }
    }
    Ok(())
}

/// The verdict in a line, and under it the moves of the cycle.
fn write_judgement(judgement: &Judgement, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{judgement}")?;
    for mv in judgement.cycle.iter().flat_map(|cycle| &cycle.moves) {
        let color = mv.piece.color();
        writeln!(out, "{:>4} {color:<5} {}  {mv}", mv.number, mv.mv)?;
    }
    Ok(())
}
