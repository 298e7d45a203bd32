//! Typical mistakes and surroundings of new users: folders inside a repository, questions without quotes, flags that
//! exclude each other.

use std::path::Path;

use crate::{CommandOutput, firsthand, run, shop, tree};

/// The shop as a repository of git.
fn repository() -> tempfile::TempDir {
    let shop = shop();
    let head = shop.path().join(".git/HEAD");
    std::fs::create_dir(head.parent().unwrap()).unwrap();
    std::fs::write(head, "ref: refs/heads/main\n").unwrap();
    shop
}

fn canonical(path: &Path) -> String {
    path.canonicalize().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn a_folder_in_a_repository_defaults_to_its_top() {
    let shop = repository();
    let inside = shop.path().join("docs/deep");
    std::fs::create_dir_all(&inside).unwrap();
    let root = canonical(shop.path());
    let note = format!(
        "note: looking at {root}, the repository that this folder is in; --root . looks at this folder alone\n"
    );
    for args in [&["explore", "persist"][..], &["search", "persist"]] {
        let output = run(&inside, args);
        assert_eq!((output.code, output.err.as_str()), (Some(0), note.as_str()), "{output:?}");
        assert!(output.out.contains("src/store.ts"), "{}", output.out);
        // `--root .` explores the folder itself. In the repository's top folder no note is printed.
        let here = run(&inside, &[args, &["--root", "."]].concat());
        assert_eq!(here.code, Some(2), "{here:?}");
        run(shop.path(), args).text(0);
    }
    let report = run(&inside, &["explore", "persist", "--format", "json", "--quiet"]).json(0);
    assert_eq!(report["root"], root);
    // `verify` has the same default root as the command that made the report.
    let beside = tree(&[("report.json", &report.to_string())]);
    let file = beside.path().join("report.json");
    let verified = run(&inside, &["verify", file.to_str().unwrap(), "--quiet"]);
    assert_eq!(verified.code, Some(0), "{verified:?}");
}

/// If the home folder is a git repository, a folder below it is explored alone.
#[test]
fn a_home_folder_under_git_is_not_the_default_root() {
    let home = repository();
    let inside = home.path().join("notes");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("a.ts"), "export function persist() {}\n").unwrap();
    let mut command = firsthand(&inside);
    let output =
        command.args(["search", "persist"]).env("HOME", canonical(home.path())).output().unwrap();
    let (out, err) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.contains("a.ts:1") && !out.contains("store.ts"), "{out}");
    assert_eq!(err, "");
}

#[test]
fn an_unquoted_question_gets_a_hint() {
    let shop = shop();
    let check = |args: &[&str], expect: &str| {
        let output = run(shop.path(), args);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.ends_with(expect), "{}", output.err);
    };
    check(
        &["explore", "where", "is", "it"],
        "hint: words go in quotes: firsthand explore \"where is it\"\n",
    );
    check(
        &["search", "--limit", "3", "basket", "store", "--full"],
        "hint: words go in quotes: firsthand search \"basket store\"\n",
    );
    check(
        &["research", "where", "is", "it"],
        "hint: words go in quotes: firsthand research \"where is it\"\n",
    );
    // Without a command.
    let hint = "hint: a question goes to a command: firsthand explore";
    check(&["where is it", "--intent", "edit"], &format!("{hint} \"where is it\"\n"));
    check(&["where", "is", "it"], &format!("{hint} \"where is it\"\n"));
    check(&["where is `it`"], &format!("{hint} 'where is `it`'\n"));
    let output = run(shop.path(), &["serch", "basket"]);
    assert!(!output.err.contains("explore"), "{}", output.err);
    // An unknown flag is not taken for a word of the question.
    let output = run(shop.path(), &["explore", "where", "--is"]);
    assert!(!output.err.contains("quotes"), "{}", output.err);
}

/// A query beside a symbol would be ignored, so it is an error.
#[test]
fn a_symbol_takes_no_query() {
    let output = run(shop().path(), &["search", "basket", "--symbol", "persist"]);
    assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
    assert_eq!(
        output.err,
        "error: --symbol takes no query beside it\n\
         hint: leave out `basket`, or leave out --symbol to search for it\n"
    );
}

