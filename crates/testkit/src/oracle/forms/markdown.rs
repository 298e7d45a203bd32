//! Reads the Markdown form, with its machine block.

use std::collections::BTreeSet;

use serde_json::Value;

use super::places::leading_number;
use super::{Fault, Form, LAW, broken, escaped};
use crate::oracle::{Location, Violations, items, location, markup, number, text};

const QUOTE: &str = "   >     ";
const READ_OF_LINK: &str = "   Read: ";

/// The kinds of lines of the Markdown form, in their order: those of one stage may mix, and all but quotes, links and read
/// targets stand once.
const MARKDOWN: [(usize, &str); 17] = [
    (0, "Fallback: "),
    (0, "Skip: "),
    (0, "Paths: …/ is "),
    (1, "Flow:"),
    (2, QUOTE),
    (2, READ_OF_LINK),
    (2, "- "),
    (3, "Also: "),
    (4, "Dropped: "),
    (5, "Narrowed: "),
    (6, "In no searched file: "),
    (7, "Not read: "),
    (8, "Missing: "),
    (9, "Coverage: "),
    (10, "Read: "),
    (11, "Search"),
    (12, "Left out: "),
];
impl Form<'_> {
    pub(super) fn read_markdown(&mut self, all: &[&str], found: &mut Violations) {
        let [action, confidence, intent] =
            ["action", "confidence", "intent"].map(|key| text(self.report, key));
        let head = format!("\" | Intent: {intent} | Confidence: {confidence} | Action: {action}");
        let fence =
            |line: &&&str| line.trim_start().starts_with(['`', '~']) && line.contains("```");
        let fences = all.iter().filter(fence).count();
        found.unless(fences == 2, LAW, || format!("there are {fences} fences"));
        let ["## explore_code report", query, above @ .., "```json", block, "```"] = all else {
            return found.add(LAW, "there is no head, or no machine block at the end");
        };
        found.unless(query.starts_with("Query: \"") && query.ends_with(&head), LAW, || {
            format!("markdown says {query:?}, not {head:?}")
        });
        markup::check_markdown(&all[..all.len() - 3], found);
        for line in above.iter().filter(|line| !line.is_empty()) {
            self.note(line, Self::read_markdown_line, found);
        }
        let printed: BTreeSet<&String> = self.paths.iter().collect();
        found.unless(printed.len() == self.paths.len(), LAW, || {
            "markdown prints a path twice".to_owned()
        });
        self.check_block(block, found);
    }

    fn read_markdown_line(&mut self, line: &str) -> Result<(), Fault> {
        let link = leading_number(line).and_then(|(n, rest)| Some((n, rest.strip_prefix(". ")?)));
        if let Some((number, rest)) = link {
            self.enter(2, true)?;
            let (location, rest) = self.place(rest)?;
            self.add_number(number, &location)?;
            return self.add_link(location, rest);
        }
        let rest = self.enter_kind(&MARKDOWN, line)?;
        match (self.stage, &line[..line.len() - rest.len()]) {
            (0, "Paths: …/ is ") => rest.clone_into(&mut self.folder),
            (2, QUOTE) => return self.check_quote(rest),
            (2, READ_OF_LINK) => {
                let current = self.current.as_ref();
                let at = self.numbered.iter().position(|known| Some(known) == current);
                self.reads.insert(at.ok_or_else(|| broken("a read target of no link"))? + 1);
                self.prose.push(rest.to_owned());
            }
            (2, _) => {
                let (location, rest) = self.place(rest)?;
                return self.add_link(location, rest);
            }
            (3, _) => drop(self.read_places(rest, ", ", &[" (", ""])?),
            (8 | 11, _) => self.prose.push(rest.to_owned()),
            (10, _) => {
                let reads = self.read_places(rest, "; ", &[" - ", " (required)", ""])?;
                self.reads.extend(reads);
            }
            _ => {}
        }
        Ok(())
    }

    /// Reads several places with their numbers, and the prose behind each; returns the numbers.
    fn read_places(
        &mut self,
        list: &str,
        separator: &str,
        starts: &[&str],
    ) -> Result<Vec<usize>, Fault> {
        let (mut numbers, mut list) = (Vec::new(), list);
        loop {
            let number = list.strip_prefix('[').and_then(leading_number);
            let number = number.and_then(|(n, rest)| Some((n, rest.strip_prefix("] ")?)));
            let (location, rest) = self.place(number.map_or(list, |(_, rest)| rest))?;
            match number {
                Some((number, _)) => self.add_number(number, &location)?,
                None if self.numbered.contains(&location) => {}
                None => return Err(broken("a place without its number")),
            }
            numbers
                .extend(self.numbered.iter().position(|known| *known == location).map(|at| at + 1));
            let next = rest.match_indices(separator).map(|(at, _)| at).find(|at| {
                let next = rest[at + separator.len()..].trim_start_matches(['[', '(']);
                leading_number(next).is_some_and(|(_, rest)| rest.starts_with([']', ')']))
            });
            let words = &rest[..next.unwrap_or(rest.len())];
            self.add_prose(words, starts)?;
            match next {
                Some(at) => list = &rest[at + separator.len()..],
                None => return Ok(numbers),
            }
        }
    }

    /// Whether the line is one of a quote of the last link: the JSON form's quotes were found in their files.
    fn check_quote(&self, line: &str) -> Result<(), Fault> {
        let links = items(self.report, "flow").iter();
        let mut links = links.filter(|link| Some(location(link)) == self.current);
        let holds = |link: &Value| {
            text(&link["quote"], "text").split('\n').any(|quote| escaped(quote) == line)
        };
        let why = || ("verbatim", format!("{line:?} does not stand in a quote"));
        links.any(holds).then_some(()).ok_or_else(why)
    }

    /// Checks that the machine block says the same, and cites the printed places in their order.
    fn check_block(&self, block: &str, found: &mut Violations) {
        let Ok(block) = serde_json::from_str::<Value>(block) else {
            return found.add(LAW, "the machine block does not parse");
        };
        let mut refs: Vec<(Option<u32>, Location)> = Vec::new();
        for (path, places) in block["refs"].as_object().into_iter().flatten() {
            let places = places.as_array().into_iter().flatten();
            refs.extend(
                places
                    .map(|at| (number(&at[0]), (path.clone(), number(&at[1]).zip(number(&at[2]))))),
            );
        }
        refs.sort();
        let printed: Vec<_> = (1..).map(Some).zip(self.numbered.iter().cloned()).collect();
        found
            .unless(refs == printed, LAW, || format!("refs are {refs:?}, printed are {printed:?}"));
        let reads = items(&block, "read").iter().map(|number| number.as_u64()?.try_into().ok());
        let reads: BTreeSet<Option<usize>> = reads.collect();
        found.unless(reads == self.reads.iter().copied().map(Some).collect(), LAW, || {
            format!("read is {reads:?}, printed are {:?}", self.reads)
        });
        let (refs, read) = (&block["refs"], &block["read"]);
        let (action, confidence) = (&self.report["action"], &self.report["confidence"]);
        let expected = serde_json::json!({
            "v": 3, "action": action, "confidence": confidence, "refs": refs, "read": read,
        });
        found.unless(block == expected, LAW, || {
            format!("the machine block says {block}, not {expected}")
        });
    }
}
