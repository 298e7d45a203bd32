//! Whether a report's Markdown says what its document says: its head, its places, its quotes, its machine block.

mod places;

use firsthand_registry::escape;
use firsthand_render::foreign::prose;
use firsthand_validator::{Rule, SavedReport};
use serde::Deserialize;

/// What the block begins with, on a line of its own.
const FENCE: &str = "\n```json\n";
/// What stands before each line of a quote.
const QUOTED: &str = "   >     ";

#[derive(Deserialize)]
struct Block {
    action: String,
    confidence: String,
    #[serde(default)]
    refs: Vec<PlaceRef>,
    #[serde(default)]
    read: Vec<usize>,
}

/// A place as the block writes it: `["src/a.rs",3,8]`, or `["src/a.rs"]` where no lines were seen.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlaceRef {
    Lines(String, u32, u32),
    Path((String,)),
}

type PlaceParts<'p> = (&'p str, Option<u32>, Option<u32>);

impl PlaceRef {
    fn parts(&self) -> PlaceParts<'_> {
        match self {
            Self::Lines(path, start, end) => (path, Some(*start), Some(*end)),
            Self::Path((path,)) => (path, None, None),
        }
    }
}

/// What the Markdown says that the document does not; `None` where they agree, or where there is no Markdown.
pub(super) fn fault(report: &SavedReport) -> Option<String> {
    if report.markdown.is_empty() {
        return None;
    }
    let block = report.markdown.rsplit_once(FENCE);
    let block = block.and_then(|(text, rest)| {
        let (block, after) = rest.split_once("\n```")?;
        Some((text, serde_json::from_str::<Block>(block).ok()?, after))
    });
    let Some((text, block, after)) = block else {
        return Some("its Markdown has no machine block that can be read".to_owned());
    };
    if !has_levels(report, &block, text) {
        return Some("its Markdown has another action or confidence".to_owned());
    }
    if !after.trim().is_empty() {
        return Some("its Markdown goes on behind its machine block".to_owned());
    }
    let held: Vec<PlaceParts<'_>> = report
        .places()
        .map(|(_, place)| (place.path.as_str(), place.start, place.end))
        .collect();
    let refs: Vec<PlaceParts<'_>> = block.refs.iter().map(PlaceRef::parts).collect();
    if let Some((path, _, _)) = refs.iter().find(|cited| !held.contains(cited)) {
        return Some(other_place(path));
    }
    is_whole(report, &block, &held, &refs)
        .or_else(|| words_fault(report, text))
        .or_else(|| quote_fault(report, text))
        .or_else(|| places::other(text, &held, &refs).map(|path| other_place(&path)))
}

fn other_place(path: &str) -> String {
    let path = escape(path);
    format!("its Markdown names a place of {path} that the document does not hold")
}

/// Whether the block and the head line have the document's action and confidence.
fn has_levels(report: &SavedReport, block: &Block, text: &str) -> bool {
    let action = report.action.map(|action| action.name());
    let confidence = report.confidence.map(|level| level.name());
    let head = format!(
        " | Confidence: {} | Action: {}\n",
        block.confidence, block.action
    );
    action.is_none_or(|action| action == block.action)
        && confidence.is_none_or(|level| level == block.confidence)
        && format!("{text}\n").contains(&head)
}

/// Whether the block has every place of the document, and those to read; a report that was cut to its budget has some.
fn is_whole(
    report: &SavedReport,
    block: &Block,
    held: &[PlaceParts<'_>],
    refs: &[PlaceParts<'_>],
) -> Option<String> {
    let reads = report.read_targets.iter();
    let reads: Vec<PlaceParts<'_>> = reads
        .map(|read| (read.path.as_str(), read.start, read.end))
        .collect();
    let named = |number: &usize| refs.get(number.checked_sub(1)?);
    let is_read = |number: &usize| named(number).is_some_and(|place| reads.contains(place));
    if !block.read.iter().all(is_read) {
        return Some("its Markdown has something else to read".to_owned());
    }
    if is_cut(report) {
        return None;
    }
    let all_read = reads.iter().all(|read| {
        block
            .read
            .iter()
            .filter_map(named)
            .any(|place| place == read)
    });
    let whole = all_read && held.iter().all(|place| refs.contains(place));
    (!whole).then(|| "its Markdown lacks a place of the document".to_owned())
}

/// Whether the Markdown was cut to its budget.
fn is_cut(report: &SavedReport) -> bool {
    let mut rules = report.findings.iter().map(|finding| &finding.rule);
    rules.any(|rule| rule == Rule::BudgetCut.name())
}

/// Words of the document that its Markdown does not have; one that was cut to its budget has some. Compared by their
/// letters and digits: how they are set is the renderer's affair.
fn words_fault(report: &SavedReport, text: &str) -> Option<String> {
    if is_cut(report) {
        return None;
    }
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    let shown = letters(text);
    let said = report.flow.iter().flat_map(|link| [&link.role, &link.fact]);
    let said = said.chain(report.read_targets.iter().map(|read| &read.purpose));
    let mut said = said
        .chain(&report.missing)
        .map(|words| letters(&prose(words)));
    let other = said.any(|words| !shown.contains(&words));
    other.then(|| "its Markdown says something else".to_owned())
}

/// A quote that stands in no link.
fn quote_fault(report: &SavedReport, text: &str) -> Option<String> {
    let quotes = report.flow.iter().filter_map(|link| link.quote.as_ref());
    let quoted: Vec<String> = quotes
        .flat_map(|quote| quote.text.split('\n'))
        .map(|line| escape(line).into_owned())
        .collect();
    let mut shown = text.lines().filter_map(|line| line.strip_prefix(QUOTED));
    let strange = shown.any(|line| !quoted.iter().any(|quoted| quoted == line));
    strange.then(|| "its Markdown quotes what the document does not".to_owned())
}
