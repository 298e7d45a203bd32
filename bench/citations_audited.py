#!/usr/bin/env python3
"""What `firsthand verify --citations` says of citations that people corrected in one commit of a repository.

A citation whose lines the commit replaces was wrong before it, and is right after it. Three questions:

- after: how many of the corrected ones are called changed, moved, gone or ambiguous in the tree of the commit?
- before: what is said of the wrong ones in the tree before it, without anything recorded?
- recorded: for each commit that wrote such citations (`git blame`), they are recorded there with `cite --lock` and checked
  in the tree before the correction. A text has *moved* if the cited lines of then are the corrected lines of now, byte for
  byte. Is it found there? Is anything said to have moved to other lines than its own text?

    bench/citations_audited.py --program target/release/firsthand REPOSITORY COMMIT
"""

import argparse
import json
import re
import shutil
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from citations_over_changes import git, unpack

CITATION = re.compile(r"([\w./-]+\.\w+):(\d+)(?:-(\d+))?")


def cited(line):
    return [(m[1], int(m[2]), int(m[3] or m[2])) for m in CITATION.finditer(line)]


def corrected(repository, commit):
    """The citations that the commit corrects: (document, line before, line after, path, lines before, lines after)."""
    text = git(repository, "show", "--format=", "-U0", "--no-color", "--no-ext-diff", commit)
    sites, document, old, new, removed, added = [], None, 0, 0, [], []

    def flush():
        if len(removed) == len(added):
            for offset, (before, after) in enumerate(zip(removed, added)):
                pairs = list(zip(cited(before), cited(after)))
                same = len(cited(before)) == len(cited(after)) and all(a[0] == b[0] for a, b in pairs)
                for a, b in pairs if same else []:
                    if a != b:
                        sites.append((document, old + offset, new + offset, a[0], a[1:], b[1:]))
        removed.clear()
        added.clear()

    for line in text.split("\n"):
        hunk = re.match(r"@@ -(\d+)\S* \+(\d+)\S* @@", line)
        if hunk or line.startswith("diff --git "):
            flush()
        if hunk:
            old, new = int(hunk[1]), int(hunk[2])
        elif line.startswith("+++ b/"):
            document = line[6:]
        elif line.startswith("-") and not line.startswith("--- "):
            removed.append(line[1:])
        elif line.startswith("+") and not line.startswith("+++ "):
            added.append(line[1:])
    flush()
    return sites


def verified(program, root, documents):
    """What is said of each citation: {(document, line, path, start, end): answer}."""
    said = {}
    for at in range(0, len(documents), 50):
        arguments = [program, "verify", "--citations", *documents[at : at + 50], "--root", ".", "--format", "json"]
        run = subprocess.run(arguments, cwd=root, capture_output=True)
        for one in json.loads(run.stdout)["citations"]:
            said[one["document"], one["line"], one["path"], one["start"], one["end"]] = one
    return said


def answer(said, document, line, path, lines):
    return said.get((document, line, path, *lines))


def counted(title, counts):
    print(f"{title}: " + ", ".join(f"{key} {value}" for key, value in sorted(counts.items())))


def text_at(root, path, lines):
    """The lines of the only file below the root whose path ends in this one."""
    files = [one for one in root.rglob(Path(path).name) if one.is_file() and f"/{one}".endswith(f"/{path}")]
    texts = [one.read_bytes().decode("utf-8", "replace").split("\n") for one in files]
    texts = ["\n".join(text[lines[0] - 1 : lines[1]]) for text in texts if lines[1] <= len(text)]
    return texts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository")
    parser.add_argument("commit")
    parser.add_argument("--program", default="target/release/firsthand")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    program, repository = str(Path(options.program).resolve()), options.repository
    sites = corrected(repository, options.commit)
    documents = sorted({site[0] for site in sites})
    print(f"{len(sites)} corrected citations in {len(documents)} documents")
    with tempfile.TemporaryDirectory() as place:
        before, after = Path(place, "before"), Path(place, "after")
        for root, commit in ((before, f"{options.commit}^"), (after, options.commit)):
            root.mkdir()
            unpack(repository, commit, root)
        said = verified(program, after, documents)
        counts = Counter()
        for document, _, line, path, _, lines in sites:
            one = answer(said, document, line, path, lines)
            state = one["standing"] if one else "not read"
            counts[state] += 1
            if options.show and state in ("changed", "moved", "gone", "ambiguous"):
                print(f"  after: {document}:{line} {path}:{lines} {state} {one.get('now')} {one.get('why')}")
        counted("after", counts)
        said = verified(program, before, documents)
        counts = Counter()
        for document, line, _, path, lines, right in sites:
            one = answer(said, document, line, path, lines)
            state = one["standing"] if one else "not read"
            if state == "moved":
                found = tuple(one["now"][0])
                state = "moved there" if overlap(found, right) else "moved elsewhere"
                if options.show and state == "moved elsewhere":
                    print(f"  before: {document}:{line} {path}:{lines} -> {found}, corrected to {right}: {one.get('why')}")
            counts[state] += 1
        counted("before", counts)
        recorded(program, repository, options, sites, before)


def overlap(a, b):
    return a[0] <= b[1] and b[0] <= a[1]


def recorded(program, repository, options, sites, before):
    by_writer = defaultdict(list)
    for site in sites:
        document, line = site[0], site[1]
        blame = git(repository, "blame", "--porcelain", "-L", f"{line},{line}", f"{options.commit}^", "--", document)
        commit, then_line = blame.split("\n")[0].split()[:2]
        by_writer[commit].append((site, int(then_line), re.search(r"^filename (.*)$", blame, re.M)[1]))
    counts = Counter()
    for commit, written in sorted(by_writer.items()):
        with tempfile.TemporaryDirectory() as place:
            then = Path(place)
            try:
                unpack(repository, commit, then)
            except subprocess.CalledProcessError:
                counts["commit not there"] += len(written)
                continue
            documents = sorted({name for _, _, name in written})
            subprocess.run([program, "cite", "--lock", *documents, "--root", "."], cwd=then, capture_output=True)
            if not (then / "citations.lock").is_file():
                counts["not recorded"] += len(written)
                continue
            shutil.copy(then / "citations.lock", before / "citations.lock")
            said = verified(program, before, sorted({site[0] for site, _, _ in written}))
            for site, _, _ in written:
                document, line, _, path, lines, right = site
                one = answer(said, document, line, path, lines)
                if one is None or one["by"] != "lock":
                    counts["not recorded"] += 1
                    continue
                then_texts, now_texts = text_at(then, path, lines), text_at(before, path, right)
                has_moved = len(then_texts) == 1 and then_texts == now_texts
                state = one["standing"]
                kind = "text moved" if has_moved else "text changed, or was wrong when written"
                if state == "moved":
                    now = tuple(one["now"][0])
                    its_text = [text_at(before, one.get("now_in") or path, now)]
                    is_own = any(text in then_texts for texts in its_text for text in texts)
                    state = "moved there" if now == tuple(right) else "moved with its text" if is_own else "moved WRONG"
                counts[f"{kind}: {state}"] += 1
                if options.show and (has_moved and state != "moved there" or "WRONG" in state):
                    print(f"  recorded at {commit[:9]}: {document}:{line} {path}:{lines}, corrected to {right}: "
                          f"{state} {one.get('now')} {one.get('why')}")
    counted("recorded", counts)


if __name__ == "__main__":
    main()
