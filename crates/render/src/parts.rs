//! A report prepared for printing: every foreign text escaped once, every path numbered once.

use std::collections::{HashMap, HashSet};

use firsthand_registry::{LineRange, RepoPath, Symbol, clip};
use firsthand_validator::{Link, NotSearched, Place, ReportBody, VerifiedReport};

use crate::clean;
use crate::dropped::dropped_paths;
use crate::missing::absent_word;
use crate::names::{NAME_MARKS, NamePart, is_words, names_of, unnamed_declaration};
use crate::path_text::{PathText, path_text, range_separator, shared_folder, short_path};
use crate::phrases::{absent_names_and_words, mostly_absent};
use crate::uses::{FurtherPart, UsePart, further_uses, uses};

/// The most characters of the question in a text form.
pub(crate) const MAX_QUERY_CHARS: usize = 200;

/// The most characters of the kind and the name of a declaration; a longer label is left out.
pub(crate) const MAX_LABEL_CHARS: usize = 60;

/// The characters of a label besides the kind and the name: a space and two backticks.
const LABEL_MARKS: usize = 3;

/// The most characters of a note about files that were not read.
const MAX_NOT_READ_CHARS: usize = 200;

/// A place; its path is an index of [`Parts::paths`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PlacePart {
    pub(crate) path: usize,
    pub(crate) range: Option<LineRange>,
}

/// A path of the report.
pub(crate) struct PathPart<'r> {
    pub(crate) path: &'r RepoPath,
    pub(crate) text: PathText,
    /// Its end, which stands for it once it is printed.
    pub(crate) short: Option<PathText>,
}

/// A flow link.
pub(crate) struct LinkPart {
    pub(crate) place_part: PlacePart,
    pub(crate) role: String,
    pub(crate) fact: String,
    pub(crate) quote: Vec<String>,
    /// The number of the quote's first line.
    pub(crate) line: u32,
    /// Further lines on which it starts, where nothing tells which one is meant.
    pub(crate) also: Vec<u32>,
    /// The declaration around that line, if nothing else of the link names it.
    pub(crate) declared: Option<String>,
    /// The priority, 0 for the link that is cut last.
    pub(crate) rank: usize,
}

/// A read target.
pub(crate) struct ReadPart {
    pub(crate) place_part: PlacePart,
    pub(crate) purpose: String,
    pub(crate) required: bool,
}

/// A report prepared for printing.
pub(crate) struct Parts<'r> {
    pub(crate) report: &'r VerifiedReport,
    pub(crate) query: String,
    pub(crate) paths: Vec<PathPart<'r>>,
    /// A folder of many paths, with its last slash: a plan may print `…/` for it.
    pub(crate) folder: Option<String>,
    /// The text between a path number or a quoted path and its lines.
    pub(crate) range_separator: &'static str,
    pub(crate) links: Vec<LinkPart>,
    pub(crate) primary: Vec<PlacePart>,
    /// The labels of primary places, of those of the flow, and of read targets without a purpose: the kind and the name of
    /// what is declared there, or the names of several declarations.
    pub(crate) labels: Vec<(PlacePart, String)>,
    pub(crate) reads: Vec<ReadPart>,
    /// Uses that are not cited, those of each thing in turns.
    pub(crate) uses: Vec<UsePart>,
    /// How many more lines use it than are cited or in `uses`, by how they use what.
    pub(crate) further_uses: Vec<FurtherPart>,
    /// Where the names of what is cited stand.
    pub(crate) names: Vec<NamePart<'r>>,
    /// The files of what was dropped.
    pub(crate) dropped_paths: Vec<usize>,
    /// The named gaps; then what is said of what receipts prove to be absent, and these.
    pub(crate) missing: Vec<String>,
    /// How many of these are gaps.
    pub(crate) gaps: usize,
    /// The search targets; where there are none, those of the host.
    pub(crate) search: Vec<String>,
    /// Names for which the model asks, and words of the question, that occur in no searched file.
    pub(crate) absent: Vec<String>,
    /// Names for which the model asks whose lines are not listed, with the reason.
    pub(crate) unlisted: Vec<String>,
    /// The files that were not searched although they may hold what was searched for, by reason.
    pub(crate) not_read: Vec<String>,
    pub(crate) mostly_absent: Option<String>,
    /// Whether a link was shown to call the next one.
    pub(crate) shows_chain: bool,
}

