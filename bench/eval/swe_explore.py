#!/usr/bin/env python3
"""Converts rows of the public SWE-Explore benchmark (arXiv 2606.07297) to tasks of `firsthand-eval`.

    python3 bench/eval/swe_explore.py ROWS.jsonl > tasks.jsonl

The gold is what every successful run read. A region with an open end, or that ends before it starts, is left out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def task(row: dict[str, Any]) -> dict[str, Any]:
    truth = row["ground_truth"]
    files: dict[str, list[list[int]]] = {path: [] for path in truth.get("read_core_files", [])}
    for region in truth.get("read_core_regions", []):
        ranges = files.setdefault(region["path"], [])
        if 0 < region["start"] <= region["end"]:
            ranges.append([region["start"], region["end"]])
    return {
        "id": row["instance_id"],
        "repo": row["repo"],
        "base": row["base_commit"],
        "query": row["problem_statement"],
        "intent": "bugfix",
        "gold": [{"path": path, "ranges": ranges} for path, ranges in sorted(files.items())],
    }


def main() -> None:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        if line.strip():
            print(json.dumps(task(json.loads(line))))


if __name__ == "__main__":
    main()
