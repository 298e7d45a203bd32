//! Repositories that were made to be read at any cost: none is opened that leads elsewhere, and no object is read that
//! takes more memory than histories need.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use firsthand_history::{Cancel, History, Limits, Target, WalkResult};
use firsthand_testkit::GitRepo;

use crate::path;

/// The message of the error with which the history is not opened; empty if it is opened.
fn refusal(root: &Path) -> String {
    let opened = History::open(root).map(|history| history.is_some());
    match opened {
        Ok(true) => String::new(),
        Ok(false) => "there is none".to_owned(),
        Err(error) => error.to_string(),
    }
}

fn walked(root: &Path) -> WalkResult {
    let history = History::open(root).unwrap().unwrap();
    let target = [Target::file(path("a.rs"))];
    history.touching(&target, Limits::default(), &Cancel::default()).unwrap()
}

fn subjects(root: &Path) -> Vec<String> {
    let touches = walked(root).touches;
    let message =
        |touch: &firsthand_history::FileChange| String::from_utf8(touch.commit.message.clone());
    touches.iter().map(|touch| message(touch).unwrap().trim().to_owned()).collect()
}

fn repository(commits: &[&str]) -> GitRepo {
    let repo = GitRepo::new();
    for commit in commits {
        repo.commit(commit, &[("a.rs", &format!("// {commit}\n"))]);
    }
    repo
}

