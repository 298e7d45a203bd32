//! Symbols as callers write them: names with signs, operators, and places.

use firsthand_codegraph::{Cancel, Query, Relation};

use crate::repo::{Repo, expected, places};

fn check(files: &[(&str, &str)], symbol: &str, relation: Relation, expect: &str) {
    let result = Repo::of(files).relate(symbol, relation);
    assert_eq!(places(&result), expected(expect), "{relation} of {symbol}: {:?}", result.notes);
}

fn check_definition(path: &str, text: &str, symbol: &str, expect: &str) {
    check(&[(path, text)], symbol, Relation::Definition, expect);
}

#[test]
fn a_private_name_can_be_asked_for_in_every_form() {
    let text = "export class Mailer {\n  send(m: string) { return this.#pack(m) }\n  #pack(m: string) { return m }\n}\n";
    for (path, symbol) in [
        ("a.ts", "Mailer.#pack"),
        ("a.ts", "Mailer::#pack"),
        ("a.ts", "#pack"),
        ("a.ts", "pack"),
        ("a.js", "Mailer.pack"),
    ] {
        let text = if path == "a.js" { text.replace(": string", "") } else { text.to_owned() };
        let expect = format!("{path}:2-2 Mailer.send scope");
        check(&[(path, &text)], symbol, Relation::Callers, &expect);
    }
}

#[test]
fn a_declaration_can_be_asked_for_in_its_own_words() {
    for (path, text, symbol, expect) in [
        (
            "a.py",
            "class Cart:\n    def total(self):\n        pass\n",
            "class Cart",
            "a.py:1-3 Cart scope",
        ),
        (
            "a.py",
            "class Cart:\n    def total(self):\n        pass\n",
            "def total",
            "a.py:2-3 Cart.total scope",
        ),
        (
            "a.py",
            "class Cart:\n    def total(self):\n        pass\n",
            "def total(self):",
            "a.py:2-3 Cart.total scope",
        ),
        ("a.rs", "pub fn total(a: u8) {}\n", "pub fn total(a: u8)", "a.rs:1-1 total scope"),
        ("a.ts", "export class Cart {}\n", "export class Cart", "a.ts:1-1 Cart scope"),
        ("a.go", "package a\n\nfunc Total() {}\n", "func Total", "a.go:3-3 Total scope"),
        ("a.yml", "\u{feff}go_x:\n  a: 1\n", "go_x", "a.yml:1-2 go_x scope"),
        ("a.sh", "\u{feff}go_x() {\n  echo\n}\n", "go_x", "a.sh:1-3 go_x scope"),
        // Nothing is declared in these words.
        ("a.py", "class Cart:\n    pass\n", "def Cart", ""),
        ("a.py", "total = 1\n", "open total", ""),
    ] {
        check_definition(path, text, symbol, expect);
    }
}

#[test]
fn the_sign_of_a_name_distinguishes_it_from_one_without() {
    let text = "class A {\n  pack() { return 1 }\n  #pack() { return 2 }\n}\n";
    check_definition("a.js", text, "A.#pack", "a.js:3-3 A.#pack scope");
    check_definition("a.js", text, "A.pack", "a.js:2-2 A.pack scope");
}

