#!/usr/bin/env python3
"""Plants false references in reviews and plans of public repositories, and asks `firsthand check-claims` for them.

    bench/claims_planted.py --program target/debug/firsthand REPOSITORY:DOCUMENT...

REPOSITORY is a git directory. Each document is checked as it is, in the tree of the last commit that wrote it. A claim that
does not hold there is compared with a scan that shares no code with the program: paths by their ends, names as whole words,
lines by their count, quotes by their words. What the scan finds all the same is a *true claim that is flagged*; what it
cannot decide is printed. Then references that hold are made false, one of each kind in turn, in a copy of the document: lines
past the end, a path, a name and a quote that are nowhere. Each must be found, and no other reference may be flagged that was
not before.
"""

import argparse
import io
import json
import os
import random
import re
import subprocess
import tarfile
import tempfile

FLAGGED = ("wrong", "not_there")
KINDS = ("lines", "path", "name", "quote")


def git(repository, *words):
    return subprocess.run(["git", "-C", repository, *words], capture_output=True).stdout


def checked(program, root, document):
    words = [program, "check-claims", document, "--root", ".", "--format", "json"]
    ran = subprocess.run(words, cwd=root, capture_output=True, text=True)
    if ran.returncode not in (0, 1, 3):
        raise SystemExit(f"failed: {words}\n{ran.stderr}")
    return json.loads(ran.stdout)["claims"]


class Scan:
    """What stands in a tree, but for the document."""

    def __init__(self, root, document):
        self.texts = {}
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name != ".git"]
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), root)
                if path != document and not os.path.islink(os.path.join(root, path)):
                    with open(os.path.join(root, path), "rb") as file:
                        self.texts[path] = file.read().decode("utf-8", "replace")
        self.folder = os.path.dirname(document)
        self.words = {word for path, text in self.texts.items() for word in re.findall(r"\w+", path + " " + text)}

    def files(self, path):
        path = os.path.normpath(path.lstrip("/"))
        beside = os.path.normpath(os.path.join(self.folder, path))
        return [one for one in self.texts if one in (path, beside) or one.endswith("/" + path.lstrip("./"))]

    def is_true(self, claim):
        """Whether a flagged claim is true all the same; `None` where that is to be read."""
        text, why = claim["text"], claim.get("why", "")
        if claim["kind"] == "path":
            folder = text.strip("/").removeprefix("./")
            return bool(self.files(text)) or any(f"/{folder}/" in f"/{one}" for one in self.texts)
        if claim["kind"] == "name":
            parts = [part for part in re.findall(r"\w+", text) if len(part) > 1]
            if "stands in no file" in why:
                return all(part in self.words for part in parts)
            where = re.match(r"it is not in (.+)$", why)
            return bool(where) and re.search(rf"\b{parts[-1]}\b", self.texts.get(where[1], "")) is not None if where else None
        if claim["kind"] == "lines":
            path, _, lines = text.rpartition(":")
            last = int(lines.split("-")[-1])
            if "the file has" in why:
                return any(len(self.texts[one].splitlines()) >= last for one in self.files(path))
            return bool(self.files(path)) if "no such file" in why else None
        # The text is the first line of the quote alone.
        where = re.match(r"it does not stand in (.+)$", why)
        fold = " ".join(text.split())
        is_there = where and fold in " ".join(self.texts.get(where[1], "").split())
        return None if is_there or not where else False


def falsified(claim, written, unique):
    """A reference that is false, as it is written; `None` where it cannot be made from this one. Of a name that is nowhere the
    first mention counts, so each is `unique`."""
    if claim["kind"] == "lines" and (number := re.search(r"\d+(?=\D*$)", written)):
        return written[: number.start()] + "98765" + written[number.end() :]
    if claim["kind"] == "path" and (name := re.search(r"\w+(?=\.\w+\W*$)", written)):
        return f"{written[: name.end()]}qzx{unique}{written[name.end() :]}"
    if claim["kind"] == "name" and (name := re.search(re.escape(claim["text"]) + r"(?!\w)", written)):
        return f"{written[: name.end()]}Qzx{unique}{written[name.end() :]}"
    return None


