//! Other names for types say what a value is, in each language that has them.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

#[test]
fn aliases_in_other_files() {
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "m"
-- src/a.rs
pub struct A;
impl A { pub fn go(&self) {} pub fn st() {} }
pub struct B;
impl B { pub fn go(&self) {} pub fn st() {} }
pub type Al = A;
pub type Boxed = Box<B>;
-- src/lib.rs
mod a;
use a::{Al, Boxed};
type Loc = a::B;
fn f(x: &Al) { x.go() }
fn g(x: Boxed) { x.go() }
fn h(x: Loc) { x.go() }
fn i() { Al::st() }
fn j() { Loc::st() }
-- p/a.kt
package p
class C { fun go() {} }
class D { fun go() {} }
typealias Cl = C
typealias Dl = List<D>
-- k/b.kt
package q
import p.Cl
import p.Dl
fun f(x: Cl) { x.go() }
fun g(xs: Dl) { for (x in xs) x.go() }
-- a.hpp
struct E { void go() {} };
struct F { void go() {} };
using El = E;
typedef struct F *Fp;
-- u.cpp
#include "a.hpp"
void f(El& x) { x.go(); }
void g(Fp x) { x->go(); }
-- a.ts
export class G { go() {} }
export class H { go() {} }
export type Gl = G
export type Hl = H | null
-- u.ts
import { Gl, Hl } from './a'
export function f(x: Gl) { x.go() }
export function g(x: Hl) { x?.go() }
-- a.py
class J:
    def go(self): pass
class K:
    def go(self): pass
Jl = J
type Kl = K
-- u.py
from a import Jl, Kl
def f(x: Jl): x.go()
def g(x: Kl): x.go()
"##,
        &[
            (Callers, "A::go", "src/lib.rs:4 import"),
            (Callers, "B::go", "src/lib.rs:5 import, src/lib.rs:6 import"),
            (Callers, "A::st", "src/lib.rs:7 import"),
            (Callers, "B::st", "src/lib.rs:8 import"),
            (Callers, "C.go", "k/b.kt:4 import"),
            (Callers, "D.go", "k/b.kt:5 import"),
            (Callers, "E::go", "u.cpp:2 import"),
            (Callers, "F::go", "u.cpp:3 import"),
            (Callers, "G.go", "u.ts:2 import"),
            (Callers, "H.go", "u.ts:3 import"),
            (Callers, "J.go", "u.py:2 import"),
            (Callers, "K.go", "u.py:3 import"),
        ],
    );
}

#[test]
fn aliases_in_the_same_file() {
    check_lines(
        r##"
-- a.swift
class A { func go() {}; class In { func go() {} } }
typealias Al = A
typealias Ai = A.In
func f(x: Al?) { x?.go() }
func g(x: Ai) { x.go() }
-- a.scala
class C { def go() = 1 }
class D { def go() = 1 }
object T { type Cl = C; type Dl = D }
class U {
  def f(x: T.Cl) = x.go()
  def g(x: T.Dl) = x.go()
}
-- a.go
package a
type E struct{}
func (E) Go() {}
type F struct{}
func (F) Go() {}
type El = E
func f(x *El) { x.Go() }
func g(xs []El) {
	for _, x := range xs {
		x.Go()
	}
}
func h(x F) { x.Go() }
"##,
        &[
            (Callers, "a.swift::A.go", "a.swift:4 scope"),
            (Callers, "A.In.go", "a.swift:5 scope"),
            (Callers, "C.go", "a.scala:5 scope"),
            (Callers, "D.go", "a.scala:6 scope"),
            (Callers, "E.Go", "a.go:7 scope, a.go:10 scope"),
            (Callers, "F.Go", "a.go:13 scope"),
        ],
    );
}

#[test]
fn an_alias_of_itself_means_nothing() {
    check_lines(
        r##"
-- a.rs
type A = B;
type B = A;
struct C;
impl C { fn go(&self) {} }
fn f(x: A) { x.go() }
-- a.py
X = Y
Y = X
class D:
    def run(self): pass
def f(x: X): x.run()
"##,
        &[(Callers, "C::go", "a.rs:5 name"), (Callers, "D.run", "a.py:5 name")],
    );
}
