//! Checks of mates, positions without a legal move, and forbidden moves.

use super::finding::{Expectation, Observation};
use super::notes::Notes;
use super::report::{CheckFinding, Severity};
use super::setting::TestGame;
use super::talk::{Break, SearchAnswer, Subject, Talk};
use super::{BOTH, ProtocolCheck, UCCI, UCI, check};
use chuhe_engine::protocol::Dialect;
use chuhe_engine::types::Score;

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "mate-score",
        "reports a mate in one as a mate score",
        BOTH,
        Severity::Warning,
        mate_score,
    ),
    check(
        "no-moves",
        "answers nobestmove or \"bestmove (none)\" when mated or stalemated",
        BOTH,
        Severity::Failure,
        no_moves,
    ),
    check(
        "drawn-by-rule",
        "moves in a repeated position and after many quiet moves: the referee calls draws",
        BOTH,
        Severity::Failure,
        drawn_by_rule,
    ),
    check(
        "banmoves",
        "does not play banned moves, until the next position",
        UCCI,
        Severity::Failure,
        banmoves,
    ),
    check(
        "searchmoves",
        "plays only moves listed in searchmoves",
        UCI,
        Severity::Warning,
        searchmoves,
    ),
    check(
        "draws-and-resignation",
        "answers when a draw is offered, and neither offers nor resigns unasked",
        UCCI,
        Severity::Failure,
        draws_and_resignation,
    ),
];

/// Known UCCI engines use scores above this for mates.
const UCCI_MATE: i32 = 9000;

fn mate_score(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for game in [TestGame::red_mates(), TestGame::black_mates()] {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let answer = talk.go("go depth 3")?;
        let score = answer.infos().rev().find_map(|(_, info)| info.score);
        let (tells, expected) = match subject.dialect {
            Dialect::Uci => (score == Some(Score::MateIn(1)), Expectation::from("score mate 1")),
            Dialect::Ucci => (
                match score {
                    Some(Score::Cp(cp)) => cp > UCCI_MATE,
                    Some(score) => score == Score::MateIn(1),
                    None => false,
                },
                Expectation::UcciMateScore,
            ),
        };
        if !tells {
            let came = score.map_or(Observation::NoScore, |score| format!("{score:?}").into());
            notes.warn(&talk, expected, came);
        }
    }
    Ok(())
}

fn no_moves(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let usual = usual_none(subject.dialect);
    for (game, go) in [
        (TestGame::mated(), "go depth 3"),
        (TestGame::stalemated(), "go depth 3"),
        (TestGame::mated(), "go infinite"),
    ] {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let asked = talk.say(go)?;
        if go.ends_with("infinite") {
            talk.say("stop")?;
        }
        let answer = talk.answer(asked, usual.into())?;
        none_expected(&talk, &answer)?;
        if answer.line.trim() != usual {
            notes.warn(&talk, Expectation::Words(format!("{usual:?}")), answer.line);
        }
    }
    Ok(())
}

/// The answer with which engines of a dialect usually report that they have no move.
fn usual_none(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Uci => "bestmove (none)",
        Dialect::Ucci => "nobestmove",
    }
}

fn none_expected(talk: &Talk, answer: &SearchAnswer) -> Result<(), Break> {
    match answer.mv {
        Some(_) => Err(talk.fault(usual_none(talk.subject.dialect).into(), answer.line.clone())),
        None => Ok(()),
    }
}

fn drawn_by_rule(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    // Hosts still request a move at the third occurrence of a position; most end the game at the fourth or after 60
    // moves without a capture.
    let cases = [
        (TestGame::repeated(2), Severity::Failure),
        (TestGame::repeated(3), Severity::Warning),
        (TestGame::quiet(), Severity::Warning),
    ];
    for (game, severity) in cases {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let answer = talk.go("go depth 3")?;
        match talk.legal(&game, &answer) {
            Ok(_) => {}
            Err(Break::Finding(finding)) => {
                notes.findings.push(CheckFinding { severity, ..*finding });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn banmoves(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::red_mates();
    let mut talk = Talk::greeted(subject)?;
    talk.set(&game)?;
    talk.say(&format!("banmoves {}", talk.word("a0a9")))?;
    let answer = talk.go("go depth 3")?;
    if talk.legal(&game, &answer)?.to_string() == "a0a9" {
        return Err(talk.fault(Expectation::NotBanned, answer.line));
    }
    talk.set(&game)?;
    let answer = talk.go("go depth 3")?;
    if talk.legal(&game, &answer)?.to_string() != "a0a9" {
        notes.warn(&talk, Expectation::BanLifted, answer.line);
    }
    let moves = game.position().legal_moves();
    let all: Vec<String> = moves.iter().map(|mv| talk.word(&mv.to_string())).collect();
    talk.set(&game)?;
    talk.say(&format!("banmoves {}", all.join(" ")))?;
    let answer = talk.go("go depth 3")?;
    if answer.mv.is_some() {
        notes.fail(&talk, Expectation::AllBanned, answer.line);
    }
    Ok(())
}

fn searchmoves(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let game = TestGame::red_mates();
    talk.set(&game)?;
    let answer = talk.go(&format!("go depth 3 searchmoves {}", talk.word("a0a1")))?;
    if talk.legal(&game, &answer)?.to_string() != "a0a1" {
        return Err(talk.fault(Expectation::OnlySearched, answer.line));
    }
    Ok(())
}

fn draws_and_resignation(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut talk = Talk::greeted(subject)?;
    let clock = subject.clock_ms(400);
    for offer in ["", "draw "] {
        talk.set(&game)?;
        let mover = game.position().side_to_move();
        let answer = talk.go(&subject.go_clock(offer, mover, clock, clock))?;
        talk.legal(&game, &answer)?;
        if answer.resign {
            notes.warn(&talk, Expectation::NoResignation, &answer.line);
        }
        if answer.draw && offer.is_empty() {
            notes.warn(&talk, Expectation::NoDrawOffer, &answer.line);
        }
    }
    Ok(())
}
