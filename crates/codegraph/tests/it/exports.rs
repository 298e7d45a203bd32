//! JavaScript and TypeScript: what importers name themselves, and modules as values.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use crate::repo::check_lines;

#[test]
fn a_default_import_is_what_the_module_exports_by_default() {
    check_lines(
        r##"
-- calc.ts
export function add(a: number) { return a }
export default function mainCalc(a: number) { return add(a) * 2 }
-- use.ts
import add from './calc'
export function u() { return add(1) }
"##,
        &[(Callers, "add", "calc.ts:2 scope"), (Callers, "mainCalc", "use.ts:2 import")],
    );
}

#[test]
fn a_default_import_may_have_any_name() {
    check_lines(
        r##"
-- calc.ts
export default function mainCalc() { return 1 }
-- use.ts
import direct from './calc'
export function u() { return direct() }
"##,
        &[
            (Callers, "mainCalc", "use.ts:2 import"),
            (References, "mainCalc", "use.ts:1 import, use.ts:2 import"),
        ],
    );
}

#[test]
fn a_component_is_the_default_export_of_its_file() {
    check_lines(
        r##"
-- UserCard.vue
<script setup>
const a = 1
</script>
<template><p/></template>
-- main.ts
import Card2 from './UserCard.vue'
export const boot = () => mount(Card2)
"##,
        &[(References, "UserCard", "main.ts:1 import, main.ts:2 import")],
    );
}

#[test]
fn a_default_export_without_a_name_is_no_other_function() {
    check_lines(
        r##"
-- calc.ts
export function add() {}
export default () => add()
-- use.ts
import add from './calc'
export function u() { return add() }
"##,
        &[(Callers, "add", "calc.ts:2 scope")],
    );
}

#[test]
fn a_default_class_without_a_name_is_no_other_class() {
    check_lines(
        r##"
-- calc.ts
export class Calc {}
export default class {}
class Other {}
-- use.ts
import Calc from './calc'
export function u() { return new Calc() }
"##,
        &[(Callers, "Calc", "")],
    );
}

#[test]
fn defaults_are_followed_through_export_clauses() {
    check_lines(
        r##"
-- core.js
function start() {}
function stop() {}
export { start as default, stop }
-- a.js
import go, { stop } from './core.js'
export const x = () => go()
-- b.js
import { default as run } from './core'
export const y = () => run()
-- barrel/index.js
export { default } from '../core'
-- barrel2.js
export { default as launch } from './core'
-- c.js
import fire from './barrel'
import { launch } from './barrel2'
export const z = () => { fire(); launch() }
-- d.js
import { launch as l2 } from './barrel2'
export const w = () => l2()
"##,
        &[(Callers, "start", "a.js:2 import, b.js:2 import, c.js:3 import, d.js:2 import")],
    );
}

#[test]
fn a_default_export_may_follow_the_declaration() {
    check_lines(
        r##"
-- core.ts
const start = () => 1
export default start
-- a.ts
import s from './core'
s()
"##,
        &[(Callers, "start", "a.ts:2 import")],
    );
}

#[test]
fn a_component_may_be_loaded_when_it_is_needed() {
    check_lines(
        r##"
-- Page.tsx
export default function Page() { return null }
export function Other() { return null }
-- app.tsx
const P = React.lazy(() => import('./Page'))
const Q = lazy(() => import('./Page').then(m => ({ default: m.Other })))
export const App = () => <div><P /><Q /></div>
"##,
        &[(Callers, "Page", "app.tsx:3 import"), (Callers, "Other", "app.tsx:3 import")],
    );
}

#[test]
fn a_module_may_be_exported_as_a_namespace() {
    check_lines(
        r##"
-- core.ts
export function start() {}
export function stop() {}
-- all.ts
export * as core from './core'
export * from './core'
-- a.ts
import * as x from './core'
import { core } from './all'
import { start as go } from './all'
x.start(); core.start(); go()
"##,
        &[(Callers, "start", "a.ts:4 import"), (Callers, "stop", "")],
    );
}

#[test]
fn exporting_all_names_exports_no_default() {
    check_lines(
        r##"
-- core.ts
export default function start() {}
-- all.ts
export * from './core'
-- a.ts
import s from './all'
s()
"##,
        &[(Callers, "start", "")],
    );
}

#[test]
fn a_component_may_be_exported_under_another_name() {
    check_lines(
        r##"
-- Panel.vue
<script>
import { helper } from './h'
export default { name: 'x', mounted() { helper() } }
</script>
-- index.ts
export { default as MyPanel } from './Panel.vue'
-- h.ts
export function helper() {}
-- use.tsx
import { MyPanel as P } from '.'
export const a = () => <P />
"##,
        &[(Callers, "Panel", "use.tsx:2 import"), (Callers, "helper", "Panel.vue:3 import")],
    );
}

#[test]
fn components_import_components_under_other_names() {
    check_lines(
        r##"
-- Card.svelte
<script>let a</script>
-- Use.svelte
<script>
import C from './Card.svelte'
</script>
<C />
-- Use.astro
---
import C from './Card.svelte'
---
<C />
"##,
        &[(
            References,
            "Card",
            "Use.astro:2 import, Use.astro:4 import, Use.svelte:2 import, Use.svelte:4 import",
        )],
    );
}

