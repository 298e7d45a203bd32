//! Suggests existing paths that are similar to a path that does not exist. Suggestions are only shown: no tool reads
//! one instead of the requested path, unless that is the end of a single one.

use std::collections::BTreeSet;

use firsthand_registry::escape;
use firsthand_source::fs::Workspace;

/// The most suggestions in one error message.
const MAX_SUGGESTIONS: usize = 3;
/// The largest edit distance that counts between paths with the same file name.
const MAX_PATH_DISTANCE: usize = 200;
/// The best score of a path with another file name: more than that of any path with the same one.
const OTHER_NAME_SCORE: usize = MAX_PATH_DISTANCE + 3;
/// The best score of a path whose file name alone is similar: more than that of any similar path.
const FILE_NAME_SCORE: usize = 220;

/// Up to [`MAX_SUGGESTIONS`] files and folders of `files` whose paths are similar to `path`, most similar first.
pub(crate) fn similar_paths<'a>(path: &str, files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let target = normalize(path);
    let mut ranked: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut folders = BTreeSet::new();
    let mut consider = |existing: &str| {
        let last = ranked.last().filter(|_| ranked.len() == MAX_SUGGESTIONS);
        let max_score = last.map_or(usize::MAX, |(score, _)| *score);
        if let Some(score) = score(&existing.to_lowercase(), &target, max_score) {
            ranked.insert((score, existing.to_owned()));
            if ranked.len() > MAX_SUGGESTIONS {
                ranked.pop_last();
            }
        }
    };
    for file in files {
        consider(file);
        let mut rest = file;
        while let Some((folder, _)) = rest.rsplit_once('/') {
            if !folders.insert(folder.to_owned()) {
                break;
            }
            rest = folder;
        }
    }
    for folder in &folders {
        consider(folder);
    }
    ranked.into_iter().map(|(_, path)| path).collect()
}

/// How similar two paths are, lower is more; `None` if they are not. 0: they are equal; 1: `existing` ends with
/// `target`; from 2: of the same file name, by the edit distance of the paths; from [`OTHER_NAME_SCORE`]: of another one,
/// by that distance; from [`FILE_NAME_SCORE`]: by that of the file names. A score over `max_score` may be `None`.
fn score(existing: &str, target: &str, max_score: usize) -> Option<usize> {
    if existing == target {
        return Some(0);
    }
    if existing.ends_with(&format!("/{target}")) {
        return Some(1);
    }
    let (name, target_name) = (file_name(existing), file_name(target));
    if name == target_name {
        let max_distance = max_score.saturating_sub(2).min(MAX_PATH_DISTANCE);
        let distance = edit_distance(existing, target, max_distance);
        let is_capped = max_distance == MAX_PATH_DISTANCE;
        let distance = distance.or(is_capped.then_some(MAX_PATH_DISTANCE));
        return distance.map(|distance| 2 + distance);
    }
    // Of a path, what differs is the name: most of it has to be the same.
    let part_of_name = (target_name.chars().count() / 4).max(3);
    let max_distance = (target.chars().count() / 3).min(part_of_name).clamp(1, 6);
    if let Some(distance) = edit_distance(existing, target, max_distance) {
        return Some(OTHER_NAME_SCORE + distance);
    }
    let max_distance = (target_name.chars().count() / 4).min(3);
    edit_distance(name, target_name, max_distance).map(|distance| FILE_NAME_SCORE + distance)
}

/// The end of an error message about a path that does not exist: `; did you mean …?`, that it begins with the name of a
/// root that is not here, or an empty text if there is no suggestion. A file of one root is never suggested for one of
/// another.
pub(crate) fn instead<'a>(
    path: &str,
    workspace: &Workspace,
    files: impl Iterator<Item = &'a str>,
) -> String {
    if let Some(sentence) = no_root(path, workspace) {
        return format!("; {sentence}");
    }
    let shown = similar_paths(&workspace.inside(path), files);
    let shown: Vec<String> = shown.iter().map(|path| format!("`{}`", escape(path))).collect();
    if shown.is_empty() { String::new() } else { format!("; did you mean {}?", shown.join(", ")) }
}

/// Where a path begins with the name of a root that is not here: a sentence that says so, and with what paths begin.
pub(crate) fn no_root(path: &str, workspace: &Workspace) -> Option<String> {
    let inside = workspace.inside(path);
    let name = workspace.missing_root(&inside).filter(|name| !name.is_empty())?;
    let prefixes = workspace.roots().iter().filter(|root| root.name.is_some());
    let prefixes: Vec<String> = prefixes.map(|root| format!("`{}`", root.prefix())).collect();
    let begin = match (prefixes.is_empty(), workspace.folder()) {
        (true, _) => "paths begin at the one root".to_owned(),
        (false, None) => format!("paths begin with {}", prefixes.join(" or ")),
        (false, Some(_)) => {
            format!("paths begin at the root, or with {}", prefixes.join(" or "))
        }
    };
    Some(format!("there is no root `{}` here: {begin}", escape(name)))
}

