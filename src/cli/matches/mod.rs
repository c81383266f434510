//! `match`: plays engines against each other.

mod args;
mod contenders;
pub(super) mod fastchess;
mod live;
mod report;
#[cfg(test)]
mod scripts;

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use self::args::{MatchArgs, refusal};
use self::contenders::Contenders;
use self::live::Live;
use super::UsageError;
use super::args::Notation;
use super::engines::expand;
use super::interrupt::interrupt_flag;
use super::outputs::MayClose;
use super::{Ending, outputs};
use crate::failure::{self, Context, Failure};
use chuhe_arena::summary::{MatchState, MatchSummary};
use chuhe_arena::{
    JournalError, Match, MatchError, MatchSpec, PgnStyle, PreparedMatch, Reviewer, SpecError,
};
use chuhe_localize::Localize;
use chuhe_localize::tr;
use chuhe_util::files::{check_writable, is_stream, write_output};

/// Play engines against each other (对弈), judge their games and measure their strength
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct MatchCommand {
    #[command(flatten)]
    args: MatchArgs,
}

const HELP: &str = "\
Examples:
  chuhe match chuhe ./pikafish
  chuhe match chuhe ./pikafish --rounds 50 --each st=1 --jobs 2
  chuhe match --engine cmd=chuhe --engine cmd=eleeye proto=ucci \\
      --each tc=1+0.01 --openings file=openings.fen order=random \\
      --rounds 100 --jobs 2
  chuhe match --engine cmd=new/chuhe name=new --engine cmd=old/chuhe name=old \\
      --each nodes=20k --openings file=openings.fen order=random \\
      --rounds 5000 --sprt elo0=0 elo1=10
  chuhe match gauntlet.toml --rounds 200

Settings for one engine (in --engine) or for all engines (in --each):
  cmd=COMMAND args=\"A 'B C'\" arg='B C' dir=FOLDER name=NAME
  proto=ucci|uci|auto coord=0|1 (first rank; 1 with option.UCI_Variant)
  scoreunit=cp|horse (hundredths of a pawn or, as in UCCI, of a horse)
  option.NAME=VALUE restart=on|off ponder=on|off timemargin=MS
  tc=MOVES/MINUTES:SECONDS+INCREMENT st=SECONDS nodes=N depth=N

Running the same command again resumes an interrupted match without replaying any game: finished games are recorded in
journal.jsonl in the match folder. A larger --rounds extends a match. Games are judged by chuhe's rules, never by what
the engines claim. An engine that crashes, hangs, runs out of time or plays an illegal move loses the game and is
restarted. fastchess's single-dash flags, such as -engine and -each, are also accepted; \"Flags\" in the handbook lists
them. All statistics are based on pairs of games that start from the same opening with colours reversed. If the program
that reads standard output exits, the match continues, and the result is written to result.json. `chuhe serve --watch`
shows a running or finished match in the browser.";

/// Checks that the text of a match file describes a valid match, without starting the engines. The openings file is
/// read. Public for the fuzz target.
///
/// # Errors
/// If the match is invalid. The error is the message that `chuhe match` would print.
pub fn check_file(text: &str) -> Result<(), String> {
    let plan = MatchSpec::from_toml(text).and_then(|spec| spec.plan().map(drop));
    plan.map_err(|error| Failure::from(error).to_string())
}

