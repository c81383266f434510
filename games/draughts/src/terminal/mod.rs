//! A game against the engine in the terminal, line by line.

mod command;
mod diagram;
mod wording;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use game_core::{Limits, Score};

use self::command::PlayCommand;
use self::diagram::Diagram;
use self::wording::Wording;
use crate::board::Move;
use crate::engine::{Engine, Settings};
use crate::files;
use crate::language::Language;
use crate::level::Level;
use crate::moves::legal_moves;
use crate::notation::{fen, long_move_text, move_text, read_move};
use crate::pdn::PdnGame;
use crate::position::{GameResult, Position};
use crate::variant::Color;

/// The length, in bytes, to which lines are truncated.
const LINE_MAX: u64 = 4096;
/// The engine agrees to a draw only after this many plies, and only if its own advantage is at most `DRAW_VALUE_MAX`
/// hundredths of a man.
const DRAW_PLIES_MIN: usize = 40;
const DRAW_VALUE_MAX: i32 = 10;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct PlaySettings {
    /// The player's side.
    pub person: Color,
    /// The language.
    pub language: Language,
    /// Whether the board may be coloured.
    pub has_colors: bool,
    /// Whether to prompt for every line, as on a terminal.
    pub prompts: bool,
    /// The engine's settings, with its initial level.
    pub engine: Settings,
    /// The limits of time, depth or nodes for every move; `None` if the level sets them.
    pub limits: Option<Limits>,
}

struct Play<W> {
    out: W,
    wording: Wording,
    settings: PlaySettings,
    first: Position,
    position: Position,
    engine: Engine,
    person: Color,
    is_flipped: bool,
    /// The result, if a draw was agreed or a side resigned.
    agreed: Option<GameResult>,
    /// The number of moves saved, and the file that contains them.
    saved: Option<(usize, PathBuf)>,
    /// The command that was refused because it would discard an unsaved game; it takes effect when repeated.
    warned: Option<PlayCommand>,
}

/// Plays from a position until the player quits or the input ends.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn play(
    input: impl BufRead,
    out: impl Write,
    position: Position,
    settings: PlaySettings,
) -> io::Result<()> {
    let person = settings.person;
    let mut play = Play {
        out,
        wording: Wording(settings.language),
        first: position.clone(),
        position,
        engine: Engine::new(settings.engine.clone()),
        person,
        settings,
        is_flipped: person == Color::Black,
        agreed: None,
        saved: None,
        warned: None,
    };
    play.run(input)
}

