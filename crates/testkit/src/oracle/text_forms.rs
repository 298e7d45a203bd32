//! Checks the text forms against the JSON form and the files.

use std::collections::BTreeSet;

use serde_json::Value;

use super::page::{Page, parse_page};
use super::terminal::{TerminalPage, parse_terminal};
use super::{Disk, GroundTruth, Location, Printed, Violations, lines, locations, number, texts};

const LAW: &str = "budget";

pub(super) fn check(
    printed: &Printed,
    report: &Value,
    ground: &GroundTruth<'_>,
    disk: &mut Disk,
    found: &mut Violations,
) {
    let reported = locations(report);
    let space_before_lines = reported.iter().any(|(path, _)| path.ends_with([')', '"']));
    let (form, text) = ("markdown", &printed.markdown);
    check_size(form, text, ground, found);
    let all = all_lines(text);
    let (above, block) = split_machine_block(&all, found);
    check_markup(above, found);
    match parse_page(above, "## explore_code report", space_before_lines) {
        Ok(page) => {
            check_page(form, &page, report, &reported, (disk, ground), found);
            if let Some(block) = block {
                check_machine_block(&page, &block, found);
            }
        }
        Err(why) => found.add(LAW, format!("{form}: {why}")),
    }
    let (form, text) = ("text", &printed.text);
    check_size(form, text, ground, found);
    match parse_terminal(&all_lines(text), space_before_lines) {
        Ok(parsed) => {
            check_page(form, &parsed.page, report, &reported, (disk, ground), found);
            check_line_numbers(&parsed, disk, found);
        }
        Err(why) => found.add(LAW, format!("{form}: {why}")),
    }
    check_characters("json", &printed.json, false, found);
    let stated = report["stats"]["report_chars"].as_u64();
    let same = stated == Some(printed.markdown.chars().count() as u64)
        && report["markdown"].as_str() == Some(&printed.markdown);
    found.unless(same, LAW, || "the JSON form holds another text".to_owned());
}

fn all_lines(text: &str) -> Vec<&str> {
    text.trim_end_matches('\n').split('\n').collect()
}

fn check_size(form: &str, text: &str, ground: &GroundTruth<'_>, found: &mut Violations) {
    let count = text.chars().count();
    found.unless(count <= ground.max_chars, LAW, || format!("{form}: {count} characters"));
    check_characters(form, text, true, found);
}

/// Checks that nothing of the Markdown form but its own is markup.
fn check_markup(above: &[&str], found: &mut Violations) {
    let without_quotes = above.iter().filter(|line| !line.starts_with("   > "));
    for line in without_quotes.filter(|line| line.contains("```")) {
        found.add(LAW, format!("half a fence in {line:?}"));
    }
    for block in blocks(above) {
        if let Some(live) = super::markup::first_live_markup(&block) {
            found.add(LAW, format!("live markup in {live:?}"));
        }
    }
}

