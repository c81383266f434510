//! Tests clients that are not admitted, and clients that make excessive requests.

use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use super::client::{TestServer, status};

#[test]
fn the_page_is_served_with_its_headers() {
    let server = TestServer::start(|_| {});
    let page = server.get("/", &[]);
    assert_eq!(status(&page), 200);
    let head = page.to_ascii_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; ",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "referrer-policy: no-referrer",
        "content-type: text/html; charset=utf-8",
        "cache-control: no-cache",
    ] {
        assert!(head.contains(header), "{header}: {page}");
    }
    let script = page.split('"').find(|word| word.ends_with("/page/main.js")).unwrap();
    let asset = server.get(script, &[]);
    assert!(asset.contains("immutable") && asset.contains("text/javascript"), "{asset}");
    assert_eq!(server.status("/ws", &[]), 426);
    assert_eq!(status(&server.raw("BREW / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")), 421);
    let host = server.host();
    let post = format!("POST / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(status(&server.raw(&post)), 405);
}

#[test]
fn other_sites_and_rebound_names_are_refused() {
    let server = TestServer::start(|_| {});
    let (host, port) = (server.host(), server.port);
    for name in
        ["evil.example", "evil.example:80", &format!("evil.example:{port}"), "localhost", ""]
    {
        let request = format!("GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
        assert_eq!(status(&server.raw(&request)), 421, "{name}");
        if !name.is_empty() {
            assert_eq!(server.try_page(&[("Host", name)]).err(), Some(421), "{name}");
        }
    }
    for request in [
        "GET / HTTP/1.0\r\n\r\n".to_owned(),
        format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        ),
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
    ] {
        assert!([400, 421].contains(&status(&server.raw(&request))), "{request}");
    }
    for origin in ["http://evil.example", "null", "https://localhost", "http://localhost:1"] {
        assert_eq!(server.try_page(&[("Origin", origin)]).err(), Some(403), "{origin}");
        let origin = format!("Origin: {origin}");
        assert_eq!(server.status("/", &[&origin]), 403, "{origin}");
    }
    assert_eq!(server.try_page(&[("Sec-Fetch-Site", "cross-site")]).err(), Some(403));
    let own = format!("http://{host}");
    assert!(server.try_page(&[("Origin", &own)]).is_ok());
    assert_eq!(server.try_page(&[("Sec-WebSocket-Protocol", "chuhe.99")]).err(), Some(400));
    assert_eq!(server.try_page(&[("Sec-WebSocket-Protocol", "")]).err(), Some(400));
}

#[test]
fn nothing_but_the_page_is_served() {
    let server = TestServer::start(|_| {});
    std::fs::write(server.data.path().join("games/secret.pgn"), "secret").unwrap();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/%2e%2e/Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/../../etc/passwd",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/assets/0/page/main.js%00",
        "/assets/",
        "/assets",
        "/games/secret.pgn",
        "/assets/0/page/index.html",
        "/assets/0/page/MAIN.JS",
        "/assets/0/page/../../Cargo.toml",
        "/ws/..",
        "/.git/config",
        "/assets/..\\..\\Cargo.toml",
    ] {
        let answer = server.get(path, &[]);
        assert!([400, 404].contains(&status(&answer)), "{path}: {answer}");
        assert!(!answer.contains("secret\n") && !answer.contains("[package]"), "{path}");
    }
}

#[test]
fn a_token_is_needed_where_one_is_set() {
    let token = "0123456789abcdef";
    let server = TestServer::start(|settings| settings.token = Some(token.to_owned()));
    assert_eq!(server.status("/", &[]), 401);
    assert_eq!(server.status("/assets/0/page/main.js", &[]), 401);
    assert_eq!(server.status("/?token=0123456789abcdee", &[]), 401);
    assert_eq!(server.try_page(&[]).err(), Some(401));
    assert_eq!(server.try_page(&[("Authorization", "Bearer nonsense")]).err(), Some(401));
    assert_eq!(
        server.status("/assets/0/page/main.js?token=0123456789abcdef", &[]),
        401,
        "only the page"
    );

    let answer = server.get("/?token=0123456789abcdef", &[]);
    assert_eq!(status(&answer), 200);
    assert!(!answer.contains("<html"), "the page is served only at the address without the token");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(server.status("/", &[&format!("Cookie: {cookie}")]), 200);
    assert!(server.try_page(&[("Cookie", cookie)]).is_ok());
    assert!(server.try_page(&[("Authorization", "Bearer 0123456789abcdef")]).is_ok());
}

