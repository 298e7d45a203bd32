//! What is private is not meant by its name where it cannot be seen; where its language lets others in, it may be.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn what_is_private_has_no_callers_by_name_elsewhere() {
    check_lines(
        r##"
-- a/A.java
package a;
public class A {
  private void hide() {}
  void near() {}
  public void show() { hide(); }
  static class In { void f(A a) { a.hide(); } }
}
-- b/B.java
package b;
class B {
  void f(Object o) { pick(o).hide(); pick(o).near(); pick(o).show(); }
}
-- test/a/T.java
package a;
class T {
  void f(Object o) { pick(o).hide(); pick(o).near(); }
}
"##,
        &[
            (Callers, "A.hide", "a/A.java:5 scope, a/A.java:6 scope"),
            (Callers, "A.near", "test/a/T.java:3 name"),
            (Callers, "A.show", "b/B.java:3 name"),
        ],
    );
    check_lines(
        r##"
-- a.kt
package a
class A {
  private fun hide() {}
  internal fun show() { hide() }
  companion object { fun f(a: A) { a.hide() } }
}
private fun free() {}
-- b.kt
package b
fun f(o: Any) { pick(o).hide(); pick(o).show() }
fun g() { free() }
"##,
        &[
            (Callers, "A.hide", "a.kt:4 scope, a.kt:5 scope"),
            (Callers, "A.show", "b.kt:2 name"),
            (Callers, "free", ""),
        ],
    );
    check_lines(
        r##"
-- A.cs
class A {
  void Hide() {}
  public void Show() { Hide(); }
  void I.Full() {}
}
partial class P {
  private void Part() {}
}
interface I { void Full(); void Open(); }
-- B.cs
class B {
  void F(object o) { Pick(o).Hide(); Pick(o).Show(); Pick(o).Part(); Pick(o).Full(); Pick(o).Open(); }
}
partial class P {
  void F(object o) { Pick(o).Hide(); Pick(o).Part(); }
}
"##,
        &[
            (Callers, "A.Hide", "A.cs:3 scope"),
            (Callers, "A.Show", "B.cs:2 name"),
            (Callers, "P.Part", "B.cs:5 name"),
            (Callers, "A.Full", "B.cs:2 name"),
            (Callers, "I.Open", "B.cs:2 name"),
        ],
    );
    check_lines(
        r##"
-- A.php
<?php
class A {
  private function hide() {}
  public function show() { $this->hide(); }
}
trait T { private function lend() {} }
class M { private function magic() {} function __call($n, $a) {} }
-- B.php
<?php
class B {
  function f($o) { $o->hide(); $o->show(); $o->magic(); }
  function g($o) { $o->lend(); }
}
-- bound.php
<?php
$f = \Closure::bind(function ($o) { $o->hide(); }, null, A::class);
"##,
        &[
            (Callers, "A::hide", "A.php:4 scope, bound.php:2 name"),
            (Callers, "A::show", "B.php:3 name"),
            (Callers, "T::lend", "B.php:4 name"),
            (Callers, "M::magic", "B.php:3 name"),
        ],
    );
    check_lines(
        r##"
-- a.ts
export class A {
  private hide() {}
  #own() {}
  show() { this.hide(); this.#own(); }
}
-- b.ts
export class B {
  #own() {}
  f(o) { pick(o).hide(); pick(o).show(); }
  g(o) { o.#own(); }
}
-- c.ts
export const f = (o) => { (o as any).hide(); };
-- d.js
export const f = (o) => { o.hide(); };
"##,
        &[
            (Callers, "A.hide", "a.ts:4 scope, c.ts:1 name, d.js:1 name"),
            (Callers, "A.show", "b.ts:3 name"),
        ],
    );
    check_lines(
        r##"
-- a.js
export class A {
  #own() {}
  show() { this.#own(); }
}
-- b.js
export class B {
  f(o) { o.#own(); }
}
"##,
        &[(Callers, "A.#own", "a.js:3 scope")],
    );
    check_lines(
        r##"
-- a.py
class A:
    def __hide(self): pass
    def show(self): self.__hide()
    def __len__(self): pass
-- b.py
def f(o):
    pick(o).__hide()
    pick(o).show()
    pick(o).__len__()
class B:
    def g(self, o): o.__hide()
class A(Base):
    def g(self, o): o.__hide()
"##,
        &[
            (Callers, "A.__hide", "a.py:3 scope, b.py:8 name"),
            (Callers, "A.show", "b.py:3 name"),
            (Callers, "A.__len__", "b.py:4 name"),
        ],
    );
    check_lines(
        r##"
-- a.swift
class A {
  private func hide() {}
  fileprivate func near() {}
  private(set) var x = 1
  func show() { hide() }
}
private extension A { func more() {} }
-- b.swift
class B {
  func f(o: Any) { pick(o).hide(); pick(o).near(); pick(o).show(); pick(o).more() }
}
"##,
        &[
            (Callers, "A.hide", "a.swift:5 scope"),
            (Callers, "A.near", ""),
            (Callers, "A.show", "b.swift:2 name"),
            (Callers, "A.more", ""),
        ],
    );
    check_lines(
        r##"
-- go.mod
module m
-- a/a.go
package a
type A struct{}
func (a *A) hide() {}
func (a *A) Show() { a.hide() }
-- a/more.go
package a
func f(o any) { pick(o).hide() }
-- b/b.go
package b
func f(o any) { pick(o).hide(); pick(o).Show() }
"##,
        &[
            (Callers, "A.hide", "a/a.go:4 scope, a/more.go:2 name"),
            (Callers, "A.Show", "b/b.go:2 name"),
        ],
    );
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "m"
-- src/lib.rs
mod a;
mod b;
-- src/a.rs
mod inner;
pub struct A;
impl A {
    fn hide(&self) {}
    pub(crate) fn show(&self) { self.hide() }
}
impl T for A { fn of_trait(&self) {} }
-- src/a/inner.rs
pub fn f(o: X) { pick(o).hide() }
-- src/b.rs
pub fn f(o: X) { pick(o).hide(); pick(o).show(); pick(o).of_trait() }
"##,
        &[
            (Callers, "A::hide", "src/a.rs:5 scope, src/a/inner.rs:1 name"),
            (Callers, "A::show", "src/b.rs:1 name"),
            (Callers, "A::of_trait", "src/b.rs:1 name"),
        ],
    );
    check_lines(
        r##"
-- a.h
class A {
public:
  void show();
  struct In { void inner(); };
private:
  void hide();
  int more() { return 1; }
private slots:
  void slot();
};
class F { friend class B; void open(); };
class D { void plain() {} };
-- a.cpp
#include "a.h"
void A::show() { hide(); }
void A::hide() {}
void A::slot() {}
void F::open() {}
-- b.cpp
void B::f(auto o) { pick(o).hide(); pick(o).more(); pick(o).show(); }
void B::g(auto o) { pick(o).slot(); pick(o).open(); pick(o).plain(); }
"##,
        &[
            (Callers, "A::hide", "a.cpp:2 scope"),
            (Callers, "A::more", ""),
            (Callers, "A::show", "b.cpp:1 name"),
            (Callers, "A::slot", "b.cpp:2 name"),
            (Callers, "F::open", "b.cpp:2 name"),
            (Callers, "D::plain", ""),
        ],
    );
}

#[test]
fn words_of_other_languages_keep_names_from_other_files() {
    check_lines(
        r##"
-- a.ex
defmodule A do
  defp hide(x), do: x
  def show(x), do: hide(x)
end
-- b.ex
defmodule B do
  def f(m), do: m.hide(1)
  def g(m), do: m.show(1)
end
"##,
        &[(Callers, "A.hide", "a.ex:3 scope"), (Callers, "A.show", "b.ex:3 name")],
    );
    check_lines(
        r##"
-- a.zig
const A = struct {
    fn hide(self: A) void {}
    pub fn show(self: A) void { self.hide(); }
};
-- b.zig
fn f(o: anytype) void { pick(o).hide(); pick(o).show(); }
-- A.scala
class A {
  private def veil() = 1
  private[this] def own() = 1
  def unveil() = veil()
}
-- B.scala
class B { def f(o: X) = { pick(o).veil(); pick(o).own(); pick(o).unveil() } }
"##,
        &[
            (Callers, "A.hide", "a.zig:3 scope"),
            (Callers, "A.show", "b.zig:1 name"),
            (Callers, "A.veil", "A.scala:4 scope"),
            (Callers, "A.own", "B.scala:1 name"),
            (Callers, "A.unveil", "B.scala:1 name"),
        ],
    );
}
