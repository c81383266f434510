//! Tests other engines behind the page, over real connections and with real processes.

use std::thread;
use std::time::{Duration, Instant};

use chuhe_arena::settings::EngineSettings;
use chuhe_serve::Settings;
use serde_json::{Value, json};

use super::client::{Page, TestServer, post_json};
use crate::arena::harness::{double, processes};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// An engine that plays xiangqi, if slowly enough for an analysis to be seen.
fn chuhe() -> EngineSettings {
    EngineSettings::new(env!("CARGO_BIN_EXE_chuhe"))
}

/// The double with these arguments, and a marker by which its processes are found.
fn fault(arguments: &str, marker: &str) -> EngineSettings {
    let words =
        [format!("cmd={}", double().display()), format!("args=--marker {marker} {arguments}")];
    EngineSettings::from_words(words.iter().map(String::as_str)).unwrap()
}

fn serve(engines: Vec<(&str, EngineSettings)>, set: impl FnOnce(&mut Settings)) -> TestServer {
    TestServer::start(|settings| {
        settings.engines =
            engines.into_iter().map(|(name, settings)| (name.to_owned(), settings)).collect();
        set(settings);
    })
}

fn analyse(page: &mut Page, fields: &Value) -> Value {
    let mut request = json!({"do": "analyse.start", "multipv": 1});
    request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    page.ok(request)["key"].clone()
}

fn done(page: &mut Page, key: &Value) -> Value {
    page.notice(|it| it["key"] == *key && it["done"] == true)
}

fn found(page: &mut Page, key: &Value) -> Value {
    page.notice(|it| it["key"] == *key && it["depth"].is_number())
}

