//! `list_files`.

use crate::tree::Tree;

#[test]
fn the_paths_of_a_folder_or_a_glob_are_listed() {
    let tree = Tree::new(&[
        ("README.md", ""),
        ("src/main.rs", ""),
        ("src/store/a.rs", ""),
        ("src-other/b.rs", ""),
        ("secrets/id_rsa", ""),
        ("target/x", ""),
        (".gitignore", "target\n"),
    ]);
    let mut seen = String::new();
    for arguments in [
        "{}",
        r#"{"path": "src"}"#,
        r#"{"path": "src/"}"#,
        r#"{"path": "src", "depth": 1}"#,
        r#"{"path": "**/*.rs"}"#,
        r#"{"path": "*.{md,rs}", "depth": 1}"#,
        r#"{"path": "srcc"}"#,
        r#"{"path": "*.py"}"#,
        r#"{"path": "a{b*"}"#,
        r#"{"path": "../x"}"#,
        r#"{"path": "target"}"#,
    ] {
        seen.push_str(&tree.see("list_files", arguments));
    }
    insta::assert_snapshot!(seen, @r"
    4 files.
    Paths only: read or search a file to cite its lines.
    README.md
    src-other/b.rs
    src/main.rs
    src/store/a.rs
    note: left out: 1 file that by its name holds secrets
    2 files under src.
    Paths only: read or search a file to cite its lines.
    src/main.rs
    src/store/a.rs
    note: left out: 1 file that by its name holds secrets
    2 files under src.
    Paths only: read or search a file to cite its lines.
    src/main.rs
    src/store/a.rs
    note: left out: 1 file that by its name holds secrets
    2 files under src.
    store/ 1
    Paths only: read or search a file to cite its lines.
    src/main.rs
    note: left out: 1 file that by its name holds secrets
    note: 1 of 2 files not listed (1 deeper than 1 level); pass a folder as `path` to see more of it
    3 files.
    Paths only: read or search a file to cite its lines.
    src-other/b.rs
    src/main.rs
    src/store/a.rs
    note: left out: 1 file that by its name holds secrets
    4 files.
    src/ 2
      store/ 1
    src-other/ 1
    Paths only: read or search a file to cite its lines.
    README.md
    note: left out: 1 file that by its name holds secrets
    note: 3 of 4 files not listed (3 deeper than 1 level); pass a folder as `path` to see more of it
    answer: there is no file or folder `srcc` that is searched (hidden and git-ignored ones are left out); did you mean `src`?
    answer: no file matches the glob `*.py`; `*` stays in one folder, `**/` goes through any, and a glob without `/` matches names everywhere (hidden, git-ignored and secret files are not searched)
    answer: `path` (`a{b*`) is not a glob: error parsing glob 'a{b*': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)
    answer: `path` (`../x`) is not accepted: the path holds `..`; paths stay inside the repository's root
    answer: there is no file or folder `target` that is searched (hidden and git-ignored ones are left out)
    ");
}

#[test]
fn a_large_tree_is_expanded_where_most_files_are() {
    let tree = Tree::new(&[("a.txt", "")]);
    for n in 0..240 {
        tree.write(&format!("packages/p{}/src/f{n}.ts", n % 3), b"");
    }
    let mut seen = tree.see("list_files", "{}");
    seen.push_str(&tree.see_in("list_files", r#"{"path": "packages", "depth": 9}"#, 100));
    insta::assert_snapshot!(seen, @r"
    241 files.
    packages/ 240
      p0/ 80
        src/ 80
      p1/ 80
        src/ 80
      p2/ 80
        src/ 80
    Paths only: read or search a file to cite its lines.
    a.txt
    note: 240 of 241 files not listed (240 deeper than 1 level); pass a folder as `path` to see more of it
    240 files under packages.
    p0/ 80
      src/ 80
    p1/ 80
      src/ 80
    p2/ 80
      src/ 80
    Paths only: read or search a file to cite its lines.
    packages/p0/src/f0.ts
    packages/p0/src/f102.ts
    packages/p0/src/f105.ts
    packages/p0/src/f108.ts
    note: 236 of 240 files not listed (236 did not fit); pass a folder as `path` to see more of it
    ");
    let output = tree.output("list_files", r#"{"depth": 9}"#).unwrap();
    assert_eq!(output.observations[0].paths.len(), 200);
    assert!(output.coverage.truncated && output.summary.chars().count() < 1_600);
}

/// A depth counts from the folder before a glob's first wildcard, as it counts from a folder that is the path.
#[test]
fn the_depth_of_a_glob_is_counted_from_its_folder() {
    let tree = Tree::new(&[
        ("src/core/a.rs", ""),
        ("src/core/deep/b.rs", ""),
        ("src/core/deep/er/c.rs", ""),
        ("d.rs", ""),
    ]);
    for (path, depth, expect) in [
        ("src/core", 1, "src/core/a.rs"),
        ("src/core/**/*.rs", 1, "src/core/a.rs"),
        ("src/**/*.rs", 2, "src/core/a.rs"),
        ("src/core/**", 2, "src/core/a.rs src/core/deep/b.rs"),
        ("*.rs", 1, "d.rs"),
        ("/src/core/*", 1, "src/core/a.rs"),
    ] {
        let output = tree
            .output("list_files", &format!(r#"{{"path": "{path}", "depth": {depth}}}"#))
            .unwrap();
        let paths = output.observations.iter().flat_map(|o| &o.paths);
        let paths: Vec<&str> = paths.map(|path| path.as_str()).collect();
        assert_eq!(paths.join(" "), expect, "{path} {depth}");
    }
}
