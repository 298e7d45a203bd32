//! Calls with explicit type arguments are calls, in each language that has them.

use crate::repo::{Repo, callers, places};

/// The declarations that call `symbol` in a tree with this file.
fn check(path: &str, text: &str, symbol: &str, expect: &str) {
    let files = [("go.mod", "module a\n"), (path, text)];
    let result = callers(&Repo::of(&files), symbol);
    let found = places(&result);
    let mut names: Vec<&str> = found.lines().filter_map(|line| line.split(' ').nth(1)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.join(" "), expect, "{path}: callers of {symbol}\n{found}");
}

#[test]
fn c_sharp() {
    let text = "
public static class Util { public static T Gen<T>(T t) => t; }
public class Box<T> { public void Fill<U>() {} }
class U {
  int A() { return Util.Gen<int>(2); }
  int B() { return Util.Gen(3); }
  int C() { return Util.Gen<List<int>>(null).Count; }
  object D(U other) { return other?.Own<int>(); }
  int Own<T>() { return 1; }
  int E() { return Own<string>() + this.Own<int>(); }
  int F() { return Own < 3 ? 1 : 2; }
  void G() { new Box<int>().Fill<string>(); }
  object H() { return new A.Box<int>(); }
  int I() { return Nil<int>(2); }
  int J(U other) { return other?.Own2() ?? 1; }
  int Own2() { return 1; }
}
";
    check("a.cs", text, "Util.Gen", "U.A U.B U.C");
    check("a.cs", text, "U.Own", "U.D U.E");
    check("a.cs", text, "U.Own2", "U.J");
    check("a.cs", text, "Box", "U.G U.H");
    check("a.cs", text, "Box.Fill", "U.G");
}

#[test]
fn go() {
    let text = "package a

func Double[T any](x T) T { return x }
func Pair[K, V any]() {}

type Box[T any] struct{ v T }

func one() int { return Double[int](2) }
func two() int { return Double(2) }
func three() { Pair[int, string]() }
func four() { f := Double[int]; _ = f }
func five(doubles []func(int)) { doubles[0](2) }
func six() { Double[[]int](nil) }
func seven() { Double[map[string]int](nil) }
func eight() { Pair[int, *Box[int]]() }
";
    check("a.go", text, "Double", "one seven six two");
    check("a.go", text, "Pair", "eight three");
    check("a.go", text, "five", "");
}

#[test]
fn kotlin() {
    let text = "class Obj {
    fun <T> gen(n: Int = 0, f: () -> Unit = {}) {}
}

fun <T> make(n: Int = 0, f: () -> Unit = {}) {}

fun one() {
    make<Int>()
}

fun two() {
    make<Int> { }
}

fun three() {
    make<Int>(1)
}

fun four(obj: Obj) {
    obj.gen<Int> { }
}

fun five(obj: Obj?) {
    obj?.gen<Int>(1)
}

fun six(obj: Obj) {
    obj.gen<List<Int>>(1)
}

fun seven(make: Int, gen: Int) = make < gen
";
    check("a.kt", text, "make", "one three two");
    check("a.kt", text, "Obj.gen", "five four six");
}

#[test]
fn cpp() {
    let text = "struct V { template <class T> T as() { return T(); } template <class T> static T of() { return T(); } };
template <class T> struct Hold { void run() {} };
namespace ns { namespace in { template <class T> T deep(T t) { return t; } int plain(int a) { return a; } } }
template <class T> T hold() { return T(); }

void c1(V v) { v.as<long>(); }
void c2() { Hold<int>{}.run(); }
void c3(V* p) { p->as<int>(); }
template <class T> void c4(T* p) { p->template as<int>(); }
void c5() { V::of<int>(); }
void c6() { ns::in::deep<int>(1); }
void c7() { ns::in::plain(1); }
void c8() { hold<int>(); }
void c9() { new Hold<int>(); }
void d1(int hold, int as) { bool b = hold < as; }
void d2(int* as) { as[0] = 1; }
";
    check("a.cpp", text, "V::as", "c1 c3 c4");
    check("a.cpp", text, "V::of", "c5");
    check("a.cpp", text, "Hold", "c2 c9");
    check("a.cpp", text, "deep", "c6");
    check("a.cpp", text, "plain", "c7");
    check("a.cpp", text, "hold", "c8");
}

#[test]
fn java() {
    let text = "package p;
class Util { static <T> T gen() { return null; } <T> T own() { return null; } }
class Outer { static class Box<T> {} }
class Use {
  void a() { Util.<String>gen(); }
  void b() { new Util().<Integer>own(); }
  void c(Util u) { u.<Integer>own(); }
  Object d() { return new Outer.Box<String>(); }
  Object e() { return new Outer.Box<>(); }
  java.util.function.Supplier<String> f() { return Util::<String>gen; }
  int g(int gen, int own) { return gen < own ? 1 : 2; }
}
";
    check("src/p/Use.java", text, "Util.gen", "Use.a Use.f");
    check("src/p/Use.java", text, "Util.own", "Use.b Use.c");
    check("src/p/Use.java", text, "Box", "Use.d Use.e");
}

#[test]
fn rust() {
    let text = "pub struct Foo<T>(T);
impl<T> Foo<T> { pub fn make() {} pub fn own<U>(&self) {} }
pub struct Bar;
impl Bar { pub fn make() {} }
pub fn free<T>() {}
pub fn a() { free::<u8>(); }
pub fn b() { Foo::<u8>::make(); }
pub fn c(foo: &Foo<u8>) { foo.own::<u8>(); }
pub fn d() { <Foo<u8>>::make(); }
pub fn e(free: u8, own: u8) -> bool { free < own }
pub fn f() { Bar::make(); }
";
    check("src/lib.rs", text, "free", "a");
    check("src/lib.rs", text, "Foo::make", "b d");
    check("src/lib.rs", text, "Foo::own", "c");
}

#[test]
fn typescript() {
    let text = "export function gen<T>() {}
export class Box<T> { put<U>() {} }
export function sql<T>(s: any) {}
export const a = () => gen<number>()
export const b = () => new Box<string>()
export const c = (box: Box<string>) => box.put<number>()
export const d = () => sql<string>`select 1`
export const e = () => sql`select 1`
export const f = (gen: number, sql: number) => gen < sql
export const g = (box?: Box<string>) => box?.put<number>()
";
    check("a.ts", text, "gen", "a");
    check("a.ts", text, "Box", "b");
    check("a.ts", text, "Box.put", "c g");
    check("a.ts", text, "sql", "d e");
}

#[test]
fn scala_and_swift() {
    let text = "class Box[T](t: T)
object Util {
  def gen[T](): Int = 1
  def a() = gen[Int]()
  def b() = Util.gen[List[Int]]()
  def c() = new Box[Int](1)
  def d(gen: Int, box: Int) = gen < box
}
";
    check("a.scala", text, "gen", "Util.a Util.b");
    check("a.scala", text, "Box", "Util.c");
    let text = "struct Box<T> { init() {} }
enum Ns { struct Case<T> { init() {} } }
func a() { _ = Box<Int>() }
func b() { _ = Box<[Int]>() }
func c() { _ = Ns.Case<Int>() }
func d(box: Int, n: Int) -> Bool { return box < n }
";
    check("a.swift", text, "Box", "a b");
    check("a.swift", text, "Case", "c");
}
