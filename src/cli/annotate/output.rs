//! The destinations of annotations: standard output, one file, or a folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::super::args;
use super::super::outputs::{self, FreshArgs};
use super::{AnnotationFormat, report};
use crate::failure;
use chuhe_engine::notation::MoveFormat;
use chuhe_localize::review::page_words;
use chuhe_review::annotation::{
    AnnotationFolder, AnnotationSettings, AnnotationTerms, GameComparison, GameOrigin, GameSource,
};
use chuhe_review::results_file::ResultsFile;
use chuhe_util::files;

/// The destination of annotations, and their format.
pub(super) struct Output<'a, W> {
    place: Place<'a, W>,
    form: AnnotationFormat,
    notation: MoveFormat,
    /// The number of annotations written so far; at least 1 if an earlier run wrote any to the same file.
    count: usize,
}

enum Place<'a, W> {
    Stream(&'a mut W),
    /// A file whose run cannot be resumed. The draft exists once a game has been added, and replaces the file at the
    /// end.
    Draft(PathBuf, Option<files::Output>),
    /// A file, and the place of the last game that it holds or that was refused.
    Results(ResultsFile, u64),
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
        settings: &[AnnotationSettings],
        source: &GameSource,
    ) -> failure::Result<Self> {
        if files::is_stream(path) || !source.is_lasting() {
            fresh.file(Some(path))?;
            let place = Place::Draft(path.to_owned(), None);
            return Ok(Self { place, form, notation, count: 0 });
        }
        outputs::file(Some(path))?;
        let terms = terms(form, notation, settings).for_games(source);
        let file = ResultsFile::open(path, &terms, "", fresh.fresh);
        let file = file.map_err(outputs::results_file)?;
        let reached = file.last();
        let count = usize::from(reached > 0);
        Ok(Self { place: Place::Results(file, reached), form, notation, count })
    }

    pub(super) fn folder(
        root: &Path,
        fresh: FreshArgs,
        form: AnnotationFormat,
        notation: MoveFormat,
        settings: &[AnnotationSettings],
        source: &GameSource,
    ) -> failure::Result<Self> {
        let terms = terms(form, notation, settings);
        let language = chuhe_localize::current().tag();
        let folder = AnnotationFolder::open(root, form.extension(), &terms, language, fresh.fresh)?;
        // Standard input is read only once, so its games are checked as they are added.
        if source.is_lasting() {
            let games = source.games().map_err(args::thread_error)?;
            let mut games = games.filter(|queued| queued.game.is_ok());
            games
                .try_for_each(|queued| folder.check(&queued.origin))
                .map_err(outputs::results_file)?;
        }
        Ok(Self { place: Place::Folder(root.to_owned(), folder), form, notation, count: 0 })
    }

    /// The output file, if an earlier run finished it.
    pub(super) fn finished_file(&self) -> Option<&Path> {
        match &self.place {
            Place::Results(file, _) if file.was_finished() => Some(file.path()),
            _ => None,
        }
    }

    /// A function that returns whether an earlier run annotated a game.
    pub(super) fn known(&self) -> impl Fn(&GameOrigin) -> bool + Send + use<W> {
        let (folder, last) = match &self.place {
            Place::Folder(_, folder) => (Some(folder.clone()), 0),
            Place::Results(file, _) => (None, file.last()),
            Place::Stream(_) | Place::Draft(..) => (None, 0),
        };
        move |origin| {
            origin.place <= last || folder.as_ref().is_some_and(|folder| folder.has(origin))
        }
    }

    /// Whether the next game can be added. After an interruption, a file must not have gaps, because the next run
    /// resumes after its last game.
    pub(super) fn is_next(&mut self, origin: &GameOrigin) -> bool {
        let Place::Results(_, reached) = &mut self.place else { return true };
        let is_next = origin.place <= *reached + 1;
        if is_next {
            *reached = origin.place.max(*reached);
        }
        is_next
    }

    pub(super) fn add(
        &mut self,
        origin: &GameOrigin,
        found: &GameComparison,
    ) -> failure::Result<()> {
        let Some(annotation) = found.annotations.first() else { return Ok(()) };
        let index = AnnotationFolder::index_link(origin);
        let index = matches!(self.place, Place::Folder(..)).then_some(&index[..]);
        let mut text = match self.form {
            AnnotationFormat::Text => report::text(found, self.notation),
            AnnotationFormat::Pgn => annotation.pgn(self.notation)?,
            AnnotationFormat::Json => found.json() + "\n",
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
            Place::Draft(path, draft) => {
                append(path, draft, &text).map_err(|error| outputs::refused(path, error))?;
            }
            Place::Results(file, _) => file.append(origin.place, &text)?,
            Place::Folder(_, folder) => {
                folder.add(origin, annotation, &text).map_err(outputs::results_file)?;
            }
        }
        Ok(())
    }

    /// Writes everything not yet written. `is_complete` states whether all games were annotated. Returns the folder, if
    /// the output is one, and a message that says how to resume an incomplete file.
    pub(super) fn finish(self, is_complete: bool) -> failure::Result<Finished> {
        let mut finished = Finished::default();
        match self.place {
            Place::Stream(stream) => stream.flush()?,
            // A run that annotated no games leaves the file unchanged.
            Place::Draft(path, draft) => {
                let done = draft.map_or(Ok(()), files::Output::finish);
                done.map_err(|error| outputs::refused(&path, error))?;
            }
            Place::Results(file, _) if is_complete => file.finish()?,
            Place::Results(file, _) => finished.unfinished = outputs::leave(file)?,
            Place::Folder(root, mut folder) => {
                folder.save()?;
                finished.folder = Some(root);
            }
        }
        Ok(finished)
    }
}

/// What [`Output::finish`] leaves.
#[derive(Default)]
pub(super) struct Finished {
    /// The folder, if the output is one.
    pub(super) folder: Option<PathBuf>,
    /// How to resume an unfinished file.
    pub(super) unfinished: Option<String>,
}

/// What the annotations depend on, besides the games.
fn terms(
    form: AnnotationFormat,
    notation: MoveFormat,
    settings: &[AnnotationSettings],
) -> AnnotationTerms {
    let is_in_language = matches!(form, AnnotationFormat::Text | AnnotationFormat::Html);
    let language = is_in_language.then(|| chuhe_localize::current().tag());
    AnnotationTerms::new(settings, format!("{form:?} {notation:?}"), language)
}

/// Appends a text to a file's draft, creating the draft for the first text.
fn append(path: &Path, draft: &mut Option<files::Output>, text: &str) -> io::Result<()> {
    let draft = match draft {
        Some(draft) => draft,
        none => none.insert(files::Output::new(path)?),
    };
    draft.write_all(text.as_bytes())
}
