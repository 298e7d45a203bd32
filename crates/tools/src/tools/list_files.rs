//! `list_files`: paths, and a tree with counts.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_agent::ToolOutput;
use firsthand_registry::{Observation, RepoPath, Source, count, escape};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::reply::fit_to;
use crate::repo::{Call, Repo, ToolResult, coverage, left_out};
use crate::scope::scope;

/// The most paths that one call lists.
const MAX_PATHS: usize = 200;
/// The most paths that a call without a depth lists if not all fit; the tree shows the rest.
const DEFAULT_MAX_PATHS: usize = 60;
/// The longest tree, in characters.
const MAX_TREE_CHARS: usize = 1_500;

pub(super) const ABOUT: &str =
    "Lists paths (at most 200) and how many files each folder holds: the layout, no content.";

#[derive(Deserialize, JsonSchema)]
pub(super) struct Arguments {
    /// A directory or glob.
    path: Option<String>,
    /// Levels of folders.
    #[schemars(range(min = 1))]
    depth: Option<u32>,
}

pub(super) fn list(repo: &Repo, arguments: &Arguments, call: &Call) -> ToolResult {
    let files = repo.graph.files();
    let mut output = ToolOutput { coverage: coverage(&files), ..ToolOutput::default() };
    output.coverage.patterns = 0;
    output.diagnostics.extend(left_out(&files));
    if files.files.is_empty() {
        output.summary = "There are no files here.".to_owned();
        return Ok(output);
    }
    let (path_text, note) = repo.interpret_path(arguments.path.as_deref().unwrap_or_default());
    output.diagnostics.extend(note);
    let scope = scope(Some(&path_text), &files, &repo.sandbox)?;
    let paths_in_scope: Vec<&str> = files
        .files
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| scope.holds(path))
        .collect();
    let base = match scope.base() {
        "" => folder_of(&path_text, &paths_in_scope),
        base => base,
    };
    Ok(answer(output, &paths_in_scope, base, arguments.depth, call.room))
}

fn answer(
    mut output: ToolOutput,
    paths_in_scope: &[&str],
    base: &str,
    depth: Option<u32>,
    room: usize,
) -> ToolOutput {
    let depth = depth.map_or_else(|| fitting_depth(paths_in_scope, base), |depth| depth as usize);
    let mut paths: Vec<RepoPath> = paths_in_scope
        .iter()
        .filter(|path| level(path, base) <= depth)
        .filter_map(|path| RepoPath::new(path).ok())
        .collect();
    let within_depth = paths.len();
    paths.truncate(MAX_PATHS);
    let mut observation = Observation::listed(Source::LIST, paths);
    fit_to(&mut observation, room);
    let listed = observation.paths.len();
    let place = match base {
        "" => String::new(),
        base => format!(" under {}", firsthand_registry::escape(base)),
    };
    output.summary = format!("{}{place}.", count(paths_in_scope.len(), "file", "files"));
    if listed < paths_in_scope.len() {
        output.summary.push('\n');
        output.summary.push_str(&tree(paths_in_scope, base, MAX_TREE_CHARS));
        output.coverage.truncated = true;
        output.coverage.losses.cap += (paths_in_scope.len() - listed) as u64;
        output.diagnostics.push(not_listed(paths_in_scope.len(), within_depth, listed, depth));
    }
    if listed > 0 {
        output.summary.push_str("\nPaths only: read or search a file to cite its lines.");
        output.observations.push(observation);
    }
    output
}

/// The folder before the first wildcard of a glob, if it contains all matches; otherwise the root, an empty text.
fn folder_of<'g>(glob: &'g str, paths: &[&str]) -> &'g str {
    let before_wildcard = glob.trim().trim_start_matches("./");
    let before_wildcard =
        before_wildcard.split(['*', '?', '[', '{', '!']).next().unwrap_or_default();
    let folder = before_wildcard.rsplit_once('/').map_or("", |(folder, _)| folder);
    let holds = |path: &&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    if paths.iter().all(holds) { folder } else { "" }
}

/// The depth of a path below `base`: 1 for a file directly in it.
fn level(path: &str, base: &str) -> usize {
    let rest = path.strip_prefix(base).unwrap_or(path);
    rest.trim_start_matches('/').split('/').count()
}

