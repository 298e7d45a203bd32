//! SARIF 2.1.0, the standard's form of a lint's results.

use serde_json::{Value, json};

use crate::finding::Finding;
use crate::rules::RULES;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The findings as one run of SARIF 2.1.0, with every rule described. Columns count characters.
pub fn sarif(findings: &[Finding]) -> Value {
    let rule = |rule: &crate::Rule| {
        json!({
            "id": rule.name,
            "shortDescription": {"text": rule.what},
            "help": {"text": rule.help},
            "defaultConfiguration": {"level": "error"},
        })
    };
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "firsthand-guard",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(finding: &Finding) -> Value {
    json!({
        "ruleId": finding.rule,
        "ruleIndex": RULES.iter().position(|rule| rule.name == finding.rule),
        "level": "error",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&finding.path)},
            "region": {
                "startLine": finding.line,
                "startColumn": finding.column,
                "endLine": finding.end_line,
                "endColumn": finding.end_column,
            },
        }}],
    })
}

/// A relative reference: what is no plain character of a path is escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                out.push(char::from(byte));
            }
            _ => out += &format!("%{byte:02X}"),
        }
    }
    out
}
