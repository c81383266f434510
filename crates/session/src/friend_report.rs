//! Converts a game between two people to the form used in messages.

pub use super::play::{failure as play_failure, time_control};

use super::message::{FriendOffer, FriendPlayer, FriendProposal, FriendState};
use super::play_report::{clocks, finish};
use super::written::{opening_of, position_state, written_line};
use chuhe_engine::clock::Instant;
use chuhe_engine::types::Color;
use chuhe_play::{FriendGame, Proposal};

/// The state of a game as the page of `side`, or of a spectator, sees it. The host adds who is there and where the game
/// is saved.
#[must_use]
pub fn friend_state(game: &FriendGame, side: Option<Color>, now: Instant) -> FriendState {
    let state = game.state();
    let position = state.position();
    let moves = state.moves();
    let player = |tag| FriendPlayer {
        name: game.tag(tag).filter(|name| name != "Person").unwrap_or_default(),
        ..FriendPlayer::default()
    };
    FriendState {
        code: String::new(),
        position: position_state(position),
        start: state.start().fen(),
        opening: opening_of(state.start(), &moves),
        moves: written_line(state.start(), moves),
        side: side.as_ref().map(ToString::to_string),
        red: player("Red"),
        black: player("Black"),
        spectators: 0,
        clocks: state.clocks().map(|it| clocks(it, now)),
        proposal: game
            .proposal()
            .map(|(by, what)| FriendOffer { by: by.to_string(), what: what.into() }),
        finish: state.finish().map(finish),
        saved: None,
        unsaved: None,
        invitation: None,
    }
}

impl From<FriendProposal> for Proposal {
    fn from(what: FriendProposal) -> Self {
        match what {
            FriendProposal::Draw => Self::Draw,
            FriendProposal::Undo => Self::Undo,
            FriendProposal::Rematch => Self::Rematch,
        }
    }
}

impl From<Proposal> for FriendProposal {
    fn from(what: Proposal) -> Self {
        match what {
            Proposal::Draw => Self::Draw,
            Proposal::Undo => Self::Undo,
            Proposal::Rematch => Self::Rematch,
        }
    }
}
