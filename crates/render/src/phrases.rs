//! The report's own phrases: coverage, losses, stop reasons, absent words, numbers and times.

use firsthand_registry::{QueryTokens, distinct, grouped_digits, named_words};
use firsthand_validator::{Confidence, Coverage, Losses, QueryWords, StopReason, VerifiedReport};

use crate::missing::is_judged;

/// Whether anything was searched, and to the end: only then a search that proposes nothing says something.
pub(crate) fn was_searched(report: &VerifiedReport) -> bool {
    let coverage = &report.facts().coverage;
    coverage.patterns > 0 && coverage.losses.time == 0
}

/// The reason of a skip: whether anything was searched.
pub(crate) fn skip_reason(report: &VerifiedReport) -> &'static str {
    match report.facts().coverage.patterns {
        0 => "nothing was searched",
        _ if !report.facts().coverage.shows_absence() => "not all was searched, read or shown",
        _ => "nothing relevant was found",
    }
}

/// Why a report is a fallback.
pub(crate) fn fallback_reason(report: &VerifiedReport) -> String {
    let places = if report.body().primary.is_empty() {
        "no place to show"
    } else {
        "places ranked by the host"
    };
    format!("no verified selection: {}; {places}", why(report))
}

/// That a report is a fallback, as a sentence; with the reason, if asked for.
pub(crate) fn fallback_sentence(report: &VerifiedReport, with_reason: bool) -> String {
    if !with_reason {
        return "No verified answer: places ranked by the host.".to_owned();
    }
    let places = if report.body().primary.is_empty() {
        "there is no place to show"
    } else {
        "the host ranks these places highest"
    };
    format!("No verified answer: {}; {places}.", why(report))
}

/// Why a run ended without a verified selection.
fn why(report: &VerifiedReport) -> &'static str {
    let Coverage { files_seen, files_skipped, .. } = report.facts().coverage;
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
        StopReason::SkipUnfounded => {
            "the model found nothing, but words of the question stand in files"
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
    body.primary.is_empty() && coverage.patterns > 0 && !coverage.shows_absence()
}

/// What was searched.
pub(crate) fn coverage_text(coverage: &Coverage) -> String {
    let patterns = coverage.patterns;
    let mut text = match patterns {
        0 => "no search was made".to_owned(),
        _ => {
            let s_of_patterns = plural(patterns.into());
            format!("searched {patterns} pattern{s_of_patterns} in {}", files_text(coverage))
        }
    };
    if coverage.files_skipped > 0 && !coverage.is_confined() {
        // Binary, too large, secret, a link, unreadable, with an invalid name, or no regular file.
        let files = plural(coverage.files_skipped);
        text += &format!("; {} more file{files} not searched", coverage.files_skipped);
    }
    if let Some(QueryWords { used, of }) = coverage.query_words {
        text += &format!(
            "; of the question's {of} different words, the {used} rarest that occur were used"
        );
    }
    if !coverage.losses.is_empty() {
        text += &format!("; {}", losses_text(coverage.losses));
    } else if coverage.truncated {
        text += "; some results cut";
    }
    text
}

/// In how many files was searched, and in which part of all, where that was not in all of them.
pub(crate) fn files_text(coverage: &Coverage) -> String {
    let Coverage { patterns, confined, files_seen, .. } = *coverage;
    let files = format!("{files_seen} file{}", plural(files_seen));
    match confined {
        0 => files,
        _ if confined < patterns => format!("{files} ({confined} only in a part of them)"),
        _ => format!("{}{files}{}", if patterns > 1 { "up to " } else { "" }, parts_text(coverage)),
    }
}

/// The parts to which all searches were confined.
fn parts_text(coverage: &Coverage) -> String {
    // A name such as `b.ts:1-2` would read as a place.
    let is_plain_char = |c: char| c.is_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    let is_plain = |part: &String| part.replacen(":/", "/", 1).chars().all(is_plain_char);
    if coverage.within.iter().any(|part| part.is_empty() || !is_plain(part)) {
        return ", a part of all".to_owned();
    }
    format!(" of {}", coverage.within.join(", "))
}

/// What was not done, each number with what it counts: `4 results left out; 1 file not read`.
pub(crate) fn losses_text(losses: Losses) -> String {
    let none = Losses::default();
    let Losses { budget, cap, cut, time, unreadable } = losses;
    let kinds = [
        ("result", Losses { budget, cap, ..none }),
        ("result", Losses { cut, ..none }),
        ("search", Losses { time, ..none }),
        ("file", Losses { unreadable, ..none }),
    ];
    let kinds = kinds.into_iter().filter(|(_, losses)| !losses.is_empty());
    let texts = kinds.map(|(what, losses)| {
        let text = losses.to_string();
        let (number, how) = text.split_once(' ').unwrap_or((&text, ""));
        let ending = match number {
            "1" => "",
            _ if what.ends_with('h') => "es",
            _ => "s",
        };
        format!("{number} {what}{ending} {how}")
    });
    texts.collect::<Vec<_>>().join("; ")
}

