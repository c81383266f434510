//! Checks of options, of unknown options and commands, and of the command for a new game.

use std::collections::HashSet;

use super::dialogue::{Break, EngineDialogue, Subject};
use super::report::Notes;
use super::test_game::TestGame;
use crate::engine_link::EngineLine;
use crate::phrase::{Phrase, phrase};
use chuhe_engine::protocol::{Command, Dialect, OfferedKind, OfferedOption, Reply};

pub(super) fn option_lines(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let lines = EngineDialogue::start(subject)?.greet(subject.timeout)?;
    let mut names = HashSet::new();
    let mut count = 0;
    for line in lines {
        let words: Vec<&str> = line.text.split_ascii_whitespace().collect();
        if words.first().is_none_or(|word| !word.eq_ignore_ascii_case("option")) {
            continue;
        }
        count += 1;
        let mut warn = |expected| notes.warn_of_line(&line.text, expected);
        let Some(Reply::Option(option)) = &line.reply else {
            let is_label = words.windows(2).any(|pair| pair == ["type", "label"]);
            if !(is_label && subject.dialect == Dialect::Ucci) {
                warn(phrase!("an option with a name and a known type", "选项有名称和已知的类型"));
            }
            continue;
        };
        if !names.insert(option.name.to_ascii_lowercase()) {
            warn(phrase!("no option twice", "选项不重复"));
        }
        let has_word = words.get(1).is_some_and(|word| word.eq_ignore_ascii_case("name"));
        match subject.dialect {
            Dialect::Uci if !has_word => warn(phrase!(
                "\"option name NAME type ..\" in UCI",
                "UCI 的格式“option name NAME type ..”",
            )),
            Dialect::Ucci if has_word => warn(phrase!(
                "\"option NAME type ..\" in UCCI, without \"name\"",
                "UCCI 的格式“option NAME type ..”，没有“name”",
            )),
            Dialect::Ucci if option.name.contains(' ') => {
                warn(phrase!("a name of one word in UCCI", "UCCI 中名称为一个词"));
            }
            _ => {}
        }
        if let Some(expected) = default_fault(option, &words) {
            warn(expected);
        }
    }
    let plural = if count == 1 { "" } else { "s" };
    notes.remark(phrase!("{count} option{plural}", "{count} 个选项"));
    Ok(())
}

/// What is expected of an option's values; `None` if they are valid.
fn default_fault(option: &OfferedOption, words: &[&str]) -> Option<Phrase> {
    match &option.kind {
        OfferedKind::Check { default: None } => {
            Some(phrase!("a default of true or false", "默认值为 true 或 false"))
        }
        OfferedKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
            (!(min..=max).contains(&default))
                .then(|| phrase!("a default between min and max", "默认值在 min 与 max 之间"))
        }
        OfferedKind::Spin { .. } => {
            Some(phrase!("numbers for default, min and max", "default、min 和 max 为数字"))
        }
        OfferedKind::Combo { default: None, .. } => Some(phrase!("a default", "有默认值")),
        OfferedKind::Combo { default: Some(default), values } => {
            (!values.iter().any(|value| value.eq_ignore_ascii_case(default)))
                .then(|| phrase!("a default that is one of the vars", "默认值是 var 之一"))
        }
        OfferedKind::Text { default: None }
            if words.last().is_some_and(|word| word.eq_ignore_ascii_case("default")) =>
        {
            Some(phrase!(
                "\"default <empty>\" for an empty default, without which parsers break",
                "默认值为空时写“default <empty>”，否则解析会出错",
            ))
        }
        _ => None,
    }
}

pub(super) fn options_at_default(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let mut count = 0;
    for option in &subject.offers {
        let Some(value) = default_value(option) else { continue };
        count += 1;
        let mut line = match subject.dialect {
            Dialect::Uci => format!("setoption name {} value {value}", option.name),
            Dialect::Ucci => format!("setoption {} {value}", option.name),
        };
        if matches!(option.kind, OfferedKind::Button) {
            line = line.trim_end().trim_end_matches(" value").to_owned();
        }
        dialogue.send(&line)?;
        for reply in dialogue.ready()?.1.into_iter().filter(is_complaint) {
            let expected = phrase!("{line:?} accepted silently", "默默接受 {line:?}");
            notes.warn(&dialogue, expected, reply.text);
        }
    }
    notes.remark(phrase!("{count} set", "设置了 {count} 个"));
    Ok(())
}

/// The default as a host would send it; `None` if the engine announced none.
fn default_value(option: &OfferedOption) -> Option<String> {
    match &option.kind {
        OfferedKind::Check { default } => default.map(|value| value.to_string()),
        OfferedKind::Spin { default, .. } => default.map(|value| value.to_string()),
        OfferedKind::Combo { default, .. } | OfferedKind::Text { default } => default.clone(),
        OfferedKind::Button => Some(String::new()),
    }
}

/// Whether a line is an error message or anything else that hosts do not expect.
fn is_complaint(line: &EngineLine) -> bool {
    let text = line.text.trim().to_ascii_lowercase();
    let is_info = text.starts_with("info ");
    !line.is_error && !text.is_empty() && (!is_info || text.contains("error"))
}

pub(super) fn unknown_option(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let name = "nosuchoption".to_owned();
    let command = Command::SetOption { name, value: "5".to_owned() };
    let line = subject.dialect.format_command(&command).unwrap_or_default();
    ignores(subject, notes, &[&line])
}

pub(super) fn unknown_command(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    ignores(subject, notes, &["nonsense", "", "   "])
}

/// Checks that the engine silently ignores unknown lines.
fn ignores(subject: &Subject, notes: &mut Notes, lines: &[&str]) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    for line in lines {
        dialogue.send(line)?;
    }
    if let Some(line) = dialogue.ready()?.1.into_iter().find(is_complaint) {
        let expected = phrase!("silence about unknown lines", "对不认识的内容不作声");
        notes.warn(&dialogue, expected, line.text);
    }
    Ok(())
}

pub(super) fn new_game(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    for game in [TestGame::middle(), TestGame::start().after("h2e2"), TestGame::red_mates()] {
        dialogue.new_game()?;
        let (_, answer) = dialogue.search(&game, "go depth 3")?;
        if let Some(line) = answer.before.into_iter().find(is_complaint) {
            let expected = phrase!("support for the start of a new game", "知道新对局开始");
            notes.warn(&dialogue, expected, line.text);
        }
    }
    Ok(())
}
