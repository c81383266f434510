//! Tests a session in a host without a network, files or background threads. Games are stored in memory, and a search
//! ends before the request for it returns.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{
    Engine, EngineError, EngineSource, NewsSink, SearchNews, SearchRequest, SearchTicket, Searcher,
};
use chuhe_engine::search::Limits;
use chuhe_localize::Language;
use chuhe_play::GameFiles;
use chuhe_session::message::{EndReason, KnownMove, LookupName, SavedGame};
use chuhe_session::written::written_move;
use chuhe_session::{
    GameStore, Holder, Host, HostError, HostMemory, Inbox, Input, Lease, Lookup, NameProblem, Page,
    Session, SessionSettings, StoredKind,
};
use serde_json::{Value, json};

/// Games by name.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<BTreeMap<PathBuf, String>>>);

#[derive(Debug)]
struct Name(String, Memory);

impl GameFiles for Name {
    fn exists(&self, path: &Path) -> bool {
        self.1.0.lock().unwrap().contains_key(path)
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        self.1.0.lock().unwrap().insert(path.to_owned(), text.to_owned());
        Ok(())
    }
}

impl Lease for Name {
    fn name(&self) -> &str {
        &self.0
    }

    fn path(&self) -> PathBuf {
        format!("{}.pgn", self.0).into()
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn delete(&self) {
        self.1.0.lock().unwrap().remove(&self.path());
    }
}

impl GameStore for Memory {
    fn create(
        self: Arc<Self>,
        _: StoredKind,
        name: &str,
        _: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let lease = Name(name.to_owned(), (*self).clone());
        if lease.exists(&lease.path()) { Err(NameProblem::Exists) } else { Ok(Arc::new(lease)) }
    }

    fn open(
        self: Arc<Self>,
        _: StoredKind,
        name: &str,
        _: &Holder,
    ) -> Result<Arc<dyn Lease>, NameProblem> {
        let lease = Name(name.to_owned(), (*self).clone());
        if lease.exists(&lease.path()) { Ok(Arc::new(lease)) } else { Err(NameProblem::Missing) }
    }

    fn read(&self, _: StoredKind, name: &str) -> io::Result<Vec<u8>> {
        let text = self.0.lock().unwrap().get(Path::new(&format!("{name}.pgn"))).cloned();
        text.map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, _: StoredKind, _: &Holder) -> io::Result<Vec<SavedGame>> {
        Ok(Vec::new())
    }
}

/// A host that does all work immediately.
#[derive(Debug, Default)]
struct Alone(Arc<Memory>);

impl Host for Alone {
    fn settings(&self) -> SessionSettings {
        SessionSettings {
            language: Language::English,
            resume_within: Duration::from_mins(1),
            idle_within: Duration::from_hours(1),
            longest_search: Duration::from_millis(500),
        }
    }

    fn store(&self) -> Arc<dyn GameStore> {
        Arc::clone(&self.0) as _
    }

    fn lookup(&self, name: LookupName) -> Option<Arc<dyn Lookup>> {
        (name == LookupName::Tables).then(|| Arc::new(FirstMove) as _)
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), EngineError> {
        Ok((EngineSource::default(), NonZero::<usize>::MIN))
    }

    fn take_memory(&self, _: usize) -> Option<HostMemory> {
        Some(Box::new(()))
    }

    fn spawn(&self, _: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        work();
        Ok(())
    }
}

/// A source that knows one move in every position.
#[derive(Debug)]
struct FirstMove;

impl Lookup for FirstMove {
    fn moves(&self, position: &Position) -> Result<Option<Vec<KnownMove>>, HostError> {
        let known = |&mv| KnownMove {
            mv: written_move(position, mv),
            red_score: None,
            text: String::new(),
        };
        Ok(position.legal_moves().first().map(|mv| vec![known(mv)]))
    }
}

/// Runs searches at once.
#[derive(Debug)]
struct InPlace;

#[derive(Debug)]
struct Over;

impl SearchTicket for Over {
    fn stop(&self) {}
}

impl Searcher for InPlace {
    fn submit(
        &mut self,
        request: SearchRequest,
        mut deliver: NewsSink,
    ) -> Result<Box<dyn SearchTicket>, EngineError> {
        let mut engine = Engine::with_config(Config { hash_mb: 1, ..request.config }).unwrap();
        engine.set_position(request.position);
        deliver(SearchNews::Started);
        for event in engine.start(Limits { nodes: Some(500), ..request.limits }) {
            deliver(SearchNews::Event(event));
        }
        Ok(Box::new(Over))
    }
}

/// Records the messages sent.
#[derive(Clone, Debug, Default)]
struct Screen(Arc<Mutex<Vec<Value>>>);

impl Page for Screen {
    fn connection(&self) -> u64 {
        1
    }

