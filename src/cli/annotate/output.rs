//! The destinations of annotations: standard output, one file, or a folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::outputs::{self, FreshArgs};
use super::{AnnotationFormat, report};
use crate::failure;
use chuhe_engine::notation::MoveFormat;
use chuhe_files as files;
use chuhe_localize::review::page_words;
use chuhe_review::annotation::{
    Annotation, AnnotationFile, AnnotationFolder, AnnotationSettings, GameOrigin, GameSource,
};

/// The destination of annotations, and their format.
pub(super) struct Output<'a, W> {
    place: Place<'a, W>,
    form: AnnotationFormat,
    notation: MoveFormat,
    /// The number of annotations written so far.
    count: usize,
}

enum Place<'a, W> {
    Stream(&'a mut W),
    /// A file, its draft, and the file that records its completion. The draft exists once a game has been added, and
    /// replaces the file when all games are done. Pipes have no such file.
    File(PathBuf, Option<files::Output>, Option<AnnotationFile>),
    Folder(PathBuf, AnnotationFolder),
}

impl<'a, W: Write> Output<'a, W> {
    pub(super) const fn stream(
        stream: &'a mut W,
        form: AnnotationFormat,
        notation: MoveFormat,
    ) -> Self {
        Self { place: Place::Stream(stream), form, notation, count: 0 }
    }

    pub(super) fn file(
        path: &Path,
        fresh: FreshArgs,
        form: AnnotationFormat,
        notation: MoveFormat,
        settings: &AnnotationSettings,
        source: &GameSource,
    ) -> failure::Result<Self> {
        let note = if files::is_stream(path) || !source.is_lasting() {
            fresh.file(Some(path))?;
            None
        } else {
            outputs::file(Some(path))?;
            let written = format!("{form:?} {}", notation.name());
            let language = chuhe_localize::current().tag();
            let opened =
                AnnotationFile::open(path, source, &written, settings, language, fresh.fresh);
            Some(opened.map_err(outputs::results_file)?)
        };
        let place = Place::File(path.to_owned(), None, note);
        Ok(Self { place, form, notation, count: 0 })
    }

    pub(super) fn folder(
        root: &Path,
        form: AnnotationFormat,
        notation: MoveFormat,
        settings: &AnnotationSettings,
    ) -> failure::Result<Self> {
        let written = format!("{form:?} {}", notation.name());
        let folder = AnnotationFolder::open(
            root,
            form.extension(),
            &written,
            settings,
            chuhe_localize::current().tag(),
        )?;
        Ok(Self { place: Place::Folder(root.to_owned(), folder), form, notation, count: 0 })
    }

    /// The output file, if an earlier run finished it.
    pub(super) fn finished_file(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path, _, Some(note)) if note.was_finished() => Some(path),
            _ => None,
        }
    }

    /// A function that returns whether an earlier run annotated a game.
    pub(super) fn known(&self) -> impl Fn(&GameOrigin) -> bool + Send + use<W> {
        let folder = match &self.place {
            Place::Folder(_, folder) => Some(folder.clone()),
            Place::Stream(_) | Place::File(..) => None,
        };
        let was_finished = self.finished_file().is_some();
        move |origin| was_finished || folder.as_ref().is_some_and(|folder| folder.has(origin))
    }

    pub(super) fn add(
        &mut self,
        origin: &GameOrigin,
        annotation: &Annotation,
    ) -> failure::Result<()> {
        let index = AnnotationFolder::index_link(origin);
        let index = matches!(self.place, Place::Folder(..)).then_some(&index[..]);
        let mut text = match self.form {
            AnnotationFormat::Text => report::text(annotation, self.notation),
            AnnotationFormat::Pgn => annotation.pgn(self.notation)?,
            AnnotationFormat::Json => annotation.json() + "\n",
            AnnotationFormat::Html => {
                annotation.page_of(&page_words(annotation), index.unwrap_or_default())
            }
        };
        let is_next = self.count > 0 && index.is_none();
        if is_next && self.form == AnnotationFormat::Text {
            text.insert(0, '\n');
        }
        self.count += 1;
        match &mut self.place {
            Place::Stream(stream) => stream.write_all(text.as_bytes())?,
            Place::File(path, draft, _) => {
                append(path, draft, &text).map_err(|error| outputs::refused(path, error))?;
            }
            Place::Folder(_, folder) => folder.add(origin, annotation, &text)?,
        }
        Ok(())
    }

    /// Writes everything not yet written. `is_complete` states whether all games were annotated. Returns the folder, if
    /// the output is one.
    pub(super) fn finish(self, is_complete: bool) -> failure::Result<Option<PathBuf>> {
        match self.place {
            Place::Stream(stream) => stream.flush()?,
            // A run that annotated no games leaves the file unchanged.
            Place::File(path, Some(draft), note) => {
                draft.finish().map_err(|error| outputs::refused(&path, error))?;
                note.map_or(Ok(()), |note| note.finish(is_complete))?;
            }
            Place::File(_, None, _) => {}
            Place::Folder(root, mut folder) => {
                folder.save()?;
                return Ok(Some(root));
            }
        }
        Ok(None)
    }
}

/// Appends a text to a file's draft, creating the draft for the first text.
fn append(path: &Path, draft: &mut Option<files::Output>, text: &str) -> io::Result<()> {
    let draft = match draft {
        Some(draft) => draft,
        none => none.insert(files::Output::new(path)?),
    };
    draft.write_all(text.as_bytes())
}
