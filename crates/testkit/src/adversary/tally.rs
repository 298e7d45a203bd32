//! Runs many attempts, and counts the results of each attack.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::attempt::UNANSWERED;
use super::{ATTEMPTS_PER_ARENA, Arena, Attempt, all};

/// The most violations whose texts are retained.
const MAX_FIRST: usize = 20;

/// The counted results of many attempts.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// The number of attempts.
    pub attempts: u64,
    /// How many reports had a link.
    pub with_links: u64,
    /// How many selections had nothing verified, so that the fallback was printed.
    pub fallbacks: u64,
    /// By attack: the count of each result.
    pub results: BTreeMap<String, BTreeMap<String, u64>>,
    /// By law: the number of violations.
    pub violations: BTreeMap<String, u64>,
    /// The first violations, each with the number of its attempt.
    pub first_violations: BTreeSet<(u64, String)>,
}

impl Tally {
    /// Counts an attempt.
    pub fn add(&mut self, number: u64, attempt: &Attempt) {
        self.attempts += 1;
        self.with_links += u64::from(attempt.has_link);
        self.fallbacks += u64::from(attempt.nothing_verified);
        for (name, result) in &attempt.attacks {
            self.count(name, result);
            if result == UNANSWERED {
                self.add_violation(number, "unanswered", name);
            }
        }
        let stale = attempt.attacks.iter().any(|(_, result)| result == "stale");
        for (change, _) in &attempt.file_changes {
            self.count(&format!("file_{change}"), if stale { "stale" } else { "not cited" });
        }
        for violation in &attempt.violations {
            self.add_violation(number, violation.law, &violation.what);
        }
    }

    fn count(&mut self, name: &str, word: &str) {
        let row = self.results.entry(name.to_owned()).or_default();
        *row.entry(word.to_owned()).or_default() += 1;
    }

    fn add_violation(&mut self, number: u64, law: &str, what: &str) {
        *self.violations.entry(law.to_owned()).or_default() += 1;
        self.first_violations.insert((number, format!("{law}: {what}")));
        if self.first_violations.len() > MAX_FIRST {
            self.first_violations.pop_last();
        }
    }

    /// The number of violations.
    #[must_use]
    pub fn violation_count(&self) -> u64 {
        self.violations.values().sum()
    }

    /// How often an attack had this result: the rule of its finding, `absent`, `stands` or `UNANSWERED`.
    #[must_use]
    pub fn times(&self, attack: &str, word: &str) -> u64 {
        self.results.get(attack).and_then(|row| row.get(word)).copied().unwrap_or(0)
    }
}

impl fmt::Display for Tally {
    /// The table: attack, number of times, results; then the violations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<28} {:>9}  answered by", "attack", "times")?;
        let of_files = self.results.keys().filter(|name| name.starts_with("file_"));
        let names = all().map(|attack| attack.name);
        for name in names.chain(of_files.map(String::as_str)) {
            let Some(row) = self.results.get(name) else {
                continue;
            };
            let mut words: Vec<_> = row.iter().collect();
            words.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let words: Vec<_> =
                words.iter().map(|(word, count)| format!("{word} {count}")).collect();
            writeln!(f, "{name:<28} {:>9}  {}", row.values().sum::<u64>(), words.join(", "))?;
        }
        writeln!(
            f,
            "\n{} attempts; {} reports with a link, {} fallbacks; {} violations {:?}",
            self.attempts,
            self.with_links,
            self.fallbacks,
            self.violation_count(),
            self.violations
        )?;
        for (number, what) in &self.first_violations {
            writeln!(f, "attempt {number}: {what}")?;
        }
        Ok(())
    }
}

/// A function that runs an attempt: [`attempt`](super::attempt()) or [`loop_attempt`](super::loop_attempt()).
pub type AttemptFn = fn(&Arena, u64, u64) -> Attempt;

/// Runs these attempts on this many threads.
///
/// # Panics
/// Where an attempt panics.
#[must_use]
pub fn run(attempt: AttemptFn, seed: u64, attempts: Range<u64>, threads: usize) -> Tally {
    let next = AtomicU64::new(attempts.start / ATTEMPTS_PER_ARENA);
    let tally = Mutex::new(Tally::default());
    let work = || {
        loop {
            let arena_number = next.fetch_add(1, Ordering::Relaxed);
            let first = (arena_number * ATTEMPTS_PER_ARENA).max(attempts.start);
            let end = ((arena_number + 1) * ATTEMPTS_PER_ARENA).min(attempts.end);
            if first >= attempts.end {
                return;
            }
            let arena = Arena::of(seed, first);
            for number in first..end {
                let attempt = attempt(&arena, seed, number);
                tally.lock().expect("no attempt panics").add(number, &attempt);
            }
        }
    };
    std::thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
    tally.into_inner().expect("no attempt panics")
}
