//! Checks of `position` in every form that hosts write.

use super::finding::Expectation;
use super::notes::Notes;
use super::report::Severity;
use super::setting::TestGame;
use super::talk::{Break, Subject, Talk};
use super::{BOTH, ProtocolCheck, check};

pub(super) const CHECKS: &[ProtocolCheck] = &[
    check(
        "positions",
        "answers with legal moves: from the start, from a FEN, with moves, for either side",
        BOTH,
        Severity::Failure,
        positions,
    ),
    check(
        "moves-are-played",
        "plays the moves of the position line and moves for the side to move",
        BOTH,
        Severity::Failure,
        moves_are_played,
    ),
    check("long-game", "reads a game of 300 plies on one line", BOTH, Severity::Failure, long_game),
    check(
        "line-ends",
        "reads lines that end in CRLF or a blank, as many hosts send them",
        BOTH,
        Severity::Failure,
        line_ends,
    ),
    check(
        "extra-blanks",
        "reads lines with leading blanks, runs of blanks and tabs",
        BOTH,
        Severity::Warning,
        extra_blanks,
    ),
    check(
        "short-fen",
        "reads a FEN with board and side only, as scripts send it",
        BOTH,
        Severity::Warning,
        short_fen,
    ),
    check(
        "bad-fen",
        "survives an invalid FEN, and plays on after a valid one",
        BOTH,
        Severity::Warning,
        bad_fen,
    ),
    check(
        "illegal-move",
        "survives an illegal move in the position line",
        BOTH,
        Severity::Warning,
        illegal_move,
    ),
];

fn positions(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let start = TestGame::start();
    let games =
        [start.clone(), start.after("h2e2"), TestGame::middle(), TestGame::middle().after("h2i2")];
    for game in games {
        talk.set(&game)?;
        let answer = talk.go("go depth 3")?;
        talk.legal(&game, &answer)?;
    }
    Ok(())
}

fn moves_are_played(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    for (game, mate) in [(TestGame::black_mates(), "h4f4"), (TestGame::red_mates(), "a0a9")] {
        let mut talk = Talk::greeted(subject)?;
        talk.set(&game)?;
        let answer = talk.go("go depth 4")?;
        if talk.legal(&game, &answer)?.to_string() != mate {
            let expected = Expectation::MatingMove(talk.word(mate));
            return Err(talk.fault(expected, answer.line));
        }
    }
    Ok(())
}

fn long_game(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let game = TestGame::long();
    talk.set(&game)?;
    let answer = talk.go("go depth 2")?;
    talk.legal(&game, &answer).map(|_| ())
}

fn line_ends(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let command = TestGame::black_mates().command(subject.ranks);
    for end in ["\r", " "] {
        spelled(subject, &format!("{command}{end}"), &format!("go depth 3{end}"))?;
    }
    Ok(())
}

fn extra_blanks(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let command = TestGame::black_mates().command(subject.ranks);
    let forms = [
        (command.replace(" moves", "  moves"), "go depth 3"),
        (command.replace(' ', "  "), "go  depth  3"),
        (format!("  {command}"), "  go depth 3"),
        (command.replace(' ', "\t"), "go\tdepth\t3"),
    ];
    for (position, go) in forms {
        match spelled(subject, &position, go) {
            // Continue, so that every form that fails is reported.
            Err(Break::Finding(finding)) => notes.findings.push(*finding),
            other => other?,
        }
    }
    Ok(())
}

/// Requests a move with the given lines, after an empty line that ends in CR LF.
fn spelled(subject: &Subject, position: &str, go: &str) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    talk.say("\r")?;
    talk.say(position)?;
    let answer = talk.go(go)?;
    talk.legal(&TestGame::black_mates(), &answer).map(|_| ())
}

fn short_fen(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut talk = Talk::greeted(subject)?;
    let game = TestGame::black_mates();
    let command = game.command(subject.ranks);
    talk.say(&command.replace(" - - 0 1", ""))?;
    let answer = talk.go("go depth 3")?;
    talk.legal(&game, &answer).map(|_| ())
}

fn bad_fen(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let bad = [
        "position fen xyzzy",
        "position fen",
        "position",
        "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1 w - - 0 1",
    ];
    after_nonsense(subject, &bad)
}

fn illegal_move(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let bad = [
        "position startpos moves h2e2 a5a6 h9g7",
        "position startpos moves e9e8",
        "position startpos moves castle",
    ];
    after_nonsense(subject, &bad)
}

/// Checks that after each invalid line the engine answers `isready` and accepts a valid position.
fn after_nonsense(subject: &Subject, lines: &[&str]) -> Result<(), Break> {
    for line in lines {
        let mut talk = Talk::greeted(subject)?;
        talk.say(line)?;
        talk.ready()?;
        let game = TestGame::black_mates();
        talk.set(&game)?;
        let answer = talk.go("go depth 3")?;
        talk.legal(&game, &answer)?;
    }
    Ok(())
}
