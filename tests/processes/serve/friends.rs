//! Tests games between two people at two devices.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Page, TestServer};

const TOKEN: &str = "0123456789abcdef0123";

/// A server to which other machines can connect.
fn server(data: Option<TempDir>) -> TestServer {
    let set = |settings: &mut chuhe_serve::Settings| {
        settings.listen = Some("0.0.0.0".to_owned());
        settings.token = Some(TOKEN.to_owned());
    };
    match data {
        Some(data) => TestServer::start_in(data, set),
        None => TestServer::start(set),
    }
}

/// A page of the client with this secret.
fn client(server: &TestServer, secret: &str) -> Page {
    let host = format!("127.0.0.1:{}", server.port);
    let bearer = format!("Bearer {TOKEN}");
    let mut page = server
        .try_page(&[("Host", &host), ("Authorization", &bearer)])
        .expect("the page is admitted");
    page.ok(json!({"do": "owner", "secret": secret.repeat(32)}));
    page
}

/// Waits for a state of the game that satisfies a condition.
fn state(page: &mut Page, is_it: impl Fn(&Value) -> bool) -> Value {
    page.notice(|it| it["on"] == "friend" && is_it(it))
}

fn plies(state: &Value) -> usize {
    state["moves"].as_array().map_or(0, Vec::len)
}

#[test]
fn only_a_server_for_other_machines_has_invitations() {
    let local = TestServer::start(|_| {});
    let mut page = local.page();
    assert_eq!(page.hello["friends"], json!(false));
    assert_eq!(page.refused(json!({"do": "friend.invite", "side": "red"})), "not-now");
    let server = server(None);
    let mut page = client(&server, "a");
    assert_eq!(page.hello["friends"], json!(true));
    for (command, code) in [
        (json!({"do": "friend.invite", "side": "both"}), "bad-value"),
        (json!({"do": "friend.invite", "side": "red", "clock": "soon"}), "bad-value"),
        (json!({"do": "friend.invite", "side": "red", "fen": "9/9"}), "bad-position"),
        (json!({"do": "friend.join", "code": "20260131120000c0ffee"}), "unknown"),
        (json!({"do": "friend.join", "code": "../../etc/passwd"}), "unknown"),
        (json!({"do": "friend.move", "move": "h2e2"}), "not-now"),
        (json!({"do": "friend.resign"}), "not-now"),
    ] {
        assert_eq!(page.refused(command.clone()), code, "{command}");
    }
}

#[test]
fn two_people_play_and_others_watch() {
    let server = server(None);
    let mut host = client(&server, "a");
    let begun = host
        .ok(json!({"do": "friend.invite", "side": "red", "name": " Li\u{7} ", "clock": "10m+5s"}));
    assert_eq!((&begun["side"], &begun["red"]["name"]), (&json!("red"), &json!("Li")));
    assert_eq!(
        (&begun["black"]["joined"], &begun["clocks"]["runs"]),
        (&json!(false), &json!(null))
    );
    let code = begun["code"].as_str().unwrap();
    let link = begun["invitation"]["link"].as_str().unwrap();
    assert!(link.ends_with(&format!(":{}/?token={TOKEN}&friend={code}", server.port)), "{link}");
    assert!(!link.contains("0.0.0.0"), "{link}");
    let qr = begun["invitation"]["qr"].as_array().unwrap();
    assert!(qr.len() >= 21 && qr.iter().all(|row| row.as_str().unwrap().len() == qr.len()));
    // The corner squares of the code.
    assert!(qr[0].as_str().unwrap().starts_with("11111110"), "{qr:?}");
    assert_eq!(
        host.refused(json!({"do": "friend.move", "move": "h2e2"})),
        "not-now",
        "nobody is there"
    );

    // The address sets the cookie and leads to the game.
    let (path, own) =
        (format!("/?token={TOKEN}&friend={code}"), format!("127.0.0.1:{}", server.port));
    let answer =
        server.raw(&format!("GET {path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n"));
    assert!(answer.contains(&format!("0; url=/#friend?code={code}")), "{answer}");
    let path = format!("/?token={TOKEN}&friend=//example.org");
    let answer =
        server.raw(&format!("GET {path} HTTP/1.1\r\nHost: {own}\r\nConnection: close\r\n\r\n"));
    assert!(answer.contains("0; url=/\r\n"), "{answer}");

    let mut guest = client(&server, "b");
    let joined = guest.ok(json!({"do": "friend.join", "code": code, "name": "Wang"}));
    assert_eq!((&joined["side"], &joined["invitation"]), (&json!("black"), &json!(null)));
    let there = state(&mut host, |it| it["black"]["present"] == true);
    assert_eq!(
        (&there["black"]["name"], &there["clocks"]["runs"]),
        (&json!("Wang"), &json!("red"))
    );
    let mut third = client(&server, "c");
    let seen = third.ok(json!({"do": "friend.join", "code": code}));
    assert_eq!((&seen["side"], &seen["spectators"]), (&json!(null), &json!(1)));
    assert_eq!(third.refused(json!({"do": "friend.move", "move": "h2e2"})), "not-now");

    assert_eq!(guest.refused(json!({"do": "friend.move", "move": "h9g7"})), "not-now");
    assert_eq!(host.refused(json!({"do": "friend.move", "move": "a0a9"})), "illegal");
    host.ok(json!({"do": "friend.move", "move": "h2e2"}));
    for page in [&mut guest, &mut third] {
        assert_eq!(state(page, |it| plies(it) == 1)["clocks"]["runs"], "black");
    }
    guest.ok(json!({"do": "friend.move", "move": "h9g7"}));
    state(&mut host, |it| plies(it) == 2);

    // Proposals need both.
    host.ok(json!({"do": "friend.propose", "what": "undo"}));
    let asked = state(&mut guest, |it| !it["proposal"].is_null());
    assert_eq!(asked["proposal"], json!({"by": "red", "what": "undo"}));
    guest.ok(json!({"do": "friend.decline"}));
    state(&mut host, |it| it["proposal"].is_null());
    assert_eq!(host.refused(json!({"do": "friend.propose", "what": "rematch"})), "not-now");
    guest.ok(json!({"do": "friend.resign"}));
    let over = state(&mut third, |it| !it["finish"].is_null());
    assert_eq!(over["finish"]["winner"], "red");
    let saved = over["saved"].as_str().unwrap();
    let text = fs::read_to_string(server.data.path().join(format!("games/{saved}.pgn"))).unwrap();
    assert!(
        text.contains("[Red \"Li\"]") && text.contains("[Black \"Wang\"]") && text.contains("1-0"),
        "{text}"
    );
    assert_eq!(host.refused(json!({"do": "play.load", "name": saved})), "not-yours");
    assert_eq!(host.refused(json!({"do": "delete", "shelf": "games", "name": saved})), "not-yours");

    // A rematch exchanges the sides; the address of the first game leads to it.
    host.ok(json!({"do": "friend.propose", "what": "rematch"}));
    let again = guest.ok(json!({"do": "friend.propose", "what": "rematch"}));
    assert_eq!(
        (&again["side"], plies(&again), &again["red"]["name"]),
        (&json!("red"), 0, &json!("Wang"))
    );
    assert_ne!(again["code"], json!(code));
    let turned = state(&mut host, |it| it["finish"].is_null());
    assert_eq!(turned["side"], "black");
    assert_eq!(third.ok(json!({"do": "friend.join", "code": code}))["code"], again["code"]);
}