#[test]
fn what_a_tree_declares_can_be_asked_for_by_its_printed_name() {
    for (path, text, symbol, expect) in [
        ("a.rs", "fn r#type() {}\n", "r#type", "r#type"),
        ("a.rs", "fn r#type() {}\n", "type", "r#type"),
        ("a.cpp", "V operator + (V a) { return a; }\n", "operator+", "operator +"),
        ("a.cpp", "V operator+(V a) { return a; }\n", "operator +", "operator+"),
        ("a.cpp", "O& operator<<(O& o) { return o; }\n", "operator<<", "operator<<"),
        (
            "a.cpp",
            "V& V::operator[](int i) { return *this; }\n",
            "Vec::operator[]",
            "V::operator[]",
        ),
        (
            "a.cpp",
            "struct V {\n  void operator()(int a) {}\n};\n",
            "V::operator()",
            "V::operator()",
        ),
        ("a.cpp", "V::~V() {}\n", "V::~V", "V::~V"),
        ("a.rb", "class Money\n  def <=>(o) = 1\nend\n", "Money#<=>", "Money.<=>"),
        ("a.rb", "class Money\n  def [](i); end\nend\n", "[]", "Money.[]"),
        ("a.rb", "class Money\n  def +(o); end\nend\n", "Money.+", "Money.+"),
        ("a.rb", "class Money\n  def empty?; end\nend\n", "Money#empty?", "Money.empty?"),
        ("a.rb", "class Money\n  def save!; end\nend\n", "save!", "Money.save!"),
        ("a.rb", "class Money\n  def name=(v); end\nend\n", "Money#name=", "Money.name="),
        (
            "a.py",
            "class Vec:\n    def __add__(self, o): return self\n",
            "Vec.__add__",
            "Vec.__add__",
        ),
        ("a.swift", "struct V {\n  static func + (a: V) -> V { a }\n}\n", "V.+", "V.+"),
        (
            "a.kt",
            "class T {\n    fun `when it rains`() {}\n}\n",
            "T.`when it rains`",
            "T.when it rains",
        ),
        (
            "a.kt",
            "class T {\n    fun `when it rains`() {}\n}\n",
            "when it rains",
            "T.when it rains",
        ),
        ("a.scala", "class Num:\n  def ::(o: Num) = o\n", "Num.::", "Num.::"),
        ("a.scala", "object O { def <+>(a: Int) = a }\n", "<+>", "O.<+>"),
        ("A.hs", "module A where\n\na <+> b = a\n", "(<+>)", "<+>"),
        ("a.cs", "class O {\n  static O operator +(O a) => a;\n}\n", "O.operator+", "O.operator +"),
        ("a.cs", "class O {\n  int this[int i] => 1;\n}\n", "O.this[]", "O.this"),
        ("a.cs", "class O {\n  void @class() {}\n}\n", "O.class", "O.@class"),
        ("a.cs", "class O {\n  ~O() {}\n}\n", "O.~O", "O.~O"),
        ("a.ex", "defmodule S do\n  def valid?(x), do: x\nend\n", "S.valid?/1", "S.valid?"),
        ("a.zig", "pub fn @\"my fn\"() void {}\n", "my fn", "@\"my fn\""),
        ("a.php", "<?php\nclass Foo {\n  public $prop;\n}\n", "Foo::$prop", "Foo::prop"),
        ("a.php", "<?php\nclass Foo {\n  public $prop;\n}\n", "Foo::prop", "Foo::prop"),
        (
            "a.cs",
            "class V { static V operator +(V a) => a; }\nclass W { static W operator+(W a) => a; }\n",
            "V.operator+",
            "V.operator +",
        ),
        ("a.py", "def cafe\u{301}_open(): return 1\n", "caf\u{e9}_open", "cafe\u{301}_open"),
        ("a.py", "def caf\u{e9}_open(): return 1\n", "cafe\u{301}_open", "caf\u{e9}_open"),
    ] {
        let result = Repo::of(&[(path, text)]).relate(symbol, Relation::Definition);
        let names = result.regions.iter().filter_map(|region| region.symbol.as_ref());
        let names: Vec<&str> = names.map(|symbol| symbol.qualified.as_str()).collect();
        assert_eq!(names, [expect], "{symbol}: {:?}", result.notes);
    }
}

#[test]
fn a_place_can_be_written_in_many_ways() {
    let files = [
        ("src/a.py", "def f():\n    return 1\n"),
        ("lib/b.py", "y = 2\n"),
        ("src/b.py", "x = 1\n"),
    ];
    let repo = Repo::of(&files);
    let absolute = repo.path("src/a.py").display().to_string();
    for symbol in [
        "src/a.py:2",
        "./src/a.py:2",
        "src/a.py:2:5",
        "src\\a.py:2",
        "a.py:2",
        "src/a.py#L2",
        "src/a.py#L2-L5",
        "src/a.py(2)",
        "src/a.py, line 2",
        "src/a.py::f",
        "src/a.py#f",
        "a.py:f",
        "src/a.py#f(function)",
        &format!("{absolute}:2"),
        &format!("file://{absolute}:2"),
        "/srv/app/src/a.py:2",
        "https://example.com/o/r/blob/main/src/a.py#L2",
    ] {
        let found = repo.relate(symbol, Relation::Definition);
        assert_eq!(places(&found), "src/a.py:1-2 f scope", "{symbol}: {:?}", found.notes);
    }
    let found = repo.relate("b.py:1", Relation::Definition);
    assert_eq!(found.notes, ["b.py:1 can be in several files: lib/b.py, src/b.py"]);
    // Of several files, those that have the line.
    let files = [("lib/a.py", "def f():\n    return 1\n"), ("src/a.py", "x = 1\n")];
    let found = Repo::of(&files).relate("a.py:2", Relation::Definition);
    assert_eq!(places(&found), "lib/a.py:1-2 f scope", "{:?}", found.notes);
}

