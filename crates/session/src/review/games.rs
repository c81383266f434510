//! The list of the games in a reviewed file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::message::{ReviewRow, ReviewSummary};
use chuhe_formats::collection::{Collection, FileFormat, ReadError};
use chuhe_formats::game_files::GameReadError;
use chuhe_formats::{Game, Line};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_review::annotation::{
    Annotation, AnnotationError, AnnotationResults, PackedAnnotation, QueuedGame,
};

/// The maximum number of games in a file that are listed.
pub(super) const GAMES_MAX: usize = 10_000;
/// The maximum length of a game that can be annotated, in plies.
pub(super) const PLIES_MAX: usize = 1000;
/// The maximum number of moves in a game that can be annotated, including those in variations.
pub(super) const GAME_MOVES_MAX: usize = 20_000;
/// The maximum length, in characters, of each text in the list.
const TEXT_MAX: usize = 120;

#[derive(Clone, Debug)]
pub(crate) struct ListedGame {
    pub(super) row: ReviewRow,
    /// The number of moves in the game, including those in variations.
    pub(super) moves: usize,
}

/// The games in a file.
#[derive(Debug)]
pub(crate) struct ListedGames {
    pub(super) games: Vec<ListedGame>,
    /// The number of further games in the file.
    pub(super) more: usize,
    /// The memory that the largest game takes, in bytes.
    pub(super) largest: usize,
}

impl ListedGames {
    /// Lists the games in a file until `is_stopped` returns `true`. If there are no games, returns an error text.
    pub(super) fn read(
        collection: &Collection,
        is_stopped: impl Fn() -> bool,
    ) -> Result<Self, String> {
        let (mut games, mut more, mut largest) = (Vec::new(), 0, 0);
        for (number, game) in (1..).zip(collection.games()) {
            if is_stopped() {
                break;
            }
            let read = game.as_ref().map_or_else(ReadError::salvaged, Some);
            largest = largest.max(read.map_or(0, Game::memory));
            if number <= GAMES_MAX {
                games.push(ListedGame::read(number, game));
            } else {
                more += 1;
            }
        }
        match &games[..] {
            [] => Err(GameReadError::NoGames.localize()),
            [ListedGame { row, .. }] if row.plies == 0 => {
                Err(row.refused.clone().unwrap_or_else(|| GameReadError::NoGames.localize()))
            }
            _ => Ok(Self { games, more, largest }),
        }
    }
}

impl ListedGames {
    /// Restores annotations from search results. Those that belong to other games are left out.
    pub(super) fn restore(
        &mut self,
        collection: &Collection,
        mut results: BTreeMap<usize, AnnotationResults>,
        is_stopped: impl Fn() -> bool,
    ) -> BTreeMap<usize, Arc<PackedAnnotation>> {
        let mut annotated = BTreeMap::new();
        for (listed, (number, game)) in self.games.iter_mut().zip((1..).zip(collection.games())) {
            if results.is_empty() || is_stopped() {
                break;
            }
            let Some(found) = results.remove(&number).filter(|_| listed.is_open()) else {
                continue;
            };
            let game = QueuedGame::numbered(number, game);
            if let Some(packed) = PackedAnnotation::restore(game, found) {
                listed.row.review = Some(summary(&packed.unpack()));
                annotated.insert(number, Arc::new(packed));
            }
        }
        annotated
    }
}

/// The games in a file; `None` if its format is not recognized.
pub(super) fn collection(name: &str, bytes: Vec<u8>) -> Option<Collection> {
    let format = FileFormat::guess(name, &bytes)?;
    let collection = Collection::new(bytes, format);
    (!collection.is_empty()).then_some(collection)
}

