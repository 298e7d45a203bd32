//! `init`: what is printed, written and undone.

use std::path::Path;

use crate::{CommandOutput, firsthand, tree};

/// Runs `init` in a project, with this home folder.
fn init(home: &Path, project: &Path, args: &[&str]) -> CommandOutput {
    let mut command = firsthand(project);
    command.env("PATH", "").arg("init").args(args);
    run_at_home(command, home)
}

/// Runs a command with this home folder, and without the variables that name other folders.
pub(crate) fn run_at_home(mut command: assert_cmd::Command, home: &Path) -> CommandOutput {
    for name in
        ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]
    {
        command.env_remove(name);
    }
    command.env("HOME", home).output().unwrap().into()
}

#[test]
fn init_shows_writes_and_undoes_changes() {
    let home = tree(&[(".codex/config.toml", "# mine\n"), (".config/zed/settings.json", "{}")]);
    let project = tree(&[("AGENTS.md", "# Ours\n")]);
    let read = |path: &str| std::fs::read_to_string(home.path().join(path)).unwrap();
    let lines = || std::fs::read_to_string(project.path().join("AGENTS.md")).unwrap();
    let run = |args: &[&str]| init(home.path(), project.path(), args);

    let shown = run(&[]);
    let text = shown.text(0);
    for part in [
        "Codex\n  change    ~/.codex/config.toml  the server: `tool_timeout_sec`",
        "            + [mcp_servers.firsthand]\n",
        "  change    AGENTS.md  lines\n",
        "Zed\n",
        "  as above  AGENTS.md  lines\n",
        "A new shell does not find this program as `firsthand`",
        "Nothing was written. `firsthand init --write` does it, `--undo` takes it back.\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(
        (read(".codex/config.toml"), lines()),
        ("# mine\n".to_owned(), "# Ours\n".to_owned())
    );

    assert!(run(&["--write"]).text(0).contains("changed   ~/.codex/config.toml"));
    let own = assert_cmd::cargo::cargo_bin!("firsthand").display().to_string();
    assert!(
        read(".codex/config.toml").contains(&format!("command = {own:?}")),
        "not on PATH, so by its path"
    );
    assert!(run(&["--write"]).text(0).contains("Nothing is left to do."));
    // An entry in the project has no path of this machine.
    let cursor = run(&["--client", "cursor"]);
    let note = "sub-agents, skills, lines, hooks, .cursor/mcp.json call it by that name";
    assert!(cursor.text(0).contains(note), "{cursor:?}");
    let json = run(&["--format", "json"]).json(0);
    assert_eq!(json["clients"][0]["steps"][0]["state"], "same", "{json}");

    assert!(run(&["--undo"]).text(0).contains("restored   ~/.codex/config.toml\n"));
    assert_eq!(
        (read(".codex/config.toml"), lines()),
        ("# mine\n".to_owned(), "# Ours\n".to_owned())
    );
    assert!(run(&["--undo"]).text(0).starts_with("Nothing was set up from here"));
}

/// Permissions and hooks are printed like every other change, and taken back.
#[test]
fn optional_parts_are_shown_and_undone() {
    let home = tree(&[(".claude/settings.json", "{\"model\": \"opus\"}\n")]);
    let project = tree(&[]);
    let run = |args: &[&str]| init(home.path(), project.path(), args);
    let settings = || std::fs::read_to_string(home.path().join(".claude/settings.json")).unwrap();
    let options = ["--user", "--allow", "--hook"];
    let shown = run(&options);
    for part in [
        "  change    ~/.claude/settings.json  a permission: https://code.claude.com/docs/en/permissions, read on ",
        "\"Bash(firsthand explore *)\"",
        "  a hook: https://code.claude.com/docs/en/hooks, read on ",
        "  create    ~/.claude/CLAUDE.md  lines: it reads them in every project",
    ] {
        assert!(shown.text(0).contains(part), "{part}: {}", shown.out);
    }
    assert_eq!(settings(), "{\"model\": \"opus\"}\n");
    run(&[&options[..], &["--write"]].concat()).text(0);
    let written: serde_json::Value = serde_json::from_str(&settings()).unwrap();
    assert_eq!(written["permissions"]["allow"][0], "mcp__firsthand");
    assert_eq!(written["hooks"]["PreToolUse"][0]["hooks"][0]["command"], "firsthand hook");
    run(&["--undo"]).text(0);
    assert_eq!(settings(), "{\"model\": \"opus\"}\n");
    assert!(!home.path().join(".claude/CLAUDE.md").exists());
    assert_eq!(run(&["--undo", "--allow"]).code, Some(2));
}

/// Each permission is a change of its own; why one file refuses them is said once.
#[test]
fn what_is_left_in_a_file_is_said_once() {
    let settings = "{\"mcp\": {}, \"permission\": \"ask\"}";
    let home = tree(&[(".config/opencode/opencode.json", settings)]);
    let shown = init(home.path(), tree(&[]).path(), &["--user", "--allow"]);
    let why = "opencode.json  a permission: `permission` is not a table in it\n";
    assert_eq!(shown.text(0).matches(why).count(), 1, "{}", shown.out);
}

