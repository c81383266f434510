//! What a server may be told.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How a server listens and what it spends.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on: an IP address or the name of a machine. None for this machine only.
    pub listen: Option<String>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// What every request has to show. Whoever listens to more than this machine has to set one.
    pub token: Option<String>,
    /// The folder for games; it is made if it is not there.
    pub data: PathBuf,
    /// Folders of matches that can be watched, besides `matches` in the data folder: each is a match or has matches in
    /// it.
    pub watch: Vec<PathBuf>,
    /// The database of games that the explorer of openings looks into, if there is one.
    pub database: Option<PathBuf>,
    /// The opening book that the explorer looks into; none for the one in the program.
    pub book: Option<PathBuf>,
    /// Search threads in all, 1 or more. Two searches share them if the server [is local](Self::is_local); else there is a
    /// search for each.
    pub threads: u32,
    /// The size of all transposition tables in MB, 1 or more.
    pub hash_mb: u32,
    /// The largest number of pages at once.
    pub sessions: usize,
    /// How long a session outlives its connection.
    pub resume_within: Duration,
    /// How long a session lives whose page asks for nothing.
    pub idle_within: Duration,
}

impl Settings {
    /// The port where nothing else is said.
    pub const PORT: u16 = 8088;
    /// The number of sessions where nothing else is said.
    pub const SESSIONS: usize = 200;
    /// The fewest characters of a token.
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
            threads: 1,
            hash_mb: 64,
            sessions: Self::SESSIONS,
            resume_within: Duration::from_mins(5),
            idle_within: Duration::from_hours(2),
        }
    }

    /// Whether only this machine can reach the server.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self.listen.as_deref() {
            None | Some("localhost") => true,
            Some(name) => name.parse().is_ok_and(|address: IpAddr| address.is_loopback()),
        }
    }
}

/// A random word of 128 bits, in hexadecimal: nobody guesses it.
///
/// # Errors
/// If the system gives no random numbers.
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
