//! Tests the adjudication of games with endgame tables.

use std::fs;
use std::process::Command;

use chuhe_arena::EndReason;
use chuhe_arena::adjudicate::Cause;
use chuhe_engine::rules::Reason;
use chuhe_engine::types::Color;

use super::harness::Match;

#[test]
fn a_game_ends_where_a_table_knows_who_wins() {
    let game = Match::new("tables");
    let tables = game.path("tables");
    let mut make = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    make.args(["tables", "gen", "KRK", "--jobs", "1", "--folder"]).arg(&tables);
    assert!(make.output().unwrap().status.success());
    let openings = game.path("openings.fen");
    // The tables decide the first position at once. The second position, with one more cannon, is in no table.
    fs::write(&openings, "3k5/9/9/9/9/9/9/9/9/R3K4 w\n3k5/9/9/9/9/9/9/9/8C/R3K4 w\n").unwrap();
    let game = game
        .double("", "name=a proto=uci depth=1")
        .double("", "name=b proto=uci depth=1")
        .word("--openings")
        .word(format!("file={}", openings.display()))
        .set("--tables", tables.display())
        .set("--rounds", 2)
        .set("--maxmoves", 3);
    let games = game.play();
    for game in &games[..2] {
        assert_eq!(game.reason, EndReason::Adjudication(Cause::Table), "{game:?}");
        assert_eq!((game.winner, game.moves.len()), (Some(Color::Red), 1), "{game:?}");
    }
    for game in &games[2..] {
        assert_ne!(game.reason, EndReason::Adjudication(Cause::Table), "{game:?}");
    }
    assert_eq!(game.result()["endings"]["endgame table"], 2);
    let pgn = fs::read_to_string(game.path("games.pgn")).unwrap();
    assert!(pgn.contains("endgame table"), "{pgn}");
    // Mate would come only after the move limit.
    let late = game.clone_with("--draw-moves", "1").word("--fresh");
    for game in &late.play()[..2] {
        assert_eq!(game.reason, EndReason::Rule(Reason::MoveCount), "{game:?}");
    }
}

#[test]
fn tables_that_are_not_there_are_named() {
    let game = Match::new("no-tables").double("", "depth=1").double("", "depth=1");
    let run = game.set("--tables", "/no/such/tables").run();
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("tables: /no/such/tables: "), "{}", run.err);
}
