//! Checks of the greeting: silence before it, the engine's name, and how the engine writes moves.

use std::time::{Duration, Instant};

use super::dialogue::{Break, EngineDialogue, Received, Subject, after, missing};
use super::report::Notes;
use super::test_game::TestGame;
use crate::engine_link::EngineLine;
use crate::phrase::{Phrase, phrase};
use chuhe_engine::notation::iccs::{self, Ranks};
use chuhe_engine::protocol::{Dialect, Reply};

/// How long the engine must stay silent before it is greeted.
const SILENCE: Duration = Duration::from_millis(200);
/// How soon an engine should answer: about the time after which hosts that try several dialects try the next.
const GREETING_SOON: Duration = Duration::from_secs(1);
/// The first words of lines that may answer a greeting.
const GREETING_WORDS: [&str; 7] =
    ["id", "option", "info", "copyprotection", "registration", "uciok", "ucciok"];

pub(super) fn quiet_start(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let expected = phrase!("silence before the greeting", "问候之前没有输出");
    let mut dialogue = EngineDialogue::start(subject)?;
    let deadline = Instant::now() + SILENCE;
    let mut lines = Vec::new();
    loop {
        match dialogue.next(deadline)? {
            Received::Line(line) => lines.push(*line),
            Received::Late => break,
            Received::Closed => return Err(dialogue.died(expected)),
        }
    }
    if lines.iter().any(|line| !line.is_error) {
        let banner =
            phrase!("a banner, which confuses strict hosts", "有一段开场白，严格的软件会出错");
        notes.warn(&dialogue, expected, banner);
    }
    lines.extend(dialogue.greet(subject.timeout)?);
    dialogue.set(&TestGame::middle())?;
    lines.extend(dialogue.go("go depth 2")?.before);
    if let Some(line) = lines.iter().find(|line| line.is_error) {
        let expected = phrase!(
            "nothing on stderr, which hosts merge into the conversation or never read",
            "标准错误没有输出（软件或把它并入通信，或从不读取）",
        );
        notes.warn_of_line(&line.text, expected);
    }
    Ok(())
}

pub(super) fn greeting(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::start(subject)?;
    let start = Instant::now();
    let lines = dialogue.greet(subject.timeout)?;
    let time = lines.last().map_or(Duration::ZERO, |last| last.at.saturating_duration_since(start));
    notes.remark(after(time));
    if time > GREETING_SOON {
        let expected = phrase!("the end of the greeting within 1 s", "1 秒内答完问候");
        notes.warn(&dialogue, expected, time);
    }
    if !lines.iter().any(is_name) {
        let expected = phrase!("a line \"id name ..\"", "有“id name ..”一行");
        notes.warn(&dialogue, expected, missing());
    }
    // Lines printed before the introduction are skipped here, because a separate check reports them.
    for line in lines.iter().skip_while(|line| line.reply.is_none()).filter(|line| !line.is_error) {
        let first = line.text.split_ascii_whitespace().next();
        if first.is_some_and(|it| !GREETING_WORDS.iter().any(|word| it.eq_ignore_ascii_case(word)))
        {
            let expected = phrase!(
                "nothing but id and option lines in the greeting",
                "回答问候时只有 id 和 option 行",
            );
            notes.warn_of_line(&line.text, expected);
        }
    }
    Ok(())
}

/// Whether a line gives the engine's name.
fn is_name(line: &EngineLine) -> bool {
    matches!(&line.reply, Some(Reply::Id { field, value }) if field == "name" && !value.is_empty())
}

/// How the engine numbers ranks, if its answer shows it, and the answer as a finding if not.
pub(super) fn ranks_shown(subject: &Subject) -> Result<Ranks, Break> {
    let game = TestGame::red_mates();
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set(&game)?;
    let answer = dialogue.go("go depth 2")?;
    let word = answer.mv.as_deref().unwrap_or_default();
    // In this position, every legal move starts from Red's back rank, so the answer is legal in at most one numbering.
    let ranks = [Ranks::FromZero, Ranks::FromOne]
        .into_iter()
        .find(|&ranks| iccs::parse(word, ranks).is_ok_and(|mv| game.position().is_legal(mv)));
    ranks.ok_or_else(|| {
        let expected = phrase!(
            "a legal move from the back rank, in either numbering",
            "从底线走出的合法着法，横线从 0 或从 1 数起均可",
        );
        dialogue.fault(expected, answer.line)
    })
}

pub(super) fn coordinates(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let ranks = ranks_shown(subject)?;
    let name = ranks_name(ranks);
    notes.remark(if subject.wants_variant() {
        name.within("{}, with UCI_Variant set to xiangqi", "{}，UCI_Variant 设为 xiangqi")
    } else {
        name.clone()
    });
    let is_as_set = subject.engine.ranks() == ranks;
    match (subject.dialect, ranks) {
        (Dialect::Ucci, Ranks::FromOne) => {
            let expected = phrase!("ranks 0 to 9 in UCCI", "UCCI 中横线为 0 到 9");
            notes.fail(&EngineDialogue::start(subject)?, expected, name);
        }
        (Dialect::Uci, Ranks::FromOne) if !is_as_set => {
            notes.remark(phrase!("say coord=1 in a match", "对抗赛中请写 coord=1"));
        }
        (Dialect::Uci, Ranks::FromZero) if !is_as_set => {
            let expected =
                phrase!("ranks 1 to 10, as set by coord=1", "如 coord=1 所说，横线为 1 到 10");
            notes.warn(&EngineDialogue::start(subject)?, expected, name);
        }
        _ => {}
    }
    Ok(())
}

fn ranks_name(ranks: Ranks) -> Phrase {
    match ranks {
        Ranks::FromZero => phrase!("ranks 0 to 9", "横线 0 到 9"),
        Ranks::FromOne => phrase!("ranks 1 to 10", "横线 1 到 10"),
    }
}
