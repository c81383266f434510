//! Encodings of text files: UTF-8, and GB18030 or Big5 in most older Chinese files.
//!
//! ```
//! use chuhe_formats::encoding::{Encoding, decode};
//!
//! let bytes = Encoding::Gb18030.encode("炮二平五 马８进７");
//! assert_eq!(decode(&bytes), "炮二平五 马８进７");
//! ```

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read};

use encoding_rs::{BIG5, Decoder, DecoderResult, GB18030, UTF_8, UTF_16LE};

/// The encoding of a file that is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark.
    #[default]
    Utf8,
    /// GB18030, which includes GB2312 and GBK; what older Windows programs expect.
    Gb18030,
}

impl Encoding {
    /// The bytes of a text. Both encodings have every character, but in GB18030 a few private use characters share
    /// their bytes with other characters and are decoded as those.
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(text.as_bytes()),
            Self::Gb18030 => GB18030.encode(text).0,
        }
    }
}

/// The text of a file. The encoding is that of the byte order mark, or UTF-8 if the bytes are valid UTF-8, else GB18030
/// or Big5, whichever gives more of the characters used in moves. Invalid bytes become U+FFFD.
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = encoding_rs::Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return text;
    }
    let simplified = decode_gb18030(bytes);
    let (traditional, _) = BIG5.decode_without_bom_handling(bytes);
    if move_characters(&traditional) > move_characters(&simplified) {
        traditional
    } else {
        simplified
    }
}

/// A source of bytes as a source of text in UTF-8, piece by piece as [`decode`] has it for the whole.
pub(super) struct Decoded<R> {
    source: R,
    decoder: Decoder,
    /// What was read, and is decoded a piece at a time.
    input: Vec<u8>,
    text: String,
    /// How much of `text` was given.
    given: usize,
    bytes_read: u64,
    is_ended: bool,
}

/// How much of a source is decoded at a time, in bytes.
const PIECE: usize = if cfg!(test) { 5 } else { 1 << 16 };

impl<R: Read> Decoded<R> {
    /// The text of what `open` opens, which is called several times to find out the encoding.
    ///
    /// # Errors
    /// If it cannot be opened or read.
    pub(super) fn open(mut open: impl FnMut() -> io::Result<R>) -> io::Result<Self> {
        let mut head = Vec::new();
        open()?.take(3).read_to_end(&mut head)?;
        let encoding = if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(&head) {
            encoding
        } else if is_utf8(open()?)? {
            UTF_8
        } else {
            let count = |encoding: &'static encoding_rs::Encoding, source| {
                let mut decoded = Self::new(source, encoding);
                let mut count = 0;
                while decoded.next_piece()? {
                    count += move_characters(&decoded.text);
                }
                io::Result::Ok(count)
            };
            if count(BIG5, open()?)? > count(GB18030, open()?)? { BIG5 } else { GB18030 }
        };
        Ok(Self::new(open()?, encoding))
    }

    /// The text of a source in an encoding that is known.
    pub(super) fn new(source: R, encoding: &'static encoding_rs::Encoding) -> Self {
        Self {
            source,
            decoder: encoding.new_decoder_with_bom_removal(),
            input: Vec::new(),
            text: String::new(),
            given: 0,
            bytes_read: 0,
            is_ended: false,
        }
    }

    /// The bytes of the source that were read.
    pub(super) const fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// Decodes the next bytes; false if there are none.
    fn next_piece(&mut self) -> io::Result<bool> {
        self.text.clear();
        self.given = 0;
        if self.is_ended {
            return Ok(false);
        }
        self.input.clear();
        let count = self.source.by_ref().take(PIECE as u64).read_to_end(&mut self.input)?;
        self.bytes_read += count as u64;
        self.is_ended = count == 0;
        let room = self.decoder.max_utf8_buffer_length(count);
        self.text.reserve(room.unwrap_or_default());
        let (..) = self.decoder.decode_to_string(&self.input, &mut self.text, self.is_ended);
        Ok(true)
    }
}

