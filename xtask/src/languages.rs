//! `cargo xtask languages`: writes the grammar features of the code graph into the manifests of the crates that depend
//! on it.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::command::root;
use crate::tidy::grammars::{CODEGRAPH, FORWARDING_MANIFESTS, features};
use crate::tree::Tree;

#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::parse(arguments, &[], &[])?.no_names()?;
    let tree = Tree::read(&root())?;
    let names: Vec<String> = features(&tree, CODEGRAPH)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !["default", "grammars"].contains(&name.as_str()))
        .collect();
    for (manifest, package) in FORWARDING_MANIFESTS {
        let text = tree.file(manifest).map_or("", |file| file.text.as_str());
        std::fs::write(
            root().join(manifest),
            with_forwarded_features(text, package, &names),
        )?;
    }
    Ok(())
}

/// The manifest with one forwarded feature for each name, after its feature `grammars`.
fn with_forwarded_features(manifest: &str, package: &str, names: &[String]) -> String {
    let row = |name: &str| format!("{name} = [\"{package}/{name}\"]\n");
    let grammars = row("grammars");
    let is_row = |line: &&str| line.ends_with(&format!("[\"{package}/{}\"]\n", name_of(line)));
    let mut text = String::new();
    for line in manifest.split_inclusive('\n') {
        if line == grammars {
            text.push_str(line);
            text.extend(names.iter().map(|name| row(name)));
        } else if !is_row(&line) {
            text.push_str(line);
        }
    }
    text
}

/// The key of a manifest line.
fn name_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::with_forwarded_features;

    #[test]
    fn new_grammars_are_forwarded_and_removed_ones_are_dropped() {
        let before = "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\nold = [\"g/old\"]\n\n[dependencies]\n";
        let names = ["go", "lua"].map(str::to_owned);
        assert_eq!(
            with_forwarded_features(before, "g", &names),
            "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\ngo = [\"g/go\"]\nlua = [\"g/lua\"]\n\n[dependencies]\n"
        );
    }
}
