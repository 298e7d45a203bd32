//! What a document mentions besides citations with lines: files, names and quotes beside names.

use std::ops::Range;

use firsthand_anchors::FoldedQuote;

use super::Citation;
use super::beside::is_quoted_beside;
use super::name_forms::{arity_of, name_of};
use crate::spot::{LocationMatch, find_paths};

/// The longest name, in bytes.
const MAX_NAME: usize = 120;

/// A name that a document mentions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mention {
    /// Its byte range in the document; in a code span, that of the span.
    pub(crate) at: Range<usize>,
    pub(crate) name: String,
    /// The index of the citation of which it is the name.
    pub(crate) citation: Option<usize>,
    /// The code that is quoted directly behind it.
    pub(crate) quote: Option<FoldedQuote>,
}

/// What is mentioned.
pub(crate) struct Mentions<'d> {
    is_path: &'d dyn Fn(&str) -> bool,
    /// In order.
    pub(crate) names: Vec<Mention>,
    /// All code of the document: its spans, and its blocks with their fences.
    pub(crate) code: Vec<String>,
}

impl<'d> Mentions<'d> {
    pub(super) fn new(is_path: &'d dyn Fn(&str) -> bool) -> Self {
        Self { is_path, names: Vec::new(), code: Vec::new() }
    }

    /// A code span as a path without lines.
    pub(super) fn path(&self, code: &str) -> Option<LocationMatch> {
        (self.is_path)(code).then(|| LocationMatch::whole(0..code.len(), code))
    }

    /// Adds the paths without lines of a text, which begins at `offset`, to the locations that were found in it.
    pub(super) fn add_paths(&self, text: &str, offset: usize, found: &mut Vec<LocationMatch>) {
        let overlaps = |path: &LocationMatch| {
            found.iter().any(|one| one.at.start < path.at.end && path.at.start < one.at.end)
        };
        let paths = find_paths(text, self.is_path).into_iter().map(|path| path.behind(offset));
        let paths: Vec<_> = paths.filter(|path| !overlaps(path)).collect();
        found.extend(paths);
        found.sort_by_key(|one| one.at.start);
    }

    /// The file or folder of a link; `None` where the link may lead to a page instead.
    pub(super) fn linked(&self, destination: &str, at: &Range<usize>) -> Option<LocationMatch> {
        let path = destination.split(['#', '?']).next()?;
        let is_relative = !path.is_empty() && !path.starts_with('/') && path.contains(['/', '.']);
        is_relative.then(|| LocationMatch::whole(at.clone(), path))
    }

    /// Adds the name in a code span, which is that of a citation if `citation` is its index.
    pub(super) fn name(&mut self, code: &str, at: &Range<usize>, citation: Option<usize>) {
        if let Some(name) = name_of(code).filter(|name| name.len() <= MAX_NAME) {
            self.names.push(Mention { at: at.clone(), name, citation, quote: None });
        }
    }

    /// Makes the last name that of the citation with this index.
    pub(super) fn last_is_of(&mut self, citation: usize) {
        if let Some(last) = self.names.last_mut() {
            last.citation.get_or_insert(citation);
        }
    }

    /// Adds a code span of several words: a quote of the name directly before it, or else a call with its arguments.
    pub(super) fn quote_or_call(&mut self, document: &str, code: &str, at: &Range<usize>) {
        if let Some(last) = self.names.last_mut()
            && last.at.end <= at.start
            && is_quoted_beside(document, last.at.end, at.start)
            && document[last.at.end..at.start].contains([':', '='])
        {
            last.quote = FoldedQuote::span(code);
            return;
        }
        let code = code.trim().trim_end_matches(';');
        let is_call = code.split_once('(').is_some_and(|(name, arguments)| {
            !name.contains(char::is_whitespace) && arguments.find(')') == Some(arguments.len() - 1)
        });
        if is_call {
            self.name(code, at, None);
        }
    }

    /// Adds what a run of text mentions: names by their form, and texts in quotation marks behind the citations `new` of
    /// the run.
    pub(super) fn text(&mut self, document: &str, run: Range<usize>, new: &mut [Citation]) {
        let text = &document[run.clone()];
        let mut end = run.start;
        for part in text.split_inclusive(char::is_whitespace) {
            let start = end;
            end += part.len();
            let is_mark = |c: char| c.is_ascii_punctuation() && !"_$".contains(c);
            let tail = part.trim_start_matches(is_mark);
            let word = tail.trim_end().trim_end_matches(|c| is_mark(c) && c != ')');
            let word = if word.ends_with("()") { word } else { word.trim_end_matches(is_mark) };
            let at = start + part.len() - tail.len();
            let is_cited = new.iter().any(|one| one.at.contains(&at));
            if !is_cited && is_structured(word) {
                self.name(word, &(at..at + word.len()), None);
            }
        }
        for citation in new.iter_mut().filter(|one| one.is_alone()) {
            citation.quote = quoted_behind(document, citation.at.end, run.end);
        }
    }
}

