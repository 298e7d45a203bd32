//! `impact_of_change`, over a repository with a change.

use firsthand_mcp::Profile;
use firsthand_testkit::GitRepo;
use serde_json::json;

use crate::wire::{Wire, config, shop, text};

#[tokio::test]
async fn what_a_change_touches_is_text_within_the_limit() {
    let repo = GitRepo::new();
    let price = "def price(item):\n    return item.cost\n";
    let mut files = vec![("price.py".to_owned(), price.to_owned())];
    for number in 0..40 {
        let text =
            format!("from price import price\n\ndef total_{number}(x):\n    return price(x)\n");
        files.push((format!("cart_{number}.py"), text));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
    repo.commit("Begin", &files);
    repo.commit("Double", &[("price.py", &price.replace("cost", "cost * 2"))]);
    let diff = repo.git(&["diff", "HEAD~1", "HEAD"]) + "\n";
    // Text before the first file of a diff is not read.
    let long_diff = "before it\n".repeat(1_000) + &diff;
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, repo.root())).await;
    for arguments in [
        json!({"change": "HEAD~1..HEAD"}),
        json!({"change": "HEAD~1"}),
        json!({"diff": diff}),
        json!({"diff": long_diff}),
        json!({"change": "HEAD~1", "max_chars": 500}),
    ] {
        let result = wire.call("impact_of_change", arguments.clone()).await;
        let answer = text(&result);
        assert!(answer.contains("40 callers"), "{arguments} {answer}");
        let most = arguments["max_chars"].as_u64().unwrap_or(2_500);
        assert!(answer.chars().count() as u64 <= most, "{answer}");
    }
    let result = wire.call("impact_of_change", json!({})).await;
    assert!(text(&result).contains("0 files, 0 declarations"), "{result}");
}

#[tokio::test]
async fn what_is_no_change_is_an_error() {
    let shop = shop();
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, shop.path())).await;
    for (arguments, expect) in [
        (json!({}), "no git repository"),
        (json!({"change": "a", "diff": "b"}), "not both"),
        (json!({"diff": "nothing"}), "no diff"),
        (json!({"root": "/"}), "the root `/` is not allowed"),
        (json!({"max_chars": 3}), "max_chars"),
    ] {
        let result = wire.call("impact_of_change", arguments.clone()).await;
        assert_eq!(result["isError"], true, "{arguments} {result}");
        assert!(text(&result).contains(expect), "{arguments} {result}");
    }
    let repo = GitRepo::new();
    repo.commit("Begin", &[("price.py", "def price(item):\n    return item.cost\n")]);
    let mut wire = Wire::connect_and_initialize(config(Profile::Explore, repo.root())).await;
    for change in ["price", "price.py", "price.py:1", "nowhere..HEAD"] {
        let result = wire.call("impact_of_change", json!({"change": change})).await;
        let revision = change.trim_end_matches("..HEAD");
        let expect = format!("there is no revision `{revision}`; `change` is `A..B` or a revision");
        assert!(text(&result).starts_with(&expect), "{change} {result}");
        assert!(text(&result).contains("search_code lists what uses a `symbol`"), "{result}");
    }
}
