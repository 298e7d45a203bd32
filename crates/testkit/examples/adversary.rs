//! Runs many attempts of the adversary in parallel; prints the result of each attack, and the oracle's violations.
//!
//! ```text
//! cargo adversary --attempts 1000000 --seed 1
//! ```

use std::process::ExitCode;
use std::time::Instant;

use firsthand_testkit::adversary::{attempt, loop_attempt, run};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (mut attempts, mut seed, mut from) = (100_000, 1, 0);
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u64>().ok());
        match (name.as_str(), value) {
            ("--attempts", Some(value)) => attempts = value,
            ("--seed", Some(value)) => seed = value,
            ("--from", Some(value)) => from = value,
            _ => {
                eprintln!("error: `{name}` is not --attempts N, --seed N or --from N");
                return ExitCode::from(2);
            }
        }
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let begun = Instant::now();
    let tally = run(attempt, seed, from..from.saturating_add(attempts), threads);
    println!("{tally}{:.1} s\n", begun.elapsed().as_secs_f64());
    // Attempts through the loop are slower, and can attack fewer parts.
    let loop_attempts = attempts.div_ceil(50);
    let loop_tally = run(loop_attempt, seed, from..from.saturating_add(loop_attempts), threads);
    println!("Through the whole loop:\n{loop_tally}");
    let time = begun.elapsed().as_secs_f64();
    println!(
        "{time:.1} s on {threads} threads; again: --seed {seed} --from {from} --attempts {attempts}"
    );
    ExitCode::from(u8::from(tally.violation_count() + loop_tally.violation_count() > 0))
}
