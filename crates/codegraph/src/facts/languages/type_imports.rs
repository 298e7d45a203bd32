//! Resolves imports of languages whose imports name types, and whose files are named after the type that they declare.

use super::FileTree;

/// The files that declare an imported type, `a.b.Type` or `a.b.Type.member`: those whose path ends with
/// `a/b/Type.EXTENSION`.
pub(crate) fn type_files(
    tree: &dyn FileTree,
    import_path: &str,
    extensions: &[&str],
) -> Vec<String> {
    let path = import_path.replace('.', "/");
    let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
    for path in [path.as_str(), parent] {
        let with_extension = |extension: &&str| tree.with_suffix(&format!("{path}.{extension}"));
        let found: Vec<String> = extensions.iter().flat_map(with_extension).collect();
        if !path.is_empty() && !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}
