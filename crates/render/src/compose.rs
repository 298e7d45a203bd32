//! Prints the text form to a sink, as text with styles: Markdown ignores the styles, a terminal maps them to
//! colours.

mod accounts;
mod outside;

use std::fmt::Display;

use firsthand_registry::{LineRange, clip};
use firsthand_validator::{Confidence, Outcome};

use crate::budget::RenderPlan;
use crate::cut::Cut;
use crate::layout::{Layout, Mention, MentionForm};
use crate::parts::Parts;
use crate::path_text::{SHARED_FOLDER, saved_chars};
use crate::phrases::{FallbackReason, SearchCoverage, skip_reason};
use crate::shorten::shorten;

/// The prefix of each line of a quote: a code block in a block quote, in which nothing is markup.
const QUOTE_MARK: &str = "   >     ";

/// The style of a text: its meaning in the report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextStyle {
    Plain,
    Heading,
    Label,
    /// The label of a line below the flow.
    Item,
    Number,
    Path,
    Lines,
    Role,
    Quote,
    Confidence(Confidence),
    Note,
}

/// The output of [`Page::print`].
pub(crate) trait Sink {
    /// Writes the report's own text.
    fn put(&mut self, text_style: TextStyle, text: impl Display);
    /// Writes a model's or a caller's text, in which nothing may act as markup.
    fn prose(&mut self, text_style: TextStyle, text: &str) {
        self.put(text_style, text);
    }
    /// Writes a line of a label and the report's own note.
    fn note_line(&mut self, label: &str, note: impl Display) {
        self.put(TextStyle::Item, label);
        self.put(TextStyle::Note, format_args!(" {note}"));
        self.put(TextStyle::Plain, "\n");
    }
    /// Whether each mention of a place is printed with its path.
    fn repeats_paths(&self) -> bool {
        false
    }
    /// Begins, or ends, a path with a character that could be taken for markup.
    fn delimit_path(&mut self) {}
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
    pub(crate) fn print(&self, out: &mut impl Sink) {
        self.head(out);
        self.flow(out);
        self.also(out);
        self.accounts(out);
        self.missing(out);
        self.reads(out);
        self.search(out);
        self.left_out(out);
    }

    fn head(&self, out: &mut impl Sink) {
        let report = self.parts.report;
        let body = report.body();
        out.prose(
            TextStyle::Heading,
            &clip(self.heading, self.plan.heading_chars),
        );
        out.put(TextStyle::Plain, "\n");
        let query = clip(&self.parts.query, self.plan.query_chars);
        out.put(TextStyle::Label, "Query:");
        out.put(TextStyle::Plain, " \"");
        out.prose(TextStyle::Plain, &query);
        out.put(
            TextStyle::Plain,
            format_args!("\" | Intent: {}", body.intent),
        );
        out.put(TextStyle::Plain, " | Confidence: ");
        out.put(TextStyle::Confidence(body.confidence), body.confidence);
        out.put(
            TextStyle::Plain,
            format_args!(" | Action: {}\n", body.action),
        );
        match body.outcome {
            Outcome::Verdict => {}
            Outcome::Fallback => {
                out.put(TextStyle::Label, "Fallback:");
                out.put(
                    TextStyle::Note,
                    format_args!(" {}\n", FallbackReason(report)),
                );
            }
            Outcome::Skip => {
                let searched = SearchCoverage(&report.facts().coverage);
                let reason = skip_reason(report);
                out.put(TextStyle::Label, "Skip:");
                out.put(TextStyle::Note, format_args!(" {reason} ({searched})\n"));
            }
        }
        if let Some(folder) = self.folder(out) {
            out.note_line("Paths:", format_args!("{SHARED_FOLDER} is {folder}"));
        }
        out.put(TextStyle::Plain, "\n");
    }

    fn flow(&self, out: &mut impl Sink) {
        if self.layout.links.is_empty() {
            return;
        }
        out.put(TextStyle::Label, "Flow:");
        out.put(TextStyle::Plain, "\n");
        let links = self.parts.links_within(self.plan.links);
        for (at, (link, mention)) in links.zip(&self.layout.links).enumerate() {
            // The numbers are those of places: a link that returns to a place has no number.
            match mention.form {
                MentionForm::Number => out.put(TextStyle::Plain, "- "),
                _ => out.put(TextStyle::Number, format_args!("{}. ", mention.number)),
            }
            self.place(mention, out);
            if !link.role.is_empty() {
                out.put(TextStyle::Plain, " (");
                out.prose(TextStyle::Role, &link.role);
                out.put(TextStyle::Plain, ")");
            }
            if !link.fact.is_empty() {
                out.put(TextStyle::Plain, " - ");
                out.prose(
                    TextStyle::Plain,
                    &shorten(&link.fact, self.plan.chars_of_fact(link)),
                );
            }
            out.put(TextStyle::Plain, "\n");
            self.folded_reads(at, out);
            let quote = link.quote.iter().filter(|_| link.rank < self.plan.quotes);
            for line in quote {
                out.put(TextStyle::Number, QUOTE_MARK);
                out.put(TextStyle::Quote, line);
                out.put(TextStyle::Plain, "\n");
            }
        }
        out.put(TextStyle::Plain, "\n");
    }

