//! Tests the program as a GUI would use it, with the Hub protocol.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
const PATIENCE: Duration = Duration::from_secs(20);

struct Host {
    process: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Host {
    fn new() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_chuhe-draughts"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let input = process.stdin.take();
        Self { process, input, lines }
    }

    fn send(&mut self, text: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{text}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the program answers")
    }

    /// All lines up to one that begins with a word.
    fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                return lines;
            }
        }
    }

    fn done(&self) -> String {
        self.until("done").pop().unwrap_or_default()
    }

    /// Waits until the program has exited and returns whether it succeeded.
    fn ends_well(mut self) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status.success();
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.process.kill().unwrap();
        false
    }
}

#[test]
fn a_game_by_the_protocol() {
    let mut host = Host::new();
    host.send("hub");
    let lines = host.until("wait");
    assert!(lines[0].starts_with("id name=chuhe-draughts version="), "{lines:?}");
    assert_eq!(
        lines[1],
        "param name=variant value=normal type=enum values=\"normal source english\""
    );
    assert_eq!(lines[2], "param name=hash value=64 type=int min=1 max=65536");
    assert_eq!(lines.len(), 8);
    host.send("set-param name=hash value=4");
    host.send("init");
    host.until("ready");
    host.send("new-game");
    host.send(&format!("pos pos={START}"));
    host.send("level depth=5");
    host.send("go think");
    let lines = host.until("done");
    assert!(lines[0].starts_with("info depth=1 score="), "{lines:?}");
    assert_eq!(lines.len(), 6);
    let answer = lines[5].strip_prefix("done move=").expect("a move");
    assert!(answer.contains(" ponder="), "{answer}");
    // A capture lists the captured pieces.
    host.send("pos pos=Weeeeeeeeeebeeeeeeeeeebeeeeeeeeeeweeeeeeeeeeeeeeeee moves=32-28");
    assert!(host.line().starts_with("error message=\"pos: "));
    host.send(&format!("pos pos={START} moves=\"32-28 19-23\""));
    host.send("go think");
    let done = host.done();
    assert!(done.starts_with("done move=28x19x23"), "{done}");
    host.send("quit");
    assert!(host.ends_well());
}

#[test]
fn stop_ping_and_quit_work_during_a_search() {
    let mut host = Host::new();
    host.send("set-param name=hash value=4");
    host.send("level infinite");
    host.send("go analyze");
    host.until("info");
    host.send("ping");
    host.until("pong");
    host.send("level depth=3");
    let error = host.until("error").pop().unwrap();
    assert_eq!(error, "error message=\"level: a search is running; stop it first\"");
    // Commands that follow `stop` wait until the search has ended.
    host.send("stop");
    host.send("level depth=3");
    host.send("go think");
    host.done();
    host.done();
    host.send("level infinite");
    host.send("go think");
    host.until("info");
    host.send("quit");
    assert!(host.ends_well());
}

#[test]
fn ponder_waits_for_the_hit() {
    let mut host = Host::new();
    host.send("set-param name=hash value=4");
    host.send(&format!("pos pos={START}"));
    host.send("level move-time=0.05");
    host.send("go ponder");
    host.until("info");
    thread::sleep(Duration::from_millis(200));
    host.send("ping");
    let lines = host.until("pong");
    assert!(!lines.iter().any(|line| line.starts_with("done")), "{lines:?}");
    host.send("ponder-hit");
    host.done();
    host.send("ponder-hit");
    assert_eq!(host.line(), "error message=\"ponder-hit: there is no ponder search\"");
}

#[test]
fn the_end_of_the_input_ends_it() {
    let mut host = Host::new();
    host.send("level infinite");
    host.send("go think");
    host.until("info");
    host.input = None;
    assert!(host.ends_well());
}

#[test]
fn other_variants_have_their_own_boards() {
    let mut host = Host::new();
    host.send("set-param name=variant value=english");
    host.send("set-param name=hash value=1");
    host.send("level depth=4");
    host.send("pos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww");
    host.send("go think");
    assert!(host.done().starts_with("done move="));
    host.send(&format!("pos pos={START}"));
    assert_eq!(host.line(), "error message=\"pos: expected 32 squares, but found 50\"");
    // The previous position must not be searched in place of the refused one.
    host.send("go think");
    assert_eq!(host.line(), "error message=\"go: the last position was refused\"");
    host.send("set-param name=variant value=source");
    host.send("go think");
    assert!(host.done().starts_with("done move="));
}

#[test]
fn wrong_lines_are_answered() {
    let mut host = Host::new();
    for (line, answer) in [
        ("set-param name=hash value=0", "hash: expected a number from 1 to 65536, not '0'"),
        ("set-param name=colour value=1", "unknown parameter 'colour'"),
        ("set-param value=1", "set-param: missing argument name"),
        (
            "set-param name=tables value=/no/such/file",
            "tables: cannot read /no/such/file: No such file or directory",
        ),
        ("level", "level: expected depth, nodes, move-time, time or infinite"),
        ("level move-time=soon", "level: invalid move-time='soon'"),
        ("pos pos=\"W", "unclosed quotation mark"),
        ("pos", "pos: missing argument pos"),
        ("go think", "go: the last position was refused"),
        (
            "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb",
            "pos: a man on square 50 would be a king",
        ),
        ("go", "go: expected think, ponder or analyze"),
        ("pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebe", ""),
        ("pos pos=WeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB", ""),
        ("go think", "go: the game is over"),
    ] {
        host.send(line);
        if answer.is_empty() {
            host.send("ping");
            host.until("pong");
        } else {
            assert_eq!(host.line(), format!("error message=\"{answer}\""), "{line}");
        }
    }
    // Unknown commands and arguments are ignored, as the protocol requires.
    host.send("dance slowly=1");
    host.send("ping now=1");
    assert_eq!(host.line(), "pong");
}
