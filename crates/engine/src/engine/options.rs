//! The table of options. Both protocols announce the options, each under its own names.
//!
//! ```
//! use chuhe_engine::engine::config::Config;
//! use chuhe_engine::engine::options;
//!
//! let mut config = Config::default();
//! let hash = options::find("hashsize").ok_or("no such option")?;
//! assert_eq!(hash.uci, Some("Hash"));
//! hash.set(&mut config, "64")?;
//! assert_eq!(config.hash_mb, 64);
//! assert!(hash.set(&mut config, "large").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Write as _};

use super::config::{self, Config, ConfigError, Grade, NumberRange};
use super::{books, evaluation};
use crate::rules::RuleSet;
use crate::types::{parse_count, parse_megabytes};

/// One option.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name in UCI; `None` if the option is not announced there.
    pub uci: Option<&'static str>,
    /// The name in UCCI, one lower-case word; `None` if the option is not announced there.
    pub ucci: Option<&'static str>,
    /// The values of the option, and where they are stored.
    pub kind: Kind,
    /// The help text, a sentence without a full stop.
    pub help: &'static str,
}

/// The values of an option and their field in [`Config`].
#[derive(Debug)]
pub enum Kind {
    /// Yes or no.
    Check(fn(&mut Config) -> &mut bool),
    /// A whole number.
    Spin {
        /// The minimum.
        min: u32,
        /// The maximum.
        max: u32,
        /// Whether 0 is accepted as well and means automatic. UCCI announces the 0; UCI cannot express it.
        zero_is_automatic: bool,
        /// The field that stores the value.
        field: fn(&mut Config) -> &mut u32,
    },
    /// One of the UCCI grades, the default first.
    Grade {
        /// The values offered.
        values: &'static [Grade],
        /// The field that stores the value.
        field: fn(&mut Config) -> &mut Grade,
    },
    /// The network to evaluate with: the path of a file, or a word for the embedded network or for none.
    EvalFile(fn(&mut Config) -> &mut String),
    /// Folders of endgame tables, separated by `;`; empty for none.
    TablePath(fn(&mut Config) -> &mut String),
    /// The opening books: paths of files separated by semicolons, or a word for the embedded book or for none.
    BookFile(fn(&mut Config) -> &mut String),
    /// One of the sets of repetition rules in [`RuleSet::ALL`], the default first.
    RuleSet(fn(&mut Config) -> &mut RuleSet),
    /// Accepts only the value `xiangqi`; setting it reveals that the host supports several variants.
    Variant,
    /// A button, which triggers an effect once.
    Button(Effect),
}

/// The side effect of setting an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No effect.
    None,
    /// Forget everything learned in the last game.
    NewGame,
    /// Empty the transposition table.
    ClearHash,
    /// The host supports many variants and therefore counts ranks from 1.
    HostKnowsVariants,
}

/// The value for no folder. An empty text is easily overlooked, and not all hosts can send one.
pub const NO_FOLDER: &str = "<empty>";

/// The name of the only variant.
pub const VARIANT: &str = "xiangqi";

use Grade::{Huge, Large, Medium, None as Off, Small, Tiny};

