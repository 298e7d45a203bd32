//! `doctor`, `schema`, `models`, `completions`.

use firsthand::{SERVICES, Service};
use serde_json::json;

use std::path::Path;

use crate::init::run_at_home;
use crate::{CommandOutput, firsthand, shop, tree};

/// Runs a command in a home folder of its own.
fn run(folder: &Path, args: &[&str]) -> CommandOutput {
    let home = tree(&[]);
    doctor(folder, home.path(), "", args)
}

fn doctor(folder: &Path, home: &Path, path: &str, args: &[&str]) -> CommandOutput {
    let mut command = firsthand(folder);
    command.env("PATH", path).args(args);
    run_at_home(command, home)
}

#[test]
fn doctor_reports_a_working_installation() {
    let shop = shop();
    std::fs::write(
        shop.path().join("firsthand.toml"),
        "exclude = [\"dist/\"]\nkey = \"x\"\n[budgets]\nsteps = 4\n",
    )
    .unwrap();
    let output = run(shop.path(), &["doctor", "--format", "json"]);
    let health = output.json(0);
    assert_eq!(health["schema"], "firsthand.doctor/1");
    assert_eq!(health["root"]["files"], 4);
    assert_eq!(health["root"]["by_language"], json!({"toml": 1, "typescript": 3}));
    assert_eq!(health["settings"]["exclude"], json!(["dist/"]));
    assert_eq!(health["settings"]["lowered"], json!(["steps 4"]));
    assert_eq!(health["settings"]["notes"].as_array().unwrap().len(), 1);
    let models = health["models"].as_array().unwrap().iter();
    let models: Vec<_> = models.map(|model| json!([model["name"], model["ok"]])).collect();
    let mut expected = vec![json!(["builtin", true])];
    let row = |service: &Service| json!([format!("{}:NAME", service.name), !service.needs_key]);
    expected.extend(SERVICES.iter().map(row));
    assert_eq!(models, expected);
    assert_eq!(health["terminal"]["color"], false);
    assert_eq!((&health["on_path"], &health["clients"]), (&json!(null), &json!([])));
    let text = run(shop.path(), &["doctor"]);
    assert!(text.text(0).contains("ok  files     4 ("), "{text:?}");
    assert!(text.out.contains("firsthand.toml excludes dist/; lowers steps 4"), "{text:?}");
    // No server is asked, so none is said to work.
    let rows = text.out.lines().filter(|line| line.contains(" model  ") && line.contains(":NAME"));
    let marks: Vec<&str> = rows.filter_map(|row| row.get(..2)).collect();
    assert_eq!(marks, ["- ", "- ", "- ", "? "], "{}", text.out);
    assert!(text.out.contains("no key needed; its server was not asked"), "{}", text.out);
}

#[test]
fn doctor_counts_files_that_are_searched_as_text_alone() {
    let root = tree(&[
        ("lib/a.dart", "a\n"),
        ("lib/b.dart", "b\n"),
        ("c.R", "c\n"),
        ("d.rs", ""),
        ("e.bin", "\0"),
    ]);
    let health = run(root.path(), &["doctor", "--format", "json"]).json(0);
    assert_eq!(health["root"]["text_only"], json!({"dart": 2, "r": 1}));
    let text = run(root.path(), &["doctor"]);
    assert!(text.text(0).contains(": 1 rust; as text alone: 2 .dart, 1 .r\n"), "{text:?}");
}

