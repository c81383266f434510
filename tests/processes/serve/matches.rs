//! Tests watching matches over the network.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chuhe_arena::{EndReason, GameRecord, MatchJournal, PlayedMove};
use chuhe_engine::types::Color;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Page, TestServer};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const HOSTILE: &str = "<img src=x onerror=alert(1)>\u{202e}";

fn terms() -> Value {
    json!({
        "names": ["A", HOSTILE],
        "engines": [{"limits": {"nodes": 500}}, {"limits": {"depth": 3}}],
        "form": "round robin", "games": 2, "noswap": false, "openings": "startpos",
    })
}

/// A game record; the first engine wins with Red and draws with Black.
fn game(number: u32) -> GameRecord {
    let swapped = number % 2 == 1;
    let played = json!({"mv": "h9g7", "micros": 1000, "score": {"cp": 35}, "depth": 4, "seldepth": null, "nodes": 500});
    GameRecord {
        number,
        engines: if swapped { [1, 0] } else { [0, 1] },
        fen: START.to_owned(),
        book: vec!["h2e2".parse().unwrap()],
        moves: vec![serde_json::from_value::<PlayedMove>(played).unwrap()],
        winner: (!swapped).then_some(Color::Red),
        reason: EndReason::Resignation,
        started: 1_700_000_000,
        millis: 17,
        overloaded: false,
    }
}

/// A folder with matches.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Creates a match with this many games, written by the test as a running match would write them.
    fn journal(&self, name: &str, games: u32) -> MatchJournal {
        fs::create_dir_all(self.path(name)).unwrap();
        let path = self.path(name).join("journal.jsonl");
        let (mut journal, _) = MatchJournal::open(&path, &terms()).unwrap();
        (0..games).for_each(|number| journal.append(&game(number)).unwrap());
        journal
    }

    fn server(&self) -> TestServer {
        TestServer::start(|settings| settings.watch.push(self.0.path().to_owned()))
    }

    /// The name under which a page lists a match.
    fn name(&self, name: &str) -> String {
        format!("{}/{name}", self.0.path().file_name().unwrap().to_str().unwrap())
    }
}

fn live(path: &Path, scheduled: u32, moves: &[&str]) {
    let played = |mv: &&str| json!({"mv": mv, "micros": 5, "score": {"cp": 20}, "depth": 4, "seldepth": null, "nodes": null});
    let live = json!({
        "format": "chuhe match live 1", "names": ["A", HOSTILE], "scheduled": scheduled, "played": 0,
        "sprt": "elo0=0 elo1=10", "games": [{
            "number": 2, "engines": [0, 1], "fen": START, "book": [], "started": 7,
            "moves": moves.iter().map(played).collect::<Vec<_>>(),
            "clocks_ms": [9000, 8000], "asked_ms": 1_700_000_000_000_u64 + moves.len() as u64,
        }],
    });
    let draft = path.join("live.draft");
    fs::write(&draft, live.to_string()).unwrap();
    fs::rename(draft, path.join("live.json")).unwrap();
}

/// The state of a match, assembled from all messages to a page.
#[derive(Debug, Default)]
struct Seen {
    key: Value,
    begins: Value,
    table: Value,
    llr: Vec<Value>,
    total: u64,
    boards: Value,
    moves: Vec<Value>,
    problem: String,
}

impl Seen {
    fn open(page: &mut Page, folder: &str) -> Self {
        let key = page.ok(json!({"do": "watch.open", "folder": folder}))["key"].clone();
        Self { key, ..Self::default() }
    }

    /// Receives messages until a condition holds.
    fn until(&mut self, page: &mut Page, is_it: impl Fn(&Self) -> bool) {
        while !is_it(self) {
            let news = page.notice(|it| it["on"] == "watch");
            assert_eq!(news["key"], self.key);
            let limit = 200 << 10;
            assert!(news.to_string().len() < limit, "{} bytes", news.to_string().len());
            self.apply(&news);
        }
    }