/// All options, in the order in which they are announced.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        uci: None,
        ucci: Some("usemillisec"),
        kind: Kind::Check(|c| &mut c.milliseconds),
        help: "UCCI: clock times are in milliseconds if true, in seconds if false",
    },
    OptionSpec {
        uci: Some("Hash"),
        ucci: Some("hashsize"),
        kind: spin(config::HASH_MB, |c| &mut c.hash_mb),
        help: "Size of the transposition table in MB; 0 for automatic: 64 MB for each thread",
    },
    OptionSpec {
        uci: Some("Threads"),
        ucci: Some("threads"),
        kind: spin(config::THREADS, |c| &mut c.threads),
        help: "Search threads; 0 for one per core",
    },
    OptionSpec {
        uci: Some("Clear Hash"),
        ucci: None,
        kind: Kind::Button(Effect::ClearHash),
        help: "Clears the transposition table",
    },
    OptionSpec {
        uci: None,
        ucci: Some("newgame"),
        kind: Kind::Button(Effect::NewGame),
        help: "UCCI: starts a new game and clears everything learned (UCI: `ucinewgame`)",
    },
    OptionSpec {
        uci: Some("Ponder"),
        ucci: Some("ponder"),
        kind: Kind::Check(|c| &mut c.ponder),
        help: "Set by the GUI if the engine may think on the opponent's time; it then spends more time per move",
    },
    OptionSpec {
        uci: Some("MultiPV"),
        ucci: Some("multipv"),
        kind: spin(config::MULTIPV, |c| &mut c.multipv),
        help: "Number of lines to report, best first",
    },
    OptionSpec {
        uci: Some("Move Overhead"),
        ucci: Some("moveoverhead"),
        kind: spin(config::MOVE_OVERHEAD_MS, |c| &mut c.move_overhead_ms),
        help: "Time in milliseconds reserved per move for delays in pipes, GUIs and networks",
    },
    OptionSpec {
        uci: Some("Draw Moves"),
        // The name is not `drawmoves`, because some hosts end the game when they read `draw`; but `drawmoves` is
        // accepted.
        ucci: Some("movelimit"),
        kind: spin(config::DRAW_MOVES, |c| &mut c.draw_moves),
        help: "Draw after this many full moves without a capture; 0 for never",
    },
    OptionSpec {
        uci: Some("Repetition Rule"),
        ucci: Some("repetition"),
        kind: Kind::RuleSet(|c| &mut c.repetition),
        help: "Repetition rules by which the game is judged",
    },
    OptionSpec {
        uci: Some("Skill Level"),
        ucci: Some("skilllevel"),
        kind: spin(config::SKILL_LEVEL, |c| &mut c.skill_level),
        help: "Playing strength, from a child's level to full strength",
    },
    OptionSpec {
        uci: Some("UCI_LimitStrength"),
        ucci: Some("limitstrength"),
        kind: Kind::Check(|c| &mut c.limit_strength),
        help: "Limits the strength by `UCI_Elo` instead of the skill level",
    },
    OptionSpec {
        uci: Some("UCI_Elo"),
        ucci: Some("elo"),
        kind: spin(config::ELO, |c| &mut c.elo),
        help: "Playing strength as a rating, if `UCI_LimitStrength` is on; 100 points correspond to one skill level",
    },
    OptionSpec {
        uci: None,
        ucci: Some("randomness"),
        kind: Kind::Grade {
            values: &[Off, Tiny, Small, Medium, Large, Huge],
            field: |c| &mut c.randomness,
        },
        help: "Variety: how much worse than the best move the played move may be",
    },
    OptionSpec {
        uci: None,
        ucci: Some("knowledge"),
        kind: Kind::Grade { values: &[Large, Medium, Small, Off], field: |c| &mut c.knowledge },
        help: "Quality of the evaluation",
    },
    OptionSpec {
        uci: None,
        ucci: Some("pruning"),
        kind: Kind::Grade { values: &[Large, Medium, Small, Off], field: |c| &mut c.pruning },
        help: "How aggressively the search prunes moves",
    },
    OptionSpec {
        uci: Some("EvalFile"),
        ucci: Some("evalfile"),
        kind: Kind::EvalFile(|c| &mut c.eval_file),
        help: "Network file for the evaluation; none for the hand-crafted evaluation alone",
    },
    OptionSpec {
        uci: Some("TablePath"),
        ucci: Some("egtbpaths"),
        kind: Kind::TablePath(|c| &mut c.table_path),
        help: "Folders of endgame tables, separated by `;`",
    },
    OptionSpec {
        uci: Some("OwnBook"),
        ucci: Some("usebook"),
        kind: Kind::Check(|c| &mut c.own_book),
        help: "Plays moves from the opening book where it has any, but not in analysis",
    },
    OptionSpec {
        uci: Some("BookFile"),
        ucci: Some("bookfiles"),
        kind: Kind::BookFile(|c| &mut c.book_file),
        help: "Opening books, separated by `;`, in chuhe's own format or as `BOOK.DAT`",
    },
    OptionSpec {
        uci: Some("Book Variety"),
        ucci: Some("bookvariety"),
        kind: Kind::Grade {
            values: &[Medium, Off, Tiny, Small, Large, Huge],
            field: |c| &mut c.book_variety,
        },
        help: "Variety of book moves: by weight at medium, always the best at none; `randomness` can increase it",
    },
    OptionSpec {
        uci: Some("UCI_ShowWDL"),
        ucci: Some("showwdl"),
        kind: Kind::Check(|c| &mut c.show_wdl),
        help: "Reports win, draw and loss probabilities, per mille, with every score",
    },
    OptionSpec {
        uci: None,
        ucci: Some("batch"),
        kind: Kind::Check(|c| &mut c.batch),
        help: "Reads no input while thinking, for scripted sessions",
    },
    OptionSpec {
        uci: None,
        ucci: Some("debug"),
        kind: Kind::Check(|c| &mut c.debug),
        help: "Prints more about the search (UCI: `debug on`)",
    },
    OptionSpec {
        uci: Some("UCI_Variant"),
        ucci: None,
        kind: Kind::Variant,
        help: "UCI: if the GUI sets it, ranks are numbered 1 to 10 instead of 0 to 9",
    },
];

