//! The table of the answers to absent tasks, by kind of absence and arm.

use firsthand::Confidence;
use firsthand::registry::escape;

use super::{format_proportion, header, markdown_table};
use crate::absence::AbsenceGroup;
use crate::document::Document;

const COLUMNS: &str = "absent | arm | answers | low | medium | high | medium or better | with absent words | all named \
                       | words named";

/// A row for each kind and arm; an empty string if no arm has such answers.
pub(super) fn table(document: &Document) -> String {
    let mut rows = vec![header(COLUMNS)];
    for arm in &document.arms {
        rows.extend(arm.absence.iter().map(|group| row(&arm.arm, group)));
    }
    match rows.len() {
        1 => String::new(),
        _ => markdown_table(&rows),
    }
}

fn row(arm: &str, group: &AbsenceGroup) -> Vec<String> {
    let answers_at = |level| group.levels.get(&level).copied().unwrap_or(0).to_string();
    vec![
        escape(&group.kind).into_owned(),
        arm.to_owned(),
        group.answers.to_string(),
        answers_at(Confidence::Low),
        answers_at(Confidence::Medium),
        answers_at(Confidence::High),
        format_proportion(group.confident),
        group.with_words.to_string(),
        group.named_all.to_string(),
        format!("{}/{}", group.named, group.words),
    ]
}
