//! Encodings of text files: UTF-8, UTF-16, and in older files GB18030, Big5 or windows-1252.
//!
//! Every line is decoded separately, with the rest of its game as evidence, so damage in one game does not change
//! another.
//!
//! ```
//! use chuhe_formats::encoding::{Encoding, decode};
//!
//! let bytes = Encoding::Gb18030.encode("炮二平五 马８进７");
//! assert_eq!(decode(&bytes), "炮二平五 马８进７");
//! ```

mod decoded;
mod evidence;
mod line_decoder;
mod parts;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use encoding_rs::{DecoderResult, GB18030, REPLACEMENT, UTF_16BE, UTF_16LE};

pub(crate) use decoded::Decoded;
use evidence::{Evidence, may_be_pairs};
use line_decoder::LineDecoder;
pub(crate) use parts::{Division, begins_wxf};

/// The encoding of an output file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    #[default]
    Utf8,
    /// GB18030, which includes GB2312 and GBK and is what older Windows programs expect.
    Gb18030,
}

impl Encoding {
    /// The bytes of a text. Both encodings have every character, but in GB18030 a few private use characters have the
    /// same bytes as other characters, and are decoded as those.
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(text.as_bytes()),
            Self::Gb18030 => GB18030.encode(text).0,
        }
    }
}

/// The encoding of the texts in a file, by any of the names in the
/// [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels).
///
/// ```
/// use chuhe_formats::encoding::SourceEncoding;
///
/// assert_eq!("gbk".parse::<SourceEncoding>().map(|gbk| gbk.to_string()), Ok("GBK".to_owned()));
/// assert!("klingon".parse::<SourceEncoding>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceEncoding(&'static encoding_rs::Encoding);

/// The error for an unknown encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown encoding {0:?}; expected a name such as utf-8, gb18030, big5, utf-16le or windows-1252"
)]
pub struct UnknownEncoding(pub String);

impl SourceEncoding {
    /// The encoding in `CCBridge` files.
    pub(super) const UTF_16LE: Self = Self(UTF_16LE);
    /// The usual encoding in XQF.
    pub(super) const GB18030: Self = Self(GB18030);

    /// The encoding of all texts in a binary file: the one that fits them best together, and GB18030 in doubt.
    pub(super) fn of_texts<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut evidence = Evidence::FOR_GB18030;
        for text in texts {
            evidence.add(Evidence::of(text), 1);
        }
        Self(evidence.best().encoding())
    }

    /// Decodes a text. Also returns the number of undecodable bytes.
    pub(super) fn decode(self, bytes: &[u8]) -> (String, usize) {
        let mut bad = 0;
        let text = replace_bad(self.0, bytes, |_, count| bad += count);
        (text, bad)
    }

    /// Decodes a text that may end with a zero before the end of its field. Also returns the number of undecodable
    /// bytes.
    pub(super) fn decode_field(self, bytes: &[u8]) -> (String, usize) {
        let width = if [UTF_16LE, UTF_16BE].contains(&self.0) { 2 } else { 1 };
        let units = bytes.chunks_exact(width).take_while(|unit| unit.iter().any(|&byte| byte != 0));
        self.decode(&bytes[..units.count() * width])
    }
}

impl FromStr for SourceEncoding {
    type Err = UnknownEncoding;

    fn from_str(label: &str) -> Result<Self, Self::Err> {
        let known = encoding_rs::Encoding::for_label(label.as_bytes());
        let known = known.filter(|&encoding| encoding != REPLACEMENT);
        known.map(Self).ok_or_else(|| UnknownEncoding(label.to_owned()))
    }
}

/// The standard name.
impl fmt::Display for SourceEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

/// Decodes a text line by line: as UTF-8 if its bytes are valid, otherwise as UTF-8 with errors, GB18030, Big5 or
/// windows-1252, whichever fits best. UTF-16 is recognized with or without a byte order mark. Invalid bytes become
/// U+FFFD.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match plain_text(bytes) {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(decode_text(bytes, Division::Whole, None).text),
    }
}

