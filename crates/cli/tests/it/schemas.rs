//! Every document validates against the schema that `schema` prints for it: of each command, and of each tool's structured
//! content.

use std::path::Path;
use std::process::{Command, Stdio};

use boon::{Compiler, Schemas};
use serde_json::{Value, json};

use crate::client::Client;
use crate::{git, run, run_with, shop};

/// Asserts that a document names the form whose schema this is, and validates against it.
fn check(schema: &str, document: &Value) {
    let printed = run(Path::new("."), &["schema", schema]).json(0);
    assert_eq!(document["schema"], printed["title"], "{schema}: {document}");
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource("s.json", printed).unwrap();
    let index = compiler.compile("s.json", &mut schemas).unwrap();
    if let Err(error) = schemas.validate(document, index) {
        panic!("{schema}: {error:#}\n{document:#}");
    }
}

/// A client of a server over this folder that sends structured content.
fn client(folder: &Path, args: &[&str]) -> Client {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("firsthand"));
    command.args(["mcp", "--structured"]).args(args).current_dir(folder);
    command.env("FIRSTHAND_CACHE", crate::CACHE).env("FIRSTHAND_CONFIG", crate::NO_SETTINGS);
    Client::of(command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap())
}

#[test]
fn documents_of_commands_validate() {
    let shop = shop();
    let folder = shop.path();
    git(folder, &["init", "-q"]);
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-qm", "All"]);
    let basket = std::fs::read_to_string(folder.join("src/basket.ts")).unwrap();
    std::fs::write(folder.join("src/basket.ts"), basket.replace("push(article)", "push(it)"))
        .unwrap();
    let saved = run(folder, &["explore", "where is an article added?", "--format", "json"]).out;
    let nothing = run(folder, &["explore", "zzqqxx", "--format", "json"]).out;
    let claims = "`addArticle` is in `src/basket.ts:4`, `nothingSuch` in `src/none.ts:3`.";
    for (schema, args, input) in [
        ("report", &["explore", "where is an article added?"][..], ""),
        ("report", &["explore", "change addArticle", "--intent", "edit"], ""),
        ("report", &["explore", "zzqqxx"], ""),
        ("search", &["search", "article"], ""),
        ("search", &["search", "zzqqxx"], ""),
        ("search", &["search", "--symbol", "addArticle"], ""),
        ("search", &["search", "--symbol", "persist", "--relation", "callers"], ""),
        ("search", &["search", "--symbol", "zzqqxx", "--relation", "callers"], ""),
        ("absent", &["absent", "zzqqxx"], ""),
        ("absent", &["absent", "addArticle"], ""),
        ("impact", &["impact"], ""),
        ("impact", &["impact", "HEAD..HEAD"], ""),
        ("verify", &["verify", "-"], &saved),
        ("verify", &["verify", "-"], &nothing),
        ("citations", &["verify", "--citations", "."], ""),
        ("claims", &["check-claims", "-"], claims),
        ("claims", &["check-claims", "-"], "Nothing."),
        ("research-result", &["research", "who is affected by a change of addArticle"], ""),
        ("research-result", &["research", "zzqqxx"], ""),
    ] {
        let args = [args, &["--format", "json"]].concat();
        let output = run_with(folder, &args, input.as_bytes());
        let document = serde_json::from_str(&output.out);
        check(schema, &document.unwrap_or_else(|error| panic!("{args:?}: {error}: {output:?}")));
    }
}

#[test]
fn structured_content_of_tools_validates() {
    let shop = shop();
    let mut explore = client(shop.path(), &["--research"]);
    for (tool, arguments, schema) in [
        ("explore_code", json!({"query": "where is an article added?"}), "report"),
        ("explore_code", json!({"query": "change addArticle", "intent": "edit"}), "report"),
        ("explore_code", json!({"query": "zzqqxx"}), "report"),
        ("verify_report", json!({}), "verify"),
        ("verify_report", json!({"report": "change addArticle"}), "verify"),
        ("research_code", json!({"topic": "who calls addArticle"}), "research-result"),
        ("research_code", json!({"topic": "zzqqxx"}), "research-result"),
    ] {
        let result = explore.call(tool, &arguments);
        check(schema, &result["structuredContent"]);
    }
    for tool in ["search_code", "impact_of_change"] {
        let result = explore.call(tool, &json!({"query": "article", "diff": ""}));
        assert_eq!(result["structuredContent"], Value::Null, "{result}");
    }
    explore.end();
    let mut driven = client(shop.path(), &["--profile", "driven"]);
    let handle = driven.open("where is an article added?");
    let read = json!({"handle": handle, "path": "src/basket.ts"});
    assert_eq!(driven.call("read_file", &read)["structuredContent"], Value::Null);
    let report = driven.submit(&handle, "c1", "basket.articles.push(article)");
    check("report", &report["structuredContent"]);
    let handle = driven.open("zzqqxx");
    driven.call("grep", &json!({"handle": handle, "pattern": "zzqqxx"}));
    let skip = json!({"handle": handle, "confidence": "high", "recommendedPrimaryAction": "skip_explore_result"});
    driven.call("submit_report", &skip);
    let skipped = driven.call("report", &json!({"handle": handle}));
    check("report", &skipped["structuredContent"]);
    driven.end();
}
