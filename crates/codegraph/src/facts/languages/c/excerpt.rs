//! The parts of a C file that its facts about a name come from. A tree in C can hold a name in thousands of files, and
//! each declaration stands for itself, so that only those around the name have to be parsed.

use std::ops::Range;

use crate::facts::languages::literal_end;
use memchr::{memchr, memmem};

/// The ranges of the outermost declarations around the offsets `at`, which are ascending, and of the includes. Lines of
/// conditional compilation are left out: a declaration is parsed without the conditions around it. `None` if such a line
/// holds one of the offsets.
pub(in crate::facts::languages) fn excerpt(text: &[u8], at: &[usize]) -> Option<Vec<Range<usize>>> {
    let mut parts = Parts::default();
    parts.read(text);
    let holds_offset = |line: &Range<usize>| {
        let next = at.partition_point(|at| *at < line.start);
        at.get(next).is_some_and(|at| *at < line.end)
    };
    let mut conditions = parts.directives.iter();
    if conditions.any(|(line, kind)| *kind == Directive::Condition && holds_offset(line)) {
        return None;
    }
    let mut wanted = at.iter().copied().peekable();
    let mut ranges = Vec::new();
    let mut directives = parts.directives.into_iter().peekable();
    for piece in pieces(&parts.borders, text.len()) {
        let mut holds = false;
        while wanted.next_if(|at| *at < piece.end).is_some() {
            holds = true;
        }
        let mut from = piece.start;
        while let Some((line, kind)) = directives.next_if(|(line, _)| line.start < piece.end) {
            let skipped = kind == Directive::Condition;
            if holds && skipped {
                ranges.push(from..line.start);
            } else if !holds && !skipped {
                ranges.push(line.clone());
            }
            if skipped {
                from = line.end;
            }
        }
        if holds {
            ranges.push(from..piece.end.max(from));
        }
    }
    ranges.retain(|range| !range.is_empty());
    Some(ranges)
}

/// The pieces of a text of this length between borders, which are ascending.
fn pieces(borders: &[usize], length: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let starts = std::iter::once(0).chain(borders.iter().copied());
    let ends = borders.iter().copied().chain([length]);
    starts.zip(ends).map(|(start, end)| start..end)
}

/// A directive of the preprocessor that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Directive {
    Include,
    /// `#if` and the like, up to `#endif`.
    Condition,
}

/// Where the text may be cut, and its directives.
#[derive(Default)]
struct Parts {
    /// The offsets between two outermost declarations, ascending.
    borders: Vec<usize>,
    directives: Vec<(Range<usize>, Directive)>,
}

impl Parts {
    /// Reads a text: outside of comments and literals it may be cut at a blank line outside of braces, and after a line
    /// that begins with a closing brace. Branches of conditional compilation may each open a brace that one line closes,
    /// so such a line closes all of them.
    fn read(&mut self, text: &[u8]) {
        let (mut at, mut line_start, mut depth, mut closes) = (0, 0, 0_usize, false);
        while let Some(&byte) = text.get(at) {
            let first = at == line_start;
            at += 1;
            match byte {
                b'\n' => {
                    let blank = text[line_start..at].trim_ascii().is_empty();
                    if (blank && depth == 0) || closes {
                        self.borders.push(at);
                    }
                    (line_start, closes) = (at, false);
                }
                b'/' if text.get(at) == Some(&b'*') => {
                    let end = memmem::find(&text[at + 1..], b"*/").map(|end| at + 1 + end + 2);
                    at = end.unwrap_or(text.len());
                }
                b'/' if text.get(at) == Some(&b'/') => at = line_end(text, at),
                b'"' | b'\'' => at = literal_end(text, at, byte),
                b'#' if text[line_start..at - 1].trim_ascii().is_empty() => {
                    let end = line_end(text, at);
                    self.add_directive(line_start..(end + 1).min(text.len()), &text[at..end]);
                }
                b'{' => depth += 1,
                b'}' if first => (depth, closes) = (0, true),
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Adds the directive whose text follows the `#`, if it matters.
    fn add_directive(&mut self, line: Range<usize>, text: &[u8]) {
        let text = text.trim_ascii_start();
        let is_word = |byte: &&u8| byte.is_ascii_alphabetic();
        let word = &text[..text.iter().take_while(is_word).count()];
        let directive = match word {
            b"include" => Directive::Include,
            b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef" | b"else"
            | b"endif" => Directive::Condition,
            _ => return,
        };
        self.directives.push((line, directive));
    }
}

/// The offset of the line end after `at`; a backslash before it continues the line.
fn line_end(text: &[u8], at: usize) -> usize {
    let mut from = at;
    while let Some(end) = memchr(b'\n', &text[from..]).map(|end| from + end) {
        let line = text[at..end].strip_suffix(b"\r").unwrap_or(&text[at..end]);
        if !line.ends_with(b"\\") {
            return end;
        }
        from = end + 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The excerpt of a text for the occurrences of `X`.
    fn check(text: &str, expect: &[&str]) {
        let at: Vec<usize> = text.match_indices('X').map(|(at, _)| at).collect();
        let ranges = excerpt(text.as_bytes(), &at).unwrap();
        let parts: Vec<&str> = ranges.iter().map(|range| &text[range.clone()]).collect();
        assert_eq!(parts, expect, "{text}");
    }

    #[test]
    fn an_excerpt_has_the_declarations_around_a_name_and_the_includes() {
        check("int a;\n\nint X;\n\nint b;\n", &["int X;\n\n"]);
        check(
            "#include <a.h>\n# include \"b.h\"\n\nint a(void)\n{\n\tb();\n\nout:\n\tX();\n}\nint c(void)\n{\n}\n",
            &[
                "#include <a.h>\n",
                "# include \"b.h\"\n",
                "int a(void)\n{\n\tb();\n\nout:\n\tX();\n}\n",
            ],
        );
        check("int a;\n\n/* b {\n\nX */\nint c;\n\n", &["/* b {\n\nX */\nint c;\n\n"]);
        check(
            "int a(void) {\n  p(\"}\\\"\", '}');\n\n  X();\n}\n\nint b;\n",
            &["int a(void) {\n  p(\"}\\\"\", '}');\n\n  X();\n}\n"],
        );
        check("", &[]);
        check("X", &["X"]);
        check("// { it's\nint X;\r\n\r\nint b;\n", &["// { it's\nint X;\r\n\r\n"]);
        check(
            "#define A(x) \\\n\tdo { \\\n\t\tX; \\\n\t} while (0)\n\nint b;\n",
            &["#define A(x) \\\n\tdo { \\\n\t\tX; \\\n\t} while (0)\n\n"],
        );
    }

    #[test]
    fn conditions_are_left_out_and_a_closing_line_closes_all_branches() {
        check(
            "#ifdef A\nint f(int a)\n{\n#else\nint f(long a)\n{\n#endif\n\tX(a);\n}\n\nint b;\n#if B && \\\n C\nint c;\n#endif\n",
            &["int f(int a)\n{\n", "int f(long a)\n{\n", "\tX(a);\n}\n"],
        );
        let at = |text: &str| text.find('X').unwrap();
        for text in ["#ifdef X\nint a;\n#endif\n", "# if A && \\\n X\nint a;\n#endif\n"] {
            assert_eq!(excerpt(text.as_bytes(), &[at(text)]), None, "{text}");
        }
    }
}
