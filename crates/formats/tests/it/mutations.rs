//! Tests every reader with thousands of random changes to valid files. No reader may panic, and none may need more
//! memory than a small multiple of the file's size.

use std::hint::black_box;

use chuhe_engine::notation::MoveFormat;
use chuhe_engine::types::rng::SplitMix64;
use chuhe_formats::Game;
use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::{dhtmlxq, pgn, xqf};

use super::ccbridge_file::{library, record, xml};
use super::xqf_file::XqfFile;
use super::{game, line};
use crate::memory::peak_of;

/// The number of changed copies of each file.
const ROUNDS: u64 = 3000;

fn annotated(moves: &str) -> Game {
    let mut game = game(None, moves);
    game.set_tag("Title", "某局");
    game.set_tag("Red", "甲");
    game.line.comment.push_str("Before.");
    for (at, variation) in [(0, "c3c4 c6c5 b0c2"), (0, "g3g4"), (2, "b0c2 b9c7")] {
        game.line.moves[at].variations.push(line(variation));
    }
    game.line.moves[1].comment = "马八进七，如改走车１进１则红方先手。".repeat(3);
    game
}

fn mutate(rng: &mut SplitMix64, bytes: &mut Vec<u8>, special: &[u8]) {
    for _ in 0..=rng.below(6) {
        let at = rng.below(bytes.len().max(1) as u64) as usize;
        let Some(byte) = bytes.get_mut(at) else { return };
        match rng.below(8) {
            0 => *byte = rng.next() as u8,
            1 => *byte ^= 1 << rng.below(8),
            2 => *byte = special[rng.below(special.len() as u64) as usize],
            3 => *byte = 0xff,
            4 => bytes.truncate(at),
            5 => bytes.insert(at, rng.next() as u8),
            6 => {
                let end = (at + rng.below(64) as usize).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let end = (at + rng.below(64) as usize).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = rng.below(bytes.len() as u64 + 1) as usize;
                bytes.splice(to..to, part);
            }
        }
    }
}

/// Reads changed copies of a file. Only the bytes from `begin` on are changed.
fn survive(format: FileFormat, good: &[u8], begin: usize) {
    let mut rng = SplitMix64::new(17);
    let special = match format {
        FileFormat::Cbf | FileFormat::Pfc => b"<>/\"&!- 1".to_vec(),
        FileFormat::Pgn | FileFormat::DhtmlXq | FileFormat::Wxf => b"[]{}();_\"0".to_vec(),
        FileFormat::Qq => b"0123456789 ".to_vec(),
        _ => vec![0, 1, 2, 3, 4, 5, 6, 7, 0x0f, 0xf0, 0x80, 0x40, 0x20],
    };
    let mut read = 0;
    for round in 0..ROUNDS {
        let mut changed = good[begin..].to_vec();
        mutate(&mut rng, &mut changed, &special);
        let bytes = [&good[..begin], &changed].concat();
        let length = bytes.len();
        let (games, peak) = peak_of(|| {
            let collection = Collection::new(bytes, format);
            collection.games().map(|game| black_box(game).is_ok()).filter(|&ok| ok).count()
        });
        read += games;
        // The limit is generous, because a position takes a few kilobytes in memory, but a move takes only four bytes
        // in a file.
        assert!(peak < 400_000 + 100 * length, "round {round}: {peak} bytes for {length}");
    }
    assert!(read > 0, "not a single copy of {format:?} could be read");
}

#[test]
fn xqf() {
    for version in [0x0a, 0x12] {
        survive(
            FileFormat::Xqf,
            &XqfFile::new(&annotated("h2e2 h9g7 h0g2 i9h9"), version).bytes(),
            0,
        );
    }
    survive(FileFormat::Xqf, &xqf::write(&annotated("h2e2 h9g7 h0g2 i9h9")).0, 0x400);
}

#[test]
fn cbr() {
    survive(FileFormat::Cbr, &record(&annotated("h2e2 h9g7 h0g2 i9h9")), 0);
    survive(FileFormat::Cbr, &record(&annotated("h2e2 h9g7 h0g2 i9h9")), 2214);
}

#[test]
fn cbl() {
    let games = [annotated("h2e2 h9g7 h0g2 i9h9"), annotated("c3c4 g6g5 b2c2")];
    survive(FileFormat::Cbl, &library("名局", &games, &[1]), 66624 + 276 * 128);
}

#[test]
fn cbf() {
    survive(FileFormat::Cbf, xml(&annotated("h2e2 h9g7 h0g2 i9h9")).as_bytes(), 0);
}

#[test]
fn pfc() {
    let game = annotated("h2e2 h9g7 h0g2 i9h9");
    survive(FileFormat::Pfc, super::pfc::file(&game).as_bytes(), 0);
}

#[test]
fn qq() {
    let game = game(None, "h2e2 h9g7 h0g2 i9h9");
    survive(FileFormat::Qq, super::qq::file(&game).as_bytes(), 0);
}

#[test]
fn san() {
    survive(FileFormat::Pgn, &include_bytes!("../../../../tests/data/pyffish.pgn")[..1500], 0);
}

#[test]
fn text() {
    let game = annotated("h2e2 h9g7 h0g2 i9h9");
    survive(FileFormat::Pgn, pgn::write(&game, MoveFormat::Wxf).unwrap().as_bytes(), 0);
    survive(FileFormat::DhtmlXq, dhtmlxq::write(&game).0.as_bytes(), 0);
    let wxf = b"FORMAT WXF\nRED a ; 1 ;;\nSTART{\n1. C2.5 {x} h8+7 (1... c8.5) 2. H2+3\n}END\n";
    survive(FileFormat::Wxf, wxf, 0);
    let list = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 bm a0a9; id \"a\"; c0 \"b\";\nh2e2 h9g7\n";
    survive(FileFormat::Fen, list.as_bytes(), 0);
}
