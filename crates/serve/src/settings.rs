//! The settings of a server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chuhe_arena::settings::EngineSettings;
use chuhe_session::Lookup;

/// Where a server listens and which resources it uses.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on, which is an IP address or a host name; `None` to listen on this machine only.
    pub listen: Option<String>,
    /// The port; 0 for any free port.
    pub port: u16,
    /// The token that every request must carry. Required if other machines can connect.
    pub token: Option<String>,
    /// The folder for games, which is created if missing.
    pub data: PathBuf,
    /// Folders of matches that can be watched, in addition to `matches` in the data folder. Each is a match or contains
    /// matches.
    pub watch: Vec<PathBuf>,
    /// The game database for the opening explorer, if any.
    pub database: Option<PathBuf>,
    /// The opening book for the explorer; `None` for the built-in book.
    pub book: Option<PathBuf>,
    /// Folders of endgame tables that pages can query, separated by `;`.
    pub tables: Option<String>,
    /// A remote database that pages can query, one position at a time and only on request.
    pub cloud: Option<Arc<dyn Lookup>>,
    /// The engine for matches started by pages; `None` if pages may not start any.
    pub program: Option<PathBuf>,
    /// The other engines that pages may choose, by name.
    pub engines: Vec<(String, EngineSettings)>,
    /// The maximum number of processes of other engines at once, at least 1.
    pub engine_processes: usize,
    /// How long an engine's process stays when nobody uses it.
    pub engine_rest: Duration,
    /// The total number of search threads, at least 1. If the server [is local](Self::is_local), two searches share
    /// them; otherwise, each search has one thread.
    pub threads: u32,
    /// The total size of all transposition tables in MB, at least 1.
    pub hash_mb: u32,
    /// The memory for everything that clients can make grow, in MB: their messages, games, sessions and reviews, and
    /// the answers that they have not read yet.
    pub memory_mb: u32,
    /// The maximum number of pages at once.
    pub sessions: usize,
    /// The time limit for receiving a message or the body of a request, from its first byte to its last, and for a client
    /// to read a message or a response.
    pub transfer_within: Duration,
    /// How long a session can be resumed after its connection is lost.
    pub resume_within: Duration,
    /// How long a session stays open without requests.
    pub idle_within: Duration,
}

impl Settings {
    /// The default port.
    pub const PORT: u16 = 8088;
    /// The default for the memory of clients, in MB.
    pub const MEMORY_MB: u32 = 2048;
    /// The default for the maximum number of sessions.
    pub const SESSIONS: usize = 200;
    /// The default for the number of processes of other engines.
    pub const ENGINE_PROCESSES: usize = 2;
    /// The minimum number of characters in a token.
    pub const TOKEN_CHARACTERS_MIN: usize = 16;

    /// Settings for this machine only, with one search thread and 64 MB.
    pub const fn new(data: PathBuf) -> Self {
        Self {
            listen: None,
            port: Self::PORT,
            token: None,
            data,
            watch: Vec::new(),
            database: None,
            book: None,
            tables: None,
            cloud: None,
            program: None,
            engines: Vec::new(),
            engine_processes: Self::ENGINE_PROCESSES,
            engine_rest: Duration::from_mins(5),
            threads: 1,
            hash_mb: 64,
            memory_mb: Self::MEMORY_MB,
            sessions: Self::SESSIONS,
            transfer_within: Duration::from_secs(30),
            resume_within: Duration::from_mins(5),
            idle_within: Duration::from_hours(2),
        }
    }

    /// Whether only this machine can connect.
    pub fn is_local(&self) -> bool {
        match self.listen.as_deref() {
            None | Some("localhost") => true,
            Some(name) => name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        }
    }
}

/// A random word of 128 bits, in hexadecimal, which cannot be guessed.
///
/// # Errors
/// If the system cannot provide random numbers.
pub fn random_word() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_local() {
        let local = |listen: Option<&str>| {
            let listen = listen.map(str::to_owned);
            Settings { listen, ..Settings::new(PathBuf::new()) }.is_local()
        };
        assert!(local(None) && local(Some("127.0.0.1")) && local(Some("::1")));
        assert!(local(Some("localhost")));
        assert!(!local(Some("0.0.0.0")) && !local(Some("192.168.1.5")) && !local(Some("board")));
    }

    #[test]
    fn random_words_differ() {
        let [one, other] = [random_word().unwrap(), random_word().unwrap()];
        assert!(one.len() == 32 && other.len() == 32 && one != other);
    }
}
