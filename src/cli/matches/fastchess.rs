//! The flags of fastchess and cutechess-cli, with one dash, as people have them in their scripts.
//!
//! What means the same is taken over. What this program does anyway is left out, with a note if it does it otherwise.
//! What cannot be done is refused, so that no match is played that its script does not describe.

use std::ffi::OsString;

use super::super::spellings::Translation;
use crate::tr;

/// Words in the language of the thread.
type Words = fn() -> String;

/// What becomes of a flag.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// Our flag of the same name, with two dashes.
    Same,
    /// The same under another name.
    Renamed(&'static str),
    /// Done anyway: left out without a word.
    Always,
    /// Left out, with what is done instead.
    Instead(Words),
    /// Refused, with the reason.
    Never(Words),
    /// Games of an opening: two with colours changed, or one.
    Repeat,
    /// The file of games.
    Pgnout,
    /// The record of what is said.
    Log,
    /// The game that is played.
    Variant,
    /// Settings that are all on in our report.
    Report,
}

use Use::{Always, Instead, Log, Never, Pgnout, Renamed, Repeat, Report, Same, Variant};

const FLAGS: &[(&str, Use)] = &[
    ("engine", Same),
    ("each", Same),
    ("tournament", Same),
    ("seeds", Same),
    ("rounds", Same),
    ("games", Same),
    ("noswap", Same),
    ("openings", Same),
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
    ("output", Instead(|| tr!("fastchess-output"))),
    ("scoreinterval", Instead(|| tr!("fastchess-interval"))),
    ("outcomeinterval", Instead(|| tr!("fastchess-interval"))),
    ("show-latency", Instead(|| tr!("fastchess-latency"))),
    ("reverse", Never(|| tr!("fastchess-reverse"))),
    ("wait", Never(|| tr!("fastchess-wait"))),
    ("quick", Never(|| tr!("fastchess-quick"))),
    ("epdout", Never(|| tr!("fastchess-epdout"))),
    ("tb", Never(|| tr!("fastchess-tablebases"))),
    ("tbpieces", Never(|| tr!("fastchess-tablebases"))),
    ("tbignore50", Never(|| tr!("fastchess-tablebases"))),
    ("bookmode", Never(|| tr!("fastchess-bookmode"))),
    ("bergerschedule", Never(|| tr!("fastchess-schedule"))),
    ("testEnv", Never(|| tr!("fastchess-fishtest"))),
];

/// Translates the words behind `match`.
///
/// # Errors
/// If a flag cannot be honoured; the reason.
pub(in super::super) fn translate(
    words: impl Iterator<Item = OsString>,
    into: &mut Translation,
) -> Result<(), String> {
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let name = word.to_str().and_then(|word| word.strip_prefix('-'));
        let known = name.and_then(|name| FLAGS.iter().find(|(flag, _)| *flag == name));
        let Some(&(name, meaning)) = known else {
            into.words.push(word);
            continue;
        };
        let is_value = |word: &OsString| !word.to_string_lossy().starts_with('-');
        let mut values = Vec::new();
        while let Some(value) = words.next_if(is_value) {
            values.push(value);
        }
        let texts: Vec<String> =
            values.iter().map(|value| value.to_string_lossy().into_owned()).collect();
        let flag = [&[format!("-{name}")], &texts[..]].concat().join(" ");
        let about = |text: String| tr!("at-place", place = flag.clone(), text = text);
        match meaning {
            Same => {
                into.words.push(format!("--{name}").into());
                into.words.extend(values);
            }
            Renamed(flag) => {
                into.words.push(flag.into());
                into.words.extend(values);
            }
            Always => {}
            Instead(what) => into.notes.push(about(what())),
            Log => {
                into.words.extend(["--log".into(), "all".into()]);
                into.notes.push(about(tr!("fastchess-log")));
            }
            Never(why) => return Err(about(why())),
            Repeat => match texts.first().map(String::as_str) {
                // Two games of an opening are the default; -games may say otherwise.
                None | Some("2") => {}
                Some("1") => into.words.extend(["--games".into(), "1".into()]),
                Some(_) => return Err(about(tr!("fastchess-repeat"))),
            },
            Pgnout => {
                into.words.push("--pgnout".into());
                into.words.push(games_file(&texts).map_err(about)?.into());
            }
            Variant if texts == ["xiangqi"] => {}
            Variant => return Err(about(tr!("fastchess-variant"))),
            Report if texts.iter().all(|text| text == "penta=true") => {}
            Report => return Err(about(tr!("fastchess-report"))),
        }
    }
    Ok(())
}

/// The file that `-pgnout` names. Its other words must ask for nothing that our games lack.
fn games_file(words: &[String]) -> Result<String, String> {
    let mut file = None;
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or(("", word));
        let is_off = matches!(value, "false" | "0");
        match key {
            "file" => file = Some(value.to_owned()),
            // Cutechess-cli: the file comes first; `fi` leaves out unfinished games, which never are in it.
            "" if file.is_none() => file = Some(value.to_owned()),
            "" if value == "fi" => {}
            "notation" if matches!(value, "lan" | "uci" | "iccs") => {}
            "notation" => return Err(tr!("fastchess-notation")),
            // The file is written whole, from the journal; what is in it already must be of this match.
            "append" => {}
            "min" | "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft"
            | "latency" | "pv"
                if is_off => {}
            _ => {
                return Err(tr!("fastchess-comments", word = word.as_str()));
            }
        }
    }
    file.ok_or_else(|| tr!("fastchess-file"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(line: &str) -> Result<(String, Vec<String>), String> {
        let mut translation = Translation::default();
        translate(line.split_whitespace().map(OsString::from), &mut translation)?;
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
             --sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 --rounds 10000 --games 2 --jobs 4 \
             --resign movecount=3 score=600 twosided=true --draw movenumber=40 movecount=8 score=10 \
             --maxmoves 200 --pgnout games.pgn --srand 7 --ratinginterval 20"
        );
        assert_eq!(notes, Vec::<String>::new());
        assert_eq!(translated("-repeat 1").unwrap().0, "--games 1");
        assert_eq!(translated("-pgnout a.pgn fi").unwrap().0, "--pgnout a.pgn");
    }

    #[test]
    fn our_own_words_stay() {
        let line = "match.toml --engine cmd=a -o out -v --each tc=1";
        assert_eq!(translated(line).unwrap().0, line);
    }

    #[test]
    fn what_is_done_otherwise_is_said_and_what_cannot_be_done_is_refused() {
        let (words, notes) = translated("-log file=x level=trace -rounds 5").unwrap();
        assert_eq!((words.as_str(), notes.len()), ("--log all --rounds 5", 1));
        for (line, reason) in [
            ("-reverse", "-reverse: there is no reversed schedule"),
            ("-tb /syzygy", "-tb /syzygy: there are no tablebases"),
            ("-repeat 4", "-repeat 4: an opening is played once or twice"),
            ("-variant standard", "only xiangqi"),
            ("-report penta=false", "counts pairs"),
            ("-pgnout file=a.pgn notation=san", "coordinates"),
            ("-pgnout file=a.pgn nodes=true", "nodes=true is not to be had"),
            ("-pgnout", "expected a file"),
        ] {
            let error = translated(line).unwrap_err();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }

    /// The table of `docs/flags.md` lists every flag.
    #[test]
    fn the_page_has_every_flag() {
        let page = include_str!("../../../docs/flags.md");
        for (flag, _) in FLAGS {
            let is_named = ['`', ' '].iter().any(|end| page.contains(&format!("`-{flag}{end}")));
            assert!(is_named, "{flag}");
        }
    }
}
