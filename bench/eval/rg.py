#!/usr/bin/env python3
"""What a reader gets from `rg` with a question's words, as an external arm: the files with the most matching lines, and
of each the part with most of them, as large as the parts of `bm25.py`.

firsthand-eval run … --arm "command:python3 bench/eval/rg.py {root} {query_file}"
"""

from __future__ import annotations

import bisect
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

MIN_CHARS, MAX_FILES, MAX_WORDS, PART_LINES = 3, 20, 200, 50


def words(query: str) -> list[str]:
    """The distinct words of the question in lower case, without the shortest ones, which every file contains."""
    found = (word.lower() for word in re.findall(r"\w+", query) if len(word) >= MIN_CHARS)
    return list(dict.fromkeys(found))[:MAX_WORDS]


def densest(lines: list[int]) -> tuple[int, int]:
    """The first and the last line of the part with most of the matching lines, which ascend."""
    counts = [bisect.bisect_left(lines, line + PART_LINES) - at for at, line in enumerate(lines)]
    first = lines[counts.index(max(counts))]
    return first, first + PART_LINES - 1


def ranked(output: bytes) -> list[str]:
    """The places in the output of `rg --null --line-number --only-matching --replace ''`, best first."""
    matching: defaultdict[str, set[int]] = defaultdict(set)
    for row in output.decode(errors="replace").splitlines():
        path, _, line = row.partition("\0")
        matching[path].add(int(line.partition(":")[0]))
    best = sorted(matching.items(), key=lambda one: (-len(one[1]), one[0]))[:MAX_FILES]
    parts = [(path, densest(sorted(lines))) for path, lines in best]
    return [f"{path}:{first}-{last}" for path, (first, last) in parts]


def main() -> None:
    root, query_file = sys.argv[1:]
    patterns = [part for word in words(Path(query_file).read_text(encoding="utf-8")) for part in ("-e", word)]
    if not patterns:
        return
    command = ["rg", "--ignore-case", "--word-regexp", "--fixed-strings", "--no-messages", "--null", "--line-number"]
    command += ["--only-matching", "--replace", "", *patterns, "."]
    done = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True)
    print("\n".join(ranked(done.stdout)))


if __name__ == "__main__":
    main()
