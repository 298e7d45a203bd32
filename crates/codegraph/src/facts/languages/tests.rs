//! Tests of the table of languages, and that `docs/languages.md` describes them as they are.

use std::collections::BTreeSet;

use super::{LANGUAGES, Language, Modules, Namespaces, Structural, join};

/// A language as a row of the table.
fn row(language: &Language) -> String {
    let captures = language.patterns().map(|patterns| &patterns.captures);
    let captures: BTreeSet<&str> = captures.into_iter().flatten().map(String::as_str).collect();
    let mut kinds: Vec<&str> =
        captures.iter().filter_map(|capture| capture.strip_prefix("symbol.")).collect();
    if language.embedded_code.is_some() {
        kinds.insert(0, "component");
    }
    let says = |capture: &str, word: &'static str| {
        if captures.contains(capture) { word } else { "–" }
    };
    let heritage = match language.structural {
        Structural::Kind(_) | Structural::Extending(_) => "yes, and by methods",
        Structural::No | Structural::Unsearched(_) => "yes",
    };
    let receivers = match language.modules {
        _ if language.declared_types => "of the tree",
        Modules::None => "–",
        Modules::All | Modules::WithImportOrExport => "by imports",
    };
    format!(
        "| {} | {} | {} | {} | {} | {} | {receivers} |",
        language.name,
        [language.extensions, language.file_names].concat().join(", "),
        kinds.join(", "),
        says("call", "yes"),
        says("heritage", heritage),
        match language.namespaces {
            Namespaces::None | Namespaces::Scopes => says("import", "to files"),
            Namespaces::Absolute | Namespaces::Relative => "by full name",
        },
    )
}

fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/languages.md");
    std::fs::read_to_string(page).unwrap()
}

#[test]
fn the_page_lists_what_each_language_has() {
    let page = page();
    let listed = page.lines().skip_while(|line| !line.starts_with("| language"));
    let listed: Vec<&str> = listed.skip(2).take_while(|line| line.starts_with('|')).collect();
    let rows: Vec<String> = LANGUAGES.iter().map(|language| row(language)).collect();
    assert!(listed == rows, "the table of docs/languages.md should be\n{}", rows.join("\n"));
}

#[test]
fn the_page_explains_every_capture() {
    let page = page();
    for language in LANGUAGES {
        let captures = language.patterns().map(|patterns| &patterns.captures);
        for capture in captures.into_iter().flatten() {
            let is_explained =
                capture.starts_with("symbol.") || page.contains(&format!("`@{capture}`"));
            assert!(is_explained, "{}: docs/languages.md lacks @{capture}", language.name);
        }
    }
}

/// The page shows the files of Lua as its example.
#[cfg(feature = "lua")]
#[test]
fn the_page_shows_lua_as_it_is() {
    let page = page();
    for file in [include_str!("lua.rs"), include_str!("lua/facts.scm")] {
        assert!(page.contains(file), "docs/languages.md shows otherwise:\n{file}");
    }
}

#[test]
fn every_pattern_fits_its_grammar() {
    for language in LANGUAGES {
        if let Err(error) = language.compile() {
            panic!("{}: {error}", language.name);
        }
    }
}

#[test]
fn paths_join() {
    assert_eq!(join("a/b", "../c/./d"), Some("a/c/d".to_owned()));
    assert_eq!(join("a", "../../b"), None);
    assert_eq!(join("", "x"), Some("x".to_owned()));
}
