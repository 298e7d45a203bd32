//! Types that are declared in a header, pointers to types from outside the tree, and the elements that a collection hands to
//! a function.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

const HEADERS: &str = r##"
-- inc/engine.h
#pragma once
class Engine {
public:
    bool save(int a);
};
class Other {
public:
    bool save(int a);
};
-- inc/control.h
#pragma once
#include "engine.h"
class Control : public Base {
    Q_OBJECT
public:
    void f();
    void g(Other& o);
private:
    Engine& m_ref;
    Engine* m_ptr;
    Engine m_val;
    std::unique_ptr<Engine> m_own;
    Other* m_other;
    Foreign* m_foreign;
    std::vector<Engine*> m_list;
};
-- control.cpp
#include "control.h"
void Control::f() {
    m_ref.save(1);
    m_ptr->save(2);
    m_val.save(3);
    m_own->save(4);
    m_other->save(5);
    m_foreign->save(6);
    for (auto* e : m_list) e->save(7);
    m_list[0]->save(8);
}
void Control::g(Other& o) {
    o.save(9);
    this->m_ptr->save(10);
    this->m_other->save(11);
}
-- engine.cpp
#include "engine.h"
bool Engine::save(int a) { return a > 0; }
bool Other::save(int a) { return a < 0; }
-- inc/view.h
#pragma once
class Engine;
class View {
public:
    void show();
    Engine* m_engine;
};
-- view.cpp
#include "view.h"
void View::show() { m_engine->save(12); }
void View::hide(Any* any) {
    auto engine = dynamic_cast<Engine*>(any);
    engine->save(13);
    auto* other = any_cast<Other*>(any->of(1));
    other->save(14);
}
-- inc/shape.h
#pragma once
class Shape { public: virtual void draw() = 0; };
class Round : public Shape { public: void draw() override; };
-- shape.cpp
#include "shape.h"
void Round::draw() {}
void paint(Shape* s, Round* r, Other* o) {
    s->draw();
    r->draw();
    o->draw();
}
"##;

/// The text of a header says whether it is one of C++; its name does not.
#[test]
fn a_class_of_a_header_decides_in_the_file_that_defines_its_members() {
    check_lines(
        HEADERS,
        &[
            (
                Callers,
                "Engine::save",
                "control.cpp:3 import, control.cpp:4 import, control.cpp:5 import, control.cpp:6 import, control.cpp:8 name, control.cpp:9 import, control.cpp:10 import, control.cpp:14 import, view.cpp:2 import, view.cpp:5 name",
            ),
            (
                Callers,
                "Other::save",
                "control.cpp:7 import, control.cpp:8 name, control.cpp:13 name, control.cpp:15 import, view.cpp:7 name",
            ),
            (Callers, "Round::draw", "shape.cpp:4 name, shape.cpp:5 scope"),
        ],
    );
}

/// A pointer of Go to a type from outside the tree is no interface, and has none of the tree's methods.
#[test]
fn a_pointer_to_a_type_from_outside_has_no_method_of_the_tree() {
    check_lines(
        r##"
-- go.mod
module m
-- a/a.go
package a

type File struct{}

func (f *File) Close() error { return nil }
func (f *File) Lock()        {}

type Closer interface{ Close() error }
-- b/b.go
package b

import (
	"io"
	"net/http"
	"sync"

	"m/a"
)

type holder struct {
	resp *http.Response
	body io.ReadCloser
	file *a.File
	mu   sync.Mutex
	all  []*http.Response
}

func f(resp *http.Response, c io.Closer, own a.Closer) {
	resp.Close()
	c.Close()
	own.Close()
}

func (h *holder) g(v any) {
	h.resp.Close()
	h.body.Close()
	h.file.Close()
	h.all[0].Close()
	h.mu.Lock()
	v.(*http.Server).Close()
	(&http.Server{}).Close()
	made := &http.Server{}
	made.Close()
	for _, r := range h.all {
		r.Close()
	}
	value := http.Server{}
	value.Close()
	fresh := new(http.Server)
	fresh.Close()
	got, err := http.Get("a")
	got.Close()
}

type server struct{ *http.Server }

func (s *server) h() { s.Close() }

var guard *sync.Mutex
"##,
        &[
            (
                Callers,
                "File.Close",
                "b/b.go:21 name, b/b.go:22 name, b/b.go:27 name, b/b.go:28 import, b/b.go:43 name",
            ),
            (Callers, "File.Lock", ""),
        ],
    );
}

