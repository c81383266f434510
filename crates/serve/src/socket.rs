//! The tasks of a WebSocket: one reads requests for the session, and another writes the session's messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::Semaphore;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::Shared;
use super::outbox::{CloseCode, Outbox, OutboxQueue, Parcel};
use super::sessions::SessionHandle;
use super::settings::random_word;
use chuhe_engine::search::Wdl;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;
use chuhe_session::message::{
    Answer, Command, FILE_MESSAGE_MAX, Failure, FailureCode, LimitsReport, MESSAGE_MAX, Notice,
    PageCommand, Request, VERSION, WdlCurve,
};
use chuhe_session::{Input, LINES_MAX};

/// The time limit for sending a message.
const SEND_WITHIN: Duration = Duration::from_secs(20);
/// The interval between the server's pings, and how long the page may be silent.
const PING_EVERY: Duration = Duration::from_secs(25);
const SILENT_AT_MOST: Duration = Duration::from_secs(80);
/// The maximum number of requests that may wait in a page's session; further requests wait in the connection. A request
/// larger than `REQUEST_BYTES` counts as several.
const REQUESTS_WAITING: u32 = 16;
const REQUEST_BYTES: usize = FILE_MESSAGE_MAX / REQUESTS_WAITING as usize;
/// The average number of requests per second that a page may send, and the maximum number at once.
const REQUESTS_PER_S: f64 = 50.0;
const REQUESTS_AT_ONCE: f64 = 100.0;

/// The number that the next connection will have.
static CONNECTION: AtomicU64 = AtomicU64::new(0);

/// Serves a page until either side ends the connection.
pub(super) async fn talk(socket: WebSocket, shared: Arc<Shared>) {
    let (sink, stream) = socket.split();
    let connection = CONNECTION.fetch_add(1, Ordering::Relaxed);
    let (outbox, queue) = Outbox::new(connection, shared.backlog.clone());
    let writer = tokio::spawn(write(sink, queue, outbox.clone()));
    let session = read(stream, &outbox, &shared).await;
    if let Some(session) = session {
        session.send(Input::Left(connection));
    }
    outbox.close(CloseCode::Shutdown);
    drop(outbox);
    let _ = writer.await;
}

/// Reads requests until the connection ends. Returns the session to which the connection belonged.
async fn read(
    mut stream: SplitStream<WebSocket>,
    outbox: &Outbox,
    shared: &Arc<Shared>,
) -> Option<SessionHandle> {
    let key = random_word().ok()?;
    outbox.send(&hello(shared, &key));
    let mut session = None;
    let mut hung_up = outbox.watch();
    let permits = Arc::new(Semaphore::new(REQUESTS_WAITING as usize));
    let mut pace = Pace::new();
    loop {
        let next = tokio::select! {
            biased;
            _ = hung_up.wait() => return session,
            next = timeout(SILENT_AT_MOST, stream.next()) => next,
        };
        let text = match next {
            Ok(Some(Ok(Message::Text(text)))) => text,
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                pace.wait(0).await;
                continue;
            }
            Ok(Some(Ok(Message::Binary(_)))) => {
                outbox.hang_up(CloseCode::Unsupported);
                return session;
            }
            Ok(Some(Err(_))) => {
                // The message is too large, or is not a WebSocket message.
                outbox.hang_up(CloseCode::TooLarge);
                return session;
            }
            Ok(None | Some(Ok(Message::Close(_)))) | Err(_) => return session,
        };
        pace.wait(text.len()).await;
        let text = text.to_string();
        let session = match &session {
            Some(session) => session,
            None => match begin(&text, &key, outbox, shared) {
                Begin::With(found, handed_on) => {
                    let found = session.insert(found);
                    if !handed_on {
                        continue;
                    }
                    found
                }
                Begin::Again => continue,
                Begin::Never => return None,
            },
        };
        let size = (1 + (text.len() / REQUEST_BYTES) as u32).min(REQUESTS_WAITING);
        let permit = tokio::select! {
            biased;
            _ = hung_up.wait() => return Some(session.clone()),
            permit = Arc::clone(&permits).acquire_many_owned(size) => permit.ok()?,
        };
        session.send_request(text, permit);
    }
}

/// The outcome of the first message.
enum Begin {
    /// The session, and whether the message must still be passed to it.
    With(SessionHandle, bool),
    /// The session to be resumed does not exist. The page may send another first message.
    Again,
    /// The server cannot accept another session.
    Never,
}

