//! Reads and runs protocol sessions stored as text files.
//!
//! Steps are separated by line ends or ` ;; `; lines starting with `#` are comments.
//!
//! | step | meaning |
//! |---|---|
//! | `> text` | send a line |
//! | `>> "text"` | send bytes, written with C escapes; nothing is added |
//! | `<N re` | a line matches within N ms (default 2000, times [`patience`]); other lines are skipped |
//! | `!N re` | no line matches for N ms |
//! | `x` | close the engine's input |
//! | `$N c` | the process exits with code c within N ms (times [`patience`]) |
//! | `U`, `I` | shake hands in UCCI, in UCI |
//!
//! `{NAME}` stands for the text with that name in [`TEXTS`].

use std::time::Duration;

use regex_lite::Regex;

use crate::engine_process::{EngineProcess, patience};

/// The timeout for an answer if the step specifies none.
const DEFAULT_WAIT_MS: u64 = 2000;

/// Texts used in several sessions.
const TEXTS: [(&str, &str); 7] = [
    // The board of the start position.
    ("{S}", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"),
    // Red mates with a0a9 only.
    ("{M1}", "4k4/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1"),
    // Black mates with h4f4 only.
    ("{MB}", "2c6/4k4/9/9/9/2B4r1/n8/B2A1K3/4A2p1/9 b - - 0 1"),
    // Black has no move and is not in check.
    ("{ST}", "3k5/9/3P5/9/9/9/9/9/9/4K4 b - - 0 1"),
    // Black is mated.
    ("{CM}", "3k1R3/4R4/9/9/9/9/9/9/9/4K4 b - - 0 1"),
    // Red has two moves, d0d1 and d0e0.
    ("{TWO}", "4k4/9/9/9/9/9/9/4p4/9/3K5 w - - 0 1"),
    // Any plain best move.
    ("{BM}", r"^bestmove [a-i]\d[a-i]\d( ponder [a-i]\d[a-i]\d)?$"),
];

/// One step in a session.
#[derive(Debug)]
enum Step {
    Send(String),
    SendBytes(Vec<u8>),
    Expect { pattern: Regex, within: Duration },
    Refuse { pattern: Regex, during: Duration },
    CloseInput,
    Exit { code: i32, within: Duration },
}

/// A parsed session.
#[derive(Debug)]
pub(crate) struct Transcript(Vec<(String, Step)>);

impl Transcript {
    /// Reads the text of a transcript file.
    ///
    /// # Errors
    /// Names the first invalid step.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut steps = Vec::new();
        for source in lines.flat_map(|line| line.split(" ;; ")).map(str::trim_start) {
            let expanded = match source.trim_end() {
                "" => continue,
                "U" => vec!["> ucci", "< ^ucciok$", "> setoption usebook false"],
                "I" => vec!["> uci", "< ^uciok$"],
                _ => vec![source],
            };
            for step in expanded {
                let parsed = parse_step(&insert_texts(step))
                    .map_err(|error| format!("step `{step}`: {error}"))?;
                steps.push((step.to_owned(), parsed));
            }
        }
        Ok(Self(steps))
    }

    /// Runs the session with `engine`.
    ///
    /// # Errors
    /// Names the first step that failed, with the reason.
    pub(crate) fn hold(&self, engine: &mut EngineProcess) -> Result<(), String> {
        for (source, step) in &self.0 {
            let outcome = match step {
                Step::Send(line) => engine.send(line),
                Step::SendBytes(bytes) => engine.send_bytes(bytes),
                Step::Expect { pattern, within } => engine.expect(pattern, *within).map(|_| ()),
                Step::Refuse { pattern, during } => engine.refuse(pattern, *during),
                Step::CloseInput => {
                    engine.close_input();
                    Ok(())
                }
                Step::Exit { code, within } => match engine.wait_for_exit(*within) {
                    Ok(found) if found == *code => Ok(()),
                    Ok(found) => Err(format!("exit code {found}")),
                    Err(error) => Err(error),
                },
            };
            outcome.map_err(|error| format!("step `{source}`: {error}"))?;
        }
        Ok(())
    }
}

fn insert_texts(step: &str) -> String {
    TEXTS.iter().fold(step.to_owned(), |text, (name, value)| text.replace(name, value))
}

fn parse_step(text: &str) -> Result<Step, String> {
    if text.trim_end() == "x" {
        return Ok(Step::CloseInput);
    }
    if let Some(quoted) = text.strip_prefix(">> ") {
        return unescape(quoted.trim_end()).map(Step::SendBytes);
    }
    if let Some(line) = text.strip_prefix("> ") {
        return Ok(Step::Send(line.to_owned()));
    }
    let (head, tail) = text.trim_end().split_once(' ').ok_or("an argument is missing")?;
    let (kind, number) = head.split_at_checked(1).ok_or("a step is missing")?;
    let millis = match number {
        "" => DEFAULT_WAIT_MS,
        digits => digits.parse().map_err(|_| "the time is not a number")?,
    };
    let exact = Duration::from_millis(millis);
    let pattern = || Regex::new(tail).map_err(|error| error.to_string());
    match kind {
        "<" => Ok(Step::Expect { pattern: pattern()?, within: exact * patience() }),
        "!" => Ok(Step::Refuse { pattern: pattern()?, during: exact }),
        "$" => Ok(Step::Exit {
            code: tail.parse().map_err(|_| "the exit code is not a number")?,
            within: exact * patience(),
        }),
        _ => Err("unknown kind of step".to_owned()),
    }
}

/// The bytes of a quoted string with the escapes `\n \r \t \0 \\ \" \xHH`.
fn unescape(quoted: &str) -> Result<Vec<u8>, String> {
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let mut rest = inner.ok_or("raw text needs quotation marks")?.bytes();
    let mut bytes = Vec::new();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next().ok_or("a lone backslash at the end")? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'0' => b'\0',
                b'x' => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).map_err(|_| "\\x needs two digits")?
                }
                other @ (b'\\' | b'"') => other,
                other => return Err(format!("unknown escape \\{}", char::from(other))),
            },
            plain => plain,
        });
    }
    Ok(bytes)
}
