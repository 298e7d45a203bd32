//! The places that are related to a symbol: their scores, and how they become regions and sites.

use crate::answer::{Region, Resolution, Site};
use crate::facts::parsed_file::place_of;
use crate::facts::{Import, ParsedFile, Span};
use crate::query::Relation;
use crate::relations::{RelationContext, Target};
use crate::text::distinct::distinct;
use crate::text::rank::Score;
use crate::text::window::{Place, windows};
use firsthand_source::{LineRange, RepoPath};
use std::sync::Arc;

/// A place related to a symbol.
pub(crate) struct RelatedPlace {
    pub(crate) file: Arc<ParsedFile>,
    /// The declaration that contains it.
    pub(super) symbol: Option<usize>,
    /// The related lines, ascending, and how each was resolved.
    pub(super) lines: Vec<(u32, Resolution)>,
    /// The most certain resolution of its lines, or that of the declaration if it has no lines.
    pub(crate) resolution: Resolution,
    /// The qualified name of the declaration that it is related to, with its path if needed, or the name as queried.
    pub(super) relation_of: String,
    /// 0 for the queried declaration itself, 1 for a place related to it.
    pub(super) distance: u32,
    pub(super) score: Score,
    /// The order of ties within a file.
    pub(super) order: u32,
    /// Of a file that the queried one names: the line that does.
    pub(super) named_at: Option<u32>,
    /// Whether its lines hand over the function whose callers were asked for.
    pub(super) is_handed_over: bool,
}

impl RelatedPlace {
    pub(super) fn new(
        file: Arc<ParsedFile>,
        symbol: Option<usize>,
        resolution: Resolution,
        relation_of: String,
        score: Score,
    ) -> RelatedPlace {
        RelatedPlace {
            order: symbol.map_or(0, |at| file.facts.symbols[at].start),
            file,
            symbol,
            lines: Vec::new(),
            resolution,
            relation_of,
            distance: 1,
            score,
            named_at: None,
            is_handed_over: false,
        }
    }

    /// The place of a declaration that is related to another one by what it declares, as an implementation is; `None` if
    /// the query excludes it.
    pub(super) fn of_declaration(
        context: &RelationContext<'_>,
        declaration: Target,
        of: &Target,
        resolution: Resolution,
    ) -> Option<RelatedPlace> {
        let symbol = Some(declaration.symbol);
        let mut score =
            Score::of([("resolution", resolution_score(resolution)), ("declared", 0.2)]);
        score.lower("penalty", context.place_factor(&declaration.file, symbol)?);
        let of = of.symbol().qualified.clone();
        Some(RelatedPlace::new(declaration.file, symbol, resolution, of, score))
    }

    /// The beginning of a file, which `of` names or is.
    pub(super) fn of_file(
        file: Arc<ParsedFile>,
        resolution: Resolution,
        of: &str,
        score: Score,
    ) -> RelatedPlace {
        RelatedPlace {
            lines: vec![(1, resolution)],
            distance: 0,
            ..RelatedPlace::new(file, None, resolution, of.to_owned(), score)
        }
    }

    /// Whether a line of a file is among those of places.
    pub(super) fn is_known(found: &[RelatedPlace], path: &str, line: u32) -> bool {
        let has_line = |place: &RelatedPlace| place.lines.iter().any(|known| known.0 == line);
        found.iter().any(|place| place.file.path == path && has_line(place))
    }

    /// Adds a line, which is this number of steps away from `of`, to the place of its declaration.
    pub(super) fn add_line(
        found: &mut Vec<RelatedPlace>,
        file: Arc<ParsedFile>,
        (distance, line): (u32, u32),
        of: &str,
        resolution: Resolution,
    ) {
        let symbol = file.facts.enclosing(file.lines.bytes(line, line).start as u32);
        let same = |place: &&mut RelatedPlace| {
            place.file.path == file.path
                && place.symbol == symbol
                && symbol.is_some()
                && place.relation_of == of
        };
        if let Some(known) = found.iter_mut().find(same) {
            known.lines.push((line, resolution));
            known.lines.sort_unstable();
            known.lines.dedup_by_key(|known| known.0);
            known.resolution = known.resolution.min(resolution);
            return;
        }
        let score = Score::of([("text", 1.0 / f64::from(1 + distance))]);
        found.push(RelatedPlace {
            lines: vec![(line, resolution)],
            distance,
            order: line,
            ..RelatedPlace::new(file, symbol, resolution, of.to_owned(), score)
        });
    }

    /// Its file and line.
    pub(super) fn label(&self) -> String {
        let name_line = self.symbol.map(|at| self.file.facts.symbols[at].name_line);
        let line = self.lines.first().map(|line| line.0).or(name_line).unwrap_or(1);
        format!("{}:{line}", self.file.path)
    }

    pub(super) fn total(&self) -> f64 {
        self.score.total()
    }

    /// The regions of the place, each of at most `max_lines` lines: the declaration if it is short enough, else windows
    /// around its signature and the related lines.
    pub(super) fn regions(&self, max_lines: u32) -> Vec<Region> {
        let file = &self.file;
        let weights: Vec<(u32, f64)> = self.lines.iter().map(|line| (line.0, 1.0)).collect();
        let place = self.place();
        let mut shown = windows(&place, &weights, &file.text, &file.lines, max_lines);
        // A long declaration that was queried itself continues after its signature up to the maximal length.
        if let ([head], true) = (shown.as_mut_slice(), self.lines.is_empty()) {
            head.end = head.end.max(place.end.min(head.start + max_lines.max(1) - 1));
        }
        let window_count = shown.len();
        // A signature is shown only if it contains related lines.
        shown.retain(|window| window_count == 1 || self.lines.is_empty() || window.weight > 0.0);
        let windows = shown.iter();
        let mut regions: Vec<Region> =
            windows.filter_map(|window| self.region(window.start, window.end)).collect();
        self.add_remaining_lines(&mut regions);
        regions
    }

