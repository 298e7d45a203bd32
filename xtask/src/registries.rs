//! The packages for registries, with the texts that `firsthand init` writes: one folder that is an Agent Plugin and a
//! plugin of Claude Code, the list that Claude Code installs it from, and `server.json` for the MCP registry.

use firsthand_setup::{explorer_file, skill};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::generated::Files;
use crate::project::{PACKAGE, PROGRAM, Project};

const PLUGIN: &str = "plugin";
const SUMMARY: &str =
    "A code explorer that only reports what it saw: verified paths, lines and quotes";
const PLUGIN_SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";
const REGISTRY_SCHEMA: &str =
    "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// The fields of a document, in their order.
struct Fields<'f>(Vec<(&'f str, Value)>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

fn text(document: &impl Serialize) -> String {
    // A document of texts and lists can always be serialized.
    serde_json::to_string_pretty(document).unwrap_or_default() + "\n"
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
    let manifest = || {
        vec![
            ("name", json!(PROGRAM)),
            ("version", json!(project.version)),
            ("description", json!(SUMMARY)),
            ("author", json!({"name": project.author()})),
            ("license", json!(project.license)),
            ("keywords", json!(["code-search", "evidence", "exploration"])),
        ]
    };
    let mut agent_plugin = manifest();
    agent_plugin.insert(0, ("$schema", json!(PLUGIN_SCHEMA)));
    let mut claude_plugin = manifest();
    claude_plugin.push(("mcpServers", json!({PROGRAM: server})));
    let in_plugin = |path: &str| format!("{PLUGIN}/{path}");
    vec![
        (in_plugin("plugin.json"), text(&Fields(agent_plugin))),
        (in_plugin("skills/firsthand/SKILL.md"), skill()),
        (in_plugin(".claude-plugin/plugin.json"), text(&Fields(claude_plugin))),
        (in_plugin("agents/firsthand-explorer.md"), explorer_file()),
        (".claude-plugin/marketplace.json".to_owned(), text(&list)),
        ("server.json".to_owned(), text(&registry_entry(project))),
    ]
}

/// The program has its own name in npm and on PyPI.
fn registry_entry(project: &Project) -> Fields<'static> {
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
    Fields(vec![
        ("$schema", json!(REGISTRY_SCHEMA)),
        ("name", json!(project.registries.server_name)),
        ("title", json!("Firsthand")),
        ("description", json!(SUMMARY)),
        ("version", json!(project.version)),
        ("repository", json!({"url": project.repository, "source": "github"})),
        ("packages", packages.map(package).into_iter().collect()),
    ])
}
