//! The type of an expression before a member follows from declarations: the results of functions, the values of
//! variables, the elements of containers, casts and checks.

use firsthand_codegraph::Relation::Callers;

use crate::repo::{Repo, callers, check_calls, check_lines};

/// Checks who calls the method of two types: the functions whose names begin with `a` have a value of the first, those
/// with `b` one of the second, and those with `u` one of an unknown type.
fn check(files: &[(&str, &str)], methods: [&str; 2]) {
    let repo = Repo::of(files);
    for (method, own) in methods.into_iter().zip(["a", "b"]) {
        let result = callers(&repo, method);
        let mut found: Vec<(String, bool)> = Vec::new();
        for region in &result.regions {
            let name = region.symbol.as_ref().map_or("-", |symbol| &symbol.name);
            let certain = region.resolution.is_some_and(|r| r.to_string() != "name");
            found.push((name.to_owned(), certain));
        }
        let is_function = |word: &&str| {
            let (head, tail) = word.split_at(word.len().min(1));
            ["u", own].contains(&head)
                && !tail.is_empty()
                && tail.bytes().all(|b| b.is_ascii_digit())
        };
        let words = files
            .iter()
            .flat_map(|(_, text)| text.split(|c: char| !(c.is_alphanumeric() || c == '_')));
        let mut expect: Vec<(String, bool)> = words
            .filter(is_function)
            .map(|word| (word.to_owned(), word.starts_with(own)))
            .collect();
        for list in [&mut found, &mut expect] {
            list.sort_unstable();
            list.dedup();
        }
        assert_eq!(found, expect, "callers of {method}: {:?}", result.notes);
    }
}

