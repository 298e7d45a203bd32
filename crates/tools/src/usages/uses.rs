//! The uses of a declaration, as the code graph finds them.

use firsthand_agent::Cancel;
use firsthand_codegraph::{
    Declaration, Graph, Query, Region, Relation, Resolution, SearchResult, Site,
};
use firsthand_registry::{LineRange, PathClass, RepoPath};
use firsthand_source::folder;

use super::meaning::Meaning;
use crate::redact_name;

/// The most lines of a place that a changed list left.
const MAX_LEFT_LINES: usize = 4;

/// A declaration whose uses are looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UsedDeclaration {
    /// The symbol that the code graph is asked for: [`Graph::relate`].
    pub symbol: String,
    /// Its file.
    pub path: RepoPath,
    /// Its lines.
    pub lines: LineRange,
    /// Its name, with secrets redacted.
    pub name: String,
    /// The names by which another file can mean it although it is resolved by its name alone: that of its type, and that
    /// of its file.
    pub scopes: Vec<String>,
    /// A folder whose files can mean it without naming one of the scopes: a package, or a folder of tests beside it.
    pub folder: Option<String>,
    /// Whether it is a function: what it names is no list.
    pub(super) is_function: bool,
    /// Whether every use of its name means it, wherever it is: hardly anything else has the name.
    pub is_distinctive: bool,
}

impl UsedDeclaration {
    /// A declaration of a file, one of those `declared` there. Of a constructor, it is the type: who calls a constructor,
    /// extends its type or calls that of the super type uses the type.
    #[must_use]
    pub fn of(path: &RepoPath, declared: &[Declaration], declaration: &Declaration) -> Self {
        let outer = {
            let around = declared.iter().filter(|d| d.range.covers(declaration.range));
            let around = around.filter(|d| d.range.len() > declaration.range.len());
            around.min_by_key(|d| d.range.len())
        };
        let is_type = |_: &&Declaration| declaration.is_constructor;
        let target = outer.filter(is_type).unwrap_or(declaration);
        let scopes = outer.map(|outer| outer.name.clone()).into_iter();
        let stem = path.file_name().split('.').next();
        let line = target.head.start();
        // A line with several declarations names none of them.
        let mut beside = declared.iter().filter(|other| other.head.start() == line);
        let symbol = if beside.all(|other| other.name == target.name) {
            format!("{path}:{line}")
        } else {
            format!("{path}#{}", target.qualified)
        };
        Self {
            symbol,
            path: path.clone(),
            lines: target.range,
            name: redact_name(&target.name).into_owned(),
            scopes: scopes.chain(stem.map(str::to_owned)).collect(),
            folder: None,
            is_function: target.is_function(),
            is_distinctive: false,
        }
    }
}

impl UsedDeclaration {
    /// The same declaration, whose uses by name are found more widely: in the files of its folder, and in those that import
    /// something called like its folder, as a package is.
    #[must_use]
    pub fn in_package(mut self) -> Self {
        let folder = folder(self.path.as_str());
        let name = folder.rsplit('/').next().filter(|name| !name.is_empty());
        self.scopes.extend(name.map(str::to_owned));
        self.folder = Some(folder.to_owned());
        self
    }

    /// The same declaration, with a name that is [distinctive](UsedDeclaration::is_distinctive) or not.
    #[must_use]
    pub fn with_distinctive_name(self, is_distinctive: bool) -> Self {
        Self { is_distinctive, ..self }
    }

    /// Whether a file is in its [folder](UsedDeclaration::folder).
    pub(super) fn is_beside(&self, path: &RepoPath) -> bool {
        self.folder.as_deref() == Some(folder(path.as_str()))
    }
}

/// A line that uses a declaration.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Use {
    /// The line.
    pub site: Site,
    /// How it uses the declaration.
    pub relation: Relation,
}

/// The uses of a declaration in one relation.
#[derive(Clone, PartialEq, Debug, Default)]
#[non_exhaustive]
pub struct Uses {
    /// Best first; without those that are parts of imports, or can only mean another declaration of the name.
    pub uses: Vec<Use>,
    /// The lines that hold its name, of whose files nothing says that they know the declaration: most mean another one.
    pub others: Vec<Use>,
    /// The lines that import it.
    pub imports: Vec<Use>,
    /// How many regions the relation returned, of at most the query's limit.
    pub regions: usize,
    /// What else was found, without its uses: the notes, and what was not searched.
    pub found: SearchResult,
}

impl Uses {
    /// Finds the uses in a tree. The limit of `query` holds for relations that have no lines of uses, such as
    /// implementors.
    #[must_use]
    pub fn of(
        graph: &Graph,
        target: &UsedDeclaration,
        relation: Relation,
        query: &Query,
        cancel: &Cancel,
    ) -> Self {
        let mut found = graph.relate(&target.symbol, relation, query, cancel);
        let (imports, sites): (Vec<Site>, Vec<Site>) =
            std::mem::take(&mut found.sites).into_iter().partition(|site| site.is_import);
        let regions = std::mem::take(&mut found.regions);
        // An implementation neither calls nor names the method, so it has a region and no site; a sibling, too.
        let has_sites = matches!(relation, Relation::Callers | Relation::References);
        let regions: Vec<Region> = regions.into_iter().filter(|_| !has_sites).collect();
        let region_count = regions.len();
        let is_left = relation == Relation::Siblings && !query.lists.is_empty();
        let sites = sites
            .into_iter()
            .chain(regions.into_iter().flat_map(|region| sites_of(region, is_left)));
        let use_at = |mut site: Site| {
            // A use that was resolved by name alone refers to the looked-up `path:line`; replace that with the name.
            if site.relation_of == target.symbol {
                site.relation_of.clone_from(&target.name);
            }
            Use { site, relation }
        };
        let imports = imports.into_iter().map(use_at).collect();
        let mut meaning = Meaning::of(graph, target, cancel);
        let (uses, others) = sites.map(use_at).partition(|found| meaning.can_be_of(found));
        Self { uses, others, imports, regions: region_count, found }
    }
}

/// The sites of a region: the lines that are related to the declaration; of a place that a changed list left, the lines
/// behind the head of its declaration. None if the region has no resolved relation.
fn sites_of(region: Region, is_left: bool) -> Vec<Site> {
    let Some((resolution, relation_of)) = region.resolution.zip(region.relation_of) else {
        return Vec::new();
    };
    let head = region.symbol.as_ref().map(|symbol| symbol.head.start());
    let inner = region.hits.iter().filter(|line| is_left && Some(**line) != head);
    let most = if region.symbol.is_some() { MAX_LEFT_LINES } else { 1 };
    let mut lines: Vec<(u32, Resolution)> =
        inner.take(most).map(|line| (*line, resolution)).collect();
    if lines.is_empty() {
        lines = region.related;
    }
    if lines.is_empty() {
        let first = region.hits.first().copied().unwrap_or(region.range.start());
        lines.push((first, resolution));
    }
    let site = Site {
        line: 0,
        is_test: PathClass::of(&region.path).test,
        is_import: false,
        is_handed_over: false,
        resolution,
        relation_of,
        path: region.path,
        file: region.file,
        symbol: region.symbol,
    };
    let sites =
        lines.into_iter().map(|(line, resolution)| Site { line, resolution, ..site.clone() });
    sites.collect()
}
