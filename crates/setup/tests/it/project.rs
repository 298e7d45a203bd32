//! The project files that get the instructions, and those that are left unchanged.

use crate::Fixture;
use firsthand_setup::{Choice, DetectedBy, Part, State};

/// The instructions file of each client, and its planned change.
fn lines(fixture: &Fixture) -> Vec<String> {
    let plan = fixture.plan();
    let mut out = Vec::new();
    for planned in &plan.clients {
        assert!(planned.problem.is_none(), "{:?}", planned.problem);
        for step in planned.steps.iter().filter(|step| step.part == Part::Lines) {
            let state = match &step.state {
                State::Skipped(_) => "kept".to_owned(),
                other => format!("{other:?}").to_lowercase(),
            };
            out.push(format!("{} {} {state}", planned.client.name, step.file));
        }
    }
    out
}

/// The files of a home folder with five clients.
const HOME_FILES: &[(&str, &str)] = &[
    ("~/.claude.json", "{}"),
    ("~/.codex/config.toml", ""),
    ("~/.gemini/settings.json", "{}"),
    ("~/.config/zed/settings.json", "{}"),
    ("~/.config/opencode/opencode.json", "{}"),
];

/// Asserts the instructions files of the clients in a project with these files, and that undo restores the project.
fn check(files: &[(&str, &str)], expect: &[&str]) -> Fixture {
    let fixture = Fixture::new(HOME_FILES);
    for (path, text) in files {
        fixture.write(path, text);
    }
    assert_eq!(lines(&fixture), expect, "{files:?}");
    let before = fixture.tree();
    fixture.set_up();
    fixture.undo();
    fixture.assert_unchanged(&before);
    fixture
}

#[test]
fn instructions_are_written_where_each_client_reads() {
    check(
        &[],
        &[
            "claude-code CLAUDE.md create",
            "codex AGENTS.md create",
            "gemini-cli GEMINI.md create",
            "zed AGENTS.md shared",
            "opencode AGENTS.md shared",
        ],
    );
    check(
        &[("CLAUDE.md", "@AGENTS.md\n"), ("AGENTS.md", "x\n"), (".rules", "y")],
        &[
            "claude-code AGENTS.md change",
            "codex AGENTS.md shared",
            "gemini-cli GEMINI.md create",
            "zed .rules change",
            "opencode AGENTS.md shared",
        ],
    );
    // Creating AGENTS.md would hide CLAUDE.md from Zed and opencode.
    check(
        &[("CLAUDE.md", "x\n")],
        &[
            "claude-code CLAUDE.md change",
            "codex AGENTS.md kept",
            "gemini-cli GEMINI.md create",
            "zed CLAUDE.md shared",
            "opencode CLAUDE.md shared",
        ],
    );
    check(
        &[
            (
                "~/.gemini/settings.json",
                "{\"context\": {\"fileName\": [\"AGENTS.md\", \"GEMINI.md\"]}}",
            ),
            (".claude/CLAUDE.md", "x\n"),
            ("AGENTS.override.md", "x\n"),
        ],
        &[
            "claude-code .claude/CLAUDE.md change",
            "codex AGENTS.override.md change",
            "gemini-cli AGENTS.md create",
            "zed AGENTS.md shared",
            "opencode AGENTS.md shared",
        ],
    );
}

#[test]
fn one_file_under_two_names_gets_one_block() {
    let fixture = Fixture::new(HOME_FILES);
    fixture.write("AGENTS.md", "# Ours\n");
    fixture.link(std::path::Path::new("AGENTS.md"), "CLAUDE.md");
    let before = fixture.tree();
    fixture.set_up();
    assert_eq!(fixture.read("AGENTS.md").matches("firsthand:begin").count(), 1);
    assert!(fixture.at("CLAUDE.md").is_symlink());
    fixture.undo();
    fixture.assert_unchanged(&before);
}

#[test]
fn one_configuration_file_of_two_clients_gets_both_entries() {
    let fixture =
        Fixture::new(&[("~/.claude.json", "{}"), ("~/.config/Code/User/settings.json", "{}")]);
    fixture.link(&fixture.at("~/.claude.json"), "~/.config/Code/User/mcp.json");
    let before = fixture.tree();
    fixture.set_up();
    let config: serde_json::Value = serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
    for key in ["mcpServers", "servers"] {
        assert!(config[key]["firsthand"].is_object(), "{key}: {config}");
    }
    assert!(fixture.plan().is_done());
    fixture.undo();
    fixture.assert_unchanged(&before);
}

/// The clients are set up in one run or in two.
#[test]
fn both_entries_are_removed_from_a_shared_configuration_file_that_was_rewritten() {
    for first_run in [vec![], vec!["claude-code".to_owned()]] {
        let fixture =
            Fixture::new(&[("~/.claude.json", "{}"), ("~/.config/Code/User/settings.json", "{}")]);
        fixture.link(&fixture.at("~/.claude.json"), "~/.config/Code/User/mcp.json");
        firsthand_setup::set_up(&fixture.machine, &Choice::of(first_run.clone())).unwrap();
        fixture.set_up();
        let config: serde_json::Value =
            serde_json::from_str(&fixture.read("~/.claude.json")).unwrap();
        assert!(config["servers"]["firsthand"].is_object(), "{config}");
        fixture.write("~/.claude.json", &config.to_string());
        fixture.undo();
        let text = fixture.read("~/.claude.json");
        assert!(!text.contains("firsthand"), "{first_run:?}: {text}");
        assert!(!fixture.at("~/.local/share/firsthand").exists());
    }
}

