//! Tests engines in other processes wherever this program searches.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{ExternalEngine, Patience};
use chuhe_engine::board::{Position, START_FEN};
use chuhe_engine::engine::{EngineError, SearchRequest, Searcher};
use chuhe_engine::search::{Limits, SearchInfo};
use chuhe_localize::Localize;

use crate::arena::harness::{double, each, processes, signal};
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

/// Copies a program. Another process writes it: a process that a test of another thread starts would inherit the open
/// file, and a program that is open for writing cannot be started.
fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").args([from, to]).status().unwrap().success());
}

/// Changes a program's file, but not what it does.
fn append_byte(program: &Path) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "printf '\\0' >> \"$0\""]).arg(program);
    assert!(shell.status().unwrap().success());
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

/// The searches after the first use the table of those before them.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_is_killed_finds_the_same() {
    let log = place("killed.log").display().to_string();
    // Processes are found by the name of the double.
    let program = place("chuhe-fault_engine");
    copy(Path::new(env!("CARGO_BIN_EXE_chuhe")), &program);
    let words = [format!("cmd={}", program.display()), format!("args=--log-file {log}")];
    let settings = EngineSettings::from_words(words.iter().map(String::as_str)).unwrap();
    let search = |killed_after: Option<usize>| {
        let mut engine = ExternalEngine::new(settings.clone(), Patience::default());
        let mut position = Position::startpos();
        let mut found = Vec::new();
        for number in 0..5 {
            let request = SearchRequest::new(position.clone(), Limits::nodes(3000));
            let request = SearchRequest { fresh: number == 0, ..request };
            let note = &mut |info: SearchInfo| found.push((info.depth, info.nodes, info.score));
            let result = engine.run(request, &|| false, note).unwrap();
            position.make_unchecked(result.best.unwrap(), &mut ());
            if killed_after == Some(number) {
                let engines = processes(&log);
                assert_eq!(engines.len(), 1);
                signal(engines[0].0, "KILL");
                wait_until("the engine is gone", || processes(&log).is_empty());
            }
        }
        found
    };
    let whole = search(None);
    for number in 0..4 {
        assert_eq!(search(Some(number)), whole, "killed after search {number}");
    }
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
    copy(&double(), &program);
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
    append_byte(&program);
    let (code, told) = run("One", "");
    let expected = "begun with another program of One, whose file has changed since; ";
    assert!(code == Some(1) && told.contains(expected), "{told}");
    copy(&double(), &program);
    assert_eq!(run("One", ""), (Some(0), String::new()));
    assert_eq!(fs::read_to_string(&out).unwrap().matches("\"engine\":\"One\"").count(), 3);
}

