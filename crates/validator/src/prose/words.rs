//! Prose as runs of characters that a path can be made of, with the line numbers behind them.

use std::borrow::Cow;

use firsthand_registry::LineRange;

/// A run of path characters.
#[derive(Debug)]
pub(super) struct Word<'t> {
    /// As it stands, without sentence points behind it.
    pub(super) raw: &'t str,
    /// The same, with the line number behind it.
    pub(super) whole: &'t str,
    /// The lines that stand behind it.
    pub(super) mark: Option<Mark>,
    /// Whether it is called: `obj.method()`.
    pub(super) called: bool,
}

/// A line number, or two.
#[derive(Debug)]
pub(super) struct Mark {
    /// `None` where they are no range: 0, backwards, or too large.
    pub(super) lines: Option<LineRange>,
    /// Whether it can be nothing else: `:12`, `#L12`, but not `(12)`.
    pub(super) hard: bool,
}

impl Word<'_> {
    /// With `/` for separators.
    pub(super) fn body(&self) -> Cow<'_, str> {
        if self.raw.contains('\\') {
            self.raw.replace('\\', "/").into()
        } else {
            self.raw.into()
        }
    }
}

/// Letters and digits, and what joins them in a path. Every character of the checker's expression
/// for a place is one of these.
pub(super) fn is_path_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\')
}

/// The runs of path characters, without those of web addresses.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut rest, mut told) = (text, None);
    while let Some(start) = rest.find(is_path_char) {
        rest = &rest[start..];
        if let Some(after) = after_address(rest) {
            rest = after;
            continue;
        }
        let (run, after) = rest.split_at(rest.find(|c| !is_path_char(c)).unwrap_or(rest.len()));
        let raw = run.trim_end_matches('.');
        let marked = mark(after).filter(|_| raw.len() == run.len());
        let (mut mark, behind) = match marked.or_else(|| spoken(after)) {
            Some((mark, behind)) => (Some(mark), behind),
            None => (None, after),
        };
        // The line may be told before the file.
        match raw {
            "line" | "lines" => told = numbers(after).map(|(mark, _)| mark),
            "of" | "in" => {}
            _ if raw.starts_with(char::is_numeric) => {}
            _ => mark = mark.or(told.take()),
        }
        let called = mark.is_none() && after.starts_with('(');
        let hard = mark.as_ref().is_some_and(|mark| mark.hard);
        let whole = match rest.get(..rest.len() - behind.len()) {
            Some(whole) if hard => whole,
            _ => raw,
        };
        words.push(Word {
            raw,
            whole,
            mark,
            called,
        });
        rest = behind;
    }
    words
}

/// What follows a web address; `None` where there is none, or where a line number stands in it that
/// is no port.
fn after_address(text: &str) -> Option<&str> {
    let address = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let end = address.find(|c: char| c.is_whitespace() || "`'\"<>(){}|,;".contains(c));
    let (address, after) = address.split_at(end.unwrap_or(address.len()));
    let host = address.find(|c| !is_path_char(c) || c == '/');
    let behind_host = &address[host.unwrap_or(address.len())..];
    let port = behind_host.strip_prefix(':').and_then(number);
    let rest = port.map_or(behind_host, |(_, rest)| rest);
    let names_lines = rest
        .match_indices([':', '#'])
        .any(|(at, _)| number(&rest[at + 1..]).is_some() || anchored(&rest[at..]));
    (!names_lines).then_some(after)
}

/// Whether a fragment is a few letters and a number: `#n12`, `#line-12`.
fn anchored(fragment: &str) -> bool {
    let name = fragment.strip_prefix('#').unwrap_or("");
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '-');
    name.len() - digits.len() <= "line-".len() && digits.starts_with(|c: char| c.is_ascii_digit())
}

/// ` line 3` or `, lines 3-9` behind a word.
// guard: allow(word-list) reason="how a line number is written out in a report; no query is read here"
fn spoken(after: &str) -> Option<(Mark, &str)> {
    let rest = after.strip_prefix(',').unwrap_or(after).strip_prefix(' ')?;
    let numbered = rest.strip_prefix("lines").or(rest.strip_prefix("line"))?;
    numbers(numbered)
}

/// ` 3` or ` 3-9`.
fn numbers(text: &str) -> Option<(Mark, &str)> {
    let (start, behind) = number(text.strip_prefix(' ')?)?;
    let joined = behind.strip_prefix(DASHES).and_then(number);
    let (end, behind) = joined.unwrap_or((start, behind));
    let lines = start
        .zip(end)
        .and_then(|(start, end)| LineRange::new(start, end));
    Some((Mark { lines, hard: true }, behind))
}

