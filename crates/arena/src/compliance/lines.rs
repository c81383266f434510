//! Checks of the lines that an engine sends during a search.

use super::dialogue::{Break, EngineDialogue, SearchAnswer, Subject, missing};
use super::report::Notes;
use super::test_game::TestGame;
use crate::phrase::{Phrase, phrase};
use chuhe_engine::protocol::{Dialect, InfoWords, OfferedKind};
use chuhe_engine::search::Bound;

/// A search deep enough for several iterations, and fast in every engine.
const DEPTH: &str = "go depth 6";
/// The maximum length of a line; the smallest buffers of hosts have 1024 bytes.
const LINE_BYTES: usize = 1000;
/// Keywords that may occur only once per line.
const KEYS: [&str; 10] =
    ["depth", "seldepth", "time", "nodes", "score", "nps", "hashfull", "currmove", "multipv", "pv"];

pub(super) fn info_lines(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    dialogue.set(&TestGame::middle())?;
    let answer = dialogue.go(DEPTH)?;
    let mut known: Vec<Phrase> = Vec::new();
    // Report each kind of fault once.
    let mut warn = |line: &str, expected: Phrase| {
        if !known.contains(&expected) {
            notes.warn_of_line(line, expected.clone());
            known.push(expected);
        }
    };
    for line in answer.before.iter().filter(|line| !line.is_error) {
        if let Some(expected) = line_fault(&line.text, subject.dialect) {
            warn(&line.text, expected);
        }
    }
    let (mut depth, mut nodes, mut time) = (None, None, None);
    for (line, info) in answer.infos() {
        if is_main(info) && info.score.is_some() && info.bound == Bound::Exact {
            if info.depth < depth {
                warn(line, phrase!("depths that never decrease", "深度不减"));
            }
            depth = info.depth.or(depth);
        }
        if info.nodes.is_some() && info.nodes < nodes {
            warn(line, phrase!("node counts that never decrease", "节点数不减"));
        }
        nodes = info.nodes.or(nodes);
        if info.time.is_some() && info.time < time {
            warn(line, phrase!("times that never decrease", "时间不减"));
        }
        time = info.time.or(time);
    }
    if depth.is_none() {
        let expected = phrase!("lines with depth and score", "有带深度和分值的行");
        notes.warn(&dialogue, expected, missing());
    }
    if nodes.is_none() {
        let expected = phrase!("a node count in at least one line", "有的行带节点数");
        notes.warn(&dialogue, expected, missing());
    }
    Ok(())
}

/// Whether a line is about the best move, not about one of the next best.
fn is_main(info: &InfoWords) -> bool {
    info.multipv.is_none_or(|place| place == 1)
}

/// The rule that a line sent during a search breaks, if any.
fn line_fault(line: &str, dialect: Dialect) -> Option<Phrase> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (first, rest) = words.split_first()?;
    if !first.eq_ignore_ascii_case("info") {
        return Some(phrase!("nothing but info lines during a search", "搜索时只有 info 行"));
    }
    if line.len() > LINE_BYTES {
        return Some(phrase!(
            "lines of 1000 bytes at most, for hosts with fixed buffers",
            "每行最多 1000 字节，有的软件缓冲区大小固定",
        ));
    }
    if dialect == Dialect::Ucci
        && words.iter().any(|word| word.contains("draw") || word.contains("resign"))
    {
        return Some(phrase!(
            "no \"draw\" or \"resign\" outside bestmove, since hosts search for the words",
            "除 bestmove 外不出现“draw”和“resign”，有的软件会找这些词",
        ));
    }
    let text = rest.iter().position(|word| ["string", "message"].contains(word));
    let rest = &rest[..text.unwrap_or(rest.len())];
    if rest.is_empty() && text.is_none() {
        return Some(phrase!("no info line without content", "没有空的 info"));
    }
    if KEYS.iter().any(|key| rest.iter().filter(|word| *word == key).count() > 1) {
        return Some(phrase!("no key twice in a line", "一行中没有重复的项"));
    }
    let score = rest.iter().skip_while(|word| **word != "score").nth(1).copied();
    match dialect {
        _ if !rest.contains(&"score") => None,
        Dialect::Uci => (!matches!(score, Some("cp" | "mate"))).then(|| {
            phrase!(
                "\"score cp N\" or \"score mate N\" in UCI",
                "UCI 中写“score cp N”或“score mate N”",
            )
        }),
        Dialect::Ucci => score
            .is_none_or(|word| word.parse::<i64>().is_err())
            .then(|| phrase!("a bare number for a score in UCCI", "UCCI 中分值只写数字")),
    }
}

/// Positions in which the checks look at lines of play.
fn games() -> [TestGame; 3] {
    [TestGame::middle(), TestGame::middle().after("h2i2"), TestGame::red_mates()]
}

