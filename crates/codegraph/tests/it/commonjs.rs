//! JavaScript and TypeScript: modules that are a value, and modules that a call loads.

use firsthand_codegraph::Relation::Callers;

use crate::repo::check_lines;

#[test]
fn names_of_an_exported_object_lead_to_its_values() {
    check_lines(
        r##"
-- m.js
function add() {}
function mul() {}
function sub() {}
module.exports = { plus: add, mul }
module.exports.minus = sub
-- a.js
const m = require('./m')
function u() { m.plus(); m.mul(); m.minus() }
-- b.js
const { plus: p, mul, minus } = require('./m')
function v() { p(); mul(); minus() }
-- c.mjs
import m from './m.js'
m.plus(); m.mul()
"##,
        &[
            (Callers, "add", "a.js:2 import, b.js:2 import, c.mjs:2 import"),
            (Callers, "mul", "a.js:2 import, b.js:2 import, c.mjs:2 import"),
            (Callers, "sub", "a.js:2 import, b.js:2 import"),
        ],
    );
}

/// What an object exports of another value is not what the file calls so; of a loaded module, it is that module's.
#[test]
fn a_member_that_an_object_exports_hides_the_declaration_of_its_name() {
    check_lines(
        r##"
-- m.js
const lib = require('./lib')
function go() {}
function parse() {}
class Tool { static go() {} }
module.exports = { go: Tool.go, run: go, parse: lib.parse }
-- lib.js
function parse() {}
module.exports = { parse }
-- again.js
module.exports = require('./m')
-- a.js
const { go, run, parse } = require('./m')
function u() { go(); run(); parse() }
-- b.js
const { go, run, parse } = require('./again')
function v() { go(); run(); parse() }
"##,
        &[
            (Callers, "m.js:2", "a.js:2 import, b.js:2 import"),
            (Callers, "m.js:3", ""),
            (Callers, "lib.js:1", "a.js:2 import, b.js:2 import"),
            (Callers, "Tool.go", "a.js:2 name, b.js:2 name"),
        ],
    );
}

#[test]
fn the_value_of_a_module_is_what_requires_it() {
    check_lines(
        r##"
-- calc.js
function helper() {}
function calc() { helper() }
module.exports = calc
-- a.js
const helper = require('./calc')
helper()
-- b.ts
import helper = require('./calc')
helper()
-- c.js
import helper from './calc'
helper()
"##,
        &[
            (Callers, "calc", "a.js:2 import, b.ts:2 import, c.js:2 import"),
            (Callers, "calc.js#helper", "calc.js:2 scope"),
        ],
    );
}

#[test]
fn a_named_function_may_be_the_value_of_a_module() {
    check_lines(
        r##"
-- calc.js
module.exports = function calc() { return 1 }
-- a.js
const c = require('./calc')
c()
"##,
        &[(Callers, "calc", "a.js:2 import")],
    );
}

#[test]
fn exports_default_is_a_default_export() {
    check_lines(
        r##"
-- m.js
function run() {}
exports.default = run
-- a.js
import go from './m'
go()
-- b.js
const go = require('./m').default
go()
-- c.js
const m = require('./m')
m.default()
"##,
        &[(Callers, "run", "a.js:2 import, b.js:2 import, c.js:2 import")],
    );
}

#[test]
fn export_assignments_are_the_value_of_a_module() {
    check_lines(
        r##"
-- calc.ts
class Calc { go() {} }
export = Calc
-- a.ts
import C = require('./calc')
const c = new C()
c.go()
-- b.ts
import C from './calc'
new C().go()
"##,
        &[
            (Callers, "Calc", "a.ts:2 import, b.ts:2 import"),
            (Callers, "Calc.go", "a.ts:3 import, b.ts:2 import"),
        ],
    );
}

