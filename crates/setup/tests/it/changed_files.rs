//! Updating and undoing after other programs or the user changed the files.

use crate::Fixture;
use crate::home::FILES;
use firsthand_setup::{Choice, State, UndoOutcome, set_up, undo};

/// Claude Code rewrites its file at every start.
#[test]
fn an_entry_is_removed_from_a_file_that_its_client_rewrote() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let mut config: serde_json::Value =
        serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
    config["numStartups"] = 413.into();
    fixture.write("~/.claude.json", &serde_json::to_string(&config).unwrap());
    assert!(fixture.plan().is_done());
    let undone = fixture.undo();
    let outcome = undone.iter().find(|(file, _)| file == "~/.claude.json").unwrap();
    assert_eq!(outcome.1, UndoOutcome::TakenOut);
    let now: serde_json::Value = serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
    config["mcpServers"].as_object_mut().unwrap().remove("firsthand");
    assert_eq!(now, config);
}

/// Codex writes a whole number as another one, and puts the tables of its own choice into and behind the entry.
#[test]
fn an_entry_is_removed_from_a_file_that_codex_rewrote() {
    let fixture = Fixture::new(FILES);
    let config = "~/.codex/config.toml";
    let before = fixture.read(config);
    fixture.set_up();
    let rewritten = fixture.read(config).replace("300", "300.0");
    fixture.write(config, &rewritten);
    assert!(fixture.plan().is_done());
    fixture.undo();
    assert_eq!(fixture.read(config), before);

    fixture.set_up();
    let tools = "\r\n[mcp_servers.firsthand.tools.explore_code]\r\napproval_mode = \"approve\"\r\n";
    let more = "\r\n[tui]\r\ntheme = \"dark\" # mine\r\n";
    let rewritten = fixture.read(config).replace("300", "300.0");
    fixture.write(config, &format!("{rewritten}{tools}{more}"));
    fixture.undo();
    assert_eq!(fixture.read(config), format!("{before}\r\n{more}"));
}

#[test]
fn undo_keeps_lines_around_the_block() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let text_with_block = fixture.read("AGENTS.md");
    fixture.write("AGENTS.md", &format!("Above.\n{text_with_block}Below.\n"));
    fixture.undo();
    assert_eq!(fixture.read("AGENTS.md"), "Above.\n# The shop\n\nRun `make test`.\nBelow.\n");
}

/// An older block is replaced, and undo restores the text before the first change.
#[test]
fn undo_after_an_update_restores_the_original() {
    let fixture = Fixture::new(FILES);
    let before = fixture.tree();
    fixture.set_up();
    let new = fixture.tree();
    // The text of an older version.
    let record = "~/.local/share/firsthand/init.json";
    for path in ["AGENTS.md", "GEMINI.md", "~/.agents/skills/firsthand/SKILL.md"] {
        let with_older_text = |text: &str| text.replace("Plain grep is better", "Grep is fine");
        let mut record_json: serde_json::Value =
            serde_json::from_str(&fixture.read(record)).unwrap();
        let real = fixture.at(path).display().to_string();
        for entry in record_json["edits"].as_array_mut().unwrap() {
            if entry["path"] == real {
                let old = with_older_text(&fixture.read(path));
                let as_text = entry.to_string();
                *entry = serde_json::from_str(&with_older_text(&as_text)).unwrap();
                entry["after"] = blake3::hash(old.as_bytes()).to_hex().to_string().into();
                fixture.write(path, &old);
            }
        }
        fixture.write(record, &record_json.to_string());
    }
    assert!(!fixture.plan().is_done());
    fixture.set_up();
    for (path, (text, _)) in fixture.tree() {
        if !path.ends_with("init.json") {
            assert_eq!(
                new.get(&path).map(|expected| &expected.0),
                Some(&text),
                "{}",
                path.display()
            );
        }
    }
    fixture.undo();
    fixture.assert_unchanged(&before);
}

