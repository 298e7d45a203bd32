//! One fixture a language: what it declares, and how its names are found. Every language of the
//! build has one.

use firsthand_codegraph::{Cancel, Relation, language_of, languages};

use crate::repo::{Repo, expected, places};

mod astro;
mod bash;
mod c;
mod c_sharp;
mod cpp;
mod elixir;
mod go;
mod java;
mod javascript;
mod kotlin;
mod lua;
mod php;
mod python;
mod ruby;
mod rust;
mod scala;
mod svelte;
mod swift;
mod tsx;
mod typescript;
mod vue;

/// A small tree in one language, what is asked of it, and the answers.
pub(crate) struct Fixture {
    pub(crate) language: &'static str,
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// A relation and a symbol.
    pub(crate) asked: &'static [(Relation, &'static str)],
    /// The declarations of every file of the language, then the answers.
    pub(crate) expect: &'static str,
}

const FIXTURES: &[&Fixture] = &[
    &astro::FIXTURE,
    &bash::FIXTURE,
    &c::FIXTURE,
    &c_sharp::FIXTURE,
    &cpp::FIXTURE,
    &elixir::FIXTURE,
    &go::FIXTURE,
    &java::FIXTURE,
    &javascript::FIXTURE,
    &kotlin::FIXTURE,
    &lua::FIXTURE,
    &php::FIXTURE,
    &python::FIXTURE,
    &ruby::FIXTURE,
    &rust::FIXTURE,
    &scala::FIXTURE,
    &svelte::FIXTURE,
    &swift::FIXTURE,
    &tsx::FIXTURE,
    &typescript::FIXTURE,
    &vue::FIXTURE,
];

/// The fixture's declarations and answers as its expectation writes them.
fn seen(fixture: &Fixture) -> String {
    let repo = Repo::of(fixture.files);
    let graph = repo.graph();
    let mut lines = Vec::new();
    for (path, text) in fixture.files {
        if language_of(path) != Some(fixture.language) {
            continue;
        }
        lines.push(format!("in {path}"));
        let declarations = graph.declarations(path, text.as_bytes(), &Cancel::default());
        let line = |d: &firsthand_codegraph::Declaration| {
            format!(
                "{} {} {}-{}",
                d.kind,
                d.qualified,
                d.range.start(),
                d.range.end()
            )
        };
        lines.extend(declarations.iter().map(line));
    }
    for (relation, symbol) in fixture.asked {
        lines.push(format!("{relation} of {symbol}"));
        let places = places(&repo.relate(symbol, *relation));
        assert!(
            !places.is_empty(),
            "{}: no {relation} of {symbol}",
            fixture.language
        );
        lines.push(places);
    }
    lines.join("\n")
}

#[test]
fn fixtures() {
    let mut wrong = Vec::new();
    for fixture in FIXTURES {
        let seen = seen(fixture);
        if seen != expected(fixture.expect) {
            wrong.push(format!("== {}\n{seen}", fixture.language));
        }
    }
    assert!(wrong.is_empty(), "seen:\n{}", wrong.join("\n"));
}

#[test]
fn every_language_has_a_fixture_that_shows_each_relation() {
    for language in languages() {
        let fixture = FIXTURES.iter().find(|fixture| fixture.language == language);
        let fixture = fixture.unwrap_or_else(|| panic!("no fixture of {language}"));
        let asks = |relation: Relation| fixture.asked.iter().any(|asked| asked.0 == relation);
        for relation in [Relation::Callers, Relation::References] {
            assert!(asks(relation), "{language}: {relation} is not asked");
        }
    }
}
