//! Edges that are stated as certain: what has the name and is something else is no such edge.

use firsthand_codegraph::Relation::{Callers, References};

use crate::repo::{check_calls, check_lines, tree};

#[test]
fn functions_of_one_name_differ_by_their_arity() {
    check_calls(
        r"
-- a.ex
defmodule A do
  def go(x), do: go(x, 1)
  def go(x, y) when x > 1 do
    x + y
  end
  def opt(a, opts \\ []), do: a
  def f, do: go(1)
  def g, do: 1 |> go()
  def h, do: 1 |> A.go(2)
  def i, do: Enum.map([1], &go/1)
  def j, do: Enum.map([1], &A.go/2)
  def k, do: Enum.map([1], &go(&1, 2))
  def l, do: A.opt(1, a: 2, b: 3)
  def m do
    A.opt 1 do
      2
    end
  end
end
",
        &[
            ("A.go/1", "a.ex:7 scope, a.ex:8 scope, a.ex:10 scope"),
            ("A.go/2", "a.ex:2 scope, a.ex:9 scope, a.ex:11 scope, a.ex:12 scope"),
            ("A.opt", "a.ex:13 scope, a.ex:15 scope"),
        ],
    );
}

#[test]
fn imports_of_all_names_leave_some_out() {
    check_calls(
        "-- A.hs\nmodule A where\ngo x = x\n-- B.hs\nmodule B where\ngo x = x\nrun x = x\n-- U.hs\nmodule U where\nimport A (go)\nimport B hiding (go)\nf x = go x\ng x = run x\n",
        &[("A.go", "U.hs:4 import"), ("B.go", ""), ("B.run", "U.hs:5 import")],
    );
    let elixir = "-- a.ex\ndefmodule A do\n  def go(x), do: x\n  def go(x, y), do: x\nend\n-- u.ex\ndefmodule U do\n  import A, except: [go: 1]\n  def f, do: go(1)\n  def g, do: go(1, 2)\nend\n";
    check_calls(elixir, &[("A.go/2", "u.ex:4 import")]);
    let repo = tree(&format!("\n{elixir}"));
    let hidden = repo.relate("A.go/1", Callers);
    assert!(hidden.sites.iter().all(|site| !site.resolution.is_certain()));
}

#[test]
fn members_of_types_without_a_name_are_their_own() {
    let java = r"
-- A.java
class U {
  void go() {}
  void f() {
    Base b = new Base() {
      public void run() { go(); this.go(); }
    };
    Object o = new Object() { void go() {}
      void x() { go(); this.go(); } };
    go();
    Object p = new Object() { void x() { go(); } };
  }
  Object g(Base x) {
    return new Object() { Base2 x; void y() { x.go(); } };
  }
}
-- Base.java
class Base { void go() {} }
-- Base2.java
class Base2 { void go() {} }
";
    check_calls(
        java,
        &[
            ("A.java:2", "A.java:9 scope, A.java:10 name"),
            ("Base.go", "A.java:5 scope"),
            ("Base2.go", "A.java:13 scope"),
        ],
    );
}

const KOTLIN: &str = r"
-- a.kt
open class Base { open fun go() {} }
class U {
  fun go() {}
  fun f() {
    val a = object : Base() {
      fun run() { go(); this.go(); super.go() }
    }
    val b = object { fun go() {}
      fun x() { go(); this.go() } }
    go()
  }
}
";

const SCALA: &str = r"
-- a.scala
class Base { def go(): Unit = {} }
class U {
  def go(): Unit = {}
  def f(): Unit = {
    val a = new Base {
      def run(): Unit = { go(); this.go(); super.go() } }
    val b = new Base { override def go(): Unit = {}
      def x(): Unit = { go(); this.go() } }
    go()
  }
}
";

const PHP: &str = r"
-- a.php
<?php
class Base { function go() {} }
class U { function go() {}
  function f() {
    $a = new class extends Base {
      function run() { $this->go(); parent::go(); } };
    $b = new class { function go() {}
      function x() { $this->go(); } };
    $this->go();
  }
}
";