/// The text of a file, with its undecodable bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) damage: Vec<BadBytes>,
}

/// Undecodable bytes in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BadBytes {
    /// The byte offset of the first of them, within the text.
    pub(crate) at: u64,
    /// The number of the line, from 1.
    pub(crate) line: usize,
    pub(crate) count: usize,
}

/// Like [`decode`], but in the given encoding, if any.
pub(crate) fn decode_as(bytes: &[u8], encoding: Option<SourceEncoding>) -> Cow<'_, str> {
    match encoding {
        Some(_) => Cow::Owned(decode_text(bytes, Division::Whole, encoding).text),
        None => decode(bytes),
    }
}

/// Like [`decode_as`], but in blocks, each of which provides its own evidence.
pub(crate) fn decode_text(
    bytes: &[u8],
    division: Division,
    encoding: Option<SourceEncoding>,
) -> Text {
    LineDecoder::new(division, encoding).decode_whole(bytes)
}

/// Like [`decode_text`], but returns the bytes themselves if they are the text.
pub(crate) fn into_text(
    bytes: Vec<u8>,
    division: Division,
    encoding: Option<SourceEncoding>,
) -> Text {
    if encoding.is_none() && plain_text(&bytes).is_some_and(|text| text.len() == bytes.len()) {
        let text = String::from_utf8(bytes).expect("the bytes are plain text");
        return Text { text, damage: Vec::new() };
    }
    decode_text(&bytes, division, encoding)
}

