//! The register of engines: a TOML file with a table for each engine, whose keys are those of
//! [`EngineSettings`](crate::settings::EngineSettings).

use std::env;
use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use toml_edit::{DocumentMut, Item, Table, TableLike, TomlError, value};

use super::settings::{EngineSettings, SettingError};
use chuhe_util::files::{self, make_folder, read_text, write_whole};

/// The variable that names another file.
const VARIABLE: &str = "CHUHE_ENGINES";

/// How long to wait for another process that changes the register.
const CHANGE_WAIT: Duration = Duration::from_secs(10);

/// The register, as it was read. Comments and the order of engines are kept.
#[derive(Debug)]
pub struct EngineRegister {
    path: PathBuf,
    document: DocumentMut,
    /// Locked while the register is changed. It is a file beside the register, which itself is replaced.
    _lock: Option<File>,
}

/// Why the register, or an engine in it, cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum RegisterError {
    #[error("the system has no configuration folder; name a file in {VARIABLE}")]
    NoFolder,
    #[error("{path}: {}", files::reason(.error))]
    Io { path: String, error: io::Error },
    #[error("{path}: {error}")]
    Syntax { path: String, error: TomlError },
    #[error("{0}: another process is changing it; try again")]
    Busy(String),
    #[error("{path}: {name} is not a table of settings")]
    Malformed { path: String, name: String },
    #[error("unknown engine '{name}'; expected the path of a program, or {}", known_names(.known))]
    Unknown { name: String, known: Vec<String> },
    #[error(transparent)]
    Setting(#[from] SettingError),
}

fn known_names(known: &[String]) -> String {
    match known {
        [] => "a name from `chuhe engines add`".to_owned(),
        known => format!("one of the names {}", known.join(", ")),
    }
}

/// Whether a text can be the name of an engine: letters, digits, `.`, `_` and `-`. `chuhe` is this program.
pub fn is_engine_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    text != "chuhe" && !text.is_empty() && text.chars().all(is_of_name)
}

impl EngineRegister {
    /// Reads the register, which is empty if there is no file.
    ///
    /// # Errors
    /// If the system has no configuration folder, or the file cannot be read.
    pub fn open() -> Result<Self, RegisterError> {
        Self::read(path()?, None)
    }

    /// Reads the register to change it. Until this value is dropped, other processes that call this function wait.
    ///
    /// # Errors
    /// Like those of [`EngineRegister::open`], or if the folder cannot be written, or another process takes too long.
    pub fn open_to_change() -> Result<Self, RegisterError> {
        let path = path()?;
        path.parent().map_or(Ok(()), make_folder).map_err(fail(&path))?;
        let lock = locked(&path)?;
        Self::read(path, Some(lock))
    }

    fn read(path: PathBuf, lock: Option<File>) -> Result<Self, RegisterError> {
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(&path)(error)),
        };
        let syntax = |error| RegisterError::Syntax { path: path.display().to_string(), error };
        let document = text.parse::<DocumentMut>().map_err(syntax)?;
        Ok(Self { path, document, _lock: lock })
    }

    /// The names of the engines, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.document.iter().map(|(name, _)| name)
    }

    /// The settings of an engine as words; `None` if there is no engine of this name.
    ///
    /// # Errors
    /// If the engine is not a table of plain values.
    pub fn words(&self, name: &str) -> Result<Option<Vec<String>>, RegisterError> {
        let Some(engine) = self.document.get(name) else { return Ok(None) };
        let words = engine.as_table_like().and_then(words);
        words.map(Some).ok_or_else(|| RegisterError::Malformed {
            path: self.path.display().to_string(),
            name: name.to_owned(),
        })
    }

    /// The settings of an engine that must exist.
    ///
    /// # Errors
    /// If there is no engine of this name, or it is not a table of plain values.
    pub fn known(&self, name: &str) -> Result<Vec<String>, RegisterError> {
        self.words(name)?.ok_or_else(|| RegisterError::Unknown {
            name: name.to_owned(),
            known: self.names().map(str::to_owned).collect(),
        })
    }

    /// Adds or replaces an engine.
    pub fn set(&mut self, name: &str, words: &[String]) {
        let mut engine = Table::new();
        for (key, text) in words.iter().filter_map(|word| word.split_once('=')) {
            match key.strip_prefix("option.") {
                Some(option) => {
                    let options = engine.entry("option").or_insert_with(toml_edit::table);
                    options[option] = typed(text);
                }
                None => engine[key] = typed(text),
            }
        }
        if self.document.get(name).is_none() {
            // A comment at the end of the file stays above what is added.
            let trailing = self.document.trailing().as_str().unwrap_or_default().to_owned();
            let is_empty = trailing.is_empty() && self.document.is_empty();
            engine.decor_mut().set_prefix(if is_empty { trailing } else { trailing + "\n" });
            self.document.set_trailing("");
        }
        self.document[name] = Item::Table(engine);
    }

    /// Removes an engine, but no comment above it.
    pub fn remove(&mut self, name: &str) {
        let next = self.names().skip_while(|&other| other != name).nth(1).map(str::to_owned);
        let removed = self.document.remove(name);
        let above = removed.as_ref().and_then(Item::as_table).map_or("", prefix);
        if above.trim().is_empty() {
            return;
        }
        let next = next.and_then(|next| self.document.get_mut(&next)?.as_table_mut());
        if let Some(next) = next {
            let joined = format!("{above}{}", prefix(next));
            next.decor_mut().set_prefix(joined);
        } else {
            let joined =
                format!("{above}{}", self.document.trailing().as_str().unwrap_or_default());
            self.document.set_trailing(joined);
        }
    }

    /// Writes the file, which must have been opened to be changed.
    ///
    /// # Errors
    /// If the file cannot be written. It then has its old contents.
    pub fn save(&self) -> Result<(), RegisterError> {
        write_whole(&self.path, self.document.to_string().as_bytes()).map_err(fail(&self.path))
    }
}

