//! Findings as text and SARIF.

use firsthand_guard::{Finding, RULES, sarif, text};

use crate::found;

const SOURCE: &str = "fn weigh(query: &str) -> f64 {\n    if query.contains(\"tést\") { gizmotron() } else { 1.0 }\n}\n";

fn two_findings() -> Vec<Finding> {
    found(&[("src/a b.rs", SOURCE)], "")
}

#[test]
fn text_shows_the_line_of_a_finding() {
    let shown = text(&two_findings(), |path| (path == "src/a b.rs").then_some(SOURCE), false);
    let expect = r#"error[word-list]: the query is compared with the word `tést`
 --> src/a b.rs:2:8
  |
2 |     if query.contains("tést") { gizmotron() } else { 1.0 }
  |        ^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: weigh a word by how rare it is in the repository at hand; a list that is no list of words of queries belongs in the settings, under `[allowed]`

error[vocabulary]: `gizmo-tron` in an identifier (given)
 --> src/a b.rs:2:33
  |
2 |     if query.contains("tést") { gizmotron() } else { 1.0 }
  |                                 ^^^^^^^^^
  |
  = help: say what the code does for any repository, in words that any repository may have

2 findings
"#;
    assert_eq!(shown, expect);
    assert_eq!(text(&[], |_| None, false), "");
    assert!(text(&two_findings(), |_| None, true).contains('\u{1b}'));
}

/// What SARIF 2.1.0 requires, and what services that show it need.
#[test]
fn sarif_has_the_required_fields() {
    let document = sarif(&two_findings());
    assert_eq!(document["version"], "2.1.0");
    assert!(document["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let run = &document["runs"][0];
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "firsthand-guard");
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = driver["rules"].as_array().unwrap();
    assert_eq!(rules.len(), RULES.len());
    for rule in rules {
        for part in ["/id", "/shortDescription/text", "/help/text", "/defaultConfiguration/level"] {
            assert!(rule.pointer(part).is_some_and(|v| !v.as_str().unwrap().is_empty()), "{part}");
        }
    }
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert_eq!(results[0]["message"]["text"], "the query is compared with the word `tést`");
    let region = &results[0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&8.into(), &30.into()));
    for result in results {
        let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(driver["rules"][at]["id"], result["ruleId"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "src/a%20b.rs");
        let number = |name: &str| place["region"][name].as_u64().unwrap();
        assert_eq!((number("startLine"), number("endLine")), (2, 2));
        assert!(1 <= number("startColumn") && number("startColumn") < number("endColumn"));
    }
    // Without findings the list of results is empty, but not missing: a run without the list has not checked anything.
    assert_eq!(sarif(&[])["runs"][0]["results"], serde_json::json!([]));
}
