//! References where locals shadow a name, where a module augments another, in long declarations, and after syntax
//! errors.

use firsthand_codegraph::{Relation, Resolution};

use crate::repo::{Repo, check_callers, places};

#[test]
fn every_call_in_a_long_declaration_is_reported() {
    let gap = "  other()\n".repeat(60);
    let calls = format!("{gap}  await far<number>()\n").repeat(6);
    let text = format!("import {{ far }} from './far'\nexport async function a() {{\n{calls}}}\n");
    let files = [("far.ts", "export function far<T>() {}\n"), ("a.ts", &text)];
    let result = Repo::of(&files).relate("far.ts#far", Relation::Callers);
    assert!(result.regions.len() < 6);
    let mut lines: Vec<(u32, Resolution)> = Vec::new();
    for region in &result.regions {
        lines.extend(&region.related);
        let within = |line: &u32| region.range.start() <= *line && *line <= region.range.end();
        assert!(region.hits.iter().all(within));
    }
    lines.sort_unstable();
    let expect: Vec<(u32, Resolution)> =
        (1..=6).map(|call| (2 + 61 * call, Resolution::Import)).collect();
    assert_eq!(lines, expect);
}

#[test]
fn locals_shadow_declarations_of_the_file() {
    let files = [
        ("far.ts", "export function far() {}\n"),
        (
            "a.ts",
            "import { far } from './far'\n\
             export function run() {}\n\
             export const a = (run) => run()\n\
             export function b() {\n  const run = make()\n  run()\n}\n\
             export function c() {\n  [1].map((run) => run())\n  run()\n}\n\
             export function d() {\n  function run() {}\n  run()\n}\n\
             export function e() {\n  for (const run of all) { run() }\n}\n\
             export function f() {\n  { const run = 1 }\n  run()\n}\n\
             export const g = ({ far }) => far()\n\
             export const h = () => far()\n",
        ),
    ];
    check_callers(&files, "a.ts:2", "a.ts:8-11 c scope\na.ts:19-22 f scope");
    check_callers(&files, "far.ts#far", "a.ts:24-24 h import");
    let files = [
        ("far.ts", "export interface Far {}\n"),
        (
            "a.ts",
            "import { Far } from './far'\n\
             export const a = (Far: Far) => Far\n\
             export const b = <Far>(x: Far) => x\n",
        ),
    ];
    let result = Repo::of(&files).relate("far.ts#Far", Relation::References);
    assert_eq!(places(&result), "a.ts:2-2 a import\na.ts:1-1 - import");
    let files = [(
        "a.py",
        "def run():\n    pass\n\n@make\ndef made():\n    pass\n\n\
         def a(run):\n    run()\n\n\
         def b():\n    run = 1\n    run()\n\n\
         def c():\n    [run() for run in all]\n    run()\n\n\
         def d(x=run()):\n    made()\n\n\
         def e(made):\n    made()\n\n\
         def f():\n    made = 1\n    made()\n",
    )];
    check_callers(&files, "a.py:1", "a.py:15-17 c scope\na.py:19-20 d scope");
    check_callers(&files, "a.py#made", "a.py:19-20 d scope\na.py:22-23 e name");
}

#[test]
fn references_follow_module_augmentation() {
    let files = [
        ("core/package.json", "{ \"name\": \"core\" }"),
        ("core/index.ts", "export { Shop } from './shop'\n"),
        (
            "core/shop.ts",
            "export interface Shop {\n  open(): void\n}\nexport const make = (): Shop => build<Shop>()\n",
        ),
        (
            "more.ts",
            "declare module 'core' {\n  interface Shop {\n    close(): void\n  }\n}\nexport {}\n",
        ),
    ];
    let result = Repo::of(&files).relate("more.ts:2", Relation::References);
    let expect = "core/shop.ts:4-4 make scope\ncore/index.ts:1-1 - import";
    let mut seen: Vec<String> = places(&result).lines().map(str::to_owned).collect();
    seen.sort_unstable_by_key(|line| !line.contains("shop.ts"));
    assert_eq!(seen.join("\n"), expect, "{:?}", result.notes);
}

