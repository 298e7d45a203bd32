//! Names that stand in strings and in the texts of templates alone.

use firsthand_codegraph::Relation::{Callers, References};
use firsthand_codegraph::{Query, Relation};
use firsthand_source::Cancel;

use crate::repo::tree;

/// The lines of a relation, and the notes.
fn check(files: &str, symbol: &str, relation: Relation, expect: &str) {
    let repo = tree(&format!("\n{files}"));
    let found = repo.graph().relate(symbol, relation, &Query::default(), &Cancel::default());
    let sites = found.sites.iter();
    let sites = sites.map(|site| format!("{}:{}", site.path, site.line));
    let seen: Vec<String> = sites.chain(found.notes).collect();
    assert_eq!(seen.join(", "), expect, "{symbol}");
}

#[test]
fn a_template_of_php_is_text() {
    let files =
        "-- a.php\n<?php\nfunction load_it($x) {}\n-- v.blade.php\n<p>{{ load_it(2) }}</p>\n";
    let note = "no use of load_it was found in code: 1 line holds it in a string or a text";
    check(files, "load_it", References, &format!("v.blade.php:1, {note}"));
    let note = "no call of load_it was found; 1 line holds it in a string or a text, which references lists";
    check(files, "load_it", Callers, note);
}

#[test]
fn a_string_names_what_the_program_looks_up() {
    let python = "-- a/mid.py\nclass Guard:\n    \"\"\"Guard of all.\"\"\"\n# Guard\n-- settings.py\nMIDDLEWARE = ['a.mid.Guard']\n";
    let note = "no use of Guard was found in code: 1 line holds it in a string or a text";
    check(python, "Guard", References, &format!("settings.py:1, {note}"));
    let routes = "-- a.php\n<?php\nclass Page { function show() {} }\n-- web.php\n<?php\nRoute::get('/x', 'Page@show');\n";
    let note = "no use of Page.show was found in code: 1 line holds it in a string or a text";
    check(routes, "Page.show", References, &format!("web.php:2, {note}"));
    let variable =
        "-- .env.example\nLOAD_SIZE=2\n-- a.py\nimport os\nx = os.environ[\"LOAD_SIZE\"]\n";
    let note = "no declaration of LOAD_SIZE was parsed: places in the text";
    check(variable, "LOAD_SIZE", References, &format!(".env.example:1, a.py:2, {note}"));
}

/// Nothing calls a name that nothing declares because a string holds it.
#[test]
fn callers_of_an_undeclared_name_are_no_strings() {
    let files = "-- a.ts\nimport { x } from '../core/index.js'\nx('core')\n";
    check(files, "core", Callers, "nothing declares core");
    let note = "no declaration of core was parsed: places in the text";
    check(files, "core", References, &format!("a.ts:1, a.ts:2, {note}"));
}

/// A use in code is enough: strings and texts are not searched then.
#[test]
fn comments_and_used_names_have_no_places_in_strings() {
    let files = "-- a.py\ndef load(): pass\n# load\nx = load()\ny = 'load'\n";
    check(files, "load", References, "a.py:3");
    let files = "-- a.py\ndef load(): pass\n# load\n\"\"\"load\"\"\"\n";
    check(files, "load", References, "");
}

/// Lines of strings are no references by name: they are resolved as texts, behind all others. A name of the code that
/// means something else is no text.
#[test]
fn a_string_that_is_the_name_is_a_text() {
    let cases = [
        (
            "-- a.py\ndef index(): pass\n-- b.py\ndef f(index: int): return index\ndef g(): return url_for('index')\n",
            "a.py#index",
            "b.py:2 text",
        ),
        (
            "-- a.ts\nexport function title() {}\n-- b.ts\nfunction f(title: string) { return [title, 'title'] }\ntype T = { title: string }\n",
            "a.ts#title",
            "b.ts:1 text",
        ),
        (
            "-- a.go\npackage a\nfunc index() {}\n-- b/b.go\npackage b\nfunc f(index int) int { return index }\nvar s = \"index\"\n",
            "a.go#index",
            "b/b.go:3 text",
        ),
        (
            "-- A.java\nclass A { static void index() {} }\n-- B.java\nclass B { int f(int index) { return index; } String s = \"index\"; }\n",
            "A.index",
            "B.java:1 text",
        ),
        (
            "-- a.py\ndef load_all(): pass\n-- notes.txt\nThen load_all.\n-- c.py\nfrom a import load_all\nload_all()\n",
            "load_all",
            "c.py:1 import, c.py:2 import, notes.txt:1 text",
        ),
    ];
    for (files, symbol, expect) in cases {
        let repo = tree(&format!("\n{files}"));
        let found = repo.relate(symbol, References);
        let sites = found.sites.iter();
        let seen: Vec<String> =
            sites.map(|site| format!("{}:{} {}", site.path, site.line, site.resolution)).collect();
        assert_eq!(seen.join(", "), expect, "{files}");
    }
}
