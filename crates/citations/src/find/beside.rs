//! What stands beside a citation: the quote behind it, and the name of what it cites.

use super::name_forms::name_of;

/// The most letters of a word between a name and its citation, as in `name` in `path:12`.
const MAX_WORD: usize = 2;

/// Whether only white space and marks separate a quote from the citation before it. Behind an arrow stands what it leads
/// to, which is no quote.
pub(super) fn is_quoted_beside(document: &str, from: usize, to: usize) -> bool {
    let is_separator = |c: char| c.is_whitespace() || "`*_:-–—=".contains(c);
    document
        .get(from..to)
        .is_some_and(|between| between.chars().all(is_separator) && !between.contains("\n\n"))
}

/// Whether a name and a citation are beside each other in one line of thought: between them are white space, brackets,
/// dashes, the border of a table's cells, or one short word.
pub(super) fn is_beside(document: &str, from: usize, to: usize) -> bool {
    let Some(between) = document.get(from..to) else {
        return false;
    };
    let is_separator = |c: char| c.is_whitespace() || "`*_:-–—=→()[]|@".contains(c);
    let words: Vec<&str> = between.split(is_separator).filter(|word| !word.is_empty()).collect();
    let is_short =
        |word: &&str| word.chars().all(char::is_alphabetic) && word.chars().count() <= MAX_WORD;
    let is_next_item = between.contains('\n') && between.contains(['-', '*', '|']);
    let is_one_block = !is_next_item && !between.contains("\n\n");
    is_one_block && words.len() <= 1 && words.iter().all(is_short)
}

/// The code spans of the paragraph before an offset of a text that are more than a name.
pub(crate) fn code_before(text: &str, at: usize) -> impl Iterator<Item = &str> {
    const LONGEST: usize = 2_000;
    let near = text.floor_char_boundary(at.saturating_sub(LONGEST));
    let before = text.get(near..at).unwrap_or_default();
    let paragraph = before.rsplit("\n\n").next().unwrap_or_default();
    let parts = paragraph.split('`').filter(|part| !part.trim().is_empty());
    parts.filter(|part| name_of(part).is_none())
}

/// Whether a code span without white space goes on behind a call (`close(self);`), so that it is more than a name.
pub(super) fn is_statement(code: &str) -> bool {
    name_of(code).is_some() && !code.rsplit_once(')').map_or("", |(_, behind)| behind).is_empty()
}

/// The `owner/name` of a repository directly before an offset of a text: the path behind it may be one of that
/// repository.
pub(crate) fn owner_before(text: &str, at: usize) -> Option<&str> {
    const LONGEST: usize = 200;
    let line =
        text[text.floor_char_boundary(at.saturating_sub(LONGEST))..at].rsplit('\n').next()?;
    let before = line.trim_end_matches(|c: char| c.is_whitespace() || "`*_([:,".contains(c));
    let is_name_char = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    let start = before
        .rfind(|c| !is_name_char(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let token = &before[start..];
    let (owner, name) = token.split_once('/')?;
    let is_repository =
        !owner.is_empty() && !name.is_empty() && !name.contains('/') && !owner.contains('.');
    is_repository.then_some(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_of_a_path_is_what_stands_before_it() {
        let check = |before: &str, expect: Option<&str>| {
            let text = format!("{before}src/a.rs:1");
            assert_eq!(owner_before(&text, before.len()), expect, "{before}");
        };
        check("As in sharkdp/bat `", Some("sharkdp/bat"));
        check("`sharkdp/bat`: ", Some("sharkdp/bat"));
        check("(é/x) ", None);
        check("sharkdp/bat\n", None);
        check("in src/b/c.rs, ", None);
        check("see ", None);
        check("", None);
    }

    #[test]
    fn a_name_is_beside_its_citation() {
        let check = |between: &str, expect: bool| {
            assert_eq!(is_beside(between, 0, between.len()), expect, "{between:?}");
        };
        for between in ["", " ", " (", "` in `", " — ", " | ", "\n"] {
            check(between, true);
        }
        for between in [", ", " calls ", ". ", "\n\n", "\n- ", " in at ", " |\n| ", "; "] {
            check(between, false);
        }
    }
}
