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

/// The parts of a text between commas that are in no brackets, without white space around them; no empty ones.
pub(crate) fn items(written: &str) -> impl Iterator<Item = &str> {
    split(written, ',').into_iter().map(str::trim).filter(|part| !part.is_empty())
}

/// The parameters of a function that follow its name and its type parameters: `a` and `b` of `<T>(a, b)`.
pub(crate) fn parameters(behind_name: &str) -> Option<impl Iterator<Item = &str>> {
    let rest = behind_name.trim_start();
    let types = rest.starts_with('<').then(|| partner(rest.char_indices(), &['<'], &['>']));
    let rest = types.map_or(Some(rest), |end| Some(rest[end? + 1..].trim_start()))?;
    let close = partner(rest.char_indices(), &['('], &[')']).filter(|_| rest.starts_with('('))?;
    Some(items(&rest[1..close]))
}

/// Where the first bracket has its partner, of brackets that begin and end a part in the order of the characters or bytes.
pub(crate) fn partner<C: PartialEq>(
    mut characters: impl Iterator<Item = (usize, C)>,
    begin: &[C],
    end: &[C],
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
