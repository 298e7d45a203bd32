//! Finds callers, references and implementors: the places that use a symbol.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::{FileWithName, RelationContext, resolution_score};
use super::name::SymbolQuery;
use super::region::{RelatedPlace, gap_around};
use super::resolve::{ResolvedRef, Resolver, local_names};
use super::targets::Target;
use crate::answer::Resolution;
use crate::facts::{Reference, Span};
use crate::parsed_file::ParsedFile;
use crate::rank::Score;
use crate::window::blocks;

/// The kind of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Calls,
    All,
    Heritage,
}

/// The place of a use: the index of its enclosing declaration, else the first line of its block.
type UseSite = (Option<usize>, u32);

/// The declarations (or blocks) that use the symbol, one place each.
pub(super) fn uses(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    targets: &[Target],
    kind: Kind,
) -> Vec<RelatedPlace> {
    let mut names = vec![name.name.clone()];
    let files_with_name = context.files_with(&names);
    let mut files = context.parse_for_name(&files_with_name, &name.name);
    // A file may re-export the symbol under another name, under which other files import it.
    names.extend(reexported_names(&files, &name.name));
    if names.len() > 1 {
        files = context.parse(&context.files_with(&names));
    }
    let resolver = Resolver::new(context, targets);
    let found = context.graph.threads.filter_map(&files, 4, |file| {
        // If the query was cancelled only because its time is up, the files that are parsed by then are still searched.
        let stopped = context.cancel.is_cancelled() && !context.cancel.is_late();
        let is_searched = !stopped && context.factor(&file.path).is_some();
        is_searched.then(|| in_file(&resolver, file, name, &names, kind))
    });
    let mut found: Vec<RelatedPlace> = found.into_iter().flatten().collect();
    if kind == Kind::All {
        found.extend(places_in_other_files(context, name, &files_with_name));
    }
    found
}

/// The names under which files re-export `name`.
fn reexported_names(files: &[Arc<ParsedFile>], name: &str) -> Vec<String> {
    let other = files.iter().flat_map(|file| {
        let locals = local_names(file, name);
        let imports = file.facts.imports.iter();
        imports.filter(move |i| i.reexport && i.local != name && locals.contains(&i.name))
    });
    let mut names: Vec<String> = other.map(|i| i.local.clone()).collect();
    names.retain(|name| !name.is_empty() && name != "default");
    names.sort_unstable();
    names.dedup();
    names
}

/// The places in a file that use the symbol by one of `names`.
fn in_file(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    name: &SymbolQuery,
    names: &[String],
    kind: Kind,
) -> Vec<RelatedPlace> {
    let locals: Vec<String> = names
        .iter()
        .flat_map(|name| local_names(file, name))
        .collect();
    let mut use_sites: BTreeMap<UseSite, (Vec<(u32, Resolution)>, ResolvedRef)> = BTreeMap::new();
    let mut blocks = Blocks::default();
    let mut add = |span: &Span, found: ResolvedRef| {
        let line = file.line(span.start);
        let symbol = file.facts.enclosing(span.start);
        let block = match symbol {
            None => blocks.start(file, line),
            Some(_) => 0,
        };
        let entry = use_sites
            .entry((symbol, block))
            .or_insert_with(|| (Vec::new(), found));
        match entry.0.last_mut() {
            Some(last) if last.0 == line => last.1 = last.1.min(found.resolution),
            _ => entry.0.push((line, found.resolution)),
        }
        entry.1 = entry.1.min(found);
    };
    if kind == Kind::Heritage {
        for span in &file.facts.heritage {
            let text = file.slice(span);
            let reference = Reference {
                span: span.clone(),
                ..Reference::default()
            };
            if locals.iter().any(|local| local == text)
                && let Some(found) = resolver.resolve_reference(file, &reference, text)
            {
                add(span, found);
            }
        }
    } else {
        for reference in &file.facts.references {
            let text = file.slice(&reference.span);
            if (kind == Kind::Calls && !reference.call) || !locals.iter().any(|l| l == text) {
                continue;
            }
            if let Some(found) = resolver.resolve_reference(file, reference, text) {
                add(&reference.span, found);
            }
        }
    }
    use_sites
        .into_iter()
        .filter_map(|(use_site, use_)| related_place(resolver, file, name, use_site, use_))
        .collect()
}

