//! Text from a source that is read one piece at a time.

use std::fmt;
use std::io::{self, Read};

use super::line_decoder::LineDecoder;
use super::{BadBytes, Division};

/// The number of bytes decoded at a time.
const PIECE: usize = if cfg!(test) { 5 } else { 1 << 16 };

/// Makes a source of bytes a source of UTF-8 text, decoded piece by piece like [`decode_text`](super::decode_text).
pub(crate) struct Decoded<R> {
    source: R,
    decoder: LineDecoder,
    /// Bytes read but not yet decoded.
    input: Vec<u8>,
    text: String,
    /// The length of the part of `text` that has been delivered.
    given: usize,
    bytes_read: u64,
    is_ended: bool,
}

impl<R: Read> Decoded<R> {
    pub(crate) const fn new(source: R, division: Division) -> Self {
        Self {
            source,
            decoder: LineDecoder::new(division),
            input: Vec::new(),
            text: String::new(),
            given: 0,
            bytes_read: 0,
            is_ended: false,
        }
    }

    /// The number of bytes read from the source.
    pub(crate) const fn bytes_read(&self) -> u64 {
        self.bytes_read
    }

    /// The undecodable bytes found since the last call; they may lie in text not yet delivered.
    pub(crate) fn take_damage(&mut self) -> std::vec::Drain<'_, BadBytes> {
        self.decoder.take_damage()
    }

    /// Decodes the next bytes.
    fn next_piece(&mut self) -> io::Result<()> {
        self.text.clear();
        self.given = 0;
        let count = self.source.by_ref().take(PIECE as u64).read_to_end(&mut self.input)?;
        self.bytes_read += count as u64;
        self.is_ended = count == 0;
        let decoded = self.decoder.decode(&self.input, self.is_ended, &mut self.text);
        self.input.drain(..decoded);
        Ok(())
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
            if self.is_ended {
                return Ok(0);
            }
            self.next_piece()?;
        }
        let rest = &self.text.as_bytes()[self.given..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.given += count;
        Ok(count)
    }
}
