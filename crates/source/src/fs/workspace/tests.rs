//! Names, paths and texts of workspaces.

use super::*;

fn two() -> Workspace {
    let root = |name: &str, folder: &str| (RootName::new(name).unwrap(), PathBuf::from(folder));
    Workspace::of([root("web", "/nowhere/w"), root("api", "/nowhere/a")]).unwrap()
}

#[test]
fn a_name_has_letters_digits_and_few_signs() {
    let check = |name: &str, is_valid: bool| {
        assert_eq!(RootName::new(name).is_ok(), is_valid, "{name:?}");
    };
    for name in ["web", "a1", "my-app.v2", "dep:left-pad@1.3.0", "dep:@scope+x@1", "前端"] {
        check(name, true);
    }
    for name in ["", "c", "a/b", "..", "a b", ".web", "web:", "a\n", "a\\b", "c:o"] {
        check(name, false);
    }
    check(&"a".repeat(name::MAX_NAME), true);
    check(&"a".repeat(name::MAX_NAME + 1), false);
}

#[test]
fn a_folder_gives_a_name() {
    let check = |folder: &str, expect: Option<&str>| {
        let name = RootName::of_folder(Path::new(folder));
        assert_eq!(name.as_ref().map(RootName::as_str), expect, "{folder}");
    };
    check("/nowhere/shop", Some("shop"));
    check("/nowhere/my shop (1)", Some("my-shop--1"));
    check("/nowhere/.config", Some("config"));
    check("/nowhere/c:o", Some("c-o"));
    check("/nowhere/x", None);
}

/// A path of one root is never one of another, however it is written.
#[test]
fn contained_each_path_belongs_to_one_root() {
    let workspace = two();
    let check = |path: &str, expect: Option<(usize, &str)>| {
        assert_eq!(workspace.locate(path), expect, "{path}");
    };
    check("web:/src/a.ts", Some((0, "src/a.ts")));
    check("api:/src/a.ts", Some((1, "src/a.ts")));
    for path in ["src/a.ts", "web:src/a.ts", "web/src/a.ts", "webapi:/a", "web:/", "other:/a"] {
        check(path, None);
    }
    assert_eq!(crate::join_path("web:/src", "../../api:/a.ts"), Some("api:/a.ts".to_owned()));
    assert_eq!(crate::join_path("web:/src", "../../a.ts"), Some("a.ts".to_owned()));
    let single = Workspace::single("/nowhere/w");
    assert_eq!(single.locate("web:/src/a.ts"), Some((0, "web:/src/a.ts")));
}

#[test]
fn a_path_of_a_root_that_is_not_given_is_told() {
    let check = |workspace: &Workspace, path: &str, expect: Option<&str>| {
        assert_eq!(workspace.missing_root(path), expect, "{path}");
    };
    let single = Workspace::single("/nowhere/w");
    for path in ["src/a.ts", "c:/a.ts", "a/web:/b.ts"] {
        check(&single, path, None);
        check(&two(), path, Some(""));
    }
    for (path, name) in [("lib:/a.ts", "lib"), ("dep:pad@1.0:/pad/a.py", "dep:pad@1.0")] {
        check(&single, path, Some(name));
        check(&two(), path, Some(name));
    }
    check(&two(), "web:/a.ts", None);
    check(&single, "web:/a.ts", Some("web"));
}

#[test]
fn written_paths_become_paths_of_a_root() {
    let check = |workspace: &Workspace, text: &str, expect: &str| {
        assert_eq!(workspace.inside(text), expect, "{text}");
    };
    for (text, expect) in [
        ("web:src/a.ts", "web:/src/a.ts"),
        ("web:/src/a.ts", "web:/src/a.ts"),
        ("web:", "web:/"),
        ("web:**/*.ts", "web:/**/*.ts"),
        ("/nowhere/a/src/a.ts", "api:/src/a.ts"),
        ("/nowhere/a", "api:/"),
        ("/nowhere/apart/a.ts", "/nowhere/apart/a.ts"),
        ("src/a.ts", "src/a.ts"),
    ] {
        check(&two(), text, expect);
    }
    let single = Workspace::single("/nowhere/shop");
    for (text, expect) in [
        ("/nowhere/shop/src/a.ts", "src/a.ts"),
        ("shop:/src/a.ts", "src/a.ts"),
        ("shop:src/a.ts", "src/a.ts"),
        ("shop:/", ""),
        ("web:src/a.ts", "web:src/a.ts"),
        ("shops:/src/a.ts", "shops:/src/a.ts"),
        ("src/a.ts:7", "src/a.ts:7"),
    ] {
        check(&single, text, expect);
    }
}

#[test]
fn roots_have_different_names_and_lie_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for name in ["one/inner", "two", "oneself"] {
        std::fs::create_dir_all(path(name)).unwrap();
    }
    let check = |roots: &[(&str, &str)], expect: &str| {
        let roots = roots.iter().map(|(name, at)| (RootName::new(name).unwrap(), path(at)));
        let seen = Workspace::of(roots).map_err(|error| error.to_string());
        assert_eq!(seen.map_or_else(|error| error, |_| "ok".to_owned()), expect);
    };
    check(&[("aa", "one"), ("bb", "two"), ("cc", "oneself")], "ok");
    check(&[("aa", "one"), ("aa", "two")], "two roots are named `aa`; NAME=DIR names a root");
    let nested = "the root `bb` lies in the root `aa`, which has its files already";
    check(&[("aa", "one"), ("bb", "one/inner")], nested);
    check(&[("bb", "one/../one/inner"), ("aa", "one")], nested);
    check(&[], "there is no root");
}

#[test]
fn files_on_disk_and_paths_lead_to_each_other() {
    let workspace = two();
    let path = RepoPath::new("api:/src/a.ts").unwrap();
    let on_disk = PathBuf::from("/nowhere/a/src/a.ts");
    assert_eq!(workspace.on_disk(path.as_str()), Some(on_disk.clone()));
    assert_eq!(workspace.path_of(&on_disk), Some(path));
    assert_eq!(workspace.path_of(Path::new("/nowhere/a")), None);
    assert_eq!(workspace.path_of(Path::new("/elsewhere")), None);
    assert_eq!(workspace.to_string(), "web=/nowhere/w, api=/nowhere/a");
    for shown in ["web=/nowhere/w, api=/nowhere/a", "web=/a, b, api=/c", "/a/b=c, d", "."] {
        let read: Workspace = shown.parse().unwrap();
        assert_eq!(read.to_string(), shown);
    }
}

/// No path could be one of two roots, also where a package is a folder below another's.
#[test]
fn contained_no_prefix_begins_another() {
    let root = |name: &str, below: Option<&str>| {
        let below = below.map(|below| RepoPath::new(below).unwrap());
        WorkspaceRoot::installed(RootName::new(name).unwrap(), "/nowhere/x", below.as_ref())
    };
    let check = |packages: [WorkspaceRoot; 2], is_valid: bool| {
        let prefixes = packages.each_ref().map(|root| root.prefix().to_owned());
        assert_eq!(two().with_installed(packages).is_ok(), is_valid, "{prefixes:?}");
    };
    check([root("dep:x@1", None), root("dep:x@1", None)], false);
    check([root("dep:x@1", None), root("dep:x@1", Some("x"))], false);
    check([root("dep:x@1", Some("x")), root("dep:x@1", None)], false);
    check([root("dep:x@1", Some("x/y")), root("dep:x@1", Some("x"))], false);
    check([root("dep:x@1", Some("x")), root("dep:x@1", Some("xy"))], true);
    check([root("dep:x@1", None), root("dep:x@10", None)], true);
}
