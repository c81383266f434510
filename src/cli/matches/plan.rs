//! From words to a match that can be played.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::super::UsageError;
use super::args::{ClockKind, Form, MatchArgs};
use crate::arena::adjudicate::{Adjudication, Draw, Resign};
use crate::arena::settings::{EngineSettings, SettingError, bad_value, split, unknown_key};
use crate::arena::stats::Sprt;
use crate::arena::{
    self, Book, BookFormat, Charge, Conditions, Format, Patience, Schedule, Tournament, introduce,
};
use crate::rules::Rules;

/// A match as it was asked for.
pub(super) struct Plan {
    pub(super) tournament: Tournament,
    pub(super) sprt: Option<Sprt>,
    /// All that its games depend on. Another match has other terms.
    pub(super) terms: Value,
    /// Where it is kept.
    pub(super) folder: PathBuf,
}

/// Makes a plan, and starts every engine once for it.
pub(super) fn plan(args: &MatchArgs, stop: &AtomicBool) -> anyhow::Result<Plan> {
    let engines = engines(args)?;
    let conditions = conditions(args)?;
    let schedule = schedule(args, engines.len())?;
    let sprt = sprt(args, &schedule)?;
    let (book, book_terms) = book(args)?;
    let names = names(&engines, &conditions, stop)?;
    let programs: Vec<String> = engines.iter().map(program_digest).collect();
    let form = match args.tournament.unwrap_or(Form::Roundrobin) {
        Form::Roundrobin => "round robin".to_owned(),
        Form::Gauntlet => format!("gauntlet of {}", args.seeds.unwrap_or(1)),
    };
    let terms = json!({
        "engines": engines,
        "names": names,
        "programs": programs,
        "form": form,
        "games": args.games.unwrap_or(2),
        "noswap": args.noswap,
        "openings": book_terms,
        "conditions": conditions,
    });
    let folder = args.out.clone().unwrap_or_else(|| {
        let name = format!("{}-{:08x}", slug(&names), digest(terms.to_string().as_bytes()) as u32);
        Path::new("matches").join(name)
    });
    let concurrency = args.concurrency.unwrap_or(1) as usize;
    let processors = processors(args, concurrency)?;
    let tournament =
        Tournament { engines, names, schedule, book, conditions, concurrency, processors };
    warn_of_sameness(&tournament);
    Ok(Plan { tournament, sprt, terms, folder })
}

fn usage(error: impl std::fmt::Display) -> UsageError {
    UsageError(error.to_string())
}

/// A group's error, with the group.
fn in_group(group: &str) -> impl Fn(SettingError) -> UsageError + '_ {
    move |error| UsageError(format!("--{group}: {error}"))
}

fn engines(args: &MatchArgs) -> anyhow::Result<Vec<EngineSettings>> {
    if args.engines.0.len() < 2 {
        let count = args.engines.0.len();
        return Err(usage(format!(
            "a match needs two engines or more, and {count} given; add --engine cmd=COMMAND"
        ))
        .into());
    }
    let mut engines = Vec::new();
    for (index, own) in args.engines.0.iter().enumerate() {
        // What an engine says itself goes over what is said for each.
        let words = args.each.iter().chain(own).map(String::as_str);
        let engine = EngineSettings::from_words(words)
            .map_err(|error| usage(format!("--engine, the {}. one: {error}", index + 1)))?;
        if engine.limits.are_none() {
            let text =
                "nothing limits its thinking; add tc=, st=, nodes= or depth=, to it or to --each";
            return Err(usage(format!("--engine, the {}. one: {text}", index + 1)).into());
        }
        engines.push(engine);
    }
    Ok(engines)
}

