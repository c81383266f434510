//! The interface for programs, which needs no session. `openapi.json` describes it, and a test compares the description
//! with the code. Text in the answers is in English, because programs read and log it.

pub(super) mod boards;
mod explore;
mod work;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use self::work::AnalyzeRequest;
use super::Shared;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;
use chuhe_session::boards::{DraughtsRequest, GomokuRequest};
use chuhe_session::message::{FILE_MESSAGE_MAX, Failure, FailureCode};
use chuhe_session::refuse;

/// The maximum number of requests handled at once.
pub(super) const REQUESTS_AT_ONCE: usize = 32;
/// The time limit for receiving a request's body.
const BODY_WITHIN: Duration = Duration::from_secs(30);

const DESCRIPTION: &str = include_str!("openapi.json");

/// The content type and the text of the response, or the reason for refusing the request.
type Answered = Result<(&'static str, String), Failure>;

pub(super) async fn description() -> Response<Body> {
    answer(StatusCode::OK, "application/json", DESCRIPTION.to_owned())
}

/// Searches a position.
pub(super) async fn analyze(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let answered = async {
        let (asked, _permit): (AnalyzeRequest, _) = take(&shared, request).await?;
        let begun = in_english(|| work::begin_analysis(&shared, &asked))?;
        // If the client disconnects, the search is dropped and ends.
        begun.wait().await
    };
    respond(answered.await)
}

/// Judges the position after a line of moves.
pub(super) async fn judge(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(work_off(&shared, request, |asked| work::judge(&asked)).await)
}

/// Converts a game file.
pub(super) async fn convert(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(work_off(&shared, request, work::convert).await)
}

/// Draws a board.
pub(super) async fn board(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    respond(work_off(&shared, request, |asked| work::board(&asked)).await)
}

/// Lists the moves played in a position.
pub(super) async fn explore(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let explorer = Arc::clone(&shared.explorer);
    respond(work_off(&shared, request, move |asked| explore::explore(&explorer, &asked)).await)
}

/// Returns a game in the database.
pub(super) async fn game(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let explorer = Arc::clone(&shared.explorer);
    respond(work_off(&shared, request, move |asked| explore::game(&explorer, &asked)).await)
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

/// Reads a request and answers it on another thread, because the work may take a long time.
async fn work_off<T: DeserializeOwned + Send + 'static>(
    shared: &Shared,
    request: Request,
    work: impl FnOnce(T) -> Answered + Send + 'static,
) -> Answered {
    let (asked, permit) = take(shared, request).await?;
    let done = spawn_blocking(move || {
        let _permit = permit;
        in_english(|| work(asked))
    });
    done.await.unwrap_or_else(|error| Err(refuse(FailureCode::Busy, error)))
}

/// Reads a request. The caller must hold the permit until the request has been handled.
async fn take<T: DeserializeOwned>(
    shared: &Shared,
    request: Request,
) -> Result<(T, OwnedSemaphorePermit), Failure> {
    // Without a preflight request, browsers let pages from other sites send only a few content types, such as
    // `text/plain`, but not `application/json`.
    let media = request.headers().get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.and_then(|media| media.split(';').next()).unwrap_or_default();
    if !media.trim().eq_ignore_ascii_case("application/json") {
        return Err(refuse(FailureCode::Malformed, "the Content-Type must be application/json"));
    }
    // If the client announces a body that is too large, the request is refused before the body is sent.
    if request.body().size_hint().lower() > FILE_MESSAGE_MAX as u64 {
        let most = FILE_MESSAGE_MAX >> 10;
        return Err(refuse(
            FailureCode::TooLarge,
            in_english(|| tr!("serve-too-large", most = most)),
        ));
    }
    let permit = Arc::clone(&shared.api).try_acquire_owned();
    let permit = permit.map_err(|_| refuse(FailureCode::Busy, "too many requests at once"))?;
    let bytes = timeout(BODY_WITHIN, to_bytes(request.into_body(), FILE_MESSAGE_MAX)).await;
    let bytes = bytes
        .map_err(|_| refuse(FailureCode::Malformed, "the request took too long to arrive"))?
        .map_err(|error| refuse(FailureCode::TooLarge, error))?;
    let asked = serde_json::from_slice(&bytes).map(with_whole_numbers);
    let asked = asked.and_then(serde_json::from_value);
    Ok((asked.map_err(|error| refuse(FailureCode::Malformed, error))?, permit))
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

fn respond(answered: Answered) -> Response<Body> {
    let refused = match answered {
        Ok((media, text)) => return answer(StatusCode::OK, media, text),
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

fn answer(status: StatusCode, media: &'static str, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media));
    response
}
