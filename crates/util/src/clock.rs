//! The clock that times searches and games: the system's or, on systems without a clock, the host's.
//!
//! On `wasm32-unknown-unknown` the host must call `set` before it creates an engine. Everywhere else, [`Instant`] is
//! the standard library's type.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use host::{Instant, set, since_1970};

/// The time since 1970.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub fn since_1970() -> std::time::Duration {
    // A system clock set before 1970 counts as 1970.
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[cfg_attr(test, expect(unreachable_pub, reason = "public where WebAssembly uses it"))]
mod host {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    /// The host's clock: returns the time since 1970.
    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock, a function that returns the time since 1970 and never runs backwards. Only the first call has an
    /// effect.
    pub fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// The time since 1970.
    ///
    /// # Panics
    /// If the host has not set a clock.
    pub fn since_1970() -> Duration {
        CLOCK.get().expect("the host has set a clock")()
    }

    /// A moment in time, like the standard library's `Instant`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The current moment.
        ///
        /// # Panics
        /// If the host has not set a clock.
        pub fn now() -> Self {
            Self(since_1970())
        }

        /// The time that has passed since this moment.
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// The time from an earlier moment to this one; zero if `earlier` is later.
        pub const fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// Like [`Instant::duration_since`].
        pub const fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// This moment plus `time`, or `None` on overflow.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        static MILLIS: AtomicU64 = AtomicU64::new(500);

        #[test]
        fn time_comes_from_the_host() {
            set(|| Duration::from_millis(MILLIS.load(Ordering::Relaxed)));
            set(|| Duration::ZERO);
            let start = Instant::now();
            assert_eq!(start.elapsed(), Duration::ZERO);
            MILLIS.store(2000, Ordering::Relaxed);
            let (second, now) = (Duration::from_secs(1), Instant::now());
            assert_eq!(start.elapsed(), Duration::from_millis(1500));
            assert_eq!(start.saturating_duration_since(now), Duration::ZERO);
            assert!(start + second < now && start.checked_add(2 * second) > Some(now));
        }
    }
}
