//! Calls behind a sign, and members that are reached through the value of an object, the type of a file or another name
//! for a type.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use crate::repo::{check_calls, check_lines};

#[test]
fn a_sign_before_a_call() {
    check_lines(
        r#"
-- a.kt
package a
class M {
    fun g(t: String): Boolean = true
    fun h(f: () -> Int): Int = 1
    fun a1() { if (!g("x")) println(1) }
    fun a2(): Int = -h { 1 }
    fun a3() = +h({ 1 })
    fun a4() = !!g("x")
    fun a5() = !this.g("x")
    fun a6(m: M) = !m.g("x")
    fun a7(m: N) = -m.inner.h { 1 }
    fun a8() = !g("x").not()
    fun a9() { while (true && !g("q")) { } }
    fun b1(o: Other) = !o.g("x")
    fun b2() = !T<Int>("x")
}
class N { val inner: M = M() }
class Other { fun g(t: String): Boolean = true }
class T<A>(a: String)
-- u.kt
package b
import a.M
fun f(m: M) = m.apply { if (!g("y")) { } }
-- A.java
class A { boolean g() { return true; } int h() { return 1; } boolean k() { return !g() && !this.g() && -h() < ~h(); } }
-- a.scala
class S { def g(): Boolean = true; def f(s: S): Boolean = !g() && !s.g() }
-- a.swift
class W { func g() -> Bool { return true }
  func f(w: W) -> Bool { return !g() && !w.g() }
}
-- a.php
<?php
class P { function g() { return true; } function f(P $p) { return !$this->g() || !$p->g() || -$p->g(); } }
-- a.rb
class R
  def g; true; end
  def f; !g; end
  def k; !g() && !self.g; end
end
-- a.ex
defmodule E do
  def g(), do: true
  def f(), do: !g() and not g()
  def h(), do: -g()
end
-- a.lua
local function lg() return 1 end
function lf() return not lg() and -lg() end
"#,
        &[
            (
                Callers,
                "M.g",
                "a.kt:5 scope, a.kt:8 scope, a.kt:9 scope, a.kt:10 scope, a.kt:12 scope, a.kt:13 scope, u.kt:3 name",
            ),
            (Callers, "M.h", "a.kt:6 scope, a.kt:7 scope, a.kt:11 scope"),
            (Callers, "T", "a.kt:15 scope"),
            (Callers, "A.g", "A.java:1 scope"),
            (Callers, "A.h", "A.java:1 scope"),
            (Callers, "S.g", "a.scala:1 scope, u.kt:3 name"),
            (Callers, "W.g", "a.swift:2 scope"),
            (Callers, "P::g", "a.php:2 scope"),
            (Callers, "R#g", "a.rb:3 scope, a.rb:4 scope"),
            (Callers, "E.g", "a.ex:3 scope, a.ex:4 scope"),
            (Callers, "lg", "a.lua:2 scope"),
            (Callees, "M.a1", "a.kt:3 scope"),
        ],
    );
}

const COMPANIONS: &str = r#"
-- src/a/H.kt
package a
class H {
    companion object {
        fun friendly(a: String): String = a
        @JvmStatic fun plain(a: String): String = a
    }
    object Named { fun inner() = 1 }
}
class G { companion object Maker { fun make() = 1 } }
object O { fun only() = 1 }
fun topLevel(a: String) = true
fun String.extended() = true
-- src/a/renamed.kt
@file:JvmName("Tools")
package a
fun renamed() = 1
-- src/b/Use.kt
package b
import a.H
import a.G
import a.H.Companion.friendly
import a.H.Companion.plain as simple
import a.H.Named.inner
import a.G.Maker.make
fun f1() = friendly("x")
fun f2() = simple("x")
fun f3() = inner()
fun f4() = make()
fun f5() = H.friendly("x") + H.Companion.plain("x")
fun f6() = G.make() + G.Maker.make()
-- src/b/Star.kt
package b
import a.H.Companion.*
fun s1() = friendly("x")
-- src/b/J.java
package b;
import a.H;
import a.HKt;
import a.Tools;
import static a.HKt.extended;
class J {
  Object j1() { return H.Companion.friendly("x"); }
  Object j2() { return H.plain("x"); }
  Object j3() { return a.O.INSTANCE.only(); }
  Object j4() { return HKt.topLevel("x"); }
  Object j5() { return extended("x"); }
  Object j6() { return Tools.renamed(); }
  Object j7() { return OtherKt.topLevel("x"); }
  Object j8() { return a.HKt.topLevel("x"); }
}
-- src/a/K.java
package a;
class K { boolean k() { return HKt.topLevel("x"); } }
"#;