const JAVASCRIPT: &str = r"
-- a.js
class Base { go() {} }
class U {
  go() {}
  f() {
    const b = [class { go() {}
      x() { this.go(); } }];
    this.go();
  }
}
";

#[test]
fn objects_without_a_declared_type_have_their_own_members() {
    for (files, path, own, within, inherited) in [
        (KOTLIN, "a.kt", 10, 9, Some(6)),
        (SCALA, "a.scala", 9, 8, Some(6)),
        (PHP, "a.php", 9, 8, Some(6)),
        (JAVASCRIPT, "a.js", 7, 6, None),
    ] {
        let repo = tree(files);
        let certain = |symbol: &str| {
            let found = repo.relate(symbol, Callers);
            let sites = found.sites.into_iter();
            let certain = sites.filter(|site| site.resolution.is_certain());
            certain.map(|site| site.line).collect::<Vec<u32>>()
        };
        assert_eq!(certain("U.go"), [own], "{files}");
        let first = format!("{path}:{}", within - 1);
        assert_eq!(certain(&first), [within], "{files}");
        assert_eq!(certain("Base.go"), inherited.into_iter().collect::<Vec<u32>>(), "{files}");
    }
}

#[test]
fn modules_within_a_file_are_parts_of_paths() {
    check_calls(
        r"
-- Cargo.toml
[package]
name = 'm'
-- src/lib.rs
pub mod x {
    pub fn go() {}
    pub mod deep {
        pub fn go() {}
    }
}
pub mod y {
    use super::x::{self, deep::go};
    pub fn h() { go() }
    pub fn i() { x::go() }
    pub fn j() { self::x::go() }
    pub fn k() { super::x::deep::go() }
    pub fn l() { crate::x::go() }
}
pub mod z {
    pub mod x { pub fn run() {} }
    pub fn f() { x::run() }
    pub fn g() { crate::x::go() }
}
",
        &[
            ("x::deep::go", "src/lib.rs:9 import, src/lib.rs:12 scope"),
            (
                "src/lib.rs:2",
                "src/lib.rs:9 name, src/lib.rs:10 scope, src/lib.rs:11 scope, src/lib.rs:13 scope, src/lib.rs:18 scope",
            ),
            ("run", "src/lib.rs:17 scope"),
        ],
    );
}

#[test]
fn a_type_as_a_trait_has_the_members_of_that() {
    check_calls(
        r"
-- src/lib.rs
pub trait T1 { fn go(&self); }
pub trait T2 { fn go(&self); }
pub struct A;
impl T1 for A { fn go(&self) {} }
impl T2 for A {
    fn go(&self) {}
}
impl A {
    pub fn go(&self) {}
}
pub fn a<S: T1 + T2>(s: S) { <S as T1>::go(&s); }
pub fn b(s: A) { <A as T1>::go(&s); }
pub fn c(s: A) { <A as T2>::go(&s); }
pub fn d(s: A) { s.go(); }
",
        &[
            ("T1.go", "src/lib.rs:11 scope"),
            ("T2.go", ""),
            ("src/lib.rs:6", "src/lib.rs:11 name, src/lib.rs:13 scope, src/lib.rs:14 name"),
            ("src/lib.rs:9", "src/lib.rs:11 name, src/lib.rs:14 scope"),
        ],
    );
}

/// Types that the tree does not declare have what it implements for them.
#[test]
fn a_type_from_outside_as_a_trait_has_the_members_of_that() {
    check_calls(
        r"
-- src/lib.rs
pub trait Codec { fn decode(b: &[u8]) -> Self; fn size() -> u8 { 1 } }
impl Codec for u8 {
    fn decode(b: &[u8]) -> Self { b[0] }
}
impl Codec for u16 {
    fn decode(b: &[u8]) -> Self { 0 }
}
impl Codec for String {
    fn decode(b: &[u8]) -> Self { String::new() }
}
impl<T> Codec for Vec<T> {
    fn decode(b: &[u8]) -> Self { Vec::new() }
}
pub fn a(b: &[u8]) { <u8 as Codec>::decode(b); }
pub fn c(b: &[u8]) { <u16 as Codec>::decode(b); }
pub fn d(b: &[u8]) { <String as Codec>::decode(b); }
pub fn e(b: &[u8]) { <Vec<u8> as Codec>::decode(b); }
pub fn f() { <u8 as Codec>::size(); }
pub fn g<T: Codec>(b: &[u8]) { <T as Codec>::decode(b); }
",
        &[
            ("src/lib.rs:1", ""),
            ("Codec.size", "src/lib.rs:18 scope"),
            ("src/lib.rs:3", "src/lib.rs:14 scope, src/lib.rs:19 name"),
            ("src/lib.rs:6", "src/lib.rs:15 scope, src/lib.rs:19 name"),
            ("src/lib.rs:9", "src/lib.rs:16 scope, src/lib.rs:19 name"),
            ("src/lib.rs:12", "src/lib.rs:17 scope, src/lib.rs:19 name"),
        ],
    );
}

