#!/usr/bin/env python3
"""What is better at what, means and paired differences with 95 % intervals, and calibration of journals of
`firsthand-eval run`.

    python3 bench/eval/tables.py run.jsonl [more.jsonl ...] [--against other.jsonl] [--prices prices.json]
    python3 bench/eval/tables.py run.jsonl [more.jsonl ...] --by language

Intervals are bootstrapped over tasks, each with the mean of its repetitions. Differences are those from the first arm,
or with --against those of each arm from the same arm of other journals, on the tasks that both answered: an interval
that contains 0 may be chance. With --by there is one table: the means of each group of answers. Prices are those of a
million tokens: {"MODEL": {"input", "cached", "output"}}.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
from journal import LEVELS, SKIPPED, Record, frame, lines, markdown, metric_names, number, records
from scipy.stats import bootstrap

RESAMPLES = 2000
WIDE = 120
# Fewer tasks than these are said to be few: an interval over them is narrow by accident.
FEW = 20
# The metrics of which more is better, and those of which less is.
MORE = (
    *("hit_1", "recall_1", "recall_5", "recall_10", "mrr", "ndcg", "ndcg_chunks", "line_recall", "line_precision"),
    *("line_f1", "touched", "touched_200", "touched_250", "touched_500", "right", "held", "score", "absent_named"),
    "absent_all_named",
)
LESS = ("absent_above_low", "ms", "mib", "cost")
GROUPS = ("set", "repo", "half", "language", "intent", "kind", "confidence")


def ends(values: np.ndarray) -> tuple[float, float]:
    """The 95 % interval of a mean."""
    if len(values) < 2 or np.ptp(values) == 0:
        return float(np.mean(values)), float(np.mean(values))
    sample = bootstrap((values,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(0))
    return sample.confidence_interval


def interval(values: np.ndarray) -> str:
    """A mean with its 95 % interval."""
    low, high = ends(values)
    return f"{number(float(np.mean(values)))} [{number(low)}, {number(high)}]"


def once(rows: list[list[str]]) -> list[list[str]]:
    """The rows, each once: metrics with the same figures stand in one row."""
    metrics: dict[tuple[str, ...], list[str]] = {}
    for metric, *cells in rows:
        metrics.setdefault(tuple(cells), []).append(metric)
    return [[", ".join(names), *cells] for cells, names in metrics.items()]


def by_task(arm: pd.DataFrame, metric: str) -> pd.Series:
    """The mean of a metric for each task that has it."""
    return arm.dropna(subset=[metric]).groupby(["set", "id"])[metric].mean()


def pairs_of(first: pd.DataFrame, second: pd.DataFrame, metrics: list[str]) -> Iterator[tuple[str, np.ndarray]]:
    """The values of both arms for each metric that both have, on the tasks of both."""
    for metric in (one for one in metrics if one in first and one in second):
        pairs = pd.concat([by_task(first, metric), by_task(second, metric)], axis=1, join="inner").to_numpy()
        if len(pairs):
            yield metric, pairs


def name_of(arm: pd.DataFrame) -> str:
    return arm["label"].iloc[0]


def verdict(first: pd.DataFrame, second: pd.DataFrame, metrics: list[str]) -> str:
    """A sentence: what the second arm is better at than the first, by how much, and what may be chance."""
    better, worse, chance = [], [], []
    tasks = 0
    for metric, pairs in pairs_of(first, second, [one for one in metrics if one in MORE + LESS]):
        change, tasks = pairs[:, 1] - pairs[:, 0], max(tasks, len(pairs))
        low, high = ends(change)
        if low <= 0 <= high:
            chance.append(metric)
        else:
            (better if (low > 0) == (metric in MORE) else worse).append((metric, interval(change)))
    parts = []
    for words, items in (("better in", better), ("worse in", worse)):
        named = [f"{names} by {by}" for names, by in once([list(item) for item in items])]
        parts += [f"{words} {', '.join(named)}"] if named else []
    if chance:
        what = "the other difference" if parts else "the only difference"
        many = f"{'the other' if parts else 'all'} {len(chance)} differences"
        parts.append(f"{what if len(chance) == 1 else many} may be chance: the interval contains 0")
    few = "" if tasks >= FEW else ", too few to rely on"
    who = f"{name_of(second)} against {name_of(first)}, on {tasks} tasks of both{few}"
    return f"{who}: {'; '.join(parts) or 'nothing to compare'}.\n"


def figures(arms: list[pd.DataFrame], pairs: list[tuple[pd.DataFrame, pd.DataFrame]], metrics: list[str]) -> str:
    """The means of each arm, and for each pair the second minus the first on the tasks of both."""
    rows = []
    for metric in metrics:
        values = [by_task(arm, metric).to_numpy() for arm in arms]
        row = [interval(one) if len(one) else "" for one in values]
        for first, second in pairs:
            found = [values for _, values in pairs_of(first, second, [metric])]
            row.append(difference(found[0]) if found else "")
        rows.append([metric, *row])
    compared = [f"{name_of(second)} minus {name_of(first)} (greater, less, of)" for first, second in pairs]
    return markdown(["mean [95 % interval]", *map(name_of, arms), *compared], once(rows))


def difference(pairs: np.ndarray) -> str:
    """The mean difference with its interval; on how many tasks it is greater and less, and of how many."""
    change = pairs[:, 1] - pairs[:, 0]
    return f"{interval(change)} ({(change > 0).sum()}, {(change < 0).sum()}, {len(pairs)})"


def calibration(answers: pd.DataFrame) -> Iterator[str]:
    """How often answers of a level are right, and precision as the threshold of confidence is lowered."""
    levels, curve = [], []
    for label, arm in answers.groupby("label", sort=False):
        known = arm.dropna(subset=["right"]) if "right" in arm else arm.head(0)
        stated = known[known["confidence"].notna()]
        for level in LEVELS:
            own = stated[stated["confidence"] == level]
            if len(own):
                share = number(len(own) / len(known))
                levels.append([label, level, len(own), int(own["right"].sum()), number(own["right"].mean()), share])
        ranks = stated["confidence"].map(LEVELS.index)
        stated = stated.assign(rank=ranks).sort_values(["rank", "probability"], ascending=[True, False])
        for size in sorted({len(stated) * tenth // 10 for tenth in range(1, 11)} - {0}):
            taken, share = stated.head(size), number(size / len(known))
            last, precision = taken.iloc[-1], number(taken["right"].mean())
            curve.append([label, last["confidence"], number(last["probability"]), precision, share])
    if levels:
        yield markdown(["arm", "confidence", "answers", "right", "precision", "coverage"], levels)
        yield markdown(["arm", "accepted down to", "probability", "precision", "coverage"], curve)


def spreads(answers: list[Record]) -> str:
    """Percentiles of times, of memory, and of the lines of cited ranges; and the distribution of continuations."""
    rows = []
    for label in dict.fromkeys(record["label"] for record in answers):
        own = [record for record in answers if record["label"] == label]
        widths = [one["end"] - one["start"] + 1 for record in own for one in record["regions"]]
        figures = {name: [r["metrics"][name] for r in own if name in r["metrics"]] for name in ("ms", "mib")}
        for name, values in {**figures, "cited lines": widths}.items():
            if values:
                rows.append([label, name, len(values), *map(number, np.percentile(values, [50, 90, 95, 100]))])
        rounds = [record["metrics"]["continuations"] for record in own if "continuations" in record["metrics"]]
        if rounds:
            counts = [rounds.count(0), rounds.count(1), sum(one > 1 for one in rounds)]
            rows.append([label, "continuations 0/1/2+", len(rounds), "/".join(map(str, counts)), "", "", ""])
        if widths:
            wide = sum(width > WIDE for width in widths) / len(widths)
            rows.append([label, f"ranges over {WIDE} lines", len(widths), number(wide), "", "", ""])
    return markdown(["arm", "figure", "of", "median", "p90", "p95", "most"], rows)


def groups(answers: list[Record], by: str) -> str:
    """The means of each arm in each group and over all; no row says again what another one says."""
    table = frame(answers)
    table[by] = table[by].fillna("none stated")
    columns = [name for name in MORE + LESS if name in table]
    arms = [arm for _, arm in table.groupby("label", sort=False)]
    rows = []

    def add(name: str, arm: pd.DataFrame, means: pd.Series) -> None:
        rows.append([name, name_of(arm), (arm["repeat"] == 1).sum(), *map(number, means)])

    names = table[by].unique() if by == "set" else sorted(table[by].unique())
    for name in names:
        for own in (arm[arm[by] == name] for arm in arms):
            if len(own):
                add(name, own, own[columns].mean())
    if table["repo"].nunique() > 1:
        for arm in arms:
            add("mean of repositories", arm, arm.groupby("repo")[columns].mean().mean())
    for arm in arms if len(names) > 1 else []:
        add("all tasks", arm, arm[columns].mean())
    for arm in arms if table["insert_only"].nunique() > 1 else []:
        changed = arm[~arm["insert_only"].astype(bool)]
        add("all, without insert-only", changed, changed[columns].mean())
    return markdown(["group", "arm", "tasks", *columns], rows)


def notes(answers: list[Record], skipped: Iterable[Record]) -> str:
    """The builds that were measured, and what failed or was skipped, with the number of each reason."""
    builds = dict.fromkeys(f"- {record['label']}: {record['version']}" for record in answers)
    asked = {(record["set"], record["id"]) for record in answers}
    not_asked = {(task["set"], task["id"]): task["why"] for task in skipped}
    failed = Counter(f"{record['arm']}: {record['error']}" for record in answers if record["error"])
    left_out = Counter(why for task, why in not_asked.items() if task not in asked)
    text = list(builds)
    for what, reasons in (("answers failed and count as nothing found", failed), ("tasks were skipped", left_out)):
        text += [f"- {reasons.total()} {what}:"] if reasons else []
        text += [f"  - {count} {why}" for why, count in reasons.most_common()]
    return "\n".join(text) + "\n"


def add_costs(answers: list[Record], prices: dict[str, dict[str, float]]) -> None:
    """Adds the metric `cost` where the price of each model and its tokens are known."""
    for record in answers:
        metrics, costs = record["metrics"], []
        for actor, model in (("main", record.get("main")), ("explorer", record.get("explorer"))):
            if model is None:
                continue
            names = (f"{actor}_input_uncached", f"{actor}_input_cached", f"{actor}_output")
            tokens = [metrics.get(name) for name in names]
            price = prices.get(model)
            if price is None or None in tokens:
                break
            each = (price["input"], price.get("cached", price["input"]), price["output"])
            costs.append(sum(count * one for count, one in zip(tokens, each, strict=True)) / 1e6)
        else:
            if costs:
                metrics["cost"] = sum(costs)


def tables(answers: list[Record], others: list[Record] | None = None) -> str:
    """All tables; `others` are compared arm by arm."""
    table, metrics = frame(answers), metric_names(answers)
    arms = [arm for _, arm in table.groupby("label", sort=False)]
    if others is None:
        pairs = [(arms[0], arm) for arm in arms[1:]]
    else:
        other_arms = [arm for _, arm in frame(others).groupby("label", sort=False)]
        alone = len(arms) == len(other_arms) == 1
        pairs = [
            (other, arm)
            for arm in arms
            for other in other_arms
            if alone or other["label"].iloc[0] == arm["label"].iloc[0]
        ]
    first_of_all = "".join(verdict(first, second, metrics) for first, second in pairs)
    parts = [first_of_all, figures(arms, pairs, metrics), *calibration(table), spreads(answers)]
    return "\n".join(part for part in parts if part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+")
    parser.add_argument("--against", nargs="+", metavar="JOURNAL")
    parser.add_argument("--by", choices=GROUPS)
    parser.add_argument("--prices", type=Path)
    options = parser.parse_args()
    answers = records(options.journals)
    others = records(options.against) if options.against else None
    if options.prices:
        prices = json.loads(options.prices.read_text(encoding="utf-8"))
        add_costs(answers, prices)
        add_costs(others or [], prices)
    if options.by:
        print(groups(answers, options.by), notes(answers, lines(options.journals, SKIPPED)), sep="\n", end="")
    else:
        print(tables(answers, others), end="")


if __name__ == "__main__":
    main()
