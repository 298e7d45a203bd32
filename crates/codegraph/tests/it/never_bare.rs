//! Bare names where a method is called on a value or a type alone.

use crate::repo::check_calls;

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
