//! `cargo xtask api`: writes the public API of the crates that hosts use to `api/`; the step `api` of ci fails where it
//! has changed, and where the documentation has a broken link.
//!
//! The listings are made of rustdoc's JSON, which needs rustdoc's unstable options. `xtask/rustdoc-json` sets
//! `RUSTC_BOOTSTRAP` for rustdoc alone: build scripts do not see it, so nothing is built again. Each version of Rust has
//! its own form of that JSON; the version of the crate `public-api` in `xtask/Cargo.toml` fits the Rust version that CI runs.

use anyhow::{Context, Result, bail};

use crate::command::{output, root, workspace_cargo};
use crate::generated::{self, Files};

/// The crates that hosts use.
#[rustfmt::skip]
const CRATES: &[&str] = &[
    "firsthand", "firsthand-agent", "firsthand-codegraph", "firsthand-providers", "firsthand-registry",
    "firsthand-render", "firsthand-source", "firsthand-tools", "firsthand-validator",
];
/// Crates whose types are no part of a public signature.
const PRIVATE_PREFIXES: &[&str] = &["ignore::", "toml::", "tree_sitter::"];
/// The structs that may be exhaustive.
const BUILT_BY_HOSTS: &str = include_str!("../api/built_by_hosts.txt");
/// The enums that may be exhaustive.
const EXHAUSTIVE_ENUMS: &str = include_str!("../api/exhaustive_enums.txt");

pub(crate) fn run() -> Result<()> {
    generated::write(&listings()?)
}

/// Compares the listings with the files, and checks them.
pub(crate) fn check() -> Result<String> {
    let mut faults = Vec::new();
    for file in listings()? {
        if !generated::is_current(&file) {
            let path = &file.0;
            faults.push(format!("{path} is not current: run cargo xtask api, and review it"));
        }
        faults.extend(api_violations(&file.1));
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(format!("crates: {}", CRATES.len()))
}

/// The listing of each crate, by its file. Rustdoc runs once over the whole workspace, so that its features are those of
/// every other step and nothing is checked again; its warnings are errors.
fn listings() -> Result<Files> {
    let mut doc = workspace_cargo(&["doc", "--quiet", "--no-deps"]);
    doc.env("RUSTDOC", root().join("xtask/rustdoc-json"));
    output(doc.env("RUSTDOCFLAGS", "-Dwarnings -Zunstable-options --output-format json"))?;
    let target = crate::packages::target()?;
    let listing_of = |name: &&str| {
        let json = target.join(format!("doc/{}.json", name.replace('-', "_")));
        let api = public_api::Builder::from_rustdoc_json(json)
            .omit_blanket_impls(true)
            .omit_auto_trait_impls(true)
            .omit_auto_derived_impls(true)
            .build()
            .with_context(|| {
                format!("the API of {name}: is this the Rust version that CI runs?")
            })?;
        Ok((format!("api/{name}.txt"), api.to_string()))
    };
    CRATES.iter().map(listing_of).collect()
}

/// The violations in a listing: exhaustive types that are not allowed to be, and types of private dependencies.
fn api_violations(listing: &str) -> Vec<String> {
    let is_exhaustive_enum = |line: &&str| {
        let name = line.strip_prefix("pub enum ");
        name.is_some_and(|name| !is_listed(EXHAUSTIVE_ENUMS, name))
    };
    let is_exhaustive_struct = |line: &&str| {
        let name = line.strip_prefix("pub struct ").unwrap_or_default();
        let name = name.split('<').next().unwrap_or(name);
        let is_public_field = |line: &str| {
            let member = line.strip_prefix("pub ").and_then(|line| line.strip_prefix(name));
            let field = member.and_then(|rest| rest.strip_prefix("::")?.split_once(": "));
            field.is_some_and(|(field, _)| !field.contains(':'))
        };
        !name.is_empty() && !is_listed(BUILT_BY_HOSTS, name) && listing.lines().any(is_public_field)
    };
    let names_private_type = |line: &&str| PRIVATE_PREFIXES.iter().any(|name| line.contains(name));
    let exhaustive =
        listing.lines().filter(|line| is_exhaustive_enum(line) || is_exhaustive_struct(line));
    let exhaustive = exhaustive.map(|line| format!("{line}: is not #[non_exhaustive]"));
    let leaks = listing.lines().filter(names_private_type);
    let leaks = leaks.map(|line| format!("{line}: names a type of a private dependency"));
    exhaustive.chain(leaks).collect()
}

/// Whether a list, of one name a line, contains the name.
fn is_listed(list: &str, name: &str) -> bool {
    list.lines().any(|listed| listed == name)
}

#[cfg(test)]
mod tests {
    use super::api_violations;

    #[test]
    fn exhaustive_enums_and_private_types_are_found() {
        let listing = "pub enum a::Open\n#[non_exhaustive] pub enum a::Fine\npub fn a::f() -> toml::Table\npub struct a::Out<'a>\n\
             pub a::Out::lines: u32\npub struct a::Hidden\npub fn a::Hidden::new() -> Self\n";
        assert_eq!(
            api_violations(listing),
            [
                "pub enum a::Open: is not #[non_exhaustive]",
                "pub struct a::Out<'a>: is not #[non_exhaustive]",
                "pub fn a::f() -> toml::Table: names a type of a private dependency"
            ]
        );
        assert!(api_violations("pub enum firsthand_validator::Intent\n").is_empty());
    }
}