#[test]
fn go() {
    check(
        &[
            ("go.mod", "module m\n"),
            (
                "a.go",
                "package a

type A struct{}
type B struct{}
type H struct {
	a  A
	bs []*B
	m  map[string]A
}

func (A) Go()  {}
func (*B) Go() {}
func (A) To() (*B, error) { return nil, nil }
func makeA() A            { return A{} }
func makeB() (*B, error)  { return nil, nil }

func a1() { x := makeA(); x.Go() }
func b1() { y, _ := makeB(); y.Go() }
func b2(h H) { h.bs[0].Go() }
func b3(h H) { for _, x := range h.bs { x.Go() } }
func a2(h H) { h.m[\"x\"].Go() }
func a3() { makeA().Go() }
func b4(v any) { v.(*B).Go() }
func b5(a A) { x, _ := a.To(); x.Go() }
func a4(v any) { switch t := v.(type) { case A: t.Go() } }
func u1(v any) { switch t := v.(type) { case A, *B: t.Go() } }
func u2() { _, x := makeB(); x.Go() }
func u3(f func() A) { f().Go() }
",
            ),
        ],
        ["A.Go", "B.Go"],
    );
}

#[test]
fn rust() {
    check(
        &[(
            "src/lib.rs",
            "pub struct A;
pub struct B;
impl A { pub fn go(&self) {} pub fn to_b(&self) -> B { B } pub fn with() -> Self { A } }
impl B { pub fn go(&self) {} pub fn load() -> Result<B, ()> { Ok(B) } }
pub struct H { a: A, b: Option<B>, v: Vec<A>, s: [B; 2] }
pub fn make() -> A { A }
pub fn a1() { let y = make(); y.go(); }
pub fn b1(h: &H) { if let Some(x) = &h.b { x.go(); } }
pub fn a2(h: &H) { for x in &h.v { x.go(); } }
pub fn b2(h: &H) { h.a.to_b().go(); }
pub fn a3() { make().go(); }
pub fn a4() { A::with().go(); }
pub fn b3() -> Result<(), ()> { B::load()?.go(); Ok(()) }
pub fn b4(h: &H) { h.s[1].go(); }
pub fn u1(f: impl Fn() -> B) { f().go(); }
pub fn u2(h: &H) { h.v.iter().next().unwrap().go(); }
",
        )],
        ["A::go", "B::go"],
    );
}

#[test]
fn c_sharp_java_and_cpp() {
    check(
        &[(
            "a.cs",
            "class A { public void Go() {} public B To() => new B(); }
class B { public void Go() {} }
class H {
  System.Collections.Generic.List<A> list;
  A Make() => new A();
  void a1() { var z = Make(); z.Go(); }
  void b1() { Make().To().Go(); }
  void a2() { foreach (var q in list) q.Go(); }
  void a3(object o) { ((A)o).Go(); }
  void b2(object o) { (o as B).Go(); }
  void a4() { list[0].Go(); }
  void u1(System.Func<B> f) { f().Go(); }
}
",
        )],
        ["A.Go", "B.Go"],
    );
    check(
        &[(
            "A.java",
            "package p;
import java.util.*;
class A { void go() {} B to() { return new B(); } }
class B { void go() {} }
record R(A a, B b) { void b1() { b().go(); } }
class H {
  List<A> l; A[] s;
  A make() { return new A(); }
  void b2() { make().to().go(); }
  void a1() { for (var x : l) x.go(); }
  void a2(Object o) { ((A) o).go(); }
  void b3(R r) { r.b().go(); }
  void a3() { s[0].go(); }
  void a4() { var x = make(); x.go(); }
  void a5() { l.forEach(x -> x.go()); }
}
",
        )],
        ["A.go", "B.go"],
    );
    check(
        &[(
            "a.cpp",
            "#include <vector>
struct B;
struct A { void go() {} B* to(); };
struct B { void go() {} };
struct H { std::vector<A> v;
  void a1() { for (auto& x : v) x.go(); }
  void a2() { v[0].go(); }
};
A make() { return A(); }
void a3() { auto z = make(); z.go(); }
void b1() { make().to()->go(); }
void a4(void* p) { static_cast<A*>(p)->go(); }
void b2(void* p) { ((B*)p)->go(); }
void a5() { auto* n = new A; n->go(); }
",
        )],
        ["A::go", "B::go"],
    );
}

#[test]
fn kotlin_swift_and_scala() {
    check(
        &[(
            "a.kt",
            "class A { fun go() {}
  fun to() = B() }
class B { fun go() {} }
fun make(): A = A()
fun makeB() = B()
fun b1() { make().to().go() }
fun a1(l: List<A>) { for (x in l) x.go() }
fun b2(o: Any) { if (o is B) o.go() }
fun a2(o: Any) { (o as A).go() }
fun b3(o: Any) = when (o) { is B -> o.go(); else -> Unit }
fun b4() { val z = makeB(); z.go() }
fun u1(o: Any) { if (o !is B) o.go() }
fun u2(o: Any) = when (o) { is A, is B -> o.go(); else -> Unit }
",
        )],
        ["A.go", "B.go"],
    );
    check(
        &[(
            "a.swift",
            "class A { func go() {}
  func to() -> B { B() } }
struct B { func go() {} }
func make() -> A { A() }
class H {
  var b: B?
  var l: [A] = []
  func a1() { for x in l { x.go() } }
  func b1() { if let b { b.go() } }
  func b2() { guard let q = b else { return }; q.go() }
  func a2() { l[0].go() }
  func u1() { l.forEach { $0.go() } }
}
func b3() { make().to().go() }
func b4(o: Any) { if let x = o as? B { x.go() } }
func a3(o: Any) { (o as! A).go() }
",
        )],
        ["A.go", "B.go"],
    );
    check(
        &[(
            "A.scala",
            "class A { def go(): Unit = ()
  def to: B = new B }
class B { def go(): Unit = () }
object M { def make(): A = new A }
object G {
  def b1() = M.make().to.go()
  def b2(l: List[B]) = for (x <- l) x.go()
}
",
        )],
        ["A.go", "B.go"],
    );
}

#[test]
fn typescript_and_python() {
    check(
        &[
            (
                "lib.ts",
                "export class A { go() {} to(): B { return new B() } }
export class B { go() {} }
export function make(): A { return new A() }
export const makeB = (): B => new B()
export async function later(): Promise<A> { return new A() }
",
            ),
            (
                "use.ts",
                "import { A, B, make, makeB, later } from './lib'
interface Deps { a: A; b?: B }
export function b1() { make().to().go() }
export function a1(o: unknown) { (o as A).go() }
export function b2(o: unknown) { if (o instanceof B) o.go() }
export function a2({ a }: Deps) { a.go() }
export function b3(d: Deps) { d.b!.go() }
export async function a3() { const x = await later(); x.go() }
export function b4() { const y = makeB(); y.go() }
export function a4(l: A[]) { for (const x of l) x.go() }
export function a5(l: A[]) { l[0].go() }
export function b9(m: Map<string, B>) { m.get('x')!.go() }
",
            ),
        ],
        ["A.go", "B.go"],
    );
    check(
        &[(
            "a.py",
            "class A:
    def go(self): pass
    def to(self) -> 'B': return B()
class B:
    def go(self): pass
class H:
    l: list[A]
    def a1(self):
        for x in self.l:
            x.go()
def make() -> A: return A()
def a2():
    y = make()
    y.go()
def b1(): make().to().go()
def b2(o):
    if isinstance(o, B):
        o.go()
def b3(l: list[B]): return [q.go() for q in l]
def a3(d: dict[str, A]): d['x'].go()
def a4():
    if (m := make()): m.go()
def u1(o):
    if isinstance(o, B):
        o = load()
        o.go()
",
        )],
        ["A.go", "B.go"],
    );
}

