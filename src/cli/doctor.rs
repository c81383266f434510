//! `doctor`: checks the machine and the installation.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::{Ending, outputs};
use crate::diagnosis::{EngineHost, Machine, SelfTest, UsedNetwork, engine_hosts, self_tests};
use crate::failure::{self, Context};
use chuhe_engine::eval::network::Role;
use chuhe_localize as locale;
use chuhe_localize::Language;
use chuhe_localize::columns::left;
use chuhe_localize::tr;

/// Check the machine and the installation (体检), and show how to add chuhe to each GUI
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chuhe doctor
  chuhe doctor --json

The check takes a few seconds: it counts moves, finds mates, measures the search speed, and starts copies of chuhe
for one conversation over UCCI and one over UCI.")]
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
    pub(super) fn run(self, out: &mut impl Write) -> failure::Result<Ending> {
        let binary = std::env::current_exe().with_context(|| tr!("doctor-no-binary"))?;
        let machine = Machine::look();
        if !self.json {
            writeln!(
                out,
                "chuhe {} doctor\n\n{}",
                env!("CARGO_PKG_VERSION"),
                tr!("doctor-machine")
            )?;
            write_machine(out, &machine)?;
            writeln!(out, "\n{}", tr!("doctor-checks"))?;
        }
        // Programs read the JSON, so it must not depend on the language.
        let language = if self.json { Language::English } else { locale::current() };
        let test = || -> failure::Result<Vec<SelfTest>> {
            let mut checks = Vec::new();
            for check in self_tests(&binary) {
                if !self.json {
                    write_check(out, &check)?;
                }
                checks.push(check);
            }
            Ok(checks)
        };
        let checks = locale::with(language, test)?;
        let failed = checks.iter().filter(|check| !check.passed).count();
        let hosts = locale::with(language, || engine_hosts(&binary));
        if self.json {
            let passed = failed == 0;
            let version = env!("CARGO_PKG_VERSION");
            let report = DoctorReport { version, binary, machine, checks, passed, hosts };
            outputs::json(out, &report)?;
        } else {
            write_hosts(out, &binary, &hosts)?;
        }
        if failed > 0 {
            writeln!(outputs::stderr(), "{}", tr!("doctor-failed", count = failed))?;
            return Ok(Ending::PartialFailure);
        }
        if !self.json {
            writeln!(out, "\n{}", tr!("doctor-ok"))?;
        }
        Ok(Ending::Done)
    }
}

fn write_machine(out: &mut impl Write, machine: &Machine) -> failure::Result<()> {
    let list = |names: &[&str]| {
        if names.is_empty() { tr!("doctor-nothing-special") } else { names.join(" ") }
    };
    let mut row = |name: String, text: String| writeln!(out, "  {} {text}", left(&name, 8));
    row(tr!("doctor-cpu"), machine.cpu.clone())?;
    let used = list(&machine.features_used);
    let target = machine.target.as_str();
    row(tr!("doctor-build"), tr!("doctor-build-uses", target = target, features = used))?;
    if !machine.optimised {
        row(String::new(), tr!("doctor-not-optimised"))?;
    }
    if !machine.features_unused.is_empty() {
        let unused = list(&machine.features_unused);
        row(String::new(), tr!("doctor-also-has", features = unused))?;
        row(String::new(), tr!("doctor-native"))?;
    }
    let path = machine.network_path;
    let network = match &machine.network {
        None => tr!("doctor-network-none", path = path),
        Some(UsedNetwork { role, digest }) => {
            let role = if *role == Role::Whole { "whole" } else { "correction" };
            tr!("doctor-network-used", role = role, digest = digest.as_str(), path = path)
        }
    };
    row(tr!("doctor-network"), network)?;
    row(tr!("doctor-threads"), tr!("doctor-threads-up-to", threads = machine.threads))?;
    let memory = match machine.memory_free_mb {
        Some(free) => tr!("doctor-memory-free", megabytes = free),
        None => tr!("doctor-memory-untold"),
    };
    let text = match machine.largest_hash_mb {
        Some(hash) => tr!("doctor-hash-up-to", memory = memory, megabytes = hash),
        None => tr!("doctor-no-hash", memory = memory),
    };
    row(tr!("doctor-memory"), text)?;
    Ok(())
}

fn write_check(out: &mut impl Write, check: &SelfTest) -> failure::Result<()> {
    let verdict = if check.passed { "ok  " } else { "FAIL" };
    let name = left(&tr!("doctor-test", test = check.name), 10);
    writeln!(out, "  {verdict} {name} {}", check.detail)?;
    if let Some(advice) = &check.advice {
        writeln!(out, "       {:<10} {advice}", "")?;
    }
    Ok(())
}

fn write_hosts(out: &mut impl Write, binary: &Path, hosts: &[EngineHost]) -> failure::Result<()> {
    writeln!(out, "\n{}\n    {}", tr!("doctor-how-to"), binary.display())?;
    if binary.to_string_lossy().contains(' ') {
        writeln!(out, "  {}", tr!("doctor-blanks"))?;
    }
    for EngineHost { name, systems, protocol, steps } in hosts {
        let (name, systems, protocol) = (name.as_str(), systems.as_str(), protocol.as_str());
        let title = tr!("doctor-host", name = name, systems = systems, protocol = protocol);
        writeln!(out, "\n  {title}")?;
        for line in steps.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
