//! A project read from a disk.

use std::path::Path;

use firsthand_guard::load::Project;
use tempfile::TempDir;

use crate::findings_as_lines;

const SETTINGS: &str = r#"
[production]
paths = ["src/**"]

[vocabulary]
terms = ["wibble"]
terms-file = "kept.txt"

[dependencies]
files = ["Cargo.lock"]
"#;

/// A folder with a project.
fn project() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("here/guard.toml", SETTINGS);
    write("here/kept.txt", "frobnicators\n");
    write("here/Cargo.lock", "[[package]]\nname = \"gizmo-sys\"\n");
    write(
        "here/src/a.rs",
        "fn wibble() {}\nfn gizmotron() {}\nfn frobnicators() {}\nfn gizmo() {}\n",
    );
    write("here/src/tests/b.rs", "fn wibble() {}\n");
    write("here/other/c.rs", "fn wibble() {}\n");
    folder
}

fn check(folder: &Path, paths: &[&str], expect: &[&str]) {
    let project = Project::open(&folder.join("here/guard.toml")).unwrap();
    let words = project.vocabulary(None).unwrap();
    let paths: Vec<_> = paths.iter().map(|path| folder.join("here").join(path)).collect();
    let result = project.check(&paths, &words).unwrap();
    assert_eq!(findings_as_lines(&result.findings), expect);
}

#[test]
fn words_are_those_of_the_settings_and_of_their_file() {
    let kept = ["src/a.rs:1: vocabulary", "src/a.rs:3: vocabulary"];
    check(project().path(), &[], &kept);
    check(project().path(), &["src", "src/a.rs"], &kept);
    check(project().path(), &["other"], &[]);
}

#[test]
fn without_settings_everything_but_tests_is_production() {
    let folder = project();
    let project = Project::bare(&folder.path().join("here"));
    let words = project.vocabulary(Some(&folder.path().join("here/kept.txt"))).unwrap();
    let result = project.check(&[], &words).unwrap();
    assert_eq!(findings_as_lines(&result.findings), ["src/a.rs:3: vocabulary"]);
    let names: Vec<&str> = result.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(names, ["other/c.rs", "src/a.rs"]);
    assert!(result.text(&project.config, false).contains("--> src/a.rs:3:4"));
}

#[test]
fn unreadable_files_are_reported() {
    let folder = project();
    let here = folder.path().join("here");
    let missing = Project::open(&here.join("none.toml")).unwrap_err().to_string();
    assert!(missing.contains("none.toml"), "{missing}");
    let wrong = Project::open(&here.join("kept.txt")).unwrap_err().to_string();
    assert!(wrong.contains("kept.txt"), "{wrong}");
    let bare = Project::bare(&here);
    let gone = bare.check(&[here.join("gone")], &crate::banned());
    assert!(gone.unwrap_err().to_string().contains("gone"));
}