/// Checks a parsed form against the JSON form and the files.
fn check_page(
    form: &str,
    page: &Page,
    report: &Value,
    reported: &[Location],
    (disk, ground): (&mut Disk, &GroundTruth<'_>),
    found: &mut Violations,
) {
    check_agreement(form, page, report, reported, found);
    check_quotes(page, disk, found);
    for words in &page.prose {
        texts::check_words(words, reported, disk, ground, found);
        texts::check_leaks(words, ground, found);
    }
}

/// Checks that each quoted line of the terminal's form is at its number.
fn check_line_numbers(parsed: &TerminalPage, disk: &mut Disk, found: &mut Violations) {
    for ((path, range), line, text) in &parsed.quoted_lines {
        let is_inside = range.is_some_and(|(start, end)| (start..=end).contains(line));
        let at = (path.clone(), Some((*line, *line)));
        let stands = is_inside && is_quote_at(std::slice::from_ref(text), &at, disk);
        found.unless(stands, "verbatim", || {
            format!("{text:?} does not stand at line {line} of {path:?}")
        });
    }
}

/// The Markdown blocks without the quotes: each link of the flow, and the text
/// between blank lines. In a block, a code span may end on another line.
fn blocks(above: &[&str]) -> Vec<String> {
    let mut blocks = vec![String::new()];
    for line in above.iter().filter(|line| !line.starts_with("   > ")) {
        let item = line.starts_with("- ") || line.starts_with(|c: char| c.is_ascii_digit());
        if item || line.is_empty() {
            blocks.push(String::new());
        }
        if let Some(block) = blocks.last_mut() {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

/// Checks that a form has no control, bidirectional or invisible character.
pub(super) fn check_characters(form: &str, text: &str, tabs: bool, found: &mut Violations) {
    let odd = text.chars().find(|&c| is_unprintable(c, tabs));
    if let Some(odd) = odd {
        found.add(LAW, format!("{form} holds {odd:?}"));
    }
}

fn is_unprintable(c: char, tabs: bool) -> bool {
    match c {
        ' '..='~' | '\n' => false,
        '\t' => !tabs,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => c.is_control(),
    }
}

/// The lines above the machine block, and the block.
fn split_machine_block<'a, 't>(
    all: &'a [&'t str],
    found: &mut Violations,
) -> (&'a [&'t str], Option<Value>) {
    let fence = |line: &&&str| {
        let line = line.trim_start_matches(' ');
        line.starts_with("```") || line.starts_with("~~~")
    };
    let fences = all.iter().filter(fence).count();
    let [above @ .., "```json", body, "```"] = all else {
        found.add(LAW, "there is no machine block at the end");
        return (all, None);
    };
    found.unless(fences == 2, LAW, || format!("there are {fences} fences"));
    let block = serde_json::from_str(body).ok();
    found.unless(block.is_some(), LAW, || "the machine block does not parse".to_owned());
    (above, block)
}

/// Checks that a text form agrees with the JSON form.
fn check_agreement(
    form: &str,
    page: &Page,
    report: &Value,
    reported: &[Location],
    found: &mut Violations,
) {
    for (name, printed) in [("action", &page.action), ("confidence", &page.confidence)] {
        found.unless(report[name] == printed.as_str(), LAW, || {
            format!("{form} says another {name}")
        });
    }
    let label = match report["outcome"].as_str() {
        Some("fallback") => "Fallback",
        Some("skip") => "Skip",
        _ => "",
    };
    found.unless(page.label == label, "no_padding", || {
        format!("{form} is labelled {:?}", page.label)
    });
    for place in page.places.numbered.iter().filter(|place| !reported.contains(place)) {
        found.add("no_fabrication", format!("{form} prints {place:?}"));
    }
    let paths: BTreeSet<&String> = page.places.printed_paths.iter().collect();
    found.unless(paths.len() == page.places.printed_paths.len(), LAW, || {
        format!("{form} prints a path twice")
    });
    if !page.left_out {
        for place in reported.iter().filter(|place| !page.places.numbered.contains(place)) {
            found.add(LAW, format!("{form} leaves out {place:?} and does not say so"));
        }
    }
}

/// Checks that the machine block cites the printed places, in their order.
fn check_machine_block(page: &Page, block: &Value, found: &mut Violations) {
    let keys: Option<Vec<&str>> =
        block.as_object().map(|object| object.keys().map(String::as_str).collect());
    let known = keys.is_some_and(|keys| {
        let expected = BTreeSet::from(["v", "action", "confidence", "refs", "read"]);
        keys.into_iter().collect::<BTreeSet<_>>() == expected
    });
    found.unless(known, LAW, || "the machine block has other keys".to_owned());
    let by_path = block["refs"].as_object().into_iter().flatten();
    let mut refs: Vec<(Option<u32>, Location)> = by_path
        .flat_map(|(path, places)| {
            let places = places.as_array().into_iter().flatten();
            places.map(|at| {
                let lines = number(&at[1]).zip(number(&at[2]));
                (number(&at[0]), (path.clone(), lines))
            })
        })
        .collect();
    refs.sort();
    let numbered = page.places.numbered.iter().cloned();
    let printed: Vec<_> = (1..).map(Some).zip(numbered).collect();
    found.unless(refs == printed, LAW, || format!("refs are {refs:?}, printed are {printed:?}"));
    let reads = block["read"].as_array().into_iter().flatten();
    let reads: BTreeSet<Option<u64>> = reads.map(Value::as_u64).collect();
    let reported = page.reads.iter().map(|&at| Some(at as u64)).collect();
    found.unless(reads == reported, LAW, || format!("read is {reads:?}, printed are {reported:?}"));
    let agrees =
        block["action"] == page.action.as_str() && block["confidence"] == page.confidence.as_str();
    found.unless(agrees, LAW, || "the machine block says something else".to_owned());
}

/// Checks that each printed quote is inside its place.
fn check_quotes(page: &Page, disk: &mut Disk, found: &mut Violations) {
    for (number, quote) in page.links.iter().filter(|(_, quote)| !quote.is_empty()) {
        let location = page.places.numbered.get(number.wrapping_sub(1));
        let stands = location.is_some_and(|location| is_quote_at(quote, location, disk));
        found.unless(stands, "verbatim", || format!("{quote:?} does not stand at {location:?}"));
    }
}

fn is_quote_at(quote: &[String], (path, range): &Location, disk: &mut Disk) -> bool {
    let (Ok(bytes), Some((start, end))) = (disk.regular_file(path), *range) else {
        return false;
    };
    let all = lines(&bytes);
    let shown = |at: u32| {
        let line = all.get((at as usize).wrapping_sub(1)).copied();
        line.map(|line| escaped(&String::from_utf8_lossy(line)))
    };
    let stands_at = |at: u32| match quote {
        [one] => shown(at).is_some_and(|line| line.contains(one.as_str())),
        [one, two] if at < end => {
            shown(at).is_some_and(|line| line.ends_with(one.as_str()))
                && shown(at + 1).is_some_and(|line| line.starts_with(two.as_str()))
        }
        _ => false,
    };
    (start..=end).any(stands_at)
}

/// A line with unprintable characters escaped, as the report's documentation states.
fn escaped(line: &str) -> String {
    let mut out = String::new();
    for c in line.chars() {
        match c {
            '\r' => out.push_str("\\r"),
            _ if !is_unprintable(c, true) => out.push(c),
            _ => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
        }
    }
    out
}
