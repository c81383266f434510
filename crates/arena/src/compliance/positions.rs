//! Checks of `position` in every form that hosts write, and of mates, draws and forbidden moves.

use super::dialogue::{Break, EngineDialogue, SearchAnswer, Subject};
use super::report::{CheckFinding, Notes, Severity};
use super::test_game::TestGame;
use crate::phrase::phrase;
use chuhe_engine::protocol::Dialect;
use chuhe_engine::types::Score;

pub(super) fn positions(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let (start, middle) = (TestGame::start(), TestGame::middle());
    for game in [&start, &start.clone().after("h2e2"), &middle, &middle.clone().after("h2i2")] {
        dialogue.search(game, "go depth 3")?;
    }
    Ok(())
}

pub(super) fn moves_are_played(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    for (game, mate) in [(TestGame::black_mates(), "h4f4"), (TestGame::red_mates(), "a0a9")] {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        let (mv, answer) = dialogue.search(&game, "go depth 4")?;
        if mv.to_string() != mate {
            let mate = dialogue.word(mate);
            let expected = phrase!("the mating move {mate}", "杀着 {mate}");
            return Err(dialogue.fault(expected, answer.line));
        }
    }
    Ok(())
}

pub(super) fn long_game(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    EngineDialogue::greeted(subject)?.search(&TestGame::long(), "go depth 2").map(drop)
}

pub(super) fn line_ends(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let command = TestGame::black_mates().command(subject.ranks);
    for end in ["\r", " "] {
        reads(subject, &["\r", &format!("{command}{end}")], &format!("go depth 3{end}"))?;
    }
    Ok(())
}

pub(super) fn extra_blanks(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let command = TestGame::black_mates().command(subject.ranks);
    let forms = [
        (command.replace(" moves", "  moves"), "go depth 3"),
        (command.replace(' ', "  "), "go  depth  3"),
        (format!("  {command}"), "  go depth 3"),
        (command.replace(' ', "\t"), "go\tdepth\t3"),
    ];
    for (position, go) in forms {
        match reads(subject, &["\r", &position], go) {
            // Continue, so that every form that fails is reported.
            Err(Break::Finding(finding)) => notes.findings.push(*finding),
            other => other?,
        }
    }
    Ok(())
}

pub(super) fn short_fen(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let command = TestGame::black_mates().command(subject.ranks);
    reads(subject, &[&command.replace(" - - 0 1", "")], "go depth 3")
}

/// Checks that after these lines, the last one a position, the engine searches that position.
fn reads(subject: &Subject, lines: &[&str], go: &str) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    for line in lines {
        dialogue.send(line)?;
    }
    let answer = dialogue.go(go)?;
    dialogue.legal(&TestGame::black_mates(), &answer).map(drop)
}

pub(super) fn bad_fen(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let bad = [
        "position fen xyzzy",
        "position fen",
        "position",
        "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1 w - - 0 1",
    ];
    survives(subject, &bad)
}

pub(super) fn illegal_move(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let bad = [
        "position startpos moves h2e2 a5a6 h9g7",
        "position startpos moves e9e8",
        "position startpos moves castle",
    ];
    survives(subject, &bad)
}

/// Checks that after each invalid line the engine answers `isready` and accepts a valid position.
fn survives(subject: &Subject, lines: &[&str]) -> Result<(), Break> {
    for line in lines {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        dialogue.send(line)?;
        dialogue.ready()?;
        dialogue.search(&TestGame::black_mates(), "go depth 3")?;
    }
    Ok(())
}

/// Known UCCI engines use scores above this for mates.
const UCCI_MATE: i32 = 9000;

pub(super) fn mate_score(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for game in [TestGame::red_mates(), TestGame::black_mates()] {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        dialogue.set(&game)?;
        let score = dialogue.go("go depth 3")?.last(|info| info.score);
        let is_mate = match score {
            Some(Score::Cp(cp)) => subject.dialect == Dialect::Ucci && cp > UCCI_MATE,
            score => score == Some(Score::MateIn(1)),
        };
        if !is_mate {
            let expected = match subject.dialect {
                Dialect::Uci => "score mate 1".into(),
                Dialect::Ucci => phrase!(
                    "a score that no evaluation reaches, such as 30000 or 10000 less the plies to mate",
                    "评估达不到的分值，如 30000 或 10000 减去杀棋步数",
                ),
            };
            let came = score
                .map_or_else(|| phrase!("no score", "没有分值"), |score| score.to_string().into());
            notes.warn(&dialogue, expected, came);
        }
    }
    Ok(())
}

