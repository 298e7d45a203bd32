//! The user's own settings: which source takes precedence, who may read the file, and that a repository sets none.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::model::{read_request, serve, tool_calls_reply};
use crate::{CommandOutput, firsthand, shop, tree};

/// A settings file that only its owner may read.
fn settings(text: &str) -> (TempDir, String) {
    let folder = tree(&[("settings.toml", text)]);
    let path = folder.path().join("settings.toml");
    permit(&path, 0o600);
    let name = path.to_str().unwrap().to_owned();
    (folder, name)
}

#[cfg(unix)]
fn permit(path: &std::path::Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt as _;
    let permissions = std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(path, permissions).unwrap();
}

#[cfg(not(unix))]
fn permit(_: &std::path::Path, _: u32) {}

/// Runs the program in the shop with this settings file and these variables.
fn run(file: &str, env: &[(&str, &str)], args: &[&str]) -> CommandOutput {
    run_in(&shop(), file, env, args)
}

fn run_in(shop: &TempDir, file: &str, env: &[(&str, &str)], args: &[&str]) -> CommandOutput {
    let mut command = firsthand(shop.path());
    command.env("FIRSTHAND_CONFIG", file).envs(env.iter().copied());
    command.args(args).output().unwrap().into()
}

fn nothing_found_reply() -> (u16, Value) {
    let report = json!({ "recommendedPrimaryAction": "skip_explore_result", "confidence": "low" });
    tool_calls_reply(&[("submit_report", report)])
}

#[test]
fn the_settings_file_sets_the_server() {
    let (base, server_thread) = serve(vec![nothing_found_reply(), nothing_found_reply()]);
    let text = format!(
        "model = \"openai:mine\"\nbase_url = \"{base}\"\nformat = \"json\"\n\
         [budgets]\nsteps = 3\nwall_ms = 60000\n[keys]\nopenai = \"key-of-file\"\n"
    );
    let (folder, file) = settings(&text);
    let transcript = folder.path().join("run.jsonl");
    let args = ["explore", "q", "--transcript", transcript.to_str().unwrap(), "--max-steps", "4"];
    let exported = [("OPENAI_API_KEY", "key-of-env")];
    let report = run(&file, &exported, &args).json(1);
    assert_eq!(report["stats"]["model"], "openai:mine");
    let read = server_thread.join().unwrap();
    assert!(read.contains("key-of-file") && !read.contains("key-of-env"), "{read}");
    let written = std::fs::read_to_string(transcript).unwrap();
    let started: Value = serde_json::from_str(written.lines().next().unwrap()).unwrap();
    assert_eq!(started["budgets"]["steps"], 4, "a flag counts before the file");
    assert_eq!(started["budgets"]["wall_ms"], 60_000);
}

#[test]
fn the_environment_takes_precedence_over_the_file() {
    let (base, server_thread) = serve(vec![nothing_found_reply(), nothing_found_reply()]);
    let (_folder, file) = settings("model = \"builtin\"\n[keys]\nopenai = \"key-of-file\"\n");
    let env = [("FIRSTHAND_MODEL", "openai:of-env"), ("OPENAI_BASE_URL", &base)];
    let report = run(&file, &env, &["explore", "q", "--format", "json"]).json(1);
    assert_eq!(report["stats"]["model"], "openai:of-env");
    let read = server_thread.join().unwrap().to_lowercase();
    assert!(
        !read.contains("authorization"),
        "a key of the file follows no address of the environment: {read}"
    );
    let report =
        run(&file, &env, &["explore", "basket", "--model", "builtin", "--format", "json"]).json(0);
    assert_eq!(report["stats"]["model"], "builtin");
}

#[test]
fn invalid_settings_are_refused() {
    let check = |file: &str, expect: &str| {
        let output = run(file, &[], &["explore", "q"]);
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{output:?}");
        assert!(output.err.contains(expect), "{output:?}");
    };
    check("settings.toml", "error: FIRSTHAND_CONFIG does not hold an absolute path");
    check("/nonexistent/settings.toml", "cannot be read: ");
    let (_folder, file) = settings("modle = \"x\"\n");
    check(&file, "is not taken: line 1: expected one of `model`, `base_url`, ");
    let (_folder, file) = settings(&format!("# {}\n", "x".repeat(70_000)));
    check(&file, "cannot be read: it is larger than 64 KiB");
    let (_folder, file) = settings("model = \"openai:m\"\nbase_url = \"nonsense\"\n");
    check(&file, "hint: it is in the settings file; such as http://127.0.0.1:8080/v1");
    let output = run(&file, &[], &["doctor"]);
    assert_eq!(output.code, Some(0), "nothing is sent to find out: {output:?}");
}

#[cfg(unix)]
#[test]
fn keys_that_other_users_may_read_are_refused() {
    let (folder, file) = settings("[keys]\nopenai = \"key-fake\"\n");
    let path = folder.path().join("settings.toml");
    for mode in [0o644, 0o640, 0o604] {
        permit(&path, mode);
        let output = run(&file, &[], &["explore", "q"]);
        assert_eq!(output.code, Some(2), "{output:?}");
        let expect = "holds keys, and others may read it\nhint: run `chmod 600` on it, so that only you can read it\n";
        assert!(output.err.ends_with(expect), "{output:?}");
        let output = run(&file, &[], &["doctor"]);
        assert!(output.text(1).contains("no  yours"), "{output:?}");
    }
    // Without keys there is nothing to hide.
    let (folder, file) = settings("format = \"md\"\n");
    permit(&folder.path().join("settings.toml"), 0o644);
    assert!(
        run(&file, &[], &["explore", "basket"]).out.starts_with("## "),
        "the format of the file"
    );
}

