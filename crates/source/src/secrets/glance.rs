//! Checks whether a position in a text may be in a secret, without detecting all secrets of the text.

use std::ops::Range;

use super::command_line::MAX_COMMAND_BYTES;
use super::lines::around;
use super::{
    LEAST_SECRET, blocks, columns, find, has_own_text, keys, manifests, prefix_len, suffix_len,
};

/// The most bytes of a line before and after a checked position. Longer lines are not checked: any position in them may
/// be in a secret.
const LONGEST_LINE: usize = 4 << 10;

/// A check of a text that is much faster than detection if only few positions are checked: most secrets are within one
/// line, and those that are not are in lines of certain forms.
///
/// ```
/// use firsthand_source::secrets::SecretScan;
///
/// let text = b"// the id\nid = AKIAIOSFODNN7EXAMPLE";
/// let mut scan = SecretScan::of(text);
/// assert!(!scan.may_hide(&(3..6)));
/// assert!(scan.may_hide(&(20..24)));
/// ```
#[derive(Debug)]
pub struct SecretScan<'t> {
    text: &'t [u8],
    /// Whether the text may contain a private key or a manifest of secrets, once that is known.
    key: Option<bool>,
    /// The bytes of the last line that was found to contain no secret.
    clean: Range<usize>,
}

impl<'t> SecretScan<'t> {
    /// Creates the check; nothing is read yet.
    #[must_use]
    pub fn of(text: &'t [u8]) -> Self {
        let (key, clean) = (None, 0..0);
        Self { text, key, clean }
    }

    /// Whether a part of the text, within one line, may be in a secret. `false` is certain.
    pub fn may_hide(&mut self, part: &Range<usize>) -> bool {
        let text = self.text;
        *self.key.get_or_insert_with(|| {
            keys::may_hold(text)
                || columns::may_hold(text)
                || manifests::may_hold(text)
                || has_own_text(text)
        }) || (!self.is_in_short_word(part) && !self.is_in_clean_line(part))
    }

    /// Whether white space is so near on both sides that the text in between is too short for a secret, as it is shown:
    /// bytes that are no text take more room there. Behind a quote it may be a word of a longer one: the password of a
    /// command may contain blanks.
    fn is_in_short_word(&self, part: &Range<usize>) -> bool {
        let in_word = |byte: u8| !byte.is_ascii_whitespace();
        let before = self.text.get(..part.start).unwrap_or_default();
        let after = self.text.get(part.end..).unwrap_or_default();
        let before = suffix_len(before, LEAST_SECRET, in_word);
        let word = part.start - before..part.end + prefix_len(after, LEAST_SECRET, in_word);
        let word_bytes = self.text.get(word.clone()).unwrap_or_default();
        String::from_utf8_lossy(word_bytes).len() < LEAST_SECRET && !self.is_behind_quote(word.end)
    }

    /// Whether a quote is before a position in its line, near enough to open the password of a command.
    fn is_behind_quote(&self, at: usize) -> bool {
        let before = self.text.get(at.saturating_sub(MAX_COMMAND_BYTES)..at);
        let before = before.unwrap_or_default();
        memchr::memrchr3(b'"', b'\'', b'\n', before).is_some_and(|at| before[at] != b'\n')
    }

    fn is_in_clean_line(&mut self, part: &Range<usize>) -> bool {
        if self.clean.contains(&part.start) {
            return true;
        }
        let at = part.start.min(self.text.len());
        let line = around(self.text, at, LONGEST_LINE, LONGEST_LINE);
        let clean = at - line.start < LONGEST_LINE
            && line.end - at < LONGEST_LINE
            && find(&self.text[line.clone()]).is_empty()
            && !blocks::may_belong_to_another_line(self.text, &line);
        if clean {
            self.clean = line;
        }
        clean
    }
}
