//! Names that a text lists: those with the same text before them, as in `case Kind::A:`, `api.name`, `"key": …`,
//! `| 'a'`, and the entries of one pair of brackets.

use std::collections::BTreeMap;

use crate::text::words::{folded, is_word_byte};

/// The most bytes of the text before a name in its entry.
const MAX_BEFORE: usize = 80;
/// The fewest letters of a name.
const MIN_LETTERS: usize = 2;

/// The lists of names in a text, in lower case without `_`, `-` and `$`, each name once.
pub(super) fn lists(text: &[u8]) -> Vec<Vec<String>> {
    let mut reader = Reader::default();
    let mut at = 0;
    while at < text.len() {
        at = reader.read(text, at);
    }
    reader.lists.into_values().collect()
}

/// Reads a text by entries: an entry ends at a line's end, a bracket, `,`, `;` or `|`.
#[derive(Default)]
struct Reader {
    /// The text before the next name in its entry, without blanks.
    before: Vec<u8>,
    /// The open brackets: the number and the byte of each.
    open: Vec<(usize, u8)>,
    /// The number of brackets so far.
    brackets: usize,
    /// Whether the last token was a name.
    after_name: bool,
    /// Whether the entry is a value: what is assigned is no name of its brackets' list.
    is_value: bool,
    /// The names by the bracket around them, if the entry begins with them, and by the text before them.
    lists: BTreeMap<(usize, Vec<u8>), Vec<String>>,
}

impl Reader {
    /// Reads one token at a byte, and returns where the next one may begin.
    fn read(&mut self, text: &[u8], at: usize) -> usize {
        let byte = text[at];
        match byte {
            b'\n' | b',' | b';' | b'|' => self.end_entry(),
            b'(' | b'[' | b'{' => {
                self.brackets += 1;
                self.open.push((self.brackets, byte));
                self.end_entry();
            }
            b')' | b']' | b'}' => {
                self.open.pop();
                self.end_entry();
            }
            _ if is_word_byte(byte) => return self.read_name(text, at),
            b'=' if !matches!(text.get(at + 1), Some(b'=' | b'>')) => {
                self.end_entry();
                self.is_value = true;
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => {
                self.before.push(byte);
                self.after_name = false;
            }
        }
        at + 1
    }

    fn end_entry(&mut self) {
        self.before.clear();
        self.after_name = false;
        self.is_value = false;
    }

    fn read_name(&mut self, text: &[u8], at: usize) -> usize {
        let end = name_end(text, at);
        let (number, bracket) = self.open.last().copied().unwrap_or_default();
        // Only blanks separate the words of a list such as Ruby's `%w[a b]`.
        if self.after_name && bracket == b'[' {
            self.before.clear();
        }
        let name = std::str::from_utf8(&text[at..end]).unwrap_or_default();
        let plain: String = name.chars().filter(|c| *c != '-').collect();
        let plain = folded(&plain);
        let is_number = plain.chars().all(|c| c.is_ascii_digit());
        let is_long = plain.chars().count() >= MIN_LETTERS;
        let is_bare = self.before.is_empty();
        // A chain of calls lists no names.
        let is_step = self.before == b"." && text[end..].trim_ascii_start().first() == Some(&b'(');
        // The words of a directive, as in `#ifdef A`, and of a page's tags are none either; `<limit>9</limit>` is an entry.
        let is_mark = match self.before[..] {
            [b'#'] | [b'<', b'/'] => true,
            [b'<'] => !matches!(text.get(end), Some(b'>' | b'/')),
            _ => false,
        };
        let is_entry = self.before.len() <= MAX_BEFORE
            && !is_step
            && !is_mark
            && (!is_bare
                || (number > 0 && !self.is_value && (ends_entry(text, end) || bracket == b'[')));
        if !is_number && is_long && is_entry {
            let around = if is_bare { number } else { 0 };
            let list = self.lists.entry((around, self.before.clone())).or_default();
            if !list.contains(&plain) {
                list.push(plain);
            }
        }
        self.before.extend(&text[at..end]);
        self.after_name = true;
        end
    }
}

/// Whether what follows a name makes it an entry of a list or a key, and not the beginning of a statement.
fn ends_entry(text: &[u8], end: usize) -> bool {
    let rest = text[end..].trim_ascii_start();
    match rest {
        [b':', next, ..] => *next != b':',
        [b'=', next, ..] => *next == b'>',
        [first, ..] => b",)]}".contains(first),
        [] => false,
    }
}

/// The end of the name at a byte; a hyphen between letters is part of it.
fn name_end(text: &[u8], at: usize) -> usize {
    let is_word = |at: usize| text.get(at).copied().is_some_and(is_word_byte);
    let mut end = at;
    while is_word(end) || (text.get(end) == Some(&b'-') && is_word(end + 1) && end > at) {
        end += 1;
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let lists = lists(text.as_bytes()).into_iter();
        let lists = lists.filter(|names| names.len() >= 3);
        let shown: Vec<String> = lists.map(|names| names.join(" ")).collect();
        assert_eq!(shown.join(" / "), expect, "lists of {text:?}");
    }

    #[test]
    fn a_list_has_the_same_text_before_each_name() {
        check("", "");
        check("type A = 'x1' | 'y1' | 'z1'", "x1 y1 z1");
        check("let a = b0\nlet a = b1\nlet a = b2", "");
        check("type A =\n  | 'one'\n  | 'two'\n  | 'three'", "one two three");
        check("{ red: 1, green: 2, blue: 3 }", "red green blue");
        check("<red>1</red>\n<green>2</green>\n<blue/>", "red green blue");
        check("<ul id=a>\n<li v-if=b>\n<div c>\n</div>\n</li>\n</ul>\n</p>", "");
        check("['red' => 1, 'green-ish' => 2, 'blue' => 3]", "red greenish blue");
        check("[red, green, blue]", "red green blue");
        check("%w[red green blue]", "red green blue");
        check("{\n  red()\n  if (green) x\n  return blue\n}", "");
        check("case Kind::Red:\ncase Kind::Green:\ncase Kind::Blue:", "red green blue");
        check("api.id @a\napi.mail_to b\napi.nameOf c", "id mailto nameof");
        check("add(new Red())\nadd(new Green())\nadd(new Blue())", "red green blue");
        check("#ifdef A\nx();\n#else\ny();\n#endif\n#region a\n", "");
        check("#ifdef Ab\n#ifdef Bc\n#ifdef Cd\n", "ab bc cd");
        check("a(1, 2, 3)", "");
        check("a\n  .red()\n  .green (1)\n  .blue()", "");
        check(".red,\n.green,\n.blue", "red green blue");
    }
}