#[test]
fn objects_and_the_types_of_files() {
    check_lines(
        COMPANIONS,
        &[
            (
                Callers,
                "H.friendly",
                "src/b/J.java:7 import, src/b/Star.kt:3 import, src/b/Use.kt:8 import, src/b/Use.kt:12 import",
            ),
            (
                Callers,
                "H.plain",
                "src/b/J.java:8 import, src/b/Use.kt:9 import, src/b/Use.kt:12 import",
            ),
            (Callers, "inner", "src/b/Use.kt:10 import"),
            (Callers, "make", "src/b/Use.kt:11 import, src/b/Use.kt:13 import"),
            (Callers, "O.only", "src/b/J.java:9 import"),
            (Callers, "topLevel", "src/a/K.java:2 import, src/b/J.java:10 import"),
            (Callers, "extended", "src/b/J.java:11 import"),
            (Callers, "renamed", "src/b/J.java:12 import"),
        ],
    );
}

#[test]
fn extensions_of_another_name_for_a_type() {
    check_lines(
        r"
-- Conn.kt
package x.y
enum class Conn { TLS, NONE }
class Other { fun toS(): String = name }
-- Alias.kt
package c
typealias Auto = x.y.Conn
typealias Far = org.out.Remote
fun Auto.toS(): String = name
fun Far.ping(): String = name
-- Use.kt
package d
import c.toS
import c.ping
import x.y.Conn
import x.y.Other
import org.out.Remote
fun f(conn: Conn): String = conn.toS()
fun g(o: Other): String = o.toS()
fun h(r: Remote): String = r.ping()
-- a.swift
class SConn {}
typealias SAuto = SConn
extension SAuto { func sGo() -> Int { return 1 } }
func s(c: SConn) -> Int { return c.sGo() }
-- a.rs
pub struct RConn;
pub struct ROther;
impl ROther { pub fn r_go(&self) {} }
pub type RAuto = RConn;
impl RAuto { pub fn r_go(&self) {} }
fn r(c: &RConn, o: &ROther) {
    c.r_go();
    o.r_go();
}
-- a.go
package a
type GConn struct{}
type GAuto = GConn
func (g GAuto) Go1() {}
func use(g GConn) { g.Go1() }
-- a.scala
class QConn
object Q { type QAuto = QConn; implicit class Rich(c: QAuto) { def qGo() = 1 } }
",
        &[
            (Callers, "toS", "Use.kt:7 import, Use.kt:8 import"),
            (Callers, "Auto.toS", "Use.kt:7 import"),
            (Callers, "Other.toS", "Use.kt:8 import"),
            (Callers, "ping", "Use.kt:9 import"),
            (Callers, "sGo", "a.swift:4 scope"),
            (Callers, "RAuto::r_go", "a.rs:7 scope"),
            (Callers, "ROther::r_go", "a.rs:8 scope"),
            (Callers, "Go1", "a.go:5 scope"),
        ],
    );
}

/// The grammar of Swift takes what stands before a call in an expression for a part of what is called.
#[test]
fn a_sign_or_an_operand_is_no_part_of_what_is_called() {
    let swift = r"
-- a.swift
struct A { func go() -> Int { 1 }; func ok() -> Bool { true }; var name = 1 }
struct B { func go() -> Int { 2 }; var name = 2 }
func free() -> Int { 3 }
func f(a: A) -> Int { return 1 + a.go() }
func g(a: A) -> Bool { !a.ok() && !(a.ok()) }
func h(a: A) { let x = 1 - 2 * a.go() }
func i() { let x = 2 * free(); let y = 1 + 2 * free() }
func j(a: A, b: B) { let x = a.go() + b.go() }
func k(list: [A]) { list.map(\.name) }
";
    check_calls(
        swift,
        &[
            ("A.go", "a.swift:4 scope, a.swift:6 scope, a.swift:8 scope"),
            ("B.go", "a.swift:8 scope"),
            ("A.ok", "a.swift:5 scope"),
            ("free", "a.swift:7 scope"),
        ],
    );
    check_lines(swift, &[(References, "A.name", "a.swift:9 name")]);
}
