//! Compares a report's Markdown with its document: head line, places, quotes and machine block.

mod block;
mod places;

use firsthand_registry::escape;
use firsthand_render::untrusted::escape_prose;
use firsthand_validator::{Rule, SavedPlace, SavedReport};

use block::{Block, PlaceTuple};

/// The line that starts the machine block.
const BLOCK_START: &str = "\n```json\n";
/// The prefix of each quoted line.
const QUOTE_PREFIX: &str = "   >     ";

/// The first difference between the Markdown and the document; `None` if they agree, or if there is no Markdown.
pub(super) fn markdown_fault(report: &SavedReport) -> Option<String> {
    if report.markdown.is_empty() {
        return None;
    }
    let block = report.markdown.rsplit_once(BLOCK_START);
    let block = block.and_then(|(text, rest)| {
        let (block, after) = rest.split_once("\n```")?;
        Some((text, Block::parse(block)?, after))
    });
    let Some((text, block, after)) = block else {
        return Some("its Markdown has no machine block that can be read".to_owned());
    };
    if !has_same_action_and_confidence(report, &block, text) {
        return Some("its Markdown has another action or confidence".to_owned());
    }
    if !after.trim().is_empty() {
        return Some("its Markdown goes on behind its machine block".to_owned());
    }
    let document_places: Vec<PlaceTuple<'_>> = report.places().map(tuple).collect();
    let refs: Vec<PlaceTuple<'_>> = block.places().collect();
    if let Some((path, _, _)) = refs.iter().find(|cited| !document_places.contains(cited)) {
        return Some(other_place(path));
    }
    let stated_places: Vec<PlaceTuple<'_>> = report.stated_places().map(tuple).collect();
    places_fault(report, &block, &document_places, &refs)
        .or_else(|| prose_fault(report, text))
        .or_else(|| quote_fault(report, text))
        .or_else(|| {
            places::unknown_place(text, &stated_places, &refs).map(|path| other_place(&path))
        })
}

fn tuple<'r>((_, place): (&'static str, &'r SavedPlace)) -> PlaceTuple<'r> {
    (place.path.as_str(), place.start, place.end)
}

fn other_place(path: &str) -> String {
    let path = escape(path);
    format!("its Markdown names a place of {path} that the document does not hold")
}

/// Whether the block and the head line have the document's action and confidence.
fn has_same_action_and_confidence(report: &SavedReport, block: &Block, text: &str) -> bool {
    let action = report.action.map(|action| action.name());
    let confidence = report.confidence.map(|level| level.name());
    let head = format!(" | Confidence: {} | Action: {}\n", block.confidence, block.action);
    action.is_none_or(|action| action == block.action)
        && confidence.is_none_or(|level| level == block.confidence)
        && format!("{text}\n").contains(&head)
}

/// A fault if the block lacks a place or a read target of the document, or has a read target that the document lacks.
/// A Markdown that was cut to its budget may lack places.
fn places_fault(
    report: &SavedReport,
    block: &Block,
    document_places: &[PlaceTuple<'_>],
    refs: &[PlaceTuple<'_>],
) -> Option<String> {
    let reads = report.read_targets.iter();
    let reads: Vec<PlaceTuple<'_>> =
        reads.map(|read| (read.path.as_str(), read.start, read.end)).collect();
    let place_numbered = |number: &usize| refs.get(number.checked_sub(1)?);
    let is_read =
        |number: &usize| place_numbered(number).is_some_and(|place| reads.contains(place));
    if !block.read.iter().all(is_read) {
        return Some("its Markdown has something else to read".to_owned());
    }
    if is_cut(report) {
        return None;
    }
    let all_read = reads
        .iter()
        .all(|read| block.read.iter().filter_map(place_numbered).any(|place| place == read));
    let complete = all_read && document_places.iter().all(|place| refs.contains(place));
    (!complete).then(|| "its Markdown lacks a place of the document".to_owned())
}

/// Whether the Markdown was cut to its budget.
fn is_cut(report: &SavedReport) -> bool {
    let mut findings = report.findings.iter();
    findings.any(|finding| finding.rule == Rule::BudgetCut)
}

/// A fault if the Markdown lacks a text of the document; none if it was cut to its budget. Compares letters and
/// digits only, because the renderer may format the text.
fn prose_fault(report: &SavedReport, text: &str) -> Option<String> {
    if is_cut(report) {
        return None;
    }
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let printed = letters(text);
    let texts = report.flow.iter().flat_map(|link| [&link.role, &link.fact]);
    let texts = texts.chain(report.read_targets.iter().map(|read| &read.purpose));
    let mut texts = texts
        .chain(&report.missing)
        .chain(&report.absence_facts)
        .map(|text| letters(&escape_prose(text)));
    let has_unprinted = texts.any(|text| !printed.contains(&text));
    has_unprinted.then(|| "its Markdown says something else".to_owned())
}

/// A fault if the Markdown prints a quote that no flow link has.
fn quote_fault(report: &SavedReport, text: &str) -> Option<String> {
    let quotes = report.flow.iter().filter_map(|link| link.quote.as_ref());
    let quoted: Vec<String> = quotes
        .flat_map(|quote| quote.text.split('\n'))
        .map(|line| escape(line).into_owned())
        .collect();
    let mut shown = text.lines().filter_map(|line| line.strip_prefix(QUOTE_PREFIX));
    let has_unknown = shown.any(|line| !quoted.iter().any(|quoted| quoted == line));
    has_unknown.then(|| "its Markdown quotes what the document does not".to_owned())
}
