//! Tests damage in one game of a collection, in any mixture of encodings: truncation, insertion and changed bytes. All
//! other games must be read as before, and the loss must be reported.

use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::Game;
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::encoding::Encoding;

/// Whether a game is whole, and what was read of it. The place of an error is left out, because damage moves lines.
type Told = (bool, Option<Game>);

fn read(format: FileFormat, parts: &[Vec<u8>]) -> Vec<Told> {
    let collection = Collection::new(parts.concat(), format);
    let told = |game: Result<Game, ReadError>| match game {
        Ok(game) => (true, Some(game)),
        Err(error) => (false, error.into_salvaged()),
    };
    collection.games().map(told).collect()
}

/// Whether the same games were read. Bytes between two games may be attributed to either.
fn is_same(read: &[Told], good: &[Told]) -> bool {
    let told = read.iter().filter(|(is_whole, _)| !is_whole).count();
    told < 2 && read.iter().map(|(_, game)| game).eq(good.iter().map(|(_, game)| game))
}

fn summary(games: &[Told]) -> String {
    let line = |(is_whole, game): &Told| match game {
        Some(game) => format!("{is_whole} {:?} {}", game.tags, super::moves(game)),
        None => "nothing".to_owned(),
    };
    games.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn encoded(rng: &mut SplitMix64, format: FileFormat, text: &str) -> Vec<u8> {
    // Without brackets around its fields, WXF does not show where text in UTF-16 ends.
    match rng.below(if format == FileFormat::Wxf { 7 } else { 8 }) {
        0..3 => text.as_bytes().to_vec(),
        3..6 => Encoding::Gb18030.encode(text).into_owned(),
        6 => encoding_rs::BIG5.encode(text).0.into_owned(),
        _ => utf16(&format!("\u{feff}{text}"), u16::to_le_bytes),
    }
}

fn damage(rng: &mut SplitMix64, part: &mut Vec<u8>) {
    let at = rng.below(part.len() as u64 - 2) as usize;
    match rng.below(9) {
        0 => part[at] = rng.next() as u8,
        1 => part[at] ^= 1 << rng.below(8),
        2 => part[at] = 0xff,
        3 => part[at] = b"[]{}();_\"\\\0"[rng.below(11) as usize],
        4 => part.truncate(at),
        5 => part.insert(at, rng.next() as u8),
        6 => drop(part.drain(at..(at + 9).min(part.len()))),
        7 => {
            let end = (at + 100).min(part.len());
            part[at..end].fill(0);
        }
        _ => {
            let other = Encoding::Gb18030.encode("{卒底炮变陈国强}").into_owned();
            part.splice(at..at, other);
        }
    }
}

fn check(format: FileFormat, games: &[String]) {
    let mut rng = SplitMix64::new(23);
    // Without a line end after the damaged part, the next game would be joined to it and lost as well.
    let end = |part: &mut Vec<u8>| {
        let is_utf16 = part.starts_with(b"\xff\xfe");
        part.extend_from_slice(if is_utf16 { b"\n\0" } else { b"\n" });
    };
    for round in 0..3000 {
        let mut parts: Vec<_> = games.iter().map(|text| encoded(&mut rng, format, text)).collect();
        let good = read(format, &parts);
        assert_eq!(good.len(), games.len(), "{:?}", String::from_utf8_lossy(&parts.concat()));
        assert!(good.iter().all(|(is_whole, _)| *is_whole), "{good:?}");
        let hit = rng.below(games.len() as u64) as usize;
        damage(&mut rng, &mut parts[hit]);
        if matches!(format, FileFormat::Moves | FileFormat::Fen) {
            end(&mut parts[hit]);
        }
        let read = read(format, &parts);
        let behind = games.len() - hit - 1;
        let as_before = read.len() >= games.len() - 1
            && is_same(&read[..hit], &good[..hit])
            && is_same(&read[read.len() - behind..], &good[hit + 1..]);
        // A few letters do not show that they were a game, and a line with a mark at its start is a comment.
        let text = parts[hit].strip_prefix(b"\xff\xfe").unwrap_or(&parts[hit]);
        let is_gone = text.len() < 20 || text.starts_with(b";");
        let is_told = read.len() >= games.len() || read.iter().any(|(is_whole, _)| !is_whole);
        let as_before = as_before && (is_told || is_gone);
        let shown: Vec<_> = parts.iter().map(|part| part.escape_ascii().to_string()).collect();
        assert!(as_before, "round {round}, game {hit}:\n{}\n{}", shown.join("\n"), summary(&read));
    }
}

#[test]
fn pgn() {
    let game = |red: &str, black: &str, moves: &str| {
        format!("[Event \"象棋甲級聯賽\"]\n[Red \"{red}\"]\n[Black \"{black}\"]\n\n{moves}\n\n")
    };
    check(
        FileFormat::Pgn,
        &[
            game("許銀川", "呂欽", "1. 炮二平五 馬8進7 {當頭炮} 2. 馬二進三 1-0"),
            game("王天一", "柳大華", "1. h2e2 h9g7 {中炮對屏風馬} (1... h7e7 {順炮}) 2. h0g2 *"),
            game("陳國", "林天", "1. C2.5 H8+7 1/2-1/2"),
        ],
    );
}

#[test]
fn dhtmlxq() {
    let game = |red: &str, comment: &str| {
        format!(
            "[DhtmlXQ]\n[DhtmlXQ_red]{red}[/DhtmlXQ_red]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n\
             [DhtmlXQ_comment1]{comment}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n"
        )
    };
    check(FileFormat::DhtmlXq, &[game("許銀川", "中炮"), game("王天一", "順炮"), game("陳", "好")]);
}

#[test]
fn lines() {
    let games = ["炮二平五 馬8進7 馬二進三\n", "h2e2 h9g7 h0g2\n", "C2.5 H8+7 H2+3 R9.8\n"];
    check(FileFormat::Moves, &games.map(str::to_owned));
    let fens = [
        "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 bm a0a9; c0 \"單車勝\";\n",
        "3k5/9/9/9/9/9/9/9/9/2R1K4 w - - 0 1 c0 \"單車\";\n",
        "3k5/9/9/9/9/9/9/9/9/1R2K4 w - - 0 1\n",
    ];
    check(FileFormat::Fen, &fens.map(str::to_owned));
}

#[test]
fn wxf() {
    let game = |red: &str, moves: &str| {
        format!(
            "FORMAT\tWXF\nRED\t{red} ;;;\nBLACK\tB ;;;\nRESULT\t1-0\nSTART{{\n{moves}\n}}END\n\n"
        )
    };
    check(
        FileFormat::Wxf,
        &[
            game("許銀川", "1. C2.5 h8+7 {中炮對屏風馬} 2. H2+3 r9.8"),
            game("王天一", "1. C2.5 c8.5 /* 順炮 */ 2. H2+3"),
            game("陳國強", "1. P7+1 {仙人指路對卒底炮}"),
        ],
    );
}
