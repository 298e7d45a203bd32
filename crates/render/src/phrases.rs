//! The report's own phrases: coverage, losses, stop reasons, absent words.

use std::fmt;

use firsthand_registry::QueryTokens;
use firsthand_validator::{
    Action, Confidence, Coverage, Item, Loss, Outcome, QueryWords, Rule, StopReason, VerifiedReport,
};

/// Whether nothing is known to be missing: the report is a verdict, its confidence is not low, it proposes no search,
/// no gap is named, nothing is cited as absent, nothing that was submitted was dropped, something was searched, all of
/// the question was used, and no [absent word](absent_words) of it says something.
pub(crate) fn nothing_missing(report: &VerifiedReport) -> bool {
    let (body, coverage) = (report.body(), &report.facts().coverage);
    body.outcome == Outcome::Verdict
        && body.confidence != Confidence::Low
        && body.action != Action::TargetedGapSearch
        && body.missing.is_empty()
        && body.absent.is_empty()
        && dropped(report).is_empty()
        && absent_words(report).is_empty()
        && coverage.losses.time == 0
        && coverage.query_words.is_none()
        && coverage.patterns > 0
}

/// The reason of a skip: whether anything was searched.
pub(crate) fn skip_reason(report: &VerifiedReport) -> &'static str {
    match report.facts().coverage.patterns {
        0 => "nothing was searched",
        _ if !report.facts().coverage.losses.is_empty() => "not all was searched, read or shown",
        _ => "nothing relevant was found",
    }
}

/// Prints why a report is a fallback.
pub(crate) struct FallbackReason<'r>(pub(crate) &'r VerifiedReport);

impl fmt::Display for FallbackReason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = if self.0.body().primary.is_empty() {
            "no place to show"
        } else {
            "places ranked by structure alone"
        };
        write!(f, "no verified selection: {}; {places}", why(self.0))
    }
}

/// That a report is a fallback, as a sentence; with the reason, if asked for.
pub(crate) fn fallback_sentence(report: &VerifiedReport, with_reason: bool) -> String {
    if !with_reason {
        return "No verified answer: places ranked by structure.".to_owned();
    }
    let places = if report.body().primary.is_empty() {
        "there is no place to show"
    } else {
        "these places rank highest by structure alone"
    };
    format!("No verified answer: {}; {places}.", why(report))
}

/// Why a run ended without a verified selection.
fn why(report: &VerifiedReport) -> &'static str {
    let Coverage {
        files_seen,
        files_skipped,
        ..
    } = report.facts().coverage;
    if files_seen == 0 && files_skipped > 0 {
        return "no file here could be read";
    }
    match report.facts().stats.stop_reason {
        StopReason::Accepted | StopReason::BestOfContinuations | StopReason::NoSubmit => {
            "the model submitted nothing"
        }
        StopReason::NothingVerified if is_only_unread(report) => {
            "nothing was found, but not all was searched, read or shown"
        }
        StopReason::NothingVerified => "nothing that the model submitted could be verified",
        StopReason::StepBudget => "the steps were used up",
        StopReason::ObservationBudget => "no more text could be shown to the model",
        StopReason::TimeBudget => "the time was up",
        StopReason::ModelError => "the model failed",
        StopReason::Idle => "the agent made no call for too long",
        StopReason::Cancelled => "it was cancelled",
    }
}

/// Whether the model submitted that nothing is there after searches that lost something.
fn is_only_unread(report: &VerifiedReport) -> bool {
    let (body, coverage) = (report.body(), &report.facts().coverage);
    body.primary.is_empty() && coverage.patterns > 0 && !coverage.losses.is_empty()
}

/// The items of a selection that are not in its report.
pub(crate) fn dropped(report: &VerifiedReport) -> Vec<Loss> {
    let losses = report.body().losses.iter().copied();
    losses.filter(|loss| loss.rule != Rule::Clamped).collect()
}

/// How many places of a selection are in its report with a part of their lines: printed as `2 places`.
pub(crate) fn narrowed(report: &VerifiedReport) -> Option<String> {
    let losses = report.body().losses.iter();
    let clamped = losses.filter(|loss| loss.rule == Rule::Clamped);
    let count = clamped.map(|loss| loss.count).sum::<usize>();
    (count > 0).then(|| format!("{count} place{}", plural(count as u64)))
}