/// A constant or a variable of a package has the type that is written at it.
#[test]
fn a_constant_of_a_package_has_its_type() {
    check_lines(
        r##"
-- go.mod
module m
-- kind/kind.go
package kind

type Kind int
type Other int

const (
	Basic Kind  = 1
	More  Other = 2
)

var Default Other

func (k Kind) String() string  { return "a" }
func (o Other) String() string { return Basic.String() }
-- b/b.go
package b

import "m/kind"

func f(k kind.Kind) string {
	_ = kind.Basic.String()
	_ = kind.More.String()
	_ = kind.Default.String()
	_ = kind.Unknown.String()
	return k.String()
}
"##,
        &[
            (
                Callers,
                "Kind.String",
                "b/b.go:6 import, b/b.go:9 name, b/b.go:10 import, kind/kind.go:14 scope",
            ),
            (Callers, "Other.String", "b/b.go:7 import, b/b.go:8 import, b/b.go:9 name"),
        ],
    );
}

/// Checks that the lines of a type's method are those marked with `// A`, and by name those with `// ?`, of a file.
fn check_elements(path: &str, text: &str) {
    let marked: Vec<String> = text
        .lines()
        .zip(1_u32..)
        .filter_map(|(line, at)| {
            let how = match line.rsplit_once("// ")?.1 {
                "A" => "scope",
                "?" => "name",
                _ => return None,
            };
            Some(format!("{path}:{at} {how}"))
        })
        .collect();
    let method = if text.contains("void Stop(") { "A.Stop" } else { "A.stop" };
    check_lines(&format!("-- {path}\n{text}"), &[(Callers, method, &marked.join(", "))]);
}

// A method of a collection passes its elements to the function that it gets.

#[test]
fn elements_of_typescript_are_passed_on() {
    check_elements(
        "a.ts",
        r#"export class A { stop() {} }
export class B { stop() {} }
type Many = A[];
export class H {
  as: A[] = [];
  bs!: B[];
  set = new Set<A>();
  many?: Many;
  map: Map<string, A>;
  later: Promise<A>;
  f(list: ReadonlyArray<A>, others: Array<B>, unknown) {
    this.as.forEach((a) => a.stop()); // A
    this.bs.forEach((b) => b.stop());
    this.bs.forEach(function (b) { b.stop(); });
    this.set.forEach((a) => a.stop()); // A
    this.many?.map(async (a, index) => { a.stop(); }); // A
    list.some((a) => a.stop()); // A
    others.filter(b => b.stop());
    unknown.forEach((u) => u.stop()); // ?
    this.map.forEach((u) => u.stop()); // ?
    this.later.catch((u) => u.stop()); // ?
    this.bs.reduce((u, b) => u.stop(), unknown); // ?
    this.bs.forEach(({ u }) => u.stop()); // ?
    this.map.get("a")?.stop(); // A
    for (const a of this.map.values()) a.stop(); // A
    this.as.filter(f).at(-1)!.stop(); // A
    this.bs.slice(1).find(f)?.stop();
    this.map.entries().stop(); // ?
    for (const b of this.bs) b.stop();
    for (const a of this.as) a.stop(); // A
  }
}
"#,
    );
}

#[test]
fn elements_of_java_are_passed_on() {
    check_elements(
        "A.java",
        r#"class A { void stop() {} }
class B { void stop() {} }
class H {
  java.util.List<A> as;
  List<B> bs;
  Optional<A> one;
  Map<String, A> map;
  void f(Set<A> set, B[] others) {
    as.forEach(a -> a.stop()); // A
    bs.forEach(b -> b.stop());
    bs.forEach((b) -> { b.stop(); });
    this.bs.forEach(b -> b.stop());
    one.ifPresent(a -> a.stop()); // A
    set.removeIf(a -> a.stop()); // A
    map.forEach((k, u) -> u.stop()); // ?
    map.get("a").stop(); // A
    bs.get(0).stop();
    map.values().stream().filter(f).findFirst().get().stop(); // A
    bs.stream().forEach(b -> b.stop());
    Pair<A, B> pair = of(); pair.getFirst().stop(); // ?
    for (A a : as) a.stop(); // A
    for (B b : others) b.stop();
  }
}
"#,
    );
}

