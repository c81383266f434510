//! Parses the cloud's answers. An answer is a word, or consists of moves separated by `|`, each with `name:value`
//! pairs.

use serde::Serialize;

use super::CloudError;
use chuhe_engine::board::Position;
use chuhe_engine::types::{MATE, Move, Score};

/// Scores of at least this absolute value are mates or wins by rule, given as 30,000 minus the number of plies.
const MATE_FROM: i32 = 29_000;
/// The maximum number of characters shown from an invalid answer.
const SHOWN: usize = 80;

/// What the cloud knows about a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CloudAnswer {
    /// Whether the cloud knows moves; if not, the reason.
    pub status: CloudStatus,
    /// The known moves, best first.
    pub moves: Vec<CloudMove>,
}

/// Whether the cloud knows a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CloudStatus {
    /// The cloud knows moves.
    Known,
    /// The cloud does not know the position.
    Unknown,
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move is stalemated.
    Stalemate,
}

/// A move that the cloud knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CloudMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The move's score in the cloud's own units, from the mover's point of view; `None` if the move was not searched.
    /// The score of a mate is 30,000 minus the number of plies.
    pub score: Option<i32>,
    /// The move's rank: 2 for the best move, 1 for a good one, 0 for a bad one.
    pub rank: Option<i32>,
    /// The mover's winning chance in percent.
    pub winrate: Option<f64>,
    /// Marks and counts, unchanged from the cloud's answer.
    pub note: Option<String>,
}

/// Why an answer is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Problem {
    Busy,
    Odd(String),
}

impl Problem {
    pub(super) fn of(self, server: &str) -> CloudError {
        let server = server.to_owned();
        match self {
            Self::Busy => CloudError::Busy(server),
            Self::Odd(answer) => CloudError::Odd { server, answer },
        }
    }
}

impl CloudAnswer {
    /// Parses a server's answer about a position; used by [`super::ask`]. Public for the fuzz target.
    ///
    /// # Errors
    /// If the bytes are not a usable answer.
    #[doc(hidden)]
    pub fn read(server: &str, bytes: &[u8], position: &Position) -> Result<Self, CloudError> {
        read(bytes, position).map_err(|problem| problem.of(server))
    }
}

impl CloudMove {
    /// The score as a [`Score`].
    pub fn as_score(&self) -> Option<Score> {
        let score = self.score?;
        let plies = (MATE - score.abs()) as u16;
        Some(if score.abs() < MATE_FROM {
            Score::Cp(score)
        } else if score > 0 {
            Score::MateIn(plies)
        } else {
            Score::MatedIn(plies)
        })
    }
}

pub(super) fn read(bytes: &[u8], position: &Position) -> Result<CloudAnswer, Problem> {
    let text = String::from_utf8_lossy(bytes);
    // The server ends its answers with a zero byte.
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    let odd = || {
        let shown = text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c });
        Problem::Odd(shown.collect())
    };
    let status = match text {
        "unknown" => CloudStatus::Unknown,
        "checkmate" => CloudStatus::Checkmate,
        "stalemate" => CloudStatus::Stalemate,
        "rate limit exceeded" => return Err(Problem::Busy),
        _ => CloudStatus::Known,
    };
    if status != CloudStatus::Known {
        return Ok(CloudAnswer { status, moves: Vec::new() });
    }
    let moves = text.split('|').map(str::trim).filter(|part| !part.is_empty());
    let moves: Option<Vec<CloudMove>> = moves.map(read_move).collect();
    let mut moves = moves.filter(|moves| !moves.is_empty()).ok_or_else(odd)?;
    if moves.iter().any(|known| !position.is_legal(known.mv)) {
        return Err(odd());
    }
    moves.sort_by_key(|known| std::cmp::Reverse(known.score));
    Ok(CloudAnswer { status, moves })
}

