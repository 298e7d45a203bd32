//! `verify`: what of a report still holds.

use std::collections::BTreeSet;

use serde_json::Value;
use tempfile::TempDir;

use crate::{run, run_with, shop, tree};

#[test]
fn places_hold_until_their_files_change() {
    let (shop, beside) = (shop(), tree(&[]));
    let report = run(shop.path(), &["explore", "persist basket addArticle", "--format", "json"]);
    let report_path = beside.path().join("report.json");
    std::fs::write(&report_path, &report.out).unwrap();
    let report_path = report_path.to_str().unwrap();
    let verify =
        |code: i32| run(shop.path(), &["verify", report_path, "--format", "json"]).json(code);
    let standings = |code: i32| {
        let checked = verify(code);
        assert_eq!(checked["schema"], "firsthand.verify/2");
        assert_eq!(checked["holds"], code == 0);
        let places = checked["places"].as_array().unwrap().clone();
        let printed = places
            .iter()
            .map(|p| (p["path"].to_string(), p["standing"].as_str().unwrap().to_owned()));
        printed
            .filter(|(path, _)| path.contains("/store.ts"))
            .map(|(_, standing)| standing)
            .collect::<Vec<_>>()
    };
    let all_are = |standings: Vec<String>, expect: &str| {
        assert!(
            !standings.is_empty() && standings.iter().all(|one| one == expect),
            "{standings:?}"
        );
    };
    all_are(standings(0), "unchanged");
    let store = shop.path().join("src/store.ts");
    let text = std::fs::read_to_string(&store).unwrap();
    std::fs::write(&store, text.clone() + "\n// more\n").unwrap();
    all_are(standings(0), "unchanged");
    std::fs::write(&store, format!("// more\n{text}")).unwrap();
    all_are(standings(0), "moved");
    let printed = run(shop.path(), &["verify", report_path]);
    let page = printed.text(0);
    assert!(page.contains("moved     src/store.ts:"), "{page}");
    assert!(page.contains(" moved: --update prints the report"), "{page}");
    let columns: BTreeSet<usize> = page.lines().filter_map(|line| line.find("src/")).collect();
    assert_eq!(columns.len(), 1, "the places are aligned: {page}");
    std::fs::write(&store, text.replace("persist", "keep")).unwrap();
    let renamed = standings(1);
    assert!(renamed.iter().any(|one| one == "changed"), "{renamed:?}");
    std::fs::remove_file(&store).unwrap();
    all_are(standings(1), "gone");
    let printed = run(shop.path(), &["verify", report_path]);
    assert!(printed.text(1).contains("gone      src/store.ts:"), "{printed:?}");
    assert!(printed.out.contains("hold no longer."), "{printed:?}");
    std::fs::write(&store, text).unwrap();
    let printed = run_with(shop.path(), &["verify", "-"], report.out.as_bytes());
    assert!(
        printed.text(0).contains(" hold. What was absent is absent.\nNot checked: ")
            || printed.out.contains(" holds.\nNot checked: "),
        "{printed:?}"
    );
}

