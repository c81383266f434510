//! Looking on at a match: what is new is told.

use std::sync::Arc;

use super::host::MatchView;
use super::message::{FailureCode, MatchWish, Notice, Reply};
use super::session::{Desk, Done, Refused, Source, refuse};
use chuhe_engine::clock::Instant;
use chuhe_localize as locale;
use chuhe_localize::tr;

/// What a session watches.
#[derive(Debug, Default)]
pub(super) struct Watching {
    open: Option<Box<dyn MatchView>>,
    /// The number of the last match that was opened.
    key: u64,
}

/// Has a match begun: the engines are started beside the session.
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

/// Tells where a match has begun.
pub(super) fn tell_begun(id: u64, begun: Result<String, String>, desk: &Desk) {
    let answer = begun.map(|folder| Reply::Begun { folder });
    desk.answer(id, answer.map_err(|text| refuse(FailureCode::NotNow, text)));
}

impl Watching {
    /// Opens a match. It takes the place of the one before.
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

    /// Looks no more.
    pub(super) fn close(&mut self) {
        self.open = None;
    }

    /// Tells everything again, in the language of the thread from now on.
    pub(super) fn tell_again(&mut self) {
        if let Some(open) = &mut self.open {
            open.forget();
        }
    }

    /// Games that are over, the newest first, from a place in the order in which they ended down.
    pub(super) fn games(&self, before: usize) -> Done {
        Ok(Some(self.opened()?.games(before)))
    }

    /// A game that is over, by its number from 1.
    pub(super) fn game(&self, number: u64) -> Done {
        Ok(Some(Reply::MatchGame(Box::new(self.opened()?.game(number)?))))
    }

    fn opened(&self) -> Result<&dyn MatchView, Refused> {
        let open = self.open.as_deref();
        open.ok_or_else(|| refuse(FailureCode::NotNow, tr!("serve-not-watching")))
    }

    /// When to look again.
    pub(super) fn next_due(&self) -> Option<Instant> {
        Some(self.open.as_ref()?.next_due())
    }

    /// Looks if it is time, and tells what is new. Returns whether anything was.
    pub(super) fn tick(&mut self, now: Instant, desk: &Desk) -> bool {
        let news = self.open.as_mut().and_then(|open| open.news(now));
        let is_new = news.is_some();
        if let Some(notice) = news {
            desk.tell(&Notice::Watch(Box::new(notice)));
        }
        is_new
    }
}
