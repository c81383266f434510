//! Whether the machine has a free processor for every thread that searches at the same time.

use std::fs;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

use super::process;

/// Too few free processors for the searches of a match. Engines then lose games on time that they would not lose
/// otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overload {
    /// The number of threads that search at the same time in a game.
    pub threads: usize,
    /// The number of games played at a time.
    pub games: usize,
    /// The number of processors that the games may use.
    pub processors: usize,
    /// How many of these processors other programs left free before the match.
    pub free: f64,
}

/// How long the use of the processors is measured, and how often before the machine counts as busy.
const SAMPLE: Duration = Duration::from_millis(100);
const SAMPLES: u32 = 3;
/// By how much the free processors may fall short of the threads: no machine is completely idle.
const TOLERANCE: f64 = 0.5;

impl Overload {
    /// Checks whether `games` games at a time, each with `threads` threads that search at the same time, have a free
    /// processor for each thread. `bound` is the number of processors to which games are bound, or 0.
    pub(super) fn find(games: usize, threads: usize, bound: usize) -> Option<Self> {
        let available = thread::available_parallelism().map_or(1, NonZero::get);
        let processors = if bound > 0 { bound.min(games) } else { available };
        let mut load = Self { threads, games, processors, free: processors as f64 };
        if load.is_overload() {
            return Some(load);
        }
        // A program that starts or ends uses a processor for a moment, so only repeated measurements count.
        for _ in 0..SAMPLES {
            load.free = free_processors()?.min(processors as f64);
            if !load.is_overload() {
                return None;
            }
        }
        Some(load)
    }

    fn is_overload(&self) -> bool {
        (self.games * self.threads) as f64 > self.free + TOLERANCE
    }

    /// Whether the games alone need too many processors, whatever other programs use.
    pub fn is_by_games(&self) -> bool {
        self.games * self.threads > self.processors
    }

    /// The number of games for which there are enough processors; 0 if there are too few for a single game.
    pub fn games_max(&self) -> usize {
        (self.free + TOLERANCE) as usize / self.threads.max(1)
    }
}

/// The number of processors that are idle now, among those that this process may use; `None` if unknown.
fn free_processors() -> Option<f64> {
    let mine = process::processors().ok()?;
    let before = times()?;
    thread::sleep(SAMPLE);
    let after = times()?;
    let find =
        |times: &[ProcessorTime], number| times.iter().find(|it| it.number == number).copied();
    let free = mine.iter().filter_map(|&number| {
        let (before, after) = (find(&before, number)?, find(&after, number)?);
        let total = after.total.saturating_sub(before.total);
        let idle = after.idle.saturating_sub(before.idle);
        Some(if total == 0 { 1.0 } else { idle as f64 / total as f64 })
    });
    Some(free.sum())
}

/// What a processor has done since the start of the system, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProcessorTime {
    number: usize,
    idle: u64,
    total: u64,
}

fn times() -> Option<Vec<ProcessorTime>> {
    fs::read_to_string("/proc/stat").ok().map(|text| parse(&text))
}

/// Parses the lines `cpuN user nice system idle iowait irq softirq steal …` of `/proc/stat`.
fn parse(text: &str) -> Vec<ProcessorTime> {
    text.lines()
        .filter_map(|line| {
            let (name, rest) = line.split_once(' ')?;
            let number = name.strip_prefix("cpu")?.parse().ok()?;
            let ticks =
                rest.split_whitespace().take(8).map(str::parse).collect::<Result<Vec<u64>, _>>();
            let ticks = ticks.ok()?;
            let idle = ticks.get(3)? + ticks.get(4)?;
            Some(ProcessorTime { number, idle, total: ticks.iter().sum() })
        })
        .collect()
}

/// Whether the processors were overloaded in the last minute; false if unknown.
pub(super) fn was_busy() -> bool {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: Option<f64> = text.split(' ').next().and_then(|word| word.parse().ok());
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    load.is_some_and(|load| load > processors as f64 + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_times_are_parsed() {
        let text = "cpu  9 9 9 9 9 9 9 9 0 0\ncpu0 1 2 3 40 5 6 7 8 9 10\ncpu12 0 0 0 7 0 0 0 0 0 0\nintr 5\n";
        let expected = [
            ProcessorTime { number: 0, idle: 45, total: 72 },
            ProcessorTime { number: 12, idle: 7, total: 7 },
        ];
        assert_eq!(parse(text), expected);
        assert!(parse("cpu0 x\ncpu1 1 2\n").is_empty());
    }

    #[test]
    fn more_threads_than_free_processors_are_an_overload() {
        let overload = |games, threads, processors, free| {
            let found = Overload { threads, games, processors, free };
            (found.is_overload(), found.is_by_games(), found.games_max())
        };
        assert_eq!(overload(2, 1, 2, 2.0), (false, false, 2));
        assert_eq!(overload(2, 1, 2, 1.6), (false, false, 2));
        assert_eq!(overload(2, 1, 2, 1.3), (true, false, 1));
        assert_eq!(overload(8, 1, 2, 2.0), (true, true, 2));
        assert_eq!(overload(2, 2, 2, 2.0), (true, true, 1));
        assert_eq!(overload(1, 4, 2, 2.0), (true, true, 0));
    }

    #[test]
    fn a_single_thread_bound_to_a_processor_is_no_overload_by_games() {
        let found = Overload::find(2, 2, 2).unwrap();
        assert!(found.is_by_games() && found.processors == 2);
        assert!(Overload::find(100_000, 1, 0).unwrap().is_by_games());
    }
}
