use std::fs::{self, OpenOptions};
use std::io::Write;

use serde_json::json;
use tempfile::TempDir;

use super::super::client::EngineInfo;
use super::super::journal::MatchJournal;
use super::super::record::{EndReason, PlayedMove};
use super::super::settings::EngineLimits;
use super::*;
use chuhe_engine::types::Score;

/// The folder of a match between two engines, written like a real one.
struct Folder {
    folder: TempDir,
    terms: Value,
}

impl Folder {
    fn new() -> Self {
        let limits = EngineLimits { nodes: Some(500), ..EngineLimits::default() };
        let terms = json!({
            "names": ["A", "<b>B</b>"],
            "engines": [{"limits": limits, "command": "a"}, {"limits": limits}],
            "form": "round robin",
            "games": 2,
            "noswap": false,
            "openings": {"file": "some.fen", "digest": 7},
        });
        Self { folder: tempfile::tempdir().unwrap(), terms }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn journal(&self) -> (MatchJournal, Vec<GameRecord>) {
        MatchJournal::open(&self.path(JOURNAL_FILE), &self.terms).unwrap()
    }

    /// Creates a journal with `games` games and no lock.
    fn with_games(games: u32) -> Self {
        let folder = Self::new();
        let (mut journal, _) = folder.journal();
        (0..games).for_each(|number| journal.append(&game(number)).unwrap());
        folder
    }

    fn append(&self, text: &str) {
        let mut file = OpenOptions::new().append(true).open(self.path(JOURNAL_FILE)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    fn reader(&self) -> MatchReader {
        let mut reader = MatchReader::new(self.folder.path());
        assert!(!reader.refresh().unwrap());
        reader
    }

    fn live(&self, scheduled: u32, sprt: Option<&str>, numbers: &[u32]) {
        let running = |&number: &u32| {
            json!({
                "number": number, "engines": [0, 1], "fen": chuhe_engine::board::START_FEN, "book": [],
                "moves": [], "clocks_ms": [1000, null], "asked_ms": 7, "started": 7,
            })
        };
        let live = json!({
            "format": "chuhe match live 1", "names": ["A", "B"], "scheduled": scheduled, "played": 0,
            "sprt": sprt, "games": numbers.iter().map(running).collect::<Vec<_>>(),
        });
        files::write_whole(&self.path(LIVE_FILE), live.to_string().as_bytes()).unwrap();
    }
}

/// A game that Red wins if the first engine plays Red, and a draw otherwise.
fn game(number: u32) -> GameRecord {
    let swapped = number % 2 == 1;
    let thought = EngineInfo { score: Some(Score::Cp(35)), ..EngineInfo::default() };
    GameRecord {
        number,
        engines: if swapped { [1, 0] } else { [0, 1] },
        fen: chuhe_engine::board::START_FEN.to_owned(),
        book: vec!["h2e2".parse().unwrap()],
        moves: vec![PlayedMove { mv: "h9g7".parse().unwrap(), micros: 1000, thought }],
        winner: (!swapped).then_some(Color::Red),
        reason: EndReason::Resignation,
        started: 1_700_000_000,
        millis: 17,
        overloaded: false,
    }
}

#[test]
fn a_finished_match_is_read() {
    let folder = Folder::with_games(4);
    let result = json!({
        "scheduled": 4, "played": 4,
        "sprt": {"elo0": 0.0, "elo1": 5.0, "model": "normalized", "llr": 0.1, "lower": -2.944, "upper": 2.944},
    });
    fs::write(folder.path(RESULT_FILE), result.to_string()).unwrap();
    let reader = folder.reader();
    let summary = reader.summary().unwrap();
    assert_eq!((summary.played, summary.scheduled, reader.stage()), (4, 4, MatchStage::Over));
    assert_eq!(summary.encounters[0].pairs.wd, 2);
    assert_eq!(summary.engines[0].limits.nodes, Some(500));
    assert_eq!(
        (reader.names(), reader.openings()),
        (&summary.encounters[0].engines[..], "some.fen")
    );
    let sprt = summary.sprt.as_ref().unwrap();
    assert!((sprt.upper - 2.944).abs() < 1e-3 && sprt.accepted.is_none());
    let curve = reader.curve();
    assert_eq!(curve.iter().map(|point| point.games).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!((curve[3].llr - sprt.llr).abs() < f64::EPSILON && curve[1].llr > 0.0);
    let entry = reader.games()[1];
    assert_eq!((entry.number, entry.engines, entry.winner), (1, [1, 0], None));
    assert_eq!((entry.plies, entry.ending), (2, "resignation"));
    let MatchGame { record, game: tagged } = reader.game(1).unwrap();
    assert_eq!(record, game(1));
    assert_eq!((tagged.tag("Red"), tagged.tag("Black")), (Some("<b>B</b>"), Some("A")));
    assert_eq!(reader.game(4).unwrap_err().to_string(), "no game 5 in this match");

    let glance = MatchReader::glance(folder.folder.path()).unwrap();
    assert_eq!((glance.played, glance.scheduled, glance.is_running), (Some(4), Some(4), false));
    assert_eq!(glance.names[1], "<b>B</b>");
}

#[test]
fn a_growing_match_is_followed() {
    let folder = Folder::new();
    assert!(MatchReader::new(folder.folder.path()).refresh().is_err(), "there is no journal yet");
    let (mut journal, _) = folder.journal();
    folder.live(6, Some("elo0=0 elo1=5"), &[0, 1]);
    let mut reader = folder.reader();
    assert_eq!((reader.stage(), reader.running().len()), (MatchStage::Running, 2));
    let glance = MatchReader::glance(folder.folder.path()).unwrap();
    assert_eq!((glance.is_running, glance.scheduled), (true, Some(6)));

    journal.append(&game(1)).unwrap();
    assert!(!reader.refresh().unwrap());
    let running = |reader: &MatchReader| -> Vec<u32> {
        reader.running().iter().map(|game| game.number).collect()
    };
    assert_eq!(running(&reader), [0], "what is over is no longer played");
    assert_eq!((reader.games().len(), reader.curve().len()), (1, 1));
    folder.append("{\"number\":2,");
    reader.refresh().unwrap();
    assert_eq!((reader.games().len(), reader.damage().is_none()), (1, true), "half a line is none");
    drop(journal);
    reader.refresh().unwrap();
    assert_eq!((reader.stage(), reader.running().len()), (MatchStage::Stopped, 0));

    // The match is resumed with more rounds, which removes the incomplete line.
    let (mut journal, games) = folder.journal();
    assert_eq!(games.len(), 1);
    folder.live(8, Some("elo0=0 elo1=5"), &[0]);
    journal.append(&game(0)).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.games().len(), reader.scheduled(), reader.generation()), (2, Some(8), 0));
    assert_eq!(reader.stage(), MatchStage::Running);

    // When the test changes, the curve starts over.
    folder.live(8, Some("elo0=5 elo1=10"), &[]);
    reader.refresh().unwrap();
    assert_eq!((reader.games().len(), reader.generation()), (2, 1));
    assert!(reader.curve()[1].llr < reader.summary().unwrap().sprt.as_ref().unwrap().upper);

    // The match is over. Its result appears a moment after `live.json` is removed.
    fs::remove_file(folder.path(LIVE_FILE)).unwrap();
    drop(journal);
    reader.refresh().unwrap();
    assert_eq!(reader.scheduled(), Some(8));
    let result = json!({"scheduled": 2, "played": 2, "sprt": null});
    fs::write(folder.path(RESULT_FILE), result.to_string()).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.stage(), reader.curve().len()), (MatchStage::Over, 0));
}

