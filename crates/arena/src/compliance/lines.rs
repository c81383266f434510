//! Checks of the lines that an engine sends during a search.

use super::finding::{Expectation, Observation, SearchOutcome};
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, SearchAnswer, Subject, Talk};
use super::{BOTH, ProtocolCheck, check};
use chuhe_engine::protocol::{Command, Dialect, OfferedKind};
use chuhe_engine::search::Bound;
use chuhe_engine::types::Color;

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "info-lines",
        "reports a search in well-formed lines with growing numbers",
        BOTH,
        Severity::Warning,
        info_lines,
    ),
    check(
        "pv-legal",
        "reports legal lines of play, the last one beginning with its move",
        BOTH,
        Severity::Warning,
        pv_legal,
    ),
    check(
        "ponder-move",
        "expects a legal reply to its move, if any",
        BOTH,
        Severity::Warning,
        ponder_move,
    ),
    check(
        "repeatable",
        "repeats its result in a new game at a fixed depth on one thread",
        BOTH,
        Severity::Warning,
        repeatable,
    ),
];

/// A search deep enough for several iterations, and fast in every engine.
const DEPTH: &str = "go depth 6";
/// The maximum length of a line; the smallest buffers of hosts have 1024 bytes.
const LINE_BYTES: usize = 1000;
/// Keywords that may occur only once per line.
const KEYS: [&str; 10] =
    ["depth", "seldepth", "time", "nodes", "score", "nps", "hashfull", "currmove", "multipv", "pv"];

fn info_lines(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.set(&TestGame::middle())?;
    let answer = talk.go(DEPTH)?;
    let mut known: Vec<Expectation> = Vec::new();
    // Report each kind of fault once.
    let mut complain = |line: &str, expected: Expectation| {
        if !known.contains(&expected) {
            notes.warn_of_line(line, expected.clone());
            known.push(expected);
        }
    };
    for heard in answer.before.iter().filter(|heard| !heard.is_error) {
        if let Some(expected) = malformed(&heard.text, subject.dialect) {
            complain(&heard.text, expected);
        }
    }
    let (mut depth, mut nodes, mut time) = (None, None, None);
    for (line, info) in answer.infos() {
        let is_main = info.multipv.is_none_or(|place| place == 1);
        if is_main && info.score.is_some() && info.bound == Bound::Exact {
            if info.depth < depth {
                complain(line, Expectation::DepthsGrow);
            }
            depth = info.depth.or(depth);
        }
        if info.nodes.is_some() && info.nodes < nodes {
            complain(line, Expectation::NodesGrow);
        }
        nodes = info.nodes.or(nodes);
        if info.time.is_some() && info.time < time {
            complain(line, Expectation::TimesGrow);
        }
        time = info.time.or(time);
    }
    if depth.is_none() {
        notes.warn(&talk, Expectation::SomeScores, Observation::Missing);
    }
    if nodes.is_none() {
        notes.warn(&talk, Expectation::SomeNodes, Observation::Missing);
    }
    Ok(())
}

/// The rule that a line sent during a search breaks, if any.
fn malformed(line: &str, dialect: Dialect) -> Option<Expectation> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (first, rest) = words.split_first()?;
    if !first.eq_ignore_ascii_case("info") {
        return Some(Expectation::InfoOnly);
    }
    if line.len() > LINE_BYTES {
        return Some(Expectation::ShortLines);
    }
    if dialect == Dialect::Ucci
        && words.iter().any(|word| word.contains("draw") || word.contains("resign"))
    {
        return Some(Expectation::NoDrawWord);
    }
    let text = rest.iter().position(|word| ["string", "message"].contains(word));
    let rest = &rest[..text.unwrap_or(rest.len())];
    if rest.is_empty() && text.is_none() {
        return Some(Expectation::BareInfo);
    }
    let count = |key: &&str| rest.iter().filter(|word| *word == key).count();
    if KEYS.iter().any(|key| count(key) > 1) {
        return Some(Expectation::KeyOnce);
    }
    let score = rest.iter().position(|word| *word == "score").map(|at| rest.get(at + 1));
    let is_number = |word: &&&str| word.parse::<i64>().is_ok();
    match (dialect, score) {
        (_, None) | (Dialect::Uci, Some(Some(&"cp" | &"mate"))) => None,
        (Dialect::Uci, Some(_)) => Some(Expectation::ScoreOfUci),
        (Dialect::Ucci, Some(word)) => {
            (!word.as_ref().is_some_and(is_number)).then_some(Expectation::ScoreOfUcci)
        }
    }
}

