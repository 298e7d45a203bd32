//! Whether a use means the cited declaration, and counts.

use std::borrow::Cow;
use std::collections::HashMap;

use firsthand_agent::Cancel;
use firsthand_codegraph::{Graph, Relation, Site, is_code, is_schema};
use firsthand_registry::{PathClass, RepoPath};
use firsthand_source::{identifiers, split_words};

use super::{Use, UsedDeclaration};

/// Whether uses in one relation can mean a target.
pub(super) struct Meaning<'t> {
    graph: &'t Graph,
    target: &'t UsedDeclaration,
    cancel: &'t Cancel,
    /// Whether files know the target: a file has many uses of a common name.
    known: HashMap<RepoPath, bool>,
}

impl<'t> Meaning<'t> {
    pub(super) fn of(graph: &'t Graph, target: &'t UsedDeclaration, cancel: &'t Cancel) -> Self {
        Self { graph, target, cancel, known: HashMap::new() }
    }

    /// Whether a use can mean the target. If only its name says so, its file must import the target's name, its
    /// type or its file, or import nothing and name one of them; a sibling need only name the target.
    pub(super) fn can_be_of(&mut self, use_site: &Use) -> bool {
        let (site, target) = (&use_site.site, self.target);
        if use_site.relation == Relation::Siblings && !is_code_sibling(site) {
            return false;
        }
        let is_own = site.path == target.path;
        if site.resolution.is_certain() || is_own || is_document(site) {
            return true;
        }
        if use_site.relation == Relation::Siblings {
            // What a schema lists, code has as strings.
            if is_schema(target.path.as_str()) && has_strings(site) {
                return true;
            }
            let text = String::from_utf8_lossy(&site.file);
            // A word is a part of many names.
            if split_words(&target.name).nth(1).is_none() {
                return identifiers(&text).any(|(_, name)| plain(name) == plain(&target.name));
            }
            return plain(&text).contains(&plain(&target.name));
        }
        if target.is_distinctive || target.is_beside(&site.path) {
            return true;
        }
        if let Some(known) = self.known.get(&site.path) {
            return *known;
        }
        let is_known = self.is_known_in(use_site);
        self.known.insert(site.path.clone(), is_known);
        is_known
    }

    /// Whether the file of a use knows the target.
    fn is_known_in(&self, use_site: &Use) -> bool {
        let (site, target) = (&use_site.site, self.target);
        let imported = self.graph.imported_names(site.path.as_str(), &site.file, self.cancel);
        let is_scope = |name: &str| target.scopes.iter().any(|scope| scope == name);
        if !imported.is_empty() {
            return imported.iter().any(|name| is_scope(name) || *name == target.name);
        }
        let text = String::from_utf8_lossy(&site.file);
        use_site.relation != Relation::Implementors
            && identifiers(&text).any(|(_, name)| is_scope(name))
    }
}

/// A text in one spelling: `a_b` and `aB` are the same name.
fn plain(text: &str) -> String {
    text.replace(['_', '-'], "").to_lowercase()
}

/// Whether a sibling is a part of a declaration in code: translations of a text and a component's style sheet have the
/// names, too.
fn is_code_sibling(site: &Site) -> bool {
    is_code(site.path.as_str()) && !is_document(site) && site.symbol.is_some()
}

/// Whether the declaration around a site has a string.
fn has_strings(site: &Site) -> bool {
    let range = site.symbol.as_ref().map(|symbol| symbol.range);
    let lines = (1..).zip(site.file.split(|byte| *byte == b'\n'));
    let mut lines = lines.filter(|(line, _)| range.is_some_and(|range| range.contains(*line)));
    lines.any(|(_, text)| text.iter().any(|byte| b"\"'`".contains(byte)))
}

pub(super) fn is_document(site: &Site) -> bool {
    PathClass::of(&site.path).docs
}

/// Whether the use counts: a reference that is no other use does in a test, and a document if it names the target.
pub(super) fn counts(use_site: &Use, target: &UsedDeclaration) -> bool {
    let is_reference = use_site.relation == Relation::References;
    if is_document(&use_site.site) {
        return is_reference && use_site.names_in_text(target);
    }
    use_site.site.is_test || !is_reference
}

/// Where a text holds a name that is no part of a longer one.
fn whole<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let ends = (is_part(name.chars().next()), is_part(name.chars().next_back()));
    let found = text.match_indices(name).map(|(at, _)| at);
    found.filter(move |at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let is_inside = ends.0 && is_part(before) || ends.1 && is_part(after);
        !is_inside
    })
}

impl Use {
    fn line(&self) -> Cow<'_, str> {
        let mut lines = self.site.file.split(|byte| *byte == b'\n');
        let line = lines.nth(self.site.line as usize - 1);
        String::from_utf8_lossy(line.unwrap_or_default())
    }

    /// Whether its line holds the target's name.
    #[must_use]
    pub fn holds_name(&self, target: &UsedDeclaration) -> bool {
        whole(&self.line(), &target.name).next().is_some()
    }

    /// Whether its line holds the target's name as that of a member of a value.
    #[must_use]
    pub fn holds_member(&self, target: &UsedDeclaration) -> bool {
        let line = self.line();
        let mut named = whole(&line, &target.name);
        named.any(|at| [".", "->", "::"].iter().any(|dot| line[..at].ends_with(dot)))
    }

    /// Whether its line names the target's type or file, in any spelling.
    pub(super) fn names_scope(&self, target: &UsedDeclaration) -> bool {
        let line = self.line();
        let mut named = identifiers(&line).map(|(_, name)| plain(name));
        named.any(|name| target.scopes.iter().any(|scope| plain(scope) == name))
    }

    /// Whether it is in a document, and not in code.
    #[must_use]
    pub fn is_document(&self) -> bool {
        is_document(&self.site)
    }

    /// Whether its line names the target as a text does: a name of one word may be just that word there, unless it is
    /// written as code is.
    #[must_use]
    pub fn names_in_text(&self, target: &UsedDeclaration) -> bool {
        let line = self.line();
        let is_compound = split_words(&target.name).nth(1).is_some();
        let mut named = whole(&line, &target.name).map(|at| {
            let before = line[..at].chars().next_back();
            (before, line[at + target.name.len()..].chars().next())
        });
        named.any(|(before, after)| {
            is_compound || before == Some('`') || matches!(after, Some('`' | '('))
        })
    }
}
