//! What stands before a name excludes declarations that cannot be behind it, and what a name means in its own value.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

#[test]
fn a_function_that_is_no_member_is_not_behind_a_value() {
    check_lines(
        r##"
-- Cargo.toml
[package]
name = "m"
-- src/lib.rs
mod a;
mod b;
-- src/a.rs
pub fn join(a: &str) {}
pub struct P;
impl P { pub fn push(&self) {} }
-- src/b.rs
pub fn f(o: X) { pick(o).join("a"); o.join("b"); crate::a::join("c"); pick(o).push(); }
-- go.mod
module m
-- web/web.go
package web
func Post(a string) {}
-- route/route.go
package route
import "m/web"
func f(m Router) { m.Post("a"); m.Group("b").Post("c"); pick(m).Post("d") }
func g() { web.Post("e") }
-- help.php
<?php
function help() {}
-- use.php
<?php
class U { function f($o) { $o->help(); $o?->help(); help(); } }
"##,
        &[
            (Callers, "join", "src/b.rs:1 import"),
            (Callers, "P::push", "src/b.rs:1 name"),
            (Callers, "web.Post", "route/route.go:4 import"),
            (Callers, "help.php:2", "use.php:2 name"),
        ],
    );
}

#[test]
fn what_is_behind_super_is_inherited() {
    check_lines(
        r##"
-- a/Service.java
package a;
import android.app.Service;
public class Player extends Service {
  public void onCreate() { super.onCreate(); }
}
-- a/Base.java
package a;
import android.app.Activity;
public class Base extends Activity {
  public void onCreate() { super.onCreate(); }
}
-- b/Main.java
package b;
import a.Base;
import gen.Made;
public class Main extends Base {
  public void onCreate() { super.onCreate(); }
}
class Other extends Hilt_Other {
  public void onCreate() { super.onCreate(); }
}
-- b/main.py
from django.core import Command as Base
class Command(Base):
    def handle(self): super().handle()
-- b/more.py
from django.core import Command as Base
class More(Base):
    def handle(self): super().handle()
"##,
        &[
            (Callers, "Player.onCreate", "b/Main.java:8 name"),
            (Callers, "Base.onCreate", "b/Main.java:5 import, b/Main.java:8 name"),
            (Callers, "b/main.py:3", ""),
        ],
    );
}

#[test]
fn a_class_is_not_one_that_extends_a_type_from_outside() {
    check_lines(
        r##"
-- one.py
from framework.base import Base
class Command(Base):
    def handle(self): pass
-- two.py
from framework.base import Base
class Command(Base):
    def handle(self): pass
-- three.py
from own import made
class Third(made()):
    def handle(self): pass
-- own.py
def made(): pass
-- test.py
from two import Command
def test():
    Command().handle()
    command = Command()
    command.handle()
"##,
        &[(Callers, "one.py:3", ""), (Callers, "two.py:3", "test.py:3 import, test.py:5 import")],
    );
    check_lines(
        r##"
-- settings.js
class Settings { static async set(a) {} }
module.exports = { Settings };
-- use.js
const { Settings } = require("./settings");
async function f(o) { await Settings.set("a"); }
function g(o) { o.set("b"); }
-- Group.vue
<template><p>{{ show(1) }}</p></template>
<script>
export default {
  computed: { part: { get() { return 1 },
    set(a) {} } },
  methods: { show(a) { return a } },
}
</script>
"##,
        &[
            (Callers, "Group.vue:5", "use.js:3 name"),
            (Callers, "show", "Group.vue:1 scope"),
            (Callers, "Settings.set", "use.js:2 import, use.js:3 name"),
        ],
    );
}

#[test]
fn the_value_of_a_variable_may_use_what_it_shadows() {
    check_lines(
        r##"
-- a.rs
fn ranges(a: u8) -> u8 { a }
fn f() {
    let ranges = ranges(1);
    g(ranges);
}
-- a.go
package a
func sizes(a int) int { return a }
func f() {
	sizes := sizes(1)
	g(sizes)
}
"##,
        &[(Callers, "a.rs:1", "a.rs:3 scope"), (Callers, "a.go:2", "a.go:4 scope")],
    );
}
