//! Counts the steps that every reader takes on hostile repetitions of doubled length, and measures its memory. Both
//! must grow no faster than the text.
//!
//! A step is a basic block: `scripts/count-steps.sh` has the compiler call a counter at each, in all crates but the
//! standard library's compiled parts. The counts do not depend on the machine.
#![allow(unsafe_code, reason = "the compiler calls the counter")]

use std::hint::black_box;

use chuhe_formats::collection::FileFormat;
use chuhe_formats::game_files::GameReader;
use chuhe_formats::reading_memory;

use super::ccbridge_file::{library, record};
use super::memory::peak_of;
use super::xqf_file::XqfFile;
use super::{game, line};

static mut STEPS: u64 = 0;

// SAFETY: only the compiler refers to this name, and only one thread of the test runs instrumented code.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc_guard(_guard: *mut u32) {
    // SAFETY: as above.
    unsafe { STEPS += 1 };
}

// SAFETY: only the compiler refers to this name.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc_guard_init(_start: *mut u32, _stop: *mut u32) {}

/// The number of steps that a piece of code takes.
fn steps_of(run: impl FnOnce()) -> u64 {
    // SAFETY: no other thread runs instrumented code.
    let before = unsafe { STEPS };
    run();
    // SAFETY: as above.
    unsafe { STEPS - before }
}

/// A unit repeated between two other parts of a file.
struct Repetition {
    format: FileFormat,
    before: Vec<u8>,
    unit: Vec<u8>,
    after: Vec<u8>,
}

/// The length of the shortest of three texts, each of which is twice as long as the one before, in bytes.
const LENGTH: usize = 2048;
/// The increase in steps, and the increase in memory by bytes, for each byte of text beyond which growth is examined.
const STEPS_PER_BYTE: u64 = 40;
const MEMORY_PER_BYTE: usize = 160;

impl Repetition {
    fn text(&self, length: usize) -> Vec<u8> {
        // A digit in the unit's place of a number makes the units differ.
        let mut text = self.before.clone();
        let mut number = 0;
        while text.len() < length + self.before.len() {
            for part in self.unit.split_inclusive(|&byte| byte == NUMBER) {
                text.extend(part.strip_suffix(&[NUMBER]).unwrap_or(part));
                if part.ends_with(&[NUMBER]) {
                    text.extend(number.to_string().bytes());
                }
            }
            number += 1;
        }
        text.extend(&self.after);
        text
    }

    /// The memory that reading a text of this length takes.
    fn memory(&self, length: usize) -> (usize, usize) {
        let bytes = self.text(length);
        let read = || GameReader::new(&bytes[..], self.format, None).map(black_box).count();
        (bytes.len(), peak_of(read).1)
    }

    /// Why the reader takes too long or needs too much memory, if so.
    fn fault(&self) -> Option<String> {
        // What is slow only because units differ shows in longer texts.
        let length = if self.unit.contains(&NUMBER) { 4 * LENGTH } else { LENGTH };
        let measured = [1, 2, 4].map(|factor| {
            let bytes = self.text(factor * length);
            let read = || {
                black_box(FileFormat::guess("", &bytes));
                let games = GameReader::new(&bytes[..], self.format, None);
                games.map(|game| black_box(game).is_ok()).filter(|&ok| ok).count()
            };
            let mut peak = 0;
            let steps = steps_of(|| peak = peak_of(read).1);
            (steps, peak)
        });
        let [(steps, _), (twice, double_peak), (four_times, fourfold_peak)] = measured;
        let (first, second) = (twice.saturating_sub(steps), four_times.saturating_sub(twice));
        // A short text may be taken for another format, so that the steps do not increase at first.
        let is_slow = second > 3 * first.max(twice / 2) + STEPS_PER_BYTE * length as u64;
        let is_large = fourfold_peak.saturating_sub(double_peak) > 2 * length * MEMORY_PER_BYTE;
        let long = [40, 70].map(|kb| self.memory(kb << 10));
        let is_large = is_large || long.iter().any(|&(length, peak)| peak > reading_memory(length));
        (is_slow || is_large).then(|| {
            let parts = [&self.before, &self.unit, &self.after].map(|part| {
                let shown = part.len().saturating_sub(60);
                part[shown..].escape_ascii().to_string()
            });
            format!("{:?}: {parts:?}: steps and bytes {measured:?}, {long:?}", self.format)
        })
    }
}

/// Stands for the number of the repetition in a unit.
const NUMBER: u8 = 1;