    /// Adds the lines that no region shows to the first region.
    fn add_remaining_lines(&self, regions: &mut [Region]) {
        let shown = |line: u32| regions.iter().any(|r| r.range.contains(line));
        let rest: Vec<(u32, Resolution)> =
            self.lines.iter().copied().filter(|line| !shown(line.0)).collect();
        if let Some(first) = regions.first_mut() {
            first.related.extend(rest);
            first.related.sort_unstable();
        }
    }

    fn place(&self) -> Place {
        let file = &self.file;
        if let Some(index) = self.symbol {
            return place_of(file, index);
        }
        let line = self.lines.first().map_or(1, |line| line.0);
        let (start, end) = file.block_around(line, u32::MAX);
        let last = self.lines.last().map_or(end, |line| line.0);
        Place { start, end: end.max(last), name_and_signature_end: None, inner: Vec::new() }
    }

    fn region(&self, start: u32, end: u32) -> Option<Region> {
        let file = &self.file;
        let name_line = self.symbol.map(|index| file.facts.symbols[index].name_line);
        let mut related = self.lines.clone();
        if related.is_empty() {
            related.extend(name_line.map(|line| (line, self.resolution)));
        }
        related.retain(|(line, _)| start <= *line && *line <= end);
        let name_line = name_line.filter(|line| start <= *line && *line <= end);
        let hits = distinct(related.iter().map(|(line, _)| *line).chain(name_line));
        Some(Region {
            path: RepoPath::new(&file.path).ok()?,
            range: LineRange::new(start, end)?,
            file: Arc::clone(&file.raw_bytes),
            file_lines: file.lines.count(),
            bytes: file.raw_bytes[file.lines.bytes(start, end)].to_vec(),
            hits,
            score: self.total(),
            components: self.score.parts.clone(),
            named_at: self.named_at,
            guessed: false,
            relation: self.is_handed_over.then_some(Relation::Registrations),
            symbol: self.symbol.map(|index| file.declaration(index)),
            resolution: Some(self.resolution),
            related,
            relation_of: Some(self.relation_of.clone()),
            distance: Some(self.distance),
            tokens: Vec::new(),
        })
    }
}

/// The score of a place by what it uses, and how often.
pub(super) fn use_score(resolution: Resolution, uses: usize) -> Score {
    Score::of([
        ("resolution", resolution_score(resolution)),
        ("uses", 0.1 * (1.0 + uses as f64).ln()),
    ])
}

/// What a place by name alone gains if the receiver bears the name of the type.
pub(super) const RECEIVER_ALIKE: f64 = 0.6;

/// Whether the name before that of a member ends with the name of its type, in any case: `network.close` of `Network`.
pub(super) fn has_receiver_alike(targets: &[Target], file: &ParsedFile, span: &Span) -> bool {
    let reference = file.facts.reference_at(span.start);
    let qualifier = reference.and_then(|reference| reference.qualifier.as_ref());
    let Some(receiver) = qualifier.map(|qualifier| file.slice(qualifier).to_lowercase()) else {
        return false;
    };
    let mut types = targets.iter().filter_map(Target::container).map(str::to_lowercase);
    types.any(|ty| !ty.is_empty() && receiver.ends_with(&ty))
}

/// The score of a resolution: the more certain, the higher.
pub(super) fn resolution_score(resolution: Resolution) -> f64 {
    match resolution {
        Resolution::Import => 3.0,
        Resolution::Scope => 2.5,
        Resolution::Name => 1.0,
        Resolution::Text => 0.5,
    }
}

impl RelationContext<'_> {
    /// Lowers the scores of places in tests and generated files, and removes those that the query excludes.
    pub(super) fn weigh(&self, found: &mut Vec<RelatedPlace>) {
        found.retain_mut(|place| {
            let factor = self.place_factor(&place.file, place.symbol);
            place.score.lower("penalty", factor.unwrap_or(1.0));
            factor.is_some()
        });
    }
}

/// The most sites that are listed.
pub(super) const MAX_SITES: usize = 1_000;

/// The first sites of the places, in their order, and how many more there are.
pub(super) fn sites(context: &RelationContext<'_>, found: &[RelatedPlace]) -> (Vec<Site>, usize) {
    let sites = found.iter().flat_map(|place| sites_of_place(context, place));
    let listed: Vec<Site> = sites.take(MAX_SITES).collect();
    let all: usize = found.iter().map(|place| place.lines.len()).sum();
    let more = all - listed.len();
    (listed, more)
}

fn sites_of_place(context: &RelationContext<'_>, place: &RelatedPlace) -> Vec<Site> {
    let file = &place.file;
    let Ok(path) = RepoPath::new(&file.path) else {
        return Vec::new();
    };
    let class = context.class(&file.path);
    let symbol = place.symbol.map(|at| &file.facts.symbols[at]);
    let is_test = class.test || symbol.is_some_and(|symbol| symbol.test);
    let lines_of = |import: &Import| file.line(import.at.start)..=file.line(import.at.end);
    let imports: Vec<_> = file.facts.imports.iter().map(lines_of).collect();
    let site = |&(line, resolution): &(u32, _)| Site {
        path: path.clone(),
        line,
        file: Arc::clone(&file.raw_bytes),
        symbol: place.symbol.map(|at| file.declaration(at)),
        resolution,
        relation_of: place.relation_of.clone(),
        is_test,
        is_import: imports.iter().any(|lines| lines.contains(&line)),
        is_handed_over: place.is_handed_over,
    };
    place.lines.iter().map(site).collect()
}
