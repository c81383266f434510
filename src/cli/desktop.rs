//! Starts by a click in a file manager, without a host and without a terminal that was open before.

#[cfg(windows)]
use std::io::Write;
use std::io::{self, IsTerminal};

#[cfg(windows)]
use chuhe_localize::tr;

/// Whether the program was started from a file manager or a menu, so that no terminal was open before. A host that
/// starts the program talks to it through a pipe, a socket or a file, which never looks like a click.
#[cfg(windows)]
pub(super) fn is_click() -> bool {
    io::stdin().is_terminal() && own_console::is_own()
}

/// Keeps the window of a program open that the system opened for it and closes at its end, until the user has read the
/// output.
#[cfg(windows)]
pub(super) fn hold_window() {
    if is_click() && io::stdout().is_terminal() {
        let _ = writeln!(io::stderr(), "\n{}", tr!("desktop-enter"));
        let _ = io::stdin().read_line(&mut String::new());
    }
}

/// Whether the program was started from a file manager or a menu. Its standard input is then the null device and it
/// belongs to no terminal, although there is a desktop. A host that starts the program talks to it through a pipe, a
/// socket or a file. On macOS, a click on a program opens a terminal, which this function does not recognize.
#[cfg(unix)]
pub(super) fn is_click() -> bool {
    use std::fs::File;
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;

    let kind = |stream: io::Result<std::os::fd::OwnedFd>| {
        Some(File::from(stream.ok()?).metadata().ok()?.file_type())
    };
    let input = kind(io::stdin().as_fd().try_clone_to_owned());
    let output = kind(io::stdout().as_fd().try_clone_to_owned());
    Surroundings {
        reads_device: input.is_some_and(|it| it.is_char_device()) && !io::stdin().is_terminal(),
        // Scripts and tests read the output.
        writes_pipe: output.is_none_or(|it| it.is_fifo()),
        has_terminal: File::open("/dev/tty").is_ok(),
        has_desktop: cfg!(target_os = "macos")
            || ["DISPLAY", "WAYLAND_DISPLAY"]
                .iter()
                .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty())),
        is_remote: std::env::var_os("SSH_CONNECTION").is_some(),
    }
    .are_a_click()
}

#[cfg(not(any(unix, windows)))]
pub(super) fn is_click() -> bool {
    false
}

/// Does nothing, because windows close at the end of a program on Windows only.
#[cfg(not(windows))]
pub(super) fn hold_window() {}

/// What a process can find out about how it was started.
#[cfg(any(unix, test))]
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, not states")]
struct Surroundings {
    /// Whether standard input is a device other than a terminal.
    reads_device: bool,
    /// Whether standard output is a pipe.
    writes_pipe: bool,
    /// Whether the process was started in a terminal, whatever its standard input is.
    has_terminal: bool,
    /// Whether there is a desktop.
    has_desktop: bool,
    /// Whether the user is at another machine.
    is_remote: bool,
}

#[cfg(any(unix, test))]
impl Surroundings {
    const fn are_a_click(self) -> bool {
        self.reads_device
            && !self.writes_pipe
            && !self.has_terminal
            && self.has_desktop
            && !self.is_remote
    }
}

#[cfg(windows)]
mod own_console {
    #![expect(unsafe_code, reason = "the standard library does not list a console's processes")]

    use windows_sys::Win32::System::Console::GetConsoleProcessList;

    /// Whether this process is the only one in its console, which was therefore opened for it.
    pub(super) fn is_own() -> bool {
        let mut processes = [0; 2];
        let length = processes.len() as u32;
        // SAFETY: the buffer has the length that is passed. If more processes exist, nothing is written.
        unsafe { GetConsoleProcessList(processes.as_mut_ptr(), length) == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLICK: Surroundings = Surroundings {
        reads_device: true,
        writes_pipe: false,
        has_terminal: false,
        has_desktop: true,
        is_remote: false,
    };

    #[test]
    fn every_sign_of_a_host_a_script_or_a_person_counts_against_a_click() {
        assert!(CLICK.are_a_click());
        for other in [
            Surroundings { reads_device: false, ..CLICK },
            Surroundings { writes_pipe: true, ..CLICK },
            Surroundings { has_terminal: true, ..CLICK },
            Surroundings { has_desktop: false, ..CLICK },
            Surroundings { is_remote: true, ..CLICK },
        ] {
            assert!(!other.are_a_click(), "{other:?}");
        }
    }
}
