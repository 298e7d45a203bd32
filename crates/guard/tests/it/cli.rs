//! Runs the program `firsthand-guard`, and checks its output, errors and exit codes.

use std::path::Path;

use tempfile::TempDir;

/// The output and exit code of a command.
#[derive(Debug)]
struct CommandOutput {
    out: String,
    err: String,
    code: Option<i32>,
}

impl CommandOutput {
    /// Standard output as JSON; asserts the exit code.
    fn json(&self, code: i32) -> serde_json::Value {
        serde_json::from_str(self.text(code)).unwrap()
    }

    /// Standard output; asserts the exit code and that standard error is empty.
    fn text(&self, code: i32) -> &str {
        assert_eq!((self.code, self.err.as_str()), (Some(code), ""), "{self:?}");
        &self.out
    }
}

fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    let mut command = assert_cmd::cargo::cargo_bin_cmd!("firsthand-guard");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let output = command.current_dir(folder).args(args).output().unwrap();
    CommandOutput {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// A folder with these files.
fn tree(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

const SETTINGS: &str =
    "[production]\npaths = [\"src/**\"]\n\n[vocabulary]\nterms = [\"gizmotron\"]\n";

/// A project with one breach, in `src/a.rs`, and a list with a further word.
fn project() -> tempfile::TempDir {
    tree(&[
        ("guard.toml", SETTINGS),
        ("src/a.rs", "fn gizmotron() {}\n"),
        ("src/b.rs", "fn wobblefile() {}\n"),
        ("other/c.rs", "fn gizmotron() {}\n"),
        ("banned.txt", "wobblefile\n"),
    ])
}

fn check(folder: &Path, args: &[&str], code: i32, expect: &[&str]) {
    let args = [&["--format", "sarif"], args].concat();
    let document = run(folder, &args).json(code);
    let results = document["runs"][0]["results"].as_array().unwrap().iter();
    let printed: Vec<String> = results
        .map(|one| {
            let place = &one["locations"][0]["physicalLocation"];
            let path = place["artifactLocation"]["uri"].as_str().unwrap();
            format!("{path}:{} {}", place["region"]["startLine"], one["ruleId"].as_str().unwrap())
        })
        .collect();
    assert_eq!(printed, expect, "{args:?}");
}

#[test]
fn findings_decide_the_exit_code() {
    let project = project();
    let here = project.path();
    check(here, &[], 1, &["src/a.rs:1 vocabulary"]);
    check(here, &["src/b.rs"], 0, &[]);
    check(
        here,
        &["src", "--vocabulary", "banned.txt"],
        1,
        &["src/a.rs:1 vocabulary", "src/b.rs:1 vocabulary"],
    );
    std::fs::remove_file(here.join("guard.toml")).unwrap();
    check(here, &[], 0, &[]);
    check(here, &["--vocabulary", "banned.txt"], 1, &["src/b.rs:1 vocabulary"]);
}

#[test]
fn text_and_sarif_are_printed() {
    let project = project();
    let printed = run(project.path(), &[]);
    assert!(printed.text(1).contains("--> src/a.rs:1:4"), "{printed:?}");
    assert!(printed.out.ends_with("\n1 finding\n"), "{printed:?}");
    let clean = run(project.path(), &["src/b.rs"]);
    assert_eq!(clean.text(0), "no finding in 1 files\n");
    let sarif = run(project.path(), &["--format", "sarif"]).json(1);
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "vocabulary");
}

#[test]
fn wrong_usage_is_reported() {
    let project = project();
    let check = |args: &[&str], expect: &str| {
        let printed = run(project.path(), args);
        assert_eq!(printed.code, Some(2), "{printed:?}");
        assert!(printed.err.contains(expect) && printed.out.is_empty(), "{printed:?}");
    };
    check(&["--config", "none.toml"], "error: none.toml: ");
    check(&["--config", "banned.txt"], "hint: `[production] paths = […]` says what to look at");
    check(&["--vocabulary", "none.txt"], "error: none.txt: ");
    check(&["gone"], "error: gone: ");
}

/// Checking no file, or not all of them, is not a success.
#[test]
fn skipped_files_are_reported() {
    let project = tree(&[("src/long.rs", &"// filler\n".repeat(200_000)), ("notes.txt", "a")]);
    std::fs::write(project.path().join("src/latin.py"), b"# \xe9\n").unwrap();
    let output = run(project.path(), &[]);
    assert_eq!(output.code, Some(2), "{}", output.err);
    let note = "not looked at, too long or no text: src/latin.py, src/long.rs";
    assert!(output.err.contains(note), "{}", output.err);
    assert!(output.err.contains("nothing was looked at"), "{}", output.err);
    std::fs::write(project.path().join("src/short.rs"), "fn a() {}\n").unwrap();
    let output = run(project.path(), &[]);
    assert_eq!((output.code, output.out.as_str()), (Some(2), "no finding in 1 files\n"));
    assert!(output.err.contains(note), "{}", output.err);
    std::fs::create_dir(project.path().join("guard.toml")).unwrap();
    let output = run(project.path(), &[]);
    assert!(output.err.contains("it is a folder"), "{}", output.err);
}
