//! The positional arguments of `match`: match files and engines.

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::engines::is_registered;
use crate::cli::{UsageError, own_program};
use chuhe_arena::MatchSpec;
use chuhe_formats::collection::FileFormat;
use chuhe_localize::tr;
use chuhe_util::files::is_regular;

/// The name that stands for this program.
const SELF: &str = "chuhe";
/// The time control of engines named without one, for which neither `--each` nor a match file sets a limit.
const DEFAULT_LIMIT: &str = "tc=10+0.1";
/// The openings of a match between such engines, unless others are named.
const DEFAULT_OPENINGS: &str = "file=embedded";
/// The settings that limit an engine's searches.
const LIMITS: [&str; 4] = ["tc", "st", "nodes", "depth"];

/// The positional arguments, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Contenders {
    /// The match file.
    pub(super) file: Option<PathBuf>,
    /// The settings of each engine.
    engines: Vec<Vec<String>>,
}

impl Contenders {
    /// Sorts the arguments. A match file is one whose name ends in `.toml`, and an only argument that
    /// [can only be a file](is_match_file).
    ///
    /// # Errors
    /// If there are several match files, or the command of an engine is not valid UTF-8 or has an open quote.
    pub(super) fn sort(words: Vec<PathBuf>) -> Result<Self, UsageError> {
        let mut sorted = Self::default();
        let is_alone = words.len() == 1;
        for word in words {
            let is_toml = word.extension().is_some_and(|it| it.eq_ignore_ascii_case("toml"));
            if !(is_toml || is_alone && is_match_file(&word)) {
                sorted.engines.push(engine(&word)?);
            } else if sorted.file.replace(word).is_some() {
                return Err(UsageError(tr!("match-two-files")));
            }
        }
        Ok(sorted)
    }

    /// Adds the engines to a match. If there are any, settings that the match lacks get defaults.
    pub(super) fn join(self, spec: &mut MatchSpec) {
        if self.engines.is_empty() {
            return;
        }
        let is_limit =
            |word: &String| word.split_once('=').is_some_and(|(key, _)| LIMITS.contains(&key));
        let is_limited = spec.each.iter().any(is_limit);
        spec.engine.extend(self.engines.into_iter().map(|mut engine| {
            if !is_limited {
                engine.insert(0, DEFAULT_LIMIT.to_owned());
            }
            engine
        }));
        if spec.openings.is_empty() {
            spec.openings.push(DEFAULT_OPENINGS.to_owned());
        }
    }
}

/// Whether an argument cannot be a program: it leads to a text file or a folder, or to nothing, although it is neither
/// a name that is searched for in `PATH` nor a command with arguments.
fn is_match_file(path: &Path) -> bool {
    let text = path.to_string_lossy();
    let is_searched = path.components().count() == 1 && FileFormat::of_name(&text).is_none();
    is_regular(path) && fs::read_to_string(path).is_ok_and(|text| !text.starts_with("#!"))
        || path.is_dir()
        || !(is_searched || text.contains(char::is_whitespace) || path.exists())
}

/// The settings of an engine that is named by its command: a program, or a program and its arguments in one word.
fn engine(word: &Path) -> Result<Vec<String>, UsageError> {
    let refuse = || UsageError(tr!("match-no-command", word = word.display().to_string()));
    let text = word.to_str().ok_or_else(refuse)?;
    if is_registered(text) {
        return Ok(vec![format!("conf={text}")]);
    }
    let text = text.strip_prefix("cmd=").unwrap_or(text);
    // A path may contain spaces.
    let words = if Path::new(text).is_file() {
        vec![text.to_owned()]
    } else {
        shlex::split(text).ok_or_else(refuse)?
    };
    let (program, arguments) = words.split_first().ok_or_else(refuse)?;
    let own = || own_program().unwrap_or_else(|| PathBuf::from(SELF)).to_str().map(str::to_owned);
    let program = Some(program).filter(|it| *it != SELF).cloned().or_else(own);
    let command = format!("cmd={}", program.ok_or_else(refuse)?);
    let arguments = arguments.iter().map(|argument| format!("arg={argument}"));
    Ok([command].into_iter().chain(arguments).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(words: &[&str]) -> Contenders {
        Contenders::sort(words.iter().map(PathBuf::from).collect()).unwrap()
    }

    fn spec(words: &[&str], more: &str) -> MatchSpec {
        let mut spec = MatchSpec::from_toml(more).unwrap();
        sorted(words).join(&mut spec);
        spec
    }

    #[test]
    fn commands_are_engines_with_a_clock_and_openings() {
        let match_of_two = spec(&["pikafish", "'./my engine' --log 'a b'"], "");
        let engines: Vec<_> = match_of_two.engine.iter().map(|words| words.join("|")).collect();
        assert_eq!(
            engines,
            ["tc=10+0.1|cmd=pikafish", "tc=10+0.1|cmd=./my engine|arg=--log|arg=a b"]
        );
        assert_eq!(match_of_two.openings, ["file=embedded"]);
        let (plan, broken) = match_of_two.plan().unwrap();
        assert!(plan.book.len() >= 100 && broken.is_empty());
        let limit = plan.engines[1].limits.to_string();
        assert_eq!((plan.schedule().unwrap().len(), limit.as_str()), (2, "10+0.1"));
    }

    #[test]
    fn given_settings_replace_the_defaults() {
        let fast = spec(&["a", "b"], "each = 'nodes=500'\nopenings = 'file=mine.fen'");
        assert_eq!(fast.engine[0], ["cmd=a"]);
        assert_eq!(fast.openings, ["file=mine.fen"]);
        let named = spec(&["a"], "[[engine]]\ncmd = 'b'\nst = 1");
        assert_eq!((named.engine[0].len(), named.engine[1].len()), (2, 2));
        // A match without such engines has no defaults.
        assert_eq!(spec(&["x.toml"], "rounds = 3"), spec(&[], "rounds = 3"));
    }

    #[test]
    fn chuhe_names_this_program() {
        let own = std::env::current_exe().unwrap();
        let both = spec(&["chuhe", "cmd=chuhe"], "each = 'st=1'");
        for engine in &both.engine {
            assert_eq!(*engine, [format!("cmd={}", own.display())]);
        }
    }

    #[test]
    fn match_files_and_engines_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(path("gauntlet"), "rounds = 2").unwrap();
        fs::write(path("engine with spaces"), b"\x7fELF\xff").unwrap();
        assert_eq!(sorted(&["A.TOML"]).file.as_deref(), Some(Path::new("A.TOML")));
        assert_eq!(sorted(&[&path("gauntlet")]).file, Some(PathBuf::from(path("gauntlet"))));
        let one = sorted(&[&path("engine with spaces")]);
        assert_eq!((one.file, one.engines[0].len()), (None, 1));
        assert!(["missing.pgn", "./missing"].iter().all(|word| sorted(&[word]).file.is_some()));
        assert!(["stockfish-17.1", "./a --log"].iter().all(|word| sorted(&[word]).file.is_none()));
        let mixed = sorted(&["a.toml", "pikafish", &path("gauntlet")]);
        assert_eq!((mixed.file.is_some(), mixed.engines.len()), (true, 2));
        let two = ["a.toml", "b.toml"].map(PathBuf::from);
        assert!(Contenders::sort(two.into()).unwrap_err().to_string().contains("one match file"));
        let open = Contenders::sort(vec!["'open".into()]).unwrap_err().to_string();
        assert!(open.contains("'open"), "{open}");
    }
}