impl<'r> Parts<'r> {
    /// The `max_links` links of the lowest ranks, in the order of the flow.
    pub(crate) fn links_within(&self, max_links: usize) -> impl Iterator<Item = &LinkPart> {
        self.links.iter().filter(move |link| link.rank < max_links)
    }

    /// The label of a primary place, or of one of the flow.
    pub(crate) fn label(&self, place_part: PlacePart) -> Option<&str> {
        let mut labels = self.labels.iter();
        let found = labels.find(|(labelled, _)| *labelled == place_part);
        found.map(|(_, label)| label.as_str())
    }

    pub(crate) fn of(report: &'r VerifiedReport) -> Self {
        let mut path_table = PathTable::default();
        let body = report.body();
        let mut links = links_of(body, &mut path_table);
        let primary: Vec<PlacePart> =
            body.primary.iter().map(|place| path_table.part_of(place)).collect();
        let flow = links.iter().map(|link| &link.place_part);
        let flow = flow.zip(body.flow.iter().map(|link| &link.place));
        let labels = primary.iter().zip(&body.primary).chain(flow);
        let label_of = |place: &Place| match body.observed.beginning(place) {
            [] => label(body.observed.symbol(place)?),
            several => names_label(several).or_else(|| label(body.observed.symbol(place)?)),
        };
        let labels = labels.filter_map(|(place_part, place)| Some((*place_part, label_of(place)?)));
        let mut labels: Vec<(PlacePart, String)> = labels.collect();
        let reads = body.read_targets.iter().map(|read| ReadPart {
            place_part: path_table.part_of(&read.place),
            purpose: clean::escape_purpose(&read.purpose),
            required: read.required,
        });
        let reads: Vec<ReadPart> = reads.collect();
        let unnamed = reads.iter().zip(&body.read_targets);
        let unnamed = unnamed.filter(|(read, _)| read.purpose.is_empty());
        labels.extend(
            unnamed.filter_map(|(read, target)| Some((read.place_part, label_of(&target.place)?))),
        );
        let uses = uses(report, &mut path_table);
        let names = names_of(report, &mut path_table);
        rank(&mut links, &primary, &reads);
        let range_separator = range_separator(&path_table.paths);
        let dropped_paths = dropped_paths(report).into_iter();
        let dropped_paths = dropped_paths.map(|path| path_table.index_of(path)).collect();
        let paths = path_table.paths.iter().map(|path| PathPart {
            path,
            text: path_text(path, &path_table.paths, range_separator),
            short: short_path(path, &path_table.paths),
        });
        let paths: Vec<PathPart<'_>> = paths.collect();
        let receipts =
            body.absent.iter().map(|receipt| format!("no match of {}", receipt.searched()));
        let missing = body.missing.iter().cloned().chain(absence_facts(body)).chain(receipts);
        let search = match body.search_targets.as_slice() {
            [] => &body.host_search_targets,
            targets => targets,
        };
        // The query may be a whole issue: only the part that can be printed is escaped.
        let query = clip(report.facts().query.trim_start(), 8 * MAX_QUERY_CHARS);
        let query = clean::escape_prose(&query).replace('"', "\\\"");
        Self {
            report,
            query: clip(&query, MAX_QUERY_CHARS).into_owned(),
            folder: shared_folder(&paths),
            paths,
            range_separator,
            links,
            primary,
            labels,
            reads,
            uses,
            further_uses: further_uses(report).collect(),
            names,
            dropped_paths,
            missing: missing.map(|text| clean::escape_prose(&text)).collect(),
            gaps: body.missing.len(),
            search: search.iter().map(|text| clean::escape_prose(&text.to_string())).collect(),
            absent: absent_names_and_words(report).into_iter().map(absent_word).collect(),
            unlisted: unlisted(report).collect(),
            not_read: not_read(report).collect(),
            mostly_absent: mostly_absent(report),
            shows_chain: shows_chain(report),
        }
    }
}

fn links_of<'r>(body: &'r ReportBody, path_table: &mut PathTable<'r>) -> Vec<LinkPart> {
    let part = |link: &'r Link| LinkPart {
        place_part: path_table.part_of(&link.place),
        role: clean::escape_role(&link.role),
        fact: clean::escape_prose(&link.fact),
        quote: clean::quote_lines(&link.quote.text),
        line: link.quote.line,
        also: link.quote.also.clone(),
        declared: unnamed_declaration(body, link),
        rank: 0,
    };
    body.flow.iter().map(part).collect()
}

