//! `doctor`: is this machine and this installation fit to play?

mod conversation;
mod hosts;
mod machine;
mod selftest;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use self::hosts::Host;
use self::machine::Machine;
use self::selftest::Check;

/// Check machine and installation (体检), and tell what to enter in each GUI
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe doctor
  chuhe doctor --json

Takes a few seconds: it counts moves, finds mates, measures the speed, and starts itself to hold one
conversation over UCCI and one over UCI. The exit code is 1 if any of that fails.")]
pub(super) struct DoctorArgs {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    version: &'static str,
    binary: PathBuf,
    machine: Machine,
    checks: Vec<Check>,
    passed: bool,
    hosts: Vec<Host>,
}

impl DoctorArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<()> {
        let binary = std::env::current_exe().context("cannot tell where this program lies")?;
        let machine = Machine::look();
        if !self.json {
            writeln!(out, "chuhe {} doctor\n\nMachine", env!("CARGO_PKG_VERSION"))?;
            machine.write(out)?;
            writeln!(out, "\nChecks")?;
        }
        let mut checks = Vec::new();
        for run in selftest::ALL {
            let check = run(&binary);
            if !self.json {
                check.write(out)?;
            }
            checks.push(check);
        }
        let failed = checks.iter().filter(|check| !check.passed).count();
        let hosts = hosts::all(&binary);
        if self.json {
            let passed = failed == 0;
            let version = env!("CARGO_PKG_VERSION");
            let report = Report { version, binary, machine, checks, passed, hosts };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write_hosts(out, &binary, &hosts)?;
        }
        anyhow::ensure!(failed == 0, "checks failed: {failed}; their advice says what to do");
        if !self.json {
            writeln!(out, "\nAll is well.")?;
        }
        Ok(())
    }
}

fn write_hosts(out: &mut impl Write, binary: &Path, hosts: &[Host]) -> anyhow::Result<()> {
    writeln!(out, "\nHow to add it to a GUI (界面). The engine is\n    {}", binary.display())?;
    if binary.to_string_lossy().contains(' ') {
        writeln!(out, "  Some of them cannot start a path with blanks: copy it to one without.")?;
    }
    for Host { name, systems, protocol, steps } in hosts {
        writeln!(out, "\n  {name} ({systems}): {protocol}")?;
        for line in steps.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
