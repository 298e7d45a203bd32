//! Many attempts, and a table of what answered each attack.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Answer, Arena, Attempt, RING, all};

/// So many violations are kept word for word.
const KEPT: usize = 20;

/// What came of many attempts.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// How many there were.
    pub attempts: u64,
    /// How many reports held a link.
    pub linked: u64,
    /// How many selections left nothing, so that the fallback was printed.
    pub gutted: u64,
    /// By attack: how often each answer.
    pub answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// By law: how many violations.
    pub violations: BTreeMap<String, u64>,
    /// The first violations, each with the number of its attempt.
    pub first: Vec<(u64, String)>,
}

impl Tally {
    /// Counts an attempt.
    pub fn add(&mut self, number: u64, attempt: &Attempt) {
        self.attempts += 1;
        self.linked += u64::from(attempt.linked);
        self.gutted += u64::from(attempt.gutted);
        for (name, answer) in &attempt.attacks {
            let (word, bad) = match answer {
                Answer::Rule(rule) => (rule.as_str(), false),
                Answer::Absent => ("absent", false),
                Answer::Stands => ("stands", false),
                Answer::Unanswered => ("UNANSWERED", true),
            };
            self.count(name, word);
            if bad {
                self.violate(number, "unanswered", name);
            }
        }
        let stale = attempt
            .attacks
            .iter()
            .any(|(_, answer)| *answer == Answer::Rule("stale".into()));
        for (decay, _) in &attempt.decays {
            let name = format!("file_{decay:?}").to_lowercase();
            self.count(&name, if stale { "stale" } else { "not cited" });
        }
        for violation in &attempt.violations {
            self.violate(number, violation.law, &violation.what);
        }
    }

    fn count(&mut self, name: &str, word: &str) {
        let row = self.answers.entry(name.to_owned()).or_default();
        *row.entry(word.to_owned()).or_default() += 1;
    }

    fn violate(&mut self, number: u64, law: &str, what: &str) {
        *self.violations.entry(law.to_owned()).or_default() += 1;
        if self.first.len() < KEPT {
            self.first.push((number, format!("{law}: {what}")));
        }
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.attempts += other.attempts;
        self.linked += other.linked;
        self.gutted += other.gutted;
        for (name, row) in other.answers {
            let known = self.answers.entry(name).or_default();
            row.into_iter()
                .for_each(|(word, count)| *known.entry(word).or_default() += count);
        }
        for (law, count) in other.violations {
            *self.violations.entry(law).or_default() += count;
        }
        self.first.extend(other.first);
        self.first.sort();
        self.first.truncate(KEPT);
        self
    }

    /// How many violations there were.
    #[must_use]
    pub fn lies(&self) -> u64 {
        self.violations.values().sum()
    }

    /// How often an attack was answered so.
    #[must_use]
    pub fn times(&self, attack: &str, word: &str) -> u64 {
        self.answers
            .get(attack)
            .and_then(|row| row.get(word))
            .copied()
            .unwrap_or(0)
    }
}

impl fmt::Display for Tally {
    /// The table: attack, times, what answered it; then the violations.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<28} {:>9}  answered by", "attack", "times")?;
        let of_files = self.answers.keys().filter(|name| name.starts_with("file_"));
        let names = all().map(|attack| attack.name);
        for name in names.chain(of_files.map(String::as_str)) {
            let Some(row) = self.answers.get(name) else {
                continue;
            };
            let mut words: Vec<_> = row.iter().collect();
            words.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            let words: Vec<_> = words
                .iter()
                .map(|(word, count)| format!("{word} {count}"))
                .collect();
            writeln!(
                f,
                "{name:<28} {:>9}  {}",
                row.values().sum::<u64>(),
                words.join(", ")
            )?;
        }
        writeln!(
            f,
            "\n{} attempts; {} reports with a link, {} fallbacks; {} violations {:?}",
            self.attempts,
            self.linked,
            self.gutted,
            self.lies(),
            self.violations
        )?;
        for (number, what) in &self.first {
            writeln!(f, "attempt {number}: {what}")?;
        }
        Ok(())
    }
}

/// How an attempt is made: [`attempt`](super::attempt()) or [`talk`](super::talk()).
pub type AttemptFn = fn(&Arena, u64, u64) -> Attempt;

/// Makes these attempts, on so many threads.
///
/// # Panics
/// Where an attempt panics.
#[must_use]
pub fn run(play: AttemptFn, seed: u64, attempts: Range<u64>, threads: usize) -> Tally {
    let next = AtomicU64::new(attempts.start / RING);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let ring_number = next.fetch_add(1, Ordering::Relaxed);
            let first = (ring_number * RING).max(attempts.start);
            let last = ((ring_number + 1) * RING).min(attempts.end);
            if first >= attempts.end {
                return tally;
            }
            let ring = Arena::of(seed, first);
            for number in first..last {
                tally.add(number, &play(&ring, seed, number));
            }
        }
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let done = all
            .into_iter()
            .map(|thread| thread.join().expect("no attempt panics"));
        done.fold(Tally::default(), Tally::and)
    })
}