/// If a client is detected only in the project, only the project's files are changed.
#[test]
fn a_client_detected_in_the_project_gets_only_project_files() {
    let fixture = Fixture::new(&[(".cursor/rules/x.mdc", ""), (".vscode/settings.json", "{}")]);
    let done = fixture.set_up();
    assert!(done.clients.iter().all(|one| one.found == DetectedBy::Project));
    let files: Vec<String> = done
        .clients
        .iter()
        .flat_map(|one| one.steps.iter().map(|step| format!("{} {}", one.client.name, step.file)))
        .collect();
    assert_eq!(files, ["cursor .cursor/mcp.json", "cursor AGENTS.md", "vs-code AGENTS.md"]);
    assert!(!fixture.at("~/.agents").exists());
}

#[test]
fn without_a_project_only_home_files_are_changed() {
    let mut fixture = Fixture::new(HOME_FILES);
    fixture.machine.project = None;
    let before = fixture.tree();
    let done = fixture.set_up();
    let mut steps = done.clients.iter().flat_map(|one| &one.steps);
    assert!(steps.all(|step| step.part != Part::Lines && !step.in_project));
    fixture.undo();
    fixture.assert_unchanged(&before);
}

/// Undo in one project does not change files of other projects.
#[test]
fn another_project_is_not_changed() {
    let mut fixture = Fixture::new(HOME_FILES);
    fixture.set_up();
    let first = fixture.machine.project.clone();
    let lines = fixture.read("AGENTS.md");
    let second = fixture.at("~/second");
    std::fs::create_dir(&second).unwrap();
    fixture.machine.project = Some(second.clone());
    fixture.set_up();
    let (undone, count_in_other_projects) =
        firsthand_setup::undo(&fixture.machine, &[], None).unwrap();
    assert_eq!(
        (undone.iter().any(|(file, _)| file == "AGENTS.md"), count_in_other_projects),
        (true, 3)
    );
    assert!(!second.join("AGENTS.md").exists());
    fixture.machine.project = first;
    assert_eq!(fixture.read("AGENTS.md"), lines);
    fixture.undo();
    assert!(!fixture.at("AGENTS.md").exists());
    assert!(!fixture.at("~/.local/share/firsthand").exists());
}

/// Environment variables can name other folders; shared files contain no path of this machine.
#[test]
fn environment_variables_name_folders() {
    let mut fixture = Fixture::new(&[("~/.cursor/x", "")]);
    fixture.machine.command = vec!["/opt/firsthand".to_owned()];
    fixture.machine.variable = |name| match name {
        "CODEX_HOME" => Some(std::env::temp_dir().join("no-such-codex")),
        _ => None,
    };
    let plan = firsthand_setup::plan(
        &fixture.machine,
        &Choice::of(vec!["codex".to_owned(), "cursor".to_owned()]),
    )
    .unwrap();
    let steps: Vec<_> = plan.clients.iter().flat_map(|one| &one.steps).collect();
    let config =
        steps.iter().find(|step| step.file.ends_with("no-such-codex/config.toml")).unwrap();
    assert!(config.added.contains("command = \"/opt/firsthand\""), "{}", config.added);
    let cursor = steps.iter().find(|step| step.file == ".cursor/mcp.json").unwrap();
    assert!(cursor.added.contains("\"command\": \"firsthand\""), "{}", cursor.added);
}

#[test]
fn a_project_that_was_moved_is_undone_in_its_new_folder() {
    let mut fixture = Fixture::new(&[
        ("~/.claude.json", "{}"),
        (".cursor/mcp.json", "{}"),
        ("CLAUDE.md", "# Ours"),
    ]);
    let before = fixture.tree();
    fixture.set_up();
    let (old, new) = (fixture.at(""), fixture.at("~/renamed"));
    let from = Some(old.as_path());
    let names = ["claude-code".to_owned(), "cursor".to_owned()];
    // The project is there still, so nothing was moved.
    assert!(firsthand_setup::undo(&fixture.machine, &names, from).is_err());
    std::fs::rename(&old, &new).unwrap();
    fixture.machine.project = Some(new.clone());
    assert!(fixture.undo().iter().all(|(file, _)| file != "CLAUDE.md"));
    assert_eq!(
        std::fs::read_to_string(new.join("CLAUDE.md")).unwrap().matches("firsthand:begin").count(),
        1
    );
    let (undone, others) = firsthand_setup::undo(&fixture.machine, &names, from).unwrap();
    let files: Vec<&str> = undone.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!((files, others), (vec!["CLAUDE.md", ".cursor/mcp.json"], 0));
    std::fs::rename(&new, &old).unwrap();
    fixture.assert_unchanged(&before);
}
