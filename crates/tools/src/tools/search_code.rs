//! `search_code`: windows on symbols, the lines that use them, and outlines of files, through the code graph.

mod absent;
mod instead;
mod outline;
mod places;
mod sites;
mod summary;

use firsthand_agent::ToolOutput;
use firsthand_agent::validator::{Coverage, Finding, Rule};
use firsthand_codegraph::{Include, Query, Relation, SearchResult};
use firsthand_registry::{Observation, ObservationKind, Source, count, escape};
use firsthand_source::Losses;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::no_use::EmptyRelation;
use crate::redact_name;
use crate::reply::{fit_to, limit_note};
use crate::repo::{Call, Repo, ToolResult};
use crate::scope::{part_of_all, scope};
use crate::shown::{search_coverage, token_counts};
use places::MaskedFiles;

/// The largest `limit`; a higher one counts as this.
const MAX_WINDOWS: u32 = 30;
/// The most places of a search or a definition that are shown whole, unless the call includes `bodies`.
const MAX_WHOLE_PLACES: usize = 3;
/// The limit of an output without sites, in characters: a base, and an addition for each requested place. With
/// `bodies`, neither this limit nor the next applies.
const BASE_CHARS: usize = 2_500;
const CHARS_PER_PLACE: usize = 450;
/// The limit of an output of sites (lines that call or name a symbol), in characters.
const MAX_SITES_CHARS: usize = 5_500;

/// The most bytes of a query that are searched for; the rest of a longer one is cut.
const MAX_QUERY_BYTES: usize = 1 << 20;

pub(super) const ABOUT: &str =
    "Finds code for a query, best first, with its source; or a relation of a `symbol`. Start here.";

#[derive(Clone, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// Words or names.
    #[schemars(extend("x-words" = true))]
    query: Option<String>,
    /// Guessed names.
    words: Option<Vec<String>>,
    /// A name, `path#name`, `path:line`; no query.
    symbol: Option<String>,
    #[schemars(with = "Option<String>", extend("enum" = Relation::ALL.map(Relation::name), "x-also" = json!({"users": "references", "usages": "references"})))]
    relation: Option<Relation>,
    /// A file, folder or glob; a file alone: its outline.
    #[schemars(extend("x-paths" = true))]
    path: Option<String>,
    /// Show these like other code; `bodies`: whole declarations.
    #[serde(default)]
    include: Vec<IncludeOption>,
    #[schemars(range(min = 1, max = MAX_WINDOWS))]
    #[serde(default = "default_limit")]
    limit: u32,
}

impl Arguments {
    /// The requested number of places, at most [`MAX_WINDOWS`].
    fn limit(&self) -> usize {
        self.limit.min(MAX_WINDOWS) as usize
    }
}

