//! Secrets in texts within texts: a line of a file in a string of another (a notebook, a manifest in JSON, a script in
//! YAML), an attribute of HTML, a part of an address. There line ends, quotes and signs are escaped. Such a line is read
//! once more as it reads where it is used; what is found there is hidden where it stands.

use std::sync::LazyLock;

use super::lines::around;
use super::rewritten::Rewritten;
use super::{Secret, find_plain, prefix_len, rows};

/// The escapes other than those with a backslash, and what they stand for. The signs of full width have the blank that
/// is in them.
static ESCAPES: LazyLock<Vec<(&str, u8)>> = LazyLock::new(|| {
    rows(
        &[
            ("&quot; &#34; &#x22; %22", b'"'),
            ("&apos; &#39; &#x27;", b'\''),
            ("&lt;", b'<'),
            ("&gt;", b'>'),
            ("&amp; %26", b'&'),
            ("%2C %2c", b','),
            ("%3A %3a ：", b':'),
            ("%3D %3d ＝", b'='),
            ("%3F %3f", b'?'),
            ("%7B %7b", b'{'),
            ("%7D %7d", b'}'),
            ("\u{3000}", b' '),
        ],
        ' ',
    )
});

/// Adds the secrets that are seen in the lines with escapes once these are decoded.
pub(super) fn find(bytes: &[u8], found: &mut Vec<Secret>) {
    let mut at = 0;
    while let Some(mark) = next_mark(bytes, at) {
        let line = around(bytes, mark, mark - at, usize::MAX);
        let decoded = decoded(&bytes[line.clone()]);
        if decoded.is_changed() {
            found.extend(find_plain(&decoded.text).into_iter().map(|Secret { range, kind }| {
                let range = decoded.original(&range);
                Secret::new(line.start + range.start..line.start + range.end, kind)
            }));
        }
        at = bytes.len().min(line.end + 1);
    }
}

/// A line without its escapes.
fn decoded(line: &[u8]) -> Rewritten {
    let (mut decoded, mut from, mut at) = (Rewritten::default(), 0, 0);
    while let Some(next) = next_mark(line, at) {
        at = next + 1;
        if let Some((length, character)) = escape(&line[next..]) {
            decoded.text.extend_from_slice(&line[from..next]);
            from = next + length;
            // A value stands apart from a sign of full width.
            let is_wide = line[next] >= 0x80 && character == b':';
            let (one, wide) = ([character], *b": ");
            decoded.put(if is_wide { &wide } else { &one }, next..from);
            at = from;
        }
    }
    decoded.text.extend_from_slice(&line[from..]);
    decoded
}

/// The next byte from `at` on with which an escape may begin.
fn next_mark(line: &[u8], at: usize) -> Option<usize> {
    let rest = &line[at..];
    let ascii = memchr::memchr3(b'\\', b'&', b'%', rest);
    let wide = memchr::memchr2(0xef, 0xe3, &rest[..ascii.unwrap_or(rest.len())]);
    wide.or(ascii).map(|distance| at + distance)
}

/// The length of the escape with which a text begins, and the character that it stands for. Several backslashes are
/// those of a text within a text within a text.
fn escape(text: &[u8]) -> Option<(usize, u8)> {
    if text[0] != b'\\' {
        let known = ESCAPES.iter().find(|(escape, _)| text.starts_with(escape.as_bytes()));
        return known.map(|(escape, character)| (escape.len(), *character));
    }
    let backslashes = prefix_len(text, usize::MAX, |b| b == b'\\');
    let character = match text.get(backslashes)? {
        b'n' | b'r' => b'\n',
        b't' => b'\t',
        quote @ (b'"' | b'\'') => *quote,
        b'u' => {
            let digits = std::str::from_utf8(text.get(backslashes + 1..backslashes + 5)?).ok()?;
            let character = u8::from_str_radix(digits, 16).ok().filter(u8::is_ascii_graphic)?;
            return Some((backslashes + 5, character));
        }
        _ => return None,
    };
    Some((backslashes + 1, character))
}