/// A place whose file is not there is no name to search for.
#[test]
fn a_line_of_a_file_that_is_not_there_means_nothing() {
    let repo = Repo::of(&[("src/app.py", "def nosuch(py): return py\n\n\nnosuch(12)\n")]);
    for symbol in ["nosuch.py:12", "lib/app.py:1", "src/nosuch.py:1", "./nosuch.py#L12"] {
        for relation in [Relation::Definition, Relation::Callers, Relation::References] {
            let result = repo.relate(symbol, relation);
            assert_eq!(places(&result), "", "{relation} of {symbol}");
            assert_eq!(result.notes, [format!("{symbol} names no file")], "{relation}");
        }
    }
}

/// A path that leads out of the tree is not that of the file inside which has its end.
#[test]
fn contained_a_symbol_outside_of_the_tree_names_no_file() {
    let repo = Repo::of(&[("src/app.py", "def run(py): return py\n\n\nrun(12)\n")]);
    for symbol in
        ["../src/app.py:1", "../../etc/src/app.py:1", "src/../../src/app.py:1", "..\\src\\app.py:1"]
    {
        for relation in [Relation::Definition, Relation::Callers] {
            let result = repo.relate(symbol, relation);
            assert_eq!(places(&result), "", "{relation} of {symbol}");
            let note = format!("{symbol} names no file: a path here has no `..`");
            assert_eq!(result.notes, [note], "{relation}");
        }
    }
    assert!(!places(&repo.relate("./src/app.py:1", Relation::Callers)).is_empty());
}

/// A search that was stopped did not look at every file: it says that, and nothing about what is there.
#[test]
fn accounted_a_stopped_relation_does_not_say_that_something_is_not_there() {
    let repo = Repo::of(&[("src/app.py", "def run(py): return py\n\n\nrun(12)\n")]);
    let late = Cancel::new().after(std::time::Duration::ZERO);
    let cancelled = Cancel::new();
    cancelled.cancel();
    let query =
        |within: Option<&str>| Query { within: within.map(str::to_owned), ..Query::default() };
    for symbol in ["src/app.py:1", "src/app.py", "run", "src/app.py#run", "no_such", "12"] {
        for relation in Relation::ALL {
            for within in [None, Some("src"), Some("src/app.py")] {
                for (cancel, why) in [
                    (&late, "the time was up: only what was found until then"),
                    (&cancelled, "cancelled: what was found until then"),
                ] {
                    let result = repo.graph().relate(symbol, relation, &query(within), cancel);
                    assert_eq!(result.notes, [why], "{relation} of {symbol} in {within:?}");
                }
            }
        }
    }
}

/// Of a name with `$` in it, other parts are no words of their own.
#[test]
fn a_name_may_have_a_sign_in_it() {
    let class = "class A {\n  readonly users$ = of(1);\n  pick$(id) { return this.users$ }\n}\n";
    let java = "class A {\n  static class B$C { }\n  void x$() { }\n  int y$ = 1;\n}\n";
    let vue = "<script setup>\nconst user$ = f();\nfunction save$() { return user$ }\n</script>\n";
    for (path, text, symbol, expect) in [
        ("a.ts", "export const tick$ = 5;\n", "tick$", "a.ts:1-1 tick$ scope"),
        ("a.js", "export function a$b(id) { return id }\n", "a$b", "a.js:1-1 a$b scope"),
        ("a.js", "export const $el = 1;\n", "$el", "a.js:1-1 $el scope"),
        ("a.js", "export function _run$() { }\n", "_run$", "a.js:1-1 _run$ scope"),
        ("a.ts", class, "users$", "a.ts:2-2 A.users$ scope"),
        ("a.ts", class, "A.users$", "a.ts:2-2 A.users$ scope"),
        ("a.ts", class, "A#pick$", "a.ts:3-3 A.pick$ scope"),
        ("A.java", java, "B$C", "A.java:2-2 A.B$C scope"),
        ("A.java", java, "A.x$", "A.java:3-3 A.x$ scope"),
        ("A.java", java, "y$", "A.java:4-4 A.y$ scope"),
        ("a.vue", vue, "user$", "a.vue:2-2 user$ scope"),
        ("a.vue", vue, "save$", "a.vue:3-3 save$ scope"),
        ("a.php", "<?php\nclass A {\n  public $a_b;\n}\n", "$a_b", "a.php:3-3 A::a_b scope"),
    ] {
        check_definition(path, text, symbol, expect);
    }
}