#[test]
fn an_annotated_folder_resumes_only_with_the_same_program() {
    let (folder, program) = (place("annotated"), place("annotator"));
    let _ = fs::remove_dir_all(&folder);
    copy(Path::new(env!("CARGO_BIN_EXE_chuhe")), &program);
    let run = || {
        let words = ["annotate", "tests/data/games.pgn", "--all", "--nodes", "9", "--to", "html"];
        let (out, engine) = (format!("{}/", folder.display()), program.display().to_string());
        let output =
            chuhe(&[&words[..], &["--out", &out, "--engine", &format!("cmd={engine}")]].concat());
        (output.status.code(), text(&output.stderr))
    };
    let (code, told) = run();
    assert_eq!(code, Some(0), "{told}");
    append_byte(&program);
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

/// Plays a game line by line.
fn play(lines: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.env("CHUHE_LANG", "en").arg("play").args(arguments);
    let input = place(&format!("play-{}.txt", arguments.len()));
    fs::write(&input, lines).unwrap();
    command.stdin(fs::File::open(input).unwrap()).output().unwrap()
}

#[test]
fn a_person_plays_another_engine() {
    let saved = place("played.pgn");
    let saved = saved.to_str().unwrap();
    let command = format!("cmd={}", double().display());
    let engine = ["--engine", &command, "name=Rival"];
    let output = play(
        "h2e2\nhint\nlevel 3\nundo\nb2e2\nquit\nquit\n",
        &[&["--nodes", "500", "--save", saved][..], &engine].concat(),
    );
    let stdout = text(&output.stdout);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()), "{stdout}");
    assert!(stdout.contains("You play red against Rival."), "{stdout}");
    assert!(stdout.contains("Rival has no levels; only chuhe has"), "{stdout}");
    let game = fs::read_to_string(saved).unwrap();
    assert!(game.contains("[Red \"Person\"]\n[Black \"Rival\"]"), "{game}");
    // The user's side is known without the name of the engine.
    let output = play("quit\n", &["--load", saved]);
    assert!(text(&output.stdout).contains("You play red"), "{output:?}");

    // A failure costs no game: the engine is asked again.
    let crash = [&engine[..], &["args=--mode exit-on-go"]].concat();
    let output = play("h2e2\nundo\nquit\nquit\n", &[&["--nodes", "500"][..], &crash].concat());
    let stdout = text(&output.stdout);
    assert!(stdout.contains("Rival: crash: exit status: 1; out of memory"), "{stdout}");
    for refused in [&["--level", "3"][..], &["--elo", "900"], &["--option", "Skill Level=3"]] {
        let output = play("quit\n", &[refused, &engine].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
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

#[test]
fn several_engines_are_compared() {
    // A weak engine disagrees with a strong one.
    let command = concat!("cmd=", env!("CARGO_BIN_EXE_chuhe"));
    let weak = ["--engine", command, "name=Rival", "option.Skill Level=0"];
    let engines = [&["--engine", "chuhe"][..], &weak].concat();
    let parse = |output: &Output| -> serde_json::Value {
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let words = ["analyze", "startpos", "--nodes", "500", "--json"];
    let found = parse(&chuhe(&[&words[..], &engines].concat()));
    let names: Vec<_> = [0, 1].map(|at| found["reports"][at]["engine"].clone()).to_vec();
    assert_eq!(names, [concat!("chuhe ", env!("CARGO_PKG_VERSION")), "Rival (Skill Level=0)"]);
    assert_eq!(found["dispute"]["moves"].as_array().unwrap().len(), 2, "{found}");
    // The built-in engine alone finds the same.
    let alone = parse(&chuhe(&["analyze", "startpos", "--nodes", "500", "--to", "jsonl"]));
    assert_eq!(alone["lines"], found["reports"][0]["lines"]);

    let words = ["annotate", "tests/data/games.pgn", "--nodes", "200", "--to", "json"];
    let found = parse(&chuhe(&[&words[..], &engines].concat()));
    let moves = |at: usize| found["annotations"][at]["moves"].as_array().unwrap().len();
    assert_eq!(moves(0), moves(1));
    let alone = parse(&chuhe(&words));
    assert_eq!(alone, found["annotations"][0]);
    for disputed in found["disputes"].as_array().unwrap() {
        assert_eq!(disputed["classes"].as_array().unwrap().len(), 2, "{disputed}");
    }

    // A file of comparisons resumes, and only with the same engines.
    let out = place("compared.txt");
    let out = out.to_str().unwrap();
    let games = ["annotate", "tests/data/games.pgn", "--all", "--nodes", "200", "-o", out];
    let output = chuhe(&[&games[..], &engines].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text_of = || fs::read_to_string(out).unwrap();
    let whole = text_of();
    assert!(whole.contains("Rival") && whole.contains("accuracy"), "{whole}");
    let output = chuhe(&[&games[..], &engines].concat());
    assert!(output.status.success() && text_of() == whole, "{output:?}");
    assert!(!chuhe(&games).status.success() && text_of() == whole);

    for (refused, reason) in [
        (&["annotate", "tests/data/games.pgn", "--to", "pgn"][..], "--to text or --to json"),
        (&["analyze", "startpos", "--to", "csv"], "--to text or --to jsonl"),
        (&["puzzles", "tests/data/games.pgn"], "give --engine once"),
        (&["analyze", "startpos", "--engine", "chuhe"], "chuhe 0.1.0 is given twice"),
    ] {
        let output = chuhe(&[refused, &engines].concat());
        let err = text(&output.stderr);
        assert!(output.status.code() == Some(2) && err.contains(reason), "{err}");
    }
}

#[test]
fn the_chances_that_an_engine_reports_are_used() {
    let command = format!("cmd={}", double().display());
    let engine = |score: &str| {
        let arguments = format!("args=--name W --pv --score '{score}'");
        ["--engine".to_owned(), command.clone(), arguments]
    };
    let run = |words: &[&str], score: &str| {
        let engine = engine(score);
        let output = chuhe(&[words, &engine.each_ref().map(|word| &word[..])].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        text(&output.stdout)
    };
    let analyze = ["analyze", "startpos", "--nodes", "9", "--to", "jsonl"];
    let found = run(&analyze, "cp 30 wdl 900 50 50");
    assert!(
        found.contains(r#""wdl":{"win":900,"draw":50,"loss":50},"wdl_reported":true"#),
        "{found}"
    );
    assert!(!run(&analyze, "cp 30").contains("wdl_reported"));

    // Every move loses 85 points, because each side expects 92.5 of 100.
    let annotate = ["annotate", "h2e2", "h9g7", "--nodes", "9"];
    let found = run(&[&annotate[..], &["--to", "json"]].concat(), "cp 30 wdl 900 50 50");
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["positions"][0]["red_expectation"], 92.5);
    assert_eq!(found["positions"][1]["red_expectation"], 7.5);
    assert_eq!(found["positions"][0]["wdl"]["win"], 900);
    assert_eq!(
        (&found["moves"][0]["loss"], &found["moves"][0]["class"]),
        (&85.0.into(), &"blunder".into())
    );
    let found = run(&annotate, "cp 30 wdl 900 50 50");
    assert!(found.contains("chances of winning: reported by W"), "{found}");
    assert!(!run(&annotate, "cp 30").contains("chances of winning"));
}
