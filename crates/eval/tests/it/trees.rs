//! Trees: written once, whole or not at all, and nothing outside their folder.

use std::path::Path;

use firsthand::Cancel;
use firsthand_eval::{TreeCounts, TreeError, Trees};

use crate::repositories::TestRepositories;

fn tree(trees: &Trees, repo: &str, commit: &str) -> Result<std::path::PathBuf, TreeError> {
    trees.tree(repo, commit, &Cancel::default())
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.unwrap().file_name().into_string().unwrap()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

#[test]
fn a_tree_is_written_once() {
    let repositories = TestRepositories::new();
    let commit = repositories.shop();
    let trees = repositories.trees();
    let path = tree(&trees, "owner/shop", &commit).unwrap();
    assert_eq!(
        path,
        repositories
            .path("trees")
            .join(format!("owner+shop-{}", &commit[..12]))
    );
    assert_eq!(
        names(&path.join("src")),
        ["basket.test.ts", "basket.ts", "store.ts"]
    );
    let made = TreeCounts {
        made: 1,
        files: 3,
        ..TreeCounts::default()
    };
    assert_eq!(trees.counts(), made);
    assert_eq!(tree(&trees, "owner/shop", &commit).unwrap(), path);
    assert_eq!(trees.counts(), made);
    // Another run finds the tree without a git directory, and the folder of trees contains nothing else.
    let again = Trees::open(repositories.path("trees")).unwrap();
    assert_eq!(tree(&again, "owner/shop", &commit).unwrap(), path);
    assert_eq!(again.counts(), TreeCounts::default());
    assert_eq!(names(&repositories.path("trees")).len(), 1);
}

#[test]
fn entries_that_are_not_files_are_left_out_and_counted() {
    let repositories = TestRepositories::new();
    let repository = repositories.repository("owner+odd.git");
    repository.write("a.txt", "a\n");
    repository.write("lost.txt", "lost\n");
    repository.git(&["add", "-A"], b"");
    let link = repository.git(&["hash-object", "-w", "--stdin"], b"/etc/passwd");
    let lost = repository.git(&["hash-object", "lost.txt"], b"");
    let some_commit = repository.commit_index();
    for (mode, object, path) in [
        ("120000", &link, "link"),
        ("160000", &some_commit, "module"),
    ] {
        let info = format!("{mode},{object},{path}");
        repository.git(&["update-index", "--add", "--cacheinfo", &info], b"");
    }
    let commit = repository.commit_index();
    let object = format!(".git/objects/{}/{}", &lost[..2], &lost[2..]);
    std::fs::remove_file(repository.path.join(object)).unwrap();

    let trees = repositories.trees();
    let path = tree(&trees, "owner/odd", &commit).unwrap();
    assert_eq!(names(&path), ["a.txt"]);
    let expect = TreeCounts {
        made: 1,
        files: 1,
        links: 1,
        submodules: 1,
        missing: 1,
        refused: 0,
    };
    assert_eq!(trees.counts(), expect);
}

#[test]
fn no_path_of_a_commit_leaves_the_folder() {
    let repositories = TestRepositories::new();
    let repository = repositories.repository("owner/evil");
    let blob = repository.git(&["hash-object", "-w", "--stdin"], b"out\n");
    let row = |name: &str| format!("100644 blob {blob}\t{name}\n");
    let inner = repository.git(
        &["mktree"],
        (row("escaped.txt") + &row("config")).as_bytes(),
    );
    let outer = [".git", "..", "fine"].map(|name| format!("040000 tree {inner}\t{name}\n"));
    let commit = repository.commit_tree(&repository.git(&["mktree"], outer.concat().as_bytes()));

    let trees = repositories.trees();
    let path = tree(&trees, "owner/evil", &commit).unwrap();
    assert_eq!(
        (names(&path), names(&path.join("fine")).len()),
        (vec!["fine".to_owned()], 2)
    );
    assert_eq!(names(&repositories.path("trees")).len(), 1);
    assert_eq!((trees.counts().files, trees.counts().refused), (2, 4));
}

#[test]
fn a_failed_export_leaves_nothing() {
    let repositories = TestRepositories::new();
    let commit = repositories.shop();
    let trees = repositories.trees();
    let gone = "0123456789abcdef0123456789abcdef01234567";
    assert_eq!(
        tree(&trees, "owner/other", &commit),
        Err(TreeError::NoGitDir)
    );
    assert_eq!(tree(&trees, "owner/shop", gone), Err(TreeError::NoCommit));
    let cancel = Cancel::default();
    cancel.cancel();
    assert_eq!(
        trees.tree("owner/shop", &commit, &cancel),
        Err(TreeError::Cancelled)
    );
    assert!(names(&repositories.path("trees")).is_empty());
    // A cancellation is not cached, and a named git directory takes precedence over the mirrors.
    let named = repositories
        .trees()
        .git_dir("owner/other", repositories.path("mirrors/owner+shop/.git"));
    assert!(tree(&named, "owner/other", &commit).is_ok());
    assert!(tree(&trees, "owner/shop", &commit).is_ok());
}
