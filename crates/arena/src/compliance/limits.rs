//! Checks of search limits: depth, nodes, time.

use std::time::Duration;

use super::dialogue::{Break, EngineDialogue, SearchAnswer, Subject, time_of};
use super::report::Notes;
use super::test_game::TestGame;
use crate::phrase::{Phrase, phrase};
use chuhe_engine::protocol::Dialect;

/// How many times a search is timed, because on a busy machine a single measurement may be too long.
const TRIES: usize = 3;
/// An engine that exceeds its move time by more than this loses games.
const OVERSHOOT_FATAL: Duration = Duration::from_millis(100);
/// An engine that exceeds its move time by more than this gets a warning.
const OVERSHOOT: Duration = Duration::from_millis(30);
/// The time that two pipes may take on a busy machine.
const HICCUP: Duration = Duration::from_millis(15);
/// An engine that answers sooner than this mistakes seconds for milliseconds.
const NO_TIME: Duration = Duration::from_millis(30);

pub(super) fn depth(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    const DEPTH: u32 = 4;
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let (_, answer) = dialogue.search(&TestGame::middle(), &format!("go depth {DEPTH}"))?;
    let scored = answer.infos().filter(|(_, info)| info.score.is_some());
    if let Some(deepest) = scored.filter_map(|(_, info)| info.depth).max()
        && deepest > DEPTH
    {
        let expected = phrase!("no iteration beyond depth {DEPTH}", "迭代不超过 {DEPTH} 层");
        notes.warn(&dialogue, expected, phrase!("depth {deepest}", "深度 {deepest}"));
    }
    Ok(())
}

pub(super) fn nodes(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    const NODES: u64 = 20_000;
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let (_, answer) = dialogue.search(&TestGame::middle(), &format!("go nodes {NODES}"))?;
    match answer.infos().filter_map(|(_, info)| info.nodes).max() {
        Some(most) if most > 2 * NODES => {
            let expected = phrase!("about {NODES} nodes", "约 {NODES} 个节点");
            notes.warn(&dialogue, expected, phrase!("{most} nodes", "{most} 个节点"));
        }
        Some(most) => notes.remark(phrase!(
            "{most} of {NODES} nodes reported",
            "报告了 {most} 个节点，限 {NODES} 个",
        )),
        None => {}
    }
    Ok(())
}

/// Repeats a search up to [`TRIES`] times, until one keeps its time. Returns the fastest answer.
fn fastest(
    dialogue: &mut EngineDialogue,
    game: &TestGame,
    go: &str,
    limit: Duration,
) -> Result<SearchAnswer, Break> {
    let (_, mut fastest) = dialogue.search(game, go)?;
    for _ in 1..TRIES {
        if fastest.time <= limit {
            break;
        }
        let (_, answer) = dialogue.search(game, go)?;
        if answer.time < fastest.time {
            fastest = answer;
        }
    }
    Ok(fastest)
}

/// The time of the [`fastest`] answer.
fn fastest_time(answer: &SearchAnswer) -> Phrase {
    let ms = answer.time.as_millis();
    phrase!("after {ms} ms, the best of {TRIES} tries", "{ms} ms 后，{TRIES} 次中最快的一次")
}

pub(super) fn fixed_time(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let ms = subject.clock_ms(300);
    let go = match subject.dialect {
        Dialect::Uci => format!("go movetime {ms}"),
        Dialect::Ucci if subject.counts_milliseconds() => format!("go time {ms} movestogo 1"),
        Dialect::Ucci => format!("go time {} movestogo 1", ms / 1000),
    };
    measure_fixed_time(subject, notes, &go, Duration::from_millis(ms))
}

pub(super) fn movetime_word(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    measure_fixed_time(subject, notes, "go movetime 300", Duration::from_millis(300))
}

fn measure_fixed_time(
    subject: &Subject,
    notes: &mut Notes,
    go: &str,
    time: Duration,
) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let answer = fastest(&mut dialogue, &TestGame::middle(), go, time + OVERSHOOT)?;
    notes.remark(time_of(answer.time, time));
    let ms = time.as_millis();
    let expected = phrase!("a move within {ms} ms", "{ms} ms 内走棋");
    if answer.time > time + OVERSHOOT_FATAL {
        notes.fail(&dialogue, expected, fastest_time(&answer));
    } else if answer.time > time + OVERSHOOT {
        notes.warn(&dialogue, expected, fastest_time(&answer));
    }
    Ok(())
}

