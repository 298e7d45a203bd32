//! Receipts of absence from the tools to the report, over trees in which what is searched for is planted.

use std::path::Path;
use std::sync::Arc;

use firsthand::{Explored, Explorer, Intent, Outcome, Receipt, read_report, update, verify};
use firsthand_render::{Options, json as render_json};
use firsthand_testkit::{Script, json};
use serde_json::Value;
use tempfile::TempDir;

use crate::tree;

/// What is looked for.
const NAME: &str = "zorpRadio";
/// More bytes than a file may have that other searches read.
const TOO_LARGE: usize = 3 << 20;

/// How the name is planted.
#[derive(Clone, Copy, Debug)]
enum Plant {
    Nowhere,
    Declared,
    Alias,
    InString,
    InOtherCase,
    Utf16(bool),
    Utf16WithoutMark,
    Windows1252,
    Test,
    Generated,
    TooLarge,
    BesideNul,
    // Not searched, and so said.
    Ignored,
    Hidden,
    Binary,
    Secret,
    Linked,
}

use Plant::*;

const SEARCHED: [Plant; 12] = [
    Declared,
    Alias,
    InString,
    InOtherCase,
    Utf16(false),
    Utf16(true),
    Utf16WithoutMark,
    Windows1252,
    Test,
    Generated,
    TooLarge,
    BesideNul,
];
const NOT_SEARCHED: [(Plant, &str); 5] = [
    (Ignored, "ignored"),
    (Hidden, "hidden"),
    (Binary, "binary"),
    (Secret, "secret"),
    (Linked, "link"),
];

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let units = text.encode_utf16();
    units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

impl Plant {
    fn write(self, root: &Path) {
        let line = format!("let x = 1;\nlet {NAME} = 2;\n");
        let write = |path: &str, bytes: &[u8]| {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        match self {
            Nowhere => {}
            Declared => write("src/p.ts", line.as_bytes()),
            Alias => write("src/p.ts", format!("import {{ a as {NAME} }} from './a'\n").as_bytes()),
            InString => write("docs/p.txt", format!("say \"the{NAME}s\"\n").as_bytes()),
            InOtherCase => write("src/p.ts", line.to_uppercase().as_bytes()),
            Utf16(true) => write("p.txt", &[&b"\xfe\xff"[..], &utf16(&line, true)].concat()),
            Utf16(false) => write("p.txt", &[&b"\xff\xfe"[..], &utf16(&line, false)].concat()),
            Utf16WithoutMark => write("p.txt", &utf16(&line, false)),
            Windows1252 => write("p.txt", &[line.as_bytes(), b"caf\xe9\n"].concat()),
            Test => write("src/p.test.ts", line.as_bytes()),
            Generated => write("src/p.generated.ts", line.as_bytes()),
            Ignored => write("ignored/p.ts", line.as_bytes()),
            Hidden => write(".cache/p.ts", line.as_bytes()),
            TooLarge => {
                let filler = ("x".repeat(999) + "\n").repeat(TOO_LARGE / 1_000);
                write("p.txt", (filler + &line).as_bytes());
            }
            BesideNul => write("p.ts", &[line.as_bytes(), b"let y = \"a\0b\";\n"].concat()),
            Binary => write("p.bin", &[b"\x7fELF\0\x01\x02", line.as_bytes()].concat()),
            Secret => write("id_rsa", line.as_bytes()),
            Linked => {
                write("../outside.ts", line.as_bytes());
                #[cfg(unix)]
                std::os::unix::fs::symlink("../outside.ts", root.join("p.ts")).unwrap();
            }
        }
    }
}

/// A folder with a tree in it, so that something can lie outside.
fn planted(plant: Plant) -> TempDir {
    let folder = tree(&[
        ("repo/src/bell.ts", crate::BELL),
        ("repo/README.md", "A bell, and words.\n"),
        ("repo/.gitignore", "/ignored/\n"),
    ]);
    plant.write(&folder.path().join("repo"));
    folder
}

/// Each way in which a model may search for the name and find nothing.
fn searches() -> Vec<(&'static str, Value)> {
    vec![
        ("grep", json!({"pattern": NAME, "literal": true})),
        ("grep", json!({"pattern": "ZORP.?radio", "case": "insensitive"})),
        ("grep", json!({"pattern": NAME, "path": "src"})),
        ("search_code", json!({"symbol": format!("Bell.{NAME}")})),
        ("search_code", json!({"query": NAME})),
        ("search_code", json!({"query": format!("{NAME} gnorfHandler")})),
    ]
}

/// Runs a model that searches in one way, and cites the receipt.
async fn explore(
    root: &Path,
    search: &(&'static str, Value),
    before: impl Fn() + Send + Sync + 'static,
) -> (Explorer, Explored) {
    let report = json!({
        "primaryCandidateIds": ["c1"], "missingCoverage": ["no radio [a1]"],
        "flow": [{"candidateId": "c1", "role": "bell", "fact": "It rings.", "quote": "return times"}],
        "recommendedPrimaryAction": "answer_from_report", "confidence": "high"
    });
    let script = Script::new()
        .calls_all([("read_file", json!({"path": "src/bell.ts"})), search.clone()])
        .with_side_effect(before)
        .submits(report.clone());
    let script = (0..3).fold(script, |script, _| script.submits(report.clone()));
    let explorer = Explorer::builder(root).model(Arc::new(script)).build().unwrap();
    let explored = explorer.explore("is there a radio?", Intent::Explain).await.unwrap();
    (explorer, explored)
}

/// Whether a plain scan of the files below a folder, as git and a person see them, refutes a receipt.
fn is_refuted(root: &Path, receipt: &Receipt) -> bool {
    let mut folders = vec![root.to_owned()];
    let named: Vec<&String> =
        receipt.not_searched.iter().flat_map(|group| &group.examples).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let path = entry.path();
            let relative = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            let is_named = named.iter().any(|name| name.trim_end_matches('/') == relative);
            let in_scope = receipt.scope.is_empty()
                || receipt.scope.iter().any(|part| relative.starts_with(part.as_str()));
            if is_named || entry.file_type().unwrap().is_symlink() {
                continue;
            }
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if in_scope {
                let bytes = std::fs::read(path).unwrap();
                let texts = [
                    String::from_utf8_lossy(&bytes).into_owned(),
                    bytes.iter().filter(|byte| **byte != 0).map(|byte| char::from(*byte)).collect(),
                ];
                if texts.iter().any(|text| holds(text, receipt)) {
                    return true;
                }
            }
        }
    }
    false
}

