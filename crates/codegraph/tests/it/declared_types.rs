//! The declared type of a receiver decides which member a call means; an unknown type leaves the call to its name.

use crate::repo::{Repo, callers, places};

/// The declarations that call `symbol`, each with how it was resolved.
fn check_files(files: &[(&str, &str)], symbol: &str, expect: &str) {
    let result = callers(&Repo::of(files), symbol);
    let found = places(&result);
    let mut callers: Vec<String> =
        found.lines().map(|line| line.split(' ').skip(1).collect::<Vec<_>>().join(":")).collect();
    callers.sort_unstable();
    callers.dedup();
    assert_eq!(callers.join(" "), expect, "callers of {symbol}\n{found}{:?}", result.notes);
}

fn check(path: &str, text: &str, symbol: &str, expect: &str) {
    check_files(&[("go.mod", "module m\n"), (path, text)], symbol, expect);
}

#[test]
fn go() {
    let text = "package a

type T1 struct{}
type T2 struct{}
type T3 struct{ T1 }
type H struct {
	t T1
	p *T2
}
type Closer interface{ Close() }
type Opener interface{ Open() }

func (T1) Close()  {}
func (*T2) Close() {}

func p1(t T1) { t.Close() }
func p2(t *T1) { t.Close() }
func p3() { t := T1{}; t.Close() }
func p4() { t := &T1{}; t.Close() }
func p5() { var t T1; t.Close() }
func (h *H) p6() { h.t.Close() }
func (h *H) p7() { h.p.Close() }
func p8(t T3) { t.Close() }
func p9() { t := new(T2); t.Close() }
func q1(c Closer) { c.Close() }
func q2(c Opener) { c.Close() }
func q3(c Unknown) { c.Close() }
func q4() { make1().Close() }
func q5[C Closer](c C) { c.Close() }
func q6() { t := T1{}; f := func() { t.Close() }; f() }
func (t T1) q7() { t.Close() }
func q8(x any) { t := x.(T2); t.Close() }
func q9(t []T1) { t[0].Close() }
";
    check(
        "a.go",
        text,
        "T1.Close",
        "H.p6:scope T1.q7:scope p1:scope p2:scope p3:scope p4:scope p5:scope p8:scope q1:name q3:name q4:name q5:name q6:scope q9:scope",
    );
    check("a.go", text, "T2.Close", "H.p7:scope p9:scope q1:name q3:name q4:name q5:name q8:scope");
    check("a.go", text, "Closer.Close", "q1:scope q3:name q4:name q5:scope");
}

#[test]
fn go_packages() {
    let files = [
        ("go.mod", "module m\n"),
        ("one/one.go", "package one\n\ntype T struct{}\n\nfunc (T) Close() {}\n"),
        ("two/two.go", "package two\n\ntype T struct{}\n\nfunc (T) Close() {}\n"),
        (
            "use/use.go",
            "package use\n\nimport (\n\t\"m/one\"\n\t\"net/three\"\n)\n\nfunc a(t one.T) { t.Close() }\nfunc b(t three.T) { t.Close() }\nfunc c() { t := one.T{}; t.Close() }\n",
        ),
    ];
    check_files(&files, "one/one.go#T.Close", "a:import b:name c:import");
    check_files(&files, "two/two.go#T.Close", "b:name");
}

#[test]
fn a_module_from_outside_is_not_the_targets() {
    let files = [
        ("go.mod", "module m\n"),
        ("proxy/proxy.go", "package proxy\n\ntype Handler struct{}\n"),
        (
            "use/use.go",
            "package use\n\nimport (\n\t\"expvar\"\n\t\"m/proxy\"\n)\n\nfunc a() { expvar.Handler() }\nfunc b() { proxy.Handler(1) }\n",
        ),
    ];
    check_files(&files, "proxy.Handler", "b:import");
    let files = [
        ("lib/tool.py", "def total(a):\n    return a\n"),
        (
            "use.py",
            "import numpy as np\nfrom lib import tool\n\ndef a():\n    np.total(1)\n\ndef b():\n    tool.total(1)\n",
        ),
    ];
    check_files(&files, "total", "b:import");
}

