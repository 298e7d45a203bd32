//! Calls are resolved by the static type of their receiver, in languages with static types.

use firsthand_codegraph::Relation::{self, Callers};

use crate::repo::{Repo, check_callers, check_lines, expected, places};

const LIST: &str = "package base;\n\
    public class Items extends Element implements Iterable<Item> {\n\
    \x20 int size;\n\
    \x20 public int size() { return size; }\n\
    \x20 public void add(Item item) {}\n\
    \x20 public Items asList() { return this; }\n\
    }\n";
const ELEMENT: &str = "package base;\n\
    public class Element {\n\
    \x20 public String value;\n\
    \x20 public void copy() {}\n\
    }\n";
const MARK: &str = "package base;\npublic @interface Mark {\n  String value();\n}\n";

/// Callees of `symbol` in a tree whose `use/Use.java` has a body, and the notes.
fn check(body: &str, symbol: &str, expect: &str, notes: &[&str]) {
    let using = format!(
        "package use;\n\
         import base.Items;\nimport base.Mark;\nimport java.util.List;\nimport java.util.Arrays;\n\
         class Use {{\n{body}}}\n"
    );
    let repo = Repo::of(&[
        ("src/base/Items.java", LIST),
        ("src/base/Element.java", ELEMENT),
        ("src/base/Mark.java", MARK),
        ("src/use/Use.java", &using),
    ]);
    let result = repo.relate(symbol, Relation::Callees);
    assert_eq!(places(&result), expected(expect), "{body}: {:?}", result.notes);
    assert_eq!(result.notes, notes, "{body}");
}

#[test]
fn a_member_of_a_type_from_outside_the_tree_resolves_to_nothing() {
    let outside = |names: &str| format!("calls of Use.go that lead out of this tree: {names}");
    for body in [
        "void go(List<Item> all) { all.add(all.size()); }",
        "void go() { List<Item> all = null; all.add(all.size()); }",
        "List<Item> all;\nvoid go() { all.add(this.all.size()); }",
        "void go(Object o) { if (o instanceof List<Item> all) { all.add(all.size()); } }",
        "void go() { for (List<Item> all : many) { all.add(all.size()); } }",
    ] {
        check(body, "Use.go", "", &[&outside("add, size")]);
    }
    let body = "void go() { Arrays.asList(1); String.valueOf(2); }";
    check(body, "Use.go", "", &[&outside("asList, valueOf")]);
    let body = "void go() { var all = new Items(); all.add(1); }";
    let made = "src/base/Items.java:2-7 Items import\nsrc/base/Items.java:5-5 Items.add import";
    check(body, "Use.go", made, &[]);
    // If the type is unknown, the call resolves by name to the only declaration of the tree.
    let body = "<T> void go(T all) { all.add(1); }";
    check(body, "Use.go", "src/base/Items.java:5-5 Items.add name", &[]);
}

#[test]
fn a_member_of_a_type_of_the_tree_resolves_to_its_declaration() {
    for body in [
        "void go(Items all) { all.add(1); all.copy(); }",
        "private Items all;\nvoid go() { all.add(1); this.all.copy(); }",
        "void go() { Items all = make(), other; all.add(1); all.copy(); }",
    ] {
        let notes: &[&str] = if body.contains("make") {
            &["calls of Use.go that lead out of this tree: make"]
        } else {
            &[]
        };
        check(
            body,
            "Use.go",
            "src/base/Element.java:4-4 Element.copy import
             src/base/Items.java:5-5 Items.add import",
            notes,
        );
    }
    // A class inherits the fields and methods of its super class.
    let files = [
        ("src/base/Items.java", LIST),
        (
            "src/a/Base.java",
            "package a;\nimport base.Items;\nclass Base {\n  Items all;\n  void fill() {}\n}\n",
        ),
        (
            "src/a/More.java",
            "package a;\nclass More extends Base {\n  void go() { all.add(1); fill(); }\n}\n",
        ),
        (
            "src/a/Other.java",
            "package a;\nimport java.util.List;\nclass Other {\n  void go(List<Item> all) { all.add(1); }\n}\n",
        ),
    ];
    check_callers(&files, "Items.add", "src/a/More.java:3-3 More.go import");
    check_callers(&files, "Base.fill", "src/a/More.java:3-3 More.go scope");
}

#[test]
fn a_constant_of_an_enumeration_has_the_members_of_that() {
    check_lines(
        r##"
-- p/F.java
package p;
public enum F {
  ONE(G.ONE), TWO(G.TWO) { int own() { return 2; } };
  F(G g) {}
  public G mapped() { return null; }
}
-- p/G.java
package p;
public enum G { ONE, TWO; public G mapped() { return this; } }
-- p/U.java
package p;
class U {
  G go() { return F.ONE.mapped(); }
  G other() { return G.TWO.mapped(); }
}
"##,
        &[(Callers, "F.mapped", "p/U.java:3 scope"), (Callers, "G.mapped", "p/U.java:4 scope")],
    );
}

