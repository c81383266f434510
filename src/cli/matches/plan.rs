//! From words to a match that can be played.

use std::time::Duration;

use super::super::UsageError;
use super::args::{ClockKind, MatchArgs, TournamentForm};
use crate::failure::{self, Context, Failure};
use chuhe_arena::adjudicate::{Adjudication, Draw, Resign};
use chuhe_arena::settings::{EngineSettings, SettingError};
use chuhe_arena::{
    Book, BookError, BookSettings, Charge, Conditions, MatchPlan, Patience, PlanError,
    ProcessorsError, TournamentFormat, choose_processors,
};
use chuhe_engine::rules::Rules;
use chuhe_localize::Localize;
use chuhe_localize::tr;

/// Makes a plan of words. Nothing is started.
pub(super) fn plan(args: &MatchArgs) -> failure::Result<MatchPlan> {
    let engines = engines(args)?;
    let conditions = conditions(args)?;
    let format = match (args.tournament.unwrap_or(TournamentForm::Roundrobin), args.seeds) {
        (TournamentForm::Roundrobin, None) => TournamentFormat::RoundRobin,
        (TournamentForm::Roundrobin, Some(_)) => {
            return Err(usage(tr!("match-seeds-gauntlet")).into());
        }
        (TournamentForm::Gauntlet, seeds) => {
            TournamentFormat::Gauntlet(seeds.unwrap_or(1) as usize)
        }
    };
    let sprt = (!args.sprt.is_empty())
        .then(|| args.sprt.join(" ").parse().map_err(|error| within("--sprt", error)))
        .transpose()?;
    let (book, book_file) = book(args)?;
    let concurrency = args.jobs.unwrap_or(1) as usize;
    let plan = MatchPlan {
        format,
        rounds: args.rounds.unwrap_or(1),
        games: args.games.unwrap_or(2),
        swap: !args.noswap,
        book,
        book_file,
        conditions,
        concurrency,
        processors: processors(args, concurrency)?,
        sprt,
        ..MatchPlan::new(engines)
    };
    plan.schedule().map_err(refusal)?;
    Ok(plan)
}

fn usage(error: impl Into<String>) -> UsageError {
    UsageError(error.into())
}

/// What is wrong with a setting of the command line.
fn within(setting: &str, error: impl Localize) -> UsageError {
    usage(tr!("match-in-setting", setting = setting, error = error.localize()))
}

/// What is wrong with a plan, in the words of the command line.
pub(super) fn refusal(error: PlanError) -> Failure {
    match &error {
        PlanError::Tournament(_) => error.into(),
        PlanError::TooFewEngines(_) => {
            usage(tr!("match-add-engine", error = error.localize())).into()
        }
        PlanError::NoLimit(_) => usage(tr!("match-add-limit", error = error.localize())).into(),
        PlanError::NoOpponents { seeds, .. } => within(&format!("--seeds {seeds}"), error).into(),
        PlanError::SprtOfMany => within("--sprt", error).into(),
        _ => usage(error.localize()).into(),
    }
}

/// A group's error, with the group.
fn in_group(group: &str) -> impl Fn(SettingError) -> UsageError + '_ {
    move |error| within(&format!("--{group}"), error)
}

fn engines(args: &MatchArgs) -> failure::Result<Vec<EngineSettings>> {
    if args.engines.0.len() < 2 {
        return Err(refusal(PlanError::TooFewEngines(args.engines.0.len())));
    }
    let engine = |(index, own): (usize, &Vec<String>)| {
        // What an engine says itself goes over what is said for each.
        let words = args.each.iter().chain(own).map(String::as_str);
        EngineSettings::from_words(words)
            .map_err(|error| within(&format!("--engine {}", index + 1), error).into())
    };
    args.engines.0.iter().enumerate().map(engine).collect()
}

/// A group of words, if there are any.
fn group<T>(
    name: &str,
    words: &[String],
    read: impl Fn(
        std::iter::Map<std::slice::Iter<String>, fn(&String) -> &str>,
    ) -> Result<T, SettingError>,
) -> Result<Option<T>, UsageError> {
    let words_of: fn(&String) -> &str = String::as_str;
    (!words.is_empty())
        .then(|| read(words.iter().map(words_of)).map_err(in_group(name)))
        .transpose()
}

fn conditions(args: &MatchArgs) -> failure::Result<Conditions> {
    let charge = match args.clock.unwrap_or(ClockKind::Wall) {
        ClockKind::Wall => Charge::Wall,
        ClockKind::Cpu if cfg!(target_os = "linux") => Charge::Processor,
        ClockKind::Cpu => return Err(Failure::new(tr!("match-clock-linux"))),
    };
    let draw_plies = args.move_limit.map_or(Rules::default().draw_plies, |moves| 2 * moves);
    let defaults = Patience::default();
    let millis = |wish: Option<u32>, default| {
        wish.map_or(default, |millis| Duration::from_millis(u64::from(millis)))
    };
    Ok(Conditions {
        rules: Rules { set: args.rules.unwrap_or_default(), draw_plies },
        adjudication: Adjudication {
            resign: group("resign", &args.resign, |words| Resign::from_words(words))?,
            draw: group("draw", &args.draw, |words| Draw::from_words(words))?,
            max_moves: args.maxmoves,
        },
        charge,
        patience: Patience {
            startup: millis(args.startup_ms, defaults.startup),
            ready: millis(args.ping_ms, defaults.ready),
            thinking: millis(args.stall_ms, defaults.thinking),
        },
    })
}

/// The openings, and the file they are from.
fn book(args: &MatchArgs) -> failure::Result<(Book, Option<String>)> {
    let settings = group("openings", &args.openings, |words| BookSettings::from_words(words))?;
    let Some(settings) = settings else { return Ok((Book::startpos(), None)) };
    let (book, broken) = match Book::open(&settings, args.srand.unwrap_or(1)) {
        Err(error @ BookError::Start { .. }) => {
            return Err(within("--openings", error).into());
        }
        book => book.with_context(|| settings.file.clone())?,
    };
    if let Some(first) = broken.first() {
        let (file, error) = (settings.file.as_str(), first.to_string());
        log::warn!(
            "{}",
            tr!("match-broken-openings", file = file, count = broken.len(), error = error)
        );
    }
    Ok((book, Some(settings.file)))
}

fn processors(args: &MatchArgs, concurrency: usize) -> failure::Result<Vec<usize>> {
    let Some(list) = &args.use_affinity else { return Ok(Vec::new()) };
    choose_processors(list, concurrency).map_err(|error| match error {
        ProcessorsError::Unknown(_) => Failure::from(error).context(tr!("match-affinity-linux")),
        error => within(&format!("--use-affinity {list}"), error).into(),
    })
}