    fn send(&self, message: String) {
        self.0.lock().unwrap().push(serde_json::from_str(&message).unwrap());
    }

    fn close(&self, reason: EndReason) {
        self.0.lock().unwrap().push(json!({ "closed": reason }));
    }
}

/// A session and its page, in one thread.
struct Talk {
    session: Session,
    inputs: Receiver<Input>,
    screen: Screen,
    storage: Memory,
}

impl Talk {
    fn new() -> Self {
        let (sender, inputs) = mpsc::channel();
        let inbox = Inbox::new(move |input| drop(sender.send(input)));
        let host = Alone::default();
        let storage = (*host.0).clone();
        let mut session = Session::new("key", Arc::new(host), EngineSource::new(|| InPlace), inbox);
        let screen = Screen::default();
        assert!(session.handle(Input::Joined(Box::new(screen.clone()), None)));
        Self { session, inputs, screen, storage }
    }

    /// Sends a request, lets the session handle everything that follows, and returns all its messages.
    fn send(&mut self, request: &Value) -> Vec<Value> {
        assert!(self.session.handle(Input::Request(request.to_string())));
        while let Ok(input) = self.inputs.try_recv() {
            assert!(self.session.handle(input));
        }
        std::mem::take(&mut *self.screen.0.lock().unwrap())
    }
}

#[test]
fn a_game_is_played_kept_and_loaded_without_a_server() {
    let mut talk = Talk::new();
    let got = talk.send(&json!({"id": 1, "do": "play.new", "side": "red", "level": 1}));
    assert_eq!((&got[0]["re"], &got[0]["ok"]["moves"]), (&json!(1), &json!([])), "{got:?}");
    let got = talk.send(&json!({"id": 2, "do": "play.move", "move": "h2e2"}));
    assert_eq!(got[0]["re"], 2);
    let last = got.last().unwrap();
    assert_eq!(
        last["state"]["moves"].as_array().map(Vec::len),
        Some(2),
        "the engine has answered: {last}"
    );
    let got = talk.send(&json!({"id": 3, "do": "play.save", "name": "mine"}));
    assert_eq!(got[0]["ok"]["name"], "mine", "{got:?}");
    let kept: Vec<PathBuf> = talk.storage.0.lock().unwrap().keys().cloned().collect();
    assert_eq!(kept, [Path::new("mine.pgn")], "the automatic name is gone");

    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let got = other.send(&json!({"id": 1, "do": "play.load", "name": "mine"}));
    assert_eq!(got[0]["ok"]["saved"], "mine", "it goes on under its name: {got:?}");
    assert_eq!(got[0]["ok"]["moves"].as_array().map(Vec::len), Some(2));
    let got = other.send(&json!({"id": 2, "do": "play.load", "name": "none"}));
    assert_eq!(got[0]["error"]["code"], "unknown");
}

#[test]
fn a_reloaded_page_finds_its_clocks_and_coach() {
    let mut talk = Talk::new();
    talk.send(&json!({"id": 1, "do": "play.new", "side": "red", "level": 1, "clock": "5m+3s", "coach": true}));
    let got = talk.send(&json!({"id": 2, "do": "play.move", "move": "h2e2"}));
    let before = &got.last().unwrap()["state"];
    let name = before["saved"].as_str().unwrap();
    assert!(name.starts_with("game "), "{name}");
    assert_eq!(before["moves"].as_array().map(Vec::len), Some(2), "{before}");

    // Without a server, the session ends with the page.
    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let got = other.send(&json!({"id": 1, "do": "play.load", "name": name}));
    let state = &got[0]["ok"];
    assert_eq!((&state["coach"], &state["clocks"]["runs"]), (&json!(true), &json!("red")));
    assert_eq!(state["clocks"]["black_ms"], before["clocks"]["black_ms"]);
    let [was, is] = [before, state].map(|state| state["clocks"]["red_ms"].as_u64().unwrap());
    assert!(is.abs_diff(was) < 10_000 && is > 290_000, "{was} {is}");
    other.send(&json!({"id": 2, "do": "play.coach", "on": false}));
    let text = other.storage.0.lock().unwrap()[Path::new(&format!("{name}.pgn"))].clone();
    assert!(!text.contains("Coach") && text.contains("RedClock"), "{text}");
}

#[test]
fn a_stored_game_can_be_read_without_being_opened() {
    let mut talk = Talk::new();
    let text = "1. h2e2 *".to_owned();
    talk.storage.0.lock().unwrap().insert("mine.pgn".into(), text);
    let got = talk.send(&json!({"id": 1, "do": "view", "shelf": "games", "name": "mine"}));
    assert_eq!(got[0]["ok"]["games"][0]["tree"]["moves"][0]["move"]["wxf"], "C2.5", "{got:?}");
    assert_eq!(talk.send(&json!({"id": 2, "do": "play.undo"}))[0]["error"]["code"], "not-now");
    let got = talk.send(&json!({"id": 3, "do": "view", "shelf": "games", "name": "none"}));
    assert_eq!(got[0]["error"]["code"], "unknown", "{got:?}");
}

#[test]
fn stored_files_can_be_renamed_and_deleted() {
    let mut talk = Talk::new();
    let game = talk.send(&json!({"id": 1, "do": "play.new", "side": "both"}));
    assert!(game[0]["ok"].is_object(), "{game:?}");
    talk.send(&json!({"id": 1, "do": "play.move", "move": "h2e2"}));
    let ok = |answer: Vec<Value>| answer.last().unwrap()["ok"].clone();
    let text = |talk: &mut Talk, shelf, name| {
        ok(talk.send(&json!({"id": 1, "do": "view", "shelf": shelf, "name": name})))["games"][0]["tree"]["moves"].clone()
    };
    let saved = ok(talk.send(&json!({"id": 1, "do": "play.save", "name": "one"})));
    assert_eq!(saved["name"], "one");
    let rename = json!({"id": 1, "do": "rename", "shelf": "games", "name": "one", "to": "two"});
    assert_eq!(ok(talk.send(&rename))["name"], "two");
    assert!(text(&mut talk, "games", "one").is_null());
    // The game goes on under its new name.
    talk.send(&json!({"id": 1, "do": "play.move", "move": "h9g7"}));
    assert_eq!(text(&mut talk, "games", "two").as_array().unwrap().len(), 2);

    let kept = json!({"start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "tree": {"moves": []}});
    talk.send(&json!({"id": 1, "do": "analyse.keep", "name": "three", "game": kept}));
    let rename =
        json!({"id": 1, "do": "rename", "shelf": "analyses", "name": "three", "to": "four"});
    assert_eq!(ok(talk.send(&rename))["name"], "four");
    assert_eq!(
        ok(talk.send(&json!({"id": 1, "do": "analyse.keep", "game": kept})))["name"],
        "four"
    );
    let rename = json!({"id": 1, "do": "rename", "shelf": "analyses", "name": "four", "to": "two"});
    assert_eq!(talk.send(&rename)[0]["error"]["code"], "exists");

    for (shelf, name) in [("games", "two"), ("analyses", "four")] {
        let delete = json!({"id": 1, "do": "delete", "shelf": shelf, "name": name});
        assert!(ok(talk.send(&delete)).is_object());
        assert_eq!(talk.send(&delete)[0]["error"]["code"], "unknown");
    }
    assert_eq!(talk.send(&json!({"id": 1, "do": "play.undo"}))[0]["error"]["code"], "not-now");
    // What is analysed from now on is kept under a new name.
    assert_ne!(
        ok(talk.send(&json!({"id": 1, "do": "analyse.keep", "game": kept})))["name"],
        "four"
    );
}

#[test]
fn two_people_share_a_board() {
    let mut talk = Talk::new();
    let got = talk.send(&json!({"id": 1, "do": "play.new", "side": "both"}));
    assert_eq!((&got[0]["ok"]["both"], &got[0]["ok"]["side"]), (&json!(true), &json!("red")));
    for (number, mv) in ["h2e2", "h9g7", "h0g2"].into_iter().enumerate() {
        let got = talk.send(&json!({"id": 2, "do": "play.move", "move": mv}));
        assert_eq!(got.len(), 1, "nobody answers: {got:?}");
        assert_eq!(got[0]["ok"]["moves"].as_array().map(Vec::len), Some(number + 1), "{got:?}");
        assert_eq!(got[0]["ok"]["thinks"], Value::Null);
    }
    let got = talk.send(&json!({"id": 3, "do": "play.undo"}));
    assert_eq!(got[0]["ok"]["moves"].as_array().map(Vec::len), Some(2), "one move: {got:?}");
    talk.send(&json!({"id": 4, "do": "play.save", "name": "ours"}));
    let got = talk.send(&json!({"id": 5, "do": "play.draw"}));
    assert_eq!(got[0]["ok"]["finish"]["winner"], Value::Null, "{got:?}");
    assert!(got[0]["ok"]["finish"].is_object(), "both have agreed: {got:?}");

    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let got = other.send(&json!({"id": 1, "do": "play.load", "name": "ours"}));
    assert_eq!(got[0]["ok"]["both"], true, "it is still one of two people: {got:?}");
}

#[test]
fn lookup_returns_known_moves() {
    let mut talk = Talk::new();
    let ask = |whom: &str| json!({"id": 7, "do": "analyse.lookup", "whom": whom});
    assert_eq!(talk.send(&ask("tables"))[0]["error"]["code"], "not-now", "there is no position");
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    talk.send(&json!({"id": 1, "do": "analyse.position", "fen": fen, "moves": []}));
    for _ in 0..2 {
        let got = talk.send(&ask("tables"));
        assert_eq!(got[0]["ok"]["known"].as_array().map(Vec::len), Some(1), "{got:?}");
    }
    assert_eq!(talk.send(&ask("cloud"))[0]["error"]["code"], "unknown");
}

#[test]
fn host_without_matches_lists_none() {
    let mut talk = Talk::new();
    let got = talk.send(&json!({"id": 1, "do": "watch.list"}));
    assert_eq!(got[0]["ok"]["matches"], json!([]));
    let got = talk.send(&json!({"id": 2, "do": "watch.open", "folder": "matches/4"}));
    assert_eq!(got[0]["error"]["code"], "not-now");
}

#[test]
fn an_analysis_ends_in_place() {
    let mut talk = Talk::new();
    let fen = "5k3/9/9/9/9/9/9/3R5/9/4K4 w";
    talk.send(&json!({"id": 1, "do": "analyse.position", "fen": fen, "moves": []}));
    let got = talk.send(&json!({"id": 2, "do": "analyse.start", "multipv": 1}));
    assert_eq!((&got[0]["re"], &got[0]["ok"]["key"]), (&json!(2), &json!(1)), "{got:?}");
    assert!(got.iter().any(|message| message["lines"].is_array()), "{got:?}");
    assert_eq!(got.last().unwrap()["done"], true);
}

/// The lines are of one depth, so their scores can be compared.
#[test]
fn an_analysis_of_two_moves_ends_with_both_at_one_depth() {
    let mut talk = Talk::new();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    talk.send(&json!({"id": 1, "do": "analyse.position", "fen": start, "moves": []}));
    let wanted = json!({"id": 2, "do": "analyse.start", "multipv": 2, "searchmoves": ["a0a1", "h2e2"], "soft_nodes": 1000});
    let got = talk.send(&wanted);
    assert_eq!(got.last().unwrap()["done"], true);
    let found = got.iter().rev().find(|message| message["lines"].is_array()).unwrap();
    let moves: Vec<_> = (0..2).map(|line| &found["lines"][line]["moves"][0]["move"]).collect();
    assert_eq!(moves, ["h2e2", "a0a1"], "{found}");
    assert_eq!(found["lines"][2], Value::Null);
    // An iteration multiplies the number of nodes by less than ten.
    assert!((1000..10_000).contains(&found["nodes"].as_u64().unwrap()), "{found}");
    for line in 0..2 {
        assert_eq!(found["lines"][line]["bound"], Value::Null, "{found}");
    }
    let illegal = json!({"id": 3, "do": "analyse.start", "multipv": 1, "searchmoves": ["a0a9"]});
    assert_eq!(talk.send(&illegal)[0]["error"]["code"], "illegal");
}

#[test]
fn closed_page_gets_the_reason() {
    let mut talk = Talk::new();
    assert!(!talk.session.handle(Input::End(EndReason::Shutdown)));
    let got = talk.screen.0.lock().unwrap().clone();
    assert_eq!(got.last().unwrap(), &json!({"closed": "shutdown"}));
    assert_eq!(got.len(), 2, "a goodbye comes first: {got:?}");
}

#[test]
fn a_review_reads_its_file_in_place() {
    let mut talk = Talk::new();
    let file = json!({"id": 1, "do": "review.start", "name": "a.pgn", "text": "1. h2e2 h9g7 *"});
    let got = talk.send(&file);
    assert_eq!(got[0]["re"], 1, "{got:?}");
    let got = talk.send(&json!({"id": 2, "do": "review.games", "job": 1, "from": 1, "count": 9}));
    assert_eq!(got[0]["ok"]["rows"][0]["plies"], 2, "{got:?}");
}

#[test]
fn a_review_is_stored_and_opens_without_a_search() {
    let mut talk = Talk::new();
    let text = "[Red \"Li\"]\n\n1. h2e2 h9g7 *\n\n[Red \"Wang\"]\n\n1. b2e2 *\n";
    talk.send(
        &json!({"id": 1, "do": "review.start", "name": "a.pgn", "text": text, "nodes": 1000}),
    );
    let got = talk.send(&json!({"id": 2, "do": "review.annotate", "job": 1, "game": 1}));
    let saved = got.last().unwrap()["state"]["saved"].as_str().unwrap().to_owned();
    assert!(saved.starts_with("review "), "{saved}");
    let found = talk.send(&json!({"id": 3, "do": "review.game", "job": 1, "game": 1}));

    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let got = other.send(&json!({"id": 1, "do": "review.load", "name": saved}));
    let state = &got.last().unwrap()["state"];
    assert_eq!((&state["name"], &state["saved"]), (&json!("a.pgn"), &json!(saved)), "{state}");
    assert_eq!((&state["games"], &state["annotated"]), (&json!(2), &json!(1)));
    let again = other.send(&json!({"id": 3, "do": "review.game", "job": 1, "game": 1}));
    assert_eq!(again[0]["ok"], found[0]["ok"]);
    let got = other.send(&json!({"id": 4, "do": "review.games", "job": 1, "from": 1, "count": 9}));
    let is_reviewed = |at: usize| got[0]["ok"]["rows"][at]["review"].is_object();
    assert!(is_reviewed(0) && !is_reviewed(1), "{got:?}");

    // It goes on under its new name.
    let rename = json!({"id": 5, "do": "rename", "shelf": "reviews", "name": saved, "to": "two"});
    other.send(&rename);
    let got = other.send(&json!({"id": 6, "do": "review.annotate", "job": 1}));
    assert_eq!(got.last().unwrap()["state"]["saved"], "two");
    let kept: Vec<PathBuf> = other.storage.0.lock().unwrap().keys().cloned().collect();
    assert_eq!(kept, [Path::new("two.pgn")]);
}