/// Prints which items of a selection are not in its report.
pub(crate) struct Dropped {
    pub(crate) losses: Vec<Loss>,
    /// Whether the reasons are printed; else only the number of lost items.
    pub(crate) reasons: bool,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.reasons {
            let all: usize = self.losses.iter().map(|loss| loss.count).sum();
            return write!(f, "{all} in all");
        }
        for (at, loss) in self.losses.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            let (what, ending) = (item_name(loss.item), plural(loss.count as u64));
            let (count, why) = (loss.count, reason(loss.rule));
            write!(f, "{comma}{count} {what}{ending} ({why})")?;
        }
        Ok(())
    }
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
fn reason(rule: Rule) -> &'static str {
    match rule {
        Rule::FactUnverified => "quote not found",
        Rule::QuoteSlight => "quote too slight",
        Rule::QuoteLong => "quote too long",
        Rule::UnknownId => "no such place was shown",
        Rule::PathOnly => "no lines were shown",
        Rule::Stale => "changed since it was seen",
        Rule::Unreadable => "could not be read again",
        Rule::AbsenceUnproved => "absence not proved again",
        Rule::Redacted => "holds a secret",
        Rule::OverLimit => "over the limit",
        Rule::ProseReference => "names a place outside this report",
        other => other.name(),
    }
}

/// Prints what was searched.
pub(crate) struct SearchCoverage<'r>(pub(crate) &'r Coverage);

impl fmt::Display for SearchCoverage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Coverage {
            patterns,
            files_seen,
            files_skipped,
            truncated,
            losses,
            query_words,
            ..
        } = *self.0;
        if patterns == 0 {
            f.write_str("no search was made")?;
        } else {
            write!(
                f,
                "searched {patterns} pattern{}",
                plural(u64::from(patterns))
            )?;
            write!(f, " in {files_seen} file{}", plural(files_seen))?;
        }
        if files_skipped > 0 {
            // Binary, too large, secret, a link, unreadable, with an invalid name, or no regular file.
            write!(f, "; {files_skipped} more not read")?;
        }
        if let Some(QueryWords { used, of }) = query_words {
            write!(
                f,
                "; of the question's {of} different words, the {used} rarest that occur were used"
            )?;
        }
        if losses.is_empty() {
            f.write_str(if truncated { "; some results cut" } else { "" })
        } else {
            write!(f, "; {losses}")
        }
    }
}

/// The words of the question that are in no searched file. Where the report is sure, only those with the form of a name in
/// code: the reader takes another word, which the code need not use, for a gap.
pub(crate) fn absent_words(report: &VerifiedReport) -> Vec<&str> {
    let words = report.facts().coverage.absent.iter().map(String::as_str);
    let is_sure = report.body().confidence == Confidence::High;
    let only_names = is_sure && MostlyAbsentQuery::of(report).is_none();
    words
        .filter(|word| !only_names || is_like_code(word))
        .collect()
}

/// Whether a word has a capital inside, a digit or a mark.
fn is_like_code(word: &str) -> bool {
    let is_plain =
        |(at, letter): (usize, char)| letter.is_alphabetic() && (at == 0 || !letter.is_uppercase());
    !word.chars().enumerate().all(is_plain)
}

/// The least characters of a long word; shorter ones count only in a question without long ones.
const LONG_WORD_CHARS: usize = 4;

/// Prints how many words of a question occur nowhere: it may be in another language than the code.
#[derive(Clone, Copy)]
pub(crate) struct MostlyAbsentQuery {
    absent: usize,
    /// How many words of the question count.
    word_count: usize,
    /// Whether only longer words count.
    only_longer: bool,
    /// Whether more words may be absent than are recorded: only those whose absence says something are.
    at_least: bool,
}

impl MostlyAbsentQuery {
    /// `None` unless at least half of the question's long words (of all, where none is long) are known to be absent.
    pub(crate) fn of(report: &VerifiedReport) -> Option<Self> {
        let absent_words = &report.facts().coverage.absent;
        if absent_words.is_empty() {
            return None;
        }
        let tokens = QueryTokens::of(&report.facts().query);
        let is_long = |token: &&str| token.chars().count() >= LONG_WORD_CHARS;
        let mut words: Vec<&str> = tokens.iter().filter(is_long).collect();
        let only_longer = !words.is_empty();
        if !only_longer {
            words = tokens.iter().collect();
        }
        let word_count = words.len();
        words.retain(|word| absent_words.iter().any(|absent| absent == word));
        let absent = words.len();
        (absent > 0 && absent * 2 >= word_count).then_some(Self {
            absent,
            word_count,
            only_longer,
            at_least: absent < word_count,
        })
    }
}

impl fmt::Display for MostlyAbsentQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = if self.at_least { "at least " } else { "" };
        let longer = if self.only_longer { "longer " } else { "" };
        let Self {
            absent, word_count, ..
        } = self;
        let ending = plural(*word_count as u64);
        write!(
            f,
            "words are matched as they are written: {at_least}{absent} of {word_count} {longer}word{ending} not found"
        )
    }
}

/// The most absent words that are printed; the first ones say the most.
pub(crate) const MAX_PRINTED_ABSENT: usize = 3;

/// The plural ending of a counted word.
pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}