/// What a model says of the receipts, in quotes: only these are checked.
pub(crate) fn absence_facts(body: &ReportBody) -> impl Iterator<Item = String> {
    body.absence_facts.iter().map(|fact| format!("\"{fact}\""))
}

/// The names for which the model asks that are not listed, with the reason, as texts in a report.
fn unlisted(report: &VerifiedReport) -> impl Iterator<Item = String> {
    let names = report.body().unlisted_names.iter();
    names.map(|(name, why)| format!("`{}` ({why})", absent_word(name).replace('`', "'")))
}

/// The files that were not searched, by reason, as texts in a report.
fn not_read(report: &VerifiedReport) -> impl Iterator<Item = String> {
    let not_searched = report.facts().coverage.not_searched.iter();
    let notes = not_searched.map(NotSearched::note);
    notes.map(|note| clip(&clean::escape_prose(&note), MAX_NOT_READ_CHARS).into_owned())
}

/// A declaration as a text in a report; `None` where its name is more than a word: it could name a place, or be markup.
fn label(symbol: &Symbol) -> Option<String> {
    let Symbol { kind, name, .. } = symbol;
    is_plain_symbol(symbol).then(|| format!("{kind} `{name}`"))
}

/// The names of several declarations as a text in a report: the first ones that fit, and how many others there are.
fn names_label(symbols: &[Symbol]) -> Option<String> {
    let plain: Vec<&Symbol> = symbols.iter().filter(|symbol| is_plain_symbol(symbol)).collect();
    let texts = (1..=plain.len()).rev().map(|named| {
        let names = plain.iter().take(named).map(|symbol| format!("`{}`", symbol.name));
        let more = symbols.len() - named;
        let more = (more > 0).then(|| format!("{more} more"));
        names.chain(more).collect::<Vec<_>>().join(", ")
    });
    texts.into_iter().find(|text| text.chars().count() <= MAX_LABEL_CHARS)
}

/// Whether the kind and the name of a declaration are words, and a label of them is not too long.
pub(crate) fn is_plain_symbol(symbol: &Symbol) -> bool {
    let Symbol { kind, name, .. } = symbol;
    let chars = |text: &str| text.chars().count();
    is_words(kind, " _-")
        && is_words(name, NAME_MARKS)
        && chars(kind) + LABEL_MARKS + chars(name) <= MAX_LABEL_CHARS
}

/// Whether some link's place was observed to call that of the next one.
fn shows_chain(report: &VerifiedReport) -> bool {
    let body = report.body();
    let calls = |from: &Place, to: &Place| {
        let mut relations = body.observed.relations().iter();
        relations.any(|relation| match relation.relation.as_str() {
            "callers" => relation.place == *from && relation.of == *to,
            "callees" => relation.of == *from && relation.place == *to,
            _ => false,
        })
    };
    let mut pairs = body.flow.windows(2);
    pairs.any(|pair| matches!(pair, [from, to] if calls(&from.place, &to.place)))
}

/// Ranks the links: those of primary places and required read targets first, each in the order of the flow.
fn rank(links: &mut [LinkPart], primary: &[PlacePart], reads: &[ReadPart]) {
    let required = reads.iter().filter(|read| read.required);
    let needed: HashSet<PlacePart> =
        required.map(|read| read.place_part).chain(primary.iter().copied()).collect();
    let (first, rest): (Vec<_>, Vec<_>) =
        links.iter_mut().partition(|link| needed.contains(&link.place_part));
    for (rank, link) in first.into_iter().chain(rest).enumerate() {
        link.rank = rank;
    }
}

#[derive(Default)]
pub(crate) struct PathTable<'r> {
    paths: Vec<&'r RepoPath>,
    indices: HashMap<&'r RepoPath, usize>,
}

impl<'r> PathTable<'r> {
    /// The place, with its path in the table.
    pub(crate) fn part_of(&mut self, place: &'r Place) -> PlacePart {
        PlacePart { path: self.index_of(place.path()), range: place.range() }
    }

    /// The position of a path in the table.
    pub(crate) fn index_of(&mut self, path: &'r RepoPath) -> usize {
        let next = self.paths.len();
        let index = *self.indices.entry(path).or_insert(next);
        if index == next {
            self.paths.push(path);
        }
        index
    }
}
