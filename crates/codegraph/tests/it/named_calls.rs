//! Forms in which a name is used besides calls and values: operands between back quotes, and methods named by strings.

use firsthand_codegraph::Relation::{Callers, References};

use crate::repo::check_lines;

/// A method as a value of PHP, and a function between its arguments in Haskell.
#[test]
fn other_forms_of_calls_are_references() {
    check_lines(
        r##"
-- a.php
<?php
class Hooks {
    function boot() { add_action('init', [$this, 'load']); usort($x, array($this, "order")); f([$a, 'b', 'load']); }
    function load() {}
    function order() {}
}
add_action('init', [Hooks::class, 'load']);
-- A.hs
module A where
mix a b = a
use x y = x `mix` y
"##,
        &[
            (References, "Hooks::load", "a.php:3 scope, a.php:7 scope"),
            (References, "Hooks::order", "a.php:3 scope"),
            (Callers, "mix", "A.hs:3 scope"),
        ],
    );
}

/// A qualifier that an import binds to a module decides which of two equal names is meant.
#[test]
fn a_module_that_declares_the_name_itself_is_meant() {
    check_lines(
        r##"
-- go.mod
module m
-- a/a.go
package a
func Go() {}
-- b/b.go
package b
func Go() {}
-- u.go
package u
import (
	"m/a"
	c "m/b"
)
func ua() { a.Go() }
func ub() { c.Go() }
-- a.lua
local M = {}
function M.run() end
return M
-- b.lua
local M = {}
function M.run() end
return M
-- u.lua
local a = require("a")
local b = require("b")
local function ua() a.run() end
local function ub() b.run() end
-- P/A.hs
module P.A where
mix x = x
-- P/B.hs
module P.B where
mix x = x
-- U.hs
module U where
import qualified P.A
import qualified P.B as PB
ua = P.A.mix 1
ub = PB.mix 1
"##,
        &[
            (Callers, "a/a.go#Go", "u.go:6 import"),
            (Callers, "b/b.go#Go", "u.go:7 import"),
            (Callers, "a.lua#run", "u.lua:3 import"),
            (Callers, "P/A.hs#mix", "U.hs:4 name"),
            (Callers, "P/B.hs#mix", "U.hs:4 name, U.hs:5 import"),
        ],
    );
}
