//! Generates the packages for registries, from the same texts that `firsthand init` writes.

use serde::Serialize;
use serde_json::{Value, json};

use crate::texts::{CLAUDE_FRONT_MATTER, NAME, SUBAGENT_INSTRUCTIONS, file, skill};

/// Facts about the project that the packages' manifests state; the caller takes them from the project's Cargo.toml.
#[derive(Clone, Debug)]
pub struct PackageInfo<'a> {
    /// The version of the command line's crate.
    pub version: &'a str,
    /// An SPDX expression.
    pub license: &'a str,
    /// The author.
    pub author: &'a str,
    /// The address of its repository.
    pub repository: &'a str,
    /// Its name in the MCP registry: a reversed domain that the publisher owns, `/`, and a name.
    pub server_name: &'a str,
    /// The crate that holds the program.
    pub package: &'a str,
}

const PLUGIN: &str = "plugin";
const SUMMARY: &str =
    "A code explorer that only reports what it saw: verified paths, lines and quotes";

#[derive(Serialize)]
struct Manifest<'a> {
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    schema: Option<&'a str>,
    name: &'a str,
    version: &'a str,
    description: &'a str,
    author: Value,
    license: &'a str,
    keywords: &'a [&'a str],
    #[serde(rename = "mcpServers", skip_serializing_if = "Option::is_none")]
    servers: Option<Value>,
}

#[derive(Serialize)]
struct RegistryEntry<'a> {
    #[serde(rename = "$schema")]
    schema: &'a str,
    name: &'a str,
    title: &'a str,
    description: &'a str,
    version: &'a str,
    repository: Value,
    packages: Vec<Value>,
}

/// The files of all packages, by path from the project's top: one folder that is an Agent Plugin and a plugin of Claude
/// Code, the list that Claude Code installs it from, and `server.json` for the MCP registry.
///
/// The Agent Plugin has no `mcp.json`: its servers start in the plugin's own folder, with no way to name the project
/// that is open (sections 7.2 and 9 of the specification), so that a server would explore the plugin itself. Its skill
/// runs the command line, in the project. Claude Code starts the servers of its plugins in the project.
#[must_use]
pub fn packages(about: &PackageInfo<'_>) -> Vec<(String, String)> {
    let entry = json!({"type": "stdio", "command": NAME, "args": ["mcp"], "alwaysLoad": true});
    let manifest = |schema, servers| Manifest {
        schema,
        name: NAME,
        version: about.version,
        description: SUMMARY,
        author: json!({"name": about.author}),
        license: about.license,
        keywords: &["code-search", "evidence", "exploration"],
        servers,
    };
    let plugin_schema = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
    let in_plugin = |path: &str| format!("{PLUGIN}/{path}");
    vec![
        (in_plugin("plugin.json"), pretty_json(&manifest(Some(plugin_schema), None))),
        (in_plugin("skills/firsthand/SKILL.md"), skill()),
        (
            in_plugin(".claude-plugin/plugin.json"),
            pretty_json(&manifest(None, Some(json!({NAME: entry})))),
        ),
        (
            in_plugin("agents/firsthand-explorer.md"),
            file(CLAUDE_FRONT_MATTER, SUBAGENT_INSTRUCTIONS),
        ),
        (
            ".claude-plugin/marketplace.json".to_owned(),
            pretty_json(&json!({
                "name": NAME,
                "owner": {"name": about.author},
                "plugins": [{"name": NAME, "source": format!("./{PLUGIN}"), "description": SUMMARY}],
            })),
        ),
        ("server.json".to_owned(), pretty_json(&registry_entry(about))),
    ]
}

/// The program has its own name in npm and on PyPI.
fn registry_entry<'a>(about: &PackageInfo<'a>) -> RegistryEntry<'a> {
    let package = |(registry, identifier, runner): (&str, &str, Option<&str>)| {
        let mut package = json!({
            "registryType": registry,
            "identifier": identifier,
            "version": about.version,
            "transport": {"type": "stdio"},
            "packageArguments": [{"type": "positional", "value": "mcp"}],
        });
        if let Some(runner) = runner {
            package["runtimeHint"] = json!(runner);
        }
        package
    };
    let packages =
        [("npm", NAME, Some("npx")), ("pypi", NAME, Some("uvx")), ("cargo", about.package, None)];
    RegistryEntry {
        schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        name: about.server_name,
        title: "Firsthand",
        description: SUMMARY,
        version: about.version,
        repository: json!({"url": about.repository, "source": "github"}),
        packages: packages.map(package).into(),
    }
}

fn pretty_json(value: &impl Serialize) -> String {
    // A value of texts and lists can always be serialized.
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text + "\n"
}
