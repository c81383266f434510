//! A file of annotated games, with a note that tells a repeated command that the file is finished.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::{AnnotationSettings, GameSource, PROGRAM};
use crate::analysis::{ResultsFileError, digest_of};
use crate::note::{compare, finished, note_at};
use chuhe_engine::engine::config::Config;
use chuhe_engine::search::Limits;
use chuhe_files as files;

/// The version of the note's format.
const NOTE_FORM: &str = "chuhe-annotation-note-1";

/// An output file, which is written as a whole, and the note next to it, with the extension `.finished`.
#[derive(Debug)]
pub struct AnnotationFile {
    path: PathBuf,
    note: PathBuf,
    terms: Value,
    was_finished: bool,
}

/// Everything that the file depends on, which does not include the number of jobs.
#[derive(Serialize)]
struct Terms<'a> {
    form: &'static str,
    version: &'static str,
    /// The digest of the games.
    input: String,
    /// The output format.
    format: &'a str,
    language: &'static str,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// The time limit, in milliseconds.
    movetime: Option<u64>,
    #[serde(flatten)]
    config: &'a Config,
}

impl AnnotationFile {
    /// Examines a file and its note before the games in `source` are annotated. `form` is the file's format and
    /// `language` the tag of its language. `overwrite` permits overwriting other contents.
    ///
    /// # Errors
    /// If the file has other contents, or cannot be read.
    pub fn open(
        path: impl Into<PathBuf>,
        source: &GameSource,
        form: &str,
        settings: &AnnotationSettings,
        language: &'static str,
        overwrite: bool,
    ) -> Result<Self, ResultsFileError> {
        let path = path.into();
        let name = || path.display().to_string();
        let mut note = path.as_os_str().to_owned();
        note.push(".finished");
        let note = PathBuf::from(note);
        let Limits { depth, nodes, move_time, .. } = settings.limits;
        let terms = serde_json::to_value(Terms {
            form: NOTE_FORM,
            version: PROGRAM,
            input: source.digest(),
            format: form,
            language,
            depth,
            nodes,
            movetime: move_time.map(|time| time.as_millis() as u64),
            config: &settings.config,
        });
        let terms = terms.map_err(io::Error::from).map_err(fail(&path))?;
        let was_finished = !overwrite && files::has_content(&path);
        if was_finished {
            let said = finished(&note, &path).map_err(fail(&path))?;
            let said = said.ok_or_else(|| ResultsFileError::Exists(name()))?;
            compare(&said, &terms, name())?;
        }
        Ok(Self { path, note, terms, was_finished })
    }

    /// Whether the file was complete when it was opened.
    #[must_use]
    pub const fn was_finished(&self) -> bool {
        self.was_finished
    }

    /// Records, after the file was written, whether it is complete. An unrelated file with the name of the note is
    /// kept.
    ///
    /// # Errors
    /// If the file cannot be read, or the note cannot be written.
    pub fn finish(mut self, is_complete: bool) -> Result<(), ResultsFileError> {
        let is_ours = note_at(&self.note).is_some();
        if !is_complete {
            return if is_ours { fs::remove_file(&self.note) } else { Ok(()) }
                .map_err(fail(&self.note));
        }
        if is_ours || !self.note.exists() {
            self.terms["results"] = digest_of(&self.path).map_err(fail(&self.path))?.into();
            let text = format!("{}\n", self.terms);
            files::write_whole(&self.note, text.as_bytes()).map_err(fail(&self.note))?;
        }
        Ok(())
    }
}

fn fail(path: &Path) -> impl Fn(io::Error) -> ResultsFileError {
    move |error| ResultsFileError::Io { path: path.display().to_string(), error }
}