/// An option that an environment variable sets is not shown as if the caller had written it.
#[test]
fn usage_errors_show_only_what_was_written() {
    let output = run(shop().path(), &["explore", "q", "--wrong"]);
    assert!(!output.err.contains("--cache"), "{}", output.err);
    let help = run(shop().path(), &["explore", "--help"]);
    assert!(help.out.contains("FIRSTHAND_CACHE"), "{}", help.out);
}

#[test]
fn without_a_home_folder_there_are_no_settings() {
    let shop = shop();
    let run = |home: &str| {
        let mut command = firsthand(shop.path());
        let output = command
            .args(["explore", "persist"])
            .env("HOME", home)
            .env_remove("FIRSTHAND_CONFIG")
            .env_remove("FIRSTHAND_CACHE")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_CACHE_HOME")
            .output()
            .unwrap();
        CommandOutput::from(output)
    };
    let beside = tree(&[]);
    let none = beside.path().join("none");
    for home in ["/dev/null", none.to_str().unwrap(), ""] {
        let output = run(home);
        assert_eq!((output.code, output.err.as_str()), (Some(0), ""), "{home}: {output:?}");
    }
}

/// The error names the rule that hides all files.
#[test]
fn an_ignore_file_that_hides_all_files_is_reported() {
    let hidden = tree(&[
        (".gitignore", "# nothing\n\n*\n"),
        ("src/store.ts", "export function persist() {}\n"),
    ]);
    for args in [["explore", "persist"], ["search", "persist"]] {
        let output = run(hidden.path(), &args);
        assert_eq!(output.code, Some(2), "{output:?}");
        assert!(output.err.contains(".gitignore:3"), "{}", output.err);
    }
}

#[test]
fn accounted_unread_files_are_not_counted_as_searched() {
    let check = |files: &[(&str, &str)], searched: &str| {
        let output = run(tree(files).path(), &["explore", "count", "--no-cache", "--explain"]);
        assert!(output.out.contains(searched), "{output:?}");
    };
    let (text, binary) = (("a.py", "def count(x):\n    return x\n"), ("b.py", "count\0"));
    check(&[text], " · 1 file · ");
    check(&[text, binary], " · 1 of 2 files · ");
    check(&[text, binary], "searched 1 pattern in 1 file; 1 more file not searched");
    check(&[binary], " · 0 of 1 file");
}

#[test]
fn a_question_is_printed_as_it_was_asked() {
    let question = "where is `persist` of *baskets*?";
    for command in ["explore", "research"] {
        let output = run(shop().path(), &[command, question]);
        assert!(output.text(0).starts_with(&format!("{question}\n")), "{output:?}");
    }
}

/// The home folder holds projects, and is none: every command that reads a repository asks for one.
#[test]
fn in_the_home_folder_a_repository_must_be_named() {
    let home = tree(&[("notes.md", "`a.rs:1`\n"), ("a.rs", "fn a() {}\n")]);
    for args in [
        &["explore", "where is it"][..],
        &["search", "it"],
        &["absent", "it"],
        &["impact"],
        &["research", "it"],
        &["verify", "--citations", "notes.md"],
        &["cite", "--lock", "."],
        &["check-claims", "notes.md"],
    ] {
        let mut command = firsthand(home.path());
        let output = command.args(args).env("HOME", canonical(home.path())).output().unwrap();
        let output = CommandOutput::from(output);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{args:?}: {output:?}");
        assert!(output.err.contains("not a project"), "{}", output.err);
    }
    assert!(!home.path().join("citations.lock").exists());
}

/// A script must not take a tree that nobody could read for one in which nothing is.
#[test]
fn accounted_a_run_that_read_no_file_has_failed() {
    let folder = tree(&[("a.bin", "\0\u{1}\u{2}")]);
    for args in [["explore", "where is it"], ["search", "where is it"], ["search", "?"]] {
        assert_eq!(run(folder.path(), &args).code, Some(1), "{args:?}");
    }
    let shop = shop();
    assert_eq!(run(shop.path(), &["search", "?"]).code, Some(1));
}
