//! Walks of checkouts that lack files which git tracks.

use std::path::Path;

use firsthand_source::Unsearched;
use firsthand_source::fs::{Globs, Walk};

use super::repositories::{git, repository, write};

const FILES: [(&str, &str); 5] = [
    ("a.py", "a = 1\n"),
    ("src/b.py", "b = 1\n"),
    ("src/deep/c.py", "c = 1\n"),
    ("src/deep/er/d.py", "d = 1\n"),
    ("src0/e.py", "e = 1\n"),
];

/// A repository with `FILES` and a submodule `vendor/sub`.
fn whole() -> (tempfile::TempDir, tempfile::TempDir) {
    let other = repository(&[("f.py", "f = 1\n")], &["f.py"]);
    let outer = repository(&FILES, &FILES.map(|(path, _)| path));
    let from = other.path().to_str().unwrap();
    git(outer.path(), &["submodule", "--quiet", "add", from, "vendor/sub"]);
    git(outer.path(), &["commit", "-q", "-m", "Sub"]);
    (outer, other)
}

/// What a walk says not to be checked out: as an inventory names it, and as a survey does.
fn not_checked_out(root: &Path, prefix: &str) -> (String, String) {
    let walk = |with: &dyn Fn(&Walk<'_>) -> String| {
        let excludes = Globs::excluding(root, []).unwrap();
        with(&Walk { prefix: prefix.to_owned(), ..Walk::new(root, &excludes) })
    };
    let inventory = walk(&|walk| {
        let not_listed = walk.inventory(&|| false).not_listed.into_iter();
        let groups = not_listed.filter(|group| group.why == Unsearched::NotCheckedOut);
        groups.flat_map(|group| group.examples).collect::<Vec<_>>().join(" ")
    });
    let survey = walk(&|walk| {
        let left_out = walk.survey(&|| false).left_out.into_iter();
        let lacking = left_out.filter(|one| one.why == Unsearched::NotCheckedOut);
        lacking.map(|one| one.path).collect::<Vec<_>>().join(" ")
    });
    (inventory, survey)
}

#[test]
fn accounted_what_git_tracks_and_a_checkout_lacks_is_named() {
    let check = |change: &dyn Fn(&Path), inventory: &str, survey: &str| {
        let (outer, _other) = whole();
        change(outer.path());
        let expect = (inventory.to_owned(), survey.to_owned());
        assert_eq!(not_checked_out(outer.path(), ""), expect);
    };
    check(&|_| {}, "", "");
    let sparse = |args: &'static [&'static str]| {
        move |root: &Path| git(root, &[&["sparse-checkout", "set"], args].concat())
    };
    check(&sparse(&["src/deep"]), "src0/", "src0/");
    check(&sparse(&["src0"]), "src/", "src/");
    check(&sparse(&["--sparse-index", "src0"]), "src/", "src/");
    check(
        &sparse(&["--no-cone", "/a.py", "/src/b.py", "/src0/*"]),
        ".gitmodules src/deep/",
        ".gitmodules src/deep/",
    );
    let deinit = |root: &Path| git(root, &["submodule", "--quiet", "deinit", "--all"]);
    check(&deinit, "vendor/", "vendor/");
    // What was deleted is lacking for a search that is to prove an absence in the commit.
    check(&|root| std::fs::remove_file(root.join("src/b.py")).unwrap(), "", "src/b.py");
    check(&|root| std::fs::remove_dir_all(root.join("src/deep")).unwrap(), "", "src/deep/");
    check(&|root| git(root, &["rm", "-q", "src/b.py"]), "", "");
    check(&|root| git(root, &["update-index", "--split-index"]), "", "");
    // What is there in another way is left out for another reason.
    let replaced = |root: &Path| {
        std::fs::remove_file(root.join("src/b.py")).unwrap();
        std::os::unix::fs::symlink("deep/c.py", root.join("src/b.py")).unwrap();
        write(root, &[(".ignore", "src0\n")]);
    };
    check(&replaced, "", "");
}

#[test]
fn a_root_in_a_repository_lacks_what_is_below_it() {
    let (outer, _other) = whole();
    git(outer.path(), &["sparse-checkout", "set", "src/deep"]);
    std::fs::remove_file(outer.path().join("src/b.py")).unwrap();
    let src = outer.path().join("src");
    assert_eq!(not_checked_out(&src, "x:/"), (String::new(), "x:/b.py".to_owned()));
    assert_eq!(not_checked_out(&src.join("deep"), "x:/"), (String::new(), String::new()));
}