impl MatchCommand {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let out = &mut MayClose(out);
        let mut spec = self.args.spec();
        let mut contenders = Contenders::sort(self.args.contenders)?;
        let mut file = None;
        if let Some(path) = contenders.file.take() {
            let place = path.display().to_string();
            let text = chuhe_util::files::read_text(&path).with_context(|| &place)?;
            let in_file = MatchSpec::from_toml(&text).with_context(|| &place)?;
            spec = spec.over(in_file.clone());
            file = Some((place, in_file));
        }
        contenders.join(&mut spec);
        for engine in &mut spec.engine {
            *engine = expand(engine)?;
        }
        let stop = interrupt_flag()?;
        let (plan, broken) = spec.plan().map_err(|error| match file {
            Some((place, in_file)) if is_alone(&in_file, &error) => refusal(error).context(place),
            _ => refusal(error),
        })?;
        if let (Some(file), Some(first)) = (&plan.book_file, broken.first()) {
            // Add the file name only if the error lacks it.
            let error = if *file == first.file { first.error.localize() } else { first.localize() };
            let count = broken.len();
            let file = file.as_str();
            log::warn!(
                "{}",
                tr!("match-broken-openings", file = file, count = count, error = error)
            );
        }
        let second_opinion = |command: &str| format!("--second-opinion {command}");
        if let Some(command) = &spec.second_opinion {
            Reviewer::check(command).with_context(|| second_opinion(command))?;
        }
        if let Some(path) = &spec.pgnout
            && !is_stream(path)
        {
            check_writable(path).with_context(|| format!("--pgnout {}", path.display()))?;
        }
        let prepared = match plan.prepare(&stop) {
            // The error is a consequence of the interrupt.
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(Ending::Interrupted),
            prepared => prepared.map_err(|error| refusal(error.into()))?,
        };
        warn(&prepared);
        let folder =
            spec.out.clone().unwrap_or_else(|| Path::new("matches").join(prepared.folder_name()));
        let notation = match spec.notation {
            Some(notation) => notation.format(),
            None => Notation::of_environment()?.unwrap_or(Notation::Iccs).format(),
        };
        let style = PgnStyle {
            notation,
            event: spec.event.clone().unwrap_or_else(|| "chuhe match".to_owned()),
            site: spec.site.clone().unwrap_or_else(|| "?".to_owned()),
        };
        let logs = spec.log.unwrap_or_default();
        let mut game =
            Match::open(prepared, &folder, style, logs, spec.fresh).map_err(other_match)?;
        if let Some(path) = &spec.pgnout
            && game.games().is_empty()
            && !spec.fresh
            && path.exists()
            && !is_stream(path)
        {
            let text = tr!("match-pgnout-exists", path = path.display().to_string());
            return Err(UsageError(text).into());
        }
        if let Err(error) = play(&mut game, out, &spec, &stop) {
            // Save the result of the games already played.
            save(&game, &game.summary(None), spec.pgnout.as_deref())?;
            return Err(error);
        }
        let review = spec
            .second_opinion
            .as_deref()
            .map(|command| game.review(command).with_context(|| second_opinion(command)));
        // The games count even if the other program fails.
        let (review, failure) = match review.transpose() {
            Ok(review) => (review, None),
            Err(failure) => (None, Some(failure)),
        };
        let summary = game.summary(review);
        save(&game, &summary, spec.pgnout.as_deref())?;
        if spec.json {
            outputs::pretty_json(out, &summary)?;
        } else {
            writeln!(out, "{}", report::table(&summary))?;
        }
        if summary.state == MatchState::Running {
            let text = report::interrupted(&summary, game.folder());
            writeln!(outputs::stderr(), "{text}")?;
        }
        failure.map_or_else(|| Ok(ending(&summary)), Err)
    }
}

/// Whether these settings on their own cause the error.
fn is_alone(spec: &MatchSpec, error: &SpecError) -> bool {
    spec.plan().is_err_and(|alone| alone.to_string() == error.to_string())
}

/// Writes the result, and the games if --pgnout is given.
fn save(game: &Match, summary: &MatchSummary, pgnout: Option<&Path>) -> failure::Result<()> {
    game.save(summary)?;
    let Some(path) = pgnout else { return Ok(()) };
    let games = game.folder().join("games.pgn");
    let text = fs::read(&games).with_context(|| games.display().to_string())?;
    write_output(path, &text).with_context(|| path.display().to_string())
}

/// Logs the warnings before a match.
fn warn(prepared: &PreparedMatch) {
    for name in &prepared.guessed_units {
        log::warn!("{}", tr!("match-guessed-unit", engine = name.as_str()));
    }
    if let Some(overload) = &prepared.overload {
        log::warn!("{}", report::overload_warning(overload));
    }
    if prepared.may_repeat_games() {
        let (rounds, openings) =
            (prepared.tournament.schedule.rounds(), prepared.tournament.plan.book.len());
        log::warn!("{}", tr!("match-few-openings", rounds = rounds, openings = openings));
    }
}

/// The error for a folder that belongs to another match. The message says what the user can do.
fn other_match(error: MatchError) -> Failure {
    if let MatchError::Journal { error: JournalError::OtherMatch { .. }, .. } = &error {
        return Failure::new(tr!("match-other-match", error = error.localize()));
    }
    error.into()
}

/// Plays the remaining games in the schedule and shows the progress.
fn play(
    game: &mut Match,
    out: &mut impl Write,
    spec: &MatchSpec,
    stop: &AtomicBool,
) -> failure::Result<()> {
    let (done, total) = (game.games().len() as u64, u64::from(game.tournament().schedule.len()));
    if !spec.json {
        let path = game.folder().display().to_string();
        let text = match done {
            0 => tr!("match-kept", games = total, folder = path),
            _ => tr!("match-kept-before", games = total, done = done, folder = path),
        };
        // Flushed at once, because pending output would break up the table on the screen.
        writeln!(out, "{text}")?;
        out.flush()?;
    }
    if !game.is_running() {
        return Ok(());
    }
    let live = Live::new(done, total, u64::from(spec.ratinginterval.unwrap_or(10)));
    // With --json, only the result goes to stdout.
    let mut quiet = std::io::sink();
    let mut out: &mut dyn Write = if spec.json { &mut quiet } else { out };
    let mut written = Ok(());
    let outcome = game.play(stop, |game, record| {
        let names = &game.tournament().names;
        written = live.game(&mut out, record, names, || game.summary(None));
        // Stop if the output cannot be written, for instance because the disk is full.
        if written.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    live.finish();
    written?;
    Ok(outcome?)
}

fn ending(summary: &MatchSummary) -> Ending {
    let accepted = summary.sprt.as_ref().map(|sprt| sprt.accepted);
    match (summary.state, accepted) {
        (MatchState::Running, _) => Ending::Interrupted,
        (_, None | Some(Some("H1"))) => Ending::Done,
        (_, Some(Some(_))) => Ending::PartialFailure,
        (_, Some(None)) => Ending::NoVerdict,
    }
}
