//! Prints the Markdown form above its machine block.

mod accounts;
mod outside;

use std::collections::BTreeSet;
use std::fmt::{Display, Write as _};

use firsthand_registry::{LineRange, clip};
use firsthand_validator::{Outcome, any_of_lines};

use crate::budget::RenderPlan;
use crate::cut::Cut;
use crate::format::Audience;
use crate::inert::inert;
use crate::layout::{Layout, Mention, MentionForm};
use crate::parts::{Parts, PlacePart};
use crate::path_text::{PathText, SHARED_FOLDER, saved_chars};
use crate::phrases::{coverage_text, fallback_reason, skip_reason, was_searched};
use crate::shorten::shorten;

/// The prefix of each line of a quote: a code block in a block quote, in which nothing is markup.
const QUOTE_MARK: &str = "   >     ";

/// A quote is found at once in a place of no more lines than the first number, and soon in one of no more than the second.
const FEW_LINES: u32 = 3;
const MANY_LINES: u32 = 9;

/// A Markdown text under construction.
pub(crate) struct Markdown {
    pub(crate) text: String,
    pub(crate) audience: Audience,
    /// The paths that are printed, by their positions.
    pub(crate) printed: BTreeSet<usize>,
}

impl Markdown {
    /// Whether what stands below the flow is a list, and each mention of a place has its path.
    fn is_for_people(&self) -> bool {
        self.audience == Audience::People
    }

    /// Writes the report's own text.
    fn put(&mut self, text: impl Display) {
        let _ = write!(self.text, "{text}");
    }

    /// Writes a model's or a caller's text, in which nothing may act as markup.
    fn prose(&mut self, text: &str) {
        self.text.push_str(&inert(text));
    }

    /// Begins a line below the flow with its label.
    fn item(&mut self, label: &str) {
        if self.is_for_people() {
            self.text.push_str("- ");
        }
        self.text.push_str(label);
    }

    /// Writes a line of a label and the report's own note.
    fn note_line(&mut self, label: &str, note: impl Display) {
        self.item(label);
        self.put(format_args!(" {note}\n"));
    }
}

/// Whether a place has more lines than these.
fn has_lines(range: Option<LineRange>, few: u32) -> bool {
    range.is_some_and(|range| range.len() > few)
}

/// A report with its plan and layout, ready to print.
pub(crate) struct Page<'a, 'r> {
    pub(crate) heading: &'a str,
    pub(crate) parts: &'a Parts<'r>,
    pub(crate) plan: &'a RenderPlan,
    pub(crate) layout: &'a Layout,
    pub(crate) cuts: &'a [Cut],
}

impl Page<'_, '_> {
    /// Prints everything but the machine block; ends with a line break.
    pub(crate) fn print(&self, out: &mut Markdown) {
        self.head(out);
        self.flow(out);
        self.also(out);
        // What is printed next refers to the numbers of these.
        self.reads(out);
        self.uses(out);
        self.names(out);
        self.accounts(out);
        self.missing(out);
        self.search(out);
        self.left_out(out);
    }

    fn head(&self, out: &mut Markdown) {
        let report = self.parts.report;
        let body = report.body();
        out.put("## ");
        out.prose(&clip(self.heading, self.plan.heading_chars));
        out.put("\nQuery: \"");
        out.prose(&clip(&self.parts.query, self.plan.query_chars));
        let (intent, confidence, action) = (body.intent, body.confidence, body.action);
        out.put(format_args!(
            "\" | Intent: {intent} | Confidence: {confidence} | Action: {action}\n"
        ));
        match body.outcome {
            Outcome::Verdict => {}
            Outcome::Fallback => out.put(format_args!("Fallback: {}\n", fallback_reason(report))),
            Outcome::Skip => {
                let searched = coverage_text(&report.facts().coverage);
                out.put(format_args!("Skip: {} ({searched})\n", skip_reason(report)));
            }
        }
        if let Some(folder) = self.folder(out) {
            out.note_line("Paths:", format_args!("{SHARED_FOLDER} is {folder}"));
        }
        out.put("\n");
    }

    fn flow(&self, out: &mut Markdown) {
        if self.layout.links.is_empty() {
            return;
        }
        let is_list = out.is_for_people() && !self.parts.shows_chain;
        out.put(if is_list { "Places:\n" } else { "Flow:\n" });
        let links = self.parts.links_within(self.plan.links);
        for (at, (link, mention)) in links.zip(&self.layout.links).enumerate() {
            // The numbers are those of places: a link that returns to a place does not count.
            match mention.form {
                MentionForm::Number => out.put(format_args!("- [{}] ", mention.number)),
                _ => out.put(format_args!("{}. ", mention.number)),
            }
            self.place(mention, out);
            let has_quote = link.rank < self.plan.quotes;
            // Also where the quote is cut: nothing else says as much in as few characters.
            let range = link.place_part.range;
            if has_lines(range, MANY_LINES) || self.plan.quote_lines && has_lines(range, FEW_LINES)
            {
                out.put(format_args!(", at {}", any_of_lines(link.line, &link.also)));
            }
            if let Some(name) = link.declared.iter().find(|_| link.rank < self.plan.declared) {
                out.put(format_args!(" in `{name}`"));
            }
            if !link.role.is_empty() {
                out.put(" (");
                out.prose(&link.role);
                out.put(")");
            }
            if !link.fact.is_empty() {
                out.put(" - ");
                out.prose(&shorten(&link.fact, self.plan.chars_of_fact(link)));
            }
            out.put("\n");
            self.folded_reads(at, out);
            let quote = link.quote.iter().filter(|_| has_quote);
            quote.for_each(|line| out.put(format_args!("{QUOTE_MARK}{line}\n")));
        }
        out.put("\n");
    }

