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
    let nothing = "no content of a file is uncommitted (modes and links are not compared); `HEAD~1..HEAD` is the change of the last commit";
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

/// What stands behind a name is a value, however a language writes it; defaults of parameters are part of the signature.
#[test]
fn a_changed_value_is_no_changed_signature() {
    for (path, before, after, expect) in [
        ("a.rs", "const CORE: u32 = 1;\n", "const CORE: u32 = 2;\n", "value CORE"),
        ("a.rs", "const CORE: u32 = 1;\n", "const CORE: u64 = 1;\n", "signature CORE"),
        (
            "a.rs",
            "macro_rules! core { () => { 1 } }\n",
            "macro_rules! core { () => { 2 } }\n",
            "value core",
        ),
        (
            "a.js",
            "export const core = memo((x) => x + 1)\n",
            "export const core = memo((x) => x)\n",
            "value core",
        ),
        ("a.ts", "type Core = string;\n", "type Core = number;\n", "value Core"),
        (
            "a.ts",
            "type Core = { a: string };\n",
            "type Core = { a: number };\n",
            "signature Core.a",
        ),
        (
            "a.ts",
            "class A { run(): { a: string } { return x } }\n",
            "class A { run(): { a: number } { return x } }\n",
            "signature A.run",
        ),
        ("a.py", "core = lambda x: x + 1\n", "core = lambda x: x + 2\n", "value core"),
        ("a.py", "def core(a=1):\n    pass\n", "def core(a=2):\n    pass\n", "signature core"),
        (
            "a.go",
            "package a\n\nvar core = func(x int) int { return x + 1 }\n",
            "package a\n\nvar core = func(x int) int { return x }\n",
            "value core",
        ),
        ("a.kt", "val core: Int get() = 1\n", "val core: Int get() = 2\n", "value core"),
        (
            "a.kt",
            "class A { val core by lazy { 1 } }\n",
            "class A { val core by lazy { 2 } }\n",
            "value A.core",
        ),
        (
            "a.cs",
            "class A {\n  int core => 1;\n}\n",
            "class A {\n  int core => 2;\n}\n",
            "value A.core",
        ),
        ("a.rb", "define_method(:core) { 1 }\n", "define_method(:core) { 2 }\n", "value core"),
        (
            "a.lua",
            "local core = function(x) return x end\n",
            "local core = function(x) return 1 end\n",
            "value core",
        ),
        (
            "a.cpp",
            "A& A::operator=(int x) { return y; }\n",
            "A& A::operator=(long x) { return y; }\n",
            "signature",
        ),
    ] {
        let repo = repo(&[(path, before)]);
        write(&repo, &[(path, after)]);
        let seen = changed(&uncommitted(&repo));
        assert!(seen.lines().any(|line| line.starts_with(expect)), "{before}: {seen}");
        assert!(!seen.contains("removed"), "{before}: {seen}");
    }
}

/// Each declaration of a line is compared by itself.
#[test]
fn declarations_on_one_line_are_told_apart() {
    for (path, before, after, expect) in [
        (
            "a.ts",
            "class K { f() { return 1 } g() { return 2 } }\n",
            "class K { f() { return 3 } g() { return 2 } }\n",
            "body K.f",
        ),
        ("a.js", "let a = 1, b = 2;\n", "let a = 1, b = 3;\n", "value b"),
        (
            "A.java",
            "class A { int core() { return 1; } int z; int w() { return 1; } }\n",
            "class A { int core() { return 2; } int z; int w() { return 1; } }\n",
            "body A.core",
        ),
        (
            "a.cs",
            "class A { int core => 1; int z { get; } int w { get => 1; } }\n",
            "class A { int core => 2; int z { get; } int w { get => 1; } }\n",
            "value A.core",
        ),
        (
            "a.php",
            "<?php\nclass A { function f() { return 1; } function g() { return 2; } }\n",
            "<?php\nclass A { function f() { return 3; } function g() { return 2; } }\n",
            "body A::f",
        ),
        (
            "a.rs",
            "struct P { a: u32, b: u32 }\n",
            "struct P { a: u32, b: u64 }\n",
            "signature P::b",
        ),
        (
            "a.go",
            "package a\n\ntype P struct { A int; B int }\n",
            "package a\n\ntype P struct { A int; B uint }\n",
            "signature P.B",
        ),
        // What no line end can stand in is compared by its lines.
        ("a.py", "class A: x = 1; y = 2\n", "class A: x = 1; y = 3\n", "value A.y"),
    ] {
        let repo = repo(&[(path, before)]);
        write(&repo, &[(path, after)]);
        let seen = changed(&uncommitted(&repo));
        let seen: Vec<&str> = seen.lines().map(|line| line.rsplit_once(' ').unwrap().0).collect();
        assert_eq!(seen, [expect], "{before}");
    }
}

