//! Tests DXP matches between two programs, and opponents that violate the protocol.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Output, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use draughts::dxp::{self, DxpError, DxpSettings, Terms};
use draughts::engine::Settings;
use draughts::moves::legal_moves;
use draughts::notation::read_move;
use draughts::pdn::{PdnGame, read_games};
use draughts::position::Position;
use draughts::variant::Variant;
use game_core::Limits;

type Played = (Vec<PdnGame>, Result<(), DxpError>);

const REQUEST: &str = "R01somebody                        W005000A";

fn settings(name: &str, limits: Option<Limits>) -> DxpSettings {
    let engine = Settings { megabytes: 1, ..Settings::default() };
    DxpSettings { name: name.to_owned(), engine, limits }
}

/// Starts one side of a connection and returns its result and the other end.
fn side(
    name: &'static str,
    limits: Option<Limits>,
    terms: Option<Terms>,
) -> (JoinHandle<Played>, TcpStream) {
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let other = TcpStream::connect(socket.local_addr().unwrap()).unwrap();
    other.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let (stream, _) = socket.accept().unwrap();
    let play = move || {
        let mut games = Vec::new();
        let input = stream.try_clone().unwrap();
        let done = dxp::play(input, stream, settings(name, limits), terms, |game| {
            games.push(game.clone());
            Ok(())
        });
        (games, done)
    };
    (thread::spawn(play), other)
}

fn send(stream: &mut TcpStream, text: &str) {
    stream.write_all(format!("{text}\0").as_bytes()).unwrap();
}

fn receive(stream: &mut impl Read) -> String {
    let mut text = String::new();
    loop {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        match byte[0] {
            0 => return text,
            byte => text.push(char::from(byte)),
        }
    }
}

#[test]
fn two_of_them_play_a_match() {
    let limits = Some(Limits::nodes(200));
    let (one, mut wire) = side("one", limits, Some(Terms { games: 3, minutes: 5, moves: 0 }));
    let (two, mut other) = side("two", limits, None);
    for (from, to) in [(&wire, &other), (&other, &wire)] {
        let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
        thread::spawn(move || io::copy(&mut from, &mut to));
    }
    let (asked, done) = one.join().unwrap();
    done.unwrap();
    let (followed, done) = two.join().unwrap();
    done.unwrap();
    assert_eq!(asked, followed, "both sides have the same games");
    let names: Vec<_> = asked.iter().map(|game| game.tag("White").unwrap()).collect();
    assert_eq!(names, ["one", "two", "one"]);
    assert!(asked.iter().all(|game| game.result.is_some()), "every game has a result");
    wire.flush().unwrap();
    other.flush().unwrap();
}

#[test]
fn a_game_ends_after_the_moves_that_were_asked_for() {
    let terms = Terms { games: 1, minutes: 5, moves: 2 };
    let (side, mut wire) = side("one", Some(Limits::depth(1)), Some(terms));
    let request = receive(&mut wire);
    assert!(request.starts_with("R01one ") && request.ends_with("Z005002A"), "{request}");
    send(&mut wire, "Asomebody                        0");
    let mut position = Position::start(Variant::International);
    for _ in 0..2 {
        let theirs = receive(&mut wire);
        let (from, to) = (&theirs[5..7], &theirs[7..9]);
        let mv = read_move(position.board(), &format!("{from}-{to}")).unwrap();
        position.play(mv);
        let mv = legal_moves(position.board())[0];
        let geometry = &position.board().rules().geometry;
        let [from, to] = [mv.from, mv.to].map(|bit| geometry.number(bit));
        position.play(mv);
        send(&mut wire, &format!("M0000{from:02}{to:02}00"));
    }
    assert_eq!(receive(&mut wire), "E01", "no result, and the last game");
    send(&mut wire, "E00");
    let (games, done) = side.join().unwrap();
    done.unwrap();
    assert_eq!((games[0].position.played().len(), games[0].result), (4, None));
}

