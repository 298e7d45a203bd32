//! An independent check of a printed report against the files.
//!
//! The oracle reads the printed forms (Markdown, text, JSON, HTML) and the folder, and returns violations. It shares no
//! code with the validator and the renderer: it uses the standard library and parsers of JSON and Markdown, with its own
//! line splitting. What was shown, and what the model proposed, it takes from an independent record.

mod characters;
mod disk;
mod forms;
mod lists;
mod markup;
mod research;
mod spelled;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

pub(crate) use disk::{lines, read_regular};
pub(crate) use lists::ANY_ID;
pub use research::research_violations;

/// A place: a path and, where lines were shown, the first and the last of them.
pub type Location = (String, Option<(u32, u32)>);

/// The shown texts of each line of a file; `None` is a masked line.
pub type ShownLines = BTreeMap<u32, Vec<Option<String>>>;

/// The printed forms of a report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    /// The text form with its machine block.
    pub markdown: String,
    /// The form for a terminal with how the run went, without colours, links and a limit of columns.
    pub text: String,
    /// The document `firsthand.report/2`.
    pub json: String,
    /// The HTML page.
    pub html: String,
}

/// The folder and the record of the run, with which the oracle compares the report.
#[derive(Clone, Debug)]
pub struct GroundTruth<'g> {
    /// The folder of the repository, in its present state.
    pub root: &'g Path,
    /// The selection, as the model submitted it; `None` where the report is the fallback.
    pub proposal: Option<&'g Value>,
    /// The location of each id, in the order of their numbers.
    pub ids: &'g [Location],
    /// The shown lines, by path; a listed path has an entry.
    pub seen: &'g BTreeMap<String, ShownLines>,
    /// The files as they were when the run began.
    pub before: &'g BTreeMap<String, Vec<u8>>,
    /// The lines that were masked because they contain a secret.
    pub redacted: &'g BTreeMap<String, BTreeSet<u32>>,
    /// Texts of the repository that may be printed in quotes and paths only.
    pub quote_only: &'g [&'g str],
    /// The budget of the text forms.
    pub max_chars: usize,
}

impl GroundTruth<'_> {
    fn file(&self, path: &str) -> Result<Vec<u8>, (&'static str, String)> {
        read_regular(self.root, path)
    }
}

/// A violation of a law.
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
    fn add(&mut self, law: &'static str, what: impl Into<String>) {
        let what = what.into();
        self.0.push(Violation { law, what });
    }

    fn unless(&mut self, holds: bool, law: &'static str, what: impl FnOnce() -> String) {
        if !holds {
            self.add(law, what());
        }
    }
}

/// Every violation in the printed forms.
#[must_use]
pub fn violations(printed: &Printed, ground: &GroundTruth<'_>) -> Vec<Violation> {
    let mut found = Violations::default();
    let Ok(report) = serde_json::from_str::<Value>(&printed.json) else {
        found.add("budget", "the JSON form does not parse");
        return found.0;
    };
    let reported = locations(&report);
    check_places(&reported, ground, &mut found);
    check_file_sizes(&report, ground, &mut found);
    texts::check_quotes(&report, ground, &mut found);
    lists::check(&report, ground, &mut found);
    texts::check_prose(&report, &reported, ground, &mut found);
    forms::check(printed, &report, ground, &mut found);
    markup::check(&printed.html, &report, &mut found);
    found.0.sort();
    found.0.dedup();
    found.0
}

/// The items of a list of a JSON document.
pub(crate) fn items<'v>(value: &'v Value, list: &str) -> &'v [Value] {
    value[list].as_array().map_or(&[], Vec::as_slice)
}

/// A text of a JSON document.
pub(crate) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// All prose of the model in a JSON report but its search targets.
pub(crate) fn prose(report: &Value) -> impl Iterator<Item = &str> {
    let flow = items(report, "flow").iter();
    let flow = flow.flat_map(|link| [&link["role"], &link["fact"]]);
    let reads = items(report, "read_targets").iter();
    let reads = reads.map(|read| &read["purpose"]);
    let dropped = items(report, "losses").iter().flat_map(|loss| items(loss, "roles"));
    let words = flow.chain(reads).chain(items(report, "missing")).chain(dropped);
    words.filter_map(Value::as_str)
}