impl<W: Write> Play<W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let variant = self.position.board().rules().variant;
        let introduction = self.wording.introduction(variant, self.person, self.engine.level());
        self.print(&introduction)?;
        self.show_board()?;
        if let Some(result) = self.result() {
            let text = self.wording.end(&self.position, result);
            self.print(&text)?;
        }
        loop {
            self.reply()?;
            if self.settings.prompts {
                write!(self.out, "{}> ", self.wording.side(self.person))?;
                self.out.flush()?;
            }
            let mut bytes = Vec::new();
            if io::Read::take(&mut input, LINE_MAX).read_until(b'\n', &mut bytes)? == 0 {
                return self.leave();
            }
            let text = String::from_utf8_lossy(&bytes);
            if text.trim().is_empty() {
                continue;
            }
            match PlayCommand::parse(&text, self.settings.language) {
                Ok(PlayCommand::Quit) => return self.leave(),
                Ok(command) => self.execute(command)?,
                Err(message) => self.print(&message)?,
            }
        }
    }

    fn print(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn show_board(&mut self) -> io::Result<()> {
        let last = self.position.played().last().copied();
        let (is_flipped, has_colors) = (self.is_flipped, self.settings.has_colors);
        let text = Diagram { is_flipped, has_colors, last }.draw(self.position.board());
        write!(self.out, "\n{text}\n")?;
        self.out.flush()
    }

    fn result(&self) -> Option<GameResult> {
        self.agreed.or_else(|| self.position.result())
    }

    fn limits(&self) -> Limits {
        self.settings.limits.unwrap_or_else(|| self.engine.level().limits())
    }

    /// Makes the engine's move, if it is its turn.
    fn reply(&mut self) -> io::Result<()> {
        if self.result().is_some() || self.position.board().side() == self.person {
            return Ok(());
        }
        let limits = self.limits();
        match self.engine.think(&self.position, limits, &AtomicBool::new(false), |_| {}) {
            Some(found) => self.make(found.line[0]),
            None => Ok(()),
        }
    }

    fn make(&mut self, mv: Move) -> io::Result<()> {
        let board = *self.position.board();
        let is_engine = board.side() != self.person;
        // The engine's captures are shown with all their squares.
        let text = if is_engine { long_move_text(&board, mv) } else { move_text(&board, mv) };
        self.position.play(mv);
        let text = self.wording.played(board.side(), &text);
        self.print(&text)?;
        let result = self.result();
        if is_engine || result.is_some() {
            self.show_board()?;
        }
        if let Some(result) = result {
            let text = self.wording.end(&self.position, result);
            self.print(&text)?;
        }
        Ok(())
    }

    fn execute(&mut self, command: PlayCommand) -> io::Result<()> {
        let warned = self.warned.take();
        match command {
            PlayCommand::Move(text) => self.play_move(&text),
            PlayCommand::Help => self.print(&self.wording.help()),
            PlayCommand::Hint => self.hint(),
            PlayCommand::Undo => self.undo(),
            PlayCommand::Legal => {
                let board = self.position.board();
                let moves = legal_moves(board);
                let texts: Vec<String> = moves.iter().map(|&mv| move_text(board, mv)).collect();
                self.print(&texts.join(" "))
            }
            PlayCommand::Moves => self.print(self.pdn().to_string().trim_end()),
            PlayCommand::Board => self.show_board(),
            PlayCommand::Fen => self.print(&fen(self.position.board())),
            PlayCommand::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show_board()
            }
            PlayCommand::Draw => self.offer_draw(),
            PlayCommand::Resign if self.result().is_none() => {
                self.agreed = Some(GameResult::Won(self.person.other()));
                let text = self.wording.end(&self.position, GameResult::Won(self.person.other()));
                self.print(&text)
            }
            PlayCommand::Resign => self.print_result(),
            PlayCommand::Level(level) => self.set_level(level),
            PlayCommand::New(side) => {
                let command = PlayCommand::New(side);
                if self.is_unsaved() && self.result().is_none() && warned.as_ref() != Some(&command)
                {
                    self.warned = Some(command);
                    return self.print(&self.wording.choose(
                        "This game is not over and not saved.\nRepeat the command to discard it.",
                        "本局未结束，也未保存。\n再输入一次则开始新局。",
                    ));
                }
                self.begin_anew(side)
            }
            PlayCommand::Save(path) => self.save(&path),
            PlayCommand::Quit => Ok(()),
        }
    }

    fn print_result(&mut self) -> io::Result<()> {
        self.print(&self.wording.choose("The game is over.", "本局已结束。"))
    }

    fn play_move(&mut self, text: &str) -> io::Result<()> {
        if self.result().is_some() {
            return self.print_result();
        }
        match read_move(self.position.board(), text) {
            Ok(mv) => self.make(mv),
            Err(error) => {
                let english = format!("{error}; help lists the commands");
                let chinese = format!("不是合法着法：{text}（{error}）");
                self.print(&self.wording.choose(&english, &chinese))
            }
        }
    }

    fn hint(&mut self) -> io::Result<()> {
        if self.result().is_some() {
            return self.print_result();
        }
        // Hints use full strength, whatever the level.
        let level = self.engine.level();
        self.engine.set_level(Level::FULL);
        let limits = self.settings.limits.unwrap_or_else(|| Level::FULL.limits());
        let found = self.engine.think(&self.position, limits, &AtomicBool::new(false), |_| {});
        self.engine.set_level(level);
        let Some(found) = found else { return self.print_result() };
        let text = long_move_text(self.position.board(), found.line[0]);
        self.print(&self.wording.hint(&text, found.score))
    }

    /// Takes back the player's last move and the engine's reply.
    fn undo(&mut self) -> io::Result<()> {
        let played = self.position.played().len();
        let is_persons_turn = self.position.board().side() == self.person;
        let plies = if is_persons_turn { 2 } else { 1 };
        if played < plies {
            return self
                .print(&self.wording.choose("You have no move to take back.", "您还没有走过。"));
        }
        for _ in 0..plies {
            self.position.undo();
        }
        self.agreed = None;
        self.show_board()
    }

    fn set_level(&mut self, level: Level) -> io::Result<()> {
        self.engine.set_level(level);
        let number = level.number();
        self.print(&self.wording.choose(&format!("Level {number}."), &format!("级别 {number}。")))
    }

    fn offer_draw(&mut self) -> io::Result<()> {
        if self.result().is_some() {
            return self.print_result();
        }
        let limits = Limits { depth: Some(8), ..self.limits() };
        let found = self.engine.think(&self.position, limits, &AtomicBool::new(false), |_| {});
        // The score is from the player's point of view, because it is the player's turn.
        let wants_it = found.is_some_and(|found| match found.score {
            Score::Evaluation(value) => value >= -DRAW_VALUE_MAX,
            Score::WinIn(_) => true,
            Score::LossIn(_) => false,
        });
        if self.position.played().len() < DRAW_PLIES_MIN || !wants_it {
            return self.print(&self.wording.choose("No, I want to play on.", "不，我想继续下。"));
        }
        self.agreed = Some(GameResult::Draw);
        self.print(&self.wording.choose("Draw agreed.", "同意和棋。"))
    }

    fn begin_anew(&mut self, side: Option<Color>) -> io::Result<()> {
        if let Some(side) = side {
            self.person = side;
            self.is_flipped = side == Color::Black;
        }
        self.position = self.first.clone();
        self.engine.clear();
        self.agreed = None;
        self.saved = None;
        self.show_board()
    }

    fn pdn(&self) -> PdnGame {
        let name = |color| if color == self.person { "Person" } else { "chuhe-draughts" };
        let tags = Color::ALL.map(|color| (format!("{color:?}"), name(color).to_owned()));
        PdnGame { tags: tags.to_vec(), position: self.position.clone(), result: self.result() }
    }

    fn save(&mut self, path: &Path) -> io::Result<()> {
        // Only a file saved from this game may be replaced.
        let is_own = self.saved.as_ref().is_some_and(|(_, other)| other == path);
        let text = self.pdn().to_string();
        let written = files::write(path, is_own, |out| out.write_all(text.as_bytes()));
        let name = path.display();
        match written {
            Ok(()) => {
                self.saved = Some((self.position.played().len(), path.to_owned()));
                self.print(
                    &self.wording.choose(&format!("Saved: {name}"), &format!("已保存：{name}")),
                )
            }
            Err(error) => {
                let reason = chuhe_util::files::reason(&error);
                let english = format!("cannot write {name}: {reason}");
                self.print(&self.wording.choose(&english, &format!("无法写入 {name}：{reason}")))
            }
        }
    }

    fn is_unsaved(&self) -> bool {
        let played = self.position.played().len();
        played > 0 && self.saved.as_ref().is_none_or(|(moves, _)| *moves != played)
    }

    /// Ends the game, printing its moves if no file contains them.
    fn leave(&mut self) -> io::Result<()> {
        if self.settings.prompts {
            writeln!(self.out)?;
        }
        if self.is_unsaved() {
            self.print(self.pdn().to_string().trim_end())?;
        }
        self.out.flush()
    }
}