def planted(text, claims, draw, count):
    """The text with false references, and what each says now."""
    holding = [claim for claim in claims if claim["state"] == "holds"]
    draw.shuffle(holding)
    lines, taken, told = text.split("\n"), set(), []
    for round_of in range(count):
        kind = KINDS[round_of % len(KINDS)]
        for claim in sorted(holding, key=lambda one: one["kind"] != kind):
            number = claim["line"]
            line = lines[number - 1].removesuffix("\r") if number <= len(lines) else ""
            written = line[claim["column"] - 1 : claim["end_column"] - 1]
            false = falsified(claim, written, round_of) if written and number not in taken else None
            if false is None or any(abs(number - other) < 2 for other in taken):
                continue
            taken.add(number)
            lines[number - 1] = line[: claim["column"] - 1] + false + line[claim["end_column"] - 1 :]
            told.append((number, claim["kind"], re.sub(r"[`\[\]()*]", "", false)))
            holding.remove(claim)
            break
    return "\n".join(lines), told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="+", metavar="REPOSITORY:DOCUMENT")
    parser.add_argument("--program", default="target/debug/firsthand")
    parser.add_argument("--count", type=int, default=6, help="false references of each document")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program, draw = os.path.abspath(options.program), random.Random(options.seed)
    sums = dict.fromkeys(("documents", "claims", "flagged", "true flagged", "planted", "found", "others"), 0)
    for named in options.documents:
        repository, document = named.rsplit(":", 1)
        commit = git(repository, "log", "-1", "--diff-filter=AM", "--format=%H", "--", document).decode().strip()
        with tempfile.TemporaryDirectory() as root:
            tarfile.open(fileobj=io.BytesIO(git(repository, "archive", commit))).extractall(root, filter="data")
            place = os.path.join(root, document)
            with open(place, encoding="utf-8", newline="") as file:
                text = file.read()
            git(root, "init", "-q")
            git(root, "add", "-A", "-f")
            before, scan = checked(program, root, document), Scan(root, document)
            flagged = [claim for claim in before if claim["state"] in FLAGGED]
            for claim in flagged:
                truth = scan.is_true(claim)
                sums["true flagged"] += truth is True
                if truth is not False:
                    print(f"  {'TRUE' if truth else 'read'} {document}:{claim['line']} {claim['kind']} {claim['text']}: {claim.get('why')}")
            altered, told = planted(text, before, draw, options.count)
            with open(place, "w", encoding="utf-8", newline="") as file:
                file.write(altered)
            said = checked(program, root, document)
            after = [claim for claim in said if claim["state"] in FLAGGED]
        lines = {number for number, _, _ in told}
        found = 0
        for number, kind, false in told:
            is_found = any(one["line"] == number for one in after)
            found += is_found
            if not is_found:
                states = [f"{one['state']} {one['text']}" for one in said if one["line"] == number]
                print(f"  MISSED {document}:{number} {kind} {false}: {states}")
        known = {(one["line"], one["text"]) for one in flagged}
        others = [one for one in after if one["line"] not in lines and (one["line"], one["text"]) not in known]
        for one in others:
            print(f"  OTHER {document}:{one['line']} {one['kind']} {one['text']}: {one.get('why')}")
        name = f"{os.path.basename(os.path.dirname(os.path.abspath(repository)))}:{document}"
        print(f"{name}: {len(before)} claims, {len(flagged)} flagged; planted {found} of {len(told)} found")
        for key, value in (("documents", 1), ("claims", len(before)), ("flagged", len(flagged)), ("planted", len(told)), ("found", found), ("others", len(others))):
            sums[key] += value
    print(", ".join(f"{key} {value}" for key, value in sums.items()))
    raise SystemExit(sums["true flagged"] or sums["found"] < sums["planted"] or sums["others"])


if __name__ == "__main__":
    main()
