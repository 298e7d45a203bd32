//! What random values look like: they are distinguished from words by the frequency of their pairs of letters, without a
//! list of words.

use memchr::memmem;

use super::assigned::MIN_VALUE_BYTES;

/// The fewest digits of a hexadecimal key.
const LEAST_HEXADECIMAL: usize = 16;
/// A hexadecimal number with this many digits need not contain a letter.
const SURE_HEXADECIMAL: usize = 32;
/// The lengths of a UUID's groups.
const UUID: [usize; 5] = [8, 4, 4, 4, 12];
/// The fewest characters of a text without a digit: a shorter one may be a name with an acronym, which looks as random,
/// and must be [scrambled](is_scrambled).
const LEAST_WITHOUT_DIGIT: usize = 16;
/// The fewest characters of a scrambled text, its fewest pairs, and its fewest stretches of small letters or capitals.
const LEAST_SCRAMBLED: usize = 10;
const LEAST_SCRAMBLED_PAIRS: usize = 5;
const LEAST_STRETCHES: usize = 4;
/// The fewest pairs of adjacent letters or digits. With fewer nothing is certain.
const LEAST_PAIRS: usize = 7;

/// For each letter, a bit for each letter that often follows it: the 230 most frequent pairs in the identifiers and
/// comments of a dozen public repositories. They are 93 % of the pairs there, and 34 % of the pairs of random letters.
const COMMON: [u32; 26] = [
    0x17e_bd4e, 0x012_4911, 0x01a_4d95, 0x014_4919, 0x1ef_b87f, 0x012_4131, 0x012_0190, 0x00a_4111,
    0x22e_f87f, 0x000_0010, 0x004_0110, 0x11c_4919, 0x010_c111, 0x13c_6d7d, 0x07e_fd4f, 0x01e_c911,
    0x010_0000, 0x13e_7d5d, 0x11c_c195, 0x11e_c995, 0x00e_b917, 0x000_0111, 0x002_6191, 0x008_8000,
    0x000_a000, 0x000_0010,
];

/// Whether a value looks like a random key: a hexadecimal number, a UUID, or letters and digits that form no words.
/// Paths, addresses, templates and words do not.
pub(super) fn is_random(text: &[u8]) -> bool {
    !is_readable(text)
        && (is_hexadecimal(text) || is_uuid(text) || is_shuffled(text) || is_separated(text))
}

/// Whether a value that stands in quotes looks random. Signs that could be code outside of quotes may be part of it.
pub(super) fn is_random_in_quotes(text: &[u8]) -> bool {
    text.len() >= MIN_VALUE_BYTES
        && (is_random(text) || (!is_template(text) && (is_shuffled(text) || is_separated(text))))
}

/// Whether a value looks like a key in lower case, in capitals or in both, with digits among its letters all over. A
/// hexadecimal number does not: it may as well be a digest.
pub(super) fn is_random_key(text: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| text.iter().any(is);
    text.len() >= LEAST_OF_WEAK_NAME
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && !text.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-')
        && !text.iter().any(|b| b".:/%@".contains(b))
        && is_random(text)
}

/// The fewest characters of the value of a name that is not that of a secret everywhere.
const LEAST_OF_WEAK_NAME: usize = 20;

/// Whether a text in quotes is a template, a path, a list of words or code.
fn is_template(text: &[u8]) -> bool {
    let has = |part: &[u8]| memmem::find(text, part).is_some();
    let encloses = |open: u8, close: u8| {
        let open = memchr::memchr(open, text);
        open.is_some_and(|at| memchr::memchr(close, &text[at..]).is_some())
    };
    text.contains(&b' ')
        || has(b"://")
        || [(b'{', b'}'), (b'<', b'>'), (b'(', b')'), (b'[', b']')]
            .iter()
            .any(|(open, close)| encloses(*open, *close))
        || matches!(text.first(), Some(b'$' | b'%' | b'.' | b'/' | b'~'))
}

/// Whether a text has marks of a URL, code, a template or a list, or begins like a variable or a path.
fn is_readable(text: &[u8]) -> bool {
    memmem::find(text, b"://").is_some()
        || text.iter().any(|b| b"{}<>()[] ,;".contains(b))
        || matches!(text.first(), Some(b'$' | b'%' | b'.' | b'#' | b'~'))
}

fn is_hexadecimal(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"0x").unwrap_or(text);
    let letter = |b: &u8| b.is_ascii_alphabetic();
    digits.len() >= LEAST_HEXADECIMAL
        && digits.iter().all(u8::is_ascii_hexdigit)
        && digits.iter().any(u8::is_ascii_digit)
        && (digits.len() >= SURE_HEXADECIMAL || digits.iter().any(letter))
        && entropy(digits) >= 2.5
        && !is_sequence(digits)
}

