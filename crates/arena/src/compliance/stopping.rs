//! Checks of `stop`, `isready`, `ponderhit` and `quit`, and that the engine uses no processor time while it waits.

use std::time::{Duration, Instant};

use super::dialogue::{
    Break, EngineDialogue, LEAVING, Received, SearchAnswer, Subject, after, missing, time_of,
};
use super::report::Notes;
use super::test_game::TestGame;
use crate::phrase::{Phrase, phrase};
use chuhe_engine::protocol::{Command, Dialect, Reply};

/// How long to watch a search that must not end.
const WATCH: Duration = Duration::from_millis(300);
/// How long an engine ponders: longer than its clock, which runs only after `ponderhit`.
const PONDER: Duration = Duration::from_millis(500);
const PONDER_CLOCK_MS: u64 = 400;
/// How long to watch an engine that must be idle.
const IDLE: Duration = Duration::from_millis(400);
/// How long the threads of a search may keep running after its answer.
const SETTLING: Duration = Duration::from_millis(100);
/// How long to wait for a second answer, which must not come.
const AFTER: Duration = Duration::from_millis(150);
/// How soon an engine should answer `stop`: the timeout of the strictest known host.
const SOON: Duration = Duration::from_millis(200);
/// How soon an idle engine should answer `isready`.
const READY_SOON: Duration = Duration::from_secs(1);

pub(super) fn isready(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let (time, _) = dialogue.ready()?;
    notes.remark(time);
    if time > READY_SOON {
        notes.warn(&dialogue, phrase!("readyok within 1 s", "1 秒内回答 readyok"), time);
    }
    Ok(())
}

/// Starts an infinite search.
fn think<'a>(subject: &'a Subject<'a>, game: &TestGame) -> Result<EngineDialogue<'a>, Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set(game)?;
    dialogue.send("go infinite")?;
    Ok(dialogue)
}

pub(super) fn isready_while_thinking(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut dialogue = think(subject, &game)?;
    dialogue.thinks_on(SETTLING)?;
    let sent = dialogue.command(&Command::IsReady)?;
    let expected = phrase!("readyok while it thinks", "思考时回答 readyok");
    let at = dialogue.wait_for(expected.clone(), subject.timeout, |line| match line.reply {
        Some(Reply::ReadyOk) => Some(Ok(line.at)),
        Some(Reply::BestMove { .. }) => Some(Err(line.text)),
        _ => None,
    })?;
    let at = at.map_err(|line| dialogue.fault(expected, line))?;
    let time = at.saturating_duration_since(sent);
    notes.remark(time);
    if time > SOON {
        let expected =
            phrase!("readyok within 200 ms while it thinks", "思考时 200 毫秒内回答 readyok");
        notes.warn(&dialogue, expected, time);
    }
    dialogue.thinks_on(SETTLING)?;
    let answer = dialogue.stop()?;
    dialogue.legal(&game, &answer)?;
    dialogue.no_second_answer(AFTER)
}

pub(super) fn infinite(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    stops(subject, notes, &TestGame::middle())
}

pub(super) fn infinite_with_mate(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    stops(subject, notes, &TestGame::red_mates())
}

/// Checks that an infinite search continues until `stop`, and then ends soon.
fn stops(subject: &Subject, notes: &mut Notes, game: &TestGame) -> Result<(), Break> {
    let mut dialogue = think(subject, game)?;
    dialogue.thinks_on(WATCH)?;
    let answer = dialogue.stop()?;
    let ms = answer.time.as_millis();
    notes.remark(phrase!("stop: {ms} ms", "stop：{ms} ms"));
    if answer.time > SOON {
        let expected = phrase!("an answer within 200 ms of stop", "stop 之后 200 毫秒内回答");
        notes.warn(&dialogue, expected, answer.time);
    }
    dialogue.legal(game, &answer).map(drop)
}

pub(super) fn one_answer(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    for _ in 0..3 {
        dialogue.search(&game, "go depth 2")?;
    }
    dialogue.no_second_answer(AFTER)?;
    dialogue.set(&game)?;
    dialogue.send("go infinite")?;
    dialogue.thinks_on(Duration::from_millis(50))?;
    let answer = dialogue.stop()?;
    dialogue.legal(&game, &answer)?;
    dialogue.no_second_answer(AFTER)
}

