//! Ignore files: which are read, which files they exclude, and how large they may be.

use std::collections::BTreeMap;

use std::path::Path;

use firsthand_codegraph::{Graph, Options};
use firsthand_source::RepoPath;
use firsthand_source::fs::{Globs, Walk};
use proptest::prelude::*;

use crate::repo::Repo;

fn paths(repo: &Repo) -> Vec<String> {
    let inventory = repo.graph().files();
    let paths = inventory.files.iter().map(|file| file.path.to_string());
    paths.collect()
}

/// Whether a walk that enters only the folders on the way to a path finds it.
fn is_admitted(root: &Path, path: &str) -> bool {
    let walk = Walk {
        root,
        prefix: String::new(),
        top: None,
        is_installed: false,
        excludes: &Globs::excluding(root, []).unwrap(),
        skip: &|_| false,
        threads: 1,
    };
    walk.admits(&RepoPath::new(path).unwrap())
}

/// Checks a tree to which `make` adds ignore files that are not read, though their rules would exclude `kept.rs`: only
/// what `lib/.gitignore` names is ignored, and `unread` ignore files are counted as skipped.
#[cfg(unix)]
fn check_unread(unread: u64, make: impl FnOnce(&Repo)) {
    let repo = Repo::of(&[
        ("kept.rs", "fn needle() {}\n"),
        ("src/kept.rs", "fn needle() {}\n"),
        ("lib/.gitignore", "out.rs\n"),
        ("lib/out.rs", "fn needle() {}\n"),
        (".git/info/about", ""),
    ]);
    make(&repo);
    let skipped = repo.graph().files().skipped;
    assert_eq!((skipped.ignore_files, skipped.total()), (unread, unread));
    assert_eq!(paths(&repo), ["kept.rs", "src/kept.rs"]);
    assert_eq!(repo.search("needle").stats.files_skipped, unread);
    let admitted = |path| is_admitted(&repo.path(""), path);
    assert!(admitted("src/kept.rs") && !admitted("lib/out.rs") && !admitted("gone.rs"));
}

#[cfg(unix)]
const IGNORE_FILES: [&str; 4] = [".gitignore", ".ignore", "src/.gitignore", ".git/info/exclude"];

