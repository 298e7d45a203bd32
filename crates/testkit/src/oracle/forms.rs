//! Checks the text forms against the JSON form: they hold its places, under the numbers of the machine block, and lines of
//! its quotes; whatever else they say names no other place. That their lines are of known kinds, in their order, is for
//! the renderer's own tests.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::characters::{check_characters, escaped, unescaped};
use super::spelled::{below_links, source_line, spellings, without_place};
use super::texts::{check_leaks, check_words, contains_bytes};
use super::{
    GroundTruth, Location, Printed, Violations, is_within_flow, items, lines, location, locations,
    markup, number, text,
};

/// Broken forms have no law of their own.
const LAW: &str = "budget";
/// What begins a line of a quote in Markdown.
const QUOTE: &str = "   >     ";
/// What stands before the folder that paths lack behind `…/`.
const FOLDER: &str = "Paths: …/ is ";
/// The beginnings of lines in which the host speaks of the question, the search and what was dropped.
const OF_HOST: [&str; 11] = [
    "Query: \"",
    FOLDER,
    "Dropped: ",
    "Narrowed: ",
    "In no searched file: ",
    "Not read: ",
    "Coverage: ",
    "Left out: ",
    "Searched for: ",
    "Incomplete: ",
    "intent ",
];
/// How a form says that not all of it is printed.
const LEFT_OUT: [&str; 2] = ["Left out: ", "… "];

/// A text form, and what it may say.
struct Form<'a> {
    name: &'static str,
    /// Its lines but the first one and the machine block.
    lines: Vec<String>,
    /// All of them without escapes.
    whole: String,
    report: &'a Value,
    ground: &'a GroundTruth<'a>,
    reported: &'a [Location],
    /// The places of the report as they are printed, the longest spellings first: one may begin as another one does.
    printed: Vec<(String, &'a Location)>,
    /// The read targets that stand by their lines alone, below a link with some of them.
    below_links: Vec<Location>,
}

pub(super) fn check(
    printed: &Printed,
    report: &Value,
    ground: &GroundTruth<'_>,
    found: &mut Violations,
) {
    check_characters("json", &printed.json, false, found);
    let same = report["stats"]["report_chars"] == printed.markdown.chars().count()
        && report["markdown"].as_str() == Some(&printed.markdown);
    found.unless(same, LAW, || "the JSON form holds another text".to_owned());
    for (name, text) in [("markdown", &printed.markdown), ("text", &printed.text)] {
        let count = text.chars().count();
        found.unless(count <= ground.max_chars, LAW, || format!("{name}: {count} characters"));
        check_characters(name, text, true, found);
    }
    let all: Vec<&str> = printed.markdown.trim_end_matches('\n').split('\n').collect();
    let ["## explore_code report", above @ .., "```json", block, "```"] = &all[..] else {
        return found.add(LAW, "there is no head, or no machine block at the end");
    };
    let Ok(block) = serde_json::from_str::<Value>(block) else {
        return found.add(LAW, "the machine block does not parse");
    };
    markup::check_markdown(&printed.markdown, above, found);
    let (reported, numbered) = (locations(report), numbered(&block));
    let form =
        |name, lines: Vec<&str>| Form::new(name, lines, report, ground, &reported, &numbered);
    let terminal: Vec<&str> = printed.text.lines().skip(1).collect();
    let run = terminal.iter().position(|line| line.starts_with("intent "));
    let (terminal, run) = terminal.split_at(run.unwrap_or(terminal.len()));
    let markdown = form("markdown", above.to_vec());
    markdown.check_block(&block, &numbered, found);
    markdown.check("Fallback: ", above.first(), found);
    form("text", terminal.to_vec()).check("No verified answer: ", run.first(), found);
}

