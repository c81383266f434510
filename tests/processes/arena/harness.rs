//! Runs a match as a user does: the built binary, its folder, and the processes that remain.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use chuhe_arena::{EndReason, Fault, GameRecord, fault_name};
use chuhe_engine::types::Color;
use serde_json::Value;

use crate::engine_process::patience;

/// The longest time allowed for a match; far more than any match needs unless it hangs.
const MATCH_MAX: Duration = Duration::from_secs(50);

/// The number of matches run at a time: many, because they spend most of their time waiting.
const WORKERS: usize = 8;

/// The test double, which cargo builds with the tests.
pub(crate) fn double() -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    let path = tests.parent().unwrap().parent().unwrap().join("examples/fault_engine");
    assert!(path.exists(), "{} is missing; run cargo build --example fault_engine", path.display());
    path
}

/// Processes the items, several at a time, and panics at the end if any of them failed.
pub(crate) fn each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicU32::new(0);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let outcome =
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(item)));
                    if let Err(cause) = outcome {
                        let text = cause.downcast::<String>().map_or_else(
                            |cause| format!("{:?}", cause.downcast::<&str>()),
                            |text| *text,
                        );
                        failures.lock().unwrap().push(text);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{} failed:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// A match to be run. Dropping it deletes its folder.
pub(crate) struct Match {
    pub(crate) folder: PathBuf,
    /// Identifies the processes of this match.
    pub(crate) marker: String,
    words: Vec<String>,
    /// Whether dropping this value deletes the folder.
    owns_folder: bool,
}

/// The result of a run.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) time: Duration,
}

impl Match {
    /// Creates a match without engines. Timeouts are short, because doubles answer at once.
    pub(crate) fn new(name: &str) -> Self {
        let marker = format!("chuhe-test-{}-{name}", std::process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&marker);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        std::os::unix::fs::symlink(double(), folder.join("fault_engine")).unwrap();
        Self { folder, marker, words: Vec::new(), owns_folder: true }
            .set("--startup-ms", 5000 * patience())
            .set("--ping-ms", 800 * patience())
            .set("--stall-ms", 800 * patience())
            .set("--draw-moves", 20)
            .set("--maxmoves", 8)
    }

    /// Adds words to the command line.
    pub(crate) fn words(mut self, words: &str) -> Self {
        self.words.extend(words.split_whitespace().map(str::to_owned));
        self
    }

    /// Adds one word, which may contain blanks.
    pub(crate) fn word(mut self, word: impl Into<String>) -> Self {
        self.words.push(word.into());
        self
    }

    /// Sets an option; a later value overrides an earlier one.
    pub(crate) fn set(mut self, option: &str, value: impl Display) -> Self {
        if let Some(at) = self.words.iter().position(|word| word == option) {
            self.words.drain(at..at + 2);
        }
        self.words.extend([option.to_owned(), value.to_string()]);
        self
    }

    /// The same match in the same folder with one option changed. Dropping the original deletes the folder.
    pub(crate) fn clone_with(&self, option: &str, value: &str) -> Self {
        let (folder, marker, words) =
            (self.folder.clone(), self.marker.clone(), self.words.clone());
        Self { folder, marker, words, owns_folder: false }.set(option, value)
    }

    /// Adds a double with its own arguments and with settings for the arena. It runs in the match's folder.
    pub(crate) fn double(mut self, arguments: &str, settings: &str) -> Self {
        // Starts it through `env`: the arena reads an engine's whole program file, and a debug build is large.
        let arguments = format!("args=./fault_engine --marker {} {arguments}", self.marker);
        let folder = format!("dir={}", self.folder.display());
        self.words.extend(["--engine".to_owned(), "cmd=env".to_owned(), folder, arguments]);
        self.words.extend(settings.split_whitespace().map(str::to_owned));
        self
    }

