//! What hides a name from further out: exports under other names, parameters, nested functions, members, and types in
//! other scopes.

use firsthand_codegraph::Relation::{Callers, Implementors, References};

use crate::repo::check_lines;

#[test]
fn an_export_under_another_name_hides_the_declaration_of_that_name() {
    check_lines(
        r##"
-- a.js
function inner() {}
function outer() {}
module.exports = { outer: inner };
-- use.js
const { outer } = require('./a');
const a = require('./a');
exports.f = () => outer();
exports.g = () => a.outer();
"##,
        &[(Callers, "inner", "use.js:3 import, use.js:4 import"), (Callers, "a.js:2", "")],
    );
    check_lines(
        r##"
-- a.ts
function one() {}
function two() {}
export { one as two, two as one };
-- all.ts
export * from './a';
export function two() {}
-- use.ts
import { one } from './a';
import { two } from './all';
export const f = () => one();
export const g = () => two();
"##,
        &[
            (Callers, "a.ts:1", ""),
            (Callers, "a.ts:2", "use.ts:3 import"),
            (Callers, "all.ts:2", "use.ts:4 import"),
        ],
    );
}

#[test]
fn an_alias_means_nothing_at_the_end_of_a_path() {
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "m"
-- src/lib.rs
pub mod x;
pub mod y;
-- src/x.rs
pub fn go() {}
pub fn run() {}
-- src/y.rs
use super::x::{self, go as run};
pub fn f() { run() }
pub fn g() { x::run() }
"##,
        &[(Callers, "x::go", "src/y.rs:2 import"), (Callers, "x::run", "src/y.rs:3 import")],
    );
}

#[test]
fn a_nested_function_hides_one_further_out() {
    check_lines(
        r##"
-- a.rs
fn run() {}
fn f() { fn run() {} run() }
fn g() { run() }
-- a.cs
class A {
    int Run() => 1;
    int F() { int Run() => 2; return Run(); }
    int G() { return Run(); }
}
-- a.lua
local function run() end
local function f() local function run() end run() end
local function g() run() end
"##,
        &[
            (Callers, "a.rs:1", "a.rs:3 scope"),
            (Callers, "a.cs:2", "a.cs:4 scope"),
            (Callers, "a.lua:1", "a.lua:3 scope"),
        ],
    );
    check_lines(
        r##"
-- a.ts
export function fmt(x: number) {}
export const j = () => {
  { let fmt = (y: number) => y; fmt(1) }
  return fmt(4)
}
"##,
        &[(Callers, "a.ts:1", "a.ts:4 scope")],
    );
}

#[test]
fn a_member_hides_a_function_and_an_outer_member() {
    check_lines(
        r##"
-- A.java
class Outer {
  int run() { return 1; }
  class In {
    int run() { return 2; }
    int f() { return run(); }
    int g() { return Outer.this.run(); }
  }
  static class Other extends Base {
    int h() { return run(); }
  }
  int k() { return run(); }
}
class Base {
  int run() { return 3; }
}
"##,
        &[
            (Callers, "A.java:2", "A.java:6 scope, A.java:11 scope"),
            (Callers, "A.java:4", "A.java:5 scope"),
            (Callers, "A.java:14", "A.java:9 scope"),
        ],
    );
    check_lines(
        r##"
-- a.kt
fun run() = 1
class K(val run: () -> Int) {
  fun h() = run()
}
open class A { open fun go() {} }
interface I { fun go() {} }
class B : A(), I {
  override fun go() {
    super<A>.go()
    super<I>.go()
  }
}
"##,
        &[
            (Callers, "a.kt:1", ""),
            (Callers, "A.go", "a.kt:9 scope"),
            (Callers, "I.go", "a.kt:10 scope"),
        ],
    );
}

#[test]
fn types_of_one_name_are_told_apart() {
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "m"
-- src/lib.rs
pub mod a;
pub mod b;
pub mod u;
-- src/a.rs
pub struct Client;
impl Client {
    pub fn go(&self) {} }
-- src/b.rs
pub struct Client;
impl Client {
    pub fn go(&self) {} }
-- src/u.rs
use crate::a::Client;
use crate::b::Client as Other;
pub fn f(c: &Client) { c.go() }
pub fn g(c: &Other) { c.go() }
"##,
        &[
            (Callers, "src/a.rs:3", "src/u.rs:3 import"),
            (Callers, "src/b.rs:3", "src/u.rs:4 import"),
        ],
    );
    check_lines(
        r##"
-- a.cs
namespace A { class Client { public void Go() {} } }
namespace B {
  class Client { public void Go() {} }
}
-- u.cs
using A;
class U {
  void F(Client c) { c.Go(); }
  void G(B.Client c) { c.Go(); }
}
"##,
        &[(Callers, "A.Client.Go", "u.cs:3 scope"), (Callers, "B.Client.Go", "u.cs:4 scope")],
    );
}

