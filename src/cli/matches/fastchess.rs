//! Support for the single-dash flags of fastchess and cutechess-cli, so that existing scripts work.
//!
//! Flags with an equivalent here are translated. Flags that request default behaviour are left out, with a note if the
//! behaviour here differs. Flags that would change the games in ways not supported here are refused, so that every
//! match is the one that its script describes. Where the two programs differ, the meaning in fastchess applies.

use std::ffi::OsString;
use std::ops::Range;

use clap::{Args, Command};

use super::args::MatchArgs;
use crate::cli::intent::first_word;
use chuhe_engine::types::parse_count;
use chuhe_localize::tr;

/// A command line that uses only our own flags, with notes about the translated ones.
#[derive(Debug, Default)]
pub(in super::super) struct Translation {
    pub(in super::super) words: Vec<OsString>,
    pub(in super::super) notes: Vec<String>,
}

/// How a flag is handled.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// Becomes our flag with the same name and two dashes.
    Same,
    /// Becomes our flag with another name.
    Renamed(&'static str),
    /// Requests the default behaviour; left out silently.
    Always,
    /// Left out; the note states what happens instead.
    Instead(fn() -> String),
    /// Refused; the text gives the reason.
    Never(fn() -> String),
    /// The settings of an engine.
    Engine,
    /// The settings of all engines.
    Each,
    /// The number of rounds.
    Rounds,
    /// The number of games in a round.
    Games,
    /// The number of games per opening: one, or two with colours reversed.
    Repeat,
    /// The openings file.
    Openings,
    /// The game file.
    Pgnout,
    /// The log.
    Log,
    /// The variant.
    Variant,
    /// Settings that our report always includes.
    Report,
}

use Use::{
    Always, Each, Engine, Games, Instead, Log, Never, Openings, Pgnout, Renamed, Repeat, Report,
    Rounds, Same, Variant,
};

const FLAGS: &[(&str, Use)] = &[
    ("engine", Engine),
    ("each", Each),
    ("tournament", Same),
    ("seeds", Same),
    ("rounds", Rounds),
    ("games", Games),
    ("noswap", Same),
    ("openings", Openings),
    ("srand", Same),
    ("seed", Renamed("--srand")),
    ("concurrency", Renamed("--jobs")),
    ("use-affinity", Same),
    ("sprt", Same),
    ("resign", Same),
    ("draw", Same),
    ("maxmoves", Same),
    ("startup-ms", Same),
    ("ping-ms", Same),
    ("ratinginterval", Same),
    ("event", Same),
    ("site", Same),
    ("repeat", Repeat),
    ("pgnout", Pgnout),
    ("variant", Variant),
    ("report", Report),
    ("recover", Always),
    ("strict", Always),
    ("force-concurrency", Always),
    ("autosaveinterval", Always),
    ("version", Renamed("--version")),
    ("help", Renamed("--help")),
    ("debug", Renamed("--verbose")),
    ("log", Log),
    ("config", Instead(|| tr!("fastchess-config"))),
    ("output", Instead(|| tr!("fastchess-one-report"))),
    ("resultformat", Instead(|| tr!("fastchess-one-report"))),
    ("scoreinterval", Instead(|| tr!("fastchess-every-game"))),
    ("outcomeinterval", Instead(|| tr!("fastchess-every-game"))),
    ("show-latency", Instead(|| tr!("fastchess-latency"))),
    ("randomseed", Instead(|| tr!("fastchess-random-seed"))),
    ("wait", Instead(|| tr!("fastchess-wait"))),
    ("crc32", Instead(|| tr!("fastchess-checksum"))),
    ("epdout", Instead(|| tr!("fastchess-final-positions"))),
    ("reverse", Never(|| tr!("fastchess-reverse"))),
    ("quick", Never(|| tr!("fastchess-quick"))),
    ("tb", Renamed("--tables")),
    ("tbpieces", Never(|| tr!("fastchess-tablebases"))),
    ("tbignore50", Never(|| tr!("fastchess-tablebases"))),
    ("tbadjudicate", Never(|| tr!("fastchess-tablebases"))),
    ("bookmode", Never(|| tr!("fastchess-book-mode"))),
    ("bergerschedule", Never(|| tr!("fastchess-schedule"))),
    ("testEnv", Never(|| tr!("fastchess-test-environment"))),
];

