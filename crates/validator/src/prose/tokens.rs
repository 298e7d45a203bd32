//! Splits prose into tokens: what has the shape of a place's name, and the line numbers beside it.

use firsthand_registry::{LineRange, PathClass};

/// A run of the characters of paths and patterns.
#[derive(Debug)]
pub(super) struct Token<'t> {
    /// The run without the marks and the punctuation around it.
    pub(super) raw: &'t str,
    /// The same, with a line number that certainly belongs to it.
    pub(super) with_lines: &'t str,
    /// `None` where it has the shape of an ordinary word.
    pub(super) shape: Option<Shape>,
    /// The line number or range behind it.
    pub(super) lines: Option<LineRef>,
}

impl Token<'_> {
    /// Whether marks alone stand before its ending: `_.ts` may be a file, or `_.map` a member.
    pub(super) fn is_ending_behind_marks(&self) -> bool {
        self.raw.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && stem.chars().all(|c| matches!(c, '.' | '_' | '-'))
                && ending.contains(char::is_alphabetic)
                && ending.chars().all(char::is_alphanumeric)
        })
    }

    /// Whether it may be an abbreviation or, with a line number, a file: `4.n`, `a.b`.
    pub(super) fn has_ending_of_letters(&self) -> bool {
        let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        self.raw.rsplit_once('.').is_some_and(|(stem, ending)| {
            !stem.is_empty()
                && stem.chars().all(is_in_name)
                && ending.starts_with(|c: char| c.is_ascii_alphabetic())
                && ending.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
    }
}

/// What a token looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A separator beside a name: `src/ghost`, `/ghost`, `src\ghost`.
    Path,
    /// A name, a dot and an ending, or a name that only files have: `ghost.rs`, `.env`, `Makefile`.
    File,
    /// The same with an ending in mixed case, as of a member (`fmt.Print`), but also of `Ghost.Rs`.
    Member,
    /// The letter `c` and a number, as candidates are called: `c7`.
    Id,
}

/// A reference to a line or a range of lines.
#[derive(Debug)]
pub(super) struct LineRef {
    /// `None` where the numbers are no range: 0, in descending order, or too large.
    pub(super) range: Option<LineRange>,
    /// Whether it can only be a line number: `:12`, `#L12`, but not `(12)`.
    pub(super) certain: bool,
}

/// Whether the character joins or forms names in a path.
pub(super) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\')
}

/// The marks of patterns: `src/*.rs`, `{a,b}.rs`. Inside a name they are a part of it.
const PATTERN_MARKS: [char; 4] = ['*', '?', '{', '}'];

fn is_token_char(c: char) -> bool {
    is_path_char(c) || PATTERN_MARKS.contains(&c)
}

/// The tokens of a text. An address (`https://…`) is one token.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_token_char) {
        let before = text[..text.len() - rest.len() + start].chars().next_back();
        rest = &rest[start..];
        let end = address_end(rest).or_else(|| rest.find(|c| !is_token_char(c)));
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        let raw = trim_marks(run);
        let lines = line_ref(after).filter(|_| !run.ends_with('.'));
        let with_lines = match &lines {
            Some((lines, following)) if lines.certain => {
                let end = rest.len() - following.len();
                rest[..end].trim_start_matches(PATTERN_MARKS)
            }
            _ => raw,
        };
        all.push(Token {
            raw,
            with_lines,
            shape: shape_of(raw, before),
            lines: lines.map(|(lines, _)| lines),
        });
        rest = after;
    }
    all
}

/// The end of the address that the text starts with; `None` where it starts with none.
fn address_end(text: &str) -> Option<usize> {
    let is_address = text.starts_with("https://") || text.starts_with("http://");
    let ends = |c: char| c.is_whitespace() || "`'\"<>()[]|,;".contains(c);
    is_address.then(|| text.find(ends).unwrap_or(text.len()))
}

