//! What a report says of what is missing where it names no gap.

use firsthand_registry::clip;
use firsthand_validator::{
    Action, Confidence, Coverage, EMBEDDED_MODEL, Losses, Outcome, VerifiedReport,
};

use crate::clean;
use crate::dropped::dropped_counts;
use crate::phrases::{coverage_text, files_text, losses_text};

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
/// something stand in a searched file. `prints_uses` if uses that are not cited are printed.
pub(crate) fn missing(report: &VerifiedReport, prints_uses: bool) -> Missing {
    let (body, coverage) = (report.body(), &report.facts().coverage);
    let names_none = body.outcome == Outcome::Verdict
        && body.confidence == Confidence::High
        && body.action != Action::TargetedGapSearch
        && body.missing.is_empty();
    if !names_none {
        return Missing::NotAssessed;
    }
    let has_uses = !body.uncited_uses.is_empty() || !body.further_uses.is_empty();
    let uses = (has_uses && prints_uses).then(|| "but see what is not cited".to_owned());
    let mut doubts: Vec<String> = uses.into_iter().collect();
    doubts.extend(dropped_counts(report).map(|items| format!("{items} dropped")));
    let is_complete = coverage.patterns > 0
        && coverage.losses.is_empty()
        && !coverage.truncated
        && coverage.query_words.is_none()
        && coverage.absent.is_empty();
    let is_nothing = doubts.is_empty() && is_complete && !has_uses;
    if is_nothing { Missing::Nothing } else { Missing::NothingNamed(doubts) }
}

/// Whether a model judged what was found, and claims more than leads: what its searches did not show it, it was told.
pub(crate) fn is_judged(report: &VerifiedReport) -> bool {
    let body = report.body();
    let is_embedded = report.facts().stats.model == EMBEDDED_MODEL;
    body.outcome == Outcome::Verdict && body.confidence != Confidence::Low && !is_embedded
}

/// What was searched, as far as the reader of a report can act on it: results that were cut only where something `is_claimed`
/// and no model judged.
pub(crate) fn searched_text(report: &VerifiedReport, is_claimed: bool) -> String {
    let coverage = &report.facts().coverage;
    let losses = Losses { budget: 0, cap: 0, cut: 0, ..coverage.losses };
    if is_judged(report) && coverage.patterns > 0 {
        let confined = if coverage.is_confined() { coverage.confined } else { 0 };
        let losses = Some(losses).filter(|losses| !losses.is_empty()).map(losses_text);
        let files = format!("searched {}", files_text(&Coverage { confined, ..coverage.clone() }));
        return [Some(files), losses].into_iter().flatten().collect::<Vec<_>>().join("; ");
    }
    if is_claimed {
        return coverage_text(coverage);
    }
    coverage_text(&Coverage { losses, truncated: false, ..coverage.clone() })
}

/// The most characters of an absent word.
const MAX_ABSENT_WORD_CHARS: usize = 32;

/// An absent word as a text in a report.
pub(crate) fn absent_word(word: &str) -> String {
    clip(&clean::escape_prose(word), MAX_ABSENT_WORD_CHARS).into_owned()
}
