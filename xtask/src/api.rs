//! `cargo xtask api`: writes the public API of the crates that hosts use to `api/`; CI fails where it has changed.
//!
//! cargo-public-api lists rustdoc's JSON. That output is an unstable option, which `xtask/rustdoc-json` turns on for
//! rustdoc alone: build scripts do not see the variable, so nothing is built again.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::arguments::Arguments;
use crate::command::{cargo, installed, output, root};

const CRATES: &[&str] = &[
    "firsthand",
    "firsthand-agent",
    "firsthand-codegraph",
    "firsthand-providers",
    "firsthand-registry",
    "firsthand-render",
    "firsthand-source",
    "firsthand-tools",
    "firsthand-validator",
];
/// Crates whose types are no part of a public signature.
const PRIVATE: &[&str] = &["ignore::", "toml::", "tree_sitter::"];
/// Enums that hosts match in full: a new variant is a breaking change of the contract.
const CLOSED: &[&str] = &[];

#[expect(
    clippy::disallowed_methods,
    reason = "the task writes the project's own files"
)]
pub(crate) fn run(given: &[String]) -> Result<()> {
    Arguments::parse(given, &[], &[])?.no_names()?;
    fs::create_dir_all(root().join("api"))?;
    for (file, listing) in listings()? {
        fs::write(root().join(file), listing)?;
    }
    Ok(())
}

/// Compares the listings with the files, and checks them.
#[expect(
    clippy::disallowed_methods,
    reason = "the task reads the project's own files"
)]
pub(crate) fn check() -> Result<String> {
    if !installed("cargo-public-api") {
        return Ok("not run: cargo-public-api is not installed".to_owned());
    }
    let mut faults = Vec::new();
    for (file, now) in listings()? {
        if fs::read_to_string(root().join(&file)).ok().as_ref() != Some(&now) {
            faults.push(format!(
                "{file} is not current: run cargo xtask api, and review it"
            ));
        }
        faults.extend(unsound(&now));
    }
    match faults.is_empty() {
        true => Ok(format!("crates: {}", CRATES.len())),
        false => bail!("{}", faults.join("\n")),
    }
}

/// The listing of each crate, by its file. Rustdoc runs over the whole workspace, so that its features are those of
/// every other step and nothing is checked again.
fn listings() -> Result<Vec<(String, String)>> {
    let mut doc = cargo(&["doc", "--quiet", "--workspace", "--no-deps", "--lib"]);
    doc.env("RUSTDOC", root().join("xtask/rustdoc-json"));
    output(doc.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json"))?;
    let target = crate::packages::workspace(&root())?.target_directory;
    let list = |name: &&str| {
        let json = format!("{target}/doc/{}.json", name.replace('-', "_"));
        let omit = "blanket-impls,auto-trait-impls,auto-derived-impls";
        let listing = output(&mut cargo(&[
            "public-api",
            "--rustdoc-json",
            &json,
            "--omit",
            omit,
        ]));
        Ok((
            format!("api/{name}.txt"),
            listing.with_context(|| format!("the API of {name}"))?,
        ))
    };
    CRATES.iter().map(list).collect()
}

/// The lines of a listing that no public API of this project has.
fn unsound(listing: &str) -> Vec<String> {
    let open = |line: &&str| {
        let name = line.strip_prefix("pub enum ");
        name.is_some_and(|name| !CLOSED.contains(&name))
    };
    let private = |line: &&str| PRIVATE.iter().any(|name| line.contains(name));
    let exhaustive = listing.lines().filter(open);
    let exhaustive = exhaustive.map(|line| format!("{line}: is not #[non_exhaustive]"));
    let leaks = listing.lines().filter(private);
    let leaks = leaks.map(|line| format!("{line}: names a type of a private dependency"));
    exhaustive.chain(leaks).collect()
}

#[cfg(test)]
mod tests {
    use super::unsound;

    #[test]
    fn exhaustive_enums_and_private_types_are_found() {
        let listing =
            "pub enum a::Open\n#[non_exhaustive] pub enum a::Fine\npub fn a::f() -> toml::Table\n";
        assert_eq!(
            unsound(listing),
            [
                "pub enum a::Open: is not #[non_exhaustive]",
                "pub fn a::f() -> toml::Table: names a type of a private dependency"
            ]
        );
        assert!(unsound("pub enum firsthand_validator::Intent\n").is_empty());
    }
}
