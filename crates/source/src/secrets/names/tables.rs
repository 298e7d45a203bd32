//! The words of names that mark a secret.

use std::sync::LazyLock;

use super::super::rows;
use super::Strength::{self, Password, Strong, Weak};

/// Words, each with the strength of the names that end with it.
type Words = LazyLock<Vec<(&'static str, Strength)>>;

/// The last words of such names, in lower case without separators.
pub(super) static NAMES: Words = LazyLock::new(|| {
    rows(
        &[
            (
                "password passwd passphrase passcode pwd bindpass dbpass rootpass userpass adminpw bindpw \
         dbpw rootpw userpw requirepass pgpass mysqlpass sqlpass smtppass mailpass ldappass ftppass \
         sshpass keypass storepass kennwort passwort passord wachtwoord contrasena motdepasse \
         palavrapasse adgangskode salasana masterauth",
                Password,
            ),
            (
                "secret secretkey secretkeybase accesskey apikey appkey authkey accountkey clientkey \
         consumerkey decryptionkey encryptionkey licensekey masterkey presharedkey privatekey \
         sharedkey signingkey subscriptionkey unsealkey validationkey token credential credentials",
                Strong,
            ),
        ],
        ' ',
    )
});
/// Last words that count only as separate words, since other words end with them.
pub(super) static SEPARATE_WORDS: Words = LazyLock::new(|| {
    rows(
        &[
            ("pass pw mdp senha haslo heslo parola creds psk", Password),
            ("salt pepper", Strong),
            ("key auth", Weak),
        ],
        ' ',
    )
});

/// Each of the names contains one of these, or ends with `pw` and what may follow a name.
pub(super) const PARTS: &[&str] = &[
    "key", "ken", "pas", "pwd", "_pw", "pw_", "pw ", "pw\t", "pw=", "pw:", "pw\"", "pw'", "pw]",
    "ecr", "nnwort", "woord", "trasena", "senha", "haslo", "heslo", "parola", "gskode", "lasana",
    "mdp", "_pat", "dential", "creds", "auth", "salt", "pepper", "psk",
];

/// The end of a name of a personal access token, which is no word of its own: `pat` is a pattern, too.
pub(super) const ACCESS_TOKEN: &[u8] = b"_pat";

/// Words for a password in letters other than those of ASCII, between commas.
pub(super) const FOREIGN_NAMES: &str = "\
    пароль, Пароль, ПАРОЛЬ, contraseña, Contraseña, hasło, şifre, lösenord, Lösenord, jelszó, \
    Jelszó, mật khẩu, Mật khẩu, 口令, 密钥, 密鑰, 密码, 密碼, パスワード, 비밀번호";

/// The ends of names that are the value of the name before them, or compare it: `password.value = "…"`.
pub(super) const MEMBERS: &[&[u8]] =
    &[b"value", b"equals", b"Equals", b"equalsIgnoreCase", b"default"];