#[test]
fn modules_that_are_loaded_by_a_call_have_a_default() {
    check_lines(
        r##"
-- core.ts
export default function start() {}
-- a.ts
async function f() { const m = await import('./core'); m.default() }
-- b.ts
async function g() { const { default: s } = await import('./core'); s() }
-- c.ts
export const h = () => import('./core').then((m) => m.default())
-- d.ts
export const i = () => import('./core').then(({ default: q }) => q())
-- e.ts
async function k() { const s = (await import('./core')).default; s() }
"##,
        &[(
            Callers,
            "start",
            "a.ts:1 import, b.ts:1 import, c.ts:1 import, d.ts:1 import, e.ts:1 import",
        )],
    );
}

#[test]
fn a_loaded_module_is_used_where_it_is_loaded() {
    check_lines(
        r##"
-- m.js
exports.start = begin
function begin() {}
-- a.js
const { start } = require('./m')
start()
-- b.js
require('./m').start()
export const f = async () => (await import('./m')).start()
"##,
        &[(Callers, "begin", "a.js:2 import, b.js:1 import, b.js:2 import")],
    );
}

#[test]
fn a_module_whose_value_is_another_one() {
    check_lines(
        r##"
-- lib/calc.js
function add() {}
function mul() {}
exports.add = add
exports.mul = mul
-- lib/run.js
module.exports = function run() {}
-- index.js
module.exports = require('./lib/calc')
-- all.js
exports.calc = require('./lib/calc')
exports.run = require('./lib/run')
-- both.js
module.exports = { calc: require('./lib/calc') }
-- a.js
const calc = require('./')
function u() { calc.add() }
-- b.js
const { mul } = require('./index')
function v() { mul() }
-- c.js
const { run } = require('./all')
function w() { run() }
"##,
        &[
            (Callers, "add", "a.js:2 import"),
            (Callers, "mul", "b.js:2 import"),
            (Callers, "run", "c.js:2 import"),
        ],
    );
}

#[test]
fn members_that_are_assigned_to_one_object_call_each_other() {
    check_lines(
        r##"
-- response.js
var path = require('path')
var resolve = path.resolve
var res = module.exports = {}
res.send = function send() { this.kind('a'); res.json(1) }
res.json = function json() { return this.send() }
res.kind = function contentKind() { return resolve('a') }
res.each = function (all) { all.forEach(function () { this.json() }) }
function outer(res) { res.json(2) }
-- view.js
function View() { this.look(1) }
View.prototype.look = function look() { return this.resolve() }
View.prototype.resolve = function resolve() { return 1 }
View.make = function make() { return this.look() }
"##,
        &[
            (Callers, "response.js:4", "response.js:5 scope"),
            (
                Callers,
                "response.js:5",
                "response.js:4 scope, response.js:7 name, response.js:8 name",
            ),
            (Callers, "response.js:6", "response.js:4 scope"),
            (Callers, "view.js:2", "view.js:1 scope, view.js:4 name"),
            (Callers, "view.js:3", "view.js:2 scope"),
        ],
    );
}

#[test]
fn a_function_with_several_names_is_called_by_each() {
    check_lines(
        r##"
-- m.js
var res = {}
res.set = res.header = function header(a) { return a }
res.a = res.b = res.c = (x) => x
res.send = function send() {
  this.set(1)
  this.header(2)
  res.a(3)
  res.c(4)
}
"##,
        &[
            (Callers, "set", "m.js:5 scope"),
            (Callers, "header", "m.js:6 scope"),
            (Callers, "a", "m.js:7 scope"),
            (Callers, "c", "m.js:8 scope"),
        ],
    );
}

#[test]
fn the_index_of_a_folder_is_loaded_from_any_depth_in_it() {
    check_lines(
        r##"
-- index.js
module.exports = require('./lib/make')
-- lib/make.js
exports = module.exports = createThing
function createThing() {}
-- a/one.js
const a = require('..')
a()
-- a/b/two.js
const b = require('../..')
b()
-- a/b/three.js
const c = require('../../')
c()
-- a/four.js
const d = require('../.')
d()
-- a/b/c/five.mjs
import e from '../../..'
e()
"##,
        &[(
            Callers,
            "createThing",
            "a/b/c/five.mjs:2 import, a/b/three.js:2 import, a/b/two.js:2 import, a/four.js:2 import, a/one.js:2 import",
        )],
    );
}