/// The blocks between a file's declarations, each gap split once.
#[derive(Default)]
struct Blocks(BTreeMap<(u32, u32), Vec<(u32, u32)>>);

impl Blocks {
    /// The first line of the block around a line.
    fn start(&mut self, file: &ParsedFile, line: u32) -> u32 {
        let around = gap_around(file, line);
        let cut = || blocks(&file.text, &file.lines, around.0, around.1, u32::MAX);
        let found = self.0.entry(around).or_insert_with(cut);
        let at = found.partition_point(|block| block.1 < line);
        let found = found.get(at).filter(|block| block.0 <= line);
        found.map_or(line, |block| block.0)
    }
}

/// The place of a use; `None` if the query excludes it.
fn related_place(
    resolver: &Resolver<'_>,
    file: &Arc<ParsedFile>,
    name: &SymbolQuery,
    (symbol, block): UseSite,
    (lines, found): (Vec<(u32, Resolution)>, ResolvedRef),
) -> Option<RelatedPlace> {
    let factor = resolver.context.place_factor(file, symbol)?;
    let target = found.target.map(|at| &resolver.targets[at]);
    let mut score = Score::default();
    score.add("resolution", resolution_score(found.resolution));
    score.add("uses", 0.1 * (1.0 + lines.len() as f64).ln());
    if symbol.is_some() {
        score.add("declared", 0.2);
    }
    let beside = resolver.targets.iter().any(|target| {
        crate::languages::folder(&target.file.path) == crate::languages::folder(&file.path)
    });
    score.add("beside", if beside { 0.2 } else { 0.0 });
    score.lower("penalty", factor);
    let order = symbol.map_or(block, |index| file.facts.symbols[index].start);
    Some(RelatedPlace {
        file: Arc::clone(file),
        symbol,
        lines,
        resolution: found.resolution,
        relation_of: target.map_or(name.written.clone(), |t| t.label(resolver.targets)),
        distance: 1,
        score,
        order,
    })
}

/// Places in files that are not code of a known language, by their text.
fn places_in_other_files(
    context: &RelationContext<'_>,
    name: &SymbolQuery,
    files_with_name: &[FileWithName],
) -> Vec<RelatedPlace> {
    let Ok(finder) = aho_corasick::AhoCorasick::new([&name.name]) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for file_with_name in files_with_name {
        if context.cancel.is_cancelled() {
            break;
        }
        if crate::languages::of_code(&file_with_name.path).is_some() {
            continue;
        }
        let (Some(factor), Some(file)) = (
            context.factor(&file_with_name.path),
            context.open(&file_with_name.path),
        ) else {
            continue;
        };
        let mut lines: Vec<u32> = super::files_by_name::occurrences(&finder, &file.text)
            .map(|(at, _)| file.lines.line_at(at))
            .collect();
        lines.dedup();
        let mut by_block: BTreeMap<u32, Vec<(u32, Resolution)>> = BTreeMap::new();
        let mut blocks = Blocks::default();
        for line in lines {
            by_block
                .entry(blocks.start(&file, line))
                .or_default()
                .push((line, Resolution::Name));
        }
        for (order, lines) in by_block {
            let mut score = Score::default();
            score.add("resolution", resolution_score(Resolution::Name) * 0.5);
            score.add("uses", 0.1 * (1.0 + lines.len() as f64).ln());
            score.lower("penalty", factor);
            found.push(RelatedPlace {
                file: Arc::clone(&file),
                symbol: None,
                lines,
                resolution: Resolution::Name,
                relation_of: name.written.clone(),
                distance: 1,
                score,
                order,
            });
        }
    }
    found
}

/// Places by their text alone, if nothing declares the name.
pub(super) fn text_places(context: &RelationContext<'_>, name: &SymbolQuery) -> Vec<RelatedPlace> {
    places_in_other_files(
        context,
        name,
        &context.files_with(std::slice::from_ref(&name.name)),
    )
}
