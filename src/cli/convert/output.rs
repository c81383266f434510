//! Where converted games go: standard output, one file, or a file for each file.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::super::inputs::Input;
use crate::notation::collection::FileFormat;
use crate::notation::encoding::Encoding;

/// The place for games. Files appear when they are complete, under a name of their own until then.
pub(super) struct Output<'a, W> {
    stdout: &'a mut W,
    kind: Kind,
    format: FileFormat,
    encoding: Encoding,
    open: Option<Open>,
}

enum Kind {
    Stdout,
    File(PathBuf),
    Folder {
        root: PathBuf,
        /// Files already written, so that none is written twice.
        taken: HashSet<PathBuf>,
    },
}

/// A file that is being written.
struct Open {
    file: BufWriter<File>,
    path: PathBuf,
    partial: PathBuf,
}

impl<'a, W: Write> Output<'a, W> {
    /// # Errors
    /// If a file would be written over one of the inputs.
    pub(super) fn new(
        stdout: &'a mut W,
        out: Option<PathBuf>,
        format: FileFormat,
        encoding: Encoding,
        inputs: &[Input],
    ) -> anyhow::Result<Self> {
        let kind = match out {
            None => Kind::Stdout,
            Some(root) if is_folder(&root) => Kind::Folder { root, taken: HashSet::new() },
            Some(path) => {
                if inputs.iter().any(|input| is_same(&input.path, &path)) {
                    bail!("{}: this file is to be read, it cannot be written", path.display());
                }
                Kind::File(path)
            }
        };
        let mut output = Self { stdout, kind, format, encoding, open: None };
        if let Kind::File(path) = &output.kind {
            output.open = Some(Open::create(path.clone())?);
        }
        Ok(output)
    }

    /// The games of a file come.
    pub(super) fn begin(&mut self, input: &Input) -> anyhow::Result<()> {
        let Kind::Folder { root, taken } = &mut self.kind else { return Ok(()) };
        let extension = self.format.extension();
        let mut path = root.join(input.name.with_extension(extension));
        if taken.contains(&path) {
            // Another file of this name, but with another ending.
            let mut name = input.name.clone().into_os_string();
            name.push(".");
            name.push(extension);
            path = root.join(name);
        }
        if !taken.insert(path.clone()) {
            bail!("{}: two files to be read would both be written to it", path.display());
        }
        if is_same(&input.path, &path) {
            bail!("{}: this file is to be read, it cannot be written", path.display());
        }
        self.open = Some(Open::create(path)?);
        Ok(())
    }

    pub(super) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let bytes = self.encoding.encode(text);
        match &mut self.open {
            Some(open) => open.file.write_all(&bytes)?,
            None => self.stdout.write_all(&bytes)?,
        }
        Ok(())
    }

    /// What is being written, for errors.
    pub(super) fn place(&self) -> String {
        let open = self.open.as_ref();
        open.map_or("standard output".to_owned(), |open| open.path.display().to_string())
    }

    /// The last game of a file has come.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        match self.kind {
            Kind::Folder { .. } => self.close(),
            Kind::Stdout | Kind::File(_) => Ok(()),
        }
    }

    /// All games have come.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        self.close()?;
        Ok(self.stdout.flush()?)
    }

    fn close(&mut self) -> anyhow::Result<()> {
        let Some(Open { file, path, partial }) = self.open.take() else { return Ok(()) };
        let about = || path.display().to_string();
        file.into_inner().map_err(std::io::IntoInnerError::into_error).with_context(about)?;
        fs::rename(&partial, &path).with_context(about)
    }
}

impl Open {
    fn create(path: PathBuf) -> anyhow::Result<Self> {
        let about = || path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(about)?;
        }
        let mut partial = path.clone().into_os_string();
        partial.push(".part");
        let partial = PathBuf::from(partial);
        let file = BufWriter::new(File::create(&partial).with_context(about)?);
        Ok(Self { file, path, partial })
    }
}

/// Whether a path means a folder.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Whether two paths lead to one file that exists.
fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(a).is_some() && real(a) == real(b)
}
