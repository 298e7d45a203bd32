//! The result of an attack, from the printed report.

use serde_json::Value;

use super::attacks::Attack;
use super::{ExpectedResult, FileChange, Planted, SelectionField};
use crate::oracle::Violation;

/// The result of an attack.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AttackResult {
    /// The report has a finding of this rule for it.
    Rule(String),
    /// It is not in the report.
    Absent,
    /// It is in the report, as it may be.
    Reported,
    /// It is in the report, although it must not be, or a finding of a rule that was not expected is about it.
    Unanswered,
}

/// One attempt and its results.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// Its attacks with their results.
    pub attacks: Vec<(&'static str, AttackResult)>,
    /// The files that changed before the report was built.
    pub file_changes: Vec<(FileChange, String)>,
    /// Whether the report has a link.
    pub has_link: bool,
    /// Whether nothing was verified, so that the fallback was printed, too.
    pub nothing_verified: bool,
    /// The oracle's violations.
    pub violations: Vec<Violation>,
}

/// The result of an attack, from the report's findings and texts.
pub(super) fn attack_result(attack: &Attack, planted: &Planted, report: &Value) -> AttackResult {
    // A stale place is dropped before any other rule applies.
    let is_expected = |rule: &str| rule == "stale" || attack.rules.contains(&rule);
    let rules = || findings(report).map(|(rule, _)| rule);
    if let Some((rule, _)) = findings(report).find(|(_, detail)| is_about(planted.item, detail)) {
        return match is_expected(rule) {
            true => AttackResult::Rule(rule.to_owned()),
            false => AttackResult::Unanswered,
        };
    }
    let is_reported = match &planted.mark {
        Some(mark) => prose_of(report).any(|text| text.contains(mark.as_str())),
        None => true,
    };
    let noted = rules().find(|rule| is_expected(rule)).map(str::to_owned);
    match (is_reported, attack.expected, noted) {
        (false, ExpectedResult::Gone, Some(rule)) => AttackResult::Rule(rule),
        (false, ..) => AttackResult::Absent,
        (true, ExpectedResult::Noted, Some(rule)) => AttackResult::Rule(rule),
        (true, ExpectedResult::True, _) => AttackResult::Reported,
        (true, ..) => AttackResult::Unanswered,
    }
}

fn findings(report: &Value) -> impl Iterator<Item = (&str, &str)> {
    let findings = report["findings"].as_array().into_iter().flatten();
    findings.map(|finding| {
        let text = |key: &str| finding[key].as_str().unwrap_or_default();
        (text("rule"), text("detail"))
    })
}

/// Whether the finding is about this item of the proposal.
fn is_about(item: SelectionField, detail: &str) -> bool {
    let (list, at) = match item {
        SelectionField::Primary(at) => ("primary place", at),
        SelectionField::Link(at) => ("flow link", at),
        SelectionField::Read(at) => ("read target", at),
        SelectionField::Missing | SelectionField::Search | SelectionField::Whole => return false,
    };
    detail.starts_with(&format!("{list} {} (", at + 1))
}

/// All prose of the model in the report.
fn prose_of(report: &Value) -> impl Iterator<Item = &str> {
    let list = |list: &str| report[list].as_array().into_iter().flatten();
    let flow = list("flow").flat_map(|link| [&link["role"], &link["fact"]]);
    let reads = list("read_targets").map(|read| &read["purpose"]);
    let words = flow
        .chain(reads)
        .chain(list("missing"))
        .chain(list("search_targets"));
    words.filter_map(Value::as_str)
}