/// The places of a machine block by their numbers.
fn numbered(block: &Value) -> BTreeMap<u32, Location> {
    let files = block["refs"].as_object().into_iter().flatten();
    let places = files.flat_map(|(path, places)| {
        let places = places.as_array().into_iter().flatten();
        places.map(move |at| (&at[0], (path.clone(), number(&at[1]).zip(number(&at[2])))))
    });
    places.filter_map(|(at, place)| Some((number(at)?, place))).collect()
}

impl<'a> Form<'a> {
    fn new(
        name: &'static str,
        lines: Vec<&str>,
        report: &'a Value,
        ground: &'a GroundTruth<'a>,
        reported: &'a [Location],
        numbered: &BTreeMap<u32, Location>,
    ) -> Self {
        let folders = lines.iter().filter_map(|line| line.strip_prefix(FOLDER));
        let folders: Vec<&str> = folders.collect();
        let lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
        let whole = unescaped(&lines.join("\n"));
        let spelled = reported.iter().flat_map(|place| {
            let spellings = spellings(place, &folders, numbered).into_iter();
            spellings.map(move |spelling| (spelling, place))
        });
        let mut printed: Vec<(String, &Location)> =
            spelled.filter(|(spelling, _)| whole.contains(spelling)).collect();
        printed.sort_by_key(|(spelling, _)| std::cmp::Reverse(spelling.len()));
        let below_links = below_links(&lines, &printed);
        Self { name, lines, whole, report, ground, reported, printed, below_links }
    }

    /// Checks the labels, by how a fallback begins, the line with the state, and all other lines.
    fn check(&self, fallback: &str, state: Option<&&str>, found: &mut Violations) {
        let is_labelled = self.lines.iter().any(|line| line.starts_with(fallback));
        found.unless(is_labelled == (self.report["outcome"] == "fallback"), "no_padding", || {
            format!("{} is labelled as a fallback: {is_labelled}", self.name)
        });
        let head = self.lines.first().map_or("", String::as_str);
        let is_skip = match self.name {
            "text" => !head.contains(" confidence"),
            _ => self.lines.iter().any(|line| line.starts_with("Skip: ")),
        };
        found.unless(is_skip == (self.report["outcome"] == "skip"), "no_padding", || {
            format!("{} is labelled as a skip: {is_skip}", self.name)
        });
        let [intent, action, confidence] =
            ["intent", "action", "confidence"].map(|key| text(self.report, key));
        let says = state.is_some_and(|line| {
            line.ends_with(&format!("intent {intent} · action {action} · confidence {confidence}"))
                || line.ends_with(&format!(
                    "\" | Intent: {intent} | Confidence: {confidence} | Action: {action}"
                ))
        });
        let is_sure = head.contains(&format!(" {confidence} confidence"));
        let needs_head = self.name == "text" && self.report["outcome"] != "skip";
        found.unless(says && (is_sure || !needs_head), LAW, || {
            format!("{} says {head:?} and {state:?}", self.name)
        });
        self.check_lines(found);
        let is_printed = |place: &&Location| {
            self.printed.iter().any(|(_, it)| it == place) || self.below_links.contains(place)
        };
        let is_missing =
            |place: &&Location| !is_printed(place) && !is_within_flow(self.report, place);
        let missing = self.reported.iter().find(is_missing);
        if let Some(place) = missing.filter(|_| !self.is_cut()) {
            found.add(LAW, format!("{} leaves out {place:?} and does not say so", self.name));
        }
    }

    /// Checks each line: the host's, one of a quote, or one that names no place but those of the report.
    fn check_lines(&self, found: &mut Violations) {
        let is_of_host = |line: &str| OF_HOST.iter().any(|start| line.starts_with(start));
        for line in self.lines.iter().filter(|line| !is_of_host(line)) {
            if let Some(quoted) = line.strip_prefix(QUOTE) {
                found.unless(self.is_quoted(quoted), "verbatim", || {
                    format!("{quoted:?} does not stand in a quote")
                });
            } else if let Some((at, quoted)) = source_line(line) {
                found.unless(self.stands(at, quoted), "verbatim", || {
                    format!("{quoted:?} does not stand at line {at} of a place")
                });
            } else {
                let without = |rest: String, (place, _): &(String, _)| without_place(&rest, place);
                let rest = self.printed.iter().fold(unescaped(line), without);
                check_words(&rest, self.reported, self.ground, found);
                check_leaks(&rest, self.ground, found);
            }
        }
    }