#[test]
fn another_match_in_the_same_place_is_noticed() {
    let mut folder = Folder::with_games(3);
    let mut reader = folder.reader();
    MatchJournal::clear(&folder.path(JOURNAL_FILE)).unwrap();
    folder.terms["names"] = json!(["C", "D"]);
    let (mut journal, _) = folder.journal();
    journal.append(&game(0)).unwrap();
    reader.refresh().unwrap();
    assert_eq!((reader.names()[0].as_str(), reader.games().len()), ("C", 1));
    assert_eq!(reader.generation(), 1);
    fs::remove_file(folder.path(JOURNAL_FILE)).unwrap();
    assert!(reader.refresh().is_err());
    assert_eq!(reader.games().len(), 1, "what was read stays");
}

#[test]
fn games_beyond_the_schedule_count_only_while_they_are_in_it() {
    let folder = Folder::with_games(6);
    folder.live(4, None, &[]);
    let mut reader = folder.reader();
    assert_eq!(reader.summary().unwrap().played, 4);
    folder.live(6, None, &[]);
    reader.refresh().unwrap();
    assert_eq!(reader.summary().unwrap().played, 6);
    folder.live(2, None, &[]);
    reader.refresh().unwrap();
    assert_eq!(reader.summary().unwrap().played, 2);
}

