//! `judge`: reports whether a rule has ended a game, and if so, which one.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::args::{NotationArgs, rule_set};
use super::counts::{at_place, files_read, problems};
use super::inputs::SourceArgs;
use super::numbers::whole;
use super::position::{COMMAND_LINE, Named, NamedPosition, PositionText};
use super::{Ending, outputs};
use crate::failure;
use chuhe_engine::board::Position;
use chuhe_engine::notation::{MoveFormat, line_texts};
use chuhe_engine::rules::{Judgement, RuleSet, Rules};
use chuhe_engine::tables::{TableValue, Tables, TablesError};
use chuhe_engine::types::Move;
use chuhe_formats::Game;
use chuhe_formats::game_files::GameFile;
use chuhe_localize::Localize;
use chuhe_localize::columns;
use chuhe_localize::tr;
use chuhe_review::analysis::{JudgeEvent, JudgeSummary, JudgedGame, judge_files};

/// Judge a game (裁决) by the rules on mate, repetition, the move limit and insufficient material
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe judge '5k3/9/2R6/9/c3c4/9/9/9/9/3K5 w' \\
      c7c5 e5e7 c5c7 e7e5 c7c5 e5e7 c5c7 e7e5
  chuhe judge --rules chinese 炮二平五 马8进7
  chuhe judge --rules computer --json \\
      h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9
  chuhe judge --rules asian games.pgn
  chuhe judge old/ new.xqf --json

The first word of the output is the verdict on the position after the last move: draw, red_loses, black_loses or
ongoing. Move numbers count plies, not full moves. For games from files, the verdicts on earlier positions in which the
game was already over follow; damaged games are judged as far as they can be read. \"Rules of repetition\" in the
handbook describes the rules.")]
pub(super) struct JudgeArgs {
    /// Games (棋谱): moves, or startpos or a FEN followed by moves; or files or folders of games in any format that
    /// `convert` reads, - for standard input
    #[arg(value_name = "GAME")]
    inputs: Vec<OsString>,

    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    position: PositionText,

    /// Repetition rules (规则): asian, chinese or computer
    #[arg(long, value_name = "SET", default_value_t = RuleSet::default(), ignore_case = true, value_parser = rule_set())]
    rules: RuleSet,

    /// Declare a draw after this many full moves without a capture; 0 for never
    #[arg(long, value_name = "N", default_value_t = u32::from(Rules::default().draw_plies / 2),
          value_parser = whole::<u32>(0..=500))]
    draw_moves: u32,

    #[command(flatten)]
    notation: NotationArgs,

    /// Folders of endgame tables (残局库), separated by `;`, in which to look up unfinished games
    #[arg(long, value_name = "FOLDERS", default_value = "", hide_default_value = true)]
    tables: String,

    /// Print JSON instead of text: one object per game
    #[arg(long)]
    json: bool,
}

impl JudgeArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let rules = Rules { set: self.rules, draw_plies: (2 * self.draw_moves) as u16 };
        let tables = Tables::open(&self.tables)?;
        let mut paths = Vec::new();
        let mut games = Vec::new();
        for named in self.position.named(&self.inputs)? {
            match named {
                Named::File(path) => paths.push(path),
                Named::Position(NamedPosition { game, .. }) => games.push(game),
            }
        }
        if games.is_empty() && paths.is_empty() {
            games.push(Game::new(Position::startpos()));
        }
        let is_one = games.len() + paths.len() == 1;
        for (number, game) in (1..).zip(games) {
            let judged = JudgedGame::new(game, &rules)?;
            let known = known(&tables, judged.last(), &judged.end)?;
            if self.json {
                let report = judged.report(Path::new(COMMAND_LINE), number, None);
                outputs::json(out, &WithTable::new(report, known))?;
                continue;
            }
            let format = self.notation.format();
            if is_one {
                write_judgement(judged.last(), &judged.end, format, out)?;
            } else {
                write_game(&tr!("game-number", game = number), &judged, false, format, out)?;
            }
            write_known(known, out)?;
        }
        if paths.is_empty() {
            Ok(Ending::Done)
        } else {
            self.judge_files(&paths, rules, &tables, out)
        }
    }

    fn judge_files(
        &self,
        paths: &[PathBuf],
        rules: Rules,
        tables: &Tables,
        out: &mut impl Write,
    ) -> failure::Result<Ending> {
        let files = self.source.find(paths)?;
        let names_files = files.len() > 1;
        let summary = judge_files(&files, self.source.format(), &rules, |file, event| {
            report_problem(file, event)?;
            let JudgeEvent::GameJudged { game, judged, broken } = event else { return Ok(()) };
            let known = known(tables, judged.last(), &judged.end).map_err(io::Error::other)?;
            if self.json {
                let report = judged.report(&file.path, *game, *broken);
                let report = WithTable::new(report, known);
                return outputs::json(out, &report);
            }
            let mut place = tr!("game-number", game = *game);
            if names_files {
                let file = file.path.display().to_string();
                place = tr!("judge-game-of-file", file = file, game = place);
            }
            write_game(&place, judged, broken.is_some(), self.notation.format(), out)?;
            write_known(known, out)
        })?;
        if summary.all_judged() {
            return Ok(Ending::Done);
        }
        writeln!(outputs::stderr(), "{}", sum(&summary))?;
        Ok(Ending::PartialFailure)
    }
}

