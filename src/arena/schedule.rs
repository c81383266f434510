//! Who plays whom, when, and with which opening.

use serde::Serialize;

/// The form of a match among several engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub enum TournamentFormat {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first `n` engines each meet all the others.
    Gauntlet(usize),
}

/// All games of a match, in order. A round gives every pairing one opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// How often everybody meets, each time with a new opening.
    rounds: u32,
    games_per_encounter: u32,
    /// Whether colours change.
    swap: bool,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its place in the schedule, 0 first.
    pub number: u32,
    /// The round, 0 first.
    pub round: u32,
    /// Games with the same encounter are a pair: same engines, same opening.
    pub encounter: u32,
    /// Who has Red and who Black, as places in the list of engines.
    pub engines: [usize; 2],
    /// The first of these is the one from whose view the encounter counts.
    pub pairing: [usize; 2],
}

impl Schedule {
    /// The games of `engines` engines, whose number is 2 or more. `games` is 1 or 2 an encounter; with `swap` colours change between the two, or
    /// from round to round.
    ///
    /// ```
    /// use chuhe::arena::{Schedule, TournamentFormat};
    ///
    /// let schedule = Schedule::new(2, TournamentFormat::RoundRobin, 10, 2, true);
    /// assert_eq!(schedule.len(), 20);
    /// assert_eq!(schedule.fixture(0).engines, [0, 1]);
    /// assert_eq!(schedule.fixture(1).engines, [1, 0]);
    /// ```
    #[must_use]
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
        let first = |one: usize| match format {
            TournamentFormat::RoundRobin => one + 1,
            TournamentFormat::Gauntlet(seeds) => seeds,
        };
        let pairings =
            (0..seeds).flat_map(|one| (first(one)..engines).map(move |other| [one, other]));
        Self { pairings: pairings.collect(), rounds, games_per_encounter: games, swap }
    }

    /// The pairs of engines that meet.
    #[must_use]
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many games there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.rounds * self.pairings.len() as u32 * self.games_per_encounter
    }

    /// Whether there is no game.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many rounds there are.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether encounters are two games with colours exchanged.
    #[must_use]
    pub fn is_paired(&self) -> bool {
        self.games_per_encounter == 2 && self.swap
    }

    /// The number of the first game of an encounter.
    #[must_use]
    pub fn first_of(&self, encounter: u32) -> u32 {
        encounter * self.games_per_encounter
    }

    /// The game of a number. Numbers beyond [`Self::len`] go on in the same way, so that rounds can be added.
    #[must_use]
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
    fn more_rounds_leave_earlier_games_as_they_were() {
        let short = Schedule::new(3, TournamentFormat::RoundRobin, 1, 2, true);
        let long = Schedule::new(3, TournamentFormat::RoundRobin, 9, 2, true);
        assert!((0..short.len()).all(|number| short.fixture(number) == long.fixture(number)));
        let fixture = long.fixture(7);
        assert_eq!((fixture.round, fixture.encounter, fixture.engines), (1, 3, [1, 0]));
    }
}
