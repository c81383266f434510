//! Tests `chuhe cloud` with a local server that gives valid answers, invalid answers or none, and without a server.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::command::{Run, chuhe};

/// Serves one request with an answer. Returns the address and a channel with the request.
fn double(answer: &'static str) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (sender, asked) = mpsc::channel();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = Vec::new();
        let mut part = [0; 1024];
        while !request.windows(4).any(|end| end == b"\r\n\r\n") {
            let count = stream.read(&mut part).unwrap();
            if count == 0 {
                return;
            }
            request.extend(&part[..count]);
        }
        let _ = sender.send(String::from_utf8(request).unwrap());
        if answer == SILENCE {
            // Waits until the client gives up.
            let _ = stream.read(&mut part);
            return;
        }
        stream.write_all(answer.as_bytes()).unwrap();
    });
    (address, asked)
}

const SILENCE: &str = "";

fn cloud(server: &str, args: &[&str]) -> Run {
    let mut command = chuhe(&[&["cloud", "--cloud", server], args].concat());
    for name in ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "all_proxy", "https_proxy", "HTTPS_PROXY"]
    {
        command.env_remove(name);
    }
    command.output().unwrap().into()
}

macro_rules! http {
    ($body:literal) => {
        concat!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n", $body)
    };
}

const MOVES: &str = http!(
    "move:h9g7,score:-2,rank:2,note:! (42-02),winrate:49.83|move:b9c7,score:-5,rank:1,note:* (42-01),winrate:49.58|move:a9a8,score:??,rank:0,note:? (42-00)\0"
);

#[test]
fn known_moves_are_shown_with_scores() {
    let (server, asked) = double(MOVES);
    let table = cloud(&server, &["--moves", "h2e2", "--notation", "chinese"]).quiet(&[]);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["move", "score", "chance", "rank", "note"]);
    assert_eq!(rows[1], ["马８进７", "+0.02", "49.8", "%", "2", "!", "(42-02)"], "{table}");
    assert_eq!(rows[3][1], "-", "{table}");
    let request = asked.recv_timeout(Duration::from_secs(5)).unwrap();
    let line = request.lines().next().unwrap();
    assert!(line.starts_with("GET /chessdb.php?action=queryall&learn=0&board=rnbakabnr"), "{line}");
    let line = line.replace("%20", "+").replace("%2F", "/");
    assert!(line.ends_with("/P1P1P1P1P/1C2C4/9/RNBAKABNR+b HTTP/1.1"), "{line}");
    assert!(request.to_lowercase().contains("user-agent: chuhe/"), "{request}");

    let (server, _asked) = double(MOVES);
    let run = cloud(&server, &["--moves", "h2e2", "--json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&report["status"], &report["moves"][0]["move"]), (&"known".into(), &"h9g7".into()));
    assert_eq!(
        (&report["moves"][0]["score"], &report["moves"][2]["score"]),
        (&(-2).into(), &Value::Null)
    );
}

#[test]
fn positions_without_moves_are_distinguished() {
    for (answer, code, text) in [
        (http!("unknown"), 4, "position not in the cloud database\n"),
        (http!("checkmate\0"), 0, "the side to move is checkmated\n"),
        (http!("stalemate"), 0, "the side to move is stalemated and loses\n"),
    ] {
        let (server, _asked) = double(answer);
        let run = cloud(&server, &[]);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (code, text, ""));
    }
    let (server, _asked) = double(http!("unknown"));
    let run = cloud(&server, &["--json"]);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &report["status"]), (4, &"unknown".into()));
}

#[test]
fn other_answers_are_refused_with_the_reason() {
    for (answer, reason) in [
        (http!("invalid board"), ": invalid board"),
        (http!("<html>welcome</html>"), ": <html>"),
        (http!("move:h9g7,score:1"), ": move:h9g7"),
        (http!("rate limit exceeded"), "is limiting requests"),
        ("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n", "HTTP status 503"),
        (
            "HTTP/1.1 301 Moved\r\nLocation: https://elsewhere/x\r\nContent-Length: 0\r\n\r\n",
            "to https://elsewhere/x",
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nmove:h2", "error: "),
        ("SSH-2.0-OpenSSH_9.2\r\n", "error: "),
    ] {
        let (server, _asked) = double(answer);
        let run = cloud(&server, &[]);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{reason}");
        assert!(run.err.contains(reason) && run.err.lines().count() == 1, "{}", run.err);
    }
}

#[test]
fn silence_times_out_and_an_absent_server_is_reported() {
    let (server, _asked) = double(SILENCE);
    let run = cloud(&server, &["--timeout", "300ms"]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("did not answer within 0.3 seconds"), "{}", run.err);
    // Nothing listens on a port that has just been released.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let run = cloud(&format!("http://127.0.0.1:{port}"), &[]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("cannot reach "), "{}", run.err);
    let run = cloud("https://127.0.0.1", &[]);
    assert!(run.code == 1 && run.err.contains("https is not supported"), "{}", run.err);
    let run = cloud("http://127.0.0.1:9", &["--timeout", "soon"]);
    assert_eq!(run.code, 2, "{}", run.err);
}
