//! Members belong to one of several types, and values to the type that a declaration of another form says.

use firsthand_codegraph::Relation::{Callers, References};

use crate::repo::check_lines;

#[test]
fn types_of_one_name_have_members_apart_from_them() {
    check_lines(
        r##"
-- a.hpp
namespace a { struct T { void run(); void own(); }; }
namespace b { struct T { void run(); void own(); }; }
-- a.cpp
#include "a.hpp"
void a::T::run() {}
void a::T::own() { run(); }
void b::T::run() {}
void b::T::own() { run(); this->run(); }
-- u.cpp
#include "a.hpp"
void f(a::T& x) { x.run(); }
void g(b::T* x) { x->run(); }
namespace b { void h(T& x) { x.run(); } }
-- src/lib.rs
pub struct S<T>(T);
impl<T> S<T> {
    pub fn mk() {}
}
pub mod m {
    pub struct S<T>(T);
    impl<T> S<T> {
        pub fn mk() {}
    }
    pub fn conv() {}
}
pub fn conv() {}
fn a() { S::<u8>::mk() }
fn b() { m::S::<u8>::mk() }
fn c() { crate::S::mk() }
fn d() { crate::m::S::mk() }
fn e() { self::conv() }
fn f() { crate::m::conv() }
"##,
        &[
            (Callers, "a::T::run", "a.cpp:3 scope, u.cpp:2 import"),
            (Callers, "b::T::run", "a.cpp:5 scope, u.cpp:3 import, u.cpp:4 import"),
            (Callers, "src/lib.rs:3", "src/lib.rs:13 scope, src/lib.rs:15 scope"),
            (Callers, "m::S::mk", "src/lib.rs:14 scope, src/lib.rs:16 name"),
            (Callers, "m::conv", "src/lib.rs:17 name, src/lib.rs:18 scope"),
        ],
    );
}

#[test]
fn the_parts_of_a_pattern_have_types_of_their_own() {
    check_lines(
        r##"
-- a.rs
struct A; impl A { fn go(&self) {} }
struct P(A, u8); impl P { fn go(&self) {} }
enum E { X(A, u8), Y(A) }
fn f(P(a, _n): &P) { a.go(); }
fn g(e: &E) { match e { E::X(a, _n) => a.go(), E::Y(_) => {} } }
fn h(p: P) { p.go() }
-- a.scala
class B { def run() = 1 }
case class Q(b: B, n: Int) { def run() = 2 }
class U {
  def f(x: Any) = x match { case Q(b, n) => b.run() }
  def g(q: Q) = q.run()
}
"##,
        &[
            (Callers, "A::go", "a.rs:4 name, a.rs:5 name"),
            (Callers, "P::go", "a.rs:4 name, a.rs:5 name, a.rs:6 scope"),
            (Callers, "B.run", "a.scala:4 name"),
            (Callers, "Q.run", "a.scala:4 name, a.scala:5 scope"),
        ],
    );
}

#[test]
fn methods_that_are_read_like_fields() {
    check_lines(
        r##"
-- a.py
from functools import cached_property
class B:
    def go(self): pass
class C:
    def go(self): pass
class A:
    @property
    def b(self) -> B: return B()
    @cached_property
    def c(self) -> C: return C()
    def f(self): self.b.go()
def g(a: A): a.c.go()
-- a.ts
export class D { go() {} }
export class E { go() {} }
export class F {
  get d(): D { return new D() }
  static get e(): E { return new E() }
  f() { this.d.go() }
}
export function g(f: F) { F.e.go() }
"##,
        &[
            (Callers, "B.go", "a.py:11 scope"),
            (Callers, "C.go", "a.py:12 scope"),
            (Callers, "D.go", "a.ts:6 scope"),
            (Callers, "E.go", "a.ts:8 scope"),
        ],
    );
}

#[test]
fn what_is_added_to_every_type_and_what_belongs_to_a_class() {
    check_lines(
        r##"
-- a.cs
public static class Ex {
  public static T Tap<T>(this T t) => t;
  public static void On<T>(this T t, int a) where T : class { }
  public static void Plain(this V v) { }
}
public class V { }
public class U {
  void A(U u) { u.Tap(); }
  void B() { this.On(2); }
  void C(U u) { u.Plain(); }
}
-- a.php
<?php
class A { public $q = 3; }
class B { public $q = 3; }
function h(?A $a) { return $a?->q; }
"##,
        &[
            (Callers, "Ex.Tap", "a.cs:8 name"),
            (Callers, "Ex.On", "a.cs:9 name"),
            (Callers, "Ex.Plain", ""),
            (References, "A::$q", "a.php:4 scope"),
            (References, "B::$q", ""),
        ],
    );
}

#[test]
fn a_class_with_outer_super_types_extends_none_of_the_tree() {
    check_lines(
        r##"
-- A.java
import java.io.Serializable;
class A { void go() {} }
class B extends Thread implements Serializable { void go() {} }
class C extends A implements Serializable { void go() {} }
class U { void f(A a) { a.go(); } void g(B b) { b.go(); } }
"##,
        &[
            (Callers, "A.go", "A.java:5 scope"),
            (Callers, "B.go", "A.java:5 scope"),
            (Callers, "C.go", "A.java:5 name"),
        ],
    );
}

/// `self::` is no value, whose member a subtype may override, and neither is a class; `super` may be written with arguments.
#[test]
fn what_a_path_and_a_class_mean_is_no_member_of_a_subtype_or_of_values() {
    check_lines(
        r##"
-- a.php
<?php
class A {
  private static $n = 0;
  protected static function log() {}
  function f() { self::log(); static::$n++; }
  function g() { static::log(); }
}
class B extends A { protected static function log() {} }
-- a.py
class A:
    def go(self): pass
class B(A):
    def go(self):
        super(B, self).go()
class C(A):
    def go(self): pass
-- a.rb
class Service
  def self.call(...) = new(...).call
end
class Create < Service
  def call = 1
end
class Other
  def self.call = 2
end
class Mail
  def sent = 1
end
Create.call
Create.new.call
Mail.sent
-- a.js
class Base { static make() {} }
class Sub extends Base { make() {} }
Sub.make();
"##,
        &[
            (Callers, "A::log", "a.php:5 scope, a.php:6 scope"),
            (Callers, "B::log", "a.php:6 scope"),
            (References, "A::$n", "a.php:5 scope"),
            (Callers, "a.py::A.go", "a.py:5 scope"),
            (Callers, "a.py::C.go", ""),
            (Callers, "Service.call", "a.rb:13 scope"),
            (Callers, "Create#call", "a.rb:2 name, a.rb:14 scope"),
            (Callers, "Other.call", ""),
            (Callers, "Mail#sent", "a.rb:15 name"),
            (Callers, "Base.make", "a.js:3 scope"),
            (Callers, "Sub.make", ""),
        ],
    );
}