pub(super) fn no_moves(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    // The answer with which engines of a dialect usually report that they have no move.
    let usual = match subject.dialect {
        Dialect::Uci => "bestmove (none)",
        Dialect::Ucci => "nobestmove",
    };
    for (game, go) in [
        (TestGame::mated(), "go depth 3"),
        (TestGame::stalemated(), "go depth 3"),
        (TestGame::mated(), "go infinite"),
    ] {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        dialogue.set(&game)?;
        let sent = dialogue.send(go)?;
        if go.ends_with("infinite") {
            dialogue.send("stop")?;
        }
        let SearchAnswer { mv, line, .. } = dialogue.answer(sent, usual.into())?;
        if mv.is_some() {
            return Err(dialogue.fault(usual.into(), line));
        }
        if line.trim() != usual {
            notes.warn(&dialogue, format!("{usual:?}").into(), line);
        }
    }
    Ok(())
}

pub(super) fn drawn_by_rule(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    // Hosts still request a move at the third occurrence of a position; most end the game at the fourth or after 60
    // moves without a capture.
    let cases = [
        (TestGame::repeated(2), Severity::Failure),
        (TestGame::repeated(3), Severity::Warning),
        (TestGame::quiet(), Severity::Warning),
    ];
    for (game, severity) in cases {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        dialogue.set(&game)?;
        let answer = dialogue.go("go depth 3")?;
        match dialogue.legal(&game, &answer) {
            Err(Break::Finding(finding)) => {
                notes.findings.push(CheckFinding { severity, ..*finding });
            }
            other => drop(other?),
        }
    }
    Ok(())
}

pub(super) fn banmoves(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::red_mates();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set(&game)?;
    dialogue.send(&format!("banmoves {}", dialogue.word("a0a9")))?;
    let answer = dialogue.go("go depth 3")?;
    if dialogue.legal(&game, &answer)?.to_string() == "a0a9" {
        let expected = phrase!("a move other than the banned one", "被禁着法以外的着法");
        return Err(dialogue.fault(expected, answer.line));
    }
    let (mv, answer) = dialogue.search(&game, "go depth 3")?;
    if mv.to_string() != "a0a9" {
        let expected = phrase!("the mate: a new position lifts the ban", "杀着：新局面解除禁令");
        notes.warn(&dialogue, expected, answer.line);
    }
    let moves = game.position().legal_moves();
    let all: Vec<String> = moves.iter().map(|mv| dialogue.word(&mv.to_string())).collect();
    dialogue.set(&game)?;
    dialogue.send(&format!("banmoves {}", all.join(" ")))?;
    let answer = dialogue.go("go depth 3")?;
    if answer.mv.is_some() {
        let expected =
            phrase!("nobestmove, with all moves banned", "所有着法被禁时回答 nobestmove");
        notes.fail(&dialogue, expected, answer.line);
    }
    Ok(())
}

pub(super) fn searchmoves(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let go = format!("go depth 3 searchmoves {}", dialogue.word("a0a1"));
    let (mv, answer) = dialogue.search(&TestGame::red_mates(), &go)?;
    if mv.to_string() != "a0a1" {
        let expected = phrase!("the only move listed in searchmoves", "要它搜索的唯一着法");
        return Err(dialogue.fault(expected, answer.line));
    }
    Ok(())
}

pub(super) fn draws_and_resignation(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let clock = subject.clock_ms(400);
    for offer in ["", "draw "] {
        let go = subject.go_clock(offer, game.position().side_to_move(), clock, clock);
        let (_, answer) = dialogue.search(&game, &go)?;
        if answer.resign {
            let expected = phrase!("no resignation in an even position", "均势时不认输");
            notes.warn(&dialogue, expected, &*answer.line);
        }
        if answer.draw && offer.is_empty() {
            let expected = phrase!("no unsolicited offer of a draw", "不无故提和");
            notes.warn(&dialogue, expected, answer.line);
        }
    }
    Ok(())
}
