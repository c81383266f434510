//! The inbox of a session: what its host, its pages, and its searches and tasks put into it.

use std::fmt;
use std::sync::Arc;

use super::host::{HostError, Page, StoredKind};
use super::message::{EndReason, EngineReport, Failure, KnownMove, LookupName, Reply};
use super::review;
use chuhe_engine::engine::SearchNews;
use chuhe_play::OpponentEvent;

/// An input to a session.
#[derive(Debug)]
pub enum Input {
    /// A page connected. If it resumed the session, the number is that of its request to resume.
    Joined(Box<dyn Page>, Option<u64>),
    /// A connection ended.
    Left(u64),
    /// A request.
    Request(String),
    /// A report from one of the session's searches or tasks.
    Report(Report),
    /// The host ends the session.
    End(EndReason),
}

/// A report from one of the session's searches or tasks. The host only passes it on.
#[derive(Debug)]
pub struct Report(pub(super) Source);

#[derive(Debug)]
pub(super) enum Source {
    /// An event from the engine in the game with this number.
    Opponent(u64, OpponentEvent),
    /// A report from the analysis with this key.
    Search(u64, SearchNews),
    /// A report from a review: the numbers of the review and the task, and the report itself.
    Review(u64, u64, Box<review::News>),
    /// The game between two people has changed.
    Friend,
    /// Another session took over the game or the analysis that this one held.
    Taken(StoredKind),
    /// The result of the lookup for the request with this number.
    Lookup(u64, LookupName, Result<Option<Vec<KnownMove>>, HostError>),
    /// What is known about another engine, for the request with this number.
    Engine(u64, Result<EngineReport, Failure>),
    /// The answer to the request with this number.
    Answer(u64, Result<Reply, Failure>),
}

/// A session that holds stored files, with the inbox to notify when another session takes over one of them.
#[derive(Clone, Debug)]
pub struct Holder {
    key: String,
    owner: Option<String>,
    inbox: Inbox,
}

impl Holder {
    /// A holder with the session's key and inbox.
    pub fn new(key: &str, inbox: Inbox) -> Self {
        Self { key: key.to_owned(), owner: None, inbox }
    }

    /// This holder, with the secret of the client to which its files belong.
    #[must_use]
    pub fn with_owner(self, secret: &str) -> Self {
        Self { owner: Some(secret.to_owned()), ..self }
    }

    /// The secret of the client to which the files belong; `None` if they belong to everyone.
    pub fn owner(&self) -> Option<&str> {
        self.owner.as_deref()
    }

    /// The key of the session.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Notifies the session that its game between two people has changed.
    pub fn notify_friend(&self) {
        self.inbox.report(Source::Friend);
    }

    /// Notifies the session that another one has taken over one of its files.
    pub fn lose(&self, shelf: StoredKind) {
        self.inbox.report(Source::Taken(shelf));
    }
}

/// The inbox of a session. Searches and tasks put their reports into it from other threads.
#[derive(Clone)]
pub struct Inbox(Arc<dyn Fn(Input) + Send + Sync>);

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Inbox")
    }
}

impl Inbox {
    /// An inbox that passes inputs to a function. The host must pass them to the session one after the other, and never
    /// from inside the function.
    pub fn new(put: impl Fn(Input) + Send + Sync + 'static) -> Self {
        Self(Arc::new(put))
    }

    pub(super) fn report(&self, source: Source) {
        (self.0)(Input::Report(Report(source)));
    }
}

/// Answers a request later, from any thread.
#[derive(Debug)]
pub struct Responder {
    pub(super) id: u64,
    pub(super) inbox: Inbox,
}

impl Responder {
    /// Sends the answer.
    pub fn respond(self, answer: Result<Reply, Failure>) {
        self.inbox.report(Source::Answer(self.id, answer));
    }
}