#[test]
fn declarations_after_a_syntax_error_are_found() {
    // The grammar takes the second signature for a comparison.
    let signatures = "  <A>(a: A): Pair<A>\n\n  <A, B>(a: A, b: B): Pair<A, B>\n".repeat(4);
    let broken = format!("export interface Many {{\n{signatures}}}\n");
    let rest = "\nexport class Shop<A = any, B extends string = string> {\n  open() {}\n}\n";
    let more = "\nexport type Open = { [K in keyof Shop]: K }\n";
    let files = [
        ("shop.ts", format!("{broken}{rest}{more}")),
        (
            "use.ts",
            "import { Shop } from './shop'\nexport const a = () => new Shop().open()\n".to_owned(),
        ),
    ];
    let files = files.each_ref().map(|(path, text)| (*path, text.as_str()));
    check_callers(&files, "shop.ts#Shop", "use.ts:2-2 a import");
    let found = Repo::of(&files).relate("shop.ts#Shop", Relation::Definition);
    assert_eq!(places(&found), "shop.ts:16-18 Shop scope");
}

/// A parameter shadows a name in the whole function, and a local variable of a block from there on. Where the computed end
/// of a local's scope is approximate, the name is resolved by name only.
#[test]
fn a_call_that_a_local_may_shadow_is_certain_only_outside_of_its_scope() {
    let check = |path: &str, text: &str, symbol: &str, expect: &str| {
        check_callers(&[(path, text)], symbol, expect);
    };
    let kotlin = "fun top() {}\nfun one() { top() }\nfun two(top: () -> Unit) { top() }\n";
    check("a.kt", kotlin, "top", "a.kt:2-2 one scope");
    let swift = "func top() {}\nfunc one() { top() }\nfunc two(top: () -> Void) { top() }\n";
    check("a.swift", swift, "top", "a.swift:2-2 one scope");
    let scala =
        "object A {\n  def top() = 1\n  def one() = top()\n  def two(top: () => Int) = top()\n}\n";
    check("a.scala", scala, "top", "a.scala:3-3 A.one scope");
    let lua = "local function top() end\nlocal function one() top() end\nlocal function two(top) top() end\n";
    check("a.lua", lua, "top", "a.lua:2-2 one scope");
    let rust = "fn top() {}\nfn one() { top() }\nfn two(top: fn()) { top() }\nfn three() { let top = || (); top() }\n";
    let expect = "a.rs:2-2 one scope";
    check("a.rs", rust, "top", expect);
    let rust = "fn top() {}\nfn one(a: bool) {\n if a {\n let top = || ();\n top()\n }\n}\nfn two() { top() }\n";
    check("a.rs", rust, "top", "a.rs:8-8 two scope");
    let go = "package a\nfunc top() {}\nfunc one() { top() }\nfunc two() { if top := f(); top() { } }\nfunc three() { for _, top := range f() { top() } }\nfunc four() { { top := f(); top() }\n top() }\n";
    check("a.go", go, "top", "a.go:3-3 one scope\na.go:6-7 four scope");
    let cpp = "void top() {}\nvoid one() { auto top = [] {}; top(); }\nvoid two() { { auto top = f(); }\n top(); }\n";
    check("a.cpp", cpp, "top", "a.cpp:3-4 two scope");
    let swift = "func top() {}\nfunc one() {\n let top = { }\n top()\n}\n";
    check("a.swift", swift, "top", "");
    let haskell =
        "module A where\n\ntop n = n\n\none = top 1\n\ntwo top = top 2\n\nthree = \\top -> top 3\n";
    let expect = "a.hs:5-5 one scope\na.hs:7-7 two name\na.hs:9-9 three name";
    check("a.hs", haskell, "top", expect);
    let go = "package a\nfunc top() {}\nfunc one() { top() }\nfunc two(top func()) { top() }\nfunc three() { top := f(); top() }\n";
    let expect = "a.go:3-3 one scope";
    check("a.go", go, "top", expect);
    let files = [
        ("go.mod", "module m\n"),
        ("s/s.go", "package s\nfunc Get() {}\n"),
        (
            "a.go",
            "package a\nimport \"m/s\"\nfunc one() { s.Get() }\nfunc two() { s := other(); s.Get() }\n",
        ),
    ];
    check_callers(&files, "Get", "a.go:3-3 one import\na.go:4-4 two name");
}
