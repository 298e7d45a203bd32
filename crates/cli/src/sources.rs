//! What a page says of the files of a report: the commit at which they were read, the forge that publishes it, and what is
//! set apart in their lines.

use std::collections::BTreeMap;

use firsthand::codegraph::syntax_of;
use firsthand::registry::RepoPath;
use firsthand::{Cancel, VerifiedReport, Workspace};
use firsthand_history::History;
use firsthand_render::{Highlights, Origin, Sources};
use firsthand_source::fs::Root;

/// The largest file that is compared with the commit, in bytes.
const MAX_FILE_BYTES: u64 = 4 << 20;

/// What a page of a report shows of its files. Links lead from files below the roots; without them there are none.
pub(crate) fn sources(roots: Option<&Workspace>, report: &VerifiedReport) -> Sources {
    let lines = observed_lines(report);
    let origin = roots.and_then(|roots| origin(roots, lines.keys().copied()));
    Sources::new(origin, highlights(&lines))
}

/// The HEAD commit of the repository around a single root, and which of these files are the same there; `None` without a
/// repository that can be read.
fn origin<'p>(roots: &Workspace, paths: impl Iterator<Item = &'p RepoPath>) -> Option<Origin> {
    // A page has one origin.
    let root = roots.folder()?;
    let history = History::open(root).ok()??;
    let folder = Root::open(root);
    let paths: Vec<RepoPath> = paths.cloned().collect();
    let read = |path: &RepoPath| folder.read_raw(path.as_str(), MAX_FILE_BYTES).ok();
    let (commit, same) = history.compare_with_head(&paths, read).ok()?;
    let unchanged = paths.iter().zip(same).filter(|(_, same)| *same);
    let unchanged = unchanged.map(|(path, _)| path.as_str().to_owned());
    let remote = history.remote();
    Some(Origin::new(commit.id.clone(), commit.day(), remote.as_deref(), unchanged))
}

/// The lines that a report observed, by path and number.
type ObservedLines<'r> = BTreeMap<&'r RepoPath, BTreeMap<u32, &'r str>>;

/// The comments, literals and keywords of the observed lines, each run of lines parsed by itself.
fn highlights(observed: &ObservedLines<'_>) -> Highlights {
    let mut highlights = Highlights::default();
    for (path, lines) in observed {
        let mut run: Vec<(u32, &str)> = Vec::new();
        for (&line, &text) in lines {
            if run.last().is_some_and(|(last, _)| last + 1 != line) {
                add(path, &run, &mut highlights);
                run.clear();
            }
            run.push((line, text));
        }
        add(path, &run, &mut highlights);
    }
    highlights
}

/// The observed lines of the report's places, by path and number.
fn observed_lines(report: &VerifiedReport) -> ObservedLines<'_> {
    let body = report.body();
    let links = body.flow.iter().map(|link| &link.place);
    let reads = body.read_targets.iter().map(|read| &read.place);
    let mut all = ObservedLines::new();
    for place in links.chain(&body.primary).chain(reads) {
        all.entry(place.path()).or_default().extend(body.observed.lines(place));
    }
    all
}

/// Adds the parts of adjacent lines.
fn add(path: &RepoPath, lines: &[(u32, &str)], highlights: &mut Highlights) {
    let texts: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
    let text = texts.join("\n");
    let parts = syntax_of(path.as_str(), text.as_bytes(), &Cancel::default());
    let mut start = 0;
    for (line, text) in lines {
        let end = start + text.len();
        for (bytes, syntax) in &parts {
            let (from, to) = (bytes.start.max(start), bytes.end.min(end));
            if from < to {
                highlights.add(path, *line, from - start..to - start, *syntax);
            }
        }
        start = end + 1;
    }
}
