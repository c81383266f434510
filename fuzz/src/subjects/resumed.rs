//! Files from which interrupted work is resumed.

use std::fs;

use chuhe_arena::{JOURNAL_FILE, JournalError, MatchJournal, MatchReader};
use chuhe_engine::engine::config::Config;
use chuhe_engine::notation::MoveFormat;
use chuhe_formats::lines::Positions;
use chuhe_review::analysis::{
    Batch, BatchTerms, PositionLimits, PositionSource, ResultFormat, ResultsFile,
};

use super::scratch::file;
use super::shape::is_readable;

/// The journal of a match. Opened twice, it contains the same games; complete records stay unchanged, and adding a game
/// adds one record. A journal that cannot be used is left unchanged.
pub(super) fn journal(bytes: &[u8]) {
    let path = file(JOURNAL_FILE, bytes);
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let header: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    let terms = header.and_then(|header| header.get("terms").cloned()).unwrap_or_default();
    let first = match MatchJournal::open(&path, &terms) {
        Ok((mut journal, games)) => {
            let kept = fs::read(&path).unwrap();
            assert!(bytes.starts_with(&kept) || games.is_empty(), "complete records are kept");
            if let Some(game) = games.last() {
                journal.append(game).unwrap();
            }
            Some(games)
        }
        Err(error) => {
            is_readable(&error.to_string());
            assert_eq!(fs::read(&path).unwrap(), bytes, "a rejected journal stays unchanged");
            None
        }
    };
    if let Some(mut games) = first {
        games.extend(games.last().cloned());
        let (_, again) = MatchJournal::open(&path, &terms).expect("the journal opens again");
        assert_eq!(again, games);
        let other = serde_json::json!({ "other": true });
        assert!(matches!(MatchJournal::open(&path, &other), Err(JournalError::OtherMatch(_))));
    }
    let mut reader = MatchReader::new(path.parent().unwrap());
    match reader.refresh() {
        Ok(_) => {
            for number in reader.games().iter().map(|entry| entry.number).take(4) {
                let _ = reader.game(number).map_err(|error| is_readable(&error.to_string()));
            }
        }
        Err(error) => is_readable(&error.to_string()),
    }
}

/// The results of a batch. Opened twice, the file reports the same number of results, and no complete result is lost.
pub(super) fn results(bytes: &[u8]) {
    let Some((&form, bytes)) = bytes.split_first() else { return };
    let format = match form % 3 {
        0 => ResultFormat::Jsonl,
        1 => ResultFormat::Csv,
        _ => ResultFormat::Text(MoveFormat::Iccs),
    };
    let batch = Batch {
        config: Config::default(),
        limits: PositionLimits { nodes: Some(1), ..PositionLimits::default() },
        jobs: 1,
    };
    let source = PositionSource::new(None, Positions::Last);
    let terms = BatchTerms::new(&batch, &source, format, "en").expect("no file needs to be read");
    let path = file("results", bytes);
    file("results.unfinished", &serde_json::to_vec(&terms).unwrap());
    let done = {
        let results =
            ResultsFile::open(&path, &terms, false).expect("the note states the same terms");
        let kept = fs::read(&path).unwrap();
        assert!(bytes.starts_with(&kept) || results.done() == 0, "complete results are kept");
        (results.done(), kept)
    };
    let results = ResultsFile::open(&path, &terms, false).expect("the results open again");
    assert_eq!((results.done(), fs::read(&path).unwrap()), done);
    results.finish().unwrap();
    let again = ResultsFile::open(&path, &terms, false).expect("the same batch finished it");
    assert!(again.was_finished() || done.1.is_empty());
    assert_eq!((again.done(), fs::read(&path).unwrap()), done);
}
