//! Whole conversations with the engine.

use std::io::Cursor;

use chuhe_engine::engine::Engine;
use chuhe_engine::protocol;

/// The maximum number of lines used from an input.
const LINES_MAX: usize = 40;
/// Lines that contain one of these words are left out, because they could take up memory, threads, files or minutes.
/// Other tests cover these commands.
const LEFT_OUT: [&str; 8] =
    ["perft", "bench", "hash", "thread", "file", "path", "usebook", "ownbook"];

/// A conversation of arbitrary lines in which every search ends after a few nodes. It must end, every output line must
/// be text, and in batch mode the last search must be answered.
pub(super) fn conversation(bytes: &[u8]) {
    let Some((&form, rest)) = bytes.split_first() else { return };
    let is_batch = form & 1 == 0;
    let text = String::from_utf8_lossy(rest);
    let mut script = String::from("ucci\nsetoption hashsize 1\n");
    if is_batch {
        script.push_str("setoption batch true\n");
    }
    if form & 2 == 0 {
        script.push_str("uci\n");
    }
    for line in text.lines().take(LINES_MAX) {
        let small = line.to_ascii_lowercase();
        let is_left_out = LEFT_OUT.iter().any(|word| small.contains(word))
            || is_batch && ["batch", "quit"].iter().any(|word| small.contains(word));
        if !is_left_out {
            script.push_str(&limited(line));
            script.push('\n');
        }
    }
    script.push_str("ucci\nisready\n");
    let mut output = Vec::new();
    let input = Cursor::new(script.clone().into_bytes());
    protocol::serve(input, &mut output, Engine::new()).unwrap();
    let output = String::from_utf8(output).expect("answers are text");
    if is_batch {
        assert_eq!(output.lines().last(), Some("readyok"), "{script}\n{output}");
    }
    for line in output.lines().filter(|line| line.starts_with("bestmove ")) {
        assert!(line.len() >= "bestmove h2e2".len(), "{line}");
    }
}

/// The line, with any search limited to a few nodes.
fn limited(line: &str) -> String {
    let mut words = line.split_whitespace();
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("go")) {
        return line.to_owned();
    }
    let mut kept = vec!["go"];
    while let Some(word) = words.next() {
        if word.to_ascii_lowercase().starts_with("node") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    format!("{} nodes 20", kept.join(" "))
}
