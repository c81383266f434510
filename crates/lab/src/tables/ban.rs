//! What the ban on perpetual check decides among the positions that no mate decides.
//!
//! Whoever checks with every move while positions repeat loses; if both do, it is a draw. A game that goes on for ever
//! without a capture is therefore lost for a side that from some move on only checks, while the other side does not.
//! That makes a parity game of it: a move of side X that does not check counts 2, a move of its opponent Y that does
//! not check counts 1, every check counts 0, and Y wins if the greatest number that comes up for ever is 1. Such games
//! are won by strategies without memory. Then a line of play ends in a cycle, and what counts in the cycle is what the
//! judge of the room `rules` looks at.
//!
//! The positions that Y wins are found from outside in. Known are those won by mate. A *prison* is a set of positions
//! in which X, to move, does not lose at once only by checks, all of which Y can answer by a quiet move back into the
//! set, and so that moves of Y that do not check come up again and again. Positions of a prison are lost for X; all
//! from which Y can force the play into one are as well; and with these known there may be another prison. Prisons have
//! stages: the lower, the sooner it was found, and a position from which a prison or a position of lower stage is
//! reached has the stage after it. So whoever always goes to the lowest stage makes progress, except inside a prison,
//! where the other side can only check.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use super::retrograde::{Child, OPEN, Work, WorkError, is_open};
use chuhe_engine::tables::{BAN, MaterialClass, STAGE_MAX, TableValue, Tables};

/// Marks of open entries while prisons are looked for: a position may be in the prison, and the moves of Y that do not
/// check come up from there.
const MAYBE: u16 = 1;
const SURE: u16 = 2;

/// What can be said of a position of X that no mate decides.
enum Outlook {
    /// It has a move that keeps it out of the prison and of loss.
    Escapes,
    /// Every move loses; the stage of the position.
    Lost(u16),
    /// All moves that do not lose at once are checks.
    OnlyChecks,
}

/// Decides what the ban decides, of both sides.
pub(super) fn decide(
    work: &Work<'_>,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<(), WorkError> {
    // Bounds are no longer needed, and marks go in their place.
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

/// The highest stage in the tables of the classes that captures lead to from a class.
fn highest_stage(tables: &Tables, class: &MaterialClass) -> Option<u16> {
    let children = class.children();
    let tables = children.iter().filter_map(|child| tables.table(child));
    tables.filter_map(|table| table.header().highest_stage).max()
}

struct Ban<'a> {
    work: &'a Work<'a>,
    /// X, the side that checks.
    side: u64,
    /// The highest stage given so far, here or in a class that captures lead to.
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

    /// The numbers of positions with X to move, or Y.
    fn numbers(&self, of_checker: bool) -> std::ops::Range<u64> {
        let index = self.work.index;
        let side = if index.sides() == 1 || of_checker { self.side } else { 1 - self.side };
        side * index.size()..(side + 1) * index.size()
    }

    /// Open positions from which Y captures into a position that the ban decides for it, each with its stage.
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

    /// The open positions of X in which every move loses, and those in which only checks do not.
    #[expect(clippy::type_complexity, reason = "two lists of which each has one use")]
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
            // A loss by mates alone would have been found before.
            (false, false) => Outlook::Lost(stage + 1),
        })
    }

    /// The stage at which a move of X loses; 0 for a mate, none if it is not known to lose.
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

    /// The greatest prison among some positions of X in which only checks do not lose.
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
            // What Y can keep up while its moves that do not check come up again: from nothing, as far as it grows.
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

    /// Whether Y can answer every check that does not lose by a move back into the prison.
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

    /// Decides some positions, and all from which Y can force the play to them.
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
