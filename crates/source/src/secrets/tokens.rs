//! Tokens with a documented shape: a prefix, an alphabet, a length. Each prefix is a row; a JSON web token is detected
//! by a function of its own.

use std::sync::LazyLock;

use super::{Secret, prefix_len};

/// The characters that may follow a prefix.
#[derive(Clone, Copy)]
enum Alphabet {
    /// Lower-case hexadecimal digits.
    Hex,
    /// Capitals and digits.
    Upper,
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `_` and `-`.
    Word,
    /// The characters of URLs and base64: the above and `.`, `~`, `+`, `/`, `=`.
    Wide,
}

impl Alphabet {
    fn has(self, byte: u8) -> bool {
        match self {
            Self::Hex => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
            Self::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Self::Alnum => byte.is_ascii_alphanumeric(),
            Self::Word => byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'),
            Self::Wide => Self::Word.has(byte) || matches!(byte, b'.' | b'~' | b'+' | b'/' | b'='),
        }
    }
}

/// A documented shape of an issuer's tokens: those with one prefix.
struct Shape {
    prefix: &'static str,
    kind: &'static str,
    alphabet: Alphabet,
    /// The fewest characters after the prefix.
    least: usize,
    /// The most characters; a longer run of the alphabet is something else.
    most: usize,
    /// The fewest digits among them, which distinguishes a token from words.
    digits: usize,
}

impl Shape {
    /// The token that begins at `at`, if there is one.
    fn token_at(&self, bytes: &[u8], at: usize) -> Option<Secret> {
        let rest = bytes[at..].strip_prefix(self.prefix.as_bytes())?;
        let token = &rest[..prefix_len(rest, ANY, |byte| self.alphabet.has(byte))];
        let digits = token.iter().filter(|b| b.is_ascii_digit()).count();
        let fits = (self.least..=self.most).contains(&token.len()) && digits >= self.digits;
        let body = at + self.prefix.len();
        // The scheme of a header, or the assigned name, stays readable.
        let start = match self.prefix.ends_with([' ', '=']) {
            true => body,
            false => at,
        };
        fits.then(|| Secret {
            range: start..body + token.len(),
            kind: self.kind,
        })
    }
}

/// No upper limit of the length.
const ANY: usize = usize::MAX;

const fn shape(
    prefix: &'static str,
    kind: &'static str,
    alphabet: Alphabet,
    (least, most): (usize, usize),
    digits: usize,
) -> Shape {
    Shape {
        prefix,
        kind,
        alphabet,
        least,
        most,
        digits,
    }
}

use Alphabet::{Alnum, Hex, Upper, Wide, Word};

