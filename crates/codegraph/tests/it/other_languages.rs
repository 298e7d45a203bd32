//! What a name cannot mean in another language, behind a value, and in another package.

use firsthand_codegraph::Relation::{Callers, References};

use crate::repo::{check_calls, tree};

#[test]
fn what_is_compiled_is_called_by_other_runtimes_only_if_it_is_handed_to_them() {
    check_calls(
        r#"
-- store.h
class Store {
public:
    static void load_all();
    Q_INVOKABLE void read_all();
public slots:
    void kept_all();
};
-- a.js
function f(x) { x.load_all(); x.read_all(); x.kept_all(); x.free_all(); }
-- a.py
def f(x):
    x.load_all()
    x.turn_all()
    x.push_all()
    x.free_all()
-- free.c
void free_all(void) {}
-- lib.rs
#[pyfunction]
pub fn turn_all() {}
pub struct A;
#[pymethods]
impl A { pub fn push_all(&self) {} }
impl A { pub fn free_it(&self) {} }
-- use.rs
fn go() { free_all(); }
fn by(x: X) { x.load_all(); }
-- use.cpp
void go(Store* s) { s->load_all(); free_all(); }
void by(T t) { t.free_it(); }
-- run.sh
free_all
"#,
        &[
            ("load_all", "use.cpp:1 name"),
            ("read_all", "a.js:1 name"),
            ("kept_all", "a.js:1 name"),
            ("free_all", "use.cpp:1 name, use.rs:1 name"),
            ("turn_all", "a.py:3 name"),
            ("push_all", "a.py:4 name"),
            ("free_it", ""),
        ],
    );
    let repo = tree(
        "\n-- a.h\nclass Pane { public: bool is_shut(); };\n-- a.js\nvar x = y.is_shut;\n-- t.txt\nis_shut\n",
    );
    let found = repo.relate("is_shut", References);
    let paths: Vec<&str> = found.sites.iter().map(|site| site.path.as_str()).collect();
    assert!(!paths.contains(&"a.js"), "{paths:?}");
}

#[test]
fn a_function_outside_of_types_is_no_member_of_a_value() {
    check_calls(
        r"
-- src/a/Texts.kt
package a.texts
fun getText(id: Int): String = pick(id)
fun Pane.ownText(id: Int): String = pick(id)
-- src/b/Use.kt
package b
class Use(val context: Context) {
    fun one() = context.getText(1)
    fun two(x: X) = x.parts().first().getText(2)
    fun three() = a.texts.getText(3)
    fun four(x: X) = x.parts().first().ownText(2)
}
-- src/b/Use.java
package b;
import a.texts.TextsKt;
class Caller {
    void one(X x) { x.getText(1); }
    void two() { TextsKt.getText(1); }
}
",
        &[
            ("getText", "src/b/Use.java:5 import, src/b/Use.kt:5 import"),
            ("ownText", "src/b/Use.kt:6 name"),
        ],
    );
    check_calls(
        r"
-- a.c
void get_text(int id) {}
-- b.c
void use(struct ops *ops, struct ops o) { ops->get_text(1); o.get_text(2); }
void own(void) { get_text(3); }
-- a.cpp
namespace texts { void other_text(int id) {} }
-- b.cpp
void use(Pane *pane) { pane->other_text(1); }
void own() { texts::other_text(2); }
",
        &[("get_text", "b.c:2 name"), ("other_text", "b.cpp:2 name")],
    );
    check_calls(
        r"
-- a.swift
func getText(_ id: Int) -> Int { id }
extension Pane { func ownText(_ id: Int) -> Int { id } }
-- b.swift
func use(x: X) { x.parts().getText(1); Kit.getText(2); getText(3); x.parts().ownText(4) }
",
        &[("getText", "b.swift:1 scope"), ("ownText", "b.swift:1 name")],
    );
}

#[test]
fn a_function_of_another_package_needs_an_import() {
    check_calls(
        r"
-- src/a/Texts.kt
package a.texts
fun getText(id: Int): String = pick(id)
-- src/b/Bare.kt
package b
fun Cursor.one() = getText(1)
class Two : Fragment() { fun two() = getText(2) }
-- src/b/Star.kt
package b
import a.texts.*
fun three() = getText(3)
-- src/b/Named.kt
package b
import a.texts.getText as read
fun four() = read(4)
-- test/a/Own.kt
package a.texts
fun five() = getText(5)
",
        &[("getText", "src/b/Named.kt:3 import, src/b/Star.kt:3 import, test/a/Own.kt:2 name")],
    );
    check_calls(
        r"
-- a.php
<?php
namespace A\Texts;
function get_text($id) { return $id; }
-- b.php
<?php
namespace B;
function own($x) { return get_text(1) + $x->get_text(2); }
-- c.php
<?php
namespace C;
use function A\Texts\get_text;
function own() { return get_text(1); }
-- g.php
<?php
function all_texts() { return 1; }
-- h.php
<?php
namespace H;
function own() { return all_texts(); }
",
        &[("get_text", "c.php:4 import"), ("all_texts", "h.php:3 name")],
    );
}

#[test]
fn a_component_is_called_by_a_tag_or_an_import() {
    check_calls(
        r#"
-- parts/join.vue
<template><a/></template>
-- parts/PaneView.vue
<template><a/></template>
-- app.js
import path from "path";
import { load } from "load";
console.join(1);
load().join(2);
function go(join) { return path.join(3) + join(4); }
join(5);
-- Used.vue
<template><pane-view/><PaneView/></template>
<script>
import join from "./parts/join.vue";
export default { components: { join }, go() { [1].join(6); return PaneView(7); } };
</script>
"#,
        &[("parts/PaneView.vue", "Used.vue:1 name")],
    );
    let repo = tree(
        "\n-- parts/join.vue\n<template><a/></template>\n-- app.js\nimport p from 'path';\nconsole.join(1);\nload().join(2);\np.join(3);\njoin(5);\n",
    );
    let found = repo.relate("parts/join.vue#join", Callers);
    assert!(found.sites.is_empty(), "{:?}", found.sites);
}

#[test]
fn the_line_behind_an_import_is_none() {
    let repo = tree(
        "\n-- a.h\nint save_all(int x);\n-- b.c\n#include \"a.h\"\nint main(void) { return save_all(1); }\n",
    );
    let found = repo.relate("save_all", Callers);
    let seen: Vec<(u32, bool)> =
        found.sites.iter().map(|site| (site.line, site.is_import)).collect();
    assert_eq!(seen, [(2, false)]);
}
