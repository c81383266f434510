//! The board in the browser: a web server that serves a page for playing and analysing, and an interface for programs.
//! `docs/reference/server.md` describes the messages and requests.
//!
//! [`Server::bind`] opens the ports and [`Server::run`] answers requests until a [`ServerHandle`] stops the server.
//! Each page has a [session](chuhe_session), which runs in its own thread with a queue; the network tasks only pass on
//! messages.
//!
//! ```
//! use chuhe_serve::{Server, Settings};
//!
//! let folder = tempfile::tempdir()?;
//! let mut settings = Settings::new(folder.path().to_owned());
//! settings.port = 0; // any free port
//! let server = Server::bind(settings)?;
//! println!("{}", server.address());
//! let handle = server.handle();
//! let running = std::thread::spawn(move || server.run());
//! handle.stop();
//! running.join().expect("the server does not panic");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod assets;
mod budget;
mod contests;
mod explorer;
mod friends;
mod guard;
mod listen;
mod lookups;
mod matches;
mod others;
mod outbox;
mod owners;
mod pool;
mod routes;
mod session_host;
mod sessions;
mod settings;
pub mod site;
mod socket;
mod store;
mod visitors;
mod watch_report;
mod watching;
mod wire;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{Semaphore, watch};

pub use self::listen::{Server, ServerHandle};
pub use self::settings::{Settings, random_word};
pub use chuhe_session::message::KnownMove;
pub use chuhe_session::written::written_move;
pub use chuhe_session::{HostError, Lookup};

use self::assets::Assets;
use self::budget::Budget;
use self::contests::Contests;
use self::explorer::Explorer;
use self::friends::Friends;
use self::guard::Guard;
use self::lookups::Lookups;
use self::matches::Matches;
use self::others::Others;
use self::pool::EnginePool;
use self::sessions::Sessions;
use self::store::Store;
use self::visitors::Visitors;
use chuhe_database::DatabaseError;
use chuhe_engine::book::BookError;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::tables::TablesError;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum ServeError {
    #[error("{}", tr!("serve-no-address", address = address.clone(), text = error.localize()))]
    Address { address: String, error: io::Error },
    #[error("{}", tr!("serve-needs-token"))]
    NoToken,
    #[error("{}", tr!("serve-bad-token", least = Settings::TOKEN_CHARACTERS_MIN))]
    BadToken,
    #[error("{}", tr!("at-place", place = path.display().to_string(), text = error.localize()))]
    Folder { path: PathBuf, error: io::Error },
    #[error("{}", tr!("serve-data-in-use", path = .0.display().to_string()))]
    DataInUse(PathBuf),
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("{}", .0.localize())]
    Tables(#[from] TablesError),
    #[error("{}", tr!("at-place", place = path.display().to_string(), text = error.localize()))]
    Book { path: PathBuf, error: BookError },
    #[error("{}", .0.localize())]
    Engines(#[from] ConfigError),
    #[error("{}", tr!("serve-no-runtime", text = .0.localize()))]
    Runtime(io::Error),
}

impl Localize for ServeError {
    fn chinese(&self) -> String {
        chuhe_localize::with(Language::Chinese, || self.to_string())
    }
}

/// The state shared by all parts of a server.
#[derive(Debug)]
struct Shared {
    settings: Settings,
    guard: Guard,
    assets: Assets,
    sessions: Sessions,
    store: Arc<Store>,
    matches: Matches,
    engines: EnginePool,
    others: Others,
    explorer: Arc<Explorer>,
    lookups: Lookups,
    contests: Contests,
    friends: Friends,
    /// The language of pages that do not request one.
    language: Language,
    visitors: Arc<Visitors>,
    budget: Budget,
    /// One permit for each further program request that may be handled or wait for its turn.
    api: Arc<Semaphore>,
    /// One permit for each further request that takes long and may be worked on.
    workers: Arc<Semaphore>,
    /// One permit for each further search of gomoku or draughts that may start.
    game_searches: Arc<Semaphore>,
    /// Becomes `true` when the server stops.
    stop: watch::Sender<bool>,
}
