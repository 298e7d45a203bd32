//! Lists the lines that call or name a symbol; a line that does so in several declarations, once for each of them.

use std::sync::Arc;

use firsthand_source::RepoPath;

use super::context::RelationContext;
use super::region::RelatedPlace;
use crate::answer::Site;
use crate::facts::Import;
use crate::facts::parsed_file::symbol_info;

/// The most sites that are listed.
const MAX_SITES: usize = 1_000;

/// The sites of the places, in their order.
pub(super) fn sites(context: &RelationContext<'_>, found: &[RelatedPlace]) -> Vec<Site> {
    let sites = found
        .iter()
        .flat_map(|place| sites_of_place(context, place));
    sites.take(MAX_SITES).collect()
}

fn sites_of_place(context: &RelationContext<'_>, place: &RelatedPlace) -> Vec<Site> {
    let file = &place.file;
    let Ok(path) = RepoPath::new(&file.path) else {
        return Vec::new();
    };
    let class = context.class(&file.path);
    let symbol = place.symbol.map(|at| &file.facts.symbols[at]);
    let is_test = class.test || class.support || symbol.is_some_and(|symbol| symbol.test);
    let lines_of = |import: &Import| file.line(import.at.start)..=file.line(import.at.end);
    let imports: Vec<_> = file.facts.imports.iter().map(lines_of).collect();
    let site = |&(line, resolution): &(u32, _)| Site {
        path: path.clone(),
        line,
        file: Arc::clone(&file.raw_bytes),
        symbol: place.symbol.map(|at| symbol_info(file, at)),
        resolution,
        relation_of: place.relation_of.clone(),
        is_test,
        is_import: imports.iter().any(|lines| lines.contains(&line)),
    };
    place.lines.iter().map(site).collect()
}