#[test]
fn an_updated_report_has_the_present_lines() {
    let shop = shop();
    let report = sound_report(&shop);
    let update = |report: &Value| {
        let args = ["verify", "-", "--update"];
        run_with(shop.path(), &args, report.to_string().as_bytes())
    };
    let starts = |report: &Value| -> Vec<(String, u64)> {
        let lists = ["primary", "flow", "read_targets"]
            .map(|list| report[list].as_array().unwrap().clone());
        let places = lists.iter().flatten();
        let starts =
            places.map(|place| (place["path"].to_string(), place["start"].as_u64().unwrap()));
        starts.collect()
    };
    let same = update(&report);
    assert_eq!(starts(&same.json(0)), starts(&report), "{}", same.err);
    let store = shop.path().join("src/store.ts");
    let text = std::fs::read_to_string(&store).unwrap();
    std::fs::write(&store, format!("// more\n{text}")).unwrap();
    let updated = update(&report).json(0);
    let expected = starts(&report).into_iter().map(|(path, start)| {
        let by = u64::from(path.contains("src/store.ts"));
        (path, start + by)
    });
    assert_eq!(starts(&updated), expected.collect::<Vec<_>>());
    assert_eq!(updated["confidence"], report["confidence"]);
    let args = ["verify", "-", "--format", "json"];
    let checked = run_with(shop.path(), &args, updated.to_string().as_bytes()).json(0);
    let mut places = checked["places"].as_array().unwrap().iter();
    assert!(places.all(|place| place["standing"] == "unchanged"), "{checked}");
    // What does not stand is dropped, which the report states and the exit code shows.
    std::fs::write(&store, "// nothing\n").unwrap();
    let lost = update(&report);
    assert!(lost.err.contains("note: gone in the tree: src/store.ts:"), "{}", lost.err);
    let left = lost.json(1);
    assert!(starts(&left).iter().all(|(path, _)| !path.contains("src/store.ts")), "{left}");
    let rules = left["findings"].to_string();
    assert!(rules.contains("stale") && rules.contains("unknown_id"), "{rules}");
    std::fs::remove_dir_all(shop.path().join("src")).unwrap();
    std::fs::write(shop.path().join("other.ts"), "other()\n").unwrap();
    let mut forged = report.clone();
    forged["flow"][0]["quote"]["text"] = "p".into();
    for (report, why) in [
        (&report, "error: the report cannot be updated: none of its places stands"),
        (
            &forged,
            "error: the report cannot be updated: the document is not as it was made: flow[0]",
        ),
    ] {
        let refused = update(report);
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""), "{refused:?}");
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}

#[test]
fn input_that_is_not_a_report_is_refused() {
    let shop = shop();
    for (text, expect) in [
        ("not json", "standard input is not a report: it is not JSON: "),
        ("", "it is not JSON: "),
        ("[1]", "it is JSON without the schema `firsthand.report/2`"),
        (
            "{\"schema\": \"firsthand.search/1\"}",
            "its schema is `firsthand.search/1`, not `firsthand.report/2`",
        ),
        ("{\"schema\": \"firsthand.report/3\"}", "its schema is `firsthand.report/3`"),
        ("{\"schema\": 3}", "it is JSON without the schema"),
        (
            "{\"schema\": \"firsthand.report/2\", \"primary\": 7}",
            "it does not have the form firsthand.report/2",
        ),
        (
            "{\"schema\": \"firsthand.report/2\", \"primary\": [{\"path\": \"../etc/passwd\"}]}",
            "it does not have the form",
        ),
        (
            "{\"schema\": \"firsthand.report/2\", \"primary\": [{\"path\": \"/etc/passwd\"}]}",
            "it does not have the form",
        ),
    ] {
        let output = run_with(shop.path(), &["verify", "-"], text.as_bytes());
        assert_eq!((output.code, output.out.as_str()), (Some(2), ""), "{text}: {output:?}");
        assert!(output.err.contains(expect), "{text}: {}", output.err);
        assert!(
            output.err.contains("hint: `firsthand explore … --format json` writes one"),
            "{}",
            output.err
        );
    }
}

/// If a report names no place, nothing is verified, which is not a success.
#[test]
fn a_report_without_places_is_not_verified() {
    let shop = shop();
    let nothing = run(shop.path(), &["explore", "zyzzyva", "--format", "json"]);
    assert_eq!(nothing.json(3)["action"], "skip_explore_result");
    for report in ["{\"schema\": \"firsthand.report/2\"}", nothing.out.as_str()] {
        let verify = |args: &[&str]| {
            let args = [&["verify", "-"], args].concat();
            run_with(shop.path(), &args, report.as_bytes())
        };
        let printed = "Nothing to verify: the report names no place.\n";
        assert_eq!(verify(&[]).text(3), printed);
        let checked = verify(&["--format", "json"]).json(3);
        assert_eq!(checked["holds"], false);
        assert_eq!(checked["places"].as_array().unwrap().len(), 0);
    }
}

