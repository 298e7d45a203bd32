//! What answered an attack, read from the printed report.

use serde_json::Value;

use super::attacks::Attack;
use super::{ExpectedResult, FileChange, Planted, SelectionField};
use crate::oracle::Violation;

/// What became of an attack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// A finding of this rule stands at its place.
    Rule(String),
    /// It is not in the report.
    Absent,
    /// It is in the report, and may be.
    Stands,
    /// It is in the report, and must not be.
    Unanswered,
}

/// One attempt and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// Its attacks, and what answered each.
    pub attacks: Vec<(&'static str, Answer)>,
    /// The files that changed before the report was built.
    pub decays: Vec<(FileChange, String)>,
    /// Whether the report holds a link.
    pub linked: bool,
    /// Whether nothing was left, so that the fallback was printed, too.
    pub gutted: bool,
    /// What the oracle found.
    pub violations: Vec<Violation>,
}

/// What became of what an attack planted.
pub(super) fn judge(attack: &Attack, planted: &Planted, report: &Value) -> Answer {
    // What has changed is gone, whatever else was tried with it.
    let expected = |rule: &str| rule == "stale" || attack.answers.contains(&rule);
    let rules = || findings(report).map(|(rule, _)| rule);
    if let Some((rule, _)) = findings(report).find(|(_, detail)| is_of(planted.item, detail)) {
        return match expected(rule) {
            true => Answer::Rule(rule.to_owned()),
            false => Answer::Unanswered,
        };
    }
    let there = match &planted.mark {
        Some(mark) => said(report).any(|text| text.contains(mark.as_str())),
        None => true,
    };
    let noted = rules().find(|rule| expected(rule)).map(str::to_owned);
    match (there, attack.fate, noted) {
        (false, ExpectedResult::Gone, Some(rule)) => Answer::Rule(rule),
        (false, ..) => Answer::Absent,
        (true, ExpectedResult::Noted, Some(rule)) => Answer::Rule(rule),
        (true, ExpectedResult::True, _) => Answer::Stands,
        (true, ..) => Answer::Unanswered,
    }
}

fn findings(report: &Value) -> impl Iterator<Item = (&str, &str)> {
    let findings = report["findings"].as_array().into_iter().flatten();
    findings.map(|finding| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        (text("rule"), text("detail"))
    })
}

/// Whether the finding says that this item of the proposal was dropped.
fn is_of(item: SelectionField, detail: &str) -> bool {
    let (list, at) = match item {
        SelectionField::Primary(at) => ("primary place", at),
        SelectionField::Link(at) => ("flow link", at),
        SelectionField::Read(at) => ("read target", at),
        SelectionField::Missing | SelectionField::Search | SelectionField::Whole => return false,
    };
    detail.starts_with(&format!("{list} {} (", at + 1))
}

/// All words of the model that the report holds.
fn said(report: &Value) -> impl Iterator<Item = &str> {
    let list = |list: &str| report[list].as_array().into_iter().flatten();
    let flow = list("flow").flat_map(|link| [&link["role"], &link["fact"]]);
    let reads = list("read_targets").map(|read| &read["purpose"]);
    let words = flow
        .chain(reads)
        .chain(list("missing"))
        .chain(list("search_targets"));
    words.filter_map(Value::as_str)
}
