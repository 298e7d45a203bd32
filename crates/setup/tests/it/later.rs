//! What happens when others have written to the files meanwhile.

use crate::Fixture;
use crate::home::FILES;
use firsthand_setup::{State, UndoOutcome, plan, undo};

/// Claude Code writes its file anew at every start.
#[test]
fn an_entry_is_taken_out_of_a_file_that_its_client_wrote_again() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let mut config: serde_json::Value =
        serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
    config["numStartups"] = 413.into();
    fixture.write("~/.claude.json", &serde_json::to_string(&config).unwrap());
    assert!(fixture.plan().is_done());
    let undone = fixture.undo();
    let how = undone
        .iter()
        .find(|(file, _)| file == "~/.claude.json")
        .unwrap();
    assert_eq!(how.1, UndoOutcome::TakenOut);
    let now: serde_json::Value = serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
    config["mcpServers"]
        .as_object_mut()
        .unwrap()
        .remove("firsthand");
    assert_eq!(now, config);
}

#[test]
fn lines_that_were_written_around_the_block_stay() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let with = fixture.read("AGENTS.md");
    fixture.write("AGENTS.md", &format!("Above.\n{with}Below.\n"));
    fixture.undo();
    assert_eq!(
        fixture.read("AGENTS.md"),
        "Above.\n# The shop\n\nRun `make test`.Below.\n"
    );
}

/// An older block is replaced, and what is taken back is what was there before the first.
#[test]
fn an_update_goes_back_to_the_beginning() {
    let fixture = Fixture::new(FILES);
    let before = fixture.all();
    fixture.set_up();
    let new = fixture.all();
    // What an older version would have written.
    let record = "~/.local/share/firsthand/init.json";
    for path in [
        "AGENTS.md",
        "GEMINI.md",
        "~/.agents/skills/firsthand/SKILL.md",
    ] {
        let older = |text: &str| text.replace("Plain grep is better", "Grep is fine");
        let mut known: serde_json::Value = serde_json::from_str(&fixture.read(record)).unwrap();
        let real = fixture.at(path).display().to_string();
        for made in known["files"].as_array_mut().unwrap() {
            if made["path"] == real {
                let old = older(&fixture.read(path));
                made["after"] = blake3::hash(old.as_bytes()).to_hex().to_string().into();
                made["splice"]["added"] = older(made["splice"]["added"].as_str().unwrap()).into();
                fixture.write(path, &old);
            }
        }
        fixture.write(record, &known.to_string());
    }
    assert!(!fixture.plan().is_done());
    fixture.set_up();
    for (path, (text, _)) in fixture.all() {
        if !path.ends_with("init.json") {
            assert_eq!(
                new.get(&path).map(|known| &known.0),
                Some(&text),
                "{}",
                path.display()
            );
        }
    }
    fixture.undo();
    fixture.is(&before);
}

#[test]
fn what_is_not_ours_or_was_changed_by_hand_is_kept() {
    let fixture = Fixture::new(FILES);
    fixture.write(
        "~/.codex/agents/firsthand-explorer.toml",
        "name = \"mine\"\n",
    );
    fixture.write(
        "~/.gemini/settings.json",
        "{\"mcpServers\": {\"firsthand\": {\"command\": \"other\"}}}",
    );
    let before = fixture.all();
    let done = fixture.set_up();
    let state = |client: &str, file: &str| {
        let planned = done
            .clients
            .iter()
            .find(|one| one.client.name == client)
            .unwrap();
        planned
            .steps
            .iter()
            .find(|step| step.file == file)
            .unwrap()
            .state
            .clone()
    };
    let kept = |why: &str| State::Skipped(why.to_owned());
    assert_eq!(
        state("codex", "~/.codex/agents/firsthand-explorer.toml"),
        kept("it is not ours")
    );
    assert_eq!(
        state("gemini-cli", "~/.gemini/settings.json"),
        kept("it has another entry `firsthand`; take that out to have this one")
    );
    fixture.undo();
    fixture.is(&before);

    // A file of ours that its owner went on with: its text is brought up to date, and it stays when the rest goes.
    fixture.set_up();
    let path = "~/.claude/agents/firsthand-explorer.md";
    let mine = fixture.read(path).replace("model: haiku", "model: opus");
    fixture.write(path, &mine.replace("Change no file.", "Old."));
    fixture.set_up();
    assert_eq!(fixture.read(path), mine);
    let undone = fixture.undo();
    let kept: Vec<&(String, UndoOutcome)> = undone
        .iter()
        .filter(|(_, how)| matches!(how, UndoOutcome::Skipped(_)))
        .collect();
    assert!(kept.len() == 1 && kept[0].0 == path, "{undone:?}");
    assert_eq!(fixture.read(path), mine);
}

#[test]
fn one_client_is_taken_back_and_what_others_need_stays() {
    let fixture = Fixture::new(FILES);
    let before = fixture.all();
    fixture.set_up();
    let names = ["codex".to_owned()];
    let (undone, _) = undo(&fixture.machine, &names).unwrap();
    let how = |file: &str| {
        undone
            .iter()
            .find(|(name, _)| name == file)
            .map(|(_, how)| how.clone())
    };
    assert_eq!(how("~/.codex/config.toml"), Some(UndoOutcome::Restored));
    assert!(matches!(how("AGENTS.md"), Some(UndoOutcome::Skipped(why)) if why.contains("cursor")));
    assert_eq!(how("~/.claude.json"), None);
    assert!(!fixture.at("~/.codex/agents").exists());
    // And it can be had again.
    let mut again = plan(&fixture.machine, &names);
    again.write(&fixture.machine).unwrap();
    assert!(fixture.plan().is_done());
    fixture.undo();
    fixture.is(&before);
}

/// A run that broke off after it had noted what it would do.
#[test]
fn a_run_that_broke_off_is_taken_back() {
    let fixture = Fixture::new(FILES);
    let before = fixture.all();
    fixture.set_up();
    for path in ["~/.claude.json", "AGENTS.md"] {
        let old = FILES.iter().find(|(name, _)| *name == path).unwrap();
        fixture.write(path, old.1);
    }
    std::fs::remove_file(fixture.at("GEMINI.md")).unwrap();
    fixture.undo();
    fixture.is(&before);
}

/// A record that does not fit a file is no reason to touch it.
#[test]
fn a_damaged_record_costs_nothing() {
    let fixture = Fixture::new(FILES);
    fixture.set_up();
    let record = "~/.local/share/firsthand/init.json";
    fixture.write(
        record,
        &fixture.read(record).replace("alwaysLoad", "always"),
    );
    let claude = fixture.read("~/.claude.json");
    let undone = fixture.undo();
    let kept = |(file, how): &&(String, UndoOutcome)| {
        file == "~/.claude.json"
            && *how == UndoOutcome::Skipped("the record of it is damaged".to_owned())
    };
    assert_eq!(undone.iter().filter(kept).count(), 1, "{undone:?}");
    assert_eq!(fixture.read("~/.claude.json"), claude);
    fixture.write(record, "{");
    assert!(undo(&fixture.machine, &[]).is_err());
    assert_eq!(fixture.read("~/.claude.json"), claude);
}
