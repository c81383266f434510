//! The page's session, in the worker that replaces the server.
//!
//! The messages are the same as on the WebSocket. Everything to be saved is sent as events to the script, which passes
//! it back when the page is opened.

mod browser;
mod search;
mod storage;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use chuhe_engine::clock::Instant;
use chuhe_engine::engine::EngineSource;
use chuhe_engine::search::Wdl;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_session::boards::{BoardRequest, DraughtsRequest, GomokuRequest};
use chuhe_session::message::{
    Command, EndReason, FILE_MESSAGE_MAX, Failure, FailureCode, LimitsReport, MESSAGE_MAX, Notice,
    PageCommand, Request, VERSION, WdlCurve,
};
use chuhe_session::{Host, Inbox, Input, LINES_MAX, Page, Session, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use self::browser::Browser;
use self::search::PageEngine;
use self::storage::Memory;
use crate::{script, turns};

/// The name of the only session.
const KEY: &str = "here";
/// The maximum size of a search's hash table, in megabytes. It must fit in a phone's memory.
const HASH_MB: u32 = 32;

/// What the script passes when the page starts.
#[derive(Debug, Deserialize)]
struct Opening {
    /// The tag of the browser's preferred language.
    language: String,
    /// The saved files, each with its path, its text, and the time of its last change.
    kept: Vec<(String, String, f64)>,
    /// The name of the game that was being played before the page was reloaded.
    #[serde(default)]
    game: Option<String>,
}

/// A request from the page that needs no session.
#[derive(Debug, Deserialize)]
struct Post {
    id: u32,
    path: String,
    fields: Value,
}

/// The inputs that the session has not handled yet.
type Inputs = Arc<Mutex<VecDeque<Input>>>;

struct OpenSession {
    session: Session,
    inputs: Inputs,
    storage: Arc<Memory>,
    language: Language,
    has_page: bool,
}

thread_local! { static OPEN: RefCell<Option<OpenSession>> = RefCell::default(); }

/// The page, which receives messages through the script.
#[derive(Debug)]
struct ScriptPage;

impl Page for ScriptPage {
    fn connection(&self) -> u64 {
        1
    }

    fn send(&self, message: String) {
        script::line(&message);
    }

    fn close(&self, _: EndReason) {
        script::event(&json!({ "close": true }).to_string());
    }
}

/// Starts the session of a page and sends its greeting.
pub fn open(opening: &str) {
    let opening: Opening = serde_json::from_str(opening).unwrap_or(Opening {
        language: String::new(),
        kept: Vec::new(),
        game: None,
    });
    let language = Language::of_tag(&opening.language).unwrap_or(Language::English);
    let inputs = Inputs::default();
    let inbox = {
        let inputs = Arc::clone(&inputs);
        Inbox::new(move |input| lock(&inputs).push_back(input))
    };
    let storage = Arc::new(Memory::new(opening.kept));
    let host = Arc::new(Browser::new(language, Arc::clone(&storage)));
    let longest = host.settings().longest_search;
    let mut session = Session::new(KEY, host, EngineSource::new(|| PageEngine), inbox);
    if let Some(game) = opening.game {
        // The answer is discarded, because the page requests the state of the session itself.
        let load = json!({ "id": 0, "do": "play.load", "name": game }).to_string();
        let _ = session.handle(Input::Request(load));
    }
    let hello = Notice::Hello {
        version: VERSION,
        program: concat!("chuhe ", env!("CARGO_PKG_VERSION")).to_owned(),
        session: KEY.to_owned(),
        language: if language == Language::Chinese { "zh" } else { "en" }.to_owned(),
        limits: LimitsReport {
            file_bytes: FILE_MESSAGE_MAX,
            message_bytes: MESSAGE_MAX,
            multipv: LINES_MAX,
            threads: 1,
            hash: HASH_MB,
            search_s: longest.as_secs(),
            resume_s: 0,
        },
        wdl: WdlCurve { win_at: Wdl::WIN_AT, spread: Wdl::SPREAD },
        sources: Vec::new(),
        lookups: Vec::new(),
        matches: false,
        engines: Vec::new(),
        friends: false,
    };
    script::line(&serde_json::to_string(&hello).unwrap_or_default());
    OPEN.set(Some(OpenSession { session, inputs, storage, language, has_page: false }));
}

/// Handles a request from the page.
pub fn handle_request(request: &str) {
    let input = match Request::parse(request) {
        Ok(Request { id, command: Command::Page(PageCommand::Resume { session }) })
            if session == KEY =>
        {
            Input::Joined(Box::new(ScriptPage), Some(id))
        }
        _ => Input::Request(request.to_owned()),
    };
    turns::as_if_idle(|| {
        with_open(|open| {
            let mut inputs = lock(&open.inputs);
            // The page exists as long as the session, so it joins before its first request.
            if !std::mem::replace(&mut open.has_page, true) && matches!(input, Input::Request(_)) {
                inputs.push_back(Input::Joined(Box::new(ScriptPage), None));
            }
            inputs.push_back(input);
        });
        go_on();
    });
}

/// Records a text that another browser window saved or, if there is no text, deleted.
pub fn note(kept: &str) {
    let Ok((path, text, at)) = serde_json::from_str::<(String, Option<String>, f64)>(kept) else {
        return;
    };
    with_open(|open| open.storage.note(path.into(), text, at));
}

/// Accepts a request that needs no session, and answers it later.
pub fn post(request: &str) {
    let Ok(Post { id, path, fields }) = serde_json::from_str(request) else { return };
    let language = OPEN.with_borrow(|open| open.as_ref().map(|open| open.language));
    let language = language.unwrap_or(Language::English);
    turns::later(Box::new(move || {
        let answer = locale::with(language, || match path.as_str() {
            "/api/gomoku/move" => board::<GomokuRequest>(fields),
            "/api/draughts/move" => board::<DraughtsRequest>(fields),
            _ => Err(refuse(FailureCode::Unknown, path)),
        });
        script::event(
            &match answer {
                Ok(ok) => json!({ "post": id, "ok": ok }),
                Err(error) => json!({ "post": id, "error": error }),
            }
            .to_string(),
        );
    }));
}

fn board<T: BoardRequest>(fields: Value) -> Result<Value, Failure> {
    let asked: T =
        serde_json::from_value(fields).map_err(|error| refuse(FailureCode::Malformed, error))?;
    let answer = asked.answer(&AtomicBool::new(false))?;
    serde_json::to_value(answer).map_err(|error| refuse(FailureCode::Malformed, error))
}

/// Passes the output of searches and tasks to the session, and lets it do the work that is due.
pub(crate) fn go_on() {
    with_open(|open| {
        loop {
            // The lock is released before the session handles the input.
            let next = lock(&open.inputs).pop_front();
            let Some(input) = next else { break };
            let _ = open.session.handle(input);
        }
        if open.session.next_due() <= Instant::now() {
            let _ = open.session.tick();
        }
    });
}

/// The number of milliseconds after which the session must be called even without an input.
pub fn due_ms() -> f64 {
    let due = OPEN.with_borrow(|open| open.as_ref().map(|open| open.session.next_due()));
    due.map_or(1e9, |due| due.saturating_duration_since(Instant::now()).as_secs_f64() * 1000.0)
}

fn with_open<T>(act: impl FnOnce(&mut OpenSession) -> T) -> Option<T> {
    OPEN.with_borrow_mut(|open| open.as_mut().map(act))
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
