//! Secrets in the formats of their issuers and in the files that carry secrets. This file contains none: each is
//! assembled at run time.

/// The formats: an extension, and the text of a file.
const SHAPES: &str = include_str!("shapes.tsv");

/// A file with one secret in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlantedValue {
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The secret, without the public prefix of its issuer.
    pub secret: String,
}

const HEX: &str = "0123456789abcdef";
const UPPER: &str = "ABCDEFGHJKLMNPQRSTUVWXYZ234567";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const ALNUM: &str = "aB3dE5fG7hJ9kLmN2pQ4rS6tU8vWxYzAbCDe1FgH0";
const BASE64: &str = "aB3dE5f+G7hJ9kLm/N2pQ4rS6tU8vWxYzAbCDe1FgH0";

/// The letters of the alphabets in a placeholder.
const ALPHABETS: [(&str, &str); 5] =
    [("{a", ALNUM), ("{b", BASE64), ("{h", HEX), ("{l", LOWER), ("{u", UPPER)];

/// All files. Each also has the word `ring`, by which it is found.
#[must_use]
pub fn planted_values() -> Vec<PlantedValue> {
    let rows = SHAPES.lines().filter(|line| !line.starts_with('#'));
    let mut values: Vec<PlantedValue> = rows
        .zip(1..)
        .map(|(row, seed)| {
            let (extension, text) = row.split_once('\t').expect("a row has two columns");
            let text = unescape(text);
            let (placeholder, secret) = secret_for(&text, seed);
            planted(seed, extension, &text.replace(&placeholder, "{}"), secret)
        })
        .collect();
    // A password of groups, and a pair of name and password in base64.
    let groups = ["tR7", "kL9_xQ2", "mN4_zW8", "pD6"].join("-");
    values.push(planted(900, "py", "password = \"{}\"\n", groups));
    let pair = ["ZGVwbG95OnN", "1cDNyczNjcjN0cGFzcw=="].concat();
    let auth = "{\"auths\": {\"r.example\": {\"auth\": \"{}\"}}}\n";
    values.push(planted(901, "json", auth, pair));
    values
}

/// A text of the table with its line ends and backslashes.
fn unescape(text: &str) -> String {
    let parts = text.split("\\\\").map(|part| part.replace("\\n", "\n"));
    parts.collect::<Vec<_>>().join("\\")
}

/// The text's placeholder (`{a40}`: 40 characters of the alphabet `a`), and a secret for it; without one, a UUID.
fn secret_for(text: &str, seed: u64) -> (String, String) {
    for (open, alphabet) in ALPHABETS {
        for (_, rest) in text.match_indices(open).map(|(at, _)| text.split_at(at + open.len())) {
            let (length, _) = rest.split_once('}').unwrap_or_default();
            if let Ok(count) = length.parse() {
                return (format!("{open}{length}}}"), body(seed, alphabet, count));
            }
        }
    }
    ("{uuid}".to_owned(), uuid(seed))
}

fn planted(seed: u64, extension: &str, text: &str, secret: String) -> PlantedValue {
    PlantedValue {
        path: format!("src/p{seed}.{extension}"),
        text: text.replace("{}", &secret) + "\nring bell\n",
        secret,
    }
}

/// Characters of an alphabet, chosen by `seed`; every third one is a digit.
fn body(seed: u64, alphabet: &str, length: usize) -> String {
    let (digits, others): (Vec<char>, Vec<char>) = alphabet.chars().partition(char::is_ascii_digit);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |from: &[char]| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        from[(state >> 33) as usize % from.len()]
    };
    (0..length).map(|at| draw(if at % 3 == 1 { &digits } else { &others })).collect()
}

fn uuid(seed: u64) -> String {
    let digits = body(seed, HEX, 32);
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}