/// One-letter flags of commands, which may share one dash.
const LETTERS: &str = "vqhV";
/// One-letter flags whose value may follow in the same word.
const LETTERS_WITH_VALUE: &str = "oj";

/// The default number of rounds in a match without a sequential test; the next constant is the default with one.
const ROUNDS: u64 = 2;
const ROUNDS_OF_TEST: u64 = 500_000;

/// Translates a command line that starts with the program's name. Only `match` accepts such flags.
///
/// # Errors
/// If a flag is unknown or unsupported. The error states the reason.
pub(in super::super) fn translate(words: Vec<OsString>) -> Result<Translation, String> {
    let head = first_word(&words).filter(|&at| words[at] == "match").map(|at| at + 1);
    let Some(head) = head else { return Ok(Translation { words, notes: Vec::new() }) };
    let mut translation = Translation::default();
    let mut words = words.into_iter();
    translation.words.extend(words.by_ref().take(head));
    translate_match(words, &mut translation)?;
    Ok(translation)
}

/// Translates the words after `match`.
fn translate_match(
    words: impl Iterator<Item = OsString>,
    into: &mut Translation,
) -> Result<(), String> {
    let mut words = words.peekable();
    // A match file may set the number of rounds.
    let has_file = words.peek().is_some_and(|word| !word.to_string_lossy().starts_with('-'));
    let mut script = PendingFlags { has_rounds: has_file, ..PendingFlags::default() };
    while let Some(word) = words.next() {
        let name = word.to_str().and_then(|word| word.strip_prefix('-'));
        let known = name.and_then(|name| FLAGS.iter().find(|(flag, _)| *flag == name));
        let Some(&(name, meaning)) = known else {
            if let Some(name) = name.filter(|name| is_long_flag_of_ours(name)) {
                return Err(tr!("fastchess-two-dashes", name = name));
            }
            if name.is_some_and(is_no_flag_of_ours) {
                return Err(tr!("fastchess-unknown", flag = word.to_string_lossy()));
            }
            script.has_rounds |= word.to_string_lossy().starts_with("--rounds");
            into.words.push(word);
            continue;
        };
        let is_value = |word: &OsString| !word.to_string_lossy().starts_with('-');
        let mut values = Vec::new();
        while let Some(value) = words.next_if(is_value) {
            values.push(value);
        }
        script.take(name, meaning, values, into)?;
    }
    script.finish(into);
    Ok(())
}

/// A message about a flag.
fn with_flag(flag: &str, what: &str) -> String {
    tr!("at-place", place = flag, text = what)
}

/// Whether one of our long flags has this name.
fn is_long_flag_of_ours(name: &str) -> bool {
    let command = MatchArgs::augment_args(Command::new("match"));
    command.get_arguments().any(|arg| arg.get_long() == Some(name))
}

/// Whether a word with one dash looks like a flag but does not consist of our short flags.
fn is_no_flag_of_ours(name: &str) -> bool {
    let is_word = name.len() > 1
        && name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_ours = name.starts_with(|letter| LETTERS_WITH_VALUE.contains(letter))
        || name.chars().all(|letter| LETTERS.contains(letter));
    is_word && !is_ours
}

/// The parts of a script that can be translated only after the whole script has been read.
#[derive(Debug, Default)]
struct PendingFlags {
    /// For each engine, the range of its settings among the translated words.
    engines: Vec<Range<usize>>,
    /// The settings of all engines.
    each: Vec<String>,
    rounds: Option<String>,
    games: Option<String>,
    /// Whether the rounds need no default, because a match file may set them or because a flag without a value is left
    /// for the parser to report.
    has_rounds: bool,
    has_test: bool,
}

