//! Parses the Markdown form line by line. A line of no known kind, or in the wrong order, is an error.

use super::place::{Places, leading_number};

/// The text before each line of a quote: code in a block quote.
const QUOTE_MARK: &str = "   >     ";

/// The contents of a text form.
#[derive(Default)]
pub(super) struct Page {
    pub(super) places: Places,
    /// The number of each link's place, and its quote's lines.
    pub(super) links: Vec<(usize, Vec<String>)>,
    /// The number of the place of each read target.
    pub(super) reads: Vec<usize>,
    /// The model's prose.
    pub(super) prose: Vec<String>,
    pub(super) confidence: String,
    pub(super) action: String,
    /// `Fallback` or `Skip`, where the form has that label.
    pub(super) label: String,
    /// Whether the form states that something was left out.
    pub(super) left_out: bool,
    /// The number of the kind of line that was read last, in the order in which the form has these kinds.
    stage: usize,
}

/// Parses the lines above a machine block.
pub(super) fn parse_page(
    lines: &[&str],
    heading: &str,
    space_before_lines: bool,
) -> Result<Page, String> {
    let mut page = Page::default();
    page.places.space_before_lines = space_before_lines;
    let [first, second, rest @ ..] = lines else {
        return Err("it has no head".to_owned());
    };
    if *first != heading {
        return Err(format!("its heading is {first:?}"));
    }
    page.parse_head(second)?;
    for line in rest.iter().filter(|line| !line.is_empty()) {
        page.parse_line(line).map_err(|why| format!("{why} in {line:?}"))?;
    }
    Ok(page)
}

impl Page {
    fn parse_head(&mut self, line: &str) -> Result<(), String> {
        let wrong = || format!("no head: {line:?}");
        let rest = line.strip_prefix("Query: \"").ok_or_else(wrong)?;
        let (rest, action) = rest.rsplit_once(" | Action: ").ok_or_else(wrong)?;
        let (rest, confidence) = rest.rsplit_once(" | Confidence: ").ok_or_else(wrong)?;
        rest.rsplit_once("\" | Intent: ").ok_or_else(wrong)?;
        action.clone_into(&mut self.action);
        confidence.clone_into(&mut self.confidence);
        Ok(())
    }

    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        if let Some(quote) = line.strip_prefix(QUOTE_MARK) {
            let link = self.links.last_mut().filter(|_| self.stage == 2);
            link.ok_or("a quote of no link")?.1.push(quote.to_owned());
            return Ok(());
        }
        if let Some(purpose) = line.strip_prefix("   Read: ") {
            let link = self.links.last().filter(|_| self.stage == 2);
            self.reads.push(link.ok_or("a read target of no link")?.0);
            self.prose.push(purpose.to_owned());
            return Ok(());
        }
        if line == "Flow:" {
            return self.enter_stage(1);
        }
        if let Some(rest) = line.strip_prefix("- ") {
            self.enter_stage(2)?;
            let (number, rest) = self.places.known_place(rest)?;
            return self.add_link(number, rest);
        }
        if let Some((number, rest)) = leading_number(line) {
            self.enter_stage(2)?;
            let rest = rest.strip_prefix(". ").ok_or("no link")?;
            let next = self.places.numbered.len() + 1;
            if number as usize != next {
                return Err(format!("{number} where {next} comes"));
            }
            let rest = self.places.new_place(rest)?;
            return self.add_link(next, rest);
        }
        if let Some(folder) = line.strip_prefix("Paths: …/ is ") {
            let is_folder = folder.ends_with('/') && self.stage == 0;
            folder.clone_into(&mut self.places.folder);
            return is_folder.then_some(()).ok_or("no folder".to_owned());
        }
        let (label, rest) = line.split_once(": ").ok_or("a line of no known kind")?;
        self.parse_labelled_line(label, rest)
    }

    fn parse_labelled_line(&mut self, label: &str, rest: &str) -> Result<(), String> {
        const KINDS: [(&str, usize); 13] = [
            ("Fallback", 0),
            ("Skip", 0),
            ("Also", 3),
            ("Dropped", 4),
            ("Narrowed", 5),
            ("In no searched file", 6),
            ("Not read", 7),
            ("Missing", 8),
            ("Coverage", 9),
            ("Read", 10),
            ("Search", 11),
            ("Search (the host's terms)", 11),
            ("Left out", 12),
        ];
        let kind = KINDS.iter().find(|(known, _)| *known == label);
        let stage = kind.ok_or("a line of no known kind")?.1;
        let first = stage != self.stage;
        self.enter_stage(stage)?;
        match stage {
            0 if self.label.is_empty() => label.clone_into(&mut self.label),
            3 if first => return self.parse_also(rest),
            8 | 11 if first => self.prose.push(rest.to_owned()),
            10 => return self.parse_reads(rest),
            4 | 5 | 6 | 7 | 9 | 12 if first => self.left_out |= stage == 12,
            _ => return Err("a second line of its kind".to_owned()),
        }
        Ok(())
    }

    /// Checks that a line of this stage may follow the last one.
    fn enter_stage(&mut self, stage: usize) -> Result<(), String> {
        let ordered = self.stage < stage || (self.stage == stage && stage != 1);
        self.stage = stage;
        if ordered { Ok(()) } else { Err("a line out of order".to_owned()) }
    }

    fn add_link(&mut self, number: usize, rest: &str) -> Result<(), String> {
        self.links.push((number, Vec::new()));
        self.parse_rest(rest, &[" - ", " ("])
    }

    /// Parses the rest of a line behind a place: nothing, or the model's prose.
    fn parse_rest(&mut self, rest: &str, starts: &[&str]) -> Result<(), String> {
        if !rest.is_empty() && !starts.iter().any(|start| rest.starts_with(start)) {
            return Err(format!("{rest:?} behind a place"));
        }
        self.prose.push(rest.to_owned());
        Ok(())
    }

    /// Parses the places of a line `Read`, which are in one file.
    fn parse_reads(&mut self, rest: &str) -> Result<(), String> {
        let (mut number, mut rest) = self.places.with_number(rest)?;
        loop {
            self.reads.push(number);
            let further = self.places.further(rest);
            let (purpose, next) =
                further.map_or((rest, None), |(purpose, next)| (purpose, Some(next)));
            self.parse_rest(purpose, &[" - ", " (required)"])?;
            let Some(next) = next else {
                return Ok(());
            };
            (number, rest) = next;
        }
    }

    /// Parses the places of the line `Also`, each with the label of its declaration, if it has one.
    fn parse_also(&mut self, mut rest: &str) -> Result<(), String> {
        loop {
            rest = self.places.with_number(rest)?.1;
            if let Some(label) = rest.strip_prefix(" (") {
                let (label, more) = label.split_once("`)").ok_or("half a label")?;
                self.prose.push(format!("{label}`"));
                rest = more;
            }
            match rest.strip_prefix(", ") {
                Some(more) => rest = more,
                None if rest.is_empty() => return Ok(()),
                None => return Err(format!("{rest:?} behind a place")),
            }
        }
    }
}
