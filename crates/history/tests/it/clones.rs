//! Clones that have a part of a history: what they lack is said, with git's own command that fetches it.

use std::path::{Path, PathBuf};
use std::process::Command;

use firsthand_history::{After, Cancel, History, HistoryError, Limits, Target, TogetherLimits};
use firsthand_testkit::GitRepo;

use crate::path;

/// Four commits that change two files together.
fn origin() -> GitRepo {
    let repo = GitRepo::new();
    for (number, subject) in ["One", "Two", "Three", "Four"].iter().enumerate() {
        let text = format!("// {subject}\n");
        repo.commit(subject, &[("src/a.rs", &*text), ("src/b.rs", &*format!("{text}{number}\n"))]);
    }
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    repo
}

fn clone(of: &GitRepo, to: &Path, how: &[&str]) -> PathBuf {
    let to = to.join("clone");
    let url = format!("file://{}", of.root().display());
    let mut command = Command::new("git");
    command
        .args(["clone", "-q", "-c", "gc.auto=0", "-c", "maintenance.auto=false"])
        .args(how)
        .arg(url)
        .arg(&to);
    assert!(command.status().unwrap().success());
    to
}

/// The sentence of an error, without ids and the part that all have.
fn said(error: &str) -> String {
    let is_id = |word: &str| word.len() == 40 && word.bytes().all(|b| b.is_ascii_hexdigit());
    let error = error.replace("git history cannot be read: ", "");
    let words = error.split(' ').map(|word| if is_id(word) { "ID" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

fn outcome<T>(result: Result<T, HistoryError>, show: impl FnOnce(T) -> String) -> String {
    result.map_or_else(|error| said(&error.to_string()), show)
}

/// What reading the history gives: the files that the last commit changed, the commits that touched one, an older
/// revision, and in how many commits the file changed.
fn check(root: &Path, expect: &[&str; 4]) {
    let history = History::open(root).unwrap().unwrap();
    let cancel = Cancel::default();
    let head = history.head().unwrap();
    let before = history.revision("HEAD~1");
    let changes = before.and_then(|before| history.changes(&before, After::Commit(&head), &cancel));
    let target = [Target::file(path("src/a.rs"))];
    let walked = history.touching(&target, Limits::default(), &cancel).unwrap();
    assert_eq!(walked.truncated, walked.unreadable.is_some());
    let ended = walked.unreadable.map_or_else(String::new, |why| format!(", then {}", said(&why)));
    let limits = TogetherLimits::default();
    let together = history.changed_together(&[path("src/a.rs")], &head, limits, &cancel);
    let found = [
        outcome(changes, |changes| format!("{} files", changes.files.len())),
        format!("{} commits{ended}", walked.touches.len()),
        outcome(history.revision("HEAD~3"), |_| "a revision".to_owned()),
        outcome(together, |found| format!("{} commits", found.changes[0])),
    ];
    assert_eq!(found.each_ref().map(String::as_str), *expect);
}

const PARTIAL: &str = "An object with id ID could not be found; this clone was made without some of the objects \
                       (`--filter`), and `git fetch --refetch --no-filter` gets them all";
const SHALLOW: &str = "this clone is shallow, and `git fetch --unshallow` gets its older commits";
const BROKEN: &str =
    "An object with id ID could not be found; `git fsck` lists what is missing or broken";

#[test]
fn what_a_clone_lacks_is_said_with_the_command_that_fetches_it() {
    let origin = origin();
    let fetched = ["2 files", "4 commits", "a revision", "3 commits"];
    let after = |how: &[&str], expect: &[&str; 4], remedy: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let root = clone(&origin, folder.path(), how);
        check(&root, expect);
        // The command that the error names.
        let git = Command::new("git").current_dir(&root).args(remedy).status();
        assert!(git.unwrap().success());
        check(&root, &fetched);
    };
    let no_filter = ["fetch", "-q", "--refetch", "--no-filter"];
    let no_commit = format!("0 commits, then {PARTIAL}");
    let blobless = [PARTIAL, &*no_commit, "a revision", "3 commits"];
    after(&["--filter=blob:none"], &blobless, &no_filter);
    let treeless = [PARTIAL, &*no_commit, "a revision", PARTIAL];
    after(&["--filter=tree:0"], &treeless, &no_filter);
    let no_revision = format!("there is no revision `HEAD~3`; {SHALLOW}");
    let two = format!("1 commits, then {SHALLOW}");
    let shallow = ["2 files", &*two, &*no_revision, "1 commits"];
    after(&["--depth", "2"], &shallow, &["fetch", "-q", "--unshallow"]);
    let none = format!("0 commits, then {SHALLOW}");
    let before = format!("there is no revision `HEAD~1`; {SHALLOW}");
    let depth_one = [&*before, &*none, &*no_revision, "0 commits"];
    after(&["--depth", "1"], &depth_one, &["fetch", "-q", "--unshallow"]);
}

#[test]
fn an_object_that_is_gone_or_broken_is_said() {
    let expect = |change: &dyn Fn(&Path), ending: &str| {
        let repo = origin();
        let blob = repo.git(&["rev-parse", "HEAD~1:src/a.rs"]);
        let object = repo.root().join(".git/objects").join(&blob[..2]).join(&blob[2..]);
        change(&object);
        let history = History::open(repo.root()).unwrap().unwrap();
        let (before, after) = (history.revision("HEAD~1").unwrap(), history.head().unwrap());
        let changes = history.changes(&before, After::Commit(&after), &Cancel::default());
        let error = said(&changes.unwrap_err().to_string());
        assert!(error.ends_with(ending), "{error}");
    };
    expect(&|object| std::fs::remove_file(object).unwrap(), BROKEN);
    let fsck = "; `git fsck` lists what is missing or broken";
    for bytes in [&b"no object"[..], b"", b"\x78\x9c\x00"] {
        let overwrite = |object: &Path| {
            std::fs::remove_file(object).unwrap();
            std::fs::write(object, bytes).unwrap();
        };
        expect(&overwrite, fsck);
    }
}