#[test]
fn php_and_ruby() {
    check(
        &[("a.php", "<?php
class A { public function go() {} public static function make(): self { return new self; } public function to(): B { return new B; } }
class B { public function go() {} }
function a1() { A::make()->go(); }
function b1(A $x) { $x->to()->go(); }
function b2($o) { if ($o instanceof B) { $o->go(); } }
function makeB(): B { return new B; }
function b3() { $q = makeB(); $q->go(); }
")],
        ["A::go", "B::go"],
    );
    check(
        &[(
            "a.rb",
            "class A
  def go; end
end
class B
  def go; end
end
class H
  def initialize
    @a = A.new
    @b ||= B.new
  end
  def a1 = @a.go
  def b1 = @b.go
  def a2
    x = A.new
    x.go
  end
  def b2 = B.new.go
  def u1(x) = x.go
end
",
        )],
        ["A#go", "B#go"],
    );
}

/// The values of two variables may be made from each other any number of times: what is read for a type is bounded.
#[test]
fn a_variable_of_very_many_values_is_called_by_name() {
    let values = "    x = y.f()\n    y = x.g()\n".repeat(3_000);
    let ty = "class A:\n    def go(self): pass\n    def f(self) -> 'A': pass\n    def g(self) -> 'A': pass\n";
    let text = format!("-- a.py\n{ty}def u():\n{values}    x.go()\n");
    check_lines(&text, &[(Callers, "A.go", "a.py:6006 name")]);
}

/// Several values that one name gets are none of them; of a long list of names, no values are found.
#[test]
fn a_name_that_gets_several_values_has_no_type() {
    let names: Vec<String> = (0..3_000).map(|at| format!("x{at}")).collect();
    let values = vec!["a()"; names.len()].join(", ");
    let go = format!("{} := {values}", names.join(", "));
    let text = format!(
        "-- a.py\nclass A:\n    def go(self): pass\nclass B:\n    def go(self): pass\ndef a() -> A: pass\n\
         def b() -> B: pass\ndef u():\n    x = a(), b()\n    x.go()\n    y = a()\n    y.go()\n\
         -- a.go\npackage a\ntype C struct{{}}\nfunc (C) run() {{}}\nfunc a() C {{ return C{{}} }}\n\
         func u() {{\n{go}\nx2999.run()\n}}\nfunc v() {{\n\tc, d := a(), 1\n\tc.run()\n}}\n"
    );
    let rows = [
        (Callers, "A.go", "a.py:9 name, a.py:11 scope"),
        (Callers, "C.run", "a.go:7 name, a.go:11 scope"),
    ];
    check_lines(&text, &rows);
}

/// The function whose result is used stands in another file of the folder, or in one of many files of an imported one.
#[test]
fn a_function_in_another_file_of_the_folder() {
    let go_types = "package shop\n\ntype A struct{}\n\nfunc (A) Go() {}\n\ntype B struct{}\n\nfunc (*B) Go() {}\n";
    let go_made = "package shop\n\nfunc NewA(path string) (*A, error) { return nil, nil }\n\nfunc OfB() *B { return nil }\n";
    let go_uses = "package shop

func a1() {
	it, err := NewA(\"x\")
	if err != nil {
		return
	}
	it.Go()
}
func b1() { it := OfB(); it.Go() }
func b2() { OfB().Go() }
func b3() { var it = OfB(); it.Go() }
func u1() { it := Unknown(); it.Go() }
";
    let go_far = "package far

import \"m/shop\"

func b4() { shop.OfB().Go() }
func a2() { it, _ := shop.NewA(\"x\"); it.Go() }
";
    let filler = "package shop\n\nvar _ = OfB\n";
    let others = ["c", "d", "e", "f", "g"].map(|name| (format!("shop/{name}.go"), filler));
    let mut files = vec![
        ("go.mod", "module m\n"),
        ("shop/types.go", go_types),
        ("shop/made.go", go_made),
        ("shop/uses.go", go_uses),
        ("far/far.go", go_far),
        ("beside/made.go", "package beside\n\nfunc Unknown() int { return 1 }\n"),
    ];
    check(&files, ["A.Go", "B.Go"]);
    files.extend(others.iter().map(|(path, text)| (path.as_str(), *text)));
    check(&files, ["A.Go", "B.Go"]);
    let kotlin = [
        ("shop/Types.kt", "package shop\n\nclass A { fun go() {} }\n\nclass B { fun go() {} }\n"),
        ("shop/Made.kt", "package shop\n\nfun newA(): A = A()\n\nfun ofB(): B { return B() }\n"),
        (
            "shop/Uses.kt",
            "package shop\n\nfun a1() { val it = newA(); it.go() }\n\nfun b1() { ofB().go() }\n\nfun u1() { val it = unknown(); it.go() }\n",
        ),
    ];
    check(&kotlin, ["A.go", "B.go"]);
}

/// Type arguments before a call, the conversion of a value, and a field that is embedded two types further down.
#[test]
fn generic_calls_conversions_and_embedded_fields_of_go() {
    check_calls(
        r##"
-- go.mod
module m
-- a.go
package m

type S[T any] struct{}
type O struct{}
type K uint8
type L string
type Base struct{}
type User struct{ *Base }
type Admin struct{ User }

func (*S[T]) Push(x T)   {}
func (*O) Push(x any)    {}
func (K) String() string { return "" }
func (L) String() string { return "" }
func (Base) Name()       {}
func (u *User) Name()    { u.Base.Name() }

func NewS[T any](xs ...T) *S[T] { return &S[T]{} }

func f(n int, a Admin) {
	s := NewS[int]()
	s.Push(1)
	NewS[string]("a").Push("b")
	K(n).String()
	k := K(n)
	k.String()
	a.Base.Name()
	a.Name()
}
"##,
        &[
            ("S.Push", "a.go:22 scope, a.go:23 scope"),
            ("O.Push", ""),
            ("K.String", "a.go:24 scope, a.go:26 scope"),
            ("L.String", ""),
            ("Base.Name", "a.go:16 scope, a.go:27 scope"),
            ("User.Name", "a.go:28 scope"),
        ],
    );
}

/// A parameter has the type of its default; what is made of a type from outside, and a collection, has no method of the tree.
#[test]
fn defaults_and_values_from_outside() {
    check_calls(
        r##"
-- a.py
class A:
    def get(self, k): pass
class B:
    def get(self, k): pass
class C(dict):
    def get(self, k): pass
class Box[T]:
    def get(self, k): pass
def f(a=A()):
    a.get(1)
def g(a: dict[str, int], b: dict, c: str | None):
    a.get(1)
    b.get(2)
    c.get(3)
def h():
    Box[int](3).get(4)
    d = dict()
    d.get(5)
"##,
        &[
            ("A.get", "a.py:10 scope"),
            ("B.get", ""),
            ("C.get", "a.py:10 name, a.py:12 name, a.py:13 name, a.py:16 name, a.py:18 name"),
            ("Box", "a.py:16 scope"),
            ("Box.get", "a.py:16 scope"),
        ],
    );
    check_calls(
        r##"
-- a.ts
import { Pool } from 'pg';
export class A { get(k: string) {} }
export class B extends Pool { get(k: string) {} }
class Keeper {
  private seen = new Map<string, string>();
  constructor(private a = new A(), private m: Map<string, A>) {}
  run(p: Pool) {
    this.a.get('1');
    this.m.get('2');
    this.seen.get('3');
    new Headers().get('4');
    const q = new Pool();
    q.get('5');
    p.get('6');
  }
}
const o = { get(k: string) {} };
const made = new Proxy(o);
made.get('7');
"##,
        &[
            ("A.get", "a.ts:8 scope, a.ts:14 name"),
            ("B.get", "a.ts:13 name, a.ts:14 name"),
            ("o.get", "a.ts:11 name, a.ts:13 name, a.ts:14 name, a.ts:19 name"),
        ],
    );
}

/// The same in Ruby and PHP.
#[test]
fn defaults_and_values_of_fields() {
    check_calls(
        r##"
-- a.rb
class A
  def go; end
end
class B
  def go; end
end
def f(a = A.new, b: B.new)
  a.go
  b.go
end
-- a.php
<?php
class P { function go() {} }
class Q { function go() {} }
class U { private static P $p; private P $q;
  function f() { self::$p->go(); }
  function g() { (clone $this->q)->go(); }
  function h() { $d = new \PDO('x'); $d->go(); }
}
"##,
        &[
            ("A#go", "a.rb:8 scope"),
            ("B#go", "a.rb:9 scope"),
            ("P::go", "a.php:5 scope, a.php:6 scope"),
            ("Q::go", ""),
        ],
    );
}
