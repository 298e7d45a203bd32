//! Does the same work on many items, on several threads.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{ScopedJoinHandle, available_parallelism, scope};

use crate::Cancel;

/// More threads than this do not read files faster.
const MAX_THREADS: usize = 8;

/// One more thread is started for each so many items.
const ITEMS_PER_THREAD: usize = 16;

/// Does `work` on every item, and returns the results with the items' indices, in no order, and whether the work ended
/// early since `cancel` was raised.
#[must_use]
pub fn on_threads<T: Sync, R: Send>(
    items: &[T],
    cancel: &Cancel,
    work: impl Fn(&T) -> R + Sync,
) -> (Vec<(usize, R)>, bool) {
    let (next, cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work_on_some = || {
        let mut results = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else {
                return results;
            };
            if cancel.is_cancelled() {
                cancelled.store(true, Ordering::Relaxed);
                return results;
            }
            results.push((at, work(item)));
        }
    };
    let threads = available_parallelism().map_or(1, NonZero::get);
    let threads = threads.min(MAX_THREADS).min(items.len() / ITEMS_PER_THREAD + 1);
    let results = run_on_threads(threads, work_on_some).into_iter().flatten();
    (results.collect(), cancelled.into_inner())
}

/// Runs `work` on this thread and on `threads - 1` others, and returns all results. A panic on another thread continues
/// on this one: without that thread's result, the items that it worked on would be missing.
fn run_on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    let work = &work;
    scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut results = vec![work()];
        let join = |other: ScopedJoinHandle<'_, R>| {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        results.extend(others.into_iter().map(join));
        results
    })
}

#[cfg(test)]
mod tests {
    use std::thread::current;

    use super::*;

    #[test]
    #[should_panic(expected = "on another thread")]
    fn a_panic_on_another_thread_is_not_dropped() {
        let caller = current().id();
        run_on_threads(2, || {
            assert_eq!(current().id(), caller, "on another thread");
        });
    }
}
