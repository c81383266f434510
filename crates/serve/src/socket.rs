//! The tasks of a WebSocket: one reads requests for the session, and another writes the session's messages.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::Shared;
use super::budget::MemoryPermit;
use super::outbox::{CloseCode, Outbox, OutboxQueue, Parcel};
use super::sessions::{SessionHandle, SessionRequest};
use super::settings::random_word;
use super::visitors::{Hold, Pace, Visit};
use super::wire::{Failure as WireFailure, Incoming};
use chuhe_engine::search::Wdl;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::tr;
use chuhe_session::message::{
    Answer, Command, FILE_MESSAGE_MAX, Failure, FailureCode, LimitsReport, MESSAGE_MAX, Notice,
    PageCommand, Request, VERSION, WdlCurve, json_memory,
};
use chuhe_session::{Input, LINES_MAX};

/// The interval between the server's pings, and how long the page may be silent.
const PING_EVERY: Duration = Duration::from_secs(25);
const SILENT_AT_MOST: Duration = Duration::from_secs(80);
/// The maximum number of requests that may wait in a page's session; further requests wait in the connection. A request
/// larger than `REQUEST_BYTES` counts as several.
const REQUESTS_WAITING: u32 = 16;
const REQUEST_BYTES: usize = FILE_MESSAGE_MAX / REQUESTS_WAITING as usize;
/// The maximum size of a request that is handled without waiting for its turn.
const LARGE_BYTES: usize = 4 << 10;
/// The average number of requests per second that a page may send, and the maximum number at once.
const REQUESTS_PER_S: f64 = 50.0;
const REQUESTS_AT_ONCE: f64 = 100.0;

/// The number that the next connection will have.
static CONNECTION: AtomicU64 = AtomicU64::new(0);

/// A page's connection.
struct Connection {
    visit: Arc<Visit>,
    incoming: Incoming,
    outbox: Outbox,
    shared: Arc<Shared>,
}

/// The session to which a connection belongs, and what lets the connection keep its place.
struct JoinedSession {
    key: String,
    handle: SessionHandle,
    _hold: Hold,
}

/// Serves a page until either side ends the connection.
pub(super) async fn talk(
    socket: WebSocket,
    shared: Arc<Shared>,
    visit: Arc<Visit>,
    incoming: Incoming,
) {
    incoming.begin();
    let (sink, stream) = socket.split();
    let connection = CONNECTION.fetch_add(1, Ordering::Relaxed);
    let (outbox, queue) = Outbox::new(connection, shared.budget.clone());
    let writer = tokio::spawn(write(sink, queue, outbox.clone()));
    let line = Connection { visit, incoming, outbox, shared };
    if let Some(session) = line.read(stream).await {
        line.shared.sessions.note_left(&session.key, connection);
    }
    line.outbox.close(CloseCode::Shutdown);
    drop(line.outbox);
    let _ = writer.await;
}

impl Connection {
    /// Reads requests until the connection ends. Returns the session to which the connection belonged.
    async fn read(&self, mut stream: SplitStream<WebSocket>) -> Option<JoinedSession> {
        let Self { visit, incoming, outbox, shared } = self;
        let key = random_word().ok()?;
        outbox.send(&hello(shared, &key));
        let mut session = None;
        let mut hung_up = outbox.watch();
        let permits = Arc::new(Semaphore::new(REQUESTS_WAITING as usize));
        let mut pace = Pace::new(REQUESTS_PER_S, REQUESTS_AT_ONCE);
        loop {
            let next = tokio::select! {
                biased;
                _ = hung_up.wait() => return session,
                () = visit.dismissed() => {
                    outbox.hang_up(CloseCode::Busy);
                    return session;
                }
                next = timeout(SILENT_AT_MOST, stream.next()) => next,
            };
            let text = match next {
                Ok(Some(Ok(Message::Text(text)))) => text,
                Ok(Some(Ok(Message::Ping(bytes) | Message::Pong(bytes)))) => {
                    incoming.complete_control(bytes.len());
                    pace.wait(1.0).await;
                    continue;
                }
                Ok(Some(Ok(Message::Binary(_)))) => {
                    outbox.hang_up(CloseCode::Unsupported);
                    return session;
                }
                Ok(Some(Err(_))) => {
                    outbox.hang_up(match incoming.failure() {
                        Some(WireFailure::Slow) => CloseCode::SlowSender,
                        Some(WireFailure::NoMemory) => CloseCode::Busy,
                        // The message is too large, or is not a WebSocket message.
                        None => CloseCode::TooLarge,
                    });
                    return session;
                }
                Ok(None | Some(Ok(Message::Close(_)))) | Err(_) => return session,
            };
            let received = incoming.complete();
            // A large message counts as several.
            pace.wait(1.0 + text.len() as f64 / MESSAGE_MAX as f64).await;
            let Some((text, room)) = self.take_memory(text).await else { continue };
            drop(received);
            let joined = match &session {
                Some(joined) => joined,
                None => match self.begin(&text, &key) {
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
                _ = hung_up.wait() => return session,
                permit = Arc::clone(&permits).acquire_many_owned(size) => permit.ok()?,
            };
            shared.sessions.note_use(&joined.key);
            joined.handle.send_request(text, (permit, room));
        }
    }

    /// Takes the memory that a request needs. If there is too little, refuses the request.
    async fn take_memory(&self, text: Utf8Bytes) -> Option<(String, MemoryPermit)> {
        let is_large = is_large(&text);
        let measure = move || (json_memory(text.as_bytes()), text.to_string());
        let (memory, text) = self.work_on(is_large, measure).await?;
        if let Some(room) = self.shared.budget.wait(memory).await {
            return Some((text, room));
        }
        let id = self.work_on(is_large, move || Request::id_of(&text)).await?;
        self.refuse(id, FailureCode::Busy, || tr!("serve-no-memory"));
        None
    }

    /// Does work on a message; if this may take long, on another thread.
    async fn work_on<T: Send + 'static>(
        &self,
        is_large: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        if !is_large {
            return Some(work());
        }
        let _turn = self.shared.workers.acquire().await.ok()?;
        spawn_blocking(work).await.ok()
    }

