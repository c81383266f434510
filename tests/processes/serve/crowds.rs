//! Tests that hostile crowds neither lock others out nor use more memory than allowed.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};

use super::client::{Page, TestServer, post_json};

const TOKEN: (&str, &str) = ("Authorization", "Bearer 0123456789abcdef");

/// A server that gives up soon, with little memory and few places.
fn server() -> TestServer {
    patient_server(Duration::from_millis(500))
}

/// Like [`server`], but it gives up after this time.
fn patient_server(transfer_within: Duration) -> TestServer {
    TestServer::start(|settings| {
        settings.memory_mb = 64;
        settings.sessions = 8;
        settings.transfer_within = transfer_within;
    })
}

/// The server can be used by another client.
fn check(server: &TestServer) {
    let mut page = server.page();
    page.ok(json!({"do": "play.new", "side": "both"}));
    page.ok(json!({"do": "play.move", "move": "h2e2"}));
}

/// The first part of a message that never ends.
fn fragment(bytes: usize) -> Message {
    Message::Frame(Frame::message(vec![b'x'; bytes], OpCode::Data(Data::Text), false))
}

/// Waits for the end of a connection. Returns the close code.
fn end_of(page: &mut Page) -> Option<u16> {
    loop {
        if let Err(code) = page.next() {
            return code;
        }
    }
}

/// Whether the server closes a connection within a few seconds.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    let mut read = vec![0; 1 << 20];
    loop {
        match stream.read(&mut read) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == std::io::ErrorKind::ConnectionReset,
        }
    }
}

/// The head of a request whose body follows.
fn head(server: &TestServer, path: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n",
        server.host()
    )
}

#[test]
fn incomplete_messages_are_limited_in_size_and_time() {
    let server = patient_server(Duration::from_secs(5));
    let mut pages: Vec<_> = (0..24).map(|_| server.page()).collect();
    let begun = Instant::now();
    for page in &mut pages {
        // The server may close the connection before everything is sent.
        let _ = page.socket.send(fragment(4 << 20));
    }
    check(&server);
    let ends: Vec<_> = pages.iter_mut().map(end_of).collect();
    // Each takes 8 MB; three quarters of 64 MB are available.
    let refused = ends.iter().filter(|end| **end != Some(4003)).count();
    assert!(refused >= 18, "{ends:?}");
    assert!(ends.contains(&Some(4003)), "{ends:?}");
    assert!(begun.elapsed() < Duration::from_secs(20));
    check(&server);
}

#[test]
fn control_messages_do_not_end_a_message_or_begin_one() {
    let server = server();
    let mut page = server.page();
    for _ in 0..10 {
        page.socket.send(Message::Ping(vec![0; 100].into())).unwrap();
        std::thread::sleep(Duration::from_millis(100));
    }
    page.ok(json!({"do": "play.games"}));
    page.socket.send(fragment(100)).unwrap();
    let begun = Instant::now();
    while page.socket.send(Message::Ping(vec![0; 100].into())).is_ok() {
        std::thread::sleep(Duration::from_millis(50));
        assert!(begun.elapsed() < Duration::from_secs(10), "the message may go on forever");
    }
}

#[test]
fn slow_bodies_do_not_keep_programs_out() {
    let server = server();
    let slow: Vec<_> = (0..60)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(head(&server, "/api/judge", 1000).as_bytes()).unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(200));
    let (status, _) = post_json(&server, "/api/judge", &json!({"moves": "h2e2"}));
    assert_eq!(status, 200);
    check(&server);
    assert!(slow.iter().all(is_closed));
}

#[test]
fn who_does_not_read_is_cut_off() {
    let server = server();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).repeat(1000);
    let begun = Instant::now();
    let mut stream = server.connect();
    stream.set_write_timeout(Some(Duration::from_millis(100))).unwrap();
    loop {
        match stream.write(request.as_bytes()) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "the connection is kept");
    }
}

#[test]
fn strangers_do_not_lock_others_out() {
    let token = TOKEN.1.trim_start_matches("Bearer ");
    let server = TestServer::start(|settings| {
        settings.token = Some(token.to_owned());
        settings.sessions = 8;
    });
    // There are 72 places.
    let mut strangers: Vec<_> = (0..300).map(|_| server.connect()).collect();
    for (stream, text) in strangers.iter_mut().zip(["GET /assets/x", "", "\0"].into_iter().cycle())
    {
        let _ = stream.write_all(text.as_bytes());
    }
    let requests = "GET / HTTP/1.1\r\nHost: evil\r\n\r\n".repeat(100);
    for _ in 0..20 {
        for _ in 0..20 {
            let mut stream = server.connect();
            let _ = stream.write_all(requests.as_bytes());
            strangers.push(stream);
        }
        let mut page = server.try_page(&[TOKEN]).expect("the token opens the page");
        page.ok(json!({"do": "play.games"}));
    }
}

#[test]
fn short_visits_do_not_close_the_server() {
    let server = server();
    let mut staying = server.page();
    staying.ok(json!({"do": "play.new", "side": "both"}));
    let mut left = Vec::new();
    for _ in 0..30 {
        let mut page = server.page();
        page.ok(json!({"do": "analyse.stop"}));
        left.push(page.hello["session"].clone());
    }
    check(&server);
    staying.ok(json!({"do": "play.move", "move": "h2e2"}));
    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "resume", "session": left[0]})), "unknown");
    page.ok(json!({"do": "resume", "session": left[29]}));
}

#[test]
fn games_count_by_the_memory_that_they_take() {
    let server = server();
    let bomb = |length: usize| format!("[Event \"x\"]\n\nh2e2 {}*\n", "(b2e2)".repeat(length / 6));
    let mut page = server.page();
    assert_eq!(page.refused(json!({"do": "read", "text": bomb(2 << 20)})), "busy");
    assert_eq!(page.refused(json!({"do": "play.load", "text": bomb(2 << 20)})), "busy");
    page.ok(json!({"do": "read", "text": bomb(20 << 10)}));
    let convert = json!({"text": bomb(2 << 20), "to": "moves"});
    let (status, answer) = post_json(&server, "/api/convert", &convert);
    assert_eq!((status, &answer["code"]), (503, &json!("busy")), "{answer}");
    let objects = format!("{{\"id\": 1, \"do\": \"read\", \"x\": [{}1]}}", "{},".repeat(100_000));
    page.send_text(&objects);
    assert_eq!(page.next().unwrap()["error"]["code"], "busy");
    assert_eq!(post_json(&server, "/api/convert", &json!({"text": "h2e2", "to": "pgn"})).0, 200);
    check(&server);
}
