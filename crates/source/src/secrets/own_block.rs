//! The block that `firsthand init` writes into files such as AGENTS.md: what it says about Firsthand is no source of an
//! answer about the repository.

use std::ops::Range;

use memchr::memmem::find_iter;

/// The lines around the block.
pub const OWN_BLOCK: [&str; 2] = ["<!-- firsthand:begin -->", "<!-- firsthand:end -->"];

/// The ranges between the marker lines, with them. A marker within a line is text about markers.
pub(super) fn find(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let [begin, end] = OWN_BLOCK.map(str::as_bytes);
    let is_line = |at: usize, marker: &[u8]| {
        let after = bytes.get(at + marker.len()..).unwrap_or_default();
        let is_start = at == 0 || bytes[at - 1] == b'\n';
        is_start && (after.is_empty() || after.starts_with(b"\n") || after.starts_with(b"\r\n"))
    };
    let begins = find_iter(bytes, begin).filter(move |at| is_line(*at, begin));
    begins.filter_map(move |from| {
        let rest = bytes.get(from..)?;
        let mut ends = find_iter(rest, end).map(|at| from + at);
        let to = ends.find(|at| is_line(*at, end))?;
        Some(from..to + end.len())
    })
}

/// Whether a text has such a block.
#[must_use]
pub fn has_own_block(bytes: &[u8]) -> bool {
    find(bytes).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::super::searched;

    #[test]
    fn the_text_between_the_marker_lines_is_blank() {
        let check = |text: &str, expect: Option<&str>| {
            let copy = searched(text.as_bytes());
            assert_eq!(copy.as_deref(), expect.map(str::as_bytes), "{text:?}");
        };
        let [begin, end] = super::OWN_BLOCK;
        let blank = |text: &str| text.replace(|c: char| c != '\n' && c != '\r', " ");
        let block = format!("{begin}\nAsk it.\n{end}");
        check(&format!("a\n{block}\nb\n"), Some(&format!("a\n{}\nb\n", blank(&block))));
        let windows = block.replace('\n', "\r\n");
        check(&windows, Some(&blank(&windows)));
        let two = format!("{block}\nx\n{block}");
        check(&two, Some(&format!("{}\nx\n{}", blank(&block), blank(&block))));
        // No block: no end, no line of its own, the wrong order.
        check(&format!("{begin}\nb\n"), None);
        check(&format!("`{begin}` and\n`{end}`\n"), None);
        check(&format!("let a = \"{begin}\n{end}\";\n"), None);
        check(&format!("{end}\nb\n{begin}\n"), None);
        check("a = 7", None);
        // A secret elsewhere is hidden, too.
        check(
            &format!("id = AKIAIOSFODNN7EXAMPLE\n{block}"),
            Some(&format!("id = ____________________\n{}", blank(&block))),
        );
    }
}
