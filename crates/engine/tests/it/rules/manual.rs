//! Tests the diagrams and verdicts in `docs/rules.md` and its Chinese translation.

use chuhe_engine::notation::chinese;
use chuhe_engine::notation::diagram::{Diagram, Edge, Pieces};
use chuhe_engine::rules::RuleSet;
use chuhe_engine::types::Move;

use super::{judge, play};

/// An example, which consists of a diagram, a `fen` line, the lines of a `lap` (played twice) or of `moves`, and the
/// verdicts.
struct Example {
    diagram: String,
    fen: String,
    moves: Vec<Move>,
    verdicts: String,
}

/// The fenced blocks that contain a `fen` line.
fn examples() -> Vec<Example> {
    let page = include_str!("../../../../../docs/rules.md");
    let blocks = page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.filter(|block| block.contains("\nfen ")).map(read).collect()
}

fn read(block: &str) -> Example {
    let (diagram, rest) = block.split_once("\n\n").unwrap();
    let (fen, rest) = rest.strip_prefix("fen ").unwrap().split_once('\n').unwrap();
    let (line, verdicts) = rest.trim_end().rsplit_once('\n').unwrap();
    let (kind, moves) = line.split_once(' ').unwrap();
    let moves: Vec<Move> = moves.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
    Example {
        diagram: format!("{diagram}\n"),
        fen: fen.to_owned(),
        moves: moves.repeat(if kind == "lap" { 2 } else { 1 }),
        verdicts: verdicts.to_owned(),
    }
}

#[test]
fn the_page_about_the_rules_is_correct() {
    let examples = examples();
    assert!(examples.len() > 25, "{}", examples.len());
    for Example { diagram, fen, moves, verdicts } in examples {
        assert_eq!(Diagram::new(play(&fen, &[]).board()).to_string(), diagram);
        let position = play(&fen, &moves);
        let judged = RuleSet::ALL.map(|set| format!("{set} {}", judge(&position, set)));
        assert_eq!(judged.join(", "), verdicts, "{fen}");
    }
}

/// The words on the Chinese page for verdicts and rule sets.
const CHINESE: [(&str, &str); 7] = [
    ("亚洲", "asian"),
    ("中国", "chinese"),
    ("计算机", "computer"),
    ("红负", "red_loses"),
    ("黑负", "black_loses"),
    ("和", "draw"),
    ("，", ", "),
];

/// The Chinese page contains some of the examples, with the same moves and verdicts.
#[test]
fn the_chinese_page_has_the_same_content() {
    let page = include_str!("../../../../../docs/zh-CN/rules.md");
    let examples = examples();
    let blocks = page.split("```text\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut checked = 0;
    for block in blocks {
        let (drawn, rest) = block.split_once("\n\n").unwrap();
        let (fen, rest) = rest.strip_prefix("fen ").unwrap().split_once('\n').unwrap();
        let (line, verdicts) = rest.trim_end().rsplit_once('\n').unwrap();
        let english = examples.iter().find(|example| example.fen == fen).expect(fen);

        let mut position = play(fen, &[]);
        let diagram = Diagram {
            edge: Edge::Files,
            pieces: Pieces::Chinese,
            ..Diagram::new(position.board())
        };
        assert_eq!(diagram.to_string().trim_end(), drawn);
        let mut words = line.split_whitespace();
        let rounds = if words.next() == Some("循环") { 2 } else { 1 };
        let words: Vec<&str> = words.collect();
        for (word, mv) in words.repeat(rounds).into_iter().zip(&english.moves) {
            assert_eq!(chinese::parse(&position, word), Ok(*mv), "{fen}: {word}");
            position.play(*mv).unwrap();
        }
        assert_eq!(words.len() * rounds, english.moves.len(), "{fen}");
        let verdicts = CHINESE
            .iter()
            .fold(verdicts.to_owned(), |text, (theirs, ours)| text.replace(theirs, ours));
        assert_eq!(verdicts, english.verdicts, "{fen}");
        checked += 1;
    }
    assert!(checked > 10, "{checked}");
}

/// The examples in the table about other judges: a position, the moves of `BEFORE, then LAP` or `LAP`, with the lap
/// played twice, and the verdict under the Asian rules.
fn dissents() -> Vec<(&'static str, Vec<Move>, &'static str)> {
    let page = include_str!("../../../../../docs/inside/judges.md");
    let rows = page.lines().filter_map(|line| line.split_once(" | `"));
    rows.map(|(_, example)| {
        let (fen, rest) = example.split_once("` ").unwrap();
        let (moves, verdict) = rest.trim_end_matches(" |").split_once(" | ").unwrap();
        let (before, lap) = moves.split_once(", then ").unwrap_or(("", moves));
        let line = [before, lap, lap].join(" ");
        (fen, line.split_whitespace().map(|mv| mv.parse().unwrap()).collect(), verdict)
    })
    .collect()
}

#[test]
fn dissents_of_other_judges_are_documented_correctly() {
    let dissents = dissents();
    assert!(dissents.len() > 10, "{}", dissents.len());
    for (fen, moves, verdict) in dissents {
        assert_eq!(judge(&play(fen, &moves), RuleSet::Asian), verdict, "{fen}");
    }
}
