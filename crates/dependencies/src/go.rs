//! `go.mod`, whose requirements are the selected versions, and Go's module cache.

use crate::{Found, NotInstalled, Repository, Spot, at_first_of};

pub(crate) fn find(repository: &Repository<'_>, name: &str) -> Found {
    let text = repository.text("go.mod").unwrap_or_default();
    let Some(version) = required(&text, name) else {
        return Vec::new();
    };
    let (name, version) = match replacement(&text, name, version).as_deref() {
        None => (name, version),
        Some([module, version]) => (*module, *version),
        Some(other) => {
            let source = other.join(" ");
            return vec![Err(NotInstalled::from_elsewhere(name, version, &source))];
        }
    };
    let cache = repository.environment.folder("GOMODCACHE", "go/pkg/mod");
    let paths = repository.environment.listed("GOPATH").into_iter();
    let caches = paths.map(|path| path.join("pkg/mod")).chain(cache);
    let folder = format!("{}@{}", escaped(name), escaped(version));
    let spots = caches.filter_map(|cache| Spot::new(cache, &folder));
    vec![at_first_of(name, version, &spots.collect::<Vec<_>>())]
}

/// What a directive `replace` puts in the place of a module: another one and its version, or a folder. One that names the
/// version comes before one that names none.
fn replacement<'t>(text: &'t str, name: &str, version: &str) -> Option<Vec<&'t str>> {
    let of = |replaced: &[&str]| {
        let mut all = directives(text, "replace").filter_map(|words| {
            let arrow = words.iter().position(|word| *word == "=>")?;
            (words[..arrow] == *replaced).then(|| words[arrow + 1..].to_vec())
        });
        all.next_back()
    };
    of(&[name, version]).or_else(|| of(&[name]))
}

/// The words of the directives with a verb: `require a v1.2.3`, or `a v1.2.3` in a block `require ( … )`.
fn directives<'t>(text: &'t str, verb: &'t str) -> impl DoubleEndedIterator<Item = Vec<&'t str>> {
    let (mut block, mut found) = (None, Vec::new());
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default();
        let words = line.split_whitespace().map(|word| word.trim_matches(['"', '`']));
        let words: Vec<&str> = words.collect();
        match (block, words.as_slice()) {
            (_, [")", ..]) => block = None,
            (None, [verb, "("]) => block = Some(*verb),
            (Some(open), words) if open == verb && !words.is_empty() => found.push(words.to_vec()),
            (None, [first, words @ ..]) if *first == verb => found.push(words.to_vec()),
            _ => {}
        }
    }
    found.into_iter()
}

/// The version that the directives `require` state of a module.
fn required<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut versions = directives(text, "require").filter_map(|words| match words[..] {
        [module, version] if module == name => Some(version),
        _ => None,
    });
    versions.next_back()
}
/// A path or version as the module cache writes it: `!` before each capital letter, which becomes small.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_uppercase() {
            out.push('!');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
