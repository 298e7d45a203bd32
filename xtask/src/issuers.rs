//! `cargo xtask issuers CONFIG --version VERSION`: converts the rules of gitleaks into the table of issuers' formats.
//!
//! gitleaks searches a whole file with a rule if the file contains one of its keywords. The table is searched near a
//! keyword only, so each rule is reduced to what stands at its keyword: a token as a whole, or the value that is
//! assigned to a name with the keyword.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::command::root;

/// The table, from the root.
const TABLE: &str = "crates/source/src/secrets/issuers.tsv";
/// The license of the rules.
const LICENSE: &str = include_str!("issuers/LICENSE-gitleaks");
/// What gitleaks puts before a keyword, between it and an assigned value, and after a value or a token.
const BEFORE: &str = r"[\w.-]{0,50}?";
const ASSIGN: &str =
    r#"(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"#;
const SCOPED_ASSIGN: &str =
    r#"(?:[ \t\w.-]{0,20})[\s'"]{0,3})(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"#;
const END: &str = r#"(?:[\x60'"\s;]|\\[nr]|$)"#;
/// The end in the table: any character that no token contains.
const TABLE_END: &str = r"(?:[^\w-]|$)";
/// Rules that are left out, and where the crate recognizes the same.
const LEFT_OUT: &[(&str, &str)] = &[
    ("airtable-personnal-access-token", "tokens.rs"),
    ("curl-auth-header", "credentials.rs"),
    ("curl-auth-user", "command_line.rs"),
    ("freemius-secret-key", "assigned.rs"),
    ("generic-api-key", "assigned.rs"),
    ("hashicorp-tf-password", "assigned.rs"),
    ("jwt", "tokens.rs"),
    ("kubernetes-secret-yaml", "manifests.rs"),
    ("nuget-config-password", "assigned.rs"),
    ("pkcs12-file", "files.rs"),
    ("private-key", "keys.rs"),
    ("sidekiq-sensitive-url", "credentials.rs"),
    ("twilio-api-key", "tokens.rs"),
];
/// Keywords of rules whose own are in no match, or in many other words.
const KEYWORDS: &[(&str, &[&str])] = &[
    ("authress-service-client-access-key", &[".acc-", ".acc_"]),
    ("cloudflare-origin-ca-key", &["v1.0-"]),
    ("gocardless-api-token", &["gocardless"]),
    ("intra42-client-secret", &["s-s4t2ud-", "s-s4t2af-"]),
    ("lob-api-key", &["lob_", "lob-", "lob."]),
    ("lob-pub-api-key", &["lob_", "lob-", "lob."]),
    (
        "new-relic-browser-api-token",
        &["new-relic", "newrelic", "new_relic"],
    ),
    (
        "new-relic-insert-key",
        &["new-relic", "newrelic", "new_relic"],
    ),
    (
        "new-relic-user-api-key",
        &["new-relic", "newrelic", "new_relic"],
    ),
    ("sourcegraph-access-token", &["sgp_"]),
    ("vault-service-token", &["hvs."]),
];

#[derive(Deserialize)]
struct Config {
    rules: Vec<Rule>,
}

#[derive(Deserialize)]
struct Rule {
    id: String,
    regex: Option<String>,
    entropy: Option<f64>,
    #[serde(default)]
    keywords: Vec<String>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the tasks work on the project's own files"
)]
pub(crate) fn run(config: &Path, version: &str) -> Result<()> {
    let text = std::fs::read_to_string(config)
        .with_context(|| format!("cannot read {}", config.display()))?;
    std::fs::write(root().join(TABLE), table(&toml::from_str(&text)?, version))?;
    Ok(())
}

/// The table of a configuration.
fn table(config: &Config, version: &str) -> String {
    let mut out =
        format!("# Written by `cargo xtask issuers` from the rules of gitleaks {version}\n#\n");
    for line in LICENSE.lines() {
        let _ = writeln!(out, "{}", format!("# {line}").trim_end());
    }
    out += "#\n# name, form, keywords, least entropy, regex\n";
    for rule in &config.rules {
        if let Some((_, place)) = LEFT_OUT.iter().find(|(id, _)| *id == rule.id) {
            let _ = writeln!(out, "# {}: {place}", rule.id);
            continue;
        }
        for (form, regex) in forms(rule.regex.as_deref().unwrap_or_default()) {
            let own = KEYWORDS.iter().find(|(id, _)| *id == rule.id);
            let keywords = own.map_or_else(|| rule.keywords.join(","), |(_, own)| own.join(","));
            let (id, entropy) = (&rule.id, rule.entropy.unwrap_or_default());
            let _ = writeln!(out, "{id}\t{form}\t{keywords}\t{entropy}\t{regex}");
        }
    }
    out
}

/// The alternatives of a rule's regex: whether each is a `token` or a `value` that is assigned, and its regex.
fn forms(regex: &str) -> Vec<(&'static str, String)> {
    let caseless = |part: &str| if part.starts_with("(?i)") { "(?i)" } else { "" };
    let reduced = |part: &str| without_group_names(&part.replace(END, TABLE_END));
    let alternatives = match regex.split_once(&format!("{END}|")) {
        Some((first, second)) if !first.is_empty() => {
            vec![format!("{first}{END}"), second.to_owned()]
        }
        _ => vec![regex.to_owned()],
    };
    let form = |part: String| {
        if let Some((_, value)) = part.split_once(SCOPED_ASSIGN) {
            return ("value", reduced(value));
        }
        match part.split_once(ASSIGN) {
            Some((_, value)) => ("value", format!("{}{}", caseless(&part), reduced(value))),
            None => ("token", reduced(&part.replace(BEFORE, ""))),
        }
    };
    alternatives.into_iter().map(form).collect()
}

/// A regex whose named groups are no groups: a token is the whole match, or the first group.
fn without_group_names(regex: &str) -> String {
    let mut parts = regex.split("(?P<");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("(?:");
        out.push_str(part.split_once('>').map_or(part, |(_, rest)| rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_reduced_to_what_stands_at_its_keyword() {
        let check = |regex: &str, expect: &[(&str, &str)]| {
            let expect: Vec<(&str, String)> = expect
                .iter()
                .map(|(form, regex)| (*form, (*regex).to_owned()))
                .collect();
            assert_eq!(forms(regex), expect, "{regex}");
        };
        check(
            &format!(r"(?i){BEFORE}(?:acme){ASSIGN}([a-z]{{9}}){END}"),
            &[("value", r"(?i)([a-z]{9})(?:[^\w-]|$)")],
        );
        check(
            &format!(r"{BEFORE}(?i:{BEFORE}(?:acme){SCOPED_ASSIGN}([a-z]{{9}}){END}"),
            &[("value", r"([a-z]{9})(?:[^\w-]|$)")],
        );
        check(
            &format!(r"\b(ac_[a-z]{{9}}){END}"),
            &[("token", r"\b(ac_[a-z]{9})(?:[^\w-]|$)")],
        );
        check(
            &format!(r"(?i)(?:acme){ASSIGN}([a-z]{{9}}){END}|\b(AC[a-z]{{9}}){END}"),
            &[
                ("value", r"(?i)([a-z]{9})(?:[^\w-]|$)"),
                ("token", r"\b(AC[a-z]{9})(?:[^\w-]|$)"),
            ],
        );
    }
}
