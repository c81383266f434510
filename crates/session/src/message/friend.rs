//! Requests and reports about games between two people, each on a page of their own.

use serde::{Deserialize, Serialize};

use super::answer::{Clocks, Finish, Opening, PositionState, WrittenMove};
use super::request::{RuleSetName, SideChoice};
use chuhe_engine::types::Move;

/// A request about a game between two people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "do", deny_unknown_fields)]
pub enum FriendCommand {
    /// Starts a game, and gets an address with which the other player can join.
    #[serde(rename = "friend.invite")]
    Invite(NewFriendGame),
    /// Joins a game: as the player that this client already is, as the other player if that place is free, or as a
    /// spectator.
    #[serde(rename = "friend.join")]
    Join {
        /// The code from the address.
        code: String,
        /// The player's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Plays a move.
    #[serde(rename = "friend.move")]
    Move {
        /// The move.
        #[serde(rename = "move")]
        #[cfg_attr(test, ts(type = "string"))]
        mv: Move,
    },
    /// Proposes something to the other player, or agrees to what that player has proposed.
    #[serde(rename = "friend.propose")]
    Propose {
        /// What is proposed.
        what: FriendProposal,
    },
    /// Declines what the other player has proposed, or withdraws one's own proposal.
    #[serde(rename = "friend.decline")]
    Decline {},
    /// Resigns.
    #[serde(rename = "friend.resign")]
    Resign {},
    /// Stops showing the game, which the player can join again.
    #[serde(rename = "friend.leave")]
    Leave {},
}

/// The settings of a new game between two people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewFriendGame {
    /// The side of the player who invites: `red` or `black`.
    pub side: SideChoice,
    /// The player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The time control, such as `10m+5s`; omit it to play without clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// The FEN of the start position; omit it for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The rules of repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleSetName>,
}

/// What one player can propose to the other. It happens when the other player agrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FriendProposal {
    /// A draw.
    Draw,
    /// Taking back the proposing player's last move.
    Undo,
    /// Another game with the sides exchanged, once this one is over.
    Rematch,
}

/// A game between two people, as one page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FriendState {
    /// The code with which the game can be joined. A rematch has another one.
    pub code: String,
    /// The current position.
    pub position: PositionState,
    /// The FEN of the start position.
    pub start: String,
    /// The moves played.
    pub moves: Vec<WrittenMove>,
    /// The opening, if it has a name.
    #[cfg_attr(test, ts(type = "Opening | null"))]
    pub opening: Option<Opening>,
    /// The side that this page plays; null for a spectator.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub side: Option<String>,
    /// The player of Red.
    pub red: FriendPlayer,
    /// The player of Black.
    pub black: FriendPlayer,
    /// The number of pages that watch.
    pub spectators: usize,
    /// The clocks, if there are any. They do not run before both players are there.
    pub clocks: Option<Clocks>,
    /// What a player has proposed; null if nothing.
    pub proposal: Option<FriendOffer>,
    /// How the game ended; null if it is not over.
    pub finish: Option<Finish>,
    /// The name under which the game is saved; null before the first move.
    pub saved: Option<String>,
    /// The reason why the game could not be saved after its last change; omitted if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub unsaved: Option<String>,
    /// The invitation; omitted once both players have joined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub invitation: Option<Invitation>,
}

/// A player of a game between two people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FriendPlayer {
    /// The player's name; empty if the player gave none.
    pub name: String,
    /// Whether someone has joined as this player.
    pub joined: bool,
    /// Whether a page of this player is connected.
    pub present: bool,
}

/// What a player has proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct FriendOffer {
    /// The side that proposes it.
    #[cfg_attr(test, ts(type = "Side"))]
    pub by: String,
    /// What is proposed.
    pub what: FriendProposal,
}

/// How the other player can join.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Invitation {
    /// The address to open, which includes the server's token.
    pub link: String,
    /// The rows of the address's QR code, from the top, without a margin: `1` for each dark square and `0` for each light
    /// one.
    pub qr: Vec<String>,
}