#[test]
fn rust() {
    let text = "pub trait Matcher { fn is_match(&self, h: &str) -> bool { false } }
pub trait Other { fn is_match(&self) -> bool; }
pub struct Foe;
impl Foe { pub fn is_match(&self, _h: &str) -> bool { false } }
pub struct Re;
impl Matcher for Re { fn is_match(&self, _h: &str) -> bool { true } }
pub struct Plain;
impl Matcher for Plain {}
pub struct Holder { re: Re, boxed: Box<dyn Matcher>, foe: Foe }
pub fn decoy(d: Foe) -> bool { d.is_match(\"w\") }
pub fn bound<M: Matcher>(m: M) -> bool { m.is_match(\"a\") }
pub fn clause<M>(m: &M) -> bool where M: Matcher { m.is_match(\"a\") }
pub fn some(m: impl Matcher) -> bool { m.is_match(\"a\") }
pub fn dynamic(m: &dyn Matcher) -> bool { m.is_match(\"a\") }
pub fn boxed(m: Box<dyn Matcher>) -> bool { m.is_match(\"a\") }
pub fn local() -> bool { let m = Foe; let n: Foe = m; n.is_match(\"a\") }
pub fn plain(m: &Plain) -> bool { m.is_match(\"a\") }
pub fn made() -> bool { let m = Re::new(); m.is_match(\"a\") }
impl Holder { pub fn a(&self) -> bool { self.re.is_match(\"a\") } pub fn b(&self) -> bool { self.boxed.is_match(\"a\") } pub fn c(&self) -> bool { self.foe.is_match(\"a\") } }
pub fn unknown() -> bool { make().is_match(\"a\") }
pub fn elsewhere(m: regex::Regex) -> bool { m.is_match(\"a\") }
";
    let lib = ("src/lib.rs", text);
    let toml = ("Cargo.toml", "[package]\nname = \"a\"\n");
    let files = [lib, toml];
    check_files(
        &files,
        "Matcher::is_match",
        "Holder::b:scope bound:scope boxed:scope clause:scope dynamic:scope elsewhere:name plain:scope some:scope unknown:name",
    );
    check_files(
        &files,
        "Foe::is_match",
        "Holder::c:scope decoy:scope elsewhere:name local:scope unknown:name",
    );
    check_files(
        &files,
        "Re::is_match",
        "Holder::a:scope Holder::b:name bound:name boxed:name clause:name dynamic:name elsewhere:name made:scope some:name unknown:name",
    );
}

#[test]
fn rust_extension_traits_and_pointers() {
    let text = "pub struct Foe;
pub trait Ext { fn shout(&self) {} }
impl<T> Ext for T {}
pub struct Inner;
impl Inner { pub fn go(&self) {} }
pub struct Outer(Inner);
impl std::ops::Deref for Outer { type Target = Inner; fn deref(&self) -> &Inner { &self.0 } }
pub struct Gone;
impl Gone { pub fn go(&self) {} }
pub fn a(f: Foe) { f.shout() }
pub fn b(s: &str) { s.shout() }
pub fn c(o: Outer) { o.go() }
pub fn d(g: std::sync::Arc<Gone>) { g.go() }
";
    check("src/lib.rs", text, "Ext::shout", "a:name b:name");
    check("src/lib.rs", text, "Inner::go", "c:name");
    check("src/lib.rs", text, "Gone::go", "c:name d:scope");
}

#[test]
fn c_sharp() {
    let text = "interface ICloser { void Close(); }
class T1 : ICloser { public void Close() {} }
class T2 { public void Close() {} }
class Sub : T1 { }
static class Ext { public static void Shut(this T1 t) {} }
class H {
  T1 t; T2 u = new T2(); public T1 P { get; set; }
  void A(T1 t) { t.Close(); }
  void B() { this.t.Close(); }
  void C() { t.Close(); }
  void D() { u.Close(); }
  void E() { P.Close(); }
  void F() { var x = new T2(); x.Close(); }
  void G() { T1 x = Make(); x.Close(); }
  void I(Sub s) { s.Close(); }
  void J(ICloser c) { c.Close(); }
  void K<M>(M m) where M : T1 { m.Close(); }
  void L(Unknown m) { m.Close(); }
  void M() { Make().Close(); }
  void N(T1? t) { t?.Close(); }
  void O(T1 t) { t.Shut(); }
  void P1(T2 t) { t.Shut(); }
}
class K(T2 t) { void A() { t.Close(); } }
";
    check(
        "a.cs",
        text,
        "T1.Close",
        "H.A:scope H.B:scope H.C:scope H.E:scope H.G:scope H.I:scope H.J:name H.K:scope H.L:name H.M:name H.N:scope",
    );
    check("a.cs", text, "T2.Close", "H.D:scope H.F:scope H.L:name H.M:name K.A:scope");
    check("a.cs", text, "ICloser.Close", "H.J:scope H.L:name H.M:name");
    check("a.cs", text, "Ext.Shut", "H.O:name");
}

#[test]
fn php() {
    let text = "<?php
interface Closer { public function close(); }
class T1 implements Closer { public function close() {} }
class T2 { public function close() {} }
class Magic { public function __call($n, $a) {} }
class H {
  private T1 $t;
  public function __construct(private readonly T2 $u, private ?Closer $c) {}
  function a() { $this->t->close(); }
  function b() { $this->u->close(); }
  function c(T1 $x) { $x->close(); }
  function d() { $x = new T2(); $x->close(); }
  function e(?T1 $x) { $x?->close(); }
  function f() { $this->c->close(); }
  function g($x) { $x->close(); }
  function h(Magic $x) { $x->close(); }
  function i(T1|null $x) { $x->close(); }
  function j(\\Elsewhere\\T9 $x) { $x->close(); }
}
";
    check(
        "a.php",
        text,
        "T1::close",
        "H::a:scope H::c:scope H::e:scope H::f:name H::g:name H::h:name H::i:scope H::j:name",
    );
    check("a.php", text, "T2::close", "H::b:scope H::d:scope H::g:name H::h:name H::j:name");
}

#[test]
fn cpp() {
    let header = "#pragma once
struct Shape { virtual double area(); };
struct Circle : public Shape { double area(); double twice(); };
struct Square { double area(); double thrice(); };
struct Holder { Circle c; Square* s; std::unique_ptr<Circle> u; void a(); void b(); void d(); };
";
    let source = "#include \"s.hpp\"
double Shape::area() { return 0; }
double Circle::area() { return 1; }
double Square::area() { return 2; }
double Square::thrice() { return area() * 3; }
double Circle::twice() { return this->area() * 2; }
void Holder::a() { c.area(); }
void Holder::b() { s->area(); }
void Holder::d() { u->area(); }
void e(const Square& x) { x.area(); }
void f(Circle* x) { x->area(); }
void g() { Square x; x.area(); }
void h(std::shared_ptr<Square> x) { x->area(); }
void i() { auto x = std::make_unique<Circle>(); x->area(); }
void j(Shape& x) { x.area(); }
void k(Unknown& x) { x.area(); }
template <class T> void l(T& x) { x.area(); }
void m() { auto x = new Square(); x->area(); }
";
    let files = [("s.hpp", header), ("s.cpp", source)];
    check_files(
        &files,
        "Circle::area",
        "Circle::twice:scope Holder::a:scope Holder::d:scope f:scope i:scope j:name k:name l:name",
    );
    check_files(
        &files,
        "Square::area",
        "Holder::b:scope Square::thrice:scope e:scope g:scope h:scope k:name l:name m:scope",
    );
}

#[test]
fn kotlin_swift_and_scala() {
    let text = "interface Closer {
    fun close()
}

class T1 : Closer {
    override fun close() {}
}

class T2 {
    fun close() {}
}

fun T1.shut() {}

class H(val t: T1, u: T2) {
    val v = T2()

    fun a() {
        t.close()
    }

    fun b() {
        v.close()
    }

    fun c(x: T1?) {
        x?.close()
    }

    fun d(x: Closer) {
        x.close()
    }

    fun e(x: Unknown) {
        x.close()
    }

    fun f(x: T1) {
        x.shut()
    }

    fun g(x: T2) {
        x.shut()
    }

    fun <M : T1> h(x: M) {
        x.close()
    }
}
";
    check("a.kt", text, "T1.close", "H.a:scope H.c:scope H.d:name H.e:name H.h:scope");
    check("a.kt", text, "T2.close", "H.b:scope H.e:name");
    check("a.kt", text, "T1.shut", "H.f:scope");
    let text = "protocol Closer { func close() }
class T1: Closer { func close() {} }
class T2 { func close() {} }
extension T2 { func shut() {} }
class H {
  var t: T1
  let u = T2()
  func a() { self.t.close() }
  func b() { t.close() }
  func c() { u.close() }
  func d(_ x: T2?) { x?.close() }
  func e(x: any Closer) { x.close() }
  func f(x: Unknown) { x.close() }
  func g(x: T2) { x.shut() }
  func h<M: T1>(x: M) { x.close() }
  func i() { let x: T2 = make(); x.close() }
}
";
    check("a.swift", text, "T1.close", "H.a:scope H.b:scope H.e:name H.f:name H.h:scope");
    check("a.swift", text, "T2.close", "H.c:scope H.d:scope H.f:name H.i:scope");
    check("a.swift", text, "T2.shut", "H.g:scope");
    let text = "trait Closer { def close(): Unit }
class T1 extends Closer { def close(): Unit = {} }
class T2 { def close(): Unit = {} }
class H(t: T1) {
  val u = new T2
  def a() = t.close()
  def b() = u.close()
  def c(x: Closer) = x.close()
  def d(x: Unknown) = x.close()
  def e[M <: T1](x: M) = x.close()
}
";
    check("a.scala", text, "T1.close", "H.a:scope H.c:name H.d:name H.e:scope");
    check("a.scala", text, "T2.close", "H.b:scope H.d:name");
}

#[test]
fn a_bare_call_in_a_class_is_a_call_of_its_member() {
    let java = "package p;
interface Shape { double area(); }
final class Circle implements Shape { public double area() { return 1; } }
final class Square implements Shape { public double area() { return 2; } double thrice() { return area() * 3; } }
class Outer { double area() { return 1; } class In { double a() { return area(); } } }
";
    check("p/A.java", java, "Circle.area", "");
    check("p/A.java", java, "Square.area", "Square.thrice:scope");
    check("p/A.java", java, "Outer.area", "Outer.In.a:scope");
    let cs = "class Circle { double Area() { return 1; } }
class Square { double Area() { return 2; } double Thrice() { return Area() * 3; } }
class Sub : Square { double Four() { return Area() * 4; } }
";
    check("a.cs", cs, "Circle.Area", "");
    check("a.cs", cs, "Square.Area", "Square.Thrice:scope Sub.Four:scope");
    let kt = "class Circle {\n    fun area() = 1\n}\n\nclass Square {\n    fun area() = 2\n    fun thrice() = area() * 3\n}\n";
    check("a.kt", kt, "Circle.area", "");
    check("a.kt", kt, "Square.area", "Square.thrice:scope");
    let rb = "class Circle\n  def area\n    1\n  end\nend\n\nclass Square\n  def area\n    2\n  end\n\n  def thrice\n    area() * 3\n  end\nend\n";
    check("a.rb", rb, "Circle.area", "");
    check("a.rb", rb, "Square.area", "Square.thrice:scope");
    let swift = "class Circle { func area() -> Int { 1 } }\nclass Square { func area() -> Int { 2 }\n func thrice() -> Int { area() * 3 } }\n";
    check("a.swift", swift, "Circle.area", "");
    check("a.swift", swift, "Square.area", "Square.thrice:scope");
}

#[test]
fn types_of_other_files() {
    let files = [
        ("One.cs", "namespace A;\nclass One { public void Close() {} }\n"),
        ("Two.cs", "namespace A;\nclass Two { public void Close() {} }\n"),
        ("Base.cs", "namespace A;\nclass Base : One { }\n"),
        (
            "sub/Use.cs",
            "using A;\nclass Use { void A(One x) { x.Close(); } void B(Two x) { x.Close(); } void C(Base x) { x.Close(); } }\n",
        ),
    ];
    check_files(&files, "One.Close", "Use.A:import Use.C:import");
    check_files(&files, "Two.Close", "Use.B:import");
    let files = [
        ("src/lib.rs", "pub mod one;\npub mod two;\npub mod user;\n"),
        ("src/one.rs", "pub struct One;\nimpl One { pub fn close(&self) {} }\n"),
        (
            "src/two.rs",
            "use crate::one::One;\npub struct Two;\nimpl Two { pub fn close(&self) {} }\nimpl One { pub fn more(&self) { self.close() } }\n",
        ),
        (
            "src/user.rs",
            "use crate::one::One;\nuse crate::two::Two;\npub fn a(x: &One) { x.close() }\npub fn b(x: Two) { x.close() }\npub fn c(x: One) { x.more() }\n",
        ),
    ];
    check_files(&files, "One::close", "One::more:import a:import");
    check_files(&files, "Two::close", "b:import");
    check_files(&files, "more", "c:import");
}

#[test]
fn typescript_and_python() {
    let text = "export class T1 { close() {} }
export class T2 { close() {} }
export class Plain { other() {} }
export class Sub extends T1 {}
export class H {
  constructor(private t: T1, private p: Plain, readonly q: Plain) {}
  a() { this.t.close() }
  b() { this.p.close(); this.q.close() }
}
export const c = (x: Plain) => x.close()
export const d = (x: Sub) => x.close()
export function e() { const x = new T2(); x.close() }
export const f = (x: Unknown) => x.close()
export const g = () => new T1().close()
export const h = <T extends T2>(x: T) => x.close()
export const i = (x: T1 | null) => x?.close()
";
    check("a.ts", text, "T1.close", "H.a:scope d:scope f:name g:scope i:scope");
    check("a.ts", text, "T2.close", "e:scope f:name h:scope");
    let text = "class T1:
    def close(self): pass

class T2:
    def close(self): pass

class Plain:
    def other(self): pass

class Open:
    def __getattr__(self, name): pass

def a(x: T1):
    x.close()

def b(x: Plain):
    x.close()

def c(x: Open):
    x.close()

def d():
    x = T2()
    x.close()

def e(x: T1 | None):
    x.close()

def f():
    T2().close()
";
    check("a.py", text, "T1.close", "a:scope c:name e:scope");
    check("a.py", text, "T2.close", "c:name d:scope f:scope");
}

#[test]
fn values_that_are_made_where_they_are_used() {
    let java = "package p;
class T1 { void close() {} }
class T2 { void close() {} }
class H {
  void a() { new T1().close(); }
  <T extends T2> void b(T t) { t.close(); }
}
";
    check("p/H.java", java, "T1.close", "H.a:scope");
    check("p/H.java", java, "T2.close", "H.b:scope");
    let go = "package a

type T1 struct{}
type T2 struct{}

func (T1) Close() {}
func (T2) Close() {}

func a() { T1{}.Close() }
func b() { (&T2{}).Close() }
func c() { T1.Close(T1{}) }
";
    check("a.go", go, "T1.Close", "a:scope c:scope");
    check("a.go", go, "T2.Close", "b:scope");
    let rust = "pub struct T1;
pub struct T2;
impl T1 { pub fn new() -> T1 { T1 } pub fn close(&self) {} }
impl T2 { pub fn close(&self) {} }
pub fn a() { T1::new().close() }
pub fn b() { T2 {}.close() }
pub fn c() { T1::close(&T1) }
";
    check("src/lib.rs", rust, "T1::close", "a:scope c:scope");
    check("src/lib.rs", rust, "T2::close", "b:scope");
    let cs = "class T1 { public void Close() {} }
class T2 { public void Close() {} }
class H { void A() { new T1().Close(); } void B() { (new T2()).Close(); } }
";
    check("a.cs", cs, "T1.Close", "H.A:scope");
    check("a.cs", cs, "T2.Close", "H.B:scope");
}
