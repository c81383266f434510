//! Stores a review while it goes on.

use std::sync::Arc;

use super::Review;
use crate::exchange::take_memory;
use crate::host::{Lease, StoredKind};
use crate::kept::create;
use crate::message::{Failure, FailureCode, Notice, ReviewNews, ReviewNotice};
use crate::review::kept::{self, ReviewHeader};
use crate::session::{Context, refuse};
use chuhe_engine::clock::Instant;
use chuhe_formats::collection::Collection;
use chuhe_localize::Localize;

/// The maximum size of a stored move, in bytes.
const STORED_BYTES: usize = 400;

impl Review {
    /// Stores the review, if it has changed. Without memory or space on the disk, the next change tries again.
    pub(in crate::review) fn store(&mut self, context: &Context) {
        let Some(collection) = self.collection.clone().filter(|_| self.is_unsaved) else { return };
        self.stored_at = Some(Instant::now());
        if let Err(refused) = self.try_store(&collection, context) {
            log::warn!("{}", refused.text);
            context.notify(&Notice::Review(ReviewNotice {
                job: self.number,
                news: ReviewNews::Unsaved(refused.text),
            }));
        }
    }

    fn try_store(&mut self, collection: &Collection, context: &Context) -> Result<(), Failure> {
        let moves: usize = self.annotated.keys().map(|number| self.games[number - 1].moves).sum();
        let _room = take_memory(4 * collection.len() + moves * STORED_BYTES, &*context.host)?;
        let players = self.games.first().map(|listed| &listed.row);
        let header = ReviewHeader {
            file: self.name.clone(),
            nodes: self.nodes,
            engine: self.engine.clone(),
            games: self.games.len(),
            annotated: self.annotated.len(),
            red: players.map(|row| row.red.clone()).unwrap_or_default(),
            black: players.map(|row| row.black.clone()).unwrap_or_default(),
            ..ReviewHeader::default()
        };
        let text = kept::text(header, collection, &self.annotated);
        let text = text.map_err(|error| refuse(FailureCode::File, error))?;
        let lease = match self.lease.take_if(|lease| !lease.is_lost()) {
            Some(lease) => lease,
            None => create(StoredKind::Reviews, None, context)?,
        };
        let written = lease.write(&lease.path(), &text);
        self.lease = Some(lease);
        written.map_err(|error| refuse(FailureCode::File, error.localize()))?;
        self.is_unsaved = false;
        Ok(())
    }

    /// Releases the name, if it is this one or was lost to another session.
    pub(in crate::review) fn release(&mut self, name: Option<&str>) {
        self.lease.take_if(|lease| lease.is_lost() || name == Some(lease.name()));
    }

    /// Records that the stored review was renamed.
    pub(in crate::review) fn renamed(&mut self, name: &str, lease: Arc<dyn Lease>) {
        if self.lease.as_ref().is_some_and(|lease| lease.name() == name) {
            self.lease = Some(lease);
        }
    }
}
