//! The settings of a server.

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chuhe_session::Lookup;

/// Where a server listens and which resources it uses.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on: an IP address or a host name. None for this machine only.
    pub listen: Option<String>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The token that every request must carry. Required if other machines can connect.
    pub token: Option<String>,
    /// The folder for games; it is created if missing.
    pub data: PathBuf,
    /// Folders of matches that can be watched, in addition to `matches` in the data folder: each is a match or contains
    /// matches.
    pub watch: Vec<PathBuf>,
    /// The database of games for the opening explorer, if any.
    pub database: Option<PathBuf>,
    /// The opening book for the explorer; none for the built-in one.
    pub book: Option<PathBuf>,
    /// Folders of endgame tables that pages can query, separated by `;`.
    pub tables: Option<String>,
    /// A remote database that pages can query, one position at a time and only on request.
    pub cloud: Option<Arc<dyn Lookup>>,
    /// The engine of the matches that pages start; none for no matches.
    pub program: Option<PathBuf>,
    /// Search threads in all, 1 or more. Two searches share them if the server [is local](Self::is_local); otherwise
    /// each search has one.
    pub threads: u32,
    /// The total size of all transposition tables in MB, 1 or more.
    pub hash_mb: u32,
    /// The largest number of pages at once.
    pub sessions: usize,
    /// How long a session survives after its connection is lost.
    pub resume_within: Duration,
    /// How long a session survives without requests.
    pub idle_within: Duration,
}

impl Settings {
    /// The default port.
    pub const PORT: u16 = 8088;
    /// The default number of sessions.
    pub const SESSIONS: usize = 200;
    /// The smallest number of characters of a token.
    pub const TOKEN_CHARACTERS_MIN: usize = 16;

    /// Settings for this machine only, with one search thread and 64 MB.
    #[must_use]
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
            threads: 1,
            hash_mb: 64,
            sessions: Self::SESSIONS,
            resume_within: Duration::from_mins(5),
            idle_within: Duration::from_hours(2),
        }
    }

    /// Whether only this machine can connect.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self.listen.as_deref() {
            None | Some("localhost") => true,
            Some(name) => name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        }
    }
}

/// A random word of 128 bits, in hexadecimal, that cannot be guessed.
///
/// # Errors
/// If the system provides no random numbers.
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
