//! Paths and files that are not shown, each with its own message.

use std::process::Command;

use firsthand_tools::{OpenError, RootError, ToolOptions, Toolbox};

use crate::tree::Tree;

fn read(tree: &Tree, path: &str) -> String {
    let arguments = serde_json::json!({"path": path}).to_string();
    tree.see("read_file", &arguments)
}

fn refused_files() -> Tree {
    let tree = Tree::new(&[
        ("src/main.rs", "fn main() {}\n"),
        ("src/compose.ts", "export const compose = 1\n"),
        (".gitignore", "ignored/\n*.log\n"),
        ("ignored/x.rs", "fn hidden() {}\n"),
        ("build.log", "hidden\n"),
        (".hidden", "hidden\n"),
        (".env", "TOKEN=1\n"),
        ("empty.txt", ""),
    ]);
    tree.write("logo.png", b"\x89PNG\r\n\0\0");
    tree.write("huge.txt", &vec![b'x'; (2 << 20) + 1]);
    tree.link("/etc/passwd", "leaves");
    tree.link("/etc", "folder");
    tree.link("src/main.rs", "inner");
    tree.link("loop-b", "loop-a");
    tree.link("loop-a", "loop-b");
    tree.link("nowhere", "dangling");
    tree
}

#[test]
fn a_file_that_is_not_shown_is_answered_with_the_reason() {
    let tree = refused_files();
    let mut seen = String::new();
    for path in [
        "../etc/passwd",
        "src/../../x",
        "/etc/passwd",
        "./",
        "a\0b",
        "leaves",
        "folder/passwd",
        "inner",
        "loop-a",
        "dangling",
        "src",
        "src/main.rs/x",
        "logo.png",
        "huge.txt",
        "ignored/x.rs",
        "build.log",
        ".hidden",
        ".env",
        "empty.txt",
        "mose.ts",
        "src/compse.ts",
        "SRC/Main.rs",
        "src\\main.rs",
        "src/main.rs:10-12",
        "sr",
        "zzzzzzzz",
        "new\nline\u{202e}",
    ] {
        seen.push_str(&read(&tree, path));
    }
    insta::assert_snapshot!(seen, @r#"
    answer: `path` (`../etc/passwd`) is not accepted: the path holds `..`; paths stay inside the repository's root
    answer: `path` (`src/../../x`) is not accepted: the path holds `..`; paths stay inside the repository's root
    answer: `path` (`/etc/passwd`) is not accepted: the path is absolute; paths are relative to the repository's root
    answer: `path` (`./`) is not accepted: the path is empty
    answer: `path` (`a\u{0}b`) is not accepted: the path holds a NUL character
    answer: `leaves` is a symbolic link and links are not followed; it leads nowhere, or out of the repository
    answer: `folder` is a symbolic link and links are not followed; it leads nowhere, or out of the repository
    answer: `inner` is a symbolic link and links are not followed; it leads to `src/main.rs`
    answer: `loop-a` is a symbolic link and links are not followed; it leads nowhere, or out of the repository
    answer: `dangling` is a symbolic link and links are not followed; it leads nowhere, or out of the repository
    answer: `src` cannot be read: it is a folder; list_files shows what is in it
    answer: there is no file `src/main.rs/x`; did you mean `src/main.rs`?
    answer: `logo.png` cannot be read: it is a binary file
    answer: `huge.txt` cannot be read: it is too large (2097153 bytes)
    answer: `ignored/x.rs` is left out: it is hidden, ignored by git, or excluded by the host
    answer: `build.log` is left out: it is hidden, ignored by git, or excluded by the host
    answer: `.hidden` is left out: it is hidden, ignored by git, or excluded by the host
    answer: `.env` is left out: by its name it holds secrets
    answer: `empty.txt` is empty
    answer: there is no file `mose.ts`
    answer: there is no file `src/compse.ts`; did you mean `src/compose.ts`?
    answer: there is no file `SRC/Main.rs`; did you mean `src/main.rs`?
    answer: there is no file `src\main.rs`; did you mean `src/main.rs`?
    answer: `src/main.rs` has 1 line; line 10 is past its end
    answer: there is no file `sr`; did you mean `src`?
    answer: there is no file `zzzzzzzz`
    answer: there is no file `new\nline\u{202e}`
    "#);
}

#[test]
fn an_absolute_path_below_the_root_is_read_as_a_relative_one() {
    let tree = refused_files();
    let full = tree.root().canonicalize().unwrap().join("src/main.rs");
    let seen = read(&tree, full.to_str().unwrap());
    assert!(seen.ends_with("was read as `src/main.rs`\n"), "{seen}");
}

#[test]
fn a_pipe_is_skipped_without_waiting() {
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let pipe = tree.root().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(read(&tree, "pipe"), "answer: `pipe` cannot be read: it is no regular file\n");
    let seen = tree.see("grep", r#"{"pattern": "fn"}"#);
    assert!(seen.starts_with("1 line matches, in 1 of 1 file.\n"), "{seen}");
}

#[test]
fn an_unreadable_file_is_answered_and_counted() {
    use std::os::unix::fs::PermissionsExt as _;
    let tree = Tree::new(&[("a.rs", "fn a() {}\n"), ("b.rs", "fn b() {}\n")]);
    let locked = tree.root().join("a.rs");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&locked).is_ok() {
        return; // The superuser reads everything.
    }
    assert!(read(&tree, "a.rs").starts_with("answer: `a.rs` cannot be read"));
    let seen = tree.see("grep", r#"{"pattern": "fn"}"#);
    assert!(seen.contains("not searched: unreadable: a.rs"), "{seen}");
}

#[test]
fn names_that_could_forge_output_are_escaped() {
    let tree = Tree::new(&[
        ("with space.rs", "fn a() {}\n"),
        ("new\nline.rs", "fn a() {}\n"),
        ("bidi\u{202e}.rs", "fn a() {}\n"),
        ("bell\u{7}.rs", "fn a() {}\n"),
        ("[slug]/page.rs", "fn a() {}\n"),
    ]);
    let mut seen = tree.see("list_files", "{}");
    seen.push_str(&tree.see("grep", r#"{"pattern": "fn a", "context": 0}"#));
    seen.push_str(&read(&tree, "new\nline.rs"));
    seen.push_str(&read(&tree, " with space.rs\n"));
    tree.write(" spaces ", b"around\n");
    seen.push_str(&read(&tree, " spaces "));
    seen.push_str(&tree.see("grep", r#"{"pattern": "fn a", "path": "[slug]"}"#));
    insta::assert_snapshot!(seen, @r"
    5 files.
    Paths only: read or search a file to cite its lines.
    [slug]/page.rs
    bell\u{7}.rs
    bidi\u{202e}.rs
    new\nline.rs
    with space.rs
    5 lines match, in 5 of 5 files.
    #### [slug]/page.rs [c1] · 1| fn a() {}
    #### bell\u{7}.rs [c2] · 1| fn a() {}
    #### bidi\u{202e}.rs [c3] · 1| fn a() {}
    #### new\nline.rs [c4] · 1| fn a() {}
    #### with space.rs [c5] · 1| fn a() {}
    #### new\nline.rs [c1] 1 (to the end)
    1| fn a() {}
    #### with space.rs [c1] 1 (to the end)
    1| fn a() {}
    ####  spaces  [c1] 1 (to the end)
    1| around
    1 line matches, in 1 of 1 file.
    #### [slug]/page.rs [c1] · 1| fn a() {}
    ");
}

#[test]
fn invalid_names_are_counted() {
    use std::os::unix::ffi::OsStrExt as _;
    let tree = Tree::new(&[("a.rs", "fn a() {}\n")]);
    let name = std::ffi::OsStr::from_bytes(b"bad\xff.rs");
    std::fs::write(tree.root().join(name), "fn b() {}\n").unwrap();
    insta::assert_snapshot!(tree.see("list_files", "{}"), @r"
    1 file.
    Paths only: read or search a file to cite its lines.
    a.rs
    note: left out: 1 file with an invalid name
    ");
}

#[test]
fn opening_an_invalid_root_returns_the_reason() {
    let tree = Tree::new(&[("file", "x")]);
    let open = |path: &str, excludes: &[&str]| {
        let options = ToolOptions {
            excludes: excludes.iter().map(|&glob| glob.to_owned()).collect(),
            ..ToolOptions::default()
        };
        Toolbox::open(tree.root().join(path), options)
    };
    assert!(matches!(open("none", &[]), Err(OpenError::Root(RootError::Missing(_)))));
    assert!(matches!(open("file", &[]), Err(OpenError::Root(RootError::NotAFolder(_)))));
    assert!(matches!(
        open("", &["a{b"]),
        Err(OpenError::Root(RootError::Exclude { glob, .. })) if glob == "a{b"
    ));
    assert!(!open("", &[]).unwrap().is_empty());
    assert!(open("", &["file"]).unwrap().is_empty());
    let empty = Tree::new(&[]);
    assert!(empty.toolbox().is_empty());
    assert_eq!(empty.see("list_files", "{}"), "There are no files here.\n");
}
