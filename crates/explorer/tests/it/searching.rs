//! Searching, and the source lines of the results.

use firsthand::Cancel;
use firsthand::{Explorer, Relation, SearchRequest, SearchWindow};

use crate::{repo, tree};

fn window_text(window: &SearchWindow) -> String {
    window
        .lines
        .iter()
        .map(|line| format!("{}{} {}\n", line.number, if line.hit { ':' } else { ' ' }, line.text))
        .collect()
}

#[test]
fn a_search_returns_regions_and_their_source() {
    let repo = repo();
    let explorer = Explorer::builder(repo.path()).build().unwrap();
    let searched = explorer.search(&SearchRequest::new("ringBell"), &Cancel::default());
    let document = searched.document();
    assert_eq!((document.schema, document.query.as_str()), ("firsthand.search/1", "ringBell"));
    let first = &document.regions[0];
    assert_eq!((first.path.as_str(), first.start, first.end), ("bell.ts", 1, 4));
    let windows = searched.windows();
    assert_eq!(windows.len(), document.regions.len());
    assert!(
        window_text(&windows[0]).contains("2: export function ringBell(times: number) {\n"),
        "{windows:?}"
    );

    let mut callers = SearchRequest::new("");
    callers.symbol = Some(("ringBell".to_owned(), Relation::Callers));
    let document = explorer.search(&callers, &Cancel::default()).document();
    assert_eq!(document.query, "callers of ringBell");
    assert_eq!(document.regions[0].symbol.as_ref().unwrap().name, "knock");
    assert_eq!(document.regions[0].resolution.as_deref(), Some("import"));
}

/// A window shows the bytes that were read for the search, without secrets, even one that begins above it.
#[test]
fn contained_windows_hide_secrets() {
    let token = ["ghp", "16C7e42F292c6912E7710c838347Ae178B4a"].join("_");
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA04up8hoqzS1\nMIIEogIBAAKCAQEAnotreal00000\n-----END RSA PRIVATE KEY-----";
    let code = format!(
        "const PEM = `{key}`\nexport function seal(box: Box) {{\n  return lock(box, \"{token}\")\n}}\n"
    );
    let vault = tree(&[("vault.ts", &code)]);
    let explorer = Explorer::builder(vault.path()).build().unwrap();
    for query in ["seal box", "PEM", "PRIVATE KEY MIIEpAIBAAKCAQEA04up8hoqzS1"] {
        let searched = explorer.search(&SearchRequest::new(query), &Cancel::default());
        for window in searched.windows() {
            let text = window_text(&window);
            assert!(!text.contains(&token[4..]) && !text.contains("MIIE"), "{query}: {text}");
        }
    }
    let searched = explorer.search(&SearchRequest::new("seal"), &Cancel::default());
    assert!(searched.windows()[0].lines.iter().any(|line| line.redacted));
    // A file that changed since shows what was read for the search.
    let before = searched.windows();
    std::fs::write(vault.path().join("vault.ts"), "// other\n".repeat(9)).unwrap();
    assert_eq!(searched.windows(), before);
}
