//! Names that stand in strings and in the texts of templates alone.

use firsthand_codegraph::Relation::{Callers, References};
use firsthand_codegraph::{Query, Relation};
use firsthand_source::Cancel;

use crate::repo::tree;

/// The lines of a relation, and the notes.
fn check(files: &str, symbol: &str, relation: Relation, expect: &str) {
    let repo = tree(&format!("\n{files}"));
    let found = repo
        .graph()
        .relate(symbol, relation, &Query::default(), &Cancel::default());
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
    check(
        files,
        "load_it",
        References,
        &format!("v.blade.php:1, {note}"),
    );
    let note = "no call of load_it was found; 1 line holds it in a string or a text, which references lists";
    check(files, "load_it", Callers, note);
}

#[test]
fn a_string_names_what_the_program_looks_up() {
    let python = "-- a/mid.py\nclass Guard:\n    \"\"\"Guard of all.\"\"\"\n# Guard\n-- settings.py\nMIDDLEWARE = ['a.mid.Guard']\n";
    let note = "no use of Guard was found in code: 1 line holds it in a string or a text";
    check(
        python,
        "Guard",
        References,
        &format!("settings.py:1, {note}"),
    );
    let routes = "-- a.php\n<?php\nclass Page { function show() {} }\n-- web.php\n<?php\nRoute::get('/x', 'Page@show');\n";
    let note = "no use of Page.show was found in code: 1 line holds it in a string or a text";
    check(
        routes,
        "Page.show",
        References,
        &format!("web.php:2, {note}"),
    );
    let variable =
        "-- .env.example\nLOAD_SIZE=2\n-- a.py\nimport os\nx = os.environ[\"LOAD_SIZE\"]\n";
    let note = "no declaration of LOAD_SIZE was parsed: places in the text";
    check(
        variable,
        "LOAD_SIZE",
        References,
        &format!(".env.example:1, a.py:2, {note}"),
    );
}

/// Nothing calls a name that nothing declares because a string holds it.
#[test]
fn callers_of_an_undeclared_name_are_no_strings() {
    let files = "-- a.ts\nimport { x } from '../core/index.js'\nx('core')\n";
    check(files, "core", Callers, "nothing declares core");
    let note = "no declaration of core was parsed: places in the text";
    check(
        files,
        "core",
        References,
        &format!("a.ts:1, a.ts:2, {note}"),
    );
}

/// A use in code is enough: strings and texts are not searched then.
#[test]
fn comments_and_used_names_have_no_places_in_strings() {
    let files = "-- a.py\ndef load(): pass\n# load\nx = load()\ny = 'load'\n";
    check(files, "load", References, "a.py:3");
    let files = "-- a.py\ndef load(): pass\n# load\n\"\"\"load\"\"\"\n";
    check(files, "load", References, "");
}
