//! `firsthand.guard/1`.

use serde_json::{Value, json};

use crate::finding::Finding;
use crate::rules::RULES;

/// The findings as a document: `{"schema": "firsthand.guard/1", "files", "findings": [{"rule", "path", "line",
/// "column", "end_line", "end_column", "message"}], "rules": [{"name", "what", "help"}]}`. Lines and columns are
/// 1-based; `files` is how many were looked at.
pub fn json(findings: &[Finding], files: usize) -> Value {
    let rule =
        |rule: &crate::Rule| json!({"name": rule.name, "what": rule.what, "help": rule.help});
    json!({
        "schema": "firsthand.guard/1",
        "files": files,
        "findings": findings,
        "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
    })
}
