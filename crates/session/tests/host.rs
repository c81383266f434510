//! Tests a session in a host without a network, files or background threads. Games are stored in memory, and a search
//! ends before the request for it returns.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use chuhe_casual::{Clocks, GameFiles};
use chuhe_engine::board::Position;
use chuhe_engine::engine::config::Config;
use chuhe_engine::engine::{
    Engine, EngineError, EngineSource, SearchNews, SearchRequest, SearchService, SearchTicket,
};
use chuhe_engine::search::Limits;
use chuhe_localize::Language;
use chuhe_session::message::{EndReason, KnownMove, ListedMatch, LookupName, MatchWish, SavedGame};
use chuhe_session::written::written_move;
use chuhe_session::{
    HeldName, Holder, Host, Inbox, Input, Lookup, MatchView, NameProblem, Page, Session,
    SessionSettings, Shelf, Storage,
};
use serde_json::{Value, json};

/// Games by name.
#[derive(Clone, Debug, Default)]
struct Memory(Arc<Mutex<BTreeMap<PathBuf, String>>>);

impl GameFiles for Memory {
    fn exists(&self, path: &Path) -> bool {
        self.0.lock().unwrap().contains_key(path)
    }

    fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        self.0.lock().unwrap().insert(path.to_owned(), text.to_owned());
        Ok(())
    }
}

#[derive(Debug)]
struct Name(String, Memory);

