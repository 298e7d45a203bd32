//! The tokenizer of queries, file contents and paths. It accepts any bytes and is deterministic.
//!
//! A *run* is a maximal sequence of letters, digits, `_` and `$`. A run yields itself (`whole`) and its parts, split at
//! `_`, between lower and upper case, before the last capital of an acronym (`HTTPServer` is `HTTP`, `Server`), and
//! between a digit and a capital. Scripts without case are split into pairs of characters, since they may have no
//! spaces between words; between them and other letters a further run begins. Words are compared by a hash of their
//! lower-case characters in their usual width and without `_`, so `form_data`, `formData` and `FORM_DATA` are one word.

mod gate;
mod high;

pub(crate) use firsthand_source::composed;
use firsthand_source::usual_width;
use std::ops::Range;

pub(crate) use gate::{WordFilter, each_gated};
use high::{high_run, step_char};

/// The version of the rules by which words are found; what a cache has by other rules is not used.
pub(crate) const RULES: u32 = 3;

/// One word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    /// Byte range in the text.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The hash of the lower-case characters without `_` and `$`; never 0.
    pub(crate) hash: u64,
    /// Whether it is a complete run.
    pub(crate) whole: bool,
    /// Whether it is a part that is not split further; a run of only one part is whole and a part.
    pub(crate) part: bool,
}

// The classes of bytes: `JOINT` is `_` and `$`, `HIGH` a byte of a character beyond ASCII, `OTHER` no part of a word.
const OTHER: u8 = 0;
const LOWER: u8 = 1;
const UPPER: u8 = 2;
const DIGIT: u8 = 4;
const JOINT: u8 = 8;
const HIGH: u8 = 16;

const CLASS: [u8; 256] = classes();
/// The initial value and the factor of FNV-1a.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

const fn classes() -> [u8; 256] {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' => LOWER,
            b'A'..=b'Z' => UPPER,
            b'0'..=b'9' => DIGIT,
            b'_' | b'$' => JOINT,
            0x80.. => HIGH,
            _ => OTHER,
        };
        byte += 1;
    }
    table
}

/// The hash (FNV-1a) after one more byte.
fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(PRIME)
}

/// Replaces the hash 0, which marks a free slot in tables of hashes.
fn seal(hash: u64) -> u64 {
    if hash == 0 { 1 } else { hash }
}

/// Whether a character can be part of a name of code.
pub(crate) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a byte can be part of a name of code.
pub(crate) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Whether a byte can be part of a word, in which `$` counts as a letter.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    CLASS[usize::from(byte)] != OTHER
}

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

/// Calls `sink` with every word of `text`, ordered by their ends; a whole run comes after its parts.
pub(crate) fn each_word(text: &[u8], mut sink: impl FnMut(Word)) {
    let mut at = 0;
    while at < text.len() {
        if CLASS[usize::from(text[at])] == OTHER {
            at += 1;
            continue;
        }
        let start = at;
        let mut seen = 0;
        while at < text.len() {
            let class = CLASS[usize::from(text[at])];
            if class == OTHER {
                break;
            }
            seen |= class;
            at += 1;
        }
        if seen & HIGH == 0 {
            split_run(text, start, at, &mut sink);
        } else {
            high_run(&text[start..at], start, &mut sink);
        }
    }
}

/// The words of a text that are not joined of others.
pub(crate) fn word_parts(text: &[u8]) -> Vec<Word> {
    let mut parts = Vec::new();
    each_word(text, |word| parts.extend(word.part.then_some(word)));
    parts
}

/// The hash of an ASCII word.
fn ascii_hash(word: &[u8]) -> u64 {
    let plain = word.iter().filter(|byte| CLASS[usize::from(**byte)] != JOINT);
    seal(plain.fold(SEED, |hash, byte| step(hash, byte.to_ascii_lowercase())))
}

/// The parts of an ASCII run, then the run itself.
fn split_run(text: &[u8], start: usize, end: usize, sink: &mut impl FnMut(Word)) {
    let mut parts = 0;
    // The last part, which is passed to `sink` only after the next one: the only part of a run is the run itself.
    let mut last: Option<Word> = None;
    let mut from = start;
    while let Some((first, past)) = next_part(text, from, end) {
        from = past;
        parts += 1;
        let part = Word {
            start: first,
            end: past,
            hash: ascii_hash(&text[first..past]),
            whole: false,
            part: true,
        };
        if let Some(before) = last.replace(part) {
            sink(before);
        }
    }
    if parts > 1 {
        last.into_iter().for_each(&mut *sink);
    }
    if parts > 0 {
        sink(Word {
            start,
            end,
            hash: ascii_hash(&text[start..end]),
            whole: true,
            part: parts == 1,
        });
    }
}

