//! Recognizes games other than xiangqi, whose moves must not be read as xiangqi moves.

use std::fmt;

/// The game that a file contains instead of xiangqi.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each variant is the name of a game")]
pub enum OtherGame {
    InternationalChess,
    Shogi,
    Janggi,
    /// A game that a tag names.
    Variant(String),
}

impl fmt::Display for OtherGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InternationalChess => f.write_str("international chess"),
            Self::Shogi => f.write_str("shogi"),
            Self::Janggi => f.write_str("janggi"),
            Self::Variant(name) => write!(f, "{name:?}"),
        }
    }
}

/// The tags that name a game, as they are written in a file.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NamingTags<'a> {
    pub(super) variant: Option<&'a str>,
    pub(super) game: Option<&'a str>,
    /// Whether there is a tag `Red`, which only xiangqi has.
    pub(super) has_red: bool,
}

impl OtherGame {
    /// The other game that tags name, if they do.
    pub(super) fn of_tags(tags: NamingTags<'_>) -> Option<Self> {
        let game = tags.game.map(plain);
        let is_xiangqi = tags.has_red || game.as_deref().is_some_and(is_xiangqi);
        if let Some(variant) = tags.variant {
            let name = plain(variant);
            return match &name[..] {
                "" => None,
                name if is_xiangqi_only(name) => None,
                "janggi" | "koreanchess" => Some(Self::Janggi),
                "shogi" => Some(Self::Shogi),
                name if is_usual(name) => None,
                // Whatever else xiangqi players call it.
                _ if is_xiangqi && !name.contains("xiangqi") => None,
                name if is_international(name) => Some(Self::InternationalChess),
                _ => Some(Self::Variant(variant.trim().to_owned())),
            };
        }
        // The tag may also hold a number or a title.
        match game.as_deref().filter(|_| !tags.has_red)? {
            "janggi" | "koreanchess" => Some(Self::Janggi),
            "shogi" => Some(Self::Shogi),
            name if is_international(name) => Some(Self::InternationalChess),
            _ => None,
        }
    }

    /// International chess, if the moves of a game begin at its start position, and none of them is only a xiangqi
    /// move. Some games of xiangqi consist of such moves; only one with an illegal move, or with the usual variant of
    /// some unnamed game, is suspicious.
    pub(super) fn of_moves(words: &[&str]) -> Option<Self> {
        let [first, second, ..] = words else { return None };
        let is_chess = opens(first, ['3', '4'], '1')
            && opens(second, ['6', '5'], '8')
            && words.iter().all(|word| is_chess_move(word));
        is_chess.then_some(Self::InternationalChess)
    }

    /// International chess, if a FEN has a board of eight ranks and files.
    pub(super) fn of_fen(fen: &str) -> Option<Self> {
        let board = fen.trim().trim_matches('"').split_whitespace().next()?;
        let ranks: Vec<_> = board.split('/').map(files_in_rank).collect();
        let is_chess =
            ranks.len() == 8 && ranks.iter().all(|files_in_rank| *files_in_rank == Some(8));
        is_chess.then_some(Self::InternationalChess)
    }
}

fn files_in_rank(rank: &str) -> Option<u32> {
    let files = rank.chars().map(|c| match c {
        '1'..='8' => c.to_digit(10),
        _ if "KQRBNPkqrbnp".contains(c) => Some(1),
        _ => None,
    });
    files.sum::<Option<u32>>()
}

impl NamingTags<'_> {
    /// Whether the tag `Variant` says that the game is the usual one of the program that wrote the file.
    pub(super) fn is_usual(self) -> bool {
        !self.has_red && self.variant.is_some_and(|variant| is_usual(&plain(variant)))
    }
}

fn is_usual(variant: &str) -> bool {
    ["standard", "normal", "fromposition"].contains(&variant)
}

/// A name without case, white space and punctuation, so that `Chinese Chess` and `chinese-chess` are the same.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_xiangqi(name: &str) -> bool {
    is_xiangqi_only(name) || name.contains("xiangqi")
}

/// Whether a name means xiangqi itself, unlike `minixiangqi`.
fn is_xiangqi_only(name: &str) -> bool {
    let names = [
        "xiangqi",
        "chinesechess",
        "cchess",
        "xq",
        "象棋",
        "中国象棋",
        "中國象棋",
        "cotuong",
        "cờtướng",
    ];
    names.contains(&name) || ["xiangqichinesechess", "chinesechessxiangqi"].contains(&name)
}

fn is_international(name: &str) -> bool {
    let names = ["chess", "internationalchess", "westernchess", "国际象棋", "國際象棋"];
    names.contains(&name)
}

