//! Which files of a folder are checked: not hidden files, files that git ignores, links and pipes.

use std::path::Path;

use firsthand_guard::load::Project;
use tempfile::TempDir;

use crate::banned;

fn write(folder: &TempDir, path: &str, text: &str) {
    let path = folder.path().join(path);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (path, text) in files {
        write(&folder, path, text);
    }
    folder
}

/// Checks which files of a project are checked, from `start` in it.
fn check(project: &Path, start: &str, expect: &[&str]) {
    let result = Project::bare(project).check(&[project.join(start)], &banned());
    let files = result.unwrap().files;
    let names: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(names, expect, "{start}");
}

#[test]
fn ignored_and_hidden_files_are_not_checked() {
    let all = [("a.rs", ""), ("b.rs", ""), (".h.rs", ""), ("in/a.rs", "")];
    let check = |ignore: &[(&str, &str)], expect: &[&str]| {
        let tree = tree(&[&all, ignore].concat());
        check(tree.path(), "", expect);
    };
    check(&[], &["a.rs", "b.rs", "in/a.rs"]);
    check(&[(".gitignore", "\u{feff}a.rs\n")], &["b.rs"]);
    check(&[(".gitignore", "/a.rs\r\n[\n")], &["b.rs", "in/a.rs"]);
    check(&[(".gitignore", "in/\n!.h.rs")], &[".h.rs", "a.rs", "b.rs"]);
    check(&[(".git/info/exclude", "in\n")], &["a.rs", "b.rs"]);
    check(&[("in/.ignore", "*.rs\n")], &["a.rs", "b.rs"]);
    let latin = tree(&[("a.rs", ""), ("b.rs", "")]);
    std::fs::write(latin.path().join(".gitignore"), b"# \xe9\na.rs\n").unwrap();
    self::check(latin.path(), "", &["b.rs"]);
    // The nearest folder decides, and `.ignore` takes precedence over `.gitignore`.
    let nearer = [(".gitignore", "a.rs\n"), ("in/.gitignore", "!a.rs\n")];
    check(&nearer, &["b.rs", "in/a.rs"]);
    let kinds = [(".ignore", "!a.rs\n"), ("in/.gitignore", "a.rs\n")];
    check(&kinds, &["a.rs", "b.rs", "in/a.rs"]);
}

/// The ignore rules of the project and of the folders above it, up to the repository, apply to a part of a project.
#[test]
fn ignore_rules_of_parent_folders_apply() {
    let tree = tree(&[
        (".gitignore", "a.rs\n"),
        ("repo/.gitignore", "b.rs\n"),
        ("repo/in/a.rs", ""),
        ("repo/in/b.rs", ""),
        ("repo/in/c.rs", ""),
    ]);
    let all = ["a.rs", "b.rs", "c.rs"];
    // Without a repository, ignore rules apply up to the project's folder only.
    check(&tree.path().join("repo/in"), "", &all);
    check(&tree.path().join("repo"), "in", &["in/a.rs", "in/c.rs"]);
    check(tree.path(), "repo/in", &["repo/in/c.rs"]);
    // A file that is named explicitly is checked even if it is ignored.
    check(tree.path(), "repo/in/a.rs", &["repo/in/a.rs"]);
    write(&tree, "repo/.git/HEAD", "");
    check(&tree.path().join("repo/in"), "", &["a.rs", "c.rs"]);
    check(tree.path(), "repo/in", &["repo/in/a.rs", "repo/in/c.rs"]);
}

/// Checks a project with an ignore file that must not be used: it would hide `kept.rs`, block the walk, or take all
/// memory. `make` creates the file at a path.
#[cfg(unix)]
fn check_unusable_ignore_file(make: impl Fn(&Path)) {
    for name in [".ignore", ".gitignore", "src/.gitignore", ".git/info/exclude"] {
        let tree = tree(&[
            ("src/kept.rs", ""),
            ("lib/.gitignore", "out.rs\n"),
            ("lib/out.rs", ""),
            (".git/info/about", ""),
        ]);
        make(&tree.path().join(name));
        check(tree.path(), "", &["src/kept.rs"]);
        check(tree.path(), "src", &["src/kept.rs"]);
    }
}

#[cfg(unix)]
fn pipe(at: &Path) {
    let made = std::process::Command::new("mkfifo").arg(at).status();
    assert!(made.unwrap().success());
}

#[cfg(unix)]
#[test]
fn linked_special_and_huge_ignore_files_are_not_used() {
    let outside = tree(&[("rules", "kept.rs\n")]);
    let rules = outside.path().join("rules");
    check_unusable_ignore_file(pipe);
    check_unusable_ignore_file(|at| std::fs::create_dir(at).unwrap());
    for to in ["/dev/zero", "gone", rules.to_str().unwrap()] {
        check_unusable_ignore_file(|at| std::os::unix::fs::symlink(to, at).unwrap());
    }
    for text in [
        "kept.rs\n".to_owned() + &"# x\n".repeat(33_000),
        "kept.rs\n".to_owned() + &"{".repeat(100_000) + &"}".repeat(100_000),
        "kept.rs\n".to_owned() + &format!("#{}\n", "x".repeat(1_000)).repeat(1_100),
    ] {
        check_unusable_ignore_file(|at| std::fs::write(at, &text).unwrap());
    }
    check_unusable_ignore_file(|at| {
        let file = std::fs::File::create(at).unwrap();
        file.set_len(1 << 40).unwrap();
    });
}

#[cfg(unix)]
#[test]
fn links_and_pipes_are_not_checked() {
    let outside = tree(&[("a.rs", "fn frobnicators() {}\n")]);
    let tree = tree(&[("src/b.rs", "")]);
    let link = |to: &Path, at: &str| std::os::unix::fs::symlink(to, tree.path().join(at)).unwrap();
    link(outside.path(), "src/folder");
    link(&outside.path().join("a.rs"), "src/a.rs");
    link(Path::new("/dev/zero"), "src/zero.rs");
    link(Path::new("."), "src/here");
    pipe(&tree.path().join("src/pipe.rs"));
    check(tree.path(), "", &["src/b.rs"]);
    check(tree.path(), "src/pipe.rs", &[]);
    // A link that is named explicitly is followed.
    link(&tree.path().join("src"), "link");
    check(tree.path(), "link", &["src/b.rs"]);
}
