//! Whether a name that stands in a text is a word of its own there.

use std::ops::Range;

/// Whether the bytes of a text, at least one, are whole: neither end continues into a neighbour. `is_part` says what
/// belongs to a word: with [`is_word_byte`], `$a` is another name than `a`, as in PHP and JavaScript; with
/// [`is_name_byte`], it mentions `a`, as in shells and templates.
pub(crate) fn is_whole(text: &[u8], bytes: &Range<usize>, is_part: fn(u8) -> bool) -> bool {
    let is_part = |at: usize| text.get(at).copied().is_some_and(is_part);
    let joins = |next: usize| next > 0 && is_part(next - 1) && is_part(next);
    !joins(bytes.start) && !joins(bytes.end)
}

/// The places that hold a text which is not empty whole.
pub(crate) fn wholes<'t>(
    text: &'t [u8],
    word: &'t str,
    is_part: fn(u8) -> bool,
) -> impl Iterator<Item = usize> + 't {
    let found = memchr::memmem::find_iter(text, word.as_bytes());
    found.filter(move |at| is_whole(text, &(*at..at + word.len()), is_part))
}

#[cfg(test)]
mod tests {
    use super::super::{is_name_byte, is_word_byte};
    use super::wholes;

    #[test]
    fn what_belongs_to_a_word_decides_whether_it_is_whole() {
        /// The offsets of `name` where `$` is a part of words, and where it is none.
        fn check(text: &str, word: &[usize], name: &[usize]) {
            let all = |is_part| wholes(text.as_bytes(), "name", is_part).collect::<Vec<_>>();
            assert_eq!(
                (all(is_word_byte), all(is_name_byte)),
                (word.to_vec(), name.to_vec()),
                "{text}"
            );
        }
        check("name name", &[0, 5], &[0, 5]);
        check("my_name names 2name", &[], &[]);
        check("(name).name", &[1, 7], &[1, 7]);
        check("echo $name", &[], &[6]);
        check("name$", &[], &[0]);
        check("\u{e4}name name\u{e4}", &[], &[]);
    }
}
