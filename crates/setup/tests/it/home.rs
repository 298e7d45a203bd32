//! The files of a home folder and a project with all nine clients, as the clients and their users write them: with
//! comments, trailing commas, Windows line ends, no final line end, and entries of other servers.

pub(crate) const FILES: &[(&str, &str)] = &[
    (
        "~/.claude.json",
        "{\n  \"numStartups\": 412,\n  \"tipsHistory\": {\n    \"shift-enter\": 400\n  },\n  \"mcpServers\": {\n    \"github\": {\n      \"type\": \"http\",\n      \"url\": \"https://api.example/mcp\",\n      \"headers\": {\n        \"Authorization\": \"Bearer gh-token-of-mine\"\n      }\n    }\n  },\n  \"projects\": {\n    \"/home/me/shop\": {\n      \"allowedTools\": [],\n      \"mcpServers\": {}\n    }\n  }\n}",
    ),
    ("~/.claude/settings.json", "{\"model\": \"opus\"}\n"),
    ("~/.claude/agents/reviewer.md", "---\nname: reviewer\n---\nReview.\n"),
    (
        "~/.codex/config.toml",
        "# Codex\r\nmodel = \"gpt-5\" # best\r\n\r\n[mcp_servers.docs]\r\ncommand = \"npx\"\r\nargs = [\r\n  \"-y\", # yes\r\n  \"docs\",\r\n]\r\n\r\n[projects.\"/home/me/shop\"]\r\ntrust_level = \"trusted\"",
    ),
    ("~/.codex/AGENTS.md", "Be brief.\n"),
    ("~/.cursor/mcp.json", "{\"mcpServers\":{\"linear\":{\"url\":\"https://l.example\"}}}"),
    ("~/.cursor/extensions/extensions.json", "[]"),
    (
        ".cursor/mcp.json",
        "{\n\t// for everyone\n\t\"mcpServers\": {\n\t\t\"db\": { \"command\": \"db\" }, // ours\n\t},\n}\n",
    ),
    ("~/.config/Code/User/settings.json", "{ \"editor.tabSize\": 2 }"),
    ("~/.config/Code/User/mcp.json", "{\n\t\"servers\": {},\n\t\"inputs\": []\n}"),
    ("~/.copilot/config.json", "// internal\n{\"firstLaunchAt\": \"2026\"}"),
    (
        "~/.copilot/mcp-config.json",
        "{\n  \"mcpServers\": {\n    \"a\": {\n      \"type\": \"local\",\n      \"command\": \"a\",\n      \"tools\": [\n        \"*\"\n      ]\n    }\n  }\n}\n",
    ),
    (
        "~/.gemini/settings.json",
        "{\r\n    \"ui\": { \"theme\": \"GitHub\" }, // dark\r\n    \"mcp\": { \"excluded\": [] },\r\n}\r\n",
    ),
    (
        "~/.config/zed/settings.json",
        "// Zed settings\n//\n// See the documentation.\n{\n  \"theme\": \"One Dark\",\n  /* servers */\n  \"context_servers\": {\n    \"mcp-x\": {\n      \"command\": \"x\",\n      \"args\": [],\n      \"env\": {},\n    },\n  },\n}\n",
    ),
    (
        "~/.config/opencode/opencode.jsonc",
        "{\n  \"$schema\": \"https://opencode.ai/config.json\",\n  // no servers yet\n}\n",
    ),
    (
        "~/.config/goose/config.yaml",
        "GOOSE_PROVIDER: anthropic # mine\nextensions:\n  # built in\n  developer:\n    bundled: true\n    enabled: true\n    name: developer\n    timeout: 300\n    type: builtin\n\n  memory:\n    enabled: false\n    type: builtin\nGOOSE_MODE: 'smart_approve'\n",
    ),
    ("AGENTS.md", "# The shop\n\nRun `make test`."),
    ("CLAUDE.md", "# Notes\r\n\r\n- Be kind.\r\n"),
    ("src/main.rs", "fn main() {}\n"),
];
