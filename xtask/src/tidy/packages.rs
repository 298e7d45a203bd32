//! The packages for registries, generated from the texts that `firsthand init` writes, are what `cargo xtask packages`
//! writes, and the README names the server as they do.

use anyhow::{Context, Result};
use firsthand_setup::{PackageInfo, packages};

use super::Finding;
use crate::command::root;
use crate::tree::Tree;

/// The workspace's manifest, which names version, licence, authors, and the server's name in the MCP registry.
const MANIFEST: &str = "Cargo.toml";
/// The crate that holds the program.
const PACKAGE: &str = "firsthand-cli";

/// The server's name, and each file with its text.
type Generated = (String, Vec<(String, String)>);

/// Generates the packages from the manifest's text; `None` if a required field is missing.
fn generate(manifest: &str) -> Option<Generated> {
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
pub(crate) fn run() -> Result<()> {
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

const README: &str = "README.md";

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let manifest = tree.file(MANIFEST).map_or("", |file| file.text.as_str());
    let Some((name, files)) = generate(manifest) else {
        let what = "version, license, authors or metadata.packages.server-name is missing";
        return vec![Finding::new(MANIFEST, 1, what)];
    };
    let text = |path: &str| tree.file(path).map(|file| file.text.as_str());
    let stale = files.iter().filter(|(path, own)| text(path) != Some(own));
    let mut found: Vec<Finding> = stale
        .map(|(path, _)| Finding::new(path, 1, "run `cargo xtask packages`"))
        .collect();
    // The registry looks for these words where the crate's page shows them.
    let named = format!("mcp-name: {name}");
    if !text(README).is_some_and(|page| page.contains(&named)) {
        found.push(Finding::new(README, 1, format!("`{named}` is not in it")));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{MANIFEST, README, check, generate};
    use crate::tidy::expect;
    use crate::tree::Tree;

    const TEXT: &str = "[workspace.package]\nversion = \"1.2.3\"\nlicense = \"MIT\"\nauthors = [\"A\"]\n\
                        [workspace.metadata.packages]\nserver-name = \"org.example/x\"\n";

    #[test]
    fn packages_are_what_the_task_writes() {
        let (_, files) = generate(TEXT).unwrap();
        let mut all: Vec<(&str, &str)> = files
            .iter()
            .map(|(p, t)| (p.as_str(), t.as_str()))
            .collect();
        all.extend([(MANIFEST, TEXT), (README, "mcp-name: org.example/x\n")]);
        expect(&check(&Tree::of(&all)), &[]);
        all.pop();
        for (path, text) in &mut all {
            if *path == "server.json" {
                *text = "{}";
            }
        }
        expect(
            &check(&Tree::of(&all)),
            &[
                "server.json:1: run `cargo xtask packages`",
                "README.md:1: `mcp-name: org.example/x` is not in it",
            ],
        );
    }

    #[test]
    fn a_manifest_without_a_required_field_is_found() {
        let what =
            "Cargo.toml:1: version, license, authors or metadata.packages.server-name is missing";
        expect(&check(&Tree::of(&[(MANIFEST, "[workspace]")])), &[what]);
    }
}
