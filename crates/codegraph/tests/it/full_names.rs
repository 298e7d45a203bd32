//! Names that are written with their namespaces, and names of the namespace or module around them.

use firsthand_codegraph::Relation::{Callers, Implementors, References};

use crate::repo::check_lines;

#[test]
fn php_names_behind_their_namespaces() {
    check_lines(
        r##"
-- src/q.php
<?php
namespace Q;
class A {
  public static function go() {}
  public function run() {}
}
function help() {}
-- src/r.php
<?php
namespace R;
class A {
  public static function go() {}
  public function run() {}
}
function help() {}
-- src/app.php
<?php
namespace App;
use Q as Short;
function a1() { \Q\A::go(); }
function a2() { \R\A::go(); }
function a3() { Short\A::go(); }
function a4() { \Q\help(); }
function a5() { \R\help(); }
function a6() { Short\help(); }
function a7(\Q\A $a) { $a->run(); }
function a8(\R\A $a) { $a->run(); }
function a9() { $a = new \Q\A(); $a->run(); }
function b1() { (new \R\A())->run(); }
function b2(Other\A $a) { $a->run(); }
-- src/beside.php
<?php
namespace R;
function c1() { A::go(); }
function c2() { namespace\A::go(); }
"##,
        &[
            (
                Callers,
                "src/q.php:5",
                "src/app.php:10 import, src/app.php:12 import, src/app.php:14 name",
            ),
            (Callers, "Q\\A::go", "src/app.php:4 import, src/app.php:6 import"),
            (
                Callers,
                "\\R\\A::go",
                "src/app.php:5 import, src/beside.php:3 import, src/beside.php:4 import",
            ),
            (Callers, "src/q.php:7", "src/app.php:7 import, src/app.php:9 import"),
        ],
    );
}

#[test]
fn java_names_behind_their_packages() {
    check_lines(
        r##"
-- q/A.java
package q;
public class A {
  public static int go() { return 1; }
}
-- r/A.java
package r;
public class A {
  public static int go() { return 2; }
}
-- app/Use.java
package app;
class Use {
  int one() { return q.A.go(); }
  int two() { return r.A.go(); }
  int three(q.A a) { return a.go(); }
  int four() { return new r.A().go(); }
}
"##,
        &[
            (Callers, "q/A.java:3", "app/Use.java:3 import, app/Use.java:5 import"),
            (Callers, "r/A.java:3", "app/Use.java:4 import, app/Use.java:6 import"),
        ],
    );
}

#[test]
fn c_sharp_names_behind_their_namespaces() {
    check_lines(
        r##"
-- q/A.cs
namespace One.Q {
  public class A { public static int Go() { return 1; } public int Run() { return 1; } }
}
-- r/A.cs
namespace One.R;
public class A {
  public static int Go() { return 2; }
  public int Run() { return 2; }
}
-- app/Use.cs
using Short = One.Q;
namespace One.App {
  class Use {
    int U1() { return One.Q.A.Go(); }
    int U2() { return global::One.R.A.Go(); }
    int U3() { return Q.A.Go(); }
    int U4() { return Short.A.Go(); }
    int U5(Q.A a) { return a.Run(); }
    int U6(R.A a) { return a.Run(); }
    int U7() { var a = new One.R.A(); return a.Run(); }
  }
}
"##,
        &[
            (Callers, "Q.A.Go", "app/Use.cs:4 import, app/Use.cs:6 import, app/Use.cs:7 import"),
            (Callers, "r/A.cs:3", "app/Use.cs:5 import"),
            (Callers, "Q.A.Run", "app/Use.cs:8 import"),
            (Callers, "r/A.cs:4", "app/Use.cs:9 import, app/Use.cs:10 import"),
        ],
    );
}