/// Whether a text holds what the receipt says is absent, by the words of its pattern.
fn holds(text: &str, receipt: &Receipt) -> bool {
    let pattern = &receipt.pattern;
    let words = pattern.text.split('|').map(|word| word.replace(".?", ""));
    let fold =
        |text: &str| if pattern.case_sensitive { text.to_owned() } else { text.to_lowercase() };
    words.into_iter().any(|word| {
        let (text, word) = (fold(text), fold(&word));
        let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        text.match_indices(&*word).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + word.len()..]);
            let is_inside =
                is_letter(before.chars().next_back()) || is_letter(after.chars().next());
            !(pattern.word && is_inside)
        })
    })
}

/// Whatever a model searches for, and wherever it stands: no report has a receipt that a plain scan refutes.
#[tokio::test]
async fn accounted_no_cited_receipt_denies_what_stands_there() {
    for search in &searches() {
        for plant in SEARCHED {
            let folder = planted(plant);
            let root = folder.path().join("repo");
            let (_, explored) = explore(&root, search, || {}).await;
            for receipt in &explored.report.body().absent {
                assert!(!is_refuted(&root, receipt), "{search:?} {plant:?}: {receipt:?}");
            }
            // Of a search in all files, in any case, also inside words, there is none.
            if search.1 == json!({"query": NAME}) {
                assert_eq!(explored.report.body().absent, [], "{plant:?}");
            }
        }
    }
}