/// The depth of a call without one: unlimited if all paths fit into one call, otherwise the greatest depth to which at
/// most [`DEFAULT_MAX_PATHS`] files are listed, and at least 1.
fn fitting_depth(paths: &[&str], base: &str) -> usize {
    if paths.len() <= MAX_PATHS {
        return usize::MAX;
    }
    let mut files_by_level = std::collections::BTreeMap::new();
    for path in paths {
        *files_by_level.entry(level(path, base)).or_insert(0_usize) += 1;
    }
    let mut sum = 0;
    let fits = files_by_level.iter().take_while(|(_, files)| {
        sum += **files;
        sum <= DEFAULT_MAX_PATHS
    });
    fits.last().map_or(1, |(level, _)| *level).max(1)
}

/// A note on the paths that are not listed: how many did not fit, and how many are deeper than `depth`.
fn not_listed(all: usize, within_depth: usize, listed: usize, depth: usize) -> String {
    let mut parts = Vec::new();
    if within_depth > listed {
        parts.push(format!("{} did not fit", within_depth - listed));
    }
    if all > within_depth {
        let levels = count(depth, "level", "levels");
        parts.push(format!("{} deeper than {levels}", all - within_depth));
    }
    format!(
        "{} of {} not listed ({}); pass a folder as `path` to see more of it",
        all - listed,
        count(all, "file", "files"),
        parts.join(", ")
    )
}

/// The tree of the paths below `base`, at most `max_chars` characters long.
pub(super) fn tree(paths: &[&str], base: &str, max_chars: usize) -> String {
    let folders = folders(paths, base);
    let mut open: BTreeSet<&str> = BTreeSet::from([base]);
    let mut best = render(&folders, &open, base);
    // Expand the folder with the most files next, as long as the tree fits.
    let mut waiting: Vec<(&str, usize)> = folders.iter().map(|(f, n)| (*f, *n)).collect();
    waiting.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    for (folder, _) in waiting.into_iter().take(40) {
        let reachable = parent(folder).is_none_or(|parent| open.contains(parent));
        if folder == base || !reachable {
            continue;
        }
        open.insert(folder);
        let wider = render(&folders, &open, base);
        if wider.chars().count() > max_chars {
            open.remove(folder);
        } else {
            best = wider;
        }
    }
    cut(&best, max_chars)
}

/// Every folder below `base`, with the number of files in it and below.
fn folders<'a>(paths: &[&'a str], base: &str) -> BTreeMap<&'a str, usize> {
    let mut folders = BTreeMap::new();
    for path in paths {
        let mut rest = *path;
        while let Some(folder) = parent(rest).filter(|folder| folder.len() > base.len()) {
            *folders.entry(folder).or_insert(0) += 1;
            rest = folder;
        }
    }
    folders
}

fn parent(path: &str) -> Option<&str> {
    match path.rsplit_once('/') {
        Some((folder, _)) => Some(folder),
        None if path.is_empty() => None,
        None => Some(""),
    }
}

fn render(folders: &BTreeMap<&str, usize>, open: &BTreeSet<&str>, base: &str) -> String {
    let mut lines = Vec::new();
    // Sorted by path parts, so that `a-b` does not come between `a` and `a/c`.
    let mut sorted: Vec<(&str, usize)> = folders.iter().map(|(f, n)| (*f, *n)).collect();
    sorted.sort_by(|a, b| a.0.split('/').cmp(b.0.split('/')));
    for (folder, files) in sorted {
        let above = parent(folder).unwrap_or_default();
        if !open.contains(above) {
            continue;
        }
        let below = folder[base.len()..].trim_start_matches('/');
        let depth = below.matches('/').count();
        let name = below.rsplit('/').next().unwrap_or(below);
        lines.push(format!("{}{}/ {files}", "  ".repeat(depth), escape(name)));
    }
    lines.join("\n")
}

/// The first whole lines that fit.
fn cut(text: &str, max_chars: usize) -> String {
    if text.chars().count() <= max_chars {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    let all = text.lines().count();
    for (index, line) in text.lines().enumerate() {
        used += line.chars().count() + 1;
        if used > max_chars.saturating_sub(32) {
            let more = count(all - index, "more folder", "more folders");
            out.push_str(&format!("… {more}"));
            break;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}
