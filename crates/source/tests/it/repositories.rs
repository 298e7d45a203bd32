//! Walks of git repositories: what git tracks although a rule ignores it, and checkouts inside of checkouts.

use std::path::Path;
use std::process::Command;

use firsthand_source::RepoPath;
use firsthand_source::fs::{GitError, GitFolder, Globs, Walk};

pub(super) fn git(folder: &Path, args: &[&str]) {
    let mut command = Command::new("git");
    let person = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
    let file_protocol = ["-c", "protocol.file.allow=always"];
    command.current_dir(folder).args(person).args(file_protocol);
    command.args(args).env("GIT_CONFIG_GLOBAL", "/dev/null");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
}

pub(super) fn write(root: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// A repository with these files, of which `added` are tracked even if a rule ignores them.
pub(super) fn repository(files: &[(&str, &str)], added: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    git(folder.path(), &["init", "-q"]);
    write(folder.path(), files);
    git(folder.path(), &[&["add", "-f", "--"], added].concat());
    git(folder.path(), &["commit", "-q", "-m", "Begin"]);
    folder
}

fn walk<T>(root: &Path, with: impl Fn(&Walk<'_>) -> T) -> T {
    with(&Walk {
        root,
        prefix: String::new(),
        top: None,
        is_installed: false,
        excludes: &Globs::excluding(root, []).unwrap(),
        skip: &|_| false,
        threads: 2,
    })
}

/// The listed files, and the number of checkouts that were left out.
fn listed(root: &Path) -> (Vec<String>, u64) {
    let found = walk(root, |walk| walk.inventory(&|| false));
    let paths: Vec<String> = found.files.iter().map(|file| file.path.to_string()).collect();
    for path in &paths {
        let path = RepoPath::new(path).unwrap();
        assert!(walk(root, |walk| walk.admits(&path)), "{path} is listed and must be readable");
    }
    (paths, found.skipped.checkouts)
}

#[test]
fn a_tracked_file_is_listed_whatever_git_ignores() {
    let check = |files: &[(&str, &str)], added: &[&str], expect: &[&str]| {
        let repository = repository(files, added);
        assert_eq!(listed(repository.path()).0, expect, "{files:?} {added:?}");
    };
    let files = [
        ("build/deep/other.ts", ""),
        ("build/deep/keep.ts", ""),
        ("build/new.ts", ""),
        ("a.ts", ""),
    ];
    let with = |rules: &'static str| [&files[..], &[(".gitignore", rules)]].concat();
    check(&with("build/\n"), &["build/deep/keep.ts"], &["a.ts", "build/deep/keep.ts"]);
    check(&with("build\n"), &["build/deep/keep.ts"], &["a.ts", "build/deep/keep.ts"]);
    check(&with("*.ts\n"), &["build/deep/keep.ts"], &["build/deep/keep.ts"]);
    check(&with("*\n"), &["a.ts"], &["a.ts"]);
    check(&with("build/\n"), &["a.ts"], &["a.ts"]);
    // Nothing below an ignored folder is included again by a rule, but by the index.
    check(
        &with("build/\n!build/new.ts\n"),
        &["build/deep/keep.ts"],
        &["a.ts", "build/deep/keep.ts"],
    );
    let below = [&with("build/\n")[..], &[("build/.gitignore", "!*\n")]].concat();
    check(&below, &["build/deep/keep.ts"], &["a.ts", "build/deep/keep.ts"]);
    // Git does not read `.ignore`.
    let also = [&with("build/\n")[..], &[(".ignore", "keep.ts\n")]].concat();
    check(&also, &["build/deep/keep.ts"], &["a.ts"]);
}

#[test]
fn a_hidden_file_is_listed_if_git_tracks_it() {
    let files = [
        (".github/workflows/ci.yml", ""),
        (".github/new.yml", ""),
        (".cache/x.ts", ""),
        (".eslintrc.js", ""),
        (".new.js", ""),
        ("src/.hidden/a.ts", ""),
        ("b.ts", ""),
    ];
    let check = |more: &[(&str, &str)], added: &[&str], expect: &[&str]| {
        let repository = repository(&[&files[..], more].concat(), added);
        assert_eq!(listed(repository.path()).0, expect, "{more:?} {added:?}");
    };
    check(&[], &["b.ts"], &["b.ts"]);
    // What else is in a folder that git tracks belongs to the tree, as in any folder.
    let workflow = [".github/new.yml", ".github/workflows/ci.yml", "b.ts"];
    check(&[], &[".github/workflows/ci.yml"], &workflow);
    check(&[], &[".eslintrc.js"], &[".eslintrc.js", "b.ts"]);
    check(&[], &["src/.hidden/a.ts"], &["b.ts", "src/.hidden/a.ts"]);
    let ignored = [(".gitignore", ".cache\n")];
    check(&ignored, &[".cache/x.ts"], &[".cache/x.ts", "b.ts"]);
    let excluded = [(".ignore", ".eslintrc.js\n")];
    check(&excluded, &[".eslintrc.js"], &["b.ts"]);
}

/// Neither a rule nor an index with such a path includes what is git's own.
#[test]
fn contained_the_repository_itself_is_never_listed() {
    let files = [(".gitignore", "!.git\n!.*\n"), (".env.example", "a=\n"), ("a.ts", "")];
    let repository = repository(&files, &["a.ts"]);
    let expect = [".env.example", ".gitignore", "a.ts"];
    assert_eq!(listed(repository.path()).0, expect);
    let index = repository.path().join(".git/index");
    let changed = |from: &str, to: &str| {
        let text = std::fs::read(&index).unwrap();
        let at = text.windows(from.len()).position(|part| part == from.as_bytes());
        let mut text = text;
        text.splice(at.unwrap()..at.unwrap() + from.len(), to.bytes());
        std::fs::write(&index, text).unwrap();
    };
    write(repository.path(), &[(".fit/config", ""), (".gitignore", "")]);
    git(repository.path(), &["add", "-f", ".fit/config"]);
    changed(".fit/config", ".git/config");
    std::fs::remove_dir_all(repository.path().join(".fit")).unwrap();
    assert_eq!(listed(repository.path()).0, [".env.example", "a.ts"]);
}

#[test]
fn a_tracked_file_is_listed_from_any_root_and_by_any_rule() {
    let files = [("build/keep.ts", ""), ("build/in/x.ts", ""), (".gitignore", "build/*\n")];
    let repository = repository(&files, &["build/keep.ts", "build/in/x.ts"]);
    assert_eq!(listed(repository.path()).0, ["build/in/x.ts", "build/keep.ts"]);
    assert_eq!(listed(&repository.path().join("build")).0, ["in/x.ts", "keep.ts"]);
    write(repository.path(), &[("build/in/new.ts", ""), (".git/info/exclude", "*.ts\n")]);
    std::fs::remove_file(repository.path().join(".gitignore")).unwrap();
    assert_eq!(listed(repository.path()).0, ["build/in/x.ts", "build/keep.ts"]);
    git(repository.path(), &["rm", "-q", "--cached", "build/keep.ts"]);
    assert_eq!(listed(repository.path()).0, ["build/in/x.ts"]);
}

#[test]
fn a_further_worktree_is_not_listed_and_a_submodule_is() {
    let other = repository(
        &[("s.ts", ""), ("out/t.ts", ""), (".gitignore", "out\n")],
        &["s.ts", "out/t.ts", ".gitignore"],
    );
    let root = repository(&[("a.ts", ""), (".gitignore", "ignored/\n")], &["a.ts", ".gitignore"]);
    let top = root.path();
    git(top, &["worktree", "add", "-q", "wt"]);
    git(top, &["worktree", "add", "-q", "in/deep/wt2"]);
    let both = [".gitignore", "a.ts"].map(str::to_owned).to_vec();
    assert_eq!(listed(top), (both.clone(), 2));
    // It is listed where it is the root, and so is the other checkout not.
    assert_eq!(listed(&top.join("wt")), (both, 0));
    let from = other.path().to_str().unwrap();
    git(top, &["submodule", "add", "-q", "-f", from, "ignored/sub"]);
    git(top, &["clone", "-q", from, "clone"]);
    write(&top.join("ignored/sub"), &[("new.ts", ""), ("out/new.ts", "")]);
    let expect = [
        ".gitignore",
        ".gitmodules",
        "a.ts",
        "clone/.gitignore",
        "clone/out/t.ts",
        "clone/s.ts",
        "ignored/sub/.gitignore",
        "ignored/sub/new.ts",
        "ignored/sub/out/t.ts",
        "ignored/sub/s.ts",
    ];
    assert_eq!(listed(top), (expect.map(str::to_owned).to_vec(), 2));
    // A worktree whose repository forgot it is a folder like any other.
    std::fs::remove_dir_all(top.join(".git/worktrees/wt")).unwrap();
    let (files, checkouts) = listed(top);
    assert!(files.contains(&"wt/a.ts".to_owned()) && checkouts == 1, "{files:?}");
}

/// `.git` in the folder is what the setup makes; expects the repository's folder relative to the parent, or the error.
#[test]
fn contained_a_repository_elsewhere_must_name_its_checkout() {
    let check = |setup: &dyn Fn(&Path), expect: Result<Option<&str>, GitError>| {
        let parent = tempfile::tempdir().unwrap();
        let parent = parent.path().canonicalize().unwrap();
        for name in ["main", "here"] {
            std::fs::create_dir(parent.join(name)).unwrap();
        }
        git(&parent.join("main"), &["init", "-q"]);
        git(&parent.join("main"), &["commit", "-q", "--allow-empty", "-m", "Begin"]);
        setup(&parent);
        let found = GitFolder::of(&parent.join("here"));
        let relative = |git: GitFolder| git.common().strip_prefix(&parent).unwrap().to_path_buf();
        let expect = expect.map(|path| path.map(std::path::PathBuf::from));
        assert_eq!(found.map(|git| git.map(relative)), expect);
    };
    let point =
        |parent: &Path, to: &str| write(parent, &[("here/.git", &format!("gitdir: {to}\n"))]);
    check(&|_| (), Ok(None));
    check(&|parent| git(&parent.join("here"), &["init", "-q"]), Ok(Some("here/.git")));
    check(
        &|parent| {
            std::fs::remove_dir(parent.join("here")).unwrap();
            git(&parent.join("main"), &["worktree", "add", "-q", "../here"]);
        },
        Ok(Some("main/.git")),
    );
    check(
        &|parent| {
            std::fs::remove_dir(parent.join("here")).unwrap();
            git(&parent.join("main"), &["worktree", "add", "-q", "../there"]);
            git(&parent.join("main"), &["worktree", "move", "../there", "../here"]);
        },
        Ok(Some("main/.git")),
    );
    // The repository of somebody else, its worktree, and one that claims to be theirs.
    check(&|parent| point(parent, "../main/.git"), Err(GitError::Foreign));
    check(
        &|parent| {
            git(&parent.join("main"), &["worktree", "add", "-q", "../there"]);
            point(parent, "../main/.git/worktrees/there");
        },
        Err(GitError::Foreign),
    );
    check(
        &|parent| {
            git(&parent.join("here"), &["init", "-q"]);
            write(parent, &[("here/.git/commondir", "../../main/.git\n")]);
        },
        Err(GitError::Foreign),
    );
    check(&|parent| write(parent, &[("here/.git", "text\n")]), Err(GitError::Foreign));
    check(&|parent| point(parent, "/dev/zero"), Err(GitError::Foreign));
    for target in ["main/.git", "/dev/zero", "gone"] {
        check(
            &|parent| {
                std::os::unix::fs::symlink(parent.join(target), parent.join("here/.git")).unwrap();
            },
            Err(GitError::Unusable(firsthand_source::fs::ReadError::Link)),
        );
    }
    check(
        &|parent| {
            let made = Command::new("mkfifo").arg(parent.join("here/.git")).status();
            assert!(made.unwrap().success());
        },
        Err(GitError::Unusable(firsthand_source::fs::ReadError::Special)),
    );
}

#[test]
fn a_repository_in_a_folder_of_its_own_records_the_files_of_its_checkout() {
    let parent = tempfile::tempdir().unwrap();
    let at = |path: &str| parent.path().canonicalize().unwrap().join(path);
    let found =
        |checkout: &str| GitFolder::of(&at(checkout)).map(|git| git.unwrap().own().to_owned());
    for (checkout, folder) in [("a", "../store"), ("b", at("stored/b").to_str().unwrap())] {
        write(&at(checkout), &[("x.ts", "const x = 1;"), ("y.ts", "const y = 2;")]);
        std::fs::create_dir_all(at("stored")).unwrap();
        git(&at(checkout), &["init", "-q", &format!("--separate-git-dir={folder}")]);
        // Before something is added, nothing connects the two.
        assert_eq!(found(checkout), Err(GitError::Foreign));
        git(&at(checkout), &["add", "."]);
        let own = at(checkout).join(folder).canonicalize().unwrap();
        assert_eq!(found(checkout), Ok(own.clone()));
        // A file that was changed since is not recorded so, but others are.
        write(&at(checkout), &[("x.ts", "const x = 3;")]);
        assert_eq!(found(checkout), Ok(own.clone()));
        std::fs::rename(at(checkout), at(&format!("{checkout}2"))).unwrap();
        assert_eq!(found(&format!("{checkout}2")), Ok(own.clone()));
        // Another tree with such files.
        let pointer = format!("gitdir: {}\n", own.display());
        let fake = [
            ("fake/.git", &*pointer),
            ("fake/x.ts", "const x = 1;"),
            ("fake/y.ts", "const y = 2;"),
        ];
        write(&at(""), &fake);
        assert_eq!(found("fake"), Err(GitError::Foreign));
    }
}

#[test]
fn the_repository_of_a_submodule_names_it() {
    let other = repository(&[("s.ts", "")], &["s.ts"]);
    let root = repository(&[("a.ts", "")], &["a.ts"]);
    git(root.path(), &["submodule", "add", "-q", other.path().to_str().unwrap(), "sub"]);
    let own = GitFolder::of(&root.path().join("sub")).unwrap().unwrap();
    assert!(own.own().ends_with(".git/modules/sub") && own.common() == own.own());
    // Another folder that points there is not named.
    write(root.path(), &[("fake/.git", "gitdir: ../.git/modules/sub\n")]);
    assert_eq!(GitFolder::of(&root.path().join("fake")), Err(GitError::Foreign));
}

/// Each change makes the repository one that may not be read.
#[test]
fn contained_a_repository_of_links_pipes_and_devices_is_not_opened() {
    let check = |change: &dyn Fn(&Path), expect: &str| {
        let repository = repository(&[("a.ts", "")], &["a.ts"]);
        git(repository.path(), &["branch", "-q", "-M", "main"]);
        let git = repository.path().join(".git");
        let found = GitFolder::of(repository.path()).unwrap().unwrap();
        assert_eq!(found.verify(), Ok(()));
        change(&git);
        let seen = found.verify().err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(seen, expect);
    };
    let link = |path: &'static str, to: &'static str| {
        move |git: &Path| {
            let path = git.join(path);
            _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::os::unix::fs::symlink(to, path).unwrap();
        }
    };
    let links = [
        ("config", "/dev/zero"),
        ("HEAD", "/dev/zero"),
        ("packed-refs", "/dev/zero"),
        ("config.worktree", "/etc/passwd"),
        ("shallow", "gone"),
        ("refs", "/tmp"),
        ("refs/heads/main", "/dev/zero"),
        ("refs/replace/a", "/dev/zero"),
        ("objects", "/tmp"),
        ("objects/aa", "/tmp"),
        ("objects/pack", "/tmp"),
        ("objects/pack/a.idx", "/dev/zero"),
        ("objects/info/alternates", "/dev/zero"),
    ];
    for (path, to) in links {
        let expect =
            format!("`{path}` of the repository is not used: a symbolic link is on the way");
        check(&link(path, to), &expect);
    }
    for path in ["config", "HEAD", "refs/heads/x", "objects/pack/a.pack", "objects/aa/b"] {
        let expect = format!("`{path}` of the repository is not used: it is no regular file");
        let pipe = |git: &Path| {
            let path = git.join(path);
            _ = std::fs::remove_file(&path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        };
        check(&pipe, &expect);
    }
    let long = "#".repeat(2 << 20);
    check(
        &|git| write(git, &[("config", &long)]),
        "`config` of the repository is not used: it is too large (2097152 bytes)",
    );
    check(
        &|git| write(git, &[("refs/heads/main", &long)]),
        "`refs/heads/main` of the repository is not used: it is too large (2097152 bytes)",
    );
    check(
        &|git| write(git, &[("objects/info/alternates", "/elsewhere/objects\n")]),
        "the repository takes objects from another repository (`objects/info/alternates`), which is not opened; `git repack -ad` copies them, then that file can be deleted; a diff of `git diff` needs no history",
    );
    check(&|git| write(git, &[("objects/info/alternates", "\n")]), "");
    for head in ["ref: hooks/x", "ref: refs/../hooks/x", "ref: refs/heads/x", "", "text", "ref: "] {
        let circle = ("refs/heads/x", "ref: refs/heads/x\n");
        check(&|git| write(git, &[("HEAD", head), circle]), "HEAD names no branch and no commit");
    }
    check(&|git| write(git, &[("HEAD", "ref: refs/heads/unborn\n")]), "");
}
