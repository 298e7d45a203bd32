//! The message about the gaps of a report.

use firsthand_registry::{clip, count, escape};
use firsthand_validator::{Gap, Rule};

use super::{Situation, WITHOUT_CALL, rounded};

/// The most gaps, and the most ids, that one message names.
const MAX_GAPS: usize = 8;
/// The most characters of an unknown id.
const UNKNOWN_ID_CHARS: usize = 24;

/// The faults of a report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Gaps<'a> {
    /// Its gaps that no message named before.
    pub gaps: &'a [Gap],
    /// Its gaps that were named before.
    pub still: &'a [Gap],
    /// The unknown ids in it.
    pub unknown_ids: &'a [String],
    /// The numbers of the verified links of the better report before it that it leaves out.
    pub forgotten: &'a [usize],
    /// Why an earlier report would be printed in its place.
    pub why_earlier: Option<String>,
    /// Whether it is truncated.
    pub cut: bool,
}

/// The message about the first gaps of a report, for another round. Where only a report can follow,
/// gaps that need exploration are left out.
#[must_use]
pub fn gap(of: Gaps<'_>, now: Situation) -> String {
    let gaps = of.gaps.iter();
    let gaps: Vec<&Gap> =
        gaps.filter(|gap| now.why_only_report.is_none() || !gap.needs_exploration()).collect();
    let mut list: Vec<String> = gaps.iter().take(MAX_GAPS).map(|gap| describe(gap, now)).collect();
    if let Some(more @ 1..) = gaps.len().checked_sub(MAX_GAPS) {
        list.push(format!("- and {more} more"));
    }
    list.extend(briefly("still: ", of.still));
    if !of.unknown_ids.is_empty() {
        let named = of.unknown_ids.iter().take(MAX_GAPS);
        let named: Vec<String> =
            named.map(|id| format!("`{}`", clip(&escape(id), UNKNOWN_ID_CHARS))).collect();
        let more = if of.unknown_ids.len() > MAX_GAPS { " and more" } else { "" };
        let named = named.join(", ");
        list.push(format!("- not an id that was shown to you: {named}{more}"));
    }
    if !of.forgotten.is_empty() {
        let numbers: Vec<String> = of.forgotten.iter().map(usize::to_string).collect();
        let links = format!("flow links {} of your report before, which stand", numbers.join(", "));
        list.push(format!("- it leaves out {links}: only one report is printed"));
    }
    list.extend(of.why_earlier.map(|why| format!("- {why}")));
    if of.cut {
        let cut = "- the report breaks off; only what is whole in it was read";
        list.push(cut.to_owned());
    }
    let all: Vec<&Gap> = gaps.iter().copied().chain(of.still).collect();
    format!("Your report has a gap:\n{}\n{}", list.join("\n"), instruction(&all, now))
}

/// The gaps without the model's own text, a line for each.
pub(super) fn briefly(label: &str, gaps: &[Gap]) -> Vec<String> {
    let named = gaps.iter().take(MAX_GAPS).map(|gap| format!("- {label}{}", gap.brief()));
    let mut list: Vec<String> = named.collect();
    if let Some(more @ 1..) = gaps.len().checked_sub(MAX_GAPS) {
        list.push(format!("- {label}{more} more"));
    }
    list
}

fn describe(gap: &Gap, now: Situation) -> String {
    let more = match gap {
        Gap::NoPlace if now.has_places => ": give ids that were shown to you",
        Gap::NoPlace => ": none was shown to you yet",
        Gap::Named(_) => {
            " (what a search proved to be absent is no gap if its receipt is cited: `[a1]`)"
        }
        _ => "",
    };
    format!("- {gap}{more}")
}

/// What the model should do about the gaps.
fn instruction(gaps: &[&Gap], now: Situation) -> String {
    if let Some(reason) = now.why_only_report {
        return format!(
            "{reason} Call it again with the whole report, without what cannot be shown."
        );
    }
    let turns = count(now.steps_left as usize, "turn", "turns");
    let quote = gaps.iter().any(|gap| needs_quote(gap)).then_some("quote what stands there");
    let place = gaps.iter().any(|gap| needs_place(gap, now));
    let place = place.then_some("look for what is missing (what cannot be found stays named)");
    let call = "call submit_report again with the whole report";
    let ways = quote.into_iter().chain(place).collect::<Vec<_>>().join(", ");
    let ways = if ways.is_empty() { call.to_owned() } else { format!("{ways} and {call}") };
    let ways = ways[..1].to_uppercase() + &ways[1..];
    let only_wording =
        (gaps.iter()).all(|gap| matches!(gap, Gap::FactWithheld { .. })) && !gaps.is_empty();
    let end = if now.has_report && !only_wording {
        format!("; if that cannot be, {WITHOUT_CALL}, and it stays as it was.")
    } else {
        ".".to_owned()
    };
    let chars = rounded(now.chars_left);
    format!("There is room for about {chars} characters of places, in {turns}. {ways}{end}")
}

/// Whether another quote from an observed place would close the gap.
fn needs_quote(gap: &Gap) -> bool {
    use Rule::{FactUnverified, QuoteLong, QuoteSlight};
    matches!(gap, Gap::QuoteFailed { rule: FactUnverified | QuoteLong | QuoteSlight, .. })
}

/// Whether the message about the gaps has to ask for another place, observed or not, to close this one. It need not for
/// [`Gap::NoPlace`] if places were observed: the description of that gap asks for their ids.
fn needs_place(gap: &Gap, now: Situation) -> bool {
    match gap {
        Gap::QuoteFailed { .. } => !needs_quote(gap),
        Gap::FactWithheld { .. } | Gap::NoSearchTarget => false,
        Gap::WordsStand { .. } => true,
        Gap::NoPlace => !now.has_places,
        Gap::Named(_) | Gap::NoRange => true,
    }
}
