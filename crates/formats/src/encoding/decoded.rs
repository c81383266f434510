//! Text from a source that is read one piece at a time.

use std::io::{self, Read};

use super::line_decoder::LineDecoder;
use super::{BadBytes, Division, SourceEncoding};
use crate::game_files::check_game_length;
use chuhe_util::files::read_whole;

/// The maximum number of bytes decoded at a time.
const PIECE: usize = 1 << 16;

/// Makes a source of bytes a source of text, decoded piece by piece like [`decode_text`](super::decode_text).
#[derive(Debug)]
pub(crate) struct Decoded<R> {
    source: R,
    decoder: LineDecoder,
    /// Bytes read but not yet decoded.
    input: Vec<u8>,
    bytes_read: u64,
}

impl<R> Decoded<R> {
    pub(crate) fn new(source: R, division: Division, encoding: Option<SourceEncoding>) -> Self {
        Self::by(LineDecoder::new(division, encoding), source)
    }

    pub(super) const fn by(decoder: LineDecoder, source: R) -> Self {
        Self { source, decoder, input: Vec::new(), bytes_read: 0 }
    }

    /// The number of bytes read from the source.
    pub(crate) const fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The division of the text into blocks.
    pub(crate) const fn division(&self) -> Division {
        self.decoder.division()
    }

    /// The undecodable bytes found since the last call; they may lie in text not yet delivered.
    pub(crate) fn take_damage(&mut self) -> std::vec::Drain<'_, BadBytes> {
        self.decoder.take_damage()
    }
}

impl<R: Read> Decoded<R> {
    /// Decodes the next bytes, and appends what is certain of their text. Returns whether more may follow.
    pub(crate) fn read_to(&mut self, text: &mut String) -> io::Result<bool> {
        let known = self.input.len();
        check_game_length(known)?;
        self.input.resize(known + PIECE, 0);
        let read = loop {
            match self.source.read(&mut self.input[known..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let count = *read.as_ref().unwrap_or(&0);
        self.input.truncate(known + count);
        self.bytes_read += count as u64;
        let is_last = read? == 0;
        let decoded = self.decoder.decode(&self.input, is_last, text);
        self.input.drain(..decoded);
        Ok(!is_last)
    }

    /// All bytes, if none have been read yet.
    pub(crate) fn read_all(&mut self) -> io::Result<Vec<u8>> {
        let bytes = read_whole(&mut self.source)?;
        self.bytes_read = bytes.len() as u64;
        Ok(bytes)
    }
}