/// The text, if the bytes are certainly UTF-8.
fn plain_text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    if text.contains('\0') || may_be_pairs(text) {
        return None;
    }
    Some(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Decodes bytes in an encoding. `tell` is called for each replacement by U+FFFD, with the text before it and the
/// number of bytes replaced.
fn replace_bad(
    encoding: &'static encoding_rs::Encoding,
    bytes: &[u8],
    mut tell: impl FnMut(&str, usize),
) -> String {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut text, mut rest) = (String::new(), bytes);
    loop {
        let room = decoder.max_utf8_buffer_length_without_replacement(rest.len());
        text.reserve(room.unwrap_or_default());
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        rest = &rest[read..];
        match result {
            DecoderResult::InputEmpty => return text,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(count, _) => {
                tell(&text, count.into());
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
}

/// Like [`replace_bad`], but for UTF-16, whose units `unit` assembles.
fn replace_bad_utf16(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
    mut tell: impl FnMut(&str, usize),
) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let odd = (!bytes.len().is_multiple_of(2)).then_some((None, 1));
    let mut text = String::new();
    for (c, length) in char::decode_utf16(units).map(|c| (c.ok(), 2)).chain(odd) {
        if c.is_none() {
            tell(&text, length);
        }
        text.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    text
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, WINDOWS_1252};

    use super::*;
    use crate::game_reader::tests::Slow;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn big5(text: &str) -> Vec<u8> {
        BIG5.encode(text).0.into_owned()
    }

    fn gbk(text: &str) -> Vec<u8> {
        GB18030.encode(text).0.into_owned()
    }

    #[test]
    fn every_encoding_is_recognized() {
        let text = "1. 炮二平五 馬８進７ {說明}\n2. 馬二進三\n";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(&gbk(text)), text);
        assert_eq!(decode(&big5(text)), text);
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            assert_eq!(decode(&utf16(&format!("\u{feff}{text}"), bytes)), text);
            assert_eq!(decode(&utf16(text, bytes)), text);
            assert_eq!(decode(&utf16("[Event \"a\"]\n", bytes)), "[Event \"a\"]\n");
        }
        assert_eq!(decode(b"1. h2e2 {a\0b\0} *"), "1. h2e2 {a\0b\0} *");
    }

    #[test]
    fn a_name_alone_is_enough() {
        let simplified = "胡荣华 许银川 吕钦 赵国荣 王天一 郑惟桐 莫 石 于幼华 李来群 柳大华 徐天红 陶汉明 蒋川 \
                          洪智 汪洋 谢靖 孙勇征 赵鑫鑫 广东碧桂园 象棋甲级联赛 上海 北京";
        for name in simplified.split_whitespace() {
            for line in [format!("[Red \"{name}\"]\n"), format!("{{{name}}}")] {
                assert_eq!(decode(&gbk(&line)), line);
            }
        }
        let traditional = "胡榮華 許銀川 呂欽 趙國榮 王天一 鄭惟桐 曾益謙 柳大華 陳振國 臺北 中華象棋協會 吳貴臨 江中豪";
        for name in traditional.split_whitespace() {
            for line in [format!("[Red \"{name}\"]\n"), format!("{{{name}}}")] {
                assert_eq!(decode(&big5(&line)), line);
            }
        }
    }

    #[test]
    fn single_byte_text_is_no_chinese() {
        for line in [
            "{joué}",
            "[Event \"café\"]",
            "[Red \"André Müller\"]",
            "{Dédié à l’élève: «très bien», où ça?}",
            "{Überfällig – schön, daß}",
            "[Site \"Saint-Étienne\"]",
            "[DhtmlXQ_red]José[/DhtmlXQ_red]",
        ] {
            assert_eq!(decode(&WINDOWS_1252.encode(line).0), line);
        }
    }

    #[test]
    fn damage_in_a_line_stays_there() {
        let good = "[Red \"甲方选手\"]\n";
        let bad = ["[Event \"caf".as_bytes(), b"\xe9\"]\n"].concat();
        let text = decode_text(&[good.as_bytes(), b"1.\n", &bad].concat(), Division::Pgn, None);
        assert_eq!(text.text, format!("{good}1.\n[Event \"café\"]\n"));
        let text = decode_text(
            &[good.as_bytes(), b"\xff\n", good.as_bytes()].concat(),
            Division::Pgn,
            None,
        );
        assert_eq!(text.text, format!("{good}\u{fffd}\n{good}"));
        assert_eq!(text.damage, [BadBytes { at: good.len() as u64, line: 2, count: 1 }]);
        for (bytes, text) in [
            (&b"{caf\xc3}"[..], "{caf\u{fffd}}"),
            (b"{caf\xa9}", "{caf\u{fffd}}"),
            (b"{caf\xff}", "{caf\u{fffd}}"),
            (b"{\xe7\x94}", "{\u{fffd}}"),
        ] {
            assert_eq!(decode(bytes), text);
        }
        // Damage a character in the third line, and the end.
        let mut bytes = [good, good, good].concat().into_bytes();
        bytes[2 * good.len() + 10] = b'x';
        bytes.truncate(bytes.len() - 5);
        let text = decode_text(&bytes, Division::Pgn, None);
        assert_eq!(text.text, format!("{good}{good}[Red \"甲\u{fffd}x\u{fffd}选\u{fffd}"));
        assert_eq!(text.damage, [BadBytes { at: 2 * good.len() as u64 + 9, line: 3, count: 3 }]);
    }

    #[test]
    fn encoded_text_is_decoded() {
        let text = "车马 🀄 é 炮２平５";
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            assert_eq!(decode(&encoding.encode(text)), text);
        }
    }

    #[test]
    fn a_game_is_evidence_for_its_own_lines() {
        // As UTF-8, too, each pair of bytes would be a character.
        let game = "[Red \"莫\"]\n[Black \"石\"]\n\n1. 炮二平五 马8进7 *\n\n";
        let latin = "[Red \"José\"]\n\n1. h2e2 {joué} *\n\n";
        let plain = "[Red \"Māori\"]\n\n1. h2e2 *\n\n";
        let texts = [game, plain, latin, plain, game];
        let latin_bytes = WINDOWS_1252.encode(latin).0.into_owned();
        let bytes =
            [&gbk(game)[..], plain.as_bytes(), &latin_bytes, plain.as_bytes(), game.as_bytes()];
        assert_eq!(decode_text(&bytes.concat(), Division::Pgn, None).text, texts.concat());
    }

    #[test]
    fn joined_files_keep_their_encodings() {
        let text = "[Red \"許銀川\"]\n\n1. 炮二平五 馬８進７ {說明} *\n\n";
        let marked = format!("\u{feff}{text}");
        let parts = [
            text.as_bytes().to_vec(),
            utf16(text, u16::to_le_bytes),
            gbk(text),
            utf16(&marked, u16::to_be_bytes),
            text.as_bytes().to_vec(),
            utf16(&marked, u16::to_le_bytes),
            big5(text),
            utf16(text, u16::to_be_bytes),
            utf16(text, u16::to_le_bytes),
            gbk(text),
        ];
        let text = decode_text(&parts.concat(), Division::Pgn, None);
        assert_eq!(
            text.text,
            "[Red \"許銀川\"]\n\n1. 炮二平五 馬８進７ {說明} *\n\n".repeat(parts.len())
        );
        assert!(text.damage.is_empty());
    }

    #[test]
    fn a_byte_that_is_lost_from_utf16_costs_its_line() {
        let line = "1. 炮二平五 馬８進７ *\n";
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let mut bytes = utf16(&line.repeat(9), bytes);
            bytes.remove(2 * line.chars().count() * 3 + 7);
            let text = decode_text(&bytes, Division::Pgn, None);
            let lines: Vec<_> = text.text.split_inclusive('\n').collect();
            assert_eq!(lines.iter().filter(|&&other| other == line).count(), 8);
            assert_eq!(
                text.damage.iter().map(|bad| (bad.line, bad.count)).collect::<Vec<_>>(),
                [(4, 1)]
            );
        }
    }

    #[test]
    fn decoding_in_chunks_equals_decoding_at_once() {
        let text = "1. 炮二平五 馬８進７ {說明 🀄}\n";
        let simple = "1. 炮二平五 马8进7 {说明 é}\n";
        let game = "[Red \"甲方选手\"]\n\n1. 炮二平五 马8进7 *\n\n";
        let marked: Vec<u8> = utf16(&format!("\u{feff}{text}"), u16::to_be_bytes);
        for bytes in [
            b"".to_vec(),
            b"plain".to_vec(),
            text.repeat(9).into_bytes(),
            format!("\u{feff}{text}").into_bytes(),
            gbk(&simple.repeat(9)),
            big5(&text.repeat(9)),
            gbk(&text.replace('\n', " ").repeat(90)),
            [gbk(&simple.repeat(90)), text.repeat(90).into_bytes()].concat(),
            [game.repeat(30).as_bytes(), b"\xff\n", &gbk(&game.repeat(30)), &marked].concat(),
            utf16(&game.repeat(40), u16::to_le_bytes),
            marked,
            b"h2e2 \xff h9g7".to_vec(),
            b"\xff\xfeh".to_vec(),
            text.as_bytes()[..text.len() - 2].to_vec(),
            [text.as_bytes(), &text.as_bytes()[..5]].concat(),
        ] {
            for division in [Division::Whole, Division::Pgn, Division::Lines] {
                let decoder = || LineDecoder::new(division, None).with_blocks(1 << 10);
                let whole = decoder().decode_whole(&bytes);
                let mut decoded = Decoded::by(decoder(), Slow(&bytes, 5));
                let mut text = String::new();
                while decoded.read_to(&mut text).unwrap() {}
                assert_eq!(text, whole.text);
                assert_eq!(decoded.take_damage().collect::<Vec<_>>(), whole.damage);
                assert_eq!(decoded.bytes_read(), bytes.len() as u64);
            }
        }
    }

    #[test]
    fn broken_bytes_do_no_harm() {
        assert_eq!(decode(b"h2e2 \xff h9g7"), "h2e2 \u{fffd} h9g7");
        assert_eq!(decode(b""), "");
    }
}
