//! Rules that every output line of the engine must obey.
//!
//! Breaking any of these laws breaks some GUI, for example one with a fixed line buffer or a strict parser.

use std::collections::{HashMap, HashSet};

use crate::engine_process::{Entry, Speaker};

/// Line buffers of GUIs start at 1024 bytes.
const MAX_LINE_BYTES: usize = 1000;

/// Keys of an `info` line that are followed by one number.
const NUMBER_KEYS: [&str; 9] = [
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmovenumber",
];

/// Keys without which GUIs ignore the line that reports a finished iteration.
const ITERATION_KEYS: [&str; 8] =
    ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"];

/// Checks a whole dialogue.
///
/// # Errors
/// Quotes the first line that breaks a law.
pub(crate) fn check(dialogue: &[Entry]) -> Result<(), String> {
    let mut auditor = Auditor::default();
    for entry in dialogue {
        let outcome = match entry.speaker {
            Speaker::Client => {
                auditor.check_client(&entry.text);
                Ok(())
            }
            Speaker::Engine => auditor.check_engine(&entry.text),
        };
        outcome.map_err(|law| format!("law `{law}` is broken by: {}", entry.text))?;
    }
    Ok(())
}

/// The state of the dialogue that the laws need.
#[derive(Debug, Default)]
struct Auditor {
    ucci: bool,
    wdl_asked: bool,
    searches_asked: usize,
    best_moves: usize,
    options: HashSet<String>,
    /// The first move of the latest line with rank 1 in the running search.
    leading_move: Option<String>,
    said_bye: bool,
}

type Law = &'static str;

fn require(holds: bool, law: Law) -> Result<(), Law> {
    if holds { Ok(()) } else { Err(law) }
}

impl Auditor {
    fn check_client(&mut self, line: &str) {
        let line = line.to_ascii_lowercase().replace("\\t", " ").replace("\\r", " ");
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["go", ..] => self.searches_asked += 1,
            ["setoption", "name", "uci_showwdl", "value", value] => {
                self.wdl_asked = value == "true";
            }
            _ => {}
        }
    }

    fn check_engine(&mut self, line: &str) -> Result<(), Law> {
        require(!self.said_bye, "bye is the last line")?;
        require(line.len() < MAX_LINE_BYTES, "lines stay below 1000 bytes")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let claim = line.contains("draw") || line.contains("resign");
        require(
            !claim || words.first() == Some(&"bestmove"),
            "draw and resign occur only in bestmove",
        )?;
        match words[..] {
            ["ucciok"] => self.ucci = true,
            ["uciok"] => self.ucci = false,
            ["id", ..] => self.options.clear(),
            ["bye"] => self.said_bye = true,
            ["option", ..] => self.check_option(&words[1..])?,
            ["info", ..] => self.check_info(&words[1..])?,
            ["bestmove", ..] => self.check_best_move(&words[1..])?,
            ["nobestmove"] => self.leading_move = None,
            _ => {}
        }
        Ok(())
    }

    fn check_option(&mut self, words: &[&str]) -> Result<(), Law> {
        let kind_at =
            words.iter().position(|&word| word == "type").ok_or("every option has a type")?;
        let (name, rest) = (words[..kind_at].join(" "), &words[kind_at + 1..]);
        let lower = name.to_lowercase();
        if let Some(uci_name) = lower.strip_prefix("name ") {
            require(
                !["name", "type", "default"].iter().any(|word| uci_name.contains(word)),
                "no option name contains a keyword",
            )?;
        } else {
            require(kind_at == 1 && name == lower, "a UCCI option name is one lower-case word")?;
        }
        require(self.options.insert(lower), "no option is announced twice")?;

        let (kind, fields) = rest.split_first().ok_or("every option has a type")?;
        let after = |key| {
            let at = fields.iter().position(|&word| word == key)?;
            fields.get(at + 1).copied()
        };
        match *kind {
            "check" => require(
                matches!(fields, ["default", "true" | "false"]),
                "a check defaults to true or false",
            ),
            "spin" => {
                let number = |key| after(key).and_then(|text| text.parse::<i64>().ok());
                let bounds = (number("min"), number("default"), number("max"));
                let (Some(min), Some(default), Some(max)) = bounds else {
                    return Err("a spin has min, max and default");
                };
                require((min..=max).contains(&default), "a default lies within its bounds")
            }
            "combo" => require(
                fields.first() == Some(&"default") && after("default") == after("var"),
                "a combo shows its default first, then that value as first var",
            ),
            "string" => require(after("default").is_some(), "an empty default is written <empty>"),
            "button" => require(fields.is_empty(), "a button has no fields"),
            _ => Err("every option type is known"),
        }
    }

    fn check_info(&mut self, words: &[&str]) -> Result<(), Law> {
        match words {
            [] => Err("every info line has content"),
            ["message", ..] => require(self.ucci, "free text in UCI follows info string"),
            ["string", ..] => require(!self.ucci, "free text in UCCI follows info message"),
            _ => {
                let fields = info_fields(words)?;
                let searched = fields.get("depth").is_some_and(|depth| depth != "0");
                if searched && !fields.contains_key("currmove") {
                    self.check_iteration(&fields)?;
                }
                Ok(())
            }
        }
    }

    fn check_iteration(&mut self, fields: &HashMap<&str, String>) -> Result<(), Law> {
        for key in ITERATION_KEYS {
            require(fields.contains_key(key), "an iteration line is complete")?;
        }
        let score: Vec<&str> = fields["score"].split(' ').collect();
        if self.ucci {
            require(score.len() == 1, "a UCCI score is a bare integer")?;
        } else {
            require(matches!(score[0], "cp" | "mate"), "a UCI score is cp or mate")?;
            require(fields.contains_key("multipv"), "UCI lines carry multipv")?;
        }
        require(
            fields.contains_key("wdl") == self.wdl_asked || self.ucci,
            "wdl is present exactly when requested",
        )?;
        if fields.get("multipv").is_none_or(|rank| rank == "1") {
            self.leading_move = fields["pv"].split(' ').next().map(str::to_owned);
        }
        Ok(())
    }

    fn check_best_move(&mut self, words: &[&str]) -> Result<(), Law> {
        self.best_moves += 1;
        require(self.best_moves <= self.searches_asked, "one best move per go")?;
        let leading = self.leading_move.take();
        if words == ["(none)"] {
            return require(!self.ucci, "UCCI reports the lack of a move as nobestmove");
        }
        let (best, rest) = words.split_first().ok_or("bestmove contains a move")?;
        require(is_move(best), "bestmove contains a move")?;
        require(
            leading.is_none_or(|mv| mv == *best),
            "the best move is the first move of the last line",
        )?;
        match rest {
            [] => Ok(()),
            ["ponder", mv] => require(is_move(mv), "the ponder move is a move"),
            ["draw"] => require(self.ucci, "no claim follows the best move in UCI"),
            ["ponder", mv, "draw"] => {
                require(self.ucci && is_move(mv), "no claim follows the best move in UCI")
            }
            _ => Err("nothing unknown follows the best move"),
        }
    }
}

