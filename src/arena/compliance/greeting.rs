//! Checks of the introduction: the engine's name, its options, and how it writes moves.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, Listened, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check, ranks_name};
use crate::arena::engine_link::EngineLine;
use crate::notation::iccs::{self, Ranks};
use crate::protocol::{Dialect, OfferedKind, OfferedOption, Reply};

/// The check on which all others depend.
pub(super) const NAME: &str = "greeting";

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "quiet-start",
        "says nothing before it is greeted, and nothing on stderr",
        BOTH,
        Severity::Warning,
        quiet_start,
    ),
    check(
        NAME,
        "answers its greeting with its name, its options and ucciok or uciok",
        BOTH,
        Severity::Failure,
        greeting,
    ),
    check(
        "option-lines",
        "announces options in the form of the protocol, each once, with defaults that fit",
        BOTH,
        Severity::Warning,
        option_lines,
    ),
    check(
        "coordinates",
        "counts ranks 0 to 9 in UCCI; in UCI as the user says",
        BOTH,
        Severity::Failure,
        coordinates,
    ),
];

/// How long the engine has to be silent before the greeting.
const SILENCE: Duration = Duration::from_millis(200);
/// Hosts that try several dialects go on to the next one after about this.
const GREETING_SOON: Duration = Duration::from_secs(1);

fn quiet_start(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::start(subject)?;
    let deadline = Instant::now() + SILENCE;
    let mut lines = Vec::new();
    loop {
        match talk.next(deadline)? {
            Listened::Line(heard) => lines.push(heard),
            Listened::Late => break,
            Listened::Closed => return Err(talk.died("silence before the greeting")),
        }
    }
    if lines.iter().any(|heard| !heard.is_error) {
        notes.warn(
            &talk,
            "silence before the greeting",
            "a banner, which strict hosts stumble over",
        );
    }
    lines.extend(talk.greet(subject.patience)?);
    talk.set(&TestGame::middle())?;
    lines.extend(talk.go("go depth 2")?.before);
    if let Some(line) = lines.iter().find(|heard| heard.is_error) {
        let expected = "nothing on stderr, which hosts merge into the conversation or never read";
        notes.warn_of_line(&line.text, expected);
    }
    Ok(())
}

fn greeting(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::start(subject)?;
    let start = Instant::now();
    let lines = talk.greet(subject.patience)?;
    let time = lines.last().map_or(Duration::ZERO, |last| last.at.saturating_duration_since(start));
    notes.remark(format!("after {}", millis(time)));
    if time > GREETING_SOON {
        notes.warn(&talk, "an end of the greeting within 1 s", millis(time));
    }
    let names_itself = |heard: &EngineLine| matches!(&heard.reply, Some(Reply::Id { field, value }) if field == "name" && !value.is_empty());
    if !lines.iter().any(names_itself) {
        notes.warn(&talk, "a line \"id name ..\"", "none");
    }
    // Another check reports a banner before the introduction.
    let begin = lines.iter().position(|heard| heard.reply.is_some()).unwrap_or(0);
    let known = ["id", "option", "info", "copyprotection", "registration", "uciok", "ucciok", ""];
    for heard in &lines[begin..] {
        let first = heard.text.split_ascii_whitespace().next().unwrap_or_default();
        if !heard.is_error && !known.iter().any(|word| first.eq_ignore_ascii_case(word)) {
            notes.warn_of_line(&heard.text, "nothing but id and option lines in the greeting");
        }
    }
    Ok(())
}

fn option_lines(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let lines = Talk::start(subject)?.greet(subject.patience)?;
    let mut names = HashSet::new();
    let mut count = 0;
    for heard in lines {
        let words: Vec<&str> = heard.text.split_ascii_whitespace().collect();
        if words.first().is_none_or(|word| !word.eq_ignore_ascii_case("option")) {
            continue;
        }
        count += 1;
        let mut complain = |expected: &str| notes.warn_of_line(&heard.text, expected);
        let Some(Reply::Option(option)) = &heard.reply else {
            let label = words.windows(2).any(|pair| pair == ["type", "label"]);
            if !(label && subject.dialect == Dialect::Ucci) {
                complain("an option with a name and a known type");
            }
            continue;
        };
        if !names.insert(option.name.to_ascii_lowercase()) {
            complain("no option twice");
        }
        let has_word = words.get(1).is_some_and(|word| word.eq_ignore_ascii_case("name"));
        match subject.dialect {
            Dialect::Uci if !has_word => complain("\"option name NAME type ..\" in UCI"),
            Dialect::Ucci if has_word => {
                complain("\"option NAME type ..\" in UCCI, without \"name\"");
            }
            Dialect::Ucci if option.name.contains(' ') => complain("a name of one word in UCCI"),
            _ => {}
        }
        if let Some(expected) = unfit(option, &words) {
            complain(expected);
        }
    }
    notes.remark(format!("{count} options"));
    Ok(())
}

/// What the values of an option should have been; `None` if they are right.
fn unfit(option: &OfferedOption, words: &[&str]) -> Option<&'static str> {
    match &option.kind {
        OfferedKind::Check { default: None } => Some("a default true or false"),
        OfferedKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
            (!(min..=max).contains(&default)).then_some("a default from min to max")
        }
        OfferedKind::Spin { .. } => Some("numbers for default, min and max"),
        OfferedKind::Combo { default: None, .. } => Some("a default"),
        OfferedKind::Combo { default: Some(default), values } => {
            (!values.iter().any(|value| value.eq_ignore_ascii_case(default)))
                .then_some("a default that is one of the vars")
        }
        OfferedKind::Text { default: None } => words
            .last()
            .is_some_and(|word| word.eq_ignore_ascii_case("default"))
            .then_some("\"default <empty>\" for an empty default, without which parsers break"),
        _ => None,
    }
}

/// How the engine numbers ranks, if its answer tells.
pub(super) fn ranks_shown(subject: &Subject) -> Result<Option<Ranks>, Break> {
    let game = TestGame::red_mates();
    let mut talk = Talk::greeted(subject)?;
    talk.set(&game)?;
    let answer = talk.go("go depth 2")?;
    let word = answer.mv.as_deref().unwrap_or_default();
    // Every legal move starts from Red's back rank, so the answer is legal in at most one numbering.
    let fits =
        |ranks: &Ranks| iccs::parse(word, *ranks).is_ok_and(|mv| game.position().is_legal(mv));
    Ok([Ranks::FromZero, Ranks::FromOne].into_iter().find(fits))
}

fn coordinates(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let variant = if subject.wants_variant() { ", with UCI_Variant set to xiangqi" } else { "" };
    let expected = "a legal move from the back rank, in either numbering";
    let Some(ranks) = ranks_shown(subject)? else {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&TestGame::red_mates())?;
        let answer = talk.go("go depth 2")?;
        return Err(talk.fault(expected, answer.line));
    };
    notes.remark(format!("{}{variant}", ranks_name(ranks)));
    let said = subject.engine.ranks;
    match (subject.dialect, ranks) {
        (Dialect::Ucci, Ranks::FromOne) => {
            notes.fail(&Talk::start(subject)?, "ranks 0 to 9 in UCCI", ranks_name(ranks));
        }
        (Dialect::Uci, Ranks::FromOne) if said != ranks => {
            notes.remark("say coord=1 in a match");
        }
        (Dialect::Uci, Ranks::FromZero) if said != ranks => {
            notes.warn(&Talk::start(subject)?, "ranks 1 to 10 as coord=1 says", ranks_name(ranks));
        }
        _ => {}
    }
    Ok(())
}
