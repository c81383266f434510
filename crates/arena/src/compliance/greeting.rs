//! Checks of the introduction: the engine's name, its options, and how it writes moves.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, Listened, Subject, Talk, millis};
use super::{BOTH, ProtocolCheck, check, ranks_name};
use crate::engine_link::EngineLine;
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Dialect, OfferedKind, OfferedOption, Reply};

/// The check on which all others depend.
pub(super) const NAME: &str = "greeting";

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "quiet-start",
        "prints nothing before the greeting, and nothing on stderr",
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
        "counts ranks 0 to 9 in UCCI; in UCI as configured",
        BOTH,
        Severity::Failure,
        coordinates,
    ),
];

/// How long the engine must stay silent before it is greeted.
const SILENCE: Duration = Duration::from_millis(200);
/// How soon an engine should answer: about the time after which hosts that try several dialects try the next.
const GREETING_SOON: Duration = Duration::from_secs(1);

fn quiet_start(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::start(subject)?;
    let deadline = Instant::now() + SILENCE;
    let mut lines = Vec::new();
    loop {
        match talk.next(deadline)? {
            Listened::Line(heard) => lines.push(heard),
            Listened::Late => break,
            Listened::Closed => return Err(talk.died(Expectation::Silence)),
        }
    }
    if lines.iter().any(|heard| !heard.is_error) {
        notes.warn(&talk, Expectation::Silence, Observation::Banner);
    }
    lines.extend(talk.greet(subject.patience)?);
    talk.set(&TestGame::middle())?;
    lines.extend(talk.go("go depth 2")?.before);
    if let Some(line) = lines.iter().find(|heard| heard.is_error) {
        notes.warn_of_line(&line.text, Expectation::QuietStderr);
    }
    Ok(())
}

fn greeting(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::start(subject)?;
    let start = Instant::now();
    let lines = talk.greet(subject.patience)?;
    let time = lines.last().map_or(Duration::ZERO, |last| last.at.saturating_duration_since(start));
    notes.remark(Observation::After(millis(time)));
    if time > GREETING_SOON {
        notes.warn(&talk, Expectation::GreetingSoon, time);
    }
    let names_itself = |heard: &EngineLine| matches!(&heard.reply, Some(Reply::Id { field, value }) if field == "name" && !value.is_empty());
    if !lines.iter().any(names_itself) {
        notes.warn(&talk, Expectation::IdLine, Observation::Missing);
    }
    // Lines printed before the introduction are skipped here, because a separate check reports them.
    let begin = lines.iter().position(|heard| heard.reply.is_some()).unwrap_or(0);
    let known = ["id", "option", "info", "copyprotection", "registration", "uciok", "ucciok", ""];
    for heard in &lines[begin..] {
        let first = heard.text.split_ascii_whitespace().next().unwrap_or_default();
        if !heard.is_error && !known.iter().any(|word| first.eq_ignore_ascii_case(word)) {
            notes.warn_of_line(&heard.text, Expectation::GreetingLines);
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
        let mut complain = |expected| notes.warn_of_line(&heard.text, expected);
        let Some(Reply::Option(option)) = &heard.reply else {
            let label = words.windows(2).any(|pair| pair == ["type", "label"]);
            if !(label && subject.dialect == Dialect::Ucci) {
                complain(Expectation::OptionType);
            }
            continue;
        };
        if !names.insert(option.name.to_ascii_lowercase()) {
            complain(Expectation::OptionOnce);
        }
        let has_word = words.get(1).is_some_and(|word| word.eq_ignore_ascii_case("name"));
        match subject.dialect {
            Dialect::Uci if !has_word => complain(Expectation::OptionFormUci),
            Dialect::Ucci if has_word => {
                complain(Expectation::OptionFormUcci);
            }
            Dialect::Ucci if option.name.contains(' ') => complain(Expectation::OptionOneWord),
            _ => {}
        }
        if let Some(expected) = unfit(option, &words) {
            complain(expected);
        }
    }
    notes.remark(Observation::Options(count));
    Ok(())
}

/// What is expected of an option's values; `None` if they are valid.
fn unfit(option: &OfferedOption, words: &[&str]) -> Option<Expectation> {
    match &option.kind {
        OfferedKind::Check { default: None } => Some(Expectation::DefaultTruth),
        OfferedKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
            (!(min..=max).contains(&default)).then_some(Expectation::DefaultInRange)
        }
        OfferedKind::Spin { .. } => Some(Expectation::DefaultNumbers),
        OfferedKind::Combo { default: None, .. } => Some(Expectation::Default),
        OfferedKind::Combo { default: Some(default), values } => {
            (!values.iter().any(|value| value.eq_ignore_ascii_case(default)))
                .then_some(Expectation::DefaultVar)
        }
        OfferedKind::Text { default: None } => words
            .last()
            .is_some_and(|word| word.eq_ignore_ascii_case("default"))
            .then_some(Expectation::DefaultEmpty),
        _ => None,
    }
}

/// How the engine numbers ranks, if its answer shows it.
pub(super) fn ranks_shown(subject: &Subject) -> Result<Option<Ranks>, Break> {
    let game = TestGame::red_mates();
    let mut talk = Talk::greeted(subject)?;
    talk.set(&game)?;
    let answer = talk.go("go depth 2")?;
    let word = answer.mv.as_deref().unwrap_or_default();
    // In this position, every legal move starts from Red's back rank, so the answer is legal in at most one numbering.
    let fits =
        |ranks: &Ranks| iccs::parse(word, *ranks).is_ok_and(|mv| game.position().is_legal(mv));
    Ok([Ranks::FromZero, Ranks::FromOne].into_iter().find(fits))
}

fn coordinates(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let Some(ranks) = ranks_shown(subject)? else {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&TestGame::red_mates())?;
        let answer = talk.go("go depth 2")?;
        return Err(talk.fault(Expectation::BackRank, answer.line));
    };
    notes.remark(if subject.wants_variant() {
        Observation::RanksAndVariant(Box::new(ranks_name(ranks)))
    } else {
        ranks_name(ranks)
    });
    let said = subject.engine.ranks();
    match (subject.dialect, ranks) {
        (Dialect::Ucci, Ranks::FromOne) => {
            notes.fail(&Talk::start(subject)?, Expectation::RanksOfUcci, ranks_name(ranks));
        }
        (Dialect::Uci, Ranks::FromOne) if said != ranks => {
            notes.remark(Observation::SayCoord);
        }
        (Dialect::Uci, Ranks::FromZero) if said != ranks => {
            notes.warn(&Talk::start(subject)?, Expectation::RanksAsSet, ranks_name(ranks));
        }
        _ => {}
    }
    Ok(())
}
