//! Texts and keys that the change removes from a file, and that still stand elsewhere: in translations, settings,
//! templates and documents.

use std::collections::BTreeSet;

use firsthand_codegraph::{is_code, is_data};
use firsthand_source::RepoPath;

use crate::declared::Changed;
use crate::document::Dependence;
use crate::found::{Found, Line};
use crate::hunks::LineDiff;
use crate::layout::is_compound;
use crate::lookup::Lookup;
use crate::starts::strings;

/// The least characters of a text that is looked for.
const MIN_CHARS: usize = 8;
/// The least letters of a single word of a file of data, and the most lines with a word or a name.
const MIN_LETTERS: usize = 5;
const MAX_WORD_LINES: usize = 6;
/// The most lines with a text: one that more have is no special one.
const MAX_LINES: usize = 200;
/// The most texts that are looked for.
const MAX_TEXTS: usize = 40;
/// The marks around a text.
const QUOTES: [char; 3] = ['"', '\'', '`'];
/// The most names without quotes that are looked for.
const MAX_NAMES: usize = 12;

/// The places that hold a removed text.
pub(crate) fn removed_texts(
    lookup: &mut Lookup<'_>,
    diffs: &[LineDiff<'_>],
    changed: &[Changed],
) -> Vec<Found> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    let mut quoted: BTreeSet<String> = BTreeSet::new();
    // What moved to another place is not removed.
    let added = diffs.iter().flat_map(|diff| diff.replaced()).map(|(_, added)| added);
    let added: Vec<Vec<u8>> = added.collect();
    let added = String::from_utf8_lossy(&added.concat()).into_owned();
    for diff in diffs {
        let later = String::from_utf8_lossy(&diff.after.concat()).into_owned();
        let is_data = is_data(diff.file.path.as_str());
        let before = diff.file.before.bytes().unwrap_or_default();
        let code = lookup.without_imports(&diff.file.path, before);
        let code: Vec<&[u8]> = code.split(|byte| *byte == b'\n').collect();
        let [masked, _] = diff.masked(lookup.toolbox);
        let removed = diff.removed().filter(|index| !masked.contains(index));
        let removed: Vec<&&[u8]> = removed.filter_map(|index| code.get(index)).collect();
        let stays = |text: &str| holds_whole(&later, text) || holds_whole(&added, text);
        let held = removed.iter().flat_map(|line| texts_of(line, is_data));
        texts.extend(held.filter(|text| !stays(text)));
        names.extend(removed.iter().flat_map(|line| names_of(line)).filter(|name| !stays(name)));
        let held = removed.iter().filter(|_| !is_data).flat_map(|line| quoted_names_of(line));
        quoted.extend(held.filter(|name| !stays(name)));
    }
    let names = undeclared(lookup, names, &texts, changed);
    texts.extend(names.iter().cloned());
    quoted.retain(|name| !texts.contains(name));
    texts.extend(quoted.iter().cloned());
    let mut texts: Vec<String> = texts.into_iter().collect();
    // The longest say the most.
    texts.sort_by_key(|text| std::cmp::Reverse(text.chars().count()));
    lookup.keep(&mut texts, MAX_TEXTS);
    let mut lines = lookup.lines_with(&texts, MAX_LINES);
    let is_special = |text: &str| !names.contains(text) && (is_text(text) || is_path(text));
    for (text, lines) in texts.iter().zip(&mut lines) {
        // Code that holds a name without quotes may mean anything by it.
        let is_named = names.contains(text) && text.contains('_');
        lines.retain(|(path, line)| {
            let (is_code, line) = (is_code(path.as_str()), lookup.line(path, *line));
            let is_clear = is_special(text) || names.contains(text);
            let is_meant = || !is_code || is_clear || holds_quoted(&line, text);
            let is_told = || !is_pair(text) || is_data(path.as_str()) && holds_quoted(&line, text);
            !(is_named && is_code) && holds_whole(&line, text) && is_meant() && is_told()
        });
    }
    // Each translation has a key.
    let is_told = |text: &str, path: &RepoPath| is_key(text) && is_data(path.as_str());
    let is_few = |text: &str, lines: &[Line]| {
        let told = lines.iter().filter(|(path, _)| is_told(text, path)).count();
        is_special(text) || lines.len() - told <= MAX_WORD_LINES
    };
    let few = texts.iter().zip(lines).filter(|(text, lines)| is_few(text, lines));
    let places = few.flat_map(|(text, lines)| {
        let places = lookup.strings_at(&lines.into_iter().collect(), Dependence::Text);
        let holds = BTreeSet::from([text.clone()]);
        places.into_iter().map(move |place| Found { holds: holds.clone(), ..place })
    });
    places.collect()
}

/// The longest of the names that are no texts, and that nothing declares or declared before the change.
fn undeclared(
    lookup: &mut Lookup<'_>,
    names: BTreeSet<String>,
    texts: &BTreeSet<String>,
    changed: &[Changed],
) -> BTreeSet<String> {
    let own: BTreeSet<&str> = changed.iter().flat_map(Changed::names).collect();
    let is_other = |name: &String| !own.contains(&**name) && !texts.contains(name);
    let mut names: Vec<String> = names.into_iter().filter(is_other).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.chars().count()));
    lookup.keep(&mut names, MAX_NAMES);
    names.into_iter().filter(|name| lookup.declarations_named(name).is_empty()).collect()
}

