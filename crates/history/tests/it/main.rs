//! Reads histories that git created.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "tests")]

mod clones;
mod hostile;
mod stored_walks;

use firsthand_history::{
    After, Cancel, Content, History, Limits, LineRange, RepoPath, Target, WorkTree,
};
use firsthand_source::fs::{Globs, Walk};
use firsthand_testkit::GitRepo;

const CODE: &str = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

/// The subjects of the commits that touched the target, newest first, and whether the result is truncated.
fn touching(repo: &GitRepo, target: Target, limits: Limits) -> (Vec<String>, bool) {
    let history = History::open(repo.root()).unwrap().unwrap();
    let walked = history.touching(&[target], limits, &Cancel::default());
    let walked = walked.unwrap();
    let subject =
        |message: &[u8]| String::from_utf8_lossy(message).lines().next().unwrap().to_owned();
    let subjects = walked.touches.iter().map(|touch| subject(&touch.commit.message));
    (subjects.collect(), walked.truncated)
}

fn small_repo() -> GitRepo {
    let repo = GitRepo::new();
    repo.commit("Begin", &[("src/a.rs", CODE), ("b.txt", "b\n")]);
    repo.commit("Only b", &[("b.txt", "bb\n")]);
    repo.commit("A head", &[("src/a.rs", &format!("// head\n{CODE}"))]);
    repo.commit(
        "Change two\n\nIt was wrong.",
        &[("src/a.rs", &format!("// head\n{}", CODE.replace("two", "three")))],
    );
    repo
}

#[test]
fn commits_that_touched_a_file_are_found() {
    let repo = small_repo();
    let check = |file: &str, expect: &[&str]| {
        let (found, truncated) = touching(&repo, Target::file(path(file)), Limits::default());
        assert_eq!(
            (found.as_slice(), truncated),
            (&*expect.iter().map(ToString::to_string).collect::<Vec<_>>(), false)
        );
    };
    check("src/a.rs", &["Change two", "A head", "Begin"]);
    check("b.txt", &["Only b", "Begin"]);
    check("none.rs", &[]);
}

#[test]
fn commits_that_touched_lines_are_found() {
    let repo = small_repo();
    let now = repo.read("src/a.rs");
    let check = |first, last, content: &str, expect: &[&str]| {
        let lines = LineRange::new(first, last).unwrap();
        let target = Target::lines(path("src/a.rs"), lines, content.as_bytes().to_vec());
        assert_eq!(touching(&repo, target, Limits::default()).0, expect, "{first}-{last}");
    };
    check(2, 4, &now, &["Begin"]);
    check(6, 8, &now, &["Change two", "Begin"]);
    check(1, 1, &now, &["A head"]);
    // The file changed after HEAD: its lines are first mapped to the content of HEAD.
    let changed = format!("// new\n// lines\n{now}");
    check(8, 10, &changed, &["Change two", "Begin"]);
    check(1, 2, &changed, &[]);
}

#[test]
fn limits_are_applied_and_reported() {
    let repo = small_repo();
    let check = |limits, expect: &[&str], truncated| {
        let found = touching(&repo, Target::file(path("src/a.rs")), limits);
        assert_eq!(
            (found.0.as_slice(), found.1),
            (&*expect.iter().map(ToString::to_string).collect::<Vec<_>>(), truncated)
        );
    };
    let default = Limits::default();
    check(Limits { touches: 1, ..default }, &["Change two"], true);
    check(Limits { commits: 2, ..default }, &["Change two", "A head"], true);
    check(Limits { since: Some(repo.time_of(2)), ..default }, &["Change two", "A head"], true);
}

#[test]
fn a_merge_is_not_a_change_of_its_own() {
    let repo = small_repo();
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~1"]);
    repo.commit(
        "On the side",
        &[("src/a.rs", &format!("// head\n{}", CODE.replace("one", "uno")))],
    );
    repo.git(&["checkout", "-q", "main"]);
    repo.merge("side", "Merge side");
    let now = repo.read("src/a.rs");
    let subjects_of_lines = |first, last| {
        let lines = LineRange::new(first, last).unwrap();
        touching(
            &repo,
            Target::lines(path("src/a.rs"), lines, now.clone().into_bytes()),
            Limits::default(),
        )
        .0
    };
    assert_eq!(subjects_of_lines(2, 4), ["On the side", "Begin"]);
    assert_eq!(subjects_of_lines(6, 8), ["Change two", "Begin"]);
}

