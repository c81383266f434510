//! Tests the memory that the program still uses after requests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread;

use super::client::{raw, status};

/// The program as a separate process, because memory is measured for a whole process.
struct Program {
    child: Child,
    port: u16,
    _data: tempfile::TempDir,
}

impl Program {
    fn start() -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
        command.args(["serve", "--port", "0", "--data"]).arg(data.path());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let port = address.split([':', '/']).find_map(|part| part.parse().ok()).unwrap();
        Self { child, port, _data: data }
    }

    /// The memory in use, in MB.
    fn megabytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Each of these games allocates a table of 16 MB, which is not needed afterwards.
#[test]
fn tables_are_given_back_to_the_system() {
    let program = Program::start();
    let port = program.port;
    let before = program.megabytes();
    let body = r#"{"moves":"h8 i9","level":"low"}"#;
    let request = format!(
        "POST /api/gomoku/move HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..4 {
                    assert_eq!(status(&raw(port, &request)), 200);
                }
            });
        }
    });
    let after = program.megabytes();
    assert!(after < before + 32, "{before} MB, then {after} MB");
}
