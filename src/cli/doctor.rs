//! `doctor`: is this machine and this installation fit to play?

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use super::{Ending, outputs};
use crate::diagnosis::{EngineHost, Machine, SelfTest, engine_hosts, self_tests};

/// Check machine and installation (体检), and tell what to enter in each GUI
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe doctor
  chuhe doctor --json

Takes a few seconds: it counts moves, finds mates, measures the speed, and starts itself to hold one
conversation over UCCI and one over UCI.")]
pub(super) struct DoctorArgs {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct DoctorReport {
    version: &'static str,
    binary: PathBuf,
    machine: Machine,
    checks: Vec<SelfTest>,
    passed: bool,
    hosts: Vec<EngineHost>,
}

impl DoctorArgs {
    pub(super) fn run(self, out: &mut impl Write) -> anyhow::Result<Ending> {
        let binary = std::env::current_exe().context("cannot tell where this program lies")?;
        let machine = Machine::look();
        if !self.json {
            writeln!(out, "chuhe {} doctor\n\nMachine", env!("CARGO_PKG_VERSION"))?;
            write_machine(out, &machine)?;
            writeln!(out, "\nChecks")?;
        }
        let mut checks = Vec::new();
        for check in self_tests(&binary) {
            if !self.json {
                write_check(out, &check)?;
            }
            checks.push(check);
        }
        let failed = checks.iter().filter(|check| !check.passed).count();
        let hosts = engine_hosts(&binary);
        if self.json {
            let passed = failed == 0;
            let version = env!("CARGO_PKG_VERSION");
            let report = DoctorReport { version, binary, machine, checks, passed, hosts };
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            write_hosts(out, &binary, &hosts)?;
        }
        if failed > 0 {
            writeln!(outputs::stderr(), "checks failed: {failed}; their advice says what to do")?;
            return Ok(Ending::NotAllWell);
        }
        if !self.json {
            writeln!(out, "\nAll is well.")?;
        }
        Ok(Ending::Done)
    }
}

fn write_machine(out: &mut impl Write, machine: &Machine) -> anyhow::Result<()> {
    let list = |names: &[&str]| {
        if names.is_empty() { "nothing special".to_owned() } else { names.join(" ") }
    };
    writeln!(out, "  CPU      {}", machine.cpu)?;
    writeln!(out, "  build    {}, uses {}", machine.target, list(&machine.features_used))?;
    if !machine.optimised {
        writeln!(out, "           not optimised: build with `cargo build --release` to play")?;
    }
    if !machine.features_unused.is_empty() {
        writeln!(out, "           the CPU also has {}", list(&machine.features_unused))?;
        writeln!(out, "           (a build with RUSTFLAGS='-C target-cpu=native' may use them)")?;
    }
    writeln!(out, "  threads  {}: option Threads up to that", machine.threads)?;
    let memory = match machine.memory_free_mb {
        Some(free) => format!("{free} MB free"),
        None => "the system does not tell how much is free".to_owned(),
    };
    match machine.largest_hash_mb {
        Some(hash) => writeln!(out, "  memory   {memory}: option Hash up to {hash}")?,
        None => writeln!(out, "  memory   {memory}: too little for any Hash; close something")?,
    }
    Ok(())
}

fn write_check(out: &mut impl Write, check: &SelfTest) -> anyhow::Result<()> {
    let verdict = if check.passed { "ok  " } else { "FAIL" };
    writeln!(out, "  {verdict} {:<10} {}", check.name, check.detail)?;
    if let Some(advice) = &check.advice {
        writeln!(out, "       {:<10} {advice}", "")?;
    }
    Ok(())
}

fn write_hosts(out: &mut impl Write, binary: &Path, hosts: &[EngineHost]) -> anyhow::Result<()> {
    writeln!(out, "\nHow to add it to a GUI (界面). The engine is\n    {}", binary.display())?;
    if binary.to_string_lossy().contains(' ') {
        writeln!(out, "  Some of them cannot start a path with blanks: copy it to one without.")?;
    }
    for EngineHost { name, systems, protocol, steps } in hosts {
        writeln!(out, "\n  {name} ({systems}): {protocol}")?;
        for line in steps.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
