//! A file that is replaced while it is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use firsthand_registry::RepoPath;
use firsthand_tools::Sandbox;

use crate::tree::Tree;

/// The number of reads while a pipe and a file replace each other.
const READS: usize = 5_000;

#[test]
fn a_read_does_not_wait_for_a_pipe_that_replaces_the_file() {
    let (tree, other_tree) =
        (Tree::new(&[("a.rs", "fn a() {}\n")]), Tree::new(&[("file", "fn a() {}\n")]));
    let pipe = other_tree.root().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let sandbox = Sandbox::open(tree.root(), &[], 1 << 20).unwrap();
    let ended = Arc::new(AtomicBool::new(false));
    let (place, next, file) =
        (tree.root().join("a.rs"), other_tree.root().join("next"), other_tree.root().join("file"));
    let swapping = {
        let ended = Arc::clone(&ended);
        std::thread::spawn(move || {
            for replacement in [pipe, file].iter().cycle() {
                if ended.load(Ordering::Relaxed) {
                    break;
                }
                std::fs::hard_link(replacement, &next).unwrap();
                std::fs::rename(&next, &place).unwrap();
                // A rename between two links to the same file does nothing, so `next` may still exist.
                let _ = std::fs::remove_file(&next);
            }
        })
    };
    let (done, all_read) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let path = RepoPath::new("a.rs").unwrap();
        let successes = (0..READS).filter(|_| sandbox.read(&path).is_ok()).count();
        done.send(successes).unwrap();
    });
    let successes = all_read.recv_timeout(Duration::from_secs(60));
    ended.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
    let successes = successes.expect("a read waits for the writer of a pipe");
    assert!(successes > 0 && successes < READS, "{successes} of {READS} reads saw the file");
}