#[cfg(unix)]
fn pipe(repo: &Repo, at: &str) {
    let made = std::process::Command::new("mkfifo").arg(repo.path(at)).status();
    assert!(made.unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_a_pipe_is_not_waited_for() {
    for name in IGNORE_FILES {
        check_unread(1, |repo| pipe(repo, name));
    }
    check_unread(4, |repo| {
        IGNORE_FILES.iter().for_each(|name| pipe(repo, name));
    });
}

#[cfg(unix)]
#[test]
fn an_ignore_file_that_is_a_link_is_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    let rules = outside.path().join("rules");
    std::fs::write(&rules, "kept.rs\n").unwrap();
    for to in ["/dev/zero", "/dev/tty", "gone", rules.to_str().unwrap()] {
        for name in IGNORE_FILES {
            let link = |repo: &Repo| std::os::unix::fs::symlink(to, repo.path(name)).unwrap();
            check_unread(1, link);
        }
    }
}

/// A file `.git`, as a linked worktree has one, may name any path.
#[cfg(unix)]
#[test]
fn a_pointer_to_a_repository_is_not_trusted() {
    fn point(repo: &Repo, to: &str) {
        std::fs::remove_dir_all(repo.path(".git")).unwrap();
        repo.write(".git", format!("gitdir: {to}\n").as_bytes());
    }
    // A folder that does not name the checkout back is none of its repository, and nothing of it is read.
    check_unread(0, |repo| {
        std::fs::create_dir(repo.path(".own")).unwrap();
        point(repo, ".own");
        pipe(repo, ".own/commondir");
    });
    check_unread(0, |repo| {
        repo.write(".own/commondir", b"../.common\n");
        std::fs::create_dir_all(repo.path(".common/info")).unwrap();
        point(repo, ".own");
        pipe(repo, ".common/info/exclude");
    });
    check_unread(1, |repo| {
        std::fs::remove_dir_all(repo.path(".git")).unwrap();
        pipe(repo, ".git");
    });
    check_unread(0, |repo| point(repo, "/dev/zero"));
}

/// A compiled pattern takes many times the memory of its text.
#[cfg(unix)]
#[test]
fn large_ignore_files_are_not_read() {
    let globs = |lines: u32| {
        (0..lines).fold("kept.rs\n".to_owned(), |text, at| text + &format!("*a{at}*b?[c-e]\n"))
    };
    for (unread, text) in [
        (1, "kept.rs\n".to_owned() + &"# x\n".repeat(33_000)),
        (1, "kept.rs\n".to_owned() + &format!("#{}\n", "x".repeat(1_000)).repeat(1_100)),
        (1, "kept.rs\n".to_owned() + &"{".repeat(100_000) + &"}".repeat(100_000)),
        (1, globs(1_100)),
        (1, "kept.rs\n".to_owned() + &"*a".repeat(33)),
    ] {
        for name in IGNORE_FILES {
            check_unread(unread, |repo| repo.write(name, text.as_bytes()));
        }
    }
}

/// Each of the ignore files is small enough to be read; together they are too large.
#[cfg(unix)]
#[test]
fn the_ignore_files_of_a_tree_are_read_up_to_a_total_size() {
    let repo = Repo::of(&[("kept.rs", "fn needle() {}\n")]);
    let text = format!("#{}\n", "x".repeat(1_000)).repeat(100);
    for at in 0..20 {
        repo.write(&format!("d{at}/.gitignore"), text.as_bytes());
    }
    assert_eq!(repo.graph().files().skipped.ignore_files, 15);
    assert_eq!(paths(&repo), ["kept.rs"]);
}

/// Ignore files in the folders above the root are read in the same way; those that are not read are not counted, since
/// they are not in the tree.
#[cfg(unix)]
#[test]
fn ignore_files_above_the_root_are_read() {
    let check = |above: &dyn Fn(&Repo), expect: &[&str]| {
        let repo = Repo::of(&[("in/a.rs", ""), ("in/b.rs", ""), ("in/src/a.rs", "")]);
        above(&repo);
        let inventory = Graph::open(repo.path("in"), Options::default()).unwrap().files();
        let files: Vec<_> = inventory.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(files, expect);
        assert_eq!(inventory.skipped.total(), 0);
    };
    check(&|repo| repo.write(".gitignore", b"/in/a.rs\n"), &["b.rs", "src/a.rs"]);
    check(&|repo| repo.write(".ignore", b"a.rs\n"), &["b.rs"]);
    check(&|repo| repo.write(".git/info/exclude", b"src\n"), &["a.rs", "b.rs"]);
    check(&|repo| pipe(repo, ".gitignore"), &["a.rs", "b.rs", "src/a.rs"]);
    // If the root is a repository of its own, the ignore files above it, as of a home folder, do not count.
    let all = ["a.rs", "b.rs", "src/a.rs"];
    for git in ["in/.git/HEAD", "in/.git"] {
        let home = |repo: &Repo| {
            repo.write(".gitignore", b"*\n");
            repo.write(".git/info/exclude", b"*\n");
            repo.write(git, b"gitdir: elsewhere\n");
        };
        check(&home, &all);
    }
}

#[test]
fn a_worktree_obeys_the_excludes_of_its_repository() {
    let repo = Repo::of(&[
        ("tree/a.rs", ""),
        ("tree/b.rs", ""),
        ("tree/.git", "gitdir: ../main/.git/worktrees/tree\n"),
        ("main/.git/worktrees/tree/commondir", "../..\n"),
        ("main/.git/worktrees/tree/gitdir", "../../../../tree/.git\n"),
        ("main/.git/info/exclude", "a.rs\n"),
    ]);
    let inventory = Graph::open(repo.path("tree"), Options::default()).unwrap().files();
    assert_eq!(inventory.files.len(), 1);
    assert_eq!(inventory.files[0].path, "b.rs");
}

/// Trees with few names, so that patterns match files.
fn trees() -> impl Strategy<Value = BTreeMap<String, String>> {
    let folder = prop::sample::select(vec!["", "a/", "b/", "a/b/", "a/b/a/", ".h/", "b/.h/"]);
    let name = prop::sample::select(vec!["a.rs", "b.rs", ".c.rs", "x"]);
    let ignored = prop::sample::select(vec![".gitignore", ".ignore", ".git/info/exclude"]);
    let line = prop::sample::select(vec![
        "a",
        "b/",
        "/a",
        "*.rs",
        "!a.rs",
        "!.h",
        "!.c.rs",
        "!b",
        "/b/a.rs",
        "**/a",
        "a/**",
        "!/a/b/",
        "# a",
        "",
        "x ",
        "\\!x",
        "[",
        "\u{feff}x",
        "!*.rs",
        "a/*",
        "!.*",
    ]);
    let text = prop::collection::vec(line, 1..4).prop_map(|lines| lines.join("\n"));
    let files = prop::collection::vec((folder.clone(), name), 1..12).prop_map(|all| {
        all.into_iter().map(|(folder, name)| (format!("{folder}{name}"), String::new()))
    });
    let rules = prop::collection::vec((folder, ignored, text), 0..5).prop_map(|all| {
        all.into_iter().map(|(folder, name, text)| (format!("{folder}{name}"), text))
    });
    (files, rules).prop_map(|(files, rules)| files.chain(rules).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// This holds for ordinary ignore files, but for what is git's own: no rule includes that.
    #[test]
    fn the_inventory_lists_what_the_walker_of_the_ignore_crate_lists(tree in trees(), from_subfolder in any::<bool>()) {
        let repo = Repo::of(&[("a/b/x", ""), (".git/HEAD", "")]);
        tree.iter().for_each(|(path, text)| repo.write(path, text.as_bytes()));
        let root = repo.path(if from_subfolder { "a" } else { "" });
        let mut expect: Vec<String> = ignore::WalkBuilder::new(&root)
            .build()
            .map(Result::unwrap)
            .filter(|entry| entry.file_type().unwrap().is_file())
            .map(|entry| entry.path().strip_prefix(&root).unwrap().to_str().unwrap().to_owned())
            .collect();
        expect.retain(|path| path.split('/').all(|part| part != ".git"));
        expect.sort_unstable();
        let inventory = Graph::open(&root, Options::default()).unwrap().files();
        let files: Vec<String> = inventory.files.iter().map(|file| file.path.to_string()).collect();
        prop_assert_eq!(&files, &expect);
        for path in tree.keys().filter(|path| !from_subfolder || path.starts_with("a/")) {
            let path = if from_subfolder { &path[2..] } else { path };
            let admitted = is_admitted(&root, path);
            prop_assert_eq!(admitted, files.iter().any(|file| file == path), "{}", path);
        }
    }
}
