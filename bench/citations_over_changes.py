#!/usr/bin/env python3
"""What `firsthand verify --citations` says of citations that were true at an older commit.

For each repository, and each pair of commits, lines and declarations are drawn from the older tree, cited in a document
there, and recorded with `firsthand cite --lock`; the newer tree is checked with that document and its lock. The embedded
model reports in the older tree on what the subject of the newer commit says, and the report is verified in the newer
tree: its places are citations, too. What is said of each is compared with a map of lines that git makes: `git diff` with renames, and, where both disagree about a place that is
said to stand, `git blame -C -C -C` of that place: it is right if one of them finds most of its telling lines there.

    bench/citations_over_changes.py --program target/release/firsthand --pairs 20 --draw 40 REPOSITORY...

Each REPOSITORY is a folder with git's objects, bare or not. Prints a table, and with --disagreements each of them.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from io import BytesIO
from pathlib import Path

EXTENSIONS = (
    ".c .cc .cpp .cs .ex .go .h .hpp .java .js .jsx .kt .lua .php .py .rb .rs .scala .sh .sql .swift .ts .tsx .vue .zig"
).split()
DECLARATION = re.compile(
    r"^\s*(?:export |public |private |protected |static |async |pub(?:\(\w+\))? |default |abstract |final )*"
    r"(?:fn|func|def|class|struct|interface|enum|trait|impl|function|type|const)\s+\w+"
)


def git(repository, *arguments, text=True):
    run = subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=True)
    return run.stdout.decode("utf-8", "replace") if text else run.stdout


def unpack(repository, commit, folder):
    with tarfile.open(fileobj=BytesIO(git(repository, "archive", commit, text=False))) as archive:
        members = [one for one in archive.getmembers() if one.isfile() and not one.issym()]
        archive.extractall(folder, members=members, filter="data")
    (folder / ".git").mkdir()


def draw(folder, changed, count, chance):
    """Citations of files of which at least two thirds differ between the commits: ranges of lines that say something,
    and declarations."""
    files = [path for path in changed if path.endswith(tuple(EXTENSIONS)) and (folder / path).is_file()]
    unchanged = [
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.suffix in EXTENSIONS and path.is_file() and not path.is_symlink()
    ]
    drawn = []
    for _ in range(count * 3):
        if len(drawn) == count or not (files or unchanged):
            break
        pool = files if files and (chance.random() < 0.67 or not unchanged) else unchanged
        path = chance.choice(pool)
        try:
            lines = (folder / path).read_bytes().decode().removesuffix("\n").split("\n")
        except UnicodeDecodeError:
            continue
        if not 5 <= len(lines) <= 6000 or re.search(r"[^\w./@+-]", path):
            continue
        kind = chance.choice(["line", "range", "declaration"])
        start = chance.randrange(1, len(lines) + 1)
        end = start
        if kind == "range":
            end = min(len(lines), start + chance.randrange(1, 25))
        if kind == "declaration":
            declared = [number for number, line in enumerate(lines, 1) if DECLARATION.match(line)]
            if not declared:
                continue
            start = chance.choice(declared)
            end = min(len(lines), start + chance.randrange(0, 15))
        if not any(sum(c.isalnum() for c in line) >= 3 for line in lines[start - 1 : end]):
            continue
        if (path, start, end) not in [one[:3] for one in drawn]:
            drawn.append((path, start, end, kind))
    return drawn


class LineMap:
    """Where each line of the older commit is in the newer one, as `git diff` aligns them."""

    def __init__(self, repository, old, new):
        self.files = {}
        self.gone = set()
        text = git(
            repository, "-c", "core.quotePath=false", "diff", "-M", "--no-color", "--no-ext-diff", "-U0",
            "--ignore-cr-at-eol", "--diff-algorithm=histogram", old, new,
        )
        before = after = None
        left = 0  # lines of the hunk, whatever they begin with
        for line in text.split("\n"):
            if left and line.startswith(("+", "-")):
                left -= 1
            elif line.startswith("diff --git "):
                before = after = None
            elif line.startswith("rename from "):
                before = line[12:]
            elif line.startswith("rename to "):
                self.files[before] = (line[10:], [])
            elif line.startswith("--- "):
                before = line[6:].rstrip("\t") if line != "--- /dev/null" else None
            elif line.startswith("+++ "):
                after = line[6:].rstrip("\t") if line != "+++ /dev/null" else None
                if before and after:
                    self.files[before] = (after, [])
                elif before:
                    self.gone.add(before)
            elif line.startswith("@@ ") and before and after:
                hunk = re.match(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
                a, b, c, d = (int(part) if part is not None else 1 for part in hunk.groups())
                self.files[before][1].append((a, b, c, d))
                left = b + d

    def line(self, path, number):
        """The present path and number of a line, or None."""
        if path in self.gone:
            return None
        after, hunks = self.files.get(path, (path, []))
        shift = 0
        for a, b, c, d in hunks:
            last_before = a + b - 1 if b else a
            if b and a <= number <= last_before:
                return None
            if last_before < number:
                shift = (c + d if d else c + 1) - (a + b if b else a + 1)
        return after, number + shift

    def range(self, path, start, end):
        """The present path and first line of lines that all stand next to each other, or None."""
        first = self.line(path, start)
        if first is None:
            return None
        follows = all(self.line(path, n) == (first[0], first[1] + n - start) for n in range(start, end + 1))
        return first if follows else None


def blamed(repository, old, new, path, start, end):
    """The paths and lines that git finds for present lines, where they are no younger than the older commit."""
    text = git(repository, "blame", "-M", "-C", "-C", "-C", "--line-porcelain", "-L", f"{start},{end}", f"{old}..{new}", "--", path)
    found, boundary, filename, number = [], False, None, None
    for line in text.split("\n"):
        header = re.match(r"^[0-9a-f]{40} (\d+) \d+", line)
        if header:
            number, boundary, filename = int(header.group(1)), False, None
        elif line == "boundary":
            boundary = True
        elif line.startswith("filename "):
            filename = line[9:]
        elif line.startswith("\t"):
            found.append((filename, number) if boundary else None)
    return found


def agrees(repository, old, new, lines, drawn, stands, texts):
    """Whether git finds most lines that say something where they are said to stand: by the diff, or by blame."""
    path, start, end, _ = drawn
    telling = [n for n in range(start, end + 1) if sum(c.isalnum() for c in texts[n - 1]) >= 3] or list(range(start, end + 1))
    by_diff = [lines.line(path, n) == (stands[0], stands[1] + n - start) for n in telling]
    if sum(by_diff) * 2 > len(telling):
        return True
    found = blamed(repository, old, new, stands[0], stands[1], stands[1] + end - start)
    by_blame = [n - start < len(found) and found[n - start] == (path, n) for n in telling]
    return sum(by_blame) * 2 > len(telling)


def judge(repository, old, new, lines, one, drawn, texts):
    """The kind of agreement between what is said of a citation and git."""
    path, start, end, _ = drawn
    truth = lines.range(path, start, end)
    said = one["standing"]
    stands = None
    if said == "unchanged":
        stands = (path, start)
    if said == "moved":
        stands = (one.get("now_in") or path, one["now"][0][0])
    kind = "changed" if truth is None else "unchanged" if truth == (path, start) else "moved"
    if stands is None:
        if kind == "changed" and said in ("changed", "gone"):
            return "changed: right"
        return f"{kind}: said {said}"
    if stands == truth or agrees(repository, old, new, lines, drawn, stands, texts):
        return "moved: found" if said == "moved" else "unchanged: right"
    return f"{kind}: wrong {said}"


def reported(program, before, after, question):
    """The places of the embedded model's report on the older tree, with what `verify` says of them in the newer one."""
    with tempfile.NamedTemporaryFile("wb", suffix=".json") as saved:
        arguments = [program, "explore", question, "--root", ".", "--format", "json"]
        saved.write(subprocess.run(arguments, cwd=before, capture_output=True).stdout)
        saved.flush()
        arguments = [program, "verify", saved.name, "--root", ".", "--format", "json"]
        run = subprocess.run(arguments, cwd=after, capture_output=True)
    for place in json.loads(run.stdout)["places"] if run.stdout else []:
        if place["start"] is not None:
            now = place.get("now", [])
            said = {
                "standing": place["standing"],
                "now": [[one["start"], one["end"]] for one in now],
                "now_in": now[0]["path"] if now else None,
                "why": place.get("why"),
            }
            yield (place["path"], place["start"], place["end"], "report"), said


