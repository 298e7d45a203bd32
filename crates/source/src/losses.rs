//! What a search or a run did not reach or does not show, by cause.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What was not searched, not read or not shown, counted by cause. Where it is not empty, finding nothing does not show
/// that nothing is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Losses {
    /// Results that did not fit a budget of characters or tokens.
    #[serde(skip_serializing_if = "is_zero")]
    pub budget: u64,
    /// Searches that the time limit or a cancellation ended: what they did not reach was never searched.
    #[serde(skip_serializing_if = "is_zero")]
    pub time: u64,
    /// Results, queries or files beyond a limit of their number.
    #[serde(skip_serializing_if = "is_zero")]
    pub cap: u64,
    /// Results of which only a part is shown, or of which nothing can be quoted.
    #[serde(skip_serializing_if = "is_zero")]
    pub cut: u64,
    /// Files, folders and objects that could not be read, and searches that failed.
    #[serde(skip_serializing_if = "is_zero")]
    pub unreadable: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Losses {
    /// Whether nothing was lost.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The losses of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            budget: self.budget.saturating_add(other.budget),
            time: self.time.saturating_add(other.time),
            cap: self.cap.saturating_add(other.cap),
            cut: self.cut.saturating_add(other.cut),
            unreadable: self.unreadable.saturating_add(other.unreadable),
        }
    }
}

/// The greatest count that is printed; a line with the losses has to fit any report.
const MAX_PRINTED: u64 = 9_999;

impl fmt::Display for Losses {
    /// On one line, such as `8 left out, 2 not finished`; empty without losses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let causes = [
            (self.budget.saturating_add(self.cap), "left out"),
            (self.cut, "shown in part"),
            (self.time, "not finished"),
            (self.unreadable, "not read"),
        ];
        let lost = causes.into_iter().filter(|(count, _)| *count > 0);
        for (at, (count, what)) in lost.enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let more = if count > MAX_PRINTED { "+" } else { "" };
            write!(f, "{comma}{}{more} {what}", count.min(MAX_PRINTED))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_added_and_printed_by_cause() {
        let check = |losses: Losses, text: &str, json: &str| {
            assert_eq!(losses.to_string(), text);
            assert_eq!(serde_json::to_string(&losses).unwrap(), json);
            assert_eq!(serde_json::from_str::<Losses>(json).unwrap(), losses);
            assert_eq!(losses.is_empty(), text.is_empty());
            assert_eq!(losses.and(Losses::default()), losses);
        };
        check(Losses::default(), "", "{}");
        let time = Losses { time: 1, ..Losses::default() };
        check(time, "1 not finished", r#"{"time":1}"#);
        let all = Losses { budget: 2, time: u64::MAX, cap: 3, cut: 4, unreadable: 5 };
        let text = "5 left out, 4 shown in part, 9999+ not finished, 5 not read";
        let json = r#"{"budget":2,"time":18446744073709551615,"cap":3,"cut":4,"unreadable":5}"#;
        check(all.and(time), text, json);
    }
}
