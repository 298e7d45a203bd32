//! Several roots, and installed packages, in one question.

use serde_json::json;
use tempfile::TempDir;

use crate::{CommandOutput, firsthand, git, run, run_with, tree, without_time};

const SHARED: &str =
    "export function formatPrice(cents: number): string {\n  return String(cents / 100);\n}\n";
const CLIENT: &str = "import { formatPrice } from \"@acme/shared\";\nexport function showOrder(order: Order) {\n  return formatPrice(order.total);\n}\n";

/// A client and a library with files of the same paths.
fn shop() -> TempDir {
    tree(&[
        ("web/src/order.ts", CLIENT),
        ("web/src/index.ts", "export * from \"./order\";\n"),
        ("web/package.json", "{\"name\": \"web\"}\n"),
        ("web/firsthand.toml", "exclude = [\"generated/\"]\n"),
        ("web/generated/order.ts", "export const generatedOrder = 1;\n"),
        ("shared/src/index.ts", SHARED),
        ("shared/src/order.ts", "export interface Order { total: number }\n"),
        ("shared/generated/order.ts", "export const generatedOrder = 1;\n"),
        ("shared/package.json", "{\"name\": \"@acme/shared\", \"main\": \"src/index.ts\"}\n"),
        ("shared/src/key.ts", "const token = \"ghp_abcdefghijklmnopqrstuvwxyz0123456789\";\n"),
    ])
}

/// Runs a command over both roots.
fn both(folder: &TempDir, args: &[&str]) -> CommandOutput {
    let roots = ["--root", "web", "--root", "lib=shared"];
    run(folder.path(), &[args, &roots].concat())
}

