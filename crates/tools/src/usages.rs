//! Finds the uses of what a report cites, in files that it does not cite: the lines that call or implement the declarations
//! around the cited lines, the places that enumerate the same members, since these change together, and the tests and
//! documents that name them.

mod meaning;
mod uses;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{CallContext, Cancel, ToolError, ToolOutput, UsageFinder};
use firsthand_codegraph::{Graph, Include, Query, Relation, Resolution};
use firsthand_registry::{
    LineRange, Observation, ObservationKind, PathClass, Receipt, Related, RelatedLines, RepoPath,
    Source, Window, escape,
};

use firsthand_source::{SearchedPattern, split_words};

use crate::repo::{Call, Repo, ToolResult, related, site_window};
use crate::{AbsenceRequest, Toolbox, absence, redact_name};
use meaning::{counts, is_document};
pub use uses::{Use, UsedDeclaration, Uses};

/// The most cited declarations whose uses are looked up, and the most whose names are.
const MAX_TARGETS: usize = 6;
const MAX_NAMED: usize = 16;
/// The most of them of which it is proved that nothing refers to them.
const MAX_UNNAMED: usize = 2;
/// The most lines that are shown; at most a third of them are in tests if there are enough others.
const MAX_LINES: usize = 12;
const MAX_TEST_LINES: usize = MAX_LINES / 3;
/// The most lines of documents.
const MAX_DOC_LINES: usize = 2;
/// How many lines use a word by name alone where it is a common one.
const MANY_USES: usize = 4;
/// The relations of a use, those that tell best what changes together first. After them come the tests and documents that
/// refer to it in another way.
const RELATIONS: [Relation; 3] = [Relation::Siblings, Relation::Implementors, Relation::Callers];
/// The resolution of a use by a name that only the cited declaration has.
const UNIQUE_NAME: &str = "unique name";
/// The time limit for all lookups together.
const TIME_LIMIT: Duration = Duration::from_secs(8);

