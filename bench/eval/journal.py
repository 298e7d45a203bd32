"""Reads journals of `firsthand-eval run`, and formats tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

SCHEMA = "firsthand.eval.task/2"
SKIPPED = "firsthand.eval.skip/1"
LEVELS = ("high", "medium", "low")
COLUMNS = ("label", "set", "id", "repeat", "repo", "half", "intent", "language", "absent", "insert_only")

Record = dict[str, Any]


def lines(paths: Iterable[str], schema: str) -> Iterable[Record]:
    """The JSON lines of a schema; an interrupted run leaves an incomplete line, which is passed over."""
    for path in paths:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            try:
                record = json.loads(line)
            except json.JSONDecodeError:
                continue
            if isinstance(record, dict) and record.get("schema") == schema:
                yield record


def records(paths: Iterable[str]) -> list[Record]:
    """The answers of journals. Of two answers to a question the later one counts."""
    found: dict[tuple[str, str, str, int], Record] = {}
    for record in lines(paths, SCHEMA):
        found[record["label"], record["set"], record["id"], record["repeat"]] = record
    if not found:
        raise SystemExit("there is no answer in the journals")
    return list(found.values())


def frame(answers: Iterable[Record]) -> pd.DataFrame:
    """A row an answer: what it answers, what it states about itself, and its metrics."""
    rows = []
    for record in answers:
        claim = record.get("claim") or {}
        row = {name: record[name] for name in COLUMNS}
        row |= {"confidence": claim.get("confidence"), "probability": claim.get("probability")}
        row |= {"kind": record.get("kind", "")}
        rows.append(row | record["metrics"])
    return pd.DataFrame(rows)


def metric_names(answers: Iterable[Record]) -> list[str]:
    """The metrics that any answer has, in the order in which they are first found."""
    return list(dict.fromkeys(name for record in answers for name in record["metrics"]))


def number(value: float) -> str:
    """A number with three decimals, or none from 100 on; empty where there is none."""
    if pd.isna(value):
        return ""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3f}"


def markdown(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    cells = [[str(cell).replace("|", "\\|") for cell in row] for row in [header, *rows]]
    widths = [max(len(row[at]) for row in cells if at < len(row)) for at in range(len(header))]
    text = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    text.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(text) + "\n"
