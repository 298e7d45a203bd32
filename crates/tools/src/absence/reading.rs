//! A file as a search for an absence reads it: as it is, and in the other ways in which its text may be meant.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;
use firsthand_registry::RepoPath;
use firsthand_source::fs::{ReadError, text_of, text_of_utf16};
use firsthand_source::{Unsearched, composed, has_shifts, unescaped};

use crate::Sandbox;

/// A file that was read.
pub(super) struct Reading {
    /// The hash of its bytes.
    pub(super) hash: blake3::Hash,
    /// Its text in each way in which it may be meant; never empty.
    pub(super) texts: Vec<Vec<u8>>,
    /// Why the file does not count as searched if nothing is found in these texts.
    pub(super) doubt: Option<Unsearched>,
}

impl Reading {
    /// Reads a listed file. `ascii`: only plain ASCII text is searched for, which has the same bytes in all encodings
    /// in which source is written, except UTF-16.
    ///
    /// # Errors
    /// Why it cannot be searched.
    pub(super) fn of(sandbox: &Sandbox, path: &RepoPath, ascii: bool) -> Result<Self, Unsearched> {
        let raw = match sandbox.read_large(path) {
            Err(ReadError::Utf16 | ReadError::Nul) => sandbox.read_raw(path),
            read => read,
        };
        let raw = raw.map_err(Unsearched::from)?;
        let hash = blake3::hash(&raw);
        let (text, doubt) = match text_of_utf16(&raw) {
            Some(text) => {
                let is_cut = std::str::from_utf8(&text).is_err();
                (text, is_cut.then_some(Unsearched::Encoding))
            }
            None => {
                let doubt = doubt(&raw, ascii);
                (text_of(raw), doubt)
            }
        };
        Ok(Self { hash, texts: texts(text, ascii), doubt })
    }
}

/// What the file begins with that Git LFS leaves in the place of another one.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Why a text that is not UTF-16 may hold what is not found in it.
fn doubt(raw: &[u8], ascii: bool) -> Option<Unsearched> {
    if raw.starts_with(LFS_POINTER) {
        return Some(Unsearched::LfsPointer);
    }
    if has_shifts(raw) {
        return (!ascii).then_some(Unsearched::Encoding);
    }
    if std::str::from_utf8(raw).is_ok() {
        return None;
    }
    if raw.iter().copied().any(is_in_no_text) {
        return Some(Unsearched::Binary);
    }
    (!ascii).then_some(Unsearched::Encoding)
}

/// Whether a byte is one that no encoding of text has: a control character but those that lay out lines, shift between
/// character sets or end a file.
fn is_in_no_text(byte: u8) -> bool {
    const CONTROLS_OF_TEXT: &[u8] = b"\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x1a\x1b";
    byte < b' ' && !CONTROLS_OF_TEXT.contains(&byte)
}

/// A text as it is; and if that may make a difference, with its accents composed, read as Windows-1252, or with its escaped
/// characters as they are meant.
fn texts(text: Vec<u8>, ascii: bool) -> Vec<Vec<u8>> {
    let other = match std::str::from_utf8(&text) {
        _ if ascii => None,
        Ok(utf8) => match composed(utf8) {
            Cow::Owned(composed) if composed != utf8 => Some(composed),
            _ => None,
        },
        Err(_) => Some(WINDOWS_1252.decode_without_bom_handling(&text).0.into_owned()),
    };
    let plain = unescaped(&text, |_| true);
    let mut texts = vec![text];
    texts.extend(other.map(String::into_bytes));
    texts.extend(plain);
    texts
}
