//! Files of equal paths in several roots: no command says of one what is true of another.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use firsthand_testkit::folder;
use proptest::prelude::*;
use proptest::sample::subsequence;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Client;
use crate::streams::start_program;
use crate::{git, run};

const ROOTS: [&str; 3] = ["web", "api", "web2"];
/// The roots as arguments; the first one changes.
const ROOT_ARGUMENTS: [&str; 6] = ["--root", "web=web", "--root", "api=api", "--root", "web2=web2"];
/// The path that each root has.
const SHARED: &str = "src/a.rs";
/// The paths that files of different roots have in common.
const PATHS: [&str; 4] = ["a.rs", "src/deep/b.rs", "api/src/a.rs", "web/src/a.rs"];

/// The folders of the roots, and the texts of their files by path: each declares a word that no other file has, on a line
/// that differs.
struct Roots {
    folder: TempDir,
    texts: BTreeMap<String, String>,
}

impl Roots {
    fn of(paths: &[Vec<&str>], heights: &[usize]) -> Self {
        let mut texts = BTreeMap::new();
        let mut heights = heights.iter().cycle();
        for (root, paths) in ROOTS.iter().zip(paths) {
            for path in paths.iter().chain([&SHARED]) {
                let mut text = "// about prices\n".repeat(*heights.next().unwrap());
                let path = format!("{root}:/{path}");
                let word = word(&path);
                let _ = writeln!(text, "pub fn {word}() {{\n    shared({});\n}}", word.len());
                if path.ends_with(SHARED) {
                    let _ = writeln!(text, "pub fn shared(number: usize) {{ {root}(number) }}");
                }
                texts.insert(path, text);
            }
        }
        let files: Vec<(String, &String)> =
            texts.iter().map(|(path, text)| (path.replacen(":/", "/", 1), text)).collect();
        let files: Vec<(&str, &str)> =
            files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let folder = folder(&files);
        let first = folder.path().join(ROOTS[0]);
        git(&first, &["init", "-q"]);
        git(&first, &["add", "-A"]);
        git(&first, &["commit", "-q", "-m", "a"]);
        Self { folder, texts }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn on_disk(&self, path: &str) -> PathBuf {
        self.path().join(path.replacen(":/", "/", 1))
    }

    /// Replaces the text of a file.
    fn write(&mut self, path: &str, text: String) {
        std::fs::write(self.on_disk(path), &text).unwrap();
        self.texts.insert(path.to_owned(), text);
    }

    /// Runs a command over all roots; what it prints is true of the places that it names.
    fn checked(&self, args: &[&str]) -> Value {
        let output = run(self.path(), &[args, &ROOT_ARGUMENTS, &["--format", "json"]].concat());
        let document = serde_json::from_str(&output.out).unwrap_or_default();
        self.check(&document, args);
        document
    }

    /// Each place of a document is one of a declared root, its lines exist, and what is quoted stands there.
    fn check(&self, value: &Value, what: &[&str]) {
        match value {
            Value::Array(all) => all.iter().for_each(|value| self.check(value, what)),
            Value::Object(all) => {
                all.values().for_each(|value| self.check(value, what));
                if let Some(path) = value["path"].as_str() {
                    self.check_place(path, value, what);
                }
                if let Some(entity) = value["entity_id"].as_str() {
                    let path = entity.split('#').next().unwrap();
                    let snippet = value["snippet_text"].as_str().unwrap();
                    assert!(self.texts[path].contains(snippet), "{what:?} {value}");
                }
            }
            _ => {}
        }
    }

    fn check_place(&self, path: &str, place: &Value, what: &[&str]) {
        let text = self.texts.get(path);
        let text = text.unwrap_or_else(|| panic!("no such file: {path} of {what:?} {place}"));
        let lines: Vec<&str> = text.lines().collect();
        let number = |value: &Value| value.as_u64().map(|line| usize::try_from(line).unwrap());
        for line in [&place["line"], &place["start"], &place["end"]].into_iter().filter_map(number)
        {
            assert!((1..=lines.len()).contains(&line), "{what:?} {place} {text}");
        }
        let quote = &place["quote"];
        let quoted = [
            (quote["text"].as_str(), number(&quote["line"])),
            (quote.as_str(), number(&place["line"])),
            (place["text"].as_str(), number(&place["line"])),
        ];
        for (quoted, line) in quoted {
            if let (Some(quoted), Some(line)) = (quoted, line) {
                // The control of a receipt is written in the other case where case does not count.
                let (line, quoted) = (lines[line - 1].to_lowercase(), quoted.to_lowercase());
                assert!(line.contains(quoted.trim()), "{what:?} {place} {text}");
            }
        }
    }

    /// A page for readers names the path of each word in it.
    fn check_page(&self, page: &str) {
        for path in self.texts.keys().filter(|path| page.contains(&word(path))) {
            assert!(page.contains(path.as_str()), "{path}: {page}");
        }
    }
}

/// The word that only the file of this path has.
fn word(path: &str) -> String {
    let path: String = path.chars().filter(char::is_ascii_alphanumeric).collect();
    format!("needle{path}end")
}

/// The places of a checked report that are in no given state.
fn not_in(state: &str, checked: &Value) -> Vec<String> {
    let places = checked["places"].as_array().unwrap().iter();
    let others = places.filter(|place| place["standing"] != state);
    others.map(|place| place["path"].as_str().unwrap().to_owned()).collect()
}

/// The commands that find a file by its word: `asked` is its path.
fn check_file(roots: &Roots, asked: &str) {
    let word = word(asked);
    let found = roots.checked(&["search", &word]);
    assert_eq!(found["regions"][0]["path"], asked, "{found}");
    let defined = roots.checked(&["search", "--symbol", &word, "--relation", "definition"]);
    assert_eq!(defined["regions"][0]["path"], asked, "{defined}");
    let report = roots.checked(&["explore", &word, "--intent", "locate"]);
    assert_eq!(report["primary"][0]["path"], asked, "{report}");
    roots.checked(&["research", &word]);
    let present = roots.checked(&["absent", &word]);
    assert_eq!(present["found"]["places"][0]["path"], asked, "{present}");
    let (own, _) = asked.split_once(":/").unwrap();
    for other in ROOTS.into_iter().filter(|root| *root != own) {
        let absent = roots.checked(&["absent", &word, "--path", &format!("{other}:**")]);
        assert_eq!(absent["outcome"], "absent", "{absent}");
    }
    for format in ["md", "text", "html"] {
        let args = [&["explore", &word, "--format", format], &ROOT_ARGUMENTS[..]].concat();
        roots.check_page(&run(roots.path(), &args).out);
    }
}

/// A saved report still holds after a change of the file of the same path in another root, and not after one of its own.
fn check_saved(roots: &mut Roots, asked: &str, other: &str) {
    let saved = roots.checked(&["explore", &word(asked), "--intent", "locate"]);
    std::fs::write(roots.path().join("report.json"), saved.to_string()).unwrap();
    let lower = |text: &String| format!("// below\n{text}");
    let moved = lower(&roots.texts[other]);
    roots.write(other, moved);
    let checked = roots.checked(&["verify", "report.json"]);
    assert_eq!(not_in("unchanged", &checked), Vec::<String>::new(), "{checked}");
    let moved = lower(&roots.texts[asked]);
    roots.write(asked, moved);
    let checked = roots.checked(&["verify", "report.json"]);
    assert_eq!(not_in("moved", &checked), Vec::<String>::new(), "{checked}");
    let update = [&["verify", "report.json", "--update"], &ROOT_ARGUMENTS[..]].concat();
    let updated = serde_json::from_str(&run(roots.path(), &update).out).unwrap();
    roots.check(&updated, &update);
    assert_eq!(updated["primary"][0]["path"], asked, "{updated}");
}

/// A client explores the roots itself.
fn check_driven(roots: &Roots) {
    let args = [&["mcp", "--profile", "driven", "--structured"], &ROOT_ARGUMENTS[..]].concat();
    let mut client = Client::of(start_program(roots.path(), &args));
    for (path, text) in &roots.texts {
        let handle = client.open(&word(path));
        let read = client.call("read_file", &json!({"handle": handle, "path": path}));
        let read = read["content"][0]["text"].as_str().unwrap();
        assert!(read.contains(&format!("#### {path} [c1]")), "{read}");
        let declaration = text.lines().find(|line| line.contains(&word(path))).unwrap();
        let report = client.submit(&handle, "c1", declaration);
        let document = &report["structuredContent"];
        roots.check(document, &["driven"]);
        assert_eq!(document["flow"][0]["path"], path.as_str(), "{report}");
        roots.check_page(report["content"][0]["text"].as_str().unwrap());
    }
    client.end();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn contained_no_command_confuses_equal_paths(
        paths in proptest::collection::vec(subsequence(PATHS.to_vec(), 0..=2), ROOTS.len()),
        heights in proptest::collection::vec(0..5_usize, 7),
    ) {
        let mut roots = Roots::of(&paths, &heights);
        let asked: Vec<String> = roots.texts.keys().cloned().collect();
        for asked in &asked {
            check_file(&roots, asked);
        }
        for relation in ["callers", "references", "siblings"] {
            roots.checked(&["search", "--symbol", "shared", "--relation", relation]);
        }
        check_driven(&roots);
        let changed = roots.texts["web:/src/a.rs"].replace("number: usize", "number: u8");
        roots.write("web:/src/a.rs", changed);
        let impact = roots.checked(&["impact"]);
        prop_assert_eq!(&impact["changed"][0]["path"], "web:/src/a.rs", "{}", impact);
        check_saved(&mut roots, "api:/src/a.rs", "web:/src/a.rs");
    }
}
