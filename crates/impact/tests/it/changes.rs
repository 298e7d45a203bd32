//! Which declarations a change alters, and between which states.

use firsthand_impact::{ChangeError, ChangeSpec, ImpactRequest, impact};
use firsthand_source::Cancel;
use firsthand_tools::{ToolOptions, Toolbox};
use insta::assert_snapshot;

use super::{changed, of, repo, uncommitted, write};

const BEFORE: &str = "\
// The first.
pub fn kept() -> u32 {
    1
}

pub fn body() -> u32 {
    2
}

pub fn signature(a: u32) -> u32 {
    a
}

pub fn removed() -> &'static str {
    \"it is there no more, and nothing has its text\"
}

pub fn renamed_before() -> &'static str {
    \"the text of a function with another name later\"
}

pub fn moved() -> &'static str {
    \"the text of a function that moves to another file\"
}

pub struct Shop {
    pub name: String,
    open: bool,
}
";

const AFTER: &str = "\
// The very first.
pub fn kept() -> u32 {
    // A comment.
    1
}

pub fn body() -> u32 {
    3
}

pub fn signature(a: u32, b: u32) -> u32 {
    a
}

pub fn added() {}

pub fn renamed_after() -> &'static str {
    \"the text of a function with another name later\"
}

pub struct Shop {
    pub name:   String,
    open: u8,
}
";

