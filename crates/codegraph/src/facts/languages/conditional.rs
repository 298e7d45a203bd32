//! Conditional lines (`#if`, `#else`) that cut a declaration in two: the grammars know branches of whole declarations and
//! statements alone.

use std::ops::Range;

use super::blank;

/// The most groups that may be open at once.
const MAX_OPEN: usize = 64;

/// A group from `#if` to `#endif`.
#[derive(Default)]
struct Group {
    /// The lines of the directives, and behind each the bytes of its branch.
    branches: Vec<(Range<usize>, Range<usize>)>,
    /// Whether what is before it goes on in it.
    is_inside: bool,
}

/// The text without the directives of groups that cut something in two, and with the first of their branches alone:
/// blanks are in place of the rest. `None` if it has no such group.
pub(super) fn first_branches(text: &[u8]) -> Option<Vec<u8>> {
    memchr::memmem::find(text, b"endif")?;
    let mut copy = text.to_vec();
    let mut open: Vec<Group> = Vec::new();
    let (mut at, mut last) = (0, b';');
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let range = at..at + line.len();
        at = range.end;
        let line = line.trim_ascii();
        match directive(line) {
            Some(b"if" | b"ifdef" | b"ifndef") => {
                let is_inside = matches!(last, b',' | b'(' | b'=' | b'&' | b'|' | b'+' | b'?');
                open.push(Group { branches: vec![(range, at..at)], is_inside });
                if open.len() > MAX_OPEN {
                    return Some(without_directives(text));
                }
            }
            Some(b"elif" | b"elseif" | b"else") => {
                if let Some(group) = open.last_mut() {
                    group.branches.push((range, at..at));
                }
            }
            Some(b"endif") => {
                // What is cut in two inside of it is whole by now.
                if let Some(group) = open.pop().filter(|group| group.cuts(&copy)) {
                    blank(&mut copy, range);
                    for (index, (directive, branch)) in group.branches.into_iter().enumerate() {
                        let from = directive.start;
                        blank(&mut copy, from..if index > 0 { branch.end } else { directive.end });
                    }
                }
            }
            Some(_) => {}
            None => last = code_end(line).unwrap_or(last),
        }
        for group in &mut open {
            if let Some((_, branch)) = group.branches.last_mut() {
                branch.end = at.max(branch.start);
            }
        }
    }
    (copy != text).then_some(copy)
}

/// The text without any directive: so deep a nesting is no code that people write, and costs a parser too much.
fn without_directives(text: &[u8]) -> Vec<u8> {
    let (mut copy, mut at) = (text.to_vec(), 0);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let range = at..at + line.len();
        at = range.end;
        if directive(line.trim_ascii()).is_some() {
            blank(&mut copy, range);
        }
    }
    copy
}

impl Group {
    /// Whether it is no sequence of whole declarations or statements, in one branch at least.
    fn cuts(&self, text: &[u8]) -> bool {
        let mut branches = self.branches.iter().map(|(_, branch)| &text[branch.clone()]);
        self.is_inside || branches.any(|branch| goes_on(branch) || !is_whole(branch))
    }
}

/// The word of a directive.
fn directive(line: &[u8]) -> Option<&[u8]> {
    let word = line.strip_prefix(b"#")?.trim_ascii_start();
    let length = word.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    Some(&word[..length])
}

/// The last byte of the code of a line: what is before a comment.
fn code_end(line: &[u8]) -> Option<u8> {
    let comment = memchr::memmem::find(line, b"//").unwrap_or(line.len());
    line[..comment].trim_ascii_end().last().copied()
}

/// Whether it begins with what cannot begin a declaration or a statement.
fn goes_on(branch: &[u8]) -> bool {
    let mut lines = branch.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| code_end(line).is_some()).unwrap_or_default();
    [&b"{"[..], b"=>", b":", b"&&", b"||", b"?", b","].iter().any(|start| first.starts_with(start))
}

/// Whether each bracket is closed in it.
fn is_whole(branch: &[u8]) -> bool {
    let mut open = 0_i32;
    let lines = branch.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    for byte in lines.filter(|line| directive(line).is_none()).flatten() {
        match byte {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::first_branches;

    fn check(text: &str, expect: Option<&str>) {
        let seen = first_branches(text.as_bytes()).map(|copy| String::from_utf8(copy).unwrap());
        let lines = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("|");
        assert!(seen.as_ref().is_none_or(|seen| seen.len() == text.len()), "{text}");
        assert_eq!(seen.as_deref().map(lines), expect.map(str::to_owned), "{text}");
    }

    #[test]
    fn of_what_is_cut_in_two_one_branch_stays() {
        check("int a;\n", None);
        check("int a;\n#if X\nint b() { return 1; }\n#else\nint c;\n#endif\n", None);
        check("case 1:\n#if X\n f();\n#endif\n", None);
        check(
            "bool a(int b)\n#if X\n{ return true; }\n#else\n=> false;\n#endif\nint c;\n",
            Some("bool a(int b)||{ return true; }||||int c;"),
        );
        check(
            "#if X\nint a(int b) {\n#elif Y // more\nint a() {\n#else\nlong a() {\n#endif\nreturn 1; }\n",
            Some("|int a(int b) {||||||return 1; }"),
        );
        check("f(1,\n#if X\n 2,\n#endif\n 3)\n", Some("f(1,||2,||3)"));
        // Whole groups inside of a branch, and cut ones inside of a whole one, stay as they are or not by themselves.
        check("#if X\n# if Y\nint a(\n# else\nint b(\n# endif\nint c);\n#endif\nint d;\n", None);
        check(
            "#if X\n# if Y\nint a() {\n# else\nint b() {\n# endif\n}\n#endif\nint d;\n",
            Some("#if X||int a() {||||}|#endif|int d;"),
        );
        check("#endif\n#else\nint a;\n#if X\n{\n", None);
        let deep = |levels: usize| ["#if X\n".repeat(levels), "#endif\n".repeat(levels)];
        let [open, close] = deep(64);
        check(&format!("{open}int a;\n{close}"), None);
        let [open, close] = deep(65);
        let blanks = format!("{}int a;{}", "|".repeat(65), "|".repeat(65));
        check(&format!("{open}int a;\n{close}"), Some(&blanks));
    }
}
