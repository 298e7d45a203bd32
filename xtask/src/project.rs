//! What the workspace's manifest says about the project, for everything that is published.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

pub(crate) const MANIFEST: &str = "Cargo.toml";
/// The program, and its packages in npm, on PyPI and in Homebrew.
pub(crate) const PROGRAM: &str = "firsthand";
/// The crate that holds the program.
pub(crate) const PACKAGE: &str = "firsthand-cli";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Project {
    pub(crate) version: String,
    /// An SPDX expression.
    pub(crate) license: String,
    authors: Vec<String>,
    /// The address of its page.
    pub(crate) repository: String,
    #[serde(skip)]
    pub(crate) registries: Registries,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Registries {
    /// The server's name in the MCP registry.
    pub(crate) server_name: String,
    /// The scope in npm, with its `@`, of the packages that hold the program.
    pub(crate) npm_scope: String,
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Workspace,
}

#[derive(Deserialize)]
struct Workspace {
    package: Project,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Registries,
}

impl Project {
    /// # Errors
    /// If a field is missing.
    pub(crate) fn parse(manifest: &str) -> Result<Self> {
        let Workspace { package, metadata } = toml::from_str::<Manifest>(manifest)?.workspace;
        Ok(Self { registries: metadata.packages, ..package })
    }

    pub(crate) fn read(root: &Path) -> Result<Self> {
        Self::parse(&std::fs::read_to_string(root.join(MANIFEST))?).context(MANIFEST)
    }

    pub(crate) fn author(&self) -> &str {
        self.authors.first().map_or("", String::as_str)
    }
}

#[cfg(test)]
impl Project {
    pub(crate) const EXAMPLE: &str = r#"
[workspace.package]
version = "1.2.3"
license = "MIT OR Apache-2.0"
authors = ["A"]
repository = "https://example.org/x"
[workspace.metadata.packages]
server-name = "org.example/x"
npm-scope = "@x"
"#;

    pub(crate) fn example() -> Self {
        Self::parse(Self::EXAMPLE).unwrap()
    }
}