const JAVA_OVERLOADS: &str = "\
class A {
  void run(int x) {}
  void run(String s) {}
  void run(int x, int y) {}
  void f() { run(1); }
  void g() { run(\"a\"); }
  void h() { run(1, 2); }
}
";

/// Of functions of one name a call means the one that takes so many arguments; where several do, it is found by name.
#[test]
fn overloads_are_told_apart_by_their_arguments() {
    let seen = |path: &str, text: &str, line: &str, now: &str| {
        let repo = repo(&[(path, text)]);
        assert_eq!(text.matches(line).count(), 1, "{text}");
        write(&repo, &[(path, &text.replacen(line, now, 1))]);
        super::places(&uncommitted(&repo))
    };
    let java = |line: &str, now: &str| seen("A.java", JAVA_OVERLOADS, line, now);
    assert_snapshot!(java("run(int x) {}", "run(long x) {}"), @r"
    caller A.java:5 A.f name
    caller A.java:6 A.g name
    ");
    assert_snapshot!(java("run(int x, int y) {}", "run(int x, long y) {}"), @"caller A.java:7 A.h scope");
    assert_snapshot!(java("  void run(String s) {}\n", ""), @r"
    caller A.java:4 A.f name
    caller A.java:5 A.g name
    ");
    assert_snapshot!(java("  void run(int x, int y) {}\n", ""), @"caller A.java:6 A.h scope");
    let kotlin =
        JAVA_OVERLOADS.replace("void", "fun").replace("int x", "x: Int").replace("int y", "y: Int");
    let kotlin = kotlin.replace("String s", "s: String");
    assert_snapshot!(seen("A.kt", &kotlin, "  fun run(x: Int, y: Int) {}\n", ""), @"caller A.kt:6 A.h scope");
    // With other parameters, it is what was called before that breaks.
    let more = "run(int x, int y, int z) {}";
    assert_snapshot!(java("run(int x, int y) {}", more), @"caller A.java:7 A.h scope");
    assert_snapshot!(java("run(int x) {}", "run(int x, int y, int z) {}"), @r"
    caller A.java:5 A.f name
    caller A.java:6 A.g name
    ");
    assert_snapshot!(seen("A.kt", &kotlin, "x: Int, y: Int", "x: Int, y: Int, z: Int"), @"caller A.kt:7 A.h scope");
    let c_sharp = JAVA_OVERLOADS.replace("String", "string");
    assert_snapshot!(seen("A.cs", &c_sharp, "run(int x, int y) {}", more), @"caller A.cs:7 A.h scope");
    let scala = kotlin.replace("fun ", "def ");
    assert_snapshot!(seen("A.scala", &scala, "x: Int, y: Int", "x: Int, y: Int, z: Int"), @"caller A.scala:7 A.h scope");
    let alike =
        "class A {\n  void run(int x) {}\n  void run(String s) {}\n  void f() { run(1); }\n}\n";
    assert_snapshot!(seen("A.java", alike, "run(int x) {}", "run(int x, int y) {}"), @"caller A.java:4 A.f name");
    let typescript = "\
export function run(a: number): void;
export function run(a: string): void;
export function run(a: any) {}
run(1)
";
    assert_snapshot!(seen("a.ts", typescript, "a: number", "a: bigint"), @r"
    caller a.ts:4 - name
    sibling a.ts:2 run alike
    ");
    let rust = "\
#[cfg(unix)]
pub fn run(a: u32) {}
#[cfg(windows)]
pub fn run(a: u32) { todo!() }
fn f() { run(1) }
";
    assert_snapshot!(seen("a.rs", rust, "todo!()", "loop {}"), @r"
    caller a.rs:5 f scope
    sibling a.rs:2 run alike
    ");
}

/// A change is printed as it was asked for, and as the states that it means.
#[test]
fn a_title_has_the_revisions_as_they_were_asked_for() {
    let repo = repo(&[("a.py", "a = 1\n")]);
    repo.commit("Change", &[("a.py", "a = 2\n")]);
    let short = |of: &str| repo.git(&["rev-parse", of])[..12].to_owned();
    let (before, after) = (short("HEAD~1"), short("HEAD"));
    for (asked, expect) in [
        ("HEAD~1..HEAD", format!("HEAD~1..HEAD ({before}..{after})")),
        ("HEAD~1...", format!("HEAD~1...HEAD ({before}..{after})")),
        ("HEAD~1", format!("HEAD~1 ({before}..work tree)")),
        ("--staged", format!("{after}..index")),
    ] {
        assert_eq!(of(&repo, ChangeSpec::parse(asked)).change.title(), expect);
    }
}

/// A file that was not searched is counted once, and named.
#[test]
fn a_file_that_was_not_searched_is_named() {
    let large = "price\n".repeat(1 << 19);
    let repo = repo(&[("price.py", "def price():\n    return 1\n"), ("large.py", &large)]);
    write(&repo, &[("price.py", "def price(rate):\n    return 1\n")]);
    let found = uncommitted(&repo);
    assert_eq!(found.losses.unreadable, 1, "{:?}", found.losses);
    assert!(found.notes.contains(&"not read: too large: large.py".to_owned()), "{:?}", found.notes);
}

/// A text in UTF-16 is compared as any other, in each state; without a change it is not listed.
#[test]
fn a_text_in_utf16_is_compared() {
    let wide = |body: &str| {
        let text = format!("\u{feff}class Form {{\n  int Size() {{ return {body}; }}\n}}\n");
        text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let repo = repo(&[("User.cs", "class User { int Ask(Form f) { return f.Size(); } }\n")]);
    let write = |body: &str| std::fs::write(repo.root().join("Form.cs"), wide(body)).unwrap();
    let commit = || {
        repo.git(&["add", "."]);
        repo.git(&["commit", "-q", "-m", "next"]);
    };
    write("1");
    commit();
    write("2");
    let expect = "body Form.Size Form.cs:2-2\n";
    assert_eq!(changed(&uncommitted(&repo)), expect);
    repo.git(&["add", "."]);
    assert_eq!(changed(&of(&repo, ChangeSpec::Staged)), expect);
    commit();
    let found = of(&repo, ChangeSpec::parse("HEAD~1..HEAD"));
    assert_eq!(changed(&found), expect);
    let callers = found.affected.iter().filter(|place| place.path.as_str() == "User.cs");
    assert_eq!(callers.count(), 1);
    // As it was, but written again.
    write("2");
    let request = ImpactRequest::new(ChangeSpec::uncommitted());
    let toolbox = Toolbox::open(repo.root(), ToolOptions::default()).unwrap();
    let found = impact(&toolbox, &request, &Cancel::default()).unwrap();
    assert_eq!((changed(&found), found.change.files.len()), (String::new(), 0));
}
