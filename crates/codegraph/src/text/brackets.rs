//! Reads texts by the brackets in them.

/// The parts of a text between separators that are in no brackets.
pub(crate) fn split(written: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start, mut before) = (Vec::new(), 0_i32, 0, ' ');
    for (at, c) in written.char_indices() {
        match c {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if before == '-' || before == '=' => {}
            ')' | ']' | '}' | '>' => depth -= 1,
            c if c == separator && depth == 0 => {
                parts.push(&written[start..at]);
                start = at + c.len_utf8();
            }
            _ => {}
        }
        before = c;
    }
    parts.push(&written[start..]);
    parts
}

/// Where the first bracket has its partner, of brackets that begin and end a part in the order of the characters.
pub(crate) fn partner(
    mut characters: impl Iterator<Item = (usize, char)>,
    begin: &[char],
    end: &[char],
) -> Option<usize> {
    let mut depth = 0_usize;
    characters.find_map(|(at, c)| {
        if begin.contains(&c) {
            depth += 1;
        } else if end.contains(&c) {
            depth = depth.saturating_sub(1);
        }
        (depth == 0).then_some(at)
    })
}

/// A text without the arguments of types in angle brackets; `None` if these do not match.
pub(crate) fn without_types(written: &str) -> Option<String> {
    let (mut plain, mut depth) = (String::new(), 0_usize);
    let mut before = ' ';
    for c in written.chars() {
        match c {
            '<' => depth += 1,
            '>' if before == '-' && depth == 0 => plain.push(c),
            '>' => depth = depth.checked_sub(1)?,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
        before = c;
    }
    (depth == 0).then_some(plain)
}