#[test]
fn scopes_of_cpp_are_all_of_a_path() {
    check_calls(
        r#"
-- a.hpp
namespace a { struct Client { static void mk() {} }; }
namespace b { struct Client { static void mk() {} }; }
namespace x { namespace y { void f() {} } }
namespace z { namespace y { void f() {} } }
-- u.cpp
#include "a.hpp"
namespace al = x;
void h() { b::Client::mk(); }
void i() { ::a::Client::mk(); }
void k() { x::y::f(); }
void l() { ::z::y::f(); }
void n() { al::y::f(); }
"#,
        &[
            ("a::Client::mk", "u.cpp:4 import"),
            ("b::Client::mk", "u.cpp:3 import"),
            ("x::y::f", "u.cpp:5 import, u.cpp:6 name, u.cpp:7 import"),
            ("z::y::f", "u.cpp:5 name, u.cpp:6 import, u.cpp:7 name"),
        ],
    );
}

#[test]
fn constants_that_are_types_or_imports_mean_these() {
    check_calls(
        r"
-- a.rb
module A
  def self.go = 1
end
module B
  def self.go = 2
end
module D
  B = ::A
  def self.f = B.go
end
module E
  def self.f = B.go
end
",
        &[("a.rb:5", "a.rb:12 scope")],
    );
    check_calls(
        "-- lib.js\nfunction alpha() {}\nfunction beta() {}\nmodule.exports = { alpha, beta }\n-- use.js\nconst alpha = require('./lib').beta\nconst run = require('./lib').alpha\nalpha()\nrun()\n",
        &[("alpha", "use.js:4 import"), ("beta", "use.js:3 import")],
    );
    check_calls(
        "-- fn.js\nmodule.exports = function named() {}\nmodule.exports.named = function other() {}\n-- use.js\nconst f = require('./fn')\nf.named()\n",
        &[("fn.js:2", "use.js:2 import")],
    );
}

#[test]
fn a_package_is_called_what_its_files_say() {
    check_calls(
        "-- go.mod\nmodule m\n-- go-yaml/y.go\npackage yaml\nfunc Go() {}\n-- yaml/y.go\npackage other\nfunc Go() {}\n-- u/u.go\npackage u\nimport (\n\t\"m/go-yaml\"\n\t\"m/yaml\"\n)\nfunc F() { yaml.Go() }\nfunc G() { other.Go() }\n",
        &[("go-yaml/y.go#Go", "u/u.go:6 import"), ("yaml/y.go#Go", "u/u.go:7 import")],
    );
}

#[test]
fn parameters_that_are_called_are_no_functions_of_the_file() {
    for (path, rest) in [
        (
            "a.c",
            "int g(int (*run)(int)) { return run(2); }\nint k(fn_t run) { return run(4); }\nint m(fn_t *run) { return run(4); }",
        ),
        (
            "a.cpp",
            "int g(int (*run)(int)) { return run(2); }\nint k(fn_t run) { return run(4); }\nint m(fn_t *run) { return run(4); }",
        ),
    ] {
        let files = format!(
            "-- {path}\nstatic int run(int x) {{ return x; }}\n{rest}\nint h(void) {{ return run(3); }}\n"
        );
        let repo = tree(&format!("\n{files}"));
        let found = repo.relate("run", Callers);
        let certain = found.sites.iter().filter(|site| site.resolution.is_certain());
        let lines: Vec<u32> = certain.map(|site| site.line).collect();
        assert_eq!(lines, [5], "{files}");
    }
}

