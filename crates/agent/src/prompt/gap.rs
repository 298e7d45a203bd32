//! The message about the gaps of a report.

use firsthand_registry::{clip, count, escape};
use firsthand_validator::{Gap, Rule};

use super::{Situation, WITHOUT_CALL};

/// Gaps, and ids, that are named in one message.
const GAPS: usize = 8;
/// Characters of an id that is none.
const GHOST_CHARS: usize = 24;

/// What is to be mended in a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gaps<'a> {
    /// Its gaps.
    pub gaps: &'a [Gap],
    /// The ids in it that were never handed out.
    pub unknown_ids: &'a [String],
    /// Whether it breaks off.
    pub cut: bool,
}

/// Names the gaps of a report for another round; no more than a few of many. Where only a report can follow,
/// a gap that only looking could close is not named.
#[must_use]
pub fn gap(of: Gaps<'_>, now: Situation) -> String {
    let gaps = of.gaps.iter();
    let gaps: Vec<&Gap> = gaps
        .filter(|gap| now.why_only_report.is_none() || !gap.needs_exploration())
        .collect();
    let mut list: Vec<String> = gaps
        .iter()
        .take(GAPS)
        .map(|gap| describe(gap, now))
        .collect();
    if let Some(more @ 1..) = gaps.len().checked_sub(GAPS) {
        list.push(format!("- and {more} more"));
    }
    if !of.unknown_ids.is_empty() {
        let named = of.unknown_ids.iter().take(GAPS);
        let named: Vec<String> = named
            .map(|id| format!("`{}`", clip(&escape(id), GHOST_CHARS)))
            .collect();
        let more = if of.unknown_ids.len() > GAPS {
            " and more"
        } else {
            ""
        };
        let named = named.join(", ");
        list.push(format!("- not an id that was shown to you: {named}{more}"));
    }
    if of.cut {
        let cut = "- the report breaks off; only what is whole in it was read";
        list.push(cut.to_owned());
    }
    format!(
        "Your report has a gap:\n{}\n{}",
        list.join("\n"),
        next(&gaps, now)
    )
}

fn describe(gap: &Gap, now: Situation) -> String {
    let more = match gap {
        Gap::NoPlace if now.seen => ": give ids that were shown to you",
        Gap::NoPlace => ": none was shown to you yet",
        _ => "",
    };
    format!("- {gap}{more}")
}

/// What to do about it.
fn next(gaps: &[&Gap], now: Situation) -> String {
    if let Some(reason) = now.why_only_report {
        return format!(
            "{reason} Call it again with the whole report, without what cannot be shown."
        );
    }
    let verb = if now.steps_left == 1 { "is" } else { "are" };
    let turns = count(now.steps_left as usize, "turn", "turns");
    let mut ways = Vec::new();
    if gaps.iter().any(|gap| wants_quote(gap)) {
        ways.push("quote what stands there");
    }
    if gaps.iter().any(|gap| wants_place(gap, now)) {
        ways.push("look for what is missing");
    }
    let call = "call submit_report again with the whole report";
    let ways = match ways.is_empty() {
        true => call.to_owned(),
        false => format!("{} and {call}", ways.join(", ")),
    };
    let ways = capitalized(&ways);
    let worded =
        (gaps.iter()).all(|gap| matches!(gap, Gap::FactWithheld { .. })) && !gaps.is_empty();
    let end = match now.stands && !worded {
        true => format!("; if that cannot be, {WITHOUT_CALL}, and it stays as it was."),
        false => ".".to_owned(),
    };
    format!("There {verb} {turns} left. {ways}{end}")
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Whether other words of a place that was shown would do.
fn wants_quote(gap: &Gap) -> bool {
    use Rule::{FactUnverified, QuoteLong, QuoteSlight};
    matches!(
        gap,
        Gap::QuoteFailed {
            rule: FactUnverified | QuoteLong | QuoteSlight,
            ..
        }
    )
}

/// Whether a place is wanted that was not cited, or not shown.
fn wants_place(gap: &Gap, now: Situation) -> bool {
    match gap {
        Gap::QuoteFailed { .. } => !wants_quote(gap),
        Gap::FactWithheld { .. } | Gap::NoSearchTarget => false,
        Gap::NoPlace => !now.seen,
        Gap::Named(_) | Gap::NoRange => true,
    }
}
