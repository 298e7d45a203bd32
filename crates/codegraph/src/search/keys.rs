//! What files of one shape have in common: the keys of their values, or the members that they declare.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::facts::ParsedFile;
use crate::text::distinct::hash;
use crate::text::entries::{Format, tag};

/// The fewest keys of a file that is compared.
const MIN_KEYS: usize = 3;
/// The share of the keys of the smaller file that the other one has, too.
const MIN_COMMON_SHARE: f64 = 0.6;
/// The share of all keys of the smaller file that are those of the element with the keys in common.
const MIN_ELEMENT_SHARE: f64 = 0.2;
/// The share of the values of a file of texts that have several words.
const MIN_PROSE_SHARE: f64 = 1.0 / 3.0;

/// What is before the separators of the lines of a file, of markup by the name of the element; or the members that code
/// declares, by a super type or, without one, all together.
pub(super) struct Keys {
    /// By their hashes.
    of_element: HashMap<u64, HashSet<u64>>,
    pub(super) are_members: bool,
    /// The share of the values with words that have several.
    prose_share: f64,
}

impl Keys {
    pub(super) fn of(file: &ParsedFile) -> Keys {
        Keys::of_values(&file.path, &file.text).unwrap_or_else(|| Keys::of_members(file))
    }

    /// The keys of a file of data, or of code half of whose lines are keys with quoted values.
    pub(super) fn of_values(path: &str, text: &[u8]) -> Option<Keys> {
        let format = Format::of(path)?.of_text(text);
        let lines = text.split(|byte| *byte == b'\n');
        let lines = lines.map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
        let (mut all, mut with_key, mut values, mut prose) = (0, 0, 0, 0);
        let mut of_element: HashMap<u64, HashSet<u64>> = HashMap::new();
        for line in lines {
            all += 1;
            let is_quoted =
                |key: &&[u8]| memchr::memchr2(b'"', b'\'', &line[key.len()..]).is_some();
            let key = format.line_key(line);
            let Some(key) = key.filter(|key| format.is_data || is_quoted(key)) else {
                continue;
            };
            with_key += 1;
            let value = &line[if line.starts_with(b"<") { tag(line) } else { key }.len()..];
            let words = words(value);
            values += usize::from(words > 0);
            prose += usize::from(words > 1);
            let mut parts = tag(line).split(|byte| byte.is_ascii_whitespace());
            let element = parts.next().unwrap_or_default();
            of_element.entry(hash(element)).or_default().insert(hash(key));
        }
        let is_values = format.is_data || with_key * 2 >= all;
        let prose_share = prose as f64 / values.max(1) as f64;
        is_values.then_some(Keys { of_element, are_members: false, prose_share })
    }

    /// The names of the members of the file's types, below each super type with its name, or else below all of them.
    fn of_members(file: &ParsedFile) -> Keys {
        let symbols = &file.facts.symbols;
        let of_type = |at: Option<u32>| at.is_some_and(|at| symbols[at as usize].is_type());
        let members =
            symbols.iter().filter(|symbol| !symbol.is_type() && of_type(symbol.container));
        let names: BTreeSet<&[u8]> = members.map(|member| member.name.as_bytes()).collect();
        let hashes = || names.iter().map(hash);
        let mut of_element: HashMap<u64, HashSet<u64>> = HashMap::new();
        for super_type in &file.facts.heritage {
            let name = file.slice(super_type).as_bytes();
            of_element.insert(hash(name), hashes().chain([hash(name)]).collect());
        }
        if of_element.is_empty() {
            of_element.insert(hash(&hashes().collect::<Vec<u64>>()), hashes().collect());
        }
        Keys { of_element, are_members: true, prose_share: 0.0 }
    }

    /// Whether it is a file of texts that people see: many values have several words.
    pub(super) fn are_texts(&self) -> bool {
        self.prose_share >= MIN_PROSE_SHARE
    }

    /// Whether most keys of an element are the same, one that has a good part of all keys.
    pub(super) fn are_like(&self, other: &Keys) -> bool {
        let least = self.count().min(other.count()) as f64 * MIN_ELEMENT_SHARE;
        self.are_members == other.are_members
            && self.of_element.iter().any(|(element, keys)| {
                let others = other.of_element.get(element).into_iter().flatten();
                let fewest = keys.len().min(others.clone().count());
                let common = others.filter(|key| keys.contains(*key)).count();
                fewest >= MIN_KEYS
                    && fewest as f64 >= least
                    && common as f64 >= MIN_COMMON_SHARE * fewest as f64
            })
    }

    fn count(&self) -> usize {
        self.of_element.values().map(HashSet::len).sum()
    }
}

/// The number of words of a value: letters between white space, tags and marks.
fn words(value: &[u8]) -> usize {
    let value = String::from_utf8_lossy(value);
    let words = value.split(|letter: char| letter.is_whitespace() || matches!(letter, '<' | '>'));
    let words = words.map(|word| word.trim_matches(|letter: char| letter.is_ascii_punctuation()));
    words.filter(|word| !word.is_empty() && word.chars().all(char::is_alphabetic)).count()
}
