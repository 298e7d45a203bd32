//! Templates of HEEx, in files of their own and in `~H"""…"""`: `{…}` and `<%= … %>` hold code, and a tag calls the function
//! that it is named after: `<.button>`, `<Forms.button>`.

use super::super::blank;
use crate::facts::Reference;
use crate::text::words::is_word_byte;
use std::ops::Range;

/// What begins a template in code, before its delimiter.
const SIGIL: &[u8] = b"~H";
/// What ends a block's beginning: nothing may end the expression behind it.
const OPENING: [&[u8]; 3] = [b"do", b"->", b"else"];
/// The elements whose content is no markup.
const RAW: [&[u8]; 2] = [b"script", b"style"];

/// The code of a template, with the marks around it, and the functions that its tags call.
#[derive(Default)]
struct Template {
    /// What is replaced: a part of code, and the lengths of the marks before and after it.
    code: Vec<(Range<usize>, usize, usize)>,
    calls: Vec<Reference>,
    /// Whether a brace was not closed, so that no further one is looked for.
    is_open: bool,
}

/// Code whose templates are written as blocks of the code in them.
pub(super) fn as_code(text: &[u8]) -> Option<Vec<u8>> {
    let sigils = sigils(text);
    let mut rewritten = (!sigils.is_empty()).then(|| text.to_vec())?;
    for (whole, content) in sigils {
        write(text, &mut rewritten, &content);
        // A block is one value, as the template was.
        blank(&mut rewritten, whole.start..content.start);
        blank(&mut rewritten, content.end..whole.end);
        rewritten[whole.start..whole.start + 3].copy_from_slice(b"(0;");
        rewritten[whole.end - 1] = b')';
    }
    Some(rewritten)
}

/// A file that is a template as code.
pub(super) fn file_as_code(text: &[u8]) -> Option<Vec<u8>> {
    let mut rewritten = text.to_vec();
    write(text, &mut rewritten, &(0..text.len()));
    Some(rewritten)
}

/// The functions that the tags of the templates in code call.
pub(super) fn calls(text: &[u8]) -> Vec<Reference> {
    let found = sigils(text).into_iter();
    found.flat_map(|(_, content)| template(text, content).calls).collect()
}

/// The same of a file that is a template.
pub(super) fn calls_of_file(text: &[u8]) -> Vec<Reference> {
    template(text, 0..text.len()).calls
}

/// Leaves of a template in `into` the code alone, each part of it a statement.
fn write(text: &[u8], into: &mut [u8], content: &Range<usize>) {
    blank(into, content.clone());
    for (part, before, after) in template(text, content.clone()).code {
        let inner = part.start + before..part.end - after;
        into[inner.clone()].copy_from_slice(&text[inner.clone()]);
        let code = text[inner].trim_ascii();
        let opens = OPENING.iter().any(|word| code.ends_with(word));
        if !opens {
            into[part.end - 1] = b';';
        }
    }
}

/// The templates in code, each with its content.
fn sigils(text: &[u8]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = memchr::memmem::find(text.get(at..).unwrap_or_default(), SIGIL) {
        let start = at + next;
        let open = start + SIGIL.len();
        at = open;
        let is_name = start > 0 && is_word_byte(text[start - 1]);
        let Some(close) = closing(&text[open..]).filter(|_| !is_name) else { continue };
        let inner = open + close.len();
        let end = memchr::memmem::find(&text[inner..], &close).map(|length| inner + length);
        let Some(end) = end else { continue };
        at = end + close.len();
        found.push((start..at, inner..end));
    }
    found
}

/// What closes a template whose delimiter begins a text.
fn closing(text: &[u8]) -> Option<Vec<u8>> {
    for heredoc in [b"\"\"\"", b"'''"] {
        if text.starts_with(heredoc) {
            return Some(heredoc.to_vec());
        }
    }
    let close = match text.first()? {
        b'(' => b')',
        b'[' => b']',
        b'{' => b'}',
        b'<' => b'>',
        same @ (b'"' | b'\'' | b'|' | b'/') => *same,
        _ => return None,
    };
    Some(vec![close])
}

/// Reads a template.
fn template(text: &[u8], content: Range<usize>) -> Template {
    let mut found = Template::default();
    let text = &text[..content.end];
    let mut at = content.start;
    while let Some(next) = memchr::memchr2(b'<', b'{', text.get(at..).unwrap_or_default()) {
        at = part(text, at + next, &mut found);
    }
    found
}

/// Reads what begins with `<` or `{` at a byte; returns its end.
fn part(text: &[u8], at: usize, found: &mut Template) -> usize {
    let rest = &text[at..];
    let skip = |begin: &[u8], end: &[u8]| rest.starts_with(begin).then(|| after(text, at, end));
    let comment = skip(b"<%!--", b"--%>").or_else(|| skip(b"<!--", b"-->"));
    let comment = comment.or_else(|| skip(b"<%#", b"%>")).or_else(|| skip(b"<%%", b"%>"));
    if let Some(end) = comment {
        return end;
    }
    if rest.starts_with(b"<%") {
        let end = after(text, at, b"%>");
        let before = 2 + usize::from(rest.get(2) == Some(&b'='));
        if end >= at + before + 2 && text[..end].ends_with(b"%>") {
            found.code.push((at..end, before, 2));
        }
        return end;
    }
    if rest.starts_with(b"{") {
        return braces(text, at, found);
    }
    if rest.starts_with(b"</") {
        return after(text, at, b">");
    }
    if rest.get(1).is_some_and(|byte| byte.is_ascii_alphabetic() || b".:".contains(byte)) {
        return tag(text, at + 1, found);
    }
    at + 1
}