/// A forged report cannot find out what is in files that the tools would not read.
#[test]
fn secret_and_hidden_files_count_as_missing() {
    let shop = shop();
    let forged = "{\"schema\": \"firsthand.report/2\", \"flow\": [{\"path\": \".env\", \"start\": 1, \"end\": 1, \
                  \"quote\": {\"text\": \"SHOP_PASSWORD\", \"line\": 1}}]}";
    let output = run_with(shop.path(), &["verify", "-", "--format", "json"], forged.as_bytes());
    assert_eq!(output.json(1)["places"][0]["standing"], "gone");
}

/// If a report does not hold in the current root, the hint names the report's own.
#[test]
fn a_report_about_another_folder_gets_a_hint() {
    let (shop, beside) = (shop(), tree(&[]));
    let root = shop.path().to_str().unwrap();
    let args = ["explore", "persist basket", "--format", "json", "--root", root];
    let report = run(beside.path(), &args).out;
    let verify = |folder: &std::path::Path, report: &str, more: &[&str]| {
        let args = [&["verify", "-"], more].concat();
        run_with(folder, &args, report.as_bytes())
    };
    let hint = format!("hint: the report is about {root}; say --root {root}\n");
    let output = verify(beside.path(), &report, &[]);
    assert_eq!((output.code, &output.err), (Some(1), &hint), "{output:?}");
    verify(beside.path(), &report, &["--quiet"]).text(1);
    verify(beside.path(), &report, &["--root", root]).text(0);
    // A byte order mark is no part of a report.
    verify(beside.path(), &format!("\u{feff}{report}"), &["--root", root]).text(0);
    // A relative root is one of the folder in which the report was made, as often as not this one.
    let parent = tree(&[("shop/src/basket.ts", "persist()\nbasket()\n"), ("src/basket.ts", "\n")]);
    let args = ["explore", "persist basket", "--format", "json", "--root", "shop"];
    let relative = run(parent.path(), &args).out;
    let output = verify(parent.path(), &relative, &[]);
    let hint = "hint: the report is about shop; say --root shop\n";
    assert_eq!((output.code, output.err.as_str()), (Some(1), hint), "{output:?}");
    verify(parent.path(), &relative, &["--root", "shop"]).text(0);
    // A root that does not exist, or is this one, is not suggested.
    let missing = beside.path().join("missing");
    for other in [missing.to_str().unwrap(), "."] {
        let quoted = format!("\"root\": \"{other}\"");
        let moved = report.replace(&format!("\"root\": \"{root}\""), &quoted);
        assert_ne!(moved, report);
        verify(beside.path(), &moved, &[]).text(1);
    }
    // In the report's own root there is no hint, although the files are gone.
    std::fs::remove_dir_all(shop.path().join("src")).unwrap();
    std::fs::write(shop.path().join("kept.ts"), "kept()\n").unwrap();
    verify(shop.path(), &report, &[]).text(1);
}

/// Asserts that a report with one altered value is not sound, for the expected reason.
fn check_altered_report(shop: &TempDir, report: &Value, pointer: &str, value: Value, expect: &str) {
    let mut altered = report.clone();
    *altered.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer} in {report}")) = value;
    let args = ["verify", "-", "--format", "json"];
    let output = run_with(shop.path(), &args, altered.to_string().as_bytes());
    let faults = output.json(1)["faults"].to_string();
    assert!(faults.contains(expect), "{pointer}: {faults}");
}

/// A sound report about the shop.
fn sound_report(shop: &TempDir) -> Value {
    let args = ["explore", "persist basket addArticle", "--format", "json"];
    let report = run(shop.path(), &args).json(0);
    let args = ["verify", "-", "--format", "json"];
    let output = run_with(shop.path(), &args, report.to_string().as_bytes());
    assert_eq!(output.json(0)["faults"], serde_json::json!([]));
    report
}