/// What paths with alternatives spell: `src/{a,b}.rs` is `src/a.rs` and `src/b.rs`.
pub(super) fn alternatives(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (open, _) in text.match_indices('{') {
        let Some((inside, after)) = text[open + 1..].split_once('}') else {
            continue;
        };
        if !inside.contains(',') || inside.contains(char::is_whitespace) {
            continue;
        }
        let before = &text[..open];
        let from = before.rfind(|c| !is_path_char(c));
        let from = from.map_or(0, |at| {
            at + before[at..].chars().next().map_or(1, char::len_utf8)
        });
        let to = after.find(|c| !is_path_char(c)).unwrap_or(after.len());
        let (head, tail) = (&before[from..], &after[..to]);
        if head.contains('/') || tail.starts_with(['.', '/']) {
            all.extend(inside.split(',').map(|one| format!("{head}{one}{tail}")));
        }
    }
    all
}

/// The line number behind a word, and what follows its first digits.
fn mark(after: &str) -> Option<(Mark, &str)> {
    let numbers = after.trim_start_matches([':', '#']);
    let hard = numbers.len() < after.len();
    let numbers = if hard {
        numbers
    } else {
        after.strip_prefix('(')?
    };
    let (start, behind) = number(numbers)?;
    if !hard && !behind.starts_with([')', ',', '-', ':']) {
        return None;
    }
    let joined = behind
        .strip_prefix("..")
        .or_else(|| behind.strip_prefix(DASHES));
    let end = joined.and_then(number).map_or(start, |(end, _)| end);
    let lines = start
        .zip(end)
        .and_then(|(start, end)| LineRange::new(start, end));
    Some((Mark { lines, hard }, behind))
}

const DASHES: [char; 4] = ['-', '\u{2010}', '\u{2011}', '\u{2013}'];

/// `12` or `L12`, in the digits of any script; only ASCII ones have a value, up to the greatest line.
fn number(text: &str) -> Option<(Option<u32>, &str)> {
    let text = text.strip_prefix(['L', 'l']).unwrap_or(text);
    let (digits, rest) = text.split_at(text.find(|c: char| !c.is_numeric()).unwrap_or(text.len()));
    (!digits.is_empty()).then(|| (digits.parse().ok(), rest))
}

/// `L12` or `L12-L20`.
pub(super) fn is_line_mark(word: &str) -> bool {
    let digits = word.strip_prefix('L').unwrap_or("");
    digits.len() >= 2
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits
            .chars()
            .all(|c| c.is_ascii_digit() || c == '-' || c == 'L')
}

/// The text as a reader takes it: without characters that show nothing, with full-width and
/// look-alike separators and percent codes as the plain characters that they stand for. Borrowed
/// where it is that already.
pub(super) fn normalize(text: &str) -> Cow<'_, str> {
    let disguised = |c: char| is_invisible(c) || plain(c) != c || c == '%';
    if !text.contains(disguised) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter(|c| !is_invisible(*c)).map(plain);
    let shown: String = shown.collect();
    let mut out = String::with_capacity(shown.len());
    let mut rest = shown.as_str();
    // A code may itself be disguised, so codes come last.
    while let Some(c) = rest.chars().next() {
        let (c, after) = percent_code(rest).unwrap_or((c, &rest[c.len_utf8()..]));
        out.push(c);
        rest = after;
    }
    Cow::Owned(out)
}

fn percent_code(text: &str) -> Option<(char, &str)> {
    let code = text.strip_prefix('%')?.get(..2)?;
    let value = u8::from_str_radix(code, 16)
        .ok()
        .filter(u8::is_ascii_graphic)?;
    Some((char::from(value), &text[3..]))
}

/// Characters that take no room: controls, joiners, directions, variations.
fn is_invisible(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        )
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

/// The plain character that a full-width or look-alike one stands for: of Unicode's confusables (UTS #39)
/// separators, and letters that look like ASCII ones.
fn plain(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xff01 + 0x21).unwrap_or(c),
        _ if ALIKE_COLON.contains(c) => ':',
        _ if ALIKE_SLASH.contains(c) => '/',
        _ if ALIKE_BACKSLASH.contains(c) => '\\',
        _ if ALIKE_POINT.contains(c) => '.',
        _ if !c.is_ascii() && c.is_alphabetic() => alike_letter(c).unwrap_or(c),
        _ => c,
    }
}

/// The ASCII letter or digit that looks the same.
fn alike_letter(c: char) -> Option<char> {
    let mut buffer = [0; 4];
    let mut alike = unicode_security::skeleton(c.encode_utf8(&mut buffer));
    let only = alike.next().filter(|_| alike.next().is_none())?;
    only.is_ascii_alphanumeric().then_some(only)
}

const ALIKE_COLON: &str = "\u{2d0}\u{2f8}\u{589}\u{5c3}\u{703}\u{704}\u{16ec}\u{1803}\u{1809}\
    \u{205a}\u{2236}\u{a4fd}\u{a789}\u{fe13}\u{fe30}\u{fe55}";
const ALIKE_SLASH: &str = "\u{1735}\u{2041}\u{2044}\u{2215}\u{2571}\u{27cb}\u{29f8}\u{3033}\
    \u{1d23a}";
const ALIKE_BACKSLASH: &str = "\u{2216}\u{27cd}\u{29f5}\u{29f9}\u{fe68}";
const ALIKE_POINT: &str = "\u{701}\u{702}\u{2024}\u{a4f8}\u{a60e}\u{fe52}";
