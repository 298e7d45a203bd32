//! Setting up and undoing restores every byte.

use proptest::prelude::*;

use crate::Fixture;
use crate::home::FILES;
use firsthand_setup::{DetectedBy, Part, State, UndoOutcome};

#[test]
fn all_nine_clients_are_set_up_and_undone_byte_for_byte() {
    let fixture = Fixture::new(FILES);
    let before = fixture.tree();
    let plan = fixture.plan();
    fixture.assert_unchanged(&before);
    let names: Vec<&str> = plan.clients.iter().map(|one| one.client.name.as_str()).collect();
    let expect = "claude-code codex cursor vs-code copilot-cli gemini-cli zed opencode goose";
    assert_eq!(names.join(" "), expect);
    assert!(plan.clients.iter().all(|one| one.found == DetectedBy::Home));
    let done = fixture.set_up();
    for planned in &done.clients {
        let parts = planned.steps.len();
        assert!(parts == 4 || planned.client.name == "zed", "{planned:?}");
    }
    let after = fixture.tree();
    assert_ne!(after, before);

    let again = fixture.plan();
    assert!(again.is_done());
    for step in again.clients.iter().flat_map(|one| &one.steps) {
        assert_eq!(step.state, State::Same, "{step:?}");
    }
    fixture.set_up();
    fixture.assert_unchanged(&after);

    let undone = fixture.undo();
    for (file, outcome) in &undone {
        let existed = before.keys().any(|path| path.ends_with(file.trim_start_matches("~/")));
        let expect = if existed { UndoOutcome::Restored } else { UndoOutcome::Removed };
        assert_eq!(*outcome, expect, "{file}: {undone:?}");
    }
    fixture.assert_unchanged(&before);
    assert_eq!(fixture.undo(), [], "nothing is left to take back");
}

#[test]
fn each_client_gets_its_files() {
    let plan = Fixture::new(FILES).set_up();
    let steps = plan.clients.iter().flat_map(|one| &one.steps);
    let (mut entries, mut front_matters) = (String::new(), String::new());
    for step in steps.filter(|step| step.state != State::Shared) {
        let text = step.added.replace(EXPLORER_DESCRIPTION, "…");
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        match step.part {
            Part::Server => entries += &format!("{}: {}\n", step.file, words(&text)),
            Part::Explorer if !step.file.ends_with(".toml") => {
                let head = text.split("\n\n").next().unwrap_or_default();
                front_matters += &format!("{}: {}\n", step.file, words(head));
            }
            _ => {}
        }
    }
    insta::assert_snapshot!(entries, @r#"
    ~/.claude.json: "firsthand": { "type": "stdio", "command": "firsthand", "args": ["mcp"], "alwaysLoad": true }
    ~/.codex/config.toml: [mcp_servers.firsthand] command = "firsthand" args = ["mcp"] tool_timeout_sec = 300
    .cursor/mcp.json: "firsthand": { "type": "stdio", "command": "firsthand", "args": ["mcp", "--root", "${workspaceFolder}"], },
    ~/.config/Code/User/mcp.json: "firsthand": { "type": "stdio", "command": "firsthand", "args": ["mcp"] }
    ~/.copilot/mcp-config.json: "firsthand": { "type": "local", "command": "firsthand", "args": ["mcp"], "deferTools": "never", "tools": ["*"] }
    ~/.gemini/settings.json: "mcpServers": { "firsthand": { "command": "firsthand", "args": ["mcp"] } },
    ~/.config/zed/settings.json: "firsthand": { "command": "firsthand", "args": ["mcp"], },
    ~/.config/opencode/opencode.jsonc: "mcp": { "firsthand": { "type": "local", "command": ["firsthand", "mcp"], "enabled": true } },
    ~/.config/goose/config.yaml: firsthand: type: stdio name: firsthand description: "Finds code, with places and quotes that were checked" cmd: firsthand args: - mcp enabled: true timeout: 300
    "#);
    insta::assert_snapshot!(front_matters, @r#"
    ~/.claude/agents/firsthand-explorer.md: --- name: firsthand-explorer … tools: Bash, Read model: haiku ---
    ~/.cursor/agents/firsthand-explorer.md: --- name: firsthand-explorer … model: inherit ---
    ~/.copilot/agents/firsthand-explorer.agent.md: --- name: firsthand-explorer … tools: ["execute", "read"] ---
    ~/.gemini/agents/firsthand-explorer.md: --- name: firsthand-explorer … kind: local tools: - run_shell_command - read_file max_turns: 10 ---
    ~/.config/opencode/agents/firsthand-explorer.md: --- … mode: subagent permission: edit: deny ---
    ~/.config/goose/agents/firsthand-explorer.md: --- name: firsthand-explorer … ---
    "#);
}

#[test]
fn texts_are_in_the_folders_of_the_clients() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let codex = fixture.read("~/.codex/agents/firsthand-explorer.toml");
    let codex: toml::Table = codex.parse().unwrap();
    assert_eq!(codex["name"].as_str(), Some("firsthand-explorer"));
    assert_eq!(codex["sandbox_mode"].as_str(), Some("read-only"));
    let prompt = codex["developer_instructions"].as_str().unwrap();
    assert!(prompt.contains("firsthand explore"), "{prompt}");
    for skill in ["~/.claude", "~/.agents", "~/.config/goose"] {
        let text = fixture.read(&format!("{skill}/skills/firsthand/SKILL.md"));
        let head = "---\nname: firsthand\ndescription: ";
        assert!(text.starts_with(head), "{text}");
    }
    for lines in ["AGENTS.md", "CLAUDE.md", "GEMINI.md"] {
        let blocks = fixture.read(lines).matches("firsthand:begin").count();
        assert_eq!(blocks, 1, "{lines}");
    }
}

/// The front matter line that all clients share.
const EXPLORER_DESCRIPTION: &str = "description: \"Finds code in this repository by running firsthand, and returns a report whose paths, lines and quotes were checked against the files. Use it for how something works, where something is done, what to read before a change or why something fails, before any broad search. Not for a literal string or a known file, where grep is quicker.\"";

/// The record contains the inserted text, and none of the existing text.
#[test]
fn the_record_contains_no_text_of_the_user() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let record = fixture.read("~/.local/share/firsthand/init.json");
    assert!(record.contains("alwaysLoad"));
    assert!(!record.contains("gh-token-of-mine"), "{record}");
}

/// Permissions are unchanged: a private file stays private.
#[test]
fn permissions_are_unchanged() {
    use std::os::unix::fs::PermissionsExt as _;
    let fixture = Fixture::new(FILES);
    let path = fixture.at("~/.claude.json");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    fixture.set_up();
    let mode = path.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Undo restores any content of the instructions files.
    #[test]
    fn any_instructions_file_is_restored(
        agents in proptest::option::of("(?s)[a-z#@\n\r<!>é.A -]{0,60}"),
        claude in proptest::option::of("(?s)[a-z#@\n\r<!>é.A -]{0,60}"),
    ) {
        let fixture = Fixture::new(&[("~/.claude.json", "{}"), ("~/.codex/config.toml", "")]);
        for (name, text) in [("AGENTS.md", &agents), ("CLAUDE.md", &claude)] {
            if let Some(text) = text {
                fixture.write(name, text);
            }
        }
        let before = fixture.tree();
        fixture.set_up();
        prop_assert!(fixture.plan().is_done());
        fixture.undo();
        fixture.assert_unchanged(&before);
    }
}
