//! TOML.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "toml",
    files: &[(
        "Cargo.toml",
        r##"# The package.
[package]
name = "shop"

[profile.release]
lto = true

[[bin]]
path = "main.rs"
"##,
    )],
    queries: &[(Definition, "package"), (Definition, "profile.release")],
    expect: r"
        in Cargo.toml
            table package 1-3
            key package.name 3-3
            table profile.release 5-6
            key profile.release.lto 6-6
            table bin 8-9
            key bin.path 9-9
        definition of package
            Cargo.toml:1-3 package scope
        definition of profile.release
            Cargo.toml:5-6 profile.release scope
    ",
};
