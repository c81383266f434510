//! The options that an engine announces: which settings they accept, and the variant that must be set.

use std::fmt;

use super::settings::EngineSettings;
use chuhe_engine::protocol::{OfferedKind, OfferedOption};

/// The option by which engines that play several variants select one.
pub(super) const VARIANT_OPTION: &str = "UCI_Variant";
/// The name of xiangqi as a variant.
pub(super) const VARIANT: &str = "xiangqi";

/// The maximum number of names in a message.
const NAMES_MAX: usize = 30;
/// The similarity from which a name is suggested.
const LIKENESS_MIN: f64 = 0.8;

/// Why an engine's options cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionProblem {
    /// The engine does not announce an option of this name.
    Unknown {
        /// The name in the settings.
        name: String,
        /// The announced options with a similar name.
        near: Vec<String>,
        /// All announced options.
        offered: Vec<String>,
    },
    /// The option, as announced, does not accept a value.
    Value {
        /// The value in the settings.
        value: String,
        /// The option as the engine announced it.
        offered: OfferedOption,
        /// The accepted value that is most similar, if any.
        near: Option<String>,
    },
    /// The engine plays variants, but not xiangqi.
    Variant(Vec<String>),
}

impl fmt::Display for OptionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, near, offered } => {
                write!(f, "unknown option `{name}`; ")?;
                match (&near[..], &offered[..]) {
                    ([], []) => f.write_str("the engine announces no options"),
                    ([], all) => write!(f, "expected one of {}", list(all)),
                    (near, _) => write!(f, "did you mean {}?", quoted(near, " or ")),
                }
            }
            Self::Value { value, offered, near } => {
                write!(f, "option.{}={value}: expected ", offered.name)?;
                match &offered.kind {
                    OfferedKind::Check { .. } => f.write_str("true or false")?,
                    OfferedKind::Spin { min: Some(min), max: Some(max), .. } => {
                        write!(f, "a whole number from {min} to {max}")?;
                    }
                    OfferedKind::Spin { .. } => f.write_str("a whole number")?,
                    OfferedKind::Combo { values, .. } => write!(f, "one of {}", list(values))?,
                    OfferedKind::Button => f.write_str("no value")?,
                    OfferedKind::Text { .. } => f.write_str("a text")?,
                }
                near.as_ref().map_or(Ok(()), |near| write!(f, "; did you mean `{near}`?"))
            }
            Self::Variant(variants) => {
                write!(
                    f,
                    "does not play xiangqi; its {VARIANT_OPTION} is one of {}",
                    list(variants)
                )
            }
        }
    }
}

impl std::error::Error for OptionProblem {}

/// A list of names, cut if it is long.
pub fn list(names: &[String]) -> String {
    let shown = names[..names.len().min(NAMES_MAX)].join(", ");
    if names.len() > NAMES_MAX { format!("{shown}, …") } else { shown }
}

/// A list of names in backticks.
pub fn quoted(names: &[String], separator: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(separator)
}

/// Whether two names mean the same option: case does not matter, and UCCI writes blanks as underscores.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    joined(one) == joined(other)
}

fn joined(name: &str) -> String {
    name.replace(' ', "_").to_ascii_lowercase()
}

/// The announced option of this name.
pub(super) fn find<'a>(offers: &'a [OfferedOption], name: &str) -> Option<&'a OfferedOption> {
    offers.iter().find(|offer| is_same(&offer.name, name))
}

/// Splits a setting `NAME=VALUE` into name and value, given the options that the engine announced. Both parts may
/// contain `=`; the longest announced name with which the setting starts is taken as the name, as it was announced.
pub(super) fn meant(
    offers: &[OfferedOption],
    (name, value): &(String, String),
) -> (String, String) {
    let whole = format!("{name}={value}");
    let longest = offers
        .iter()
        .filter_map(|offer| {
            let (start, rest) = whole.split_at_checked(offer.name.len())?;
            let value = rest.strip_prefix('=')?;
            is_same(start, &offer.name).then(|| (offer.name.clone(), value.to_owned()))
        })
        .max_by_key(|(name, _)| name.len());
    longest.unwrap_or_else(|| (name.clone(), value.clone()))
}

