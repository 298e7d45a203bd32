//! Resolves module names that are not relative: by `paths` of the nearest tsconfig, and to packages of the tree.

use serde_json::Value;

use crate::languages::{FileTree, folder, join};

/// The most levels of `extends` of a configuration that are followed.
const MAX_EXTENDS: usize = 4;

/// The module paths that `source` may mean, best first, with any extension.
pub(super) fn candidates(tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
    let mut found = configured(tree, from, source);
    found.extend(packaged(tree, source));
    found
}

/// The paths by `compilerOptions.paths` and `baseUrl` of the nearest configuration above `from`.
fn configured(tree: &dyn FileTree, from: &str, source: &str) -> Vec<String> {
    let mut at = folder(from);
    loop {
        for name in ["tsconfig.json", "jsconfig.json"] {
            let path = join(at, name).unwrap_or_default();
            if tree.config(&path).is_some() {
                return mapped(tree, path, source);
            }
        }
        if at.is_empty() {
            return Vec::new();
        }
        at = folder(at);
    }
}

fn mapped(tree: &dyn FileTree, mut path: String, source: &str) -> Vec<String> {
    for _ in 0..MAX_EXTENDS {
        let Some(config) = tree.config(&path).and_then(|text| parse(&text)) else {
            break;
        };
        let options = &config["compilerOptions"];
        let base = options["baseUrl"].as_str();
        let home = join(folder(&path), base.unwrap_or(".")).unwrap_or_default();
        let mut found = Vec::new();
        for (pattern, targets) in options["paths"].as_object().into_iter().flatten() {
            let Some(rest) = fits(pattern, source) else {
                continue;
            };
            let targets = targets
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str);
            found.extend(targets.filter_map(|target| join(&home, &target.replace('*', rest))));
        }
        if base.is_some() {
            found.extend(join(&home, source));
        }
        if !found.is_empty() {
            return found;
        }
        let Some(next) = config["extends"]
            .as_str()
            .filter(|next| next.starts_with('.'))
        else {
            break;
        };
        let next = if next.ends_with(".json") {
            next.to_owned()
        } else {
            format!("{next}.json")
        };
        match join(folder(&path), &next) {
            Some(next) => path = next,
            None => break,
        }
    }
    Vec::new()
}

/// The part of `source` that `*` of a pattern matches, if the pattern matches.
fn fits<'s>(pattern: &str, source: &'s str) -> Option<&'s str> {
    match pattern.split_once('*') {
        Some((before, after)) => source.strip_prefix(before)?.strip_suffix(after),
        None => (pattern == source).then_some(""),
    }
}

/// The paths by the name of a package of the tree.
fn packaged(tree: &dyn FileTree, source: &str) -> Vec<String> {
    let mut parts = source.splitn(3, '/');
    let first = parts.next().unwrap_or_default();
    let name = match (first.starts_with('@'), parts.next()) {
        (true, Some(second)) => format!("{first}/{second}"),
        _ => first.to_owned(),
    };
    let inner = source
        .get(name.len()..)
        .unwrap_or_default()
        .trim_start_matches('/');
    for path in tree.configs("package.json") {
        let Some(text) = tree.config(&path).filter(|text| text.contains(&name)) else {
            continue;
        };
        let Some(package) = parse(&text).filter(|p| p["name"].as_str() == Some(&name)) else {
            continue;
        };
        let home = folder(&path);
        let mut tries: Vec<String> = Vec::new();
        if inner.is_empty() {
            let entries = ["source", "module", "main", "types"];
            tries.extend(
                entries
                    .iter()
                    .filter_map(|e| package[*e].as_str())
                    .map(str::to_owned),
            );
            tries.extend([
                "src/index".to_owned(),
                "index".to_owned(),
                "src/main".to_owned(),
            ]);
        } else {
            tries.extend([inner.to_owned(), format!("src/{inner}")]);
        }
        tries.extend(exported(&package["exports"], inner));
        return tries.iter().filter_map(|inner| join(home, inner)).collect();
    }
    Vec::new()
}

/// The paths that a package's `exports` give for a path in it, and the sources from which a build may make them.
fn exported(exports: &Value, inner: &str) -> Vec<String> {
    let wanted = match inner {
        "" => ".".to_owned(),
        inner => format!("./{inner}"),
    };
    let mut found = Vec::new();
    let whole = !exports.as_object().is_some_and(|map| map.contains_key("."));
    if inner.is_empty() && whole {
        leaves(exports, "", &mut found);
    }
    for (pattern, entry) in exports.as_object().into_iter().flatten() {
        if let Some(rest) = fits(pattern, &wanted) {
            leaves(entry, rest, &mut found);
        }
    }
    let built = |path: &String| {
        let below = path.trim_start_matches("./").split_once('/');
        below.map(|(_, rest)| format!("src/{}", stem(rest)))
    };
    let sources: Vec<String> = found.iter().filter_map(built).collect();
    found.extend(sources);
    found
}

/// A path without the extensions that a build adds.
fn stem(path: &str) -> &str {
    let (stem, _) = path.rsplit_once('.').unwrap_or((path, ""));
    stem.strip_suffix(".d").unwrap_or(stem)
}

/// The paths at the leaves of a condition, in their order; `*` in them is replaced by `rest`.
fn leaves(value: &Value, rest: &str, into: &mut Vec<String>) {
    match value {
        Value::String(path) => into.push(path.replace('*', rest)),
        Value::Array(list) => list.iter().for_each(|value| leaves(value, rest, into)),
        Value::Object(map) => {
            let conditions = map.iter().filter(|(key, _)| !key.starts_with('.'));
            conditions.for_each(|(_, value)| leaves(value, rest, into));
        }
        _ => {}
    }
}

/// JSON with comments and trailing commas.
fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text)
        .or_else(|_| serde_json::from_str(&plain(text)))
        .ok()
}

/// The same text without comments and trailing commas.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skip = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if c == '"' {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            end
        } else {
            if matches!(c, '}' | ']') && out.trim_end().ends_with(',') {
                out.truncate(out.trim_end().len() - 1);
            }
            out.push(c);
            c.len_utf8()
        };
        rest = &rest[skip..];
    }
    out
}

/// The end of the string that begins `text`.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_trailing_commas_go() {
        let text = r#"{ // why
            "a": "//not", /* b */ "c": [1, 2,], }"#;
        let value = parse(text).unwrap();
        assert_eq!(value["a"], "//not");
        assert_eq!(value["c"][1], 2);
        assert_eq!(parse("{"), None);
    }

    #[test]
    fn patterns_fit() {
        assert_eq!(fits("@/*", "@/a/b"), Some("a/b"));
        assert_eq!(fits("x", "x"), Some(""));
        assert_eq!(fits("x/*.js", "x/a.ts"), None);
    }
}
