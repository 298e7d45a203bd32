//! Compares two measurements arm by arm, on the tasks that both contain.

use crate::named_metrics::paired_differences;
use crate::price::Prices;
use crate::record::Record;
use crate::summary::by_arm;
use crate::table::metric_tables::comparison_table;

/// The two measurements have no arm in common.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no arm is in both measurements: the first has {first}; the second has {second}")]
pub struct NothingComparable {
    first: String,
    second: String,
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
        arms.iter()
            .map(|it| label(it))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let single_arms = first.len() == 1 && second.len() == 1;
    let mut tables = Vec::new();
    for a in &first {
        let matching_arm = second.iter().find(|b| single_arms || label(b) == label(a));
        if let Some(b) = matching_arm {
            let prefixes = ["first: ", "second: "];
            let [first_label, second_label] = [label(a), label(b)];
            let differences = paired_differences(a, b, prices);
            tables.push(comparison_table(
                &(prefixes[0].to_owned() + &first_label),
                &(prefixes[1].to_owned() + &second_label),
                &differences,
            ));
        }
    }
    match tables.is_empty() {
        true => Err(NothingComparable {
            first: labels(&first),
            second: labels(&second),
        }),
        false => Ok(tables.join("\n")),
    }
}