/// Whether an engine's variant must be set to xiangqi, because it plays another variant by default and the settings do not
/// choose one.
///
/// # Errors
/// If the engine announces variants, but not xiangqi.
pub(super) fn wants_variant(
    engine: &EngineSettings,
    offers: &[OfferedOption],
) -> Result<bool, Box<OptionProblem>> {
    let is_set = engine.options.iter().any(|(name, _)| is_same(name, VARIANT_OPTION));
    match find(offers, VARIANT_OPTION).map(|offer| &offer.kind) {
        Some(OfferedKind::Combo { default, values }) if !is_set && !values.is_empty() => {
            let knows = values.iter().any(|value| value == VARIANT);
            let plays = default.as_deref() == Some(VARIANT);
            if knows || plays {
                Ok(!plays)
            } else {
                Err(OptionProblem::Variant(values.clone()).into())
            }
        }
        _ => Ok(false),
    }
}

/// Checks the options in an engine's settings against those that it announces.
///
/// # Errors
/// If an option is not announced, or its value is out of the announced range.
pub(super) fn check(
    engine: &EngineSettings,
    offers: &[OfferedOption],
) -> Result<(), Box<OptionProblem>> {
    for setting in &engine.options {
        let (name, value) = meant(offers, setting);
        let Some(offer) = find(offers, &name) else {
            let offered: Vec<String> = offers.iter().map(|offer| offer.name.clone()).collect();
            let near = near(&name, &offered);
            return Err(OptionProblem::Unknown { name, near, offered }.into());
        };
        if !takes(&offer.kind, &value) {
            let near = match &offer.kind {
                OfferedKind::Combo { values, .. } => near(&value, values).into_iter().next(),
                _ => None,
            };
            return Err(OptionProblem::Value { value, offered: offer.clone(), near }.into());
        }
    }
    Ok(())
}

/// The names that resemble a name, most similar first, at most three.
fn near(name: &str, names: &[String]) -> Vec<String> {
    let mut near: Vec<(f64, &String)> =
        names.iter().map(|known| (likeness(name, known), known)).collect();
    near.retain(|(likeness, _)| *likeness > LIKENESS_MIN);
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(3).map(|(_, known)| known.clone()).collect()
}

fn likeness(name: &str, other: &str) -> f64 {
    let [name, other] = [name, other].map(|name| name.replace(['_', ' '], "").to_lowercase());
    let contains = is_part(&name, &other) || is_part(&other, &name);
    strsim::jaro_winkler(&name, &other) + if contains { 0.1 } else { 0.0 }
}

fn is_part(part: &str, whole: &str) -> bool {
    part.len() >= 3 && whole.contains(part)
}

