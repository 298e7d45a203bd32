//! Bare names where a method is called on a value or a type alone.

use firsthand_codegraph::Relation::{Callers, References};

use crate::repo::{check_calls, check_lines, tree};

/// A function that is bound to a local, or nested, is none of the methods of its name; a member that is bound may be one.
#[test]
fn a_bare_name_is_no_method_where_a_value_stands_before_one() {
    check_calls(
        r##"
-- a.rs
pub struct A;
impl A { pub fn own(&self) -> u32 { 1 } }
fn f() {
    let own = |x: u32| x;
    own(3);
    assert!(own(2) == 1 && own (1) == 1);
}
fn g() { fn own(x: u32) -> u32 { x } assert_eq!(own(1), 1); }
fn h(made: &M) {
    if made.make().own() == 1 {}
    assert!(made.make().own() == made.make() . own());
}
fn i() { own[1].run(); assert_eq!(own, [1]); own(1); }
"##,
        &[("A::own", "a.rs:10 name, a.rs:11 name")],
    );
    check_calls(
        r##"
-- a.go
package a
type B struct{}
func (b *B) Own() int { return 1 }
func f() { Own := func(x int) int { return x }; Own(3) }
func g(made M) { made.Make().Own() }
"##,
        &[("B.Own", "a.go:5 name")],
    );
    check_calls(
        r##"
-- a.py
class C:
    def own(self): return 1
def f(own): own()
def g():
    own = lambda x: x
    own(1)
def h(made):
    own = made.make().own
    own()
def i(made): made.make().own()
"##,
        &[("C.own", "a.py:9 name, a.py:10 name")],
    );
    check_calls(
        r##"
-- a.js
class D { own() { return 1 } }
function f() { const own = (x) => x; own(3) }
function g(made) { made.make().own() }
"##,
        &[("D.own", "a.js:3 name")],
    );
    check_calls(
        r##"
-- a.php
<?php
class E { function own() { return 1; } }
function f() { $own = fn($x) => $x; $own(3); own(2); }
function g($made) { $made->make()->own(); }
"##,
        &[("E::own", "a.php:4 name")],
    );
    check_calls(
        r##"
-- a.zig
const S = struct {
    fn own(x: u32) u32 { return x; }
    fn two() u32 { return own(2); }
    const T = struct { fn three() u32 { return own(3); } };
};
const U = struct { fn own(x: u32) u32 { return x; } fn two() u32 { return own(2); } };
fn f() u32 { return S.own(1); }
"##,
        &[("a.zig:2", "a.zig:3 scope, a.zig:4 scope, a.zig:7 scope")],
    );
}

/// In C++, a bare name is no member that is defined apart from its type, and what is named counts more than what a
/// namespace opens.
#[test]
fn a_bare_name_of_cpp_is_no_member_of_another_type() {
    let cpp = r"
-- a.hpp
namespace ui {
struct Widget { virtual void show(); void hide() {} };
struct Button : Widget { void hide(int) {} };
inline void show(int) {}
}
namespace text { void show(int); }
enum Level { LOW, HIGH };
-- a.cpp
#include <a.hpp>
namespace ui {
void Widget::show() { hide(); }
void f() { show(1); }
}
-- b.cpp
#include <a.hpp>
using text::show;
void g() { show(1); }
void h() { using namespace ui; }
";
    check_calls(
        cpp,
        &[
            ("ui::show", "a.cpp:4 import, b.cpp:3 name"),
            ("text::show", "a.cpp:4 name, b.cpp:3 import"),
        ],
    );
    let repo = tree(cpp);
    for member in ["ui::Widget::show", "ui::Button::hide"] {
        let calls = repo.relate(member, Callers);
        assert!(calls.sites.iter().all(|site| !site.resolution.is_certain()), "{member}");
    }
}

#[test]
fn constants_of_c_are_names_of_the_file_and_variables_no_members() {
    check_lines(
        r"
-- a.h
enum level { LOW, HIGH };
typedef enum { OK, ERR } status;
extern int verbose;
-- a.c
int verbose;
-- b.c
#include <a.h>
struct other { int verbose; };
int f(struct other *p) { return p->verbose + LOW; }
status g(void) { return verbose ? ERR : OK; }
",
        &[
            (References, "LOW", "b.c:3 import"),
            (References, "ERR", "b.c:4 import"),
            (References, "a.c#verbose", "b.c:4 name"),
        ],
    );
}