#[test]
fn a_search_is_over_all_roots() {
    let folder = shop();
    let found = both(&folder, &["search", "formatPrice", "--format", "json"]).json(0);
    let regions = found["regions"].as_array().unwrap();
    let paths: Vec<_> = regions.iter().map(|region| &region["path"]).collect();
    assert_eq!(paths, ["lib:/src/index.ts", "web:/src/order.ts"]);
    assert_eq!(found["stats"]["files_seen"], json!(9));
    // Relations lead from one root to another, by the name of a package.
    let callers = ["search", "--symbol", "lib:src/index.ts#formatPrice", "--relation", "callers"];
    let callers = both(&folder, &callers);
    insta::assert_snapshot!(without_time(&callers.out), @r"
    web:/src/order.ts
      3  showOrder  return formatPrice(order.total);

    1 line · 9 files
    ");
    // A relative path does not.
    let folder = tree(&[
        ("web/a.ts", "import { only } from \"../lib/b\";\nonly();\n"),
        ("lib/b.ts", "export function only() {}\n"),
    ]);
    let roots = ["--root", "web", "--root", "lib"];
    let callers = ["search", "--symbol", "only", "--relation", "callers"];
    let callers = run(folder.path(), &[&callers[..], &roots].concat());
    assert!(callers.out.contains("2~"), "{callers:?}");
}

#[test]
fn a_report_names_the_root_of_each_place() {
    let folder = shop();
    let report =
        both(&folder, &["explore", "how is the price of an order shown?", "--format", "md"]);
    assert_eq!(report.code, Some(0), "{report:?}");
    assert!(report.out.contains("1. web:/src/order.ts:2-4 "), "{}", report.out);
    assert!(report.out.contains(" lib:/src/index.ts:1-3 "), "{}", report.out);
    // The file is named as people write it.
    let report = both(&folder, &["explore", "what does lib:src/order.ts:1 declare?"]);
    let first = report.out.lines().find(|line| line.starts_with('1')).unwrap();
    assert!(first.contains("lib:/src/order.ts:1"), "{}", report.out);
    // It holds, and says so again from the saved form.
    let saved = both(&folder, &["explore", "formatPrice", "--format", "json"]);
    std::fs::write(folder.path().join("report.json"), &saved.out).unwrap();
    let checked = both(&folder, &["verify", "report.json", "--format", "json"]).json(0);
    assert_eq!(checked["holds"], json!(true), "{checked}");
    std::fs::write(folder.path().join("shared/src/index.ts"), format!("\n{SHARED}")).unwrap();
    let checked = both(&folder, &["verify", "report.json", "--format", "json"]).json(0);
    let moved = checked["places"].as_array().unwrap().iter();
    let moved: Vec<_> = moved.filter(|place| place["standing"] != "unchanged").collect();
    assert_eq!(moved.len(), 1, "{checked}");
    assert_eq!(moved[0]["path"], "lib:/src/index.ts");
}

/// A transcript over several roots leads to the same report, and its places are compared with all of them.
#[test]
fn a_transcript_names_all_roots() {
    let folder = shop();
    let explored = both(&folder, &["explore", "formatPrice", "--transcript", "run.jsonl"]);
    assert_eq!(explored.code, Some(0), "{explored:?}");
    let replayed = run(folder.path(), &["replay", "run.jsonl"]);
    let places = |page: &str| page.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(places(&replayed.out), places(&explored.out));
    assert_eq!((replayed.code, replayed.err.as_str()), (Some(0), ""), "{replayed:?}");
    std::fs::write(folder.path().join("shared/src/index.ts"), "export {};\n").unwrap();
    let changed = run(folder.path(), &["replay", "run.jsonl"]);
    assert_eq!(changed.code, Some(1), "{changed:?}");
    assert!(changed.err.contains("lib:/src/index.ts"), "{changed:?}");
}

/// The settings, the ignore files and the secrets of a root are its own.
#[test]
fn contained_rules_hold_for_each_root() {
    let folder = shop();
    let found = both(&folder, &["search", "generatedOrder", "--format", "json"]).json(0);
    let regions = found["regions"].as_array().unwrap();
    let paths: Vec<_> = regions.iter().map(|region| &region["path"]).collect();
    assert_eq!(paths[0], "lib:/generated/order.ts");
    assert!(!paths.iter().any(|path| *path == "web:/generated/order.ts"));
    for question in ["token", "lib:src/key.ts"] {
        for format in ["text", "md", "json", "html"] {
            let report = both(&folder, &["explore", question, "--format", format]);
            assert!(!report.out.contains("ghp_"), "{report:?}");
        }
    }
    let absent = both(&folder, &["absent", "bluetooth", "--format", "json"]).json(0);
    assert_eq!(absent["receipt"]["files"], json!(9), "{absent}");
    let found =
        both(&folder, &["absent", "formatPrice", "--path", "lib:**", "--format", "json"]).json(1);
    assert_eq!(found["found"]["files"], json!(1), "{found}");
}

#[test]
fn roots_that_cannot_be_searched_together_are_refused() {
    let folder = tree(&[("one/inner/a.ts", "a"), ("two/a.ts", "b"), ("x/one/a.ts", "c")]);
    let check = |roots: &[&str], expect: &str| {
        let roots: Vec<&str> = roots.iter().flat_map(|root| ["--root", root]).collect();
        let refused = run(folder.path(), &[&["search", "a"], &roots[..]].concat());
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{refused:?}");
        assert!(refused.err.contains(expect), "{}", refused.err);
    };
    check(&["one", "one/inner"], "the root `inner` lies in the root `one`");
    check(&["one", "x/one"], "two roots are named `one`; NAME=DIR names a root");
    check(&["one", "two=gone"], "gone does not exist");
    check(
        &["one", "x=two"],
        "`x` is no name of a root: letters, digits and `._@+:-`, at least two",
    );
    check(&["@shop"], "the settings file has no group of roots `shop`");
    let one = run(folder.path(), &["cite", "--root", "one", "--root", "two"]);
    assert_eq!(one.code, Some(2), "{one:?}");
}

#[test]
fn a_group_of_the_settings_names_roots() {
    let folder = shop();
    let settings = folder.path().join("settings.toml");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let groups = format!("[roots]\nshop = [\"web={}\", \"lib={}\"]\n", path("web"), path("shared"));
    std::fs::write(&settings, groups).unwrap();
    let with_settings = |args: &[&str]| {
        let mut command = firsthand(folder.path());
        let output = command.env("FIRSTHAND_CONFIG", &settings).args(args).output().unwrap();
        (output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let (out, _) = with_settings(&["search", "formatPrice", "--root", "@shop"]);
    assert!(String::from_utf8(out).unwrap().contains("lib:/src/index.ts:1-3"));
    let (_, unknown) = with_settings(&["search", "x", "--root", "@shops"]);
    assert!(unknown.contains("hint: there is: shop"), "{unknown}");
}

/// Shells expand `~` in some places alone, and clients of a server in none.
#[test]
#[cfg(unix)]
fn a_root_may_be_below_the_home_folder() {
    let folder = shop();
    let settings = folder.path().join("settings.toml");
    std::fs::write(&settings, "[roots]\nshop = [\"web=~/web\", \"lib=~/shared\"]\n").unwrap();
    let elsewhere = tree(&[]);
    let check = |args: &[&str], expect: &str| {
        let mut command = firsthand(elsewhere.path());
        let command = command.env("HOME", folder.path()).env("FIRSTHAND_CONFIG", &settings);
        let output = command.args(args).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stdout).contains(expect), "{args:?}: {output:?}");
    };
    let query = ["search", "formatPrice"];
    check(&[&query[..], &["--root", "lib=~/shared"]].concat(), "lib:/src/index.ts:1-3");
    check(&[&query[..], &["--root=~/shared"]].concat(), "src/index.ts:1-3");
    check(&[&query[..], &["--root", "~"]].concat(), "shared/src/index.ts:1-3");
    check(&[&query[..], &["--root", "@shop"]].concat(), "lib:/src/index.ts:1-3");
    check(&["doctor", "--root", "~/shared"], &folder.path().join("shared").display().to_string());
}

/// A package is searched if it is asked for, at the version that the lock file names, although git ignores it.
#[test]
fn installed_packages_are_searched_when_they_are_asked_for() {
    let lock = r#"{"packages": {"node_modules/pad": {"version": "1.3.0"}, "node_modules/old": {"version": "2.0.0"}}}"#;
    let folder = tree(&[
        (".gitignore", "node_modules\n"),
        ("package-lock.json", lock),
        (
            "src/app.js",
            "const padLine = require(\"pad\");\nfunction row(text) {\n  return padLine(text);\n}\n",
        ),
        (
            "node_modules/pad/package.json",
            "{\"name\": \"pad\", \"version\": \"1.3.0\", \"main\": \"index.js\"}\n",
        ),
        (
            "node_modules/pad/index.js",
            "module.exports = function padLine(text) {\n  return text + \" \";\n};\n",
        ),
        ("node_modules/pad/node_modules/inner/index.js", "function padLine() {}\n"),
        ("node_modules/old/package.json", "{\"version\": \"1.0.0\"}\n"),
    ]);
    let search =
        |args: &[&str]| run(folder.path(), &[&["search", "padLine", "--root", "."], args].concat());
    assert!(!search(&[]).out.contains("dep:"));
    let found = search(&["--with-deps=pad"]);
    assert!(found.err.contains("searched, too: dep:pad@1.3.0:/"), "{found:?}");
    assert!(found.out.contains("dep:pad@1.3.0:/index.js:1-3"), "{found:?}");
    assert!(found.out.contains("\nsrc/app.js:"), "{found:?}");
    assert!(!found.out.contains("inner"), "{found:?}");
    // Without names, those that the question names.
    assert!(!search(&["--with-deps"]).out.contains("dep:"));
    let named = ["explore", "how does pad make a padLine?", "--with-deps", "--root", "."];
    let named = run(folder.path(), &named);
    assert!(named.out.contains("dep:pad@1.3.0:/index.js:1-3"), "{named:?}");
    let other = search(&["--with-deps=old,gone"]);
    assert!(
        other.err.contains("of old the lock file names 2.0.0, and 1.0.0 is installed"),
        "{other:?}"
    );
    assert!(other.err.contains("no lock file in the root names gone"), "{other:?}");
}

#[test]
fn a_change_in_the_first_root_affects_the_others() {
    let folder = shop();
    let shared = folder.path().join("shared");
    let git = |words: &[&str]| git(&shared, words);
    git(&["init", "-q"]);
    git(&["add", "-A"]);
    git(&["commit", "-q", "-m", "a"]);
    let changed = SHARED.replace("cents: number", "cents: number, unit: string");
    std::fs::write(folder.path().join("shared/src/index.ts"), changed).unwrap();
    let roots = ["--root", "lib=shared", "--root", "web"];
    let impact = run(folder.path(), &[&["impact"], &roots[..]].concat());
    assert!(impact.out.contains("lib:/src/index.ts"), "{impact:?}");
    assert!(impact.out.contains("web:/src/order.ts"), "{impact:?}");
    let history = ["research", "when did formatPrice change?", "--format", "json"];
    let history = run(folder.path(), &[&history, &roots[..]].concat());
    assert_eq!(history.code, Some(0), "{history:?}");
}

/// Nothing is said of places in a root that is not given: neither that they are gone, nor that what was absent is there.
#[test]
fn accounted_what_a_run_saw_in_roots_that_are_not_given_is_not_checked() {
    let (folder, beside) = (shop(), tree(&[]));
    let transcript = beside.path().join("run.jsonl");
    let transcript = transcript.to_str().unwrap();
    let explore = ["explore", "formatPrice", "--format", "json", "--transcript", transcript];
    let report = both(&folder, &explore).out;
    let complete = std::fs::read_to_string(transcript).unwrap();
    let cut: String = complete.split_inclusive('\n').take(4).collect();
    let verify = |report: &str, roots: &[&str]| {
        run_with(folder.path(), &[&["verify", "-"], roots].concat(), report.as_bytes())
    };
    let resume = |args: &[&str]| {
        std::fs::write(transcript, &cut).unwrap();
        run(folder.path(), &[&["explore", "--resume", transcript], args].concat())
    };
    for (roots, lacking, hint) in [
        (&["--root", "web=web"][..], "root lib", "--root lib=DIR"),
        (&["--root", "lib=shared"], "root web", "--root web=DIR"),
        (&["--root", "shared"], "root lib", "--root lib=DIR"),
    ] {
        let said = format!(
            "error: not checked: {lacking} is not given\nhint: {hint} gives it; all roots of the run are needed\n"
        );
        for refused in [verify(&report, roots), resume(roots)] {
            assert_eq!((refused.code, &*refused.err), (Some(2), &*said), "{roots:?} {refused:?}");
        }
    }
    let given = ["--root", "web", "--root", "lib=shared"];
    verify(&report, &given).text(0);
    assert_eq!(resume(&given).code, Some(0));
    std::fs::write(transcript, &complete).unwrap();
    let replayed = run(folder.path(), &["replay", transcript, "--root", "lib=shared"]);
    assert!(replayed.err.contains("not checked: root web is not given"), "{replayed:?}");
    let single =
        run(folder.path(), &["explore", "formatPrice", "--format", "json", "--root", "web"]).out;
    let refused = verify(&single, &["--root", "web=web"]);
    assert!(refused.err.starts_with("error: not checked: a root without a name"), "{refused:?}");
}
