//! Which lines of a place are shown: those around the sites of one declaration, and those with the best matches.

use firsthand_codegraph::Site;
use firsthand_registry::LineRange;

/// The sites of each place. A site joins the one before it if both are alike, in one declaration, at most `max_gap` lines apart,
/// and the place then spans fewer than `max_span` lines.
#[doc(hidden)]
#[must_use]
pub fn site_clusters<'s>(
    sites: impl IntoIterator<Item = &'s Site>,
    max_gap: u32,
    max_span: u32,
) -> Vec<Vec<&'s Site>> {
    let mut clusters: Vec<Vec<&Site>> = Vec::new();
    for site in sites {
        let joins = |cluster: &Vec<&Site>| {
            let (first, last) = (cluster[0], cluster[cluster.len() - 1]);
            last.path == site.path
                && last.symbol == site.symbol
                && last.is_handed_over == site.is_handed_over
                && (last.line..=last.line + max_gap).contains(&site.line)
                && site.line - first.line < max_span
        };
        match clusters.last_mut() {
            Some(cluster) if joins(cluster) => cluster.push(site),
            _ => clusters.push(vec![site]),
        }
    }
    clusters
}

/// The lines of these sites with so many lines around them, within the declaration that contains the first.
#[doc(hidden)]
#[must_use]
pub fn lines_around(sites: &[&Site], context: u32) -> Option<LineRange> {
    let lines = sites.iter().map(|site| LineRange::one(site.line));
    let all = lines.reduce(LineRange::hull)?;
    let start = all.start().saturating_sub(context).max(1);
    let wide = LineRange::new(start, all.end().saturating_add(context))?;
    match &sites.first()?.symbol {
        Some(symbol) => wide.intersection(symbol.range),
        None => Some(wide),
    }
}

/// The first and the last line of the best run of these ascending lines that spans fewer than `max_span` lines; of equal
/// ones the first.
#[doc(hidden)]
pub fn best_run<T>(
    lines: &[(u32, T)],
    max_span: u32,
    weigh: impl Fn(&[(u32, T)]) -> f64,
) -> Option<(f64, u32, u32)> {
    let runs = lines.iter().enumerate().map(|(at, (first, _))| {
        let length = lines[at..].partition_point(|(line, _)| line - first < max_span);
        let run = &lines[at..at + length];
        (weigh(run), *first, run.last().map_or(*first, |(line, _)| *line))
    });
    runs.reduce(|best, next| if next.0 > best.0 { next } else { best })
}
