//! Writes CBR, CBL and CBF files according to the published descriptions and the structure of real files.

use std::fmt::Write as _;

use chuhe_engine::types::{Color, Square};
use chuhe_formats::{Game, Line, LineMove};

/// The offset of a library's index, the length of an index entry, and the length of a block of a record.
const INDEX: usize = 66624;
const ENTRY: usize = 276;
const BLOCK: usize = 4096;

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn put(bytes: &mut [u8], at: usize, text: &str) {
    let text = utf16(text);
    bytes[at..at + text.len()].copy_from_slice(&text);
}

fn row_by_row(square: Square) -> u8 {
    (9 - square.rank()) * 9 + square.file()
}

/// A move with what follows it, in the order of the file.
struct Step<'a> {
    played: &'a LineMove,
    has_reply: bool,
    has_alternative: bool,
}

fn steps<'a>(moves: &'a [LineMove], alternatives: &[&'a Line], into: &mut Vec<Step<'a>>) {
    let Some((played, replies)) = moves.split_first() else { return };
    into.push(Step {
        played,
        has_reply: !replies.is_empty(),
        has_alternative: !alternatives.is_empty(),
    });
    steps(replies, &alternatives_to(replies), into);
    if let Some((line, others)) = alternatives.split_first() {
        steps(&line.moves, others, into);
    }
}

/// The alternatives to the first move of a line.
fn alternatives_to(moves: &[LineMove]) -> Vec<&Line> {
    moves.first().map(|first| first.variations.iter().collect()).unwrap_or_default()
}

fn all_steps(game: &Game) -> Vec<Step<'_>> {
    let mut found = Vec::new();
    steps(&game.line.moves, &alternatives_to(&game.line.moves), &mut found);
    found
}

/// A CBR file.
pub(crate) fn record(game: &Game) -> Vec<u8> {
    let mut bytes = vec![0; 2214];
    bytes[..16].copy_from_slice(b"CCBridge Record\0");
    bytes[19] = 2;
    for (at, tag) in [(180, "Title"), (692, "Event"), (1076, "Red"), (1300, "Black")] {
        put(&mut bytes, at, game.tag(tag).filter(|value| *value != "?").unwrap_or_default());
    }
    bytes[2040] = 1;
    bytes[2076] = match game.outcome.text() {
        "1-0" => 1,
        "0-1" => 2,
        "*" => 0,
        _ => 3,
    };
    bytes[2112] = if game.start.side_to_move() == Color::Red { 1 } else { 2 };
    bytes[2116] = 1;
    for (piece, square) in game.start.board().pieces() {
        let kind = [5, 4, 3, 2, 1, 6, 7][piece.kind() as usize];
        let color = if piece.color() == Color::Red { 0x10 } else { 0x20 };
        bytes[2120 + usize::from(row_by_row(square))] = color + kind;
    }
    bytes[2210..2214].fill(0xff);
    let mut step = |flags: u8, from: u8, to: u8, comment: &str| {
        let text = utf16(comment);
        bytes.extend([flags | if text.is_empty() { 0 } else { 4 }, 0, from, to]);
        if !text.is_empty() {
            bytes.extend((text.len() as u32 + 2).to_le_bytes());
            bytes.extend(text);
            bytes.extend([0, 0]);
        }
    };
    step(u8::from(game.line.moves.is_empty()), 0, 0, &game.line.comment);
    for Step { played, has_reply, has_alternative } in all_steps(game) {
        let flags = u8::from(!has_reply) | u8::from(has_alternative) << 1;
        let [from, to] = [played.mv.from(), played.mv.to()].map(row_by_row);
        step(flags, from, to, &played.comment);
    }
    bytes
}

/// A CBL file, in which the games with these indices are deleted.
pub(crate) fn library(name: &str, games: &[Game], deleted: &[usize]) -> Vec<u8> {
    let mut bytes = vec![0; INDEX + ENTRY * 128];
    bytes[..16].copy_from_slice(b"CCBridgeLibrary\0");
    bytes[60] = 128;
    put(&mut bytes, 64, name);
    let mut block = 0_u32;
    for (number, game) in games.iter().enumerate() {
        let entry = INDEX + ENTRY * number;
        bytes[entry] = if deleted.contains(&number) { 5 } else { 7 };
        let length = record(game).len();
        let blocks = length.div_ceil(BLOCK) as u32;
        for (at, field) in [(4, block), (8, blocks), (12, length as u32)] {
            bytes[entry + at..entry + at + 4].copy_from_slice(&field.to_le_bytes());
        }
        block += blocks;
        put(&mut bytes, entry + 100, game.tag("Title").unwrap_or_default());
        bytes.extend(record(game));
        bytes.resize(
            INDEX + ENTRY * 128 + (bytes.len() - INDEX - ENTRY * 128).next_multiple_of(BLOCK),
            0,
        );
    }
    bytes
}

/// A CBF file.
pub(crate) fn xml(game: &Game) -> String {
    let safe = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let value = |square: Square| format!("{}{}", square.file(), 9 - square.rank());
    let mut text = format!(
        "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n <Head>\n  \
         <Name>{}</Name>\n  <Red>{}</Red>\n  <Black />\n  <RecordType>1</RecordType>\n  <RecordResult>{}</RecordResult>\n  \
         <FEN>{}</FEN>\n </Head>\n <MoveList>\n  <Move value=\"00-00\">{}</Move>\n",
        safe(game.tag("Title").unwrap_or_default()),
        safe(game.tag("Red").filter(|value| *value != "?").unwrap_or_default()),
        match game.outcome.text() {
            "1-0" => 1,
            "0-1" => 2,
            "*" => 0,
            _ => 3,
        },
        game.start.fen(),
        safe(&game.line.comment),
    );
    for Step { played, has_reply, has_alternative } in all_steps(game) {
        let end = if has_reply { "" } else { " end=\"1\"" };
        let option = if has_alternative { " option=\"1\"" } else { "" };
        let _ = writeln!(
            text,
            "  <Move value=\"{}-{}\"{option}{end}><![CDATA[{}]]></Move>",
            value(played.mv.from()),
            value(played.mv.to()),
            played.comment.replace("]]>", "]]]]><![CDATA[>"),
        );
    }
    text + " </MoveList>\n</ChineseChessRecord>\n"
}