pub(super) fn pv_legal(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    for game in games() {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        dialogue.set(&game)?;
        let answer = dialogue.go(DEPTH)?;
        for (line, info) in answer.infos() {
            let mut position = game.position().clone();
            for word in &info.pv {
                let Some(mv) = dialogue.read_move(&position, word) else {
                    let fen = position.fen();
                    let expected = phrase!(
                        "a legal move for {word} in {fen}",
                        "{word} 应为 {fen} 中的合法着法",
                    );
                    notes.warn_of_line(line, expected);
                    break;
                };
                position.make_unchecked(mv, &mut ());
            }
        }
        let first = answer.last(|info| info.pv.first().filter(|_| is_main(info)).cloned());
        if first.is_none() {
            notes.warn(&dialogue, phrase!("a line of play", "有变化"), missing());
        } else if first != answer.mv {
            let expected =
                phrase!("the first move of its last line of play", "最后一条变化的第一着");
            notes.warn(&dialogue, expected, answer.line);
        }
    }
    Ok(())
}

pub(super) fn ponder_move(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut count = 0;
    for game in games() {
        let mut dialogue = EngineDialogue::greeted(subject)?;
        let (mv, answer) = dialogue.search(&game, DEPTH)?;
        let Some(ponder) = &answer.ponder else { continue };
        count += 1;
        let mut position = game.position().clone();
        position.make_unchecked(mv, &mut ());
        if dialogue.read_move(&position, ponder).is_none() {
            let fen = position.fen();
            let expected = phrase!("a reply that is legal in {fen}", "{fen} 中合法的应着");
            notes.warn(&dialogue, expected, answer.line);
        }
    }
    notes.remark(phrase!("{count} reported", "给出了 {count} 个"));
    Ok(())
}

pub(super) fn repeatable(subject: &Subject, notes: &mut Notes) -> Result<(), Break> {
    let mut dialogue = EngineDialogue::greeted(subject)?;
    if let Some(OfferedKind::Spin { default, .. }) = subject.offer("threads").map(|o| &o.kind)
        && *default != Some(1)
    {
        dialogue.set_option("threads", "1")?;
    }
    let mut outcomes = Vec::new();
    for _ in 0..2 {
        dialogue.new_game()?;
        dialogue.set(&TestGame::middle())?;
        outcomes.push(outcome(&dialogue.go(DEPTH)?));
    }
    let [first, second] = outcomes.try_into().expect("there are two searches");
    if first != second {
        notes.warn(&dialogue, first.within("{} again", "再次得到 {}"), second);
    }
    Ok(())
}

fn outcome(answer: &SearchAnswer) -> Phrase {
    let score = answer.last(|info| info.score).map(|score| format!(", {score}"));
    let score = score.unwrap_or_default();
    let mv = match &answer.mv {
        Some(mv) => format!("{mv}{score}").into(),
        None => phrase!("no move{score}", "没有着法{score}"),
    };
    match answer.last(|info| info.nodes) {
        Some(1) => mv.within("{}, 1 node", "{}, 1 个节点"),
        Some(nodes) => mv.within(&format!("{{}}, {nodes} nodes"), &format!("{{}}, {nodes} 个节点")),
        None => mv,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_lines_are_named() {
        let fault = |line, dialect| {
            line_fault(line, dialect).map_or_else(String::new, |fault| fault.to_string())
        };
        let good = "info depth 3 score cp 5 nodes 7 pv h2e2";
        assert_eq!(line_fault(good, Dialect::Uci), None);
        assert_eq!(line_fault("info depth 3 score -5 pv h2e2", Dialect::Ucci), None);
        assert_eq!(line_fault("info string depth depth score draw", Dialect::Uci), None);
        assert!(fault(good, Dialect::Ucci).contains("bare number"));
        assert!(fault("info depth 3 score", Dialect::Ucci).contains("bare number"));
        assert!(fault("info depth 3 score 5", Dialect::Uci).contains("score cp"));
        assert!(fault("info depth 3 depth 3", Dialect::Uci).contains("twice"));
        assert!(fault("info", Dialect::Uci).contains("no info line"));
        assert!(fault("thinking", Dialect::Uci).contains("nothing but"));
        assert!(fault("info message a draw", Dialect::Ucci).contains("resign"));
        assert!(fault(&format!("{good}{}", " h2e2".repeat(200)), Dialect::Uci).contains("1000"));
    }

    #[test]
    fn outcomes_have_texts_in_both_languages() {
        let answer = SearchAnswer {
            line: "nobestmove".to_owned(),
            mv: None,
            ponder: None,
            draw: false,
            resign: false,
            time: std::time::Duration::ZERO,
            before: Vec::new(),
        };
        let again = outcome(&answer).within("{} again", "再次得到 {}");
        assert_eq!((&*again.english, &*again.chinese), ("no move again", "再次得到 没有着法"));
    }
}