/// The changes of commits to the target, newest first: the message, written and removed lines, and flags.
fn changes(repo: &GitRepo, target: Target) -> Vec<String> {
    let history = History::open(repo.root()).unwrap().unwrap();
    let walked = history.touching(&[target], Limits::default(), &Cancel::default());
    let described = walked.unwrap().touches.into_iter().map(|touch| {
        let message = String::from_utf8(touch.commit.message).unwrap();
        let change = &touch.changes[0];
        let mut text = format!("{} +{} -{}", message.trim(), change.written, change.removed);
        for (applies, word) in [(change.began, " began"), (change.white_space, " white space")] {
            text += if applies { word } else { "" };
        }
        if let Some(from) = &change.moved_from {
            text += &format!(" from {from}");
        }
        text
    });
    described.collect()
}

#[test]
fn changes_of_commits_are_counted() {
    let repo = small_repo();
    let tabs = repo.read("src/a.rs").replace("    ", "\t");
    repo.commit("Tabs", &[("src/a.rs", &tabs)]);
    assert_eq!(
        changes(&repo, Target::file(path("src/a.rs"))),
        [
            "Tabs +2 -2 white space",
            "Change two\n\nIt was wrong. +1 -1",
            "A head +1 -0",
            "Begin +7 -0 began"
        ]
    );
    let lines = LineRange::new(6, 8).unwrap();
    let target = Target::lines(path("src/a.rs"), lines, tabs.into_bytes());
    assert_eq!(
        changes(&repo, target),
        ["Tabs +1 -1 white space", "Change two\n\nIt was wrong. +1 -1", "Begin +3 -0 began"]
    );
}

/// A moved file has the history of its previous path; a file that is only slightly similar has not.
#[test]
fn moved_files_are_followed() {
    let repo = small_repo();
    repo.git(&["mv", "src/a.rs", "src/moved.rs"]);
    repo.commit("Move", &[]);
    repo.git(&["mv", "src/moved.rs", "last.rs"]);
    let changed = repo.read("last.rs").replace("one", "uno");
    repo.commit("Move and change", &[("last.rs", &changed)]);
    let before = [
        "Move +0 -0 from src/a.rs",
        "Change two\n\nIt was wrong. +1 -1",
        "A head +1 -0",
        "Begin +7 -0 began",
    ];
    let all = [&["Move and change +1 -1 from src/moved.rs"][..], &before].concat();
    assert_eq!(changes(&repo, Target::file(path("last.rs"))), all);
    // The commits that touched lines of a moved file.
    let lines = LineRange::new(6, 8).unwrap();
    let target = Target::lines(path("last.rs"), lines, changed.into_bytes());
    let all = [
        "Move and change +0 -0 from src/moved.rs",
        "Move +0 -0 from src/a.rs",
        "Change two\n\nIt was wrong. +1 -1",
        "Begin +3 -0 began",
    ];
    assert_eq!(changes(&repo, target), all);

    repo.git(&["rm", "-q", "last.rs"]);
    repo.commit(
        "Another",
        &[("other.rs", "fn a() {\n    other();\n    things();\n    entirely();\n}\n")],
    );
    assert_eq!(changes(&repo, Target::file(path("other.rs"))), ["Another +5 -0 began"]);
}

