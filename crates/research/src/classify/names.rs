//! The names that a topic spells as code, and their lookup.

use firsthand_agent::Cancel;
use firsthand_source::{distinct, identifiers};

use crate::hints::Hints;
use crate::hit::Hit;
use crate::retrieve::{Edge, Retrieved, Retriever, Word, is_path_of};

/// The number of lookups without a result after which the remaining names are not looked up.
const MAX_FAILED_LOOKUPS: usize = 3;

/// The result of looking up names.
#[derive(Default)]
pub(super) struct NameLookup {
    /// The declarations and files with these names.
    pub(super) hits: Vec<Hit>,
    /// The names that nothing declares.
    pub(super) undeclared: Vec<String>,
    /// Those undeclared names that no searched file contains.
    pub(super) absent: Vec<String>,
    /// The names whose lookup was left out, or ended without a result before all files with the name were parsed, even
    /// if the files left out only unlikely declare it.
    pub(super) unchecked: Vec<String>,
}

/// Looks up names, until [`MAX_FAILED_LOOKUPS`] of them are not found, because each lookup reads every file. A name that is
/// in no file by the counted `words` does not count as one of these: only a file that is named after it can declare it,
/// as that of a component does. Without such a file it is only compared with the paths; with one it is looked up, until
/// as many of those are not found.
pub(super) fn look_up_names(
    retriever: &Retriever,
    names: &[String],
    words: &[Word],
    hints: &Hints,
    cancel: &Cancel,
) -> NameLookup {
    let mut lookup = NameLookup::default();
    // Of names that are in files, and of those that are in none.
    let mut failed_lookups = [0, 0];
    for name in names {
        let is_absent = is_absent_name(name, words);
        let failed = &mut failed_lookups[usize::from(is_absent)];
        let only_paths = is_absent && !is_any_file_named_after(retriever, name);
        if *failed >= MAX_FAILED_LOOKUPS && !only_paths {
            lookup.unchecked.push(name.clone());
            continue;
        }
        let found = if only_paths {
            retriever.files_named(name, &hints.filter, cancel)
        } else {
            look_up_name(retriever, name, hints, cancel)
        };
        if !found.hits.is_empty() {
            lookup.hits.extend(found.hits);
            continue;
        }
        *failed += usize::from(!only_paths);
        if found.coverage.truncated || !found.coverage.losses.is_empty() {
            lookup.unchecked.push(name.clone());
            continue;
        }
        lookup.undeclared.push(name.clone());
        lookup.absent.extend(is_absent.then(|| name.clone()));
    }
    lookup
}

/// The names that a topic spells as code: texts in backticks, and words of at least three letters or digits with code
/// punctuation, or with a capital letter directly after a small one.
pub(crate) fn spelled_names(topic: &str) -> Vec<String> {
    let quoted = topic.split('`').skip(1).step_by(2).map(str::trim);
    let unquoted = topic.split('`').step_by(2).flat_map(str::split_whitespace);
    let code_like = unquoted.map(trim_punctuation).filter(|word| is_code_like(word));
    distinct(quoted.filter(|name| !name.is_empty()).chain(code_like).map(str::to_owned))
}

/// A word without the punctuation of its sentence.
fn trim_punctuation(word: &str) -> &str {
    let word = word.trim_start_matches(|c: char| !c.is_alphanumeric() && !"_/.$@-".contains(c));
    word.trim_end_matches("()").trim_end_matches(|c: char| !c.is_alphanumeric() && c != '_')
}

fn is_code_like(word: &str) -> bool {
    let letters = word.chars().filter(|c| c.is_alphanumeric()).count();
    let has_code_punctuation = word.trim_matches('.').contains(['_', '/', '.', '$', '@'])
        || word.contains("::")
        || word.contains('#');
    let mut chars = word.chars().zip(word.chars().skip(1));
    let has_inner_capital = chars.any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    letters >= 3 && (has_code_punctuation || has_inner_capital)
}

/// Whether at least one identifier of a name is in no searched file. Words are counted without underscores.
fn is_absent_name(name: &str, words: &[Word]) -> bool {
    let mut absent = words.iter().filter(|word| word.files == 0);
    let parts = identifiers(name).map(|(_, part)| part.to_lowercase().replace('_', ""));
    let parts: Vec<String> = parts.collect();
    absent.any(|word| parts.contains(&word.word))
}

/// Whether the name of a searched file, without its extension, is this name or its last segments.
fn is_any_file_named_after(retriever: &Retriever, name: &str) -> bool {
    let name_parts = identifiers_of(name);
    retriever.toolbox.graph().files().files.iter().any(|entry| {
        let name = entry.path.file_name();
        let stem_parts = identifiers_of(name.rsplit_once('.').map_or(name, |(stem, _)| stem));
        !stem_parts.is_empty() && name_parts.ends_with(&stem_parts)
    })
}

fn identifiers_of(text: &str) -> Vec<&str> {
    identifiers(text).map(|(_, part)| part).collect()
}

/// Whether a hit's declaration or path has this name.
pub(super) fn is_named(hit: &Hit, name: &str) -> bool {
    is_path_of(hit.path().as_str(), name)
        || hit.window.symbol.as_ref().is_some_and(|symbol| {
            let (qualified, name_parts) = (identifiers_of(&symbol.qualified), identifiers_of(name));
            !name_parts.is_empty() && qualified.ends_with(&name_parts)
        })
}

