//! The names by which code may use a key: every run of the parts of its path, as conventions join and spell them.

use crate::text::distinct::distinct;
use crate::text::words::word_parts;
use std::collections::HashMap;
use std::ops::Range;

use super::values::FoundValue;

/// The most parts of a path: the last ones.
const MAX_PARTS: usize = 8;
/// The most folders and names of the file that count as parts of the path.
const MAX_OF_FILE: usize = 2;
/// What joins the parts of a path.
const JOINTS: [&str; 7] = [".", "/", ":", "::", "_", "-", "|"];

/// The path of a key: the last folder and the name of its file, and its keys.
pub(super) struct KeyPath {
    pub(super) parts: Vec<String>,
    /// The index of the first part that is a key.
    pub(super) keys_from: usize,
}

/// The runs of paths that a name means: the index of the path, and the parts.
pub(super) type Runs = Vec<(usize, Range<usize>)>;

impl KeyPath {
    pub(super) fn of(path: &str, value: &FoundValue) -> KeyPath {
        let mut of_file: Vec<&str> = path.split('/').collect();
        if let Some(name) = of_file.last_mut() {
            *name = name.split('.').next().unwrap_or(name);
        }
        let keys = value.keys.iter().flat_map(|key| parts_of(key));
        let keys: Vec<&str> = keys.collect();
        let keys = &keys[keys.len().saturating_sub(MAX_PARTS)..];
        let of_file = &of_file[of_file.len().saturating_sub(MAX_OF_FILE)..];
        KeyPath {
            parts: of_file.iter().chain(keys).map(|part| (*part).to_owned()).collect(),
            keys_from: of_file.len(),
        }
    }

    /// The names of a run with the last part up to its last `_`: what follows may be the library's, as in `rows_other`.
    fn without_form(&self, run: Range<usize>) -> Vec<(String, Range<usize>)> {
        let form = self.parts[run.end].rsplit_once('_');
        let Some((stem, _)) = form.filter(|_| run.end == self.last() && !run.is_empty()) else {
            return Vec::new();
        };
        let mut parts = self.parts[run.clone()].to_vec();
        parts.push(stem.to_owned());
        spellings(&parts).into_iter().map(|name| (name, run.clone())).collect()
    }

    pub(super) fn last(&self) -> usize {
        self.parts.len().saturating_sub(1)
    }
}

/// A key that is no sentence is split at the marks that join its parts.
fn parts_of(key: &str) -> Vec<&str> {
    if key.contains(char::is_whitespace) {
        return vec![key];
    }
    let parts = key.split(['.', '/', ':']);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Every name with the runs that it means.
pub(super) fn names(paths: &[KeyPath]) -> HashMap<String, Runs> {
    let mut names: HashMap<String, Runs> = HashMap::new();
    for (index, path) in paths.iter().enumerate() {
        for last in path.keys_from..path.parts.len() {
            for first in 0..=last {
                let own = &path.parts[first..=last];
                let whole = spellings(own).into_iter().map(|name| (name, first..last + 1));
                for (name, run) in whole.chain(path.without_form(first..last)) {
                    let runs = names.entry(name).or_default();
                    if !runs.contains(&(index, run.clone())) {
                        runs.push((index, run));
                    }
                }
            }
        }
    }
    names.retain(|name, _| name.chars().count() > 1);
    names
}

/// How code writes a run of parts.
fn spellings(parts: &[String]) -> Vec<String> {
    let plain: Vec<&str> = parts.iter().map(String::as_str).collect();
    let snake: Vec<String> = parts.iter().map(|part| part.replace(['-', ' '], "_")).collect();
    let camel: Vec<String> = parts.iter().map(|part| in_humps(part, false)).collect();
    let mut raised: Vec<String> = parts.iter().map(|part| in_humps(part, true)).collect();
    let mut found: Vec<String> = match parts.len() {
        1 => vec![plain[0].to_owned()],
        _ => JOINTS.iter().map(|joint| plain.join(joint)).collect(),
    };
    found.extend([snake.join("."), snake.join("_"), camel.join("."), raised.join(".")]);
    found.push(in_humps(&parts.join("-"), false));
    if let (Some(last), Some(lowered)) = (raised.last_mut(), camel.last()) {
        last.clone_from(lowered);
    }
    found.push(raised.join("."));
    distinct(found)
}

/// A name as `inHumps`, or `InHumps` if it is raised; a sentence stays as it is.
fn in_humps(name: &str, is_raised: bool) -> String {
    let mut humps = String::with_capacity(name.len());
    let mut raise = is_raised;
    for character in name.chars() {
        if matches!(character, '-' | '_' | '.') {
            raise = !humps.is_empty() || is_raised;
        } else if raise {
            humps.extend(character.to_uppercase());
            raise = false;
        } else {
            humps.push(character);
        }
    }
    humps
}

/// The number of words of a part.
pub(super) fn words(part: &str) -> usize {
    word_parts(part.as_bytes()).len()
}
