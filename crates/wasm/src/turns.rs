//! Alternates between work and messages in a single thread.
//!
//! Work that a user is waiting for takes precedence over long work, such as a review, and runs while the long work
//! pauses.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use chuhe_engine::turns::{self, Pause, Turns};

use crate::{lines, script};

/// How long work runs before it pauses to let the script handle messages.
const TURN: Duration = Duration::from_millis(8);

type Work = Box<dyn FnOnce() + Send>;

thread_local! {
    static WAITING: RefCell<VecDeque<Work>> = RefCell::default();
    static LONG: RefCell<VecDeque<Work>> = RefCell::default();
    /// Whether work is running, as opposed to a message being handled during a pause.
    static IS_WORKING: Cell<bool> = const { Cell::new(false) };
    /// Whether the running work is long.
    static IS_LONG: Cell<bool> = const { Cell::new(false) };
    /// Whether the running code is nested work, done at once inside other work.
    static IS_NESTED: Cell<bool> = const { Cell::new(false) };
    /// Whether nested work can pause as well.
    static NESTED_PAUSES: Cell<bool> = const { Cell::new(true) };
    static LAST_PAUSE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Initializes this module. Where scripts unwind the stack to pause, only postponed work can pause, and `nested_pauses`
/// is `false`.
pub(crate) fn begin(nested_pauses: bool) {
    NESTED_PAUSES.set(nested_pauses);
    turns::set(Turns { later, pause });
}

/// Does work after the script's current call has returned, or at once if this call is itself part of some work.
pub fn later(work: Work) {
    if IS_WORKING.get() {
        let was_nested = IS_NESTED.replace(true);
        work();
        IS_NESTED.set(was_nested);
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push_back(work));
    }
}

/// Does long work as soon as there is no other work.
pub fn later_and_long(work: Work) {
    LONG.with_borrow_mut(|waiting| waiting.push_back(work));
}

/// Runs `action` as if no work were running, so that any work it starts is postponed.
pub(crate) fn as_if_idle<T>(action: impl FnOnce() -> T) -> T {
    let was_working = IS_WORKING.replace(false);
    let result = action();
    IS_WORKING.set(was_working);
    result
}

/// Whether there is work, in which case the script has to call [`work`].
pub fn has_work() -> bool {
    let is_one = |queue: &RefCell<VecDeque<Work>>| !queue.borrow().is_empty();
    WAITING.with(is_one) || LONG.with(is_one)
}

/// Does all work. The script must not call it again before it returns.
pub fn work() {
    LAST_PAUSE.set(script::now());
    loop {
        do_waiting();
        let Some(long) = LONG.with_borrow_mut(VecDeque::pop_front) else { return };
        IS_LONG.set(true);
        perform(long);
        IS_LONG.set(false);
    }
}

fn do_waiting() {
    while let Some(work) = WAITING.with_borrow_mut(VecDeque::pop_front) {
        perform(work);
    }
}

fn perform(work: Work) {
    IS_WORKING.set(true);
    work();
    IS_WORKING.set(false);
    report();
}

/// Sends the output of the work.
fn report() {
    as_if_idle(|| {
        lines::go_on();
        #[cfg(feature = "page")]
        crate::page::go_on();
    });
}

fn pause(why: Pause) {
    let is_idle = why == Pause::Idle;
    if !is_idle && script::now().saturating_sub(LAST_PAUSE.get()) < TURN {
        return;
    }
    report();
    let was_nested = IS_NESTED.replace(false);
    if !was_nested || NESTED_PAUSES.get() {
        IS_WORKING.set(false);
        script::pause(is_idle);
        if IS_LONG.replace(false) {
            do_waiting();
            IS_LONG.set(true);
        }
        IS_WORKING.set(true);
    }
    IS_NESTED.set(was_nested);
    LAST_PAUSE.set(script::now());
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! { static DONE: RefCell<Vec<&'static str>> = RefCell::default(); }

    fn note(what: &'static str) {
        DONE.with_borrow_mut(|done| done.push(what));
    }

    #[test]
    fn short_turns_go_before_long_ones() {
        later_and_long(Box::new(|| {
            later(Box::new(|| note("its part")));
            pause(Pause::Idle);
            note("long");
        }));
        later(Box::new(|| note("first")));
        script::IN_PAUSE.set(Box::new(|| later(Box::new(|| note("in the pause")))));
        assert!(has_work());
        work();
        assert!(!has_work());
        assert_eq!(DONE.take(), ["first", "its part", "in the pause", "long"]);
    }

    #[test]
    fn work_is_not_broken_off_before_its_turn_is_over() {
        script::IN_PAUSE.set(Box::new(|| note("a pause")));
        later(Box::new(|| {
            pause(Pause::Busy);
            let start = script::now();
            while script::now().saturating_sub(start) < TURN {}
            pause(Pause::Busy);
        }));
        work();
        assert_eq!(DONE.take(), ["a pause"]);
    }
}
