//! Tests of the option table: setting, reading, refusing and describing every option.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;

fn set(name: &str, value: &str) -> Result<Config, OptionError> {
    let mut config = Config::default();
    find(name).ok_or_else(|| OptionError::Unknown(name.to_owned()))?.set(&mut config, value)?;
    Ok(config)
}

#[test]
fn names_are_unique_and_fit_their_dialect() {
    let mut seen = HashSet::new();
    for spec in OPTIONS {
        let names: HashSet<_> = spec.names().map(plain).collect();
        assert!(!names.is_empty() && names.iter().all(|name| seen.insert(name.clone())));
        if let Some(name) = spec.ucci {
            assert!(name.chars().all(|c| c.is_ascii_lowercase()), "{name}");
        }
        // TCHESS splits option lines at these words.
        let text = spec.uci.unwrap_or_default().to_lowercase();
        assert!(["name", "type", "default"].iter().all(|word| !text.contains(word)));
    }
}

#[test]
fn defaults_are_values_and_come_first() {
    let mut config = Config::default();
    for spec in OPTIONS {
        match spec.kind {
            Kind::Spin { min, max, field, .. } => {
                let least = if spec.takes_zero() { 0 } else { min };
                assert!((least..=max).contains(field(&mut config)));
            }
            Kind::Grade { values, field } => assert_eq!(values[0], *field(&mut config)),
            Kind::RuleSet(field) => assert_eq!(RuleSet::ALL[0], *field(&mut config)),
            Kind::Check(_)
            | Kind::EvalFile(_)
            | Kind::TablePath(_)
            | Kind::BookFile(_)
            | Kind::Variant
            | Kind::Button(_) => {}
        }
    }
}

#[test]
fn any_spelling_of_a_name_will_do() {
    for name in ["Skill Level", "skill_level", "SKILLLEVEL", "Skill_Level"] {
        assert_eq!(set(name, "7").unwrap().skill_level, 7);
    }
    assert_eq!(set("drawmoves", "50").unwrap().draw_moves, 50);
    assert!(matches!(set("nosuchoption", "false"), Err(OptionError::Unknown(_))));
}

#[test]
fn numbers_are_clamped_and_junk_is_refused() {
    assert_eq!(set("hashsize", "0").unwrap().hash_mb, 0);
    assert_eq!(set("Hash", "-5").unwrap().hash_mb, 0);
    assert_eq!(set("Hash", "99999999999999").unwrap().hash_mb, 65536);
    assert_eq!(set("MultiPV", "0").unwrap().multipv, 1);
    assert!(matches!(set("hashsize", "0setoption threads 0"), Err(OptionError::Value { .. })));
    assert!(matches!(set("pruning", "enormous"), Err(OptionError::Value { .. })));
}

#[test]
fn every_number_is_checked_against_the_range_announced() {
    for spec in OPTIONS {
        let Kind::Spin { min, max, field, .. } = spec.kind else { continue };
        let least = if spec.takes_zero() { 0 } else { min };
        for (number, fits) in [(least, true), (max, true), (max + 1, false)] {
            let mut config = Config::default();
            *field(&mut config) = number;
            assert_eq!(config.check().is_ok(), fits, "{:?} = {number}", spec.uci);
        }
        let mut config = Config::default();
        *field(&mut config) = max + 1;
        let error = config.check().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{} is ", spec.uci.unwrap())), "{error}");
    }
}

#[test]
fn rule_sets_go_by_the_names_of_other_engines_too() {
    for name in ["computer", "ComputerRule", "COMPUTER"] {
        assert_eq!(set("repetition", name).unwrap().repetition, RuleSet::Computer);
    }
    assert_eq!(set("Repetition Rule", "ChineseRule").unwrap().repetition, RuleSet::Chinese);
    let error = set("repetition", "alwaysdraw").unwrap_err().to_string();
    assert_eq!(error, "Repetition Rule takes asian/chinese/computer, not \"alwaysdraw\"");
}

#[test]
fn no_network_and_the_own_network_have_several_names() {
    let file = |value| set("evalfile", value).unwrap().eval_file;
    assert_eq!(file("<default>"), Config::default().eval_file);
    assert_eq!((file(""), file("<empty>")), (file("<default>"), file("<embedded>")));
    assert_eq!((file("HCE").as_str(), file("none").as_str()), ("none", "none"));
    assert_eq!(file(r" C:\My Files\Net.nn "), r"C:\My Files\Net.nn");
}

#[test]
fn no_folder_of_tables_has_two_names() {
    for (value, path) in [("", ""), ("<empty>", ""), (" C:\\My Tables;t ", "C:\\My Tables;t")] {
        for name in ["TablePath", "egtbpaths"] {
            assert_eq!(set(name, value).unwrap().table_path, path);
        }
    }
}

#[test]
fn every_value_reaches_the_configuration() {
    let defaults = Config::default();
    for spec in OPTIONS {
        let other = match spec.kind {
            Kind::Check(field) => (!*field(&mut defaults.clone())).to_string(),
            Kind::Spin { min, max, field, .. } => {
                if *field(&mut defaults.clone()) == min { max } else { min }.to_string()
            }
            Kind::Grade { values, .. } => values[1].name().to_owned(),
            Kind::RuleSet(_) => RuleSet::ALL[1].name().to_owned(),
            Kind::EvalFile(_) => "a network.nn".to_owned(),
            Kind::TablePath(_) => "a folder;another".to_owned(),
            Kind::BookFile(_) => "a.book;BOOK.DAT".to_owned(),
            Kind::Variant => VARIANT.to_owned(),
            Kind::Button(_) => String::new(),
        };
        for name in spec.names() {
            let mut config = defaults.clone();
            let effect = find(name).unwrap().set(&mut config, &other).unwrap();
            assert!(config != defaults || effect != Effect::None, "{name}");
        }
    }
}

#[test]
fn the_manual_has_a_row_for_each() {
    let text = markdown();
    assert_eq!(text.lines().count(), OPTIONS.len() + 2);
    assert!(text.lines().all(|row| row.matches('|').count() == 6), "{text}");
    assert!(text.contains("| `Hash` | `hashsize` | 0 to 65536 | 0 |"), "{text}");
}

proptest! {
    #[test]
    fn no_value_is_too_strange(name in ".*", value in ".*|-?[0-9]{0,50}", row in 0..OPTIONS.len()) {
        let _ = find(&name);
        let (spec, mut config) = (&OPTIONS[row], Config::default());
        if spec.set(&mut config, &value).is_err() {
            prop_assert_eq!(&config, &Config::default());
        } else if let Kind::Spin { max, field, .. } = spec.kind {
            prop_assert!(*field(&mut config) <= max);
        }
    }
}
