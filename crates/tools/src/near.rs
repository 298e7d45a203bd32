//! Suggests existing paths that are similar to a path that does not exist. A suggestion is shown, never used in its
//! place.

use std::collections::BTreeSet;

/// The most suggestions in one error message.
const MAX_SUGGESTIONS: usize = 3;

/// Up to [`MAX_SUGGESTIONS`] files and folders of `files` whose paths are similar to `given`, most similar first.
pub(crate) fn similar_paths<'a>(given: &str, files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted = normalize(given);
    let wanted_name = file_name(&wanted).to_owned();
    let mut ranked: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut folders = BTreeSet::new();
    let mut consider = |path: &str| {
        let lower = path.to_lowercase();
        let allowed = (wanted.chars().count() / 3).clamp(1, 6);
        let score = if lower == wanted {
            Some(0)
        } else if lower.ends_with(&format!("/{wanted}")) {
            Some(1)
        } else if file_name(&lower) == wanted_name {
            Some(2 + edit_distance(&lower, &wanted, 200).unwrap_or(200))
        } else {
            edit_distance(&lower, &wanted, allowed)
                .map(|d| 2 + d)
                .or_else(|| {
                    let allowed = (wanted_name.chars().count() / 4).min(3);
                    edit_distance(file_name(&lower), &wanted_name, allowed).map(|d| 220 + d)
                })
        };
        if let Some(score) = score {
            ranked.insert((score, path.to_owned()));
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
fn normalize(given: &str) -> String {
    let lower = given.trim().to_lowercase().replace('\\', "/");
    let path = lower.trim_start_matches(['.', '/']);
    let end = path.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':'));
    let numbered = path[end.len()..].starts_with(':');
    let path = if numbered { end } else { path };
    path.trim_end_matches('/').to_owned()
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The edit distance (Levenshtein, in characters), or `None` if it is more than `most`.
fn edit_distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
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
        if row.iter().min().is_none_or(|&least| least > most) {
            return None;
        }
    }
    row.last().copied().filter(|&d| d <= most)
}
