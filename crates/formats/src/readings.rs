//! Moves whose text fits several legal moves.

use chuhe_engine::board::Position;
use chuhe_engine::notation::iccs::Ranks;
use chuhe_engine::notation::{MoveTextError, parse_move};
use chuhe_engine::types::Move;

/// The number of following moves by which two readings are compared.
const AHEAD: usize = 40;

/// Parses a move in a game. Of two readings, the one after which more of the following moves can be read is meant.
///
/// # Errors
/// If the text is not a legal move, or has two readings that go equally well with the following moves.
pub(super) fn parse_move_before<'w>(
    position: &mut Position,
    text: &str,
    ranks: Ranks,
    following: &(impl Iterator<Item = &'w str> + Clone),
) -> Result<Move, MoveTextError> {
    let error = match parse_move(position, text, ranks) {
        Err(error @ MoveTextError::Ambiguous { .. }) => error,
        parsed => return parsed,
    };
    let MoveTextError::Ambiguous { first, second, .. } = error else { return Err(error) };
    let [one, other] = [first, second].map(|mv| {
        position.make_unchecked(mv, &mut ());
        let mut played = 0;
        for text in following.clone().take(AHEAD) {
            let Ok(mv) = parse_move(position, text, ranks) else { break };
            position.make_unchecked(mv, &mut ());
            played += 1;
        }
        for _ in 0..=played {
            position.unmake(&mut ());
        }
        played
    });
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => Ok(first),
        std::cmp::Ordering::Less => Ok(second),
        std::cmp::Ordering::Equal => Err(error),
    }
}