/// The next part of a run at or after `from`, without the `_` and `$` before it.
fn next_part(text: &[u8], from: usize, end: usize) -> Option<(usize, usize)> {
    let class_at = |at: usize| {
        if at < end { CLASS[usize::from(text[at])] } else { JOINT }
    };
    let mut start = from;
    while start < end && class_at(start) == JOINT {
        start += 1;
    }
    let mut previous = JOINT;
    let mut at = start;
    while at < end {
        let class = class_at(at);
        let is_raised = class == UPPER && previous & (LOWER | DIGIT) != 0;
        let acronym_ends = class == UPPER && previous == UPPER && class_at(at + 1) == LOWER;
        if class == JOINT || is_raised || acronym_ends {
            break;
        }
        previous = class;
        at += 1;
    }
    (start < end).then_some((start, at))
}

/// The hash of a word, which may have characters beyond ASCII.
pub(crate) fn word_hash(text: &str) -> u64 {
    let text = composed(text);
    let letters = text.chars().filter(|c| !matches!(usual_width(*c), '_' | '$'));
    seal(letters.fold(SEED, step_char))
}

/// A hash of a sequence of words, which are hashes themselves.
pub(crate) fn hash_of_words(words: &[u64]) -> u64 {
    let mix = |hash: u64, word: &u64| hash.rotate_left(5).wrapping_mul(PRIME) ^ word;
    words.iter().fold(words.len() as u64, mix)
}

/// The text as words are compared: in lower case, without `_` and `$`.
pub(crate) fn folded(text: &str) -> String {
    let text = composed(text);
    let letters = text.chars().map(usual_width);
    letters.filter(|c| !matches!(c, '_' | '$')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expect: &str) {
        let mut seen = Vec::new();
        each_word(text.as_bytes(), |word| {
            let mark = match (word.part, word.whole) {
                (true, _) => "",
                (false, true) => "=",
                (false, false) => "~",
            };
            seen.push(format!("{mark}{}", folded(&text[word.start..word.end])));
        });
        assert_eq!(seen.join(" "), expect, "words of {text:?}");
    }

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

    #[test]
    fn runs_are_split_into_parts() {
        check("plain words, only", "plain words only");
        check("checkOptionalParameter", "check optional parameter =checkoptionalparameter");
        check("form_data FORM_DATA", "form data =formdata form data =formdata");
        check("HTTPServer", "http server =httpserver");
        check("_private __init__", "private init");
        check("utf8 toUtf8String v2", "utf8 to utf8 string =toutf8string v2");
        check("$scope.$apply", "scope apply");
        check("___ $ ", "");
        check("error404 404", "error404 404");
        check("Größe GrößeÄndern", "größe größe ändern =größeändern");
        check("设置缓存", "~设 设置 ~置 置缓 ~缓 ~存 缓存 =设置缓存");
        check("的OrderId", "的 order id =orderid =的orderid");
        check("ＨＴＴＰServer＿ｶﾅ", "http server =httpserver ~カ ~ナ カナ =httpserverカナ");
        check("a—b “quoted”", "a b quoted");
        check("ключЗначение", "ключ значение =ключзначение");
        check("“HTTPServer” HTTPÄnderung", "http server =httpserver http änderung =httpänderung");
    }

    proptest! {
        #[test]
        fn parts_are_the_words_of_split_words(text in "[a-cA-C0-2äßжÄЖΣİⅷⅧ½审批กั้한Ａ＿ｶ\u{301}_$. “—\n]{0,40}") {
            let mut parts = Vec::new();
            each_word(text.as_bytes(), |word| {
                if word.part {
                    parts.push(folded(&text[word.start..word.end]));
                }
            });
            prop_assert_eq!(parts, firsthand_source::split_words(&text).collect::<Vec<_>>());
        }

        #[test]
        fn tokenizer_total_on_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut last = 0;
            each_word(&bytes, |word| {
                assert!(word.start < word.end && word.end <= bytes.len());
                assert!(word.end >= last && word.hash != 0);
                last = word.end;
            });
        }

        #[test]
        fn word_hash_is_the_hash_of_a_whole_run(run in "[a-zA-Z_]{1,12}") {
            let mut whole = Vec::new();
            each_word(run.as_bytes(), |word| if word.whole { whole.push(word.hash) });
            if run.bytes().any(|b| b != b'_') {
                prop_assert_eq!(whole, vec![word_hash(&run)]);
            }
        }
    }
}
