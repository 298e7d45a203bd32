//! With wrong system clocks and wrong modification times, a search with the cache finds what a search without it finds.

use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::{Tree, answer, cost, later, open, open_at, search, tree};
use crate::graph::Graph;
use crate::options::Options;

const YEAR: Duration = Duration::from_secs(31_536_000);

/// Writes a text and sets its modification time. Repeats this until the ctime differs from the ctime before the call,
/// which it does once the clock of the file system has advanced.
fn write_at(path: &Path, text: &str, time: SystemTime) {
    let before = path.metadata().map(|about| (about.ctime(), about.ctime_nsec()));
    loop {
        std::fs::write(path, text).unwrap();
        let file = std::fs::File::options().write(true).open(path).unwrap();
        file.set_modified(time).unwrap();
        let now = file.metadata().unwrap();
        if before.as_ref().ok() != Some(&(now.ctime(), now.ctime_nsec())) {
            return;
        }
    }
}

fn cached_graph(tree: &Tree, clock: fn() -> SystemTime) -> Graph {
    open_at(tree.root.path(), Some(tree.cache.path()), clock)
}

#[test]
fn nothing_is_stale_whatever_the_clocks_say() {
    let clocks: [fn() -> SystemTime; 6] = [
        later,
        || SystemTime::UNIX_EPOCH,
        || SystemTime::UNIX_EPOCH - YEAR,
        SystemTime::now,
        || SystemTime::now() + YEAR * 300,
        || SystemTime::now() - YEAR,
    ];
    let epoch = SystemTime::UNIX_EPOCH;
    let now = SystemTime::now();
    let times = [epoch, epoch - YEAR, epoch + YEAR * 200, now, now - YEAR];
    let tree = tree();
    let file = tree.root.path().join("src/f3.rs");
    let mut turn = 0;
    for time in times {
        for clock in clocks {
            // Each text has the length and the modification time of the previous one, which do not reveal the change.
            turn += 1;
            let text = format!("pub fn open_hatch{turn:03}() {{}}\n");
            write_at(&file, &text, time);
            for word in ["hatch", &format!("hatch{turn:03}"), &format!("hatch{:03}", turn - 1)] {
                let uncached = answer(search(&open(tree.root.path(), None), word));
                for _ in 0..2 {
                    let found = answer(search(&cached_graph(&tree, clock), word));
                    assert_eq!(found, uncached, "{word} at {time:?}");
                }
            }
        }
    }
}

#[test]
fn a_file_that_changed_a_moment_ago_is_read_again() {
    let tree = tree();
    let options = || Options { cache: Some(tree.cache.path().to_path_buf()), ..Options::default() };
    for _ in 0..2 {
        let graph = Graph::open(tree.root.path(), options()).unwrap();
        assert_eq!(cost(&search(&graph, "open gate")).1, 0);
    }
}
