//! What a new member asks of code that was there before, in each language.

use insta::assert_snapshot;

use super::{of, places, repo, uncommitted, write};
use firsthand_impact::ChangeSpec;

/// The places that are no tests, siblings or documents, after a text of a file is replaced.
fn uses(files: &[(&str, &str)], (from, to): (&str, &str)) -> String {
    let repo = repo(files);
    let (path, text) = files[0];
    assert!(text.contains(from), "{path} holds {from}");
    write(&repo, &[(path, &text.replacen(from, to, 1))]);
    let found = places(&uncommitted(&repo));
    let uses = found.lines().filter(|line| !line.starts_with("sibling"));
    uses.map(|line| format!("{line}\n")).collect()
}

/// The files of a repository, and what is replaced in the first one.
type Row<'r> = (&'r [(&'r str, &'r str)], (&'r str, &'r str));

fn table(rows: &[Row<'_>]) -> String {
    rows.iter().map(|(files, change)| uses(files, *change)).collect()
}

#[test]
fn a_constructor_that_is_added_concerns_who_makes_the_type() {
    assert_snapshot!(table(&[
        (
            &[
                ("a.py", "class Mailer:\n    def send(self):\n        return 1\n"),
                ("b.py", "from a import Mailer\n\ndef go():\n    return Mailer()\n\nname: Mailer = None\n"),
            ],
            ("    def send", "    def __init__(self, host):\n        self.host = host\n\n    def send"),
        ),
        (
            &[
                ("a.ts", "export class Mailer {\n  send() { return 1 }\n}\n"),
                ("b.ts", "import { Mailer } from './a'\nexport function go(other: Mailer) {\n  return other\n}\nexport function make() {\n  return new Mailer()\n}\n"),
            ],
            ("  send", "  constructor(private host: string) {}\n  send"),
        ),
        (
            &[
                ("x/Mailer.java", "package x;\npublic class Mailer {\n    int send() { return 1; }\n}\n"),
                ("x/Use.java", "package x;\nclass Use {\n    int go() { return new Mailer().send(); }\n}\n"),
            ],
            ("    int send", "    Mailer(String host) {}\n    int send"),
        ),
        (
            &[
                ("Mailer.cs", "namespace X;\npublic class Mailer\n{\n    public int Send() => 1;\n}\n"),
                ("Use.cs", "namespace X;\npublic class Use\n{\n    public int Go() => new Mailer().Send();\n}\n"),
            ],
            ("    public int Send", "    public Mailer(string host) { }\n    public int Send"),
        ),
    ]), @r"
    caller b.py:4 go import
    caller b.ts:6 make import
    caller x/Use.java:3 Use.go scope
    caller Use.cs:4 Use.Go scope
    ");
}

#[test]
fn a_member_without_a_body_concerns_who_implements_the_type() {
    assert_snapshot!(table(&[
        (
            &[
                ("a.go", "package a\n\ntype Shape interface {\n\tArea() float64\n}\n"),
                ("b.go", "package a\n\ntype Square struct{}\n\nfunc (s Square) Area() float64 { return 1 }\n"),
                ("c.go", "package a\n\ntype Both struct{}\n\nfunc (s Both) Area() float64 { return 1 }\nfunc (s Both) Perimeter() float64 { return 1 }\n"),
            ],
            ("\tArea", "\tPerimeter() float64\n\tArea"),
        ),
        (
            &[
                ("a.rs", "pub trait Shape {\n    fn area(&self) -> f64;\n}\n"),
                ("b.rs", "use crate::a::Shape;\npub struct Square;\nimpl Shape for Square {\n    fn area(&self) -> f64 { 1.0 }\n}\n"),
            ],
            ("    fn area", "    fn perimeter(&self) -> f64;\n    fn area"),
        ),
        (
            &[
                ("a.py", "from abc import ABC, abstractmethod\n\nclass Shape(ABC):\n    @abstractmethod\n    def area(self):\n        ...\n"),
                ("b.py", "from a import Shape\n\nclass Square(Shape):\n    def area(self):\n        return 1\n"),
            ],
            ("    @abstract", "    @abstractmethod\n    def perimeter(self):\n        raise NotImplementedError\n\n    @abstract"),
        ),
        (
            &[
                ("x/Shape.java", "package x;\npublic abstract class Shape {\n    abstract int area();\n}\n"),
                ("x/Square.java", "package x;\nclass Square extends Shape {\n    int area() { return 1; }\n}\n"),
            ],
            ("    abstract int area", "    abstract int perimeter();\n    abstract int area"),
        ),
        (
            &[
                ("a.ts", "export interface Shape {\n  area(): number\n}\n"),
                ("b.ts", "import { Shape } from './a'\nexport class Square implements Shape {\n  area() { return 1 }\n}\n"),
            ],
            ("  area", "  readonly name: string\n  area"),
        ),
    ]), @r"
    implementor b.go:3 Square name
    implementor b.rs:3 Square name
    implementor b.py:3 Square import
    implementor x/Square.java:2 Square scope
    implementor b.ts:2 Square import
    ");
    // With a body, it asks nothing.
    assert_snapshot!(table(&[
        (
            &[
                ("a.rs", "pub trait Shape {\n    fn area(&self) -> f64;\n}\n"),
                ("b.rs", "use crate::a::Shape;\npub struct Square;\nimpl Shape for Square {\n    fn area(&self) -> f64 { 1.0 }\n}\n"),
            ],
            ("    fn area", "    fn perimeter(&self) -> f64 { self.area() * 4.0 }\n    fn area"),
        ),
        (
            &[
                ("x/Shape.java", "package x;\npublic abstract class Shape {\n    abstract int area();\n}\n"),
                ("x/Square.java", "package x;\nclass Square extends Shape {\n    int area() { return 1; }\n}\n"),
            ],
            ("    abstract int area", "    int perimeter() { return 4; }\n    abstract int area"),
        ),
    ]), @"");
}

#[test]
fn a_field_that_is_added_concerns_who_gives_the_others_a_value() {
    assert_snapshot!(table(&[
        (
            &[
                ("a.go", "package a\n\ntype Conf struct {\n\tHost string\n}\n"),
                ("b.go", "package a\n\nfunc make1() Conf { return Conf{\"h\"} }\n\nfunc show(c Conf) string { return c.Host }\n"),
            ],
            ("\tHost", "\tPort int\n\tHost"),
        ),
        (
            &[
                ("a.rs", "pub struct Conf {\n    pub host: String,\n}\n"),
                ("b.rs", "use crate::a::Conf;\npub fn make(host: String) -> Conf {\n    Conf {\n        host,\n    }\n}\npub fn show(c: &Conf) -> &str {\n    &c.host\n}\n"),
            ],
            ("    pub host", "    pub port: u16,\n    pub host"),
        ),
        (
            &[
                ("a.py", "from dataclasses import dataclass\n\n@dataclass\nclass Conf:\n    host: str\n"),
                ("b.py", "from a import Conf\n\ndef make():\n    return Conf('h')\n\ndef show(c: Conf):\n    return c.host\n"),
            ],
            ("    host: str", "    host: str\n    port: int"),
        ),
        (
            &[
                ("x/Conf.java", "package x;\npublic record Conf(\n    String host\n) {}\n"),
                ("x/Use.java", "package x;\nclass Use {\n    Conf make() { return new Conf(\"h\"); }\n}\n"),
            ],
            ("String host", "String host,\n    int port"),
        ),
        (
            &[
                ("Conf.kt", "package x\n\ndata class Conf(\n    val host: String\n)\n"),
                ("Use.kt", "package x\n\nfun make(): Conf = Conf(\"h\")\n"),
            ],
            ("val host: String", "val host: String,\n    val port: Int"),
        ),
        (
            &[
                ("Conf.swift", "struct Conf {\n    let host: String\n}\n"),
                ("Use.swift", "func make() -> Conf {\n    return Conf(host: \"h\")\n}\nfunc show(_ c: Conf) -> String {\n    return c.host\n}\n"),
            ],
            ("    let host", "    let port: Int\n    let host"),
        ),
        (
            &[
                ("a.ts", "export interface Conf {\n  host: string\n}\n"),
                ("b.ts", "import { Conf } from './a'\nexport const standard: Conf = {\n  host: 'h',\n}\nexport function show(c: Conf) {\n  return c.host\n}\nexport function make(): Conf {\n  return { host: 'h' }\n}\n"),
            ],
            ("  host", "  port: number\n  host"),
        ),
    ]), @r"
    caller b.go:3 make1 scope
    caller b.rs:3 make name
    caller b.py:4 make import
    caller x/Use.java:3 Use.make scope
    caller Use.kt:3 make scope
    caller Use.swift:2 make scope
    caller b.ts:8 make import
    implementor b.ts:2 standard import
    ");
    // One with a value of its own, or of a type with a constructor, asks nothing.
    assert_snapshot!(table(&[
        (
            &[
                ("a.py", "from dataclasses import dataclass\n\n@dataclass\nclass Conf:\n    host: str\n"),
                ("b.py", "from a import Conf\n\ndef make():\n    return Conf('h')\n"),
            ],
            ("    host: str", "    host: str\n    port: int = 1"),
        ),
        (
            &[
                ("a.ts", "export class Conf {\n  constructor(a: string) {}\n}\n"),
                ("b.ts", "import { Conf } from './a'\nexport const one = new Conf('h')\n"),
            ],
            ("  constructor", "  port: number\n  constructor"),
        ),
    ]), @"");
}

#[test]
fn an_override_that_is_added_has_the_callers_of_its_base() {
    assert_snapshot!(table(&[
        (
            &[
                ("a.py", "class Thing:\n    def area(self):\n        return 1\n\n\nclass Sub(Thing):\n    def double(self):\n        return self.area() * 2\n"),
                ("b.py", "from a import Sub, Thing\n\ndef one(t: Thing):\n    return t.area()\n\ndef two():\n    t = Sub()\n    return t.area()\n\ndef three(shape):\n    return shape.perimeter()\n"),
            ],
            ("    def double", "    def area(self):\n        return 5\n\n    def double"),
        ),
        (
            &[
                ("x/Child.java", "package x;\npublic class Child extends Base {\n}\n"),
                ("x/Base.java", "package x;\npublic class Base {\n    String title() { return \"\"; }\n}\n"),
                ("x/Use.java", "package x;\nclass Use {\n    String one(Child c) { return c.title(); }\n    String two(Base b) { return b.title(); }\n}\n"),
            ],
            ("Base {\n", "Base {\n    String title() { return \"child\"; }\n"),
        ),
        // A name that is new has no users, whatever else has it.
        (
            &[
                ("a.py", "class Thing:\n    def area(self):\n        return 1\n"),
                ("b.py", "import a\n\ndef one(t):\n    return t.save(1)\n"),
                ("c.py", "class Other:\n    def save(self, x):\n        return 1\n"),
            ],
            ("    def area", "    def save(self, x):\n        return 5\n\n    def area"),
        ),
    ]), @r"
    caller b.py:8 two import
    caller a.py:11 Sub.double scope
    caller b.py:4 one name
    caller x/Use.java:3 Use.one scope
    caller x/Use.java:4 Use.two name
    ");
}

#[test]
fn who_enumerates_what_a_type_lists_uses_it_too() {
    assert_snapshot!(table(&[
        (
            &[
                ("kind.ts", "export type Kind =\n  | \"alpha\"\n  | \"bravo\"\n  | \"charlie\"\n"),
                ("use.ts", "import { Kind } from './kind'\nexport function label(k: Kind) {\n  switch (k) {\n    case \"alpha\": return 1\n    case \"bravo\": return 2\n    case \"charlie\": return 3\n  }\n}\n"),
            ],
            ("\"charlie\"", "\"charlie\"\n  | \"delta\""),
        ),
        (
            &[
                ("x/Kind.java", "package x;\npublic enum Kind {\n    ALPHA,\n    BRAVO,\n    CHARLIE\n}\n"),
                ("x/Use.java", "package x;\nclass Use {\n    int label(Kind k) {\n        switch (k) {\n            case ALPHA: return 1;\n            case BRAVO: return 2;\n            case CHARLIE: return 3;\n        }\n        return 0;\n    }\n}\n"),
            ],
            ("CHARLIE", "CHARLIE,\n    DELTA"),
        ),
        (
            &[
                ("Kind.swift", "enum Kind {\n    case alpha\n    case bravo\n    case charlie\n}\n"),
                ("Use.swift", "func label(_ k: Kind) -> Int {\n    switch k {\n    case .alpha: return 1\n    case .bravo: return 2\n    case .charlie: return 3\n    }\n}\n"),
            ],
            ("case charlie", "case charlie\n    case delta"),
        ),
    ]), @r"
    reference use.ts:2 label import
    reference x/Use.java:3 Use.label scope
    reference Use.swift:1 label scope
    ");
}

#[test]
fn the_users_of_a_file_that_is_gone_since() {
    let repo = repo(&[
        ("src/price.py", "def apply_discount(x):\n    return x\n"),
        (
            "src/app.py",
            "from src.price import apply_discount\n\ndef run(t):\n    return apply_discount(t)\n",
        ),
    ]);
    write(&repo, &[("src/price.py", "def apply_discount(x):\n    return x + 1\n")]);
    repo.commit("Change", &[("src/price.py", "def apply_discount(x):\n    return x + 1\n")]);
    std::fs::remove_file(repo.root().join("src/price.py")).unwrap();
    let document = of(&repo, ChangeSpec::parse("HEAD~1..HEAD"));
    assert_snapshot!(places(&document), @r"
    caller src/app.py:4 run import
    reference src/app.py:1 - import
    ");
    assert!(document.unused.is_empty());
}

/// A member that takes another argument no longer stands in place of what it implemented.
#[test]
fn what_a_member_with_another_signature_implemented() {
    let check = |file: &str, text: &str, (from, to): (&str, &str), expect: &str| {
        let repo = repo(&[(file, text), ("z.txt", "nothing\n")]);
        write(&repo, &[(file, &text.replacen(from, to, 1))]);
        let found = places(&uncommitted(&repo));
        assert_eq!(found.trim_end(), expect, "{file}");
    };
    let go = "package x\n\ntype Share interface {\n\tLoad(id string) int\n}\n\ntype service struct{}\n\nfunc (s *service) Load(id string) int { return 1 }\n\nfunc NewShare() Share { return &service{} }\n";
    check(
        "s.go",
        go,
        (") Load(id string", ") Load(id string, n int"),
        "reference s.go:4 Share.Load name",
    );
    let java = "interface Share {\n  int load(String id);\n}\nclass Service implements Share {\n  public int load(String id) {\n    return 1;\n  }\n}\n";
    check(
        "S.java",
        java,
        ("public int load(String id", "public int load(String id, int n"),
        "reference S.java:2 Share.load scope",
    );
    let python = "class Share:\n    def load(self, id):\n        raise NotImplementedError\n\n\nclass Service(Share):\n    def load(self, id):\n        return 1\n";
    check(
        "s.py",
        python,
        ("def load(self, id):\n        return", "def load(self, id, n):\n        return"),
        "reference s.py:2 Share.load scope",
    );
    let apart = "class Share:\n    def load(self, id):\n        return 2\n\n\nclass Service:\n    def load(self, id):\n        return 1\n";
    check(
        "s.py",
        apart,
        ("def load(self, id):\n        return 1", "def load(self, id, n):\n        return 1"),
        "sibling s.py:2 Share.load alike",
    );
}
