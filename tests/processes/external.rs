//! Tests engines in other processes wherever this program searches.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{ExternalEngine, Patience};
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::engine::{EngineError, SearchRequest, Searcher};
use chuhe_engine::search::Limits;
use chuhe_localize::Localize;

use crate::arena::harness::{double, each, processes};
use crate::engine_process::patience;

fn chuhe(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.env("CHUHE_LANG", "en").args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file for a test, which does not exist yet.
fn place(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("external-{name}"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn chuhe_in_another_process_finds_the_same() {
    let positions = place("positions.fen");
    let all = fs::read_to_string("tests/data/openings.fen").unwrap();
    let some: Vec<&str> = all.lines().filter(|line| !line.starts_with('#')).take(12).collect();
    fs::write(&positions, some.join("\n") + "\n").unwrap();
    let positions = positions.to_str().unwrap();
    let command = concat!("cmd=", env!("CARGO_BIN_EXE_chuhe"));
    for words in [
        &["analyze", positions, "--nodes", "2000", "--json"][..],
        &["analyze", positions, "--nodes", "500", "--multipv", "3", "--json"],
        &["annotate", "tests/data/games.pgn", "--all", "--nodes", "300", "--to", "json"],
        &["annotate", "tests/data/games.pgn", "--nodes", "300", "--to", "pgn"],
        &["puzzles", "tests/data/games.pgn", "--nodes", "1000", "--to", "json"],
    ] {
        for jobs in ["1", "2"] {
            let words = [words, &["--jobs", jobs]].concat();
            let own = chuhe(&words);
            let other = chuhe(&[&words[..], &["--engine", command]].concat());
            assert_eq!(text(&other.stderr), text(&own.stderr), "{words:?}");
            assert_eq!(text(&other.stdout), text(&own.stdout), "{words:?}");
            assert_eq!((own.status.code(), other.status.code()), (Some(0), Some(0)), "{words:?}");
        }
    }
}

/// The arguments of the double, and a part of the error, which is empty if two searches succeed.
const CASES: &[(&str, &str)] = &[
    ("", ""),
    ("--mode exit-at-start", "cannot be started: exit status: 3; no licence"),
    ("--mode hang-at-start", "cannot be started: no complete greeting"),
    ("--mode slow-start --ms 300", ""),
    ("--mode noise-at-start", ""),
    ("--mode exit-on-greeting", "cannot be started: exit status: 0"),
    ("--mode exit-on-ready", "crash: exit status: 4"),
    ("--mode hang-on-ready", "not ready"),
    ("--mode exit-on-newgame", "crash: exit status: 5"),
    ("--mode exit-on-go", "crash: exit status: 1; out of memory"),
    // The search is tried once more, with a new process.
    ("--mode exit-on-go --at 2", ""),
    ("--mode abort-on-go --at 2", ""),
    ("--mode exit-within-answer", "crash: exit status: 0"),
    ("--mode exit-after-answer", ""),
    ("--mode hang-on-go", "hang"),
    ("--mode hang-on-go --at 2", ""),
    ("--mode answer-after-stop", ""),
    ("--mode nonsense", "illegal move: \"castle\""),
    ("--mode opponents-piece", "illegal move: "),
    ("--mode off-board", "illegal move: \"j3j4\""),
    ("--mode empty", "no move"),
    ("--mode none", "no move"),
    ("--mode nobestmove", "no move"),
    ("--mode resign", "no move"),
    ("--mode flood-lines", ""),
    ("--mode long-line", ""),
    ("--mode endless-line", "hang"),
    ("--mode endless-lines", "hang"),
    ("--mode binary", ""),
    ("--mode flood-stderr", ""),
    ("--mode twice", ""),
    ("--mode unsolicited", ""),
    ("--mode trailing-garbage", ""),
    ("--mode crlf", ""),
    ("--mode uppercase", ""),
    ("--mode close-stdout", "crash: closed a pipe but is still running"),
    ("--mode close-stdin", ""),
    ("--mode ignore-quit", ""),
    ("--only ucci", ""),
];

fn search(searcher: &mut ExternalEngine) -> Result<(), EngineError> {
    let request =
        SearchRequest { fresh: true, ..SearchRequest::new(Position::startpos(), Limits::depth(1)) };
    let result = searcher.run(request, &|| false, &mut |_| {})?;
    assert!(result.best.is_some());
    Ok(())
}

#[test]
fn faults_of_an_engine_are_errors_or_made_good() {
    each(CASES, |&(arguments, expected)| {
        let command = format!("cmd={}", double().display());
        let arguments_word = format!("args={arguments}");
        let settings = EngineSettings::from_words([&command[..], &arguments_word]).unwrap();
        let patience = Patience {
            startup: Duration::from_secs(2) * patience(),
            ready: Duration::from_millis(500) * patience(),
            thinking: Duration::from_millis(800) * patience(),
        };
        let mut engine = ExternalEngine::new(settings, patience);
        let start = Instant::now();
        let outcome = (0..2).try_for_each(|_| search(&mut engine));
        let message = outcome.err().map_or_else(String::new, |error| error.localize());
        assert!(message.contains(expected), "{arguments}: {message:?}");
        assert_eq!(message.is_empty(), expected.is_empty(), "{arguments}: {message:?}");
        let most = 3 * (patience.startup * 2 + patience.ready + patience.thinking);
        assert!(start.elapsed() < most, "{arguments}: {:?}", start.elapsed());
    });
}

/// Results would depend on how soon it starts, since scores have other units in the other protocol.
#[test]
fn an_engine_keeps_the_protocol_in_which_it_introduced_itself() {
    let (log, starts) = (place("dialect.log"), place("dialect.starts"));
    let slow = "--score 'cp 0' --mode slow-start --at 2 --ms 2500";
    let files = format!("--log {} --starts {}", log.display(), starts.display());
    let words = [format!("cmd={}", double().display()), format!("args={slow} {files}")];
    let settings = EngineSettings::from_words(words.iter().map(String::as_str)).unwrap();
    let stop = AtomicBool::new(false);
    let source = ExternalEngine::source(settings, Patience::default(), &stop).unwrap();
    let request = SearchRequest::new(Position::startpos(), Limits::depth(1));
    source.open().run(request, &|| false, &mut |_| {}).unwrap();
    let told = fs::read_to_string(&log).unwrap();
    assert_eq!((told.matches("uci\n").count(), told.matches("ucci\n").count()), (2, 0), "{told}");
}

#[test]
fn an_engine_that_cannot_be_used_is_refused_before_the_work() {
    let fault = double().display().to_string();
    let scores = "args=--score 'cp 900' --name Reds";
    for (words, expected) in [
        (&["cmd=no-such-engine"][..], "no-such-engine did not start: No such file"),
        (&["nodes=5"], "cmd=COMMAND is missing"),
        (&["cmd=x", "speed=1"], "unknown setting `speed`; expected one of cmd, "),
        (&[&format!("cmd={fault}"), "option.Hsah=1"], "unknown option `Hsah`"),
        (&[&format!("cmd={fault}"), scores], "reports scores from Red's point of view"),
        (&["cmd=cat"], "no complete greeting"),
    ] {
        let out = place("refused.jsonl");
        let start = ["analyze", "tests/data/openings.fen", "--nodes", "9"];
        let end = ["--out", out.to_str().unwrap(), "--engine"];
        let output = chuhe(&[&start[..], &end, words].concat());
        assert!(matches!(output.status.code(), Some(1 | 2)), "{words:?}: {output:?}");
        assert!(text(&output.stderr).contains(expected), "{words:?}: {}", text(&output.stderr));
        assert!(!out.exists());
    }
    // Options that only this program knows are not silently ignored.
    for words in [
        &["analyze", "--option", "Repetition Rule=chinese"][..],
        &["annotate", "tests/data/games.pgn", "--tables", "folder"],
    ] {
        let output = chuhe(&[words, &["--engine", "cmd=x"]].concat());
        let err = text(&output.stderr);
        assert!(output.status.code() == Some(2) && err.contains("cannot be used with"), "{err}");
    }
}

#[test]
fn a_batch_resumes_only_with_the_same_engine() {
    let (positions, out) = (place("three.fen"), place("resumed.jsonl"));
    fs::write(&positions, format!("{START_FEN}\n").repeat(3)).unwrap();
    let positions = positions.to_str().unwrap();
    let program = place("program");
    fs::copy(double(), &program).unwrap();
    let command = format!("cmd={}", program.display());
    let run = |name: &str, mode: &str| {
        let engine = format!("args=--name {name} --score 'cp 0' {mode}");
        let words = ["analyze", positions, "--nodes", "9", "-j", "1", "--to"];
        let end = ["jsonl", "--out", out.to_str().unwrap(), "--engine", &command, &engine];
        let output = chuhe(&[&words[..], &end].concat());
        (output.status.code(), text(&output.stderr))
    };
    let (code, told) = run("One", "--mode nonsense --at 2");
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("One: illegal move: \"castle\""), "{told}");
    let (code, told) = run("Two", "");
    assert!(code == Some(1) && told.contains("different settings: engine"), "{told}");
    // Another file, although the program says the same.
    let before = fs::read(&program).unwrap();
    fs::write(&program, [&before[..], b"\0"].concat()).unwrap();
    let (code, told) = run("One", "");
    let expected = "begun with another program of One, whose file has changed since; ";
    assert!(code == Some(1) && told.contains(expected), "{told}");
    fs::write(&program, before).unwrap();
    assert_eq!(run("One", ""), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&out).unwrap().matches("\"engine\":\"One\"").count(), 3);
}

#[test]
fn an_annotated_folder_resumes_only_with_the_same_program() {
    let (folder, program) = (place("annotated"), place("annotator"));
    let _ = fs::remove_dir_all(&folder);
    fs::copy(env!("CARGO_BIN_EXE_chuhe"), &program).unwrap();
    let run = || {
        let words = ["annotate", "tests/data/games.pgn", "--all", "--nodes", "9", "--to", "html"];
        let (out, engine) = (format!("{}/", folder.display()), program.display().to_string());
        let output =
            chuhe(&[&words[..], &["--out", &out, "--engine", &format!("cmd={engine}")]].concat());
        (output.status.code(), text(&output.stderr))
    };
    let (code, told) = run();
    assert_eq!(code, Some(0), "{told}");
    File::options().append(true).open(&program).unwrap().write_all(b"\0").unwrap();
    let (code, told) = run();
    let expected = "begun with another program of chuhe ";
    assert!(code != Some(0) && told.contains(expected), "{code:?} {told}");
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(10) * patience();
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn an_engine_that_hangs_ends_with_this_program() {
    let marker = format!("external-{}", std::process::id());
    let engine = format!("cmd={}", double().display());
    // Neither the end of its input nor `quit` ends this engine.
    let arguments = format!("args=--mode hang-on-go --from 3 --marker {marker}");
    let words = ["analyze", "tests/data/openings.fen", "--nodes", "9", "-j", "1", "--engine"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    let mut child = command.args(words).args([&engine, &arguments]).spawn().unwrap();
    wait_until("the engine starts", || !processes(&marker).is_empty());
    std::thread::sleep(Duration::from_millis(500));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the engine ends", || processes(&marker).is_empty());
}

#[test]
fn engines_get_names() {
    let register = place("engines.toml");
    let chuhe = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.env("CHUHE_LANG", "en").env("CHUHE_ENGINES", &register).args(arguments);
        let output = command.output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let (fault, end) = (double().display().to_string(), ["--engine", "mine"]);
    fs::write(&register, "# my engines\n").unwrap();
    let arguments = "args=--score 'cp 0' --name Mine";
    let added = chuhe(&["engines", "add", "mine", &fault, arguments]);
    assert_eq!(added, (Some(0), "added mine: Mine\n".to_owned(), String::new()));
    assert!(fs::read_to_string(&register).unwrap().starts_with("# my engines\n\n[mine]\ncmd = "));
    let search = ["analyze", "tests/data/openings.fen", "--nodes", "9", "--json"];
    let (code, out, err) = chuhe(&[&search[..], &end].concat());
    assert!(code == Some(0) && out.contains("\"engine\":\"Mine\""), "{code:?} {err}");
    let (code, out, _) = chuhe(&["engines", "list", "--json"]);
    assert!(
        code == Some(0) && out.starts_with("[{\"name\":\"mine\",\"settings\":[\"cmd="),
        "{out}"
    );
    let (code, out, _) = chuhe(&["engines", "show", "mine"]);
    assert!(code == Some(0) && out.ends_with("\nPonder = false\n"), "{out}");
    assert_eq!(chuhe(&["engines", "check"]), (Some(0), "mine: Mine\n".to_owned(), String::new()));

    // Each of these is refused, and changes nothing.
    let before = fs::read_to_string(&register).unwrap();
    for (arguments, code, expected) in [
        (&["add", "mine", &fault][..], 2, "add --fresh to replace it"),
        (&["add", "a b", &fault], 2, "expected letters"),
        (&["add", "none", "no-such-engine"], 1, "did not start"),
        (&["add", "bad", &fault, "args=--mode off-board"], 1, "not a xiangqi engine: "),
        (&["add", "bad", &fault, "speed=3"], 2, "unknown setting `speed`"),
        (&["show", "other"], 2, "unknown engine 'other'; expected one of mine"),
        (&["remove", "other"], 2, "unknown engine 'other'"),
        (&["check", "other"], 2, "unknown engine 'other'"),
    ] {
        let (found, _, err) = chuhe(&[&["engines"], arguments].concat());
        assert!(found == Some(code) && err.contains(expected), "{arguments:?}: {found:?} {err}");
        assert_eq!(fs::read_to_string(&register).unwrap(), before);
    }
    let folder = place("matches");
    let _ = fs::remove_dir_all(&folder);
    let out = ["--out", folder.to_str().unwrap(), "--each", "depth=1", "--maxmoves", "3"];
    let (code, out, err) = chuhe(&[&["match", "mine", "mine"][..], &out].concat());
    assert!(code == Some(0) && out.contains("Mine"), "{code:?} {out} {err}");
    // The same in the words of fastchess, where a name may be followed by further settings.
    let _ = fs::remove_dir_all(&folder);
    let fastchess = ["-engine", "conf=mine", "name=A", "-engine", "conf=mine", "name=B"];
    let each = ["-each", "depth=1", "-maxmoves", "3", "--out", folder.to_str().unwrap()];
    let (code, out, err) = chuhe(&[&["match"], &fastchess[..], &each].concat());
    assert!(code == Some(0) && out.contains("\nA - B: +"), "{code:?} {out} {err}");
    let (code, _, err) = chuhe(&["match", "-engine", "conf=other", "-engine", "conf=mine"]);
    assert!(code == Some(2) && err.contains("unknown engine 'other'"), "{code:?} {err}");
    assert_eq!(chuhe(&["engines", "remove", "mine"]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(&register).unwrap().trim_end(), "# my engines");
    let (code, _, err) = chuhe(&["engines", "show", "mine"]);
    assert!(code == Some(2) && err.contains("chuhe engines add mine PROGRAM"), "{err}");
}

#[test]
fn engines_added_at_once_are_all_kept() {
    let register = place("crowded.toml");
    fs::write(&register, "# mine\n").unwrap();
    let start = |number: usize| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.env("CHUHE_LANG", "en").env("CHUHE_ENGINES", &register);
        command.args(["engines", "add", &format!("e{number}")]).arg(double());
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let adding: Vec<_> = (0..20).map(start).collect();
    for child in adding {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let written = fs::read_to_string(&register).unwrap();
    assert!(written.starts_with("# mine\n"), "{written}");
    for number in 0..20 {
        assert!(written.contains(&format!("[e{number}]\n")), "{number}: {written}");
    }
}