pub(super) fn clock(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let (red, black) = (TestGame::middle(), TestGame::middle().after("h2i2"));
    // If clocks are sent in seconds, `clock_ms` rounds them up to whole seconds.
    let rich = subject.clock_ms(60_000);
    let cases = [(&red, 500, 500), (&black, 300, rich), (&red, 60, rich), (&red, 20, rich)];
    for (game, ours, theirs) in cases {
        let ours = subject.clock_ms(ours);
        let mut dialogue = EngineDialogue::greeted(subject)?;
        let limit = Duration::from_millis(ours);
        let go = subject.go_clock("", game.position().side_to_move(), ours, theirs);
        let answer = fastest(&mut dialogue, game, &go, limit)?;
        notes.remark(time_of(answer.time, limit));
        let expected = phrase!(
            "a move within {ours} ms, all the time it has",
            "{ours} ms 内走棋，它只有这么多时间",
        );
        // The pipes may account for a few milliseconds, which are not the engine's fault.
        if answer.time > limit + HICCUP {
            notes.fail(&dialogue, expected, fastest_time(&answer));
        } else if answer.time > limit {
            notes.warn(&dialogue, expected, fastest_time(&answer));
        }
    }
    Ok(())
}

pub(super) fn usemillisec(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let second = Duration::from_secs(1);
    let game = TestGame::middle();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let is_offered = subject.counts_milliseconds();
    if is_offered {
        dialogue.send("setoption usemillisec false")?;
    }
    let answer = fastest(&mut dialogue, &game, "go time 1 movestogo 1", second)?;
    let ms = answer.time.as_millis();
    notes.remark(phrase!("{ms} ms of a second", "{ms} ms，限一秒"));
    if answer.time < NO_TIME && moves_at_once(&mut dialogue, &game)? {
        notes.remark(phrase!("it moves at once regardless of the time", "不论时间多少都立即走棋",));
    } else if answer.time < NO_TIME {
        let expected = if is_offered {
            phrase!(
                "a search of a second after \"usemillisec false\"",
                "“usemillisec false”之后思考约一秒",
            )
        } else {
            phrase!(
                "the option usemillisec, or times read as seconds, which hosts then send",
                "提供 usemillisec 选项，否则按秒理解时间，软件那时按秒发送",
            )
        };
        notes.warn(&dialogue, expected, move_after(&answer));
    } else if answer.time > second + OVERSHOOT_FATAL {
        let expected = phrase!("a move within the second it has", "在它有的一秒内走棋");
        notes.fail(&dialogue, expected, move_after(&answer));
    }
    if is_offered {
        dialogue.send("setoption usemillisec true")?;
        let time = Duration::from_millis(200);
        let answer = fastest(&mut dialogue, &game, "go time 200 movestogo 1", time)?;
        if answer.time > time + OVERSHOOT_FATAL {
            let expected = phrase!(
                "a move within 200 ms after \"usemillisec true\"",
                "“usemillisec true”之后 200 毫秒内走棋",
            );
            notes.fail(&dialogue, expected, move_after(&answer));
        }
    }
    Ok(())
}

fn move_after(answer: &SearchAnswer) -> Phrase {
    let ms = answer.time.as_millis();
    phrase!("a move after {ms} ms", "{ms} ms 后走棋")
}

/// Whether the engine moves at once even with plenty of time, in which case a quick answer does not reveal its unit.
fn moves_at_once(dialogue: &mut EngineDialogue, game: &TestGame) -> Result<bool, Break> {
    dialogue.send("setoption usemillisec true")?;
    dialogue.set(game)?;
    let sent = dialogue.send("go time 5000 movestogo 1")?;
    let expected = phrase!("an answer to go", "对 go 的回答");
    let at_once = dialogue.answer_within(2 * NO_TIME, sent, &expected)?.is_some();
    if !at_once {
        dialogue.stop()?;
    }
    Ok(at_once)
}
