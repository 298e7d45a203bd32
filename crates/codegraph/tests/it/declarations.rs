//! The declarations of each language: kind, qualified name, lines.

use firsthand_codegraph::Cancel;

use crate::repo::{Repo, expected};

/// Checks the declarations of a file: a line `kind qualified-name first-last` for each.
pub(crate) fn check(path: &str, source: &str, expect: &str) {
    let repo = Repo::of(&[]);
    let seen: Vec<String> = repo
        .graph()
        .declarations(path, source.as_bytes(), &Cancel::default())
        .iter()
        .map(|d| format!("{} {} {}-{}", d.kind, d.qualified, d.range.start(), d.range.end()))
        .collect();
    assert_eq!(seen.join("\n"), expected(expect), "declarations of {path}");
}

#[test]
fn constructors_are_known_by_their_kind_or_their_name_in_a_type() {
    let check = |path: &str, source: &str, expect: &[u32]| {
        let found = Repo::of(&[]).graph().declarations(path, source.as_bytes(), &Cancel::default());
        let found = found.iter().filter(|declared| declared.is_constructor);
        let lines: Vec<u32> = found.map(|declared| declared.head.start()).collect();
        assert_eq!(lines, expect, "{path}");
    };
    check("a.java", "class A {\n  A() {}\n  void f() {}\n  class B {}\n}\n", &[2]);
    check("a.cpp", "class A {\n  A();\n  void f();\n};\nA::A() {}\nvoid A::f() {}\n", &[2, 5]);
    check("a.py", "class A:\n  def __init__(self): pass\n  def f(self): pass\n", &[2]);
    check("b.py", "def __init__(): pass\ndef f():\n  def f(): pass\n", &[]);
    check("a.js", "class A {\n  constructor() {}\n  f() {}\n}\nfunction constructor() {}\n", &[2]);
    check("a.rb", "class A\n  def initialize\n  end\nend\ndef initialize\nend\n", &[2]);
    check("a.php", "<?php\nclass A {\n  function __construct() {}\n}\n", &[3]);
    check("a.kt", "class A(val b: Int) {\n  constructor() : this(1)\n}\n", &[2]);
}

#[test]
fn unknown_languages_declare_nothing() {
    check("a.unknown", "fn a() {}", "");
    check("notes.txt", "all:\n\ttrue\n", "");
    check("a.rs", "", "");
}

#[test]
fn declarations_around_syntax_errors_are_found() {
    check("a.rs", "fn ok() {}\n\nfn broken( {\n", "function ok 1-1");
    check("a.ts", "export function ok() {}\n}}}} =\n", "function ok 1-1");
}

#[test]
fn rust() {
    check(
        "a.rs",
        r"//! File.

use std::fmt;

/// A point.
#[derive(Debug)]
pub struct Point {
    /// Across.
    pub x: u32,
}

// A note that belongs to nothing.

impl fmt::Display for Point {
    // Inside.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn inner() {}
        Ok(())
    }
}

pub trait Shape: Clone {
    const SIDES: u32;
    type Unit;
    fn area(&self) -> f64;
}

mod deep {
    pub enum Way { In, Out(u8) }
    macro_rules! twice { ($x:expr) => { $x } }
}

mod elsewhere;
static COUNT: u32 = 0; // trailing
type Alias<T> = Vec<T>;
impl<T> Shape for Wrapper<T> where T: Copy {
    fn area(&self) -> f64 { 0.0 }
}
",
        r"
        struct Point 5-10
        field Point::x 8-9
        impl Point 14-20
        function Point::fmt 15-19
        function Point::fmt::inner 17-17
        trait Shape 22-26
        constant Shape::SIDES 23-23
        type Shape::Unit 24-24
        function Shape::area 25-25
        module deep 28-31
        enum deep::Way 29-29
        variant deep::Way::In 29-29
        variant deep::Way::Out 29-29
        macro deep::twice 30-30
        static COUNT 34-34
        type Alias 35-35
        impl Wrapper 36-38
        function Wrapper::area 37-37
        ",
    );
}

