//! Suggests existing paths that are similar to a path that does not exist. Suggestions are only shown; no tool reads
//! one instead of the requested path.

use std::collections::BTreeSet;

/// The most suggestions in one error message.
const MAX_SUGGESTIONS: usize = 3;

/// Up to [`MAX_SUGGESTIONS`] files and folders of `files` whose paths are similar to `path`, most similar first.
pub(crate) fn similar_paths<'a>(path: &str, files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let target = normalize(path);
    let target_name = file_name(&target).to_owned();
    let mut ranked: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut folders = BTreeSet::new();
    let mut consider = |existing: &str| {
        let lower = existing.to_lowercase();
        let max_distance = (target.chars().count() / 3).clamp(1, 6);
        let score = if lower == target {
            Some(0)
        } else if lower.ends_with(&format!("/{target}")) {
            Some(1)
        } else if file_name(&lower) == target_name {
            Some(2 + edit_distance(&lower, &target, 200).unwrap_or(200))
        } else {
            edit_distance(&lower, &target, max_distance)
                .map(|d| 2 + d)
                .or_else(|| {
                    let max_distance = (target_name.chars().count() / 4).min(3);
                    edit_distance(file_name(&lower), &target_name, max_distance).map(|d| 220 + d)
                })
        };
        if let Some(score) = score {
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

/// The end of an error message: `; did you mean …?`, or an empty text if there is no suggestion.
pub(crate) fn did_you_mean(suggestions: &[String]) -> String {
    let shown: Vec<String> = suggestions
        .iter()
        .map(|path| format!("`{}`", firsthand_registry::escape(path)))
        .collect();
    match shown.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", shown.join(", ")),
    }
}

/// The path in lower case, without what models tend to add: `./` at the start, `\` as separator, line numbers at the
/// end.
fn normalize(path: &str) -> String {
    let lower = path.trim().to_lowercase().replace('\\', "/");
    let trimmed = lower.trim_start_matches(['.', '/']);
    let end = trimmed.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':'));
    let has_line_numbers = trimmed[end.len()..].starts_with(':');
    let path = if has_line_numbers { end } else { trimmed };
    path.trim_end_matches('/').to_owned()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The edit distance (Levenshtein, in characters), or `None` if it is more than `max_distance`.
fn edit_distance(a: &str, b: &str, max_distance: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > max_distance {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().min().is_none_or(|&least| least > max_distance) {
            return None;
        }
    }
    row.last().copied().filter(|&d| d <= max_distance)
}
