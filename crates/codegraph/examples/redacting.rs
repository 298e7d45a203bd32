//! Measures what the redaction of secrets costs a search without a cache: `redacting ROOT QUERY [ROUNDS]` searches with
//! and without redaction in turn, and prints the least and the median times in seconds.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use firsthand_codegraph::{Cancel, Graph, Options, Query};

const DEFAULT_ROUNDS: &str = "9";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [root, query, rest @ ..] = words.as_slice() else {
        return Err("usage: redacting ROOT QUERY [ROUNDS]".into());
    };
    let rounds = rest.first().map_or(DEFAULT_ROUNDS, String::as_str);
    let rounds: NonZeroUsize = rounds.parse()?;
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..2 * rounds.get() {
        let redact = round % 2 == 1;
        let options = Options { redact, ..Options::default() };
        let graph = Graph::open(Path::new(root), options)?;
        let begun = Instant::now();
        let found = graph.search(&Query::new(query.clone()), &Cancel::default());
        times[usize::from(redact)].push(begun.elapsed().as_secs_f64());
        if round < 2 {
            println!("{} files, {} bytes", found.stats.files_read, found.stats.bytes_read);
        }
    }
    let [plain, redacting] = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        (times[0], times[times.len() / 2])
    });
    println!("least, median: {plain:.3?} not redacted, {redacting:.3?} redacted");
    Ok(())
}