fn default_limit() -> u32 {
    8
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum IncludeOption {
    Tests,
    Generated,
    Docs,
    Imports,
    // Whole declarations, where parts of them are shown otherwise.
    Bodies,
}

pub(super) fn search(repo: &Repo, arguments: &Arguments, call: &Call) -> ToolResult {
    if let Some((meant, note)) = instead::meant(arguments) {
        let mut output = search(repo, &meant, call)?;
        output.diagnostics.splice(0..0, note.map(str::to_owned));
        return Ok(output);
    }
    let symbol = arguments.symbol.as_deref().map(str::trim);
    let relation = arguments.relation.unwrap_or(Relation::Definition);
    let relation_of = symbol.map(|symbol| (symbol, relation));
    let interpreted = arguments.path.as_deref().map(|path| repo.interpret_path(path));
    let (within, note) = interpreted.map_or((None, None), |(path, note)| (Some(path), note));
    let within = within.as_deref().map(str::trim);
    let mut notes: Vec<String> = note.into_iter().collect();
    if relation_of.is_some() && arguments.query.is_some() {
        notes.push("`query` was not used: `symbol` was given".to_owned());
    }
    if arguments.words.is_some() && relation_of.is_some() {
        notes.push("`words` were not used: they go with a `query`".to_owned());
    }
    if relation_of.is_none() && arguments.relation.is_some() {
        notes.push("`relation` was not used: it is of a `symbol`, and none was given".to_owned());
    }
    let mut output = match (&arguments.query, relation_of, within) {
        (None, None, Some(path)) => outline::outline(repo, path, call)?,
        (None, None, None) => {
            return Err("pass `query`, `symbol` with a `relation`, or a file's `path`".to_owned());
        }
        _ => found_places(repo, arguments, relation_of, within, call)?,
    };
    output.diagnostics.splice(0..0, notes);
    Ok(output)
}

/// Runs the search or the relation query, and builds the output.
fn found_places(
    repo: &Repo,
    arguments: &Arguments,
    relation: Option<(&str, Relation)>,
    within: Option<&str>,
    call: &Call,
) -> ToolResult {
    // What a relation does not list is asked for, too.
    let snapshot = relation.map(|_| repo.for_relation(&call.cancel));
    let repo = snapshot.as_ref().unwrap_or(repo);
    let mut part = None;
    if within.is_some() {
        let files = repo.graph.files();
        part = part_of_all(&scope(within, &files, &repo.sandbox)?, &files);
    }
    let whole = arguments.query.as_deref().unwrap_or_default();
    let text = &whole[..whole.floor_char_boundary(MAX_QUERY_BYTES)];
    let query = Query {
        limit: arguments.limit(),
        include: included(repo.include, &arguments.include),
        within: within.map(str::to_owned),
        words: arguments.words.clone().unwrap_or_default(),
        handed_over: true,
        ..Query::new(text)
    };
    let found = match relation {
        Some((symbol, relation)) => repo.graph.relate(symbol, relation, &query, &call.cancel),
        None => repo.graph.search(&query, &call.cancel),
    };
    if let Some(declared) = declared_within(repo, &query, relation, &found, call) {
        let own = Arguments { symbol: Some(declared.clone()), path: None, ..arguments.clone() };
        let of_it = relation.map(|(_, relation)| (declared.as_str(), relation));
        let mut output = found_places(repo, &own, of_it, None, call)?;
        output.diagnostics.insert(0, format!("`path` is where a relation is looked for, and nothing is there: the symbol was taken as `{}`, of all files", escape(&declared)));
        return Ok(output);
    }
    let empty = relation.map(|(symbol, relation)| EmptyRelation::new(symbol, relation, &query));
    let instead = |empty| instead::references(repo, arguments, &empty, &found, call);
    if let Some(references) = empty.and_then(instead) {
        return Ok(references);
    }
    let context = SearchContext { repo, arguments, relation, query: &query, found: &found };
    let mut output = answer(&context, call);
    if let Some((part, files)) = part {
        // A relation reads the other files, too, and lists nothing of them.
        let coverage = std::mem::take(&mut output.coverage).confined_to(&part);
        output.coverage =
            Coverage { files_seen: coverage.files_seen.min(files), files_skipped: 0, ..coverage };
    }
    absent::add_receipt(&mut output, &context, call);
    let notes = &mut output.diagnostics;
    let places = output.observations.iter().map(|o| o.windows.len()).sum::<usize>();
    if places >= MAX_WINDOWS as usize {
        notes.extend(limit_note(arguments.limit, MAX_WINDOWS, "places"));
    }
    if text.len() < whole.len() {
        let (used, all) = (text.len(), whole.len());
        notes.push(format!("of the {all} bytes of the query, the first {used} were searched for"));
    }
    Ok(output)
}

/// `path#symbol`, where a relation is empty in the file that declares the symbol: then the path says which one is meant.
fn declared_within(
    repo: &Repo,
    query: &Query,
    relation: Option<(&str, Relation)>,
    found: &SearchResult,
    call: &Call,
) -> Option<String> {
    let is_of_name = |symbol: &str| !symbol.contains(['#', ':', '/']) && found.regions.is_empty();
    let (symbol, _) = relation.filter(|(symbol, _)| is_of_name(symbol))?;
    let path = repo.resolve(query.within.as_deref()?).ok()?;
    let declared = format!("{path}#{symbol}");
    let own = repo.graph.relate(&declared, Relation::Definition, &Query::default(), &call.cancel);
    own.regions.iter().any(|region| region.path == path).then_some(declared)
}

/// The arguments of a call, and the result of the code graph for it.
struct SearchContext<'a> {
    repo: &'a Repo,
    arguments: &'a Arguments,
    relation: Option<(&'a str, Relation)>,
    query: &'a Query,
    found: &'a SearchResult,
}

impl SearchContext<'_> {
    /// How many places are shown whole: all with `bodies`, otherwise the first few of a search or a definition, and
    /// none of another relation.
    fn whole_place_count(&self) -> usize {
        match self.relation {
            _ if self.includes(IncludeOption::Bodies) => self.arguments.limit(),
            None | Some((_, Relation::Definition)) => MAX_WHOLE_PLACES,
            Some(_) => 0,
        }
    }

    /// The most characters that the shown places may take: at most `room`.
    fn max_chars(&self, room: usize) -> usize {
        let places = self.arguments.limit();
        let max_chars = if self.includes(IncludeOption::Bodies) {
            room
        } else if self.found.sites.is_empty() {
            BASE_CHARS + places * CHARS_PER_PLACE
        } else {
            MAX_SITES_CHARS
        };
        room.min(max_chars)
    }

    fn includes(&self, option: IncludeOption) -> bool {
        let is_included_by_host = option == IncludeOption::Tests && self.repo.include.tests;
        is_included_by_host || self.arguments.include.contains(&option)
    }
}

