use chuhe_formats::collection::{Collection, FileFormat};
use chuhe_formats::encoding::Encoding;

use super::{game, xqf_file::XqfFile};

#[test]
fn formats_are_recognized_by_content_then_name() {
    let xqf = XqfFile::new(&game(None, "h2e2"), 0x0a).bytes();
    for (name, bytes, expected) in [
        ("game.pgn", &xqf[..], Some(FileFormat::Xqf)),
        ("game.pgn", b"<p>[DhtmlXQ]", Some(FileFormat::DhtmlXq)),
        ("game.pgn", b"[Event \"x\"]\n\n1. h2e2 {from [DhtmlXQ]} *", Some(FileFormat::Pgn)),
        ("-", b"[\0D\0h\0t\0m\0l\0X\0Q\0]\0", Some(FileFormat::DhtmlXq)),
        ("a.b/game", b"[Event \"x\"]\n", Some(FileFormat::Pgn)),
        ("list.txt", b"\n1. h2e2 {best} *", Some(FileFormat::Pgn)),
        (
            "a.txt",
            "地点: 某市（某区(东)）\n\n1.炮二平五 马8进7".as_bytes(),
            Some(FileFormat::Moves),
        ),
        ("list.txt", b"title\n\nh2e2 h9g7", Some(FileFormat::Moves)),
        ("-", b"3k5/9/9/9/9/9/9/9/9/R3K4 w", Some(FileFormat::Moves)),
        ("list.EPD", b"", Some(FileFormat::Fen)),
        ("short.xqf", b"XQ", Some(FileFormat::Xqf)),
        ("games.pgn", b"SQLite format 3\0 [Event \"x\"]\n1. h2e2 *", None),
        ("readme.txt", b"Dear (reader),\n1. no games today.", None),
    ] {
        assert_eq!(FileFormat::guess(name, bytes), expected, "{name}");
    }
}

#[test]
fn an_extension_without_a_game_gives_way_to_the_content() {
    let pgn = "[Event \"x\"]\n\n1. h2e2 h9g7 *\n";
    let lines = "红方: 某甲\n黑方: 某乙\n\n1. 炮二平五 马8进7\n";
    let fens = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1\n";
    let wxf = "FORMAT WXF\nSTART{\n1. C2.5\n}END\n";
    for ending in
        ["pgn", "moves", "fen", "epd", "wxf", "dhtmlxq", "ubb", "xqf", "cbl", "pfc", "che"]
    {
        for (text, expected) in [
            (pgn, [FileFormat::Pgn; 2]),
            (lines, [FileFormat::Moves, FileFormat::Fen]),
            (fens, [FileFormat::Moves, FileFormat::Fen]),
            (wxf, [FileFormat::Wxf; 2]),
        ] {
            let format = FileFormat::guess(&format!("a.{ending}"), text.as_bytes()).unwrap();
            assert!(expected.contains(&format), "{ending}: {text}: {format:?}");
            let games: Vec<_> = Collection::new(text.into(), format).games().collect();
            assert!(games.len() == 1 && games[0].is_ok(), "{ending}: {text}: {games:?}");
        }
    }
    // Text that cannot be read in any format has the format that its file name indicates.
    for (name, text) in
        [("a.pgn", "1. h2e9 *"), ("a.moves", "h2e9"), ("a.wxf", "START {"), ("a.xqf", "")]
    {
        assert_eq!(FileFormat::guess(name, text.as_bytes()), FileFormat::of_name(name), "{name}");
    }
    let broken = "[Event \"x\"]\n\n1. h2e9 *\n";
    assert_eq!(FileFormat::guess("a.pgn", broken.as_bytes()), Some(FileFormat::Pgn));
    let late = format!("h2e2 h9g7\n{}", "[Event \"x\"]\n");
    assert_eq!(FileFormat::guess("a.moves", late.as_bytes()), Some(FileFormat::Moves));
}

#[test]
fn a_collection_may_be_in_any_encoding() {
    let text =
        "[Red \"某甲\"]\n\n1. 炮二平五 马８进７ *\n\n[Red \"某乙\"]\n\n1. 炮二平六 nonsense *\n";
    for encoding in [Encoding::Utf8, Encoding::Gb18030] {
        let bytes = encoding.encode(text).into_owned();
        let collection = Collection::new(bytes, FileFormat::Pgn);
        let games: Vec<_> = collection.games().collect();
        assert_eq!(games[0].as_ref().unwrap().tag("Red"), Some("某甲"));
        assert_eq!(games[1].as_ref().unwrap_err().line(), Some(7));
    }
    for (bytes, format) in
        [(&b" \r\n% no\n"[..], FileFormat::Pgn), (b"\xef\xbb\xbf\n# nothing\n", FileFormat::Moves)]
    {
        let empty = Collection::new(bytes.to_vec(), format);
        assert!(empty.is_empty() && empty.games().next().is_none(), "{format:?}");
    }
    assert!(!Collection::new(b"\nDear reader\n".to_vec(), FileFormat::Pgn).is_empty());
    let broken = Collection::new(b"XQ".to_vec(), FileFormat::Xqf);
    let error = broken.games().next().unwrap().unwrap_err();
    assert_eq!(error.line(), None);
    assert!(error.to_string().contains("expected a header of 1024 bytes"), "{error}");
}
