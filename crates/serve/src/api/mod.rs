//! The interface for programs, which needs no session. `openapi.json` describes it, and a test compares the description
//! with the code. Text in the answers is in English, because programs read and log it.

pub(super) mod boards;
mod explore;
mod work;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use futures_util::StreamExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use self::work::AnalyzeRequest;
use super::Shared;
use super::budget::MemoryPermit;
use super::visitors::{Hold, Visit};
use chuhe_engine::engine::EngineSource;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;
use chuhe_session::boards::{DraughtsRequest, GomokuRequest};
use chuhe_session::message::{FILE_MESSAGE_MAX, Failure, FailureCode, MESSAGE_MAX, json_memory};
use chuhe_session::{open_engine, refuse};

/// The maximum number of requests that are handled at once, or wait for their turn.
pub(super) const REQUESTS_AT_ONCE: usize = 32;

const DESCRIPTION: &str = include_str!("openapi.json");

/// The content type and the text of the response, or the reason for refusing the request.
type Answered = Result<(&'static str, String), Failure>;

/// What a request holds until it has been handled: its place among the connections and among the requests, and its
/// memory.
#[derive(Debug)]
struct RequestPermits {
    room: MemoryPermit,
    _hold: Hold,
    _permit: OwnedSemaphorePermit,
}

/// An answer, and the memory that it takes until the client has read it.
#[derive(Debug)]
struct Answer {
    media: &'static str,
    text: String,
    _room: MemoryPermit,
}

impl AsRef<[u8]> for Answer {
    fn as_ref(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

/// Ends work when dropped, because the client has disconnected or the server stops.
#[derive(Debug, Default)]
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(super) async fn description() -> Response<Body> {
    answer(StatusCode::OK, "application/json", DESCRIPTION)
}

/// Searches a position.
pub(super) async fn analyze(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let answered = async {
        let (body, held) = receive(&shared, request, MESSAGE_MAX).await?;
        let asked: AnalyzeRequest = parse(&body)?;
        let other = match asked.engine.clone() {
            Some(name) => Some(other_engine(&shared, name).await?),
            None => None,
        };
        let begun = in_english(|| work::begin_analysis(&shared, &asked, other.as_ref()))?;
        // If the client disconnects, the search is dropped and ends.
        held.keep(begun.wait().await)
    };
    respond(answered.await)
}

/// Opens another engine, which is started if it has not been before.
async fn other_engine(shared: &Arc<Shared>, name: String) -> Result<EngineSource, Failure> {
    let shared = Arc::clone(shared);
    let opened = spawn_blocking(move || in_english(|| open_engine(&*shared, &name)));
    opened.await.unwrap_or_else(|error| Err(refuse(FailureCode::Busy, error)))
}

/// Judges the position after a line of moves.
pub(super) async fn judge(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(work_off(&shared, request, |asked, _| work::judge(&asked)).await)
}

/// Converts a game file.
pub(super) async fn convert(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let answered = async {
        let (body, held) = receive(&shared, request, FILE_MESSAGE_MAX).await?;
        let budget = shared.budget.clone();
        let work = move |asked, stop: &AtomicBool| {
            let memory = |bytes| budget.take(bytes);
            work::convert(asked, memory, stop)
        };
        work_on(&shared, body, held, work).await
    };
    respond(answered.await)
}

/// Draws a board.
pub(super) async fn board(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(work_off(&shared, request, |asked, _| work::board(&asked)).await)
}

/// Lists the moves played in a position.
pub(super) async fn explore(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let explorer = Arc::clone(&shared.explorer);
    respond(work_off(&shared, request, move |asked, _| explore::explore(&explorer, &asked)).await)
}

/// Returns a game in the database.
pub(super) async fn game(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let explorer = Arc::clone(&shared.explorer);
    respond(work_off(&shared, request, move |asked, _| explore::game(&explorer, &asked)).await)
}

/// Judges a game of gomoku and chooses the program's move.
pub(super) async fn gomoku(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(boards::play::<GomokuRequest>(&shared, request).await)
}

/// Judges a game of draughts and chooses the program's move.
pub(super) async fn draughts(
    State(shared): State<Arc<Shared>>,
    request: Request,
) -> Response<Body> {
    respond(boards::play::<DraughtsRequest>(&shared, request).await)
}

/// Reads a request without a file, and answers it on another thread.
async fn work_off<T: DeserializeOwned + Send + 'static>(
    shared: &Shared,
    request: Request,
    work: impl FnOnce(T, &AtomicBool) -> Answered + Send + 'static,
) -> Result<Answer, Failure> {
    let (body, held) = receive(shared, request, MESSAGE_MAX).await?;
    work_on(shared, body, held, work).await
}

/// Answers a request on another thread, because the work may take a long time. Such requests take turns. If the client
/// disconnects, the flag is set.
async fn work_on<T: DeserializeOwned + Send + 'static>(
    shared: &Shared,
    body: Vec<u8>,
    held: RequestPermits,
    work: impl FnOnce(T, &AtomicBool) -> Answered + Send + 'static,
) -> Result<Answer, Failure> {
    let turn = Arc::clone(&shared.workers).acquire_owned().await;
    let turn = turn.map_err(|error| refuse(FailureCode::Busy, error))?;
    let stop = StopOnDrop::default();
    let flag = Arc::clone(&stop.0);
    let done = spawn_blocking(move || {
        let _turn = turn;
        let asked = parse(&body)?;
        drop(body);
        held.keep(in_english(|| work(asked, &flag)))
    });
    done.await.unwrap_or_else(|error| Err(refuse(FailureCode::Busy, error)))
}

impl RequestPermits {
    /// Makes the memory of a request that of its answer.
    fn keep(mut self, answered: Answered) -> Result<Answer, Failure> {
        let (media, text) = answered?;
        if !self.room.resize(text.len()) {
            return Err(no_memory());
        }
        Ok(Answer { media, text, _room: self.room })
    }
}

fn no_memory() -> Failure {
    refuse(FailureCode::Busy, in_english(|| tr!("serve-no-memory")))
}

/// Receives the body of a request, of at most `most` bytes. The caller must keep what the request holds until it has
/// been handled. Until the body is complete, the connection may lose its place to another.
async fn receive(
    shared: &Shared,
    request: Request,
    most: usize,
) -> Result<(Vec<u8>, RequestPermits), Failure> {
    // Without a preflight request, browsers let pages from other sites send only a few content types, such as
    // `text/plain`, but not `application/json`.
    let media = request.headers().get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    if !media.trim().eq_ignore_ascii_case("application/json") {
        return Err(refuse(FailureCode::Malformed, "the Content-Type must be application/json"));
    }
    let too_large =
        || refuse(FailureCode::TooLarge, in_english(|| tr!("serve-too-large", most = most >> 10)));
    // If the client announces a body that is too large, the request is refused before the body is sent.
    if request.body().size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let visit = request.extensions().get::<Arc<Visit>>().cloned();
    let mut room = shared.budget.take(0).ok_or_else(no_memory)?;
    let mut body = Vec::new();
    let received = timeout(shared.settings.transfer_within, async {
        let mut stream = request.into_body().into_data_stream();
        while let Some(part) = stream.next().await {
            let part = part.map_err(|error| refuse(FailureCode::Malformed, error))?;
            if body.len() + part.len() > most {
                return Err(too_large());
            }
            // The vector may have room for twice as much.
            if !room.resize(2 * (body.len() + part.len())) {
                return Err(no_memory());
            }
            body.extend_from_slice(&part);
        }
        Ok(())
    });
    let received = received.await;
    received
        .map_err(|_| refuse(FailureCode::Malformed, "the request took too long to arrive"))??;
    if !room.resize(json_memory(&body)) {
        return Err(no_memory());
    }
    let busy = || refuse(FailureCode::Busy, "too many requests at once");
    let hold = visit.and_then(|visit| visit.hold()).ok_or_else(busy)?;
    let permit = Arc::clone(&shared.api).try_acquire_owned().map_err(|_| busy())?;
    Ok((body, RequestPermits { room, _hold: hold, _permit: permit }))
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let asked = serde_json::from_slice(body).map(with_whole_numbers);
    let asked = asked.and_then(serde_json::from_value);
    asked.map_err(|error| refuse(FailureCode::Malformed, error))
}

/// Replaces numbers such as `2.0` with `2`. JSON Schema, and therefore the description, considers both to be integers.
fn with_whole_numbers(value: Value) -> Value {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|it| number.is_f64() && is_whole(*it));
            Value::Number(whole.map_or(number, |it| (it as u64).into()))
        }
        Value::Array(items) => items.into_iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, with_whole_numbers(value))).collect()
        }
        value => value,
    }
}

/// Whether a number is an integer that fits in 64 bits.
fn is_whole(number: f64) -> bool {
    (0.0..2.0_f64.powi(64)).contains(&number) && number.fract() == 0.0
}

fn in_english<T>(work: impl FnOnce() -> T) -> T {
    locale::with(Language::English, work)
}

fn json(value: &impl Serialize) -> Answered {
    let text = serde_json::to_string(value);
    Ok(("application/json", text.map_err(|error| refuse(FailureCode::File, error))?))
}

fn respond(answered: Result<Answer, Failure>) -> Response<Body> {
    let refused = match answered {
        Ok(given) => return answer(StatusCode::OK, given.media, Bytes::from_owner(given)),
        Err(refused) => refused,
    };
    let status = match refused.code {
        FailureCode::Malformed => StatusCode::BAD_REQUEST,
        FailureCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        FailureCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    let text = serde_json::to_string(&refused).unwrap_or_default();
    let mut response = answer(status, "application/json", text);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    response
}

fn answer(status: StatusCode, media: &'static str, body: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
    response
}
