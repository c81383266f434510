//! Finds the positions without a forced mate that the ban on perpetual check decides.
//!
//! A side that checks with every move while positions repeat loses; if both sides do, the game is a draw. An infinite
//! game without captures is therefore lost for a side that from some move on only checks, unless the other side does so
//! as well. This is a parity game: a move of side X that does not check has priority 2, a move of its opponent Y that
//! does not check has priority 1, and every check has priority 0. Y wins if priority 1 is the highest that recurs
//! forever. Parity games are won by strategies without memory. If both sides play by such strategies, the game ends in
//! a cycle, and the moves of the cycle are exactly what the judge in the engine's `rules` examines.
//!
//! The positions that Y wins are found from the outside in, starting from those won by mate. A *prison* is a set of
//! positions with X to move that meets three conditions: every move of X that does not lose at once is a check; Y can
//! answer each of these checks by a quiet move back into the set; and Y's moves that do not check recur forever. All
//! positions of a prison are lost for X, and so are all positions from which Y can force the game into one; once these
//! are known, there may be further prisons. Positions have *stages*: prisons found earlier have lower stages, and a
//! position from which play is forced into a prison or a position of a lower stage has the next stage. By always moving
//! to the lowest stage, the winner makes progress, except inside a prison, where the other side can only check.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::retrograde::{Child, OPEN, Work, WorkError, is_open};
use chuhe_engine::tables::{BAN, MaterialClass, STAGE_MAX, TableValue, Tables};

/// Marks on open entries in the search for prisons. `MAYBE`: the position may belong to the prison. `SURE`: in
/// addition, Y can force play to a move of Y that does not check.
const MAYBE: u16 = 1;
const SURE: u16 = 2;

/// The prospects of X in a position without a forced mate.
enum Outlook {
    /// X has a move that neither loses nor stays in a prison.
    Escapes,
    /// Every move loses. The number is the position's stage.
    Lost(u16),
    /// Every move that does not lose at once is a check.
    OnlyChecks,
}

/// Finds the positions that the ban decides, for both sides.
pub(super) fn decide(
    work: &Work<'_>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<(), WorkError> {
    // The bounds in open entries are no longer needed; marks take their place.
    for entry in work.entries() {
        if is_open(entry.load(Relaxed)) {
            entry.store(OPEN, Relaxed);
        }
    }
    let sides = if work.class().is_symmetric() { 1 } else { 2 };
    for side in 0..sides {
        if work.class().has_attackers(side) {
            Ban { work, side: side as u64, highest: highest_stage(work.smaller, &work.class()) }
                .decide(goes_on)?;
        }
    }
    Ok(())
}

/// The highest stage in the tables of the classes that captures lead to.
fn highest_stage(tables: &Tables, class: &MaterialClass) -> Option<u16> {
    let children = class.children();
    let tables = children.iter().filter_map(|child| tables.table(child));
    tables.filter_map(|table| table.header().highest_stage).max()
}

struct Ban<'a> {
    work: &'a Work<'a>,
    /// X, the side that checks.
    side: u64,
    /// The highest stage assigned so far, here or in a class that captures lead to.
    highest: Option<u16>,
}