impl<R: fmt::Debug> fmt::Debug for Decoded<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoded").field("source", &self.source).finish_non_exhaustive()
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if !self.next_piece()? {
                return Ok(0);
            }
        }
        let rest = &self.text.as_bytes()[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}

/// Whether all of a source is valid UTF-8.
fn is_utf8(mut source: impl Read) -> io::Result<bool> {
    let mut decoder = UTF_8.new_decoder_without_bom_handling();
    let (mut input, mut text) = (Vec::new(), String::new());
    loop {
        input.clear();
        text.clear();
        let is_last = source.by_ref().take(PIECE as u64).read_to_end(&mut input)? == 0;
        let room = decoder.max_utf8_buffer_length_without_replacement(input.len());
        text.reserve(room.unwrap_or_default());
        let (result, _) = decoder.decode_to_string_without_replacement(&input, &mut text, is_last);
        match result {
            DecoderResult::Malformed(..) => return Ok(false),
            _ if is_last => return Ok(true),
            _ => {}
        }
    }
}

/// The text of bytes that are known to be GB18030.
pub(super) fn decode_gb18030(bytes: &[u8]) -> Cow<'_, str> {
    GB18030.decode_without_bom_handling(bytes).0
}

/// The text of UTF-16 with the low byte first, up to the first zero.
pub(super) fn decode_utf16(bytes: &[u8]) -> Cow<'_, str> {
    let end = bytes.chunks_exact(2).position(|unit| unit == [0, 0]);
    let bytes = &bytes[..end.map_or(bytes.len() & !1, |units| 2 * units)];
    UTF_16LE.decode_without_bom_handling(bytes).0
}

/// The number of characters that stand for directions and for the most common pieces.
fn move_characters(text: &str) -> usize {
    text.chars().filter(|c| "进進退平车車马馬炮砲兵卒".contains(*c)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_is_recognized() {
        let text = "1. 炮二平五 馬８進７ {說明}";
        assert_eq!(decode(text.as_bytes()), text);
        assert_eq!(decode(&GB18030.encode(text).0), text);
        assert_eq!(decode(&BIG5.encode(text).0), text);
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes()), text);
        let utf16: Vec<u8> = [0xff, 0xfe]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        assert_eq!(decode(&utf16), text);
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let text = "车马 🀄 é 炮２平５";
        for encoding in [Encoding::Utf8, Encoding::Gb18030] {
            assert_eq!(decode(&encoding.encode(text)), text);
        }
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let text = "1. 炮二平五 馬８進７ {說明 🀄}\n";
        let simple = "1. 炮二平五 马8进7 {说明 é}\n";
        let utf16: Vec<u8> = [0xfe, 0xff]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_be_bytes))
            .collect();
        for bytes in [
            b"".to_vec(),
            b"plain".to_vec(),
            text.repeat(9).into_bytes(),
            format!("\u{feff}{text}").into_bytes(),
            GB18030.encode(&simple.repeat(9)).0.into_owned(),
            BIG5.encode(&text.repeat(9)).0.into_owned(),
            utf16,
            b"h2e2 \xff h9g7".to_vec(),
            b"\xff\xfeh".to_vec(),
            text.as_bytes()[..text.len() - 2].to_vec(),
            [text.as_bytes(), &text.as_bytes()[..5]].concat(),
        ] {
            let mut decoded = Decoded::open(|| Ok(&bytes[..])).unwrap();
            let mut text = String::new();
            decoded.read_to_string(&mut text).unwrap();
            assert_eq!(text, decode(&bytes));
            assert_eq!(decoded.bytes_read(), bytes.len() as u64);
        }
    }

    #[test]
    fn broken_bytes_do_no_harm() {
        assert_eq!(decode(b"h2e2 \xff h9g7"), "h2e2 \u{fffd} h9g7");
        assert_eq!(decode(b""), "");
    }
}