/// A text with one space where white space stands between two words, and one kind of quote marks.
pub(crate) fn folded(text: &str) -> String {
    let is_of_word = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_';
    let mut folded = String::new();
    for part in text.split_whitespace() {
        if folded.ends_with(is_of_word) && part.starts_with(is_of_word) {
            folded.push(' ');
        }
        folded += &part.replace(['\'', '`'], "\"");
    }
    folded
}

/// A quote as it is written, and without the numbers before its lines; both [`folded`].
pub(crate) fn readings(quote: &str) -> [String; 2] {
    let without_gutter = |line: &'_ str| {
        let behind = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        behind.strip_prefix('|').unwrap_or(line).to_owned()
    };
    let bare: Vec<String> = quote.lines().map(without_gutter).collect();
    [folded(quote), folded(&bare.join("\n"))]
}

/// Every place of a JSON report.
fn locations(report: &Value) -> Vec<Location> {
    let lists = ["primary", "flow", "read_targets"].map(|list| items(report, list));
    lists.into_iter().flatten().map(location).collect()
}

fn location(item: &Value) -> Location {
    let path = text(item, "path").to_owned();
    let range = number(&item["start"]).zip(number(&item["end"]));
    (path, range)
}

/// Whether other places of the flow, which are printed, have each line of a primary place.
fn is_within_flow(report: &Value, (path, range): &Location) -> bool {
    let flow: Vec<Location> = items(report, "flow").iter().map(location).collect();
    let primary = items(report, "primary").iter().map(location);
    let is_in_flow = |line: u32| {
        let mut others = flow.iter().filter(|(other, _)| other == path);
        others.any(|(_, range)| range.is_some_and(|(from, to)| (from..=to).contains(&line)))
    };
    let place = (path.clone(), *range);
    primary.into_iter().any(|one| one == place)
        && !flow.contains(&place)
        && range.is_some_and(|(from, to)| (from..=to).all(is_in_flow))
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

/// Checks that each place exists, was shown, has at most 120 lines, and is unchanged.
fn check_places(reported: &[Location], ground: &GroundTruth<'_>, found: &mut Violations) {
    for (path, range) in reported.iter().collect::<BTreeSet<_>>() {
        let Some(seen) = ground.seen.get(path) else {
            found.add("no_fabrication", format!("{path:?} was never shown"));
            continue;
        };
        let bytes = match ground.file(path) {
            Ok(bytes) => bytes,
            Err((law, why)) => {
                found.add(law, format!("{path:?}: {why}"));
                continue;
            }
        };
        let Some((start, end)) = *range else { continue };
        let file_lines = lines(&bytes);
        let real = 1 <= start && start <= end && end as usize <= file_lines.len();
        found.unless(real, "no_fabrication", || {
            format!("{path:?} has no lines {start}-{end} of {}", file_lines.len())
        });
        if !real {
            continue;
        }
        let shown = (start..=end).all(|line| seen.contains_key(&line));
        found.unless(shown, "no_fabrication", || {
            format!("not all of {path:?} {start}-{end} was shown")
        });
        let short = end - start < 120;
        found.unless(short, "budget", || format!("{path:?} {start}-{end} is too long"));
        for line in start..=end {
            let text = file_lines.get(line as usize - 1).copied().unwrap_or_default();
            let as_shown = |shown: &Option<String>| match shown {
                Some(shown) => shown.as_bytes() == text,
                None => existed_before(text, ground),
            };
            let same = seen.get(&line).is_some_and(|texts| texts.iter().any(as_shown));
            found.unless(same, "unchanged", || {
                format!("line {line} of {path:?} does not read as it was shown")
            });
        }
    }
}

/// Whether a line that was shown masked occurred in some file when the run began.
fn existed_before(text: &[u8], ground: &GroundTruth<'_>) -> bool {
    let mut files = ground.before.values();
    files.any(|file| lines(file).contains(&text))
}

/// Checks the sizes of the cited files.
fn check_file_sizes(report: &Value, ground: &GroundTruth<'_>, found: &mut Violations) {
    for file in items(report, "files") {
        let path = text(file, "path");
        let size = ground.file(path).ok().map(|bytes| bytes.len() as u64);
        found.unless(size.is_some() && size == file["size"].as_u64(), "unchanged", || {
            format!("{path:?} has {size:?} bytes, not {}", file["size"])
        });
    }
}
