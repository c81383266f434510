//! Tests `-o` with a pipe or a device.

use std::fs;
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::command::{Folder, Run, chuhe, unread};

const FEN: &str = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
const START: &str = "startpos moves h2e2";

/// Command lines whose output is reproducible; the path is appended.
fn commands(game: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["convert", game, "--to", "moves", "-o"],
        vec!["convert", game, "--to", "xqf", "--out"],
        vec!["board", "--svg"],
        vec!["board", "--png"],
        vec!["analyze", FEN, "--depth", "1", "--to", "jsonl", "-o"],
        vec!["annotate", game, "--depth", "1", "--to", "pgn", "-o"],
        vec!["puzzles", game, "--depth", "1", "-o"],
    ]
}

fn run(words: &[&str], path: &str) -> Run {
    let words = [words, &[path]].concat();
    Run::from(chuhe(&words).output().unwrap())
}

fn make_pipe(folder: &Folder) -> String {
    let pipe = folder.file("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    pipe
}

#[test]
fn a_named_pipe_gets_the_output_of_a_file() {
    let folder = Folder::new("streams-pipe");
    let game = folder.write("game.moves", START);
    let (pipe, file) = (make_pipe(&folder), folder.file("file"));
    for words in commands(&game) {
        let whole = run(&words, &file);
        let Ok(expected) = fs::read(&file) else {
            // The game contains no puzzle, so nothing is written.
            assert_eq!(words[0], "puzzles", "{}", whole.err);
            continue;
        };
        fs::remove_file(&file).unwrap();
        // The note that `analyze` keeps about finished results.
        let _ = fs::remove_file(folder.file("file.finished"));
        let reader = thread::spawn({
            let pipe = pipe.clone();
            move || fs::read(pipe).unwrap()
        });
        let streamed = run(&words, &pipe);
        assert_eq!((streamed.code, streamed.out), (whole.code, whole.out), "{}", streamed.err);
        let got = reader.join().unwrap();
        assert!(!got.is_empty(), "{words:?}");
        // The time of a search varies.
        if words[0] != "analyze" {
            assert!(got == expected, "{words:?}");
        }
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo(), "{words:?}");
        assert_eq!(folder.listing().len(), 2, "no other file is left: {words:?}");
    }
}

#[test]
fn a_device_takes_everything() {
    let folder = Folder::new("streams-device");
    let game = folder.write("game.moves", START);
    for words in commands(&game) {
        let code = run(&words, &folder.file("file")).code;
        let done = run(&words, "/dev/null");
        assert_eq!(done.code, code, "{words:?}: {}", done.err);
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        assert!(!Path::new("/dev/null.unfinished").exists());
        let _ = fs::remove_file(folder.file("file"));
        let _ = fs::remove_file(folder.file("file.finished"));
    }
    if cfg!(target_os = "linux") {
        let full = run(&["convert", &game, "--to", "moves", "-o"], "/dev/full");
        assert_eq!(full.code, 1);
        assert!(full.err.contains("/dev/full"), "{}", full.err);
    }
}

/// Every command whose output cannot be written fails.
#[test]
#[cfg(target_os = "linux")]
fn full_standard_output_is_named_and_no_success() {
    let folder = Folder::new("streams-full");
    let (game, questions) = (folder.write("game.moves", START), folder.write("questions", "uci"));
    for words in [
        &["--help"][..],
        &["--version"],
        &["help", "db"],
        &["board", "-h"],
        &["board"],
        &["options"],
        &["man"],
        &["completions", "bash"],
        &["perft", "1"],
        &["judge", &game],
        &["convert", &game, "--to", "moves"],
        &["play", "--nodes", "1"],
        &[],
    ] {
        for (language, expected) in [
            ("en", "error: cannot write to standard output: No space left on device\n"),
            ("zh", "错误：无法写入标准输出：磁盘已满\n"),
        ] {
            let full = fs::File::create("/dev/full").unwrap();
            let mut command = chuhe(&[&["--lang", language], words].concat());
            command.stdin(fs::File::open(&questions).unwrap()).stdout(full);
            let run = Run::from(command.output().unwrap());
            assert_eq!(run.code, 1, "{words:?}: {}", run.err);
            // A protocol session is the same in every language.
            if !words.is_empty() || language == "en" {
                assert_eq!(run.err, expected, "{words:?}");
            }
        }
    }
}

#[test]
fn a_shell_can_substitute_a_process() {
    if Command::new("bash").arg("-c").arg("true").status().is_err() {
        return;
    }
    let folder = Folder::new("streams-process");
    let (game, copy) = (folder.write("game.moves", START), folder.file("copy"));
    let script = r#""$1" convert "$2" --to moves -o >(cat > "$3.part"; mv "$3.part" "$3")"#;
    let words = ["-c", script, "bash", env!("CARGO_BIN_EXE_chuhe"), &game, &copy];
    assert!(Command::new("bash").args(words).status().unwrap().success());
    // The shell does not wait for the process.
    let deadline = Instant::now() + Duration::from_mins(1);
    while !Path::new(&copy).exists() {
        assert!(Instant::now() < deadline, "nothing was written");
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(fs::read_to_string(&copy).unwrap(), format!("{START}\n"));
}

#[test]
fn a_reader_that_closes_the_pipe_ends_the_command() {
    let folder = Folder::new("streams-closed");
    let game = folder.write("game.moves", START);
    for words in [
        vec!["convert", &game, "--to", "moves", "-o"],
        vec!["board", "--svg"],
        vec!["analyze", FEN, "--depth", "1", "-o"],
        vec!["annotate", &game, "--depth", "1", "--to", "text", "-o"],
    ] {
        let words = [&words[..], &["/dev/stdout"]].concat();
        let run = unread(chuhe(&words));
        assert_eq!(run.code, 141, "{words:?}: {}", run.err);
        assert!(!run.err.contains("error"), "{words:?}: {}", run.err);
    }
}

#[test]
fn resuming_needs_a_file() {
    let folder = Folder::new("streams-resumed");
    let settings = folder.write("settings.toml", "");
    let pipe = make_pipe(&folder);
    let refused = run(&["train", &settings, "no-data", "-o"], &pipe);
    assert_eq!(refused.code, 1);
    let reason =
        format!("{pipe}: it is a pipe, not a file; a run with this output cannot be resumed");
    assert!(refused.err.contains(&reason), "{}", refused.err);
}
