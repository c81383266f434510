//! A server on a free port, and clients that connect to it over real connections.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chuhe_serve::{Server, ServerHandle, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::handshake::client::{Request, generate_key};
use tungstenite::{Message, WebSocket};

/// A timeout longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server with its own data folder.
pub(super) struct TestServer {
    pub(super) port: u16,
    pub(super) data: TempDir,
    handle: ServerHandle,
    running: Option<JoinHandle<()>>,
}

impl TestServer {
    pub(super) fn start(set: impl FnOnce(&mut Settings)) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), set)
    }

    /// Starts a server with the data folder of an earlier one.
    pub(super) fn start_in(data: TempDir, set: impl FnOnce(&mut Settings)) -> Self {
        let mut settings = Settings::new(data.path().to_owned());
        settings.port = 0;
        settings.hash_mb = 4;
        set(&mut settings);
        let server = Server::bind(settings).unwrap();
        let port = server.address().split(':').nth(2).unwrap().split('/').next().unwrap();
        let (port, handle) = (port.parse().unwrap(), server.handle());
        let running = Some(std::thread::spawn(move || server.run()));
        Self { port, data, handle, running }
    }

    /// Stops the server and returns its data folder.
    pub(super) fn stop(mut self) -> TempDir {
        self.end();
        std::mem::replace(&mut self.data, tempfile::tempdir().unwrap())
    }

    fn end(&mut self) {
        self.handle.stop();
        if let Some(running) = self.running.take() {
            running.join().unwrap();
        }
    }

    pub(super) fn host(&self) -> String {
        format!("localhost:{}", self.port)
    }

    pub(super) fn connect(&self) -> TcpStream {
        connect(self.port)
    }

    /// The server's response to a raw request.
    pub(super) fn raw(&self, request: &str) -> String {
        raw(self.port, request)
    }

    /// The response to a request with these header lines in addition to `Host`.
    pub(super) fn get(&self, path: &str, headers: &[&str]) -> String {
        let headers: Vec<&str> = headers.iter().flat_map(|line| [*line, "\r\n"]).collect();
        let headers = headers.concat();
        let host = self.host();
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n"
        ))
    }

    /// The status code of the response.
    pub(super) fn status(&self, path: &str, headers: &[&str]) -> u16 {
        status(&self.get(path, headers))
    }

    /// Opens a page.
    pub(super) fn page(&self) -> Page {
        self.try_page(&[]).expect("the page is admitted")
    }

    /// Opens a WebSocket with these headers; the status code if the server refuses it.
    pub(super) fn try_page(&self, headers: &[(&str, &str)]) -> Result<Page, u16> {
        let host = self.host();
        let mut request = Request::builder().uri(format!("ws://{host}/ws"));
        let own = [
            ("Host", &host[..]),
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Protocol", "chuhe.1"),
        ];
        for (name, value) in own {
            if !headers.iter().any(|(given, _)| *given == name) {
                request = request.header(name, value);
            }
        }
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        let request = request.header("Sec-WebSocket-Key", generate_key()).body(()).unwrap();
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Page::new(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end();
    }
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], port))).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A server's response to a raw request.
pub(super) fn raw(port: u16, request: &str) -> String {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The status code and body of the response to a program's request.
pub(super) fn post(server: &TestServer, path: &str, media: &str, body: &str) -> (u16, String) {
    let (host, length) = (server.host(), body.len());
    let head = format!("POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close");
    let head = format!("{head}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n\r\n");
    let answer = server.raw(&format!("{head}{body}"));
    let text = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status(&answer), text.to_owned())
}

/// Like [`post`], with a request and a response in JSON.
pub(super) fn post_json(server: &TestServer, path: &str, request: &Value) -> (u16, Value) {
    let (status, text) = post(server, path, "application/json", &request.to_string());
    (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

pub(super) fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// A page with its WebSocket.
pub(super) struct Page {
    pub(super) socket: WebSocket<TcpStream>,
    pub(super) hello: Value,
    /// Messages received but not yet examined.
    pub(super) notices: Vec<Value>,
    last: u64,
}

impl Page {
    fn new(socket: WebSocket<TcpStream>) -> Self {
        let mut page = Self { socket, hello: Value::Null, notices: Vec::new(), last: 0 };
        page.hello = page.next().expect("the server greets");
        assert_eq!(page.hello["on"], "hello", "{}", page.hello);
        page
    }

    /// The next message, or the close code if the connection has been closed.
    pub(super) fn next(&mut self) -> Result<Value, Option<u16>> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < deadline, "the server has not answered");
            match self.socket.read() {
                Ok(Message::Text(text)) => return Ok(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(frame)) => return Err(frame.map(|frame| frame.code.into())),
                Ok(_) => {}
                Err(_) => return Err(None),
            }
        }
    }

    pub(super) fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// Sends a request and returns the whole response.
    pub(super) fn request(&mut self, command: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let Value::Object(mut fields) = command else { panic!("{command}") };
        fields.insert("id".to_owned(), json!(id));
        self.send_text(&Value::Object(fields).to_string());
        loop {
            let message = self.next().expect("an answer arrives");
            if message["re"] == id {
                return message;
            }
            self.notices.push(message);
        }
    }

    /// Sends a request that must succeed.
    pub(super) fn ok(&mut self, command: Value) -> Value {
        let asked = command.to_string();
        let mut answer = self.request(command);
        assert!(answer["error"].is_null(), "{asked}: {answer}");
        answer["ok"].take()
    }

    /// Sends a request that must be refused and returns the error code.
    pub(super) fn refused(&mut self, command: Value) -> String {
        let asked = command.to_string();
        let answer = self.request(command);
        let error = &answer["error"];
        assert!(!error["text"].as_str().unwrap_or_default().is_empty(), "{asked}: {answer}");
        error["code"].as_str().unwrap().to_owned()
    }

    /// Waits for a notice that satisfies a condition; notices already received are checked first.
    pub(super) fn notice(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.notices.iter().position(&is_it) {
            return self.notices.drain(..=at).next_back().unwrap();
        }
        self.notices.clear();
        let deadline = Instant::now() + PATIENCE;
        loop {
            let message = self.next().expect("a notice arrives");
            if is_it(&message) {
                return message;
            }
            assert!(Instant::now() < deadline, "last: {message}");
        }
    }

    /// Waits for a state of the game that satisfies a condition.
    pub(super) fn state(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let mut notice = self.notice(|it| it["on"] == "play" && is_it(&it["state"]));
        notice["state"].take()
    }
}