fn answer(context: &SearchContext<'_>, call: &Call) -> ToolOutput {
    let found = context.found;
    let mut masked_files = MaskedFiles::new(context.repo, &call.cancel);
    let (windows, site_counts) = if found.sites.is_empty() {
        (places::windows(context, &mut masked_files), None)
    } else {
        let (windows, site_counts) =
            sites::windows(context, context.max_chars(call.room), &mut masked_files);
        (windows, Some(site_counts))
    };
    let kind = match context.relation {
        Some(_) => ObservationKind::Relations,
        None => ObservationKind::Symbols,
    };
    let mut observation = Observation::new(Source::GRAPH, kind, windows)
        .with_counts(token_counts(&found.tokens, found.stats.files_read));
    if let Some(site_counts) = &site_counts {
        observation.related_lines = site_counts.related_lines().to_vec();
    }
    let fitted = fit_to(&mut observation, context.max_chars(call.room));
    let notes = found.notes.iter().map(|note| escape(&redact_name(note)).into_owned());
    let cut = (fitted.dropped > 0).then(|| {
        let places = count(fitted.dropped, "place", "places");
        format!("{places} did not fit: a file or folder as `path` shows those in it")
    });
    let windows = &observation.windows;
    let mut output = ToolOutput {
        summary: match &site_counts {
            Some(site_counts) => site_counts.summary(context, windows),
            None => summary::summary(context, windows, &call.cancel),
        },
        diagnostics: notes.chain(cut).collect(),
        coverage: Coverage {
            truncated: found.stats.truncated || fitted.dropped + fitted.narrowed > 0,
            losses: found.stats.losses.and(Losses {
                budget: fitted.dropped as u64,
                cut: fitted.narrowed as u64,
                ..Losses::default()
            }),
            ..search_coverage(found)
        },
        findings: masked_files.hidden.findings(windows),
        ..ToolOutput::default()
    };
    let not_read = found.not_searched.iter();
    let not_read = not_read.map(|files| Finding::new(Rule::NotRead, files.note()));
    output.findings.extend(not_read);
    if !observation.windows.is_empty() || !observation.counts.is_empty() {
        output.observations.push(observation);
    }
    output
}

/// The classes of files that the host's configuration or the call includes.
fn included(host: Include, options: &[IncludeOption]) -> Include {
    Include {
        tests: host.tests || options.contains(&IncludeOption::Tests),
        generated: host.generated || options.contains(&IncludeOption::Generated),
        docs: host.docs || options.contains(&IncludeOption::Docs),
    }
}
