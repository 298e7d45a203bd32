//! What Firsthand itself wrote: the block of `firsthand init` in files such as AGENTS.md, and reports, transcripts and
//! lock files that people keep in a repository. It is no source of an answer about the repository: a report has the
//! words of its question.

use std::ops::Range;

use memchr::memmem::find_iter;

/// The lines around the block.
pub const OWN_BLOCK: [&str; 2] = ["<!-- firsthand:begin -->", "<!-- firsthand:end -->"];

/// What the program's own documents begin with, and what comes near after that.
const OWN_DOCUMENTS: [(&str, &str); 7] = [
    ("{", "\"schema\": \"firsthand."),
    ("{\"schema\":\"firsthand.", ""),
    ("{\"event\":\"started\",\"version\":", ""),
    ("{\"event\":\"requested\",\"version\":", "\"loop_id\":"),
    ("{\n  \"synthesis\": ", "\"entity_id\": "),
    ("<!doctype html>", "<meta name=\"generator\" content=\"firsthand\">"),
    ("## explore_code report\nQuery: ", "| Intent: "),
];
/// As [`OWN_DOCUMENTS`] for SARIF, in which the tool's name comes after the results.
const OWN_SARIF: [&str; 2] = [
    "{\n  \"$schema\": \"https://json.schemastore.org/sarif",
    "\"driver\": {\n          \"name\": \"firsthand\"",
];
/// How many bytes are near.
const HEAD_BYTES: usize = 4096;

/// The whole text if it is a document of the program's own, or else the ranges of its blocks.
pub(super) fn find(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let whole = is_own_document(bytes).then_some(0..bytes.len());
    let blocks = if whole.is_some() { &[] } else { bytes };
    whole.into_iter().chain(blocks_in(blocks))
}

fn is_own_document(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD_BYTES)];
    let is = |start: &str, near: &str, within: &[u8]| {
        head.starts_with(start.as_bytes()) && find_iter(within, near).next().is_some()
    };
    let [sarif, tool] = OWN_SARIF;
    OWN_DOCUMENTS.iter().any(|(start, near)| is(start, near, head)) || is(sarif, tool, bytes)
}

/// The ranges between the marker lines, with them. A marker within a line is text about markers.
fn blocks_in(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
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

/// Whether a text is or has what the program wrote.
#[must_use]
pub fn has_own_text(bytes: &[u8]) -> bool {
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
        // A document of the program's own is blank as a whole; one about such documents is not.
        for own in [
            "{\n  \"schema\": \"firsthand.report/2\",\n  \"query\": \"bluetooth\"\n}\n",
            "{\"schema\":\"firsthand.search/1\",\"query\":\"bluetooth\"}",
            "{\n  \"schema\": \"firsthand.citations-lock/1\"\n}\n",
            "{\"event\":\"started\",\"version\":2,\"task\":{\"query\":\"bluetooth\"}}\n{}\n",
            "<!doctype html>\n<head>\n<meta name=\"generator\" content=\"firsthand\">\n<p>bluetooth\n",
            "## explore_code report\nQuery: \"bluetooth\" | Intent: explain | Confidence: low\n",
            "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"runs\": [\n    {\n      \"tool\": {\n        \"driver\": {\n          \"name\": \"firsthand\"",
        ] {
            check(own, Some(&blank(own)));
            check(&format!("x\n{own}"), None);
        }
        check("{\n  \"schema\": \"other.report/2\"\n}\n", None);
        check("<!doctype html>\n<p>firsthand\n", None);
        // A secret elsewhere is hidden, too.
        check(
            &format!("id = AKIAIOSFODNN7EXAMPLE\n{block}"),
            Some(&format!("id = ____________________\n{}", blank(&block))),
        );
    }
}