const SHAPES: &[Shape] = &[
    shape("AKIA", "aws_access_key", Upper, (16, 16), 0),
    shape("ASIA", "aws_access_key", Upper, (16, 16), 0),
    shape("ABIA", "aws_access_key", Upper, (16, 16), 0),
    shape("ghp_", "github_token", Alnum, (36, ANY), 0),
    shape("gho_", "github_token", Alnum, (36, ANY), 0),
    shape("ghu_", "github_token", Alnum, (36, ANY), 0),
    shape("ghs_", "github_token", Alnum, (36, ANY), 0),
    shape("ghr_", "github_token", Alnum, (36, ANY), 0),
    shape("github_pat_", "github_token", Word, (22, ANY), 1),
    shape("glpat-", "gitlab_token", Word, (20, ANY), 1),
    shape("xoxb-", "slack_token", Word, (10, ANY), 2),
    shape("xoxa-", "slack_token", Word, (10, ANY), 2),
    shape("xoxp-", "slack_token", Word, (10, ANY), 2),
    shape("xoxr-", "slack_token", Word, (10, ANY), 2),
    shape("xoxs-", "slack_token", Word, (10, ANY), 2),
    shape("xoxe-", "slack_token", Word, (10, ANY), 2),
    shape("xapp-", "slack_token", Word, (10, ANY), 2),
    shape(
        "hooks.slack.com/services/",
        "slack_webhook",
        Wide,
        (30, ANY),
        1,
    ),
    shape("AIza", "google_api_key", Word, (35, 35), 0),
    shape("sk_live_", "stripe_key", Alnum, (16, ANY), 1),
    shape("rk_live_", "stripe_key", Alnum, (16, ANY), 1),
    shape("sk_test_", "stripe_key", Alnum, (16, ANY), 1),
    shape("sk-ant-", "anthropic_key", Word, (20, ANY), 1),
    shape("sk-proj-", "openai_key", Word, (20, ANY), 1),
    shape("sk-svcacct-", "openai_key", Word, (20, ANY), 1),
    shape("sk-", "openai_key", Alnum, (32, ANY), 2),
    shape("npm_", "npm_token", Alnum, (36, ANY), 1),
    shape("pypi-", "pypi_token", Word, (50, ANY), 2),
    shape("hf_", "huggingface_token", Alnum, (30, ANY), 0),
    shape("SG.", "sendgrid_key", Wide, (60, ANY), 2),
    shape("dop_v1_", "digitalocean_token", Alnum, (64, 64), 2),
    shape("shpat_", "shopify_token", Alnum, (32, 32), 2),
    shape("glptt-", "gitlab_token", Word, (20, ANY), 1),
    shape("gldt-", "gitlab_token", Word, (20, ANY), 1),
    shape("glrt-", "gitlab_token", Word, (20, ANY), 1),
    shape("glcbt-", "gitlab_token", Word, (20, ANY), 1),
    shape("GOCSPX-", "google_oauth_secret", Word, (24, ANY), 1),
    shape("ya29.", "google_access_token", Word, (30, ANY), 2),
    shape("rk_test_", "stripe_key", Alnum, (16, ANY), 1),
    shape("whsec_", "stripe_webhook", Wide, (24, ANY), 2),
    shape("SK", "twilio_key", Hex, (32, 32), 4),
    shape("key-", "mailgun_key", Hex, (32, 32), 4),
    shape("sq0atp-", "square_token", Word, (22, ANY), 1),
    shape("sq0csp-", "square_token", Word, (22, ANY), 1),
    shape("NRAK-", "newrelic_key", Upper, (27, 27), 1),
    shape("rubygems_", "rubygems_key", Hex, (48, 48), 4),
    shape("dckr_pat_", "docker_token", Word, (20, ANY), 1),
    shape("dapi", "databricks_token", Hex, (32, 32), 4),
    shape("hvs.", "vault_token", Word, (24, ANY), 1),
    shape("hvb.", "vault_token", Word, (24, ANY), 1),
    shape("lin_api_", "linear_key", Alnum, (32, ANY), 2),
    shape("ntn_", "notion_token", Alnum, (40, ANY), 2),
    shape("figd_", "figma_token", Word, (36, ANY), 2),
    shape("PMAK-", "postman_key", Word, (40, ANY), 2),
    shape("shpss_", "shopify_token", Hex, (32, 32), 2),
    shape("shpca_", "shopify_token", Hex, (32, 32), 2),
    shape("sntrys_", "sentry_token", Wide, (40, ANY), 2),
    shape("sbp_", "supabase_token", Hex, (40, 40), 4),
    shape("pscale_tkn_", "planetscale_token", Word, (30, ANY), 1),
    shape("glsa_", "grafana_token", Word, (32, ANY), 2),
    shape("AGE-SECRET-KEY-1", "age_key", Upper, (58, 58), 2),
    shape("sk-or-v1-", "openrouter_key", Hex, (64, 64), 4),
    shape("gsk_", "groq_key", Alnum, (40, ANY), 2),
    shape("r8_", "replicate_token", Alnum, (37, 37), 2),
    shape("xai-", "xai_key", Alnum, (60, ANY), 2),
    shape("ATATT3", "atlassian_token", Wide, (60, ANY), 2),
    shape("nfp_", "netlify_token", Alnum, (36, ANY), 2),
    shape("AccountKey=", "azure_key", Wide, (40, ANY), 2),
    shape("SharedAccessKey=", "azure_key", Wide, (40, ANY), 2),
    shape("Bearer ", "bearer_token", Wide, (24, ANY), 2),
    shape("bearer ", "bearer_token", Wide, (24, ANY), 2),
];

/// The beginning of a JSON web token, and of its second part: `{"` in base64.
const JWT_PART: &str = "eyJ";
/// The fewest bytes of each of its three parts.
const JWT_LEAST: usize = 10;

/// The shapes by the first byte of their prefix.
static SHAPES_BY_FIRST_BYTE: LazyLock<Vec<Vec<&'static Shape>>> = LazyLock::new(|| {
    let begins = |byte: u8| move |shape: &&Shape| shape.prefix.as_bytes().first() == Some(&byte);
    (0..=u8::MAX)
        .map(|byte| SHAPES.iter().filter(begins(byte)).collect())
        .collect()
});

/// The first two bytes of every prefix.
pub(super) fn heads() -> impl Iterator<Item = [u8; 2]> {
    let prefixes = SHAPES.iter().map(|shape| shape.prefix);
    let heads = prefixes.chain([JWT_PART]).map(str::as_bytes);
    heads.filter_map(|prefix| prefix.first_chunk().copied())
}

/// Adds the tokens that begin at `at` to `found`.
pub(super) fn find_at(bytes: &[u8], at: usize, found: &mut Vec<Secret>) {
    if !begins_word(bytes, at) {
        return;
    }
    let shapes = bytes
        .get(at)
        .and_then(|byte| SHAPES_BY_FIRST_BYTE.get(usize::from(*byte)));
    found.extend(
        shapes
            .into_iter()
            .flatten()
            .filter_map(|shape| shape.token_at(bytes, at)),
    );
    if bytes[at..].starts_with(JWT_PART.as_bytes()) {
        found.extend(web_token(bytes, at));
    }
}

/// The JSON web token that begins at `at`: three parts of base64 between dots, the first two of which are objects.
fn web_token(bytes: &[u8], at: usize) -> Option<Secret> {
    let mut end = at;
    for part in 0..3 {
        if part > 0 {
            end += usize::from(bytes.get(end) == Some(&b'.'));
        }
        let length = prefix_len(&bytes[end..], ANY, |byte| Word.has(byte));
        let object = part == 2 || bytes[end..].starts_with(JWT_PART.as_bytes());
        if length < JWT_LEAST || !object {
            return None;
        }
        end += length;
    }
    Some(Secret {
        range: at..end,
        kind: "json_web_token",
    })
}

/// Whether `at` is not inside a word. The letter of an escape (`\n`) is not part of a word.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    match &bytes[..at] {
        [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !before.is_ascii_alphanumeric() && *before != b'_',
        [] => true,
    }
}
