//! The trailers of a commit message, such as `Fixes: #12`.

/// The number of the first line of a message's trailers. As for git, the last paragraph below the subject consists of
/// trailers if each of its lines is a token with a value, or is indented and continues one.
pub(super) fn first_trailer(lines: &[(u32, &str)]) -> Option<u32> {
    let is_blank = |line: &(u32, &str)| line.1.trim().is_empty();
    let last = lines.iter().rposition(|line| !is_blank(line))?;
    let blank = lines[..last].iter().rposition(is_blank)?;
    let (first, others) = lines[blank + 1..=last].split_first()?;
    let continues = |text: &str| text.starts_with(char::is_whitespace);
    let mut others = others.iter();
    let all = has_token(first.1) && others.all(|line| continues(line.1) || has_token(line.1));
    all.then_some(first.0)
}

/// Whether a line has the form of a trailer such as `Fixes: #12`: letters, digits and hyphens before a colon.
fn has_token(line: &str) -> bool {
    let is_of_token = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let token = line.split_once(':').map(|(token, _)| token.trim_end());
    token.is_some_and(|token| !token.is_empty() && token.chars().all(is_of_token))
}

/// Whether a line has the form of a trailer such as `Signed-off-by: NAME`, whose token is no word of a sentence: it is
/// a trailer beside other lines, too.
pub(super) fn has_hyphenated_token(line: &str) -> bool {
    let token = line.split_once(": ").map(|(token, _)| token);
    token.is_some_and(|token| token.contains('-') && !token.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_last_paragraph_of_tokens_with_values_is_the_trailers() {
        let check = |message: &str, expect: Option<u32>| {
            let lines: Vec<(u32, &str)> = (1..).zip(message.split('\n')).collect();
            assert_eq!(first_trailer(&lines), expect, "{message:?}");
        };
        check("Raise\n\nFixes: #12", Some(3));
        check("Raise\n\nFixes: #12\n\n", Some(3));
        check("Raise\n\nIt was low.\n\nCloses: #1\nCc: T", Some(5));
        check("Raise\n\nFixes: #12\n  and #13", Some(3));
        check("Raise\n\nFixes: #12\nand #13", None);
        check("Raise\n\nFixes: #12\n\nIt was low.", None);
        check("Raise\n\nIt fixes: #12", None);
        check("Raise\n\n: #12", None);
        check("Fixes: #12", None);
        check("", None);
    }
}