    /// Refuses a request.
    fn refuse(&self, re: Option<u64>, code: FailureCode, reason: impl FnOnce() -> String) {
        let error = Failure { code, text: locale::with(self.shared.language, reason) };
        self.outbox.send(&Answer::Error { re, error });
    }

    /// Refuses the first request of a page, and closes the connection.
    fn refuse_page(&self, text: &str) -> Begin {
        let id = if is_large(text) { None } else { Request::id_of(text) };
        self.refuse(id, FailureCode::Busy, || tr!("serve-full"));
        self.outbox.close(CloseCode::Busy);
        Begin::Never
    }

    fn begin(&self, text: &str, key: &str) -> Begin {
        let Self { visit, outbox, shared, .. } = self;
        let opening =
            |key| SessionRequest { key, address: visit.address(), connection: outbox.connection };
        let resumed = if is_large(text) { None } else { Request::parse(text).ok() };
        if let Some(Request { id, command: Command::Page(PageCommand::Resume { session }) }) =
            resumed
        {
            let Some(hold) = visit.hold() else { return self.refuse_page(text) };
            let Some(handle) = shared.sessions.resume(opening(&session)) else {
                self.refuse(Some(id), FailureCode::Unknown, || tr!("serve-no-session"));
                return Begin::Again;
            };
            handle.send(Input::Joined(Box::new(outbox.clone()), Some(id)));
            return Begin::With(JoinedSession { key: session, handle, _hold: hold }, false);
        }
        let Some(hold) = visit.hold() else { return self.refuse_page(text) };
        let Some(handle) = shared.sessions.begin(opening(key), shared) else {
            return self.refuse_page(text);
        };
        handle.send(Input::Joined(Box::new(outbox.clone()), None));
        Begin::With(JoinedSession { key: key.to_owned(), handle, _hold: hold }, true)
    }
}

/// Whether handling a request may take long.
pub(super) const fn is_large(text: &str) -> bool {
    text.len() > LARGE_BYTES
}

/// The outcome of the first message.
enum Begin {
    /// The session, and whether the message must still be passed to it.
    With(JoinedSession, bool),
    /// The session to be resumed does not exist. The page may send another first message.
    Again,
    /// The server cannot accept another session.
    Never,
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
                match sink.send(Message::Ping(Vec::new().into())).await {
                    Ok(()) => continue,
                    Err(_) => return outbox.hang_up(CloseCode::SlowReader),
                }
            }
        };
        match parcel {
            None => return close(&mut sink, CloseCode::Shutdown).await,
            Some(Parcel::Close(code)) => {
                close(&mut sink, code).await;
                return outbox.hang_up(code);
            }
            Some(Parcel::Text(text, _room)) => {
                let length = text.len();
                let sent = tokio::select! {
                    biased;
                    // If messages cannot be sent, neither can a close message.
                    _ = hung_up.wait() => return,
                    sent = sink.send(Message::Text(text.into())) => sent,
                };
                if sent.is_err() {
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
        engines: shared.others.names(),
        friends: !shared.settings.is_local(),
    }
}

/// The code for a language in messages.
pub(super) const fn language_word(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Chinese => "zh",
    }
}
