//! Tests of reading an index.
#![allow(clippy::disallowed_methods)] // Tests make the repositories that they read.

use super::*;

fn git(folder: &Path, args: &[&str]) {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder).args(args).env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
}

const PATHS: [&str; 7] = [
    "a.rs",
    "build-x/b.ts",
    "build/keep.ts",
    "build/much/deeper/and/longer/than/a/block.ts",
    "build0/c.ts",
    "z",
    "\u{e4}/\u{f6}.rs",
];

fn repository(options: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &[&["init", "-q"], options].concat());
    for path in PATHS {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "text\n").unwrap();
    }
    git(folder.path(), &["add", "."]);
    folder
}

fn tracked(folder: &Path) -> Arc<TrackedFiles> {
    TrackedFiles::of(&folder.join(".git"))
}

fn paths_of(tracked: &TrackedFiles) -> Vec<String> {
    let path = |at| String::from_utf8(tracked.path(at).to_vec()).unwrap();
    (0..tracked.ends.len()).map(path).collect()
}

#[test]
fn every_version_of_the_index_is_read() {
    let check = |options: &[&str], then: &[&str], expect: &[&str]| {
        let repository = repository(options);
        git(repository.path(), then);
        assert_eq!(paths_of(&tracked(repository.path())), expect, "{options:?} {then:?}");
    };
    check(&[], &["update-index", "--index-version", "2"], &PATHS);
    // An entry that is only intended needs the flags of version 3.
    check(&[], &["rm", "-q", "--cached", "z"], &[&PATHS[..5], &PATHS[6..]].concat());
    check(&[], &["update-index", "--skip-worktree", "z"], &PATHS);
    check(&[], &["update-index", "--index-version", "4"], &PATHS);
    check(&["--object-format=sha256"], &["status"], &PATHS);
    check(&["--object-format=sha256"], &["update-index", "--index-version", "4"], &PATHS);
    check(&[], &["update-index", "--untracked-cache"], &PATHS);
    check(&[], &["update-index", "--split-index"], &PATHS);
}

/// Of a split index, the paths of both files count, except those that it deletes.
#[test]
fn a_split_index_is_read_with_the_shared_one() {
    for options in [&[][..], &["--object-format=sha256"]] {
        let repository = repository(options);
        let folder = repository.path();
        git(folder, &["config", "splitIndex.maxPercentChange", "100"]);
        git(folder, &["update-index", "--split-index"]);
        let check = |expect: &[&str]| assert_eq!(paths_of(&tracked(folder)), expect, "{options:?}");
        check(&PATHS);
        git(folder, &["rm", "-q", "--cached", "build/keep.ts"]);
        check(&[&PATHS[..2], &PATHS[3..]].concat());
        std::fs::write(folder.join("a.rs"), "other\n").unwrap();
        std::fs::write(folder.join("y"), "text\n").unwrap();
        git(folder, &["add", "a.rs", "y"]);
        check(&[&PATHS[..2], &PATHS[3..5], &["y"], &PATHS[5..]].concat());
    }
}

#[test]
fn files_and_folders_are_found() {
    let repository = repository(&[]);
    let tracked = tracked(repository.path());
    for path in PATHS {
        assert!(tracked.contains(path, false) && tracked.contains(path, true), "{path}");
    }
    for (path, is_folder, expect) in [
        ("build", true, true),
        ("build", false, false),
        ("build/much/deeper", true, true),
        ("build/mu", true, false),
        ("buil", true, false),
        ("build-x", true, true),
        ("build/other.ts", false, false),
        ("zz", true, false),
        ("", false, false),
    ] {
        assert_eq!(tracked.contains(path, is_folder), expect, "{path}");
    }
    assert!(!TrackedFiles::default().contains("a", true));
}

#[test]
fn an_index_is_read_again_only_if_it_changed() {
    let (first, second) = (repository(&[]), repository(&[]));
    let before = tracked(first.path());
    assert!(Arc::ptr_eq(&before, &tracked(first.path())));
    git(first.path(), &["rm", "-q", "--cached", "z"]);
    let after = tracked(first.path());
    assert!(before.contains("z", false) && !after.contains("z", false));
    assert!(tracked(second.path()).contains("z", false));
    assert_eq!(tracked(first.path()), after);
}

/// Whatever the bytes are, parsing ends, and reserves no more than the index is large.
#[test]
fn a_broken_index_has_no_paths_or_some() {
    for version in ["2", "4"] {
        let repository = repository(&[]);
        git(repository.path(), &["update-index", "--index-version", version]);
        let index = std::fs::read(repository.path().join(".git/index")).unwrap();
        for len in 0..index.len() {
            assert_eq!(TrackedFiles::parse(&index[..len], 20), None, "cut to {len}");
        }
        for at in 0..index.len() {
            let mut changed = index.clone();
            changed[at] ^= 0xff;
            for id_len in ID_LENGTHS {
                let parsed = TrackedFiles::parse(&changed, id_len);
                assert!(parsed.is_none_or(|(tracked, _)| tracked.bytes.len() <= index.len() * 8));
            }
        }
        let mut many = index.clone();
        many[8..12].fill(0xff);
        assert_eq!(TrackedFiles::parse(&many, 20), None);
    }
}

#[test]
fn contained_an_index_behind_a_link_is_not_read() {
    let (repository, other) = (repository(&[]), tempfile::tempdir().unwrap());
    let index = repository.path().join(".git/index");
    let moved = other.path().join("index");
    std::fs::rename(&index, &moved).unwrap();
    std::os::unix::fs::symlink(&moved, &index).unwrap();
    assert_eq!(*tracked(repository.path()), TrackedFiles::default());
}
