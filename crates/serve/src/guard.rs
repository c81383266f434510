//! Decides which requests are admitted, by `Host`, `Origin` and token, and sets the headers of every response.
//!
//! Any web page that a user visits can send requests to servers on that user's machine. Such requests name the page's
//! site in `Origin`. If the site's name has been made to point to this machine (DNS rebinding), they name it in `Host`.
//! Both headers must therefore name this server, and `Sec-Fetch-Site`, if it is sent, must not say that the request
//! comes from another site.

use std::net::IpAddr;

use axum::body::Body;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, HeaderName, HeaderValue,
    ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Request, Response, StatusCode};
use percent_encoding::percent_decode_str;

/// The content security policy: a page may load only content from this server, and pictures that it draws itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'none'; frame-ancestors 'none'; \
     base-uri 'none'";

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the Host header does not name this server")]
    Host,
    #[error("this request comes from another site")]
    Site,
    #[error(
        "access token required: add ?token=TOKEN to the address, or send the header Authorization: Bearer TOKEN"
    )]
    Token,
}

impl Refusal {
    pub(super) const fn status(self) -> StatusCode {
        match self {
            Self::Host => StatusCode::MISDIRECTED_REQUEST,
            Self::Site => StatusCode::FORBIDDEN,
            Self::Token => StatusCode::UNAUTHORIZED,
        }
    }
}

/// The rules for admitting requests.
#[derive(Debug)]
pub(super) struct Guard {
    port: u16,
    /// The name or address on which the server is configured to listen.
    listen: Option<String>,
    /// Whether the server listens on all addresses of the machine, so that `Host` may name any of them.
    any_address: bool,
    token: Option<String>,
}

impl Guard {
    pub(super) fn new(listen: Option<&str>, port: u16, token: Option<String>) -> Self {
        let listen = listen.map(|name| name.trim_matches(['[', ']']).to_ascii_lowercase());
        let address = listen.as_deref().and_then(|name| name.parse::<IpAddr>().ok());
        let any_address = address.is_some_and(|address| address.is_unspecified());
        Self { port, listen, any_address, token }
    }

    /// Checks `Host`, `Origin` and `Sec-Fetch-Site`. If `is_navigation` is set, the request may come from a link on
    /// another site.
    pub(super) fn check<B>(
        &self,
        request: &Request<B>,
        is_navigation: bool,
    ) -> Result<(), Refusal> {
        let headers = request.headers();
        let host = only(headers, &HOST).ok_or(Refusal::Host)?;
        if !self.is_own(host) {
            return Err(Refusal::Host);
        }
        // An absolute address in the request line must name the same host.
        if request.uri().authority().is_some_and(|authority| authority.as_str() != host) {
            return Err(Refusal::Host);
        }
        if headers.contains_key(ORIGIN) {
            let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err(Refusal::Site);
            }
        }
        let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
        if !is_navigation && site.is_some_and(|site| site != b"same-origin" && site != b"none") {
            return Err(Refusal::Site);
        }
        Ok(())
    }

    /// Checks that a request carries the token, if one is required.
    pub(super) fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let bearer = only(headers, &AUTHORIZATION).and_then(|text| text.strip_prefix("Bearer "));
        let name = self.cookie_name();
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookie = cookies
            .flat_map(|text| text.split(';'))
            .find_map(|pair| pair.trim().strip_prefix(&name[..])?.strip_prefix('='));
        let shown = [bearer, cookie].into_iter().flatten().any(|word| is_same(word, token));
        if shown { Ok(()) } else { Err(Refusal::Token) }
    }

    /// Returns the cookie that admits a browser whose address contains the right `?token=`.
    pub(super) fn cookie_of_query(&self, query: Option<&str>) -> Option<String> {
        let token = self.token.as_deref()?;
        let shown = query?.split('&').find_map(|pair| pair.strip_prefix("token="))?;
        let shown = percent_decode_str(shown).decode_utf8().ok()?;
        is_same(&shown, token)
            .then(|| format!("{}={token}; Path=/; HttpOnly; SameSite=Strict", self.cookie_name()))
    }

    /// The name of the cookie. It contains the port, because all ports on a machine share their cookies.
    fn cookie_name(&self) -> String {
        format!("chuhe-{}", self.port)
    }

    /// Whether the value of `Host` names this server.
    fn is_own(&self, host: &str) -> bool {
        let Some((name, port)) = split_host(host) else { return false };
        if port.unwrap_or(80) != self.port {
            return false;
        }
        let name = name.to_ascii_lowercase();
        let is_loopback = matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1");
        let is_address = name.parse::<IpAddr>().is_ok();
        is_loopback || self.listen.as_deref() == Some(&name) || self.any_address && is_address
    }
}