    fn search(&self, out: &mut Markdown) {
        let body = self.parts.report.body();
        let is_fallback = body.outcome == Outcome::Fallback;
        if self.parts.search.is_empty() && is_fallback {
            if !was_searched(self.parts.report) {
                return; // the line `Fallback:` has the reason
            }
            let note = "no word of the query is known to stand here and to tell places apart";
            return out.note_line("Search:", note);
        }
        let targets = self.parts.search.iter().take(self.plan.search);
        let label = if is_fallback || !body.host_search_targets.is_empty() {
            "Search (the host's terms):"
        } else {
            "Search:"
        };
        if self.items(out, label, targets) {
            out.put("\n");
        }
    }

    /// Prints the items behind their label, without a line break; returns whether there are any.
    fn items<'t>(
        &self,
        out: &mut Markdown,
        label: &str,
        items: impl Iterator<Item = &'t String>,
    ) -> bool {
        let mut any = false;
        for item in items {
            if !any {
                out.item(label);
            }
            out.put(if any { "; " } else { " " });
            out.prose(item);
            any = true;
        }
        any
    }

    /// Prints the place behind its number, unless the place itself is printed as its number, or nothing refers to that.
    fn numbered(&self, mention: &Mention, out: &mut Markdown) {
        let path = self.parts.paths.get(mention.place_part.path);
        let is_referred_to =
            out.audience != Audience::Agent || path.is_some_and(|path| path.short.is_none());
        if mention.form != MentionForm::Number && is_referred_to {
            out.put(format_args!("[{}] ", mention.number));
        }
        self.place(mention, out);
    }

    fn place(&self, mention: &Mention, out: &mut Markdown) {
        let PlacePart { path, range } = mention.place_part;
        let Some(part) = self.parts.paths.get(path) else {
            return;
        };
        let number = match mention.form {
            MentionForm::Path => None,
            MentionForm::Lines(number) => Some(number),
            MentionForm::Number => Some(mention.number),
        };
        match (range, mention.form) {
            (None, MentionForm::Number) if !out.is_for_people() => {
                out.put(format_args!("({})", mention.number));
            }
            (None, MentionForm::Lines(number)) if !out.is_for_people() => {
                out.put(format_args!("file of ({number})"));
            }
            _ => self.path_with(path, number, &part.text.lines(range), out),
        }
    }

    /// Prints a path, and what follows it without a space.
    fn path_with(&self, path: usize, number: Option<usize>, lines: &str, out: &mut Markdown) {
        let text = self.path_text(path, number, lines, out);
        out.put(text);
    }

    /// A path, and what follows it without a space: once it is printed, its end, or else the number of the place with it.
    fn path_text(
        &self,
        path: usize,
        number: Option<usize>,
        lines: &str,
        out: &mut Markdown,
    ) -> String {
        let Some(part) = self.parts.paths.get(path) else {
            return String::new();
        };
        let delimited = |text: &PathText, before: &str, shown: &str| {
            let mark = if text.needs_delimiters { "`" } else { "" };
            format!("{mark}{before}{shown}{lines}{mark}")
        };
        let is_first = out.printed.insert(path) || out.is_for_people();
        match (&part.short, number) {
            (Some(short), _) if !is_first => return delimited(short, "", &short.text),
            (_, Some(number)) if !out.is_for_people() => {
                let lines = lines.trim_start_matches([':', ' ']);
                let separator = if lines.is_empty() { "" } else { self.parts.range_separator };
                return format!("({number}){separator}{lines}");
            }
            _ => {}
        }
        let folder = self.folder(out);
        match folder.and_then(|folder| part.text.text.strip_prefix(folder)) {
            Some(rest) => delimited(&part.text, SHARED_FOLDER, rest),
            None => delimited(&part.text, "", &part.text.text),
        }
    }

    /// The folder for which a short form is printed, if any: the printed paths must save more than its line takes.
    fn folder(&self, out: &Markdown) -> Option<&str> {
        let folder = self.parts.folder.as_deref();
        let folder = folder.filter(|_| self.plan.abbreviates && !out.is_for_people())?;
        let paths = self.parts.paths.iter().enumerate();
        let printed = paths.filter(|(path, _)| {
            let mut places = self.layout.places.iter();
            places.any(|place| place.path == *path)
        });
        let printed = printed.map(|(_, part)| part.text.text.as_str());
        (saved_chars(folder, printed) > 0).then_some(folder)
    }
}