#[test]
fn malformed_messages_cost_nothing() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    for (text, re) in [
        ("nonsense", json!(null)),
        ("[]", json!(null)),
        ("{\"do\": \"play.undo\"}", json!(null)),
        ("{\"id\": 5, \"do\": \"format.disk\"}", json!(5)),
        ("{\"id\": 6, \"do\": \"play.undo\", \"more\": 1}", json!(6)),
    ] {
        page.send_text(text);
        let answer = page.next().unwrap();
        assert_eq!((&answer["re"], &answer["error"]["code"]), (&re, &json!("malformed")), "{text}");
    }
    page.send_text(&"[".repeat(50_000));
    assert_eq!(page.next().unwrap()["error"]["code"], "malformed");
    let name = "x".repeat(100_000);
    assert_eq!(page.refused(json!({"do": "play.save", "name": name})), "too-large");
    assert_eq!(page.refused(json!({"do": "resume", "session": "0"})), "not-now");
    assert_eq!(page.ok(json!({"do": "play.games"})), json!({"games": []}));
}

#[test]
fn giant_messages_and_binary_ones_end_the_connection_alone() {
    let server = TestServer::start(|_| {});
    let mut other = server.page();
    let mut page = server.page();
    let giant = Message::text("x".repeat((8 << 20) + 1));
    // The server may close the connection before everything is sent.
    let _ = page.socket.send(giant);
    assert!(page.next().is_err());
    let mut page = server.page();
    page.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(page.next(), Err(Some(1003)));
    assert_eq!(other.ok(json!({"do": "play.games"})), json!({"games": []}));
}

#[test]
fn a_slow_reader_is_dropped_and_others_are_served() {
    let server = TestServer::start(|_| {});
    let mut slow = server.page();
    let mut other = server.page();
    // Each response has several hundred kilobytes, and none is read.
    let moves = "h2e2 h9g7 h0g2 g6g5 ".repeat(20);
    let game = format!("{moves}\n").repeat(150);
    let request = json!({"id": 1, "do": "read", "name": "a.moves", "text": game}).to_string();
    slow.socket.get_ref().set_write_timeout(Some(Duration::from_secs(5))).unwrap();
    let begun = Instant::now();
    let mut sent = 0;
    while slow.socket.send(Message::text(request.as_str())).is_ok() && sent < 3000 {
        sent += 1;
        let answer = other.ok(json!({"do": "play.games"}));
        assert_eq!(answer, json!({"games": []}));
        assert!(begun.elapsed() < Duration::from_mins(2), "{sent} requests went through");
    }
    assert!(sent < 3000, "the server would have queued responses forever");
}

#[test]
fn sessions_are_limited_and_make_room() {
    let server = TestServer::start(|settings| {
        settings.sessions = 2;
        settings.resume_within = Duration::from_millis(100);
    });
    let mut pages = [server.page(), server.page()];
    for page in &mut pages {
        page.ok(json!({"do": "play.games"}));
    }
    let mut third = server.page();
    assert_eq!(third.refused(json!({"do": "play.games"})), "busy");
    assert_eq!(third.next(), Err(Some(1013)));
    drop(pages);
    let deadline = Instant::now() + Duration::from_secs(20);
    loop {
        let mut next = server.page();
        if next.request(json!({"do": "play.games"}))["error"].is_null() {
            break;
        }
        assert!(Instant::now() < deadline, "no connection is freed");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn idle_sessions_end() {
    let server = TestServer::start(|settings| settings.idle_within = Duration::from_millis(200));
    let mut page = server.page();
    page.ok(json!({"do": "play.games"}));
    assert_eq!(page.next().unwrap(), json!({"on": "end", "reason": "idle"}));
    assert_eq!(page.next(), Err(Some(4000)));
}

#[test]
fn silent_connections_do_not_keep_others_out() {
    let server = TestServer::start(|settings| settings.sessions = 1);
    let mut page = server.page();
    // Opens more connections than the server accepts; it closes surplus ones at once.
    let crowd: Vec<_> = (0..200).map(|_| server.connect()).collect();
    let closed = |mut stream: &std::net::TcpStream| {
        stream.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        matches!(stream.read(&mut [0]), Ok(0))
            || matches!(&stream.read(&mut [0]), Err(error)
                if error.kind() == std::io::ErrorKind::ConnectionReset)
    };
    thread::sleep(Duration::from_millis(300));
    assert!(crowd.iter().filter(|stream| closed(stream)).count() > 100);
    page.ok(json!({"do": "play.games"}));
    drop(crowd);
    let deadline = Instant::now() + Duration::from_secs(20);
    while server.status("/", &[]) != 200 {
        assert!(Instant::now() < deadline, "no client is admitted any more");
    }
}

#[test]
fn a_request_that_never_ends_is_cut_off() {
    let server = TestServer::start(|_| {});
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let begun = Instant::now();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(begun.elapsed() < Duration::from_secs(20));
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(100_000));
    let refused = server.raw(&long);
    assert!([0, 400, 431].contains(&status(&refused)), "{refused}");
}

#[test]
fn the_end_of_the_server_is_announced() {
    let server = TestServer::start(|_| {});
    let mut page = server.page();
    page.ok(json!({"do": "play.games"}));
    drop(server);
    assert_eq!(page.next().unwrap(), json!({"on": "end", "reason": "shutdown"}));
    assert_eq!(page.next(), Err(Some(1001)));
}
