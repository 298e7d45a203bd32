#!/usr/bin/env python3
"""Makes tasks for judges from the answers of main agents: the first arm's and each other one's, in both orders.

    python3 bench/eval/pairs.py agents.jsonl [more.jsonl ...] > pairs.jsonl
    firsthand-eval run --tasks pairs.jsonl --trees TREES --main MODEL --arm none --repeats 1 --out judged.jsonl
    python3 bench/eval/agreement.py judged.jsonl

A judge is a main agent without tools, which does not know the arms. The prompt is judge.md. Answers without a main
agent are left out: they are reports, and their format would reveal the arm.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from journal import Record, records

PROMPT = (Path(__file__).parent / "judge.md").read_text(encoding="utf-8")


def places(ranges: list[tuple[str, int, int]]) -> str:
    return "".join(f"\n- {path}:{start}-{end}" for path, start, end in ranges)


def answer(record: Record) -> str:
    """The text and the places of an answer, as the judge reads them."""
    shown = places([(one["path"], one["start"], one["end"]) for one in record["regions"]])
    return f"{record['answer']}\nPlaces:{shown}"


def task(first: Record, second: Record, swapped: bool) -> dict[str, Any]:
    """The task of a judge; its id holds the pair and the order."""
    gold = [(one["path"], *ends) for one in first["gold"] for ends in one.get("ranges", [])]
    known = places(gold) or "\nThe repository has no answer to it; the right one says so."
    a, b = (second, first) if swapped else (first, second)
    pair = [first[name] for name in ("set", "id", "repeat", "label")] + [second["label"], swapped]
    return {
        "id": json.dumps(pair),
        "repo": first["repo"],
        "base": first["base"],
        "query": f"{PROMPT}\nQuestion:\n{first['query']}\n\nThe known answer stands in:{known}\n\n"
        f"A:\n{answer(a)}\n\nB:\n{answer(b)}",
        "intent": "explain",
        "gold": first["gold"],
        "absent": first["absent"],
    }


def pairs(answers: list[Record]) -> Iterator[dict[str, Any]]:
    answered = [record for record in answers if record.get("answer")]
    labels = list(dict.fromkeys(record["label"] for record in answered))
    by_question = {(one["label"], one["set"], one["id"], one["repeat"]): one for one in answered}
    for (label, *question), first in by_question.items():
        if label == labels[0]:
            for other in labels[1:]:
                if second := by_question.get((other, *question)):
                    yield from (task(first, second, swapped) for swapped in (False, True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+")
    tasks = list(pairs(records(parser.parse_args().journals)))
    if not tasks:
        raise SystemExit(
            "no two arms have answers of a main agent to one task: `firsthand-eval run --main MODEL` has some"
        )
    for one in tasks:
        print(json.dumps(one))


if __name__ == "__main__":
    main()