#[test]
fn damaged_lines_are_reported_and_the_rest_is_read() {
    let folder = Folder::with_games(2);
    let mut foreign = game(2);
    foreign.engines = [7, 9];
    let mut illegal = game(3);
    illegal.moves[0].mv = "a9a0".parse().unwrap();
    let mut greedy = game(4);
    greedy.moves[0].micros = u64::MAX;
    greedy.moves[0].thought.nodes = Some(u64::MAX);
    let lines = ["{}", "\u{0}", &json!(foreign).to_string(), &json!(game(0)).to_string()];
    folder.append(&format!("{}\n", lines.join("\n")));
    for game in [&illegal, &greedy, &GameRecord { number: 5, ..greedy.clone() }] {
        let engines = if game.number % 2 == 1 { [1, 0] } else { [0, 1] };
        folder.append(&format!("{}\n", json!(GameRecord { engines, ..game.clone() })));
    }
    let reader = folder.reader();
    let numbers: Vec<u32> = reader.games().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [0, 1, 3, 4, 5]);
    let damage = reader.damage().unwrap().to_string();
    assert!(damage.starts_with("line 4 is damaged"), "{damage}");
    assert!(reader.summary().unwrap().engines[0].slowest_ms > 1e12);
    let error = reader.game(3).unwrap_err().to_string();
    assert!(error.starts_with("game 4 cannot be replayed: a9a0"), "{error}");
    assert!(reader.game(0).is_ok());
}

#[test]
fn folders_without_a_match_are_refused() {
    let head = |terms: Value| format!("{}\n", json!({"format": "chuhe match 1", "terms": terms}));
    let terms = Folder::new().terms;
    let with = |field: &str, value: Value| {
        let mut terms = terms.clone();
        terms[field] = value;
        head(terms)
    };
    for text in [
        "dear diary\n".to_owned(),
        "\n".to_owned(),
        head(json!(null)),
        with("names", json!(["A"])),
        with("names", json!([])),
        with("names", json!(vec!["A"; 300])),
        with("games", json!(0)),
        with("form", json!("gauntlet of 2")),
        with("form", json!("gauntlet of 0")),
        with("form", json!("swiss")),
        with("engines", json!([{}])),
    ] {
        let folder = Folder::new();
        fs::write(folder.path(JOURNAL_FILE), &text).unwrap();
        let error = MatchReader::new(folder.folder.path()).refresh().unwrap_err().to_string();
        assert!(error.ends_with("not the journal of a match"), "{text}: {error}");
        assert!(MatchReader::glance(folder.folder.path()).is_err(), "{text}");
    }
    let folder = Folder::new();
    fs::write(folder.path(JOURNAL_FILE), head(terms.clone()).trim_end()).unwrap();
    assert!(folder.reader().summary().is_none(), "the first line is not whole yet");
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let (folder, other) = (Folder::new(), Folder::with_games(2));
    let link = |name: &str| {
        let _ = fs::remove_file(folder.path(name));
        std::os::unix::fs::symlink(other.path(name), folder.path(name)).unwrap();
    };
    link(JOURNAL_FILE);
    let error = MatchReader::new(folder.folder.path()).refresh().unwrap_err().to_string();
    assert!(error.ends_with("it is a link, not a file"), "{error}");
    assert!(MatchReader::glance(folder.folder.path()).is_err());
    fs::remove_file(folder.path(JOURNAL_FILE)).unwrap();
    let _journal = folder.journal();
    other.live(4, None, &[0]);
    fs::write(other.path(RESULT_FILE), json!({"scheduled": 9, "played": 2}).to_string()).unwrap();
    link(LIVE_FILE);
    link(RESULT_FILE);
    let reader = folder.reader();
    assert_eq!((reader.scheduled(), reader.running().len()), (None, 0));
}
