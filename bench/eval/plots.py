#!/usr/bin/env python3
"""Pictures of journals of `firsthand-eval run`, as SVG.

python3 bench/eval/plots.py run.jsonl [more.jsonl ...] --out DIR
"""

from __future__ import annotations

import argparse
import io
import itertools
from collections.abc import Callable
from pathlib import Path

import matplotlib
import numpy as np
import pandas as pd
from journal import LEVELS, Record, frame, records
from matplotlib.axes import Axes
from matplotlib.figure import Figure

matplotlib.rcParams["svg.hashsalt"] = "firsthand"

LINES = (0, 25, 50, 100, 150, 200, 300, 400, 500)
CALLS = ("broad", "outside", "targeted", "inside")
Draw = Callable[[Axes, list[Record], pd.DataFrame], bool]


def line_recall(record: Record, most: int) -> float | None:
    """The share of the gold lines in the first `most` lines of the regions."""
    wanted = {(gold["path"], n) for gold in record["gold"] for a, b in gold.get("ranges", []) for n in range(a, b + 1)}
    regions = ((one["path"], n) for one in record["regions"] for n in range(one["start"], one["end"] + 1))
    shown = set(itertools.islice(regions, most))
    return len(wanted & shown) / len(wanted) if wanted else None


def recall_by_lines(axes: Axes, answers: list[Record], _: pd.DataFrame) -> bool:
    drawn = False
    for label in dict.fromkeys(record["label"] for record in answers):
        own = [record for record in answers if record["label"] == label]
        curve = [[one for record in own if (one := line_recall(record, most)) is not None] for most in LINES]
        # An arm that names files alone shows no lines; it is not one that shows wrong lines.
        if curve[0] and any(record["regions"] for record in own):
            axes.plot(LINES, [np.mean(values) for values in curve], label=label, clip_on=False)
            drawn = True
    axes.set(title="Line recall by lines shown", xlabel="lines shown, at most", ylabel="line recall")
    axes.set(xlim=(0, LINES[-1]), xticks=range(0, LINES[-1] + 1, 100), ylim=(0, 1))
    return drawn


def reliability(axes: Axes, _: list[Record], table: pd.DataFrame) -> bool:
    if "right" not in table:
        return False
    stated = table.dropna(subset=["confidence", "right"])
    shares = stated.groupby(["confidence", "label"])["right"].mean().unstack()
    shares = shares.reindex([level for level in reversed(LEVELS) if level in shares.index])
    if len(shares):
        shares.plot.bar(ax=axes, rot=0, ylim=(0, 1), legend=False)
    axes.set(title="How often answers of a level are right", xlabel="stated confidence", ylabel="share")
    return bool(len(shares))


def calls_after_report(axes: Axes, _: list[Record], table: pd.DataFrame) -> bool:
    names = [name for kind in CALLS if (name := f"{kind}_after_report") in table]
    means = table.groupby("label", sort=False)[names].mean().dropna() if names else table.head(0)
    if len(means):
        means.columns = [name.removesuffix("_after_report") for name in means]
        means.plot.bar(ax=axes, stacked=True, rot=0, legend=False)
    axes.set(title="Calls after a report of high or medium confidence", xlabel="", ylabel="mean calls")
    return bool(len(means))


def cost_and_touched(axes: Axes, _: list[Record], table: pd.DataFrame) -> bool:
    if "touched" not in table:
        return False
    cost = "main_input_uncached" if "main_input_uncached" in table else "ms"
    means = table.groupby("label", sort=False)[[cost, "touched"]].mean().dropna()
    for label, row in means.iterrows():
        axes.scatter(row[cost], row["touched"], label=label, clip_on=False, zorder=3)
    axes.set(title="Cost and touched lines", xlabel=f"{cost}, mean", ylabel="share of answers", xlim=(0, None), ylim=(0, 1))
    return bool(len(means))


PLOTS: dict[str, Draw] = {
    "recall-by-lines": recall_by_lines,
    "reliability": reliability,
    "calls-after-report": calls_after_report,
    "cost-and-touched": cost_and_touched,
}


def plots(answers: list[Record]) -> dict[str, str]:
    """The pictures for which there are figures, by name."""
    table, pictures = frame(answers), {}
    for name, draw in PLOTS.items():
        figure = Figure(figsize=(7.6, 4.0), layout="constrained")
        axes = figure.subplots()
        if draw(axes, answers, table):
            # Below the picture, as the name of an arm can be longer than a picture is wide beside it.
            figure.legend(loc="outside lower center", ncols=2, frameon=False)
            text = io.StringIO()
            figure.savefig(text, format="svg", metadata={"Date": None})
            pictures[name] = text.getvalue()
    return pictures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name, picture in plots(records(options.journals)).items():
        (options.out / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
