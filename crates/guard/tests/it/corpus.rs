//! `tests/corpus/RULE/{bad,good}`: each line of a bad file that a rule finds is marked with `//~ RULE`; good files have
//! no finding.

use std::path::{Path, PathBuf};

use firsthand_guard::RULES;

use crate::{findings_as_lines, found};

const SETTINGS: &str = r#"
[reports]
paths = ["report.*"]
"#;

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

/// The expected findings as `name:line: rule`, by the marks in the text.
fn marked(name: &str, text: &str) -> Vec<String> {
    let mut marks = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let rules = text.split_once("~ ").filter(|(before, _)| before.ends_with(['/', '#']));
        let mut rules: Vec<&str> = rules.map_or("", |(_, rules)| rules).split(' ').collect();
        rules.sort_unstable();
        let rules = rules.into_iter().filter(|rule| !rule.is_empty());
        marks.extend(rules.map(|rule| format!("{name}:{line}: {rule}")));
    }
    marks.sort_unstable();
    marks
}

#[test]
fn every_rule_finds_what_is_marked_and_nothing_else() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut wrong = Vec::new();
    for rule in RULES {
        for kind in ["bad", "good"] {
            for path in files(&corpus.join(rule.name).join(kind)) {
                let name = path.file_name().unwrap().to_str().unwrap();
                let text = std::fs::read_to_string(&path).unwrap();
                let found = found(&[(name, &text)], SETTINGS);
                let marks = marked(name, &text);
                assert_eq!(marks.is_empty(), kind == "good", "{}", path.display());
                let mut printed = findings_as_lines(&found);
                printed.sort_unstable();
                printed.dedup();
                if printed != marks {
                    wrong.push(format!(
                        "{}
 found {printed:#?}
marked {marks:#?}",
                        path.display()
                    ));
                }
                if kind == "bad" {
                    assert!(
                        marks.iter().any(|mark| mark.ends_with(rule.name)),
                        "{}",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_of_the_corpus_is_named_after_a_rule() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    for folder in files(&corpus) {
        let name = folder.file_name().unwrap().to_str().unwrap();
        assert!(RULES.iter().any(|rule| rule.name == name), "{name}");
    }
}

#[test]
fn a_word_list_of_another_file_is_known() {
    let list = ("tables.rs", "pub const LOW: &[&str] = &[\"get\", \"set\", \"make\"];\n");
    let user = "fn weigh(text: &str) -> usize { tokens(text).filter(|part| !LOW.contains(part)).count() }\n";
    let check = |settings: &str, expect: &[&str]| {
        assert_eq!(
            findings_as_lines(&found(&[list, ("rank.rs", user)], settings)),
            expect,
            "{settings}"
        );
    };
    check("", &["rank.rs:1: word-list"]);
    let other = "fn LOW() {}\n";
    assert!(found(&[("tables.rs", other), ("rank.rs", user)], "").is_empty());
    let allowed = "[allowed]\ntables = [{ path = \"tables.rs\", reason = \"conventions of files, as the tools that read them have it\" }]\n";
    check(allowed, &[]);
    let idle = found(&[list], allowed);
    assert_eq!(findings_as_lines(&idle), ["guard.toml:2: unused-exception"]);
}
