//! `play`: plays a game against the engine.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::args::{
    NotationArgs, OptionSetting, OtherEngineArgs, localized, parse_hash, parse_threads, parse_time,
};
use super::interrupt::on_interrupt;
use super::numbers::whole;
use super::outputs::{MayClose, refused};
use super::position::PositionArgs;
use super::terminal::{PieceStyle, is_dumb, stdout_has_colors};
use super::{Ending, UsageError};
use crate::failure::{self, Failure};
use crate::tui::{self, BoardStyle, Mailbox};
use chuhe_engine::engine::EngineSource;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::skill::{self, PlayingStrength};
use chuhe_engine::memory::MemoryLimit;
use chuhe_engine::search::Limits;
use chuhe_engine::types::Color;
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_play::{
    CasualError, CasualGame, CasualSettings, FileError, GameTimeControl, LoadedGame, Opponent,
};
use chuhe_review::puzzles::PuzzleSet;
use chuhe_util::files::check_writable;

/// The default level, at which beginners have a chance of winning.
const GENTLE_LEVEL: u32 = 5;

/// Play against the engine or another one (对弈), on a full-screen board or line by line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe play                              play Red against level 5
  chuhe play --level 3 --side black       an easier game; the engine moves first
  chuhe play --level 12 --coach           show scores, warn before a blunder
  chuhe play --elo 1200 --clock 10m+5s --notation chinese
  chuhe play '3k5/9/9/9/9/9/9/4B4/4A4/R3K4 w'  an endgame; Red moves first
  chuhe play --save game.pgn                        save after every move …
  chuhe play --load game.pgn --save game.pgn        … and continue the game
  chuhe play --movetime 1s --engine cmd=./pikafish  play against another engine
  chuhe play --puzzles puzzles.json       solve puzzles made by `chuhe puzzles`
  printf 'h2e2\\nhint\\nquit\\n' | chuhe play --nodes 5000

On a terminal, move with the cursor keys and Enter, with the mouse, or by typing a move such as h2e2, C2.5 or 炮二平五; F1
or ? lists the keys. One-letter commands, such as h for a hint, need Enter, because a move may begin with the same
letter. When the input is not a terminal, or with --line, each line is a move or a command; `help` (帮助) lists the
commands. Games can end in checkmate or stalemate, on time, at the move limit, or by repetition under the rules that the
option `Repetition Rule` selects. When a game ends, the program explains why. Against another engine, chuhe still gives
hints, coaches and judges. --save writes PGN; --load reads any game
format that `convert` reads.")]
pub(super) struct PlayArgs {
    #[command(flatten)]
    position: PositionArgs,

    /// Your side (执红, 执黑) [default: the side to move, or your side in a loaded game]
    #[arg(long, value_name = "SIDE", value_enum)]
    side: Option<PersonSide>,

    /// Level of the engine (级别), from beginner to full strength [default: 5, or 20 with --nodes or --movetime]
    #[arg(long, value_name = "0-20", conflicts_with = "elo",
          value_parser = whole::<u32>(0..=u64::from(skill::FULL)))]
    #[cfg_attr(feature = "arena", arg(conflicts_with = "engine"))]
    level: Option<u32>,

    /// Rating of the engine, instead of a level
    #[arg(long, value_name = "500-2400",
          value_parser = whole::<u32>(u64::from(skill::ELO_MIN)..=u64::from(skill::ELO_MAX)))]
    #[cfg_attr(feature = "arena", arg(conflicts_with = "engine"))]
    elo: Option<u32>,

    /// Play with clocks (棋钟): the time per side plus the increment per move, such as 10m+5s
    #[arg(long, value_name = "TIME", value_parser = localized::<GameTimeControl>)]
    clock: Option<GameTimeControl>,

    #[command(flatten)]
    notation: NotationArgs,

    /// Continue the game saved in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "fen", "moves"])]
    load: Option<PathBuf>,

    /// Save the game as PGN after every move
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Turn on the coach (教练), which shows the score and the best line in every position and asks for confirmation
    /// before a blunder
    #[arg(long)]
    coach: bool,

    /// Solve the puzzles (习题) in a file written by `chuhe puzzles --to json`
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["words", "fen", "moves", "load", "save", "side", "clock", "coach", "level", "elo"])]
    #[cfg_attr(feature = "arena", arg(conflicts_with = "engine"))]
    puzzles: Option<PathBuf>,

    /// Play line by line, even on a terminal
    #[arg(long)]
    line: bool,

    /// Time that the engine takes per move, in milliseconds or with a unit, such as 500ms or 5s [default: 3s if no
    /// limit is set]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,

    /// Number of nodes that the engine searches per move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..))]
    nodes: Option<u64>,

    /// Number of search threads; 0 for one per core
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: OptionSetting,

    /// Size of the transposition table in MB [default: 64 for each thread]
    #[arg(long, value_name = "MB", value_parser = parse_hash)]
    hash: Option<OptionSetting>,

    /// Set any option listed by `chuhe options`; can be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = OptionSetting::parse)]
    options: Vec<OptionSetting>,

    #[command(flatten)]
    engine: OtherEngineArgs,

    /// Whether to draw pieces as Chinese characters or as letters
    #[arg(long, value_name = "STYLE", value_enum, default_value_t = PieceStyle::Auto)]
    pieces: PieceStyle,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum PersonSide {
    /// You play Red
    #[value(aliases = ["r", "w", "white"])]
    Red,
    /// You play Black
    #[value(alias = "b")]
    Black,
    /// You play a random side
    Random,
}

