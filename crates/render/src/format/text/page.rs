//! The text form: the question, the state of the answer, and its places.

use firsthand_registry::clip;
use firsthand_validator::{Confidence, Outcome};

use super::pen::{Pen, Tone};
use super::rows::{Fact, GAP_COLUMNS, Row, path_column};
use crate::budget::RenderPlan;
use crate::clean::terminal_prose;
use crate::cut::Cut;
use crate::layout::{Layout, MentionForm};
use crate::parts::{LinkPart, Parts, ReadPart};
use crate::phrases::{counted, fallback_sentence, milliseconds, searched_files, skip_reason};
use crate::shorten::shorten;

/// The fewest columns of the numbers of quoted lines.
const MIN_LINE_COLUMNS: usize = 3;
/// What stands between the number of a quoted line and its text. It is in no prose.
const QUOTE_MARK: &str = " │ ";
/// What stands between two statements on the state of the answer.
const DOT: &str = " · ";

/// A report with its plan and layout, ready to print.
pub(super) struct Page<'a, 'r> {
    pub(super) parts: &'a Parts<'r>,
    pub(super) plan: &'a RenderPlan,
    pub(super) layout: &'a Layout,
    pub(super) cuts: &'a [Cut],
    pub(super) explain: bool,
    /// Further places to read, which are named without their purposes where there is room for so many characters.
    pub(super) further: &'a [ReadPart],
    pub(super) room: usize,
}

impl Page<'_, '_> {
    /// Prints the page: the answer first, then what to read, then what is missing.
    pub(super) fn print(&self, pen: &mut Pen) {
        let query = clip(&self.parts.query, self.plan.query_chars);
        let query = terminal_prose(&query.replace("\\\"", "\""));
        pen.wrapped(Tone::Strong, &query, 0, GAP_COLUMNS);
        self.state(pen);
        self.places(pen);
        self.reads(pen);
        self.gaps(pen);
        if self.explain {
            self.run(pen);
        }
    }

    /// Prints the state of the answer on one line, and on a further one why it is not the model's.
    fn state(&self, pen: &mut Pen) {
        let report = self.parts.report;
        let (body, facts) = (report.body(), report.facts());
        match body.outcome {
            Outcome::Skip => pen.put(Tone::Warning, skip_reason(report)),
            Outcome::Verdict | Outcome::Fallback => {
                pen.put(Tone::Plain, &self.size());
                pen.put(Tone::Quiet, DOT);
                let (tone, words) = confidence_words(body.confidence);
                pen.put(tone, words);
                if body.confidence == Confidence::Low && self.places_shown() > 0 {
                    pen.put(Tone::Plain, ": leads only");
                }
            }
        }
        let files = match facts.coverage.patterns {
            0 if body.outcome == Outcome::Skip => None,
            0 => Some("nothing searched".to_owned()),
            _ => Some(searched_files(&facts.coverage)),
        };
        let time = Some(facts.stats.elapsed_ms).filter(|ms| *ms > 0);
        for statement in files.into_iter().chain(time.map(milliseconds)) {
            pen.put(Tone::Quiet, DOT);
            pen.put(Tone::Quiet, &statement);
        }
        pen.end_line();
        if body.outcome == Outcome::Fallback {
            let sentence = fallback_sentence(report, self.plan.reasons);
            pen.wrapped(Tone::Warning, &sentence, 0, GAP_COLUMNS);
        }
    }

    /// How many places the answer has.
    fn places_shown(&self) -> usize {
        let mentions = self.layout.links.iter().chain(&self.layout.also);
        mentions.filter(|mention| mention.form != MentionForm::Number).count()
    }

    /// How many places the answer has, and whether they were shown to call each other.
    fn size(&self) -> String {
        let size = match self.places_shown() {
            0 => "no place".to_owned(),
            places => counted(places as u64, "place"),
        };
        if self.parts.shows_chain { format!("flow of {size}") } else { size }
    }

    fn places(&self, pen: &mut Pen) {
        let rows = self.rows();
        let largest = rows.iter().map(|row| row.number).max().unwrap_or(0);
        let indent = largest.to_string().len() + GAP_COLUMNS;
        let path_column = path_column(&rows, indent);
        let lines = rows.iter().filter_map(|row| row.link).map(last_line);
        let line_columns = lines.max().unwrap_or(0).to_string().len();
        let mut had_details = true;
        for row in &rows {
            let has_details = row.link.is_some();
            if had_details || has_details {
                pen.end_line();
            }
            had_details = has_details;
            self.print_row(row, indent, path_column, pen);
            self.print_details(row, indent, line_columns.max(MIN_LINE_COLUMNS), pen);
        }
    }

    /// Prints what a row's link states, and its quote.
    fn print_details(&self, row: &Row<'_>, indent: usize, line_columns: usize, pen: &mut Pen) {
        let Some(link) = row.link else { return };
        match &row.fact {
            Fact::None => {}
            Fact::Prose(text) => {
                pen.spaces(indent);
                pen.wrapped(Tone::Plain, text, indent, indent);
            }
            Fact::Code(code) => {
                pen.spaces(indent);
                pen.source(Tone::Quiet, code, indent);
            }
        }
        let quote = link.quote.iter().filter(|_| link.rank < self.plan.quotes);
        for (number, line) in (link.line..).zip(quote) {
            pen.spaces(indent);
            let gutter = format!("{number:>line_columns$}{QUOTE_MARK}");
            pen.put(Tone::Quiet, &gutter);
            pen.source(Tone::Quote, line, indent + gutter.chars().count());
        }
    }

    /// What the model states of a link's place.
    pub(super) fn fact_of(&self, link: &LinkPart) -> String {
        shorten(&link.fact, self.plan.chars_of_fact(link)).into_owned()
    }
}

fn confidence_words(confidence: Confidence) -> (Tone, &'static str) {
    match confidence {
        Confidence::High => (Tone::Good, "high confidence"),
        Confidence::Medium => (Tone::Strong, "medium confidence"),
        Confidence::Low => (Tone::Warning, "low confidence"),
    }
}

/// The number of the last line of a link's quote.
fn last_line(link: &LinkPart) -> u32 {
    let further = u32::try_from(link.quote.len().saturating_sub(1)).unwrap_or(0);
    link.line.saturating_add(further)
}
