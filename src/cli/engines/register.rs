//! The register of engines: a TOML file with a table for each engine, whose keys are those of `chuhe match`.

use std::env;
use std::io;
use std::path::PathBuf;

use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use super::super::outputs::refused;
use super::unknown;
use crate::failure::{self, Failure};
use chuhe_localize::tr;
use chuhe_util::files::{make_folder, read_text, write_whole};

/// The variable that names another file.
const VARIABLE: &str = "CHUHE_ENGINES";

/// The register, as it was read. Comments and the order of engines are kept.
pub(super) struct Register {
    path: PathBuf,
    document: DocumentMut,
}

/// Parses a name for an engine.
pub(super) fn parse_name(text: &str) -> Result<String, String> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let is_name = text != "chuhe" && !text.is_empty() && text.chars().all(is_of_name);
    if is_name { Ok(text.to_owned()) } else { Err(tr!("engines-bad-name")) }
}

impl Register {
    /// Reads the register, which is empty if there is no file.
    ///
    /// # Errors
    /// If the system has no configuration folder, or the file cannot be read.
    pub(super) fn open() -> failure::Result<Self> {
        let named = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
        let usual = || Some(dirs::config_dir()?.join("chuhe").join("engines.toml"));
        let path = named.or_else(usual).ok_or_else(|| Failure::new(tr!("engines-no-folder")))?;
        let text = match read_text(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(refused(&path, error)),
        };
        let document = text.parse::<DocumentMut>();
        let document = document
            .map_err(|error| Failure::foreign(error).context(path.display().to_string()))?;
        Ok(Self { path, document })
    }

    /// The names of the engines, in the order of the file.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.document.iter().map(|(name, _)| name)
    }

    /// The settings of an engine as words; `None` if there is no engine of this name.
    ///
    /// # Errors
    /// If the engine is not a table of plain values.
    pub(super) fn words(&self, name: &str) -> failure::Result<Option<Vec<String>>> {
        let Some(engine) = self.document.get(name) else { return Ok(None) };
        let words = engine.as_table_like().and_then(words);
        let path = self.path.display().to_string();
        let malformed = || Failure::new(tr!("engines-malformed", name = name)).context(path);
        words.map(Some).ok_or_else(malformed)
    }

    /// The settings of an engine that must exist.
    pub(super) fn known(&self, name: &str) -> failure::Result<Vec<String>> {
        let known: Vec<&str> = self.names().collect();
        self.words(name)?.ok_or_else(|| unknown(name, &known))
    }

    /// Adds or replaces an engine.
    pub(super) fn set(&mut self, name: &str, words: &[String]) {
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
    pub(super) fn remove(&mut self, name: &str) {
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

    /// Writes the file.
    ///
    /// # Errors
    /// If the file cannot be written. It then has its old contents.
    pub(super) fn save(&self) -> failure::Result<()> {
        let folder = self.path.parent().map_or(Ok(()), make_folder);
        let written =
            folder.and_then(|()| write_whole(&self.path, self.document.to_string().as_bytes()));
        written.map_err(|error| refused(&self.path, error))
    }
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

    fn register(text: &str) -> Register {
        Register { path: PathBuf::from("engines.toml"), document: text.parse().unwrap() }
    }

    #[test]
    fn comments_and_the_order_are_kept() {
        let text = "# mine\n[b]\ncmd = \"./b\" # fast\n\n[a]\ncmd = \"/x y/a\"\noption = { Hash = 64, Ponder = true }\n";
        let mut register = register(text);
        assert_eq!(register.names().collect::<Vec<_>>(), ["b", "a"]);
        let words = |register: &Register, name: &str| register.words(name).unwrap().unwrap();
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
        assert!(register("").known("a").unwrap_err().to_string().contains("engines add"));
        for name in ["", "a b", "a=b", "chuhe", "棋"] {
            assert!(parse_name(name).is_err(), "{name}");
        }
        assert_eq!(parse_name("pikafish-2.1"), Ok("pikafish-2.1".to_owned()));
    }
}
