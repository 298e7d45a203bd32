//! The commands that take a password, and how.

use std::sync::LazyLock;

use super::super::rows;
use Form::{Attached, Last, Pair, Whole};

/// How a command takes a password.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The option's argument is a name, this sign and the password.
    Pair(u8),
    /// The option's argument is the password; it may follow the option directly.
    Whole,
    /// The password follows the option directly.
    Attached,
    /// The password is the command's last argument that is no option, if at least so many others precede it, and the
    /// option, if one is named, is among the flags.
    Last(usize),
}

/// Each command, and the options by which it takes a password.
pub(super) static COMMANDS: LazyLock<Vec<(&str, Options)>> = LazyLock::new(|| rows(ALIKE, '|'));

type Options = &'static [(&'static str, Form)];

/// Commands that take passwords alike, between `|`.
const ALIKE: &[(&str, Options)] = &[
    (
        "curl",
        &[
            ("-u", Pair(b':')),
            ("--user", Pair(b':')),
            ("-U", Pair(b':')),
            ("--proxy-user", Pair(b':')),
            // A cookie.
            ("-b", Pair(b'=')),
        ],
    ),
    ("http|https", &[("-a", Pair(b':')), ("--auth", Pair(b':'))]),
    ("wget", &[("--password", Whole), ("--http-password", Whole)]),
    ("lftp", &[("-u", Pair(b',')), ("--user", Pair(b','))]),
    ("smbclient|rpcclient|smbget|net rpc|net ads", &[("-U", Pair(b'%')), ("--user", Pair(b'%'))]),
    ("mysql|mysqldump|mysqladmin|mysqlimport|mariadb", &[("-p", Attached)]),
    ("sqlcmd|bcp|ipmitool", &[("-P", Whole)]),
    ("mongo|mongosh|mongodump|mongorestore", &[("-p", Whole)]),
    ("redis-cli", &[("-a", Whole)]),
    ("ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami", &[("-w", Whole)]),
    ("snmpget|snmpwalk", &[("-A", Whole), ("-X", Whole)]),
    ("ssh-keygen", &[("-N", Whole), ("-P", Whole)]),
    ("sshpass|rdesktop|psexec", &[("-p", Whole)]),
    ("zip|unzip", &[("-P", Whole)]),
    ("7z|7za|7zr|7zz|unrar", &[("-p", Attached)]),
    ("rar", &[("-p", Attached), ("-hp", Attached)]),
    (
        "docker login|podman login|helm registry login|az login|oc login|cf login|twine upload",
        &[("-p", Whole)],
    ),
    ("keytool|jarsigner", &[("-storepass", Whole), ("-keypass", Whole)]),
    (
        "openssl",
        &[("-passin", Pair(b':')), ("-passout", Pair(b':')), ("-pass", Pair(b':')), ("-k", Whole)],
    ),
    ("net use|net user", &[("", Last(1))]),
    ("htpasswd", &[("-b", Last(1))]),
    (
        "rabbitmqctl add_user|rabbitmqctl change_password|rabbitmqctl authenticate_user|\
         wpa_passphrase",
        &[("", Last(1))],
    ),
    // `composer config http-basic.example.org name password`
    ("http-basic", &[("", Last(2))]),
    ("mc alias set", &[("", Last(3))]),
];

/// What a command contains that reads a password, or lines of a name and a password, from a pipe; between commas.
pub(super) const READERS: &str =
    "-stdin,passphrase-fd,sudo -S,sudo -kS,chpasswd,smbpasswd -,| passwd,--with-token";