#[test]
fn a_resignation_during_a_search_ends_the_game() {
    let (side, mut wire) = side("one", Some(Limits::default()), None);
    send(&mut wire, REQUEST);
    assert!(receive(&mut wire).starts_with('A'));
    thread::sleep(Duration::from_millis(100));
    send(&mut wire, "Chow long will you think?");
    send(&mut wire, "B001W");
    send(&mut wire, "E11");
    let answers = [receive(&mut wire), receive(&mut wire)];
    assert_eq!(answers, ["K1", "E01"], "the takeback is refused, and the match ends");
    let (games, done) = side.join().unwrap();
    done.unwrap();
    assert!(games[0].to_string().contains("[Result \"2-0\"]"), "{}", games[0]);
}

#[test]
fn protocol_violations_are_reported() {
    let black = REQUEST.replace("W005", "Z005");
    let cases: [(&[&str], &str); 6] = [
        (&["Q"], "invalid DXP message \"Q\""),
        (&[&black, "M0000050100"], "the other side played the illegal move 5-1"),
        (&["M0000050100"], "the other side moved out of turn"),
        (&["A                                1"], "the other side refuses to play (code 1)"),
        (&[&black, "M00003"], "\"M00003\" ends before its square"),
        (&[&black], "the other side disconnected"),
    ];
    for (lines, reason) in cases {
        let (side, mut wire) = side("one", Some(Limits::depth(1)), None);
        for line in lines {
            send(&mut wire, line);
        }
        wire.shutdown(std::net::Shutdown::Write).unwrap();
        let (_, done) = side.join().unwrap();
        assert_eq!(done.unwrap_err().to_string(), reason, "{lines:?}");
    }
    // A message that never ends is refused.
    let (side, mut wire) = side("one", None, None);
    wire.write_all(&[b'C'; 5000]).unwrap();
    let (_, done) = side.join().unwrap();
    assert!(done.unwrap_err().to_string().ends_with("ends before its zero byte"));
    // A request with an unsupported version is answered, and a later one with the supported version is accepted.
    let (side, mut wire) = self::side("one", Some(Limits::depth(1)), None);
    send(&mut wire, &REQUEST.replace("R01", "R02"));
    assert!(receive(&mut wire).ends_with('1'));
    send(&mut wire, REQUEST);
    assert!(receive(&mut wire).ends_with('0'));
    assert!(receive(&mut wire).starts_with('M'));
    send(&mut wire, REQUEST);
    assert!(receive(&mut wire).ends_with('2'), "one game at a time");
    drop(wire);
    let (games, _) = side.join().unwrap();
    assert_eq!(games.len(), 1, "a game that was started is passed on");
}

fn program(words: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-draughts"));
    let command = command.arg("dxp").args(words).args(["--depth", "2", "--hash", "1"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn ended(child: Child) -> Output {
    child.wait_with_output().unwrap()
}

#[test]
fn programs_find_each_other() {
    let mut listens = program(&["--listen", "127.0.0.1:0", "--name", "waits"]);
    let mut line = String::new();
    BufReader::new(listens.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("waiting on ").unwrap();
    let goes = program(&["--connect", address, "--games", "2", "--moves", "9", "--name", "goes"]);
    let (goes, listens) = (ended(goes), ended(listens));
    assert!(goes.status.success(), "{}", String::from_utf8_lossy(&goes.stderr));
    assert!(listens.status.success());
    assert_eq!(goes.stdout, listens.stdout);
    let text = String::from_utf8(goes.stdout).unwrap();
    let games = read_games(&text, Variant::International).unwrap();
    let names: Vec<_> = games.iter().map(|game| game.tag("Black").unwrap()).collect();
    assert_eq!(names, ["waits", "goes"]);
    let nobody = ended(program(&["--connect", address]));
    assert!(!nobody.status.success());
    assert!(String::from_utf8_lossy(&nobody.stderr).starts_with("error: 127.0.0.1:"));
}