    fn apply(&mut self, news: &Value) {
        if !news["begins"].is_null() {
            *self =
                Self { key: self.key.clone(), begins: news["begins"].clone(), ..Self::default() };
        }
        if !news["table"].is_null() {
            self.table = news["table"].clone();
        }
        if let Some(from) = news["llr"]["from"].as_u64() {
            self.llr.truncate(from as usize);
            self.llr.extend(news["llr"]["points"].as_array().unwrap().iter().cloned());
        }
        if !news["games"].is_null() {
            self.total = news["games"]["total"].as_u64().unwrap();
            assert!(news["games"]["new"].as_array().unwrap().len() <= 50);
        }
        if !news["boards"].is_null() {
            self.boards = news["boards"]["games"].clone();
            for change in news["boards"]["changes"].as_array().unwrap() {
                self.moves.truncate(change["from"].as_u64().unwrap() as usize);
                self.moves.extend(change["moves"].as_array().unwrap().iter().cloned());
            }
        }
        if let Some(problem) = news["problem"].as_str() {
            problem.clone_into(&mut self.problem);
        }
    }
}

#[test]
fn a_finished_match_is_shown_whole() {
    let folder = Folder::new();
    drop(folder.journal("one", 6));
    let result = json!({"scheduled": 6, "played": 6, "sprt": null});
    fs::write(folder.path("one/result.json"), result.to_string()).unwrap();
    let server = folder.server();
    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "watch.games", "before": 9})), "not-now");
    let list = page.ok(json!({"do": "watch.list"}));
    let [listed] = &list["matches"].as_array().unwrap()[..] else { panic!("{list}") };
    assert_eq!(listed["folder"], folder.name("one"));
    assert_eq!((&listed["names"][1], &listed["played"]), (&json!(HOSTILE), &json!(6)));
    assert_eq!(listed["running"], false);

    let mut seen = Seen::open(&mut page, &folder.name("one"));
    seen.until(&mut page, |seen| seen.total == 6);
    assert_eq!(seen.begins["names"], json!(["A", HOSTILE]), "names are not markup");
    let table = &seen.table;
    assert_eq!((&table["stage"], &table["played"]), (&json!("over"), &json!(6)));
    assert_eq!(table["engines"][0]["games"], json!({"wins": 3, "draws": 3, "losses": 0}));
    assert_eq!(table["engines"][1]["limits"], "depth 3");
    assert_eq!(table["encounters"][0]["pairs"]["wd"], 3);
    assert_eq!(table["endings"], json!([{"text": "resignation", "games": 6}]));
    assert_eq!((&table["sprt"], &table["damage"]), (&Value::Null, &Value::Null));

    let rows = page.ok(json!({"do": "watch.games", "before": 4}));
    let numbers: Vec<u64> = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["number"].as_u64().unwrap())
        .collect();
    assert_eq!((numbers, &rows["before"]), (vec![4, 3, 2, 1], &json!(0)));
    assert_eq!(rows["rows"][0]["result"], "1/2-1/2");
    let game = page.ok(json!({"do": "watch.game", "number": 2}));
    assert_eq!(game["game"]["tags"]["Red"], HOSTILE);
    assert_eq!(game["game"]["tree"]["moves"][1]["move"]["chinese"], "马８进７");
    assert_eq!(
        (&game["red_scores"], &game["ending"]),
        (&json!([null, {"cp": -35}]), &json!("resignation"))
    );
    for number in [0_u64, 7, 1 << 40] {
        assert_eq!(page.refused(json!({"do": "watch.game", "number": number})), "unknown");
    }
    // After a change of language, the server sends everything again.
    page.ok(json!({"do": "language", "language": "zh"}));
    seen.until(&mut page, |seen| seen.table["endings"][0]["text"] == "认输");
    page.ok(json!({"do": "watch.close"}));
    assert_eq!(page.refused(json!({"do": "watch.game", "number": 1})), "not-now");
}

#[test]
fn whoever_watches_a_match_that_goes_on_is_not_idle() {
    let folder = Folder::new();
    let _journal = folder.journal("one", 1);
    let idle = Duration::from_secs(2);
    let server = TestServer::start(|settings| {
        settings.watch.push(folder.0.path().to_owned());
        settings.idle_within = idle;
    });
    let mut page = server.page();
    let mut seen = Seen::open(&mut page, &folder.name("one"));
    let opened = Instant::now();
    let moves = ["h2e2", "h9g7"];
    let mut ply = 0;
    while opened.elapsed() < 2 * idle {
        ply = 1 - ply;
        live(&folder.path("one"), 4, &moves[..=ply]);
        seen.until(&mut page, |seen| seen.moves.len() == ply + 1);
    }
    assert_eq!(page.next().unwrap(), json!({"on": "end", "reason": "idle"}));
}