#[test]
fn names_within_functions_are_not_those_of_the_file() {
    check_calls(
        "-- a.py\nfrom b import go\ndef outer():\n    def go(): pass\n    go()\n-- b.py\ndef go(): pass\n-- u.py\nfrom a import go\nimport a\ngo()\na.go()\n",
        &[("a.py:3", "a.py:4 scope"), ("b.go", "u.py:3 import, u.py:4 import")],
    );
    check_calls(
        "-- a.js\nconst { go } = require('./b')\nfunction outer() {\n  function go() {}\n  go()\n}\nmodule.exports = { go, outer }\n-- b.js\nfunction go() {}\nmodule.exports = { go }\n-- u.js\nconst a = require('./a')\na.go()\n",
        &[("a.js:3", "a.js:4 scope"), ("b.js#go", "u.js:2 import")],
    );
}

/// A call means nothing in a language that no common runtime runs, nor in one that nothing binds to the machine.
#[test]
fn languages_without_a_common_runtime_do_not_call_each_other() {
    let repo = tree(
        r"
-- a.php
<?php
class Store { function load_all() {} }
-- a.py
def f(x): x.load_all()
-- a.rb
x.load_all(1)
-- a.js
x.load_all(1)
-- A.kt
fun f(x: X) { x.load_all() }
-- a.c
void load_all(void) {}
",
    );
    for (symbol, expect) in [("a.php#load_all", &[] as &[&str]), ("a.c#load_all", &[] as &[&str])] {
        let found = repo.relate(symbol, Callers);
        let sites = found.sites.iter();
        let mut paths: Vec<&str> = sites.map(|site| site.path.as_str()).collect();
        paths.sort_unstable();
        assert_eq!(paths, expect, "{symbol}");
    }
    let jvm = tree(
        "\n-- A.java\nclass A { void load_all() {} }\n-- a.kt\nfun f(x: A) { x.load_all() }\n-- a.py\ndef f(x): x.load_all()\n",
    );
    let found = jvm.relate("A.load_all", Callers);
    assert_eq!(found.sites.len(), 1, "{:?}", found.sites[0].path);
    assert_eq!(found.sites[0].path.as_str(), "a.kt");
}

/// A module that re-exports a type passes on its members, under the name that it gives it.
#[test]
fn members_of_types_that_modules_pass_on_are_found_through_them() {
    let files = |passed_on: &str| {
        format!(
            "
-- lib/Cargo.toml
[package]
name = \"store\"
-- lib/src/lib.rs
pub mod inner;
pub mod other;
{passed_on}
-- lib/src/inner.rs
pub struct Shop;
impl Shop {{
    pub fn open() -> Shop {{ Shop }}
}}
-- lib/src/other.rs
pub struct Shop;
impl Shop {{
    pub fn open() -> Shop {{ Shop }}
}}
-- app/Cargo.toml
[package]
name = \"app\"
-- app/src/lib.rs
use store::Shop;
pub fn by_import() {{ Shop::open(); }}
pub fn by_path() {{ store::Shop::open(); }}
pub fn by_full_path() {{ store::inner::Shop::open(); }}
"
        )
    };
    let symbol = "lib/src/inner.rs#Shop::open";
    let certain = "app/src/lib.rs:2 import, app/src/lib.rs:3 import, app/src/lib.rs:4 import";
    let full_path_alone = "app/src/lib.rs:4 import";
    for (passed_on, expect) in [
        ("pub use crate::inner::Shop;", certain),
        ("pub use inner::{Shop};", certain),
        ("pub use self::inner::*;", certain),
        ("pub use other::Shop;", full_path_alone),
        ("pub use other::{Shop, Shop as Store};", full_path_alone),
    ] {
        check_calls(&files(passed_on), &[(symbol, expect)]);
    }
}

