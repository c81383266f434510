//! The values of table entries, and their 16-bit encoding.

use std::fmt;

/// The result of a position under perfect play, from the side to move's point of view.
///
/// Distances to mate are counted in plies. In a win *by the ban*, mate cannot be forced outright: the opponent can
/// avoid it by checking with every move, which the rules forbid. Such a win has a stage instead of a distance. If the
/// winner plays for the lowest stage, the stage never grows, and while it stays the same, the loser can only check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// Neither side can force a win.
    Draw,
    /// The side to move mates in this number of plies, which is odd.
    WinIn(u16),
    /// The side to move is mated in this number of plies, which is even; 0 if it has no legal move.
    LossIn(u16),
    /// The opponent has to check forever, which loses. The stage is odd.
    WinByBan(u16),
    /// The side to move has to check forever, which loses. The stage is even.
    LossByBan(u16),
}

/// The maximum number of plies that can be stored.
pub const PLIES_MAX: u16 = 0x3ffc;
/// The bit set in the codes of wins and losses by the ban.
pub const BAN: u16 = 0x8000;
/// The maximum stage that can be stored.
pub const STAGE_MAX: u16 = 0x7ff0;
/// The code of a draw.
pub const DRAW_CODE: u16 = 0;

impl TableValue {
    /// The value as sixteen bits. A draw is 0. A mate is its number of plies plus one, which is even for a win and odd
    /// for a loss. A win or loss by the ban is its stage with the highest bit set.
    pub const fn code(self) -> u16 {
        match self {
            Self::Draw => DRAW_CODE,
            Self::WinIn(plies) | Self::LossIn(plies) => plies + 1,
            Self::WinByBan(stage) | Self::LossByBan(stage) => BAN | stage,
        }
    }

    /// The value of a code; `None` if the code is invalid.
    pub const fn from_code(code: u16) -> Option<Self> {
        match code {
            DRAW_CODE => Some(Self::Draw),
            code if code & BAN != 0 => {
                let stage = code & !BAN;
                match stage {
                    _ if stage > STAGE_MAX => None,
                    stage if stage % 2 == 1 => Some(Self::WinByBan(stage)),
                    stage => Some(Self::LossByBan(stage)),
                }
            }
            code if code - 1 > PLIES_MAX => None,
            code if code.is_multiple_of(2) => Some(Self::WinIn(code - 1)),
            code => Some(Self::LossIn(code - 1)),
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn sign(self) -> i32 {
        match self {
            Self::WinIn(_) | Self::WinByBan(_) => 1,
            Self::Draw => 0,
            Self::LossIn(_) | Self::LossByBan(_) => -1,
        }
    }

    /// The value of a position whose best move leads to a position of this value.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::WinIn(plies) => Self::LossIn(plies + 1),
            Self::LossIn(plies) => Self::WinIn(plies + 1),
            Self::WinByBan(stage) => Self::LossByBan(stage + 1),
            Self::LossByBan(stage) => Self::WinByBan(stage + 1),
        }
    }

    /// The rank of the value for the side to move; greater is better. The quickest mate ranks highest, then slower
    /// mates, then wins by the ban, lowest stage first. Losses rank in the reverse order.
    pub fn rank(self) -> i32 {
        const BY_MATE: i32 = 1 << 20;
        const BY_BAN: i32 = 1 << 19;
        match self {
            Self::Draw => 0,
            Self::WinIn(plies) => BY_MATE - i32::from(plies),
            Self::LossIn(plies) => i32::from(plies) - BY_MATE,
            Self::WinByBan(stage) => BY_BAN - i32::from(stage),
            Self::LossByBan(stage) => i32::from(stage) - BY_BAN,
        }
    }

    /// The plies to mate, if the value is a mate.
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::WinIn(plies) | Self::LossIn(plies) => Some(plies),
            _ => None,
        }
    }

    /// A word for programs: `win`, `draw`, `loss`, `win_by_ban` or `loss_by_ban`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::WinIn(_) => "win",
            Self::LossIn(_) => "loss",
            Self::WinByBan(_) => "win_by_ban",
            Self::LossByBan(_) => "loss_by_ban",
        }
    }
}

/// Writes the value in words.
impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Draw => f.pad("draw"),
            Self::WinIn(plies) => f.pad(&format!("mate in {}", in_plies(plies))),
            Self::LossIn(plies) => f.pad(&format!("mated in {}", in_plies(plies))),
            Self::WinByBan(_) => f.pad("wins by the ban on perpetual check"),
            Self::LossByBan(_) => f.pad("loses by the ban on perpetual check"),
        }
    }
}

fn in_plies(plies: u16) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        for value in [
            TableValue::Draw,
            TableValue::LossIn(0),
            TableValue::WinIn(1),
            TableValue::LossIn(256),
            TableValue::WinByBan(1),
            TableValue::LossByBan(0),
        ] {
            assert_eq!(TableValue::from_code(value.code()), Some(value));
        }
        for code in [0x3ffe, 0x4000, 0x7fff, 0xffff] {
            assert_eq!(TableValue::from_code(code), None, "{code:#x}");
        }
    }

    #[test]
    fn better_is_greater_and_a_ply_back_is_the_opposite() {
        let order = [
            TableValue::WinIn(1),
            TableValue::WinIn(3),
            TableValue::WinByBan(1),
            TableValue::WinByBan(5),
            TableValue::Draw,
            TableValue::LossByBan(4),
            TableValue::LossByBan(0),
            TableValue::LossIn(2),
            TableValue::LossIn(0),
        ];
        assert!(order.is_sorted_by(|better, worse| better.rank() > worse.rank()));
        for value in order {
            assert_eq!(value.before().sign(), -value.sign());
        }
        assert_eq!(TableValue::LossIn(0).before(), TableValue::WinIn(1));
    }
}