#[test]
fn a_module_declares_the_name() {
    check_lines(
        r##"
-- m.ex
defmodule A do
  def go(), do: 1
  def run(), do: go()
end
defmodule B do
  def go(), do: 2
  def run(), do: go()
end
-- m.rs
mod a {
    pub fn go() {}
    fn run() { go(); }
}
mod b {
    pub fn go() {}
    fn run() { go(); }
}
-- m.cpp
namespace a {
void go() {}
void run() { go(); }
}
namespace b {
void go() {}
void run() { go(); }
}
-- m.ts
namespace a {
  function go() {}
  function run() { go(); }
}
namespace b {
  function go() {}
  function run() { go(); }
}
"##,
        &[
            (Callers, "m.ex:2", "m.ex:3 scope"),
            (Callers, "m.ex:6", "m.ex:7 scope"),
            (Callers, "m.rs:2", "m.rs:3 scope"),
            (Callers, "m.rs:6", "m.rs:7 scope"),
            (Callers, "m.cpp:2", "m.cpp:3 scope"),
            (Callers, "m.cpp:6", "m.cpp:7 scope"),
            (Callers, "m.ts:2", "m.ts:3 scope"),
            (Callers, "m.ts:6", "m.ts:7 scope"),
        ],
    );
}

#[test]
fn a_field_has_the_type_of_the_variable_that_it_gets() {
    check_lines(
        r##"
-- m.py
class A:
    def go(self): pass
class B:
    def go(self): pass
class User:
    def __init__(self, a: A, b: "B", c):
        self.a = a
        self.b = b
        self.c = c
    def one(self): return self.a.go()
    def two(self): return self.b.go()
    def three(self): return self.c.go()
"##,
        &[(Callers, "m.py:2", "m.py:10 scope, m.py:12 name")],
    );
    check_lines(
        r##"
-- m.php
<?php
class A {
  function go() {} }
class B {
  function go() {} }
class User {
    private $a;
    private A $c;
    public function __construct(A $a, B $b, $c) { $this->a = $a; $this->b = $b; $this->c = $c; $this->d = $c; }
    public function one() { $this->a->go(); }
    public function two() { $this->b->go(); }
    public function three() { $this->c->go(); }
    public function four() { $this->d->go(); }
}
"##,
        &[
            (Callers, "m.php:3", "m.php:10 scope, m.php:12 scope, m.php:13 name"),
            (Callers, "m.php:5", "m.php:11 scope, m.php:13 name"),
        ],
    );
}

#[test]
fn a_method_of_a_trait_has_another_name() {
    check_lines(
        r##"
-- m.php
<?php
trait Greets {
    public function hello() {}
}
class A {
    use Greets { hello as protected greet; }
    public function run() { $this->greet(); }
}
class B {
    use Greets;
    public function run() { $this->hello(); }
}
class C {
    use Greets { Greets::hello as wave; }
    public function run() { $this->wave(); }
}
"##,
        &[
            (References, "Greets.hello", "m.php:6 scope, m.php:11 scope, m.php:14 scope"),
            (Callers, "A.greet", "m.php:7 scope"),
            (Callers, "C.wave", "m.php:15 scope"),
        ],
    );
}

#[test]
fn an_attribute_leaves_out_the_end_of_its_types_name() {
    check_lines(
        r##"
-- q/Guarded.cs
namespace Q {
  public class GuardedAttribute : System.Attribute {
    public GuardedAttribute(string s) {}
  }
  public class Marker : System.Attribute {}
}
-- app/Use.cs
using Q;
class Page {
  [Guarded("x")]
  public void Show() {}
  [Other, Q.Guarded("z")]
  public void Hide() { Guarded("no"); }
  [Marker]
  int a;
  void Guarded(string s) {}
}
[GuardedAttribute("y")]
class Other {}
"##,
        &[
            (
                References,
                "GuardedAttribute",
                "app/Use.cs:3 import, app/Use.cs:5 import, app/Use.cs:11 import",
            ),
            (References, "Marker", "app/Use.cs:7 import"),
        ],
    );
}

