//! Finds out which texts occur anywhere in the tree, also inside longer words, in escaped spellings, and in files that
//! are not searched otherwise.

use crate::text::distinct::distinct;
use crate::text::listing::Listing;
use crate::text::unread::{may_be_in_unlisted, read_anyhow};
use crate::text::words::{is_name_byte, is_whole};
use aho_corasick::AhoCorasick;
use firsthand_source::{Cancel, composed, decomposed, has_shifts, unescaped};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Those of these texts that occur in a file or in its path, in any case. All of them if the search is cancelled or
/// impossible, or if a file cannot be read: then none is known to be absent; of a file that is not in UTF-8, or
/// changes its character set, all that are not ASCII. Texts in secrets are not found.
pub(crate) fn occurring(listing: &Listing, cancel: &Cancel, texts: &[String]) -> Vec<String> {
    let Some(finder) = TextFinder::of(texts) else {
        return texts.to_vec();
    };
    if may_be_in_unlisted(&listing.inventory) {
        return texts.to_vec();
    }
    let search = Search {
        listing,
        finder,
        texts,
        found: texts.iter().map(|_| AtomicBool::new(false)).collect(),
    };
    let files = &listing.inventory.files;
    let threads = listing.tree.threads;
    threads.map(files, 8, Vec::new, |buffer, entry| {
        if !search.is_done() && !cancel.is_cancelled() {
            search.add_file(entry.path.as_str(), buffer);
        }
    });
    if cancel.is_cancelled() {
        return texts.to_vec();
    }
    search.occurring()
}

struct Search<'a> {
    listing: &'a Listing,
    finder: TextFinder,
    texts: &'a [String],
    /// Whether each text was found.
    found: Vec<AtomicBool>,
}

impl Search<'_> {
    fn is_done(&self) -> bool {
        self.found.iter().all(|text| text.load(Ordering::Relaxed))
    }

    fn mark(&self, indices: impl IntoIterator<Item = usize>) {
        for index in indices {
            self.found[index].store(true, Ordering::Relaxed);
        }
    }

    /// Marks the texts that occur in a file or in its path.
    fn add_file(&self, path: &str, buffer: &mut Vec<u8>) {
        self.mark(self.finder.matches(composed(path).as_bytes()));
        self.mark(self.finder.matches(path.as_bytes()));
        let reader = &self.listing.reader;
        let read = match reader.read_into(path, buffer) {
            Ok(()) => Some(true),
            Err(why) => read_anyhow(reader, path, why.into(), buffer),
        };
        match read {
            Some(true) => {}
            Some(false) => return,
            None => return self.mark(0..self.texts.len()),
        }
        if std::str::from_utf8(buffer).is_err() || has_shifts(buffer) {
            let numbered = (0..).zip(self.texts);
            self.mark(numbered.filter(|(_, text)| !text.is_ascii()).map(|(index, _)| index));
        }
        let plain = unescaped(buffer, |_| true);
        let is_match = |text: &[u8]| !self.finder.matches(text).is_empty();
        if is_match(buffer) || plain.is_some_and(|plain| is_match(&plain)) {
            // Secrets are detected only in files with a match: detection takes longer than matching.
            let raw = Arc::new(std::mem::take(buffer));
            let text = self.listing.tree.searched_text(path, &raw);
            self.mark(self.finder.matches(&text));
            let plain = unescaped(&text, |_| true).unwrap_or_default();
            self.mark(self.finder.matches(&plain));
        }
    }

    fn occurring(&self) -> Vec<String> {
        let pairs = self.texts.iter().zip(&self.found);
        let occurring = pairs.filter(|(_, found)| found.load(Ordering::Relaxed));
        occurring.map(|(text, _)| text.clone()).collect()
    }
}

/// Of a longer text, only the beginning is searched for: the automaton of a text takes time with the square of its
/// length.
const MAX_BYTES: usize = 256;

/// Finds texts in any case, also inside longer words, and as formats of texts escape their characters.
pub(crate) struct TextFinder {
    automaton: AhoCorasick,
    /// The text of each spelling, by its index.
    texts: Vec<usize>,
    /// Whether each text counts only as a word of its own: it has a single letter.
    only_whole: Vec<bool>,
}

impl TextFinder {
    /// `None` if there are too many texts.
    pub(crate) fn of(all: &[String]) -> Option<Self> {
        let spelled = (0..).zip(all).flat_map(|(index, text)| {
            let text = &text[..text.floor_char_boundary(MAX_BYTES)];
            spellings(text).into_iter().map(move |spelling| (spelling, index))
        });
        let (spellings, texts): (Vec<String>, Vec<usize>) = spelled.unzip();
        // The automaton ignores the case of ASCII letters alone.
        let builder = AhoCorasick::builder().ascii_case_insensitive(true).build(&spellings);
        let automaton = builder.ok()?;
        let is_letter = |text: &String| text.len() == 1 && text.chars().all(char::is_alphanumeric);
        Some(Self { automaton, texts, only_whole: all.iter().map(is_letter).collect() })
    }