/// The files with this name or partial path, or else the declarations with this name.
pub(crate) fn look_up_name(
    retriever: &Retriever,
    name: &str,
    hints: &Hints,
    cancel: &Cancel,
) -> Retrieved {
    let files = retriever.files_named(name, &hints.filter, cancel);
    if !files.hits.is_empty() {
        return files;
    }
    let mut found = retriever.relate(&Edge::definition(name), &hints.filter, cancel);
    // Without a declaration the graph returns text matches, which are not declarations.
    found.hits.retain(|hit| is_named(hit, name));
    found
}

#[cfg(test)]
mod tests {
    use firsthand_testkit::folder;
    use firsthand_tools::{ToolOptions, Toolbox};

    use super::*;

    /// Looks up names in a tree of these files. `absent_words` are the words that no file contains.
    fn look_up(files: &[(&str, &str)], names: &[&str], absent_words: &[&str]) -> NameLookup {
        let root = folder(files);
        let toolbox = Toolbox::open(root.path(), ToolOptions::default()).unwrap();
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let absent_word = |word: &&str| Word { word: (*word).to_owned(), ..Word::default() };
        let words: Vec<Word> = absent_words.iter().map(absent_word).collect();
        let retriever = Retriever::new(toolbox);
        look_up_names(&retriever, &names, &words, &Hints::default(), &Cancel::new())
    }

    #[test]
    fn a_name_in_no_file_is_undeclared_even_after_the_last_failed_lookup() {
        let files = [
            ("conf/zebra.toml", "most = 3\n"),
            ("notes.txt", "one two three\n"),
            ("pay.rs", "fn pay() {}\n"),
        ];
        let names = ["one", "two", "three", "lemur", "zebra.toml", "pay"];
        let lookup = look_up(&files, &names, &["lemur", "zebra"]);
        assert_eq!(lookup.undeclared, ["one", "two", "three", "lemur"]);
        assert_eq!(lookup.absent, ["lemur"]);
        assert_eq!(lookup.unchecked, ["pay"]);
        let paths: Vec<&str> = lookup.hits.iter().map(|hit| hit.path().as_str()).collect();
        assert_eq!(paths, ["conf/zebra.toml"]);
    }

    /// Such a name is looked up even after the last failed lookup.
    #[test]
    fn a_component_is_declared_by_the_name_of_its_file() {
        let card = "<template>\n  <p/>\n</template>\n";
        let list = "<template>\n  <user-card />\n</template>\n";
        let files = [
            ("components/UserCard.vue", card),
            ("notes.txt", "one two three\n"),
            ("pages/list.vue", list),
        ];
        let names = ["one", "two", "three", "lemur", "UserCard"];
        let lookup = look_up(&files, &names, &["lemur", "usercard"]);
        assert_eq!(lookup.undeclared, ["one", "two", "three", "lemur"]);
        assert_eq!(lookup.absent, ["lemur"]);
        assert!(lookup.unchecked.is_empty());
        let paths: Vec<&str> = lookup.hits.iter().map(|hit| hit.path().as_str()).collect();
        assert_eq!(paths, ["components/UserCard.vue"]);
    }

    #[test]
    fn names_in_no_file_do_not_count_as_failed_lookups() {
        let files = [("pay.rs", "fn pay() {}\n")];
        let absent = ["lemur", "zebra", "quantum"];
        let lookup = look_up(&files, &["lemur", "zebra", "quantum", "pay"], &absent);
        assert_eq!((lookup.undeclared, lookup.unchecked), (lookup.absent, vec![]));
        assert_eq!(lookup.hits.len(), 1);
    }

    /// If very many files contain a name, those that unlikely declare it are not parsed once it is declared anywhere.
    /// One of them may declare it in the queried scope.
    #[test]
    fn a_name_is_unchecked_if_files_that_may_declare_it_were_not_parsed() {
        let check = |users: usize, expect: &[&str]| {
            let user = |at: usize| {
                let text = format!("fn user{at}() {{\n    let _ = timeout({at});\n}}\n");
                (format!("src/u{at}.rs"), text)
            };
            let mut files: Vec<(String, String)> = (0..users).map(user).collect();
            let timeout = "pub fn timeout(at: u8) {}\n";
            files.push(("src/timeout.rs".to_owned(), timeout.to_owned()));
            let config = "pub struct Config {\n    timeout: u8,\n}\n";
            files.push(("src/config.rs".to_owned(), config.to_owned()));
            let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, &**t)).collect();
            let lookup = look_up(&files, &["Config.timeout"], &[]);
            assert_eq!(lookup.unchecked, expect, "{users}");
            assert_eq!(lookup.hits.is_empty(), !expect.is_empty(), "{users}");
            assert!(lookup.undeclared.is_empty(), "{users}");
        };
        check(10, &[]);
        check(70, &["Config.timeout"]);
    }

    #[test]
    fn code_like_words_are_spelled_names() {
        let check =
            |topic: &str, expect: &[&str]| assert_eq!(spelled_names(topic), expect, "{topic}");
        check("how does the cache expire?", &[]);
        check("who calls parse_args() here?", &["parse_args"]);
        check("where is `check` used, and Ledger::post?", &["check", "Ledger::post"]);
        check("see src/pay.rs, README.md.", &["src/pay.rs", "README.md"]);
        check("the HttpClient of app.config.timeout", &["HttpClient", "app.config.timeout"]);
        check("e.g. a well-known thing, i.e. that.", &[]);
        check("", &[]);
    }
}