/// Whether a move is one of a side's first moves in international chess: a pawn to one of the given ranks, or a knight
/// from its home rank.
fn opens(word: &str, ranks: [char; 2], home: char) -> bool {
    let (near, pawns) = (ranks[0], if home == '1' { '2' } else { '7' });
    let squares: Vec<char> = word.chars().filter(|c| !matches!(c, '-' | '+' | '#')).collect();
    match squares[..] {
        [file, rank] => is_file(file) && ranks.contains(&rank),
        ['N', file, rank] => matches!(file, 'a' | 'c' | 'f' | 'h') && rank == near,
        [from, start, file, rank] if start == pawns => {
            is_file(from) && from == file && ranks.contains(&rank)
        }
        ['b', start, 'a' | 'c', rank] | ['g', start, 'f' | 'h', rank] => {
            start == home && rank == near
        }
        _ => false,
    }
}

/// Whether a word has the form of a move in international chess, in standard or coordinate notation.
fn is_chess_move(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    if matches!(word, "O-O" | "O-O-O" | "0-0" | "0-0-0") {
        return true;
    }
    let word: Vec<char> = word.chars().filter(|c| !matches!(c, 'x' | '-' | ':' | '=')).collect();
    let word = match &word[..] {
        [squares @ .., 'Q' | 'R' | 'B' | 'N' | 'q' | 'r' | 'b' | 'n']
            if squares.last().is_some_and(|rank| matches!(rank, '1' | '8')) =>
        {
            squares
        }
        word => word,
    };
    let squares = match word {
        ['K' | 'Q' | 'R' | 'B' | 'N', squares @ ..] | squares => squares,
    };
    match *squares {
        [file, rank] => is_file(file) && is_rank(rank),
        [from, file, rank] => (is_file(from) || is_rank(from)) && is_file(file) && is_rank(rank),
        [from, start, file, rank] => {
            is_file(from) && is_rank(start) && is_file(file) && is_rank(rank)
        }
        _ => false,
    }
}

fn is_rank(c: char) -> bool {
    matches!(c, '1'..='8')
}

const fn is_file(c: char) -> bool {
    matches!(c, 'a'..='h')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lines, pgn};

    fn other(text: &str) -> Option<OtherGame> {
        let problem = |read: Result<crate::Game, crate::collection::ReadError>| match read {
            Err(error) if error.salvaged().is_none() => match error.problem {
                crate::collection::ReadProblem::OtherGame(other) => Some(other),
                _ => None,
            },
            _ => None,
        };
        let [pgn, line] = [pgn::read(text).next(), lines::read(text).next()];
        pgn.and_then(problem).or_else(|| line.and_then(problem))
    }

    #[test]
    fn games_of_international_chess_are_recognized() {
        for text in [
            "[Variant \"Standard\"]\n\n1. e4 e5 *",
            "[Game \"Chess\"]\n\n1. e4 e5 *",
            "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Nf6 5. Re1 b5 6. exd5 e8=Q+ 1-0",
            "1. d4 Nf6 2. c4 g6 *",
            "1. e2-e4 e7-e5 2. Ng1-f3 *",
            "e2e4 e7e5 g1f3 b8c6",
            "g1f3 d7d5 e7e8q",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Rh8+ *",
        ] {
            assert_eq!(other(text), Some(OtherGame::InternationalChess), "{text}");
        }
    }

    #[test]
    fn tags_name_other_games() {
        let named = |value: &str| other(&format!("[Variant \"{value}\"]\n\n1. h2e2 h9g7 *"));
        assert_eq!(named("Janggi"), Some(OtherGame::Janggi));
        assert_eq!(named("shogi"), Some(OtherGame::Shogi));
        for variant in ["Atomic", "minixiangqi", "Manchu"] {
            assert_eq!(named(variant), Some(OtherGame::Variant(variant.to_owned())));
        }
        for variant in
            ["xiangqi", "Xiangqi", "Chinese Chess", "Xiangqi (Chinese Chess)", "象棋", ""]
        {
            assert_eq!(named(variant), None, "{variant}");
        }
        for variant in ["Standard", "normal", "From Position"] {
            assert_eq!(named(variant), None, "{variant}");
        }
        // A label in a file of xiangqi.
        for tag in ["[Red \"A\"]", "[Game \"Chinese Chess\"]"] {
            assert_eq!(other(&format!("{tag}\n[Variant \"standard\"]\n\n1. h2e2 *")), None);
        }
        assert_eq!(other("[Game \"7\"]\n\n1. h2e2 *"), None);
    }

    #[test]
    fn broken_games_of_xiangqi_are_still_xiangqi() {
        for text in [
            "1. h2e2 h9g7 2. h2h3 *",
            "1. e4 e5 2. e9 *",
            "1. e4 e5 2. Ce3 e4 *",
            "1. Na3 Nc7 2. Nf3 *",
            "1. b2b4 b7b5 2. b2b3 i9h9 *",
            "1. d4 *",
        ] {
            assert_eq!(other(text), None, "{text}");
        }
    }
}
