#!/usr/bin/env python3
"""Writes the table of issuers' token formats from the rules of gitleaks (its config/gitleaks.toml).

    python3 xtask/issuers.py CONFIG --version VERSION

gitleaks searches a whole file with a rule if the file contains one of its keywords. The table is searched near a keyword
only, so each rule is reduced to what stands at its keyword: a token as a whole, or the value that is assigned to a name
with the keyword.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
TABLE = HERE.parent / "crates/source/src/secrets/issuers.tsv"

# What gitleaks puts before a keyword, between it and an assigned value, and after a value or a token.
BEFORE = r"[\w.-]{0,50}?"
ASSIGN = r"""(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}"""
SCOPED_ASSIGN = ASSIGN.replace("{0,3}", "{0,3})", 1)
END = r"""(?:[\x60'"\s;]|\\[nr]|$)"""
# The end in the table: any character that no token contains.
TABLE_END = r"(?:[^\w-]|$)"
# Rules that are left out, and where the crate recognizes the same.
LEFT_OUT = {
    "airtable-personnal-access-token": "forms.tsv",
    "curl-auth-header": "forms.tsv",
    "curl-auth-user": "command_line.rs",
    "freemius-secret-key": "assigned.rs",
    "generic-api-key": "assigned.rs",
    "hashicorp-tf-password": "assigned.rs",
    "jwt": "forms.tsv",
    "kubernetes-secret-yaml": "manifests.rs",
    "nuget-config-password": "assigned.rs",
    "pkcs12-file": "files.rs",
    "private-key": "keys.rs",
    "sidekiq-sensitive-url": "credentials.rs",
    "twilio-api-key": "forms.tsv",
}
# Keywords of rules whose own are in no match, or in many other words.
NEW_RELIC = ["new-relic", "newrelic", "new_relic"]
KEYWORDS = {
    "authress-service-client-access-key": [".acc-", ".acc_"],
    "cloudflare-origin-ca-key": ["v1.0-"],
    "gocardless-api-token": ["gocardless"],
    "intra42-client-secret": ["s-s4t2ud-", "s-s4t2af-"],
    "lob-api-key": ["lob_", "lob-", "lob."],
    "lob-pub-api-key": ["lob_", "lob-", "lob."],
    "new-relic-browser-api-token": NEW_RELIC,
    "new-relic-insert-key": NEW_RELIC,
    "new-relic-user-api-key": NEW_RELIC,
    "sourcegraph-access-token": ["sgp_"],
    "vault-service-token": ["hvs."],
}


def reduced(part: str) -> str:
    """A regex with the table's end, whose named groups are no groups: a token is the whole match, or the first group."""
    return re.sub(r"\(\?P<[^>]*>", "(?:", part.replace(END, TABLE_END))


def form(part: str) -> tuple[str, str]:
    """Whether an alternative is a `token` or a `value` that is assigned, and its regex."""
    if SCOPED_ASSIGN in part:
        return "value", reduced(part.split(SCOPED_ASSIGN, 1)[1])
    if ASSIGN in part:
        caseless = "(?i)" if part.startswith("(?i)") else ""
        return "value", caseless + reduced(part.split(ASSIGN, 1)[1])
    return "token", reduced(part.replace(BEFORE, ""))


def forms(regex: str) -> list[tuple[str, str]]:
    """The forms of a rule's alternatives."""
    first, separator, second = regex.partition(END + "|")
    return [form(first + END), form(second)] if separator and first else [form(regex)]


def rows(rules: list[dict[str, Any]]) -> Iterator[str]:
    for rule in rules:
        name = rule["id"]
        if name in LEFT_OUT:
            yield f"# {name}: {LEFT_OUT[name]}"
            continue
        keywords = ",".join(KEYWORDS.get(name, rule.get("keywords", [])))
        for kind, regex in forms(rule.get("regex", "")):
            yield "\t".join([name, kind, keywords, f"{rule.get('entropy', 0):g}", regex])


def table(config: str, version: str) -> str:
    license_lines = (HERE / "LICENSE-gitleaks").read_text(encoding="utf-8").splitlines()
    head = [f"# Written by `xtask/issuers.py` from the rules of gitleaks {version}", "#"]
    head += [f"# {line}".rstrip() for line in license_lines]
    head += ["#", "# name, form, keywords, least entropy, regex"]
    return "\n".join([*head, *rows(tomllib.loads(config)["rules"])]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("config", type=Path)
    parser.add_argument("--version", required=True)
    options = parser.parse_args()
    TABLE.write_text(table(options.config.read_text(encoding="utf-8"), options.version), encoding="utf-8")


if __name__ == "__main__":
    main()
