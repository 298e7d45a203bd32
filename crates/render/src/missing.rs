//! What a report says of what is missing where it names no gap.

use firsthand_registry::clip;
use firsthand_validator::{Action, Confidence, Outcome, VerifiedReport};

use crate::clean;
use crate::dropped::dropped_counts;

/// What a report says of what is missing where it names no gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    /// The model named none, and nothing that the host knows speaks against it.
    Nothing,
    /// The model named none, and the host does not confirm it: for these reasons, or for those that the coverage has.
    NothingNamed(Vec<String>),
    /// Nobody says that nothing is missing.
    NotAssessed,
}

/// What a report says of what is missing. Only a verdict of high confidence that proposes no search says that nothing is.
/// The host confirms it if everything that was observed to use what is cited is cited, too, nothing that was submitted was
/// dropped, something was searched and nothing of it lost, all of the question was used, and all of its words that say
/// something stand in a searched file. The uses are not counted if they are printed.
pub(crate) fn missing(report: &VerifiedReport, are_uses_printed: bool) -> Missing {
    let (body, coverage) = (report.body(), &report.facts().coverage);
    let names_none = body.outcome == Outcome::Verdict
        && body.confidence == Confidence::High
        && body.action != Action::TargetedGapSearch
        && body.missing.is_empty();
    if !names_none {
        return Missing::NotAssessed;
    }
    let mut doubts = Vec::new();
    let further: usize = body.further_uses.iter().map(|found| found.lines).sum();
    match body.uncited_uses.len() + further {
        0 => {}
        _ if are_uses_printed => doubts.push("these uses are not cited".to_owned()),
        1 => doubts.push("1 more line uses what is cited".to_owned()),
        lines => doubts.push(format!("{lines} more lines use what is cited")),
    }
    doubts.extend(dropped_counts(report).map(|items| format!("{items} dropped")));
    let is_complete = coverage.patterns > 0
        && coverage.losses.is_empty()
        && !coverage.truncated
        && coverage.query_words.is_none()
        && coverage.absent.is_empty();
    if doubts.is_empty() && is_complete { Missing::Nothing } else { Missing::NothingNamed(doubts) }
}

/// The most characters of an absent word.
const MAX_ABSENT_WORD_CHARS: usize = 32;

/// An absent word as a text in a report.
pub(crate) fn absent_word(word: &str) -> String {
    clip(&clean::escape_prose(word), MAX_ABSENT_WORD_CHARS).into_owned()
}