/// Commits of other branches are not found, and their messages are not read.
#[test]
fn only_commits_that_head_reaches_are_found() {
    let repo = small_repo();
    repo.git(&["checkout", "-q", "-b", "other"]);
    repo.commit("Elsewhere", &[("src/a.rs", "fn gone() {}\n")]);
    let elsewhere = repo.git(&["rev-parse", "HEAD"]);
    repo.git(&["checkout", "-q", "main"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    let history = History::open(repo.root()).unwrap().unwrap();
    let message = |id: &str, commits| {
        history.message(id, commits).unwrap().map(|m| String::from_utf8(m).unwrap())
    };
    // The second time, the set of reached commits is cached.
    for _ in 0..2 {
        assert_eq!(message(&head, 100).as_deref(), Some("Change two\n\nIt was wrong.\n"));
    }
    for _ in 0..2 {
        assert_eq!(message(&head, 0), None, "another limit");
    }
    assert_eq!(message(&elsewhere, 100), None);
    assert_eq!(message("no id", 100), None);
    repo.git(&["checkout", "-q", "other"]);
    assert_eq!(message(&elsewhere, 100).as_deref(), Some("Elsewhere\n"));
    repo.git(&["checkout", "-q", "main"]);
    assert_eq!(message(&elsewhere, 100), None);
    let (found, _) = touching(&repo, Target::file(path("src/a.rs")), Limits::default());
    assert!(!found.contains(&"Elsewhere".to_owned()));
}

#[test]
fn the_root_may_be_a_folder_of_the_repository() {
    let repo = small_repo();
    let history = History::open(&repo.root().join("src")).unwrap().unwrap();
    let walked =
        history.touching(&[Target::file(path("a.rs"))], Limits::default(), &Cancel::default());
    let walked = walked.unwrap();
    assert_eq!((walked.touches.len(), walked.commits), (3, 4));
    assert_eq!(walked.touches[0].commit.day(), "2024-01-04");
}

#[test]
fn a_folder_without_repository_or_commit_has_no_history() {
    let folder = tempfile::tempdir().unwrap();
    assert!(History::open(folder.path()).unwrap().is_none());
    let empty = GitRepo::new();
    assert!(History::open(empty.root()).unwrap().is_none());
}

#[test]
fn a_cancelled_walk_is_truncated() {
    let cancel = Cancel::default();
    cancel.cancel();
    let repo = small_repo();
    let history = History::open(repo.root()).unwrap().unwrap();
    let walked = history.touching(&[Target::file(path("b.txt"))], Limits::default(), &cancel);
    let walked = walked.unwrap();
    assert!(walked.truncated && walked.touches.is_empty());
}

/// What git would show as changed, a file that it does not track, and a root below the top.
#[test]
fn files_are_compared_with_head() {
    let repo = small_repo();
    let head = repo.git(&["rev-parse", "HEAD"]);
    let check = |root: &str, files: &[(&str, &str, bool)]| {
        let history = History::open(&repo.root().join(root)).unwrap().unwrap();
        for (file, text, expect) in files {
            let read = |_: &RepoPath| Some(text.as_bytes().to_vec());
            let compared = history.compare_with_head(&[path(file)], read);
            let (commit, same) = compared.unwrap();
            assert_eq!((commit.id.as_str(), same), (head.as_str(), vec![*expect]), "{file}");
        }
    };
    let (a, b) = (repo.read("src/a.rs"), repo.read("b.txt"));
    let changed = format!("{a} ");
    check(
        ".",
        &[
            ("src/a.rs", &a, true),
            ("b.txt", &b, true),
            ("b.txt", &a, false),
            ("src/a.rs", &changed, false),
            ("none.rs", "", false),
            ("src", "", false),
        ],
    );
    check("src", &[("a.rs", &a, true), ("b.txt", &b, false)]);
    check(".", &[("src/a.rs", &a.replace('\n', "\r\n"), true)]);
    let history = History::open(repo.root()).unwrap().unwrap();
    assert_eq!(history.remote(), None);
    repo.git(&["remote", "add", "other", "https://example.org/other"]);
    assert_eq!(history.remote(), None);
    repo.git(&["remote", "add", "origin", "git@example.org:o/r.git"]);
    assert_eq!(history.remote().as_deref(), Some("git@example.org:o/r.git"));
}

/// The files that differ from a commit, `-` or `+` where a side is absent, and the submodules that were not compared.
fn differing(repo: &GitRepo, before: &str, after: Option<After<'_>>) -> String {
    let history = History::open(repo.root()).unwrap().unwrap();
    let before = history.revision(before).unwrap();
    let excludes = Globs::excluding(repo.root(), []).unwrap();
    let walk = Walk::new(repo.root(), &excludes);
    let files = walk.inventory(&|| false).files;
    let read = |path: &RepoPath| match std::fs::read(repo.root().join(path.as_str())) {
        Ok(bytes) => Content::Bytes(bytes),
        Err(_) => Content::Absent,
    };
    let tree = WorkTree { files: &files, read: &read };
    let changes = history
        .changes(&before, after.unwrap_or(After::WorkTree(tree)), &Cancel::default())
        .unwrap();
    let shown = |file: &firsthand_history::ChangedFile| {
        let side = match (&file.before, &file.after) {
            (Content::Absent, _) => "+",
            (_, Content::Absent) => "-",
            _ => "",
        };
        format!("{side}{}", file.path)
    };
    let submodules = changes.submodules.iter().map(|path| format!("submodule {path}"));
    changes.files.iter().map(shown).chain(submodules).collect::<Vec<_>>().join(" ")
}

fn in_work_tree(repo: &GitRepo, before: &str) -> String {
    differing(repo, before, None)
}

#[test]
fn what_a_sparse_checkout_leaves_out_does_not_differ() {
    for is_sparse_index in [false, true] {
        let repo = GitRepo::new();
        let files =
            [("a/x.py", "1\n"), ("b/y.py", "1\n"), ("b/deep/z.py", "1\n"), ("top.py", "1\n")];
        repo.commit("Begin", &files);
        repo.commit("Later", &[("b/y.py", "2\n"), ("b/new.py", "1\n"), ("a/x.py", "2\n")]);
        let index = if is_sparse_index { "--sparse-index" } else { "--no-sparse-index" };
        repo.git(&["sparse-checkout", "set", "--cone", index, "a"]);
        assert!(!repo.root().join("b/y.py").exists());
        assert_eq!(in_work_tree(&repo, "HEAD"), "", "{index}");
        assert_eq!(differing(&repo, "HEAD", Some(After::Index)), "", "{index}");
        // What the commits changed is there, whether it is checked out or not.
        assert_eq!(in_work_tree(&repo, "HEAD~1"), "a/x.py +b/new.py b/y.py", "{index}");
        std::fs::remove_file(repo.root().join("top.py")).unwrap();
        assert_eq!(in_work_tree(&repo, "HEAD"), "-top.py", "{index}");
    }
}

#[test]
fn a_submodule_is_compared_with_the_commit_that_the_earlier_state_has_of_it() {
    let library = GitRepo::new();
    library.commit("Begin", &[("q.py", "1\n"), ("r.py", "1\n")]);
    let repo = GitRepo::new();
    repo.commit("Begin", &[("a.py", "1\n")]);
    let address = library.root().to_string_lossy().into_owned();
    repo.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", &address, "sub"]);
    repo.git(&["commit", "-q", "-m", "Submodule"]);
    assert_eq!(in_work_tree(&repo, "HEAD"), "");
    assert_eq!(differing(&repo, "HEAD", Some(After::Index)), "");
    assert_eq!(in_work_tree(&repo, "HEAD~1"), "+.gitmodules submodule sub");
    // Its own changes, uncommitted and then in another commit of it.
    std::fs::write(repo.root().join("sub/q.py"), "2\n").unwrap();
    std::fs::write(repo.root().join("sub/new.py"), "2\n").unwrap();
    assert_eq!(in_work_tree(&repo, "HEAD"), "+sub/new.py sub/q.py");
    repo.git(&["-C", "sub", "add", "."]);
    repo.git(&[
        "-C",
        "sub",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "-q",
        "-m",
        "In it",
    ]);
    assert_eq!(in_work_tree(&repo, "HEAD"), "+sub/new.py sub/q.py");
    assert_eq!(differing(&repo, "HEAD", Some(After::Index)), "");
    repo.git(&["add", "sub"]);
    assert_eq!(differing(&repo, "HEAD", Some(After::Index)), "+sub/new.py sub/q.py");
    repo.git(&["commit", "-q", "-m", "Moved on"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    assert_eq!(
        differing(&repo, "HEAD~1", Some(After::Commit(head.trim()))),
        "+sub/new.py sub/q.py"
    );
    // Without a checkout, its commits are not there.
    repo.git(&["submodule", "--quiet", "deinit", "-f", "sub"]);
    assert_eq!(in_work_tree(&repo, "HEAD"), "");
    assert_eq!(in_work_tree(&repo, "HEAD~1"), "submodule sub");
    // A link in its place leads to no repository that is read.
    #[cfg(unix)]
    {
        std::fs::remove_dir_all(repo.root().join("sub")).unwrap();
        std::os::unix::fs::symlink(library.root(), repo.root().join("sub")).unwrap();
        assert_eq!(in_work_tree(&repo, "HEAD~1"), "submodule sub");
    }
}

#[test]
fn a_file_that_a_filter_changed_at_checkout_does_not_differ() {
    let repo = GitRepo::new();
    let git = |arguments: &[&str]| {
        let filter = ["-c", "filter.up.clean=tr A-Z a-z", "-c", "filter.up.smudge=tr a-z A-Z"];
        repo.git(&[&filter[..], arguments].concat());
    };
    repo.commit("Begin", &[("a.py", "one\n"), ("b.txt", "one\n")]);
    repo.commit("Filter", &[(".gitattributes", "*.py filter=up\n")]);
    std::fs::remove_file(repo.root().join("a.py")).unwrap();
    git(&["checkout", "-q", "--", "."]);
    assert_eq!(std::fs::read_to_string(repo.root().join("a.py")).unwrap(), "ONE\n");
    // Within the second in which git wrote its index, but not at the same time.
    let earlier = std::time::SystemTime::now() - std::time::Duration::from_millis(50);
    let file = std::fs::File::options().write(true).open(repo.root().join("a.py")).unwrap();
    file.set_modified(earlier).unwrap();
    git(&["rm", "-q", "--cached", "a.py"]);
    git(&["add", "a.py"]);
    assert_eq!(in_work_tree(&repo, "HEAD"), "");
    std::fs::write(repo.root().join("a.py"), "THREE\n").unwrap();
    assert_eq!(in_work_tree(&repo, "HEAD"), "a.py");
}