/// The hook that `init --hook` adds: a note for a broad search, nothing for others, and never a refusal.
#[test]
fn the_hook_answers_broad_searches() {
    let folder = tree(&[]);
    let call = |pattern: &str| {
        format!(
            "{{\"hook_event_name\": \"PreToolUse\", \"tool_input\": {{\"pattern\": \"{pattern}\"}}}}"
        )
    };
    let run = |input: &str| crate::run_with(folder.path(), &["hook"], input.as_bytes());
    let answer = run(&call("retry|backoff|attempts")).json(0);
    let note = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(note.contains("explore_code"), "{note}");
    for input in [call("retry"), "no call".to_owned(), String::new()] {
        assert_eq!(run(&input).text(0), "", "{input}");
    }
}

#[test]
fn a_client_that_cannot_be_set_up_is_reported_and_the_others_are_set_up() {
    let home = tree(&[(".claude.json", "{"), (".codex/config.toml", "")]);
    let project = tree(&[]);
    let output = init(home.path(), project.path(), &["--write"]);
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(
        output.out.contains("Claude Code\n  not set up  ~/.claude.json: it is not valid JSON"),
        "{output:?}"
    );
    assert!(output.out.contains("created   ~/.codex/agents/firsthand-explorer.toml"), "{output:?}");
    assert_eq!(std::fs::read_to_string(home.path().join(".claude.json")).unwrap(), "{");
    assert!(!home.path().join(".claude").exists());
    assert_eq!(init(home.path(), project.path(), &["--undo"]).code, Some(0));
}

