//! Tests command lines from other people's scripts; `tests/data/fastchess-lines.txt` lists them with their
//! expected meanings.

use std::ffi::OsString;

use super::args::{self, MatchArgs};
use crate::cli::language::Interlude;
use crate::cli::{Cli, CliCommand};
use crate::failure;
use chuhe_arena::settings::EngineSettings;
use chuhe_arena::{BookSettings, KeepLogs, TournamentFormat};
use chuhe_engine::protocol::Dialect;
use chuhe_formats::collection::FileFormat;
use chuhe_localize as locale;
use chuhe_localize::Language;

/// A command line from a public script, and its meaning, one fact per line.
struct PublicScript<'a> {
    /// The repository and file it comes from.
    source: &'a str,
    line: &'a str,
    meaning: Vec<&'a str>,
}

fn scripts() -> Vec<PublicScript<'static>> {
    let text = include_str!("../../../tests/data/fastchess-lines.txt");
    let mut scripts: Vec<PublicScript<'_>> = Vec::new();
    let mut source = "";
    for line in text.lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix("# "), line.strip_prefix("    ")) {
            (Some(comment), _) => source = comment,
            (_, Some(fact)) => scripts.last_mut().unwrap().meaning.push(fact),
            _ => scripts.push(PublicScript { source, line, meaning: Vec::new() }),
        }
    }
    scripts
}

/// The meaning of a command line that starts with the program's name.
fn meaning(line: &str) -> Vec<String> {
    let words = shlex::split(line).unwrap().into_iter().skip(1).map(OsString::from);
    let head = ["chuhe", "--lang", "en", "match"].into_iter().map(OsString::from);
    let cli = match Cli::read(head.chain(words)) {
        Ok(cli) => cli,
        Err(Interlude::Complaint(why)) => return vec![refusal(&why)],
        Err(Interlude::Help(page, _)) => panic!("{line}: {page}"),
    };
    let Some(CliCommand::Match(command)) = cli.command else { panic!("{line}") };
    let mut facts = match facts(&command.args) {
        Ok(facts) => facts,
        Err(error) => return vec![refusal(&error.to_string())],
    };
    facts.extend(cli.notes.iter().map(|note| format!("note {note}")));
    facts
}

fn refusal(why: &str) -> String {
    format!("refused {}", why.trim_start_matches("error: ").trim_end())
}

fn facts(command: &MatchArgs) -> failure::Result<Vec<String>> {
    let mut spec = command.spec();
    // The script's files do not exist here, and this machine may have fewer processors than the script needs, so both
    // settings are checked on their own.
    let openings = std::mem::take(&mut spec.openings);
    let book = (!openings.is_empty())
        .then(|| BookSettings::from_words(openings.iter().map(String::as_str)))
        .transpose()?;
    let processors = spec.use_affinity.take();
    let (plan, _) = spec.plan().map_err(args::refusal)?;
    let mut facts: Vec<String> = plan.engines.iter().map(engine).collect();
    let form = match plan.format {
        TournamentFormat::Gauntlet(seeds) => format!("gauntlet of {seeds}"),
        TournamentFormat::RoundRobin => "round robin".to_owned(),
    };
    let (rounds, games, jobs) = (plan.rounds, plan.games, plan.concurrency);
    let bound = processors.map(|list| format!(", on processors {list}")).unwrap_or_default();
    let fixed = if plan.swap { "" } else { " without changing colours" };
    facts.push(format!("{form}, {rounds} rounds of {games}{fixed}, {jobs} at a time{bound}"));
    if let Some(BookSettings { file, format, random, plies, start }) = book {
        let format = match format.or_else(|| FileFormat::of_name(&file)) {
            Some(FileFormat::Fen) => "epd",
            format => format.unwrap().extension(),
        };
        let parts = [
            Some(format!("openings {file} as {format}")),
            (plies < usize::MAX).then(|| format!("{plies} plies")),
            (start > 1).then(|| format!("from number {start}")),
            random.then(|| format!("shuffled by {}", spec.srand.unwrap_or(1))),
        ];
        facts.push(parts.into_iter().flatten().collect::<Vec<_>>().join(", "));
    }
    facts.extend(plan.sprt.map(|sprt| format!("sprt {sprt}")));
    let adjudication = plan.conditions.adjudication;
    facts.extend(adjudication.resign.map(|resign| {
        let agreeing = if resign.two_sided { ", both agreeing" } else { "" };
        format!("resign at -{} for {} moves{agreeing}", resign.score, resign.move_count)
    }));
    facts.extend(adjudication.draw.map(|draw| {
        let (score, count, number) = (draw.score, draw.move_count, draw.move_number);
        format!("draw within {score} for {count} moves from move {number}")
    }));
    facts.extend(adjudication.max_moves.map(|moves| format!("draw at move {moves}")));
    facts.extend(spec.pgnout.map(|file| format!("games also in {}", file.display())));
    if spec.log == Some(KeepLogs::All) {
        facts.push("logs of all games".to_owned());
    }
    facts.extend(spec.ratinginterval.map(|games| format!("report every {games} games")));
    Ok(facts)
}

fn engine(engine: &EngineSettings) -> String {
    let name = engine.name.as_ref().map(|name| format!(" {name}")).unwrap_or_default();
    let command = engine.command.display().to_string();
    let arguments = engine.arguments.iter().map(String::as_str);
    let program = shlex::try_join([command.as_str()].into_iter().chain(arguments)).unwrap();
    let folder = engine.directory.as_ref().map(|folder| format!(" in {}", folder.display()));
    let mut parts = vec![format!("engine{name}: {program}{}", folder.unwrap_or_default())];
    parts.extend(engine.dialect.map(|dialect| match dialect {
        Dialect::Uci => "uci".to_owned(),
        Dialect::Ucci => "ucci".to_owned(),
    }));
    parts.push(engine.limits.to_string());
    parts.extend(engine.margin.map(|margin| format!("{} ms over", margin.as_millis())));
    parts.extend(engine.options.iter().map(|(name, value)| format!("{name}={value}")));
    parts.extend(engine.restart.then(|| "restart".to_owned()));
    parts.extend(engine.ponder.then(|| "ponder".to_owned()));
    parts.join(", ")
}

#[test]
fn scripts_of_other_projects_keep_their_meaning() {
    let scripts = scripts();
    assert!(scripts.len() >= 20);
    locale::with(Language::English, || {
        for PublicScript { source, line, meaning: expected } in scripts {
            assert_eq!(meaning(line).join("\n"), expected.join("\n"), "{source}");
        }
    });
}
