//! The functions that the script provides. In tests, which run outside WebAssembly, these functions record what is sent
//! and use the system's clock.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[allow(unsafe_code, reason = "declares the functions of the script")]
mod functions {
    use std::time::Duration;

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        #[link_name = "now"]
        safe fn now_ms() -> f64;
        #[link_name = "pause"]
        safe fn pause_script(is_idle: bool);
        #[link_name = "line"]
        safe fn send_line(at: *const u8, bytes: usize);
        #[link_name = "event"]
        safe fn send_event(at: *const u8, bytes: usize);
        #[link_name = "fail"]
        safe fn report_failure(at: *const u8, bytes: usize);
    }

    /// The time since the start of 1970.
    pub(crate) fn now() -> Duration {
        Duration::from_secs_f64(now_ms() / 1000.0)
    }

    /// Lets the script handle its messages.
    pub(crate) fn pause(is_idle: bool) {
        pause_script(is_idle);
    }

    /// Sends a line of the protocol.
    pub(crate) fn line(text: &str) {
        send_line(text.as_ptr(), text.len());
    }

    /// Sends a value, as JSON.
    pub(crate) fn event(json: &str) {
        send_event(json.as_ptr(), json.len());
    }

    /// Reports a bug.
    pub(crate) fn fail(text: &str) {
        report_failure(text.as_ptr(), text.len());
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod functions {
    use std::cell::RefCell;
    use std::sync::LazyLock;
    use std::time::{Duration, Instant};

    thread_local! {
        /// The output that the test has not read yet.
        pub(crate) static SENT: RefCell<Vec<String>> = RefCell::default();
        /// The action to run during a pause.
        pub(crate) static IN_PAUSE: RefCell<Box<dyn FnMut()>> = RefCell::new(Box::new(|| ()));
    }

    pub(crate) fn now() -> Duration {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }

    pub(crate) fn pause(_: bool) {
        let mut does = IN_PAUSE.replace(Box::new(|| ()));
        does();
        IN_PAUSE.set(does);
    }

    pub(crate) fn line(text: &str) {
        SENT.with_borrow_mut(|sent| sent.push(text.to_owned()));
    }

    pub(crate) fn event(json: &str) {
        line(json);
    }

    pub(crate) fn fail(text: &str) {
        log(text);
    }

    #[expect(clippy::print_stderr, reason = "shows the message of a panic in a test")]
    fn log(text: &str) {
        eprintln!("{text}");
    }
}

pub(crate) use functions::*;
