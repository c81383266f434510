//! Encodings of text files: UTF-8, and GB18030 or Big5 in most older Chinese files.
//!
//! ```
//! use chuhe::notation::encoding::{Encoding, decode};
//!
//! let bytes = Encoding::Gb18030.encode("炮二平五 马８进７");
//! assert_eq!(decode(&bytes), "炮二平五 马８进７");
//! ```

use std::borrow::Cow;

use encoding_rs::{BIG5, GB18030, UTF_8, UTF_16LE};

/// The encoding of a file that is written.
#[non_exhaustive]
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
    fn broken_bytes_do_no_harm() {
        assert_eq!(decode(b"h2e2 \xff h9g7"), "h2e2 \u{fffd} h9g7");
        assert_eq!(decode(b""), "");
    }
}