fn write(root: &Path, path: &str, text: &[u8]) {
    let path = root.join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Runs git with this input; returns its trimmed output.
fn git_with_input(repo: &GitRepo, args: &[&str], input: &str) -> String {
    let mut command = Command::new("git");
    command.current_dir(repo.root()).args(args);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn contained_the_history_of_another_repository_is_not_read() {
    let other = repository(&["A secret of others"]);
    let other_git = other.root().join(".git");
    let not_named = "git history cannot be read: `.git` leads to a repository that does not name this folder as its checkout";
    let check = |setup: &dyn Fn(&Path), expect: &str| {
        let folder = tempfile::tempdir().unwrap();
        setup(folder.path());
        assert_eq!(refusal(folder.path()), expect);
    };
    let pointer = |to: &Path| format!("gitdir: {}\n", to.display());
    check(&|root| write(root, ".git", pointer(&other_git).as_bytes()), not_named);
    check(
        &|root| std::os::unix::fs::symlink(&other_git, root.join(".git")).unwrap(),
        "git history cannot be read: `.git` is not used: a symbolic link is on the way",
    );
    let own = |change: &dyn Fn(&GitRepo), expect: &str| {
        let repo = repository(&["Begin"]);
        assert_eq!(refusal(repo.root()), "");
        change(&repo);
        assert_eq!(refusal(repo.root()), expect);
    };
    let head = other.git(&["rev-parse", "HEAD"]);
    let objects = other_git.join("objects");
    own(
        &|repo| {
            write(
                repo.root(),
                ".git/objects/info/alternates",
                objects.to_str().unwrap().as_bytes(),
            );
            write(repo.root(), ".git/HEAD", head.as_bytes());
        },
        "git history cannot be read: the repository takes objects from another repository (`objects/info/alternates`), which is not opened; `git repack -ad` copies them, then that file can be deleted; a diff of `git diff` needs no history",
    );
    for (setting, expect) in [
        ("objectformat = sha256", "object format `sha256`"),
        ("refStorage = reftable", "reference storage `reftable`"),
    ] {
        let config = format!("[core]\n\trepositoryformatversion = 1\n[extensions]\n\t{setting}\n");
        own(
            &|repo| write(repo.root(), ".git/config", config.as_bytes()),
            &format!(
                "git history cannot be read: the repository's {expect} is not read; a diff of `git diff` needs no history"
            ),
        );
    }
    own(
        &|repo| {
            write(repo.root(), ".git/commondir", other_git.to_str().unwrap().as_bytes());
        },
        not_named,
    );
    own(
        &|repo| {
            std::fs::remove_dir_all(repo.root().join(".git/objects")).unwrap();
            std::os::unix::fs::symlink(&objects, repo.root().join(".git/objects")).unwrap();
        },
        "git history cannot be read: `objects` of the repository is not used: a symbolic link is on the way",
    );
    own(
        &|repo| {
            let config = repo.root().join(".git/config");
            std::fs::remove_file(&config).unwrap();
            std::os::unix::fs::symlink("/dev/zero", config).unwrap();
        },
        "git history cannot be read: `config` of the repository is not used: a symbolic link is on the way",
    );
}

/// A file that the configuration includes is not read: here it would say that the format is unknown.
#[test]
fn contained_included_configuration_is_not_read() {
    let (repo, elsewhere) = (repository(&["Begin"]), tempfile::tempdir().unwrap());
    write(
        elsewhere.path(),
        "config",
        b"[core]\n\trepositoryformatversion = 99\n[extensions]\n\tobjectformat = none\n",
    );
    let file = elsewhere.path().join("config");
    repo.git(&["config", "include.path", file.to_str().unwrap()]);
    assert_eq!(subjects(repo.root()), ["Begin"]);
}

#[test]
fn worktrees_and_submodules_have_the_history_of_their_repository() {
    let repo = repository(&["Begin", "Go on"]);
    let folder = tempfile::tempdir().unwrap();
    let worktree = folder.path().join("wt");
    repo.git(&["worktree", "add", "-q", "-b", "side", worktree.to_str().unwrap(), "HEAD~1"]);
    assert_eq!(subjects(&worktree), ["Begin"]);
    assert_eq!(subjects(repo.root()), ["Go on", "Begin"]);
    let above = GitRepo::of(&[("x", "")]);
    let from = repo.root().to_str().unwrap();
    above.git(&["-c", "protocol.file.allow=always", "submodule", "add", "-q", from, "sub"]);
    assert_eq!(subjects(&above.root().join("sub")), ["Go on", "Begin"]);
}

/// A zlib stream of these bytes, uncompressed.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let len = u16::try_from(bytes.len()).unwrap();
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    let mut stream = vec![0x78, 0x01, 0x01];
    stream.extend(len.to_le_bytes());
    stream.extend((!len).to_le_bytes());
    stream.extend(bytes);
    stream.extend((b << 16 | a).to_be_bytes());
    stream
}

/// What was found before the object that cannot be read stays.
#[test]
fn an_object_beyond_the_limit_ends_the_walk() {
    let large = "a line of a message\n".repeat(900_000);
    let repo = GitRepo::new();
    repo.commit("Begin", &[("a.rs", "// Begin\n")]);
    write(repo.root(), ".git/message", large.as_bytes());
    repo.git(&["commit", "-q", "--allow-empty", "-F", ".git/message"]);
    for commit in ["Go on", "More"] {
        repo.commit(commit, &[("a.rs", &format!("// {commit}\n"))]);
    }
    for _ in 0..2 {
        let walked = walked(repo.root());
        assert_eq!(subjects(repo.root()), ["More"]);
        let why = walked.unreadable.unwrap();
        assert!(walked.truncated && !why.is_empty(), "{why}");
        // Packed the second time.
        repo.git(&["gc", "-q"]);
    }
}

#[test]
fn an_object_that_lies_about_its_size_is_not_read() {
    let id = "1".repeat(40);
    for (kind, size) in
        [("commit", u64::MAX), ("commit", 5 << 30), ("commit", 17 << 20), ("tree", 3)]
    {
        let repo = repository(&["Begin"]);
        let object = stored(format!("{kind} {size}\0tree {id}\n").as_bytes());
        write(repo.root(), &format!(".git/objects/11/{}", &id[2..]), &object);
        write(repo.root(), ".git/refs/heads/main", id.as_bytes());
        let history = History::open(repo.root()).unwrap().unwrap();
        let target = [Target::file(path("a.rs"))];
        let walked = history.touching(&target, Limits::default(), &Cancel::default()).unwrap();
        let is_nothing = walked.touches.is_empty() && walked.unreadable.is_some();
        let message = history.message(&id, 10);
        assert!(is_nothing && message.is_err(), "{kind} {size}: {message:?}");
    }
}

/// Each tree has the one below it twice, so that the whole has 2^40 folders.
#[test]
fn folders_that_multiply_are_not_all_compared() {
    let repo = GitRepo::new();
    let blob = git_with_input(&repo, &["hash-object", "-w", "--stdin"], "x");
    let mut tree = git_with_input(&repo, &["mktree"], &format!("100644 blob {blob}\tx\n"));
    for _ in 0..40 {
        let twice = format!("040000 tree {tree}\ta\n040000 tree {tree}\tb\n");
        tree = git_with_input(&repo, &["mktree"], &twice);
    }
    repo.git(&["read-tree", "--empty"]);
    let first = repo.git(&["commit-tree", "-m", "Much", &tree]);
    let own = git_with_input(&repo, &["mktree"], &format!("100644 blob {blob}\ta.rs\n"));
    let second = repo.git(&["commit-tree", "-m", "New", "-p", &first, &own]);
    repo.git(&["update-ref", "refs/heads/main", &second]);
    // The new file counts as moved from one of the first folders that were compared.
    assert_eq!(subjects(repo.root()), ["New", "Much"]);
}

/// Whatever stands in an index of objects, a query ends with a result or an error.
#[test]
fn a_broken_index_of_objects_is_an_error() {
    let repo = repository(&["Begin", "Go on"]);
    repo.git(&["gc", "-q"]);
    let folder = repo.root().join(".git/objects/pack");
    let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    for file in entries.filter(|file| file.extension().is_some_and(|e| e == "idx" || e == "pack")) {
        let bytes = std::fs::read(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        for at in (0..bytes.len()).step_by(13) {
            let mut changed = bytes.clone();
            changed[at..(at + 4).min(bytes.len())].fill(0xff);
            std::fs::write(&file, &changed).unwrap();
            if let Ok(Some(history)) = History::open(repo.root()) {
                let target = [Target::file(path("a.rs"))];
                _ = history.touching(&target, Limits::default(), &Cancel::default());
            }
            std::fs::remove_file(&file).unwrap();
        }
        std::fs::write(&file, &bytes).unwrap();
    }
    assert_eq!(subjects(repo.root()), ["Go on", "Begin"]);
}
