//! Imports and re-exports under other names, and by full names.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

#[test]
fn python_renames_in_a_package() {
    check_lines(
        r##"
-- use.py
from pkg import begin
import pkg
def a(): return begin()
def b(): return pkg.begin()
-- pkg/__init__.py
from .core import start as begin
-- pkg/core.py
def start(): return 1
"##,
        &[(Callers, "start", "use.py:3 import, use.py:4 import")],
    );
}

#[test]
fn python_renames_in_a_row() {
    check_lines(
        r##"
-- pkg/__init__.py
from .mid import begin as launch
-- pkg/mid.py
from .core import start as begin
-- pkg/core.py
def start(): pass
-- a.py
from pkg import launch as go
import pkg as p
def a(): go()
def b(): p.launch()
-- b.py
from other import launch
def c(): launch()
"##,
        &[(Callers, "start", "a.py:3 import, a.py:4 import")],
    );
}

#[test]
fn python_all_names_of_a_renaming_package() {
    check_lines(
        r##"
-- pkg/__init__.py
from .core import *
from .core import start as begin
__all__ = ["start", "begin"]
-- pkg/core.py
def start(): pass
-- a.py
from pkg import *
def a(): begin()
-- b.py
import pkg.core as c
def b(): c.start()
"##,
        &[(Callers, "start", "a.py:2 import, b.py:2 import")],
    );
}

#[test]
fn python_renamed_classes() {
    check_lines(
        r##"
-- pkg/__init__.py
from .core import Base as B
-- pkg/core.py
class Base:
    @classmethod
    def make(cls): pass
-- a.py
from pkg import B
import pkg
def a(): B.make(); pkg.B.make()
def b(): return B()
"##,
        &[(Callers, "Base.make", "a.py:3 import"), (Callers, "Base", "a.py:4 import")],
    );
}

#[test]
fn python_names_that_are_only_alike() {
    check_lines(
        r##"
-- pkg/__init__.py
from .x import run as start
-- pkg/x.py
def run(): pass
-- core.py
def start(): pass
-- a.py
from pkg import start
def a(): start()
"##,
        &[(Callers, "start", "")],
    );
}

#[test]
fn php_aliases() {
    check_lines(
        r##"
-- mode.php
<?php
namespace App;
class Mode { public static function parse(string $s) { return $s; } }
function helper($x) { return $x; }
-- u.php
<?php
use App\Mode as M;
use function App\helper as h;
function f1() { return M::parse("on"); }
function f3() { return h("x"); }
"##,
        &[(Callers, "Mode::parse", "u.php:4 import"), (Callers, "helper", "u.php:5 import")],
    );
}

#[test]
fn php_groups() {
    check_lines(
        r##"
-- lib.php
<?php
namespace X\Y;
class A { static function run() {} }
function f() {}
-- other.php
<?php
namespace Z;
class A { static function run() {} }
function f() {}
-- u.php
<?php
use X\Y\{A as B, function f as g};
use Z\A as Q;
use function Z\f as g2;
function u() { B::run(); g(); new B(); }
function v() { Q::run(); new Q(); g2(); }
"##,
        &[
            (Callers, "lib.php#A::run", "u.php:5 import"),
            (Callers, "lib.php#f", "u.php:5 import"),
            (Callers, "lib.php#A", "u.php:5 import"),
        ],
    );
}

#[test]
fn php_namespaces_in_braces() {
    check_lines(
        r##"
-- a.php
<?php
namespace App { class Mode { static function parse() {} } }
-- b.php
<?php
namespace B { use App\Mode as Mode; function x() { Mode::parse(); } }
"##,
        &[(Callers, "Mode::parse", "b.php:2 import")],
    );
}

#[test]
fn c_sharp_aliases() {
    check_lines(
        r##"
-- a.cs
namespace Ns.Core;
public class Tool { public static int Parse() => 1; public Tool() {} }
-- b.cs
using X = Ns.Core.Tool;
class B { int F() { return X.Parse(); } X G() { return new X(); } }
-- c.cs
using static Ns.Core.Tool;
class C { int F() { return Parse(); } }
-- d.cs
using X = Other.Tool;
class D { int F() { return X.Parse(); } }
"##,
        &[
            (Callers, "Tool.Parse", "b.cs:2 import, c.cs:2 import"),
            (Callers, "Tool", "b.cs:2 import"),
        ],
    );
}

#[test]
fn c_sharp_global_aliases() {
    check_lines(
        r##"
-- a/a.cs
namespace Ns { namespace Core { public class Tool { public static int Parse() => 1; } } }
-- b/g.cs
global using Y = Ns.Core.Tool;
-- b/b.cs
class B { int F() { return Y.Parse(); } }
"##,
        &[(Callers, "Tool.Parse", "b/b.cs:1 import")],
    );
}

