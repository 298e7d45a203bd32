//! Pairs of answers, and the text in which a judge reads them.

use super::OpinionKey;
use crate::record::Record;
use crate::summary::by_arm;

/// The answers of two arms to one task.
#[derive(Clone, Copy, Debug)]
pub struct Pair<'r> {
    /// The first arm's answer.
    pub first: &'r Record,
    /// The second arm's answer.
    pub second: &'r Record,
}

/// Pairs the first arm with each other arm, on the tasks that a main agent answered in both. Answers without a main
/// agent are left out: they are reports, and their format would reveal the arm.
#[must_use]
pub fn pairs(records: &[Record]) -> Vec<Pair<'_>> {
    let arms = by_arm(records);
    let Some((first_arm, other_arms)) = arms.split_first() else {
        return Vec::new();
    };
    let answered = |record: &&Record| !record.answer.is_empty();
    let mut pairs = Vec::new();
    for first in first_arm.iter().copied().filter(answered) {
        for other_arm in other_arms {
            let is_same_question = |second: &&Record| {
                let (a, b) = (&first.key, &second.key);
                (&a.set, &a.id, a.repeat) == (&b.set, &b.id, b.repeat)
            };
            let second = other_arm
                .iter()
                .copied()
                .filter(answered)
                .find(is_same_question);
            pairs.extend(second.map(|second| Pair { first, second }));
        }
    }
    pairs
}

impl Pair<'_> {
    pub(super) fn opinion_key(&self, judge: &str, swapped: bool) -> OpinionKey {
        let key = &self.first.key;
        OpinionKey {
            judge: judge.to_owned(),
            set: key.set.clone(),
            id: key.id.clone(),
            repeat: key.repeat,
            first: key.label(),
            second: self.second.key.label(),
            swapped,
        }
    }

    /// The text that the judge reads. It does not name the arms.
    pub(super) fn text(&self, swapped: bool) -> String {
        let (a, b) = match swapped {
            true => (self.second, self.first),
            false => (self.first, self.second),
        };
        let gold = self
            .first
            .gold
            .iter()
            .flat_map(|gold| match gold.ranges.is_empty() {
                true => vec![format!("- {}", gold.path)],
                false => {
                    let ranges = gold.ranges.iter();
                    ranges
                        .map(|[start, end]| format!("- {}:{start}-{end}", gold.path))
                        .collect()
                }
            });
        let gold: Vec<String> = gold.collect();
        let known_answer = match gold.is_empty() {
            true => "The repository has no answer to it; the right one says so.".to_owned(),
            false => gold.join("\n"),
        };
        format!(
            "Question:\n{}\n\nThe known answer stands in:\n{known_answer}\n\nA:\n{}\n\nB:\n{}",
            self.first.query,
            answer(a),
            answer(b)
        )
    }
}

/// The text and the places of an answer, as the judge reads them.
fn answer(record: &Record) -> String {
    let places = record.regions.iter();
    let places = places.map(|place| format!("- {}:{}-{}", place.path, place.start, place.end));
    let places: Vec<String> = places.collect();
    format!("{}\nPlaces:\n{}", record.answer, places.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(arm: &str, explorer: Option<&str>) -> Record {
        let record = serde_json::json!({
            "arm": arm, "version": "0+test", "in_process": false, "set": "x", "id": "1",
            "base": "0123abc", "repeat": 1, "main": "agent", "explorer": explorer,
            "repo": "owner/x", "extension": "rs", "insert_only": false, "ms": 1.0,
            "files": [], "regions": [], "answer": "It is here.",
        });
        serde_json::from_value(record).unwrap()
    }

    /// The answers of the arm without an explorer, and of one arm for each explorer.
    fn answers(explorers: &[&str]) -> Vec<Record> {
        let with_explorer = explorers
            .iter()
            .map(|name| answered("explore", Some(*name)));
        std::iter::once(answered("alone", None))
            .chain(with_explorer)
            .collect()
    }

    #[test]
    fn an_opinion_names_the_explorers() {
        let records = answers(&["m"]);
        let keys = pairs(&records)
            .into_iter()
            .map(|pair| pair.opinion_key("judge", false));
        let names: Vec<[String; 2]> = keys.map(|key| [key.first, key.second]).collect();
        assert_eq!(
            names,
            [["agent with alone", "agent with explore (explorer: m)"]]
        );
    }
}
