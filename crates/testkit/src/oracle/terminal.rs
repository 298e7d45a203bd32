//! Parses the form for a terminal line by line, as it is printed without a limit of columns and with how the run went. A
//! line of no known kind, or in the wrong order, is an error.

use super::Location;
use super::page::Page;
use super::place::leading_number;

/// The marks of a quoted line, and of a part that is left out.
const QUOTE_MARK: &str = " │ ";
const MORE_MARK: &str = "… ";
/// The fewest spaces before what is said of a place.
const DETAIL_INDENT: usize = 3;

/// The sections of the form, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Answer,
    Reads,
    Gaps,
    Run,
}

/// The contents of the form, and the number of each quoted line: `(place, line, text)`.
pub(super) struct TerminalPage {
    pub(super) page: Page,
    pub(super) quoted_lines: Vec<(Location, u32, String)>,
    section: Section,
    /// The place that the last row is about.
    current: Option<usize>,
}

/// Parses the lines of the form.
pub(super) fn parse_terminal(
    lines: &[&str],
    space_before_lines: bool,
) -> Result<TerminalPage, String> {
    let mut page = Page::default();
    page.places.space_before_lines = space_before_lines;
    let mut parsed =
        TerminalPage { page, quoted_lines: Vec::new(), section: Section::Answer, current: None };
    let [_question, state, rest @ ..] = lines else {
        return Err("it has no head".to_owned());
    };
    let confidence = parsed.parse_state(state)?;
    for line in rest.iter().filter(|line| !line.is_empty()) {
        parsed.parse_line(line).map_err(|why| format!("{why} in {line:?}"))?;
    }
    let is_same = confidence.is_none_or(|word| word == parsed.page.confidence);
    if is_same && parsed.section == Section::Run {
        Ok(parsed)
    } else {
        Err("its state and its run differ".to_owned())
    }
}

impl TerminalPage {
    /// Parses the state of the answer; returns the confidence.
    fn parse_state(&mut self, line: &str) -> Result<Option<String>, String> {
        let mut statements = line.split(" · ");
        let size = statements.next().unwrap_or_default();
        let size = size.strip_prefix("flow of ").unwrap_or(size);
        let is_size = size == "no place" || size.ends_with(" place") || size.ends_with(" places");
        if !is_size {
            const SKIPS: [&str; 3] = [
                "nothing was searched",
                "not all was searched, read or shown",
                "nothing relevant was found",
            ];
            "Skip".clone_into(&mut self.page.label);
            return if SKIPS.contains(&size) {
                Ok(None)
            } else {
                Err(format!("no state: {line:?}"))
            };
        }
        let confidence = statements.next().unwrap_or_default();
        let word = confidence.strip_suffix(": leads only").unwrap_or(confidence);
        let word = word.strip_suffix(" confidence");
        let word = word.ok_or(format!("no confidence: {line:?}"))?;
        Ok(Some(word.to_owned()))
    }

    fn parse_line(&mut self, line: &str) -> Result<(), String> {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if indent >= DETAIL_INDENT {
            return match self.section {
                Section::Answer => self.parse_detail(text),
                Section::Reads => self.parse_read(text),
                Section::Gaps | Section::Run => Err("an indented line".to_owned()),
            };
        }
        let row = leading_number(text)
            .and_then(|(number, rest)| Some((number, rest.strip_prefix("  ")?)))
            .filter(|_| self.section == Section::Answer);
        if let Some((number, rest)) = row {
            return self.parse_row(number, rest);
        }
        match line {
            "Read next" => self.enter(Section::Reads),
            _ if line.starts_with("intent ") => self.parse_run(line),
            _ if self.section == Section::Run => Ok(()),
            _ => self.parse_gap(line),
        }
    }

    fn enter(&mut self, section: Section) -> Result<(), String> {
        let is_later =
            section > self.section || (section, section) == (self.section, Section::Gaps);
        self.section = section;
        is_later.then_some(()).ok_or("a line out of order".to_owned())
    }

