#!/usr/bin/env python3
"""Fits the confidence of the embedded model on journals of `firsthand-eval run --arm builtin`.

    python3 bench/eval/fit.py run.jsonl [more.jsonl ...] [--l2 1] [--out crates/providers/src/builtin/weights.rs]

Each answer that states the evidence for its places (`claim.features`) is a row. Its label is 1 where the answer is
right (the metric `right`), and 0 where it is not, or where the task is absent. A logistic regression over standardized
features is fitted on the rows of the known half of the repositories, and judged on both halves. Printed are the weights
of the features as they are, as a Rust module, and Markdown tables. The order of the rows does not matter.
"""

from __future__ import annotations

import argparse
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from journal import SCHEMA, lines, markdown, number
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95)

MODULE = """\
//! The fitted model of confidence: a logistic regression of whether a report touches the answer, over the features that
//! `confidence.rs` computes. `bench/eval/fit.py` prints this table; nobody writes it by hand.

/// The log-odds where every feature is 0. Fitted with the weights by `bench/eval/fit.py --l2 {l2:g}` on {rows} rows of
/// {repos} repositories{judged}.
pub(super) const INTERCEPT: f64 = {intercept};
/// What one unit of a feature adds to the log-odds. The names are those of `features` in `confidence.rs`.
pub(super) const WEIGHTS: &[(&str, f64)] = &[
{weights}];
"""


@dataclass(frozen=True)
class Row:
    """An answer: its repository and half, its features, and whether it is right."""

    repo: str
    id: str
    half: str
    features: dict[str, float]
    label: int


@dataclass(frozen=True)
class Model:
    """Weights of features as they are."""

    names: list[str]
    intercept: float
    weights: np.ndarray

    def probabilities(self, rows: Sequence[Row]) -> np.ndarray:
        return 1 / (1 + np.exp(-(self.intercept + matrix(rows, self.names) @ self.weights)))


def read(paths: Sequence[str]) -> list[Row]:
    """The rows of journals, sorted. Each task has to be answered once, by one build."""
    rows: dict[tuple[str, str], Row] = {}
    for record in lines(paths, SCHEMA):
        features = (record.get("claim") or {}).get("features")
        label = 0 if record["absent"] else record["metrics"].get("right")
        if not features or label is None:
            continue
        row = Row(record["repo"], f"{record['set']}: {record['id']}", record["half"], features, int(label))
        if (row.repo, row.id) in rows:
            raise SystemExit(f"the task `{row.id}` is answered twice: give one answer of one build to each task")
        rows[row.repo, row.id] = row
    if not rows:
        raise SystemExit("no answer states its evidence: `firsthand-eval run --arm builtin --out FILE` records it")
    return [rows[key] for key in sorted(rows)]


def matrix(rows: Sequence[Row], names: Sequence[str]) -> np.ndarray:
    return np.array([[row.features.get(name, 0.0) for name in names] for row in rows])


def fit(rows: Sequence[Row], l2: float) -> Model:
    """Fits standardized features; a feature that never varies gets 0, and the intercept is not penalized."""
    if len({row.label for row in rows}) < 2:
        raise SystemExit("all rows of the half on which weights are fitted have the same label")
    names = sorted({name for row in rows for name in row.features})
    values = matrix(rows, names)
    center, scale = values.mean(axis=0), values.std(axis=0)
    scale[np.ptp(values, axis=0) == 0] = np.inf
    regression = LogisticRegression(C=1 / l2, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    with warnings.catch_warnings():
        # The last step is below the precision of numbers.
        warnings.simplefilter("ignore", ConvergenceWarning)
        regression.fit((values - center) / scale, [row.label for row in rows])
    weights = regression.coef_[0] / scale
    return Model(names, float(regression.intercept_[0] - weights @ center), weights)


def six_digits(value: float) -> str:
    """A Rust literal with six significant digits."""
    return repr(float(f"{value + 0.0:.5e}"))


def module(model: Model, known: Sequence[Row], held_out: Sequence[Row], l2: float) -> str:
    repos, others = len({row.repo for row in known}), len({row.repo for row in held_out})
    judged = f", judged on {len(held_out)} rows of {others} others{auc_note(model, held_out)}" if held_out else ""
    weights = "".join(
        f'    ("{name}", {six_digits(weight)}),\n' for name, weight in zip(model.names, model.weights, strict=True)
    )
    intercept = six_digits(model.intercept)
    return MODULE.format(l2=l2, rows=len(known), repos=repos, judged=judged, intercept=intercept, weights=weights)


def auc(labels: Sequence[int], estimates: np.ndarray) -> float:
    return roc_auc_score(labels, estimates) if len(set(labels)) == 2 else float("nan")


def auc_note(model: Model, rows: Sequence[Row]) -> str:
    value = auc([row.label for row in rows], model.probabilities(rows))
    return "" if np.isnan(value) else f" (AUC {value:.3f})"


def tables(model: Model, halves: Mapping[str, Sequence[Row]]) -> str:
    """The evaluation of each half: overall, by tenths of the rows, and above thresholds."""
    overall, tenths, thresholds = [], [], []
    for half, rows in halves.items():
        labels, estimates = np.array([row.label for row in rows]), model.probabilities(rows)
        base = float(labels.mean())
        loss = log_loss(labels, estimates, labels=[0, 1])
        of_base = log_loss(labels, np.full(len(labels), base), labels=[0, 1])
        figures = [number(one) for one in (base, loss, of_base, auc(list(labels), estimates))]
        overall.append([half, len({row.repo for row in rows}), len(rows), *figures])
        # Equal estimates stay in the order of the rows.
        order = np.argsort(estimates, kind="stable")
        for at in range(10):
            part = order[len(order) * at // 10 : len(order) * (at + 1) // 10]
            if len(part):
                ends = f"{estimates[part[0]]:.3f} to {estimates[part[-1]]:.3f}"
                tenths.append([half, ends, len(part), number(estimates[part].mean()), number(labels[part].mean())])
        for least in THRESHOLDS:
            above = labels[estimates >= least]
            precision = number(above.mean()) if len(above) else ""
            thresholds.append([half, f"{least:.2f}", len(above), precision, number(len(above) / len(labels))])
    losses = ["log loss", "of the base rate", "AUC"]
    return "\n".join(
        [
            markdown(["half", "repositories", "rows", "base rate", *losses], overall),
            markdown(["half", "probabilities", "rows", "estimated", "observed"], tenths),
            markdown(["half", "at least", "rows", "precision", "coverage"], thresholds),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+")
    parser.add_argument("--l2", type=float, default=1.0, help="the penalty on the squared weights")
    parser.add_argument("--out", type=Path, help="write the module there, too")
    options = parser.parse_args()
    if not options.l2 > 0:
        parser.error("the penalty is not a positive number")
    rows = read(options.journals)
    known = [row for row in rows if row.half == "known"]
    held_out = [row for row in rows if row.half == "held-out"]
    if not known:
        raise SystemExit("no row belongs to the half on which weights are fitted")
    model = fit(known, options.l2)
    text = module(model, known, held_out, options.l2)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    print(text + "\n" + tables(model, {"fit": known} | ({"judge": held_out} if held_out else {})), end="")


if __name__ == "__main__":
    main()