/// A report, together with the result that the endgame tables give.
#[derive(Serialize)]
struct WithTable<R> {
    #[serde(flatten)]
    report: R,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<TableResult>,
}

#[derive(Serialize)]
struct TableResult {
    result: &'static str,
    plies: Option<u16>,
}

impl<R> WithTable<R> {
    fn new(report: R, known: Option<TableValue>) -> Self {
        let table = known.map(|value| TableResult { result: value.word(), plies: value.plies() });
        Self { report, table }
    }
}

/// The tables' result for a position, if the game is not over and a table covers the position.
fn known(
    tables: &Tables,
    judgement: &Judgement,
    position: &Position,
) -> Result<Option<TableValue>, TablesError> {
    if judgement.ending.is_some() { Ok(None) } else { tables.probe(position.board()) }
}

fn write_known(known: Option<TableValue>, out: &mut impl Write) -> io::Result<()> {
    let Some(value) = known else { return Ok(()) };
    writeln!(out, "  {}", tr!("judge-table", value = value.localize()))
}

/// Reports unreadable input on stderr.
fn report_problem(file: &GameFile, event: &JudgeEvent<'_>) -> io::Result<()> {
    let problem = match event {
        JudgeEvent::FileSkipped => tr!("files-skipped"),
        JudgeEvent::FileRefused(error) => error.localize(),
        JudgeEvent::GameIllegal { game, error } => {
            tr!("game-refused", game = *game, error = error.localize())
        }
        JudgeEvent::GameUnreadable { game, error }
        | JudgeEvent::GameJudged { game, broken: Some(error), .. } => {
            tr!("game-refused", game = *game, error = error.localize())
        }
        JudgeEvent::GameJudged { broken: None, .. } => return Ok(()),
    };
    writeln!(outputs::stderr(), "{}", at_place(&file.path, &problem))
}

fn sum(summary: &JudgeSummary) -> String {
    let files = files_read(summary.files, summary.files_refused);
    let games = tr!("sum-games", count = summary.games);
    match problems(summary.games_broken, summary.games_refused) {
        None => tr!("sum-judged", files = files, games = games),
        Some(parts) => tr!("sum-judged-except", files = files, games = games, parts = parts),
    }
}

/// Writes the verdict on the last position, then the verdicts on earlier positions in which the game was already over.
fn write_game(
    place: &str,
    judged: &JudgedGame,
    is_broken: bool,
    format: MoveFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    write_judgement(judged.last(), &judged.end, format, out)?;
    let name = |tag| judged.game.tag(tag).unwrap_or("?");
    let (red, black, recorded) = (name("Red"), name("Black"), judged.game.outcome.text());
    let moves = judged.judgements.len() - 1;
    let line = if is_broken {
        tr!(
            "judge-broken-game",
            place = place,
            red = red,
            black = black,
            moves = moves,
            recorded = recorded
        )
    } else {
        tr!(
            "judge-game",
            place = place,
            red = red,
            black = black,
            moves = moves,
            recorded = recorded
        )
    };
    writeln!(out, "  {line}")?;
    let earlier = judged.judgements[..moves].iter().enumerate();
    let earlier: Vec<_> = earlier.filter(|(_, judgement)| judgement.ending.is_some()).collect();
    for (after, judgement) in earlier.iter().take(LINES_MAX) {
        let judgement = judgement.localize();
        writeln!(out, "  {}", tr!("judge-point", move = *after, judgement = judgement))?;
    }
    write_rest(earlier.len(), out)
}

/// The maximum number of lines about the positions or the moves of a game. A long shuffle has thousands.
const LINES_MAX: usize = 40;

/// States how many lines were left out.
fn write_rest(lines: usize, out: &mut impl Write) -> io::Result<()> {
    if lines <= LINES_MAX {
        return Ok(());
    }
    writeln!(out, "  {}", tr!("judge-more", count = lines - LINES_MAX))
}

/// Writes the verdict on a position on one line, followed by the moves of the cycle.
fn write_judgement(
    judgement: &Judgement,
    position: &Position,
    format: MoveFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}", judgement.localize())?;
    let Some(cycle) = &judgement.cycle else { return Ok(()) };
    let mut before = position.clone();
    let first = cycle.moves.first().map_or(usize::MAX, |mv| mv.number);
    while before.history().len() >= first {
        before.unmake(&mut ());
    }
    let moves: Vec<Move> = cycle.moves.iter().map(|mv| mv.mv).collect();
    let texts = line_texts(&before, &moves, format);
    let width = texts.iter().map(|text| columns::width(text)).max().unwrap_or(0);
    for (mv, text) in cycle.moves.iter().zip(texts).take(LINES_MAX) {
        let side = columns::left(&tr!("side", side = mv.piece.color().to_string()), 5);
        writeln!(
            out,
            "{:>4} {side} {}  {}",
            mv.number,
            columns::left(&text, width),
            mv.localize()
        )?;
    }
    write_rest(cycle.moves.len(), out)
}