/// Of a qualified name that very many files hold, those that also hold the qualifier are parsed first.
#[test]
fn a_qualified_name_is_found_among_many_of_its_last_part() {
    use std::fmt::Write as _;
    let mut files = String::new();
    for number in 0..600 {
        let name = format!("Part{number}");
        let _ = write!(
            files,
            "-- src/a{number:03}.rs\npub struct {name};\nimpl {name} {{\n    pub fn new() -> Self {{ {name} }}\n}}\n"
        );
    }
    files +=
        "-- Cargo.toml\n[package]\nname = \"zoo\"\n-- src/lib.rs\npub mod zoo;\nmod zoo_user;\n";
    files += "-- src/zoo.rs\npub struct Zoo;\nimpl Zoo {\n    pub fn new() -> Self { Zoo }\n}\n";
    files += "-- src/zoo_user.rs\nuse crate::zoo::Zoo;\npub fn open() { Zoo::new(); }\n";
    check_calls(&files, &[("Zoo::new", "src/zoo_user.rs:2 import")]);
}

#[test]
fn each_of_several_locals_has_its_own_module() {
    let lua = r#"
-- a.lua
local M = {}
local push = require("b").push
function M.push(x) return push(x) end
function M.trim(x) return x end
return M
-- b.lua
local M = {}
function M.push(x) return x end
function M.pull(x) return M.trim(x) end
function M.trim(x) return x end
return M
-- c.lua
local a, b = require("a"), require("b")
a.push(1)
b.push(2)
local push, pull = b.push, b.pull
pull(3)
local ok, safe = pcall(require, "b")
if ok then safe.push(4) end
do
  local push = function(x) return x end
  push(5)
end
for _, pull in ipairs({ print }) do pull(6) end
push(7)
"#;
    check_calls(
        lua,
        &[
            ("a.lua#push", "c.lua:2 import"),
            ("b.lua#push", "a.lua:3 import, c.lua:3 import, c.lua:7 import, c.lua:13 import"),
            ("b.lua#pull", "c.lua:5 import"),
            ("a.lua#trim", ""),
            ("b.lua#trim", "b.lua:3 scope"),
        ],
    );
}

#[test]
fn a_name_that_a_function_gives_a_module_is_one_of_that_function() {
    let elixir = r#"
-- a.ex
defmodule A.Store do
  def get(k), do: k
end
defmodule B.Store do
  def get(k), do: k
  defdelegate fetch(k), to: A.Store, as: :get
end
defmodule C do
  alias A.Store
  def f, do: Store.get(1)
  def g do
    alias B.Store
    Store.get(2)
  end
  setup :load
  plug :check when action in [:show]
  defp load(x), do: x
  defp check(x), do: x
end
-- page.ex
defmodule Web.Page do
end
-- router.ex
defmodule Web.Router do
  scope "/", Web do
    get "/", Page, :index
  end
  get "/", Page, :other
end
"#;
    check_calls(
        elixir,
        &[("A.Store.get", "a.ex:6 scope, a.ex:10 scope"), ("B.Store.get", "a.ex:13 scope")],
    );
    check_lines(
        elixir,
        &[
            (References, "C.load", "a.ex:15 scope"),
            (References, "C.check", "a.ex:16 scope"),
            (References, "Web.Page", "router.ex:3 import"),
        ],
    );
}

#[test]
fn what_a_module_within_a_file_of_rust_exports_replaces_nothing() {
    let files = "
-- lib/Cargo.toml
[package]
name = \"store\"
-- lib/src/lib.rs
pub mod prelude { pub use crate::Shop; }
pub struct Shop { pub open: bool }
pub struct Unit;
impl Unit { pub fn run(&self) {} }
pub struct Other;
impl Other { pub fn run(&self) {} }
pub fn unit() { let own = Unit; own.run(); }
-- app/Cargo.toml
[package]
name = \"app\"
-- app/src/lib.rs
use store::prelude::*;
pub fn a() { let shop = Shop { open: true }; }
pub fn b() { let shop = store::Shop { open: true }; }
";
    let found = "app/src/lib.rs:2 import, app/src/lib.rs:3 import, lib/src/lib.rs:1 import";
    check_lines(files, &[(References, "lib/src/lib.rs#Shop", found)]);
    check_calls(files, &[("Unit::run", "lib/src/lib.rs:7 scope"), ("Other::run", "")]);
}