/// Every unit in every place of a format's files.
fn repetitions(format: FileFormat, places: &[(&str, &str)], units: &[&str]) -> Vec<Repetition> {
    let all = places.iter().flat_map(|&place| units.iter().map(move |&unit| (place, unit)));
    let all = all.map(|((before, after), unit)| Repetition {
        format,
        before: before.as_bytes().to_vec(),
        unit: unit.as_bytes().to_vec(),
        after: after.as_bytes().to_vec(),
    });
    all.collect()
}

fn pgn() -> Vec<Repetition> {
    let places = [
        ("[Event \"x\"]\n\n1. h2e2 ", " h9g7 *\n"),
        ("[Event \"x\"]\n\n1. h2e2 {", "} h9g7 *\n"),
        ("[Event \"x\"]\n\n1. h2e2 (a", ") h9g7 *\n"),
        ("[Event \"x\"]\n\n1. h2e2 (1 ", "\n"),
        ("[Event \"x\"]\n", "\n\n1. h2e2 *\n"),
        ("[Event \"", "\"]\n\n1. h2e2 *\n"),
        ("", ""),
    ];
    let units = [
        "\n",
        " ",
        "\n ",
        "\t\n",
        "\u{feff}",
        "(",
        ")",
        "{",
        "}",
        "{}",
        "()",
        "[",
        "]",
        "\"",
        "\\\"",
        ";\n",
        ";",
        "%\n",
        "$1",
        "$",
        "!",
        "=N",
        "1.",
        "1",
        "\n\n1.x",
        "\n\n1.h2e2 ",
        "[a \"",
        "[a \"x\" ",
        "[a \"x\"]",
        "[a \"x\"]\n",
        "[a \\\"]x",
        "[a \"\\\"]x",
        "({a} ",
        "(1{)",
        "(1{)*\n",
        "{x [a \"b\"] ",
        "(x [a \"b\"] ",
        "* ",
        "*\n",
        "炮二平五",
        "(h2e2) ",
        "(b2e2 ",
        "h2e2 h9g7 e2h2 g7h9 ",
        "[T\u{1} \"x\"]\n",
        "h2e2 (b2e2) ",
        "--",
        "x ",
        "/*",
        "<br>",
        "\u{200b}",
        "\r",
    ];
    repetitions(FileFormat::Pgn, &places, &units)
}

fn dhtmlxq() -> Vec<Repetition> {
    let open = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n";
    let comment = format!("{open}[DhtmlXQ_comment1]");
    let places = [
        ("", ""),
        (open, "[/DhtmlXQ]\n"),
        (&comment, "[/DhtmlXQ_comment1][/DhtmlXQ]\n"),
        ("[DhtmlXQ]\n[DhtmlXQ_movelist]", "[/DhtmlXQ_movelist][/DhtmlXQ]\n"),
        ("[DhtmlXQ][DhtmlXQ_fen]", "[/DhtmlXQ_fen][/DhtmlXQ]\n"),
    ];
    let units = [
        "\n",
        " ",
        "[",
        "]",
        "[DhtmlXQ",
        "[DhtmlXQ_",
        "[DhtmlXQ]",
        "[/DhtmlXQ]",
        "[/DhtmlXQ",
        "[DhtmlXQ_a]",
        "[DhtmlXQ_a]\n",
        "[DhtmlXQ_a]x[/DhtmlXQ_a]",
        "[DhtmlXQ_t\u{1}]x[/DhtmlXQ_t\u{1}]\n",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]",
        "[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n",
        "[DhtmlXQ_movelist]",
        "[DhtmlXQ_fen]",
        "[DhtmlXQ_move_\u{1}_1_9\u{1}]7747[/DhtmlXQ_move]",
        "[DhtmlXQ_move_0_1_\u{1}]7747[/DhtmlXQ_move]",
        "[DhtmlXQ_comment\u{1}]x[/DhtmlXQ_comment]",
        "<br>",
        "||",
        "&amp;",
        "&",
        "7747",
        "77477062477762707",
        "%2F",
        "/",
    ];
    repetitions(FileFormat::DhtmlXq, &places, &units)
}

