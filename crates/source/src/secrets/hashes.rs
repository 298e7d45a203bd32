//! Hashes of passwords in the formats of files such as `.htpasswd` and `/etc/shadow`: a scheme between two signs, its
//! parameters, a salt and the hash.

use super::filter::{Literal, Mark, Recognize};
use super::{Secret, run};

const KIND: &str = "password_hash";
/// The schemes, the fewest characters of the last field, and of all that follows the scheme.
const SCHEMES: &[(&str, usize, usize)] = &[
    ("$apr1$", 22, 23),
    ("$1$", 22, 23),
    ("$2a$", 53, 56),
    ("$2b$", 53, 56),
    ("$2x$", 53, 56),
    ("$2y$", 53, 56),
    ("$5$", 43, 44),
    ("$6$", 80, 81),
    ("$7$", 40, 50),
    ("$y$", 40, 50),
    ("$argon2", 20, 40),
    ("$scrypt$", 20, 40),
    ("$pbkdf2", 20, 30),
    ("pbkdf2_sha256$", 40, 44),
    ("{SHA}", 27, 27),
    ("{SSHA}", 32, 32),
    ("{SHA256}", 43, 43),
    ("{SHA512}", 80, 80),
    ("{SSHA256}", 43, 43),
    ("{SSHA512}", 80, 80),
];
/// The most characters of a hash.
const MAX_HASH: usize = 512;

pub(super) fn literals() -> impl Iterator<Item = Literal> {
    let schemes = SCHEMES.iter();
    schemes.map(|(scheme, ..)| Literal::exact(scheme, Mark::Other(hash as Recognize)))
}

/// The hash at `at`.
fn hash(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut schemes = SCHEMES.iter();
    let (scheme, least_field, least) =
        schemes.find(|(scheme, ..)| bytes[at..].starts_with(scheme.as_bytes()))?;
    let in_hash = |b: u8| b.is_ascii_alphanumeric() || b"./+=$,_-".contains(&b);
    let rest = run(bytes, at + scheme.len(), MAX_HASH, in_hash);
    let text = &bytes[rest.clone()];
    let field = text.rsplit(|b| *b == b'$').next()?;
    let fits = field.len() >= *least_field && text.len() >= *least;
    fits.then(|| Secret::new(at..rest.end, KIND))
}
