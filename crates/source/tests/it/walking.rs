//! Tests of walks: the check for an empty tree, and the reading of ignore files. One test shows why the walker reads
//! these itself.

use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use firsthand_source::fs::{Globs, Inventory, Walk};
use ignore::WalkBuilder;

fn inventory(root: &Path) -> Inventory {
    let walk = Walk {
        root,
        prefix: String::new(),
        top: Some(root),
        is_installed: false,
        excludes: &Globs::excluding(root, []).unwrap(),
        skip: &|_| false,
        threads: 2,
    };
    walk.inventory(&|| false)
}

#[test]
fn the_check_for_an_empty_tree_stops_at_the_first_file() {
    let folder = tempfile::tempdir().unwrap();
    let calls = std::sync::atomic::AtomicUsize::new(0);
    let is_empty = |keep: bool| {
        let walk = Walk {
            root: folder.path(),
            prefix: String::new(),
            top: Some(folder.path()),
            is_installed: false,
            excludes: &Globs::excluding(folder.path(), ["*.log"]).unwrap(),
            skip: &|_| calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 0 && !keep,
            threads: 2,
        };
        walk.is_empty()
    };
    assert!(is_empty(true));
    std::fs::create_dir(folder.path().join("in")).unwrap();
    std::fs::write(folder.path().join("in/a.log"), "").unwrap();
    assert!(is_empty(true));
    for n in 0..100 {
        std::fs::write(folder.path().join(format!("in/{n}.rs")), "").unwrap();
    }
    calls.store(0, std::sync::atomic::Ordering::Relaxed);
    assert!(!is_empty(true));
    assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 1);
    assert!(is_empty(false));
}

/// What was published and installed has ignore files of the place where it was made.
#[test]
fn no_ignore_file_counts_in_what_is_installed() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("packages/pad");
    std::fs::create_dir_all(package.join("dist")).unwrap();
    for (path, text) in [
        (".gitignore", "packages\n"),
        ("packages/pad/.gitignore", "dist\n"),
        ("packages/pad/.ignore", "*.js\n"),
        ("packages/pad/dist/pad.js", "pad();\n"),
    ] {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    let excludes = Globs::excluding(&package, []).unwrap();
    let listed = |is_installed: bool| {
        let walk = Walk { is_installed, ..Walk::new(&package, &excludes) };
        let files = walk.inventory(&|| false).files;
        files.into_iter().map(|file| file.path.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(listed(true), ["dist/pad.js"]);
    assert_eq!(listed(false), Vec::<String>::new());
}

/// The library calls its filter for entries, but reads a folder's ignore files before that, whatever kind of file has
/// the name. A pipe can be opened for writing without waiting only while it is open for reading.
#[test]
fn a_filter_does_not_keep_the_library_from_opening_an_ignore_file() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("in/.gitignore");
    std::fs::create_dir(folder.path().join("in")).unwrap();
    std::fs::write(folder.path().join("in/a.rs"), "").unwrap();
    let mkfifo = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(mkfifo.unwrap().success());
    let library = WalkBuilder::new(folder.path())
        .require_git(false)
        .filter_entry(|entry| {
            entry.depth() == 0
                || entry.file_type().is_some_and(|kind| kind.is_dir() || kind.is_file())
        })
        .build();
    let walking = std::thread::spawn(move || library.filter(Result::is_ok).count());
    let mut writer = std::fs::OpenOptions::new();
    writer.write(true).custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    let attempt = (0..100_000_000).find_map(|_| match writer.open(&pipe) {
        Ok(file) => Some(Some(file)),
        Err(error) => {
            assert_eq!(error.raw_os_error(), Some(rustix::io::Errno::NXIO.raw_os_error()));
            walking.is_finished().then_some(None)
        }
    });
    let opened = attempt.flatten();
    assert!(opened.is_some(), "the library does not open the pipe any more: its own rules will do");
    drop(opened);
    assert!(walking.join().unwrap() > 0);
    // This crate's walk does not wait for a writer.
    let found = inventory(folder.path());
    assert_eq!((found.files.len(), found.skipped.ignore_files), (1, 1));
}

/// As many lines as the limits of length and wildcards allow in an ignore file.
fn text_at_the_limits(wildcards: usize, line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for at in 0.. {
        let line = line(at) + "\n";
        if text.len() + line.len() > 128 << 10 || (at + 1) * wildcards > 4_096 {
            break;
        }
        text.push_str(&line);
    }
    text
}

#[test]
fn ignore_files_are_used_up_to_the_limits_and_rejected_beyond_them() {
    let folder = tempfile::tempdir().unwrap();
    for at in 0..201 {
        let name = format!("{}{at}.rs", "a".repeat(100));
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let check = |text: &str, rejected: u64| {
        std::fs::write(folder.path().join(".gitignore"), text).unwrap();
        let found = inventory(folder.path());
        assert_eq!((found.files.len(), found.skipped.ignore_files), (201, rejected));
    };
    check(&text_at_the_limits(32, |_| "*a".repeat(32) + "b"), 0);
    check(&text_at_the_limits(32, |at| format!("{}b{at}", "*a".repeat(32))), 0);
    check(&text_at_the_limits(7, |at| format!("*a{at}*b?[c-e]*/**/*z")), 0);
    check(&text_at_the_limits(32, |at| format!("b{at}{}", "[a-z]".repeat(32))), 0);
    check(
        &text_at_the_limits(32, |at| format!("{{b,{at}{}{}", "{b,".repeat(31), "}".repeat(32))),
        0,
    );
    check(&text_at_the_limits(32, |at| format!("{}{at}", "**/a/".repeat(32))), 0);
    check(&text_at_the_limits(1, |at| format!("*b{at}")), 0);
    check(&text_at_the_limits(0, |at| format!("{at}")), 0);
    check(&text_at_the_limits(1, |at| format!("/a/{at}/*")), 0);
    // Beyond the limits the file does not count.
    check(&"*a\n".repeat(4_097), 1);
    check(&("*a".repeat(33) + "\n"), 1);
    check(&"a".repeat(1_025), 1);
    check(&"# a\n".repeat(33_000), 1);
}

/// What the settings or the host leave out is named with that reason, a folder once, and only what no rule of git leaves out.
#[test]
fn accounted_a_survey_names_what_the_globs_leave_out() {
    let folder = tempfile::tempdir().unwrap();
    for path in ["src/a.rs", "src/in/b.rs", "keep.rs", "left.log", "out/c.rs", ".hidden.log"] {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "text\n").unwrap();
    }
    std::fs::write(folder.path().join(".ignore"), "out/\n").unwrap();
    let excludes = Globs::excluding(folder.path(), ["src/", "*.log", "out/"]).unwrap();
    let survey = Walk::new(folder.path(), &excludes).survey(&|| false);
    let left_out = survey.left_out.iter().map(|one| format!("{} {}", one.path, one.why));
    let left_out: Vec<String> = left_out.collect();
    let expect = [
        ".hidden.log hidden",
        ".ignore hidden",
        "left.log excluded",
        "out/ ignored",
        "src/ excluded",
    ];
    assert_eq!(left_out, expect);
    let files: Vec<&str> = survey.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["keep.rs"]);
}