fn wxf() -> Vec<Repetition> {
    let places = [
        ("FORMAT\tWXF\n", "START{\n1. C2.5\n}END\n"),
        ("FORMAT\tWXF\n", "START{\n1. C2.5\n}END\n*/ }\n"),
        ("FORMAT\tWXF\nSETUP{", "}\nSTART{\n1. C2.5\n}END\n"),
        ("FORMAT\tWXF\nRED\t", "\nSTART{\n1. C2.5\n}END\n"),
        ("FORMAT\tWXF\nSTART{\n1. C2.5 ", "\n}END\n"),
        ("FORMAT\tWXF\nSTART{\n1. C2.5 /*", "*/\n}END\n"),
        ("", ""),
    ];
    let units = [
        "\n",
        " ",
        "/*",
        "/*\n",
        "*/",
        "*/\n",
        "}",
        "{",
        "}\n",
        "START{\n",
        "START{",
        "SETUP{\n",
        "SETUP{",
        "}END\n",
        "}END",
        "RED\ta\n",
        "FORMAT\tWXF\n",
        "x\n",
        "Ke0 ",
        "; ",
        "1. C2.5 ",
        "(1/*)",
        "(1{)",
        "(",
        "\u{feff}",
        "FORMAT\tWXF\nSTART{\n1. C2.5\n}END\n",
        "FEN x\n",
        "GAME x\n",
    ];
    repetitions(FileFormat::Wxf, &places, &units)
}

fn lines() -> Vec<Repetition> {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let fen = format!("{start} w - - 0 1 ");
    let board = format!("{start}/");
    let places = [
        ("", "\n"),
        ("h2e2 h9g7\n", "\nh2e2\n"),
        ("h2e2 h9g7 ", "\n"),
        ("红方: ", "\nh2e2\n"),
        (&fen, "\n"),
        ("http://example.org/?fen=", " h2e2\n"),
    ];
    let line = format!("{fen}\n");
    let units = [
        "\n",
        " ",
        "\t\n",
        "\u{feff}",
        "#\n",
        "//\n",
        "/",
        "9",
        "9/",
        "%2F",
        "=",
        "红方: A\n",
        "红方: A ",
        "红方:",
        "FEN: ",
        "a: ",
        "some words\n",
        "some words\n\n",
        "-----\n",
        "x ",
        "1. ",
        "1",
        "1.\n",
        "1. h2e2 h9g7\n",
        "h2e2 h9g7 e2h2 g7h9 ",
        "炮二平五",
        "h2e2\n",
        "c0 \"x\"; ",
        "v\u{1} x; ",
        "c0 ",
        "\"",
        ";",
        ",",
        "*\n",
        "1-0 ",
        &line,
        &board,
        "fen ",
        "moves ",
        "position\n",
        "startpos moves h2e2\n",
        "(",
        "+",
    ];
    [FileFormat::Moves, FileFormat::Fen]
        .into_iter()
        .flat_map(|format| repetitions(format, &places, &units))
        .collect()
}

fn xml() -> Vec<Repetition> {
    let moves = "<MoveList><Move value=\"00-00\"/><Move value=\"77-47\" end=\"1\"/></MoveList></ChineseChessRecord>";
    let after_head = format!("</Head>{moves}");
    let after_root = format!("><Head/>{moves}");
    let places = [
        ("<ChineseChessRecord><Head>", &after_head[..]),
        ("<ChineseChessRecord ", &after_root),
        (
            "<ChineseChessRecord><Head/><MoveList><Move value=\"00-00\"/><Move value=\"77-47\" a=\"1\" end=\"1\"/>\n",
            "<Move value=\"17-47\" end=\"1\"/></MoveList></ChineseChessRecord>",
        ),
        (
            "<ChineseChessRecord><Head/><MoveList><Move value=\"00-00\">",
            "</Move></MoveList></ChineseChessRecord>",
        ),
        ("", "<ChineseChessRecord/>"),
    ];
    let units = [
        "<",
        ">",
        "<a>",
        "</a>",
        "<a/>",
        "<a><b/></a>\n",
        "<t\u{1}>x</t\u{1}>",
        "a\u{1}=\"\" ",
        "xmlns:a\u{1}=\"u\" ",
        "<a xmlns:a\u{1}=\"u\">",
        "&",
        "&amp;",
        "<!--",
        "<!---->",
        "<![CDATA[",
        "<![CDATA[]]>",
        "<?",
        "\"",
        "\n",
        " ",
        "<Move value=\"00-89\" a=\"1\" end=\"1\"/>\n",
        "<Move value=\"77-47\"/>",
        "<Move value=\"77-47\" a=\"1\"/>\n",
    ];
    let mut all = repetitions(FileFormat::Cbf, &places, &units);
    let head = "<n version=\"2\" m=\"\"";
    let opened = format!("{head}>");
    let comment = format!("{head} c=\"");
    let places = [
        (&opened[..], "</n>"),
        (head, "><n m=\"h2e2\"/></n>"),
        (&comment, "\"><n m=\"h2e2\"/></n>"),
        ("", ""),
        ("<!--", "-->"),
    ];
    let units = [
        "<",
        "<n",
        "<n ",
        "<n>",
        "</n>",
        "<n/>",
        "<n m=\"h2e2\"/>",
        "<n m=\"a0a9\"/>\n",
        "<n m=\"h2e2\">",
        "<n m=\"h2e2\"><n m=\"h9g7\">",
        "&",
        "&amp;",
        "&nbsp;",
        "&#",
        " a\u{1}=\"x\"",
        " xmlns:a\u{1}=\"u\"",
        "\"",
        "'",
        "x",
        "\n",
        " ",
        "<!--",
        "-->",
        "<n m=\"h2e2\" default=\"1\"/>",
        "<x/>",
    ];
    all.extend(repetitions(FileFormat::Pfc, &places, &units));
    let places = [("1 1 26 32 1 2 1 2 4 0 1 0 ", ""), ("1 99999 ", ""), ("", "")];
    all.extend(repetitions(
        FileFormat::Qq,
        &places,
        &[" ", "\n", "1 ", "1", "26 32 1 2 1 2 4 0 1 0 ", "\u{feff}"],
    ));
    all
}