/// What a receipt did not search, it says; and it is printed with how much of that lies inside.
#[tokio::test]
async fn accounted_a_receipt_says_what_was_not_searched() {
    for search in &searches() {
        for (plant, why) in NOT_SEARCHED.into_iter().chain([(Nowhere, "")]) {
            let folder = planted(plant);
            let root = folder.path().join("repo");
            let (_, explored) = explore(&root, search, || {}).await;
            let body = explored.report.body();
            let [receipt] = &body.absent[..] else {
                panic!("{search:?} {plant:?}: {:?}", body.findings);
            };
            assert!(!is_refuted(&root, receipt), "{search:?} {plant:?}: {receipt:?}");
            let is_named = receipt.not_searched.iter().any(|group| group.why.name() == why);
            let is_in_scope = receipt.scope.is_empty() && !why.is_empty();
            assert_eq!(is_named, is_in_scope, "{search:?} {plant:?}: {receipt:?}");
            let text = firsthand_render::markdown(&explored.report, &Options::default()).text;
            let line =
                receipt.to_string().replacen("absent: ", "Absent: \"no radio\"; no match of ", 1);
            assert!(text.contains(&format!("{line}\n")), "{text}");
        }
    }
}

/// The name is planted behind the model's back: the search is made again before the report is built.
#[tokio::test]
async fn accounted_a_receipt_is_true_when_the_report_is_built() {
    for search in &searches() {
        for plant in [Declared, Utf16(false), Alias] {
            let folder = planted(Nowhere);
            let root = folder.path().join("repo");
            let writing = root.clone();
            let (_, explored) = explore(&root, search, move || plant.write(&writing)).await;
            for receipt in &explored.report.body().absent {
                assert!(!is_refuted(&root, receipt), "{search:?} {plant:?}: {receipt:?}");
            }
        }
    }
}

/// A saved report's receipts are searched for again, in the report as it was printed.
#[tokio::test]
async fn a_saved_receipt_holds_until_its_pattern_stands_somewhere() {
    let folder = planted(Nowhere);
    let root = folder.path().join("repo");
    let search = ("grep", json!({"pattern": NAME}));
    let (explorer, explored) = explore(&root, &search, || {}).await;
    let document = render_json(&explored.report, &Options::default());
    let saved = read_report(&document).unwrap();
    let toolbox = explorer.toolbox();
    let checked = verify(&saved, toolbox).await;
    assert!(checked.holds, "{checked:?}");
    assert_eq!(checked.conclusion(), "The one place holds. What was absent is absent.");
    // The report itself may lie in the tree.
    std::fs::write(root.join("report.json"), &document).unwrap();
    let checked = verify(&saved, toolbox).await;
    assert!(checked.holds, "{checked:?}");
    let updated = update(&saved, &checked, toolbox).await.unwrap();
    assert_eq!(updated.body().absent[0].scope, ["!/report.json"]);
    std::fs::remove_file(root.join("report.json")).unwrap();
    // Other files are more files, and the receipt holds.
    std::fs::write(root.join("more.txt"), "more\n").unwrap();
    let checked = verify(&saved, toolbox).await;
    assert!(checked.holds, "{checked:?}");
    let updated = update(&saved, &checked, toolbox).await.unwrap();
    assert_eq!(updated.body().outcome, Outcome::Verdict);
    assert_eq!(updated.body().absence_facts, ["no radio"]);
    let files = |receipt: &Receipt| receipt.files;
    let before = saved.absent.iter().map(files).sum::<u64>();
    assert_eq!(updated.body().absent.iter().map(files).sum::<u64>(), before + 1);
    // An altered receipt is no proof.
    let count = |files: u64| format!("\"files\": {files},\n      \"not_searched");
    let altered = document.replace(&count(before), &count(99));
    assert_ne!(altered, document);
    std::fs::remove_file(root.join("more.txt")).unwrap();
    let checked = verify(&read_report(&altered).unwrap(), toolbox).await;
    assert!(!checked.holds);
    assert!(
        checked.faults.iter().any(|fault| fault.starts_with("a receipt counts")),
        "{checked:?}"
    );
    Declared.write(&root);
    let checked = verify(&saved, toolbox).await;
    assert!(!checked.holds);
    let absent = &checked.absent[0];
    let said = format!("{}{}", absent.receipt, absent.outcome());
    assert_eq!(said, format!("{}: it stands in 1 line, first src/p.ts:2", saved.absent[0]));
    let updated = update(&saved, &checked, toolbox).await.unwrap();
    assert_eq!(updated.body().absent, []);
}
