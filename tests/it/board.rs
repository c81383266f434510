//! Tests `chuhe board`, which draws positions in the terminal and as images.

use std::fs;

use crate::common::command::{Folder, Run, chuhe};

fn board(args: &[&str]) -> Run {
    chuhe(&[&["board"], args].concat()).output().unwrap().into()
}

fn text(args: &[&str]) -> String {
    board(args).quiet(args)
}

#[test]
fn the_terminal_shows_the_position_and_its_last_move() {
    let shown = text(&["startpos", "moves", "h2e2", "h9g7"]);
    assert!(shown.starts_with(" 9  車 馬 象 士 將 士 象[＋]車\n"), "{shown}");
    assert!(shown.ends_with("C4/9/RNBAKABNR w - - 2 2\n"), "{shown}");
    assert!(!shown.contains('\x1b'), "no colours into a pipe");
    let flipped = text(&["炮二平五", "--flip", "--pieces", "letters"]);
    assert!(flipped.starts_with(" 0  R N B A K A B N R\n"), "{flipped}");
    assert!(text(&["--color", "always"]).contains("\x1b[1;38;5;160"));
    assert_eq!(text(&["h2e2", "--color", "never"]), text(&["C2.5"]));
}

#[test]
fn pictures_have_arrows_rings_and_the_last_move() {
    let plain = text(&["h2e2", "--svg", "-"]);
    let drawn = text(&["h2e2", "--svg", "-", "--arrow", "h9g7", "--mark", "e6:#123456"]);
    assert!(plain.starts_with("<svg ") && plain.ends_with("</svg>\n"));
    assert!(drawn.contains("#123456") && !plain.contains("#123456"));
    assert_eq!(drawn.matches("rotate(").count(), 1);
    let start = text(&["--svg", "-"]);
    assert_eq!(plain.matches("#1c6fb8").count(), start.matches("#1c6fb8").count() + 2);
    let print = text(&["h2e2", "--svg", "-", "--theme", "print", "--arrow", "h9g7:red"]);
    let colors: Vec<&str> = print.match_indices('#').map(|(at, _)| &print[at..at + 7]).collect();
    let is_allowed =
        |color: &&str| matches!(*color, "#000000" | "#ffffff") || color.starts_with("#disc");
    assert!(colors.iter().all(is_allowed), "{colors:?}");
    assert!(text(&["--svg", "-", "--no-coordinates"]).len() < start.len());
}

#[test]
fn files_are_written() {
    let folder = Folder::new("board");
    let [svg, png] = ["b.svg", "b.png"].map(|name| folder.file(name));
    assert_eq!(text(&["--svg", &svg, "--png", &png, "--width", "120"]), "");
    assert_eq!(fs::read_to_string(&svg).unwrap(), text(&["--svg", "-"]));
    let bytes = fs::read(&png).unwrap();
    assert!(bytes.starts_with(b"\x89PNG") && bytes[16..20] == 120_u32.to_be_bytes());
    drop(folder);
    let run = board(&["--svg", &svg]);
    assert!(run.code == 1 && run.err.contains("b.svg"), "{}", run.err);
}

#[test]
fn a_ply_of_a_game_in_a_file_is_drawn() {
    let folder = Folder::new("board-game");
    let pgn = folder.write(
        "games.pgn",
        "1. C2.5 H8+7 2. H2+3 *\n\n[FEN \"3k5/9/9/9/9/9/9/9/9/R3K4 w\"]\n1. R9+9 *\n",
    );
    let path = |args: &[&str]| text(&[&[&pgn[..]], args].concat());
    assert_eq!(path(&[]), text(&["h2e2", "h9g7", "h0g2"]));
    assert_eq!(path(&["--ply", "1"]), text(&["h2e2"]));
    assert_eq!(path(&["--ply", "0"]), text(&[]));
    assert!(path(&["--game", "2"]).ends_with("R2k5/9/9/9/9/9/9/9/9/4K4 b - - 1 1\n"));
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    assert_eq!(text(&["--fen", fen, "--moves", "a0a9"]), path(&["--game", "2"]));
    assert_eq!(text(&["--moves", "h2e2", "马8进7", "--ply", "1"]), text(&["h2e2"]));
    let address = format!("https://example.org/?fen={}", fen.replace(' ', "%20"));
    assert_eq!(text(&["--fen", &address]), path(&["--game", "2", "--ply", "0"]));
    for (args, code, reason) in [
        (&["--ply", "4"][..], 2, "--ply 4: the game has only 3 plies"),
        (&["--game", "3"], 2, "has only 2 games"),
        (&["--game", "0"], 2, "--game"),
    ] {
        let run = board(&[&[&pgn[..]], args].concat());
        assert!(run.code == code && run.err.contains(reason), "{args:?}: {}", run.err);
    }
    let run = board(&["missing.pgn"]);
    assert!(run.code == 1 && run.err.contains("missing.pgn"), "{}", run.err);
    assert!(board(&["h2e2", "--game", "1"]).err.contains("--game requires a game file"));
}

#[test]
fn invalid_settings_are_refused() {
    for (args, reason) in [
        (&["h2h3", "h2h3"][..], "move 2: "),
        (&["3k5/9", "w"], "'3k5/9 w' is not a position: placement: 2 ranks; expected 10"),
        (&["--arrow", "h2e2"], "--svg or --png"),
        (&["--svg", "-", "--arrow", "h2"], "two points"),
        (&["--svg", "-", "--mark", "e4:sky"], "unknown colour"),
        (&["--png", "-", "--width", "0"], "8192"),
        (&["--width", "100"], "--png"),
    ] {
        let run = board(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}: {}", run.err);
        assert!(run.err.contains(reason), "{args:?}: {}", run.err);
    }
}
