//! Compares two measurements arm by arm, on the tasks that both contain.

use crate::named_metrics::paired_differences;
use crate::price::Prices;
use crate::record::Record;
use crate::summary::by_arm;
use crate::table::metric_tables::comparison_table;

/// The two measurements have no arm in common.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no arm is in both measurements: the first has {first_labels}; the second has {second_labels}"
)]
pub struct NothingComparable {
    /// The labels of the first measurement's arms, joined by commas, or `no answer`.
    first_labels: String,
    second_labels: String,
}

/// Tables of paired differences (second minus first) for every arm present in both measurements; if each has a single
/// arm, those two are compared whatever their labels.
///
/// # Errors
/// [`NothingComparable`] if there is no such pair of arms.
pub fn compare(
    first: &[Record],
    second: &[Record],
    prices: &Prices,
) -> Result<String, NothingComparable> {
    let (first, second) = (by_arm(first), by_arm(second));
    let label = |records: &[&Record]| records[0].key.label();
    let labels = |arms: &[Vec<&Record>]| {
        let labels: Vec<String> = arms.iter().map(|arm| label(arm)).collect();
        match labels.is_empty() {
            true => "no answer".to_owned(),
            false => labels.join(", "),
        }
    };
    let single_arms = first.len() == 1 && second.len() == 1;
    let mut tables = Vec::new();
    for arm in &first {
        let mut others = second.iter();
        if let Some(other) = others.find(|other| single_arms || label(other) == label(arm)) {
            tables.push(comparison_table(
                &format!("first: {}", label(arm)),
                &format!("second: {}", label(other)),
                &paired_differences(arm, other, prices),
            ));
        }
    }
    match tables.is_empty() {
        true => Err(NothingComparable {
            first_labels: labels(&first),
            second_labels: labels(&second),
        }),
        false => Ok(tables.join("\n")),
    }
}
