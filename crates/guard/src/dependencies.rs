//! Reads the names of a project's dependencies from the files that list them. These names are not banned.

use serde_json::Value;

/// The names in a `Cargo.lock`, a `package.json` or a file with one requirement a line; the file's name decides which.
pub fn dependencies(file_name: &str, text: &str) -> Vec<String> {
    if file_name.ends_with(".lock") {
        return names_in_lock_file(text);
    }
    if file_name.ends_with(".json") {
        return names_in_package_json(text);
    }
    let name = |line: &str| -> String {
        let line = line.trim();
        line.chars()
            .take_while(|c| c.is_alphanumeric() || "-_.".contains(*c))
            .collect()
    };
    text.lines()
        .map(name)
        .filter(|name| !name.is_empty())
        .collect()
}

fn names_in_lock_file(text: &str) -> Vec<String> {
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    names.map(str::to_owned).collect()
}

fn names_in_package_json(text: &str) -> Vec<String> {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let lists = [
        "dependencies",
        "devDependencies",
        "peerDependencies",
        "optionalDependencies",
    ];
    let lists = lists.iter().filter_map(|list| value.get(list)?.as_object());
    lists.flat_map(|list| list.keys().cloned()).collect()
}
