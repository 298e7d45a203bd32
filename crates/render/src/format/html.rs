//! The report as one self-contained HTML page.

mod code;
mod diagram;
mod run;
mod sources;

use firsthand_registry::{LineRange, clip};
use firsthand_validator::{Confidence, Link, Outcome, Quote, VerifiedReport};

use super::markdown::{Options, markdown};
use crate::budget::RenderPlan;
use crate::clean::{DEFAULT_HEADING, escape_heading};
use crate::layout::{Layout, Mention, MentionForm};
use crate::markup::Html;
use crate::parts::{Parts, PlacePart, absence_facts};
use crate::phrases::{counted, fallback_reason, searched_files, skip_reason};
use crate::titles::leading_name;
use crate::uses::FurtherPart;
pub use sources::{Highlights, Sources};

/// The most characters of the query in the page's title.
const TITLE_CHARS: usize = 80;

/// The report as one self-contained HTML page: the observed relations between its
/// places as a diagram, every link with its quote and, collapsed, the observed lines around it, and all other
/// parts of the report. The page has no budget: `options` only determine the length and the
/// findings of the text form, which the page states.
///
/// The numbers of places are those of [`markdown`](crate::markdown()) with an unlimited budget.
/// All foreign text is escaped; there is no script, and the page's policy forbids any.
#[must_use]
pub fn html(report: &VerifiedReport, options: &Options) -> String {
    let parts = Parts::of(report);
    let layout = Layout::of(&parts, &RenderPlan::full(&parts));
    let rendered = markdown(report, options);
    let stated = rendered.stated_in(report);
    let heading = escape_heading(options.heading);
    let page =
        Page { heading: &heading, parts: &parts, layout: &layout, sources: &options.sources };
    let title = clip(&parts.query, TITLE_CHARS);
    let mut out = match page.kind() {
        Some(kind) => Html::page(&format!("{title} · {kind}")),
        None => Html::page(&title),
    };
    page.head(&mut out);
    page.flow(&mut out);
    page.rest(&mut out);
    run::coverage(report, &mut out);
    run::findings(&stated.body().findings, &mut out);
    run::stats(&stated, options.max_chars, &mut out);
    out.into_page()
}

struct Page<'a, 'r> {
    heading: &'a str,
    parts: &'a Parts<'r>,
    layout: &'a Layout,
    sources: &'a Sources,
}

impl Page<'_, '_> {
    /// What the page is, where the host says it.
    fn kind(&self) -> Option<&str> {
        (self.heading != DEFAULT_HEADING).then_some(self.heading)
    }

    fn head(&self, out: &mut Html) {
        let report = self.parts.report;
        out.raw("<header>\n");
        if let Some(kind) = self.kind() {
            out.raw("<p class=\"kind\">").text(kind).raw("</p>\n");
        }
        out.raw("<h1>").text(report.facts().query.trim()).raw("</h1>\n<ul class=\"chips\">");
        let body = report.body();
        let confidence = body.confidence.name();
        let places = self.layout.links.iter().chain(&self.layout.also);
        let places = places.filter(|mention| mention.form != MentionForm::Number).count();
        let is_lead = body.confidence == Confidence::Low && places > 0;
        let leads = if is_lead { "<span>: leads only</span>" } else { "" };
        out.raw("<li class=\"").raw(confidence).raw("\">").raw(confidence);
        out.raw(" confidence").raw(leads).raw("</li>");
        for size in [
            counted(places as u64, "place"),
            format!("{} searched", searched_files(&report.facts().coverage)),
        ] {
            out.raw("<li><span>").text(&size).raw("</span></li>");
        }
        out.raw("</ul>\n");
        match body.outcome {
            Outcome::Verdict => {}
            Outcome::Fallback => {
                out.raw("<p class=\"notice\">Fallback: ")
                    .text(&fallback_reason(report))
                    .raw(".</p>\n");
            }
            Outcome::Skip => {
                out.raw("<p class=\"notice\">Skip: ").raw(skip_reason(report)).raw(".</p>\n");
            }
        }
        self.sources.print_commit(self.parts.paths.iter().map(|part| part.path.as_str()), out);
        out.raw("</header>\n");
    }

    fn flow(&self, out: &mut Html) {
        if self.parts.links.is_empty() {
            return;
        }
        let heading = if self.parts.shows_chain { "Flow" } else { "Places" };
        out.raw("<section>\n<h2>").text(heading).raw("</h2>\n");
        diagram::draw(self, out);
        out.raw("<ol class=\"links\">\n");
        let flow = &self.parts.report.body().flow;
        for (link, mention) in flow.iter().zip(&self.layout.links) {
            out.raw("<li>");
            self.link(link, mention, out);
            out.raw("</li>\n");
        }
        out.raw("</ol>\n</section>\n");
    }

    fn link(&self, link: &Link, mention: &Mention, out: &mut Html) {
        self.place(mention, out);
        if !link.role.is_empty() {
            out.raw(" <span class=\"role\">").prose(&link.role).raw("</span>");
        }
        let statement = self.statement(link);
        if !statement.is_empty() {
            out.raw("\n<p>").prose(statement).raw("</p>");
        }
        let (path, quote) = (link.place.path(), &link.quote);
        let observed = self.parts.report.body().observed.lines(&link.place).collect();
        self.sources.print_quote(Some(path), (quote.line, &quote.text), &observed, out);
        self.code(mention, Some(&link.quote), out);
    }