    /// The path of a file next to the journal.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.env("CHUHE_LANG", "en");
        command.arg("match").arg("--out").arg(&self.folder).args(&self.words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts the match without waiting for its end.
    pub(crate) fn start(&self) -> Child {
        self.command().spawn().unwrap()
    }

    /// Runs the match to its end.
    pub(crate) fn run(&self) -> Run {
        let start = Instant::now();
        let child = self.start();
        let pid = child.id();
        let (sender, receiver) = std::sync::mpsc::channel();
        thread::spawn(move || sender.send(child.wait_with_output().unwrap()));
        let Ok(output) = receiver.recv_timeout(MATCH_MAX * patience()) else {
            signal(pid, "KILL");
            panic!("{}: the match has not ended; {}", self.marker, self.last_games());
        };
        Run::new(&output, start.elapsed())
    }

    /// Runs a match that must play all its games and succeed; returns its games in the order of the schedule.
    pub(crate) fn play(&self) -> Vec<GameRecord> {
        let run = self.run();
        assert_eq!(run.code, Some(0), "{}: {}\n{}", self.marker, run.err, run.out);
        let mut games = self.games();
        games.sort_by_key(|game| game.number);
        let result = self.result();
        let numbers: Vec<u32> = games.iter().map(|game| game.number).collect();
        let scheduled = result["scheduled"].as_u64().unwrap() as u32;
        assert_eq!(numbers, (0..scheduled).collect::<Vec<_>>(), "{}", self.marker);
        assert_eq!(result["state"], "complete", "{}", self.marker);
        self.check_standings();
        games
    }

    fn last_games(&self) -> String {
        fs::read_to_string(self.path("journal.jsonl")).unwrap_or_default()
    }

    /// The games in the journal, in the order in which they ended.
    pub(crate) fn games(&self) -> Vec<GameRecord> {
        let text = fs::read_to_string(self.path("journal.jsonl")).unwrap_or_default();
        // An incomplete last line, left by a kill, is not a game.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        whole.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn result(&self) -> Value {
        serde_json::from_str(&fs::read_to_string(self.path("result.json")).unwrap()).unwrap()
    }

    /// Counts the games in the journal and compares the totals with the result file.
    pub(crate) fn check_standings(&self) {
        let result = self.result();
        let games = self.games();
        let engines = result["engines"].as_array().unwrap();
        for (index, engine) in engines.iter().enumerate() {
            let mut points = [0u64; 3];
            let mut faults = std::collections::BTreeMap::<&str, u64>::new();
            for game in &games {
                for side in Color::ALL {
                    if game.engines[side.index()] != index {
                        continue;
                    }
                    points[match game.winner {
                        Some(winner) if winner == side => 0,
                        None => 1,
                        Some(_) => 2,
                    }] += 1;
                    if let (EndReason::Fault(fault), Some(winner)) = (&game.reason, game.winner)
                        && winner != side
                    {
                        *faults.entry(fault_name(fault)).or_default() += 1;
                    }
                }
            }
            let stated =
                ["wins", "draws", "losses"].map(|key| engine["games"][key].as_u64().unwrap());
            assert_eq!(stated, points, "{}: engine {index}", self.marker);
            assert_eq!(engine["faults"], serde_json::json!(faults), "{}", self.marker);
        }
        assert_eq!(result["played"], games.len(), "{}", self.marker);
        for engine in engines {
            let faults = engine["faults"].as_object().unwrap();
            let faults: u64 = faults.values().filter_map(Value::as_u64).sum();
            let encounters = result["encounters"].as_array().unwrap();
            let sides = encounters.iter().flat_map(|it| [0, 1].map(|side| (it, side)));
            let own = sides.filter(|(it, side)| it["engines"][side] == engine["name"]);
            let forfeits: u64 = own
                .flat_map(|(it, side)| it["forfeits"][side].as_object().unwrap().values())
                .filter_map(Value::as_u64)
                .sum();
            assert_eq!(forfeits, faults, "{}", self.marker);
        }
    }

    /// The command lines of this match's processes that are still running.
    pub(crate) fn leftovers(&self) -> Vec<String> {
        processes(&self.marker).into_iter().map(|(_, line)| line).collect()
    }

    /// Checks that all engines exit soon.
    pub(crate) fn check_nothing_runs(&self) {
        let deadline = Instant::now() + Duration::from_secs(2) * patience();
        while !self.leftovers().is_empty() {
            assert!(Instant::now() < deadline, "still running: {:?}", self.leftovers());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        if self.owns_folder && !thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

impl Run {
    pub(crate) fn new(output: &Output, time: Duration) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
            time,
        }
    }
}

/// Processes whose command line contains a word, except the arena itself.
pub(crate) fn processes(marker: &str) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // Processes may exit while this loop examines them.
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let program = line.split(' ').next().unwrap_or_default();
        if line.split(' ').any(|word| word == marker) && program.ends_with("fault_engine") {
            found.push((pid, line));
        }
    }
    found
}

pub(crate) fn signal(pid: u32, name: &str) {
    let status = Command::new("kill").arg(format!("-{name}")).arg(pid.to_string()).status();
    assert!(status.unwrap().success());
}

/// The losing side and the reason, as text; `None` if no engine was at fault.
pub(crate) fn fault(game: &GameRecord) -> Option<(usize, &'static str)> {
    let (EndReason::Fault(fault), Some(winner)) = (&game.reason, game.winner) else { return None };
    Some((game.engines[(!winner).index()], fault_name(fault)))
}

pub(crate) fn detail(game: &GameRecord) -> &str {
    match &game.reason {
        EndReason::Fault(Fault::Start(text) | Fault::Crash(text) | Fault::IllegalMove(text)) => {
            text
        }
        _ => "",
    }
}

/// How the games ended, one per line.
pub(crate) fn endings(games: &[GameRecord]) -> String {
    let line = |game: &GameRecord| {
        let plies = game.moves.len();
        format!(
            "\n  {} {:?} {plies} {:?} {:?}",
            game.number, game.engines, game.winner, game.reason
        )
    };
    games.iter().map(line).collect()
}
