//! Rows of features with labels, read from a feature file or from a journal.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::calibration::touched;
use crate::record::Record;
use crate::task::{InputLineError, json_error_message};

/// The features of one answer, and whether it was right. Unknown fields are ignored.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct FeatureRow {
    /// The repository, as `OWNER/NAME`; it determines whether the row is used to fit or only to evaluate.
    pub repo: String,
    /// The id, unique in the repository.
    pub id: String,
    /// Finite numbers by name; a feature that only other rows have counts as 0.
    pub features: BTreeMap<String, f64>,
    /// 1 where the answer was right, 0 where it was not.
    pub label: u8,
}

/// Parses rows, one JSON object per line; blank lines are ignored.
///
/// # Errors
/// The first [`InputLineError`]: invalid JSON, a missing or invalid field, or a repeated id.
pub fn read_feature_rows(text: &str) -> Result<Vec<FeatureRow>, InputLineError> {
    let mut seen = BTreeSet::new();
    let mut rows = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let bad = |why| InputLineError { line: at + 1, why };
        let row: FeatureRow =
            serde_json::from_str(line).map_err(|error| bad(json_error_message(&error)))?;
        if row.label > 1 {
            return Err(bad("its label is neither 0 nor 1".to_owned()));
        }
        if !seen.insert((row.repo.clone(), row.id.clone())) {
            return Err(bad(format!("its id `{}` stands there already", row.id)));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// Adds a row for each answer of a journal that states its features and can be judged. The row's id is the set and the
/// task; its label is 1 if the answer is right as [`Calibration`](crate::Calibration) counts it, and 0 if it is not, or
/// if nothing in the repository answers the task ([`Task::absent`](crate::Task::absent)). Other lines are ignored: an
/// interrupted run leaves an incomplete line.
///
/// # Errors
/// The first [`InputLineError`]: a second answer to a task, from a repetition or another build.
pub fn read_journal_rows(text: &str, rows: &mut Vec<FeatureRow>) -> Result<(), InputLineError> {
    let key = |row: &FeatureRow| (row.repo.clone(), row.id.clone());
    let mut seen: BTreeSet<(String, String)> = rows.iter().map(key).collect();
    for (at, line) in text.lines().enumerate() {
        let Some(row) = Record::read(line).and_then(FeatureRow::of) else {
            continue;
        };
        if !seen.insert(key(&row)) {
            let why = format!("the task `{}` is answered already", row.id);
            return Err(InputLineError { line: at + 1, why });
        }
        rows.push(row);
    }
    Ok(())
}

impl FeatureRow {
    /// `None` if the answer states no features, or the task has no gold to judge it by.
    fn of(record: Record) -> Option<Self> {
        let right_if_absent = record.absence.as_ref().map(|_| false);
        let label = u8::from(right_if_absent.or_else(|| touched(&record))?);
        let features = record.self_assessment?.features;
        (!features.is_empty()).then(|| Self {
            id: format!("{}: {}", record.key.set, record.key.id),
            repo: record.repo,
            features,
            label,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"repo":"o/n","id":"a","features":{"x":1,"y":-0.5},"label":1,"z":0}"#;

    #[test]
    fn rows_are_read() {
        let rows = read_feature_rows(&format!("{GOOD}\n\n")).unwrap();
        assert_eq!(
            (rows.len(), rows[0].features["y"], rows[0].label),
            (1, -0.5, 1)
        );
    }

    #[test]
    fn a_bad_row_is_refused_with_its_number() {
        let check = |bad: &str, expect: &str| {
            let error = read_feature_rows(&format!("{GOOD}\n{bad}")).unwrap_err();
            assert_eq!(error.line, 2);
            assert!(error.why.starts_with(expect), "{error}");
        };
        check(GOOD, "its id `a` stands there already");
        check(
            &GOOD.replace("\"label\":1", "\"label\":2"),
            "its label is neither 0 nor 1",
        );
        check(
            &GOOD.replace("-0.5", "null"),
            "invalid type: null, expected f64",
        );
        check(&GOOD.replace("-0.5", "1e999"), "number out of range");
        check("{}", "missing field `repo`");
    }
}