/// The head of a declaration ends before a body that begins at the start of a line.
#[test]
fn a_head_is_the_signature_with_the_first_line_of_an_indented_body() {
    let graph = Repo::of(&[]).graph();
    let check = |path: &str, source: &str, expect: &str| {
        let declarations = graph.declarations(path, source.as_bytes(), &Cancel::default());
        let head = |d: &firsthand_codegraph::Declaration| {
            format!("{} {}-{}", d.name, d.head.start(), d.head.end())
        };
        let heads: Vec<String> = declarations.iter().map(head).collect();
        assert_eq!(heads.join(", "), expect, "{path}: {source}");
    };
    check("a.rs", "fn f(a: u8) -> u8 {\n    a\n}\n", "f 1-1");
    check("a.rs", "fn f(\n    a: u8,\n)\n{\n}\n", "f 1-3");
    check("a.rs", "const A: [u8; 2] = [\n    1,\n    2,\n];\n", "A 1-4");
    check("a.py", "def f(a):\n    return a\n", "f 1-2");
    check("a.py", "def f(\n    a,\n):\n\n    return a\n", "f 1-5");
    check("a.py", "def f(a): return a\n", "f 1-1");
    check("a.rb", "def f(a)\n  a\nend\n", "f 1-2");
    check(
        "A.hs",
        "module A where\n\nf x\n  | x > 0 = 1\n  | otherwise = 2\n\ng x = x\n",
        "f 3-4, g 7-7",
    );
    check("A.cs", "class A\n{\n    void F(\n        int a)\n    {\n    }\n}\n", "A 1-1, F 3-5");
}

#[test]
fn only_an_attribute_marks_a_declaration_as_a_test() {
    let source = "/// Runs what has `#[test]`.\npub fn run() {}\n\n// #[test]\nfn off() {}\n\n\
                  /// Is a test.\n#[test]\n#[ignore]\nfn on() {}\n\n\
                  #[cfg(test)]\nmod tests {\n    fn inner() {}\n}\n\nfn last() {}\n";
    let graph = Repo::of(&[]).graph();
    let declarations = graph.declarations("a.rs", source.as_bytes(), &Cancel::default());
    let tests = declarations.iter().filter(|d| d.is_test);
    let tests: Vec<&str> = tests.map(|d| d.qualified.as_str()).collect();
    assert_eq!(tests, ["on", "tests", "tests::inner"]);
}

const SCRIPT: &str = r"import x from './x'

/**
 * Adds.
 */
export function add(a, b) {
  return a + b
}

// Runs.
export const run = async (job) => {
  const local = 1
  const step = () => job()
  return step()
}

const LIMIT = 10, OTHER = 11

export default class Queue extends Base {
  size = 0
  push(item) {}
  pop = () => {}
  #hidden() {}
  static get empty() { return true }
}

module.exports.close = function (code) {}
const table = { open: () => {}, shut: function () {}, plain: 1 }
";

#[test]
fn javascript() {
    check(
        "a.js",
        SCRIPT,
        r"
        function add 3-8
        function run 10-15
        function run.step 13-13
        constant LIMIT 17-17
        constant OTHER 17-17
        class Queue 19-25
        field Queue.size 20-20
        method Queue.push 21-21
        method Queue.pop 22-22
        method Queue.#hidden 23-23
        method Queue.empty 24-24
        function close 27-27
        constant table 28-28
        method table.open 28-28
        method table.shut 28-28
        ",
    );
}

#[test]
fn typescript() {
    check(
        "a.ts",
        r"export interface Store<T> extends Base<T> {
  get(key: string): T
  readonly size: number
}

export type Key = string | number
export enum Mode { Read, Write }

@Injectable()
export abstract class Memory implements Store<string> {
  private readonly map = new Map()
  constructor(private limit: number) {}
  abstract flush(): void
  get(key: string): string { return '' }
  handle = (event: Event): void => {}
}

declare module 'x' {
  export function lent(): void
}
namespace Inner { export const depth = 1 }
export function over(a: string): void
export function over(a: any) {}
declare const VERSION: string
export const App = (): void => {}
",
        r"
        interface Store 1-4
        method Store.get 2-2
        property Store.size 3-3
        type Key 6-6
        enum Mode 7-7
        variant Mode.Read 7-7
        variant Mode.Write 7-7
        class Memory 9-16
        field Memory.map 11-11
        method Memory.constructor 12-12
        field Memory.limit 12-12
        method Memory.flush 13-13
        method Memory.get 14-14
        method Memory.handle 15-15
        namespace x 18-20
        function x.lent 19-19
        namespace Inner 21-21
        constant Inner.depth 21-21
        function over 22-22
        function over 23-23
        constant VERSION 24-24
        function App 25-25
        ",
    );
}

#[test]
fn tsx() {
    check(
        "a.tsx",
        "export const Panel = ({ open }: Props) => (\n  <Side open={open}>\n    <Row />\n  </Side>\n)\n",
        "function Panel 1-5",
    );
}