#[test]
fn a_name_that_is_only_alike_is_no_import() {
    check_lines(
        r##"
-- a.js
export function run() {}
-- b.js
export default class Foo {}
-- c.js
import run from './b'
run()
"##,
        &[(Callers, "run", "")],
    );
}

#[test]
fn the_value_of_a_call_is_found_by_name() {
    check_lines(
        r##"
-- Foo.jsx
function Foo() { return null }
export default memo(Foo)
-- u.jsx
import Foo from './Foo'
export const x = () => <Foo />
-- v.jsx
import Bar from './Foo'
export const x = () => <Bar />
"##,
        &[(Callers, "Foo", "u.jsx:2 name")],
    );
}

/// In a file with markup, as elsewhere a call may make anything of what it gets.
#[test]
fn a_component_that_calls_make_of_another_one_stands_for_that() {
    let check = |value: &str, expect: &str| {
        let files = format!(
            "-- Foo.jsx\nfunction Foo() {{ return <b /> }}\nexport default {value}\n-- u.jsx\nimport Foo from './Foo'\nexport const x = () => <Foo />\n-- v.jsx\nimport Bar from './Foo'\nexport const x = () => <Bar />\n"
        );
        check_lines(&files, &[(Callers, "Foo", expect)]);
    };
    check("memo(Foo)", "u.jsx:2 import, v.jsx:2 import");
    check("connect(a)(React.memo(Foo, b))", "u.jsx:2 import, v.jsx:2 import");
    check("styled(Foo)`a`", "u.jsx:2 import, v.jsx:2 import");
    check("memo(other, Foo)", "u.jsx:2 name");
    check("Shape(Foo)", "u.jsx:2 name");
}

#[test]
fn members_of_a_default_class_are_followed() {
    check_lines(
        r##"
-- mode.ts
export default class Mode { static parse() {} }
-- idx.ts
export { default as M } from './mode'
-- a.ts
import Q from './mode'
import { M } from './idx'
Q.parse(); M.parse()
"##,
        &[(Callers, "Mode.parse", "a.ts:3 import")],
    );
}

#[test]
fn callees_are_followed_by_what_is_exported() {
    check_lines(
        r##"
-- calc.ts
export function add() {}
export default function mainCalc() { return 1 }
-- idx.ts
export { add as plus } from './calc'
-- use.ts
import add from './calc'
import { plus } from './idx'
import * as i from './idx'
export function u() { return add() }
export function v() { plus(); i.plus() }
"##,
        &[(Callees, "u", "calc.ts:2 import"), (Callees, "v", "calc.ts:1 import")],
    );
}

#[test]
fn an_import_may_be_exported_again() {
    check_lines(
        r##"
-- core.ts
export default function start() {}
-- mid.ts
import begin from './core'
export { begin }
-- mid2.ts
import begin from './core'
export default begin
-- a.ts
import { begin } from './mid'
import x from './mid2'
begin(); x()
"##,
        &[(Callers, "start", "a.ts:3 import")],
    );
}

#[test]
fn a_name_of_a_namespace_may_be_renamed() {
    check_lines(
        r##"
-- core.ts
namespace NS { export function start() {} }
import go = NS.start
go()
"##,
        &[(Callers, "NS.start", "core.ts:3 import")],
    );
}

#[test]
fn the_entry_of_a_package_has_its_name() {
    check_lines(
        r##"
-- packages/a/package.json
{"name": "@x/a", "main": "src/main.js"}
-- packages/a/src/main.js
export default function start() {}
-- app/u.js
import go from '@x/a'
go()
"##,
        &[(Callers, "start", "app/u.js:2 import")],
    );
}

#[test]
fn parts_of_an_object_without_a_name_are_exported() {
    check_lines(
        r##"
-- api.js
function start() {}
function stop() {}
export default { start, halt: stop }
-- a.js
import api from './api'
api.start()
api.halt()
-- b.js
export default () => 1
export function start() {}
-- c.js
import b from './b'
b.start()
"##,
        &[
            (Callers, "api.js#start", "a.js:2 import, c.js:2 name"),
            (Callers, "stop", "a.js:3 import"),
            (Callers, "b.js#start", "a.js:2 name, c.js:2 name"),
        ],
    );
}

#[test]
fn generators_and_asynchronous_functions_are_default_exports() {
    check_lines(
        r##"
-- a.ts
export default async function make<T>(x: T) { return x }
-- b.js
export default function* each() {}
-- c.ts
import build, { type X } from './a'
import * as all from './a'
import { default as steps } from "./b"
export const c = () => build('x')
export const d = () => all.default('x')
for (const x of steps()) {}
"##,
        &[(Callers, "make", "c.ts:4 import, c.ts:5 import"), (Callers, "each", "c.ts:6 import")],
    );
}

#[test]
fn a_local_default_has_its_own_callers() {
    check_lines(
        r##"
-- a.js
export function add() {}
-- b.js
const add = (x) => x
export default add
-- c.js
import add from './b'
import { add as plus } from './a'
add(); plus()
-- d.js
import calc from './b'
calc()
"##,
        &[
            (Callers, "a.js#add", "c.js:3 import"),
            (Callers, "b.js#add", "c.js:3 import, d.js:2 import"),
        ],
    );
}