impl PersonSide {
    fn color(self) -> Color {
        match self {
            Self::Red => Color::Red,
            Self::Black => Color::Black,
            Self::Random => Color::ALL[RandomState::new().build_hasher().finish() as usize % 2],
        }
    }
}

impl PlayArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        // If standard output is closed, the game continues until the input ends.
        let out = &mut MayClose(out);
        let mailbox = Mailbox::default();
        let puzzles = match &self.puzzles {
            Some(path) => PuzzleSet::read(path)?.puzzles,
            None => Vec::new(),
        };
        let game = self.game(&mailbox)?;
        if let Some(path) = &self.save {
            check_writable(path).map_err(|error| refused(path, error))?;
        }
        let style = BoardStyle { pieces: self.pieces.pieces(), color: stdout_has_colors() };
        let has_screen = io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb();
        let left = if has_screen && !self.line {
            on_interrupt(mailbox.interrupt())?;
            tui::play_on_screen(game, puzzles, style, &mailbox, out)?
        } else {
            tui::play_by_lines(game, puzzles, style, &mailbox, out)?
        };
        if left.is_interrupted {
            return Ok(Ending::Interrupted);
        }
        Ok(if left.game.save_failed() { Ending::Failed } else { Ending::Done })
    }

    /// Creates the requested game, either new or loaded from a file.
    fn game(&self, mailbox: &Mailbox) -> failure::Result<CasualGame> {
        if self.load.as_deref() == Some(Path::new("-")) {
            return Err(Failure::new(tr!("play-load-stdin")));
        }
        let loaded = self.load.as_deref().map(LoadedGame::read).transpose()?;
        if let Some((loaded, error)) =
            loaded.as_ref().and_then(|it| Some((it, it.broken.as_ref()?)))
        {
            let place = loaded.path.display().to_string();
            log::warn!("{}", tr!("at-place", place = place, text = error.localize()));
        }
        let start = self.position.position()?;
        let usual = loaded.as_ref().map_or(start.side_to_move(), LoadedGame::person);
        let had_coach = loaded.as_ref().is_some_and(LoadedGame::has_coach);
        let settings = CasualSettings {
            control: self.clock,
            format: self.notation.format(),
            autosave: self.save.clone(),
            coach: self.coach || had_coach,
            ..CasualSettings::new(self.side.map_or(usual, PersonSide::color))
        };
        let opponent = self.opponent()?;
        let game = if let Some(loaded) = loaded {
            CasualGame::resume(opponent, loaded, settings, mailbox.deliver())
        } else {
            CasualGame::new(opponent, start, settings, mailbox.deliver())
        };
        game.map_err(|error| match error {
            FileError::Exists(path) => match chuhe_util::files::check_regular(&path) {
                Err(error) => UsageError(refused(&path, error).to_string()).into(),
                Ok(()) => {
                    UsageError(tr!("play-exists-option", path = path.display().to_string())).into()
                }
            },
            error => error.into(),
        })
    }

    fn opponent(&self) -> failure::Result<Opponent> {
        // With limits set by the user, the search uses them in full and does not stop early.
        let has_limits = self.nodes.is_some() || self.movetime.is_some();
        let player = self.engine.source()?;
        let other = player.other_name();
        let level = if has_limits || other.is_some() { skill::FULL } else { GENTLE_LEVEL };
        let memory = MemoryLimit::of_control_groups();
        let config = Config { own_book: !has_limits, memory, ..Config::default() };
        let mut config = config.with_strength(PlayingStrength::Level(level));
        for setting in self.hash.iter().chain([&self.threads]).chain(&self.options) {
            setting.apply(&mut config);
        }
        if let Some(level) = self.level {
            config = config.with_strength(PlayingStrength::Level(level));
        } else if let Some(elo) = self.elo {
            config = config.with_strength(PlayingStrength::Elo(elo));
        }
        let limits = Limits { nodes: self.nodes, move_time: self.movetime, ..Limits::none() };
        let Some(other) = other else { return Ok(Opponent::new(config, limits)?) };
        if !config.strength().is_full() {
            // An option has set one.
            return Err(UsageError(CasualError::NoStrength(other.to_owned()).localize()).into());
        }
        Ok(Opponent::with_sources(&player, &EngineSource::default(), config, limits)?)
    }
}
