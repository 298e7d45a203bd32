//! How often a file is opened, counted by inotify.
#![cfg(target_os = "linux")]

use std::mem::MaybeUninit;

use firsthand_agent::FileSource as _;
use firsthand_registry::RepoPath;
use rustix::fs::inotify::{CreateFlags, ReadFlags, Reader, WatchFlags, add_watch, init};

use crate::tree::{Tree, run, runtime};

/// How often the work opens the tree's `a.rs`.
fn count_opens(tree: &Tree, work: impl FnOnce()) -> usize {
    let watch = init(CreateFlags::NONBLOCK).unwrap();
    // Close events separate the open events: the system merges equal consecutive events.
    let watch_flags = WatchFlags::OPEN | WatchFlags::CLOSE_NOWRITE;
    add_watch(&watch, tree.root().join("a.rs"), watch_flags).unwrap();
    work();
    let mut buffer = [MaybeUninit::uninit(); 4_096];
    let mut events = Reader::new(&watch, &mut buffer);
    let mut count = 0;
    while let Ok(event) = events.next() {
        count += usize::from(event.events().contains(ReadFlags::OPEN));
    }
    count
}

/// A call reads a file once to count, parse and show it.
#[test]
fn a_file_is_opened_once_by_a_call_and_once_by_a_check() {
    let tree = Tree::new(&[
        ("a.rs", &"pub fn needle() {\n    thread();\n}\n\n".repeat(40)),
        ("b.rs", "fn b() {\n    needle();\n}\n"),
    ]);
    let toolbox = tree.toolbox();
    for (tool, arguments, expect) in [
        ("read_file", r#"{"path": "a.rs"}"#, 1),
        ("grep", r#"{"pattern": "needle"}"#, 1),
        ("list_files", "{}", 0),
        ("search_code", r#"{"query": "needle thread"}"#, 1),
        ("search_code", r#"{"symbol": "needle", "relation": "references"}"#, 1),
        ("search_code", r#"{"path": "a.rs"}"#, 1),
    ] {
        let count = count_opens(&tree, || {
            drop(run(&toolbox, tool, arguments, 50_000).unwrap());
        });
        assert_eq!(count, expect, "{tool} {arguments}");
    }
    let check = || drop(runtime().block_on(toolbox.bytes(&RepoPath::new("a.rs").unwrap())));
    assert_eq!(count_opens(&tree, check), 1);
}
