//! Encodings of texts in binary files, and encodings named by the user.

use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::encoding::SourceEncoding;
use chuhe_formats::{Game, xqf};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, WINDOWS_1251, WINDOWS_1252};

use super::ccbridge_file::record;
use super::game;

/// An XQF file with a title, both players and a comment before the first move, in an encoding.
fn xqf_file(encoding: &'static Encoding, [title, red, black, comment]: [&str; 4]) -> Vec<u8> {
    let mut bytes = xqf::write(&game(None, "h2e2 h9g7")).0;
    for (at, most, text) in [(0x50, 63, title), (0x130, 15, red), (0x140, 15, black)] {
        let (text, ..) = encoding.encode(text);
        let text = &text[..text.len().min(most)];
        bytes[at] = text.len() as u8;
        bytes[at + 1..at + 1 + text.len()].copy_from_slice(text);
    }
    let comment = encoding.encode(comment).0;
    bytes[0x404..0x408].copy_from_slice(&(comment.len() as u32).to_le_bytes());
    bytes.splice(0x408..0x408, comment.iter().copied());
    bytes
}

fn texts(game: &Game) -> [String; 4] {
    let known = |name| game.tag(name).filter(|&value| value != "?");
    let tag = |name| known(name).unwrap_or_default().to_owned();
    [tag("Title"), tag("Red"), tag("Black"), game.line.comment.clone()]
}

#[test]
fn all_texts_of_an_xqf_file_are_decoded_alike() {
    let simplified = ["全国象棋个人赛", "胡荣华", "许银川", "红方先手不小。"];
    let traditional = ["亞洲象棋賽", "陳國興", "吳貴臨", "紅方開局佔先。"];
    for (encoding, expected) in [
        (GB18030, simplified),
        (GB18030, traditional),
        (GB18030, ["", "王玥", "", ""]),
        (GB18030, ["", "沉默", "", ""]),
        (GB18030, ["剪棘开径", "", "", ""]),
        (GB18030, ["", "莫", "石", ""]),
        (BIG5, traditional),
        (BIG5, ["", "許銀川", "趙國榮", ""]),
        (UTF_8, simplified),
        (UTF_8, traditional),
        (UTF_8, ["Giải vô địch", "Lại Lý Huynh", "José", "nước tốt"]),
        (WINDOWS_1252, ["", "José", "Müller", "joué"]),
        (UTF_8, ["", "plain", "ASCII", ""]),
    ] {
        let game = xqf::read(&xqf_file(encoding, expected)).unwrap();
        // Fields of 15 bytes hold five Chinese characters in UTF-8, and may end within a letter.
        let [title, red, black, comment] = texts(&game);
        assert!(expected[1].starts_with(&red) && expected[2].starts_with(&black), "{red} {black}");
        assert_eq!([&*title, &*comment], [expected[0], expected[3]]);
        assert!(red.len() + 2 >= expected[1].len().min(15), "{red}");
    }
}

#[test]
fn a_named_encoding_is_used_for_every_format() {
    let [big5, cyrillic, gbk]: [SourceEncoding; 3] =
        ["Big5", "windows-1251", "gbk"].map(|name| name.parse().unwrap());
    let read = |bytes: Vec<u8>, encoding| {
        let games = Collection::detect("a", bytes, None, Some(encoding)).unwrap();
        games.games().next().unwrap().unwrap()
    };
    let names = ["", "Каспаров", "Карпов", ""];
    assert_eq!(texts(&read(xqf_file(WINDOWS_1251, names), cyrillic)), names);
    assert_eq!(texts(&read(xqf_file(BIG5, ["", "黃", "", ""]), big5))[1], "黃");
    assert_eq!(texts(&read(xqf_file(GB18030, ["", "José", "", ""]), gbk))[1], "José");
    let pgn = "[Red \"Каспаров\"]\n\n1. h2e2 {Сильный ход} *\n";
    assert_eq!(
        read(WINDOWS_1251.encode(pgn).0.into_owned(), cyrillic).tag("Red"),
        Some("Каспаров")
    );
    let lines = "紅方: 黃華\nh2e2 h9g7\n";
    assert_eq!(read(BIG5.encode(lines).0.into_owned(), big5).tag("Red"), Some("黃華"));
    let units = pgn.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(read(units, "utf-16be".parse().unwrap()).tag("Red"), Some("Каспаров"));
    // A CCBridge file has UTF-16 unless it was written by a program that does not know this.
    let mut wanted = game(None, "h2e2");
    wanted.set_tag("Red", "胡荣华");
    assert_eq!(read(record(&wanted), "utf-16".parse().unwrap()).tag("Red"), Some("胡荣华"));
    let mut bytes = record(&game(None, "h2e2"));
    bytes[1076..1082].copy_from_slice(&GB18030.encode("胡荣华").0);
    assert_eq!(read(bytes, gbk).tag("Red"), Some("胡荣华"));
}

#[test]
fn an_encoding_that_does_not_fit_is_reported() {
    let bytes = "[Red \"胡荣华\"]\n\n1. h2e2 *\n".as_bytes().to_vec();
    let ascii: SourceEncoding = "ascii".parse().unwrap();
    assert_eq!(ascii.to_string(), "windows-1252");
    let games = Collection::detect("a.pgn", bytes, Some(FileFormat::Pgn), "big5".parse().ok());
    let error = games.unwrap().games().next().unwrap().unwrap_err();
    assert!(error.to_string().contains("cannot be decoded; everything else was read"), "{error}");
    let unknown = "klingon".parse::<SourceEncoding>().unwrap_err().to_string();
    assert!(unknown.starts_with("unknown encoding \"klingon\"; expected a name"), "{unknown}");
}