#[test]
fn packages_whose_files_have_other_names() {
    check_lines(
        r##"
-- k/a.kt
package a
fun load() {}
class Tool { fun run() {} }
-- k/b.kt
package b
fun load() {}
class Tool { fun run() {} }
-- k/use.kt
package u
import a.load
import b.load as load2
import b.Tool
import a.Tool as Other
fun f() { load() }
fun g() { load2() }
fun h(t: Tool) { t.run() }
fun i(t: Other) { t.run() }
-- s/a.scala
package sa
object Util { def go = 1 }
class Cli { def call() = 1 }
-- s/b.scala
package sb
object Util { def go = 1 }
class Cli { def call() = 1 }
-- s/use.scala
package su
import sa.Util
import sb.{Util => Other, Cli}
object U {
  def f = Util.go
  def g = Other.go
  def h(c: Cli) = c.call()
  def i(c: sa.Cli) = c.call()
}
-- p/Tool.java
package p;
public class Tool { public static int ask() { return 1; } }
-- q/Tool.java
package q;
public class Tool { public static int ask() { return 2; } }
-- q/U.java
package q;
import p.*;
class U { int f() { return Tool.ask(); } }
-- q/V.java
package q;
import p.Tool;
class V { int f() { return Tool.ask(); } }
"##,
        &[
            (Callers, "a.load", "k/use.kt:6 import"),
            (Callers, "b.load", "k/use.kt:7 import"),
            (Callers, "a.Tool.run", "k/use.kt:9 import"),
            (Callers, "b.Tool.run", "k/use.kt:8 import"),
            (Callers, "sa.Util.go", "s/use.scala:5 import"),
            (Callers, "sb.Util.go", "s/use.scala:6 import"),
            (Callers, "sa.Cli.call", "s/use.scala:8 import"),
            (Callers, "sb.Cli.call", "s/use.scala:7 import"),
            (Callers, "p.Tool.ask", "q/V.java:3 import"),
            (Callers, "q.Tool.ask", "q/U.java:3 scope"),
        ],
    );
}

#[test]
fn a_member_that_a_type_inherits_is_imported_by_name() {
    check_lines(
        r##"
-- p/Base.java
package p;
public class Base { public static void go() {} }
-- p/Sub.java
package p;
public class Sub extends Base {}
-- q/U.java
package q;
import static p.Sub.go;
class U { void f() { go(); } }
-- k/a.kt
package a
open class Up { fun run() {} }
object Down : Up()
-- k/u.kt
package u
import a.Down.run
fun f() = run()
"##,
        &[(Callers, "Base.go", "q/U.java:3 name"), (Callers, "Up.run", "k/u.kt:3 name")],
    );
}

#[test]
fn a_path_that_begins_with_the_word_for_the_own_namespace() {
    check_lines(
        r##"
-- src/base.php
<?php
namespace App\Core;
class Base { public static function make() {} }
interface Able {}
trait Lends { }
function help() {}
-- src/in/deep.php
<?php
namespace App\Core\In;
function deep() {}
class Deep { static function make() {} }
-- src/sub.php
<?php
namespace App\Core;
class Sub extends namespace\Base implements namespace\Able {
  use namespace\Lends;
  function f() {
    new namespace\Base();
    namespace\Base::make();
    namespace\help();
    namespace\In\deep();
    namespace\In\Deep::make();
  }
}
-- src/other.php
<?php
namespace App\Web;
class Base { static function make() {} }
class Sub extends namespace\Base {
  function f() { namespace\Base::make(); namespace\help(); }
}
function help() {}
-- src/group.php
<?php
namespace App\Api;
use App\{Core\Base as B, function Core\help};
use function App\Core\{In\deep as dig};
function f() { B::make(); help(); dig(); }
"##,
        &[
            (Implementors, "src/base.php:3", "src/sub.php:3 import"),
            (Implementors, "src/base.php:4", "src/sub.php:3 import"),
            (Implementors, "src/base.php:5", "src/sub.php:3 import"),
            (Callers, "src/base.php:3", "src/sub.php:6 import"),
            (Callers, "App.Core.Base.make", "src/group.php:5 import, src/sub.php:7 import"),
            (Callers, "src/base.php:6", "src/group.php:5 import, src/sub.php:8 import"),
            (Callers, "src/in/deep.php:3", "src/group.php:5 import, src/sub.php:9 import"),
            (Callers, "src/in/deep.php:4", ""),
            (Callers, "App.Core.In.Deep.make", "src/sub.php:10 import"),
            (Implementors, "src/other.php:3", "src/other.php:4 scope"),
            (Callers, "src/other.php:7", "src/other.php:5 scope"),
        ],
    );
}
