//! Format 1: a file is a single block, and a ply takes four bytes.

use super::{DataError, DataFault, DataHeader, HEADER_MAX, NO_SCORE, Ply, SelfPlayGame};
use chuhe_engine::board::START_FEN;
use chuhe_engine::types::{Color, Move};

/// The magic bytes that begin every file; they include the version of the format.
pub(super) const MAGIC: &[u8; 8] = b"chuhegm1";

fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], DataFault> {
    let (part, rest) = bytes.split_first_chunk().ok_or(DataFault::Cut)?;
    *bytes = rest;
    Ok(*part)
}

/// Returns the header of a file, the number of its games, the bytes of the games, and the checksum.
pub(super) fn read(bytes: &[u8]) -> Result<(DataHeader, usize, &[u8], u32), DataError> {
    let (content, checksum) = bytes.split_last_chunk().ok_or(DataError::Checksum)?;
    let checksum = u32::from_le_bytes(*checksum);
    if crc32fast::hash(content) != checksum {
        return Err(DataError::Checksum);
    }
    let mut rest = content.get(MAGIC.len()..).ok_or(DataError::Checksum)?;
    let length = u32::from_le_bytes(take(&mut rest)?) as usize;
    if length > HEADER_MAX {
        return Err(DataFault::HeaderLength.into());
    }
    let (header, mut rest) = rest.split_at_checked(length).ok_or(DataFault::Cut)?;
    let header = serde_json::from_slice(header).map_err(|_| DataFault::Header)?;
    let count = u32::from_le_bytes(take(&mut rest)?) as usize;
    if count == 0 && !rest.is_empty() {
        return Err(DataFault::Surplus.into());
    }
    Ok((header, count, rest, checksum))
}

pub(super) fn read_game(bytes: &mut &[u8]) -> Result<SelfPlayGame, DataError> {
    let length = usize::from(take::<1>(bytes)?[0]);
    let (start, rest) = bytes.split_at_checked(length).ok_or(DataFault::Cut)?;
    *bytes = rest;
    let start = std::str::from_utf8(start).map_err(|_| DataFault::StartText)?;
    let start = if start.is_empty() { START_FEN } else { start }.to_owned();
    let [ending] = take(bytes)?;
    let winner = match ending & 0x7f {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::Red),
        _ => return Err(DataFault::Result.into()),
    };
    let count = u16::from_le_bytes(take(bytes)?);
    let mut plies = Vec::new();
    for _ in 0..count {
        let mv = Move::from_bits(u16::from_le_bytes(take(bytes)?)).ok_or(DataFault::MoveMissing)?;
        if !mv.from().is_on_board() || !mv.to().is_on_board() {
            return Err(DataFault::OffBoard.into());
        }
        let score = i16::from_le_bytes(take(bytes)?);
        plies.push(Ply { mv, score: (score != NO_SCORE).then_some(score) });
    }
    Ok(SelfPlayGame {
        start,
        plies,
        side_lines: Vec::new(),
        winner,
        adjudicated: ending & 0x80 != 0,
    })
}
