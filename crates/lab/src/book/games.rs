//! Makes books from games: selects the games and the moves that are used.

use std::ops::RangeInclusive;

use super::{BookBuilder, BookGame};
use chuhe_engine::board::Position;
use chuhe_engine::book::BookPlace;
use chuhe_engine::types::{Color, Move};
use chuhe_formats::{Game, Outcome};

/// The number of plies used from each game by default.
pub const PLIES: usize = 40;

/// Which games, and which of their moves, go into a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFilter {
    /// The maximum number of plies used from the beginning of each game.
    pub plies: usize,
    /// If given, only the moves of players whose names contain this text, ignoring case, are used.
    pub player: Option<String>,
    /// Only games with these outcomes are used. Games without a known outcome are never used, because they say nothing
    /// about how good their moves are.
    pub outcomes: Vec<Outcome>,
    /// If given, only games from these years are used; games without a year are left out.
    pub years: Option<RangeInclusive<u16>>,
}

impl Default for GameFilter {
    fn default() -> Self {
        let outcomes = vec![Outcome::Win(Color::Red), Outcome::Draw, Outcome::Win(Color::Black)];
        Self { plies: PLIES, player: None, outcomes, years: None }
    }
}

/// What a book takes from a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// This number of moves.
    Moves(usize),
    /// Nothing, because the outcome is unknown.
    NoOutcome,
    /// Nothing, because the filter excludes the game.
    NotWanted,
}

/// A move of a game, and whether it was chosen by a player rather than at random.
pub type ChosenMove = (Move, bool);

impl GameFilter {
    /// Adds the moves of a game to a book.
    pub fn take(&self, game: &Game, builder: &mut BookBuilder) -> Taken {
        let year = game.known_tag("Date").and_then(year);
        let sides = Color::ALL.map(|side| {
            let name = game.known_tag(if side == Color::Red { "Red" } else { "Black" });
            self.wants_player(name.unwrap_or_default())
        });
        let moves = game.moves().map(|mv| (mv, true));
        self.take_moves(&game.start, moves, game.outcome, year, sides, builder)
    }

    /// Adds moves played from a given position, up to the first illegal move.
    pub fn take_self_play(
        &self,
        start: &Position,
        moves: impl Iterator<Item = ChosenMove>,
        outcome: Outcome,
        builder: &mut BookBuilder,
    ) -> Taken {
        // In games that the engine plays against itself, the players have no names, so a filter by name excludes all
        // moves.
        let sides = [self.player.is_none(); 2];
        self.take_moves(start, moves, outcome, None, sides, builder)
    }

    fn take_moves(
        &self,
        start: &Position,
        moves: impl Iterator<Item = ChosenMove>,
        outcome: Outcome,
        year: Option<u16>,
        sides: [bool; 2],
        builder: &mut BookBuilder,
    ) -> Taken {
        let winner = match outcome {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
            Outcome::Unknown => return Taken::NoOutcome,
        };
        let is_of_years = match &self.years {
            None => true,
            Some(years) => year.is_some_and(|year| years.contains(&year)),
        };
        if !self.outcomes.contains(&outcome) || !is_of_years || sides == [false; 2] {
            return Taken::NotWanted;
        }
        let mut position = start.clone();
        // A move that recurs within a game counts once.
        let mut seen: Vec<(u64, Move)> = Vec::new();
        for (mv, is_chosen) in moves.take(self.plies) {
            let place = BookPlace::of(position.board());
            let side = position.side_to_move();
            let this = (place.key, place.to_book(mv));
            if !position.is_legal(mv) {
                break;
            }
            if is_chosen && sides[side.index()] && !seen.contains(&this) {
                builder.add_game_move(position.board(), mv, BookGame { winner, year });
                seen.push(this);
            }
            position.make_unchecked(mv, &mut ());
        }
        Taken::Moves(seen.len())
    }

    fn wants_player(&self, name: &str) -> bool {
        let Some(wanted) = &self.player else { return true };
        name.to_lowercase().contains(&wanted.to_lowercase())
    }
}

/// The year in a PGN date.
fn year(date: &str) -> Option<u16> {
    let year = date.trim().get(..4)?.parse().ok()?;
    (1000..=9999).contains(&year).then_some(year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_engine::book::Book;
    use chuhe_formats::collection::{Collection, FileFormat};

    const GAMES: &str = r#"[Red "Xu Yinchuan"]
[Black "Lü Qin"]
[Date "2001.05.03"]

1. h2e2 h9g7 2. h0g2 i9h9 1-0

[Red "吕钦"]
[Black "XU yinchuan"]
[Date "1999.??.??"]

1. g3g4 h9g7 1/2-1/2

[Red "Hu Ronghua"]
[Black "Liu Dahua"]

1. b2e2 b9c7 0-1

[Red "Li Laiqun"]

1. g0e2 *

[Red "Zhao"]

1. e0e1 e9e8 2. e1e0 e8e9 3. e0e1 e9e8 1/2-1/2
"#;

    fn made(filter: &GameFilter) -> (Vec<Taken>, Book) {
        let games = Collection::new(GAMES.as_bytes().to_vec(), FileFormat::Pgn);
        let mut builder = BookBuilder::default();
        let taken = games.games().map(|game| filter.take(&game.unwrap(), &mut builder)).collect();
        (taken, Book::from_bytes(builder.finish(1).unwrap()).unwrap())
    }

    use Taken::{Moves, NoOutcome, NotWanted};

    #[test]
    fn games_with_an_outcome_are_taken() {
        let (taken, book) = made(&GameFilter::default());
        assert_eq!(taken, [Moves(4), Moves(2), Moves(2), NoOutcome, Moves(4)]);
        let start = book.moves(Position::startpos().board());
        let of = |mv: &str| *start.iter().find(|found| found.mv.to_string() == mv).unwrap();
        assert_eq!((of("h2e2").wins, of("h2e2").losses), (1, 1), "h2e2 and b2e2 count as one move");
        assert_eq!((of("e0e1").draws, of("g3g4").years), (1, Some((1999, 1999))));
        assert_eq!(start.len(), 3);
    }

    #[test]
    fn filters_leave_out_the_others() {
        let all = GameFilter::default;
        let xu = GameFilter { player: Some("xu yin".to_owned()), ..all() };
        let (taken, book) = made(&xu);
        assert_eq!(taken, [Moves(2), Moves(1), NotWanted, NoOutcome, NotWanted]);
        assert_eq!(book.move_count(), 3, "only the player's own moves");
        let years = GameFilter { years: Some(2000..=2010), ..all() };
        assert_eq!(made(&years).0, [Moves(4), NotWanted, NotWanted, NoOutcome, NotWanted]);
        let short = GameFilter { plies: 1, ..all() };
        assert_eq!(made(&short).0, [Moves(1), Moves(1), Moves(1), NoOutcome, Moves(1)]);
        let lost = GameFilter { outcomes: vec![Outcome::Win(Color::Black)], ..all() };
        assert_eq!(made(&lost).0, [NotWanted, NotWanted, Moves(2), NoOutcome, NotWanted]);
    }

    #[test]
    fn years_are_those_of_dates() {
        assert_eq!((year("1956.12.15"), year("2024")), (Some(1956), Some(2024)));
        assert_eq!((year("19??.01.01"), year("0000.01.01"), year("")), (None, None, None));
    }
}
