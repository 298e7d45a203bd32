//! What it proves that a relation of a declaration is empty: what was followed, that the name stands nowhere else, or what
//! each line is that holds it.

mod beside;
mod lines;

use std::collections::BTreeMap;

use firsthand_agent::Cancel;
use firsthand_codegraph::{
    Declaration, Graph, NameUse, Relation, Resolution, SearchResult, can_use, language_of,
};
use firsthand_registry::{RepoPath, escape};
use firsthand_source::{NoReceipt, Receipt, SearchedPattern, WrittenPlace, distinct, identifiers};
use schemars::JsonSchema;
use serde::Serialize;

use crate::repo::Repo;
use crate::{AbsenceRequest, absence, redact_name};
use beside::everywhere;
pub(crate) use beside::undecided_beside;
pub use beside::{EmptyRelation, Undecided};
pub use lines::NameLines;
use lines::{Others, meaning, meaning_elsewhere, undecided_sentence};

/// The most lines with the name that are told apart; the others are counted as not decided.
const MAX_LINES: usize = 500;

/// What is known of a declaration of which no use was found. It is no stronger than a search for its name in the text.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct NoUse {
    /// The relation that is empty: `callers`, `references` or `implementors`.
    #[schemars(with = "String")]
    #[serde(serialize_with = "relation_name")]
    pub relation: Relation,
    /// The name.
    pub name: String,
    /// What was followed, for each language of the declarations.
    pub followed: Vec<String>,
    /// The proof that the name stands in no file but those that declare it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
    /// Why there is no such proof; empty if there is one, or if the name stands in lines of other files.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub no_receipt: String,
    /// The lines with the name that are no such use, by what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ruled_out: Vec<NameLines>,
    /// The lines with the name of which that is not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<NameLines>,
}

/// A declaration of which no use was found in one relation.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Unused {
    /// The relation.
    pub relation: Relation,
    /// The name of the declaration, without its containers.
    pub name: String,
    /// The files that declare it.
    pub declared_in: Vec<RepoPath>,
    /// Whether every file with the name was looked at for the relation.
    pub is_complete: bool,
    /// Whether it is a field, which is called only where it holds a function.
    pub is_field: bool,
}

fn relation_name<S: serde::Serializer>(relation: &Relation, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(relation.name())
}

impl Unused {
    /// A declaration of this name in these files.
    #[must_use]
    pub fn new(relation: Relation, name: impl Into<String>, declared_in: Vec<RepoPath>) -> Self {
        Self { relation, name: name.into(), declared_in, is_complete: true, is_field: false }
    }

    /// The same declaration, for whose uses every file with the name was looked at, or not.
    #[must_use]
    pub fn completely(self, is_complete: bool) -> Self {
        Self { is_complete, ..self }
    }

    /// The symbol of which nothing was found; `None` if it is a line without a declaration.
    fn of(
        repo: &Repo,
        query: &EmptyRelation<'_>,
        found: &SearchResult,
        cancel: &Cancel,
    ) -> Option<Self> {
        let graph = &repo.graph;
        let symbol = query.symbol;
        let declared = graph.relate(symbol, Relation::Definition, &everywhere(), cancel);
        // A file that is no declaration has no name.
        let mut regions = declared.regions.iter();
        let is_certain = |how: Option<Resolution>| how.is_some_and(Resolution::is_certain);
        if regions.any(|region| region.symbol.is_none() && is_certain(region.resolution)) {
            return None;
        }
        let mut symbols = declared.regions.iter().filter_map(|region| region.symbol.as_ref());
        let is_field = !declared.regions.is_empty() && symbols.all(Declaration::is_field);
        let declared = declared.regions.into_iter();
        let declared = declared
            .filter_map(|region| Some((region.symbol?.used_name().to_owned(), region.path)));
        let (names, paths): (Vec<String>, Vec<RepoPath>) = declared.unzip();
        let is_path = || symbol.contains('/') && language_of(symbol).is_some();
        let written: Vec<&str> = identifiers(symbol).map(|(_, name)| name).collect();
        // Behind other names, the last one may mean anything.
        let is_other = || WrittenPlace::alone(symbol).is_some() || is_path() || written.len() > 1;
        if names.is_empty() && is_other() {
            return None;
        }
        let named = || written.last().map(|&name| name.to_owned());
        let name = names.into_iter().next().or_else(named).unwrap_or_default();
        let stats = &found.stats;
        let is_searched = !stats.truncated && stats.losses.is_empty();
        let is_complete = is_searched && !paths.is_empty();
        let unused = Self::new(query.relation, name, distinct(paths)).completely(is_complete);
        Some(Self { is_field, ..unused })
    }
}

