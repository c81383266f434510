//! Plays line by line, without a terminal or with `--line`.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::command::PlayCommand;
use super::dialogue::{Dialogue, Reply};
use super::{BoardStyle, PlayEvent, wording};
use crate::failure::{self, Context};
use chuhe_engine::notation::diagram::Diagram;
use chuhe_formats::encoding;
use chuhe_localize::tr;

/// The maximum length of a line in bytes; longer lines are split.
const LINE_MAX: u64 = 4096;

/// What the reading thread delivers.
#[derive(Debug)]
pub(super) enum LineInput {
    Line(String),
    End,
    Broken(io::Error),
}

/// A game played line by line.
pub(super) struct LineGame<'a, W> {
    dialogue: Dialogue,
    style: BoardStyle,
    out: &'a mut W,
    prompts: bool,
    /// Requests the next line.
    wants: SyncSender<()>,
}

/// Reads one line whenever one is wanted, until the input ends.
fn read_lines(wanted: &Receiver<()>, deliver: impl Fn(LineInput)) {
    let mut stdin = io::stdin().lock();
    while wanted.recv().is_ok() {
        let mut line = Vec::new();
        match stdin.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
            Ok(0) => return deliver(LineInput::End),
            Ok(_) => deliver(LineInput::Line(encoding::decode(&line).trim().to_owned())),
            Err(error) => return deliver(LineInput::Broken(error)),
        }
    }
}

/// Plays until the player quits or the input ends.
///
/// # Errors
/// If stdin cannot be read or stdout cannot be written.
pub(super) fn run(
    dialogue: Dialogue,
    style: BoardStyle,
    mailbox: &mpsc::Sender<PlayEvent>,
    inbox: &Receiver<PlayEvent>,
    out: &mut impl Write,
) -> failure::Result<Dialogue> {
    let (wants, wanted) = mpsc::sync_channel(1);
    let mailbox = mailbox.clone();
    thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || read_lines(&wanted, |input| drop(mailbox.send(PlayEvent::Line(input)))))
        .with_context(|| tr!("play-input-none"))?;
    let prompts = io::stdin().is_terminal();
    let mut game = LineGame { dialogue, style, out, prompts, wants };
    game.introduce()?;
    game.play(inbox)?;
    Ok(game.dialogue)
}

impl<W: Write> LineGame<'_, W> {
    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.dialogue.introduction())?;
        self.draw()?;
        if let Some(finish) = wording::finish(&self.dialogue.game) {
            writeln!(self.out, "{finish}")?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let state = self.dialogue.game.state();
        let diagram = Diagram {
            last_move: state.last_move(),
            pieces: self.style.pieces,
            color: self.style.color,
            flipped: self.dialogue.flipped,
            edge: wording::edge(&self.dialogue.game),
            ..Diagram::new(state.position().board())
        };
        writeln!(self.out, "\n{diagram}")
    }

    fn show(&mut self, reply: &Reply) -> io::Result<()> {
        if !reply.text.is_empty() {
            writeln!(self.out, "{}", reply.text)?;
        }
        // After the player's move, the board is not shown until the engine has answered.
        let game = &self.dialogue.game;
        let is_engines_turn = game.state().is_turn_of(!game.state().person());
        if reply.shows_board && (!is_engines_turn || game.is_solved()) {
            self.draw()?;
        }
        self.out.flush()
    }

    /// Writes the prompt: the side to move and the time left.
    fn prompt(&mut self) -> io::Result<()> {
        if !self.prompts {
            return Ok(());
        }
        let state = self.dialogue.game.state();
        if self.dialogue.has_question() {
            write!(self.out, "{}> ", tr!("play-prompt-question"))?;
            return self.out.flush();
        }
        match (state.finish(), state.clocks()) {
            (Some(_), _) => write!(self.out, "{}> ", tr!("play-prompt-over"))?,
            (None, None) => write!(self.out, "{}> ", wording::side(state.person()))?,
            (None, Some(clocks)) => {
                let now = Instant::now();
                let [own, other] = [state.person(), !state.person()]
                    .map(|side| wording::clock(clocks.left(side, now)));
                let side = wording::side(state.person());
                let engine = wording::engine(&self.dialogue.game);
                let clocks = tr!(
                    "play-prompt-clocks",
                    side = side,
                    own = own,
                    engine = engine,
                    other = other
                );
                write!(self.out, "{clocks}> ")?;
            }
        }
        self.out.flush()
    }

    fn play(&mut self, inbox: &Receiver<PlayEvent>) -> failure::Result<()> {
        let mut is_asked = false;
        loop {
            self.dialogue.proceed(Instant::now());
            let is_busy = self.dialogue.game.thinks().is_some() || self.dialogue.is_reviewing();
            if !is_busy && !is_asked {
                self.prompt()?;
                is_asked = self.wants.send(()).is_ok();
            }
            match inbox.recv_timeout(self.patience()) {
                Ok(PlayEvent::Line(LineInput::Line(line))) => {
                    is_asked = false;
                    if line.is_empty() {
                        continue;
                    }
                    let done = PlayCommand::parse(&line)
                        .and_then(|command| self.dialogue.execute(command, Instant::now()));
                    match done {
                        Ok(reply) if reply.quits => return Ok(()),
                        Ok(reply) => self.show(&reply)?,
                        Err(reason) => self.show(&Reply::text(reason))?,
                    }
                }
                Ok(PlayEvent::Line(LineInput::End)) | Err(RecvTimeoutError::Disconnected) => {
                    return self.leave();
                }
                Ok(PlayEvent::Line(LineInput::Broken(error))) => {
                    return Err(error).with_context(|| tr!("play-input-broken"));
                }
                Ok(PlayEvent::Engine(event)) => {
                    if let Some(reply) = self.dialogue.handle(event, Instant::now()) {
                        self.show(&reply)?;
                    }
                }
                Ok(PlayEvent::Reviewed(written)) => {
                    let reply = self.dialogue.finish_review(written);
                    self.show(&reply)?;
                }
                Ok(PlayEvent::Screen(_) | PlayEvent::Interrupt)
                | Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(reply) = self.dialogue.check_clocks(Instant::now()) {
                if self.prompts && is_asked {
                    writeln!(self.out)?;
                }
                self.show(&reply)?;
            }
        }
    }

    /// How long to wait for an event: at most until a clock runs out.
    fn patience(&self) -> Duration {
        const LONG: Duration = Duration::from_hours(1);
        let state = self.dialogue.game.state();
        let side = state.position().side_to_move();
        let clocks = state.clocks().filter(|_| state.finish().is_none());
        clocks.map_or(LONG, |clocks| clocks.left(side, Instant::now()).min(LONG))
    }

    /// Handles the end of the input.
    fn leave(&mut self) -> failure::Result<()> {
        if self.dialogue.game.is_unsaved() {
            writeln!(self.out, "{}", tr!("play-left-unsaved"))?;
        }
        Ok(self.out.flush()?)
    }
}