#[async_trait]
impl UsageFinder for Toolbox {
    async fn find_usages(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError> {
        let cited = cited.to_vec();
        let work = move |repo: &Repo, call: &Call| find_uses(repo, &cited, call);
        self.repo.run(call, work).await
    }
}

fn find_uses(repo: &Repo, cited: &[(RepoPath, LineRange)], call: &Call) -> ToolResult {
    let cancel = call.cancel.after(TIME_LIMIT);
    let named = targets(repo, cited, &cancel);
    let targets: Vec<UsedDeclaration> = named
        .iter()
        .take(MAX_TARGETS)
        .map(|target| {
            let is_distinctive = is_distinctive(repo, target, &cancel);
            target.clone().with_distinctive_name(is_distinctive)
        })
        .collect();
    let query = Query { include: Include { tests: true, ..repo.include }, ..Query::new("") };
    let graph = repo.graph.snapshot(&cancel);
    // One pass over the texts, which the lookups below may leave no time for.
    let (unnamed, receipts): (Vec<String>, Vec<Receipt>) =
        unnamed(repo, &graph, &named, &cancel).into_iter().unzip();
    let is_cited = |path: &RepoPath| cited.iter().any(|(cited, _)| cited == path);
    let (mut all, mut unfinished) = (Vec::new(), Vec::new());
    let mut in_turn = |relations: &[Relation]| -> Vec<std::vec::IntoIter<Use>> {
        let pairs = targets.iter().flat_map(|target| {
            // What a function calls, others call by chance.
            let relations = relations.iter().copied();
            let relations = relations.filter(|it| *it != Relation::Siblings || !target.is_function);
            relations.map(move |relation| (target, relation))
        });
        let uses = pairs.map(|(target, relation)| {
            let found = Uses::of(&graph, target, relation, &query, &cancel);
            if cancel.is_cancelled() && !unfinished.contains(&&*target.name) {
                unfinished.push(&*target.name);
            }
            let mut uses = found.uses;
            if is_common_word(target, &uses, &found.others) {
                uses.retain(|found| found.site.resolution.is_certain() || says_more(found, target));
            }
            uses.retain(|found| counts(found, target));
            all.extend(uses.iter().map(related_line));
            uses.retain(|found| !is_cited(&found.site.path));
            uses.into_iter()
        });
        uses.collect()
    };
    let uses = interleave([in_turn(&RELATIONS), in_turn(&[Relation::References])]);
    let windows = uses.iter().filter_map(|use_site| window(repo, use_site, &cancel));
    let mut windows: Vec<Window> = windows.collect();
    let distinctive = |name: &str| targets.iter().any(|one| one.is_distinctive && one.name == name);
    let mut all = RelatedLines::group(all);
    let related = windows.iter_mut().filter_map(|window| window.related.as_mut());
    for related in related.chain(all.iter_mut().map(|found| &mut found.related)) {
        if related.resolution == Resolution::Name.name() && distinctive(&related.of) {
            UNIQUE_NAME.clone_into(&mut related.resolution);
        }
    }
    let mut observation = Observation::new(Source::GRAPH, ObservationKind::Relations, windows);
    observation.related_lines = all;
    let unfinished = match unfinished.as_slice() {
        [] => "what is cited".to_owned(),
        names => escape(&names.join(", ")).into_owned(),
    };
    let note =
        format!("the time for this was up: not all lines that use {unfinished} were looked for");
    let note = cancel.is_cancelled().then_some(note);
    Ok(ToolOutput {
        summary: summary(&uses),
        observations: Vec::from([observation]),
        diagnostics: note.into_iter().chain(unnamed).collect(),
        receipts,
        ..ToolOutput::default()
    })
}

/// The declarations, but those of tests, whose name no line outside of them has: what is said of each, and the receipt that
/// no other file has it. A framework or a computed name may use it all the same.
fn unnamed(
    repo: &Repo,
    graph: &Graph,
    named: &[UsedDeclaration],
    cancel: &Cancel,
) -> Vec<(String, Receipt)> {
    let names: Vec<String> = named.iter().map(|target| target.name.clone()).collect();
    let found = graph.lines_with(&names, usize::MAX, usize::MAX, cancel);
    let is_unnamed = |target: &UsedDeclaration, lines: &[(RepoPath, u32)]| {
        let is_own =
            |(path, line): &(RepoPath, u32)| *path == target.path && target.lines.contains(*line);
        !lines.is_empty() && lines.iter().all(is_own) && !PathClass::of(&target.path).test
    };
    let unnamed = named.iter().zip(&found).filter(|(target, lines)| is_unnamed(target, lines));
    let proved = unnamed.filter_map(|(UsedDeclaration { name, path, .. }, _)| {
        let pattern = SearchedPattern::plain(name.as_str()).with_word(true).with_case(true);
        let elsewhere = AbsenceRequest::new(pattern).within(vec![format!("!/{path}")]);
        let (receipt, _) = absence::receipt(&repo.sandbox, &elsewhere, cancel);
        let said = format!(
            "nothing refers to {}: no line outside of its declaration has the name",
            escape(name)
        );
        Some((said, receipt?))
    });
    let proved: Vec<(String, Receipt)> = proved.take(MAX_UNNAMED).collect();
    // A search that was cut short proves nothing.
    if cancel.is_cancelled() { Vec::new() } else { proved }
}

/// Whether a name is a word that many lines use as a name of their own: that it is the same says nothing.
fn is_common_word(target: &UsedDeclaration, uses: &[Use], others: &[Use]) -> bool {
    let is_word = split_words(&target.name).nth(1).is_none();
    let by_name = uses.iter().filter(|found| !found.site.resolution.is_certain()).count();
    is_word && by_name + others.len() >= MANY_USES
}

/// Whether a use by a common name says more than the name: what it is a member of, or, of one in a text, that it is code.
fn says_more(found: &Use, target: &UsedDeclaration) -> bool {
    found.is_document() && found.names_in_text(target) || found.names_scope(target)
}

/// A use as a line that relates to its declaration.
fn related_line(use_site: &Use) -> (Related, RepoPath, u32) {
    let site = &use_site.site;
    (related(site, use_site.relation, site.resolution), site.path.clone(), site.line)
}

/// A summary of the relations that were found, such as `callers of parse`.
fn summary(uses: &[Use]) -> String {
    let mut phrases: Vec<String> = Vec::new();
    for use_site in uses {
        let (relation, of) = (use_site.relation.name(), redact_name(&use_site.site.relation_of));
        let phrase = format!("{relation} of {}", escape(&of));
        if !phrases.contains(&phrase) {
            phrases.push(phrase);
        }
    }
    phrases.join(", ")
}

/// The innermost declaration around each cited range, or else the first one inside it; each once.
fn targets(repo: &Repo, cited: &[(RepoPath, LineRange)], cancel: &Cancel) -> Vec<UsedDeclaration> {
    let mut targets: Vec<UsedDeclaration> = Vec::new();
    for (path, lines) in cited {
        let Ok(masked) = repo.read_file(path) else {
            continue;
        };
        let declared = repo.graph.declarations(path.as_str(), masked.bytes(), cancel);
        let innermost = |lines: LineRange| {
            let around = declared.iter().filter(|d| d.range.covers(lines));
            around.min_by_key(|d| d.range.len())
        };
        let within = || declared.iter().find(|d| lines.covers(d.range));
        let Some(cited) = innermost(*lines).or_else(within) else {
            continue;
        };
        let target = UsedDeclaration::of(path, &declared, cited);
        let is_same = |other: &UsedDeclaration| other.path == *path && other.lines == target.lines;
        if !targets.iter().any(is_same) && targets.len() < MAX_NAMED {
            targets.push(target);
        }
    }
    targets
}

/// Whether every use of a declaration's name means it: the name consists of several words, and nothing else in the tree
/// has it.
fn is_distinctive(repo: &Repo, target: &UsedDeclaration, cancel: &Cancel) -> bool {
    let is_compound = split_words(&target.name).nth(1).is_some();
    is_compound && {
        let query = Query { limit: 2, ..Query::new("") };
        let found = repo.graph.relate(&target.name, Relation::Definition, &query, cancel);
        found.regions.len() == 1
    }
}

/// Takes uses of each target and relation of a group in turn (round-robin), at most one per using declaration. Uses in tests
/// and in code of others come after the rest, limited to [`MAX_TEST_LINES`] if there are enough others, and those in
/// documents last, limited to [`MAX_DOC_LINES`].
fn interleave(groups: [Vec<std::vec::IntoIter<Use>>; 2]) -> Vec<Use> {
    let (mut others, mut tests, mut documents) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = Vec::new();
    let in_turn = groups.into_iter().flat_map(|mut group| {
        std::iter::from_fn(move || {
            let round: Vec<Use> = group.iter_mut().filter_map(Iterator::next).collect();
            (!round.is_empty()).then_some(round)
        })
    });
    for use_site in in_turn.flatten() {
        let site = &use_site.site;
        let around = site.symbol.as_ref().map(|symbol| symbol.range);
        let around = around.unwrap_or(LineRange::one(site.line));
        // A document is named once.
        let place = (site.path.clone(), Some(around).filter(|_| !is_document(site)));
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        match (is_document(site), site.is_test || PathClass::is_vendored(&site.path)) {
            (true, _) => documents.push(use_site),
            (false, true) => tests.push(use_site),
            (false, false) => others.push(use_site),
        }
    }
    documents.truncate(MAX_DOC_LINES);
    let max_lines = MAX_LINES - documents.len();
    others.truncate(max_lines - tests.len().min(MAX_TEST_LINES));
    tests.truncate(max_lines - others.len());
    others.into_iter().chain(tests).chain(documents).collect()
}

/// A one-line window on a use, with the declarations around it.
fn window(repo: &Repo, use_site: &Use, cancel: &Cancel) -> Option<Window> {
    let site = &use_site.site;
    let masked = repo.sandbox.masked(&site.path, Arc::clone(&site.file));
    let line = LineRange::one(site.line);
    let declared = repo.declarations(&masked, cancel);
    site_window(&masked, &declared, line, &[site], use_site.relation).map(Window::as_row)
}
