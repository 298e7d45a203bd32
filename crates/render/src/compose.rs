//! The text form of section 6, as a sequence of inked words. What a sink makes of the ink is its
//! own affair: Markdown drops it, a terminal paints with it.

mod accounts;

use std::fmt::Display;

use firsthand_registry::{LineRange, RepoPath, clip};
use firsthand_validator::{Confidence, Outcome};

use crate::budget::RenderPlan;
use crate::cut::Cut;
use crate::layout::{Layout, Named, NamedBy};
use crate::parts::Parts;
use crate::words::{SearchCoverage, Unverified, shorten, skipped};

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Plain,
    Heading,
    Label,
    Number,
    Path,
    Lines,
    Role,
    Quote,
    Level(Confidence),
    Note,
}

/// Where the words go.
pub(crate) trait Sink {
    /// Takes some words.
    fn put(&mut self, ink: Ink, text: impl Display);
    /// Takes a model's or a caller's words, in which nothing may act as markup.
    fn prose(&mut self, ink: Ink, text: &str) {
        self.put(ink, text);
    }
    /// What follows, up to [`Sink::end_place`], names this place.
    fn begin_place(&mut self, _path: &RepoPath, _line: Option<u32>) {}
    /// The place's name ends here.
    fn end_place(&mut self) {}
    /// What follows, up to the next call, is a path of which some character could be taken for markup.
    fn odd_path(&mut self) {}
    /// Whether a path is written each time, so that every place can be followed; else once.
    fn repeats_paths(&self) -> bool {
        false
    }
    /// What stands before each line of a quote.
    fn quote_mark(&self) -> &'static str {
        "   > "
    }
}

/// What is being printed.
pub(crate) struct Page<'a, 'r> {
    pub(crate) heading: &'a str,
    pub(crate) parts: &'a Parts<'r>,
    pub(crate) plan: &'a RenderPlan,
    pub(crate) layout: &'a Layout,
    pub(crate) cuts: &'a [Cut],
}

