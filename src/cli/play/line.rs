//! Playing line by line: where there is no terminal, or none is wanted.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::command::Command;
use super::table::{Reply, Table, strength_text};
use super::{Look, Message};
use crate::notation::diagram::Diagram;
use crate::notation::encoding;
use crate::types::Color;

/// Longer lines come in pieces, in bytes.
const LINE_MAX: u64 = 4096;

/// What the thread that reads has found.
pub(super) enum Input {
    Line(String),
    End,
    Broken(io::Error),
}

/// A game line by line.
pub(super) struct LineGame<'a, W> {
    table: Table,
    look: Look,
    out: &'a mut W,
    prompts: bool,
    /// Asks for the next line.
    wants: SyncSender<()>,
}

/// Reads a line whenever one is wanted, until there is none.
fn read_lines(wanted: &Receiver<()>, deliver: impl Fn(Input)) {
    let mut stdin = io::stdin().lock();
    while wanted.recv().is_ok() {
        let mut line = Vec::new();
        match stdin.by_ref().take(LINE_MAX).read_until(b'\n', &mut line) {
            Ok(0) => return deliver(Input::End),
            Ok(_) => deliver(Input::Line(encoding::decode(&line).trim().to_owned())),
            Err(error) => return deliver(Input::Broken(error)),
        }
    }
}

/// Plays until the person leaves or has no more to say.
///
/// # Errors
/// If stdin cannot be read or stdout not be written.
pub(super) fn run(
    table: Table,
    look: Look,
    mailbox: &mpsc::Sender<Message>,
    inbox: &Receiver<Message>,
    out: &mut impl Write,
) -> anyhow::Result<Table> {
    let (wants, wanted) = mpsc::sync_channel(1);
    let mailbox = mailbox.clone();
    thread::Builder::new()
        .name("stdin".to_owned())
        .spawn(move || read_lines(&wanted, |input| drop(mailbox.send(Message::Input(input)))))
        .context("cannot read lines")?;
    let prompts = io::stdin().is_terminal();
    let mut game = LineGame { table, look, out, prompts, wants };
    game.introduce()?;
    game.play(inbox)?;
    Ok(game.table)
}

impl<W: Write> LineGame<'_, W> {
    fn introduce(&mut self) -> io::Result<()> {
        let person = self.table.session.person();
        let side = if person == Color::Red { "red 红方" } else { "black 黑方" };
        let strength = strength_text(self.table.opponent.strength());
        writeln!(
            self.out,
            "You play {side} against chuhe, {strength}. `help` (帮助) lists what you can say."
        )?;
        self.draw()?;
        if let Some(finish) = self.table.finish_text() {
            writeln!(self.out, "{finish}")?;
        }
        Ok(())
    }

    fn draw(&mut self) -> io::Result<()> {
        let session = &self.table.session;
        let diagram = Diagram {
            last_move: session.last_move(),
            pieces: self.look.pieces,
            color: self.look.color,
            flipped: self.table.flipped,
            ..Diagram::new(session.position().board())
        };
        writeln!(self.out, "\n{diagram}")
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        if !reply.text.is_empty() {
            writeln!(self.out, "{}", reply.text)?;
        }
        // After the person's own move the engine's board comes in a moment.
        let person = self.table.session.person();
        if reply.shows_board && !self.table.session.is_turn_of(!person) {
            self.draw()?;
        }
        self.out.flush()
    }

    /// Whose turn it is and what time is left.
    fn prompt(&mut self) -> io::Result<()> {
        if !self.prompts {
            return Ok(());
        }
        let session = &self.table.session;
        match (session.finish(), session.clocks()) {
            (Some(_), _) => write!(self.out, "over> ")?,
            (None, None) => write!(self.out, "{}> ", session.person())?,
            (None, Some(clocks)) => {
                let now = Instant::now();
                let [own, other] = [session.person(), !session.person()]
                    .map(|side| super::clock_text(clocks.left(side, now)));
                write!(self.out, "{} {own}, chuhe {other}> ", session.person())?;
            }
        }
        self.out.flush()
    }

    fn play(&mut self, inbox: &Receiver<Message>) -> anyhow::Result<()> {
        let mut is_asked = false;
        loop {
            self.table.settle(Instant::now());
            if !self.table.is_thinking() && !is_asked {
                self.prompt()?;
                is_asked = self.wants.send(()).is_ok();
            }
            match inbox.recv_timeout(self.patience()) {
                Ok(Message::Input(Input::Line(line))) => {
                    is_asked = false;
                    if line.is_empty() {
                        continue;
                    }
                    let done = Command::parse(&line)
                        .and_then(|command| self.table.obey(command, Instant::now()));
                    match done {
                        Ok(reply) if reply.quits => return Ok(()),
                        Ok(reply) => self.say(&reply)?,
                        Err(reason) => self.say(&Reply { text: reason, ..Reply::default() })?,
                    }
                }
                Ok(Message::Input(Input::End)) | Err(RecvTimeoutError::Disconnected) => {
                    return self.leave();
                }
                Ok(Message::Input(Input::Broken(error))) => {
                    return Err(error).context("cannot read from standard input");
                }
                Ok(Message::Thought(thought)) => {
                    if let Some(reply) = self.table.hear(thought, Instant::now()) {
                        self.say(&reply)?;
                    }
                }
                Ok(Message::Screen(_) | Message::Interrupt) | Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(reply) = self.table.tick(Instant::now()) {
                if self.prompts && is_asked {
                    writeln!(self.out)?;
                }
                self.say(&reply)?;
            }
        }
    }

    /// How long nothing need be done: until a clock has run out.
    fn patience(&self) -> Duration {
        const LONG: Duration = Duration::from_hours(1);
        let session = &self.table.session;
        let side = session.position().side_to_move();
        let clocks = session.clocks().filter(|_| session.finish().is_none());
        clocks.map_or(LONG, |clocks| clocks.left(side, Instant::now()).min(LONG))
    }

    /// There is nothing more to read.
    fn leave(&mut self) -> anyhow::Result<()> {
        if self.table.is_unsaved() {
            writeln!(
                self.out,
                "The game is not saved; `save FILE` saves it, and --save FILE after every move."
            )?;
        }
        Ok(self.out.flush()?)
    }
}
