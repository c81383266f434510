//! `play`: a person against the engine.

mod command;
mod files;
mod line;
mod screen;
mod table;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::table::{Setup, Table};
use super::UsageError;
use super::args::{Notation, OptionSetting, parse_fen, parse_hash, parse_threads, parse_time};
use super::interrupt::INTERRUPTED;
use super::terminal::{PieceStyle, is_dumb, stdout_has_colors};
use crate::board::Position;
use crate::casual::{Effort, Opponent, Strength, Thought, TimeControl};
use crate::engine::skill;
use crate::notation::diagram::Pieces;
use crate::types::Color;

/// Play against the engine (对弈), on a board in the terminal or line by line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe play                                        red against full strength
  chuhe play --level 3 --color black                an easier game, the engine begins
  chuhe play --elo 1200 --clock 10m+5s --notation chinese
  chuhe play '3k5/9/9/9/9/9/9/4B4/4A4/R3K4 w'       an ending, with the side to move
  chuhe play --save game.pgn                        saved after every move …
  chuhe play --load game.pgn --save game.pgn        … and gone on with
  printf 'h2e2\\nhint\\nquit\\n' | chuhe play --nodes 5000

On a terminal, move with the cursor keys and Enter, the mouse, or by typing h2e2, C2.5 or 炮二平五; F1 or ?
lists the keys. Elsewhere and with --line, each line is a move or a command; `help` (帮助) lists them. Games end by
mate, by repetition under the rules of the option `Repetition Rule`, by the move count, by the clock; the
verdict is explained. --save writes PGN, --load reads all formats of games that `convert` reads.

Exit codes: 0 the person left or the input ended, however the game stands; 1 something failed, saving included;
2 the command line makes no sense; 130 interrupted.")]
pub(super) struct PlayArgs {
    /// The position (局面) to begin with, in quotes; the start position if left out
    #[arg(value_name = "FEN", value_parser = parse_fen, conflicts_with = "load")]
    fen: Option<Position>,

    /// Your side (执红, 执黑); else the side to move, or of a loaded game the one that was yours
    #[arg(long, value_name = "SIDE", value_enum)]
    color: Option<Side>,

    /// The level of the engine (级别), from a child's game to all it can
    #[arg(long, value_name = "0-20", conflicts_with = "elo",
          value_parser = clap::value_parser!(u32).range(0..=i64::from(skill::FULL)))]
    level: Option<u32>,

    /// The rating of the engine instead of a level
    #[arg(long, value_name = "500-2400",
          value_parser = clap::value_parser!(u32)
              .range(i64::from(skill::ELO_MIN)..=i64::from(skill::ELO_MAX)))]
    elo: Option<u32>,

    /// Play with clocks (棋钟): time for the game and what a move adds, as in 10m+5s
    #[arg(long, value_name = "TIME")]
    clock: Option<TimeControl>,

    /// How moves are written; they are read in all of them
    #[arg(long, value_name = "NOTATION", value_enum, default_value_t = Notation::Iccs)]
    notation: Notation,

    /// Go on with a game from a file
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,

    /// Save the game as PGN after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Play line by line on a terminal too
    #[arg(long)]
    line: bool,

    /// Time for a move of the engine: milliseconds, or with a unit as in 500ms, 5s; 3s where nothing else is set
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Nodes for a move of the engine
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Search threads; 0 for one per core
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: OptionSetting,

    /// Size of the transposition table in MB
    #[arg(long, value_name = "MB", default_value = "16", value_parser = parse_hash)]
    hash: OptionSetting,

    /// Set any option; can be repeated. `chuhe options` lists them
    #[arg(short, long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    options: Vec<OptionSetting>,

    /// Draw pieces as Chinese characters or as letters
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = PieceStyle::Auto)]
    pieces: PieceStyle,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Side {
    /// You begin
    #[value(aliases = ["r", "w", "white"])]
    Red,
    /// The engine begins
    #[value(alias = "b")]
    Black,
    /// One or the other
    Random,
}

impl Side {
    fn color(self) -> Color {
        match self {
            Self::Red => Color::Red,
            Self::Black => Color::Black,
            Self::Random => Color::ALL[RandomState::new().build_hasher().finish() as usize % 2],
        }
    }
}

/// How boards are drawn.
#[derive(Clone, Copy, Debug)]
struct Look {
    pieces: Pieces,
    color: bool,
}

/// What a game waits for.
enum Message {
    Thought(Thought),
    Input(line::Input),
    Screen(ratatui::crossterm::event::Event),
    Interrupt,
}

impl PlayArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let (mailbox, inbox) = mpsc::channel();
        let thoughts = mailbox.clone();
        // Nobody listens once the game is left.
        let deliver = move |thought| drop(thoughts.send(Message::Thought(thought)));
        let table = self.table(Arc::new(deliver))?;
        let look = Look { pieces: self.pieces.pieces(), color: stdout_has_colors() };
        let has_screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
        let (table, is_interrupted) = if has_screen && !self.line {
            let (table, is_interrupted) = screen::run(table, look, &mailbox, &inbox)?;
            table.write_farewell(out)?;
            (table, is_interrupted)
        } else {
            (line::run(table, look, &mailbox, &inbox, out)?, false)
        };
        if is_interrupted {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(if table.save_failed() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    fn table(&self, deliver: table::Deliver) -> anyhow::Result<Table> {
        let loaded = self.load.as_deref().map(files::load).transpose()?;
        let is_own = loaded.as_ref().is_some_and(|loaded| loaded.is_alone);
        if let Some(path) = &self.save
            && path.exists()
            && !(is_own && self.load.as_ref() == Some(path))
        {
            let name = path.display();
            let text = format!(
                "--save: {name} is there already: choose another name, or, if it is a PGN file of one game, go on \
                 with it by --load {name}"
            );
            return Err(UsageError(text).into());
        }
        let opponent = self.opponent()?;
        let strength = opponent.strength();
        let side_to_move = self.fen.as_ref().map_or(Color::Red, Position::side_to_move);
        let usual = loaded.as_ref().map_or(side_to_move, files::Loaded::person);
        let person = self.color.map_or(usual, Side::color);
        let game = loaded.map_or_else(
            || files::new_game(self.fen.clone().unwrap_or_else(Position::startpos)),
            |loaded| loaded.game,
        );
        let setup = Setup {
            opponent,
            format: self.notation.format(),
            control: self.clock,
            save_to: self.save.clone(),
            deliver,
        };
        let mut table = Table::new(setup, game, person);
        files::name_players(&mut table.session, strength);
        if let Some(path) = self.load.as_deref().filter(|_| is_own) {
            table.own(path);
        }
        Ok(table)
    }

    fn opponent(&self) -> anyhow::Result<Opponent> {
        let settings = [&self.hash, &self.threads].into_iter().chain(&self.options);
        let options: Vec<(&str, &str)> =
            settings.map(|setting| (setting.name, setting.value.as_str())).collect();
        let effort = Effort { time: self.movetime, nodes: self.nodes };
        let strength = match (self.level, self.elo) {
            (Some(level), _) => Some(Strength::Level(level)),
            (None, elo) => elo.map(Strength::Elo),
        };
        Ok(Opponent::new(&options, strength, effort)?)
    }
}

/// Time left as on a clock: `1:02:03`, `9:58`, and tenths below ten seconds.
fn clock_text(left: Duration) -> String {
    if left < Duration::from_secs(10) {
        return format!("0:{:04.1}", (left.as_millis() / 100) as f64 / 10.0);
    }
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
