//! Whether a use means the cited declaration, and counts.

use firsthand_agent::Cancel;
use firsthand_codegraph::{Relation, Resolution, Site, is_data, language_of};
use firsthand_registry::PathClass;
use firsthand_source::{identifiers, split_words};

use super::{Target, Use};
use crate::repo::Repo;

/// Whether a use can mean the target. If it is resolved by its name alone, its file must import the target's name, its
/// type or its file, or import nothing and name one of them; a sibling need only name the target.
pub(super) fn can_mean(repo: &Repo, use_site: &Use, target: &Target, cancel: &Cancel) -> bool {
    let site = &use_site.site;
    if use_site.relation == Relation::Siblings && !is_code_sibling(site) {
        return false;
    }
    if site.resolution != Resolution::Name || is_document(site) || site.path == target.path {
        return true;
    }
    let text = String::from_utf8_lossy(&site.file);
    if use_site.relation == Relation::Siblings {
        return plain(&text).contains(&plain(&target.name));
    }
    let imported = repo
        .graph
        .imported_names(site.path.as_str(), &site.file, cancel);
    let is_scope = |name: &str| target.scopes.iter().any(|scope| scope == name);
    if imported.is_empty() {
        use_site.relation != Relation::Implementors
            && identifiers(&text).any(|(_, name)| is_scope(name))
    } else {
        imported
            .iter()
            .any(|name| is_scope(name) || *name == target.name)
    }
}

/// A text in one spelling: `a_b` and `aB` are the same name.
fn plain(text: &str) -> String {
    text.replace(['_', '-'], "").to_lowercase()
}

/// Whether a sibling is a part of a declaration in code: translations of a text and a component's style sheet have the
/// names, too.
fn is_code_sibling(site: &Site) -> bool {
    let path = site.path.as_str();
    let is_code = language_of(path).is_some() && !is_data(path) && !is_document(site);
    is_code && site.symbol.is_some()
}

pub(super) fn is_document(site: &Site) -> bool {
    PathClass::of(&site.path).docs
}

/// Whether the use counts: a reference that is no other use does in a test, and a document if it names the target. A name
/// of one word may be just that word there, unless it is written as code is.
pub(super) fn counts(use_site: &Use, target: &Target) -> bool {
    let (site, is_reference) = (&use_site.site, use_site.relation == Relation::References);
    if !is_document(site) {
        return site.is_test || !is_reference;
    }
    let text = String::from_utf8_lossy(&site.file);
    let line = text.lines().nth(site.line as usize - 1).unwrap_or_default();
    let is_compound = split_words(&target.name).nth(1).is_some();
    let mut named = line.match_indices(&target.name).map(|(at, name)| {
        let before = line[..at].chars().next_back();
        (before, line[at + name.len()..].chars().next())
    });
    is_reference
        && named.any(|(before, after)| {
            is_compound || before == Some('`') || matches!(after, Some('`' | '('))
        })
}
