//! The Markdown form, for a main agent.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use firsthand_registry::{LineRange, escape_json};
use firsthand_validator::{Finding, Fit, Rule, VerifiedReport};

use super::html::Sources;
use crate::budget::{LEAST_CHARS, RenderPlan, render_within};
use crate::clean::{DEFAULT_HEADING, escape_heading};
use crate::compose::{Markdown, Page};
use crate::cut::{Cut, Part};
use crate::layout::Layout;
use crate::lost::lost;
use crate::parts::Parts;

/// Who reads a report in Markdown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Audience {
    /// A main agent and its host, which reads the machine block at the end: each path once outside that.
    #[default]
    Host,
    /// The same where the JSON around the text has the block, too: the one in the text names no places.
    HostOfJson,
    /// A main agent alone: the same without the block, whose characters are free for what else would be cut.
    Agent,
    /// People, in a pull request or an issue: no block, a list below the flow, and a path at every place.
    People,
}

/// Options of the Markdown, JSON and HTML forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The most characters (Unicode scalar values) of the text form, its machine block
    /// included. Less than [`LEAST_CHARS`](crate::LEAST_CHARS) counts as that.
    pub max_chars: usize,
    /// Whether JSON is indented.
    pub pretty: bool,
    /// The first line of the text form, and the title of the page: one line of at most 60 characters,
    /// escaped like all foreign text, and shorter where nothing else is left to cut.
    /// [`DEFAULT_HEADING`](crate::DEFAULT_HEADING) where it is blank.
    pub heading: &'static str,
    /// Who reads the Markdown form.
    pub audience: Audience,
    /// What the page knows of the files whose lines it shows.
    pub sources: Sources,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_chars: 2500,
            pretty: true,
            heading: DEFAULT_HEADING,
            audience: Audience::default(),
            sources: Sources::default(),
        }
    }
}

/// A text form, and what was cut from it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Rendered {
    /// The text; it ends with a line break.
    pub text: String,
    /// What was left out or shortened to fit the budget; empty where nothing was.
    pub cut: Vec<Cut>,
}

impl Rendered {
    /// The report with what this form states about itself: its length, and what it left out.
    pub(super) fn stated_in(&self, report: &VerifiedReport) -> VerifiedReport {
        report.rendered(self.chars(), self.findings())
    }

    /// The text's length in characters, as the budget counts them.
    #[must_use]
    pub fn chars(&self) -> usize {
        self.text.chars().count()
    }

    /// One finding `budget_cut` for each part that was left out or shortened.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        self.cut.iter().map(|cut| Finding::new(Rule::BudgetCut, cut.to_string()))
    }
}

/// The report as Markdown; for an agent's host ([`Audience::Host`]) with one machine block at its end.
///
/// Places are numbered from 1 in the order printed: the flow, primary places outside it and the places of links that
/// were cut (`Also:`), read targets that are none of these. A read target with a purpose whose place is in the flow is
/// printed below the first link of that place. `refs` of the machine block lists them by path ([`refs_json`]), and `read`
/// has the numbers of the read targets. Outside the block, too, the path of a numbered place is printed once; then its end
/// stands for it that no other path has, or, of a path that is a string literal, `(n)`, where place `n` printed the path. A
/// flow link that returns to a place is printed behind `- `, without a number of its own. Primary places in those of the
/// flow are numbered last, and only in the block. A place outside
/// the flow is labelled with what is declared there, where the budget has room.
///
/// A Markdown viewer displays all of it as text: links, images, tags and entities in the model's and
/// the caller's prose are escaped by a backslash, quotes are code, and so is a path that could be
/// taken for markup. The text of code spans and quotes is unchanged.
///
/// Over the budget, parts are cut in the order of [`Part`](crate::Part), and a line `Left out:` counts
/// them. A quote is never shortened: it is left out.
#[must_use]
pub fn markdown(report: &VerifiedReport, options: &Options) -> Rendered {
    with_block(report, options).0
}