#[test]
fn a_call_does_not_resolve_to_a_field_that_cannot_be_called() {
    let outside: &[&str] = &["calls of Use.go that lead out of this tree: value"];
    let body = "<T> void go(T one) { one.value(); }";
    check(body, "Use.go", "src/base/Mark.java:3-3 Mark.value name", &[]);
    check("void go(Items one) { one.value(); }", "Use.go", "", outside);
    let body = "void go(Mark mark) { mark.value(); }";
    check(body, "Use.go", "src/base/Mark.java:3-3 Mark.value import", &[]);
    // A field or a local variable with the name of a method does not shadow the method.
    let body = "void go(Items all) { int size = all.size(); }";
    check(body, "Use.go", "src/base/Items.java:4-4 Items.size import", &[]);
    let body = "int size;\nint size() { return 1; }\nint go() { int size = size(); return size; }";
    check(body, "Use.go", "src/use/Use.java:8-8 Use.size scope", &[]);
    let files = [("a.rs", "pub struct A { run: u32 }\n"), ("b.rs", "pub fn f(b: B) { b.run() }\n")];
    check_callers(&files, "A.run", "");
    let files = [
        ("a.go", "package a\n\ntype A struct {\n\tRun func()\n}\n"),
        ("b.go", "package a\n\nfunc f(b *A) { b.Run() }\n"),
    ];
    check_callers(&files, "A.Run", "b.go:3-3 f scope");
}

#[test]
fn notes_give_the_reason_why_calls_are_unresolved() {
    let each = |name: &str| format!("class {name} {{ open() {{}} }}\n");
    let many: String = ["A", "B", "C"].into_iter().map(each).collect();
    let repo = Repo::of(&[
        ("a.ts", &format!("export {many}")),
        ("b.ts", "export function go(x) {\n  x.open()\n  x.elsewhere()\n}\n"),
    ]);
    let result = repo.relate("go", Relation::Callees);
    assert_eq!(
        result.notes,
        [
            "calls of go that lead out of this tree: elsewhere",
            "calls of go with several declarations in this tree, which one is not known: open",
        ]
    );
}

#[test]
fn a_parameter_has_the_type_of_what_the_decorated_function_of_its_name_gives() {
    check_lines(
        r##"
-- kit/testing.py
class Runner:
    def invoke(self): pass
class Other:
    def invoke(self): pass
-- tests/conftest.py
from kit.testing import Runner, Other
@pytest.fixture
def runner(request):
    return Runner()
@pytest.fixture()
def typed() -> Runner:
    return make()
@pytest.fixture
def opened():
    with made() as value:
        yield Runner()
def plain():
    return Runner()
@pytest.fixture
def either(request):
    if request: return Runner()
    return Other()
-- tests/deep/test_a.py
def test_runner(runner): runner.invoke()
def test_typed(typed): typed.invoke()
def test_opened(opened): opened.invoke()
def test_plain(plain): plain.invoke()
def test_either(either): either.invoke()
-- tests/test_own.py
from kit.testing import Other
@pytest.fixture
def runner(): return Other()
def test_own(runner): runner.invoke()
-- other/test_b.py
def test_elsewhere(runner): runner.invoke()
-- app.py
from kit.testing import Runner
@route("/runner")
def runner(): return Runner()
def render(runner): runner.invoke()
"##,
        &[
            (
                Callers,
                "kit/testing.py:2",
                "app.py:4 name, other/test_b.py:1 name, tests/deep/test_a.py:1 import, tests/deep/test_a.py:2 import, \
                 tests/deep/test_a.py:3 import, tests/deep/test_a.py:4 name, tests/deep/test_a.py:5 name",
            ),
            (
                Callers,
                "kit/testing.py:4",
                "app.py:4 name, other/test_b.py:1 name, tests/deep/test_a.py:4 name, tests/deep/test_a.py:5 name, \
                 tests/test_own.py:4 import",
            ),
        ],
    );
}

/// The grammar leaves what is given to a macro as tokens: a test that bears the name of what it calls is no less a caller.
#[test]
fn among_the_tokens_of_a_macro_a_call_has_its_receiver() {
    let color = "pub struct Color;\n\nimpl Color {\n    pub fn red() -> Color { Color }\n    pub fn text(&self, n: u8) -> u8 { n }\n}\n\npub struct Other;\n\nimpl Other {\n    pub fn text(&self, n: u8) -> u8 { n }\n}\n";
    let tests = "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn text() {\n        let c = some();\n        assert_eq!(1, c.text(1));\n    }\n\n    #[test]\n    fn other() {\n        let c: Other = some();\n        assert_eq!(1, c.text(1));\n    }\n\n    #[test]\n    fn chained() {\n        assert!(Color::red().text(1) > 0);\n    }\n\n    fn bare(text: u8) {\n        assert!(text > 1);\n    }\n}\n";
    let repo = Repo::of(&[("src/lib.rs", &format!("{color}\n{tests}"))]);
    let callers = |symbol: &str| places(&repo.relate(symbol, Callers)).trim().replace('\n', ", ");
    let by_name = "src/lib.rs:18-22 tests::text name";
    let of_color = format!("src/lib.rs:30-33 tests::chained scope, {by_name}");
    assert_eq!(callers("Color::text"), of_color);
    assert_eq!(callers("Other::text"), format!("src/lib.rs:24-28 tests::other scope, {by_name}"));
    assert_eq!(callers("Color::red"), "src/lib.rs:30-33 tests::chained scope");
}