/// If the record cannot be written after files were restored, the hint states so, and how to complete the undo.
#[test]
fn a_record_that_cannot_be_written_after_an_undo_is_reported() {
    let home = tree(&[(".codex/config.toml", "# mine\n")]);
    let project = tree(&[]);
    init(home.path(), project.path(), &["--write"]).text(0);
    let agents = home.path().join(".codex/agents");
    assert!(agents.is_dir());
    // Where no file can grow, as on a full disk, created files can be removed, but neither the changed file nor the
    // record can be written. The signal that comes with the limit is ignored, so that a write fails instead.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$@\"";
    let mut command = assert_cmd::Command::new("sh");
    command
        .args(["-c", script, "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("firsthand"))
        .args(["init", "--undo"])
        .current_dir(project.path());
    let output = run_at_home(command, home.path());
    assert_eq!(output.code, Some(1), "{output:?}");
    assert!(
        output.err.contains("it cannot be written: ")
            && output.err.contains(
                "hint: files may have been restored before that; run `firsthand init --undo` again"
            ),
        "{output:?}"
    );
    assert!(!agents.exists());
    // The record still lists the changes, so a further undo completes.
    assert_eq!(init(home.path(), project.path(), &["--undo"]).code, Some(0));
    let config = std::fs::read_to_string(home.path().join(".codex/config.toml")).unwrap();
    assert_eq!(config, "# mine\n");
}

/// Two processes write at once, thirty times: both succeed, each addition is made once, and the undo finds all of them.
#[test]
fn two_processes_at_once_are_undone_byte_for_byte() {
    let files = [
        (".claude.json", "{\"n\": 1}"),
        (".codex/config.toml", "# mine"),
        (".config/goose/config.yaml", "a: 1\n"),
    ];
    for round in 0..30 {
        let (home, project) = (tree(&files), tree(&[("AGENTS.md", "# Ours")]));
        let (home, project) = (home.path(), project.path());
        // The two set up all clients, or each its own ones.
        let clients: [&[&str]; 2] = match round % 3 {
            0 => [&["--write"], &["--write"]],
            1 => [&["--write"], &["--write", "--client", "goose"]],
            _ => [&["--write", "--client", "codex"], &["--write", "--client", "claude-code,goose"]],
        };
        let outputs = std::thread::scope(|scope| {
            let start = |args| scope.spawn(move || init(home, project, args));
            clients.map(start).map(|run| run.join().unwrap())
        });
        for output in &outputs {
            assert_eq!(output.code, Some(0), "round {round}: {output:?}");
        }
        assert!(init(home, project, &["--write"]).text(0).contains("Nothing is left to do."));
        let read = |path: &str| std::fs::read_to_string(home.join(path)).unwrap();
        for (path, text) in files {
            assert_eq!(
                read(path).matches("\"mcp\"").count() + read(path).matches("- mcp").count(),
                1,
                "{path}"
            );
            assert_ne!(read(path), text);
        }
        init(home, project, &["--undo"]).text(0);
        for (path, text) in files {
            assert_eq!(read(path), text, "round {round}");
        }
        let lines = std::fs::read_to_string(project.join("AGENTS.md")).unwrap();
        assert_eq!(lines, "# Ours", "round {round}");
        assert!(!home.join(".local/share/firsthand").exists(), "round {round}");
        assert!(!home.join(".agents").exists(), "round {round}");
    }
}

#[test]
fn a_project_that_was_moved_is_undone_from_its_old_folder() {
    let (home, top) = (tree(&[(".codex/config.toml", "")]), tree(&[("old/AGENTS.md", "# Ours\n")]));
    let [old, new] = ["old", "new"].map(|name| top.path().join(name));
    init(home.path(), &old, &["--write"]).text(0);
    std::fs::rename(&old, &new).unwrap();
    let output = init(home.path(), &new, &["--undo", "--from", "../old"]);
    assert!(output.text(0).contains("restored   AGENTS.md\n"), "{output:?}");
    assert_eq!(std::fs::read_to_string(new.join("AGENTS.md")).unwrap(), "# Ours\n");
    let output = init(home.path(), &new, &["--undo", "--from", "."]);
    assert!(output.code == Some(1) && output.err.contains("is there still"), "{output:?}");
}

#[test]
fn without_a_client_init_prints_what_to_add_by_hand() {
    let (home, project) = (tree(&[]), tree(&[]));
    let output = init(home.path(), project.path(), &[]);
    assert!(
        output.code == Some(0) && output.err.contains("no known client is on PATH"),
        "{output:?}"
    );
    let other = init(home.path(), project.path(), &["--client", "other"]);
    assert_eq!(other.text(0), output.out);
    let own = assert_cmd::cargo::cargo_bin!("firsthand").display().to_string();
    for part in
        ["\"mcpServers\": {", &format!("\"command\": {own:?}"), "## Finding code with Firsthand\n"]
    {
        assert!(output.out.contains(part), "{part}: {output:?}");
    }
    let json = init(home.path(), project.path(), &["--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let entry = &json["by_hand"]["entry"]["mcpServers"]["firsthand"];
    assert_eq!(*entry, serde_json::json!({"command": own, "args": ["mcp"]}));
    assert!(std::fs::read_dir(home.path()).unwrap().next().is_none());
    let named = init(home.path(), project.path(), &["--client", "gemini-cli", "--write"]);
    assert_eq!(named.code, Some(0), "{named:?}");
    assert!(home.path().join(".gemini/settings.json").is_file());
    // The home folder is not treated as a project.
    let at_home = init(home.path(), home.path(), &[]);
    assert!(at_home.out.contains("There is no project here"), "{at_home:?}");
    let unknown = init(home.path(), project.path(), &["--client", "emacs"]);
    assert_eq!((unknown.code, &unknown.out), (Some(0), &output.out));
    assert!(unknown.err.contains("not known here: emacs"), "{unknown:?}");
}

/// The script that npm installs on PATH is a name of this program; below `node_modules` of a project it is none for clients.
#[test]
fn the_script_that_started_the_program_is_its_name() {
    let home = tree(&[("g/bin/firsthand", ""), ("own/node_modules/.bin/firsthand", "")]);
    let project = tree(&[]);
    let own = assert_cmd::cargo::cargo_bin!("firsthand").display().to_string();
    for (folder, expect) in [("g/bin", "firsthand"), ("own/node_modules/.bin", own.as_str())] {
        let folder = home.path().join(folder);
        let mut command = firsthand(project.path());
        command
            .args(["init", "--client", "codex"])
            .env("PATH", &folder)
            .env("FIRSTHAND_LAUNCHER", folder.join("firsthand"));
        let output = run_at_home(command, home.path());
        let entry = format!("+ command = {expect:?}");
        assert!(output.text(0).contains(&entry), "{entry}: {output:?}");
    }
}

/// Of a record that cannot be read, its file is named, and what to do; `doctor` names it, too.
#[test]
fn a_damaged_record_is_named() {
    let (home, project) = (tree(&[(".codex/config.toml", "")]), tree(&[("a.rs", "fn a() {}\n")]));
    let run = |args: &[&str]| init(home.path(), project.path(), args);
    assert_eq!(run(&["--write"]).code, Some(0));
    let record = home.path().join(".local/share/firsthand/init.json");
    let later = "{\"version\": 7, \"new\": []}";
    for (text, why) in [
        ("", "init.json: EOF while parsing"),
        ("{\"folders\": [", "init.json: EOF while parsing"),
        (later, "init.json: a later version of this program wrote it"),
    ] {
        std::fs::write(&record, text).unwrap();
        for args in [&["--write"][..], &["--undo"], &[]] {
            let said = run(args);
            assert_eq!(said.code, Some(1), "{text} {said:?}");
            assert!(said.err.contains(why), "{text} {said:?}");
            assert!(said.err.contains("where that file is moved away"), "{said:?}");
        }
    }
}