/// Whether a word of a text has the form of a name in code: `snake_case`, `camelCase`, `a::b`, `Foo#bar`, `call()` or
/// `Mod.fun/2`.
fn is_structured(word: &str) -> bool {
    let Some(name) = name_of(word) else {
        return false;
    };
    let letters: Vec<char> = name.chars().collect();
    let is_inside = |mark: char| {
        let mut triples = letters.windows(3);
        triples.any(|three| {
            three[1] == mark && three[0].is_alphanumeric() && three[2].is_alphanumeric()
        })
    };
    let begins_lower = letters.iter().take(2).all(|c| c.is_lowercase());
    let mut triples = letters.windows(3);
    let has_hump = triples
        .any(|three| three[0].is_lowercase() && three[1].is_uppercase() && three[2].is_lowercase());
    let is_call = word.ends_with("()");
    let has_arity = arity_of(word).is_some() && (is_inside('.') || is_inside(':'));
    is_call
        || has_arity
        || is_inside('_')
        || is_inside('#')
        || name.contains("::")
        || (begins_lower && has_hump)
}

/// The text in quotation marks directly behind a citation.
fn quoted_behind(document: &str, from: usize, to: usize) -> Option<FoldedQuote> {
    let tail = document.get(from..to)?;
    let open = tail.find('"')?;
    let inner = &tail[open + 1..];
    let quoted = &inner[..inner.find('"')?];
    let is_beside = is_quoted_beside(document, from, from + open);
    (is_beside && quoted.contains(char::is_whitespace)).then(|| FoldedQuote::span(quoted))?
}

#[cfg(test)]
mod tests {
    use super::super::statements;

    /// Checks the files that are cited whole, and the names, each with the file beside it.
    fn check(document: &str, paths: &[&str], names: &[&str]) {
        let is_path = |text: &str| text.contains('/') || text.ends_with(".rs");
        let (citations, mentions) = statements(document, &is_path);
        let whole = citations.iter().filter(|one| one.is_whole());
        let seen: Vec<&str> = whole.map(|one| &*one.path).collect();
        assert_eq!(seen, paths, "{document}");
        let seen = mentions.names.iter().map(|one| {
            let file = one.citation.map(|index| &*citations[index].path);
            let quote = one.quote.as_ref().map_or("", |_| " quoted");
            format!(
                "{}{}{quote}",
                one.name,
                file.map_or(String::new(), |file| format!(" in {file}"))
            )
        });
        assert_eq!(seen.collect::<Vec<_>>(), names, "{document}");
    }

    #[test]
    fn files_and_names_are_found() {
        check("`keep` in `src/a.rs`", &["src/a.rs"], &["keep in src/a.rs"]);
        check("See src/a.rs, (src/b.rs) and either/or.", &["src/a.rs", "src/b.rs"], &[]);
        check("src/a.rs:3 and `a.rs` `keep`", &["a.rs"], &["keep in a.rs"]);
        check("[x](src/a.rs#top) [y](https://x.example/a.rs) [z](#top)", &["src/a.rs"], &[]);
        check("`keep(a, b)` and `a + b` and `cargo test`", &[], &["keep"]);
        check("`keep`: `let a = 1`", &[], &["keep quoted"]);
        check("then `keep` and `let a = 1`", &[], &["keep"]);
    }

    #[test]
    fn names_in_text_have_the_form_of_code() {
        check(
            "Call run_all(), Store::keep and Store#drop; getName too.",
            &[],
            &["run_all", "Store::keep", "Store#drop", "getName"],
        );
        check("GitHub, JavaScript, iPhone, macOS, e.g. #123, snake_ and a-b.", &[], &[]);
        check("https://x.example/a_b and a_b@example.com", &[], &[]);
        check(
            "Mod.fun/2, mod:go/0, start_link/0; $foo->bar() but x.y, a->b, page/2 and 1.5/2.",
            &[],
            &["Mod.fun", "mod:go", "start_link", "bar"],
        );
        check("`-[Foo bar:]` and `$foo->bar()`", &[], &["Foo bar:", "bar"]);
    }
}
