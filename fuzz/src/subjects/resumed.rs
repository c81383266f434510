//! Files from which interrupted work is resumed.

use std::fs;

use chuhe_arena::{JOURNAL_FILE, JournalError, MatchJournal, MatchReader};
use chuhe_review::results_file::{ResultsFile, ResultsFileError};

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
        assert!(matches!(MatchJournal::open(&path, &other), Err(JournalError::OtherMatch { .. })));
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

/// A results file and, after a NUL, the lines of its note after the terms. Opened twice, the file has the same results;
/// complete results stay unchanged, and a file that cannot be resumed stays whole.
pub(super) fn results(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let [text, lines] = [(); 2].map(|()| parts.next().unwrap_or_default());
    let terms = serde_json::json!({ "form": 1 });
    let path = file("results", text);
    file("results.unfinished", &[terms.to_string().as_bytes(), b"\n", lines].concat());
    let _ = fs::remove_file(path.with_extension("finished"));
    let open = || ResultsFile::open(&path, &terms, "header\n", false);
    let last = match open() {
        Ok(results) => {
            let kept = fs::read(&path).unwrap_or_default();
            assert!(text.starts_with(&kept), "complete results are kept");
            results.last()
        }
        Err(ResultsFileError::Exists(_)) => {
            assert_eq!(fs::read(&path).unwrap(), text, "a rejected file stays unchanged");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut results = open().expect("the results open again");
    assert_eq!(results.last(), last);
    results.append(last.saturating_add(1), "result\n").unwrap();
    let whole = fs::read(&path).unwrap();
    results.finish().unwrap();
    let again = open().expect("the same work finished it");
    assert!(again.was_finished() && again.last() == last.saturating_add(1));
    assert_eq!(fs::read(&path).unwrap(), whole);
}
