//! `list_files`: paths, and a tree with counts.

mod tree;

use firsthand_agent::ToolOutput;
use firsthand_registry::{Observation, RepoPath, Source, count};
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
    /// A folder or glob.
    path: Option<String>,
    /// Levels of folders.
    #[schemars(range(min = 1))]
    depth: Option<u32>,
}

pub(super) fn list(repo: &Repo, arguments: &Arguments, call: &Call) -> ToolResult {
    let files = repo.graph.files();
    let mut output = ToolOutput {
        coverage: coverage(&files),
        ..ToolOutput::default()
    };
    output.coverage.patterns = 0;
    output.diagnostics.extend(left_out(&files));
    if files.files.is_empty() {
        output.summary = "There are no files here.".to_owned();
        return Ok(output);
    }
    let (given, note) = repo.interpret_path(arguments.path.as_deref().unwrap_or_default());
    output.diagnostics.extend(note);
    let scope = scope(Some(&given), &files, &repo.sandbox)?;
    let inside: Vec<&str> = files
        .files
        .iter()
        .map(|file| file.path.as_str())
        .filter(|path| scope.holds(path))
        .collect();
    let base = match scope.base() {
        "" => folder_of(&given, &inside),
        base => base,
    };
    Ok(answer(output, &inside, base, arguments.depth, call.room))
}

fn answer(
    mut output: ToolOutput,
    inside: &[&str],
    base: &str,
    depth: Option<u32>,
    room: usize,
) -> ToolOutput {
    let depth = depth.map_or_else(|| fitting_depth(inside, base), |depth| depth as usize);
    let mut paths: Vec<RepoPath> = inside
        .iter()
        .filter(|path| level(path, base) <= depth)
        .filter_map(|path| RepoPath::new(path).ok())
        .collect();
    let within = paths.len();
    paths.truncate(MAX_PATHS);
    let mut observation = Observation::listed(Source::LIST, paths);
    fit_to(&mut observation, room);
    let listed = observation.paths().len();
    let place = match base {
        "" => String::new(),
        base => format!(" under {}", firsthand_registry::escape(base)),
    };
    output.summary = format!("{}{place}.", count(inside.len(), "file", "files"));
    if listed < inside.len() {
        output.summary.push('\n');
        output
            .summary
            .push_str(&tree::tree(inside, base, MAX_TREE_CHARS));
        output.coverage.truncated = true;
        output
            .diagnostics
            .push(not_listed(inside.len(), within, listed, depth));
    }
    if listed > 0 {
        output
            .summary
            .push_str("\nPaths only: read or search a file to cite its lines.");
        output.observations.push(observation);
    }
    output
}

/// The folder before the first wildcard of a glob, if it contains all matches.
fn folder_of<'g>(glob: &'g str, inside: &[&str]) -> &'g str {
    let plain = glob.trim().trim_start_matches("./");
    let plain = plain
        .split(['*', '?', '[', '{', '!'])
        .next()
        .unwrap_or_default();
    let folder = plain.rsplit_once('/').map_or("", |(folder, _)| folder);
    let holds = |path: &&str| {
        path.strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
    };
    if inside.iter().all(holds) { folder } else { "" }
}

/// The depth of a path below `base`: 1 for a file directly in it.
fn level(path: &str, base: &str) -> usize {
    let rest = path.strip_prefix(base).unwrap_or(path);
    rest.trim_start_matches('/').split('/').count()
}

/// The greatest depth to which all files can be listed; at least 1.
fn fitting_depth(paths: &[&str], base: &str) -> usize {
    if paths.len() <= MAX_PATHS {
        return usize::MAX;
    }
    let mut at = std::collections::BTreeMap::new();
    for path in paths {
        *at.entry(level(path, base)).or_insert(0_usize) += 1;
    }
    let mut sum = 0;
    let fits = at.iter().take_while(|(_, files)| {
        sum += **files;
        sum <= DEFAULT_MAX_PATHS
    });
    fits.last().map_or(1, |(level, _)| *level).max(1)
}

fn not_listed(all: usize, within: usize, listed: usize, depth: usize) -> String {
    let mut parts = Vec::new();
    if within > listed {
        parts.push(format!("{} did not fit", within - listed));
    }
    if all > within {
        let levels = count(depth, "level", "levels");
        parts.push(format!("{} deeper than {levels}", all - within));
    }
    format!(
        "{} of {} not listed ({}); pass a folder as `path` to see more of it",
        all - listed,
        count(all, "file", "files"),
        parts.join(", ")
    )
}
