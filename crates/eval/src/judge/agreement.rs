//! Sums up opinions for each pair of arms and judge, and the agreement between two judges.

use std::collections::{BTreeMap, BTreeSet};

use super::{Opinion, Preference};
use crate::metrics::{mean, paired};
use crate::table::metric_tables::format_interval;
use crate::table::{format_proportion, header, markdown_table};

/// How far two judges agree on which answer is better.
#[derive(Clone, PartialEq, Debug)]
pub struct Agreement {
    /// The pairs that both judged.
    pub pairs: usize,
    /// The share on which they agree.
    pub same: f64,
    /// Cohen's kappa: 1 for perfect agreement, 0 for agreement by chance; `None` if all
    /// verdicts of both judges are one and the same, so that agreement by chance is certain.
    pub kappa: Option<f64>,
}

impl Agreement {
    /// The agreement of two judges on the same pairs; `None` if there is no pair.
    #[must_use]
    pub fn of(preferences: &[(Preference, Preference)]) -> Option<Self> {
        let all = preferences.len() as f64;
        if preferences.is_empty() {
            return None;
        }
        let share = |wanted: &dyn Fn(&(Preference, Preference)) -> bool| {
            preferences.iter().filter(|pair| wanted(pair)).count() as f64 / all
        };
        let same = share(&|(a, b)| a == b);
        let chance: f64 = [Preference::First, Preference::Second, Preference::Tie]
            .iter()
            .map(|preference| share(&|(a, _)| a == preference) * share(&|(_, b)| b == preference))
            .sum();
        Some(Self {
            pairs: preferences.len(),
            same,
            kappa: (chance < 1.0).then(|| (same - chance) / (1.0 - chance)),
        })
    }
}

/// The opinions of one judge on one pair of arms, by the repetition of a task; each has one for each order.
type OpinionsByRepetition<'j> = BTreeMap<RepetitionKey<'j>, Vec<&'j Opinion>>;
/// The set, the task and the number of the repetition.
type RepetitionKey<'j> = (&'j str, &'j str, u32);

/// A judge's verdict on a pair, and whether it was the same in both orders; a tie if it was not. `None` until the judge
/// has seen both orders.
fn verdict(both_orders: &[&Opinion]) -> Option<(Preference, bool)> {
    let [a, b] = both_orders else {
        return None;
    };
    Some(match a.better == b.better {
        true => (a.better, true),
        false => (Preference::Tie, false),
    })
}

const COLUMNS: &str = "arms | judge | pairs | first better | second better | tie | same in both orders | first score \
                       | second score | difference [95 % interval]";

/// The tables: a row for each pair of arms and judge, then one for each pair of judges. A pair of answers counts once
/// it was judged in both orders; scores are means over tasks, each the mean of its repetitions.
#[must_use]
pub fn judged_table(opinions: &[Opinion]) -> String {
    let mut rows = vec![header(COLUMNS)];
    let groups: BTreeSet<(&str, &str, &str)> = opinions.iter().map(arms_and_judge).collect();
    for (first, second, judge) in &groups {
        rows.push(opinion_row(
            first,
            second,
            judge,
            &opinions_by_repetition(opinions, first, second, judge),
        ));
    }
    let mut out = markdown_table(&rows);
    let agreements = agreement_rows(opinions, &groups);
    if agreements.len() > 1 {
        out += "\n";
        out += &markdown_table(&agreements);
    }
    out
}

fn arms_and_judge(one: &Opinion) -> (&str, &str, &str) {
    (&one.key.first, &one.key.second, &one.key.judge)
}

fn opinions_by_repetition<'j>(
    opinions: &'j [Opinion],
    first: &str,
    second: &str,
    judge: &str,
) -> OpinionsByRepetition<'j> {
    let mut by_repetition = OpinionsByRepetition::new();
    let own = opinions.iter();
    for one in own.filter(|one| arms_and_judge(one) == (first, second, judge)) {
        let repetition = (one.key.set.as_str(), one.key.id.as_str(), one.key.repeat);
        by_repetition.entry(repetition).or_default().push(one);
    }
    by_repetition
}

fn opinion_row(
    first: &str,
    second: &str,
    judge: &str,
    by_repetition: &OpinionsByRepetition<'_>,
) -> Vec<String> {
    let verdicts: Vec<(Preference, bool)> = by_repetition
        .values()
        .filter_map(|both| verdict(both))
        .collect();
    let count = |wanted: Preference| {
        verdicts
            .iter()
            .filter(|(better, _)| *better == wanted)
            .count()
    };
    let same = mean(verdicts.iter().map(|(_, same)| f64::from(u8::from(*same))));
    let mut row = vec![
        format!("{first} against {second}"),
        judge.to_owned(),
        verdicts.len().to_string(),
        count(Preference::First).to_string(),
        count(Preference::Second).to_string(),
        count(Preference::Tie).to_string(),
        same.map_or_else(String::new, format_proportion),
    ];
    if let Some(scores) = paired(&mean_scores_by_task(by_repetition)) {
        row.extend([
            format_proportion(scores.first),
            format_proportion(scores.second),
            format_interval(&scores.difference, true),
        ]);
    }
    row
}

