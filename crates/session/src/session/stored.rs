//! Renames and deletes stored files, which may be open in the session.

use super::{DONE, Done, Session};
use crate::host::StoredKind;
use crate::kept::{self, KeptAnalysis};
use crate::message::Reply;

impl Session {
    /// Renames a stored file. If it is open in this session, it stays open under its new name.
    pub(super) fn rename(&mut self, shelf: StoredKind, name: &str, to: String) -> Done {
        if name == to {
            return Ok(Some(Reply::Name { name: to }));
        }
        match &mut self.play {
            Some(play) if shelf == StoredKind::Games && play.name() == name => {
                play.rename(to, &self.context)
            }
            _ => {
                let lease = self.kept.rename(shelf, name, to, &self.context)?;
                if shelf == StoredKind::Reviews {
                    self.reviews.renamed(name, lease.clone());
                }
                Ok(Some(Reply::Name { name: lease.name().to_owned() }))
            }
        }
    }

    /// Deletes a stored file. If it is open in this session, it is closed first.
    pub(super) fn delete(&mut self, shelf: StoredKind, name: &str) -> Done {
        let lease = kept::open(shelf, name, &self.context)?;
        match shelf {
            StoredKind::Games => {
                if let Some(mut play) = self.play.take_if(|play| play.name() == name) {
                    play.drop_requests(&self.context);
                }
            }
            StoredKind::Analyses if self.kept.holds(shelf, name) => {
                self.kept = KeptAnalysis::default();
            }
            StoredKind::Analyses => {}
            StoredKind::Reviews => self.reviews.release(Some(name)),
        }
        kept::delete(&*lease).map(|()| DONE)
    }
}