#[test]
fn a_growing_match_is_followed() {
    let folder = Folder::new();
    let mut journal = folder.journal("one", 2);
    let path = folder.path("one");
    live(&path, 6, &["h2e2"]);
    let server = folder.server();
    let mut page = server.page();
    let list = page.ok(json!({"do": "watch.list"}));
    assert_eq!(list["matches"][0]["running"], true);
    let mut seen = Seen::open(&mut page, &folder.name("one"));
    seen.until(&mut page, |seen| seen.moves.len() == 1);
    assert_eq!((&seen.boards, &seen.table["stage"]), (&json!([3]), &json!("running")));
    assert_eq!((seen.llr.len(), &seen.table["sprt"]["elo1"]), (2, &json!(10.0)));

    live(&path, 6, &["h2e2", "h9g7", "h0g2"]);
    let news = page.notice(|it| it["on"] == "watch" && !it["boards"].is_null());
    let change = &news["boards"]["changes"][0];
    assert_eq!((&change["from"], &change["moves"][1]["wxf"]), (&json!(1), &json!("H2+3")));
    assert_eq!((&change["red_scores"][0], &change["side"]), (&json!({"cp": -20}), &json!("black")));
    assert!(news["table"].is_null() && news["games"].is_null(), "only what is new: {news}");

    // An incomplete line is not a game; a complete one ends the game on its board.
    let line = format!("{}\n", json!(game(2)));
    let mut file = OpenOptions::new().append(true).open(path.join("journal.jsonl")).unwrap();
    file.write_all(&line.as_bytes()[..40]).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    file.write_all(&line.as_bytes()[40..]).unwrap();
    seen.until(&mut page, |seen| seen.total == 3);
    assert_eq!((&seen.boards, &seen.table["damage"]), (&json!([]), &Value::Null));
    assert_eq!(seen.llr.len(), 3);

    // The match is interrupted, then resumed with more games.
    drop(journal);
    seen.until(&mut page, |seen| seen.table["stage"] == "stopped");
    journal = folder.journal("one", 0);
    live(&path, 8, &[]);
    journal.append(&game(3)).unwrap();
    seen.until(&mut page, |seen| seen.total == 4);
    assert_eq!((&seen.table["stage"], &seen.table["scheduled"]), (&json!("running"), &json!(8)));

    // The folder disappears, then reappears with another match.
    fs::rename(&path, folder.path("gone")).unwrap();
    seen.until(&mut page, |seen| !seen.problem.is_empty());
    assert!(!seen.problem.contains(path.to_str().unwrap()), "{}", seen.problem);
    let _other = folder.journal("one", 1);
    seen.until(&mut page, |seen| seen.problem.is_empty() && seen.total == 1);
}

#[test]
fn a_long_match_comes_in_parts() {
    let folder = Folder::new();
    let mut journal = folder.journal("one", 0);
    let head = fs::read(folder.path("one/journal.jsonl")).unwrap();
    let lines: Vec<String> = (0..5000).map(|number| json!(game(number)).to_string()).collect();
    let lines = lines.join("\n") + "\n";
    fs::write(folder.path("one/journal.jsonl"), [&head[..], lines.as_bytes()].concat()).unwrap();
    live(&folder.path("one"), 20_000, &[]);
    let server = folder.server();
    let mut page = server.page();
    let mut seen = Seen::open(&mut page, &folder.name("one"));
    seen.until(&mut page, |seen| seen.total == 5000 && seen.table["loading"] == false);
    assert!((100..=401).contains(&seen.llr.len()), "{}", seen.llr.len());
    assert_eq!(seen.llr.last().unwrap()[0], 5000);
    let mut before = 5000;
    let mut numbers = Vec::new();
    while before > 0 {
        let rows = page.ok(json!({"do": "watch.games", "before": before}));
        let rows_here = rows["rows"].as_array().unwrap();
        assert!((1..=50).contains(&rows_here.len()));
        numbers.extend(rows_here.iter().map(|row| row["number"].as_u64().unwrap()));
        before = rows["before"].as_u64().unwrap();
    }
    assert_eq!(numbers, (1..=5000).rev().collect::<Vec<_>>());
    // Only the new game is sent.
    drop(journal);
    journal = folder.journal("one", 0);
    journal.append(&game(5000)).unwrap();
    let news = page.notice(|it| it["on"] == "watch" && !it["games"].is_null());
    assert_eq!(news["games"]["new"].as_array().unwrap().len(), 1);
    assert!(news["llr"]["points"].as_array().unwrap().len() <= 2, "{news}");
}

