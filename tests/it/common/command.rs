//! Runs the built binary as a script does, and creates folders for tests.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
#[cfg(target_os = "linux")]
use std::{
    thread,
    time::{Duration, Instant},
};

/// The binary, in an environment independent of the user who runs the tests.
pub(crate) fn chuhe(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.args(args).stdin(Stdio::null());
    for name in ["RUST_LOG", "NO_COLOR", "LC_ALL", "LC_CTYPE"] {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8").env("CHUHE_LANG", "en");
    command
}

/// A command and all its subcommands except `help`, each with its full name.
pub(crate) fn with_all_below<'a>(
    name: &str,
    command: &'a clap::Command,
) -> Vec<(String, &'a clap::Command)> {
    let mut all = vec![(name.to_owned(), command)];
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        all.extend(with_all_below(format!("{name} {}", below.get_name()).trim(), below));
    }
    all
}

/// Starts a command with pipes for all its streams.
pub(crate) fn start(mut command: Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Sends a signal, such as `-INT`, to a program once it handles SIGINT and SIGTERM itself.
#[cfg(target_os = "linux")]
pub(crate) fn send_when_handled(child: &Child, signal: &str) {
    let handles_signals = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        let mask = u64::from_str_radix(mask.trim(), 16).unwrap();
        [2, 15].iter().all(|number| mask & 1 << (number - 1) != 0)
    };
    let deadline = Instant::now() + Duration::from_mins(1);
    while !handles_signals() {
        assert!(Instant::now() < deadline);
        thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

/// Runs a command whose output was closed before the start, so that timing does not matter.
pub(crate) fn unread(mut command: Command) -> Run {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    Run::from(command.stdout(writer).output().unwrap())
}

/// Runs a command with input on stdin.
pub(crate) fn feed(command: Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = start(command);
    // A program that refuses its command line does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

/// The result of a command that writes text.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Run {
    /// The output of a run that succeeded without messages.
    #[track_caller]
    pub(crate) fn quiet(self, args: &[&str]) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{args:?}: {}", self.out);
        self.out
    }
}

/// A folder for a test's files, deleted when dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Creates a folder; every call creates a new one, even for the same name.
    pub(crate) fn new(name: &str) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("{name}-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder, whether or not it exists.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file, creating its folders, and returns its path.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        self.file(name)
    }
}

#[cfg(unix)]
impl Folder {
    /// Creates special files in the folder, and a link to each. Returns their paths and kinds. Only the superuser can
    /// create devices.
    pub(crate) fn specials(&self) -> Vec<(String, &'static str)> {
        let make = |program: &str, name: &str, words: &[&str]| {
            let mut command = Command::new(program);
            command.arg(self.file(name)).args(words).output().unwrap().status.success()
        };
        assert!(make("mkfifo", "a-pipe", &[]));
        drop(std::os::unix::net::UnixListener::bind(self.0.join("a-socket")).unwrap());
        let mut made = vec!["pipe", "socket"];
        if make("mknod", "a-device", &["c", "1", "3"]) {
            made.push("device");
        }
        let mut paths = Vec::new();
        for kind in made {
            let (name, link) = (format!("a-{kind}"), format!("link-to-{kind}"));
            std::os::unix::fs::symlink(&name, self.0.join(&link)).unwrap();
            paths.extend([(self.file(&name), kind), (self.file(&link), kind)]);
        }
        paths
    }

    /// Creates a read-only file that contains the text.
    pub(crate) fn read_only(&self, text: &str) -> String {
        let path = self.write("read-only", text);
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        path
    }

    /// The sorted names of everything in the folder, each with its type.
    pub(crate) fn listing(&self) -> Vec<(String, fs::FileType)> {
        let entries = fs::read_dir(&self.0).unwrap().map(Result::unwrap);
        let entry = |entry: fs::DirEntry| {
            (entry.file_name().into_string().unwrap(), entry.file_type().unwrap())
        };
        let mut names: Vec<_> = entries.map(entry).collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