impl HeldName for Name {
    fn name(&self) -> &str {
        &self.0
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn note_clocks(&self, _: Option<&Clocks>) {}

    fn clocks(&self) -> Option<Clocks> {
        None
    }

    fn path(&self) -> PathBuf {
        format!("{}.pgn", self.0).into()
    }

    fn is_automatic(&self) -> bool {
        self.0 == "new"
    }

    fn is_saved(&self) -> bool {
        self.1.exists(&self.path())
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let text = self.1.0.lock().unwrap().get(&self.path()).cloned();
        text.map(String::into_bytes).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn delete(&self) {
        self.1.0.lock().unwrap().remove(&self.path());
    }
}

impl Storage for Memory {
    fn files(self: Arc<Self>, _: &Holder) -> Arc<dyn GameFiles> {
        self
    }

    fn new_name(self: Arc<Self>, _: Shelf, _: &Holder) -> io::Result<Box<dyn HeldName>> {
        Ok(Box::new(Name("new".to_owned(), (*self).clone())))
    }

    fn hold_new(
        self: Arc<Self>,
        _: Shelf,
        name: &str,
        _: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem> {
        let held = Name(name.to_owned(), (*self).clone());
        if held.is_saved() { Err(NameProblem::Exists) } else { Ok(Box::new(held)) }
    }

    fn hold(
        self: Arc<Self>,
        _: Shelf,
        name: &str,
        _: &Holder,
    ) -> Result<Box<dyn HeldName>, NameProblem> {
        let held = Name(name.to_owned(), (*self).clone());
        if held.is_saved() { Ok(Box::new(held)) } else { Err(NameProblem::Missing) }
    }

    fn list(&self, _: Shelf) -> io::Result<Vec<SavedGame>> {
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
            longest_search: Duration::from_millis(50),
        }
    }

    fn storage(&self) -> Arc<dyn Storage> {
        Arc::clone(&self.0) as _
    }

    fn matches(&self) -> Vec<ListedMatch> {
        Vec::new()
    }

    fn open_match(&self, _: &str, _: u64) -> Option<Box<dyn MatchView>> {
        None
    }

    fn lookup(&self, whom: LookupName) -> Option<Arc<dyn Lookup>> {
        (whom == LookupName::Tables).then(|| Arc::new(Sage) as _)
    }

    fn play_match(&self, wish: MatchWish, begun: &dyn Fn(Result<String, String>)) {
        begun(Ok(format!("matches/{}", wish.games)));
    }

    fn review_engines(&self) -> Result<(EngineSource, NonZero<usize>), String> {
        Ok((EngineSource::Own, NonZero::<usize>::MIN))
    }

    fn free_review_kb(&self) -> usize {
        usize::MAX / 2
    }

    fn take_review_kb(&self, _: u32) -> Option<Box<dyn Any + Send>> {
        Some(Box::new(()))
    }

    fn spawn(&self, _: &str, work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
        work();
        Ok(())
    }
}

/// A source that knows one move in every position.
#[derive(Debug)]
struct Sage;

impl Lookup for Sage {
    fn moves(&self, position: &Position) -> Result<Vec<KnownMove>, String> {
        let mv = *position.legal_moves().first().ok_or("over")?;
        Ok(vec![KnownMove { mv: written_move(position, mv), score: None, text: String::new() }])
    }
}

/// Runs searches at once.
#[derive(Debug)]
struct InPlace;

#[derive(Debug)]
struct Over;

impl SearchTicket for Over {
    fn stop(&self) {}

    fn made_room(&self) -> bool {
        false
    }
}

impl SearchService for InPlace {
    fn ask(
        &self,
        request: SearchRequest,
        mut deliver: Box<dyn FnMut(SearchNews) + Send>,
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
        let mut session = Session::new("key", Arc::new(host), Arc::new(InPlace), inbox);
        let screen = Screen::default();
        assert!(session.hear(Input::Joined(Box::new(screen.clone()), None)));
        Self { session, inputs, screen, storage }
    }

    /// Sends a request, lets the session handle everything that follows, and returns all its messages.
    fn say(&mut self, request: &Value) -> Vec<Value> {
        assert!(self.session.hear(Input::Request(request.to_string())));
        while let Ok(input) = self.inputs.try_recv() {
            assert!(self.session.hear(input));
        }
        std::mem::take(&mut *self.screen.0.lock().unwrap())
    }
}

#[test]
fn a_game_is_played_kept_and_loaded_without_a_server() {
    let mut talk = Talk::new();
    let said = talk.say(&json!({"id": 1, "do": "play.new", "side": "red", "level": 1}));
    assert_eq!((&said[0]["re"], &said[0]["ok"]["moves"]), (&json!(1), &json!([])), "{said:?}");
    let said = talk.say(&json!({"id": 2, "do": "play.move", "move": "h2e2"}));
    assert_eq!(said[0]["re"], 2);
    let last = said.last().unwrap();
    assert_eq!(
        last["state"]["moves"].as_array().map(Vec::len),
        Some(2),
        "the engine has answered: {last}"
    );
    let said = talk.say(&json!({"id": 3, "do": "play.save", "name": "mine"}));
    assert_eq!(said[0]["ok"]["name"], "mine", "{said:?}");
    let kept: Vec<PathBuf> = talk.storage.0.lock().unwrap().keys().cloned().collect();
    assert_eq!(kept, [Path::new("mine.pgn")], "the automatic name is gone");

    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let said = other.say(&json!({"id": 1, "do": "play.load", "name": "mine"}));
    assert_eq!(said[0]["ok"]["saved"], "mine", "it goes on under its name: {said:?}");
    assert_eq!(said[0]["ok"]["moves"].as_array().map(Vec::len), Some(2));
    let said = other.say(&json!({"id": 2, "do": "play.load", "name": "none"}));
    assert_eq!(said[0]["error"]["code"], "unknown");
}

#[test]
fn two_people_share_a_board() {
    let mut talk = Talk::new();
    let said = talk.say(&json!({"id": 1, "do": "play.new", "side": "both"}));
    assert_eq!((&said[0]["ok"]["both"], &said[0]["ok"]["side"]), (&json!(true), &json!("red")));
    for (number, mv) in ["h2e2", "h9g7", "h0g2"].into_iter().enumerate() {
        let said = talk.say(&json!({"id": 2, "do": "play.move", "move": mv}));
        assert_eq!(said.len(), 1, "nobody answers: {said:?}");
        assert_eq!(said[0]["ok"]["moves"].as_array().map(Vec::len), Some(number + 1), "{said:?}");
        assert_eq!(said[0]["ok"]["thinks"], Value::Null);
    }
    let said = talk.say(&json!({"id": 3, "do": "play.undo"}));
    assert_eq!(said[0]["ok"]["moves"].as_array().map(Vec::len), Some(2), "one move: {said:?}");
    talk.say(&json!({"id": 4, "do": "play.save", "name": "ours"}));
    let said = talk.say(&json!({"id": 5, "do": "play.draw"}));
    assert_eq!(said[0]["ok"]["finish"]["winner"], Value::Null, "{said:?}");
    assert!(said[0]["ok"]["finish"].is_object(), "both have agreed: {said:?}");

    let mut other = Talk::new();
    *other.storage.0.lock().unwrap() = talk.storage.0.lock().unwrap().clone();
    let said = other.say(&json!({"id": 1, "do": "play.load", "name": "ours"}));
    assert_eq!(said[0]["ok"]["both"], true, "it is still one of two people: {said:?}");
}

#[test]
fn others_are_asked_about_a_position() {
    let mut talk = Talk::new();
    let ask = |whom: &str| json!({"id": 7, "do": "analyse.lookup", "whom": whom});
    assert_eq!(talk.say(&ask("tables"))[0]["error"]["code"], "not-now", "there is no position");
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    talk.say(&json!({"id": 1, "do": "analyse.position", "fen": fen, "moves": []}));
    for _ in 0..2 {
        let said = talk.say(&ask("tables"));
        assert_eq!(said[0]["ok"]["known"].as_array().map(Vec::len), Some(1), "{said:?}");
    }
    assert_eq!(talk.say(&ask("cloud"))[0]["error"]["code"], "unknown");
}

#[test]
fn a_match_begins_if_it_can_be_played() {
    let mut talk = Talk::new();
    let mut begin = |levels: [u32; 2], games: u32, limit: (&str, u64)| {
        let (name, most) = limit;
        let said = talk.say(
            &json!({"id": 1, "do": "watch.start", "levels": levels, "games": games, name: most}),
        );
        (said[0]["ok"]["folder"].clone(), said[0]["error"]["code"].clone())
    };
    assert_eq!(begin([0, 20], 4, ("nodes", 1000)), (json!("matches/4"), Value::Null));
    assert_eq!(begin([5, 5], 2, ("move_ms", 100)).0, "matches/2");
    for (levels, games, limit) in [
        ([0, 21], 4, ("nodes", 1000)),
        ([0, 20], 3, ("nodes", 1000)),
        ([0, 20], 0, ("nodes", 1000)),
        ([0, 20], 1002, ("nodes", 1000)),
        ([0, 20], 4, ("nodes", 0)),
        ([0, 20], 4, ("move_ms", 60_001)),
    ] {
        assert_eq!(begin(levels, games, limit).1, "bad-value", "{levels:?} {games} {limit:?}");
    }
    let both = json!({"id": 1, "do": "watch.start", "levels": [1, 2], "games": 2, "nodes": 1, "move_ms": 1});
    assert_eq!(talk.say(&both)[0]["error"]["code"], "bad-value");
    let stop = json!({"id": 2, "do": "watch.stop", "folder": "matches/4"});
    assert_eq!(talk.say(&stop)[0]["error"]["code"], "not-now", "this host plays none");
}

#[test]
fn an_analysis_ends_in_place() {
    let mut talk = Talk::new();
    let fen = "5k3/9/9/9/9/9/9/3R5/9/4K4 w";
    talk.say(&json!({"id": 1, "do": "analyse.position", "fen": fen, "moves": []}));
    let said = talk.say(&json!({"id": 2, "do": "analyse.start", "lines": 1}));
    assert_eq!((&said[0]["re"], &said[0]["ok"]["key"]), (&json!(2), &json!(1)), "{said:?}");
    assert!(said.iter().any(|message| message["lines"].is_array()), "{said:?}");
    assert_eq!(said.last().unwrap()["done"], true);
}

#[test]
fn a_page_is_told_why_it_is_left() {
    let mut talk = Talk::new();
    assert!(!talk.session.hear(Input::Shutdown));
    let said = talk.screen.0.lock().unwrap().clone();
    assert_eq!(said.last().unwrap(), &json!({"closed": "shutdown"}));
    assert_eq!(said.len(), 2, "a goodbye comes first: {said:?}");
}

#[test]
fn a_review_reads_its_file_in_place() {
    let mut talk = Talk::new();
    let file = json!({"id": 1, "do": "review.start", "name": "a.pgn", "text": "1. h2e2 h9g7 *"});
    let said = talk.say(&file);
    assert_eq!(said[0]["re"], 1, "{said:?}");
    let said = talk.say(&json!({"id": 2, "do": "review.games", "job": 1, "from": 1, "count": 9}));
    assert_eq!(said[0]["ok"]["rows"][0]["plies"], 2, "{said:?}");
}
