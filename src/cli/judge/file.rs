//! Every point of every game of a file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;

use super::report::Report;
use super::write_text;
use crate::board::Position;
use crate::notation::{Game, pgn};
use crate::rules::{self, Ending, Judgement, Reason, Rules};
use crate::types::Move;

/// What `--json` prints of a game.
#[derive(Serialize)]
struct GameReport<'a> {
    game: usize,
    red: Option<&'a str>,
    black: Option<&'a str>,
    /// The result that the file gives.
    recorded: &'static str,
    #[serde(flatten)]
    end: Report,
    points: Vec<PointReport>,
}

#[derive(Serialize)]
struct PointReport {
    after_move: usize,
    #[serde(rename = "move")]
    mv: Option<Move>,
    verdict: &'static str,
    reason: Option<Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// Judges the games of a file, `-` for standard input.
///
/// # Errors
/// If the file cannot be read, or a game in it; the games before are judged.
pub(super) fn judge(
    path: &Path,
    rules: Rules,
    json: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let place = || path.display().to_string();
    let text = if path == Path::new("-") {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(path)
    };
    for (i, game) in pgn::read(&text.with_context(place)?).enumerate() {
        let number = i + 1;
        let game = game.with_context(|| format!("{}, game {number}", place()))?;
        let judged = Judged::new(number, &game, rules);
        if json {
            writeln!(out, "{}", serde_json::to_string(&judged.report())?)?;
        } else {
            judged.write(out)?;
        }
    }
    Ok(())
}

/// A game judged after each of its moves.
struct Judged<'a> {
    number: usize,
    game: &'a Game,
    end: Position,
    /// By moves played, none first.
    points: Vec<Judgement>,
}

impl<'a> Judged<'a> {
    fn new(number: usize, game: &'a Game, rules: Rules) -> Self {
        let mut end = game.start.clone();
        let mut points = vec![rules::judge(&end, &rules)];
        for mv in game.moves() {
            end.make(mv, &mut ());
            points.push(rules::judge(&end, &rules));
        }
        Self { number, game, end, points }
    }

    /// The verdict on the end.
    fn last(&self) -> &Judgement {
        self.points.last().expect("the start is a point")
    }

    /// The verdict on the end, then the points before it at which the game was over.
    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        write_text(self.last(), out)?;
        let name = |tag| self.game.tag(tag).unwrap_or("?");
        let (moves, recorded) = (self.points.len() - 1, self.game.outcome.text());
        let (number, red, black) = (self.number, name("Red"), name("Black"));
        writeln!(out, "  game {number}: {red} - {black}, {moves} moves, recorded as {recorded}")?;
        for (after, judgement) in self.points[..moves].iter().enumerate() {
            if judgement.ending.is_some() {
                writeln!(out, "  after move {after}: {judgement}")?;
            }
        }
        Ok(())
    }

    fn report(&self) -> GameReport<'a> {
        let moves = std::iter::once(None).chain(self.game.moves().map(Some));
        let points = self.points.iter().zip(moves).enumerate();
        let points = points.map(|(after_move, (judgement, mv))| PointReport {
            after_move,
            mv,
            verdict: Ending::word(judgement.ending.as_ref()),
            reason: judgement.ending.map(|ending| ending.reason),
            text: judgement.ending.map(|_| judgement.to_string()),
        });
        GameReport {
            game: self.number,
            red: self.game.tag("Red"),
            black: self.game.tag("Black"),
            recorded: self.game.outcome.text(),
            end: Report::new(self.last(), self.end.fen()),
            points: points.collect(),
        }
    }
}