    /// The indices of the texts that these bytes contain, ascending.
    pub(crate) fn matches(&self, bytes: &[u8]) -> Vec<usize> {
        let mut indices: Vec<usize> = Vec::new();
        for (index, _) in self.occurrences(bytes) {
            if let Err(at) = indices.binary_search(&index) {
                indices.insert(at, index);
            }
        }
        indices
    }

    /// The byte at which the first text begins.
    pub(crate) fn first(&self, bytes: &[u8]) -> Option<usize> {
        self.occurrences(bytes).next().map(|(_, start)| start)
    }

    /// How these bytes spell the texts that they contain, each spelling once, with the index of the text.
    pub(crate) fn spellings(&self, bytes: &[u8]) -> BTreeSet<(usize, String)> {
        let all = self.automaton.find_overlapping_iter(bytes);
        let spelled = all.filter_map(|found| {
            let spelling = std::str::from_utf8(bytes.get(found.range())?).ok()?;
            Some((self.texts[found.pattern().as_usize()], spelling.to_owned()))
        });
        spelled.collect()
    }

    /// The texts that these bytes contain, by their indices, each with the byte at which it begins.
    fn occurrences<'b>(&'b self, bytes: &'b [u8]) -> impl Iterator<Item = (usize, usize)> + 'b {
        let all = self.automaton.find_overlapping_iter(bytes);
        all.filter_map(|found| {
            let text = self.texts[found.pattern().as_usize()];
            let counts = !self.only_whole[text] || is_whole(bytes, &found.range(), is_name_byte);
            counts.then_some((text, found.start()))
        })
    }
}

/// How a text may be written: in each case, with its accents composed or not, and with its characters escaped.
fn spellings(text: &str) -> Vec<String> {
    let mut spellings = vec![text.to_owned()];
    if text.contains('i') {
        // In Turkish, the capital of `i` has a dot.
        spellings.extend([text.replacen('i', "İ", 1), text.replace('i', "İ")]);
    }
    if text.is_ascii() {
        return spellings;
    }
    let (lower, mut letters) = (text.to_lowercase(), text.chars());
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let capital: String = first.chain(letters).collect();
    for cased in [text.to_owned(), text.to_uppercase(), lower, capital] {
        spellings.extend([decomposed(&cased), composed(&cased).into_owned()]);
        spellings.push(cased);
    }
    let mut spellings = distinct(spellings);
    let escaped = |text: &String| ESCAPES.map(|escape| escape(text));
    let escaped: Vec<String> = spellings.iter().flat_map(escaped).collect();
    spellings.extend(escaped);
    spellings
}

/// How formats escape the characters of a text that are not ASCII.
const ESCAPES: [fn(&str) -> String; 6] = [
    // JSON, Java, properties, C#.
    |text| {
        let units = |c: char, out: &mut String| {
            for unit in c.encode_utf16(&mut [0; 2]) {
                *out += &format!("\\u{unit:04x}");
            }
        };
        with_escaped(text, units)
    },
    // Rust, JavaScript, Swift.
    |text| with_escaped(text, |c, out| *out += &format!("\\u{{{:x}}}", u32::from(c))),
    // HTML and XML.
    |text| with_escaped(text, |c, out| *out += &format!("&#x{:x};", u32::from(c))),
    |text| with_escaped(text, |c, out| *out += &format!("&#{};", u32::from(c))),
    // C and PHP.
    |text| with_escaped(text, |c, out| add_bytes(c, "\\x", out)),
    // Addresses.
    |text| with_escaped(text, |c, out| add_bytes(c, "%", out)),
];

fn add_bytes(c: char, mark: &str, out: &mut String) {
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        *out += &format!("{mark}{byte:02x}");
    }
}

fn with_escaped(text: &str, escape: impl Fn(char, &mut String)) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            escape(c, &mut out);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_found_as_it_is_escaped() {
        let check = |text: &str, written: &str, expect: bool| {
            let finder = TextFinder::of(&["zebra".to_owned(), text.to_owned()]).unwrap();
            let found = finder.matches(written.as_bytes()) == [1];
            assert_eq!(found, expect, "{text} in {written}");
        };
        check("库存", r#"{"m": "\u5e93\u5B58"}"#, true);
        check("库存", r"m=\u5E93\u5b58", true);
        check("库存", r"'\u{5e93}\u{5b58}'", true);
        check("库存", "&#x5E93;&#x5b58;", true);
        check("库存", "&#24211;&#23384;", true);
        check("库存", r"\xe5\xba\x93\xE5\xAD\x98", true);
        check("库存", "/a?q=%E5%BA%93%E5%ad%98", true);
        check("größe", r"gr\u00f6\u00dfe", true);
        check("größe", "GRÖSSE", true);
        check("élan", "Élan", true);
        check("банк", r"\u0411\u0430\u043d\u043a", true);
        check("🚀", r"\ud83d\ude80", true);
        check("café", "cafe\u{301}", true);
        check("cafe\u{301}", "café", true);
        check("库存", r"\u5e93\u5e93", false);
        check("istanbul", "İstanbul", true);
        check("izmir", "İZMİR", true);
        check("q", "def q(x)", true);
        check("q", "def quit(x)", false);
        check("<=>", "a<=>b", true);
        check("zebras", r"\u007aebras", false);
    }
}
