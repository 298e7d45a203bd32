//! `doctor`, `schema`, `models`, `completions`.

use firsthand::{SERVICES, Service};
use serde_json::json;

use crate::{run, shop, tree};

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
    assert_eq!(
        health["root"]["by_language"],
        json!({"toml": 1, "typescript": 3})
    );
    assert_eq!(health["settings"]["exclude"], json!(["dist/"]));
    assert_eq!(health["settings"]["lowered"], json!(["steps 4"]));
    assert_eq!(health["settings"]["notes"].as_array().unwrap().len(), 1);
    let models = health["models"].as_array().unwrap().iter();
    let models: Vec<_> = models
        .map(|model| json!([model["name"], model["ok"]]))
        .collect();
    let mut expected = vec![json!(["builtin", true])];
    let row = |service: &Service| json!([format!("{}:NAME", service.name), !service.needs_key]);
    expected.extend(SERVICES.iter().map(row));
    assert_eq!(models, expected);
    assert_eq!(health["terminal"]["color"], false);
    let text = run(shop.path(), &["doctor"]);
    assert!(text.text(0).contains("ok  files     4 ("), "{text:?}");
    assert!(
        text.out
            .contains("firsthand.toml excludes dist/; lowers steps 4"),
        "{text:?}"
    );
}

#[test]
fn doctor_reports_problems() {
    let broken = tree(&[("a.ts", "let a = 1\n"), ("firsthand.toml", "exclude = 3\n")]);
    for (folder, args, expect) in [
        (
            &broken,
            &["doctor", "--root", "missing"][..],
            "no  root      missing does not exist",
        ),
        (
            &broken,
            &["doctor", "--root", "a.ts"],
            "no  root      a.ts is not a folder",
        ),
        (
            &tree(&[]),
            &["doctor"],
            "no  root      there is no file to look at",
        ),
    ] {
        let output = run(folder.path(), args);
        assert!(output.text(1).contains(expect), "{args:?}: {}", output.out);
    }
    // Settings of the repository that cannot be used stop no run.
    let noted = run(broken.path(), &["doctor"]).text(0).to_owned();
    assert!(noted.contains("`exclude` is not honoured"), "{noted}");
}

#[test]
fn schemas_are_json_schemas() {
    let folder = tree(&[]);
    let list = run(folder.path(), &["schema"]);
    let names: Vec<&str> = list
        .text(0)
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(
        names,
        [
            "report",
            "selection",
            "search",
            "absent",
            "verify",
            "citations",
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
    assert!(
        run(folder.path(), &["models"])
            .text(0)
            .starts_with("builtin ")
    );
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(folder.path(), &["completions", shell]);
        assert!(script.text(0).contains("firsthand"), "{shell}");
    }
}
