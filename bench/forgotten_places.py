#!/usr/bin/env python3
"""Places that a change forgot, proved by a later commit, and whether `firsthand impact` lists them.

`draw` looks in the history of clones for commits whose message says that they mend what an earlier one left out, and
that name this one: by its id, its number, its change id, or its revision. The places of such a fix are the lines that
it replaces (or beside which it adds some), as they stood after the change: they are older than the change, and neither
they nor the function around them (as git sees it) are in its diff. Tests and lists of changes are no places.

    bench/forgotten_places.py draw --seed 7 --each 4 CLONE... > pairs.jsonl
    bench/forgotten_places.py score --program target/release/firsthand --seconds 20 pairs.jsonl > scored.jsonl
    bench/forgotten_places.py table scored.jsonl

`score` checks out each change in its clone, which must be one that nobody works in.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

# What a fix says.
SAYS = re.compile(
    r"\b(?:also|forg[eo]t(?:ten)?|miss(?:ed|ing|es)|over(?:looked|sight)|left (?:out|over|behind)|as well|too"
    r"|follow(?:s|ed|ing)?[- ]?up|same (?:fix|change|thing|for|as|problem|issue|bug)|did(?:n't| not)|not updated)\b",
    re.IGNORECASE,
)
SENTENCE = re.compile(r"[.;!?]\s|\n\s*\n|\n\s*[*-] ")
# Lines of which a place does not consist alone: imports and comments.
IMPORT = re.compile(
    r"\s*(?:$|import\b|from\b.*\bimport\b|use\b|using\b|#include\b|require|package\b|//|#[^\[]|\*|/\*)"
)
BACK = re.compile(r"\brevert|cherry[- ]pick|\bbackport|\bmerge\b", re.IGNORECASE)
# How it names the change: a name for the kind, and the number or id.
NAMES = [
    ("commit", re.compile(r"\b([0-9a-f]{7,40})\b")),
    ("change", re.compile(r"\b(I[0-9a-f]{7,40})\b")),
    ("number", re.compile(r"(?:#|/pull/|\bgh-|\bPR )(\d+)\b")),
    ("revision", re.compile(r"(?:\br|\[)(\d{3,6})\b")),
    ("list", re.compile(r"\bCL (\d{4,7})\b")),
]
NO_PLACE = re.compile(
    r"(?:^|[/_.-])(?:tests?|specs?|__tests__|testing|fixtures?|testdata|snapshots?)(?:[/_.-]|$)|Tests?\.\w+$"
    r"|change(?:s|log|set)|news|history|release|authors|contributors|thanks|todo|\.lock$|-lock\.|\.po$|\.svg$",
    re.IGNORECASE,
)
CODE = {
    "c": "C", "h": "C", "cc": "C++", "cpp": "C++", "cs": "C#", "go": "Go", "java": "Java", "js": "JavaScript",
    "mjs": "JavaScript", "jsx": "JavaScript", "ts": "TypeScript", "tsx": "TypeScript", "vue": "JavaScript",
    "kt": "Kotlin", "php": "PHP", "py": "Python", "rb": "Ruby", "rs": "Rust", "ex": "Elixir", "exs": "Elixir",
    "swift": "Swift", "scala": "Scala",
}  # fmt: skip
# The drivers by which git knows where a function begins.
DRIVERS = {
    "c": "cpp", "h": "cpp", "cc": "cpp", "cpp": "cpp", "cs": "csharp", "go": "golang", "java": "java", "php": "php",
    "py": "python", "rb": "ruby", "rs": "rust", "ex": "elixir", "exs": "elixir", "kt": "kotlin",
}  # fmt: skip
HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
MAX_DAYS = 400
MAX_FILES, MAX_LINES = 30, 800
MAX_FIX_FILES, MAX_FIX_LINES = 8, 150
MAX_PLACES = 12
# How far a listed line may stand from a place that is in no declaration of the list.
NEAR = 3


def git(clone, *arguments):
    command = ["git", "-C", str(clone), "-c", "core.quotePath=false", *arguments]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    return run.stdout if run.returncode == 0 else ""


def attributes(folder):
    """A file of attributes that tells git the language of each file."""
    path = Path(folder) / "forgotten_places.attributes"
    path.write_text("".join(f"*.{ending} diff={driver}\n" for ending, driver in DRIVERS.items()))
    return path


def hunks(diff):
    """The old and new lines of each hunk by the new path: `{path: [(old first, old count, new first, new count)]}`."""
    found = {}
    path = None
    for line in diff.splitlines():
        if line.startswith("+++ "):
            path = line[6:] if line.startswith("+++ b/") else None
        elif path and (match := HUNK.match(line)):
            first, count, new, new_count = (1 if part is None else int(part) for part in match.groups())
            found.setdefault(path, []).append((first, count, new, new_count))
    return found


def history(clone):
    """All commits of the branch: id, time, parents, message; newest first."""
    text = git(clone, "log", "--format=%H%x1f%ct%x1f%P%x1f%B%x1e")
    commits = []
    for record in text.split("\x1e"):
        parts = record.strip("\n").split("\x1f")
        if len(parts) == 4:
            commits.append((parts[0], int(parts[1]), parts[2].split(), parts[3]))
    return commits


def names(commits):
    """The commits by what later ones may call them."""
    known = {}
    for commit, _, parents, message in commits:
        subject = message.split("\n", 1)[0]
        own = {("commit", commit[:7])}
        own |= {("change", found[:8]) for found in re.findall(r"^Change-Id: (I[0-9a-f]+)", message, re.MULTILINE)}
        own |= {("number", found) for found in re.findall(r"\(#(\d+)\)$", subject)}
        own |= {("number", found) for found in re.findall(r"^Merge pull request #(\d+)", subject)}
        own |= {("revision", found) for found in re.findall(r"^git-svn-id: \S+@(\d+)", message, re.MULTILINE)}
        own |= {("list", found) for found in re.findall(r"^Reviewed-on: \S+/(\d+)$", message, re.MULTILINE)}
        for name in own:
            known.setdefault(name, (commit, parents))
    return known


def named(message, known):
    """The commits that the sentences of a message name which say that something was left out."""
    text = "\n".join(
        line for line in message.splitlines() if not re.match(r"Change-Id:|Reviewed-on:|git-svn-id:", line)
    )
    subject, _, body = text.partition("\n")
    text = re.sub(r"\(#\d+\)$", "", subject) + "\n" + body
    found = {}
    saying = " ".join(sentence for sentence in SENTENCE.split(text) if SAYS.search(sentence))
    for kind, pattern in NAMES:
        for match in pattern.finditer(saying):
            key = match.group(1)
            key = key[:7] if kind == "commit" else key[:8] if kind == "change" else key
            if (kind, key) in known:
                commit, parents = known[(kind, key)]
                found[commit] = parents
    return found


def is_place(path):
    return not NO_PLACE.search(path)


def lines_after(clone, change, fix, path, first, count):
    """Which lines of the change's state the lines of the state before a fix were; `None` of younger ones."""
    last = first + max(count, 1) - 1
    if git(clone, "rev-parse", f"{fix}^").strip() == change:
        return [(path, max(number, 1)) for number in range(first, last + 1)]
    lines_before = f"{max(first, 1)},{max(last, 1)}"
    blamed = git(clone, "blame", "-w", "--porcelain", "-L", lines_before, f"{change}..{fix}^", "--", path)
    lines = []
    boundary = set()
    entries = []
    name = {}
    commit = None
    for line in blamed.splitlines():
        if match := re.match(r"^([0-9a-f]{40}) (\d+) \d+", line):
            commit = match.group(1)
            entries.append((commit, int(match.group(2))))
        elif line == "boundary":
            boundary.add(commit)
        elif line.startswith("filename "):
            name[commit] = line[9:]
    for commit, number in entries:
        lines.append((name.get(commit), number) if commit in boundary else None)
    return lines