#[test]
fn elements_of_kotlin_are_passed_on() {
    check_elements(
        "a.kt",
        r#"class A { fun stop() {} }
class B { fun stop() {} }
class H(val listA: List<A>, val listB: MutableList<B>) {
  fun f(set: Set<A>, unknown: Unknown<B>) {
    listA.forEach { a -> a.stop() } // A
    listB.forEach { b -> b.stop() }
    listB.filter({ b -> b.stop() })
    set.map { a -> a.stop() } // A
    listB.fold(1) { u, b -> u.stop() } // ?
    unknown.map { u -> u.stop() } // ?
    listA.first().stop() // A
    listB.firstOrNull()?.stop()
    listA.filter(f).last().stop() // A
    for (b in listB) b.stop()
  }
}
"#,
    );
}

#[test]
fn elements_of_c_sharp_are_passed_on() {
    check_elements(
        "a.cs",
        r#"class A { public void Stop() {} }
class B { public void Stop() {} }
class H {
  List<A> listA;
  IEnumerable<B> ListB { get; set; }
  void F(B[] others, Dictionary<string, A> map) {
    listA.ForEach(a => a.Stop()); // A
    ListB.Select(b => b.Stop());
    ListB.Select((b) => { b.Stop(); });
    others.Where(b => b.Stop());
    map.Select(u => u.Stop()); // ?
    listA.First().Stop(); // A
    ListB.Where(f).ToList().ForEach(b => b.Stop());
    foreach (var a in map.Values) a.Stop(); // A
    foreach (var b in ListB) b.Stop();
  }
}
"#,
    );
}

#[test]
fn elements_of_rust_are_passed_on() {
    check_elements(
        "a.rs",
        r#"pub struct A;
pub struct B;
impl A { pub fn stop(&self) {} }
impl B { pub fn stop(&self) {} }
pub struct H { list_a: Vec<A>, list_b: Vec<B>, one: Option<A> }
impl H {
    fn f(&self, r: Result<A, B>) {
        self.list_a.retain(|a| a.stop()); // A
        self.list_b.retain(|b| b.stop());
        self.list_b.sort_by_key(|&b| b.stop());
        self.one.map(|a| a.stop()); // A
        r.map_err(|u| u.stop()); // ?
        for a in self.list_a.iter() { a.stop(); } // A
        if let Some(b) = self.list_b.first() { b.stop(); }
        self.one.as_ref().unwrap().stop(); // A
        for b in &self.list_b { b.stop(); }
    }
}
"#,
    );
}

#[test]
fn elements_of_swift_are_passed_on() {
    check_elements(
        "a.swift",
        r#"class A { func stop() {} }
class B { func stop() {} }
class H {
  var listA: [A] = []
  var listB: Array<B>
  func f(set: Set<A>) {
    listA.forEach { a in a.stop() } // A
    listB.forEach { b in b.stop() }
    listB.forEach({ b in b.stop() })
    self.listB.forEach { (b) in b.stop() }
    set.forEach { a in a.stop() } // A
    listA.first?.stop() // A
    listB.filter(f).last?.stop()
    for b in listB { b.stop() }
  }
}
"#,
    );
}

#[test]
fn elements_of_scala_are_passed_on() {
    check_elements(
        "a.scala",
        r#"class A { def stop(): Unit = () }
class B { def stop(): Unit = () }
class H(listA: List[A], listB: Seq[B]) {
  def f(one: Option[A], map: Map[String, A]): Unit = {
    listA.foreach(a => a.stop()) // A
    listB.foreach(b => b.stop())
    listB.foreach { b => b.stop() }
    one.map((a) => a.stop()) // A
    map.values.head.stop() // A
    for (b <- listB) b.stop()
  }
}
"#,
    );
}
