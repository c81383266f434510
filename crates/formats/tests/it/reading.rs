//! Tests that reading a file takes no more memory than `reading_memory` says, and that games know their size.

use std::hint::black_box;

use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::{pgn, reading_memory};

use super::ccbridge_file::record;
use super::memory::peak_of;
use super::xqf_file::XqfFile;
use super::{game, line};

/// What a file begins with, and what it repeats.
fn files() -> Vec<(FileFormat, Vec<u8>, &'static [u8])> {
    let mut branched = game(None, "h2e2 h9g7");
    branched.line.moves[0].variations.push(line("c3c4"));
    let head = |bytes: Vec<u8>, length: usize| bytes[..length].to_vec();
    let xqf = XqfFile::new(&branched, 0x0a).bytes();
    let texts: [(FileFormat, &str, &str); 14] = [
        (FileFormat::Pgn, "h2e2 ", "(b2e2)"),
        (FileFormat::Pgn, "h2e2 ", "(b2e2 b9e7)"),
        (FileFormat::Pgn, "h2e2 ", "(b2e2{x}$1$2)"),
        (FileFormat::Pgn, "", "h2e2 h9g7 e2h2 g7h9\n"),
        (FileFormat::Pgn, "h2e2 ", "{}"),
        (FileFormat::Pgn, "h2e2 ", "$1"),
        (FileFormat::Pgn, "h2e2 ", "(b2e2"),
        (FileFormat::Pgn, "", "[a \"\"]\n"),
        (FileFormat::Pgn, "", "h2e2 *\n"),
        (FileFormat::Moves, "", "h2e2\n\n"),
        (FileFormat::Fen, "", "4k4/9/9/9/9/9/9/9/9/4K4\n"),
        (FileFormat::DhtmlXq, "", "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n"),
        (FileFormat::DhtmlXq, "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]\n", "[DhtmlXQ_comment1]x"),
        (FileFormat::Pfc, "<n>", "<n m=\"h2e2\"/>"),
    ];
    let texts = texts.map(|(format, start, unit)| (format, start.into(), unit.as_bytes()));
    let binary: [(FileFormat, Vec<u8>, &[u8]); 4] = [
        (FileFormat::Xqf, head(xqf.clone(), 0x400), &[0x59, 0x39, 0xf0, 0]),
        (FileFormat::Xqf, head(xqf, 0x400), &[0x59, 0x39, 0x0f, 0]),
        (FileFormat::Cbr, head(record(&branched), 2214), &[2, 0, 64, 67]),
        (FileFormat::Cbr, head(record(&branched), 2214), &[3, 0, 64, 67]),
    ];
    texts.into_iter().chain(binary).collect()
}

#[test]
fn reading_takes_no_more_memory_than_expected() {
    let mut faults = Vec::new();
    for (format, start, unit) in files() {
        for length in [1 << 10, 70 << 10, 100 << 10, 140 << 10] {
            let mut bytes = start.clone();
            while bytes.len() < length {
                bytes.extend(unit);
            }
            let length = bytes.len();
            let read = || {
                black_box(FileFormat::guess("", &bytes));
                Collection::new(bytes, format).games().map(black_box).count()
            };
            let (_, peak) = peak_of(read);
            let shown =
                format!("{format:?} {:?}: {length}: {peak}", unit.escape_ascii().to_string());
            if peak > reading_memory(length) {
                faults.push(shown);
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn games_know_their_memory() {
    for text in [
        "h2e2 *",
        "h2e2 {x} h9g7 $1 *",
        "[Red \"A\"]\n\nh2e2 (b2e2 b9c7 (h9g7)) (c3c4 {abc}) h9g7 *",
    ] {
        let (read, kept) = peak_of(|| pgn::read(text).next().unwrap().unwrap());
        let (copy, peak) = peak_of(|| read.clone());
        let memory = read.memory();
        assert!((peak..=kept + size_of_val(&copy)).contains(&memory), "{text}: {memory}, {peak}");
    }
}
