#!/usr/bin/env python3
"""What a reader gets from `rg` with a question's words: the files with the most matching lines, as an external arm.

firsthand-eval run … --arm "command:python3 bench/eval/rg.py {root} {query_file}"
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

MIN_CHARS, MAX_FILES, MAX_WORDS = 3, 20, 200


def words(query: str) -> list[str]:
    """The distinct words of the question in lower case, without the shortest ones, which every file contains."""
    found = (word.lower() for word in re.findall(r"\w+", query) if len(word) >= MIN_CHARS)
    return list(dict.fromkeys(found))[:MAX_WORDS]


def main() -> None:
    root, query_file = sys.argv[1:]
    patterns = [part for word in words(Path(query_file).read_text(encoding="utf-8")) for part in ("-e", word)]
    if not patterns:
        return
    command = ["rg", "--count", "--ignore-case", "--word-regexp", "--fixed-strings", "--no-messages", *patterns, "."]
    done = subprocess.run(command, cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    lines = (line.rpartition(":") for line in done.stdout.splitlines())
    counts = [(int(count), path) for path, _, count in lines]
    for _, path in sorted(counts, key=lambda one: (-one[0], one[1]))[:MAX_FILES]:
        print(path)


if __name__ == "__main__":
    main()