fn read_move(part: &str) -> Option<CloudMove> {
    let field = |name: &str| {
        part.split(',').find_map(|field| {
            let (found, value) = field.split_once(':')?;
            (found.trim() == name).then(|| value.trim())
        })
    };
    let number = |name: &str| match field(name) {
        None | Some("??" | "") => Some(None),
        Some(text) => text.parse::<i32>().ok().map(Some),
    };
    Some(CloudMove {
        mv: field("move")?.parse().ok()?,
        score: number("score")?.filter(|score| (-MATE..=MATE).contains(score)),
        rank: number("rank")?,
        winrate: field("winrate")
            .and_then(|text| text.parse().ok())
            .filter(|rate| (0.0..=100.0).contains(rate)),
        note: field("note").filter(|note| !note.is_empty()).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn answer(text: &str) -> Result<CloudAnswer, Problem> {
        read(text.as_bytes(), &Position::startpos())
    }

    #[test]
    fn moves_come_with_their_known_values() {
        let text = "move:g3g4,score:0,rank:1,note:* (44-02),winrate:50.00|\
                    move:h2e2,score:3,rank:2,note:! (44-02),winrate:50.25|\
                    move:a0a1,score:??,rank:0,note:? (44-00)\n\0";
        let found = answer(text).unwrap();
        assert_eq!(found.status, CloudStatus::Known);
        let [best, second, last] = &found.moves[..] else { panic!("{found:?}") };
        assert_eq!((best.mv.to_string().as_str(), best.score), ("h2e2", Some(3)));
        assert_eq!((best.rank, best.winrate), (Some(2), Some(50.25)));
        assert_eq!((second.rank, second.note.as_deref()), (Some(1), Some("* (44-02)")));
        assert_eq!((last.score, last.winrate), (None, None));
    }

    /// Covers the smallest integer, whose absolute value does not fit in the type.
    #[test]
    fn scores_that_cannot_be_are_left_out() {
        for score in ["-2147483648", "2147483647", "30001", "-30001"] {
            let found = answer(&format!("move:h2e2,score:{score}")).unwrap();
            assert_eq!((found.moves[0].score, found.moves[0].as_score()), (None, None), "{score}");
        }
    }

    #[test]
    fn words_are_understood() {
        for (text, status) in [
            ("unknown", CloudStatus::Unknown),
            ("checkmate\0", CloudStatus::Checkmate),
            (" stalemate\r\n", CloudStatus::Stalemate),
        ] {
            assert_eq!(answer(text), Ok(CloudAnswer { status, moves: Vec::new() }));
        }
        assert_eq!(answer("rate limit exceeded"), Err(Problem::Busy));
    }

    #[test]
    fn anything_else_is_odd() {
        for text in [
            "",
            "|",
            "invalid board",
            "<html>\n<body>Welcome</body></html>",
            "{\"status\":\"ok\"}",
            "move:h2e2,score:many",
            "move:h2z9,score:1",
            "move:h0h5,score:1",
            "move:h2e2,score:1|score:5",
        ] {
            let Err(Problem::Odd(shown)) = answer(text) else { panic!("{text}") };
            assert!(!shown.contains('\n'));
        }
        let Err(Problem::Odd(shown)) = answer(&"长".repeat(1000)) else { panic!() };
        assert_eq!(shown.chars().count(), SHOWN);
    }

    #[test]
    fn scores_near_30000_are_mates() {
        let of = |score| {
            let text = format!("move:h2e2,score:{score}");
            answer(&text).unwrap().moves[0].as_score()
        };
        assert_eq!(of(29_997), Some(Score::MateIn(3)));
        assert_eq!(of(-29_996), Some(Score::MatedIn(4)));
        assert_eq!((of(-250), of(28_000)), (Some(Score::Cp(-250)), Some(Score::Cp(28_000))));
        assert_eq!(of(i32::MIN + 1), None);
    }

    proptest! {
        #[test]
        fn no_answer_is_too_strange(text in ".*|(move:h2e2,[a-z]*:[0-9.?-]{0,12}\\|?){0,5}") {
            let _ = answer(&text);
        }
    }
}