    fn search(&self, out: &mut impl Sink) {
        let body = self.parts.report.body();
        let is_fallback = body.outcome == Outcome::Fallback;
        if self.parts.search.is_empty() && is_fallback {
            let note = "no word of the query is known to stand here and to tell places apart";
            return out.note_line("Search:", note);
        }
        let targets = self.parts.search.iter().take(self.plan.search);
        let label = if is_fallback || !body.host_search_targets.is_empty() {
            "Search (the host's terms):"
        } else {
            "Search:"
        };
        self.list(out, label, targets);
    }

    fn list<'t>(&self, out: &mut impl Sink, label: &str, items: impl Iterator<Item = &'t String>) {
        if self.items(out, label, items) {
            out.put(TextStyle::Plain, "\n");
        }
    }

    /// Prints the items behind their label, without a line break; returns whether there are any.
    fn items<'t>(
        &self,
        out: &mut impl Sink,
        label: &str,
        items: impl Iterator<Item = &'t String>,
    ) -> bool {
        let mut any = false;
        for item in items {
            if !any {
                out.put(TextStyle::Item, label);
            }
            out.put(TextStyle::Plain, if any { "; " } else { " " });
            out.prose(TextStyle::Plain, item);
            any = true;
        }
        any
    }

    /// Prints the place behind its number, unless the place itself is printed as its number.
    fn numbered(&self, mention: &Mention, out: &mut impl Sink) {
        if mention.form != MentionForm::Number {
            out.put(TextStyle::Number, format_args!("[{}] ", mention.number));
        }
        let has_path_elsewhere =
            matches!(mention.form, MentionForm::Lines(_)) && !out.repeats_paths();
        if has_path_elsewhere && mention.place_part.range.is_some() {
            out.put(TextStyle::Note, "file of ");
        }
        self.place(mention, out);
    }

    fn place(&self, mention: &Mention, out: &mut impl Sink) {
        let Some(part) = self.parts.paths.get(mention.place_part.path) else {
            return;
        };
        let range = mention.place_part.range;
        let form = if out.repeats_paths() {
            MentionForm::Path
        } else {
            mention.form
        };
        let delimited = form == MentionForm::Path && part.text.needs_delimiters;
        if delimited {
            out.delimit_path();
        }
        if form == MentionForm::Path {
            match self
                .folder(out)
                .and_then(|folder| part.text.text.strip_prefix(folder))
            {
                Some(rest) => out.put(TextStyle::Path, format_args!("{SHARED_FOLDER}{rest}")),
                None => out.put(TextStyle::Path, &part.text.text),
            }
        }
        match (form, range) {
            (MentionForm::Path, Some(range)) => {
                out.put(
                    TextStyle::Lines,
                    format_args!("{}{range}", part.text.separator),
                );
            }
            (MentionForm::Path, None) => {
                // Two spaces, where one could make the text read as that of another path.
                let gap = 2 - usize::from(part.text.separator == ":");
                out.put(TextStyle::Note, format_args!("{:gap$}(not read)", ""));
            }
            (MentionForm::Lines(number), None) => {
                out.put(TextStyle::Number, format_args!("file of ({number})"));
            }
            (MentionForm::Number, None) => {
                out.put(TextStyle::Number, format_args!("({})", mention.number));
            }
            (MentionForm::Lines(number), Some(range)) => self.lines_in(out, number, range),
            (MentionForm::Number, Some(range)) => self.lines_in(out, mention.number, range),
        }
        if delimited {
            out.delimit_path();
        }
    }

    /// The folder for which a short form is printed, if any: the printed paths must save more than its line takes.
    fn folder(&self, out: &impl Sink) -> Option<&str> {
        let folder = self.parts.folder.as_deref();
        let folder = folder.filter(|_| self.plan.abbreviates && !out.repeats_paths())?;
        let paths = self.parts.paths.iter().enumerate();
        let printed = paths.filter(|(path, _)| {
            let mut places = self.layout.places.iter();
            places.any(|place| place.path == *path)
        });
        let printed = printed.map(|(_, part)| part.text.text.as_str());
        (saved_chars(folder, printed) > 0).then_some(folder)
    }

    /// Prints a further range in a file that a place with this number names: `(1):20-30`.
    fn lines_in(&self, out: &mut impl Sink, number: usize, range: LineRange) {
        out.put(TextStyle::Number, format_args!("({number})"));
        let separator = self.parts.range_separator;
        out.put(TextStyle::Lines, format_args!("{separator}{range}"));
    }
}
