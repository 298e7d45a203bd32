//! The packages for registries, with the texts that `firsthand init` writes: one folder that is an Agent Plugin and a
//! plugin of Claude Code, the list that Claude Code installs it from, and `server.json` for the MCP registry.

use firsthand_setup::{explorer_file, skill};
use serde_json::{Value, json};

use crate::generated::Files;
use crate::project::{PACKAGE, PROGRAM, Project};

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
pub(crate) fn files(project: &Project) -> Files {
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
