//! Build configuration files define module names, whether git ignores them or not.

use firsthand_codegraph::{Cancel, Options, Query, Relation};

use crate::repo::{Repo, places};

/// Callers of `symbol` in a tree.
fn check(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = Repo::of(files).relate(symbol, Relation::Callers);
    assert_eq!(places(&result), expect, "{symbol}: {:?}", result.notes);
}

#[test]
fn configurations_that_git_ignores_define_module_names() {
    let files = [
        (".gitignore", "**/package.json\ntsconfig.json\ndist\n"),
        (
            "core/package.json",
            "{ \"name\": \"core\", \"exports\": { \".\": { \"import\": \"./dist/main.mjs\" }, \"./more\": \"./lib/more.ts\", \"./d/*\": [\"./lib/deep/*.ts\"] } }",
        ),
        ("core/src/main.ts", "export function target() {}\n"),
        ("core/lib/more.ts", "export function target() {}\n"),
        ("core/lib/deep/one.ts", "export function target() {}\n"),
        (
            "use/tsconfig.json",
            "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"../core/src/*\"] } } }",
        ),
        ("use/a.ts", "import { target } from 'core'\nexport const a = () => target()\n"),
        ("use/b.ts", "import { target } from 'core/more'\nexport const b = () => target()\n"),
        ("use/c.ts", "import { target } from '@/main'\nexport const c = () => target()\n"),
        ("use/d.ts", "import { target } from 'core/d/one'\nexport const d = () => target()\n"),
    ];
    let both = "use/a.ts:2-2 a import\nuse/c.ts:2-2 c import";
    check(&files, "core/src/main.ts#target", both);
    check(&files, "core/lib/more.ts#target", "use/b.ts:2-2 b import");
    check(&files, "core/lib/deep/one.ts#target", "use/d.ts:2-2 d import");
}

#[test]
fn configurations_that_the_host_refuses_are_not_read() {
    let repo = Repo::of(&[
        (".gitignore", "package.json\n"),
        ("core/package.json", "{ \"name\": \"core\" }"),
        ("core/index.ts", "export function target() {}\n"),
        ("use.ts", "import { target } from 'core'\nexport const a = () => target()\n"),
    ]);
    let callers = |options: Options| {
        let graph = repo.graph_with(options);
        let query = Query::default();
        let found =
            graph.relate("core/index.ts#target", Relation::Callers, &query, &Cancel::default());
        places(&found)
    };
    let open = callers(Options::default());
    assert_eq!(open, "use.ts:2-2 a import");
    let refused = callers(Options {
        skip: std::sync::Arc::new(|path| path.ends_with("package.json")),
        ..Options::default()
    });
    let excluded =
        callers(Options { excludes: vec!["package.json".to_owned()], ..Options::default() });
    assert_eq!([refused, excluded], ["use.ts:2-2 a name"; 2]);
}
