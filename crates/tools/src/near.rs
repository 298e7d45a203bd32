//! Paths near one that does not exist: a guess of what was meant, never a substitute.

use std::collections::BTreeSet;

/// How many guesses a model is given.
const GUESSES: usize = 3;

/// Up to three listed files or folders near `given`, nearest first.
pub(crate) fn near<'a>(given: &str, files: impl Iterator<Item = &'a str>) -> Vec<String> {
    let wanted = plain(given);
    let wanted_name = name_of(&wanted).to_owned();
    let mut ranked: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut folders = BTreeSet::new();
    let mut consider = |path: &str| {
        let lower = path.to_lowercase();
        let allowed = (wanted.chars().count() / 3).clamp(1, 6);
        let score = if lower == wanted {
            Some(0)
        } else if lower.ends_with(&format!("/{wanted}")) {
            Some(1)
        } else if name_of(&lower) == wanted_name {
            Some(2 + distance(&lower, &wanted, 200).unwrap_or(200))
        } else {
            distance(&lower, &wanted, allowed)
                .map(|d| 2 + d)
                .or_else(|| {
                    let allowed = (wanted_name.chars().count() / 4).min(3);
                    distance(name_of(&lower), &wanted_name, allowed).map(|d| 220 + d)
                })
        };
        if let Some(score) = score {
            ranked.insert((score, path.to_owned()));
            if ranked.len() > GUESSES {
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

/// `; did you mean …?`, or nothing where no guess is near.
pub(crate) fn did_you_mean(guesses: &[String]) -> String {
    let shown: Vec<String> = guesses
        .iter()
        .map(|path| format!("`{}`", firsthand_registry::escape(path)))
        .collect();
    match shown.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", shown.join(", ")),
    }
}

/// What was given without what models tend to add: `./`, `\`, a line number at the end.
fn plain(given: &str) -> String {
    let lower = given.trim().to_lowercase().replace('\\', "/");
    let path = lower.trim_start_matches(['.', '/']);
    let end = path.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ':'));
    let numbered = path[end.len()..].starts_with(':');
    let path = if numbered { end } else { path };
    path.trim_end_matches('/').to_owned()
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The edit distance, where it is at most `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
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
