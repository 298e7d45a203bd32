//! Checks the text forms against the JSON form, line by line: a line is the host's own, a place of the report, a line of
//! one of its quotes, or prose that names no other place.

mod markdown;
mod places;
mod terminal;

use std::collections::BTreeSet;

use serde_json::Value;

use super::{GroundTruth, Location, Printed, Violations, text, texts};

/// Broken forms have no law of their own.
const LAW: &str = "budget";
/// A violated law, and what is wrong.
type Fault = (&'static str, String);

/// A text form while it is read.
struct Form<'a> {
    name: &'static str,
    report: &'a Value,
    ground: &'a GroundTruth<'a>,
    reported: Vec<Location>,
    /// The places in the order of their numbers.
    numbered: Vec<Location>,
    /// The paths that were printed.
    paths: Vec<String>,
    /// The folder for which `…/` stands.
    folder: String,
    /// The place that the last link or row is about.
    current: Option<Location>,
    reads: BTreeSet<usize>,
    prose: Vec<String>,
    label: &'static str,
    left_out: bool,
    stage: usize,
}

pub(super) fn check(
    printed: &Printed,
    report: &Value,
    ground: &GroundTruth<'_>,
    found: &mut Violations,
) {
    for (name, text) in [("markdown", &printed.markdown), ("text", &printed.text)] {
        let count = text.chars().count();
        found.unless(count <= ground.max_chars, LAW, || format!("{name}: {count} characters"));
        check_characters(name, text, true, found);
        let mut form = Form::new(name, report, ground);
        let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
        if name == "text" {
            form.read_terminal(&lines, found);
        } else {
            form.read_markdown(&lines, found);
        }
        form.check_agreement(found);
        for words in &form.prose {
            texts::check_words(words, &form.reported, ground, found);
            texts::check_leaks(words, ground, found);
        }
    }
    check_characters("json", &printed.json, false, found);
    let same = report["stats"]["report_chars"] == printed.markdown.chars().count()
        && report["markdown"].as_str() == Some(&printed.markdown);
    found.unless(same, LAW, || "the JSON form holds another text".to_owned());
}

impl<'a> Form<'a> {
    fn new(name: &'static str, report: &'a Value, ground: &'a GroundTruth<'a>) -> Self {
        Self {
            name,
            report,
            ground,
            reported: super::locations(report),
            numbered: Vec::new(),
            paths: Vec::new(),
            folder: String::new(),
            current: None,
            reads: BTreeSet::new(),
            prose: Vec::new(),
            label: "",
            left_out: false,
            stage: 0,
        }
    }

    fn note(
        &mut self,
        line: &str,
        read: impl FnOnce(&mut Self, &str) -> Result<(), Fault>,
        found: &mut Violations,
    ) {
        if let Err((law, why)) = read(self, line) {
            found.add(law, format!("{}: {why} in {line:?}", self.name));
        }
    }

    /// Enters the stage of the line's kind; returns what stands behind the kind's name.
    fn enter_kind<'t>(&mut self, kinds: &[(usize, &str)], line: &'t str) -> Result<&'t str, Fault> {
        let kind = kinds.iter().find(|(_, start)| line.starts_with(start));
        let (stage, start) = kind.ok_or_else(|| broken("a line of no known kind"))?;
        let repeats = [0, 2, 10].contains(stage);
        self.enter(*stage, repeats)?;
        match *start {
            "Left out: " => self.left_out = true,
            "Fallback: " | "No verified answer: " => self.label = "Fallback",
            "Skip: " => self.label = "Skip",
            _ => {}
        }
        Ok(&line[start.len()..])
    }

    fn enter(&mut self, stage: usize, repeats: bool) -> Result<(), Fault> {
        let is_ordered = self.stage < stage || (self.stage == stage && repeats);
        self.stage = stage;
        is_ordered.then_some(()).ok_or_else(|| broken("a line out of order"))
    }

    fn add_number(&mut self, number: u32, location: &Location) -> Result<(), Fault> {
        let known = self.numbered.iter().position(|known| known == location);
        let is = known.map_or(self.numbered.len() + 1, |at| at + 1);
        if known.is_none() {
            self.numbered.push(location.clone());
        }
        let why = || broken(&format!("{number} where {is} comes"));
        (number as usize == is).then_some(()).ok_or_else(why)
    }

    fn add_link(&mut self, location: Location, rest: &str) -> Result<(), Fault> {
        if !self.numbered.contains(&location) {
            return Err(broken("a place without its number"));
        }
        self.current = Some(location);
        self.add_prose(rest, &[" - ", " (", ""])
    }

    /// Adds prose behind a place: it has one of these starts, of which the empty one means nothing.
    fn add_prose(&mut self, words: &str, starts: &[&str]) -> Result<(), Fault> {
        self.prose.push(words.to_owned());
        let is_start =
            |start: &&str| words.starts_with(start) && (!start.is_empty() || words.is_empty());
        let why = || broken(&format!("{words:?} behind a place"));
        starts.iter().any(is_start).then_some(()).ok_or_else(why)
    }

    /// Checks the label, and that all places are printed, unless the form states that something was left out.
    fn check_agreement(&self, found: &mut Violations) {
        let label = match text(self.report, "outcome") {
            "fallback" => "Fallback",
            "skip" => "Skip",
            _ => "",
        };
        found.unless(self.label == label, "no_padding", || {
            format!("{} is labelled {:?}", self.name, self.label)
        });
        let mut missing = self.reported.iter().filter(|place| !self.numbered.contains(place));
        if let Some(place) = missing.next().filter(|_| !self.left_out) {
            found.add(LAW, format!("{} leaves out {place:?} and does not say so", self.name));
        }
    }
}

fn broken(why: &str) -> Fault {
    (LAW, why.to_owned())
}

/// Checks that a form has no control, bidirectional or invisible character.
pub(super) fn check_characters(form: &str, text: &str, tabs: bool, found: &mut Violations) {
    if let Some(odd) = text.chars().find(|&c| is_unprintable(c, tabs)) {
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

/// A line with unprintable characters escaped, as the report's documentation states.
fn escaped(line: &str) -> String {
    let escape = |c: char| match c {
        _ if !is_unprintable(c, true) => c.to_string(),
        '\r' => "\\r".to_owned(),
        _ => format!("\\u{{{:x}}}", u32::from(c)),
    };
    line.chars().map(escape).collect()
}