/// The texts of a line: between quotes or tags, with several words, or a key of several parts; of a file of data, single
/// words, too.
fn texts_of(line: &[u8], is_data: bool) -> Vec<String> {
    let line = String::from_utf8_lossy(line);
    let parts = line.split(['"', '\'', '`', '<', '>']).map(str::trim);
    let is_word = |part: &str| {
        part.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS && is_plain(part)
    };
    let is_long = |part: &str| part.chars().count() >= MIN_CHARS && !is_inner_key(&line, part);
    let is_special = |part: &str| is_long(part) && (is_text(part) || is_key(part));
    parts.filter(|part| is_special(part) || is_data && is_word(part)).map(str::to_owned).collect()
}

/// The names of a line that settings and markup share with it: in capitals (`API_URL`), or behind the sign of a class or
/// an identity (`.btn-primary`), of several parts.
fn names_of(line: &[u8]) -> Vec<String> {
    let line = String::from_utf8_lossy(line);
    let is_sign = |c: char| !(c.is_alphanumeric() || c == '_' || c == '-');
    let mut names = Vec::new();
    let mut start = 0;
    for part in line.split_inclusive(is_sign) {
        let word = part.trim_end_matches(is_sign);
        let before = &line[..start];
        start += part.len();
        let has_sign = before.ends_with(['.', '#']);
        let is_selected = has_sign
            && !before[..before.len() - 1]
                .ends_with(|c: char| c.is_alphanumeric() || ")]".contains(c));
        let is_joined = |joint: char| {
            let mut parts = word.split(joint);
            let is_whole = parts.all(|part| !part.is_empty());
            word.contains(joint) && is_whole
        };
        let is_capital =
            is_joined('_') && !word.contains('-') && !word.contains(char::is_lowercase);
        let is_class = is_selected && is_joined('-');
        let has_letters = word.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS;
        if has_letters && (is_capital || is_class) {
            names.push(word.to_owned());
        }
    }
    names
}

/// The single names of several words that a line of code has between quotes, as those of events.
fn quoted_names_of(line: &[u8]) -> Vec<String> {
    let line = String::from_utf8_lossy(line);
    let is_name = |part: &str| {
        let has_signs = part.contains(|c: char| !c.is_alphanumeric());
        part.chars().count() >= MIN_CHARS && !has_signs && is_compound(part)
    };
    let parts = line.split(QUOTES).filter(|part| is_name(part) && holds_quoted(&line, part));
    parts.map(str::to_owned).collect()
}

/// Whether a line holds a text between quotes.
pub(crate) fn holds_quoted(line: &str, text: &str) -> bool {
    line.match_indices(text).any(|(at, _)| {
        let next = line[at + text.len()..].chars().next().filter(|next| QUOTES.contains(next));
        next.is_some_and(|quote| line[..at].ends_with(quote))
    })
}

/// Whether a line holds a text that is not a part of a longer word, key or path there.
fn holds_whole(line: &str, text: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let goes_on = |mut rest: std::str::Chars<'_>| match rest.next() {
        Some('.' | '-' | '/' | ':') => rest.next().is_some_and(is_word),
        next => next.is_some_and(is_word),
    };
    let begins = |before: &str| {
        let last = before.chars().next_back();
        // An option is no key, and a path may stand behind the folder or the host that it is below.
        let is_longer = last.is_some_and(|c| is_word(c) || matches!(c, '-' | '.'));
        !is_longer || text.starts_with(['/', '.'])
    };
    let mut found = line.match_indices(text);
    found.any(|(at, _)| begins(&line[..at]) && !goes_on(line[at + text.len()..].chars()))
}

/// Whether it has nothing that only code has.
fn is_plain(part: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || " .,:!?-'%".contains(c);
    part.chars().all(is_plain)
}

/// Whether it reads as a sentence: words with single spaces between them, and nothing that code has.
fn is_text(part: &str) -> bool {
    let words = part.split(' ').count();
    words >= 2 && !part.contains("  ") && is_plain(part)
}

/// Whether it is a key that is no mere identifier.
fn is_path(text: &str) -> bool {
    is_key(text) && text.contains(['.', '-', '/', ':'])
}

/// Whether it is a text of two words: what others have by chance, but for those who have it between quotes.
fn is_pair(text: &str) -> bool {
    text.split(' ').count() == 2
}

/// Whether it is a key of data that is written within a longer string.
fn is_inner_key(line: &str, part: &str) -> bool {
    let is_key = |text: &str, at: usize| {
        let behind = text[at + part.len()..].trim_start_matches('\\');
        let key = behind.strip_prefix(QUOTES).map(str::trim_start);
        text[..at].ends_with(QUOTES) && key.is_some_and(|behind| behind.starts_with(':'))
    };
    let mut strings = strings(line).into_iter();
    strings.any(|text| text.match_indices(part).any(|(at, _)| is_key(text, at)))
}

/// Whether it is a key: words with `.`, `_`, `-`, `/` or `:` between them, and no address.
fn is_key(part: &str) -> bool {
    let is_separator = |c: char| matches!(c, '.' | '_' | '-' | '/' | ':');
    let is_plain = |c: char| c.is_alphanumeric() || is_separator(c);
    let words = part.split(is_separator).filter(|word| !word.is_empty()).count();
    words >= 2
        && !part.contains("//")
        && part.chars().all(is_plain)
        && part.chars().any(char::is_alphabetic)
}