def forgotten(clone, change, parent, fix, attributes_file):
    """The places of a fix that the change could have touched and did not."""
    with_attributes = ("-c", f"core.attributesFile={attributes_file}")
    touched = hunks(git(clone, *with_attributes, "diff", "-M", "-W", "-U3", parent, change))
    places = []
    for path, of_file in hunks(git(clone, "diff", "-M", "-w", "-U0", f"{fix}^", fix)).items():
        if not is_place(path):
            continue
        text = git(clone, "show", f"{fix}:{path}").splitlines()
        before = git(clone, "show", f"{fix}^:{path}").splitlines()
        for first, count, new, new_count in of_file:
            added = text[new - 1 : new - 1 + new_count]
            removed = before[first - 1 : first - 1 + count]
            if all(IMPORT.match(line) for line in added + removed):
                continue
            lines = lines_after(clone, change, fix, path, first, count)
            if not lines or None in lines:
                continue
            (name, number), (_, last) = lines[0], lines[-1]
            if not git(clone, "cat-file", "-t", f"{parent}:{name}"):
                continue
            ranges = touched.get(name, [])
            if any(start - 1 <= last and number <= start + length for _, _, start, length in ranges):
                continue
            places.append({"path": name, "first": number, "last": max(last, number)})
    return places


def size(clone, before, after):
    rows = [line.split("\t") for line in git(clone, "diff", "--numstat", "-M", before, after).splitlines()]
    return len(rows), sum(int(row[0]) + int(row[1]) for row in rows if row[0].isdigit()), [row[-1] for row in rows]


