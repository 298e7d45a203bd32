//! Reads the form for a terminal, as it is printed without a limit of columns and with how the run went.

use super::places::leading_number;
use super::{Fault, Form, LAW, broken, escaped};
use crate::oracle::{Violations, lines, text};

/// The kinds of lines of the terminal's form behind its rows.
const TERMINAL: [(usize, &str); 12] = [
    (0, "No verified answer: "),
    (1, "Read next"),
    (2, "Missing: "),
    (2, "Search next: "),
    (2, "Left out: "),
    (2, "In no searched file: "),
    (2, "Dropped: "),
    (2, "Narrowed: "),
    (2, "Searched for: "),
    (2, "Incomplete: "),
    (2, "Not read: "),
    (3, "intent "),
];

impl Form<'_> {
    pub(super) fn read_terminal(&mut self, all: &[&str], found: &mut Violations) {
        let [_question, state, rest @ ..] = all else {
            return found.add(LAW, "text: it has no head");
        };
        let [intent, action, confidence] =
            ["intent", "action", "confidence"].map(|key| text(self.report, key));
        let run = format!("intent {intent} · action {action} · confidence {confidence}");
        let is_answer =
            state.contains(" place") && state.contains(&format!(" {confidence} confidence"));
        let says = rest.iter().filter(|line| line.starts_with("intent ")).eq([&run.as_str()]);
        if !state.contains("confidence") {
            self.label = "Skip";
        }
        found.unless((is_answer || self.label == "Skip") && says, LAW, || {
            format!("text says {state:?}, not {run:?}, or its run differs")
        });
        for line in rest.iter().filter(|line| !line.is_empty()) {
            self.note(line, Self::read_terminal_line, found);
        }
    }

    fn read_terminal_line(&mut self, line: &str) -> Result<(), Fault> {
        let words = line.trim_start_matches(' ');
        let row = leading_number(words).and_then(|(n, rest)| Some((n, rest.strip_prefix("  ")?)));
        match (self.stage, line.len() - words.len() >= 3) {
            (0, true) => self.read_detail(words),
            (1, true) => {
                if words.starts_with("… ") {
                    self.left_out = true;
                    return Ok(());
                }
                let (location, purpose) = self.place(words)?;
                self.numbered.extend((!self.numbered.contains(&location)).then_some(location));
                self.add_prose(purpose, &["  ", ""])
            }
            (0, false) if row.is_some() => {
                let (number, rest) = row.unwrap_or_default();
                self.read_row(number, rest)
            }
            (3, false) if !line.starts_with("intent ") => Ok(()),
            (_, true) => Err(broken("an indented line")),
            _ => {
                let rest = self.enter_kind(&TERMINAL, line)?;
                if line.starts_with("Missing: ") || line.starts_with("Search next: ") {
                    self.prose.push(rest.to_owned());
                }
                Ok(())
            }
        }
    }

    /// Reads a row behind its number: a title, and a place, which ends the line.
    fn read_row(&mut self, number: u32, row: &str) -> Result<(), Fault> {
        let starts = std::iter::once(0).chain(row.match_indices("  ").map(|(at, _)| at));
        let place = starts.filter_map(|at| {
            let (location, rest) = self.parse_place(row[at..].trim_start())?.ok()?;
            rest.is_empty().then_some((at, location))
        });
        let (at, location) = place.last().ok_or_else(|| self.fabricated(row))?;
        self.prose.push(row[..at].to_owned());
        self.add_number(number, &location)?;
        self.current = Some(location);
        Ok(())
    }

    /// Reads what is said of a place: a line of its file behind its number, or prose.
    fn read_detail(&mut self, words: &str) -> Result<(), Fault> {
        let line = leading_number(words).and_then(|(n, rest)| Some((n, rest.strip_prefix(" │ ")?)));
        let Some((number, quote)) = line else {
            self.prose.push(words.to_owned());
            return Ok(());
        };
        let (path, range) = self.current.clone().ok_or_else(|| broken("a quote of no place"))?;
        let bytes = self.ground.file(&path).map_err(|(_, why)| ("verbatim", why))?;
        let all = lines(&bytes);
        let line = all.get((number as usize).wrapping_sub(1)).copied().unwrap_or_default();
        let stands = escaped(&String::from_utf8_lossy(line)).contains(quote)
            && range.is_some_and(|(start, end)| (start..=end).contains(&number));
        let why = || format!("{quote:?} does not stand at line {number} of {path:?}");
        stands.then_some(()).ok_or_else(|| ("verbatim", why()))
    }
}
