//! A second opinion on a printed report, from the files themselves.
//!
//! The oracle reads what was printed (Markdown, text, JSON, HTML) and the folder, and says what is a
//! lie. It shares no code with what it judges: the standard library and a JSON parser only, its own
//! idea of a line, its own reading of the report's text. What the run was shown, and what the model
//! proposed, it knows from a record that was kept beside the run.

mod disk;
mod lists;
mod live;
mod markup;
mod page;
mod place;
mod prose;
mod quotes;
mod research;
mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use disk::Disk;
pub use research::research_violations;

/// A place: a path and, where lines were shown, the first and the last of them.
pub type Spot = (String, Option<(u32, u32)>);

/// The texts as which each line of a file was shown; `None` is a stand-in.
pub type Shown = BTreeMap<u32, Vec<Option<String>>>;

/// A report in the forms in which it was printed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// The text form with its machine block.
    pub markdown: String,
    /// The form for a terminal, without colours and links.
    pub text: String,
    /// The document `firsthand.report/1`.
    pub json: String,
    /// The page.
    pub html: String,
}

/// What the oracle knows beside the report: the folder, and the record of the run.
#[derive(Clone, Debug)]
pub struct GroundTruth<'g> {
    /// The folder that the report speaks of, as it is now.
    pub root: &'g Path,
    /// The selection, as the model submitted it; `None` where the report is the fallback.
    pub proposal: Option<&'g Value>,
    /// What each id stood for, in the order of their numbers.
    pub ids: &'g [Spot],
    /// What was shown, by path; a listed path has an entry.
    pub seen: &'g BTreeMap<String, Shown>,
    /// The files as they were when the run began.
    pub before: &'g BTreeMap<String, Vec<u8>>,
    /// The lines that were shown as stand-ins because they hold a secret.
    pub redacted: &'g BTreeMap<String, BTreeSet<u32>>,
    /// Texts of the repository that may stand in quotes and paths only.
    pub planted: &'g [&'g str],
    /// The budget of the text forms.
    pub max_chars: usize,
}

/// A lie, by the law that it breaks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Violation {
    /// The law's name.
    pub law: &'static str,
    /// What is wrong.
    pub what: String,
}

/// The violations found so far.
#[derive(Default)]
struct Violations(Vec<Violation>);

impl Violations {
    fn note(&mut self, law: &'static str, what: impl Into<String>) {
        let what = what.into();
        self.0.push(Violation { law, what });
    }

    fn unless(&mut self, holds: bool, law: &'static str, what: impl FnOnce() -> String) {
        if !holds {
            self.note(law, what());
        }
    }
}

/// Every violation in what was printed; none where it holds.
#[must_use]
pub fn violations(printed: &Printed, ground: &GroundTruth<'_>) -> Vec<Violation> {
    let mut book = Violations::default();
    let Ok(report) = serde_json::from_str::<Value>(&printed.json) else {
        book.note("budget", "the JSON form does not parse");
        return book.0;
    };
    let mut disk = Disk::new(ground.root);
    let held = spots(&report);
    places(&held, ground, &mut disk, &mut book);
    proofs(&report, &mut disk, &mut book);
    quotes::check(&report, ground, &mut disk, &mut book);
    lists::check(&report, ground, &mut book);
    prose::check_fields(&report, &held, &mut disk, ground, &mut book);
    written::check(printed, &report, ground, &mut disk, &mut book);
    markup::check(&printed.html, &report, &mut book);
    book.0.sort();
    book.0.dedup();
    book.0
}

/// Every place of a JSON report.
fn spots(report: &Value) -> Vec<Spot> {
    let lists = ["primary", "flow", "read_targets"];
    let items = lists.iter().filter_map(|list| report[list].as_array());
    items.flatten().map(spot).collect()
}

fn spot(item: &Value) -> Spot {
    let path = item["path"].as_str().unwrap_or_default().to_owned();
    let range = number(&item["start"]).zip(number(&item["end"]));
    (path, range)
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

/// Each place exists, was shown, and reads as it was shown.
fn places(held: &[Spot], ground: &GroundTruth<'_>, disk: &mut Disk, book: &mut Violations) {
    for (path, range) in held.iter().collect::<BTreeSet<_>>() {
        let Some(seen) = ground.seen.get(path) else {
            book.note("no_fabrication", format!("{path:?} was never shown"));
            continue;
        };
        let bytes = match disk.regular(path) {
            Ok(bytes) => bytes,
            Err((law, why)) => {
                book.note(law, format!("{path:?}: {why}"));
                continue;
            }
        };
        let Some((start, end)) = *range else { continue };
        let now = disk::lines(&bytes);
        let real = 1 <= start && start <= end && end as usize <= now.len();
        book.unless(real, "no_fabrication", || {
            format!("{path:?} has no lines {start}-{end} of {}", now.len())
        });
        if !real {
            continue;
        }
        let shown = (start..=end).all(|line| seen.contains_key(&line));
        book.unless(shown, "no_fabrication", || {
            format!("not all of {path:?} {start}-{end} was shown")
        });
        let short = end - start < 120;
        book.unless(short, "budget", || {
            format!("{path:?} {start}-{end} is too long")
        });
        for line in start..=end {
            let text = now.get(line as usize - 1).copied().unwrap_or_default();
            let as_shown = |shown: &Option<String>| match shown {
                Some(shown) => shown.as_bytes() == text,
                None => stood(text, ground),
            };
            let same = seen
                .get(&line)
                .is_some_and(|texts| texts.iter().any(as_shown));
            book.unless(same, "unchanged", || {
                format!("line {line} of {path:?} does not read as it was shown")
            });
        }
    }
}

/// Whether a line that was shown as a stand-in stood somewhere when the run began.
fn stood(text: &[u8], ground: &GroundTruth<'_>) -> bool {
    let mut files = ground.before.values();
    files.any(|file| disk::lines(file).contains(&text))
}

/// The cited files are as large as the report says.
fn proofs(report: &Value, disk: &mut Disk, book: &mut Violations) {
    for file in report["files"].as_array().into_iter().flatten() {
        let path = file["path"].as_str().unwrap_or_default();
        let size = disk.regular(path).ok().map(|bytes| bytes.len() as u64);
        book.unless(
            size.is_some() && size == file["size"].as_u64(),
            "unchanged",
            || format!("{path:?} has {size:?} bytes, not {}", file["size"]),
        );
    }
}
