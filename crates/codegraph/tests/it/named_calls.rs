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