#[test]
fn doctor_reports_problems() {
    let broken = tree(&[("a.ts", "let a = 1\n"), ("firsthand.toml", "exclude = 3\n")]);
    for (folder, args, expect) in [
        (&broken, &["doctor", "--root", "missing"][..], "no  root      missing does not exist"),
        (&broken, &["doctor", "--root", "a.ts"], "no  root      a.ts is not a folder"),
        (&tree(&[]), &["doctor"], "no  root      there is no file to look at"),
    ] {
        let output = run(folder.path(), args);
        assert!(output.text(1).contains(expect), "{args:?}: {}", output.out);
    }
    // Settings of the repository that cannot be used stop no run.
    let noted = run(broken.path(), &["doctor"]).text(0).to_owned();
    assert!(noted.contains("`exclude` is not honoured"), "{noted}");
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// An entry that starts nothing is a fault; another version, or no entry, is none.
#[cfg(unix)]
#[test]
fn doctor_checks_what_each_client_starts() {
    let own = assert_cmd::cargo::cargo_bin!("firsthand").display().to_string();
    let home = tree(&[
        (".codex/config.toml", "[mcp_servers.firsthand]\ncommand = \"/gone/firsthand\"\n"),
        (
            ".claude.json",
            &format!(
                "{{\"mcpServers\": {{\"firsthand\": {{\"command\": {own:?}, \"args\": [\"mcp\"]}}}}}}"
            ),
        ),
        (
            ".gemini/settings.json",
            "{\"mcpServers\": {\"firsthand\": {\"command\": \"firsthand\"}}}",
        ),
        (".qwen/settings.json", "{\"mcpServers\": {\"firsthand\": {\"command\": \"npx\"}}}"),
        (".kiro/settings/mcp.json", "{"),
        ("bin/firsthand", "#!/bin/sh\necho firsthand 0.0.9\n"),
        ("bin/npx", "#!/bin/sh\necho npx >> \"$HOME/was-run\"\n"),
        ("bin/goose", ""),
    ]);
    let bin = home.path().join("bin");
    for name in ["firsthand", "npx"] {
        make_executable(&bin.join(name));
    }
    // A project cannot choose a program that is run.
    let evil = "{\"mcpServers\": {\"firsthand\": {\"command\": \"PATH\"}}}";
    let project =
        tree(&[("a.rs", ""), ("evil/firsthand", "#!/bin/sh\necho evil > \"$HOME/was-run\"\n")]);
    let path = project.path().join("evil/firsthand");
    make_executable(&path);
    let cursor = project.path().join(".cursor");
    std::fs::create_dir(&cursor).unwrap();
    std::fs::write(cursor.join("mcp.json"), evil.replace("PATH", &path.display().to_string()))
        .unwrap();

    let bin = bin.display().to_string();
    let output = doctor(project.path(), home.path(), &bin, &["doctor"]);
    let text = output.text(1);
    for line in [
        format!(
            "?   PATH      `firsthand` is {bin}/firsthand (firsthand 0.0.9), not this program\n"
        ),
        "ok  client    Claude Code: ~/.claude.json starts this program\n".to_owned(),
        "no  client    Codex: ~/.codex/config.toml starts `/gone/firsthand`, which is not there\n"
            .to_owned(),
        format!("?   client    Cursor: .cursor/mcp.json starts {}\n", path.display()),
        format!(
            "?   client    Gemini CLI: ~/.gemini/settings.json starts {bin}/firsthand (firsthand 0.0.9)\n"
        ),
        format!("?   client    Qwen Code: ~/.qwen/settings.json starts {bin}/npx\n"),
        "no  client    Kiro: ~/.kiro/settings/mcp.json: it is not valid JSON".to_owned(),
        format!(
            "-   client    goose ({bin}/goose): not set up; `firsthand init --client goose` shows how\n"
        ),
    ] {
        assert!(text.contains(&line), "{line}: {text}");
    }
    assert!(!home.path().join("was-run").exists());
    let json = doctor(project.path(), home.path(), &bin, &["doctor", "--format", "json"]).json(1);
    assert_eq!(json["ok"], false);
    assert_eq!(json["clients"][0]["starts"]["is_this"], true);
}

/// An entry is well if the program serves with what is in it, and a folder of PATH chooses what is run only by its whole
/// path.
#[cfg(unix)]
#[test]
fn doctor_reads_the_whole_entry_of_a_client() {
    let own = assert_cmd::cargo::cargo_bin!("firsthand").display().to_string();
    let project =
        tree(&[("a.rs", ""), ("firsthand", "#!/bin/sh\necho evil > \"$HOME/was-run\"\n")]);
    make_executable(&project.path().join("firsthand"));
    let program = |rest: &str| format!("{{\"command\": {own:?}, {rest}}}");
    let refused = |arguments: &str| {
        format!(
            "no  client    Claude Code: ~/.claude.json starts this program with `{arguments}`, which does not serve\n"
        )
    };
    let well = "ok  client    Claude Code: ~/.claude.json starts this program\n";
    let off = "?   client    Claude Code: the entry in ~/.claude.json is switched off\n";
    let none = "?   client    Claude Code: the entry in ~/.claude.json starts no program\n";
    for (entry, code, line) in [
        (program("\"args\": [\"mcp\"]"), 0, well),
        (program("\"args\": [\"mcp\", \"--root\", \"${workspaceFolder}\"]"), 0, well),
        (program("\"args\": [\"mpc\"]"), 1, &*refused("mpc")),
        (program("\"args\": []"), 1, &*refused("")),
        (program("\"args\": [\"search\", \"a\"]"), 1, &*refused("search a")),
        (program("\"args\": [\"mcp\", \"--root\", \"/nope\"]"), 1, &*refused("mcp --root /nope")),
        (program("\"args\": [\"mcp\"], \"disabled\": true"), 0, off),
        (program("\"args\": [\"mcp\"], \"enabled\": false"), 0, off),
        ("{\"type\": \"http\", \"url\": \"http://127.0.0.1:1/mcp\"}".to_owned(), 0, none),
        ("{\"command\": 5}".to_owned(), 0, none),
        (
            "{\"command\": \"firsthand\", \"args\": [\"mcp\"]}".to_owned(),
            1,
            "starts `firsthand`, which is not there\n",
        ),
    ] {
        let servers = format!("{{\"mcpServers\": {{\"firsthand\": {entry}}}}}");
        let home = tree(&[(".claude.json", &servers)]);
        for path in [".", "", "bin:."] {
            let output = doctor(project.path(), home.path(), path, &["doctor"]);
            assert!(output.text(code).contains(line), "{entry}: {output:?}");
        }
        assert!(!home.path().join("was-run").exists());
    }
}

#[test]
fn schemas_are_json_schemas() {
    let folder = tree(&[]);
    let list = run(folder.path(), &["schema"]);
    let names: Vec<&str> = list.text(0).lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(
        names,
        [
            "report",
            "selection",
            "search",
            "absent",
            "impact",
            "verify",
            "citations",
            "claims",
            "research-result",
            "research-intent",
            "research-classifier-output",
            "research-route-decision",
            "research-execution-output",
            "research-assessment-output",
        ]
    );
    for name in names {
        let schema = run(folder.path(), &["schema", name]).json(0);
        assert_eq!(schema["type"], "object", "{schema}");
        assert!(schema["properties"].is_object(), "{schema}");
    }
}

#[test]
fn models_are_listed_and_completions_are_printed() {
    let folder = tree(&[]);
    assert!(run(folder.path(), &["models"]).text(0).starts_with("builtin "));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(folder.path(), &["completions", shell]);
        assert!(script.text(0).contains("firsthand"), "{shell}");
    }
}
