//! The packages for registries, generated from the texts that `firsthand init` writes, are what `cargo xtask packages`
//! writes, and the pages that registries show name the server as they do and lead to addresses.

use anyhow::Result;

use super::{Finding, links};
use crate::command::root;
use crate::generated;
use crate::project::{MANIFEST, Project};
use crate::registries::files;
use crate::tree::Tree;

/// The pages that registries show: of the crates, of the package on PyPI and of the one in npm.
const PAGES: &[&str] = &["dist/README.md", "python/README.md", "npm/README.md"];

pub(crate) fn run() -> Result<()> {
    generated::write(&files(&Project::read(&root())?))
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let project = match Project::parse(tree.text(MANIFEST)) {
        Ok(project) => project,
        Err(error) => return vec![Finding::new(MANIFEST, 1, format!("{error:#}"))],
    };
    let generated = files(&project);
    let stale = generated.iter().filter(|(path, own)| tree.text(path) != own);
    let mut found: Vec<Finding> =
        stale.map(|(path, _)| Finding::new(path, 1, "run `cargo xtask packages`")).collect();
    // The MCP registry looks for these words where another registry shows the package.
    let named = format!("mcp-name: {}", project.registries.server_name);
    for page in PAGES {
        let shown = tree.text(page);
        if !shown.contains(&named) {
            found.push(Finding::new(page, 1, format!("`{named}` is not in it")));
        }
        // A registry does not know what a relative link is relative to.
        let relative =
            links::links(shown).into_iter().filter(|(_, target)| !links::has_scheme(target));
        found.extend(relative.map(|(line, target)| {
            Finding::new(page, line, format!("the link is relative: {target}"))
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{MANIFEST, PAGES, check, files};
    use crate::project::Project;
    use crate::tidy::expect;
    use crate::tree::Tree;

    #[test]
    fn packages_are_what_the_task_writes() {
        let files = files(&Project::example());
        let mut all: Vec<(&str, &str)> =
            files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        all.push((MANIFEST, Project::EXAMPLE));
        let page = "mcp-name: org.example/x [a](https://example.org)\n";
        all.extend(PAGES.iter().map(|path| (*path, page)));
        expect(&check(&Tree::of(&all)), &[]);
        for (path, text) in &mut all {
            match *path {
                "server.json" => *text = "{}",
                "npm/README.md" => *text = "mcp-name: org.example/x\n[a](docs/a.md)\n",
                "dist/README.md" => *text = "# A\n",
                _ => {}
            }
        }
        expect(
            &check(&Tree::of(&all)),
            &[
                "server.json:1: run `cargo xtask packages`",
                "dist/README.md:1: `mcp-name: org.example/x` is not in it",
                "npm/README.md:2: the link is relative: docs/a.md",
            ],
        );
    }

    #[test]
    fn a_manifest_without_a_required_field_is_found() {
        let without = Project::EXAMPLE.replace("server-name", "name");
        let found = check(&Tree::of(&[(MANIFEST, &without)]));
        assert!(found[0].what.contains("missing field `server-name`"));
    }
}