/// The text form, and the machine block that it has, or would have: the numbers are those of its places.
pub(super) fn with_block(
    report: &VerifiedReport,
    options: &Options,
) -> (Rendered, serde_json::Value) {
    let parts = Parts::of(report);
    let heading = escape_heading(options.heading);
    let mut out = new_text(options);
    let (mut cut, plan) = render_within(&parts, options.max_chars, |plan, layout, cuts| {
        draw(&mut out, &heading, &parts, plan, layout, cuts)
    });
    let layout = Layout::of(&parts, &plan);
    if options.audience == Audience::HostOfJson {
        let count = layout.places.len();
        cut.push(Cut { part: Part::Block, count, of: count });
    }
    let block = machine_block(&parts, &layout, true);
    // It is JSON: its texts are escaped, and its other parts are numbers.
    let block = serde_json::from_str(&block).unwrap_or_default();
    (Rendered { text: out.text, cut }, block)
}

/// What [`markdown()`] loses of a report to its budget: for a host that asks its model to choose, before the report is
/// final. Shortened purposes and questions are no loss.
#[must_use]
pub fn fit(report: &VerifiedReport, options: &Options) -> Fit {
    let parts = &Parts::of(report);
    let heading = escape_heading(options.heading);
    let mut out = new_text(options);
    let mut draw = |plan: &RenderPlan, layout: &Layout, cuts: &[Cut]| {
        draw(&mut out, &heading, parts, plan, layout, cuts)
    };
    let (cuts, plan) = render_within(parts, options.max_chars, &mut draw);
    let max_chars = options.max_chars.max(LEAST_CHARS);
    let length = |plan: &RenderPlan| draw(plan, &Layout::of(parts, plan), &[]);
    lost(parts, &plan, &cuts, max_chars, length)
}

fn new_text(options: &Options) -> Markdown {
    Markdown {
        text: String::with_capacity(options.max_chars.min(1 << 14)),
        audience: options.audience,
        printed: BTreeSet::new(),
    }
}

/// Draws the text form with a plan, and returns its characters.
fn draw(
    out: &mut Markdown,
    heading: &str,
    parts: &Parts<'_>,
    plan: &RenderPlan,
    layout: &Layout,
    cuts: &[Cut],
) -> usize {
    out.text.clear();
    out.printed.clear();
    Page { heading, parts, plan, layout, cuts }.print(out);
    if matches!(out.audience, Audience::Host | Audience::HostOfJson) {
        let names_places = out.audience == Audience::Host;
        let line_break = if out.text.ends_with("\n\n") { "" } else { "\n" };
        let block = machine_block(parts, layout, names_places);
        let _ = write!(out.text, "{line_break}```json\n{block}\n```\n");
    }
    out.text.chars().count()
}

/// The places of a text form as one line of JSON.
fn machine_block(parts: &Parts<'_>, layout: &Layout, names_places: bool) -> String {
    let body = parts.report.body();
    let (action, confidence) = (body.action, body.confidence);
    let named = layout.places.iter().filter(|_| names_places);
    let places = named.filter_map(|place_part| {
        let part = parts.paths.get(place_part.path)?;
        Some((part.path.as_str(), place_part.range))
    });
    let refs = refs_json(places);
    let read = layout.reads.iter().map(|(_, mention)| mention.number.to_string());
    let read = read.collect::<Vec<_>>().join(",");
    format!(
        r#"{{"v":3,"action":"{action}","confidence":"{confidence}","refs":{refs},"read":[{read}]}}"#
    )
}

/// The places of a machine block as JSON, numbered from 1: `{"src/a.rs":[[1,3,8],[3,10,12]],"notes.md":[[2]]}`. Each
/// path is written once, in the order of the first places, with the number and the lines of each of its places; a place
/// of which no line was seen is its number alone.
#[must_use]
pub fn refs_json<'p>(places: impl IntoIterator<Item = (&'p str, Option<LineRange>)>) -> String {
    let mut by_path: Vec<(&str, String)> = Vec::new();
    for (number, (path, range)) in (1..).zip(places) {
        let place: String = match range {
            Some(range) => format!("[{number},{},{}]", range.start(), range.end()),
            None => format!("[{number}]"),
        };
        match by_path.iter_mut().find(|(known, _)| *known == path) {
            Some((_, places)) => {
                places.push(',');
                places.push_str(&place);
            }
            None => by_path.push((path, place)),
        }
    }
    let entries = by_path.iter();
    let entries = entries.map(|(path, places)| format!("{}:[{places}]", json_text(path)));
    format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
}

/// A text as a JSON string, with control and bidirectional characters written as `\u....`.
fn json_text(text: &str) -> String {
    escape_json(serde_json::Value::from(text).to_string())
}