/// The repository's settings of a model, an address, a key or a format are ignored, each with a note.
#[test]
fn contained_a_repository_sets_no_model_address_or_key() {
    let (base, _serving) = serve(vec![nothing_found_reply(), nothing_found_reply()]);
    let shop = shop();
    let text = format!(
        "model = \"openai:evil\"\nbase_url = \"{base}\"\nkey_variable = \"OPENAI_API_KEY\"\nformat = \"html\"\n\
         [keys]\nopenai = \"key-of-repository\"\n"
    );
    std::fs::write(shop.path().join("firsthand.toml"), text).unwrap();
    let key = [("OPENAI_API_KEY", "key-of-env")];
    let none = crate::NO_SETTINGS;
    let output = run_in(&shop, none, &key, &["explore", "basket", "--format", "json"]);
    assert_eq!(output.json(0)["stats"]["model"], "builtin");
    for name in ["model", "base_url", "key_variable", "format", "keys"] {
        let note = format!("note: firsthand.toml of the repository: `{name}` is not honoured");
        assert!(output.err.contains(&note), "{output:?}");
    }
    // A relative path, by which the repository's file would be taken for the user's own, is refused.
    let output = run_in(&shop, "firsthand.toml", &key, &["explore", "basket"]);
    assert_eq!(output.code, Some(2), "{output:?}");
    let health = run_in(&shop, none, &key, &["doctor", "--format", "json"]).json(0);
    assert_eq!(health["yours"]["model"], "builtin");
}

#[test]
fn models_and_doctor_show_the_source_of_each_setting() {
    let (_folder, file) = settings(
        "model = \"openai:m\"\nbase_url = \"https://example.invalid/v1\"\n[keys]\nanthropic = \"key-fake\"\n",
    );
    let env = [("OPENAI_API_KEY", "key-of-env"), ("OLLAMA_HOST", "0.0.0.0")];
    let output = run(&file, &env, &["models"]);
    let rows: Vec<&str> = output.text(0).lines().collect();
    let check_end = |row: &str, end: &str| {
        let line = rows.iter().find(|line| line.starts_with(row)).unwrap();
        assert!(line.ends_with(end), "{line}");
    };
    check_end(
        "openai:NAME",
        "; the address is in the settings file; the key is not sent there: it was not named in the same place",
    );
    check_end("anthropic:NAME", "; the key is in the settings file");
    check_end("gemini:NAME", "; GEMINI_API_KEY is not set");
    check_end("ollama:NAME", "; the address is in OLLAMA_HOST; no key needed");
    check_end("Without", "Without --model, openai:m explores, by the settings file.");
    let health = run(&file, &env, &["doctor", "--format", "json"]).json(0);
    assert_eq!(health["yours"]["file"], file.as_str());
    assert_eq!(health["yours"]["model_from"], "the settings file");
    let output = run(&file, &[("FIRSTHAND_MODEL", "builtin")], &["doctor"]);
    assert!(output.text(0).contains(&format!("{file}; explores with builtin, by FIRSTHAND_MODEL")));
}

/// What `models --prompt` prints is what a server gets.
#[test]
fn the_printed_prompt_equals_the_sent_one() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let server_thread = std::thread::spawn(move || read_request(&mut listener.accept().unwrap().0));
    let args = ["explore", "q", "--model", "openai:m", "--base-url", &base];
    run(crate::NO_SETTINGS, &[], &[&args[..], &["--max-seconds", "1"]].concat());
    let sent = server_thread.join().unwrap();
    let (_, body) = sent.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    let printed = run(crate::NO_SETTINGS, &[], &["models", "--prompt", "--format", "json"]).json(0);
    assert_eq!(printed["system"], body["messages"][0]["content"]);
    let tools = printed["tools"].as_array().unwrap();
    assert_eq!(tools.len(), body["tools"].as_array().unwrap().len());
    for (tool, sent) in tools.iter().zip(body["tools"].as_array().unwrap()) {
        for name in ["name", "description", "parameters"] {
            assert_eq!(tool[name], sent["function"][name]);
        }
    }
    let costs = printed["cost"].as_array().unwrap();
    let chars = |cost: &Value| cost["chars"].as_u64().unwrap();
    let (sum, parts) = costs.split_last().unwrap();
    assert_eq!(chars(sum), parts.iter().map(chars).sum::<u64>());
    assert_eq!(sum["tokens"], chars(sum).div_ceil(4));
    assert_eq!(parts.len(), tools.len() + 1);
    let text = run(crate::NO_SETTINGS, &[], &["models", "--prompt"]);
    let system = printed["system"].as_str().unwrap();
    assert!(text.text(0).contains(system.trim_end()), "{text:?}");
    assert!(text.out.contains("Cost (a token taken as 4 characters)"), "{text:?}");
}
