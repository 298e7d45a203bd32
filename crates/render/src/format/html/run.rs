//! The page's sections on the run: coverage, findings, statistics.

use firsthand_registry::RepoPath;
use firsthand_validator::{Finding, NotSearched, VerifiedReport};

use crate::clean::plain_prose;
use crate::dropped::{dropped_text, narrowed};
use crate::markup::Html;
use crate::missing::{Missing, missing};
use crate::phrases::{absent_names_and_words, coverage_text, mostly_absent};

/// Prints the coverage, what was dropped and narrowed, the absent words, and the files that were not read.
pub(super) fn coverage(report: &VerifiedReport, out: &mut Html) {
    out.raw("<section>\n<h2>Coverage</h2>\n<p>");
    let absent = absent_names_and_words(report);
    match missing(report, true) {
        Missing::Nothing => drop(out.raw("Nothing is known to be missing: ")),
        Missing::NothingNamed(doubts) if !doubts.is_empty() => {
            out.raw("No gap is named (").prose(&doubts.join("; ")).raw("). What it rests on: ");
        }
        Missing::NothingNamed(_) => drop(out.raw("No gap is named. What it rests on: ")),
        Missing::NotAssessed => drop(out.raw("What it rests on: ")),
    }
    out.text(&coverage_text(&report.facts().coverage)).raw(".</p>\n");
    let name = |path: &RepoPath| path.as_str().to_owned();
    let dropped = dropped_text(report, true, usize::MAX, plain_prose, name);
    let narrowed = narrowed(report, name);
    for (label, text) in [("Dropped", dropped), ("Narrowed", narrowed)] {
        if let Some(text) = text {
            out.raw("<p>").raw(label).raw(": ").text(&text).raw(".</p>\n");
        }
    }
    if !absent.is_empty() {
        out.raw("<p>In no searched file: ").text(&absent.join(", "));
        if let Some(mostly_absent) = mostly_absent(report) {
            out.text(&format!(" ({mostly_absent})"));
        }
        out.raw(".</p>\n");
    }
    for (name, why) in &report.body().unlisted_names {
        out.raw("<p>Not listed: ").text(name).text(&format!(" ({why})")).raw(".</p>\n");
    }
    let not_searched = &report.facts().coverage.not_searched;
    if !not_searched.is_empty() {
        let notes: Vec<String> = not_searched.iter().map(NotSearched::note).collect();
        out.raw("<p>Not read: ").text(&notes.join("; ")).raw(".</p>\n");
    }
    out.raw("</section>\n");
}

/// Prints the findings.
pub(super) fn findings(findings: &[Finding], out: &mut Html) {
    if findings.is_empty() {
        return;
    }
    out.raw("<section>\n<h2>Findings</h2>\n<table class=\"facts\">\n");
    for finding in findings {
        row(finding.rule.name(), &finding.detail, out);
    }
    out.raw("</table>\n</section>\n");
}

/// Prints the run's statistics and the cited files, collapsed.
pub(super) fn stats(report: &VerifiedReport, max_chars: usize, out: &mut Html) {
    let stats = &report.facts().stats;
    out.raw("<section>\n<details>\n<summary>Run</summary>\n<table class=\"facts\">\n");
    let mut line = |label: &str, value: &str| row(label, value, out);
    line("Root", &report.facts().root);
    line("Intent", report.body().intent.name());
    line("Action", report.body().action.name());
    line("Model", if stats.model.is_empty() { "not recorded" } else { &stats.model });
    line("Stop reason", stats.stop_reason.name());
    for (label, count) in [
        ("Model calls", u64::from(stats.model_calls)),
        ("Steps", u64::from(stats.steps)),
        ("Tool calls", u64::from(stats.tool_calls)),
        ("Continuations", u64::from(stats.continuations)),
        ("Reminders", u64::from(stats.nudges)),
        ("Observed characters", stats.observation_chars),
        ("Milliseconds", stats.elapsed_ms),
    ] {
        line(label, &count.to_string());
    }
    let tokens = stats
        .tokens
        .map(|t| format!("{} in ({} of them cached), {} out", t.input, t.cached, t.output));
    line("Tokens", tokens.as_deref().unwrap_or("none recorded"));
    line("From the cache", if stats.cache_hit { "yes" } else { "no" });
    line("Text form", &format!("{} of {max_chars} characters", stats.report_chars));
    out.raw("</table>\n");
    if !report.body().files.is_empty() {
        out.raw("<table class=\"facts files\">\n");
        for file in &report.body().files {
            row(file.path.as_str(), &format!("{} bytes, {}", file.size, file.blake3), out);
        }
        out.raw("</table>\n");
    }
    out.raw("</details>\n</section>\n");
}

fn row(label: &str, value: &str, out: &mut Html) {
    out.raw("<tr><th>").text(label).raw("</th><td>").text(value).raw("</td></tr>\n");
}
