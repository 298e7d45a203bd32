//! What is added only if the caller asks for it: the user's own lines, permissions and hooks.

use firsthand_setup::{
    Choice, DetectedBy, Part, Plan, State, UndoOutcome, installed, plan, set_up,
};

use crate::home::FILES;
use crate::{Fixture, Tree};

fn everything() -> Choice {
    let mut choice = Choice::default();
    (choice.user, choice.allow, choice.hook) = (true, true, true);
    choice
}

fn set_up_all(fixture: &Fixture, choice: &Choice) -> Plan {
    let plan = set_up(&fixture.machine, choice).unwrap();
    for planned in &plan.clients {
        assert!(planned.problem.is_none(), "{:?}", planned.problem);
    }
    plan
}

/// Each step of these parts, with its file and what is added there.
fn steps(plan: &Plan, parts: &[Part]) -> String {
    let steps = plan.clients.iter().flat_map(|one| &one.steps);
    let chosen = steps.filter(|step| parts.contains(&step.part));
    let line = |step: &firsthand_setup::Step| {
        let words: Vec<&str> = step.added.split_whitespace().collect();
        format!("{}: {}\n", step.file, words.join(" "))
    };
    chosen.map(line).collect()
}

#[test]
fn permissions_and_hooks_are_added_as_the_clients_read_them() {
    let fixture = Fixture::new(FILES);
    let plan = plan(&fixture.machine, &everything()).unwrap();
    insta::assert_snapshot!(steps(&plan, &[Part::Permission, Part::Hook]), @r#"
    ~/.claude/settings.json: "permissions": {"allow": ["mcp__firsthand"]}
    ~/.claude/settings.json: "Bash(firsthand explore *)"
    ~/.claude/settings.json: "Bash(firsthand search *)"
    ~/.claude/settings.json: "hooks": {"PreToolUse": [{"matcher": "Grep|Bash", "hooks": [{"type": "command", "command": "firsthand hook"}]}]}
    ~/.codex/rules/firsthand.rules: prefix_rule(pattern = ["firsthand", ["explore", "search"]], decision = "allow")
    ~/.codex/hooks.json: { "hooks": { "PreToolUse": [ { "matcher": "Bash", "hooks": [ { "type": "command", "command": "firsthand hook" } ] } ] } }
    ~/.gemini/policies/firsthand.toml: [[rule]] toolName = "*" mcpName = "firsthand" decision = "allow" priority = 100 [[rule]] toolName = "run_shell_command" commandPrefix = ["firsthand explore", "firsthand search"] decision = "allow" priority = 100
    ~/.gemini/settings.json: "hooks": { "AfterTool": [ { "matcher": "grep_search|run_shell_command", "hooks": [ { "type": "command", "command": "firsthand hook" } ] } ] },
    ~/.config/opencode/opencode.jsonc: "permission": { "firsthand_*": "allow" },
    ~/.config/opencode/opencode.jsonc: "bash": { "firsthand explore *": "allow" }
    ~/.config/opencode/opencode.jsonc: "firsthand search *": "allow"
    "#);
    let server = steps(&plan, &[Part::Server]);
    assert!(server.contains("default_tools_approval_mode = \"approve\""), "{server}");
}

#[test]
fn the_users_own_lines_are_for_all_projects() {
    let fixture = Fixture::new(FILES);
    let plan = set_up_all(&fixture, &everything());
    let lines = plan.clients.iter().flat_map(|one| &one.steps);
    let lines = lines.filter(|step| step.part == Part::Lines);
    let files: Vec<(&str, bool)> =
        lines.map(|step| (step.file.as_str(), matches!(step.state, State::Skipped(_)))).collect();
    assert_eq!(
        files,
        [
            ("~/.claude/CLAUDE.md", false),
            ("~/.codex/AGENTS.md", false),
            ("AGENTS.md", true),
            ("AGENTS.md", true),
            ("~/.copilot/copilot-instructions.md", false),
            ("~/.gemini/GEMINI.md", false),
            ("~/.config/zed/AGENTS.md", false),
            ("~/.config/opencode/AGENTS.md", false),
            ("AGENTS.md", true),
        ]
    );
    let codex = fixture.read("~/.codex/AGENTS.md");
    assert!(codex.starts_with("Be brief.\n\n<!-- firsthand:begin -->"), "{codex}");
    assert!(codex.contains("If `firsthand` is installed here"), "{codex}");
    for project_file in ["AGENTS.md", "CLAUDE.md"] {
        assert!(!fixture.read(project_file).contains("firsthand"));
    }
}

/// Whatever is added in whichever order, a further run changes nothing, and undo restores every byte.
#[test]
fn every_order_of_choices_is_undone_byte_for_byte() {
    let mut allow = Choice::default();
    allow.allow = true;
    let mut hook = Choice::default();
    hook.hook = true;
    for order in [
        vec![everything()],
        vec![Choice::default(), everything()],
        vec![everything(), Choice::default()],
        vec![allow.clone(), hook.clone()],
        vec![hook, Choice::default(), allow],
    ] {
        let fixture = Fixture::new(FILES);
        let before: Tree = fixture.tree();
        for choice in &order {
            set_up_all(&fixture, choice);
            let after = fixture.tree();
            set_up_all(&fixture, choice);
            fixture.assert_unchanged(&after);
        }
        for (file, outcome) in fixture.undo() {
            let is_back = matches!(outcome, UndoOutcome::Restored | UndoOutcome::Removed);
            assert!(is_back, "{file}: {order:?}");
        }
        fixture.assert_unchanged(&before);
    }
}

/// A client writes its settings anew, and the user allows more: that stays.
#[test]
fn only_what_was_added_is_taken_out_of_rewritten_settings() {
    let fixture = Fixture::new(FILES);
    set_up_all(&fixture, &everything());
    let mut settings: serde_json::Value =
        serde_json::from_str(&fixture.read("~/.claude/settings.json")).unwrap();
    let list = settings["permissions"]["allow"].as_array_mut().unwrap();
    list.insert(0, "Bash(make test)".into());
    fixture.write("~/.claude/settings.json", &settings.to_string());
    fixture.undo();
    let left: serde_json::Value =
        serde_json::from_str(&fixture.read("~/.claude/settings.json")).unwrap();
    assert_eq!(left["permissions"]["allow"], serde_json::json!(["Bash(make test)"]));
    assert_eq!(left["model"], "opus");
    assert!(!left.to_string().contains("firsthand"), "{left}");
}

/// What the user has decided stays, and the client is set up nevertheless.
#[test]
fn a_setting_that_is_in_the_way_is_left() {
    let fixture = Fixture::new(&[(
        "~/.config/opencode/opencode.json",
        "{\"permission\": {\"bash\": \"ask\", \"firsthand_*\": \"ask\"}}",
    )]);
    let plan = set_up_all(&fixture, &everything());
    let steps = &plan.clients[0].steps;
    let permissions = steps.iter().filter(|step| step.part == Part::Permission);
    let states: Vec<&State> = permissions.map(|step| &step.state).collect();
    assert_eq!(states.len(), 3);
    for state in states {
        assert!(matches!(state, State::Skipped(_)), "{state:?}");
    }
    let text = fixture.read("~/.config/opencode/opencode.json");
    assert!(text.contains("\"bash\": \"ask\"") && text.contains("\"mcp\""), "{text}");
}

/// A client that was just installed has no files yet.
#[test]
fn a_client_is_detected_by_its_program() {
    let mut fixture = Fixture::new(&[("~/bin/codex", ""), (".gemini/settings.json", "{}")]);
    fixture.machine.path = vec![fixture.at("~/bin")];
    let plan = fixture.set_up();
    let found: Vec<_> =
        plan.clients.iter().map(|one| (one.client.name.as_str(), one.found)).collect();
    assert_eq!(found, [("codex", DetectedBy::Program), ("gemini-cli", DetectedBy::Project)]);
    assert!(fixture.read("~/.codex/config.toml").contains("firsthand"));

    let clients = installed(&fixture.machine);
    let codex = &clients[0];
    assert_eq!(codex.program, Some(fixture.at("~/bin/codex")));
    let entry = codex.entry.as_ref().unwrap();
    assert_eq!(
        (entry.file.as_str(), entry.started.command.as_deref(), entry.in_project),
        ("~/.codex/config.toml", Some("firsthand"), false)
    );
    assert!(clients[1].program.is_none() && clients[1].entry.is_none());
    fixture.write("~/.codex/config.toml", "broken");
    let clients = installed(&fixture.machine);
    assert!(clients[0].entry.is_none() && clients[0].problem.is_some());
}
