//! Module names of JavaScript and TypeScript: to which file of the tree each leads.

use firsthand_codegraph::{Relation, Resolution};

use crate::repo::Repo;

const CODE: &str = "export function target() {}\n";

/// The file to which the import `source` in the file `from` leads; `-` if to none. `tree` has a file a line: the path,
/// and for a configuration its text.
fn resolved(tree: &str, from: &str, source: &str) -> String {
    let import =
        format!("import {{ target }} from '{source}'\nexport const user = () => target()\n");
    let mut files: Vec<(&str, &str)> = tree
        .lines()
        .map(|line| line.trim().split_once(' ').unwrap_or((line.trim(), CODE)))
        .collect();
    files.push((from, &import));
    let found = Repo::of(&files).relate(&format!("{from}#user"), Relation::Callees);
    let by_import = found.regions.iter().find(|place| place.resolution == Some(Resolution::Import));
    by_import.map_or("-".to_owned(), |place| place.path.to_string())
}

fn check(cases: &[(&str, &str, &str, &str)]) {
    let wrong = cases.iter().filter_map(|(tree, from, source, expect)| {
        let found = resolved(tree, from, source);
        (found != *expect)
            .then(|| format!("{source} from {from} leads to {found}, not {expect}, in:\n{tree}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_relative_name_leads_to_the_source_or_from_javascript_to_the_built_file() {
    let folder = "src.ts\nsrc/index.ts\nsrc/f.ts\nsrc/f/index.ts";
    let both = "src/d.ts\nsrc/d.js";
    check(&[
        ("src/b.ts", "src/a.ts", "./b", "src/b.ts"),
        ("src/b/index.tsx", "src/a.ts", "./b", "src/b/index.tsx"),
        (folder, "src/a.ts", ".", "src/index.ts"),
        (folder, "src/a.ts", "./f/", "src/f/index.ts"),
        (folder, "src/a.ts", "./f", "src/f.ts"),
        (both, "src/a.ts", "./d.js", "src/d.ts"),
        (both, "src/a.js", "./d.js", "src/d.js"),
        ("src/d.mts\nsrc/d.ts", "src/a.ts", "./d.mjs", "src/d.mts"),
        ("src/d.cts\nsrc/d.ts", "src/a.ts", "./d.cjs", "src/d.cts"),
        ("src/chart.js.ts", "src/a.ts", "./chart.js", "src/chart.js.ts"),
        ("src/b.ts", "src/a.ts", "../../b", "-"),
        ("index.ts", "src/a.ts", "..", "index.ts"),
    ]);
}

#[test]
fn a_suffix_for_the_bundler_is_no_part_of_a_module_name() {
    let tree = "src/w.ts\nsrc/v.js";
    check(&[
        (tree, "src/a.ts", "./w?worker", "src/w.ts"),
        (tree, "src/a.ts", "./v.js?url", "src/v.js"),
    ]);
}

#[test]
fn paths_of_a_configuration_are_followed() {
    let paths = r#"{"compilerOptions": {"paths": {"@/*": ["./src/*"], "@/lib/*": ["./lib/*"]}}}"#;
    let two = format!("tsconfig.json {paths}\nsrc/lib/b.ts\nlib/b.ts\nsrc/c.ts");
    let with_mark = format!("tsconfig.json \u{feff}{paths}\nsrc/b.ts");
    let commented =
        "tsconfig.json { /* why */ \"compilerOptions\": {\"baseUrl\": \"src\",},}\nsrc/b.ts";
    let nearest = format!("tsconfig.json {paths}\nsrc/tsconfig.json {{}}\nsrc/b.ts");
    let broken = format!("tsconfig.json {paths}\nsrc/tsconfig.json {{,\nsrc/b.ts");
    check(&[
        (&two, "src/a.ts", "@/lib/b", "lib/b.ts"),
        (&two, "src/a.ts", "@/c", "src/c.ts"),
        (&two, "src/a.ts", "@/none", "-"),
        (&with_mark, "src/a.ts", "@/b", "src/b.ts"),
        (commented, "src/a.ts", "b", "src/b.ts"),
        (&nearest, "src/a.ts", "@/b", "src/b.ts"),
        (&broken, "src/a.ts", "@/b", "src/b.ts"),
    ]);
}

#[test]
fn configurations_that_a_configuration_extends_or_refers_to_are_read() {
    let base = r#"base.json {"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#;
    let from_base = |config: &str| format!("tsconfig.json {config}\n{base}\nsrc/b.ts");
    let referred = format!(
        "tsconfig.json {}\ntsconfig.app.json {}\nsrc/b.ts",
        r#"{"files": [], "references": [{"path": "./tsconfig.app.json"}]}"#,
        r#"{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#,
    );
    let of_package = format!(
        "tsconfig.json {}\ncfg/package.json {}\ncfg/base.json {}\nsrc/b.ts",
        r#"{"extends": "@repo/ts/base.json"}"#,
        r#"{"name": "@repo/ts"}"#,
        r#"{"compilerOptions": {"paths": {"@/*": ["${configDir}/src/*"]}}}"#,
    );
    let circle = r#"tsconfig.json {"extends": "./tsconfig.json", "references": [{"path": "."}]}"#;
    check(&[
        (&from_base(r#"{"extends": "./base"}"#), "src/a.ts", "@/b", "src/b.ts"),
        (
            &from_base(r#"{"extends": ["./none.json", "./base.json"]}"#),
            "src/a.ts",
            "@/b",
            "src/b.ts",
        ),
        (
            &from_base(r#"{"extends": "./base.json", "compilerOptions": {"baseUrl": "."}}"#),
            "src/a.ts",
            "@/b",
            "src/b.ts",
        ),
        (
            &from_base(r#"{"extends": "./base.json", "compilerOptions": {"paths": {}}}"#),
            "src/a.ts",
            "@/b",
            "-",
        ),
        (&referred, "src/a.ts", "@/b", "src/b.ts"),
        (&of_package, "src/a.ts", "@/b", "src/b.ts"),
        (circle, "src/a.ts", "@/b", "-"),
    ]);
}

#[test]
fn names_of_a_package_lead_into_it() {
    let own = r##"package.json {"imports": {"#t/*": "./types/*.d.ts"}}
        types/x.d.ts"##;
    let main = r#"p/package.json {"main": "lib/main.js"}
        p/lib/main.js"#;
    let conditions = r#"p/package.json {"name": "p", "exports": {".": {"browser": "./b.js", "import": "./i.js"}}}
        p/b.js
        p/i.js"#;
    let longest = r#"p/package.json {"name": "p", "exports": {"./*": "./any/*.js", "./f/*": "./f/in/*.js"}}
        p/any/f/x.js
        p/f/in/x.js"#;
    let two = r#"a/package.json {"name": "p", "main": "m.js"}
        a/m.js
        b/package.json {"name": "p", "main": "m.js"}
        b/m.js"#;
    check(&[
        (own, "src/a.ts", "#t/x", "types/x.d.ts"),
        (main, "p/test/a.js", "..", "p/lib/main.js"),
        (main, "q/a.js", "../p", "p/lib/main.js"),
        (conditions, "src/a.ts", "p", "p/i.js"),
        (longest, "src/a.ts", "p/f/x", "p/f/in/x.js"),
        (two, "b/src/a.js", "p", "b/m.js"),
        (two, "src/a.js", "p", "a/m.js"),
    ]);
}

#[test]
fn always_ends_with_entries_and_configurations_that_lead_in_circles() {
    let entries = r#"a/package.json {"main": "../b"}
        b/package.json {"main": "../a"}"#;
    let above = r#"a/package.json {"main": "b"}
        a/b/package.json {"main": ".."}
        a/index.ts"#;
    let extends = vec!["\"./tsconfig.json\""; 1000].join(", ");
    let wide = format!("tsconfig.json {{\"extends\": [{extends}]}}\nsrc/b.ts");
    let fields = r#"{"source": "./n", "module": "./n", "main": "./n", "types": "./n"}"#;
    let deep = |depth| format!("{}package.json {fields}\n", "n/".repeat(depth));
    let deep: String = (0..30).map(deep).collect();
    check(&[
        (entries, "x.ts", "./a", "-"),
        (above, "x.ts", "./a/b", "a/index.ts"),
        (wide.as_str(), "src/a.ts", "@/b", "-"),
        (deep.as_str(), "x/a.ts", "..", "-"),
    ]);
}

#[test]
fn a_project_that_a_configuration_refers_to_counts_for_its_own_files() {
    let tree = format!(
        "tsconfig.json {}\np/tsconfig.build.json {}\np/src/b.ts",
        r#"{"references": [{"path": "./p/tsconfig.build.json"}]}"#,
        r#"{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}"#,
    );
    check(&[
        (tree.as_str(), "p/src/a.ts", "@/b", "p/src/b.ts"),
        (tree.as_str(), "q/a.ts", "@/b", "-"),
    ]);
}
