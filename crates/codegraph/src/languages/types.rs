//! Languages whose imports name types, and whose files are named after the type that they declare.

use super::FileTree;

/// The file of a type, or of the type whose member is named.
pub(crate) fn type_files(tree: &dyn FileTree, source: &str, endings: &[&str]) -> Vec<String> {
    let path = source.replace('.', "/");
    let around = path.rsplit_once('/').map_or("", |(around, _)| around);
    for path in [path.as_str(), around] {
        let named = |ending: &&str| tree.with_suffix(&format!("{path}.{ending}"));
        let found: Vec<String> = endings.iter().flat_map(named).collect();
        if !path.is_empty() && !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
