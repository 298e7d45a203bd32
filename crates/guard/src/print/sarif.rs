//! SARIF 2.1.0, the standard's form of a lint's results.

use firsthand_source::sarif::{Found, Rule, log};
use serde_json::Value;

use crate::finding::Finding;
use crate::rules::RULES;

/// The findings as one run of SARIF 2.1.0, with every rule described. Columns count characters.
pub fn sarif(findings: &[Finding]) -> Value {
    let rules: Vec<Rule<'_>> = RULES
        .iter()
        .map(|rule| Rule {
            name: rule.name,
            what: rule.what,
            help: rule.help,
        })
        .collect();
    let found = findings.iter().map(|finding| Found {
        rule: finding.rule,
        message: &finding.message,
        path: &finding.path,
        start: (finding.line, finding.column),
        end: (finding.end_line, finding.end_column),
    });
    log("firsthand-guard", env!("CARGO_PKG_VERSION"), &rules, found)
}
