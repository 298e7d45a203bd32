//! The table of the answers to questions about what a repository does not have.

use firsthand::Confidence;
use firsthand::registry::escape;

use super::{markdown_table, part};
use crate::absence::AbsenceGroup;
use crate::document::Document;

const HEADER: [&str; 10] = [
    "absent",
    "arm",
    "answers",
    "low",
    "medium",
    "high",
    "medium or better",
    "with absent words",
    "all named",
    "words named",
];

/// A row for each kind and arm; an empty string if no arm has such answers.
pub(super) fn table(document: &Document) -> String {
    let mut rows = vec![HEADER.map(str::to_owned).to_vec()];
    for arm in &document.arms {
        rows.extend(arm.absence.iter().map(|group| row(&arm.arm, group)));
    }
    match rows.len() {
        1 => String::new(),
        _ => markdown_table(&rows),
    }
}

fn row(arm: &str, group: &AbsenceGroup) -> Vec<String> {
    let level = |level| group.levels.get(&level).copied().unwrap_or(0).to_string();
    vec![
        escape(&group.kind).into_owned(),
        arm.to_owned(),
        group.answers.to_string(),
        level(Confidence::Low),
        level(Confidence::Medium),
        level(Confidence::High),
        part(group.confident),
        group.with_words.to_string(),
        group.named_all.to_string(),
        format!("{}/{}", group.named, group.words),
    ]
}