/// The mean scores of both arms for each task, over the repetitions that the judge has seen in both orders.
fn mean_scores_by_task(by_repetition: &OpinionsByRepetition<'_>) -> Vec<(f64, f64)> {
    let mut by_task: BTreeMap<(&str, &str), Vec<&Opinion>> = BTreeMap::new();
    for (&(set, id, _), both_orders) in by_repetition {
        if verdict(both_orders).is_some() {
            let opinions = by_task.entry((set, id)).or_default();
            opinions.extend(both_orders.iter().copied());
        }
    }
    let mean_scores = |opinions: &Vec<&Opinion>| {
        let mean_of =
            |score_of: fn(&Opinion) -> f64| mean(opinions.iter().map(|one| score_of(one)));
        let first = mean_of(|one| one.first_scores.proportion())?;
        Some((first, mean_of(|one| one.second_scores.proportion())?))
    };
    by_task.values().filter_map(mean_scores).collect()
}

fn agreement_rows(opinions: &[Opinion], groups: &BTreeSet<(&str, &str, &str)>) -> Vec<Vec<String>> {
    let judges: BTreeSet<&str> = groups.iter().map(|group| group.2).collect();
    let judges: Vec<&str> = judges.into_iter().collect();
    let mut rows = vec![header("judges |  | pairs | same | kappa")];
    for (index, judge) in judges.iter().enumerate() {
        for other_judge in &judges[index + 1..] {
            let mut preferences = Vec::new();
            for (first, second, _) in groups.iter().filter(|group| group.2 == *judge) {
                let (by_repetition, other_by_repetition) = (
                    opinions_by_repetition(opinions, first, second, judge),
                    opinions_by_repetition(opinions, first, second, other_judge),
                );
                preferences.extend(by_repetition.iter().filter_map(|(repetition, both)| {
                    Some((
                        verdict(both)?.0,
                        verdict(other_by_repetition.get(repetition)?)?.0,
                    ))
                }));
            }
            if let Some(agreement) = Agreement::of(&preferences) {
                rows.push(vec![
                    (*judge).to_owned(),
                    (*other_judge).to_owned(),
                    agreement.pairs.to_string(),
                    format_proportion(agreement.same),
                    agreement.kappa.map_or_else(String::new, format_proportion),
                ]);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::super::{OpinionKey, Scores};
    use super::*;

    fn opinion(id: &str, repeat: u32, swapped: bool, [first, second]: [u8; 2]) -> Opinion {
        let scores = |score| Scores {
            correct: score,
            complete: score,
            specific: score,
        };
        Opinion {
            schema: String::new(),
            key: OpinionKey {
                judge: "judge".to_owned(),
                set: "set".to_owned(),
                id: id.to_owned(),
                repeat,
                first: "a".to_owned(),
                second: "b".to_owned(),
                swapped,
            },
            first_scores: scores(first),
            second_scores: scores(second),
            better: Preference::Tie,
            reason: String::new(),
        }
    }

    /// Of two tasks, one with a difference of 1 and one without, the interval is the whole range, however often they
    /// were repeated. A pair that was judged in one order only has no score.
    #[test]
    fn scores_are_means_over_tasks_that_were_judged_in_both_orders() {
        let check = |repeats: u32| {
            let mut opinions = vec![opinion("t3", 1, false, [4, 0])];
            for repeat in 1..=repeats {
                for swapped in [false, true] {
                    opinions.push(opinion("t1", repeat, swapped, [0, 4]));
                    opinions.push(opinion("t2", repeat, swapped, [2, 2]));
                }
            }
            let by_repetition = opinions_by_repetition(&opinions, "a", "b", "judge");
            let row = opinion_row("a", "b", "judge", &by_repetition);
            assert_eq!(row[2], (2 * repeats).to_string());
            assert_eq!(row[7..], ["0.250", "0.750", "0.500 [0.000, 1.000]"]);
        };
        check(1);
        check(8);
    }

    #[test]
    fn agreement_matches_hand_computed_values() {
        use Preference::{First, Second, Tie};
        assert_eq!(Agreement::of(&[]), None);
        // Half the same: by chance it is (.5·.5 + .5·.5) = .5, so kappa is 0.
        let half = [
            (First, First),
            (First, Second),
            (Second, First),
            (Second, Second),
        ];
        let half = Agreement::of(&half).unwrap();
        assert_eq!((half.pairs, half.same, half.kappa), (4, 0.5, Some(0.0)));
        let always = Agreement::of(&[(First, First), (Tie, Tie)]).unwrap();
        assert_eq!((always.same, always.kappa), (1.0, Some(1.0)));
        let one = Agreement::of(&[(Tie, Tie), (Tie, Tie)]).unwrap();
        assert_eq!((one.same, one.kappa), (1.0, None));
    }
}