#[test]
fn java_static_imports() {
    check_lines(
        r##"
-- a/b/C.java
package a.b;
public class C { public static void run() {} }
-- x/U.java
package x;
import static a.b.C.run;
class U { void f() { run(); } }
-- x/V.java
package x;
import static a.b.C.*;
class V { void f() { run(); } }
-- x/W.java
package x;
import static a.b.D.run;
class W { void f() { run(); } }
"##,
        &[(Callers, "C.run", "x/U.java:3 import, x/V.java:3 import, x/W.java:3 name")],
    );
}

#[test]
fn kotlin_aliases() {
    check_lines(
        r##"
-- a/b/helper.kt
package a.b
fun helper() = 1
-- a/b/Tool.kt
package a.b
class Tool
-- x/u.kt
package x
import a.b.helper as h
import a.b.Tool as T
fun u() = h()
fun v() = T()
-- x/w.kt
package x
import c.d.helper
fun w() = helper()
"##,
        &[(Callers, "helper", "x/u.kt:4 import"), (Callers, "Tool", "x/u.kt:5 import")],
    );
}

#[test]
fn scala_aliases() {
    check_lines(
        r##"
-- a/b/Tool.scala
package a.b
class Tool
object Tool { def run() = 1 }
-- x/u.scala
package x
import a.b.{Tool => T}
class U { def u() = new T(); def v() = T.run() }
-- x/v.scala
package x
import a.b.Tool as W
class V { def u() = new W() }
"##,
        &[
            (Callers, "Tool", "x/u.scala:3 import, x/v.scala:3 import"),
            (Callers, "Tool.run", "x/u.scala:3 import"),
        ],
    );
}

#[test]
fn rust_renamed_reexports() {
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "x"
-- src/lib.rs
pub mod core;
pub mod mid;
mod use_;
pub use crate::core::start as begin;
pub use crate::core::Job as Task;
-- src/core.rs
pub fn start() {}
pub struct Job;
impl Job { pub fn run() {} }
-- src/mid.rs
pub use crate::begin as launch;
-- src/use_.rs
use crate::mid::launch as go;
use crate::Task;
fn a() { go(); crate::begin(); crate::mid::launch(); }
fn b() { Task::run(); }
"##,
        &[
            (Callers, "start", "src/use_.rs:3 import"),
            (Callers, "Job::run", "src/use_.rs:4 import"),
        ],
    );
}

#[test]
fn go_package_names() {
    check_lines(
        r##"
-- go.mod
module m
-- store/s.go
package store
func Open() {}
-- a.go
package main
import st "m/store"
func a() { st.Open() }
-- b/b.go
package b
import . "m/store"
func b() { Open() }
-- c/c.go
package c
import store "other/store"
func c() { store.Open() }
"##,
        &[(Callers, "Open", "a.go:3 import, b/b.go:3 import, c/c.go:3 name")],
    );
}

#[test]
fn zig_imports() {
    check_lines(
        r##"
-- core.zig
pub fn start() void {}
-- mid.zig
const core = @import("core.zig");
pub const begin = core.start;
pub const again = @import("core.zig").start;
-- a.zig
const c = @import("core.zig");
const s = @import("core.zig").start;
const m = @import("mid.zig");
fn a() void { c.start(); s(); }
fn b() void { m.again(); }
fn d() void { m.begin(); }
"##,
        &[(Callers, "start", "a.zig:4 import, a.zig:5 import")],
    );
}

#[test]
fn elixir_aliases() {
    check_lines(
        r##"
-- lib/app/store.ex
defmodule App.Store do
  def run, do: 1
end
-- lib/u.ex
defmodule U do
  alias App.Store, as: S
  def a, do: S.run()
end
"##,
        &[(Callers, "run", "lib/u.ex:3 import")],
    );
}

#[test]
fn haskell_qualified_names() {
    check_lines(
        r##"
-- A/B.hs
module A.B where
push x = x
-- U.hs
module U where
import qualified A.B as Q
f = Q.push 1
-- V.hs
module V where
import A.B hiding (push)
push y = y
g = push 2
"##,
        &[(Callers, "A/B.hs#push", "U.hs:3 import")],
    );
}

#[test]
fn java_imports() {
    check_lines(
        r##"
-- a/Tool.java
package a;
public class Tool { public static void run() {} }
-- b/U.java
package b;
import a.Tool;
class U { void f() { Tool.run(); } }
"##,
        &[(Callers, "Tool.run", "b/U.java:3 import")],
    );
}
