//! An independent check of a research result against the files and git.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::texts::is_at_line;
use super::{Violation, Violations, items, lines, number, read_regular, text};

/// The beginning of a secret's replacement in a shown line.
const HIDDEN: &str = "[redacted: ";
/// The mark at the end of a clipped line.
const CLIPPED: char = '…';

/// Every violation in a research result (its JSON form): a claim without a reference, a reference to no
/// place, a place that does not exist, a place that is in no evidence, a quote that is not at its line, evidence that
/// differs from its file, a commit that HEAD does not reach.
#[must_use]
pub fn research_violations(result: &str, root: &Path) -> Vec<Violation> {
    let mut found = Violations::default();
    let Ok(result) = serde_json::from_str::<Value>(result) else {
        found.add("accounted", "the result does not parse");
        return found.0;
    };
    let repo = RepoReader { root };
    let places = items(&result, "places");
    for place in places {
        let lines = repo.lines(place, &mut found).len();
        let range = number(&place["start"]).zip(number(&place["end"]));
        let real =
            range.is_some_and(|(start, end)| 1 <= start && start <= end && end as usize <= lines);
        found.unless(real, "no_fabrication", || format!("{place} has {lines} lines"));
    }
    for claim in items(&result, "claims") {
        let references = items(claim, "references");
        found.unless(!references.is_empty(), "no_fabrication", || {
            format!("{claim} refers to nothing")
        });
        for reference in references {
            repo.check_reference(reference, places, &mut found);
        }
    }
    let evidence = items(&result, "evidence");
    for item in evidence {
        repo.check_evidence(item, &mut found);
    }
    for place in places {
        let is_evidence = evidence.iter().any(|item| is_evidence_for(item, place));
        found.unless(is_evidence, "no_fabrication", || format!("{place} is no evidence"));
    }
    found.0
}

/// Whether the evidence and the place are of the same file or commit and share lines.
fn is_evidence_for(item: &Value, place: &Value) -> bool {
    let id = text(item, "entity_id");
    let path = text(place, "path");
    let commit = text(place, "commit");
    let same = if commit.is_empty() {
        id.split_once('#').is_some_and(|(file, _)| file == path)
    } else {
        id == format!("commit:{commit}")
    };
    // A place may be the union of several items that overlap.
    same && range_of(item).is_some_and(|(start, end)| {
        number(&place["start"]).is_some_and(|first| first <= end)
            && number(&place["end"]).is_some_and(|last| start <= last)
    })
}

/// The lines of an item of evidence, as its reference to the content names them.
fn range_of(item: &Value) -> Option<(u32, u32)> {
    let (_, lines) = item["objectstore_ref"].as_str()?.rsplit_once("#L")?;
    let (start, end) = lines.split_once('-')?;
    Some((start.parse().ok()?, end.parse().ok()?))
}

/// Reads the files and commits of the repository.
struct RepoReader<'g> {
    root: &'g Path,
}

impl RepoReader<'_> {
    /// Checks that a claim's reference is to a line of a place, and that its quote is there.
    fn check_reference(&self, reference: &Value, places: &[Value], found: &mut Violations) {
        let at = reference["place"].as_u64().and_then(|at| usize::try_from(at).ok());
        let place = at.and_then(|at| places.get(at.checked_sub(1)?));
        let Some(place) = place else {
            return found.add("no_fabrication", format!("{reference} is to no place"));
        };
        let line = number(&reference["line"]).unwrap_or(0);
        let within = number(&place["start"]).is_some_and(|start| start <= line)
            && number(&place["end"]).is_some_and(|end| line <= end);
        found.unless(within, "verbatim", || format!("{reference} is not in {place}"));
        let lines = self.lines(place, found);
        let quote = text(reference, "quote");
        let lines: Vec<&[u8]> = lines.iter().map(String::as_bytes).collect();
        let stands = is_at_line(&lines, line, &quote.split('\n').collect::<Vec<_>>());
        found.unless(stands && !quote.trim().is_empty(), "verbatim", || {
            format!("{quote:?} does not stand at line {line} of {place}")
        });
    }

    /// Checks that the shown lines of an item are those of its file, except redacted and clipped ones.
    fn check_evidence(&self, item: &Value, found: &mut Violations) {
        let id = text(item, "entity_id");
        let place = match id.strip_prefix("commit:") {
            Some(commit) => serde_json::json!({ "commit": commit }),
            None => serde_json::json!({ "path": id.split_once('#').map_or(id, |(path, _)| path) }),
        };
        let lines = self.lines(&place, found);
        let Some((start, _)) = range_of(item) else {
            return found.add("no_fabrication", format!("{id} has no lines"));
        };
        let shown = text(item, "snippet_text");
        for (at, text) in (start as usize..).zip(shown.lines()) {
            let now = lines.get(at - 1).map(String::as_str);
            let hidden = text.contains(HIDDEN) || text.ends_with(CLIPPED);
            found.unless(now == Some(text) || (hidden && now.is_some()), "unchanged", || {
                format!("line {at} of {id} reads {now:?}, not {text:?}")
            });
        }
    }

    /// The lines of a file, or of a commit's message; none, with a violation, where it does not exist.
    fn lines(&self, place: &Value, found: &mut Violations) -> Vec<String> {
        let split = |bytes: &[u8]| -> Vec<String> {
            let lines = lines(bytes).into_iter();
            lines.map(|line| String::from_utf8_lossy(line).into_owned()).collect()
        };
        let commit = text(place, "commit");
        if !commit.is_empty() {
            return match self.message(commit) {
                Ok(message) => split(&message),
                Err(why) => {
                    found.add("no_fabrication", format!("commit {commit}: {why}"));
                    Vec::new()
                }
            };
        }
        let path = text(place, "path");
        match read_regular(self.root, path) {
            Ok(bytes) => split(&bytes),
            Err((law, why)) => {
                found.add(law, format!("{path:?}: {why}"));
                Vec::new()
            }
        }
    }

    /// The message of a commit that HEAD reaches, from git itself.
    fn message(&self, commit: &str) -> Result<Vec<u8>, String> {
        let git = |args: &[&str]| {
            let output = Command::new("git").arg("-C").arg(self.root).args(args).output();
            let output = output.map_err(|error| error.to_string())?;
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            if output.status.success() { Ok(output.stdout) } else { Err(errors) }
        };
        git(&["merge-base", "--is-ancestor", commit, "HEAD"])?;
        let object = git(&["cat-file", "commit", commit])?;
        let text = String::from_utf8_lossy(&object).into_owned();
        let message = text.split_once("\n\n").map(|(_, message)| message.to_owned());
        message.map(String::into_bytes).ok_or_else(|| "it has no message".to_owned())
    }
}