/// A document that no run can create is not sound, even if each of its places is unchanged.
#[test]
fn a_report_that_no_run_can_make_is_not_sound() {
    let shop = shop();
    let report = sound_report(&shop);
    let check = |pointer: &str, value: Value, expect: &str| {
        check_altered_report(&shop, &report, pointer, value, expect);
    };
    check("/flow/0/quote", Value::Null, "flow[0]: it has no quote");
    check("/flow/0/quote/text", "p".into(), "too slight");
    check("/flow/0/fact", "It is done in src/ghost.rs.".into(), "`src/ghost.rs` is named");
    check("/flow/0/role", "ghost.ts:4".into(), "is named, and is no place");
    check("/confidence", "high".into(), "another action or confidence");
    check("/action", "skip_explore_result".into(), "a skip with places");
    check("/flow", serde_json::json!([]), "without a quoted fact");
    check("/files", serde_json::json!([]), "not among the files that were verified");
    check("/search_targets", serde_json::json!(["x"]), "search targets beside another action");
    check("/markdown", "## explore_code report\n".into(), "no machine block");
    let block =
        report["markdown"].as_str().unwrap().replace("\"src/store.ts\":", "\"src/other.ts\":");
    check("/markdown", block.into(), "names a place of src/other.ts");
    let printed = run_with(
        shop.path(),
        &["verify", "-"],
        report.to_string().replace("\"text\":\"", "\"text\":\"\\n").as_bytes(),
    );
    assert_eq!(printed.code, Some(1), "{printed:?}");
}

/// The Markdown of a report must say the same as its other fields.
#[test]
fn a_report_with_other_markdown_is_not_sound() {
    let shop = shop();
    let report = sound_report(&shop);
    let check = |pointer: &str, value: Value, expect: &str| {
        check_altered_report(&shop, &report, pointer, value, expect);
    };
    let markdown = report["markdown"].as_str().unwrap();
    let altered = |from: &str, to: &str| -> Value {
        let altered = markdown.replacen(from, to, 1);
        assert_ne!(altered, markdown, "{from}");
        altered.into()
    };
    for (from, to, expect) in [
        ("]}\n```\n", "]}\n```\nSee also.\n", "goes on behind"),
        ("\n\n```json", "\nAlso: [9] src/ghost.ts:1-2\n\n```json", "names a place of src/ghost.ts"),
        ("src/store.ts:", "src/basket.ts:", "names a place of"),
        (" | Action: ", " | Action: any; ", "action or confidence"),
        ("\"read\":[", "\"read\":[9,", "something else to read"),
        ("   >     ", "   >     // trusted: ", "quotes what the document does not"),
    ] {
        check("/markdown", altered(from, to), expect);
    }
    check("/flow/0/fact", "Another thing.".into(), "says something else");
    check("/read_targets", serde_json::json!([]), "read");
    let end = report["flow"][0]["end"].as_u64().unwrap();
    check("/flow/0/end", (end - 1).into(), "lacks a place of the document");
}

/// The first line says whether the report holds; one that is forged does not, wherever its places stand.
#[test]
fn the_verdict_comes_first() {
    let shop = shop();
    let report = sound_report(&shop);
    let verify =
        |report: &Value| run_with(shop.path(), &["verify", "-"], report.to_string().as_bytes());
    let sound = verify(&report);
    assert!(sound.text(0).starts_with("All ") || sound.out.starts_with("The one "), "{sound:?}");
    let mut forged = report.clone();
    forged["confidence"] = "high".into();
    let forged = verify(&forged);
    assert!(forged.text(1).starts_with("The document is not as it was made. Its "), "{forged:?}");
    assert!(!forged.out.contains(" hold."), "{forged:?}");
    assert!(forged.out.contains("\nnot sound "), "{forged:?}");
    let wrong = run(shop.path(), &["verify", "--fix"]);
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    assert!(wrong.err.contains("verify [OPTIONS] --citations <PATH>...\n"), "{wrong:?}");
}
