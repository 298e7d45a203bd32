//! A problem is reported for its client, and none of the client's files is changed.

use crate::Fixture;
use crate::home::FILES;
use firsthand_setup::Choice;

/// Sets up all clients; returns those that have a problem, each with the file and the reason. Asserts that they have no
/// steps.
fn set_up_and_list_problems(fixture: &Fixture) -> Vec<String> {
    let plan = firsthand_setup::set_up(&fixture.machine, &Choice::default()).unwrap();
    let problems = plan.clients.iter().filter_map(|planned| {
        let (file, why) = planned.problem.as_ref()?;
        assert!(planned.steps.is_empty());
        Some(format!("{}: {file}: {why}", planned.client.name))
    });
    problems.collect()
}

#[test]
fn a_broken_file_affects_only_its_client() {
    let check = |path: &str, text: &str, expect: &str| {
        let fixture = Fixture::new(FILES);
        fixture.write(path, text);
        let before = fixture.tree();
        let problems = set_up_and_list_problems(&fixture);
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains(expect), "{expect}: {problems:?}");
        assert_eq!(fixture.read(path), text);
        let client = expect.split(':').next().unwrap();
        let file_of_client = match client {
            "claude-code" => "~/.claude/agents/firsthand-explorer.md",
            "codex" => "~/.codex/agents/firsthand-explorer.toml",
            "goose" => "~/.config/goose/agents/firsthand-explorer.md",
            _ => "~/.gemini/agents/firsthand-explorer.md",
        };
        assert!(!fixture.at(file_of_client).exists(), "{file_of_client}");
        let other = fixture.read("~/.config/opencode/agents/firsthand-explorer.md");
        assert!(other.contains("firsthand explore"), "others are set up");
        fixture.undo();
        fixture.assert_unchanged(&before);
    };
    check("~/.claude.json", "{\"a\": ", "claude-code: ~/.claude.json: it is not valid JSON");
    check("~/.claude.json", "[]", "claude-code: ~/.claude.json: it does not hold a table");
    check(
        "~/.claude.json",
        "{\"mcpServers\": 1}",
        "claude-code: ~/.claude.json: `mcpServers` is not a table",
    );
    check("CLAUDE.md", "<!-- firsthand:begin -->\n", "claude-code: CLAUDE.md: its markers");
    check(
        "~/.codex/config.toml",
        "a = 1\na = 2\n",
        "codex: ~/.codex/config.toml: it is not valid TOML: line 2",
    );
    check(
        "~/.codex/config.toml",
        "mcp_servers = { a = { command = 'a' } }\n",
        "codex: ~/.codex/config.toml: an entry in `mcp_servers` would change more",
    );
    check(
        "~/.gemini/settings.json",
        "{'a': 1}",
        "gemini-cli: ~/.gemini/settings.json: it is not valid JSON",
    );
    check(
        "~/.config/goose/config.yaml",
        "a: [",
        "goose: ~/.config/goose/config.yaml: it is not valid YAML",
    );
    check(
        "~/.config/goose/config.yaml",
        "extensions: {a: {b: 1}}\n",
        "goose: ~/.config/goose/config.yaml: `extensions` is written in braces",
    );
}

#[test]
fn a_file_that_is_not_text_is_refused() {
    let check = |path: &str, make: &dyn Fn(&std::path::Path), expect: &str| {
        let fixture = Fixture::new(FILES);
        let at = fixture.at(path);
        std::fs::remove_file(&at).unwrap();
        make(&at);
        let before = fixture.tree();
        let problems = set_up_and_list_problems(&fixture);
        assert!(problems.len() == 1 && problems[0].contains(expect), "{expect}: {problems:?}");
        fixture.undo();
        fixture.assert_unchanged(&before);
    };
    check(
        "~/.claude.json",
        &|at| std::fs::create_dir(at).unwrap(),
        "claude-code: ~/.claude.json: it cannot be read: it is a folder",
    );
    check(
        "~/.claude.json",
        &|at| std::fs::write(at, b"{\"a\": \"\xff\"}").unwrap(),
        "it is not UTF-8 text",
    );
    check(
        "~/.codex/config.toml",
        &|at| {
            assert!(std::process::Command::new("mkfifo").arg(at).status().unwrap().success());
        },
        "codex: ~/.codex/config.toml: it cannot be read: it is no regular file",
    );
}

#[test]
fn a_failed_write_reverts_the_clients_earlier_changes() {
    let fixture = Fixture::new(FILES);
    // A file in place of a folder.
    fixture.write("~/.codex/agents", "mine");
    let before = fixture.tree();
    let problems = set_up_and_list_problems(&fixture);
    assert!(
        problems.len() == 1
            && problems[0].starts_with(
                "codex: ~/.codex/agents/firsthand-explorer.toml: it cannot be written"
            ),
        "{problems:?}"
    );
    let codex = FILES.iter().find(|(path, _)| *path == "~/.codex/config.toml").unwrap();
    assert_eq!(fixture.read(codex.0), codex.1);
    // The files that other clients need, too, are written.
    assert!(fixture.at("~/.agents/skills/firsthand/SKILL.md").exists());
    fixture.undo();
    fixture.assert_unchanged(&before);
}

#[test]
fn links_out_of_the_folder_are_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("config.toml"), "a = 1\n").unwrap();
    let check = |path: &str, to: &std::path::Path, expect: &[&str]| {
        let fixture = Fixture::new(FILES);
        let at = fixture.at(path);
        if at.is_dir() {
            std::fs::remove_dir_all(&at).unwrap();
        } else {
            let _ = std::fs::remove_file(&at);
        }
        std::os::unix::fs::symlink(to, &at).unwrap();
        let before = fixture.tree();
        let problems = set_up_and_list_problems(&fixture);
        assert_eq!(problems.len(), expect.len(), "{path}: {problems:?}");
        for (problem, expect) in problems.iter().zip(expect) {
            assert!(
                problem.contains(expect) && problem.contains("a link on the way leads out of"),
                "{problem}"
            );
        }
        fixture.undo();
        fixture.assert_unchanged(&before);
    };
    check(
        "~/.codex/config.toml",
        &outside.path().join("config.toml"),
        &["codex: ~/.codex/config.toml"],
    );
    check("~/.codex", outside.path(), &["codex: ~/.codex/config.toml"]);
    check(
        "~/.codex/config.toml",
        std::path::Path::new("gone.toml"),
        &["codex: ~/.codex/config.toml"],
    );
    check("CLAUDE.md", &outside.path().join("config.toml"), &["claude-code: CLAUDE.md"]);
    assert_eq!(std::fs::read_to_string(outside.path().join("config.toml")).unwrap(), "a = 1\n");

    // A link to another file in the home folder is followed: that file is edited, and the link remains.
    let fixture = Fixture::new(FILES);
    fixture.write("~/dotfiles/config.toml", "b = 2\n");
    std::fs::remove_file(fixture.at("~/.codex/config.toml")).unwrap();
    fixture.link(&fixture.at("~/dotfiles/config.toml"), "~/.codex/config.toml");
    let before = fixture.tree();
    fixture.set_up();
    assert!(fixture.read("~/dotfiles/config.toml").contains("[mcp_servers.firsthand]"));
    assert!(fixture.at("~/.codex/config.toml").is_symlink());
    fixture.undo();
    fixture.assert_unchanged(&before);
}
