//! What the shape of a word of a question shows: a name in code, a plain word, or neither.

use std::cmp::Reverse;
use std::collections::HashMap;

use firsthand_source::{Letter, each_letter, identifiers, scripts, tokens_of};

/// The fewest characters of a word that says something, and the fewest letters of a plain one. Shorter ones are in
/// nearly every text, or are no subject of a question.
const MIN_LETTERS: usize = 3;
/// The most changes between letters and digits in a name; identifiers of machines have more.
const MAX_DIGIT_CHANGES: usize = 3;

/// A word of the question, at its first occurrence.
pub(super) struct QueryWord<'q> {
    pub(super) text: &'q str,
    /// In lower case.
    pub(super) token: String,
    pub(super) shape: Shape,
    /// Whether it consists of one word of letters with case.
    pub(super) is_plain: bool,
}

/// What the letters of a word and its surroundings show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A name in code; `is_certain` if it has several words or is marked as code.
    Name { is_certain: bool },
    /// Letters without case.
    Uncased,
    /// Letters with case alone.
    Plain { letters: usize },
    /// Numbers, short words, addresses, ids of machines.
    Other,
}

impl Shape {
    pub(super) fn order(self) -> (u8, Reverse<usize>) {
        match self {
            Self::Name { is_certain: true } => (0, Reverse(0)),
            Self::Name { .. } | Self::Uncased => (1, Reverse(0)),
            Self::Plain { letters } => (2, Reverse(letters)),
            Self::Other => (3, Reverse(0)),
        }
    }
}

impl QueryWord<'_> {
    pub(super) fn is_absent(&self, stands: &impl Fn(&str) -> Option<bool>) -> bool {
        let is_missing = |token: &str| stands(token) == Some(false);
        match self.shape {
            Shape::Uncased => tokens_of(self.text).all(|token| is_missing(&token)),
            _ => is_missing(&self.token),
        }
    }
}

/// The different words of a question, in its order.
#[derive(Default)]
struct Words<'q> {
    list: Vec<QueryWord<'q>>,
    /// The index of each token.
    index: HashMap<String, usize>,
}

/// The different words of a question, in its order. A word is a name if it is one at any of its occurrences.
pub(super) fn words_of(query: &str) -> Vec<QueryWord<'_>> {
    let mut words = Words::default();
    let (mut start, mut ticks) = (0, 0);
    for chunk in query.split_inclusive(char::is_whitespace) {
        let (is_address, mut counted_to) = (is_address(chunk), 0);
        for (at, identifier) in identifiers(chunk) {
            ticks += chunk[counted_to..at].matches('`').count();
            counted_to = at;
            let surroundings = Surroundings {
                before: &query[..start + at],
                after: &query[start + at + identifier.len()..],
                is_code: ticks % 2 == 1,
                is_address,
            };
            scripts(identifier).for_each(|part| words.add(part, &surroundings));
        }
        // A code span does not go on in the next line.
        ticks = if chunk.ends_with('\n') {
            0
        } else {
            ticks + chunk[counted_to..].matches('`').count()
        };
        start += chunk.len();
    }
    words.list
}

impl<'q> Words<'q> {
    /// Adds an identifier, or its part in one script.
    fn add(&mut self, text: &'q str, surroundings: &Surroundings<'_>) {
        let mut tokens = tokens_of(text);
        let Some(token) = tokens.next() else {
            return;
        };
        let further_words = tokens.count();
        let shape = surroundings.shape(text, further_words);
        if let Some(&at) = self.index.get(&token) {
            let known = &mut self.list[at];
            if shape.order() < known.shape.order() {
                (known.shape, known.text) = (shape, text);
            }
            return;
        }
        let is_cased = |letter: Letter| matches!(letter, Letter::Lower | Letter::Upper);
        let is_plain = further_words == 0 && each_letter(text).all(|(_, letter)| is_cased(letter));
        self.index.insert(token.clone(), self.list.len());
        self.list.push(QueryWord { text, token, shape, is_plain });
    }
}

/// Whether a part of a text without white space in it is an address: of a page, or of mail.
fn is_address(chunk: &str) -> bool {
    chunk.contains("://") || chunk.trim_start_matches('@').contains('@')
}

/// What is around an identifier of the question.
struct Surroundings<'q> {
    before: &'q str,
    after: &'q str,
    /// Whether it is between backticks.
    is_code: bool,
    is_address: bool,
}

impl Surroundings<'_> {
    /// The shape of an identifier, or of its part in one script, that has this many words besides itself.
    fn shape(&self, text: &str, further_words: usize) -> Shape {
        let letters: Vec<Letter> = each_letter(text).map(|entry| entry.1).collect();
        let count = |kinds: &[Letter]| letters.iter().filter(|kind| kinds.contains(*kind)).count();
        if self.is_address {
            return Shape::Other;
        }
        if letters.first() == Some(&Letter::Uncased) {
            return Shape::Uncased;
        }
        let (cased, digits) = (count(&[Letter::Lower, Letter::Upper]), count(&[Letter::Digit]));
        let begins_with_digit =
            letters.iter().find(|kind| **kind != Letter::Joint) == Some(&Letter::Digit);
        if cased + digits < MIN_LETTERS
            || cased == 0
            || begins_with_digit
            || is_machine_id(text, &letters)
        {
            return Shape::Other;
        }
        let is_certain = further_words > 0 || self.is_code || self.is_quoted();
        if is_certain || digits > 0 || self.is_joined() || (cased == count(&[Letter::Upper])) {
            return Shape::Name { is_certain };
        }
        Shape::Plain { letters: cased }
    }

    /// Whether it is in quotation marks alone.
    fn is_quoted(&self) -> bool {
        const MARKS: &[char] = &['"', '\'', '“', '”', '‘', '’', '«', '»', '「', '」'];
        self.before.ends_with(MARKS) && self.after.starts_with(MARKS)
    }

    /// Whether it is called, or a part of a qualified name.
    fn is_joined(&self) -> bool {
        let is_name_char = |c: char| c.is_alphanumeric() || c == '_';
        let follows = |joint: &str| {
            let name = self.before.strip_suffix(joint);
            name.is_some_and(|name| name.ends_with(is_name_char))
        };
        let leads = |joint: &str| {
            let name = self.after.strip_prefix(joint);
            name.is_some_and(|name| name.starts_with(is_name_char))
        };
        let joints = [".", "::", "->"];
        self.after.starts_with('(') || joints.iter().any(|joint| follows(joint) || leads(joint))
    }
}

/// Whether an identifier with digits is one that machines make: a hash, or letters and digits in turn.
fn is_machine_id(text: &str, letters: &[Letter]) -> bool {
    let is_digit = |letter: &Letter| *letter == Letter::Digit;
    let changes = letters.windows(2).filter(|pair| is_digit(&pair[0]) != is_digit(&pair[1]));
    let is_hexadecimal = text.chars().all(|c| c.is_ascii_hexdigit());
    letters.iter().any(is_digit) && (is_hexadecimal || changes.count() > MAX_DIGIT_CHANGES)
}
