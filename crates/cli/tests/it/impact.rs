//! `impact`: the command over a small repository.

use firsthand_testkit::GitRepo;
use serde_json::Value;

use crate::run;

fn changed() -> GitRepo {
    let repo = GitRepo::new();
    let price = "def price(item):\n    return item.cost\n";
    let cart = "from price import price\n\ndef total(items):\n    return price(items[0])\n";
    repo.commit("Begin", &[("price.py", price), ("cart.py", cart)]);
    repo.commit("Double", &[("price.py", &price.replace("cost", "cost * 2"))]);
    repo
}

#[test]
fn a_change_is_named_in_each_way() {
    let repo = changed();
    let diff = repo.git(&["diff", "HEAD~1", "HEAD"]) + "\n";
    std::fs::write(repo.root().join("change.diff"), diff).unwrap();
    let check = |arguments: &[&str], code: i32, expect: &str| {
        let arguments = [&["impact"], arguments].concat();
        let said = run(repo.root(), &arguments);
        assert_eq!(said.code, Some(code), "{arguments:?}: {}", said.err);
        assert!(said.out.contains(expect), "{arguments:?}: {}", said.out);
    };
    let line = "  1 caller\n    cart.py\n      4  total  return price(items[0])\n";
    check(&["HEAD~1..HEAD"], 0, line);
    check(&["HEAD~1"], 0, line);
    check(&["change.diff"], 0, line);
    let caller = "[c1] cart.py:4 total: `return price(items[0])`";
    check(&["HEAD~1..", "--format", "md", "--max-chars", "500"], 0, caller);
    check(&["HEAD~1..", "--format", "sarif"], 0, "\"ruleId\": \"caller\"");
    // A new file that is no code.
    check(&[], 3, "Nothing was found that depends on what changes in change.diff");
    // No declaration changes, and yet a place depends on it.
    let text = "Prices are those of last year.";
    repo.commit(
        "Texts",
        &[("view.html", &format!("<p>{text}</p>\n")), ("lang.txt", &format!("\"{text}\"\n"))],
    );
    std::fs::write(repo.root().join("view.html"), "<p>New.</p>\n").unwrap();
    check(
        &[],
        0,
        "holds what the change removes elsewhere: Prices are those of last year.\n  lang.txt\n    1   ",
    );
    repo.git(&["checkout", "-q", "view.html"]);
    check(&["--staged"], 3, "0 files");
}

/// Facts and scans are kept as for a search, so that a second run does not parse the tree again.
#[test]
fn what_was_parsed_is_kept() {
    let (repo, folder) = (changed(), tempfile::tempdir().unwrap());
    let cache = folder.path().join("cache");
    let place = cache.to_str().unwrap();
    let impact = |flags: &[&str]| {
        let said = run(repo.root(), &[&["impact", "HEAD~1..HEAD"], flags].concat());
        said.text(0).to_owned()
    };
    let without = impact(&["--no-cache"]);
    assert!(!cache.exists());
    for _ in 0..2 {
        assert_eq!(impact(&["--cache", place]), without);
        assert!(std::fs::read_dir(&cache).unwrap().next().is_some());
    }
}

#[test]
fn the_document_is_the_schemas() {
    let repo = changed();
    let json = run(repo.root(), &["impact", "HEAD~1..", "--format", "json"]).json(0);
    assert_eq!(json["schema"], "firsthand.impact/1");
    assert_eq!(json["affected"][0]["role"], "caller");
    let schema = run(repo.root(), &["schema", "impact"]).json(0);
    let properties = schema["properties"].as_object().unwrap();
    for field in json.as_object().unwrap().keys() {
        assert!(properties.contains_key(field), "{field}");
    }
    for (list, name) in [("changed", "ChangedDeclaration"), ("affected", "Affected")] {
        for (field, value) in json[list][0].as_object().unwrap() {
            let types = schema["$defs"][name]["properties"][field]["type"].to_string();
            let expect = match value {
                Value::Array(_) => "array",
                Value::String(_) => "string",
                Value::Number(_) => "integer",
                _ => continue,
            };
            // A reference has no type of its own.
            let is_it = types.contains(expect) || types == "null";
            assert!(is_it, "{name}.{field} is {value}, and in the schema {types}");
        }
    }
}

#[test]
fn what_is_no_change_is_wrong_usage() {
    let repo = changed();
    let said = run(repo.root(), &["impact", "nowhere..HEAD"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("no revision `nowhere`"), "{}", said.err);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "x = 1\n").unwrap();
    let said = run(folder.path(), &["impact", "--root", "."]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("no git repository"), "{}", said.err);
}
