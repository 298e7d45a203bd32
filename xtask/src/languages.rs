//! `cargo xtask languages`: hands the grammars' features on, from the code graph to the crates that are built on it.

use anyhow::Result;

use crate::arguments::Arguments;
use crate::command::root;
use crate::tidy::grammars::{CODEGRAPH, USERS, features};
use crate::tree::Tree;

#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn run(given: &[String]) -> Result<()> {
    Arguments::parse(given, &[], &[])?.no_names()?;
    let tree = Tree::read(&root())?;
    let names: Vec<String> = features(&tree, CODEGRAPH)
        .into_iter()
        .map(|(name, _)| name)
        .filter(|name| !["default", "grammars"].contains(&name.as_str()))
        .collect();
    for (manifest, package) in USERS {
        let text = tree.file(manifest).map_or("", |file| file.text.as_str());
        std::fs::write(root().join(manifest), handed_on(text, package, &names))?;
    }
    Ok(())
}

/// The manifest with one feature for each name, behind its feature `grammars`.
fn handed_on(manifest: &str, package: &str, names: &[String]) -> String {
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

/// What a line of a manifest gives a value to.
fn name_of(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::handed_on;

    #[test]
    fn a_new_grammar_is_handed_on_and_an_old_one_is_not() {
        let before = "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\nold = [\"g/old\"]\n\n[dependencies]\n";
        let names = ["go", "lua"].map(str::to_owned);
        assert_eq!(
            handed_on(before, "g", &names),
            "[features]\nhttp = [\"p/http2\"]\ngrammars = [\"g/grammars\"]\ngo = [\"g/go\"]\nlua = [\"g/lua\"]\n\n[dependencies]\n"
        );
    }
}
