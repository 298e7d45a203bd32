//! One fixture a language: what it declares, and how its names are found. Every language of the
//! build has one.

use firsthand_codegraph::{Cancel, Relation, language_of, languages};

use crate::repo::{Repo, expected, places};

mod astro;
mod bash;
mod c;
mod c_sharp;
mod cpp;
mod dockerfile;
mod elixir;
mod go;
mod graphql;
mod haskell;
mod heex;
mod java;
mod javascript;
mod json;
mod kotlin;
mod lua;
mod make;
mod markdown;
mod php;
mod proto;
mod python;
mod ruby;
mod rust;
mod scala;
mod sql;
mod svelte;
mod swift;
mod toml;
mod tsx;
mod typescript;
mod vue;
mod yaml;
mod zig;

/// A small tree in one language, queries of relations in it, and the answers.
pub(crate) struct Fixture {
    pub(crate) language: &'static str,
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// A relation and a symbol.
    pub(crate) queries: &'static [(Relation, &'static str)],
    /// The declarations of every file of the language, then the answers.
    pub(crate) expect: &'static str,
}

const FIXTURES: &[&Fixture] = &[
    &astro::FIXTURE,
    &bash::FIXTURE,
    &c::FIXTURE,
    &c_sharp::FIXTURE,
    &cpp::FIXTURE,
    &dockerfile::FIXTURE,
    &elixir::FIXTURE,
    &go::FIXTURE,
    &graphql::FIXTURE,
    &haskell::FIXTURE,
    &heex::FIXTURE,
    &java::FIXTURE,
    &javascript::FIXTURE,
    &json::FIXTURE,
    &kotlin::FIXTURE,
    &lua::FIXTURE,
    &make::FIXTURE,
    &markdown::FIXTURE,
    &php::FIXTURE,
    &proto::FIXTURE,
    &python::FIXTURE,
    &ruby::FIXTURE,
    &rust::FIXTURE,
    &scala::FIXTURE,
    &sql::FIXTURE,
    &svelte::FIXTURE,
    &swift::FIXTURE,
    &toml::FIXTURE,
    &tsx::FIXTURE,
    &typescript::FIXTURE,
    &vue::FIXTURE,
    &yaml::FIXTURE,
    &zig::FIXTURE,
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
            format!("{} {} {}-{}", d.kind, d.qualified, d.range.start(), d.range.end())
        };
        lines.extend(declarations.iter().map(line));
    }
    for (relation, symbol) in fixture.queries {
        lines.push(format!("{relation} of {symbol}"));
        let places = places(&repo.relate(symbol, *relation));
        let places = if places.is_empty() {
            format!("no {relation} of {symbol}: an expectation cannot be that")
        } else {
            places
        };
        lines.push(places);
    }
    lines.join("\n")
}

#[test]
fn every_fixture_has_its_expected_declarations_and_answers() {
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
        let queries = |relation: Relation| fixture.queries.iter().any(|query| query.0 == relation);
        let is_code = queries(Relation::Callers) && queries(Relation::References);
        // Data and prose have declarations, and no code names them.
        let is_data = fixture.queries.iter().all(|query| query.0 == Relation::Definition);
        assert!(is_code || is_data, "{language}: callers and references are to be asked");
    }
}