/// The kind of an option whose value is a number in a range.
const fn spin(range: NumberRange, field: fn(&mut Config) -> &mut u32) -> Kind {
    let NumberRange { name: _, min, max, zero_is_automatic } = range;
    Kind::Spin { min, max, zero_is_automatic, field }
}

/// Why an option could not be set.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum OptionError {
    #[error("unknown option {0:?}")]
    Unknown(String),
    #[error("{option} takes {wanted}, not {given:?}")]
    Value {
        /// The name of the option, in UCI if it has one there.
        option: &'static str,
        wanted: Wanted,
        given: String,
    },
    /// The new configuration cannot be applied; the previous one is kept.
    #[error("{0}; previous setting kept")]
    Config(#[from] ConfigError),
}

/// The values that an option accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Yes or no.
    Truth,
    /// A number in this range, both ends included.
    Number(u32, u32),
    /// One of these words.
    OneOf(Vec<&'static str>),
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth => f.write_str("true or false"),
            Self::Number(min, max) => write!(f, "a number from {min} to {max}"),
            Self::OneOf(words) => f.write_str(&words.join("/")),
        }
    }
}

/// The option with this name in either protocol, regardless of case, blanks and underscores.
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    let wanted = plain(name);
    OPTIONS.iter().find(|spec| spec.names().any(|name| plain(name) == wanted))
}

/// Normalizes a name, because spellings differ between protocols and hosts.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, ' ' | '_')).flat_map(char::to_lowercase).collect()
}

impl OptionSpec {
    /// The names of the option, with the UCI name first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.uci.into_iter().chain(self.ucci)
    }

    /// Whether the option concerns opening books. Such options are announced only if there is a book.
    pub fn is_about_books(&self) -> bool {
        matches!(self.ucci, Some("usebook" | "bookfiles" | "bookvariety"))
    }

    /// Whether 0 is accepted as well and means automatic.
    pub const fn takes_zero(&self) -> bool {
        matches!(self.kind, Kind::Spin { zero_is_automatic: true, .. })
    }

    /// Parses a number: a whole number, which may be negative, or what [`parse_count`] accepts; for a size in megabytes,
    /// what [`parse_megabytes`] accepts. The number need not be in the option's range.
    pub fn number(&self, text: &str) -> Option<i128> {
        let is_size = self.names().any(|name| name == "Hash");
        let suffixed = || if is_size { parse_megabytes(text) } else { parse_count(text) };
        text.parse().ok().or_else(|| suffixed().map(Into::into))
    }

    /// Sets the option in a configuration. Numbers are clamped to the range; yes-or-no options accept the words of
    /// [`truth`].
    ///
    /// # Errors
    /// [`OptionError::Value`] if the text is not a value of this option. The configuration is then unchanged.
    pub fn set(&self, config: &mut Config, value: &str) -> Result<Effect, OptionError> {
        let value = value.trim();
        let refuse = |wanted: Wanted| OptionError::Value {
            option: self.names().next().unwrap_or_default(),
            wanted,
            given: value.to_owned(),
        };
        match self.kind {
            Kind::Check(field) => {
                *field(config) = truth(value).ok_or_else(|| refuse(Wanted::Truth))?;
            }
            Kind::Spin { min, max, zero_is_automatic, field } => {
                let least = if zero_is_automatic { 0 } else { min };
                let number =
                    self.number(value).ok_or_else(|| refuse(Wanted::Number(least, max)))?;
                *field(config) = number.clamp(least.into(), max.into()) as u32;
            }
            Kind::Grade { values, field } => {
                let known = values.iter().find(|grade| grade.name().eq_ignore_ascii_case(value));
                *field(config) = *known.ok_or_else(|| {
                    refuse(Wanted::OneOf(values.iter().map(|grade| grade.name()).collect()))
                })?;
            }
            // The file is read when the engine is configured.
            Kind::EvalFile(field) => *field(config) = evaluation::plain(value),
            // The tables are opened when the engine is configured.
            Kind::TablePath(field) => {
                *field(config) = match value {
                    NO_FOLDER => String::new(),
                    folders => folders.to_owned(),
                };
            }
            Kind::BookFile(field) => *field(config) = books::plain(value),
            Kind::RuleSet(field) => {
                *field(config) = rule_set(value).ok_or_else(|| {
                    refuse(Wanted::OneOf(RuleSet::ALL.map(RuleSet::name).to_vec()))
                })?;
            }
            Kind::Variant if value.eq_ignore_ascii_case(VARIANT) => {
                return Ok(Effect::HostKnowsVariants);
            }
            Kind::Variant => return Err(refuse(Wanted::OneOf(vec![VARIANT]))),
            Kind::Button(effect) => return Ok(effect),
        }
        Ok(Effect::None)
    }
}

