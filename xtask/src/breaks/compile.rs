//! Checks that all breaks compile: CI tests only a sample of them, and a rename in the source can make the new text of
//! a break invalid.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::Break;
use super::copy::WorkspaceCopy;
use crate::command::root;
use crate::packages::workspace;
use crate::tree::Tree;

/// Type-checks all breaks, as many at once as fit together: one check of the edited packages for each set.
///
/// # Errors
/// If a set does not compile; the compiler's output shows where.
pub(super) fn check_together(tree: &Tree, breaks: &[&Break]) -> Result<()> {
    let workspace = workspace(&root())?;
    let target = PathBuf::from(&workspace.target_directory);
    let copy = WorkspaceCopy::of(tree, target.join("breaks"))?;
    for set in compatible_sets(tree, breaks) {
        let files: Vec<&Path> = set.iter().flat_map(|broken| broken.files()).collect();
        let is_edited = |manifest: &str| {
            let folder = Path::new(manifest).parent().unwrap_or(Path::new(""));
            files.iter().any(|file| file.starts_with(folder))
        };
        let edited = workspace
            .packages
            .iter()
            .filter(|package| is_edited(&package.manifest_path));
        let packages: BTreeSet<&str> = edited.map(|package| package.name.as_str()).collect();
        for broken in &set {
            copy.apply(broken)?;
        }
        let names: Vec<&str> = set.iter().map(|broken| broken.name.as_str()).collect();
        copy.check(&target, &packages).with_context(|| {
            format!("one of these breaks does not compile: {}", names.join(", "))
        })?;
        for broken in &set {
            copy.revert(broken, tree)?;
        }
    }
    Ok(())
}

/// Sets of breaks that can be applied one after the other: each edit still finds its text exactly once.
fn compatible_sets<'b>(tree: &Tree, breaks: &[&'b Break]) -> Vec<Vec<&'b Break>> {
    let mut sets: Vec<(BTreeMap<&str, String>, Vec<&'b Break>)> = Vec::new();
    for broken in breaks {
        let fitting = sets
            .iter_mut()
            .find_map(|(texts, set)| Some((texts_after_edits(tree, texts, broken)?, texts, set)));
        match fitting {
            Some((after, texts, set)) => {
                texts.extend(after);
                set.push(broken);
            }
            None => {
                let after = texts_after_edits(tree, &BTreeMap::new(), broken).unwrap_or_default();
                sets.push((after, vec![broken]));
            }
        }
    }
    sets.into_iter().map(|(_, set)| set).collect()
}

/// The texts of the files that the break edits, after its edits; `None` if an edit does not find its text once.
fn texts_after_edits<'b>(
    tree: &Tree,
    texts: &BTreeMap<&str, String>,
    broken: &'b Break,
) -> Option<BTreeMap<&'b str, String>> {
    let mut after: BTreeMap<&str, String> = BTreeMap::new();
    for edit in &broken.edits {
        let file = edit.file.as_str();
        let text = after
            .get(file)
            .or_else(|| texts.get(file))
            .map(String::as_str);
        let text = text.or_else(|| Some(tree.file(file)?.text.as_str()))?;
        let changed = (text.matches(&edit.old).count() == 1)
            .then(|| text.replacen(&edit.old, &edit.new, 1))?;
        after.insert(file, changed);
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    use super::compatible_sets;
    use crate::breaks::{LIST, read_breaks};
    use crate::tree::Tree;

    #[test]
    fn breaks_that_edit_the_same_text_are_not_applied_together() {
        let broken = |name: &str, old: &str| {
            format!(
                "[[break]]\nname = '{name}'\nwhy = 'w'\nlaws = ['budget']\n[[break.edits]]\nfile = 'a.rs'\nold = '{old}'\nnew = 'z'\n"
            )
        };
        let list = [broken("1", "x"), broken("2", "x"), broken("3", "y")].concat();
        let tree = Tree::of(&[(LIST, list.as_str()), ("a.rs", "x y")]);
        let breaks = read_breaks(&tree).unwrap();
        let sets = compatible_sets(&tree, &breaks.iter().collect::<Vec<_>>());
        let names: Vec<Vec<&str>> = sets
            .iter()
            .map(|set| set.iter().map(|broken| broken.name.as_str()).collect())
            .collect();
        assert_eq!(names, [vec!["1", "3"], vec!["2"]]);
    }
}