fn begin(text: &str, key: &str, outbox: &Outbox, shared: &Arc<Shared>) -> Begin {
    let fail = |id, code, text| {
        outbox.send(&Answer::Error { re: id, error: Failure { code, text } });
    };
    if let Ok(Request { id, command: Command::Page(PageCommand::Resume { session }) }) =
        Request::parse(text)
    {
        let Some(found) = shared.sessions.find(&session) else {
            let text = locale::with(shared.language, || tr!("serve-no-session"));
            fail(Some(id), FailureCode::Unknown, text);
            return Begin::Again;
        };
        found.send(Input::Joined(Box::new(outbox.clone()), Some(id)));
        return Begin::With(found, false);
    }
    let Some(made) = shared.sessions.begin(key, shared) else {
        let id = Request::parse(text).ok().map(|request| request.id);
        fail(id, FailureCode::Busy, locale::with(shared.language, || tr!("serve-full")));
        outbox.close(CloseCode::Busy);
        return Begin::Never;
    };
    made.send(Input::Joined(Box::new(outbox.clone()), None));
    Begin::With(made, true)
}

/// Writes messages until the connection ends.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut queue: OutboxQueue, outbox: Outbox) {
    let mut hung_up = outbox.watch();
    let mut ping = interval(PING_EVERY);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let parcel = tokio::select! {
            biased;
            code = hung_up.wait() => return close(&mut sink, code).await,
            parcel = queue.next() => parcel,
            _ = ping.tick() => {
                match timeout(SEND_WITHIN, sink.send(Message::Ping(Vec::new().into()))).await {
                    Ok(Ok(())) => continue,
                    _ => return outbox.hang_up(CloseCode::SlowReader),
                }
            }
        };
        match parcel {
            None => return close(&mut sink, CloseCode::Shutdown).await,
            Some(Parcel::Close(code)) => {
                close(&mut sink, code).await;
                return outbox.hang_up(code);
            }
            Some(Parcel::Text(text)) => {
                let length = text.len();
                let sent = tokio::select! {
                    biased;
                    // If messages cannot be sent, neither can a close message.
                    _ = hung_up.wait() => return,
                    sent = timeout(SEND_WITHIN, sink.send(Message::Text(text.into()))) => sent,
                };
                if !matches!(sent, Ok(Ok(()))) {
                    return outbox.hang_up(CloseCode::SlowReader);
                }
                queue.sent(length);
            }
        }
    }
}

async fn close(sink: &mut SplitSink<WebSocket, Message>, code: CloseCode) {
    let frame = CloseFrame { code: code as u16, reason: format!("{code:?}").into() };
    let _ = timeout(Duration::from_secs(1), sink.send(Message::Close(Some(frame)))).await;
}

fn hello(shared: &Shared, key: &str) -> Notice {
    let longest = shared.engines.settings().longest;
    Notice::Hello {
        version: VERSION,
        program: format!("chuhe {}", env!("CARGO_PKG_VERSION")),
        session: key.to_owned(),
        language: language_word(shared.language).to_owned(),
        limits: LimitsReport {
            file_bytes: FILE_MESSAGE_MAX,
            message_bytes: MESSAGE_MAX,
            multipv: LINES_MAX,
            threads: shared.engines.settings().threads_per_search,
            hash: shared.engines.settings().hash_mb,
            search_s: longest.as_secs(),
            resume_s: shared.settings.resume_within.as_secs(),
        },
        wdl: WdlCurve { win_at: Wdl::WIN_AT, spread: Wdl::SPREAD },
        sources: shared.explorer.sources(),
        lookups: shared.lookups.names(),
        matches: shared.settings.program.is_some(),
    }
}

/// The code for a language in messages.
pub(super) const fn language_word(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}

/// Slows down a page that sends too many requests.
struct Pace {
    allowed: f64,
    at: Instant,
}

impl Pace {
    fn new() -> Self {
        Self { allowed: REQUESTS_AT_ONCE, at: Instant::now() }
    }

    /// Counts a message of this size, and waits if there were too many messages recently. A large message counts as
    /// several.
    async fn wait(&mut self, bytes: usize) {
        let now = Instant::now();
        let gained = now.duration_since(self.at).as_secs_f64() * REQUESTS_PER_S;
        self.allowed = (self.allowed + gained).min(REQUESTS_AT_ONCE);
        self.at = now;
        self.allowed -= 1.0 + bytes as f64 / MESSAGE_MAX as f64;
        if self.allowed < 0.0 {
            sleep(Duration::from_secs_f64(-self.allowed / REQUESTS_PER_S)).await;
        }
    }
}