pub(super) fn stop_at_once(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    for _ in 0..3 {
        dialogue.set(&game)?;
        dialogue.send("go infinite")?;
        let answer = dialogue.stop()?;
        dialogue.legal(&game, &answer)?;
    }
    Ok(())
}

pub(super) fn back_to_back(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let (first, second) = (TestGame::middle(), TestGame::red_mates());
    let mut dialogue = think(subject, &first)?;
    dialogue.thinks_on(SETTLING)?;
    let sent = dialogue.command(&Command::Stop)?;
    dialogue.set(&second)?;
    dialogue.send("go depth 3")?;
    let expected = phrase!("the answer to the search that was stopped", "对被停止的搜索的回答");
    let answer = dialogue.answer(sent, expected)?;
    dialogue.legal(&first, &answer)?;
    let expected = phrase!("the answer to the second search", "对第二次搜索的回答");
    let answer = dialogue.answer(sent, expected)?;
    dialogue.legal(&second, &answer)?;
    dialogue.no_answer(AFTER, phrase!("two answers to two searches", "两次搜索只回答两次"))
}

pub(super) fn stop_when_idle(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    let sent = dialogue.command(&Command::Stop)?;
    match subject.dialect {
        Dialect::Uci => {
            // A host would mistake an unrequested answer for the answer to its next search.
            dialogue.no_answer(AFTER, phrase!("no unrequested answer", "没有提问时不回答"))?;
        }
        Dialect::Ucci => {
            let expected = Phrase::from("nobestmove");
            match dialogue.answer_within(SOON + AFTER, sent, &expected)? {
                Some(SearchAnswer { mv: None, .. }) => {}
                Some(answer) => return Err(dialogue.fault(expected, answer.line)),
                None => {
                    let expected = phrase!(
                        "nobestmove, because some hosts wait for it",
                        "回答 nobestmove，有的软件在等",
                    );
                    notes.warn(&dialogue, expected, phrase!("nothing", "没有回答"));
                }
            }
        }
    }
    dialogue.search(&TestGame::middle(), "go depth 2").map(drop)
}

/// Makes an engine ponder, if it supports pondering, and checks that it does not answer while it ponders. If clocks are
/// sent in milliseconds, pondering outlasts the clock, which is returned.
fn ponder<'a>(
    subject: &'a Subject<'a>,
    game: &TestGame,
) -> Result<(EngineDialogue<'a>, u64), Break> {
    if subject.offer("ponder").is_none() {
        return Err(Break::Skip(phrase!("it does not offer to ponder", "它不提供后台思考")));
    }
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set_option("ponder", "true")?;
    dialogue.set(game)?;
    let clock = subject.clock_ms(PONDER_CLOCK_MS);
    dialogue.send(&subject.go_clock("ponder ", game.position().side_to_move(), clock, clock))?;
    let expected = phrase!("no answer before ponderhit or stop", "ponderhit 或 stop 之前不回答");
    dialogue.no_answer(PONDER, expected)?;
    Ok((dialogue, clock))
}

pub(super) fn ponder_hit(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle().after("h2i2").after("d8d2");
    let (mut dialogue, clock) = ponder(subject, &game)?;
    let sent = dialogue.command(&Command::PonderHit { draw: false })?;
    let answer = dialogue.answer(sent, phrase!("a move after ponderhit", "ponderhit 之后走棋"))?;
    dialogue.legal(&game, &answer)?;
    let limit = Duration::from_millis(clock);
    notes.remark(time_of(answer.time, limit));
    if answer.time > limit {
        let expected = phrase!(
            "a move within the {clock} ms it has from ponderhit on",
            "ponderhit 之后在它有的 {clock} ms 内走棋",
        );
        notes.fail(&dialogue, expected, after(answer.time));
    }
    dialogue.no_second_answer(SETTLING)
}