    /// What the model states of a link's place, without the name of the declaration, which stands above it.
    fn statement<'l>(&self, link: &'l Link) -> &'l str {
        let named = leading_name(&link.fact);
        let title = self.title(&link.place);
        let named = named.filter(|(name, _)| title.is_some_and(|title| title.simple == *name));
        named.map_or(link.fact.as_str(), |(_, statement)| statement)
    }

    /// Prints the primary places outside the flow, the read targets, the gaps and the search targets.
    fn rest(&self, out: &mut Html) {
        let body = self.parts.report.body();
        let heading = if self.parts.links.is_empty() { "Places" } else { "Also" };
        list(heading, &self.layout.also, out, |mention, out| {
            self.place(mention, out);
            self.code(mention, None, out);
        });
        list("Read next", &self.layout.reads, out, |(at, mention), out| {
            self.place(mention, out);
            let read = body.read_targets.get(*at);
            if read.is_some_and(|read| read.required) {
                out.raw(" <span class=\"required\">required</span>");
            }
            if let Some(read) = read.filter(|read| !read.purpose.is_empty()) {
                out.raw("\n<p>").prose(&read.purpose).raw("</p>");
            }
            self.code(mention, None, out);
        });
        self.uses(out);
        self.names(out);
        for (heading, items) in [
            ("Missing", body.missing.clone()),
            ("Absent", absence_facts(body).chain(texts(&body.absent)).collect()),
            ("Search targets", texts(&body.search_targets)),
            ("Search targets of the host", texts(&body.host_search_targets)),
        ] {
            list(heading, items, out, |item, out| _ = out.prose(&item));
        }
    }

    /// Prints the lines that use what the report cites, and are not cited.
    fn uses(&self, out: &mut Html) {
        let uses = self.parts.uses.iter().map(Ok);
        let further = self.parts.further_uses.iter().map(Err);
        list("Not cited", uses.chain(further), out, |item, out| match item {
            Ok(part) => {
                if let Some(path) = self.parts.paths.get(part.place_part.path) {
                    self.sources.print_file(path.path.as_str(), part.place_part.range, out);
                }
                out.raw(" ").prose(&part.relation);
            }
            Err(FurtherPart { relation, lines, .. }) => {
                out.number(*lines).raw(" more: ").prose(relation);
            }
        });
    }

    /// Prints where the names of what is cited stand.
    fn names(&self, out: &mut Html) {
        for found in &self.parts.report.body().name_lines {
            let heading = format!("Every searched line with the word {}", found.name);
            let lines =
                found.files.iter().flat_map(|file| file.lines.iter().map(move |line| (file, line)));
            list(&heading, lines, out, |(file, line), out| {
                self.sources.print_file(file.path.as_str(), Some(LineRange::one(*line)), out);
            });
        }
    }

    /// Prints the observed lines of a place, at its first mention only.
    fn code(&self, mention: &Mention, quote: Option<&Quote>, out: &mut Html) {
        let place = self.place_of(mention);
        if let Some(place) = place.filter(|_| mention.form != MentionForm::Number) {
            self.sources.print_collapsed(self.parts.report, place, quote, out);
        }
    }

    /// Prints the place's number, path, lines and symbol; the first mention has the anchor.
    fn place(&self, mention: &Mention, out: &mut Html) {
        let PlacePart { path, range } = mention.place_part;
        let Some(part) = self.parts.paths.get(path) else {
            return;
        };
        out.raw("<span class=\"place\"");
        if mention.form != MentionForm::Number {
            out.raw(" id=\"place-").number(mention.number).raw("\"");
        }
        out.raw("><b>").number(mention.number).raw("</b> ");
        self.sources.print_file(part.path.as_str(), range, out);
        if range.is_none() {
            out.raw(" (not read)");
        }
        out.raw("</span>");
        let place = self.place_of(mention);
        let title = place.and_then(|place| self.title(place));
        if let Some(title) = title.filter(|_| mention.form != MentionForm::Number) {
            out.raw(" <code class=\"symbol\">").text(title.name).raw("</code>");
            if let Some(line) = title.line {
                out.raw(&format!(" <span class=\"role\">at {line}</span>"));
            }
        }
    }
}

fn texts<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(T::to_string).collect()
}

/// Prints a list as a section, if it has items.
fn list<T>(
    heading: &str,
    items: impl IntoIterator<Item = T>,
    out: &mut Html,
    print: impl Fn(T, &mut Html),
) {
    let mut items = items.into_iter().peekable();
    if items.peek().is_none() {
        return;
    }
    out.raw("<section>\n<h2>").raw(heading).raw("</h2>\n<ul class=\"items\">\n");
    for item in items {
        out.raw("<li>");
        print(item, out);
        out.raw("</li>\n");
    }
    out.raw("</ul>\n</section>\n");
}