fn is_uuid(text: &[u8]) -> bool {
    let groups = text.split(|&b| b == b'-');
    groups.clone().map(<[u8]>::len).eq(UUID)
        && groups.flatten().all(u8::is_ascii_hexdigit)
        && entropy(text) >= 2.5
}

/// Whether a text of groups (`tR7-kL9_xQ2-mN4`) looks random without the signs between them: of the adjacent letters
/// and digits at least 60 % are rarely adjacent in words.
fn is_separated(text: &[u8]) -> bool {
    let joined: Vec<u8> = text.iter().copied().filter(u8::is_ascii_alphanumeric).collect();
    let signs = text.len() - joined.len();
    let has = |is: fn(&u8) -> bool| joined.iter().any(is);
    let classes = [u8::is_ascii_digit, u8::is_ascii_lowercase, u8::is_ascii_uppercase];
    let (pairs, rare) = adjacent(&joined);
    signs >= 2
        && joined.len() >= LEAST_SEPARATED
        && classes.into_iter().all(has)
        && pairs >= LEAST_PAIRS
        && rare * 100 >= pairs * 60
        && entropy(&joined) >= 3.0
        && !is_sequence(&joined)
}

/// The fewest letters and digits of a text of groups.
const LEAST_SEPARATED: usize = 9;

/// Whether at least 35 % of the adjacent characters are rarely adjacent in words. A letter next to a digit is a rare
/// pair; two digits are no pair, and neither is a word boundary (`aB`).
fn is_shuffled(text: &[u8]) -> bool {
    let (pairs, rare) = adjacent(text);
    let is_long_or_has_digit =
        text.len() >= LEAST_WITHOUT_DIGIT || text.iter().any(u8::is_ascii_digit);
    ((is_long_or_has_digit && pairs >= LEAST_PAIRS && rare * 100 >= pairs * 35)
        || is_scrambled(text, pairs, rare))
        && entropy(text) >= 3.0
        && !is_sequence(text)
}

/// Whether a short text of letters of both cases, with or without signs, looks random: half of its adjacent letters are
/// rarely adjacent, and its case changes more often than where words begin. Of 70,000 identifiers of ten to fifteen
/// letters in public repositories, one in 250 does.
fn is_scrambled(text: &[u8], pairs: usize, rare: usize) -> bool {
    let letters = || text.iter().filter(|b| b.is_ascii_alphabetic());
    let is_changed = |(a, b): &(&u8, &u8)| a.is_ascii_uppercase() != b.is_ascii_uppercase();
    let stretches = letters().zip(letters().skip(1)).filter(is_changed).count() + 1;
    text.len() >= LEAST_SCRAMBLED
        && pairs >= LEAST_SCRAMBLED_PAIRS
        && rare * 2 >= pairs
        && stretches >= LEAST_STRETCHES
}

/// The number of adjacent letters and digits, and of those that are rarely adjacent in words.
fn adjacent(text: &[u8]) -> (usize, usize) {
    let (mut pairs, mut rare) = (0, 0);
    for pair in text.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let hump = a.is_ascii_lowercase() && b.is_ascii_uppercase();
        if hump || !a.is_ascii_alphanumeric() || !b.is_ascii_alphanumeric() {
            continue;
        }
        pairs += 1;
        let digits = u8::from(a.is_ascii_digit()) + u8::from(b.is_ascii_digit());
        rare += usize::from(digits == 1 || (digits == 0 && !is_common(a, b)));
    }
    (pairs, rare)
}

pub(super) fn is_common(a: u8, b: u8) -> bool {
    let letter = |byte: u8| usize::from(byte.to_ascii_lowercase().wrapping_sub(b'a'));
    COMMON.get(letter(a)).is_some_and(|after| after >> letter(b) & 1 == 1)
}

/// Whether at least half of the characters are the successors of their predecessors, as in `0123456789abcdef`.
fn is_sequence(text: &[u8]) -> bool {
    let is_successive = |pair: &&[u8]| pair[0].wrapping_add(1) == pair[1];
    text.windows(2).filter(is_successive).count() * 2 >= text.len()
}

/// The entropy in bits per character.
pub(super) fn entropy(text: &[u8]) -> f64 {
    let mut counts = [0_u32; 256];
    for &byte in text {
        counts[usize::from(byte)] += 1;
    }
    let all = text.len() as f64;
    counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| {
            let share = f64::from(count) / all;
            -share * share.log2()
        })
        .sum()
}