/// The run without the marks of emphasis around it, and without the end of a sentence.
fn trim_marks(run: &str) -> &str {
    let is_mark = |c: char| PATTERN_MARKS.contains(&c);
    let open = run.trim_start_matches(is_mark);
    // `*.rs` is a pattern.
    let open = if open.starts_with('.') { run } else { open };
    let raw = open.trim_end_matches(|c| is_mark(c) || c == '.');
    let emphasized = raw.strip_prefix('_').and_then(|raw| raw.strip_suffix('_'));
    emphasized.filter(|raw| raw.contains('.')).unwrap_or(raw)
}

fn shape_of(raw: &str, before: Option<char>) -> Option<Shape> {
    if let Some((_, address)) = raw.split_once("://") {
        return names_file(address).then_some(Shape::Path);
    }
    let is_closing_tag = before == Some('<') && raw.starts_with('/') && !raw.contains('.');
    // `\n` is an escape, but `C:\n` is a path.
    let path = if before == Some(':') { raw } else { raw.trim_start_matches('\\') };
    if is_closing_tag {
        None
    } else if is_path(path) {
        Some(Shape::Path)
    } else if let Some((stem, ending)) = raw.rsplit_once('.') {
        file_or_member(stem, ending)
    } else if is_build_file(raw) {
        Some(Shape::File)
    } else {
        raw.split('-').all(is_id).then_some(Shape::Id)
    }
}

/// Whether the address of a page ends in the name of a file, or has a line number.
fn names_file(address: &str) -> bool {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let (path, extra) = address.split_at(end);
    let has_line = |(at, mark): (usize, &str)| {
        let is_port = mark == ":" && !address[..at].contains('/');
        !is_port && line_ref(&address[at..]).is_some_and(|(lines, _)| lines.certain)
    };
    let is_line_of_query =
        extra.split_once("line=").is_some_and(|(_, value)| number(value).is_some());
    let has_lines = is_line_of_query || address.match_indices([':', '#']).any(has_line);
    let name = path.trim_end_matches('/').split_once('/').map(|(_, path)| path);
    let name = name.and_then(|path| path.rsplit('/').next()?.rsplit_once('.'));
    has_lines || name.is_some_and(|(stem, ending)| file_or_member(stem, ending).is_some())
}

/// Whether a separator stands between two names, or before or behind one. Initials, numbers and abbreviations are no
/// names: `i/o`, `km/h`, `GET/PUT`, `HTTP/1.1`.
fn is_path(raw: &str) -> bool {
    let is_separator = |c: char| matches!(c, '/' | '\\');
    let parts: Vec<&str> = raw.split(is_separator).filter(|part| !part.is_empty()).collect();
    let is_initial =
        |part: &str| part.chars().all(char::is_alphanumeric) && part.chars().nth(1).is_none();
    let is_name = |part: &&str| {
        !is_initial(part) && part.chars().any(|c| c.is_alphabetic() && !c.is_uppercase())
    };
    let is_pair_with_initial = match parts[..] {
        [first, second] => is_initial(first) || is_initial(second),
        _ => false,
    };
    raw.contains(is_separator) && !is_pair_with_initial && parts.iter().any(is_name)
}

/// The shape of a name, a dot and an ending of letters and digits. Abbreviations and versions have none: `e.g.`,
/// `2.x`, `v1.2.3`.
fn file_or_member(stem: &str, ending: &str) -> Option<Shape> {
    let is_short = |part: &str| part.chars().nth(1).is_none();
    let is_ending = ending.contains(char::is_alphabetic)
        && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && (stem.is_empty() || ending.len() <= 10);
    let is_abbreviation =
        is_short(ending) && (stem.split('.').all(is_short) || !stem.contains(char::is_alphabetic));
    let is_version = stem.ends_with(char::is_numeric) && ending.starts_with(char::is_numeric);
    let is_named =
        if stem.is_empty() { !is_short(ending) } else { stem.contains(char::is_alphanumeric) };
    let mixed_case = ending.contains(char::is_lowercase) && ending.contains(char::is_uppercase);
    let shape = if mixed_case { Shape::Member } else { Shape::File };
    (is_ending && is_named && !is_abbreviation && !is_version).then_some(shape)
}