def check(program, repository, old, new, count, chance, show):
    with tempfile.TemporaryDirectory() as place:
        before, after = Path(place, "old"), Path(place, "new")
        before.mkdir()
        after.mkdir()
        unpack(repository, old, before)
        unpack(repository, new, after)
        lines = LineMap(repository, old, new)
        drawn = draw(before, sorted(set(lines.files) | lines.gone), count, chance)
        text = "".join(f"- `{path}:{start}-{end}`\n" for path, start, end, _ in drawn)
        (before / "cited.md").write_text(text)
        subprocess.run(
            [program, "cite", "--lock", "cited.md", "--root", "."], cwd=before, check=True, capture_output=True
        )
        for name in ("cited.md", "citations.lock"):
            shutil.copy(before / name, after / name)
        arguments = [program, "verify", "--citations", "cited.md", "--root", ".", "--format", "json"]
        run = subprocess.run(arguments, cwd=after, capture_output=True)
        checked = json.loads(run.stdout)["citations"]
        by_line = {one["line"]: one for one in checked}
        counts = Counter()
        said = []
        for number, one_drawn in enumerate(drawn, 1):
            one = by_line.get(number)
            if one is None or one["by"] not in ("lock",) and one["standing"] == "unanchored":
                counts["not recorded"] += 1
                continue
            said.append((one_drawn, one))
        said += reported(program, before, after, git(repository, "log", "-1", "--format=%s", new).strip())
        for one_drawn, one in said:
            # A line ends at a newline alone, for git and for the program.
            texts = (before / one_drawn[0]).read_bytes().decode("utf-8", "replace").split("\n")
            verdict = judge(repository, old, new, lines, one, one_drawn, texts)
            counts[verdict] += 1
            counts["of reports"] += one_drawn[3] == "report"
            if show and ("wrong" in verdict or "said" in verdict):
                print(f"  {verdict}: {one_drawn} {old[:9]}..{new[:9]} {one.get('now')} {one.get('now_in', '')} {one.get('why')}")
        return counts


