//! The board in the browser: a web server on this machine with a page on which people play and analyse, and an interface
//! for programs. `docs/reference/server.md` describes all that goes over the wire.
//!
//! [`Server::bind`] opens the ports and [`Server::run`] answers until a [`ServerHandle`] stops it. Each page has a
//! [session](chuhe_session), in a thread with a queue; the tasks of the network only pass messages on.
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
//! running.join().expect("no panic");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod assets;
mod contests;
mod explorer;
mod guard;
mod host;
mod listen;
mod lookups;
mod matches;
mod outbox;
mod pool;
mod routes;
mod sessions;
mod settings;
pub mod site;
mod socket;
mod store;
mod watch_report;
mod watching;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{Semaphore, watch};

pub use self::listen::{Server, ServerHandle};
pub use self::settings::{Settings, random_word};
pub use chuhe_session::Lookup;
pub use chuhe_session::message::KnownMove;
pub use chuhe_session::written::written_move;

use self::assets::Assets;
use self::contests::Contests;
use self::explorer::Explorer;
use self::guard::Guard;
use self::lookups::Lookups;
use self::matches::Matches;
use self::outbox::Backlog;
use self::pool::EnginePool;
use self::sessions::Sessions;
use self::store::Store;
use chuhe_database::DatabaseError;
use chuhe_engine::book::BookError;
use chuhe_engine::engine::config::ConfigError;
use chuhe_engine::tables::TablesError;
use chuhe_localize::Language;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Cannot listen on the address.
    #[error("{}", tr!("serve-no-address", address = address.clone(), text = error.localize()))]
    Address {
        /// Address and port.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// Other machines could connect, but no token is set.
    #[error("{}", tr!("serve-needs-token"))]
    NoToken,
    /// The token is too short, or has characters that headers do not allow.
    #[error("{}", tr!("serve-bad-token", least = Settings::TOKEN_CHARACTERS_MIN))]
    BadToken,
    /// The data folder cannot be used.
    #[error("{}", tr!("at-place", place = path.display().to_string(), text = error.localize()))]
    Data {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another server is using the data folder.
    #[error("{}", tr!("serve-data-in-use", path = .0.display().to_string()))]
    DataInUse(PathBuf),
    /// A folder of matches cannot be read.
    #[error("{}", tr!("at-place", place = path.display().to_string(), text = error.localize()))]
    Watch {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The endgame tables cannot be used.
    #[error("{}", .0.localize())]
    Tables(#[from] TablesError),
    /// The opening book cannot be used.
    #[error("{}", tr!("at-place", place = path.display().to_string(), text = error.localize()))]
    Book {
        /// The file.
        path: PathBuf,
        /// Why.
        error: BookError,
    },
    /// The engines cannot be set up.
    #[error("{}", .0.localize())]
    Engines(#[from] ConfigError),
    /// The system refuses to start threads.
    #[error("{}", tr!("serve-no-runtime", text = .0.localize()))]
    Runtime(io::Error),
}

impl Localize for ServeError {
    fn chinese(&self) -> String {
        chuhe_localize::with(Language::Chinese, || self.to_string())
    }
}

/// State shared by all parts of a server.
#[derive(Debug)]
struct Shared {
    settings: Settings,
    guard: Guard,
    assets: Assets,
    sessions: Sessions,
    store: Arc<Store>,
    matches: Matches,
    engines: EnginePool,
    explorer: Arc<Explorer>,
    lookups: Lookups,
    contests: Contests,
    /// The language of pages that do not ask for one.
    language: Language,
    /// How many more connections of pages may be opened.
    sockets: Arc<Semaphore>,
    /// The bytes waiting to be sent to all pages.
    backlog: Backlog,
    /// How many more requests of programs may be handled.
    api: Arc<Semaphore>,
    /// How many more searches of gomoku and draughts may start.
    game_searches: Arc<Semaphore>,
    /// Free memory for reviews, in kB.
    reviews: Arc<Semaphore>,
    /// Set when the server stops.
    stop: watch::Sender<bool>,
}