impl PendingFlags {
    /// Translates a flag with its values.
    fn take(
        &mut self,
        name: &str,
        meaning: Use,
        values: Vec<OsString>,
        into: &mut Translation,
    ) -> Result<(), String> {
        let texts: Vec<String> =
            values.iter().map(|value| value.to_string_lossy().into_owned()).collect();
        let typed = [&[format!("-{name}")], &texts[..]].concat().join(" ");
        let refuse = |why: String| with_flag(&typed, &why);
        let mut push = |flag: &str, values: Vec<OsString>| {
            into.words.push(flag.into());
            let start = into.words.len();
            into.words.extend(values);
            start..into.words.len()
        };
        match meaning {
            Same => {
                self.has_test |= name == "sprt";
                push(&format!("--{name}"), values);
            }
            Renamed(flag) => {
                push(flag, values);
            }
            Always => {}
            Instead(what) => into.notes.push(with_flag(&typed, &what())),
            Never(why) => return Err(refuse(why())),
            Engine | Each => {
                let values = values.into_iter().filter_map(|value| {
                    let text = value.to_string_lossy();
                    if text.starts_with("stderr=") {
                        into.notes
                            .push(with_flag(&format!("-{name} {text}"), &tr!("fastchess-stderr")));
                        return None;
                    }
                    Some(if text == "ponder" { "ponder=on".into() } else { value })
                });
                let values: Vec<OsString> = values.collect();
                if matches!(meaning, Each) {
                    self.each
                        .extend(values.iter().map(|value| value.to_string_lossy().into_owned()));
                }
                let place = push(&format!("--{name}"), values);
                if matches!(meaning, Engine) {
                    self.engines.push(place);
                }
            }
            Rounds | Games if texts.is_empty() => {
                self.has_rounds = true;
                push(&format!("--{name}"), values);
            }
            Rounds => self.rounds = Some(texts.join(" ")),
            Games => self.games = Some(texts.join(" ")),
            Repeat => match texts.first().map(String::as_str) {
                // If -games counts the games of the whole match, they are played in pairs anyway.
                None | Some("2") if self.games_of_match().is_some() => {}
                None | Some("2") => self.games = Some("2".to_owned()),
                Some("1") => self.games = Some("1".to_owned()),
                Some(_) => return Err(refuse(tr!("fastchess-repeat"))),
            },
            Openings => {
                let is_policy = |value: &OsString| value.to_string_lossy().starts_with("policy=");
                if let Some(policy) = texts.iter().find(|text| text.starts_with("policy="))
                    && policy != "policy=round"
                {
                    return Err(refuse(tr!("fastchess-policy")));
                }
                push("--openings", values.into_iter().filter(|value| !is_policy(value)).collect());
            }
            Pgnout => {
                let (file, notes) = games_file(&texts).map_err(refuse)?;
                push("--pgnout", vec![file.into()]);
                into.notes.extend(notes);
            }
            Log => {
                let keeps_conversations =
                    texts.iter().any(|text| text == "engine=true" || text == "level=trace");
                if keeps_conversations {
                    push("--log", vec!["all".into()]);
                }
                let note = if keeps_conversations {
                    tr!("fastchess-log-talk")
                } else {
                    tr!("fastchess-log")
                };
                into.notes.push(with_flag(&format!("-{name}"), &note));
            }
            Variant if texts == ["xiangqi"] => {}
            Variant => return Err(refuse(tr!("fastchess-variant"))),
            Report if texts.iter().all(|text| text == "penta=true") => {}
            Report => into.notes.push(with_flag(&typed, &tr!("fastchess-report"))),
        }
        Ok(())
    }

    /// The value of -games if it counts the games of the whole match, which it does if it is greater than 2.
    fn games_of_match(&self) -> Option<u64> {
        self.games.as_deref().and_then(parse_count).filter(|&games| games > 2)
    }

    /// Translates the flags that depend on each other, at the end of the script.
    fn finish(mut self, into: &mut Translation) {
        let is_script = !self.engines.is_empty();
        self.let_each_win(into);
        let mut rounds = self.rounds.clone();
        let mut games = self.games.clone();
        if let Some(number) = self.games_of_match() {
            let times = rounds.as_deref().and_then(parse_count).unwrap_or(1).max(1);
            let pairs = number.saturating_mul(times).div_ceil(2);
            let what = tr!("fastchess-games-of-match", rounds = pairs.to_string());
            into.notes.push(with_flag(&format!("-games {number}"), &what));
            (rounds, games) = (Some(pairs.to_string()), Some("2".to_owned()));
        } else if rounds.is_none() && !self.has_rounds && is_script {
            let default = if self.has_test { ROUNDS_OF_TEST } else { ROUNDS };
            rounds = Some(default.to_string());
        }
        for (flag, value) in [("--rounds", rounds), ("--games", games)] {
            if let Some(value) = value {
                into.words.extend([flag.into(), value.into()]);
            }
        }
    }