/// Whether the name is one that a build tool prescribes, or has the shape of these: `Makefile`, `Rakefile`.
fn is_build_file(name: &str) -> bool {
    let is_word = || name.chars().all(char::is_alphanumeric);
    PathClass::is_conventional(name)
        || (name.starts_with(char::is_uppercase) && name.ends_with("file") && is_word())
}

/// Whether the text is `c7`, as candidates are called.
pub(crate) fn is_id(raw: &str) -> bool {
    let digits = raw.strip_prefix(['c', 'C']).unwrap_or("");
    !digits.is_empty() && digits.chars().all(char::is_numeric)
}

/// The line numbers that stand apart from a file's name: `L12-L20`, and, uncertain, `line 3`, `lines 3 to 9`.
pub(super) fn loose_lines(text: &str) -> Vec<(&str, LineRef)> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let word = run.trim_end_matches('.');
        let in_words = ["line", "lines", "ln"].iter().any(|known| word.eq_ignore_ascii_case(known));
        let numbers =
            if in_words { after.strip_prefix(' ') } else { is_anchor(word).then_some(word) };
        if let Some((range, following)) = numbers.and_then(line_range) {
            let raw = rest.strip_suffix(following).filter(|_| in_words);
            let lines = LineRef { range, certain: !in_words };
            all.push((raw.unwrap_or(word), lines));
        }
        rest = after;
    }
    all
}

/// Whether the word is `L12` or `L12-L20`.
fn is_anchor(word: &str) -> bool {
    let digits = word.strip_prefix('L').unwrap_or("");
    digits.len() >= 2
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '-' || c == 'L')
}

/// The line reference at the start of the text after a token, and the text after it: `:12-20`, `#L12`, `#line-12`,
/// `(12)`, `, 12` is none.
fn line_ref(after: &str) -> Option<(LineRef, &str)> {
    let is_gap = |c: char| c == ' ' || ":#@,;|+~([".contains(c);
    let rest = after.trim_start_matches(is_gap);
    let gap = &after[..after.len() - rest.len()];
    let has = |marks: &[char]| gap.contains(marks);
    if gap.trim().is_empty() || gap.len() > 4 || (has(&[' ']) && has(&[',', ';'])) {
        return None;
    }
    let rest = if gap.ends_with('#') {
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
        // `#n12`, `#line-12`, but not `#section-12`.
        (rest.len() - digits.len() <= "line-".len()).then_some(digits)?
    } else {
        rest
    };
    let (range, following) = line_range(rest)?;
    let next = following.chars().next();
    let goes_on = next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '/' | '\\'));
    let certain = gap.trim_end_matches([':', '#']).is_empty();
    let closes = next.is_none_or(|c| ",.;:)]-".contains(c));
    let bracketed = has(&['(', '[']) || has(&[' ']);
    let is_ref = certain || (!goes_on && (closes || !bracketed));
    is_ref.then_some((LineRef { range, certain }, following))
}

/// Parses `3`, `3-9` or `3 to 9`: the range (`None` where it is none) and the text after it.
pub(crate) fn line_range(text: &str) -> Option<(Option<LineRange>, &str)> {
    let (start, following) = number(text)?;
    let joined = ["..", " to ", " and ", " through "]
        .iter()
        .find_map(|joiner| following.strip_prefix(joiner))
        .or_else(|| following.trim_start().strip_prefix(DASHES))
        .and_then(|rest| number(rest.trim_start()));
    let (end, following) = joined.unwrap_or((start, following));
    let range = start.zip(end).and_then(|(start, end)| LineRange::new(start, end));
    Some((range, following))
}

const DASHES: [char; 6] = ['-', '~', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}'];

/// Parses `12` or `L12`, in the digits of any script: the number (`None` for other than ASCII digits, or beyond
/// `u32`) and the text after it.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_numeric()).unwrap_or(text.len()));
    (!digits.is_empty()).then(|| (digits.parse().ok(), rest))
}