fn conditions(args: &MatchArgs) -> anyhow::Result<Conditions> {
    let words = |words: &[String]| words.to_vec();
    let (resign, draw) = (words(&args.resign), words(&args.draw));
    let resign = (!resign.is_empty())
        .then(|| Resign::from_words(resign.iter().map(String::as_str)).map_err(in_group("resign")))
        .transpose()?;
    let draw = (!draw.is_empty())
        .then(|| Draw::from_words(draw.iter().map(String::as_str)).map_err(in_group("draw")))
        .transpose()?;
    let charge = match args.clock.unwrap_or(ClockKind::Wall) {
        ClockKind::Wall => Charge::Wall,
        ClockKind::Cpu if cfg!(target_os = "linux") => Charge::Processor,
        ClockKind::Cpu => bail!("--clock cpu: only Linux tells the processor time of an engine"),
    };
    let defaults = Patience::default();
    let millis = |wish: Option<u32>, default| {
        wish.map_or(default, |millis| Duration::from_millis(u64::from(millis)))
    };
    Ok(Conditions {
        rules: Rules {
            set: args.rules.unwrap_or_default(),
            draw_plies: args.draw_plies.unwrap_or(Rules::default().draw_plies),
        },
        adjudication: Adjudication { resign, draw, max_moves: args.maxmoves },
        charge,
        patience: Patience {
            startup: millis(args.startup_ms, defaults.startup),
            ready: millis(args.ping_ms, defaults.ready),
            thinking: millis(args.stall_ms, defaults.thinking),
        },
    })
}

fn schedule(args: &MatchArgs, engines: usize) -> anyhow::Result<Schedule> {
    let format = match (args.tournament.unwrap_or(Form::Roundrobin), args.seeds) {
        (Form::Roundrobin, None) => Format::RoundRobin,
        (Form::Roundrobin, Some(_)) => {
            return Err(usage("--seeds is for --tournament gauntlet").into());
        }
        (Form::Gauntlet, seeds) => Format::Gauntlet(seeds.unwrap_or(1) as usize),
    };
    if let Format::Gauntlet(seeds) = format
        && seeds >= engines
    {
        return Err(
            usage(format!("--seeds {seeds} leaves no opponent among {engines} engines")).into()
        );
    }
    let (rounds, games) = (args.rounds.unwrap_or(1), args.games.unwrap_or(2));
    let schedule = Schedule::new(engines, format, rounds, games, !args.noswap);
    let total = u64::from(rounds) * u64::from(games) * schedule.pairings().len() as u64;
    if total > u64::from(u32::MAX / 2) {
        return Err(usage(format!("{total} games are too many")).into());
    }
    Ok(schedule)
}

fn sprt(args: &MatchArgs, schedule: &Schedule) -> anyhow::Result<Option<Sprt>> {
    if args.sprt.is_empty() {
        return Ok(None);
    }
    if schedule.pairings().len() != 1 {
        return Err(usage("--sprt is for two engines").into());
    }
    let sprt = args.sprt.join(" ").parse().map_err(|error| usage(format!("--sprt: {error}")))?;
    Ok(Some(sprt))
}

/// The openings, and what to remember of them.
fn book(args: &MatchArgs) -> anyhow::Result<(Book, Value)> {
    const KEYS: &[&str] = &["file", "format", "order", "plies", "start"];
    let group = in_group("openings");
    let (mut file, mut format, mut random, mut plies, mut start) =
        (None, None, false, usize::MAX, 1);
    for word in &args.openings {
        let (key, value) = split(word).map_err(&group)?;
        let refuse = |expected| group(bad_value(key, value, expected));
        match key {
            "file" => file = Some(value),
            "format" => {
                format = Some(match value {
                    "epd" | "fen" => BookFormat::Epd,
                    "pgn" => BookFormat::Pgn,
                    _ => return Err(refuse("epd or pgn").into()),
                });
            }
            "order" => {
                random = match value {
                    "random" => true,
                    "sequential" => false,
                    _ => return Err(refuse("sequential or random").into()),
                }
            }
            "plies" => plies = value.parse().map_err(|_| refuse("a number of plies"))?,
            "start" => {
                let number: Option<usize> = value.parse().ok().filter(|&number| number > 0);
                start = number.ok_or_else(|| refuse("the number of an opening, 1 or more"))?;
            }
            _ => return Err(group(unknown_key(key, KEYS)).into()),
        }
    }
    let Some(file) = file else {
        if args.openings.is_empty() {
            return Ok((Book::startpos(), json!("startpos")));
        }
        return Err(group(SettingError::Missing("file=NAME")).into());
    };
    let by_name = || {
        let is_pgn = Path::new(file).extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        if is_pgn { BookFormat::Pgn } else { BookFormat::Epd }
    };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read openings {file}"))?;
    let mut book = Book::read(&text, format.unwrap_or_else(by_name), plies)
        .with_context(|| file.to_owned())?;
    if start > book.len() {
        return Err(refuse_start(start, book.len()).into());
    }
    let seed = args.srand.unwrap_or(1);
    if random {
        book.shuffle(seed);
    }
    book.rotate(start - 1);
    let digest = format!("{:016x}", digest(format!("{book:?}").as_bytes()));
    Ok((book, json!({ "file": file, "digest": digest })))
}

