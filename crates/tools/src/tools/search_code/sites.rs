//! The lines that call or name a symbol: the nearest with a line of context, the others as one line each.

use std::collections::BTreeMap;

use firsthand_codegraph::{Resolution, Site};
use firsthand_registry::{
    CandidateId, LineRange, PathClass, RelatedLines, RepoPath, Window, count, window_chars,
};
use firsthand_source::join_at_most;

use super::{IncludeOption, MaskedFiles, SearchContext, places};
use crate::reply::{joined, not_included};
use crate::repo::{related, site_window};
use crate::site_lines::{lines_around, site_clusters};

/// Lines before and after a site.
const CONTEXT_LINES: u32 = 1;
/// The most lines in one window.
const MAX_WINDOW_LINES: u32 = 12;
/// The most sites that are shown as one line each, after the windows.
const MAX_ROWS: usize = 40;
/// The most of them that only have the name, beside others that are certain.
const MAX_UNSURE_ROWS: usize = 3;
/// The most characters of the list of sites that are not shown, and the most lines of one file in it.
const MAX_FILES_CHARS: usize = 400;
const MAX_LINES_NAMED: usize = 6;

/// Counts of all sites, shown or not.
pub(super) struct SiteCounts {
    /// All sites that the call includes.
    sites: Vec<(RepoPath, u32, Resolution)>,
    /// The same, by how they relate to what.
    related_lines: Vec<RelatedLines>,
    /// The numbers of sites in tests and in imports that were left out.
    tests: usize,
    imports: usize,
    /// The number of sites that only hand the function over.
    handed_over: usize,
}

/// The clusters, those of equally certain relations in turns: the first of each file, then of each further declaration there,
/// and then the next ones.
fn in_turns<'s>(clusters: &[Vec<&'s Site>]) -> Vec<Vec<&'s Site>> {
    let class =
        |sites: &[&Site]| (sites[0].resolution, sites[0].is_test, PathClass::of(&sites[0].path));
    let mut ordered = Vec::with_capacity(clusters.len());
    for alike in clusters.chunk_by(|one, next| class(one) == class(next)) {
        let turn = |at: &usize| {
            let here = alike[*at][0];
            let before = alike[..*at].iter().filter(|sites| sites[0].path == here.path);
            let (own, others): (Vec<_>, Vec<_>) =
                before.partition(|sites| sites[0].symbol == here.symbol);
            (own.len(), others.len())
        };
        let mut order: Vec<usize> = (0..alike.len()).collect();
        order.sort_by_cached_key(turn);
        ordered.extend(order.into_iter().map(|at| alike[at].clone()));
    }
    ordered
}

/// The characters of windows as they are printed.
fn chars(windows: &[Window]) -> usize {
    windows.iter().map(|window| window_chars(window, CandidateId::WIDEST, None)).sum()
}

/// Windows on the sites, and the counts of all sites. Sites go without lines of context where all have room in `max_chars`
/// then; a third of it is for context.
pub(super) fn windows(
    context: &SearchContext<'_>,
    max_chars: usize,
    masked_files: &mut MaskedFiles<'_>,
) -> (Vec<Window>, SiteCounts) {
    let all = &context.found.sites;
    let is_left_out = |site: &&Site| {
        (site.is_test && !context.includes(IncludeOption::Tests))
            || (site.is_import && !context.includes(IncludeOption::Imports))
    };
    // If all sites are in tests and imports, they are shown.
    let all_left_out = all.iter().all(|site| is_left_out(&site));
    let (left_out, sites): (Vec<&Site>, Vec<&Site>) =
        all.iter().partition(|site| !all_left_out && is_left_out(site));
    let is_left_out_test = |site: &&&Site| site.is_test && !context.includes(IncludeOption::Tests);
    let tests = left_out.iter().filter(is_left_out_test).count();
    let mut windows = whole_declarations(context, &sites, masked_files);
    let covered: Vec<(RepoPath, LineRange)> =
        windows.iter().map(|window| (window.span.path().clone(), window.span.range())).collect();
    let is_new = |site: &&&Site| {
        let covers =
            |(path, range): &(RepoPath, LineRange)| *path == site.path && range.contains(site.line);
        !covered.iter().any(covers)
    };
    let rest: Vec<&Site> = sites.iter().copied().filter(|site| is_new(&site)).collect();
    let room = context.arguments.limit().saturating_sub(windows.len());
    let max_span = MAX_WINDOW_LINES - 2 * CONTEXT_LINES;
    let clusters = in_turns(&site_clusters(rest, 2 * CONTEXT_LINES + 1, max_span));
    let is_sure = |sites: &Vec<&Site>| sites.iter().any(|site| site.resolution.is_certain());
    let (mut clusters, unsure): (Vec<_>, Vec<_>) = clusters.into_iter().partition(is_sure);
    let (sure, most) = match clusters.len() {
        0 => (unsure.len(), unsure.len()),
        sure => (sure, MAX_UNSURE_ROWS),
    };
    clusters.extend(unsure.into_iter().take(most));
    let max_rows = if context.includes(IncludeOption::Bodies) { 0 } else { MAX_ROWS };
    let mut near = room.min(sure);
    let listed = loop {
        let (near_sites, far) = clusters.split_at(near);
        let near_sites = near_sites.iter();
        let mut listed: Vec<Window> = near_sites
            .filter_map(|sites| window(context, sites, CONTEXT_LINES, masked_files))
            .collect();
        let is_short = chars(&listed) <= max_chars / 3;
        let rows = far.iter().flatten().take(max_rows);
        listed.extend(rows.filter_map(|site| {
            let window = window(context, &[*site], 0, masked_files)?;
            // A header says that it is no call.
            Some(if site.is_handed_over { window } else { window.as_row() })
        }));
        if is_short || max_rows == 0 || chars(&listed) <= max_chars {
            break listed;
        }
        near -= 1;
    };
    windows.extend(listed);
    let related_lines = sites.iter().filter_map(|site| {
        let (_, relation) = context.relation?;
        Some((related(site, relation, site.resolution), site.path.clone(), site.line))
    });
    let counts = SiteCounts {
        related_lines: RelatedLines::group(related_lines),
        sites: sites.iter().map(|site| (site.path.clone(), site.line, site.resolution)).collect(),
        handed_over: sites.iter().filter(|site| site.is_handed_over).count(),
        tests,
        imports: left_out.len() - tests,
    };
    (windows, counts)
}

