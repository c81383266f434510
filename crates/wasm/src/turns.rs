//! Work and messages by turns, in one thread.
//!
//! Work that somebody waits for goes before work that takes long, such as a review: it is done in the pauses of the
//! other.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use chuhe_engine::turns::{self, Pause, Turns};

use crate::{host, lines};

/// How long work goes on before the script may hear its messages.
const TURN: Duration = Duration::from_millis(8);

type Work = Box<dyn FnOnce() + Send>;

thread_local! {
    static WAITING: RefCell<VecDeque<Work>> = RefCell::default();
    static LONG: RefCell<VecDeque<Work>> = RefCell::default();
    /// Whether work runs, and not a message is heard in its pause.
    static IS_WORKING: Cell<bool> = const { Cell::new(false) };
    /// Whether the work that runs takes long.
    static IS_LONG: Cell<bool> = const { Cell::new(false) };
    /// Whether a part of the work that runs is done at once.
    static IS_NESTED: Cell<bool> = const { Cell::new(false) };
    /// Whether such a part can pause as well.
    static NESTED_PAUSES: Cell<bool> = const { Cell::new(true) };
    static LAST_PAUSE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Prepares everything. Where scripts unwind the stack to pause, they can do so only for work that was put off.
pub(crate) fn begin(nested_pauses: bool) {
    NESTED_PAUSES.set(nested_pauses);
    turns::set(Turns { later, pause });
}

/// Does work after the call of the script that runs now; at once if it is part of other work.
pub fn later(work: Work) {
    if IS_WORKING.get() {
        let was_nested = IS_NESTED.replace(true);
        work();
        IS_NESTED.set(was_nested);
    } else {
        WAITING.with_borrow_mut(|waiting| waiting.push_back(work));
    }
}

/// Does work that takes long when nothing else is to be done.
pub fn later_and_long(work: Work) {
    LONG.with_borrow_mut(|waiting| waiting.push_back(work));
}

/// Hears something outside the work that may be running: what it starts is put off.
pub(crate) fn hearing<T>(hear: impl FnOnce() -> T) -> T {
    let was_working = IS_WORKING.replace(false);
    let heard = hear();
    IS_WORKING.set(was_working);
    heard
}

/// Whether there is work, so that the script has to call [`work`].
#[must_use]
pub fn has_work() -> bool {
    let is_one = |queue: &RefCell<VecDeque<Work>>| !queue.borrow().is_empty();
    WAITING.with(is_one) || LONG.with(is_one)
}

/// Does all the work. The script must not call it again before it has returned.
pub fn work() {
    LAST_PAUSE.set(host::now());
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

/// Sends what the work has said.
fn report() {
    hearing(|| {
        lines::go_on();
        #[cfg(feature = "page")]
        crate::page::go_on();
    });
}

fn pause(why: Pause) {
    let is_idle = why == Pause::Idle;
    if !is_idle && host::now().saturating_sub(LAST_PAUSE.get()) < TURN {
        return;
    }
    report();
    let was_nested = IS_NESTED.replace(false);
    if !was_nested || NESTED_PAUSES.get() {
        IS_WORKING.set(false);
        host::pause(is_idle);
        if IS_LONG.replace(false) {
            do_waiting();
            IS_LONG.set(true);
        }
        IS_WORKING.set(true);
    }
    IS_NESTED.set(was_nested);
    LAST_PAUSE.set(host::now());
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! { static DONE: RefCell<Vec<&'static str>> = RefCell::default(); }

    fn note(what: &'static str) {
        DONE.with_borrow_mut(|done| done.push(what));
    }

    #[test]
    fn what_is_waited_for_goes_before_what_takes_long() {
        later_and_long(Box::new(|| {
            later(Box::new(|| note("its part")));
            pause(Pause::Idle);
            note("long");
        }));
        later(Box::new(|| note("first")));
        host::IN_PAUSE.set(Box::new(|| later(Box::new(|| note("in the pause")))));
        assert!(has_work());
        work();
        assert!(!has_work());
        assert_eq!(DONE.take(), ["first", "its part", "in the pause", "long"]);
    }

    #[test]
    fn work_is_not_broken_off_before_its_turn_is_over() {
        host::IN_PAUSE.set(Box::new(|| note("a pause")));
        later(Box::new(|| {
            pause(Pause::Busy);
            let start = host::now();
            while host::now().saturating_sub(start) < TURN {}
            pause(Pause::Busy);
        }));
        work();
        assert_eq!(DONE.take(), ["a pause"]);
    }
}