/// The path of the register.
fn path() -> Result<PathBuf, RegisterError> {
    let named = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let usual = || Some(dirs::config_dir()?.join("chuhe").join("engines.toml"));
    named.or_else(usual).ok_or(RegisterError::NoFolder)
}

/// Waits for other processes that change the register.
fn locked(path: &Path) -> Result<File, RegisterError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let options = OpenOptions::new().write(true).create(true).truncate(false).to_owned();
    let file = files::open(&beside, &options).map_err(fail(&beside))?;
    let deadline = Instant::now() + CHANGE_WAIT;
    loop {
        match files::lock(&file) {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < deadline => {}
            Err(TryLockError::WouldBlock) => {
                return Err(RegisterError::Busy(path.display().to_string()));
            }
            Err(TryLockError::Error(error)) => return Err(fail(&beside)(error)),
        }
    }
}

/// Replaces the name of an engine in the register, which is a word of its own or follows `conf=`, by the settings in the
/// register. Other words take precedence over those.
///
/// # Errors
/// If the register has no such engine, or cannot be read.
pub fn expand_names(words: &[String]) -> Result<Vec<String>, RegisterError> {
    let name = |word: &String| {
        let bare = (!word.contains('=')).then_some(word.as_str());
        word.strip_prefix("conf=").or(bare).map(str::to_owned)
    };
    let Some((at, name)) = words.iter().enumerate().find_map(|(at, word)| Some((at, name(word)?)))
    else {
        return Ok(words.to_vec());
    };
    let known = EngineRegister::open()?.known(&name)?;
    Ok([&known[..], &words[..at], &words[at + 1..]].concat())
}

/// The settings in these words, or of an engine in the register; see [`expand_names`].
///
/// # Errors
/// If a setting is invalid, or the register has no such engine.
pub fn engine_settings(words: &[String]) -> Result<EngineSettings, RegisterError> {
    let words = expand_names(words)?;
    Ok(EngineSettings::from_words(words.iter().map(String::as_str))?)
}

fn fail(path: &Path) -> impl Fn(io::Error) -> RegisterError {
    move |error| RegisterError::Io { path: path.display().to_string(), error }
}

/// A number or a truth value as such, and anything else as text.
fn typed(text: &str) -> Item {
    let number = text.parse::<i64>().ok().filter(|number| number.to_string() == text);
    match (number, text.parse::<bool>()) {
        (Some(number), _) => value(number),
        (None, Ok(is_so)) => value(is_so),
        (None, Err(_)) => value(text),
    }
}

/// The comments and blanks above a table.
fn prefix(table: &Table) -> &str {
    table.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default()
}

/// The words for a table: a key with a table stands for `key.name=value` for each of its values.
fn words(table: &dyn TableLike) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for (key, item) in table.iter() {
        if let Some(inner) = item.as_table_like() {
            for (name, item) in inner.iter() {
                words.push(format!("{key}.{name}={}", scalar(item)?));
            }
        } else {
            words.push(format!("{key}={}", scalar(item)?));
        }
    }
    Some(words)
}

fn scalar(item: &Item) -> Option<String> {
    let value = item.as_value()?;
    let other = || {
        let is_plain = value.is_integer() || value.is_float() || value.is_bool();
        is_plain.then(|| value.clone().decorated("", "").to_string())
    };
    value.as_str().map(str::to_owned).or_else(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register(text: &str) -> EngineRegister {
        EngineRegister {
            path: PathBuf::from("engines.toml"),
            document: text.parse().unwrap(),
            _lock: None,
        }
    }

    #[test]
    fn comments_and_the_order_are_kept() {
        let text = "# mine\n[b]\ncmd = \"./b\" # fast\n\n[a]\ncmd = \"/x y/a\"\noption = { Hash = 64, Ponder = true }\n";
        let mut register = register(text);
        assert_eq!(register.names().collect::<Vec<_>>(), ["b", "a"]);
        let words = |register: &EngineRegister, name: &str| register.words(name).unwrap().unwrap();
        assert_eq!(words(&register, "a"), ["cmd=/x y/a", "option.Hash=64", "option.Ponder=true"]);
        let new = [
            "cmd=c",
            "args=-x 'a b'",
            "option.EvalFile=a=b",
            "option.Hash=064",
            "option.Threads=4",
        ]
        .map(str::to_owned);
        register.set("c", &new);
        let written = register.document.to_string();
        assert!(written.starts_with(text), "{written}");
        let mut register = self::register(&written);
        assert_eq!(words(&register, "c"), new);
        register.remove("c");
        assert_eq!(register.document.to_string(), text);
        register.remove("b");
        let rest = register.document.to_string();
        assert!(rest.starts_with("# mine\n") && rest.contains("[a]"), "{rest}");
        register.remove("a");
        assert_eq!(register.document.to_string().trim_end(), "# mine");
    }

    #[test]
    fn malformed_engines_and_bad_names_are_refused() {
        for text in ["a = 3", "[a]\ncmd = [1, {}]", "[a]\noption = { b = { c = 1 } }"] {
            assert!(register(text).words("a").is_err(), "{text}");
        }
        let unknown = register("b = {}\nc = {}").known("a").unwrap_err().to_string();
        assert_eq!(
            unknown,
            "unknown engine 'a'; expected the path of a program, or one of the names b, c"
        );
        for name in ["", "a b", "a=b", "chuhe", "棋"] {
            assert!(!is_engine_name(name), "{name}");
        }
        assert!(is_engine_name("pikafish-2.1"));
    }
}