fn refuse_start(start: usize, count: usize) -> UsageError {
    usage(format!("--openings: start={start}: there are {count} openings"))
}

/// The names given, or those the engines give themselves, each used once.
fn names(
    engines: &[EngineSettings],
    conditions: &Conditions,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for engine in engines {
        let introduction = introduce(engine, conditions, stop)?;
        let program =
            || engine.command.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = engine.name.clone().or(introduction.name).unwrap_or_else(program);
        let taken = names.iter().filter(|other| **other == name).count();
        for option in introduction.unknown_options {
            log::warn!("{name} does not announce the option {option}; it is sent all the same");
        }
        if taken > 0 && engine.name.is_some() {
            return Err(usage(format!("two engines are called {name}")).into());
        }
        let candidates = (2..=engines.len() + 1).map(|number| format!("{name} #{number}"));
        let unique =
            std::iter::once(name.clone()).chain(candidates).find(|name| !names.contains(name));
        names.push(unique.unwrap_or(name));
    }
    Ok(names)
}

/// A digest of an engine's program, so that a new build is not taken for the old one. Empty where the command cannot be
/// found as a file.
fn program_digest(engine: &EngineSettings) -> String {
    let command = &engine.command;
    let candidates: Vec<PathBuf> = if command.components().count() > 1 {
        vec![command.clone(), engine.directory.clone().unwrap_or_default().join(command)]
    } else {
        let path = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&path).map(|folder| folder.join(command)).collect()
    };
    let read = candidates.iter().find_map(|path| fs::read(path).ok());
    read.map(|program| format!("{:016x}", digest(&program))).unwrap_or_default()
}

/// FNV-1a with 64 bits: to tell things apart, not to protect them.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The names as part of a file name.
fn slug(names: &[String]) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let mut text: String = names.join(" vs ").chars().map(plain).take(60).collect();
    while text.contains("--") {
        text = text.replace("--", "-");
    }
    text.trim_matches('-').to_owned()
}

fn processors(args: &MatchArgs, concurrency: usize) -> anyhow::Result<Vec<usize>> {
    let Some(list) = &args.use_affinity else { return Ok(Vec::new()) };
    let available = arena::processors().context("--use-affinity needs Linux")?;
    let processors = if list == "all" {
        available
    } else {
        let wanted = parse_processors(list).ok_or_else(|| {
            usage(format!("--use-affinity {list}: expected processors, as in 0,2,4-7"))
        })?;
        if let Some(missing) = wanted.iter().find(|wanted| !available.contains(wanted)) {
            let text =
                format!("--use-affinity: there is no processor {missing}, only {available:?}");
            return Err(usage(text).into());
        }
        wanted
    };
    if processors.len() < concurrency {
        let text = format!(
            "--use-affinity: {concurrency} games at a time need as many processors, and there are {}",
            processors.len()
        );
        return Err(usage(text).into());
    }
    Ok(processors)
}

fn parse_processors(list: &str) -> Option<Vec<usize>> {
    let mut processors = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
        if first > last || last >= 1024 {
            return None;
        }
        processors.extend(first..=last);
    }
    Some(processors)
}

/// Without a book, or with a small one, engines that do not vary play the same games again and again.
fn warn_of_sameness(tournament: &Tournament) {
    let (rounds, openings) = (tournament.schedule.rounds() as usize, tournament.book.len());
    if rounds > openings {
        log::warn!(
            "{rounds} rounds but only {openings} opening{}: games may repeat, and repeated games prove nothing",
            if openings == 1 { "" } else { "s" }
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_processors() {
        assert_eq!(parse_processors("0"), Some(vec![0]));
        assert_eq!(parse_processors("3,5,7-9"), Some(vec![3, 5, 7, 8, 9]));
        for bad in ["", "x", "3-", "5-3", "0,,1", "2000"] {
            assert_eq!(parse_processors(bad), None, "{bad}");
        }
    }

    #[test]
    fn file_names_are_plain() {
        let names = ["Fairy-Stockfish 11.1 LB".to_owned(), "楚河/chuhe".to_owned()];
        assert_eq!(slug(&names), "fairy-stockfish-11-1-lb-vs-楚河-chuhe");
    }

    #[test]
    fn digests_are_the_published_ones() {
        assert_eq!(digest(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