/// Windows on the whole declarations around the first sites, as many as [`SearchContext::whole_place_count`] allows.
fn whole_declarations(
    context: &SearchContext<'_>,
    sites: &[&Site],
    masked_files: &mut MaskedFiles<'_>,
) -> Vec<Window> {
    let has_site = |region: &firsthand_codegraph::Region| {
        let mut own = sites.iter().filter(|site| site.path == region.path);
        own.any(|site| region.range.contains(site.line))
    };
    let regions = context.found.regions.iter().filter(|region| has_site(region));
    let windows = regions.take(context.whole_place_count()).filter_map(|region| {
        let (masked, declared) = masked_files.of(&region.path, &region.file);
        places::window(region, region.range, masked, declared)
    });
    windows.collect()
}

/// A window on sites of one declaration, with `context_lines` around them, limited to the declaration.
fn window(
    context: &SearchContext<'_>,
    sites: &[&Site],
    context_lines: u32,
    masked_files: &mut MaskedFiles<'_>,
) -> Option<Window> {
    let first = *sites.first()?;
    let (masked, declared) = masked_files.of(&first.path, &first.file);
    let range = lines_around(sites, context_lines)?;
    let (_, relation) = context.relation?;
    site_window(masked, declared, range, sites, relation)
}

impl SiteCounts {
    /// All sites, by how they relate to what.
    pub(super) fn related_lines(&self) -> &[RelatedLines] {
        &self.related_lines
    }

    /// The summary: how many sites there are, by file and by resolution, and how many were left out.
    pub(super) fn summary(&self, context: &SearchContext<'_>, windows: &[Window]) -> String {
        let what = context.relation.map_or_else(String::new, |(symbol, relation)| {
            format!("{relation} of {}", firsthand_registry::escape(symbol))
        });
        let files = {
            let mut files: Vec<&RepoPath> = self.sites.iter().map(|(path, ..)| path).collect();
            files.sort_unstable();
            files.dedup();
            files.len()
        };
        let lines = count(self.sites.len(), "line", "lines");
        let handed_over = match self.handed_over {
            0 => String::new(),
            handed => format!("; in {handed} of them it is handed over, not called"),
        };
        let mut text = format!(
            "{what}: {lines} in {}{}{handed_over}.",
            count(files, "file", "files"),
            self.resolution_counts()
        );
        text.push_str(&not_included([
            (self.tests, "in tests", "tests"),
            (self.imports, "in imports", "imports"),
        ]));
        text + &self.files_not_shown(windows)
    }

    /// The number of sites by how their relation was resolved, most certain first: `, 9 by import, 1 by name`.
    fn resolution_counts(&self) -> String {
        Resolution::ALL
            .into_iter()
            .map(|by| (by, self.sites.iter().filter(|(.., resolution)| *resolution == by).count()))
            .filter(|(_, number)| *number > 0)
            .map(|(by, number)| format!(", {number} by {by}"))
            .collect()
    }

    /// The line that names the files of the sites that no window shows; empty if all are shown.
    fn files_not_shown(&self, windows: &[Window]) -> String {
        let is_shown = |path: &RepoPath, line: u32| {
            let mut own = windows.iter().filter(|window| window.span.path() == path);
            own.any(|window| window.span.range().contains(line))
        };
        let rest = self.sites.iter().filter(|(path, line, _)| !is_shown(path, *line));
        let mut files: BTreeMap<&RepoPath, Vec<String>> = BTreeMap::new();
        rest.for_each(|(path, line, _)| files.entry(path).or_default().push(line.to_string()));
        if files.is_empty() {
            return String::new();
        }
        let all: usize = files.values().map(Vec::len).sum();
        let named = files.into_iter();
        let named =
            named.map(|(path, lines)| format!("{path}:{}", join_at_most(&lines, MAX_LINES_NAMED)));
        format!("\n{}: {}", count(all, "more line", "more lines"), joined(named, MAX_FILES_CHARS))
    }
}