#[test]
fn a_broken_journal_is_reported() {
    let folder = Folder::new();
    drop(folder.journal("one", 2));
    let mut file = OpenOptions::new().append(true).open(folder.path("one/journal.jsonl")).unwrap();
    writeln!(file, "{{\"number\":\n{}", json!(game(2))).unwrap();
    fs::create_dir(folder.path("two")).unwrap();
    fs::write(folder.path("two/journal.jsonl"), "dear diary\n").unwrap();
    let server = folder.server();
    let mut page = server.page();
    let list = page.ok(json!({"do": "watch.list"}));
    assert_eq!(list["matches"].as_array().unwrap().len(), 1, "{list}");
    let mut seen = Seen::open(&mut page, &folder.name("one"));
    seen.until(&mut page, |seen| seen.total == 3);
    let damage = seen.table["damage"].as_str().unwrap();
    assert!(damage.starts_with("line 4 is damaged"), "{damage}");
    let mut seen = Seen::open(&mut page, &folder.name("two"));
    seen.until(&mut page, |seen| !seen.problem.is_empty());
    assert_eq!(seen.problem, "match journal: not the journal of a match");
    assert_eq!(page.refused(json!({"do": "watch.game", "number": 1})), "unknown");
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_the_folders_is_read() {
    use std::os::unix::fs::symlink;
    let (folder, outside) = (Folder::new(), Folder::new());
    drop(outside.journal("secret", 1));
    symlink(outside.path("secret"), folder.path("link")).unwrap();
    fs::create_dir(folder.path("inner")).unwrap();
    symlink(outside.path("secret/journal.jsonl"), folder.path("inner/journal.jsonl")).unwrap();
    let pipe = folder.path("pipe");
    fs::create_dir(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(pipe.join("journal.jsonl")).status();
    assert!(made.unwrap().success());
    let server = folder.server();
    let mut page = server.page();
    assert_eq!(page.ok(json!({"do": "watch.list"}))["matches"], json!([]));
    let root = folder.name("");
    let secret = outside.path("secret");
    for name in [
        folder.name("link"),
        folder.name(".."),
        format!("{root}../{}", outside.name("secret")),
        secret.display().to_string(),
        "/etc".to_owned(),
        "..".to_owned(),
        String::new(),
        root.clone(),
        folder.name("inner/../link"),
    ] {
        let command = json!({"do": "watch.open", "folder": name});
        assert_eq!(page.refused(command), "unknown", "{name}");
    }
    for name in ["inner", "pipe"] {
        let mut seen = Seen::open(&mut page, &folder.name(name));
        seen.until(&mut page, |seen| !seen.problem.is_empty());
        assert!(seen.begins.is_null(), "{}", seen.problem);
    }
}

#[cfg(target_os = "linux")]
mod real {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::arena::harness::{Match, signal};

    /// A match started on one page can be stopped from any other.
    #[test]
    fn any_page_ends_a_match_of_the_server() {
        let set = |settings: &mut chuhe_serve::Settings| {
            settings.program = Some(env!("CARGO_BIN_EXE_chuhe").into());
        };
        let server = TestServer::start(set);
        let begin = json!({"do": "watch.start", "levels": [1, 2], "games": 200, "movetime": 100});
        let folder = server.page().ok(begin)["folder"].as_str().unwrap().to_owned();
        let mut other = server.page();
        let mut seen = Seen::open(&mut other, &folder);
        seen.until(&mut other, |seen| !seen.begins.is_null());
        assert_eq!(seen.begins["own"], true);
        other.ok(json!({"do": "watch.stop", "folder": folder}));
        seen.until(&mut other, |seen| seen.table["stage"] == "stopped");
        // A match played by another process can only be watched.
        assert_eq!(other.refused(json!({"do": "watch.stop", "folder": folder})), "not-now");
        let mut again = Seen::open(&mut other, &folder);
        again.until(&mut other, |seen| !seen.begins.is_null());
        assert_eq!((&again.begins["own"], &again.begins["resumes"]), (&json!(false), &json!(true)));
        let played = again.table["played"].as_u64();
        // It goes on where it stopped.
        assert_eq!(other.ok(json!({"do": "watch.resume", "folder": folder}))["folder"], folder);
        again.until(&mut other, |seen| seen.table["stage"] == "running");
        assert!(again.table["played"].as_u64() >= played);
        other.ok(json!({"do": "watch.stop", "folder": folder}));
        again.until(&mut other, |seen| seen.table["stage"] == "stopped");
        let elsewhere = json!({"do": "watch.resume", "folder": "matches/none"});
        assert_eq!(other.refused(elsewhere), "not-now");

        // A restart of the server changes nothing.
        let played = again.table["played"].as_u64();
        let server = TestServer::start_in(server.stop(), set);
        let mut page = server.page();
        let mut seen = Seen::open(&mut page, &folder);
        seen.until(&mut page, |seen| !seen.begins.is_null());
        assert_eq!(seen.begins["resumes"], true);
        page.ok(json!({"do": "watch.resume", "folder": folder}));
        seen.until(&mut page, |seen| seen.table["stage"] == "running");
        assert!(seen.table["played"].as_u64() >= played, "{} {played:?}", seen.table);
        page.ok(json!({"do": "watch.stop", "folder": folder}));
        seen.until(&mut page, |seen| seen.table["stage"] == "stopped");
    }

    /// A page shows a real match while it runs, after it is interrupted and resumed, and when it ends.
    #[test]
    fn a_match_that_is_played_is_on_the_page() {
        let game = Match::new("watched")
            .double("--think 60 --play random --seed 1", "proto=ucci depth=1 name=<b>one</b>")
            .double("--think 60 --play random --seed 2", "proto=uci tc=60 name=two")
            .words("--concurrency 2")
            .set("--rounds", 8);
        let server = TestServer::start(|settings| settings.watch.push(game.folder.clone()));
        let mut page = server.page();
        let mut arena = game.start();
        let deadline = Instant::now() + Duration::from_mins(1);
        let folder = loop {
            let list = page.ok(json!({"do": "watch.list"}));
            if list["matches"][0]["running"] == true {
                break list["matches"][0]["folder"].as_str().unwrap().to_owned();
            }
            assert!(Instant::now() < deadline, "{list}");
            std::thread::sleep(Duration::from_millis(50));
        };
        let mut seen = Seen::open(&mut page, &folder);
        // Waits until the engine with a clock has moved while both boards are in use; between games, one board is free.
        let clocks = page.notice(|it| {
            let changes = it["boards"]["changes"].as_array();
            let both = it["boards"]["games"].as_array().is_some_and(|games| games.len() == 2);
            let runs = |it: &Value| {
                let clocks = [&it["clocks"]["red_ms"], &it["clocks"]["black_ms"]];
                clocks.iter().any(|clock| clock.as_u64().is_some_and(|ms| ms < 60_000))
            };
            both && changes.is_some_and(|changes| changes.iter().any(runs))
        });
        assert!(game.path("live.json").exists());
        seen.key = clocks["key"].clone();
        seen.until(&mut page, |seen| seen.total > 0);
        signal(arena.id(), "KILL");
        arena.wait().unwrap();
        seen.until(&mut page, |seen| seen.table["stage"] == "stopped");
        game.play();
        seen.until(&mut page, |seen| seen.table["stage"] == "over" && seen.total == 16);
        assert_eq!((&seen.boards, &seen.table["played"]), (&json!([]), &json!(16)));
        assert!(!game.path("live.json").exists(), "the file is deleted at the end of the match");
        let listed = page.ok(json!({"do": "watch.list"}));
        assert_eq!(listed["matches"][0]["names"], json!(["<b>one</b>", "two"]));
    }
}