pub(super) fn ponder_stop(subject: &Subject, _: &mut Notes) -> Result<(), Break> {
    let game = TestGame::middle().after("h2i2").after("d8d2");
    let (mut dialogue, _) = ponder(subject, &game)?;
    let answer = dialogue.stop()?;
    dialogue.legal(&game, &answer)?;
    dialogue.no_second_answer(SETTLING)?;
    dialogue.search(&TestGame::red_mates(), "go depth 3").map(drop)
}

pub(super) fn idle_is_idle(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set(&TestGame::middle())?;
    dialogue.go("go depth 3")?;
    dialogue.no_second_answer(SETTLING)?;
    let before = dialogue.processor_time();
    dialogue.no_second_answer(IDLE)?;
    let (Some(before), Some(after)) = (before, dialogue.processor_time()) else {
        return Err(Break::Skip(phrase!("unknown on this system", "系统不提供此信息")));
    };
    let used = after.saturating_sub(before);
    notes.remark(time_of(used, IDLE));
    if used > IDLE / 4 {
        let (ms, all) = (used.as_millis(), IDLE.as_millis());
        let expected = phrase!("no processor time used while idle", "空闲时不占用处理器");
        let came = phrase!("{ms} ms of {all} ms used", "{all} ms 中占用了 {ms} ms");
        notes.warn(&dialogue, expected, came);
    }
    Ok(())
}

/// Starts an infinite search. It is no failure here if the engine answers at once, because a separate check reports
/// this.
fn start_thinking(dialogue: &mut EngineDialogue) -> Result<(), Break> {
    dialogue.set(&TestGame::middle())?;
    let sent = dialogue.send("go infinite")?;
    dialogue.answer_within(SETTLING, sent, &phrase!("a search", "搜索")).map(drop)
}

pub(super) fn quit(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    exits(EngineDialogue::greeted(subject)?, notes)
}

pub(super) fn quit_while_thinking(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    start_thinking(&mut dialogue)?;
    exits(dialogue, notes)
}

/// Checks that the engine exits on `quit`.
fn exits(mut dialogue: EngineDialogue, notes: &mut Notes) -> Result<(), Break> {
    let expected = phrase!("an exit after quit", "quit 之后退出");
    let sent = dialogue.command(&Command::Quit)?;
    let deadline = Instant::now() + dialogue.subject.timeout;
    let mut bye = false;
    loop {
        match dialogue.next(deadline)? {
            Received::Line(line) => bye |= line.reply == Some(Reply::Bye),
            Received::Closed => break,
            Received::Late => {
                return Err(dialogue.fault(expected, phrase!("it still runs", "仍在运行")));
            }
        }
    }
    let time = sent.elapsed();
    notes.remark(time);
    if time > LEAVING {
        let expected = phrase!("an exit within 500 ms of quit", "quit 之后 500 毫秒内退出");
        notes.warn(&dialogue, expected, after(time));
    }
    if !bye && dialogue.subject.dialect == Dialect::Ucci {
        notes.warn(&dialogue, phrase!("bye as the last line", "最后一行是 bye"), missing());
    }
    match dialogue.hang_up() {
        None => {
            let came = phrase!("it closed its output but still runs", "关闭了输出，但仍在运行");
            notes.fail(&dialogue, expected, came);
        }
        Some(status) if !status.success() => {
            notes.warn(&dialogue, phrase!("exit status 0", "退出码为 0"), status.to_string());
        }
        Some(_) => {}
    }
    Ok(())
}

pub(super) fn end_of_input(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let idle = phrase!(
        "an exit within 500 ms of the end of its input while it is idle",
        "空闲时输入结束，500 毫秒内退出",
    );
    let thinking = phrase!(
        "an exit within 500 ms of the end of its input while it thinks",
        "思考时输入结束，500 毫秒内退出",
    );
    for (is_thinking, expected) in [(false, idle), (true, thinking)] {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        if is_thinking {
            start_thinking(&mut dialogue)?;
        }
        if dialogue.hang_up().is_none() {
            let came = phrase!(
                "it still runs, as it would when its host dies",
                "仍在运行，软件崩溃后也会如此",
            );
            notes.warn(&dialogue, expected, came);
        }
    }
    Ok(())
}