def row(name, counts):
    moved = sum(counts[key] for key in counts if key.startswith("moved:"))
    changed = sum(counts[key] for key in counts if key.startswith("changed:"))
    unchanged = sum(counts[key] for key in counts if key.startswith("unchanged:"))
    wrong_moved = sum(counts[key] for key in counts if key.endswith("wrong moved"))
    share = lambda part, whole: f"{part / whole:.3f}" if whole else "-"
    return (
        f"{name:32} {sum(counts.values()) - counts['of reports']:6} {wrong_moved:6} {moved:6} {share(counts['moved: found'], moved):>6} "
        f"{changed:6} {share(counts['changed: right'], changed):>6} {unchanged:6} "
        f"{share(counts['unchanged: right'], unchanged):>6}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--program", default="target/release/firsthand")
    parser.add_argument("--pairs", type=int, default=20, help="pairs of commits of each repository")
    parser.add_argument("--draw", type=int, default=40, help="citations for each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--disagreements", action="store_true")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    print(f"{'repository':32} {'all':>6} {'wrong':>6} {'moved':>6} {'found':>6} {'change':>6} {'right':>6} {'same':>6} {'right':>6}")
    total = Counter()
    for repository in options.repositories:
        chance = random.Random(f"{options.seed} {Path(repository).name}")
        commits = git(repository, "rev-list", "--first-parent", "HEAD").split()
        counts = Counter()
        for _ in range(options.pairs):
            distance = chance.choice([1, 3, 10, 30, 100, 200])
            newest = chance.randrange(0, max(1, min(len(commits) - distance - 1, 2000)))
            if newest + distance >= len(commits):
                continue
            old, new = commits[newest + distance], commits[newest]
            try:
                counts += check(program, repository, old, new, options.draw, chance, options.disagreements)
            except (subprocess.CalledProcessError, tarfile.TarError) as why:
                print(f"  {repository} {old[:9]}: {why}", file=sys.stderr)
        parts = Path(repository).parts
        name = parts[-2] if parts[-1] == "repo" else parts[-1]
        print(row(name, counts), flush=True)
        print("  " + ", ".join(f"{key} {value}" for key, value in sorted(counts.items())), flush=True)
        total += counts
    print(row("all", total))


if __name__ == "__main__":
    main()
