//! The commands of a manager.

use crate::board::Size;

/// A stone's coordinates as they appear in the text; the session checks whether they are on the board.
pub(super) type Coordinates = (isize, isize);

/// A command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Start(Result<Size, String>),
    Restart,
    Begin,
    Turn(Result<Coordinates, String>),
    /// Plays a suggested move.
    Play(Result<Coordinates, String>),
    TakeBack(Result<Coordinates, String>),
    /// Starts a list of stones, which ends with DONE.
    Stones(StoneList),
    Info {
        key: String,
        value: String,
    },
    /// Requests the best move found so far.
    Stop,
    /// Requests the points that are forbidden to the side to move.
    ShowForbidden,
    About,
    End,
    Unknown(String),
}

/// The purpose of a list of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StoneList {
    /// A position in which the engine is to move.
    Board,
    /// A position, without a request for a move.
    YxBoard,
    /// A Swap2 opening.
    Swap2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Engine,
    Opponent,
}

impl Command {
    /// Reads a line, or returns `None` if it is blank.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match &word.to_ascii_uppercase()[..] {
            "" => return None,
            "START" => Self::Start(side(rest).and_then(|side| size(side, side))),
            "RECTSTART" => Self::Start(pair(rest).and_then(|(width, height)| size(width, height))),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(pair(rest)),
            "PLAY" => Self::Play(pair(rest)),
            "TAKEBACK" => Self::TakeBack(pair(rest)),
            "BOARD" => Self::Stones(StoneList::Board),
            "YXBOARD" => Self::Stones(StoneList::YxBoard),
            "SWAP2BOARD" => Self::Stones(StoneList::Swap2),
            "INFO" => {
                let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Self::Info { key: key.to_ascii_lowercase(), value: value.trim().to_owned() }
            }
            "YXSTOP" | "STOP" => Self::Stop,
            "YXSHOWFORBID" => Self::ShowForbidden,
            "ABOUT" => Self::About,
            "END" => Self::End,
            _ => Self::Unknown(word.chars().take(40).collect()),
        })
    }
}

fn side(text: &str) -> Result<isize, String> {
    text.parse().map_err(|_| format!("expected a size, found {text:?}"))
}

fn size(width: isize, height: isize) -> Result<Size, String> {
    let [width, height] = [width, height].map(|side| usize::try_from(side).unwrap_or(0));
    Size::new(width, height).map_err(|error| error.to_string())
}

fn numbers<const COUNT: usize>(text: &str) -> Option<[isize; COUNT]> {
    let mut numbers = [0; COUNT];
    let mut parts = text.split(',');
    for number in &mut numbers {
        *number = parts.next()?.trim().parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// Reads two numbers separated by a comma.
pub(super) fn pair(text: &str) -> Result<Coordinates, String> {
    let [x, y] = numbers(text)
        .ok_or_else(|| format!("expected two numbers such as 10,7, found {text:?}"))?;
    Ok((x, y))
}

/// Reads a line of a list: a stone and its owner.
pub(super) fn owned_stone(line: &str) -> Result<(Coordinates, Owner), String> {
    let [x, y, owner] =
        numbers(line).ok_or_else(|| format!("expected a stone such as 10,7,1, found {line:?}"))?;
    match owner {
        1 => Ok(((x, y), Owner::Engine)),
        2 => Ok(((x, y), Owner::Opponent)),
        _ => Err(format!("a stone belongs to 1 or 2, not to {owner}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_in_any_case_and_with_odd_spaces() {
        let size = Size::new(20, 20).unwrap();
        assert_eq!(Command::parse("START 20"), Some(Command::Start(Ok(size))));
        assert_eq!(Command::parse(" start\t20 \r"), Some(Command::Start(Ok(size))));
        assert_eq!(Command::parse("RectStart 20 , 20"), Some(Command::Start(Ok(size))));
        assert_eq!(Command::parse("turn 3, 4"), Some(Command::Turn(Ok((3, 4)))));
        assert_eq!(Command::parse("  \r"), None);
        let info = Command::Info { key: "timeout_turn".to_owned(), value: "5 0".to_owned() };
        assert_eq!(Command::parse("INFO Timeout_Turn  5 0"), Some(info));
        assert_eq!(Command::parse("ÄÖ 7"), Some(Command::Unknown("ÄÖ".to_owned())));
    }

    #[test]
    fn non_numbers_are_refused() {
        for bad in [
            "START",
            "START x",
            "START 15 15",
            "START 4",
            "START -15",
            "RECTSTART 15",
            "RECTSTART 15,23",
        ] {
            assert!(matches!(Command::parse(bad), Some(Command::Start(Err(_)))), "{bad}");
        }
        for bad in ["", "5", "5,", "5,6,7", "a,b", "5 6", "99999999999999999999,1"] {
            assert!(pair(bad).is_err(), "{bad}");
            assert!(owned_stone(bad).is_err() || bad == "5,6,7");
        }
        assert_eq!(owned_stone("5,6,2"), Ok(((5, 6), Owner::Opponent)));
        assert!(owned_stone("5,6,3").is_err() && owned_stone("5,6,0").is_err());
    }
}
