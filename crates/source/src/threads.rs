//! The same work on many items, on several threads that all searches of the process share fairly.
//!
//! Threads are started for one call and end with it, so that nobody owns any. The caller's own thread works
//! too, so that no search waits for another. The number of threads beside the callers' is limited for the process.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, available_parallelism, scope};

use crate::Cancel;

/// More threads than this do not read files faster.
const MAX_READING: usize = 8;
/// One more thread reads files for each so many of them.
const FILES_PER_THREAD: usize = 16;

/// The number of threads of this process that work beside their callers'.
static WORKING: AtomicUsize = AtomicUsize::new(0);

/// The most threads that one search uses, its caller's included.
#[derive(Clone, Copy, Debug)]
pub struct Threads(usize);

/// Does `work` on every file, on several threads. Returns the files with their results, in order, and whether some are
/// missing since `cancel` was raised.
#[must_use]
pub fn on_threads<'f, F: Sync, R: Send>(
    files: &'f [F],
    cancel: &Cancel,
    work: impl Fn(&F) -> R + Sync,
) -> (Vec<(&'f F, R)>, bool) {
    let threads = Threads::new((files.len() / FILES_PER_THREAD + 1).min(MAX_READING));
    let results = threads.each(files, 1, |file| (!cancel.is_cancelled()).then(|| work(file)));
    let cancelled = results.iter().any(Option::is_none);
    let done = files.iter().zip(results).filter_map(|(file, result)| Some((file, result?)));
    (done.collect(), cancelled)
}

/// The permission to run one more thread in this process. It ends when the value is dropped.
struct Permit;

impl Permit {
    fn take() -> Option<Permit> {
        let one_more = |working| (working < cores()).then_some(working + 1);
        let taken = WORKING.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        taken.ok().map(|_| Permit)
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        WORKING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The number of cores that the process may use. The system is asked once, since it may have to read files for that.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| available_parallelism().map_or(1, NonZero::get))
}

impl Threads {
    /// At most `max_threads` threads; 0 is one for each core.
    #[must_use]
    pub fn new(max_threads: usize) -> Threads {
        Threads(if max_threads == 0 { cores() } else { max_threads })
    }

    /// Applies `work` to each item; the results are in the order of the items. A thread takes `chunk` items at a time
    /// and creates one scratch value for all of them.
    pub fn map<T: Sync, S, R: Send>(
        self,
        items: &[T],
        chunk: usize,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &T) -> R + Sync,
    ) -> Vec<R> {
        let chunk = chunk.max(1);
        let next = AtomicUsize::new(0);
        let run = || {
            let (mut scratch, mut done) = (scratch(), Vec::new());
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let from = at.saturating_mul(chunk);
                if from >= items.len() {
                    return done;
                }
                let part = &items[from..items.len().min(from + chunk)];
                let part = part.iter().map(|item| work(&mut scratch, item));
                done.push((at, part.collect::<Vec<R>>()));
            }
        };
        let most_helpers = self.0.min(items.len().div_ceil(chunk)).saturating_sub(1);
        let mut done = scope(|scope| {
            let run = &run;
            let spawn = |_| {
                let permit = Permit::take()?;
                let work = move || {
                    let _permit = permit;
                    run()
                };
                // If the system starts no thread, the threads that run do its share of the work.
                Builder::new().spawn_scoped(scope, work).ok()
            };
            let helpers: Vec<_> = (0..most_helpers).map_while(spawn).collect();
            let mut done = run();
            for helper in helpers {
                match helper.join() {
                    Ok(part) => done.extend(part),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        });
        done.sort_unstable_by_key(|(at, _)| *at);
        done.into_iter().flat_map(|(_, part)| part).collect()
    }

    /// As [`Threads::map`], without scratch values.
    pub fn each<T: Sync, R: Send>(
        self,
        items: &[T],
        chunk: usize,
        work: impl Fn(&T) -> R + Sync,
    ) -> Vec<R> {
        self.map(items, chunk, || (), |(), item| work(item))
    }

    /// As [`Threads::each`], without the results that are `None`.
    pub fn filter_map<T: Sync, R: Send>(
        self,
        items: &[T],
        chunk: usize,
        work: impl Fn(&T) -> Option<R> + Sync,
    ) -> Vec<R> {
        let done = self.each(items, chunk, work);
        done.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        for (threads, chunk) in [(0, 1), (1, 7), (3, 8), (64, 1), (2, 5_000)] {
            let seen = Threads::new(threads).map(&items, chunk, || (), |(), item| item * 2);
            let expect: Vec<usize> = items.iter().map(|item| item * 2).collect();
            assert_eq!(seen, expect, "{threads} {chunk}");
        }
        assert!(Threads::new(0).map(&[0; 0], 0, || (), |(), _| 0).is_empty());
    }

    #[test]
    #[should_panic(expected = "on another thread")]
    fn a_panic_on_another_thread_is_not_dropped() {
        let caller = std::thread::current().id();
        // Which thread takes an item is left to the system.
        for _ in 0..1_000 {
            Threads::new(2).each(&[0; 64], 1, |_| {
                assert_eq!(std::thread::current().id(), caller, "on another thread");
                std::thread::sleep(Duration::from_micros(10));
            });
        }
    }

    /// A thread ends with the call that started it, so a graph that is not searched has no threads.
    #[test]
    fn no_thread_outlives_its_call() {
        struct Alive<'a>(&'a AtomicUsize);
        impl Drop for Alive<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        let (alive, max_alive) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let scratch = || {
            max_alive.fetch_max(alive.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            Alive(&alive)
        };
        for _ in 0..50 {
            Threads::new(4).map(&[0; 64], 1, scratch, |_, item| item + 1);
            assert_eq!(alive.load(Ordering::SeqCst), 0);
        }
        assert!(max_alive.load(Ordering::SeqCst) > 0);
    }

    /// Even if all shared threads are busy, a search runs on the thread of its caller.
    #[test]
    fn no_search_waits_for_another() {
        let (free, wait) = channel::<()>();
        let wait = std::sync::Mutex::new(wait);
        let (done, ended) = channel();
        scope(|scope| {
            let wait = &wait;
            for _ in 0..2 * cores() {
                scope.spawn(move || {
                    Threads::new(2).map(
                        &[0; 64],
                        1,
                        || (),
                        |(), _| {
                            let _ = wait.lock().map(|wait| wait.recv());
                        },
                    )
                });
            }
            scope.spawn(move || {
                let sum = Threads::new(2).map(&[1, 2, 3], 1, || (), |(), item| item * 2);
                done.send(sum).unwrap();
            });
            let short = ended.recv_timeout(Duration::from_secs(30));
            drop(free);
            assert_eq!(short, Ok(vec![2, 4, 6]));
        });
    }
}