#[test]
fn declarations_are_compared() {
    let repo = repo(&[("src/lib.rs", BEFORE), ("src/other.rs", "")]);
    let moved = "pub fn moved() -> &'static str {\n    \"the text of a function that moves to another file\"\n}\n";
    write(&repo, &[("src/lib.rs", AFTER), ("src/other.rs", moved)]);
    assert_snapshot!(changed(&uncommitted(&repo)), @r"
    body body src/lib.rs:7-9
    signature signature src/lib.rs:11-13
    removed removed src/lib.rs:14-16
    added added src/lib.rs:15-15
    renamed renamed_after src/lib.rs:17-19 was renamed_before in src/lib.rs:18-20
    signature Shop::open src/lib.rs:23-23
    moved moved src/other.rs:1-3 was moved in src/lib.rs:22-24
    comment kept src/lib.rs:1-5
    comment Shop::name src/lib.rs:22-22
    ");
}

#[test]
fn each_state_can_be_compared() {
    let repo = repo(&[("a.py", "def one():\n    return 1\n")]);
    repo.commit("Two", &[("a.py", "def one():\n    return 2\n")]);
    write(&repo, &[("a.py", "def one():\n    return 3\n")]);
    repo.git(&["add", "a.py"]);
    // What is not staged, a new file, and a file that is hidden.
    write(
        &repo,
        &[
            ("a.py", "def one(x):\n    return 3\n"),
            ("new.py", "def new():\n    pass\n"),
            (".hidden.py", "def hidden():\n    pass\n"),
        ],
    );
    let check = |change: &str| changed(&of(&repo, ChangeSpec::parse(change)));
    assert_snapshot!(check("HEAD~1..HEAD"), @"body one a.py:1-2");
    assert_snapshot!(check("HEAD"), @r"
    signature one a.py:1-2
    added new new.py:1-2
    ");
    assert_snapshot!(check("HEAD~1"), @r"
    signature one a.py:1-2
    added new new.py:1-2
    ");
    assert_snapshot!(changed(&of(&repo, ChangeSpec::Staged)), @"body one a.py:1-2");
    repo.git(&["checkout", "-q", "-b", "side", "HEAD~1", "-f"]);
    repo.commit("Side", &[("b.py", "def side():\n    pass\n")]);
    // From the common ancestor: what main changed is no part of it.
    assert_snapshot!(check("main...side"), @r"
    added hidden .hidden.py:1-2
    added side b.py:1-2
    added new new.py:1-2
    ");
    assert_snapshot!(check("main..side"), @r"
    added hidden .hidden.py:1-2
    body one a.py:1-2
    added side b.py:1-2
    added new new.py:1-2
    ");
    let diff = repo.git(&["diff", "main", "side"]) + "\n";
    assert_snapshot!(changed(&of(&repo, ChangeSpec::Diff(diff.into_bytes()))), @r"
    added hidden .hidden.py:1-2
    body one a.py:1-2
    added side b.py:1-2
    added new new.py:1-2
    ");
}

#[test]
fn a_change_that_is_not_the_newest_is_noted() {
    let repo = repo(&[("a.py", "def one():\n    return 1\n")]);
    repo.commit("Two", &[("a.py", "def one():\n    return 2\n")]);
    let notes = |change: &str| of(&repo, ChangeSpec::parse(change)).notes.join(" ");
    assert_snapshot!(notes("HEAD~1..HEAD"), @"");
    repo.commit("Three", &[("a.py", "def one():\n    return 3\n")]);
    assert_snapshot!(notes("HEAD~2..HEAD~1"), @"1 changed file stands otherwise now than after this change: uses are those of the present files");
}

#[test]
fn what_is_no_change_is_an_error() {
    let check = |root: &std::path::Path, change: ChangeSpec| -> String {
        let toolbox = Toolbox::open(root, ToolOptions::default()).unwrap();
        let found: Result<_, ChangeError> =
            impact(&toolbox, &ImpactRequest::new(change), &Cancel::default());
        found.unwrap_err().to_string()
    };
    let repo = repo(&[("a.py", "x = 1\n")]);
    assert_snapshot!(check(repo.root(), ChangeSpec::parse("nowhere..HEAD")), @"there is no revision `nowhere`");
    assert_snapshot!(check(repo.root(), ChangeSpec::Diff(b"no diff".to_vec())), @"this is no diff that can be read: no file in it");
    assert_snapshot!(check(repo.root(), ChangeSpec::Diff(b" \n".to_vec())), @"the diff is empty: nothing changes");
    let folder = tempfile::tempdir().unwrap();
    assert_snapshot!(check(folder.path(), ChangeSpec::uncommitted()), @"the root is in no git repository with a commit, so there is no earlier state to compare with");
    repo.git(&["clone", "-q", "--bare", ".", &folder.path().to_string_lossy()]);
    assert_snapshot!(check(folder.path(), ChangeSpec::uncommitted()), @"the root is a bare git repository, which has no files to look in: clone it first");
}

#[test]
fn a_file_that_is_no_text_is_compared_by_its_content() {
    let repo = repo(&[("a.py", "x = 1\n")]);
    let image = repo.root().join("image.png");
    std::fs::write(&image, b"\x89PNG\0one").unwrap();
    repo.git(&["add", "image.png"]);
    repo.git(&["commit", "-q", "-m", "Image"]);
    let check = || {
        let document = uncommitted(&repo);
        (document.change.files.len(), document.notes.join(" "))
    };
    let nothing = "nothing is uncommitted; `HEAD~1..HEAD` is the change of the last commit";
    let unchanged = (0, nothing.to_owned());
    assert_eq!(check(), unchanged, "as it was committed");
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
    std::fs::File::options().write(true).open(&image).unwrap().set_modified(later).unwrap();
    assert_eq!(check(), unchanged, "with another time");
    std::fs::write(&image, b"\x89PNG\0two").unwrap();
    let (files, note) = check();
    assert_eq!(files, 1);
    assert_snapshot!(note, @"1 changed file is not compared, image.png first: too large, or no text");
}

/// One revision means the change from it to the files; the other forms of one commit mean what they mean for git.
#[test]
fn the_forms_of_a_change_are_those_of_git() {
    let repo = repo(&[("a.py", "def one():\n    return 1\n")]);
    repo.commit("Two", &[("a.py", "def one():\n    return 2\n")]);
    write(&repo, &[("b.py", "def new():\n    return 1\n")]);
    repo.git(&["add", "b.py"]);
    let check = |change: &str| changed(&of(&repo, ChangeSpec::parse(change)));
    for change in ["HEAD^!", "HEAD^-", "HEAD~1..HEAD"] {
        assert_eq!(check(change), "body one a.py:1-2\n", "{change}");
    }
    for change in ["--staged", "--cached", "HEAD"] {
        assert_eq!(check(change), "added new b.py:1-2\n", "{change}");
    }
}

#[test]
fn a_file_of_a_diff_that_is_not_compared_says_why() {
    let repo = repo(&[("a.py", "x = 1\n")]);
    let notes = |path: &str| {
        let diff = format!(
            "diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-x = 7\n+x = 8\n"
        );
        of(&repo, ChangeSpec::Diff(diff.into_bytes())).notes.join(" ")
    };
    assert_snapshot!(notes("a.py"), @"1 changed file is not compared, a.py first: neither as before the diff nor as after it");
    assert_snapshot!(notes("src/nope.py"), @"1 changed file is not compared, src/nope.py first: not here");
}