impl Page<'_, '_> {
    /// Prints everything but the machine block; the last line is ended.
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
        out.prose(Ink::Heading, &clip(self.heading, self.plan.heading_chars));
        out.put(Ink::Plain, "\n");
        let query = clip(&self.parts.query, self.plan.query_chars);
        out.put(Ink::Label, "Query:");
        out.put(Ink::Plain, " \"");
        out.prose(Ink::Plain, &query);
        out.put(Ink::Plain, format_args!("\" | Intent: {}", report.intent()));
        out.put(Ink::Plain, " | Confidence: ");
        out.put(Ink::Level(report.confidence()), report.confidence());
        out.put(Ink::Plain, format_args!(" | Action: {}\n", report.action()));
        match report.outcome() {
            Outcome::Verdict => {}
            Outcome::Fallback => {
                out.put(Ink::Label, "Fallback:");
                out.put(Ink::Note, format_args!(" {}", Unverified(report)));
                out.put(Ink::Plain, "\n");
            }
            Outcome::Skip => {
                out.put(Ink::Label, "Skip:");
                let (found, searched) = (skipped(report), SearchCoverage(report.coverage()));
                out.put(Ink::Note, format_args!(" {found} ({searched})"));
                out.put(Ink::Plain, "\n");
            }
        }
        out.put(Ink::Plain, "\n");
    }

    fn flow(&self, out: &mut impl Sink) {
        if self.layout.links.is_empty() {
            return;
        }
        out.put(Ink::Label, "Flow:");
        out.put(Ink::Plain, "\n");
        let kept = self.parts.kept(self.plan.links);
        for (link, named) in kept.zip(&self.layout.links) {
            // The numbers are those of places: a link that returns to one has none of its own.
            match named.by {
                NamedBy::Number => out.put(Ink::Plain, "- "),
                _ => out.put(Ink::Number, format_args!("{}. ", named.number)),
            }
            self.place(named, out);
            if !link.role.is_empty() {
                out.put(Ink::Plain, " (");
                out.prose(Ink::Role, &link.role);
                out.put(Ink::Plain, ")");
            }
            if !link.fact.is_empty() {
                out.put(Ink::Plain, " - ");
                out.prose(Ink::Plain, &shorten(&link.fact, self.plan.fact_chars));
            }
            out.put(Ink::Plain, "\n");
            for line in &link.quote {
                out.put(Ink::Number, out.quote_mark());
                out.put(Ink::Quote, line);
                out.put(Ink::Plain, "\n");
            }
        }
        out.put(Ink::Plain, "\n");
    }

    fn also(&self, out: &mut impl Sink) {
        for (at, named) in self.layout.also.iter().enumerate() {
            if at == 0 {
                out.put(Ink::Label, "Also:");
            }
            out.put(Ink::Plain, if at == 0 { " " } else { ", " });
            self.numbered(named, out);
        }
        if !self.layout.also.is_empty() {
            out.put(Ink::Plain, "\n");
        }
    }

    fn reads(&self, out: &mut impl Sink) {
        for (at, named) in &self.layout.reads {
            let Some(read) = self.parts.reads.get(*at) else {
                continue;
            };
            out.put(Ink::Label, "Read:");
            out.put(Ink::Plain, " ");
            self.numbered(named, out);
            if !read.purpose.is_empty() {
                out.put(Ink::Plain, " - ");
                out.prose(Ink::Plain, &shorten(&read.purpose, self.plan.purpose_chars));
            }
            if read.required {
                out.put(Ink::Note, " (required)");
            }
            out.put(Ink::Plain, "\n");
        }
    }

    fn search(&self, out: &mut impl Sink) {
        if self.parts.search.is_empty() && self.parts.report.outcome() == Outcome::Fallback {
            out.put(Ink::Label, "Search:");
            out.put(
                Ink::Note,
                " no word of the query is known to stand here and to tell places apart",
            );
            return out.put(Ink::Plain, "\n");
        }
        let kept = self.parts.search.iter().take(self.plan.search);
        let report = self.parts.report;
        let hosts =
            report.outcome() == Outcome::Fallback || !report.host_search_targets().is_empty();
        let label = match hosts {
            true => "Search (the host's terms):",
            false => "Search:",
        };
        self.list(out, label, kept);
    }

    fn list<'t>(&self, out: &mut impl Sink, label: &str, items: impl Iterator<Item = &'t String>) {
        if self.items(out, label, items) {
            out.put(Ink::Plain, "\n");
        }
    }

    /// The items behind their label, on a line that is not ended; whether there are any.
    fn items<'t>(
        &self,
        out: &mut impl Sink,
        label: &str,
        items: impl Iterator<Item = &'t String>,
    ) -> bool {
        let mut any = false;
        for item in items {
            if !any {
                out.put(Ink::Label, label);
            }
            out.put(Ink::Plain, if any { "; " } else { " " });
            out.prose(Ink::Plain, item);
            any = true;
        }
        any
    }

    /// The place behind its number, where that does not stand there already.
    fn numbered(&self, named: &Named, out: &mut impl Sink) {
        if named.by != NamedBy::Number {
            out.put(Ink::Number, format_args!("[{}] ", named.number));
        }
        let elsewhere = matches!(named.by, NamedBy::Lines(_)) && !out.repeats_paths();
        if elsewhere && named.spot.range.is_some() {
            out.put(Ink::Note, "file of ");
        }
        self.place(named, out);
    }

    fn place(&self, named: &Named, out: &mut impl Sink) {
        let Some(part) = self.parts.paths.get(named.spot.path) else {
            return;
        };
        let range = named.spot.range;
        out.begin_place(part.path, range.map(LineRange::start));
        let by = match out.repeats_paths() {
            true => NamedBy::Path,
            false => named.by,
        };
        let odd = by == NamedBy::Path && part.shown.odd;
        if odd {
            out.odd_path();
        }
        match (by, range) {
            (NamedBy::Path, Some(range)) => {
                out.put(Ink::Path, &part.shown.text);
                out.put(Ink::Lines, format_args!("{}{range}", part.shown.colon));
            }
            (NamedBy::Path, None) => {
                out.put(Ink::Path, &part.shown.text);
                // Two spaces where one could make it the mark of another path.
                let gap = if part.shown.colon == ":" { " " } else { "  " };
                out.put(Ink::Note, format_args!("{gap}(not read)"));
            }
            (NamedBy::Lines(number), None) => {
                out.put(Ink::Number, format_args!("file of ({number})"));
            }
            (NamedBy::Number, None) => out.put(Ink::Number, format_args!("({})", named.number)),
            (NamedBy::Lines(_) | NamedBy::Number, Some(range)) => {
                let number = if let NamedBy::Lines(printed) = by {
                    printed
                } else {
                    named.number
                };
                out.put(Ink::Number, format_args!("({number})"));
                out.put(Ink::Lines, format_args!("{}{range}", self.parts.colon));
            }
        }
        if odd {
            out.odd_path();
        }
        out.end_place();
    }
}
