#!/usr/bin/env python3
"""A page of journals of `firsthand-eval run`: the tables, the pictures, and each answer with its report.

    python3 bench/eval/page.py run.jsonl [more.jsonl ...] > page.html

The page loads nothing and has no scripts.
"""

from __future__ import annotations

import argparse
from html import escape

from journal import Record, records
from plots import plots
from tables import tables

HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>firsthand-eval</title><style>
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
pre{overflow-x:auto;background:#8881;padding:.6rem;border-radius:4px}
details{border-bottom:1px solid #8884;padding:.3rem 0}summary{cursor:pointer}details pre{white-space:pre-wrap}
svg{max-width:40rem;background:#fff}
</style></head><body><h1>What was measured</h1>
"""


def visible(text: str) -> str:
    """Text for HTML, with control characters replaced."""
    return escape("".join(c if c == "\n" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text))


def answer(record: Record) -> str:
    right = {1.0: "right", 0.0: "not right"}.get(record["metrics"].get("right"), "")
    outcome = "failed" if record.get("error") else right
    places = "\n".join(f"{one['path']}:{one['start']}-{one['end']}" for one in record["regions"])
    gold = "\n".join(
        f"{one['path']}:{start}-{end}" for one in record["gold"] for start, end in one.get("ranges") or [["", ""]]
    )
    parts = {
        "Question": record["query"],
        "Failed": record.get("error"),
        "Answer": record.get("answer"),
        "Places": places,
        "Known answer": gold,
        "Report": record.get("report"),
    }
    head = " · ".join([record["label"], record["set"], record["id"], str(record["repeat"]), outcome])
    body = "".join(f"<h4>{name}</h4><pre>{visible(text)}</pre>" for name, text in parts.items() if text)
    return f"<details><summary>{visible(head)}</summary>{body}</details>\n"


def page(answers: list[Record]) -> str:
    pictures = "".join(picture[picture.index("<svg") :] for picture in plots(answers).values())
    listed = "".join(map(answer, answers))
    return f"{HEAD}<pre>{visible(tables(answers))}</pre>{pictures}<h2>Answers</h2>\n{listed}</body></html>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+")
    print(page(records(parser.parse_args().journals)), end="")


if __name__ == "__main__":
    main()
