//! The bytes of a text file: UTF-8 today, GB18030 and its forebears in most older Chinese files.

use std::borrow::Cow;

use encoding_rs::{BIG5, GB18030, UTF_8};

/// How the characters of a file that is written become bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Without a mark of byte order.
    #[default]
    Utf8,
    /// With GB2312 and GBK as parts of it; what older Windows programs expect.
    Gb18030,
}

impl Encoding {
    /// The bytes of a text. Both encodings have all characters, but GB18030 gives some of private use the bytes of real
    /// ones, as which they come back.
    #[must_use]
    pub fn encode(self, text: &str) -> Cow<'_, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(text.as_bytes()),
            Self::Gb18030 => GB18030.encode(text).0,
        }
    }
}

/// The text of a file. A mark of byte order decides, then UTF-8 if the bytes are valid in it, else GB18030 or Big5,
/// whichever makes more of the characters that moves are written with. Bytes that mean nothing become U+FFFD.
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

/// How many characters of a text stand for directions and for the most common pieces.
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
