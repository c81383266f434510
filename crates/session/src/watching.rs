//! Watches a match and sends updates to the page.

use std::sync::Arc;

use super::host::MatchView;
use super::message::{FailureCode, MatchWish, Notice, Reply};
use super::session::{Desk, Done, Refused, Source, refuse};
use chuhe_engine::clock::Instant;
use chuhe_localize as locale;
use chuhe_localize::tr;

/// The match that a session watches.
#[derive(Debug, Default)]
pub(super) struct Watching {
    open: Option<Box<dyn MatchView>>,
    /// The key of the last match that was opened.
    key: u64,
}

/// Starts a match in the background.
pub(super) fn begin(id: u64, wish: MatchWish, desk: &Desk) -> Done {
    if !wish.is_fine() {
        return Err(refuse(FailureCode::BadValue, tr!("serve-match-wish")));
    }
    let (host, inbox, language) = (Arc::clone(&desk.host), desk.inbox.clone(), locale::current());
    let work = move || {
        let begun = |folder| inbox.report(Source::Match(id, folder));
        locale::with(language, || host.play_match(wish, &begun));
    };
    let spawned = desk.host.spawn("match", Box::new(work));
    spawned.map(|()| None).map_err(|error| refuse(FailureCode::Busy, error))
}

/// Answers the request to start a match with the match's folder.
pub(super) fn tell_begun(id: u64, begun: Result<String, String>, desk: &Desk) {
    let answer = begun.map(|folder| Reply::Begun { folder });
    desk.answer(id, answer.map_err(|text| refuse(FailureCode::NotNow, text)));
}

impl Watching {
    /// Opens a match, which replaces the previous one.
    pub(super) fn open(&mut self, folder: &str, desk: &Desk) -> Done {
        let key = self.key + 1;
        let Some(view) = desk.host.open_match(folder, key) else {
            let text = tr!("serve-no-match", name = format!("{folder:?}"));
            return Err(refuse(FailureCode::Unknown, text));
        };
        self.key = key;
        self.open = Some(view);
        Ok(Some(Reply::Search { key }))
    }

    /// Stops watching.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Sends everything again, in the current language of the thread.
    pub(super) fn tell_again(&mut self) {
        if let Some(open) = &mut self.open {
            open.forget();
        }
    }

    /// Returns the newest among the first `before` games that ended, newest first.
    pub(super) fn games(&self, before: usize) -> Done {
        Ok(Some(self.opened()?.games(before)))
    }

    /// Returns a finished game, given its number in the schedule, from 1.
    pub(super) fn game(&self, number: u64) -> Done {
        Ok(Some(Reply::MatchGame(Box::new(self.opened()?.game(number)?))))
    }

    fn opened(&self) -> Result<&dyn MatchView, Refused> {
        let open = self.open.as_deref();
        open.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-not-watching")))
    }

    /// The time at which to check for news again.
    pub(super) fn next_due(&self) -> Option<Instant> {
        Some(self.open.as_ref()?.next_due())
    }

    /// Checks for news if it is time, and sends it. Returns whether there was any news.
    pub(super) fn tick(&mut self, now: Instant, desk: &Desk) -> bool {
        let news = self.open.as_mut().and_then(|open| open.news(now));
        let is_new = news.is_some();
        if let Some(notice) = news {
            desk.tell(&Notice::Watch(Box::new(notice)));
        }
        is_new
    }
}