    fn is_cut(&self) -> bool {
        let begins = |line: &str| LEFT_OUT.iter().any(|start| line.starts_with(start));
        self.lines.iter().any(|line| begins(line.trim_start()))
    }

    /// Whether the line is one of a quote, whose lines may be printed without indentation that all of them have: the JSON
    /// form's quotes were found in their files.
    fn is_quoted(&self, line: &str) -> bool {
        let mut links = items(self.report, "flow").iter();
        links.any(|link| {
            let quote = text(&link["quote"], "text");
            let indent =
                |line: &str| line.bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
            let indented = quote.split('\n').filter(|line| !line.trim().is_empty());
            let shared = indented.map(indent).min().unwrap_or_default();
            quote.split('\n').any(|quoted| {
                (0..=shared.min(indent(quoted))).any(|cut| escaped(&quoted[cut..]) == line)
            })
        })
    }

    /// Whether this is a part of a line of a place.
    fn stands(&self, at: u32, part: &str) -> bool {
        self.reported.iter().any(|(path, range)| {
            let bytes = self.ground.file(path).unwrap_or_default();
            let line =
                lines(&bytes).get((at as usize).wrapping_sub(1)).copied().map(<[u8]>::to_vec);
            let line = String::from_utf8_lossy(&line.unwrap_or_default()).into_owned();
            range.is_some_and(|(start, end)| (start..=end).contains(&at))
                && contains_bytes(escaped(&line).as_bytes(), part.as_bytes())
        })
    }

    /// Checks that the machine block says the same, and numbers the places as they are printed.
    fn check_block(
        &self,
        block: &Value,
        numbered: &BTreeMap<u32, Location>,
        found: &mut Violations,
    ) {
        let is_true = |(at, place): (&u32, &Location)| {
            let starts = ["{at}. ", "{at}. `", "[{at}] ", "[{at}] `"];
            let starts = starts.map(|start| start.replace("{at}", &at.to_string()));
            let mut spellings = self.printed.iter().filter(|(_, it)| *it == place);
            is_within_flow(self.report, place)
                || self.below_links.contains(place)
                || spellings.any(|(it, _)| {
                    starts.iter().any(|start| self.whole.contains(&(start.clone() + it)))
                })
        };
        let count = block["refs"].as_object().into_iter().flatten();
        let count = count.map(|(_, places)| places.as_array().map_or(0, Vec::len)).sum::<usize>();
        let is_ordered = numbered.keys().copied().eq((1..).take(count));
        found.unless(is_ordered && numbered.iter().all(is_true), LAW, || {
            format!("refs are {numbered:?}, and others are printed")
        });
        let targets: Vec<Location> =
            items(self.report, "read_targets").iter().map(location).collect();
        let targets = numbered.iter().filter(|(_, place)| targets.contains(place));
        let expected: Vec<u32> = targets.map(|(number, _)| *number).collect();
        let mut reads: Vec<u32> = items(block, "read").iter().filter_map(number).collect();
        reads.sort_unstable();
        let is_read = |number: &u32| expected.contains(number);
        let holds = reads == expected || self.is_cut() && reads.iter().all(is_read);
        found.unless(holds, LAW, || format!("read is {reads:?}, not {expected:?}"));
        let same = json!({
            "v": 3, "action": self.report["action"], "confidence": self.report["confidence"],
            "refs": block["refs"], "read": block["read"],
        });
        found.unless(*block == same, LAW, || format!("the machine block says {block}, not {same}"));
    }
}
