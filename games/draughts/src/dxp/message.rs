//! The messages of DXP, version 1: a letter followed by fields of fixed widths.

use crate::board::Board;
use crate::notation::{hub_board, read_board};
use crate::variant::{Color, Variant};

/// The version of the protocol.
pub(super) const VERSION: u8 = 1;
/// The width of a name.
const NAME_LENGTH: usize = 32;
/// The number of squares of the board.
const SQUARES: usize = 50;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// `R`: a request to play a game.
    Request(Request),
    /// `A`: the answer to a request.
    Acceptance { name: String, code: char },
    /// `M`: a move.
    Move(Played),
    /// `E`: the game is over, with its result as the sender sees it.
    End { ending: Ending, is_last: bool },
    /// `C`: a chat text.
    Chat(String),
    /// `B`: a request to take back moves.
    BackRequest,
    /// `K`: the answer to a takeback request.
    BackAnswer(char),
}

/// A request for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub version: u8,
    /// The name of the requesting program.
    pub name: String,
    /// The follower's side.
    pub follower: Color,
    /// The time for all moves of a side; 0 means that none was specified.
    pub minutes: u16,
    /// The number of moves per side after which the game ends; 0 for no limit.
    pub moves: u16,
    /// The starting position.
    pub board: Board,
}

/// A move, as sent in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Played {
    pub seconds: u16,
    pub from: u8,
    pub to: u8,
    pub captured: Vec<u8>,
}

/// The result of a game, from the sender's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Unknown,
    Lost,
    Drawn,
    Won,
}

/// Why a message is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each message documents its error")]
pub enum MessageError {
    #[error("invalid DXP message {0:?}")]
    Kind(String),
    #[error("{0:?} ends before its {1}")]
    Short(String, &'static str),
    #[error("invalid {1}: {0:?}")]
    Field(String, &'static str),
}

/// The rest of a message being read.
struct Fields<'a> {
    whole: &'a str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize, what: &'static str) -> Result<&'a str, MessageError> {
        let (field, rest) = self
            .rest
            .split_at_checked(width)
            .ok_or_else(|| MessageError::Short(self.whole.to_owned(), what))?;
        self.rest = rest;
        Ok(field)
    }

    fn number<N: std::str::FromStr>(
        &mut self,
        width: usize,
        what: &'static str,
    ) -> Result<N, MessageError> {
        let field = self.take(width, what)?;
        // Some programs pad numbers with spaces instead of zeros.
        let number = field.trim().parse();
        number.map_err(|_| MessageError::Field(field.to_owned(), what))
    }

    fn letter(&mut self, what: &'static str) -> Result<char, MessageError> {
        self.take(1, what).map(|field| field.chars().next().unwrap_or(' '))
    }

    fn side(&mut self, what: &'static str) -> Result<Color, MessageError> {
        match self.letter(what)? {
            'W' => Ok(Color::White),
            'Z' => Ok(Color::Black),
            other => Err(MessageError::Field(other.to_string(), what)),
        }
    }
}

const fn side_letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

/// Translates between the protocol's letters for a position and those of the Hub protocol, which differ for Black.
fn exchange_letters(text: &str, pairs: [(char, char); 2]) -> String {
    let letter = |letter| pairs.iter().find(|(from, _)| *from == letter).map_or(letter, |it| it.1);
    text.chars().map(letter).collect()
}

fn name_field(name: &str) -> String {
    // A name is restricted to ASCII, because widths are counted in bytes.
    let plain: String = name.chars().map(|c| if c.is_ascii_graphic() { c } else { ' ' }).collect();
    format!("{plain:<NAME_LENGTH$.NAME_LENGTH$}")
}

impl Message {
    /// Parses a message, without its terminating zero byte.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        // Other bytes, in names and chat, are each read as one letter, so that widths stay correct.
        let ascii = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '?' };
        let text: String = bytes.iter().map(ascii).collect();
        let mut fields = Fields { whole: &text, rest: &text };
        let message = match fields.take(1, "letter")? {
            "R" => Self::Request(Request::read(&mut fields)?),
            "A" => {
                let name = fields.take(NAME_LENGTH, "name")?.trim().to_owned();
                Self::Acceptance { name, code: fields.letter("code")? }
            }
            "M" => Self::Move(Played::read(&mut fields)?),
            "E" => {
                let ending = match fields.letter("reason")? {
                    '0' => Ending::Unknown,
                    '1' => Ending::Lost,
                    '2' => Ending::Drawn,
                    '3' => Ending::Won,
                    other => return Err(MessageError::Field(other.to_string(), "reason")),
                };
                let is_last = match fields.letter("stop code")? {
                    '0' => false,
                    '1' => true,
                    other => return Err(MessageError::Field(other.to_string(), "stop code")),
                };
                Self::End { ending, is_last }
            }
            "C" => Self::Chat(fields.rest.to_owned()),
            "B" => Self::BackRequest,
            "K" => Self::BackAnswer(fields.letter("code")?),
            _ => return Err(MessageError::Kind(text.clone())),
        };
        Ok(message)
    }

    /// The message as sent, with the zero byte at the end.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = match self {
            Self::Request(request) => request.text(),
            Self::Acceptance { name, code } => format!("A{}{code}", name_field(name)),
            Self::Move(played) => played.text(),
            Self::End { ending, is_last } => {
                let reason = match ending {
                    Ending::Unknown => '0',
                    Ending::Lost => '1',
                    Ending::Drawn => '2',
                    Ending::Won => '3',
                };
                format!("E{reason}{}", u8::from(*is_last))
            }
            Self::Chat(text) => format!("C{}", text.replace('\0', " ")),
            // This program never takes moves back, so the number does not matter.
            Self::BackRequest => "B001W".to_owned(),
            Self::BackAnswer(code) => format!("K{code}"),
        };
        let mut bytes = text.into_bytes();
        bytes.push(0);
        bytes
    }
}

