//! Distributes work among threads and returns the results in order.
//!
//! ```
//! use std::num::NonZero;
//!
//! use chuhe_util::parallel::map_in_order;
//!
//! let threads = NonZero::new(3).expect("3 is not 0");
//! let square = |(): &mut (), number: u64| number * number;
//! let squares: Vec<u64> = map_in_order(threads, 1..=5, || (), square, |squares| squares.collect());
//! assert_eq!(squares, [1, 4, 9, 16, 25]);
//! ```

use std::iter;
use std::num::NonZero;
use std::panic;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;

/// The number of items per thread taken ahead of the awaited result, so that other threads can continue while one works
/// on a long item.
const LOOK_AHEAD: usize = 4;

/// Calls `each` for every item, on `threads` threads, and passes the results to `take` in the order of the items, as
/// they become available. Memory does not grow with the number of items: no thread gets far ahead of the result that
/// `take` awaits.
///
/// Each thread has its own state, which `begin` creates before the thread's first item. Once `take` returns, no more
/// items are started; this function returns when the current ones are done.
///
/// # Panics
/// If one of the threads panics; the message is the same. `take` receives no later result.
pub fn map_in_order<T, S, R: Send, O>(
    threads: NonZero<usize>,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    begin: impl Fn() -> S + Sync,
    each: impl Fn(&mut S, T) -> R + Sync,
    take: impl FnOnce(&mut dyn Iterator<Item = R>) -> O,
) -> O {
    let items = Mutex::new(items.into_iter().fuse());
    // The place of each result is queued under the lock under which its item is taken, so results are queued in order.
    let next = |queue: &SyncSender<Receiver<R>>| {
        // If the iterator has panicked, it counts as exhausted.
        let mut items = items.lock().ok()?;
        let item = items.next()?;
        let (result, place) = mpsc::sync_channel(1);
        queue.send(place).ok()?;
        Some((item, result))
    };
    let work = |queue: SyncSender<_>| {
        let mut state = None;
        while let Some((item, result)) = next(&queue) {
            // If `take` has returned, the result of the current item is dropped.
            let _ = result.send(each(state.get_or_insert_with(&begin), item));
        }
    };
    thread::scope(|scope| {
        let (queue, places) = mpsc::sync_channel(LOOK_AHEAD * threads.get());
        let start = |queue| thread::Builder::new().spawn_scoped(scope, || work(queue)).ok();
        let workers: Vec<_> = vec![queue; threads.get()].into_iter().filter_map(start).collect();
        if workers.is_empty() {
            // The system has no threads, or no more of them. Each item is processed when its result is requested.
            let mut state = None;
            let next = || items.lock().ok()?.next();
            let mut results =
                iter::from_fn(next).map(|item| each(state.get_or_insert_with(&begin), item));
            return take(&mut results);
        }
        let taken = take(&mut places.iter().map_while(|place| place.recv().ok()));
        drop(places);
        for worker in workers {
            worker.join().unwrap_or_else(|reason| panic::resume_unwind(reason));
        }
        taken
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    fn threads(count: usize) -> NonZero<usize> {
        NonZero::new(count).unwrap()
    }

    #[test]
    fn results_come_in_order_though_the_first_is_the_last_to_be_done() {
        let done = AtomicUsize::new(0);
        let each = |(): &mut (), number| {
            while number == 0 && done.load(Ordering::SeqCst) < 5 {
                thread::yield_now();
            }
            done.fetch_add(1, Ordering::SeqCst);
            number
        };
        let results: Vec<_> = map_in_order(threads(3), 0..50, || (), each, |all| all.collect());
        assert!(results.into_iter().eq(0..50));
    }

    #[test]
    fn a_slow_item_holds_back_the_others() {
        let taken = AtomicUsize::new(0);
        let items = (0..).inspect(|_| {
            taken.fetch_add(1, Ordering::SeqCst);
        });
        let each = |(): &mut (), number: u32| {
            if number == 0 {
                thread::sleep(Duration::from_millis(50));
                return taken.load(Ordering::SeqCst);
            }
            0
        };
        let most = map_in_order(threads(2), items, || (), each, |all| all.next()).unwrap();
        // These are the slow item, the items in the queue, and the one that the other thread works on.
        assert!((2..=2 * LOOK_AHEAD + 2).contains(&most), "{most}");
    }

    #[test]
    fn a_thread_begins_once_and_only_for_an_item() {
        let begun = AtomicUsize::new(0);
        let begin = || begun.fetch_add(1, Ordering::SeqCst);
        let count = |items: u32| {
            begun.store(0, Ordering::SeqCst);
            map_in_order(threads(4), 0..items, begin, |_, _| (), |all| all.count());
            begun.load(Ordering::SeqCst)
        };
        assert_eq!((count(0), count(1)), (0, 1));
        assert!((1..=4).contains(&count(1000)));
    }

    #[test]
    #[should_panic(expected = "no third item")]
    fn a_panic_in_the_items_comes_through() {
        let items = (0..).inspect(|&number| assert!(number < 2, "no third item"));
        map_in_order(threads(2), items, || (), |(), number: u32| number, |all| all.count());
    }

    #[test]
    #[should_panic(expected = "no third result")]
    fn a_panic_in_the_work_ends_endless_items() {
        let each = |(): &mut (), number: u32| assert!(number != 2, "no third result");
        map_in_order(threads(2), 0.., || (), each, |all| assert_eq!(all.count(), 2));
    }

    #[test]
    #[should_panic(expected = "not taken")]
    fn a_panic_of_the_taker_ends_endless_items() {
        map_in_order(threads(2), 0_u32.., || (), |(), _| (), |_| panic!("not taken"));
    }
}
