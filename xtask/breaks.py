#!/usr/bin/env python3
"""Breaks the rules of xtask/breaks.toml one at a time, in a copy of the workspace: a test of each of its laws must fail.

    python3 xtask/breaks.py [NAMES...]   runs the tests of the laws for each break, which takes hours for all
    python3 xtask/breaks.py --check      only compares the list with the sources, the laws and the validator's rules

`cargo xtask breaks` is the same, and `cargo xtask tidy` includes the check. Needs Python 3.11.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["firsthand-registry", "firsthand-validator", "firsthand-render", "firsthand-testkit"]
# These findings are recorded by the loop and by the tools.
RECORDED_ELSEWHERE = {"argument_repaired", "redacted", "not_read"}


def laws() -> list[str]:
    """The names in the table of laws of ARCHITECTURE.md."""
    table = (ROOT / "ARCHITECTURE.md").read_text().split("\n| law |", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def pattern(old: str) -> re.Pattern[str]:
    """`old` as the formatter may have laid it out: with other white space, and a comma before a closing bracket."""
    characters = re.sub(r",\s*(?=[)\]}])|\s", "", old)
    return re.compile(r"\s*".join((",?\\s*" if c in ")]}" else "") + re.escape(c) for c in characters))


def spans(text: str, old: str) -> list[tuple[int, int]]:
    return [found.span() for found in pattern(old).finditer(text)]


def faults(breaks: list[dict]) -> list[str]:
    """What is wrong with the list."""
    found = []
    for each in breaks:
        if not each["laws"] or not set(each["laws"]) <= set(laws()):
            found.append(f"{each['name']} names no law, or none that there is")
        for edit in each["edits"]:
            path = ROOT / edit["file"]
            count = len(spans(path.read_text() if path.exists() else "", edit["old"]))
            if count != 1:
                found.append(f"what {each['name']} changes stands {count} times in {edit['file']}")
    table = (ROOT / "crates/validator/src/finding.rs").read_text()
    rules = set(re.findall(r'=> "(\w+)"', table))
    broken = {each["rule"] for each in breaks if "rule" in each}
    found += [f"no break takes {rule} away" for rule in sorted(rules - RECORDED_ELSEWHERE - broken)]
    found += [f"{rule} is no rule" for rule in sorted(broken - rules)]
    unbroken = set(laws()) - {law for each in breaks for law in each["laws"]}
    return found + [f"no break takes the law {law} away" for law in sorted(unbroken)]


def failed_tests(copy: Path, target: Path, packages: list[str], names: list[str]) -> list[str] | None:
    """The failed tests whose names contain a law's; `None` where the copy does not compile. Tests under `ui`, whose
    programs must not compile, are left out."""
    command = ["cargo", "test", "--no-fail-fast", "--test", "it"]
    command += [part for package in packages for part in ("--package", package)]
    command += ["--", *names, "--skip", "ui::"]
    # A fixed seed, so that a break that was noticed once is noticed again.
    settings = {"CARGO_TARGET_DIR": str(target), "PROPTEST_RNG_SEED": "1", "RUST_BACKTRACE": "0"}
    ran = subprocess.run(command, cwd=copy, env=os.environ | settings, capture_output=True, text=True)
    if "could not compile" in ran.stderr:
        print(ran.stderr, file=sys.stderr)
        return None
    failed = sorted(set(re.findall(r"^test (\S+) \.\.\. FAILED$", ran.stdout, re.MULTILINE)))
    if ran.returncode and not failed:
        sys.exit(ran.stdout + ran.stderr)
    return failed


def is_of_law(test: str, law: str) -> bool:
    return re.fullmatch(rf"{law}(_.*)?", test.rsplit("::", 1)[-1]) is not None


def run(breaks: list[dict]) -> list[str]:
    """Makes each break; returns the names of those that no test of its laws notices."""
    metadata = subprocess.check_output(["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT)
    # A target of its own: cargo would take a broken crate for the workspace's.
    folder = Path(json.loads(metadata)["target_directory"]) / "breaks"
    copy, target, survived = folder / "copy", folder / "target", []
    shutil.rmtree(copy, ignore_errors=True)
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(listed, cwd=ROOT, text=True).split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    for each in breaks:
        for edit in each["edits"]:
            text = (copy / edit["file"]).read_text()
            ((start, end),) = spans(text, edit["old"])
            (copy / edit["file"]).write_text(text[:start] + edit["new"] + text[end:])
        failed = failed_tests(copy, target, each.get("packages") or PACKAGES, each["laws"])
        for edit in each["edits"]:
            shutil.copy(ROOT / edit["file"], copy / edit["file"])
        noticed = failed is not None and all(any(is_of_law(t, law) for t in failed) for law in each["laws"])
        result = ", ".join(failed or []) if noticed else "DOES NOT COMPILE" if failed is None else "SURVIVED"
        survived += [] if noticed else [each["name"]]
        print(f"{each['name']:<36}  {each.get('rule', ''):<18}  {', '.join(each['laws']):<16}  {result}", flush=True)
    shutil.rmtree(copy, ignore_errors=True)
    return survived


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    breaks = tomllib.loads((ROOT / "xtask/breaks.toml").read_text())["break"]
    if found := faults(breaks):
        sys.exit("\n".join(found))
    if arguments.check:
        return
    if unknown := set(arguments.names) - {each["name"] for each in breaks}:
        sys.exit(f"no break {', '.join(sorted(unknown))}")
    if survived := run([each for each in breaks if not arguments.names or each["name"] in arguments.names]):
        sys.exit(f"no test of its law notices: {', '.join(survived)}")


if __name__ == "__main__":
    main()
