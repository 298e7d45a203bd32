//! Two measurements side by side, arm by arm, on the tasks that both have.

use crate::figure::compared;
use crate::price::Prices;
use crate::record::Record;
use crate::summary::by_arm;
use crate::table::effort;

/// Nothing in the measurements can be compared.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no arm is in both measurements: the first has {first}; the second has {second}")]
pub struct NothingComparable {
    first: String,
    second: String,
}

/// The tables of differences, second less first: of the arms that both have, or of the only arm of each.
///
/// # Errors
/// [`NothingComparable`] where there is no such pair of arms.
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
    let alone = first.len() == 1 && second.len() == 1;
    let mut tables = Vec::new();
    for a in &first {
        let partner = second.iter().find(|b| alone || label(b) == label(a));
        if let Some(b) = partner {
            let names = ["first: ", "second: "];
            let [mine, other] = [label(a), label(b)];
            let figures = compared(a, b, prices);
            tables.push(effort::compared(
                &(names[0].to_owned() + &mine),
                &(names[1].to_owned() + &other),
                &figures,
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