/// The value of a header that occurs exactly once, as text.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Splits `Host` into the name, without brackets, and the port.
fn split_host(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, rest) = match host.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => host.split_at(host.find(':').unwrap_or(host.len())),
    };
    if rest.is_empty() {
        return Some((name, None));
    }
    let digits = rest.strip_prefix(':')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten().map(|port| (name, Some(port)))
}

/// Whether two words are equal. The comparison's duration does not reveal where they differ.
fn is_same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// Adds the headers of every response.
pub(super) fn seal(response: &mut Response<Body>) {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&str, &str)]) -> Request<()> {
        let builder = headers
            .iter()
            .fold(Request::builder().uri("/ws"), |it, &(name, value)| it.header(name, value));
        builder.body(()).unwrap()
    }

    #[test]
    fn only_this_server_may_be_named() {
        let guard = Guard::new(None, 8088, None);
        let host = |guard: &Guard, host| guard.check(&request(&[("host", host)]), false);
        for own in ["localhost:8088", "LOCALHOST:8088", "127.0.0.1:8088", "[::1]:8088"] {
            assert_eq!(host(&guard, own), Ok(()), "{own}");
        }
        for foreign in [
            "",
            "localhost",
            "localhost:80",
            "evil.example:8088",
            "127.0.0.1.evil.example:8088",
            "localhost:8088:8088",
            "localhost:",
            "localhost:+8088",
            "[::1:8088",
            "0.0.0.0:8088",
            "192.168.1.5:8088",
            "user@localhost:8088",
        ] {
            assert_eq!(host(&guard, foreign), Err(Refusal::Host), "{foreign}");
        }
        assert_eq!(guard.check(&request(&[]), false), Err(Refusal::Host));
        let twice = request(&[("host", "localhost:8088"), ("host", "localhost:8088")]);
        assert_eq!(guard.check(&twice, false), Err(Refusal::Host));

        let named = Guard::new(Some("Board.local"), 80, None);
        assert_eq!(host(&named, "board.local"), Ok(()));
        assert_eq!(host(&named, "192.168.1.5"), Err(Refusal::Host));
        let all = Guard::new(Some("0.0.0.0"), 80, None);
        assert_eq!(host(&all, "192.168.1.5:80"), Ok(()));
        assert_eq!(host(&all, "board.local"), Err(Refusal::Host), "a name may be rebound");
    }

    #[test]
    fn other_sites_are_refused() {
        let guard = Guard::new(None, 8088, None);
        let check = |name, value, is_navigation| {
            guard.check(&request(&[("host", "localhost:8088"), (name, value)]), is_navigation)
        };
        assert_eq!(check("origin", "http://localhost:8088", false), Ok(()));
        for foreign in [
            "http://evil.example",
            "null",
            "",
            "https://localhost:8088",
            "http://localhost:9000",
            "http://127.0.0.1:8088",
        ] {
            assert_eq!(check("origin", foreign, true), Err(Refusal::Site), "{foreign}");
        }
        assert_eq!(check("sec-fetch-site", "same-origin", false), Ok(()));
        assert_eq!(check("sec-fetch-site", "same-site", false), Err(Refusal::Site));
        assert_eq!(check("sec-fetch-site", "cross-site", true), Ok(()), "a link to the page");
    }

    #[test]
    fn the_token_is_shown_in_a_header_or_a_cookie() {
        let token = "0123456789abcdef";
        let guard = Guard::new(None, 8088, Some(token.to_owned()));
        let check = |name, value| guard.check_token(request(&[(name, value)]).headers());
        assert_eq!(check("authorization", "Bearer 0123456789abcdef"), Ok(()));
        assert_eq!(check("cookie", "a=b; chuhe-8088=0123456789abcdef"), Ok(()));
        for (name, value) in [
            ("authorization", "Bearer 0123456789abcdeF"),
            ("authorization", "0123456789abcdef"),
            ("cookie", "chuhe-8089=0123456789abcdef"),
            ("cookie", "chuhe-8088="),
            ("cookie", "chuhe-80880123456789abcdef"),
        ] {
            assert_eq!(check(name, value), Err(Refusal::Token), "{name}: {value}");
        }
        assert_eq!(guard.cookie_of_query(Some("token=nonsense")), None);
        let cookie = guard.cookie_of_query(Some("x=1&token=0123456789abcdef")).unwrap();
        assert!(cookie.starts_with("chuhe-8088=0123456789abcdef; "), "{cookie}");
        assert!(cookie.ends_with("HttpOnly; SameSite=Strict"), "{cookie}");
        assert_eq!(Guard::new(None, 1, None).cookie_of_query(Some("token=")), None);
    }
}
