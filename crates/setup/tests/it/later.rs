//! What happens when others have written to the files meanwhile.

use crate::World;
use crate::home::FILES;
use firsthand_setup::{State, Undone, plan, undo};

/// Claude Code writes its file anew at every start.
#[test]
fn an_entry_is_taken_out_of_a_file_that_its_client_wrote_again() {
    let world = World::new(FILES);
    world.set_up();
    let mut config: serde_json::Value =
        serde_json::from_str(&world.read("~/.claude.json")).unwrap();
    config["numStartups"] = 413.into();
    world.write("~/.claude.json", &serde_json::to_string(&config).unwrap());
    assert!(world.plan().is_done());
    let undone = world.undo();
    let how = undone
        .iter()
        .find(|(file, _)| file == "~/.claude.json")
        .unwrap();
    assert_eq!(how.1, Undone::TakenOut);
    let now: serde_json::Value = serde_json::from_str(&world.read("~/.claude.json")).unwrap();
    config["mcpServers"]
        .as_object_mut()
        .unwrap()
        .remove("firsthand");
    assert_eq!(now, config);
}

#[test]
fn lines_that_were_written_around_the_block_stay() {
    let world = World::new(FILES);
    world.set_up();
    let with = world.read("AGENTS.md");
    world.write("AGENTS.md", &format!("Above.\n{with}Below.\n"));
    world.undo();
    assert_eq!(
        world.read("AGENTS.md"),
        "Above.\n# The shop\n\nRun `make test`.Below.\n"
    );
}

/// An older block is replaced, and what is taken back is what was there before the first.
#[test]
fn an_update_goes_back_to_the_beginning() {
    let world = World::new(FILES);
    let before = world.all();
    world.set_up();
    let new = world.all();
    // What an older version would have written.
    let record = "~/.local/share/firsthand/init.json";
    for path in [
        "AGENTS.md",
        "GEMINI.md",
        "~/.agents/skills/firsthand/SKILL.md",
    ] {
        let older = |text: &str| text.replace("Plain grep is better", "Grep is fine");
        let mut known: serde_json::Value = serde_json::from_str(&world.read(record)).unwrap();
        let real = world.at(path).display().to_string();
        for made in known["files"].as_array_mut().unwrap() {
            if made["path"] == real {
                let old = older(&world.read(path));
                made["after"] = blake3::hash(old.as_bytes()).to_hex().to_string().into();
                made["splice"]["added"] = older(made["splice"]["added"].as_str().unwrap()).into();
                world.write(path, &old);
            }
        }
        world.write(record, &known.to_string());
    }
    assert!(!world.plan().is_done());
    world.set_up();
    for (path, (text, _)) in world.all() {
        if !path.ends_with("init.json") {
            assert_eq!(
                new.get(&path).map(|known| &known.0),
                Some(&text),
                "{}",
                path.display()
            );
        }
    }
    world.undo();
    world.is(&before);
}

#[test]
fn what_is_not_ours_or_was_changed_by_hand_is_kept() {
    let world = World::new(FILES);
    world.write(
        "~/.codex/agents/firsthand-explorer.toml",
        "name = \"mine\"\n",
    );
    world.write(
        "~/.gemini/settings.json",
        "{\"mcpServers\": {\"firsthand\": {\"command\": \"other\"}}}",
    );
    let before = world.all();
    let done = world.set_up();
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
    let kept = |why: &str| State::Kept(why.to_owned());
    assert_eq!(
        state("codex", "~/.codex/agents/firsthand-explorer.toml"),
        kept("it is not ours")
    );
    assert_eq!(
        state("gemini-cli", "~/.gemini/settings.json"),
        kept("it has another entry `firsthand`; take that out to have this one")
    );
    world.undo();
    world.is(&before);

    // A file of ours that its owner went on with: its text is brought up to date, and it stays when the rest goes.
    world.set_up();
    let path = "~/.claude/agents/firsthand-explorer.md";
    let mine = world.read(path).replace("model: haiku", "model: opus");
    world.write(path, &mine.replace("Change no file.", "Old."));
    world.set_up();
    assert_eq!(world.read(path), mine);
    let undone = world.undo();
    let kept: Vec<&(String, Undone)> = undone
        .iter()
        .filter(|(_, how)| matches!(how, Undone::Kept(_)))
        .collect();
    assert!(kept.len() == 1 && kept[0].0 == path, "{undone:?}");
    assert_eq!(world.read(path), mine);
}

#[test]
fn one_client_is_taken_back_and_what_others_need_stays() {
    let world = World::new(FILES);
    let before = world.all();
    world.set_up();
    let names = ["codex".to_owned()];
    let (undone, _) = undo(&world.machine, &names).unwrap();
    let how = |file: &str| {
        undone
            .iter()
            .find(|(name, _)| name == file)
            .map(|(_, how)| how.clone())
    };
    assert_eq!(how("~/.codex/config.toml"), Some(Undone::Restored));
    assert!(matches!(how("AGENTS.md"), Some(Undone::Kept(why)) if why.contains("cursor")));
    assert_eq!(how("~/.claude.json"), None);
    assert!(!world.at("~/.codex/agents").exists());
    // And it can be had again.
    let mut again = plan(&world.machine, &names);
    again.write(&world.machine).unwrap();
    assert!(world.plan().is_done());
    world.undo();
    world.is(&before);
}

/// A run that broke off after it had noted what it would do.
#[test]
fn a_run_that_broke_off_is_taken_back() {
    let world = World::new(FILES);
    let before = world.all();
    world.set_up();
    for path in ["~/.claude.json", "AGENTS.md"] {
        let old = FILES.iter().find(|(name, _)| *name == path).unwrap();
        world.write(path, old.1);
    }
    std::fs::remove_file(world.at("GEMINI.md")).unwrap();
    world.undo();
    world.is(&before);
}

/// A record that does not fit a file is no reason to touch it.
#[test]
fn a_damaged_record_costs_nothing() {
    let world = World::new(FILES);
    world.set_up();
    let record = "~/.local/share/firsthand/init.json";
    world.write(record, &world.read(record).replace("alwaysLoad", "always"));
    let claude = world.read("~/.claude.json");
    let undone = world.undo();
    let kept = |(file, how): &&(String, Undone)| {
        file == "~/.claude.json" && *how == Undone::Kept("the record of it is damaged".to_owned())
    };
    assert_eq!(undone.iter().filter(kept).count(), 1, "{undone:?}");
    assert_eq!(world.read("~/.claude.json"), claude);
    world.write(record, "{");
    assert!(undo(&world.machine, &[]).is_err());
    assert_eq!(world.read("~/.claude.json"), claude);
}