fn binary() -> Vec<Repetition> {
    let mut long = game(None, "h2e2 h9g7 h0g2 i9h9");
    long.line.moves[0].variations.push(line("c3c4"));
    let record = record(&long);
    let library = library("", &[long.clone()], &[]);
    let xqf = XqfFile::new(&long, 0x0a).bytes();
    let moves = |bytes: &[u8], kept: usize| bytes[..kept].to_vec();
    let places = [
        (FileFormat::Cbr, moves(&record, 2214)),
        (FileFormat::Cbr, record),
        (FileFormat::Cbl, library[..66624].to_vec()),
        (FileFormat::Cbl, library),
        (FileFormat::Xqf, moves(&xqf, 0x400)),
        (FileFormat::Xqf, xqf),
    ];
    let units: [&[u8]; 12] = [
        &[0],
        &[0xff],
        &[0, 0, 64, 67],
        &[2, 0, 64, 67],
        &[3, 0, 64, 67],
        &[4, 0, 64, 67, 4, 0, 0, 0, 65, 0, 0, 0],
        &[0x59, 0x39, 0xf0, 0],
        &[0x59, 0x39, 0x80, 0],
        &[0x59, 0x39, 0x0f, 0, 1, 0, 0, 0, b'x'],
        b"CCBridge Record\0",
        b"CCBridge Record\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        b"CCBridgeLibrary\0",
    ];
    let all = places.iter().flat_map(|place| units.iter().map(move |unit| (place, unit)));
    all.map(|((format, before), unit)| Repetition {
        format: *format,
        before: before.clone(),
        unit: unit.to_vec(),
        after: Vec::new(),
    })
    .collect()
}

/// Units of bytes in texts of several encodings.
fn encodings() -> Vec<Repetition> {
    let starts: [&[u8]; 4] =
        [b"", b"\xff\xfeh\x002\x00\n\x00", b"\xfe\xff\x00h\x002\x00\n", b"h2e2 \xc5\xda\xb6\xfe\n"];
    let units: [&[u8]; 17] = [
        b"\n",
        b"\0",
        b"\0\n",
        b"\n\0",
        b"\xff",
        b"\xff\xfe",
        b"\xfe\xff",
        b"\xff\xfeA\0",
        b"\xff\xfeAB",
        b"\xff\xfe[\0",
        b"\xfe\xff\0A",
        b"[abc \"",
        b"\xef\xbb\xbf",
        b"\xc5\xda",
        b"\x81",
        b"\xe7\xba\xa2",
        b"a\0",
    ];
    let formats = [FileFormat::Pgn, FileFormat::Moves, FileFormat::DhtmlXq, FileFormat::Wxf];
    let all = formats.iter().flat_map(|format| starts.iter().map(move |start| (format, start)));
    let all = all.flat_map(|place| units.iter().map(move |unit| (place, unit)));
    all.map(|((format, start), unit)| Repetition {
        format: *format,
        before: start.to_vec(),
        unit: unit.to_vec(),
        after: b" h2e2\n".to_vec(),
    })
    .collect()
}

#[test]
fn every_reader_is_linear() {
    let all: Vec<_> = [pgn(), dhtmlxq(), wxf(), lines(), xml(), binary(), encodings()]
        .into_iter()
        .flatten()
        .collect();
    let faults: Vec<String> = all.iter().filter_map(Repetition::fault).collect();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), all.len(), faults.join("\n"));
}
