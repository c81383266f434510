//! Looks up positions in the cloud database of chessdb.cn. Only [`query`] connects to another machine; it is called
//! by `chuhe cloud`, and by `chuhe serve` when the user looks a position up.

mod answer;

use std::io;
use std::time::Duration;

pub use self::answer::{CloudAnswer, CloudMove, CloudStatus};
use chuhe_engine::board::Position;
use chuhe_localize::Localize;
use chuhe_localize::{Language, tr};

/// The default server.
pub const SERVER: &str = "http://www.chessdb.cn";
/// The maximum length of an answer in bytes, far more than all the moves in a position need.
const ANSWER_MAX: u64 = 1 << 20;

/// The server and the timeout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CloudSettings {
    /// The address: `http://` and a host. `https` is not supported.
    pub server: String,
    /// The timeout for the whole answer.
    pub timeout: Duration,
}

impl Default for CloudSettings {
    fn default() -> Self {
        Self { server: SERVER.to_owned(), timeout: Duration::from_secs(10) }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum CloudError {
    #[error("{}", tr!("cloud-address", server = .0.clone()))]
    Address(String),
    #[error("{}", tr!("cloud-unreachable", server = .server.clone(), why = .why.clone()))]
    Unreachable { server: String, why: String },
    #[error("{}", tr!("cloud-timeout", server = .server.clone(), seconds = .timeout.as_secs_f64().to_string()))]
    Timeout { server: String, timeout: Duration },
    /// The server redirects to another address, which may require `https`.
    #[error("{}", tr!("cloud-redirect", server = .server.clone(), place = .place.clone()))]
    Redirect { server: String, place: String },
    /// The server refuses the request with an HTTP status.
    #[error("{}", tr!("cloud-status", server = .server.clone(), status = .status.to_string()))]
    Status { server: String, status: u16 },
    #[error("{}", tr!("cloud-busy", server = .0.clone()))]
    Busy(String),
    #[error("{}", tr!("cloud-odd", server = .server.clone(), answer = .answer.clone()))]
    Odd { server: String, answer: String },
}

impl Localize for CloudError {
    fn chinese(&self) -> String {
        chuhe_localize::with(Language::Chinese, || self.to_string())
    }
}

/// Requests all known moves in a position. The position is not added to the database.
///
/// # Errors
/// If the server cannot be reached, does not answer in time, or sends an unexpected answer.
pub fn query(settings: &CloudSettings, position: &Position) -> Result<CloudAnswer, CloudError> {
    let server = settings.server.trim_end_matches('/');
    let host = server.strip_prefix("http://").filter(|host| !host.is_empty());
    if host.is_none_or(|host| host.contains(['/', '?', '#', ' '])) {
        return Err(CloudError::Address(settings.server.clone()));
    }
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(settings.timeout))
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .user_agent(concat!("chuhe/", env!("CARGO_PKG_VERSION")));
    let agent = ureq::Agent::new_with_config(config.build());
    let fail = |error| failure(error, server, settings.timeout);
    let mut response = agent
        .get(format!("{server}/chessdb.php"))
        .query("action", "queryall")
        .query("learn", "0")
        .query("board", position.board().to_string())
        .call()
        .map_err(fail)?;
    let status = response.status().as_u16();
    match status {
        200 => {}
        300..=399 => {
            let place = response.headers().get("location").and_then(|place| place.to_str().ok());
            let place = place.unwrap_or("?").to_owned();
            return Err(CloudError::Redirect { server: server.to_owned(), place });
        }
        _ => return Err(CloudError::Status { server: server.to_owned(), status }),
    }
    let bytes = response.body_mut().with_config().limit(ANSWER_MAX).read_to_vec().map_err(fail)?;
    CloudAnswer::read(server, &bytes, position)
}

fn failure(error: ureq::Error, server: &str, timeout: Duration) -> CloudError {
    let server = server.to_owned();
    match error {
        ureq::Error::Timeout(_) => CloudError::Timeout { server, timeout },
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => {
            CloudError::Timeout { server, timeout }
        }
        ureq::Error::BadUri(_) | ureq::Error::Http(_) => CloudError::Address(server),
        ureq::Error::BodyExceedsLimit(_) | ureq::Error::Protocol(_) => {
            CloudError::Odd { server, answer: error.to_string() }
        }
        ureq::Error::Io(error) => CloudError::Unreachable { server, why: error.localize() },
        error => CloudError::Unreachable { server, why: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_a_host_are_refused_before_anything_is_sent() {
        for server in
            ["", "http://", "https://127.0.0.1", "127.0.0.1:80", "http://a b", "http://a/b"]
        {
            let settings = CloudSettings { server: server.to_owned(), ..CloudSettings::default() };
            let error = query(&settings, &Position::startpos()).unwrap_err();
            assert_eq!(error, CloudError::Address(server.to_owned()));
        }
    }
}
