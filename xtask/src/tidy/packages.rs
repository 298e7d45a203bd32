//! The packages for registries, generated from the texts that `firsthand init` writes, are what `cargo xtask packages`
//! writes, and the pages that registries show name the server as they do and lead to addresses.

use anyhow::Result;
use firsthand_setup::{explorer_file, skill};
use serde_json::{Value, json};

use super::{Finding, links};
use crate::command::root;
use crate::generated::{self, Files};
use crate::project::{MANIFEST, PACKAGE, PROGRAM, Project};
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

const PLUGIN: &str = "plugin";
const SUMMARY: &str =
    "A code explorer that only reports what it saw: verified paths, lines and quotes";
const PLUGIN_SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
const REGISTRY_SCHEMA: &str =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

fn text(document: &Value) -> String {
    format!("{document:#}\n")
}

/// The files of all packages, by path from the project's top.
///
/// The Agent Plugin has no `mcp.json`: its servers start in the plugin's own folder, with no way to name the project
/// that is open (sections 7.2 and 9 of the specification), so that a server would explore the plugin itself. Its skill
/// runs the command line, in the project. Claude Code starts the servers of its plugins in the project.
fn files(project: &Project) -> Files {
    let server = json!({"type": "stdio", "command": PROGRAM, "args": ["mcp"], "alwaysLoad": true});
    let list = json!({
        "name": PROGRAM,
        "owner": {"name": project.author()},
        "plugins": [{"name": PROGRAM, "source": format!("./{PLUGIN}"), "description": SUMMARY}],
    });
    let manifest = json!({
        "name": PROGRAM,
        "version": project.version,
        "description": SUMMARY,
        "author": {"name": project.author()},
        "license": project.license,
        "keywords": ["code-search", "evidence", "exploration"],
    });
    let (mut agent_plugin, mut claude_plugin) = (manifest.clone(), manifest);
    agent_plugin["$schema"] = json!(PLUGIN_SCHEMA);
    claude_plugin["mcpServers"] = json!({PROGRAM: server});
    let in_plugin = |path: &str| format!("{PLUGIN}/{path}");
    vec![
        (in_plugin("plugin.json"), text(&agent_plugin)),
        (in_plugin("skills/firsthand/SKILL.md"), skill()),
        (in_plugin(".claude-plugin/plugin.json"), text(&claude_plugin)),
        (in_plugin("agents/firsthand-explorer.md"), explorer_file()),
        (".claude-plugin/marketplace.json".to_owned(), text(&list)),
        ("server.json".to_owned(), text(&registry_entry(project))),
    ]
}

/// The program has its own name in npm and on PyPI.
fn registry_entry(project: &Project) -> Value {
    let package = |(registry, identifier, runner): (&str, &str, Option<&str>)| {
        let mut package = json!({
            "registryType": registry,
            "identifier": identifier,
            "version": project.version,
            "transport": {"type": "stdio"},
            "packageArguments": [{"type": "positional", "value": "mcp"}],
        });
        if let Some(runner) = runner {
            package["runtimeHint"] = json!(runner);
        }
        package
    };
    let packages =
        [("npm", PROGRAM, Some("npx")), ("pypi", PROGRAM, Some("uvx")), ("cargo", PACKAGE, None)];
    json!({
        "$schema": REGISTRY_SCHEMA,
        "name": project.registries.server_name,
        "title": "Firsthand",
        "description": SUMMARY,
        "version": project.version,
        "repository": {"url": project.repository, "source": "github"},
        "packages": packages.map(package),
    })
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