#[test]
fn players_come_back_after_a_restart() {
    let running = server(None);
    let mut host = client(&running, "a");
    let code =
        host.ok(json!({"do": "friend.invite", "side": "black", "clock": "5m"}))["code"].take();
    let mut guest = client(&running, "b");
    assert_eq!(guest.ok(json!({"do": "friend.join", "code": code}))["side"], "red");
    guest.ok(json!({"do": "friend.move", "move": "h2e2"}));
    state(&mut host, |it| plies(it) == 1);
    drop(guest);
    // The player is away, and the other player's page is told.
    let alone = state(&mut host, |it| it["red"]["present"] == false);
    assert_eq!(alone["clocks"]["runs"], "black", "a player who stays is on the clock");
    let running = server(Some(running.stop()));

    let mut stranger = client(&running, "c");
    let seen = stranger.ok(json!({"do": "friend.join", "code": code}));
    assert_eq!(
        (&seen["side"], &seen["clocks"]["runs"]),
        (&json!(null), &json!(null)),
        "no player is there"
    );
    let mut host = client(&running, "a");
    let back = host.ok(json!({"do": "friend.join", "code": code}));
    assert_eq!(
        (&back["side"], plies(&back), &back["clocks"]["runs"]),
        (&json!("black"), 1, &json!("black"))
    );
    let left = back["clocks"]["red_ms"].as_u64().unwrap();
    assert!((290_000..=300_000).contains(&left), "{left}");
    host.ok(json!({"do": "friend.move", "move": "h9g7"}));
    let mut guest = client(&running, "b");
    let back = guest.ok(json!({"do": "friend.join", "code": code}));
    assert_eq!((&back["side"], plies(&back)), (&json!("red"), 2));
    guest.ok(json!({"do": "friend.leave"}));
    state(&mut host, |it| it["red"]["present"] == false);
    assert_eq!(guest.refused(json!({"do": "friend.move", "move": "h0g2"})), "not-now");
}

/// Guessing codes must not give the games of others to the server.
#[test]
fn a_game_without_an_owner_stays_as_it_is() {
    let server = server(None);
    let name = "game 2026-01-31 120000 c0ffee";
    let path = server.data.path().join(format!("games/{name}.pgn"));
    fs::write(&path, "[Red \"Person\"]\n[Black \"chuhe 0.1.0 level 5\"]\n\n1. h2e2 *\n").unwrap();
    let mut guest = client(&server, "b");
    let join = json!({"do": "friend.join", "code": "20260131120000c0ffee"});
    assert_eq!(guest.refused(join), "unknown");
    let mut player = client(&server, "a");
    player.ok(json!({"do": "play.load", "name": name}));
}

#[test]
fn a_flag_falls_without_a_request() {
    let server = server(None);
    let mut host = client(&server, "a");
    let code = host.ok(json!({"do": "friend.invite", "side": "red", "clock": "1s"}))["code"].take();
    let mut guest = client(&server, "b");
    guest.ok(json!({"do": "friend.join", "code": code}));
    for page in [&mut host, &mut guest] {
        let over = state(page, |it| !it["finish"].is_null());
        assert_eq!(
            (&over["finish"]["winner"], &over["clocks"]["red_ms"]),
            (&json!("black"), &json!(0))
        );
    }
}
