//! What is kept of the files that were looked at again.

use crate::repo::{present, repo, selection};

/// A line that reads otherwise now was never seen, and a secret is not seen by looking again.
#[test]
fn only_what_was_seen_is_kept() {
    let (registry, mut files) = repo();
    let app = "import { Store } from './store';\n\nfunction main() {\n\tother();\n}\n";
    files.insert("src/app.ts".to_owned(), app.as_bytes().to_vec());
    let selection = selection(r#"{"primaryCandidateIds":["c1","c6"]}"#);
    let all = present(&registry, &selection, &files);
    let kept = all.clone().only_seen(&registry);
    let mut shown = Vec::new();
    for (path, file) in &kept.files {
        let before = &all.files[path];
        assert_eq!((file.size, &file.blake3), (before.size, &before.blake3));
        assert_eq!(file.spans[0].range(), before.spans[0].range());
        for (number, line) in file.spans[0].lines() {
            shown.push(format!("{path}:{number} {:?}", line.text()));
        }
    }
    insta::assert_snapshot!(shown.join("\n"), @r#"
    src/app.ts:1 "import { Store } from './store';"
    src/app.ts:2 ""
    src/app.ts:3 "function main() {"
    src/app.ts:4 ""
    src/app.ts:5 "}"
    src/key.ts:1 "const user = 'me';"
    src/key.ts:2 ""
    "#);
}