/// What is known of a symbol if nothing was found in its relation; `None` for relations that are not about uses.
pub(crate) fn no_use_of(
    repo: &Repo,
    relation: EmptyRelation<'_>,
    found: &SearchResult,
    cancel: &Cancel,
) -> Option<NoUse> {
    if !relation.is_empty(found) || cancel.is_cancelled() {
        return None;
    }
    let whole = relation.everywhere(repo, cancel);
    let found = whole.as_ref().unwrap_or(found);
    let unused = Unused::of(repo, &relation, found, cancel)?;
    if relation.is_empty(found) {
        return Some(no_use(repo, &unused, cancel));
    }
    let uses = found.sites.iter().map(|site| (&site.path, site.line));
    let regions = found.regions.iter();
    let mut uses = uses.chain(regions.map(|region| (&region.path, region.range.start())));
    let (path, line) = uses.next()?;
    let mut no_use = NoUse::of(&unused);
    let what = "that use it, outside of what was searched";
    let mut outside = NameLines::beginning_at(what, path, line);
    outside.add(path);
    uses.for_each(|(path, _)| outside.add(path));
    outside.lines = found.sites.len().max(found.regions.len()) as u64;
    no_use.undecided.push(outside);
    Some(no_use)
}

/// What is known of a declaration of which no use was found.
pub(crate) fn no_use(repo: &Repo, unused: &Unused, cancel: &Cancel) -> NoUse {
    let mut no_use = NoUse::of(unused);
    let pattern = SearchedPattern::plain(&*unused.name).with_word(true).with_case(true);
    let files = repo.graph.files();
    let declaring = unused.declared_in.iter();
    let declaring: Vec<&RepoPath> =
        declaring.filter(|path| files.contains(path.as_str())).collect();
    let excluded = declaring.iter().map(|path| format!("!/{path}")).collect();
    let elsewhere = AbsenceRequest::new(pattern.clone()).within(excluded);
    let mut lines = Vec::new();
    let mut others = files.files.iter();
    if others.any(|file| !declaring.contains(&&file.path)) {
        no_use.receipt = no_use.search(repo, elsewhere, &mut lines, cancel);
    } else {
        "no other file is searched".clone_into(&mut no_use.no_receipt);
    }
    if !declaring.is_empty() {
        let included = declaring.iter().map(ToString::to_string).collect();
        let own = AbsenceRequest::new(pattern).within(included);
        no_use.search(repo, own, &mut lines, cancel);
    }
    if cancel.is_cancelled() {
        (no_use.receipt, no_use.no_receipt) = (None, "the time was up".to_owned());
    }
    no_use.sort(repo, unused, &lines, cancel);
    no_use
}

impl NoUse {
    /// What is followed for a declaration, before its name is searched for.
    fn of(unused: &Unused) -> Self {
        let followed = unused.declared_in.iter();
        let followed = followed.filter_map(|path| Graph::followed(path.as_str(), unused.relation));
        Self {
            relation: unused.relation,
            name: redact_name(&unused.name).into_owned(),
            followed: distinct(followed),
            receipt: None,
            no_receipt: String::new(),
            ruled_out: Vec::new(),
            undecided: Vec::new(),
        }
    }

