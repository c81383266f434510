//! Maps paths to handlers, with the guard in front of all of them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State, WebSocketUpgrade};
use axum::http::header::{CONNECTION, CONTENT_TYPE, HeaderName, HeaderValue, SET_COOKIE};
use axum::http::{Method, Response, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::routing::{get, post};
use axum::{Extension, Router};
use tokio::time::sleep;

use super::assets::PageName;
use super::friends::is_code;
use super::guard::{Refusal, seal};
use super::visitors::Visit;
use super::wire::Incoming;
use super::{Shared, api, socket};
use chuhe_session::message::{FILE_MESSAGE_MAX, PROTOCOL};

/// How long the response to a request without the right token is delayed.
const WRONG_TOKEN_WAITS: Duration = Duration::from_millis(300);

/// The size of a WebSocket's buffers.
const BUFFER_BYTES: usize = 16 << 10;

const REFRESH: HeaderName = HeaderName::from_static("refresh");

/// The addresses that users open. Links on other sites may lead to them, and they may contain the token.
const PAGES: [&str; 3] = ["/", "/gomoku", "/draughts"];

pub(super) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/gomoku", get(board_page))
        .route("/draughts", get(board_page))
        .route("/assets/{version}/{*path}", get(asset))
        .route("/worker.js", get(worker))
        .route("/ws", get(websocket))
        .route("/api/openapi.json", get(api::description))
        .route("/api/analyze", post(api::analyze))
        .route("/api/judge", post(api::judge))
        .route("/api/convert", post(api::convert))
        .route("/api/board.svg", post(api::board))
        .route("/api/explore", post(api::explore))
        .route("/api/game", post(api::game))
        .route("/api/gomoku/move", post(api::gomoku))
        .route("/api/draughts/move", post(api::draughts))
        .fallback(|| async { plain(StatusCode::NOT_FOUND, "there is nothing here") })
        .method_not_allowed_fallback(|| async {
            plain(StatusCode::METHOD_NOT_ALLOWED, "this method is not allowed here")
        })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guarded))
        .with_state(shared)
}

/// A response with a short text, in English because programs read and log it.
pub(super) fn plain(status: StatusCode, text: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(format!("{text}\n")));
    *response.status_mut() = status;
    let text = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, text);
    response
}

/// Admits a request, or refuses it, states the reason and closes the connection.
async fn guarded(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Arc<Visit>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    visit.wait().await;
    let admitted = admit(&shared, &request);
    if admitted.is_ok() {
        visit.know();
    }
    let mut response = match admitted {
        Ok(None) => next.run(request).await,
        Ok(Some(cookie)) => with_cookie(&cookie, &place_of(request.uri())),
        Err(refusal) => {
            if refusal == Refusal::Token {
                sleep(WRONG_TOKEN_WAITS).await;
            }
            let mut response = plain(refusal.status(), &refusal.to_string());
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            response
        }
    };
    seal(&mut response);
    response
}

/// Checks a request. Returns a cookie to set if the address contains the token.
fn admit(shared: &Shared, request: &Request) -> Result<Option<String>, Refusal> {
    let is_page = PAGES.contains(&request.uri().path()) && request.method() == Method::GET;
    shared.guard.check(request, is_page)?;
    if is_page && let Some(cookie) = shared.guard.cookie_of_query(request.uri().query()) {
        return Ok(Some(cookie));
    }
    shared.guard.check_token(request.headers()).map(|()| None)
}

/// The address of a page without the token. An invitation leads to its game.
fn place_of(address: &Uri) -> String {
    let query = address.query().unwrap_or_default();
    let code = query.split('&').find_map(|pair| pair.strip_prefix("friend="));
    match code.filter(|code| is_code(code)) {
        Some(code) => format!("{}#friend?code={code}", address.path()),
        None => address.path().to_owned(),
    }
}

/// Sets the cookie and continues at the address without the token. It does not redirect, because browsers would treat a
/// redirection as navigation from the page with the link, and would not send a `SameSite=Strict` cookie.
fn with_cookie(cookie: &str, page: &str) -> Response<Body> {
    let mut response = plain(StatusCode::OK, "one moment");
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(SET_COOKIE, cookie);
    }
    if let Ok(address) = HeaderValue::from_str(&format!("0; url={page}")) {
        response.headers_mut().insert(REFRESH, address);
    }
    response
}

async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    shared.assets.page(PageName::Index, request.headers())
}

/// The page for gomoku and draughts, whose script reads the game from the address.
async fn board_page(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    shared.assets.page(PageName::BoardGames, request.headers())
}

/// The service worker, at a path that lets it control all addresses.
async fn worker(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let found = shared.assets.asset(None, "page/worker.js", request.headers());
    found.unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "there is nothing here"))
}

async fn asset(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let path = request.uri().path().strip_prefix("/assets/").unwrap_or_default();
    let (version, path) = path.split_once('/').unwrap_or_default();
    let found = shared.assets.asset(Some(version), path, request.headers());
    found.unwrap_or_else(|| plain(StatusCode::NOT_FOUND, "there is nothing here"))
}

async fn websocket(
    State(shared): State<Arc<Shared>>,
    Extension(visit): Extension<Arc<Visit>>,
    Extension(incoming): Extension<Incoming>,
    request: Request,
) -> Response<Body> {
    let (mut parts, _) = request.into_parts();
    let Ok(upgrade) = WebSocketUpgrade::from_request_parts(&mut parts, &()).await else {
        return plain(StatusCode::UPGRADE_REQUIRED, "this address is for WebSockets only");
    };
    if !upgrade.requested_protocols().any(|it| it == PROTOCOL) {
        return plain(StatusCode::BAD_REQUEST, "the WebSocket protocol must be chuhe.1");
    }
    upgrade
        .protocols([PROTOCOL])
        .max_message_size(FILE_MESSAGE_MAX)
        .max_frame_size(FILE_MESSAGE_MAX)
        .read_buffer_size(BUFFER_BYTES)
        .write_buffer_size(BUFFER_BYTES)
        .on_upgrade(move |socket| socket::talk(socket, shared, visit, incoming))
}
