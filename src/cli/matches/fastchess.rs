//! The flags of fastchess and cutechess-cli, with one dash, as people have them in their scripts.
//!
//! What means the same is taken over. What this program does anyway is left out, with a note if it does it otherwise.
//! What cannot be done is refused, so that no match is played that its script does not describe.

use std::ffi::OsString;

use super::super::spellings::Translation;

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
    Instead(&'static str),
    /// Refused, with the reason.
    Never(&'static str),
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
    ("config", Instead("the same command goes on where it was interrupted (--fresh begins anew)")),
    ("output", Instead("the report has one form (--json for programs)")),
    ("scoreinterval", Instead("every game has a line of its own")),
    ("outcomeinterval", Instead("every game has a line of its own")),
    ("show-latency", Instead("the report has the slowest move of each engine")),
    ("reverse", Never("there is no reversed schedule; name the engines in the other order")),
    ("wait", Never("there is no pause between games")),
    ("quick", Never("write it out: --engine, --each and --openings")),
    (
        "epdout",
        Never(
            "there are no files of final positions; `chuhe convert games.pgn --to fen` makes one",
        ),
    ),
    ("tb", Never("there are no tablebases of xiangqi to judge games by")),
    ("tbpieces", Never("there are no tablebases of xiangqi to judge games by")),
    ("tbignore50", Never("there are no tablebases of xiangqi to judge games by")),
    ("bookmode", Never("openings are dealt by rounds; see --openings order=")),
    ("bergerschedule", Never("the schedule is that of --tournament")),
    ("testEnv", Never("there is no environment for fishtest")),
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
        let refuse = |why: &str| format!("-{name} {}: {why}", texts.join(" ")).replace(" :", ":");
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
            Instead(what) => into.notes.push(format!("-{name}: {what}")),
            Log => {
                into.words.extend(["--log".into(), "all".into()]);
                into.notes.push(format!("-{name}: what is said is in logs/ in the match's folder"));
            }
            Never(why) => return Err(refuse(why)),
            Repeat => match texts.first().map(String::as_str) {
                // Two games of an opening are the default; -games may say otherwise.
                None | Some("2") => {}
                Some("1") => into.words.extend(["--games".into(), "1".into()]),
                Some(_) => return Err(refuse("an opening is played once or twice")),
            },
            Pgnout => {
                into.words.push("--pgnout".into());
                into.words.push(games_file(&texts).map_err(|why| refuse(&why))?.into());
            }
            Variant if texts == ["xiangqi"] => {}
            Variant => return Err(refuse("only xiangqi is played here")),
            Report if texts.iter().all(|text| text == "penta=true") => {}
            Report => return Err(refuse("the report counts pairs of games always")),
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
            "notation" => return Err("moves are coordinates here; see --notation".to_owned()),
            // The file is written whole, from the journal; what is in it already must be of this match.
            "append" => {}
            "min" | "nodes" | "seldepth" | "nps" | "hashfull" | "tbhits" | "timeleft"
            | "latency" | "pv"
                if is_off => {}
            _ => {
                return Err(format!(
                    "{word} is not to be had: comments have score, depth and time"
                ));
            }
        }
    }
    file.ok_or_else(|| "expected a file".to_owned())
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