def language(paths):
    known = Counter(CODE[ending] for path in paths if (ending := path.rsplit(".", 1)[-1]) in CODE and is_place(path))
    return known.most_common(1)[0][0] if known else None


def pair(clone, commit, known, times, attributes_file):
    """The change that a fix mends, with the places that this forgot."""
    fix, time, parents, message = commit
    if len(parents) != 1 or not SAYS.search(message) or BACK.search(message):
        return None
    changes = named(message, known)
    changes.pop(fix, None)
    if len(changes) != 1:
        return None
    ((change, of),) = changes.items()
    if not of or not 0 <= time - times[change] <= MAX_DAYS * 86400:
        return None
    files, lines, _ = size(clone, f"{fix}^", fix)
    changed_files, changed_lines, paths = size(clone, of[0], change)
    if files > MAX_FIX_FILES or lines > MAX_FIX_LINES or changed_files > MAX_FILES or changed_lines > MAX_LINES:
        return None
    main = language(paths)
    if not main or not git(clone, "merge-base", change, fix).startswith(change):
        return None
    places = forgotten(clone, change, of[0], fix, attributes_file)
    if not 0 < len(places) <= MAX_PLACES:
        return None
    return {
        "clone": str(clone),
        "language": main,
        "change": change,
        "before": of[0],
        "fix": fix,
        "says": message.split("\n", 1)[0],
        "places": places,
    }


def draw(arguments):
    for clone in arguments.clones:
        commits = history(clone)
        known = names(commits)
        times = {commit: time for commit, time, _, _ in commits}
        random.Random(arguments.seed).shuffle(commits)
        attributes_file = attributes(clone / ".git")
        drawn = 0
        seen = set()
        for commit in commits:
            found = pair(clone, commit, known, times, attributes_file)
            if found and found["change"] not in seen:
                seen.add(found["change"])
                print(json.dumps(found), flush=True)
                drawn += 1
            if drawn == arguments.each:
                break


def holds(listed, place):
    """Whether a listed place is a forgotten one."""
    if listed["path"] != place["path"] or "quote" not in listed:
        return False
    first, last = listed.get("range") or (listed["line"], listed["line"])
    near = abs(listed["line"] - place["first"]) <= NEAR or place["first"] <= listed["line"] <= place["last"]
    return near or first <= place["last"] and place["first"] <= last


def found_at(document, place):
    """How and where a place stands among those of its role; `None` if it is not listed."""
    ranks = Counter()
    best = None
    for listed in document["affected"]:
        role = listed["role"]
        ranks[role] += 1
        if holds(listed, place) and not listed["in_change"]:
            at = {"role": role, "how": listed["how"], "rank": ranks[role], "weak": listed.get("weak", False),
                  "line": f"{listed['path']}:{listed['line']}"}
            if best is None or at["rank"] < best["rank"]:
                best = at
    return best


