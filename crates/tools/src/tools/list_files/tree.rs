//! A tree of folders with file counts, in which the folders with most files are expanded.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_registry::{count, escape};

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
