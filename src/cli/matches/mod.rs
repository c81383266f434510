//! `match`: engines against each other.

mod args;
mod file;
mod folder;
mod live;
mod plan;
mod report;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};
use clap::Args;

use self::args::{LogWhich, MatchArgs};
use self::folder::Folder;
use self::live::Live;
use self::plan::{Plan, plan};
use super::INTERRUPTED;
use super::args::Notation;
use crate::arena::summary::{State, Summary};
use crate::arena::{Finished, GameRecord, GamesFile, Review, Reviewer, Standings, TournamentError};

/// Play engines against each other (对弈), judge their games, measure their strength
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct MatchCommand {
    #[command(flatten)]
    args: MatchArgs,
}

const HELP: &str = "\
Examples:
  chuhe match --engine cmd=chuhe --engine cmd=eleeye proto=ucci --each tc=1+0.01 \\
      --openings file=openings.fen order=random --rounds 100 --concurrency 2
  chuhe match --engine cmd=new/chuhe name=new --engine cmd=old/chuhe name=old --each nodes=20000 \\
      --openings file=openings.fen order=random --rounds 5000 --sprt elo0=0 elo1=10
  chuhe match gauntlet.toml --rounds 200

An engine's settings, in --engine or for all in --each:
  cmd=COMMAND args=\"A B\" dir=FOLDER name=NAME proto=ucci|uci|auto coord=0|1 (ranks from 0 or from 1)
  option.NAME=VALUE restart=on|off ponder=on|off timemargin=MS
  tc=MOVES/MINUTES:SECONDS+INCREMENT st=SECONDS nodes=N depth=N, each engine its own if need be

The same command goes on where it was interrupted, by Ctrl-C or otherwise, and plays no game twice: every game that is
over is in journal.jsonl in the match's folder. More --rounds lengthen a match. Games are judged by chuhe's rules,
never by what an engine says; an engine that crashes, hangs, oversteps its time or plays an illegal move loses that game
and is started anew. Pairs of games with one opening and both colours are the unit of all statistics.

Exit codes: 0 all games played, or the sequential test accepted H1; 3 it accepted H0; 4 it is undecided though all
games are played; 130 interrupted; 1 something failed; 2 the command line makes no sense.";

/// The sequential test accepted the first hypothesis.
const ACCEPTED_H0: u8 = 3;
/// It accepted none.
const UNDECIDED: u8 = 4;

impl MatchCommand {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut args = self.args;
        if let Some(path) = args.file.take() {
            let place = || path.display().to_string();
            let text = fs::read_to_string(&path).with_context(place)?;
            args = args.over(file::read(&text).with_context(place)?);
        }
        let stop = Arc::new(AtomicBool::new(false));
        let stopper = Arc::clone(&stop);
        ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
        let plan = match plan(&args, &stop) {
            // Whatever it was that could not be finished, that is why.
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(ExitCode::from(INTERRUPTED)),
            plan => plan?,
        };
        let style = GamesFile {
            names: &plan.tournament.names,
            engines: &plan.tournament.engines,
            schedule: &plan.tournament.schedule,
            notation: args.notation.unwrap_or(Notation::Iccs).format(),
            event: args.event.as_deref().unwrap_or("chuhe match"),
            site: args.site.as_deref().unwrap_or("?"),
        };
        let log = args.log.unwrap_or(LogWhich::Faults);
        let (folder, games) = Folder::open(&plan, style, log, args.fresh)?;
        let mut contest = Contest::new(&plan, folder, games);
        if let Err(error) = contest.play(out, &args, &stop) {
            // What was played is played, and worth a result.
            let summary = contest.summary(None);
            contest.save(&summary)?;
            return Err(error);
        }
        let review =
            args.second_opinion.as_deref().map(|command| contest.review(command)).transpose()?;
        contest.finish(out, review, args.json)
    }
}

/// A match that is being played.
struct Contest<'a> {
    plan: &'a Plan,
    folder: Folder<'a>,
    games: Vec<GameRecord>,
    standings: Standings,
}