    /// Searches files for the name: adds the lines that hold it, and returns the receipt if there is none.
    fn search(
        &mut self,
        repo: &Repo,
        request: AbsenceRequest,
        lines: &mut Vec<(RepoPath, u32)>,
        cancel: &Cancel,
    ) -> Option<Receipt> {
        let request = request.without_near().naming(usize::MAX);
        let absence = match absence::search(&repo.sandbox, &request, cancel) {
            Ok(absence) => absence,
            Err(why) => {
                self.no_receipt = why.to_string();
                return None;
            }
        };
        let places = absence.found.places.into_iter();
        lines.extend(places.map(|place| (place.path, place.line)));
        match absence.receipt {
            Ok(receipt) => Some(receipt),
            Err(NoReceipt::Found(_)) => None,
            Err(why) => {
                self.no_receipt = why.to_string();
                None
            }
        }
    }

    /// Sorts the lines into those that are no use and those of which that is not known.
    fn sort(&mut self, repo: &Repo, unused: &Unused, lines: &[(RepoPath, u32)], cancel: &Cancel) {
        let known = &lines[..lines.len().min(MAX_LINES)];
        let kinds = repo.graph.uses_of_name(&unused.name, known, cancel);
        let (mut ruled_out, mut undecided) = (BTreeMap::new(), BTreeMap::new());
        let files = repo.graph.files();
        let is_here = unused.declared_in.iter().any(|path| files.contains(path.as_str()));
        let others = Others::of(known, &kinds, is_here);
        let not_looked_at = lines[known.len()..].iter().map(|line| (line, NameUse::Unread));
        for ((path, line), kind) in known.iter().zip(kinds).chain(not_looked_at) {
            let is_declaring = unused.declared_in.contains(path);
            let may_mean_another = others.may_be_meant_in(path);
            let mut declaring = unused.declared_in.iter();
            let can_use = declaring.len() == 0
                || declaring.any(|other| can_use(path.as_str(), other.as_str()));
            let kind = match kind {
                NameUse::Import if !is_here => NameUse::Behind,
                kind => kind,
            };
            let (is_ruled_out, what) = if can_use {
                meaning(kind, unused, is_declaring, may_mean_another)
            } else {
                meaning_elsewhere(kind)
            };
            let groups = if is_ruled_out { &mut ruled_out } else { &mut undecided };
            let new = NameLines::beginning_at(what, path, *line);
            let (_, group) = groups.entry(what).or_insert((kind, new));
            group.add(path);
        }
        let by_kind = |groups: BTreeMap<_, (NameUse, NameLines)>| {
            let mut groups: Vec<_> = groups.into_values().collect();
            groups.sort_by_key(|(kind, _)| *kind);
            groups.into_iter().map(|(_, group)| group).collect()
        };
        self.ruled_out = by_kind(ruled_out);
        self.undecided = by_kind(undecided);
    }

    /// What is known, one sentence each.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let name = escape(&self.name);
        let what = match self.relation {
            Relation::Callers => "a call through a computed name or by reflection",
            Relation::Implementors => "a type that is made when the program runs",
            _ => "a name that is computed when the program runs",
        };
        let mut sentences = Vec::new();
        if !self.followed.is_empty() {
            let followed = self.followed.join("; ");
            sentences.push(format!("followed: {followed}; not followed: {what}"));
        }
        if let Some(receipt) = &self.receipt {
            sentences.push(receipt.to_string());
        }
        if !self.no_receipt.is_empty() {
            sentences.push(format!("no receipt of absence for {name}: {}", self.no_receipt));
        }
        if !self.ruled_out.is_empty() {
            let groups: Vec<String> = self.ruled_out.iter().map(NameLines::label).collect();
            sentences.push(format!("lines with {name}, ruled out: {}", groups.join("; ")));
        }
        sentences.extend(undecided_sentence(&name, "", &self.undecided));
        sentences
    }
}
