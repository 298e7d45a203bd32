//! `search_code`: windows on symbols, through the code graph.

mod summary;

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use firsthand_agent::validator::Coverage;
use firsthand_agent::{CallContext, Tool, ToolError, ToolOutput, ToolSpec};
use firsthand_codegraph::{Include, Query, Region, Relation, SearchResult};
use firsthand_registry::{
    Declaration, Observation, Related, Seen, Source, Symbol, TokenCount, Window, count, escape,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::arguments::{parse, spec};
use crate::page::Page;
use crate::redact_name;
use crate::reply::{Hidden, fit_to, limited};
use crate::repo::{Call, Repo, Worked, around};

/// The most windows that one call shows.
const MAX_WINDOWS: u32 = 30;

pub(super) struct SearchCode(pub(super) Arc<Repo>);

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// Words or names, in any form.
    query: Option<String>,
    /// A symbol's name, or `path:line` of it; instead of a query.
    symbol: Option<String>,
    /// What to show of the symbol.
    #[serde(default)]
    relation: Kind,
    /// Rank these like other code, not last.
    #[serde(default)]
    include: Vec<Class>,
    /// Most places.
    #[schemars(range(min = 1, max = MAX_WINDOWS))]
    #[serde(default = "eight")]
    limit: u32,
}

fn eight() -> u32 {
    8
}

#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    #[default]
    Definition,
    Callers,
    Callees,
    References,
    Implementors,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Class {
    Tests,
    Generated,
    Docs,
}

impl From<Kind> for Relation {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Definition => Self::Definition,
            Kind::Callers => Self::Callers,
            Kind::Callees => Self::Callees,
            Kind::References => Self::References,
            Kind::Implementors => Self::Implementors,
        }
    }
}

#[async_trait]
impl Tool for SearchCode {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(
            "search_code",
            "Finds functions, types and blocks that fit a query, best first, with their source. Or, \
             for a `symbol`, shows a relation of it. Start with this.",
        )
    }

    async fn call(&self, arguments: Value, call: &CallContext) -> Result<ToolOutput, ToolError> {
        let arguments: Arguments = parse(arguments)?;
        self.0
            .run(call, move |repo, call| search(repo, &arguments, call))
            .await
    }
}

fn search(repo: &Repo, arguments: &Arguments, call: &Call) -> Worked {
    let mut query = Query::new(arguments.query.clone().unwrap_or_default());
    query.limit = arguments.limit.min(MAX_WINDOWS) as usize;
    query.include = included(repo.include, &arguments.include);
    let symbol = arguments.symbol.as_deref().map(str::trim);
    let asked = symbol.map(|symbol| (symbol, Relation::from(arguments.relation)));
    let found = match asked {
        Some((symbol, relation)) => repo.graph.relate(symbol, relation, &query, &call.cancel),
        None if arguments.query.is_some() => repo.graph.search(&query, &call.cancel),
        None => return Err("pass `query`, or `symbol` with a `relation`".to_owned()),
    };
    let mut output = answer(repo, &found, asked, call.room);
    if asked.is_some() && arguments.query.is_some() {
        let note = "`query` was not used: `symbol` was given";
        output.diagnostics.insert(0, note.to_owned());
    }
    let notes = &mut output.diagnostics;
    notes.extend(limited(arguments.limit, MAX_WINDOWS, "places"));
    Ok(output)
}

fn answer(
    repo: &Repo,
    found: &SearchResult,
    asked: Option<(&str, Relation)>,
    room: usize,
) -> ToolOutput {
    let mut hidden = Hidden::default();
    let mut pages = BTreeMap::new();
    let windows: Vec<Window> = found
        .regions
        .iter()
        .filter_map(|region| {
            let read = || {
                let page = Page::new(region.path.clone(), region.file.to_vec());
                let declared = repo.declarations(&page);
                (page, declared)
            };
            let (page, declared) = pages.entry(&region.path).or_insert_with(read);
            hidden.note(page);
            window(region, page, declared, asked)
        })
        .collect();
    let mut observation = Observation {
        source: Source::GRAPH,
        seen: match asked {
            Some(_) => Seen::Relations(windows),
            None => Seen::Symbols(windows),
        },
        counts: counts(found),
    };
    let fitted = fit_to(&mut observation, room);
    let notes = found
        .notes
        .iter()
        .map(|note| escape(&redact_name(note)).into_owned());
    let cut = (fitted.dropped > 0).then(|| {
        let places = count(fitted.dropped, "place", "places");
        format!("{places} did not fit; ask more exactly to see the rest")
    });
    let mut output = ToolOutput {
        summary: summary::summary(found, observation.windows(), asked),
        diagnostics: notes.chain(cut).collect(),
        coverage: Coverage {
            patterns: 1,
            files_seen: found.stats.files_seen,
            files_skipped: found.stats.files_skipped,
            truncated: found.stats.truncated || fitted.dropped + fitted.narrowed > 0,
            ..Coverage::default()
        },
        findings: hidden.findings(observation.windows()),
        ..ToolOutput::default()
    };
    if !observation.windows().is_empty() || !observation.counts.is_empty() {
        output.observations.push(observation);
    }
    output
}

fn included(host: Include, classes: &[Class]) -> Include {
    Include {
        tests: host.tests || classes.contains(&Class::Tests),
        generated: host.generated || classes.contains(&Class::Generated),
        docs: host.docs || classes.contains(&Class::Docs),
    }
}

/// A region as a window, with what must not be shown replaced.
fn window(
    region: &Region,
    page: &Page,
    declared: &[Declaration],
    asked: Option<(&str, Relation)>,
) -> Option<Window> {
    let mut window = page
        .window(region.range, |_, _| 0)?
        .with_hits(region.hits.iter().copied())
        .with_declarations(around(declared, region.range));
    window.symbol = region.symbol.as_ref().map(|symbol| Symbol {
        name: redact_name(&symbol.name).into_owned(),
        qualified: redact_name(&symbol.qualified).into_owned(),
        kind: symbol.kind.clone(),
    });
    window.distance = region.distance;
    window.related = asked.and_then(|(_, relation)| {
        Some(Related {
            relation: relation.name().to_owned(),
            of: redact_name(region.relation_of.as_deref()?).into_owned(),
            resolution: region.resolution?.name().to_owned(),
        })
    });
    Some(window)
}

/// How common the words of a search are.
pub(crate) fn counts(found: &SearchResult) -> Vec<TokenCount> {
    let looked_at = if found.stats.files_read > 0 {
        found.stats.files_read
    } else {
        found.stats.files_seen
    };
    let of_files = u32::try_from(looked_at).unwrap_or(u32::MAX);
    let token = |stat: &firsthand_codegraph::TokenStat| TokenCount {
        token: stat.text.clone(),
        files: stat.files,
        of_files: of_files.max(stat.files),
        occurrences: stat.occurrences,
        in_code: stat.in_code,
    };
    found.tokens.iter().map(token).collect()
}