/// What ends a match before its end.
#[derive(Debug, thiserror::Error)]
enum ContestError {
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    #[error(transparent)]
    Report(#[from] anyhow::Error),
}

impl<'a> Contest<'a> {
    fn new(plan: &'a Plan, folder: Folder<'a>, mut games: Vec<GameRecord>) -> Self {
        // A match that was made shorter leaves out what goes beyond it.
        games.retain(|game| game.number < plan.tournament.schedule.len());
        let schedule = &plan.tournament.schedule;
        let mut standings = Standings::new(plan.tournament.engines.len(), schedule);
        for game in &games {
            standings.record(game, schedule);
        }
        Self { plan, folder, games, standings }
    }

    fn summary(&self, review: Option<Review>) -> Summary {
        Summary::new(&self.plan.tournament, &self.standings, self.plan.sprt.as_ref(), review)
    }

    /// Plays what is left of the schedule.
    fn play(
        &mut self,
        out: &mut impl Write,
        args: &MatchArgs,
        stop: &AtomicBool,
    ) -> anyhow::Result<()> {
        let tournament = &self.plan.tournament;
        if self.summary(None).state != State::Running {
            return Ok(());
        }
        let (done, total) = (self.games.len() as u64, u64::from(tournament.schedule.len()));
        let interval = u64::from(args.ratinginterval.unwrap_or(10));
        let live = Live::new(done, total, interval);
        if !args.json {
            let path = self.folder.path().display();
            let before = if done > 0 { format!(", {done} played before") } else { String::new() };
            writeln!(out, "{total} games{before}; kept in {path}")?;
        }
        let numbers: HashSet<u32> = self.games.iter().map(|game| game.number).collect();
        // With --json stdout is for the result alone.
        let mut quiet = std::io::sink();
        let out: &mut dyn Write = if args.json { &mut quiet } else { out };
        let outcome = tournament.run(&numbers, stop, |game: Finished| {
            // The test stops at its verdict: a game that ends a moment later must not undo it.
            if self.summary(None).state == State::Decided {
                return Ok(());
            }
            self.record(out, &live, game).map_err(ContestError::from)?;
            let decided = self.summary(None).state == State::Decided;
            if decided {
                stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        live.finish();
        outcome.map_err(|error: ContestError| match error {
            ContestError::Report(error) => error,
            ContestError::Tournament(error) => anyhow!(error),
        })
    }

    fn record(
        &mut self,
        mut out: &mut dyn Write,
        live: &Live,
        game: Finished,
    ) -> anyhow::Result<()> {
        self.folder.add(&game)?;
        self.standings.record(&game.record, &self.plan.tournament.schedule);
        live.game(&mut out, &game.record, &self.plan.tournament.names, || self.summary(None))?;
        self.games.push(game.record);
        Ok(())
    }

    /// Has every game judged once more.
    fn review(&self, command: &str) -> anyhow::Result<Review> {
        let place = || format!("--second-opinion {command}");
        let mut reviewer = Reviewer::start(command).with_context(place)?;
        for game in &self.games {
            reviewer.judge(game).with_context(place)?;
        }
        Ok(reviewer.review().clone())
    }

    /// Leaves the result beside the journal.
    fn save(&mut self, summary: &Summary) -> anyhow::Result<()> {
        self.folder.finish(&mut self.games, summary)
    }

    fn finish(
        mut self,
        out: &mut impl Write,
        review: Option<Review>,
        json: bool,
    ) -> anyhow::Result<ExitCode> {
        let summary = self.summary(review);
        self.save(&summary)?;
        if json {
            writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
        } else {
            writeln!(out, "{}", report::table(&summary))?;
        }
        let accepted = summary.sprt.as_ref().map(|sprt| sprt.accepted);
        Ok(match (summary.state, accepted) {
            (State::Running, _) => ExitCode::from(INTERRUPTED),
            (_, None | Some(Some("H1"))) => ExitCode::SUCCESS,
            (_, Some(Some(_))) => ExitCode::from(ACCEPTED_H0),
            (_, Some(None)) => ExitCode::from(UNDECIDED),
        })
    }
}
