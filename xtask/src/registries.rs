//! `cargo xtask packages`: the packages that registries take, generated from the texts that `firsthand init` writes.

use anyhow::{Context, Result};
use firsthand_setup::{PackageInfo, packages};

use crate::arguments::Arguments;
use crate::command::root;

/// The workspace's manifest, which names version, licence, authors, and the server's name in the MCP registry.
pub(crate) const MANIFEST: &str = "Cargo.toml";
/// The crate that holds the program.
const PACKAGE: &str = "firsthand-cli";

/// The server's name, and each file with its text.
pub(crate) type Generated = (String, Vec<(String, String)>);

/// Generates the packages from the manifest's text; `None` if a required field is missing.
pub(crate) fn generate(manifest: &str) -> Option<Generated> {
    let manifest: toml::Table = manifest.parse().ok()?;
    let workspace = manifest.get("workspace")?;
    let package = workspace.get("package")?;
    let text = |name: &str| package.get(name)?.as_str();
    let server_name = workspace
        .get("metadata")?
        .get("packages")?
        .get("server-name")?;
    let server_name = server_name.as_str()?;
    let info = PackageInfo {
        version: text("version")?,
        license: text("license")?,
        author: package.get("authors")?.get(0)?.as_str()?,
        server_name,
        package: PACKAGE,
    };
    Some((server_name.to_owned(), packages(&info)))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Arguments::parse(arguments, &[], &[])?.no_names()?;
    let root = root();
    let manifest = std::fs::read_to_string(root.join(MANIFEST))?;
    let (_, files) = generate(&manifest).context("Cargo.toml does not say enough")?;
    for (path, text) in files {
        let path = root.join(path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            std::fs::write(&path, text)?;
            println!("{}", path.display());
        }
    }
    Ok(())
}