/// Splits the fields of an `info` line. All keys must be known, none may occur twice, and `pv` must be the last.
fn info_fields<'a>(words: &[&'a str]) -> Result<HashMap<&'a str, String>, Law> {
    let mut fields = HashMap::new();
    let mut rest = words;
    while let [key, tail @ ..] = rest {
        let length = match *key {
            "pv" => tail.len(),
            "wdl" => 3,
            "score" if matches!(tail.first(), Some(&("cp" | "mate"))) => 2,
            "score" | "currmove" => 1,
            "lowerbound" | "upperbound" => 0,
            key if NUMBER_KEYS.contains(&key) => 1,
            _ => return Err("an info line has only known keys"),
        };
        let value = tail.get(..length).ok_or("every info key has its value")?;
        require(fields.insert(*key, value.join(" ")).is_none(), "no info key occurs twice")?;
        let sound = match *key {
            "pv" => !value.is_empty() && value.iter().all(|word| is_move(word)),
            "wdl" => {
                value.iter().map(|word| word.parse().unwrap_or(u32::MAX / 4)).sum::<u32>() == 1000
            }
            "currmove" => is_move(value[0]),
            "score" => value[length - 1].parse::<i32>().is_ok(),
            _ => value.iter().all(|word| word.parse::<u64>().is_ok()),
        };
        require(sound, "every info value is of the right type")?;
        rest = &tail[length..];
    }
    Ok(fields)
}

/// Whether a text is a move with ranks 0-9 or 1-10.
fn is_move(text: &str) -> bool {
    let mut squares = text.split_inclusive(|c: char| c.is_ascii_digit()).peekable();
    let plain = text.len() == 4
        && squares.all(|square| matches!(square.as_bytes(), [b'a'..=b'i', b'0'..=b'9']));
    plain || {
        let numbers: Vec<&str> = text.split(|c: char| ('a'..='i').contains(&c)).collect();
        matches!(numbers[..], ["", from, to] if [from, to].iter().all(|rank| {
            rank.parse::<u8>().is_ok_and(|rank| (1..=10).contains(&rank))
        }))
    }
}