impl Request {
    fn read(fields: &mut Fields<'_>) -> Result<Self, MessageError> {
        let version = fields.number(2, "version")?;
        let name = fields.take(NAME_LENGTH, "name")?.trim().to_owned();
        let follower = fields.side("side")?;
        let minutes = fields.number(3, "time")?;
        let moves = fields.number(3, "number of moves")?;
        let board = match fields.letter("kind of position")? {
            'A' => Board::start(Variant::International),
            'B' => {
                let text = fields.take(1 + SQUARES, "position")?;
                let hub = exchange_letters(text, [('z', 'b'), ('Z', 'B')]);
                read_board(Variant::International, &hub)
                    .map_err(|_| MessageError::Field(text.to_owned(), "position"))?
            }
            other => return Err(MessageError::Field(other.to_string(), "kind of position")),
        };
        Ok(Self { version, name, follower, minutes, moves, board })
    }

    fn text(&self) -> String {
        let position = if self.board == Board::start(Variant::International) {
            "A".to_owned()
        } else {
            format!("B{}", exchange_letters(&hub_board(&self.board), [('b', 'z'), ('B', 'Z')]))
        };
        let Self { version, minutes, moves, .. } = self;
        let (name, side) = (name_field(&self.name), side_letter(self.follower));
        format!("R{version:02}{name}{side}{minutes:03}{moves:03}{position}")
    }
}

impl Played {
    fn read(fields: &mut Fields<'_>) -> Result<Self, MessageError> {
        let seconds = fields.number(4, "time")?;
        let from = fields.number(2, "square")?;
        let to = fields.number(2, "square")?;
        let count: usize = fields.number(2, "number of captured pieces")?;
        let captured =
            (0..count).map(|_| fields.number(2, "square")).collect::<Result<Vec<u8>, _>>()?;
        Ok(Self { seconds, from, to, captured })
    }

    fn text(&self) -> String {
        let Self { seconds, from, to, captured } = self;
        let seconds = (*seconds).min(9999);
        let pieces: Vec<String> = captured.iter().map(|square| format!("{square:02}")).collect();
        format!("M{seconds:04}{from:02}{to:02}{:02}{}", pieces.len(), pieces.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Message, MessageError> {
        Message::read(text.as_bytes())
    }

    #[test]
    fn messages_are_read_back() {
        let start = Board::start(Variant::International);
        let other = read_board(Variant::International, "B:WK3,40:BK46,7").unwrap();
        let request = |board| {
            let (name, follower) = ("somebody".to_owned(), Color::Black);
            Message::Request(Request { version: 1, name, follower, minutes: 5, moves: 75, board })
        };
        let played = Played { seconds: 12, from: 28, to: 19, captured: vec![23] };
        for message in [
            request(start),
            request(other),
            Message::Acceptance { name: "somebody else".to_owned(), code: '0' },
            Message::Move(played),
            Message::End { ending: Ending::Drawn, is_last: true },
            Message::Chat("good game".to_owned()),
            Message::BackRequest,
            Message::BackAnswer('1'),
        ] {
            let mut bytes = message.bytes();
            assert_eq!(bytes.pop(), Some(0));
            assert_eq!(Message::read(&bytes), Ok(message));
        }
    }

    #[test]
    fn forms_are_those_of_the_protocol() {
        let request = read("R01Tornado voor Windows 4.0        W060065A").unwrap();
        let Message::Request(request) = request else { panic!("{request:?}") };
        assert_eq!(request.name, "Tornado voor Windows 4.0");
        assert_eq!((request.follower, request.minutes, request.moves), (Color::White, 60, 65));
        let played = Played { seconds: 13, from: 25, to: 43, captured: vec![20, 24, 30, 38] };
        assert_eq!(read("M001325430420243038"), Ok(Message::Move(played)));
        assert_eq!(read("E00"), Ok(Message::End { ending: Ending::Unknown, is_last: false }));
    }

    #[test]
    fn invalid_messages_are_refused() {
        for (text, reason) in [
            ("", "\"\" ends before its letter"),
            ("X", "invalid DXP message \"X\""),
            ("M0001", "\"M0001\" ends before its square"),
            ("M00x13228", "invalid time: \"00x1\""),
            ("M00013228029", "\"M00013228029\" ends before its square"),
            ("E90", "invalid reason: \"9\""),
            ("E0", "\"E0\" ends before its stop code"),
            ("R01short", "\"R01short\" ends before its name"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), reason);
        }
        let position = "W".repeat(51);
        let request = format!("R01{:32}W005000B{position}", "x");
        assert!(read(&request).is_ok());
        let request = format!("R01{:32}W005000B{}", "x", position.replace('W', "q"));
        assert!(matches!(read(&request), Err(MessageError::Field(_, "position"))));
        // Each byte outside ASCII takes one column of a field.
        let mut bytes = b"A".to_vec();
        bytes.extend([0xe9; 32]);
        bytes.push(b'0');
        assert!(matches!(Message::read(&bytes), Ok(Message::Acceptance { code: '0', .. })));
    }
}