#[test]
fn foreign_and_edited_text_is_not_removed() {
    let fixture = Fixture::new(FILES);
    fixture.write("~/.codex/agents/firsthand-explorer.toml", "name = \"mine\"\n");
    fixture.write(
        "~/.gemini/settings.json",
        "{\"mcpServers\": {\"firsthand\": {\"command\": \"other\"}}}",
    );
    let before = fixture.tree();
    let done = fixture.set_up();
    let state = |client: &str, file: &str| {
        let planned = done.clients.iter().find(|one| one.client.name == client).unwrap();
        planned.steps.iter().find(|step| step.file == file).unwrap().state.clone()
    };
    let skipped = |why: &str| State::Skipped(why.to_owned());
    assert_eq!(
        state("codex", "~/.codex/agents/firsthand-explorer.toml"),
        skipped("it is not ours")
    );
    assert_eq!(
        state("gemini-cli", "~/.gemini/settings.json"),
        skipped("it has another entry `firsthand`; take that out to have this one")
    );
    fixture.undo();
    fixture.assert_unchanged(&before);

    // A created file that the user extended: its block is updated, and the file remains after undo.
    fixture.set_up();
    let path = "~/.claude/agents/firsthand-explorer.md";
    let mine = fixture.read(path).replace("model: haiku", "model: opus");
    let old = mine.replace("Change no file.", "Old.");
    fixture.write(path, &old);
    fixture.set_up();
    assert_eq!(fixture.read(path), mine);
    let undone = fixture.undo();
    let skipped_files: Vec<&(String, UndoOutcome)> =
        undone.iter().filter(|(_, outcome)| matches!(outcome, UndoOutcome::Skipped(_))).collect();
    assert!(skipped_files.len() == 1 && skipped_files[0].0 == path, "{undone:?}");
    assert_eq!(fixture.read(path), old, "as the user left it");
}

#[test]
fn undoing_one_client_keeps_what_others_need() {
    let fixture = Fixture::new(FILES);
    let before = fixture.tree();
    fixture.set_up();
    let names = ["codex".to_owned()];
    let (undone, _) = undo(&fixture.machine, &names, None).unwrap();
    let outcome = |file: &str| {
        undone.iter().find(|(name, _)| name == file).map(|(_, outcome)| outcome.clone())
    };
    assert_eq!(outcome("~/.codex/config.toml"), Some(UndoOutcome::Restored));
    assert!(
        matches!(outcome("AGENTS.md"), Some(UndoOutcome::Skipped(why)) if why.contains("cursor"))
    );
    assert_eq!(outcome("~/.claude.json"), None);
    assert!(!fixture.at("~/.codex/agents").exists());
    // It can be set up again.
    set_up(&fixture.machine, &Choice::of(names.to_vec())).unwrap();
    assert!(fixture.plan().is_done());
    fixture.undo();
    fixture.assert_unchanged(&before);
}

/// A run that was interrupted after it saved the record.
#[test]
fn an_interrupted_run_can_be_undone() {
    let fixture = Fixture::new(FILES);
    let before = fixture.tree();
    fixture.set_up();
    for path in ["~/.claude.json", "AGENTS.md"] {
        let old = FILES.iter().find(|(name, _)| *name == path).unwrap();
        fixture.write(path, old.1);
    }
    std::fs::remove_file(fixture.at("GEMINI.md")).unwrap();
    fixture.undo();
    fixture.assert_unchanged(&before);
}

/// A file that does not match its record is not changed.
#[test]
fn a_damaged_record_changes_no_file() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let record = "~/.local/share/firsthand/init.json";
    fixture.write(record, &fixture.read(record).replace("alwaysLoad", "always"));
    let claude = fixture.read("~/.claude.json");
    let undone = fixture.undo();
    let is_damaged = |(file, outcome): &&(String, UndoOutcome)| {
        file == "~/.claude.json"
            && *outcome == UndoOutcome::Skipped("the record of it is damaged".to_owned())
    };
    assert_eq!(undone.iter().filter(is_damaged).count(), 1, "{undone:?}");
    assert_eq!(fixture.read("~/.claude.json"), claude);
    fixture.write(record, "{");
    assert!(undo(&fixture.machine, &[], None).is_err());
    assert_eq!(fixture.read("~/.claude.json"), claude);
}
