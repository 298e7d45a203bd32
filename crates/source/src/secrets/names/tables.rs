//! The words of names that mark a secret.

use super::Strength::{self, Password, Strong, Weak};

/// The last words of such names, in lower case without separators.
pub(super) const NAMES: &[(&str, Strength)] = &[
    ("password", Password),
    ("passwd", Password),
    ("passphrase", Password),
    ("passcode", Password),
    ("pwd", Password),
    ("pw", Password),
    ("bindpass", Password),
    ("dbpass", Password),
    ("rootpass", Password),
    ("userpass", Password),
    ("requirepass", Password),
    ("masterauth", Password),
    ("secret", Strong),
    ("secretkey", Strong),
    ("secretkeybase", Strong),
    ("accesskey", Strong),
    ("apikey", Strong),
    ("appkey", Strong),
    ("authkey", Strong),
    ("accountkey", Strong),
    ("clientkey", Strong),
    ("consumerkey", Strong),
    ("encryptionkey", Strong),
    ("licensekey", Strong),
    ("masterkey", Strong),
    ("presharedkey", Strong),
    ("privatekey", Strong),
    ("sharedkey", Strong),
    ("signingkey", Strong),
    ("subscriptionkey", Strong),
    ("token", Strong),
    ("credential", Strong),
    ("credentials", Strong),
];
/// Last words that count only as separate words, since other words end with them.
pub(super) const SEPARATE_WORDS: &[(&str, Strength)] = &[
    ("pass", Password),
    ("creds", Password),
    ("psk", Password),
    ("salt", Strong),
    ("pepper", Strong),
    ("key", Weak),
    ("auth", Weak),
];

/// Each of the names contains one of these, or ends with `pw` and what may follow a name.
pub(super) const PARTS: &[&str] = &[
    "key",
    "ken",
    "pas",
    "pwd",
    "_pw",
    "pw_",
    "pw ",
    "pw\t",
    "pw=",
    "pw:",
    "pw\"",
    "pw'",
    "pw]",
    "ecr",
    "credential",
    "creds",
    "auth",
    "salt",
    "pepper",
    "psk",
];