    /// Drops the engines' own settings that -each overrides in fastchess. With our flags, an engine's own setting wins.
    fn let_each_win(&mut self, into: &mut Translation) {
        let key = |word: &str| word.split('=').next().unwrap_or_default().to_ascii_lowercase();
        // The engine's arguments accumulate instead.
        let common: Vec<String> =
            self.each.iter().map(|word| key(word)).filter(|key| key != "arg").collect();
        for range in self.engines.drain(..).rev() {
            for place in range.rev() {
                if common.contains(&key(&into.words[place].to_string_lossy())) {
                    into.words.remove(place);
                }
            }
        }
    }
}

/// The file named by `-pgnout`, and notes on settings that our game files do not support.
fn games_file(words: &[String]) -> Result<(String, Vec<String>), String> {
    let (mut file, mut notes) = (None, Vec::new());
    let mut note =
        |word: &str, what: String| notes.push(with_flag(&format!("-pgnout {word}"), &what));
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or(("", word));
        let is_off = matches!(value, "false" | "0");
        match key {
            "file" => file = Some(value.to_owned()),
            // In cutechess-cli, the file name comes first, without a key. The word `fi` after it leaves out unfinished
            // games; it can be ignored, because our files contain none.
            "" if file.is_none() => file = Some(value.to_owned()),
            "" if value == "fi" => {}
            "notation" if matches!(value, "lan" | "uci" | "iccs") => {}
            "notation" => note(word, tr!("fastchess-games-notation")),
            // The whole file is rewritten from the journal, so any earlier content must belong to this match.
            "append" => {}
            "min" | "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft"
            | "latency" | "pv"
                if is_off => {}
            "nodes" | "seldepth" => note(word, tr!("fastchess-games-journal")),
            "min" | "nps" | "hashfull" | "tbhits" | "timeleft" | "latency" | "pv"
            | "match_line" => {
                note(word, tr!("fastchess-games-comments"));
            }
            "" if value == "min" => note(word, tr!("fastchess-games-comments")),
            _ => return Err(tr!("fastchess-games-unknown", word = word.as_str())),
        }
    }
    Ok((file.ok_or_else(|| tr!("fastchess-games-file"))?, notes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Result<(String, Vec<String>), String> {
        let mut translation = Translation::default();
        translate_match(line.split_whitespace().map(OsString::from), &mut translation)?;
        let words: Vec<_> = translation.words.iter().map(|word| word.to_str().unwrap()).collect();
        Ok((words.join(" "), translation.notes))
    }

    #[test]
    fn a_script_means_the_same() {
        let script = "-engine cmd=./new name=new -engine cmd=./old name=old \
            -each tc=8+0.08 option.Hash=16 proto=uci -openings file=a.epd format=epd order=random \
            -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -rounds 10000 -games 2 -repeat -concurrency 4 \
            -resign movecount=3 score=600 twosided=true -draw movenumber=40 movecount=8 score=10 \
            -maxmoves 200 -recover -pgnout file=games.pgn -srand 7 -ratinginterval 20 -variant xiangqi";
        let (words, notes) = translated(script).unwrap();
        assert_eq!(
            words,
            "--engine cmd=./new name=new --engine cmd=./old name=old \
             --each tc=8+0.08 option.Hash=16 proto=uci --openings file=a.epd format=epd order=random \
             --sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 --jobs 4 \
             --resign movecount=3 score=600 twosided=true --draw movenumber=40 movecount=8 score=10 \
             --maxmoves 200 --pgnout games.pgn --srand 7 --ratinginterval 20 --rounds 10000 --games 2"
        );
        assert_eq!(notes, Vec::<String>::new());
        assert_eq!(translated("-repeat 1").unwrap().0, "--games 1");
        assert_eq!(translated("-tb a;b").unwrap().0, "--tables a;b");
        assert_eq!(translated("-pgnout a.pgn fi").unwrap().0, "--pgnout a.pgn");
    }

    #[test]
    fn our_own_words_stay() {
        for line in [
            "match.toml --engine cmd=a -o out -v --each tc=1",
            "--engine cmd=a --srand -1 -vvq -oresults -j4 --rounds 3",
        ] {
            assert_eq!(translated(line).unwrap().0, line);
        }
    }

    #[test]
    fn rounds_and_games_are_counted_as_in_fastchess() {
        for (line, expected) in [
            // The number of rounds gets a default, unless a match file or --rounds may set it.
            ("-engine cmd=a", "--engine cmd=a --rounds 2"),
            (
                "-engine cmd=a -sprt elo0=0 elo1=5",
                "--engine cmd=a --sprt elo0=0 elo1=5 --rounds 500000",
            ),
            ("a.toml -engine cmd=a", "a.toml --engine cmd=a"),
            ("-engine cmd=a --rounds=7", "--engine cmd=a --rounds=7"),
            // The later flag wins.
            ("-rounds 5 -games 2 -repeat 1", "--rounds 5 --games 1"),
            ("-repeat 1 -games 2 -rounds 5", "--rounds 5 --games 2"),
            // -games counts the games of the whole match.
            ("-games 5000 -repeat -rounds 2", "--rounds 5000 --games 2"),
            ("-repeat -games 277", "--rounds 139 --games 2"),
            // Invalid numbers are left for the parser to report.
            ("-rounds", "--rounds"),
            ("-rounds x", "--rounds x"),
        ] {
            assert_eq!(translated(line).unwrap().0, expected, "{line}");
        }
    }

    /// In fastchess, -each overrides an engine's own settings; with our flags, an engine's own settings override
    /// --each.
    #[test]
    fn each_overrides_the_settings_of_engines() {
        let line =
            "-engine cmd=a tc=9 option.Hash=1 arg=x -each tc=1 arg=y option.hash=2 -rounds 1";
        let expected = "--engine cmd=a arg=x --each tc=1 arg=y option.hash=2 --rounds 1";
        assert_eq!(translated(line).unwrap().0, expected);
        let ours = "--engine cmd=a tc=9 --each tc=1";
        assert_eq!(translated(ours).unwrap().0, ours);
    }

    #[test]
    fn flags_with_other_behaviour_get_a_note() {
        for (line, words, note) in [
            ("-log file=x level=trace", "--log all", "-log: engine output is kept in logs/"),
            ("-log file=x level=warn", "", "-log: errors go to stderr"),
            ("-report penta=false", "", "-report penta=false: the report always counts pairs"),
            ("-wait 500", "", "-wait 500: the next game starts immediately"),
            ("-randomseed", "", "-randomseed: -srand sets the seed"),
            ("-pgnout a.pgn min", "--pgnout a.pgn", "-pgnout min: comments give only"),
            (
                "-pgnout file=a.pgn nodes=true",
                "--pgnout a.pgn",
                "nodes=true: recorded in journal.jsonl",
            ),
            (
                "-pgnout file=a.pgn notation=san",
                "--pgnout a.pgn",
                "notation=san: --notation sets the notation",
            ),
            ("-each stderr=a.txt st=1", "--each st=1", "-each stderr=a.txt: the engines' stderr"),
            ("-games 10", "--rounds 5 --games 2", "-games 10: played as 5 rounds of two games"),
        ] {
            let (translated, notes) = translated(line).unwrap();
            assert_eq!((translated.as_str(), notes.len()), (words, 1), "{line}");
            assert!(notes[0].contains(note), "{line}: {}", notes[0]);
        }
    }

    #[test]
    fn unsupported_flags_are_refused() {
        for (line, reason) in [
            ("-reverse", "-reverse: reversed schedules are not supported"),
            ("-tbpieces 5", "-tbpieces 5: endgame tables (-tb FOLDERS) always adjudicate"),
            ("-repeat 4", "-repeat 4: each opening can be played only once or twice"),
            ("-variant standard", "only xiangqi"),
            ("-openings file=a policy=encounter", "every round has its own opening"),
            ("-pgnout", "expected a file"),
            ("-pgnout file=a.pgn colour=red", "unknown key colour=red"),
            ("-round 5", "unknown flag -round;"),
            ("-force-all", "unknown flag -force-all;"),
            ("-out m4", "-out: did you mean --out?"),
            ("-fresh", "-fresh: did you mean --fresh?"),
        ] {
            let error = translated(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    /// The table in `docs/reference/flags.md` lists every flag.
    #[test]
    fn the_page_lists_every_flag() {
        let page = include_str!("../../../docs/reference/flags.md");
        for (flag, _) in FLAGS {
            let is_named = ['`', ' '].iter().any(|end| page.contains(&format!("`-{flag}{end}")));
            assert!(is_named, "{flag}");
        }
    }
}