def score_one(program, seconds, with_markdown, one):
    clone, change = one["clone"], one["change"]
    git(clone, "checkout", "-q", "--force", change)
    command = [program, "impact", f"{one['before']}..{change}", "--root", clone, "-q", "--max-seconds", str(seconds)]

    def form(*more):
        run = subprocess.run([*command, *more], capture_output=True, encoding="utf-8", errors="replace")
        if run.returncode not in (0, 3):
            raise ValueError(run.stderr.strip())
        return run.stdout

    document = json.loads(form("--format", "json"))
    markdown = form("--format", "md", "--max-chars", "2500") if with_markdown else ""
    listed = document["affected"]
    places = []
    for place in one["places"]:
        at = found_at(document, place)
        printed = any(
            holds(row, place) and row["path"] in markdown and row.get("quote", "?")[:40] in markdown for row in listed
        )
        file = next((row["how"] for row in listed if row["path"] == place["path"] and "quote" not in row), None)
        places.append({**place, "at": at, "markdown": printed, "file": file})
    counts = Counter(row["role"] for row in listed)
    hows = Counter(row["how"] for row in listed if row["role"] == "sibling")
    return {**one, "places": places, "listed": counts, "siblings": hows, "losses": document.get("losses", {}),
            "notes": document.get("notes", [])}


def score(arguments):
    for line in arguments.pairs.read_text().splitlines():
        try:
            one = json.loads(line)
            scored = score_one(arguments.program, arguments.seconds, not arguments.no_markdown, one)
            print(json.dumps(scored), flush=True)
        except (ValueError, KeyError) as why:
            print(f"not scored: {line[:120]}: {why}", file=sys.stderr)


def table(arguments):
    rows = [json.loads(line) for path in arguments.scored for line in path.read_text().splitlines()]
    def share(counts):
        return f"{sum(counts)} of {len(counts)}"
    first_ten = lambda place: place["at"] and place["at"]["rank"] <= 10 and not place["at"]["weak"]
    tests = {
        "listed": lambda place: place["at"],
        "listed, not weak": lambda place: place["at"] and not place["at"]["weak"],
        "among the first ten of its role": first_ten,
        "in Markdown": lambda place: place["markdown"],
        "its file, without a line": lambda place: not place["at"] and place["file"],
    }
    for name, test in tests.items():
        pairs = [any(test(place) for place in row["places"]) for row in rows]
        wholly = [all(test(place) for place in row["places"]) for row in rows]
        each = [bool(test(place)) for row in rows for place in row["places"]]
        print(f"{name}: pairs {share(pairs)}; all places of {share(wholly)}; places {share(each)}")
    roles = sum((Counter(row["listed"]) for row in rows), Counter())
    print("listed by role:", dict(roles.most_common()))
    print("siblings by how:", dict(sum((Counter(row["siblings"]) for row in rows), Counter()).most_common()))
    found = [place["at"] for row in rows for place in row["places"] if place["at"]]
    hits = Counter(f"{at['role']}/{at['how']}" for at in found)
    print("forgotten places by role and how:", dict(hits.most_common()))
    for row in rows:
        best = min((p["at"] for p in row["places"] if p["at"]), key=lambda at: (at["weak"], at["rank"]), default=None)
        said = f"{best['role']}/{best['how']} #{best['rank']}{' weak' if best['weak'] else ''}" if best else "-"
        held = share([bool(place["at"]) for place in row["places"]])
        ids = f"{row['change'][:9]} {row['fix'][:9]}"
        print(f"{Path(row['clone']).name:14} {ids} {held:8} {said:28} {row['says'][:70]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("draw", help="find changes and their fixes")
    command.add_argument("clones", nargs="+", type=Path)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--each", type=int, default=4, help="the most pairs of one clone")
    command.set_defaults(run=draw)
    command = commands.add_parser("score", help="ask about each change")
    command.add_argument("pairs", type=Path)
    command.add_argument("--program", default="firsthand")
    command.add_argument("--seconds", type=int, default=20)
    command.add_argument("--no-markdown", action="store_true", help="ask for JSON alone")
    command.set_defaults(run=score)
    command = commands.add_parser("table", help="print what was found")
    command.add_argument("scored", nargs="+", type=Path)
    command.set_defaults(run=table)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
