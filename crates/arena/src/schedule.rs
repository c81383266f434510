//! The schedule of a match: which engines play which game, in which round.

use std::fmt;

use serde::Serialize;

/// The pairing of the engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum TournamentFormat {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first `n` engines each meet all the others.
    Gauntlet(usize),
}

/// The name in files: `round robin`, `gauntlet of 2`.
impl fmt::Display for TournamentFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoundRobin => f.write_str("round robin"),
            Self::Gauntlet(seeds) => write!(f, "gauntlet of {seeds}"),
        }
    }
}

impl TournamentFormat {
    /// The format with this name in files; `None` if unknown.
    pub fn of_name(name: &str) -> Option<Self> {
        if name == "round robin" {
            return Some(Self::RoundRobin);
        }
        name.strip_prefix("gauntlet of ")?.parse().ok().map(Self::Gauntlet)
    }
}

/// All games of a match, in order. All pairings of a round play the same opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The number of rounds.
    rounds: u32,
    games_per_encounter: u32,
    /// Whether the engines exchange colours.
    swap: bool,
}

/// A scheduled game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The game's number in the schedule, from 0.
    pub number: u32,
    /// The game's round, from 0, which determines the opening.
    pub round: u32,
    /// The game's encounter, from 0. The games of an encounter share their engines and their opening.
    pub encounter: u32,
    /// The engines that play Red and Black, as indices.
    pub engines: [usize; 2],
    /// The same engines in the order of the pairing; results are counted from the first one's point of view.
    pub pairing: [usize; 2],
}

impl Schedule {
    /// The games of `engines` engines (2 or more), with `games` (1 or 2) per encounter. If `swap` is set, the engines
    /// exchange colours after each game of an encounter or, if an encounter has only one game, after each round.
    ///
    /// ```
    /// use chuhe_arena::{Schedule, TournamentFormat};
    ///
    /// let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 10, 2, true);
    /// assert_eq!(schedule.len(), 20);
    /// assert_eq!(schedule.fixture(0).engines, [0, 1]);
    /// assert_eq!(schedule.fixture(1).engines, [1, 0]);
    /// ```
    pub fn new(
        engines: usize,
        format: TournamentFormat,
        rounds: u32,
        games: u32,
        swap: bool,
    ) -> Self {
        let seeds = match format {
            TournamentFormat::RoundRobin => engines,
            TournamentFormat::Gauntlet(seeds) => seeds,
        };
        let pairings = (0..seeds).flat_map(|one| {
            let first = match format {
                TournamentFormat::RoundRobin => one + 1,
                TournamentFormat::Gauntlet(seeds) => seeds,
            };
            (first..engines).map(move |other| [one, other])
        });
        Self { pairings: pairings.collect(), rounds, games_per_encounter: games, swap }
    }

    /// The pairs of engines that meet, as indices into the engines.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of games.
    pub fn len(&self) -> u32 {
        self.rounds * self.pairings.len() as u32 * self.games_per_encounter
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of rounds.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether each encounter has two games, with colours exchanged between them.
    pub fn is_paired(&self) -> bool {
        self.games_per_encounter == 2 && self.swap
    }

    /// The number of an encounter's first game.
    pub fn first_of(&self, encounter: u32) -> u32 {
        encounter * self.games_per_encounter
    }

    /// The game with this number. The same pattern continues from [`Self::len`] on, so rounds can be added.
    pub fn fixture(&self, number: u32) -> Fixture {
        let encounter = number / self.games_per_encounter;
        let count = self.pairings.len() as u32;
        let (round, pairing) = (encounter / count, self.pairings[(encounter % count) as usize]);
        let turn =
            if self.games_per_encounter == 2 { number % self.games_per_encounter } else { round };
        let mut engines = pairing;
        if self.swap && turn % 2 == 1 {
            engines.reverse();
        }
        Fixture { number, round, encounter, engines, pairing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(schedule: &Schedule) -> Vec<(u32, [usize; 2])> {
        (0..schedule.len())
            .map(|number| schedule.fixture(number))
            .map(|fixture| (fixture.round, fixture.engines))
            .collect()
    }

    #[test]
    fn two_engines_change_colours() {
        let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 2, 2, true);
        assert_eq!(games(&schedule), [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0])]);
        assert!(schedule.is_paired());
        let single = Schedule::new(2, TournamentFormat::RoundRobin, 2, 1, true);
        assert_eq!(games(&single), [(0, [0, 1]), (1, [1, 0])]);
        let fixed = Schedule::new(2, TournamentFormat::RoundRobin, 2, 2, false);
        assert!(games(&fixed).iter().all(|&(_, engines)| engines == [0, 1]) && !fixed.is_paired());
    }

    #[test]
    fn everyone_meets_everyone_and_a_gauntlet_only_its_seeds() {
        assert_eq!(
            Schedule::new(3, TournamentFormat::RoundRobin, 1, 2, true).pairings(),
            [[0, 1], [0, 2], [1, 2]]
        );
        assert_eq!(
            Schedule::new(4, TournamentFormat::Gauntlet(2), 1, 2, true).pairings(),
            [[0, 2], [0, 3], [1, 2], [1, 3]]
        );
        assert!(Schedule::new(1, TournamentFormat::RoundRobin, 5, 2, true).is_empty());
    }

    #[test]
    fn formats_have_names() {
        for format in [TournamentFormat::RoundRobin, TournamentFormat::Gauntlet(3)] {
            assert_eq!(TournamentFormat::of_name(&format.to_string()), Some(format));
        }
        assert_eq!(TournamentFormat::of_name("gauntlet of -1"), None);
        assert_eq!(TournamentFormat::of_name("swiss"), None);
    }

    #[test]
    fn more_rounds_leave_earlier_games_as_they_were() {
        let short = Schedule::new(3, TournamentFormat::RoundRobin, 1, 2, true);
        let long = Schedule::new(3, TournamentFormat::RoundRobin, 9, 2, true);
        assert!((0..short.len()).all(|number| short.fixture(number) == long.fixture(number)));
        let fixture = long.fixture(7);
        assert_eq!((fixture.round, fixture.encounter, fixture.engines), (1, 3, [1, 0]));
    }
}