impl ListedGame {
    fn read(number: usize, read: Result<Game, ReadError>) -> Self {
        let (game, note) = match read {
            Ok(game) => (Some(game), None),
            Err(error) => {
                let note = shortened(&error.localize());
                (error.into_salvaged(), Some(note))
            }
        };
        let Some(game) = game else {
            let row = ReviewRow { refused: note, ..empty_row(number) };
            return Self { row, moves: 0 };
        };
        let known = |name| shortened(game.known_tag(name).unwrap_or_default());
        let (plies, moves) = (game.line.moves.len(), count(&game.line));
        let refused = if plies == 0 {
            Some(note.clone().unwrap_or_else(|| AnnotationError::NoMoves.localize()))
        } else if plies > PLIES_MAX {
            Some(tr!("serve-review-plies", most = PLIES_MAX))
        } else if moves > GAME_MOVES_MAX {
            Some(tr!("serve-review-moves", most = GAME_MOVES_MAX))
        } else {
            None
        };
        let row = ReviewRow {
            red: known("Red"),
            black: known("Black"),
            event: known("Event"),
            date: known("Date"),
            result: game.outcome.text().to_owned(),
            plies,
            note: note.filter(|_| refused.is_none()),
            refused,
            ..empty_row(number)
        };
        Self { row, moves }
    }

    /// Whether the game can be annotated but has not been yet.
    pub(super) const fn is_open(&self) -> bool {
        self.row.refused.is_none() && self.row.review.is_none()
    }

    /// The number of positions to search for the game's annotation.
    pub(super) const fn positions(&self) -> usize {
        self.row.plies + 1
    }
}

const fn empty_row(game: usize) -> ReviewRow {
    ReviewRow {
        game,
        red: String::new(),
        black: String::new(),
        event: String::new(),
        date: String::new(),
        result: String::new(),
        plies: 0,
        note: None,
        refused: None,
        review: None,
    }
}

/// The quality of both sides' play.
pub(super) fn summary(annotation: &Annotation) -> ReviewSummary {
    let tenths = |percent: f64| (percent * 10.0).round() / 10.0;
    let [red, black] = &annotation.sides;
    ReviewSummary {
        accuracy: [red.accuracy.map(tenths), black.accuracy.map(tenths)],
        mistakes: [red.mistakes(), black.mistakes()],
    }
}

/// Counts the moves in a line, including those in variations.
fn count(line: &Line) -> usize {
    let inside = line.moves.iter().flat_map(|played| &played.variations).map(count);
    line.moves.len() + inside.sum::<usize>()
}

/// The beginning of a text, at most [`TEXT_MAX`] characters.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<ListedGames, String> {
        let collection = collection("a.pgn", text.as_bytes().to_vec()).unwrap();
        ListedGames::read(&collection, || false)
    }

    #[test]
    fn games_are_listed_with_their_faults() {
        let long = "1. a0a1 a9a8 2. a1a0 a8a9 ".repeat(PLIES_MAX / 4 + 1);
        let text = format!(
            "[Red \"Li\"]\n[Black \"?\"]\n[Date \"2026.??.??\"]\n\n1. h2e2 (1. b2e2 h7e7) *\n\n\
             [Red \"{}\"]\n\n1. h2e2 xyzzy *\n\n[Red \"a\"]\n\n1. xyzzy *\n\n[Red \"b\"]\n\n*\n\n\
             [Red \"c\"]\n\n{long} *\n",
            "x".repeat(200)
        );
        let listed = list(&text).unwrap();
        let rows: Vec<&ReviewRow> = listed.games.iter().map(|game| &game.row).collect();
        assert_eq!((rows.len(), listed.more), (5, 0));
        assert_eq!((&rows[0].red[..], &rows[0].black[..], rows[0].plies), ("Li", "", 1));
        assert_eq!(listed.games[0].moves, 3);
        assert!(rows[0].note.is_none() && listed.games[0].is_open());
        assert_eq!(rows[1].red.chars().count(), TEXT_MAX + 1);
        assert!(rows[1].note.is_some() && listed.games[1].is_open());
        for closed in &listed.games[2..] {
            assert!(closed.row.refused.is_some() && !closed.is_open(), "{closed:?}");
        }
        assert!(rows[4].refused.as_ref().unwrap().contains("1000"));
    }

    #[test]
    fn a_file_without_a_single_move_is_refused() {
        let error = list("[Red \"a\"]\n\n1. xyzzy *").unwrap_err();
        assert!(error.contains("xyzzy"), "{error}");
        assert!(collection("a.pgn", Vec::new()).is_none());
        assert!(collection("", b"nothing of the kind".to_vec()).is_none());
    }

    #[test]
    fn too_many_games_are_counted() {
        let listed = list(&"1. h2e2 *\n\n".repeat(GAMES_MAX + 3)).unwrap();
        assert_eq!((listed.games.len(), listed.more), (GAMES_MAX, 3));
    }
}
