//! Makes the searches of a report's receipts again.

use firsthand_registry::{RepoPath, count};
use firsthand_source::{Receipt, distinct};
use firsthand_tools::{Absence, AbsenceRequest, FoundLine, Toolbox};
use firsthand_validator::{FileLines, MAX_NAME_LINES, NameOccurrences, SavedReport};
use schemars::JsonSchema;
use serde::Serialize;

use super::moved_files::{MovedFiles, lines_of};
use super::{CheckedPlace, read_report};

/// The most places of something found that are named.
const MAX_FOUND: usize = 5;

/// What became of something that a report proves to be absent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct CheckedAbsence {
    /// What the report states, on one line.
    pub receipt: String,
    /// Whether it is absent now, by a new receipt.
    pub holds: bool,
    /// The new receipt, if it is absent now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<Receipt>,
    /// The first lines in which it stands now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<FoundLine>,
    /// Why it is not absent, or not proved to be; empty if it is.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub why: String,
}

/// What became of the receipts of a report, and what is wrong with them as a part of the document: in files that are all
/// as they were, a search counts what it counted.
pub(super) async fn check(
    report: &SavedReport,
    places: &[CheckedPlace],
    toolbox: &Toolbox,
) -> (Vec<CheckedAbsence>, Vec<String>) {
    let (mut absent, mut faults) = (Vec::new(), Vec::new());
    for receipt in &report.absent {
        let checked = check_one(receipt, toolbox).await;
        let is_altered = |now: &Receipt| {
            let same_files = now.tree.blake3 == receipt.tree.blake3;
            same_files && (now.files, &now.control) != (receipt.files, &receipt.control)
        };
        if checked.now.as_ref().is_some_and(is_altered) {
            faults.push(
                "a receipt counts what its search does not find in the same files".to_owned(),
            );
        }
        absent.push(checked);
    }
    absent.extend(check_names(report, places, toolbox).await);
    (absent, faults)
}

/// Whether the names of what a report cites stand in no further line: in no other file, and in none of the files that it
/// states in more lines. Lines that moved with their file are none.
async fn check_names(
    report: &SavedReport,
    places: &[CheckedPlace],
    toolbox: &Toolbox,
) -> Vec<CheckedAbsence> {
    let stated = &report.name_lines;
    if stated.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = stated.iter().map(|found| found.name.clone()).collect();
    let found = toolbox.files().find_names(&names, MAX_NAME_LINES).await;
    let mut present: Vec<Option<NameOccurrences>> = Vec::new();
    for (at, before) in stated.iter().enumerate() {
        let found = found.as_ref().and_then(|found| found.get(at));
        let mut now = found.map(|found| NameOccurrences::of(before.name.clone(), &found.lines));
        if let Some(now) = now.as_mut().filter(|now| now.count() <= MAX_NAME_LINES) {
            now.files = without_reports(std::mem::take(&mut now.files), toolbox).await;
        }
        present.push(now);
    }
    let moved = MovedFiles::of(stated, &present, places, toolbox).await;
    let checked = stated.iter().zip(&present).map(|(before, now)| {
        let why = match now {
            Some(now) if now.count() > MAX_NAME_LINES => {
                format!("it stands in more than {MAX_NAME_LINES} lines")
            }
            Some(now) => further_lines(now, before, &moved),
            None => "it was not searched for".to_owned(),
        };
        let lines = count(before.count(), "line", "lines");
        CheckedAbsence {
            receipt: format!("absent: `{}` outside of {lines}", before.name),
            holds: why.is_empty(),
            now: None,
            found: Vec::new(),
            why,
        }
    });
    checked.collect()
}

/// How many lines with a name the files have more than a report states, and the first that it does not state; empty if
/// they have no more.
fn further_lines(now: &NameOccurrences, before: &NameOccurrences, moved: &MovedFiles) -> String {
    let (mut lines, mut in_files, mut first) = (0, 0, None);
    let mut left = moved.left(now, before);
    for file in &now.files {
        let stated = lines_of(before, &file.path);
        let mut further = file.lines.len().saturating_sub(stated.len());
        let mut known: Vec<u32> = stated.to_vec();
        for source in moved.sources(&file.path) {
            let missing = left.entry(source).or_default();
            let follows = further.min(*missing);
            (*missing, further) = (*missing - follows, further - follows);
            known.extend(lines_of(before, source));
        }
        if further > 0 {
            lines += further;
            in_files += 1;
            let line = file.lines.iter().find(|line| !known.contains(line)).or(file.lines.first());
            first = first.or_else(|| Some(format!("{}:{}", file.path, line?)));
        }
    }
    let Some(first) = first else {
        return String::new();
    };
    let (lines, files) = (count(lines, "line", "lines"), count(in_files, "file", "files"));
    format!("it stands in {lines} more, in {files}, first {first}")
}

/// The files that are no saved reports: a report that lies in the tree holds the names, too.
async fn without_reports(files: Vec<FileLines>, toolbox: &Toolbox) -> Vec<FileLines> {
    let mut others = Vec::new();
    for file in files {
        if !is_report(&file.path, toolbox).await {
            others.push(file);
        }
    }
    others
}

/// Whether a file is a saved report.
async fn is_report(path: &RepoPath, toolbox: &Toolbox) -> bool {
    let bytes = toolbox.files().bytes(path).await.ok().flatten();
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| read_report(&text).is_ok())
}

async fn check_one(receipt: &Receipt, toolbox: &Toolbox) -> CheckedAbsence {
    let mut checked = CheckedAbsence { receipt: receipt.to_string(), ..CheckedAbsence::default() };
    match search_again(receipt, toolbox).await {
        Ok(absence) => {
            match absence.receipt {
                Ok(now) => checked.now = Some(now),
                Err(why) => checked.why = why.to_string(),
            }
            checked.holds = checked.now.is_some();
            checked.found = absence.found.places;
            checked.found.truncate(MAX_FOUND);
        }
        Err(why) => checked.why = why,
    }
    checked
}

/// Makes the search of a receipt again. A saved report says what is absent, so one that lies in the tree is left out.
async fn search_again(receipt: &Receipt, toolbox: &Toolbox) -> Result<Absence, String> {
    let mut request = AbsenceRequest::again(receipt);
    let absence = toolbox.search_absent(request.clone()).await?;
    let places = absence.found.places.iter();
    for path in distinct(places.map(|place| place.path.clone())) {
        if is_report(&path, toolbox).await {
            request.scope.push(format!("!/{path}"));
        }
    }
    if request.scope.len() == receipt.scope.len() {
        Ok(absence)
    } else {
        toolbox.search_absent(request).await
    }
}

impl CheckedAbsence {
    /// What is printed behind it: where it stands, or why nothing is proved; empty if it is absent.
    #[must_use]
    pub fn outcome(&self) -> String {
        let first = self.found.first();
        let first = first.map_or_else(String::new, |found| {
            let path = firsthand_source::escape(found.path.as_str());
            format!(", first {path}:{}", found.line)
        });
        let why = firsthand_source::escape(&self.why);
        if why.is_empty() { String::new() } else { format!(": {why}{first}") }
    }
}

#[cfg(test)]
impl CheckedAbsence {
    pub(super) fn refuted() -> Self {
        Self {
            receipt: "absent: `x` in 2 files".to_owned(),
            why: "it stands in 1 line".to_owned(),
            ..Self::default()
        }
    }
}
