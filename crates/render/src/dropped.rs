//! What of a selection is not in its report, or not whole.

use firsthand_registry::{RepoPath, distinct};
use firsthand_validator::{Item, Loss, Outcome, Rule, VerifiedReport};

use crate::phrases::plural;

/// The items of a selection that are not in its report.
pub(crate) fn dropped(report: &VerifiedReport) -> Vec<&Loss> {
    let losses = report.body().losses.iter();
    losses.filter(|loss| loss.rule != Rule::Clamped).collect()
}

/// The most files that are named of what was dropped: they are no part of the answer.
const MAX_DROPPED_PATHS: usize = 6;

/// The files of what was dropped that a form may name, each once.
pub(crate) fn dropped_paths(report: &VerifiedReport) -> Vec<&RepoPath> {
    let mut paths = distinct(dropped(report).into_iter().flat_map(|loss| &loss.paths));
    paths.truncate(MAX_DROPPED_PATHS);
    paths
}

/// How many places of a selection are in its report with a part of the lines that it names: `2 places in a.rs, b.rs`.
pub(crate) fn narrowed(
    report: &VerifiedReport,
    name: impl FnMut(&RepoPath) -> String,
) -> Option<String> {
    let losses = report.body().losses.iter();
    let clamped = losses.filter(|loss| loss.rule == Rule::Clamped).collect::<Vec<_>>();
    let count = clamped.iter().map(|loss| loss.count).sum::<usize>();
    let files: Vec<String> = clamped.iter().flat_map(|loss| &loss.paths).map(name).collect();
    (count > 0).then(|| format!("{count} place{} in {}", plural(count as u64), files.join(", ")))
}

/// Which items of a selection are not in its report, with their roles, the reasons and the names of the first `max_paths`
/// files that they cited, or else only their number; `None` if all are. `prose` writes a model's text.
pub(crate) fn dropped_text(
    report: &VerifiedReport,
    with_reasons: bool,
    max_paths: usize,
    prose: impl Fn(&str) -> String,
    mut name: impl FnMut(&RepoPath) -> String,
) -> Option<String> {
    let losses = dropped(report);
    if losses.is_empty() {
        return None;
    }
    if !with_reasons {
        let all: usize = losses.iter().map(|loss| loss.count).sum();
        return Some(format!("{all} in all"));
    }
    let mut named = dropped_paths(report);
    named.truncate(max_paths);
    let texts = losses.iter().map(|loss| {
        let (what, ending) = (item_name(loss.item), plural(loss.count as u64));
        let number = match loss.roles.len() {
            named if named == loss.count => String::new(),
            _ => format!("{} ", loss.count),
        };
        let roles = loss.roles.iter().map(|role| format!("\"{}\"", prose(role)));
        let roles = roles.collect::<Vec<_>>().join(", ");
        let roles = if roles.is_empty() { roles } else { format!(" {roles}") };
        let names = loss.paths.iter().filter(|path| named.contains(path));
        let names = names.map(|path| match loss.nearest.get(path) {
            Some(line) => format!("{}:{line}", name(path)),
            None => name(path),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { names } else { format!(": {names}") };
        format!("{number}{what}{ending}{roles} ({}{names})", reason(loss, report))
    });
    Some(texts.collect::<Vec<_>>().join(", "))
}

/// How many items of each kind are not in the report: `2 claims, 1 place`; `None` if all are.
pub(crate) fn dropped_counts(report: &VerifiedReport) -> Option<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for loss in dropped(report) {
        let name = item_name(loss.item);
        match counts.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += loss.count,
            None => counts.push((name, loss.count)),
        }
    }
    let texts = counts.iter().map(|(name, n)| format!("{n} {name}{}", plural(*n as u64)));
    let text = texts.collect::<Vec<_>>().join(", ");
    (!text.is_empty()).then_some(text)
}

fn item_name(item: Item) -> &'static str {
    match item {
        Item::FlowLink => "claim",
        Item::Place => "place",
        Item::ReadTarget => "read target",
        Item::NamedGap => "named gap",
        Item::Receipt => "receipt",
        Item::SearchTarget => "search target",
        Item::Text => "text",
    }
}

/// The reason why something is not in the report.
fn reason(loss: &Loss, report: &VerifiedReport) -> &'static str {
    let is_of_place = matches!(loss.item, Item::FlowLink | Item::Place | Item::ReadTarget);
    match loss.rule {
        Rule::OverLimit if is_of_place && report.body().outcome == Outcome::Skip => {
            "a skip has no places"
        }
        Rule::Merged => "its place is one with another",
        Rule::FactUnverified => "quote not found",
        Rule::QuoteSlight => "quote too slight",
        Rule::QuoteLong => "quote too long",
        Rule::UnknownId => "no such place was shown",
        Rule::PathOnly => "no lines were shown",
        Rule::Stale => "changed since it was seen",
        Rule::Unreadable => "cannot be read now",
        Rule::AbsenceUnproved => "absence not proved again",
        Rule::Redacted => "holds a secret",
        Rule::OverLimit => "over the limit",
        Rule::ProseReference => "names a place or id that is not printed",
        other => other.name(),
    }
}