    /// Parses a row behind its number: a title, and a place, which ends the line.
    fn parse_row(&mut self, number: u32, rest: &str) -> Result<(), String> {
        let mut title_ends = rest.match_indices("  ").map(|(at, _)| at);
        let location = std::iter::once(0).chain(&mut title_ends).find_map(|at| {
            let (title, place) = rest.split_at(at);
            let (location, behind) = self.page.places.parse_with_path(place.trim_start()).ok()?;
            behind.is_empty().then(|| (title.to_owned(), location))
        });
        let (title, location) = location.ok_or("a row without a place")?;
        self.page.prose.push(title);
        let numbered = &mut self.page.places.numbered;
        let known = numbered.iter().position(|known| *known == location);
        let place_number = known.map_or(numbered.len() + 1, |at| at + 1);
        if number as usize != place_number {
            return Err(format!("{number} where {place_number} comes"));
        }
        if known.is_none() {
            numbered.push(location);
        }
        self.page.links.push((place_number, Vec::new()));
        self.current = Some(place_number);
        Ok(())
    }

    /// Parses what is said of a place: a quoted line behind its number, or prose.
    fn parse_detail(&mut self, text: &str) -> Result<(), String> {
        let number = self.current.ok_or("a detail of no place")?;
        let quoted = leading_number(text)
            .and_then(|(line, rest)| Some((line, rest.strip_prefix(QUOTE_MARK)?)));
        let Some((line, quote)) = quoted else {
            self.page.prose.push(text.to_owned());
            return Ok(());
        };
        let location = self.page.places.numbered.get(number - 1);
        let location = location.ok_or("a quote of no place")?.clone();
        self.quoted_lines.push((location, line, quote.to_owned()));
        let link = self.page.links.last_mut().ok_or("a quote of no link")?;
        link.1.push(quote.to_owned());
        Ok(())
    }

    fn parse_read(&mut self, text: &str) -> Result<(), String> {
        if text.starts_with(MORE_MARK) {
            self.page.left_out = true;
            return Ok(());
        }
        let (location, purpose) = self.page.places.parse_with_path(text)?;
        if !purpose.is_empty() && !purpose.starts_with("  ") {
            return Err(format!("{purpose:?} behind a place"));
        }
        self.page.prose.push(purpose.to_owned());
        let numbered = &mut self.page.places.numbered;
        if !numbered.contains(&location) {
            numbered.push(location);
        }
        Ok(())
    }

    /// Parses a line that states what is missing, or why there is no verified answer.
    fn parse_gap(&mut self, line: &str) -> Result<(), String> {
        let (label, rest) = line.split_once(": ").ok_or("a line of no known kind")?;
        if label == "No verified answer" && self.section == Section::Answer {
            "Fallback".clone_into(&mut self.page.label);
            return Ok(());
        }
        self.enter(Section::Gaps)?;
        match label {
            "Missing" | "Search next" => self.page.prose.push(rest.to_owned()),
            "Left out" => self.page.left_out = true,
            "In no searched file"
            | "Dropped"
            | "Narrowed"
            | "Searched for"
            | "Incomplete"
            | "Not read" => {}
            _ => return Err("a line of no known kind".to_owned()),
        }
        Ok(())
    }

    /// Parses what the run was asked for: `intent explain · action read_targets · confidence low`.
    fn parse_run(&mut self, line: &str) -> Result<(), String> {
        self.enter(Section::Run)?;
        for statement in line.split(" · ") {
            match statement.split_once(' ') {
                Some(("action", action)) => action.clone_into(&mut self.page.action),
                Some(("confidence", word)) => word.clone_into(&mut self.page.confidence),
                Some(("intent", _)) => {}
                _ => return Err("a statement of no known kind".to_owned()),
            }
        }
        Ok(())
    }
}
