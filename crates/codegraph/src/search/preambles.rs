//! The comments with which many files of the tree begin alike, such as a licence: no place, no evidence, and nothing to
//! read.

use crate::facts::extract::last_at;
use crate::facts::files::Files;
use crate::facts::{ParsedFile, languages};
use crate::text::head_lines::{HeadLines, MAX_LINES};
use crate::text::listing::Listing;

/// The least share of common lines among those of a preamble that have words: names and years differ.
const MIN_COMMON_SHARE: f64 = 0.5;

/// The last line of the comments at the beginning of a file that many files have; 0 without any.
pub(super) fn last_line(files: &Files, file: &ParsedFile) -> u32 {
    let compare = |listing: &Listing| {
        let paths = listing.inventory.files.iter().map(|entry| entry.path.as_str());
        let code: Vec<&str> = paths.filter(|path| languages::is_code(path)).collect();
        HeadLines::of(listing, &code)
    };
    let (mut common, mut all, mut last) = (0_u32, 0_u32, 0);
    for line in (1..=file.lines.count()).take(MAX_LINES) {
        let bytes = file.lines.bytes(line, line);
        let text = &file.text[bytes.clone()];
        let Some(first) = text.iter().position(|byte| !byte.is_ascii_whitespace()) else {
            continue;
        };
        if !is_comment(file, bytes.start + first) {
            break;
        }
        let Some(is_common) = files.listing.head_lines(compare).has(text) else {
            // The end of a comment belongs to it.
            last += u32::from(last + 1 == line && last > 0);
            continue;
        };
        all += 1;
        common += u32::from(is_common);
        if is_common && f64::from(common) >= MIN_COMMON_SHARE * f64::from(all) {
            last = line;
        }
    }
    last
}

/// Whether a byte is in a comment outside of the declarations, or before the first one, as its documentation.
fn is_comment(file: &ParsedFile, at: usize) -> bool {
    let Ok(at) = u32::try_from(at) else {
        return false;
    };
    let first = file.facts.symbols.first();
    let leads = first.is_some_and(|first| first.span.start <= at && at < first.code.start);
    leads || last_at(&file.facts.comments, at).is_some()
}