/// What is printed to be in no searched file: the names for which the model asks, and the first words of the question.
pub(crate) fn absent_names_and_words(report: &VerifiedReport) -> Vec<&str> {
    let names = report.body().absent_names.iter().map(String::as_str);
    distinct(names.chain(absent_words(report).into_iter().take(MAX_PRINTED_ABSENT)))
}

/// The words of the question that are in no searched file; none where a model judged, which saw the counts. Unless the
/// confidence is low, only those with the form of a name: the reader takes another word, which the code need not use, for a
/// gap.
fn absent_words(report: &VerifiedReport) -> Vec<&str> {
    if is_judged(report) {
        return Vec::new();
    }
    let names = named_words(&report.facts().query);
    let only_names = report.body().confidence != Confidence::Low && mostly_absent(report).is_none();
    let words = report.facts().coverage.absent.iter().map(String::as_str);
    words.filter(|word| !only_names || names.contains(word)).collect()
}

/// The least characters of a long word; shorter ones count only in a question without long ones.
const LONG_WORD_CHARS: usize = 4;

/// How many words of a question occur nowhere: it may be in another language than the code. `None` unless at least half of
/// its long words (of all, where none is long) are known to be absent.
pub(crate) fn mostly_absent(report: &VerifiedReport) -> Option<String> {
    let absent_words = &report.facts().coverage.absent;
    if absent_words.is_empty() {
        return None;
    }
    let tokens = QueryTokens::of(&report.facts().query);
    let is_long = |token: &&str| token.chars().count() >= LONG_WORD_CHARS;
    let (mut words, mut longer): (Vec<&str>, _) =
        (tokens.iter().filter(is_long).collect(), "longer ");
    if words.is_empty() {
        (words, longer) = (tokens.iter().collect(), "");
    }
    let all = words.len();
    words.retain(|word| absent_words.iter().any(|absent| absent == word));
    let absent = words.len();
    // More words may be absent than are recorded: only those whose absence says something are.
    let at_least = if absent < all { "at least " } else { "" };
    let ending = plural(all as u64);
    (absent > 0 && absent * 2 >= all).then(|| {
        format!("words are matched as they are written: {at_least}{absent} of {all} {longer}word{ending} not found")
    })
}

/// The most absent words that are printed; the first ones say the most.
const MAX_PRINTED_ABSENT: usize = 3;

/// The plural ending of a counted word.
pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// How many files were searched, of how many if some were passed over.
pub(crate) fn searched_files(coverage: &Coverage) -> String {
    if coverage.is_confined() {
        return files_text(coverage);
    }
    let all = counted(coverage.files_seen + coverage.files_skipped, "file");
    match coverage.files_skipped {
        0 => all,
        _ => format!("{} of {all}", grouped_digits(coverage.files_seen)),
    }
}

/// A number with its noun, and a comma between thousands: `1,435 files`.
pub(crate) fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped_digits(number), plural(number))
}

/// A time: `38 ms`, `5.3 s`.
#[must_use]
pub fn milliseconds(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        _ => format!("{}.{} s", ms / 1000, ms % 1000 / 100),
    }
}

/// The most runs of lines of a file that are printed.
const MAX_LINE_RUNS: usize = 4;

/// Lines of a file, ascending: `3, 7-9`. Of many runs, the first ones: `3, 7-9, 12, 20, 15 more`.
pub(crate) fn line_numbers(lines: &[u32]) -> String {
    let runs = lines.chunk_by(|line, next| line.checked_add(1) == Some(*next));
    let mut runs: Vec<&[u32]> = runs.collect();
    let most = if runs.len() > MAX_LINE_RUNS + 1 { MAX_LINE_RUNS } else { runs.len() };
    let further: usize = runs.split_off(most).iter().map(|run| run.len()).sum();
    let runs = runs.into_iter().map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        run => run.iter().map(u32::to_string).collect(),
    });
    let further = (further > 0).then(|| format!("{further} more"));
    runs.chain(further).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_many_lines_are_printed() {
        let check = |lines: &[u32], expect: &str| assert_eq!(line_numbers(lines), expect);
        check(&[], "");
        check(&[3, 7, 8, 9], "3, 7-9");
        check(&[1, 3, 5, 7, 9], "1, 3, 5, 7, 9");
        check(&[1, 3, 5, 7, 9, 10, 12], "1, 3, 5, 7, 3 more");
        check(&[u32::MAX - 1, u32::MAX], "4294967294-4294967295");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let check = |number: u64, expect: &str| assert_eq!(counted(number, "file"), expect);
        check(0, "0 files");
        check(1, "1 file");
        check(999, "999 files");
        check(1_435, "1,435 files");
        check(78_214, "78,214 files");
        check(1_000_000, "1,000,000 files");
    }

    #[test]
    fn times_have_two_digits_or_more() {
        let check = |ms: u64, expect: &str| assert_eq!(milliseconds(ms), expect);
        check(0, "0 ms");
        check(999, "999 ms");
        check(1_000, "1.0 s");
        check(5_310, "5.3 s");
        check(90_999, "90.9 s");
    }
}
