//! Converts the selected passages to regions with their exact bytes.

use std::sync::Arc;

use firsthand_source::{LineRange, RepoPath};

use super::rank::passages::Passage;
use super::rank::{QueryContext, SearchedFile};
use crate::answer::{Region, Resolution};

/// The regions of the selected passages, in their order; `named_lines` are those of a file that the query names.
pub(super) fn regions(
    opened: &[SearchedFile],
    chosen: &[Passage],
    context: &QueryContext<'_>,
    named_lines: &dyn Fn(&str) -> Vec<u32>,
) -> Vec<Region> {
    chosen
        .iter()
        .filter_map(|passage| region(&opened[passage.file], passage, context, named_lines))
        .collect()
}

fn region(
    searched: &SearchedFile,
    passage: &Passage,
    context: &QueryContext<'_>,
    named_lines: &dyn Fn(&str) -> Vec<u32>,
) -> Option<Region> {
    let file = &searched.file;
    let (start, end) = (passage.start, passage.end);
    let byte_range = file.lines.bytes(start, end);
    let inside = searched.hits_within(&byte_range);
    let mut hit_lines: Vec<u32> = inside.iter().map(|hit| file.line(hit.start)).collect();
    let symbol = passage.kind.symbol();
    let link = passage.link.as_deref();
    let linked_lines = link.into_iter().flat_map(|link| link.lines.iter().copied());
    hit_lines.extend(linked_lines.clone());
    hit_lines.extend(named_lines(&file.path));
    hit_lines.extend(symbol.map(|at| file.facts.symbols[at].name_line));
    hit_lines.retain(|line| start <= *line && *line <= end);
    if hit_lines.is_empty() {
        // The words stand only in the path of the file.
        hit_lines.push(start);
    }
    hit_lines.sort_unstable();
    hit_lines.dedup();
    let exact = inside.iter().filter(|hit| hit.exact);
    let mut tokens: Vec<u16> = exact.map(|hit| hit.token).collect();
    tokens.sort_unstable();
    tokens.dedup();
    let weight = |token: u16| context.rarity.weight[usize::from(token)];
    tokens.sort_by(|a, b| weight(*b).total_cmp(&weight(*a)).then(a.cmp(b)));
    Some(Region {
        path: RepoPath::new(&file.path).ok()?,
        range: LineRange::new(start, end)?,
        file_lines: file.lines.count(),
        bytes: file.raw_bytes[byte_range].to_vec(),
        file: Arc::clone(&file.raw_bytes),
        hits: hit_lines,
        score: passage.total,
        components: passage.score.parts.clone(),
        guessed: false,
        symbol: symbol.map(|at| file.declaration(at)),
        relation: link.map(|link| link.relation),
        resolution: link.map(|_| Resolution::Name),
        related: linked_lines.map(|line| (line, Resolution::Name)).collect(),
        relation_of: link.map(|link| link.of.clone()),
        distance: link.map(|link| link.distance),
        tokens: tokens
            .iter()
            .map(|t| context.tokens.list[usize::from(*t)].text.clone())
            .collect(),
    })
}
