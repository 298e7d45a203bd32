//! The test for default values, and validations that several types share.

use super::{Invalid, Tier};

const BLANK: &str = "is blank";

/// Whether a value is the default of its type: such fields are omitted in JSON.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn not_blank(field: &str, text: &str) -> Result<(), Invalid> {
    match text.trim().is_empty() {
        true => Err(Invalid::new(field, BLANK)),
        false => Ok(()),
    }
}

/// Requires that no text of a list is blank.
pub(super) fn none_blank(field: &str, texts: &[String]) -> Result<(), Invalid> {
    let blank = texts.iter().position(|text| text.trim().is_empty());
    blank.map_or(Ok(()), |index| {
        Err(Invalid::new(format!("{field}[{index}]"), BLANK))
    })
}

pub(super) fn not_negative(field: &str, number: i64) -> Result<(), Invalid> {
    match number < 0 {
        true => Err(Invalid::new(field, "is negative")),
        false => Ok(()),
    }
}

/// Requires a finite number from 0 to `max`.
pub(super) fn in_range(field: &str, number: f64, max: f64) -> Result<(), Invalid> {
    match (0.0..=max).contains(&number) {
        true => Ok(()),
        false => Err(Invalid::new(field, "is out of its range")),
    }
}

pub(super) fn retrieval_tier(tier: &str) -> Result<(), Invalid> {
    let unknown = |_| Invalid::new("tier", "is no tier of retrieval");
    tier.parse::<Tier>().map(drop).map_err(unknown)
}