impl Ban<'_> {
    fn decide(&mut self, goes_on: &(dyn Fn() -> bool + Sync)) -> Result<(), WorkError> {
        let mut seeds = self.winning_captures(goes_on)?;
        loop {
            let (lost, maybe) = self.candidates(goes_on)?;
            let prison = self.prison(maybe, goes_on)?;
            seeds.extend(lost);
            if !prison.is_empty() {
                let stage = self.highest.map_or(0, |highest| (highest + 2) & !1);
                seeds.extend(prison.into_iter().map(|number| (number, stage)));
            }
            if seeds.is_empty() {
                return Ok(());
            }
            self.spread(std::mem::take(&mut seeds))?;
        }
    }

    /// The range of numbers of the positions with X to move, or with Y to move.
    fn numbers(&self, of_checker: bool) -> std::ops::Range<u64> {
        let index = self.work.index;
        let side = if index.sides() == 1 || of_checker { self.side } else { 1 - self.side };
        side * index.size()..(side + 1) * index.size()
    }

    /// Finds open positions from which Y captures into a position won for it by the ban, each with its stage.
    fn winning_captures(
        &self,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<(u64, u16)>, WorkError> {
        if self.highest.is_none() {
            return Ok(Vec::new());
        }
        let found =
            self.work.for_all(self.numbers(false), &|_| goes_on(), Vec::new, |found, number| {
                if !is_open(self.work.entry(number)) {
                    return Ok(());
                }
                let Some(position) = self.work.position(number) else { return Ok(()) };
                let mut lowest = None;
                self.work.for_each_child(&position, |child| {
                    if let Child::Capture(TableValue::LossByBan(stage)) = child {
                        lowest = Some(lowest.unwrap_or(stage).min(stage));
                    }
                    true
                })?;
                if let Some(stage) = lowest {
                    found.push((number, stage + 1));
                }
                Ok(())
            })?;
        Ok(found.concat())
    }

    /// Returns the open positions with X to move in which every move loses, and those in which every move that does not
    /// lose is a check.
    #[expect(clippy::type_complexity, reason = "two lists, each used once")]
    fn candidates(
        &self,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<(Vec<(u64, u16)>, Vec<u64>), WorkError> {
        let found = self.work.for_all(
            self.numbers(true),
            &|_| goes_on(),
            || (Vec::new(), Vec::new()),
            |(lost, maybe), number| {
                if is_open(self.work.entry(number)) {
                    match self.outlook(number)? {
                        Outlook::Escapes => {}
                        Outlook::Lost(stage) => lost.push((number, stage)),
                        Outlook::OnlyChecks => maybe.push(number),
                    }
                }
                Ok(())
            },
        )?;
        let (lost, maybe): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        Ok((lost.concat(), maybe.concat()))
    }

    fn outlook(&self, number: u64) -> Result<Outlook, WorkError> {
        let Some(position) = self.work.position(number) else { return Ok(Outlook::Escapes) };
        let (mut escapes, mut checks_on, mut stage) = (false, false, 0);
        self.work.for_each_child(&position, |child| {
            match self.loses_by(child) {
                Some(by) => stage = stage.max(by),
                None => match child {
                    Child::Quiet { number, checks: true } if is_open(self.work.entry(number)) => {
                        checks_on = true;
                    }
                    _ => escapes = true,
                },
            }
            !escapes
        })?;
        Ok(match (escapes, checks_on) {
            (true, _) => Outlook::Escapes,
            (false, true) => Outlook::OnlyChecks,
            // A position lost by mates alone would no longer be open.
            (false, false) => Outlook::Lost(stage + 1),
        })
    }

    /// The stage of the lost position to which a move of X leads: 0 for a loss by mate, `None` if no loss is known.
    fn loses_by(&self, child: Child) -> Option<u16> {
        let value = match child {
            Child::Capture(value) => value,
            Child::Quiet { number, .. } => TableValue::from_code(self.work.entry(number))?,
        };
        match value {
            TableValue::WinIn(_) => Some(0),
            TableValue::WinByBan(stage) => Some(stage),
            _ => None,
        }
    }

    /// Returns the largest prison among positions in which every move of X that does not lose is a check.
    fn prison(
        &self,
        mut maybe: Vec<u64>,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Vec<u64>, WorkError> {
        let mark = |number: u64, marks: u16| {
            self.work.entries()[number as usize].store(OPEN | marks, Relaxed);
        };
        for &number in &maybe {
            mark(number, MAYBE);
        }
        loop {
            // Find the positions in which Y can keep X in the prison and force a move of its own that does not check.
            // At first, no position is known to be one of these.
            let mut grows = true;
            while grows {
                if !goes_on() {
                    return Err(WorkError::Stopped);
                }
                grows = false;
                for &number in &maybe {
                    if self.work.entry(number) & SURE == 0 && self.is_held(number)? {
                        mark(number, MAYBE | SURE);
                        grows = true;
                    }
                }
            }
            let before = maybe.len();
            let (sure, gone): (Vec<u64>, Vec<u64>) =
                maybe.into_iter().partition(|number| self.work.entry(*number) & SURE != 0);
            for number in gone {
                mark(number, 0);
            }
            if sure.len() == before {
                for &number in &sure {
                    mark(number, 0);
                }
                return Ok(sure);
            }
            for &number in &sure {
                mark(number, MAYBE);
            }
            maybe = sure;
        }
    }

    /// Whether, after every check that does not lose, Y can move back into the prison.
    fn is_held(&self, number: u64) -> Result<bool, WorkError> {
        let Some(position) = self.work.position(number) else { return Ok(false) };
        let mut answered = Ok(true);
        self.work.for_each_child(&position, |child| {
            if let (None, Child::Quiet { number, .. }) = (self.loses_by(child), child) {
                answered = self.is_answered(number);
            }
            matches!(answered, Ok(true))
        })?;
        answered
    }

    fn is_answered(&self, number: u64) -> Result<bool, WorkError> {
        let Some(position) = self.work.position(number) else { return Ok(false) };
        let mut found = false;
        self.work.for_each_child(&position, |child| {
            if let Child::Quiet { number, checks } = child {
                let entry = self.work.entry(number);
                found |= is_open(entry) && entry & if checks { SURE } else { MAYBE } != 0;
            }
            !found
        })?;
        Ok(found)
    }

    /// Decides the positions in `seeds`, and all positions from which Y can force play into them.
    fn spread(&mut self, seeds: Vec<(u64, u16)>) -> Result<(), WorkError> {
        let mut stages: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
        for (number, stage) in seeds {
            stages.entry(stage).or_default().push(number);
        }
        let mut stages_told = BTreeMap::new();
        while let Some((stage, numbers)) = stages.pop_first() {
            if stage + 2 >= STAGE_MAX {
                return Err(WorkError::TooLong);
            }
            for number in numbers {
                if !is_open(self.work.entry(number)) {
                    continue;
                }
                self.work.entries()[number as usize].store(BAN | stage, Relaxed);
                self.highest = self.highest.max(Some(stage));
                let mut before = Vec::new();
                self.work.for_each_before(number, |number| {
                    if is_open(self.work.entry(number)) {
                        before.push(number);
                    }
                });
                for number in before {
                    if stage.is_multiple_of(2) {
                        stages_told.entry(stage + 1).or_insert_with(Vec::new).push(number);
                    } else if let Outlook::Lost(stage) = self.outlook(number)? {
                        stages_told.entry(stage).or_insert_with(Vec::new).push(number);
                    }
                }
            }
            for (stage, numbers) in std::mem::take(&mut stages_told) {
                stages.entry(stage).or_default().extend(numbers);
            }
        }
        Ok(())
    }
}