/// Waits until a condition holds.
fn soon(what: &str, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(30), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn only_engines_of_the_list_can_be_chosen() {
    let program = double().display().to_string();
    let server = serve(vec![("double", fault("", "listed"))], |_| {});
    let mut page = server.page();
    assert_eq!(page.hello["engines"], json!(["double"]));
    page.ok(json!({"do": "analyse.position", "fen": START}));
    let game = "1. h2e2 h9g7 *";
    for name in [&program[..], "/bin/sh", "cmd=/bin/sh", "../double", "Double", "", "chuhe"] {
        for request in [
            json!({"do": "engine", "name": name}),
            json!({"do": "analyse.start", "multipv": 1, "engine": name}),
            json!({"do": "play.new", "side": "red", "engine": name}),
            json!({"do": "review.start", "text": game, "engine": name}),
        ] {
            assert_eq!(page.refused(request), "unknown", "{name}");
        }
    }
    for request in [
        json!({"do": "engine", "name": "double", "args": "-x"}),
        json!({"do": "analyse.start", "multipv": 1, "engine": "double", "option": {"Hash": 1}}),
        json!({"do": "play.new", "side": "red", "engine": ["double"]}),
    ] {
        assert_eq!(page.refused(request), "malformed");
    }
    let strong = json!({"do": "play.new", "side": "red", "engine": "double", "level": 3});
    assert_eq!(page.refused(strong), "bad-value");
    assert!(processes("listed").is_empty(), "nothing was chosen, so nothing was started");
    let engine = page.ok(json!({"do": "engine", "name": "double"}))["engine"].clone();
    assert_eq!(engine["name"], "double");
    assert!(!engine.to_string().contains(&program), "{engine}");
}

#[test]
fn two_engines_analyse_side_by_side() {
    let server = serve(vec![("other", chuhe())], |_| {});
    let mut page = server.page();
    let known = page.ok(json!({"do": "engine", "name": "other"}))["engine"].clone();
    assert!(known["identity"].as_str().unwrap().starts_with("chuhe "), "{known}");
    let options = known["options"].as_array().unwrap();
    assert!(options.contains(&json!({"name": "multipv", "min": 1, "max": 10})), "{known}");
    page.ok(json!({"do": "analyse.position", "fen": START}));
    let own = analyse(&mut page, &json!({}));
    let other = analyse(&mut page, &json!({"engine": "other", "second": true, "multipv": 3}));
    let lines = found(&mut page, &other)["lines"].clone();
    assert!(lines[0]["moves"][0]["move"].is_string(), "{lines}");
    found(&mut page, &own);
    page.notice(|it| it["key"] == other && it["lines"].as_array().map(Vec::len) == Some(3));
    let twice = json!({"do": "analyse.start", "multipv": 1, "engine": "other"});
    assert_eq!(page.refused(twice), "not-now");
    page.ok(json!({"do": "analyse.stop", "key": own}));
    done(&mut page, &own);
    page.notices.clear();
    found(&mut page, &other);
    page.ok(json!({"do": "analyse.position", "fen": START, "moves": ["h2e2"]}));
    let end = done(&mut page, &other);
    assert!(end["failure"].is_null(), "{end}");
    // The engine is at once ready for the next position.
    let next = analyse(&mut page, &json!({"engine": "other"}));
    found(&mut page, &next);
}

#[test]
fn an_engine_that_fails_harms_nothing_else() {
    let engines = vec![
        ("gone", EngineSettings::new("/nowhere/engine")),
        ("mute", fault("--mode exit-at-start", "failing")),
        ("crash", fault("--mode exit-on-go", "failing")),
        ("castle", fault("--mode nonsense", "failing")),
    ];
    let server = serve(engines, |_| {});
    let mut page = server.page();
    page.ok(json!({"do": "analyse.position", "fen": START}));
    let own = analyse(&mut page, &json!({"second": true}));
    for name in ["gone", "mute"] {
        for language in ["zh", "en"] {
            page.ok(json!({"do": "language", "language": language}));
            let start = json!({"do": "analyse.start", "multipv": 1, "engine": name});
            let error = page.request(start)["error"].clone();
            assert_eq!(error["code"], "engine", "{error}");
            let text = error["text"].as_str().unwrap();
            assert!(text.starts_with(name) && !text.contains("nowhere"), "{text}");
            assert_eq!(text.contains("start"), language == "en", "{text}");
        }
    }
    for (name, reason) in [("crash", "crash: "), ("castle", "illegal move: \"castle\"")] {
        let key = analyse(&mut page, &json!({"engine": name}));
        let failure = done(&mut page, &key)["failure"].clone();
        let text = failure.as_str().unwrap();
        assert!(text.starts_with(&format!("{name}: {reason}")), "{text}");
    }
    page.notices.clear();
    found(&mut page, &own);

    // A game goes on with what has been played, and can be continued with chuhe.
    page.ok(json!({"do": "play.new", "side": "red", "engine": "castle"}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    let failure = page.notice(|it| it["on"] == "play" && it["failure"].is_string());
    assert!(failure["failure"].as_str().unwrap().contains("illegal move"), "{failure}");
    let state = page.ok(json!({"do": "play.coach", "on": false}));
    assert_eq!(state["moves"].as_array().unwrap().len(), 1, "{state}");
    assert_eq!(state["engine"], "double", "{state}");
    let name = state["saved"].clone();
    page.ok(json!({"do": "play.new", "side": "red", "level": 0}));
    let state = page.ok(json!({"do": "play.load", "name": name, "level": 0}));
    assert!(state["engine"].is_null(), "{state}");
    page.notice(|it| it["state"]["moves"].as_array().map(Vec::len) == Some(2));
}

#[test]
fn the_number_of_processes_is_limited() {
    let engines = vec![
        ("one", fault("--mode answer-after-stop", "limited")),
        ("two", fault("--mode answer-after-stop", "limited")),
    ];
    let server = serve(engines, |settings| settings.engine_processes = 1);
    let (mut first, mut second) = (server.page(), server.page());
    for page in [&mut first, &mut second] {
        page.ok(json!({"do": "analyse.position", "fen": START}));
        for name in ["one", "two"] {
            page.ok(json!({"do": "engine", "name": name}));
        }
    }
    soon("introduced engines end", || processes("limited").is_empty());
    let running = analyse(&mut first, &json!({"engine": "one"}));
    soon("one process", || processes("limited").len() == 1);
    let waiting = analyse(&mut second, &json!({"engine": "two"}));
    second.notice(|it| it["key"] == waiting && it["queue"] == 0);
    assert_eq!(processes("limited").len(), 1);
    // Those who wait get a turn.
    let end = done(&mut first, &running);
    assert_eq!(end["made_room"], true, "{end}");
    soon("the other engine", || {
        let all = processes("limited");
        assert!(all.len() <= 1, "{all:?}");
        !all.is_empty()
    });
    second.ok(json!({"do": "analyse.stop"}));
    done(&mut second, &waiting);
}

#[test]
fn processes_end_when_nobody_uses_them() {
    let engines = || vec![("double", fault("", "resting"))];
    let server = serve(engines(), |settings| settings.engine_rest = Duration::from_millis(300));
    let mut page = server.page();
    page.ok(json!({"do": "analyse.position", "fen": START}));
    for _ in 0..2 {
        let key = analyse(&mut page, &json!({"engine": "double"}));
        let end = done(&mut page, &key);
        assert!(end["failure"].is_null(), "{end}");
        soon("the process ends", || processes("resting").is_empty());
    }
    server.stop();

    let server = serve(vec![("double", fault("--mode answer-after-stop", "resting"))], |_| {});
    let mut page = server.page();
    page.ok(json!({"do": "analyse.position", "fen": START}));
    analyse(&mut page, &json!({"engine": "double"}));
    soon("the process is there", || processes("resting").len() == 1);
    server.stop();
    assert!(processes("resting").is_empty(), "processes end with the server");
}

#[test]
fn saved_games_and_reviews_name_their_engine() {
    let mut single = chuhe();
    single.options.push(("Threads".to_owned(), "1".to_owned()));
    let engines = vec![("double", fault("--name Anaconda", "named")), ("single", single)];
    let server = serve(engines, |_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "red", "engine": "double"}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
    let played = page.notice(|it| it["state"]["moves"].as_array().map(Vec::len) == Some(2));
    assert_eq!(played["state"]["engine"], "Anaconda");
    let name = played["state"]["saved"].clone();
    let text = page.ok(json!({"do": "play.file"}))["text"].clone();
    assert!(text.as_str().unwrap().contains("[Black \"Anaconda\"]"), "{text}");
    let request = json!({"do": "review.start", "text": text, "nodes": 1000, "engine": "single"});
    let review = page.ok(request);
    let single = review["engine"].as_str().unwrap().to_owned();
    assert!(single.starts_with("chuhe ") && single.ends_with(" (Threads=1)"), "{single}");
    let job = review["job"].clone();
    page.notice(|it| it["state"]["games"] == 1);
    page.ok(json!({"do": "review.annotate", "job": job, "game": 1}));
    page.notice(|it| it["row"]["review"].is_object());
    let game = page.ok(json!({"do": "review.game", "job": job, "game": 1}));
    assert_eq!(game["annotation"]["engine"], single, "{game}");

    // The game is continued against the same engine or, without it, against chuhe, and that is said.
    let data = server.stop();
    let server = TestServer::start_in(data, |settings| {
        settings.engines = vec![("double".to_owned(), fault("--name Anaconda", "named"))];
    });
    let mut page = server.page();
    let state = page.ok(json!({"do": "play.load", "name": name}));
    assert_eq!(state["engine"], "Anaconda");
    let server = TestServer::start_in(server.stop(), |_| {});
    let mut page = server.page();
    let state = page.ok(json!({"do": "play.load", "name": name}));
    assert!(state["engine"].is_null() && state["side"] == "red", "{state}");
    let note = page.notice(|it| it["note"].is_string());
    assert!(note["note"].as_str().unwrap().starts_with("double cannot play on"), "{note}");
    page.ok(json!({"do": "play.move", "move": "h0g2"}));
    let text = page.ok(json!({"do": "play.file"}))["text"].clone();
    assert!(!text.as_str().unwrap().contains("Anaconda"), "{text}");
}

#[test]
fn an_engine_that_starts_slowly_holds_up_nobody() {
    let starts = tempfile::NamedTempFile::new().unwrap();
    let slow = format!("--mode slow-start --ms 3000 --starts {}", starts.path().display());
    let engines = vec![("slow", fault(&slow, "slow")), ("double", fault("", "slow"))];
    let server = serve(engines, |_| {});
    let mut pages: Vec<Page> = (0..6).map(|_| server.page()).collect();
    let mut other = server.page();
    other.ok(json!({"do": "engine", "name": "double"}));
    for page in &mut pages {
        page.send_text(r#"{"id": 1, "do": "engine", "name": "slow"}"#);
    }
    soon("the engine is started", || !processes("slow").is_empty());
    other.ok(json!({"do": "engine", "name": "double"}));
    pages[0].send_text(r#"{"id": 2, "do": "play.games"}"#);
    assert_eq!(pages[0].next().unwrap()["re"], 2, "a page that waits for an engine can go on");
    pages[0].send_text(r#"{"id": 3, "do": "engine", "name": "double"}"#);
    assert_eq!(pages[0].next().unwrap()["error"]["code"], "busy");
    for page in &mut pages {
        let answer = page.next().unwrap();
        assert_eq!(answer["ok"]["engine"]["name"], "slow", "{answer}");
    }
    // Learning about an engine takes up to three starts.
    let starts = std::fs::read(starts.path()).unwrap().len();
    assert!(starts <= 3, "{starts} starts for six pages");
}

#[test]
fn programs_choose_engines_by_name_as_well() {
    let mut single = chuhe();
    single.options.push(("Threads".to_owned(), "1".to_owned()));
    let engines = vec![("single", single), ("crash", fault("--mode exit-on-go", "program"))];
    let server = serve(engines, |_| {});
    let ask =
        |engine: &str| post_json(&server, "/api/analyze", &json!({"depth": 3, "engine": engine}));
    let (status, found) = ask("single");
    assert_eq!((status, found["lines"][0]["depth"].as_u64()), (200, Some(3)), "{found}");
    assert!(found["engine"].as_str().unwrap().ends_with(" (Threads=1)"), "{found}");
    for (engine, code) in [("crash", "engine"), ("/bin/sh", "unknown"), ("", "unknown")] {
        let (status, refused) = ask(engine);
        assert_eq!((status, &refused["code"]), (422, &json!(code)), "{refused}");
    }
    let (_, found) = post_json(&server, "/api/analyze", &json!({"depth": 1}));
    assert!(found["engine"].is_null(), "{found}");
}