/// Reads a tag whose name begins at a byte; returns its end, or that of an element whose content is no markup.
fn tag(text: &[u8], start: usize, found: &mut Template) -> usize {
    let is_name = |byte: &u8| is_word_byte(*byte) || b".?!:-".contains(byte);
    let length = text[start..].iter().take_while(|byte| is_name(byte)).count();
    let name = &text[start..start + length];
    if let Some(dot) = memchr::memrchr(b'.', name) {
        let span = (start + dot + 1) as u32..(start + length) as u32;
        let is_function = name.get(dot + 1).is_some_and(|c| c.is_ascii_lowercase() || *c == b'_');
        let qualifier = (dot > 0).then(|| start as u32..(start + dot) as u32);
        if dot > 0 {
            let last = memchr::memrchr(b'.', &name[..dot]);
            let module = Reference {
                span: (start + last.map_or(0, |at| at + 1)) as u32..(start + dot) as u32,
                qualifier: last.map(|at| start as u32..(start + at) as u32),
                ..Reference::default()
            };
            found.calls.push(module);
        }
        if is_function {
            // What the tag states is one value.
            let arguments = Some(1);
            let call = Reference { span, qualifier, call: true, arguments, ..Reference::default() };
            found.calls.push(call);
        }
    }
    let mut at = start + length;
    while let Some(&byte) = text.get(at) {
        at = match byte {
            b'>' => {
                let is_open = text[at - 1] != b'/';
                let is_raw = is_open && RAW.contains(&name);
                return if is_raw { after(text, at, &[b"</", name].concat()) } else { at + 1 };
            }
            b'"' | b'\'' => after(text, at + 1, &[byte]),
            b'{' => braces(text, at, found),
            b'<' if text[at..].starts_with(b"<%") => part(text, at, found),
            _ => at + 1,
        };
    }
    text.len()
}

/// Reads code in braces; returns its end.
fn braces(text: &[u8], start: usize, found: &mut Template) -> usize {
    if found.is_open || (start > 0 && text[start - 1] == b'\\') {
        return start + 1;
    }
    let (mut at, mut depth) = (start, 0_usize);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b'"' => at = string_end(text, at),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            found.code.push((start..at, 1, 1));
            return at;
        }
    }
    found.is_open = true;
    start + 1
}

/// The last byte of a string that opens at a byte.
fn string_end(text: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'"' => return at,
            _ => {}
        }
        at += 1;
    }
    open
}

/// The end of the first `needle` at or after a byte, or of the text.
fn after(text: &[u8], start: usize, needle: &[u8]) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    memchr::memmem::find(rest, needle).map_or(text.len(), |at| start + at + needle.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &str, calls: &str) {
        let rewritten = as_code(text.as_bytes()).unwrap_or_default();
        let squeezed = String::from_utf8(rewritten.clone()).unwrap();
        let squeezed: Vec<&str> = squeezed.split_whitespace().collect();
        assert_eq!(squeezed.join(" "), code, "{text}");
        assert_eq!(rewritten.len(), text.len());
        let slice = |span: &std::ops::Range<u32>| &text[span.start as usize..span.end as usize];
        let found = super::calls(text.as_bytes());
        let found = found.iter().map(|call| {
            let before =
                call.qualifier.as_ref().map_or(String::new(), |q| format!("{}.", slice(q)));
            format!("{before}{}", slice(&call.span))
        });
        assert_eq!(found.collect::<Vec<_>>().join(" "), calls, "{text}");
    }

    #[test]
    fn templates_hold_code_and_calls() {
        check("~H\"<.a b={@c} />\"", "(0; @c; )", "a");
        check(
            "~H\"\"\"\n<A.B.c :if={f(\"}\")}>{g(x)}</A.B.c>\n\"\"\"",
            "(0; f(\"}\"); g(x); )",
            "A.B A.B.c",
        );
        check(
            "x = ~H\"\"\"\n<%= if @a do %>\n<p class=\"b {c}\">{@d}</p>\n<% else %>\n<:s>e</:s>\n<% end %>\n\"\"\"",
            "x = (0; if @a do @d; else end ; )",
            "",
        );
        check("~H\"<script>a{b}</script><!-- {c} --><%!-- {d} --%>\\{e}\"", "(0; )", "");
        check("~H|a|", "(0; )", "");
    }

    /// Each of these texts would take minutes if a part of it were scanned again from each of its bytes.
    #[test]
    fn templates_are_scanned_once() {
        for repeated in ["{\"", "<.a ", "<a b=\"{\">c", "~H\"", "<%= "] {
            let text = format!("~H\"\"\"{}", repeated.repeat(20_000));
            assert!(calls(text.as_bytes()).len() <= 20_000);
            assert!(calls_of_file(text.as_bytes()).len() <= 20_000);
        }
    }
}
