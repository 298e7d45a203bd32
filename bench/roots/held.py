#!/usr/bin/env python3
"""Compares one question over two roots with one question for each root that has needed lines, at equally many lines.

    python3 bench/roots/held.py --trees TREES [--program target/release/firsthand] [--command explore|search]

TREES has a folder OWNER+NAME for each repository of pairs.json, at its commit. questions.jsonl has the questions, each
with the lines that an answer needs; they were written from the code before any run. *Both* is the share of the needed
lines that one run over both roots holds. *Each* is that of the runs over the single roots, whose lines are taken in
turn, a line of each. Both take the first N lines, where N is the lower of the two numbers of lines.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from itertools import zip_longest
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Line = tuple[str, str, int]


def places(command: str, answer: dict[str, Any]) -> list[dict[str, Any]]:
    if command == "search":
        return answer["regions"]
    flow = [place for link in answer["flow"] for place in [link.get("place", link)]]
    return answer["primary"] + flow + answer["read_targets"]


def lines(args: argparse.Namespace, question: dict[str, Any], roots: list[str]) -> list[Line]:
    """The lines of an answer over these roots, in its order."""
    words = [args.program, args.command, question["query"], "--no-cache", "--format", "json"]
    words += ["--intent", question["intent"]] if args.command == "explore" else ["--limit", "60"]
    for root in roots:
        repository = args.pairs[question["pair"]][root]["repository"].replace("/", "+")
        words += ["--root", f"{root}={args.trees / repository}"]
    printed = subprocess.run(words, capture_output=True, text=True, check=False)
    if printed.returncode not in (0, 3):
        raise SystemExit(f"{words}: {printed.stderr}")
    found: dict[Line, None] = {}
    for place in places(args.command, json.loads(printed.stdout)):
        root, path = place["path"].split(":/", 1)
        for line in range(place["start"], place["end"] + 1):
            found[root, path, line] = None
    return list(found)[: args.lines]


def share(needed: list[dict[str, Any]], found: list[Line]) -> float:
    """The mean share of each needed range that is found."""
    held = set(found)
    shares = []
    for place in needed:
        wanted = {(place["root"], place["path"], line) for line in range(place["start"], place["end"] + 1)}
        shares.append(len(wanted & held) / len(wanted))
    return sum(shares) / len(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--program", default="target/release/firsthand")
    parser.add_argument("--command", choices=["explore", "search"], default="explore")
    parser.add_argument("--lines", type=int, help="the most lines of an answer that count; all without it")
    parser.add_argument("--only", help="the id of one question")
    args = parser.parse_args()
    args.pairs = json.loads((HERE / "pairs.json").read_text(encoding="utf-8"))
    rows = []
    for text in (HERE / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(text)
        if args.only not in (None, question["id"]):
            continue
        needed = question["needed"]
        together = lines(args, question, list(args.pairs[question["pair"]]))
        right = dict.fromkeys(place["root"] for place in needed)
        single = [lines(args, question, [root]) for root in right]
        in_turn = [line for turn in zip_longest(*single) for line in turn if line is not None]
        count = min(len(together), len(in_turn))
        both, each = share(needed, together[:count]), share(needed, in_turn[:count])
        of_first = sum(line[0] == next(iter(args.pairs[question["pair"]])) for line in together[:count])
        rows.append((both, each))
        mark = "" if both >= each else "  below"
        print(f"{question['id']:5} {count:4} lines ({of_first:3} of the first root)  both {both:.2f}  each {each:.2f}{mark}")
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    below = sum(both < each for both, each in rows)
    above = sum(both > each for both, each in rows)
    print(f"mean  both {mean[0]:.3f}  each {mean[1]:.3f}; below in {below}, above in {above} of {len(rows)}")


if __name__ == "__main__":
    main()
