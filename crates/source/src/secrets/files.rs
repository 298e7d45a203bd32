//! Files that contain secrets by convention, as closed tables with one row for each convention.

use super::find_tokens;

/// Whole names, in lower case.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    ".envrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".netrc", "_netrc", ".pgpass", "pgpass.conf", ".my.cnf", ".htpasswd",
    ".git-credentials", ".dockercfg", ".s3cfg", ".vault-token", ".vault-pass", ".vault_pass", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
    "id_ed25519_sk", "credentials.tfrc.json", "credentials.json", "kubeconfig", "secrets.yaml", "secrets.yml",
    "secrets.json", "secrets.toml", "service-account.json", "service_account.json", "serviceaccountkey.json",
];

/// Suffixes of names, in lower case.
#[rustfmt::skip]
const SUFFIXES: &[&str] = &[
    ".pem", ".key", ".p8", ".p12", ".pkcs8", ".pkcs12", ".jceks", ".keytab", ".pfx", ".jks", ".keystore", ".ppk",
    ".kdbx", ".tfstate", ".tfvars", ".tfvars.json", ".env",
];

/// What editors and people put behind the name of a file to keep a copy of it.
const COPY_SUFFIXES: &[&str] = &["~", ".bak", ".backup", ".old", ".orig", ".save", ".swp"];

/// Names of files that contain secrets only in a certain folder: the folder and the name.
#[rustfmt::skip]
const NAMES_IN_FOLDER: &[(&str, &str)] = &[
    (".aws", "credentials"), (".azure", "accesstokens.json"), (".cargo", "credentials"),
    (".cargo", "credentials.toml"), (".docker", "config.json"), (".gem", "credentials"), (".kube", "config"),
];

/// The suffixes of a `.env.` file that mark a template without real values.
const TEMPLATE_SUFFIXES: &[&str] = &["dist", "example", "sample", "template"];

/// Whether a file contains secrets by the convention of its name, or a name in its path is a secret itself. Such a file
/// is never opened, and its path is never shown.
#[must_use]
pub fn is_secret_path(path: &str) -> bool {
    if !find_tokens(path.as_bytes()).is_empty() {
        return true;
    }
    let path = path.to_lowercase();
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", &path));
    has_secrets(folders, name) || copied_name(name).is_some_and(|name| has_secrets(folders, name))
}

/// The name of the file that a file is a copy of: `id_rsa` of `id_rsa.bak`, and `.env` of `.env~` and `..env.swp`.
fn copied_name(name: &str) -> Option<&str> {
    let copied = COPY_SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix))?;
    Some(copied.strip_prefix('.').filter(|rest| rest.starts_with('.')).unwrap_or(copied))
}

/// Whether a file in folders, both in lower case, contains secrets by the convention of its name.
fn has_secrets(folders: &str, name: &str) -> bool {
    let folder = folders.rsplit('/').next().unwrap_or_default();
    NAMES.contains(&name)
        || SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
        || NAMES_IN_FOLDER.contains(&(folder, name))
        || is_environment_file(name)
        || is_state_backup(name)
}

/// Whether a file is a backup of a state of Terraform with its time: `terraform.tfstate.1700000000.backup`.
fn is_state_backup(name: &str) -> bool {
    name.contains(".tfstate.") && name.ends_with(".backup")
}

/// Whether a file is an environment file such as `.env.production`, and not a template of one.
fn is_environment_file(name: &str) -> bool {
    name.starts_with(".env.") && !is_environment_template(name)
}

/// Whether a file, by its name in lower case, documents an environment file: `.env.example`.
#[must_use]
pub(crate) fn is_environment_template(name: &str) -> bool {
    let last = name.strip_prefix(".env.").and_then(|rest| rest.rsplit('.').next());
    last.is_some_and(|last| TEMPLATE_SUFFIXES.contains(&last))
}