#[test]
fn names_are_found_as_code_writes_them() {
    check_lines(
        r##"
-- a.rb
class Job
  def level=(v)
    @l = v
  end
  def go
    self.level = 3
    puts level == 3
  end
end
-- a.kt
class V {
  fun `odd name`() = 1
}
fun f(v: V) = v.`odd name`()
-- UserCard.vue
<template><p>x</p></template>
-- Page.vue
<script setup>
import UserCard from './UserCard.vue'
</script>
<template>
  <user-card />
  <other-card />
</template>
-- b.cs
class S {
  public S(int a) {}
}
class T {
  S one = new(1);
  S Two() => new(2);
}
"##,
        &[
            (Callers, "Job#level=", "a.rb:6 scope"),
            (Callers, "V.odd name", "a.kt:4 scope"),
            (Callers, "UserCard", "Page.vue:5 import"),
            (Callers, "b.cs:2", "b.cs:5 scope, b.cs:6 scope"),
        ],
    );
}

#[test]
fn imports_that_name_what_they_import() {
    check_lines(
        r##"
-- lib/a.ex
defmodule A do
  def go(x), do: x
  def run(x), do: x
end
-- lib/u.ex
defmodule U do
  import A, only: [go: 1]
  def f(), do: go(1)
  def g(), do: run(1)
end
"##,
        &[(Callers, "A.go", "lib/u.ex:3 import"), (Callers, "A.run", "lib/u.ex:4 name")],
    );
    check_lines(
        r##"
-- go.mod
module m
-- v2/y.go
package v2
func Go() {}
-- go-yaml/y.go
package yaml
func Load() {}
-- u/u.go
package u
import . "m/v2"
import "m/go-yaml"
type T struct{}
func (T) Go() {}
func K() { Go() }
func L() { yaml.Load() }
"##,
        &[
            (Callers, "v2/y.go:2", "u/u.go:6 import"),
            (Callers, "T.Go", ""),
            (Callers, "Load", "u/u.go:7 import"),
        ],
    );
    check_lines(
        r##"
-- a.ts
export namespace ns { export interface Store<T> { a: T } }
-- u.ts
import { ns } from './a'
export class A implements ns.Store<number> { a = 1 }
"##,
        &[(Implementors, "Store", "u.ts:2 import"), (References, "Store", "u.ts:2 import")],
    );
}

#[test]
fn a_namespace_is_opened_where_its_names_are_bare() {
    check_lines(
        r##"
-- a.hpp
namespace one { inline void go() {} }
namespace two {
inline void go() {}
}
-- b.cpp
#include "a.hpp"
using two::go;
void g() { go(); }
-- c.cpp
#include "a.hpp"
using namespace two;
void h() { go(); }
-- d.cpp
#include "a.hpp"
namespace two { void i() { go(); } }
-- e.cpp
#include "a.hpp"
void j() { go(); }
"##,
        &[(Callers, "a.hpp:3", "b.cpp:3 import, c.cpp:3 import, d.cpp:2 import, e.cpp:2 name")],
    );
}

#[test]
fn a_trait_is_no_parent() {
    check_lines(
        r##"
-- a.php
<?php
trait T {
  public function go() {}
}
class A {
  public function go() {}
}
class B extends A {
  use T;
  function f() { $this->go(); }
  function g() { parent::go(); }
}
"##,
        &[(Callers, "T::go", "a.php:10 scope"), (Callers, "A::go", "a.php:11 scope")],
    );
}

#[test]
fn a_local_variable_with_a_type_is_no_field() {
    check_lines(
        r##"
-- a.py
from typing import Optional
class A:
    def go(self): pass
class B:
    def go(self): pass
class User:
    held: Optional[A]
    def one(self):
        part: Optional[B] = B()
        part.go()
    def two(self):
        self.part.go()
    def three(self):
        self.held.go()
"##,
        &[
            (Callers, "A.go", "a.py:12 name, a.py:14 scope"),
            (Callers, "B.go", "a.py:10 scope, a.py:12 name"),
        ],
    );
}

#[test]
fn a_tag_with_dashes_is_a_component_in_vue_alone() {
    check_lines(
        r##"
-- UserCard.svelte
<p>x</p>
-- Page.svelte
<script>
import UserCard from './UserCard.svelte'
</script>
<user-card />
<UserCard />
"##,
        &[(Callers, "UserCard", "Page.svelte:5 import")],
    );
    check_lines(
        r##"
-- UserCard.vue
<template><p>x</p></template>
-- Page.vue
<script setup>
import UserCard from './UserCard.vue'
</script>
<template>
<user-card />
<User-Card v-else-if="a"></User-Card>
<UserCard />
<User-Cards />
</template>
"##,
        &[(Callers, "UserCard", "Page.vue:5 import, Page.vue:6 import, Page.vue:7 import")],
    );
}

#[test]
fn of_types_in_unrelated_scopes_none_is_meant() {
    check_lines(
        r##"
-- a.hpp
namespace a {
struct Client {
  void go() {}
};
}
namespace b {
struct Client { void go() {} };
}
-- u.cpp
#include "a.hpp"
void f(a::Client& c) { c.go(); }
void g(b::Client& c) { c.go(); }
void h(Client& c) { c.go(); }
namespace a { void i(Client& c) { c.go(); } }
"##,
        &[(Callers, "a.hpp:3", "u.cpp:2 import, u.cpp:4 name, u.cpp:5 import")],
    );
}
