//! Tests `chuhe check-engine`: chuhe passes, and the faults of bad engines are reported.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::Value;

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");

fn check_engine(args: &[&str]) -> Output {
    let mut command = Command::new(CHUHE);
    command.arg("check-engine").args(args).env_remove("RUST_LOG").env("CHUHE_LANG", "en");
    command.output().unwrap()
}

/// The report and the exit code.
fn report(args: &[&str]) -> (Value, i32) {
    let output = check_engine(&[args, &["--json"]].concat());
    let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (report, output.status.code().unwrap())
}

/// The names of the checks that ended with this verdict.
fn names(report: &Value, verdict: &str) -> BTreeSet<String> {
    let checks = report["checks"].as_array().unwrap().iter();
    let names = checks.filter(|check| check["verdict"] == verdict);
    names.map(|check| check["name"].as_str().unwrap().to_owned()).collect()
}

fn passes(protocol: &str) {
    let engine = format!("cmd={CHUHE}");
    let (report, code) = report(&[&engine, "--protocol", protocol]);
    let checks = report["checks"].as_array().unwrap();
    for check in checks {
        assert_eq!(check["verdict"], "passed", "{check:#}");
    }
    assert!(checks.len() > 35, "{}", checks.len());
    assert_eq!((code, &report["passed"]), (0, &Value::Bool(true)));
    assert!(report["engine"].as_str().unwrap().starts_with("chuhe "), "{report}");
}

#[test]
fn this_engine_passes_in_ucci() {
    passes("ucci");
}

#[test]
fn this_engine_passes_in_uci() {
    passes("uci");
}

#[test]
fn refusals_name_the_word() {
    let refusal = |args: &[&str], code| {
        let output = check_engine(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(refusal(&[], 2).contains("KEY=VALUE"));
    assert!(refusal(&["proto=uci"], 2).contains("cmd=COMMAND is missing"));
    assert!(refusal(&["cmd=x", "tc=1+0.1"], 2).contains("tc applies only to matches"));
    assert!(refusal(&["cmd=x", "--only", "manners"], 2).contains("--list shows all checks"));
    let missing = refusal(&["cmd=no/such/engine", "proto=ucci"], 1);
    assert!(missing.contains("cannot start no/such/engine"), "{missing}");
}

#[test]
fn every_check_is_listed() {
    let output = check_engine(&["--list"]);
    let list = String::from_utf8(output.stdout).unwrap();
    for name in ["greeting", "banmoves", "searchmoves", "quit"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{list}");
    }
    assert_eq!(output.status.code(), Some(0));
}

#[cfg(unix)]
mod bad_engines {
    use std::fs;
    use std::path::PathBuf;
    use std::time::{Duration, Instant};

    use super::*;

    /// A script that acts as an engine, deleted when dropped.
    struct Script(PathBuf);

    impl Script {
        fn new(name: &str, text: &str) -> Self {
            let name = format!("check-engine-{}-{name}.sh", std::process::id());
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
            fs::write(&path, text).unwrap();
            Self(path)
        }

        fn words(&self) -> [String; 2] {
            ["cmd=sh".to_owned(), format!("args={}", self.0.display())]
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    /// Answers every search twice and at once, always with the mating move in the first position; crashes on invalid
    /// positions.
    const HASTY: &str = "
while read -r line; do
  case $line in
    ucci) echo 'id name Hasty'; echo 'option hashsize type spin min 1 max 8 default 16'
          echo 'option Hash_Size type spin min 1 max 8 default 4'; echo ucciok ;;
    isready) echo readyok ;;
    stop) echo nobestmove ;;
    *xyzzy) exit 7 ;;
    go*) echo 'info depth 1 depth 1 score cp 3 pv a0a9 a0a9'; echo 'bestmove a0a9'
         echo 'bestmove a0a9' ;;
    quit) echo bye; exit ;;
  esac
done
";

    #[test]
    fn findings_are_in_chinese_but_not_in_json() {
        let script = Script::new("hasty-in-chinese", HASTY);
        let [cmd, args] = script.words();
        let words = [&cmd[..], &args, "proto=ucci", "--only", "positions", "--lang", "zh"];
        let text = String::from_utf8(check_engine(&words).stdout).unwrap();
        assert!(text.contains("  FAIL  positions：应为：rnbakabnr/"), "{text}");
        assert!(text.contains("UCCI：通过 0，有警告 0，未通过 1，跳过 0"), "{text}");
        let (report, _) = report(&words);
        assert!(report.to_string().is_ascii(), "{report}");
    }

    #[test]
    fn haste_is_seen() {
        let script = Script::new("hasty", HASTY);
        let [cmd, args] = script.words();
        let (report, code) = report(&[&cmd, &args, "proto=ucci", "--timeout", "2000"]);
        assert_eq!((code, &report["engine"]), (3, &Value::from("Hasty")));
        let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        let failed: BTreeSet<String> = set(&[
            "new-game",
            "positions",
            "moves-are-played",
            "long-game",
            "line-ends",
            "no-moves",
            "drawn-by-rule",
            "banmoves",
            "draws-and-resignation",
            "depth",
            "nodes",
            "fixed-time",
            "clock",
            "usemillisec",
            "isready-while-thinking",
            "infinite",
            "one-answer",
            "stop-at-once",
            "back-to-back",
            "stop-when-idle",
        ]);
        assert_eq!(names(&report, "failed"), failed);
        let warned = names(&report, "warned");
        for name in ["option-lines", "mate-score", "bad-fen", "pv-legal", "info-lines"] {
            assert!(warned.contains(name), "{name}: {warned:?}");
        }
        let passed = names(&report, "passed");
        for name in ["greeting", "coordinates", "isready", "unknown-option", "quit", "end-of-input"]
        {
            assert!(passed.contains(name), "{name}: {passed:?}");
        }
        assert_eq!(names(&report, "skipped"), set(&["ponderhit", "ponder-stop"]));
    }

    #[test]
    fn dialogues_stand_under_failures() {
        let script = Script::new("dialogue", HASTY);
        let [cmd, args] = script.words();
        let output = check_engine(&[&cmd, &args, "proto=ucci", "--only", "infinite"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(3));
        let expected = "  FAIL  infinite: expected no answer before stop; got bestmove a0a9\n";
        assert!(text.starts_with(&format!("UCCI\n{expected}")), "{text}");
        assert!(text.contains(" > go infinite\n") && text.contains(" < bestmove a0a9\n"), "{text}");
        assert!(text.contains("UCCI: 0 passed, 0 with warnings, 1 failed, 0 skipped\n"), "{text}");
    }

    #[test]
    fn silence_and_floods_end_at_the_deadline() {
        // Neither engine notices the end of its input.
        for (name, text) in [("silent", "sleep 600"), ("flood", "yes 'info depth 1'")] {
            let script = Script::new(name, text);
            let [cmd, args] = script.words();
            let start = Instant::now();
            let (report, code) = report(&[&cmd, &args, "--timeout", "200"]);
            assert!(start.elapsed() < Duration::from_mins(1), "{name}");
            assert_eq!(code, 3, "{name}");
            assert_eq!(names(&report, "failed"), BTreeSet::from(["greeting".to_owned()]));
            assert!(names(&report, "passed").is_empty());
        }
    }
}