/// The path in lower case and with `/` as separator, without what models tend to add: `./`, `../` and `/` at the start,
/// and line numbers or `/` at the end. The dot of a hidden name stays.
fn normalize(path: &str) -> String {
    let lower = path.trim().to_lowercase().replace('\\', "/");
    let mut start = lower.as_str();
    while let Some(rest) =
        ["./", "../", "/"].into_iter().find_map(|prefix| start.strip_prefix(prefix))
    {
        start = rest;
    }
    let end = start.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':'));
    let has_line_numbers = start[end.len()..].starts_with(':');
    let path = if has_line_numbers { end } else { start };
    path.trim_end_matches('/').to_owned()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The edit distance (Levenshtein, in characters), or `None` if it is more than `max_distance`.
fn edit_distance(a: &str, b: &str, max_distance: usize) -> Option<usize> {
    // Very many files can have the same name, so most of them must cost less than a whole distance.
    let (a, b) = without_common_ends(a, b);
    let difference = a.chars().count().abs_diff(b.chars().count());
    if difference > max_distance {
        return None;
    }
    Some(strsim::levenshtein(a, b)).filter(|distance| *distance <= max_distance)
}

/// The texts without their common beginning and end. Their edit distance is the same.
fn without_common_ends<'t>(a: &'t str, b: &'t str) -> (&'t str, &'t str) {
    let same = |(a, b): &(char, char)| a == b;
    let length = |(a, _): (char, char)| a.len_utf8();
    let shared = a.chars().zip(b.chars()).take_while(same);
    let start: usize = shared.map(length).sum();
    let (a, b) = (&a[start..], &b[start..]);
    let shared = a.chars().rev().zip(b.chars().rev()).take_while(same);
    let end: usize = shared.map(length).sum();
    (&a[..a.len() - end], &b[..b.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, files: &[&str], expect: &[&str]) {
        assert_eq!(similar_paths(path, files.iter().copied()), expect, "{path}");
    }

    #[test]
    fn the_most_similar_path_is_first() {
        let files = ["lib/mian.rs", "src/bin/main.rs", "src/main.rs"];
        check("SRC/main.rs", &files, &["src/main.rs", "src/bin/main.rs"]);
        check("main.rs", &files, &["src/bin/main.rs", "src/main.rs"]);
        check("src/mein.rs", &files, &["src/main.rs", "src/bin/main.rs"]);
        check("other.py", &files, &[]);
        let files = [
            "lib/a/session/worker.ex",
            "lib/a_web/helpers/session_helpers.ex",
            "test/b/session_helpers.ex",
        ];
        let namesakes = [files[2], files[1]];
        check("lib/a/session_helpers.ex", &files, &namesakes);
        check("lib/a/session_helpers.ex", &files[..1], &[]);
        check("lib/a/session/worker.exs", &files, &files[..1]);
        check(
            "public/dist",
            &["public/libs/a.js", "src/lexical/list/b.ts"],
            &["public/libs", "src/lexical/list"],
        );
    }

    #[test]
    fn the_best_of_many_files_with_the_same_name_are_found() {
        let files: Vec<String> = (0..200).map(|n| format!("d{n:03}/index.ts")).collect();
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        let expect = ["d100/index.ts", "d000/index.ts", "d001/index.ts"];
        check("d100x/index.ts", &files, &expect);
    }

    #[test]
    fn the_bounds_do_not_change_an_edit_distance() {
        let texts = [
            "",
            "a",
            "aa",
            "aba/a",
            "src/index.ts",
            "lib/index.ts",
            "src/größe/index.ts",
            "größer",
            "gro\u{308}ße",
        ];
        for (a, b) in texts.iter().flat_map(|a| texts.map(|b| (*a, b))) {
            let distance = strsim::levenshtein(a, b);
            assert_eq!(edit_distance(a, b, distance), Some(distance), "{a} {b}");
            if let Some(less) = distance.checked_sub(1) {
                assert_eq!(edit_distance(a, b, less), None, "{a} {b}");
            }
        }
    }

    #[test]
    fn what_is_added_to_a_path_is_not_compared() {
        for path in [
            "./src/main.rs",
            "../../src/main.rs",
            "/src/main.rs",
            "src\\main.rs",
            "src/main.rs/",
            "src/main.rs:10-12",
        ] {
            check(path, &["src/main.rs"], &["src/main.rs"]);
        }
    }

    #[test]
    fn the_dot_of_a_hidden_name_is_compared() {
        let files = ["src/github/ci.yml", ".github/ci.yml"];
        let best_first = [".github/ci.yml", "src/github/ci.yml"];
        check(".GitHub/ci.yml", &files, &best_first);
        check("./.GitHub/ci.yml", &files, &best_first);
        check("github/c.yml", &[".github/ci.yml"], &[".github/ci.yml"]);
    }
}