/// Whether an option announced in this way accepts a value.
fn takes(kind: &OfferedKind, value: &str) -> bool {
    match kind {
        OfferedKind::Check { .. } => {
            ["true", "false"].iter().any(|it| it.eq_ignore_ascii_case(value))
        }
        OfferedKind::Spin { min, max, .. } => value.parse::<i64>().is_ok_and(|number| {
            min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
        }),
        // Some engines accept values but announce none.
        OfferedKind::Combo { values, .. } => {
            values.is_empty() || values.iter().any(|it| it.eq_ignore_ascii_case(value))
        }
        OfferedKind::Button => value.is_empty(),
        OfferedKind::Text { .. } => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> OfferedOption {
        OfferedOption { name: name.to_owned(), kind: OfferedKind::Text { default: None } }
    }

    fn engine(words: &[&str]) -> EngineSettings {
        EngineSettings::from_words([&["cmd=x"], words].concat()).unwrap()
    }

    #[test]
    fn names_and_values_may_have_equals_signs() {
        let offers = ["Hash", "a", "a=b", "NNUE file"].map(text);
        for (setting, expected) in [
            (("a", "b=3"), ("a=b", "3")),
            (("A", "B=c=d"), ("a=b", "c=d")),
            (("a", "c=3"), ("a", "c=3")),
            (("hash", "16"), ("Hash", "16")),
            (("nnue FILE", "x=y.nnue"), ("NNUE file", "x=y.nnue")),
            (("NNUE_file", "x=y.nnue"), ("NNUE file", "x=y.nnue")),
            (("other", "b=3"), ("other", "b=3")),
            (("炮", "b=3"), ("炮", "b=3")),
        ] {
            let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
            assert_eq!(meant(&offers, &owned(setting)), owned(expected));
        }
    }

    #[test]
    fn option_values_must_fit_their_declarations() {
        let spin = OfferedKind::Spin { default: None, min: Some(1), max: Some(64) };
        let combo = OfferedKind::Combo { default: None, values: vec!["Skyrule".into()] };
        let cases = [
            (&spin, "64", true),
            (&spin, "65", false),
            (&spin, "abc", false),
            (&combo, "skyrule", true),
            (&combo, "none", false),
            (&OfferedKind::Check { default: None }, "True", true),
            (&OfferedKind::Check { default: None }, "1", false),
            (&OfferedKind::Button, "", true),
            (&OfferedKind::Button, "x", false),
            (&OfferedKind::Text { default: None }, "", true),
        ];
        for (kind, value, expected) in cases {
            assert_eq!(takes(kind, value), expected, "{kind:?} {value:?}");
        }
    }

    #[test]
    fn unknown_options_are_refused_with_suggestions() {
        let offers = ["hashsize", "Skill_Level", "UCI_Elo"].map(text);
        let refusal = |words: &[&str]| check(&engine(words), &offers).map_err(|it| it.to_string());
        assert_eq!(refusal(&["option.skill level=5", "option.HASHSIZE=x"]), Ok(()));
        for (word, expected) in [
            ("option.hashsiez=16", "unknown option `hashsiez`; did you mean `hashsize`?"),
            ("option.Hash=16", "unknown option `Hash`; did you mean `hashsize`?"),
            ("option.skil=1", "unknown option `skil`; did you mean `Skill_Level`?"),
            (
                "option.MultiPV=2",
                "unknown option `MultiPV`; expected one of hashsize, Skill_Level, UCI_Elo",
            ),
        ] {
            assert_eq!(refusal(&[word]), Err(expected.to_owned()));
        }
        let none = check(&engine(&["option.Hash=16"]), &[]).unwrap_err().to_string();
        assert_eq!(none, "unknown option `Hash`; the engine announces no options");
    }

    #[test]
    fn long_lists_are_cut_and_the_nearest_value_is_named() {
        let values: Vec<String> = (0..90).map(|number| format!("variant-{number}")).collect();
        let values = [values, vec!["xiangqi".to_owned()]].concat();
        let kind = OfferedKind::Combo { default: None, values };
        let offers = [OfferedOption { name: "UCI_Variant".to_owned(), kind }];
        let refusal = check(&engine(&["option.UCI_Variant=xianqi"]), &offers).unwrap_err();
        let refusal = refusal.to_string();
        assert!(refusal.starts_with("option.UCI_Variant=xianqi: expected one of variant-0, "));
        assert!(refusal.ends_with("variant-29, …; did you mean `xiangqi`?"), "{refusal}");
    }

    #[test]
    fn engines_of_several_variants_get_their_variant_set() {
        let offer = |default: &str, values: &[&str]| OfferedOption {
            name: VARIANT_OPTION.to_owned(),
            kind: OfferedKind::Combo {
                default: Some(default.to_owned()),
                values: values.iter().map(|&value| value.to_owned()).collect(),
            },
        };
        let wants =
            |words: &[&str], offers: &[OfferedOption]| wants_variant(&engine(words), offers);
        let fairy = offer("chess", &["chess", "xiangqi"]);
        assert_eq!(wants(&[], std::slice::from_ref(&fairy)), Ok(true));
        assert_eq!(wants(&["option.uci_variant=janggi"], &[fairy]), Ok(false));
        assert_eq!(wants(&[], &[offer("xiangqi", &["chess", "xiangqi"])]), Ok(false));
        assert_eq!(wants(&[], &[text("Hash")]), Ok(false));
        let refusal = wants(&[], &[offer("chess", &["chess", "atomic"])]).unwrap_err();
        let expected = "does not play xiangqi; its UCI_Variant is one of chess, atomic";
        assert_eq!(refusal.to_string(), expected);
    }
}