impl OptionSpec {
    /// The default value as text; empty for a button.
    pub fn default_text(&self) -> String {
        self.text(&mut Config::default())
    }

    /// The value in a configuration as text; empty for a button. The configuration is not changed.
    pub fn text(&self, config: &mut Config) -> String {
        match self.kind {
            Kind::Check(field) => field(config).to_string(),
            Kind::Spin { field, .. } => field(config).to_string(),
            Kind::Grade { field, .. } => field(config).name().to_owned(),
            Kind::RuleSet(field) => field(config).name().to_owned(),
            Kind::EvalFile(field) | Kind::BookFile(field) => field(config).clone(),
            Kind::TablePath(field) if field(config).is_empty() => NO_FOLDER.to_owned(),
            Kind::TablePath(field) => field(config).clone(),
            Kind::Variant => VARIANT.to_owned(),
            Kind::Button(_) => String::new(),
        }
    }
}

impl Kind {
    /// The values, if all of them are words.
    pub fn words(&self) -> Option<Vec<&'static str>> {
        match self {
            Self::Check(_) => Some(vec!["true", "false"]),
            Self::Grade { values, .. } => Some(values.iter().map(|grade| grade.name()).collect()),
            Self::RuleSet(_) => Some(RuleSet::ALL.map(RuleSet::name).to_vec()),
            Self::Variant => Some(vec![VARIANT]),
            Self::Spin { .. }
            | Self::EvalFile(_)
            | Self::TablePath(_)
            | Self::BookFile(_)
            | Self::Button(_) => None,
        }
    }
}

/// Writes the values in short form.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Spin { min, max, zero_is_automatic, .. } => {
                write!(f, "{} to {max}", if zero_is_automatic { 0 } else { min })
            }
            Self::EvalFile(_) => f.write_str("a file, or none"),
            Self::TablePath(_) => f.write_str("folders"),
            Self::BookFile(_) => f.write_str("files, or none"),
            Self::Button(_) => f.write_str("(button)"),
            Self::Check(_) | Self::Grade { .. } | Self::RuleSet(_) | Self::Variant => {
                f.write_str(&self.words().unwrap_or_default().join(", "))
            }
        }
    }
}

/// Writes the help text.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.help)
    }
}

/// The option table as Markdown, for the manual: names, values, default and meaning.
pub fn markdown() -> String {
    let mut text =
        "| UCI | UCCI | Values | Default | Meaning |\n|---|---|---|---|---|\n".to_owned();
    let code = |name: Option<&str>| name.map_or_else(String::new, |name| format!("`{name}`"));
    for spec in OPTIONS {
        let mut default = spec.default_text();
        if default.starts_with('<') {
            // Without backticks it would be parsed as HTML.
            default = format!("`{default}`");
        }
        let names = [code(spec.uci), code(spec.ucci)].join(" | ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {names} | {} | {default} | {spec} |", spec.kind);
    }
    text
}

/// The rule set for a host's value. UCCI 2 hosts and hosts of other engines send `asianrule` or `ChineseRule`.
fn rule_set(value: &str) -> Option<RuleSet> {
    let value = value.to_ascii_lowercase();
    value.strip_suffix("rule").unwrap_or(&value).parse().ok()
}

/// The truth value of a host's word: `true`, `on`, `1`, `yes` or their opposites, in upper or lower case.
pub fn truth(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" | "yes" => Some(true),
        "false" | "off" | "0" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
#[path = "option_tests.rs"]
mod tests;