fn pv_legal(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for game in [TestGame::middle(), TestGame::middle().after("h2i2"), TestGame::red_mates()] {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let answer = talk.go(DEPTH)?;
        for (line, info) in answer.infos() {
            let mut position = game.position().clone();
            for word in &info.pv {
                let Some(mv) = talk.read_move(&position, word) else {
                    let expected = Expectation::LegalFor(word.clone(), position.fen());
                    notes.warn_of_line(line, expected);
                    break;
                };
                position.make_unchecked(mv, &mut ());
            }
        }
        let is_main = |place: Option<u32>| place.is_none_or(|place| place == 1);
        let mut last = answer.infos().rev();
        let last = last.find(|(_, info)| !info.pv.is_empty() && is_main(info.multipv));
        match last {
            Some((_, info)) if info.pv.first() != answer.mv.as_ref() => {
                notes.warn(&talk, Expectation::FirstOfLine, &answer.line);
            }
            Some(_) => {}
            None => notes.warn(&talk, Expectation::SomeLine, Observation::Missing),
        }
    }
    Ok(())
}

fn ponder_move(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut count = 0;
    for game in [TestGame::middle(), TestGame::middle().after("h2i2"), TestGame::red_mates()] {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let answer = talk.go(DEPTH)?;
        let mv = talk.legal(&game, &answer)?;
        if let Some(ponder) = &answer.ponder {
            count += 1;
            let mut position = game.position().clone();
            position.make_unchecked(mv, &mut ());
            if talk.read_move(&position, ponder).is_none() {
                let expected = Expectation::LegalReply(position.fen());
                notes.warn(&talk, expected, &answer.line);
            }
        }
    }
    notes.remark(Observation::Told(count));
    Ok(())
}

fn repeatable(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    if let Some(OfferedKind::Spin { default, .. }) = subject.offer("threads").map(|o| &o.kind)
        && *default != Some(1)
    {
        let name = "threads".to_owned();
        talk.tell(&Command::SetOption { name, value: "1".to_owned() })?;
    }
    let mut search = || {
        talk.tell(&Command::NewGame)?;
        if subject.dialect == Dialect::Uci {
            talk.ready()?;
        }
        let game = TestGame::middle();
        debug_assert_eq!(game.position().side_to_move(), Color::Red);
        talk.set(&game)?;
        talk.go(DEPTH)
    };
    let first = outcome(&search()?);
    let second = outcome(&search()?);
    if first != second {
        notes.warn(&talk, Expectation::OnceMore(first), Observation::Outcome(second));
    }
    Ok(())
}

/// The result of a search.
fn outcome(answer: &SearchAnswer) -> SearchOutcome {
    SearchOutcome {
        mv: answer.mv.clone(),
        score: answer.infos().rev().find_map(|(_, info)| info.score),
        nodes: answer.infos().rev().find_map(|(_, info)| info.nodes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_lines_are_seen() {
        let fault = |line, dialect| {
            malformed(line, dialect).map_or_else(String::new, |fault| fault.to_string())
        };
        let good = "info depth 3 score cp 5 nodes 7 pv h2e2";
        assert_eq!(malformed(good, Dialect::Uci), None);
        assert_eq!(malformed("info depth 3 score -5 pv h2e2", Dialect::Ucci), None);
        assert_eq!(malformed("info string depth depth score draw", Dialect::Uci), None);
        assert!(fault(good, Dialect::Ucci).contains("bare number"));
        assert!(fault("info depth 3 score 5", Dialect::Uci).contains("score cp"));
        assert!(fault("info depth 3 depth 3", Dialect::Uci).contains("twice"));
        assert!(fault("info", Dialect::Uci).contains("no info line"));
        assert!(fault("thinking", Dialect::Uci).contains("nothing but"));
        assert!(fault("info message a draw", Dialect::Ucci).contains("resign"));
        assert!(fault(&format!("{good}{}", " h2e2".repeat(200)), Dialect::Uci).contains("1000"));
    }
}
