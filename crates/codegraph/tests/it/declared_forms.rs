//! Declarations in forms that are no plain statements: given to a macro, taken apart, or on one line.

use crate::declarations::check;

#[test]
fn rust_items_that_are_given_to_a_macro() {
    check(
        "a.rs",
        "one! {
    if #[cfg(a)] {
        pub(crate) unsafe fn f() { g() }
    } else {
        fn f() {}
    }
}
mod m {
    two! { static ref A: u8 = 1; const B: u8 = 2; }
}
three!(struct Not;);
pub fn last() {}
",
        "",
    );
}

#[test]
fn kotlin_enums_on_one_line() {
    check(
        "a.kt",
        "enum class E(val n: Int) { ONE(1), TWO(2) { override fun go() = 2 }; open fun go() = n }
enum class F { X, Y; fun go() = 1 }
class After { fun here() = 1 }
",
        "",
    );
}

#[test]
fn variables_that_are_taken_apart() {
    check(
        "a.js",
        "const { a, b: c, d = 1 } = make()
const { e, f: { g: h } = {} } = a
const { i } = require('i')
function k() { const { l } = make() }
",
        "",
    );
    check("a.py", "a, (b, *c) = make()\n(d, e) = make()\n", "");
    check(
        "a.cpp",
        "namespace n {\nconstexpr int a = 1;\n}\nextern \"C\" {\nint b = 2;\n}\nauto [c, d] = make();\n",
        "",
    );
}

#[test]
fn names_that_are_quoted() {
    check(
        "a.js",
        "export const api = {\n  'a-b': () => 1,\n  \"c\": function () {},\n  ['d']: () => 2,\n}\n",
        "",
    );
    check(
        "a.lua",
        "local M = {}\nM[\"a\"] = function() end\nreturn M\n",
        "",
    );
    check(
        "a.rb",
        "class C\n  def_delegators :@x, :size, :first\n  def_delegator :@x, :size, :length\n  def_delegator :@y, :go\nend\n",
        "",
    );
    check(
        "a.ex",
        "defmodule V do\n  def a <> b, do: {a, b}\nend\n",
        "",
    );
}
