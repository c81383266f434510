//! `net convert`: converts networks between network files and safetensors.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::outputs::{FreshArgs, refused};
use super::read;
use crate::failure::{self, Context};
use chuhe_lab::safetensors;
use chuhe_localize::tr;
use chuhe_util::files::{check_regular, write_output};

/// The extension of safetensors files.
const SAFETENSORS: &str = "safetensors";

/// Convert a network file to safetensors (a format that Python can read and write), or back
#[derive(Debug, Args)]
pub(super) struct ConvertNetArgs {
    /// Network file, safetensors file (recognized by its extension), or `embedded` for the built-in network
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Output file: safetensors if its extension is .safetensors, otherwise a network file
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    fresh: FreshArgs,
}

fn is_safetensors(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(SAFETENSORS))
}

impl ConvertNetArgs {
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<()> {
        let (file, path) = (&self.file, &self.out);
        self.fresh.file(Some(path))?;
        let network = if is_safetensors(file) {
            let bytes = check_regular(file).and_then(|()| fs::read(file));
            let bytes = bytes.map_err(|error| refused(file, error))?;
            let network = safetensors::read(&bytes);
            network.with_context(|| file.display().to_string())?
        } else {
            read(file)?.as_ref().clone()
        };
        let bytes =
            if is_safetensors(path) { safetensors::write(&network) } else { network.to_bytes() };
        write_output(path, &bytes).map_err(|error| refused(path, error))?;
        writeln!(out, "{}", tr!("net-written", path = path.display().to_string()))?;
        Ok(())
    }
}
