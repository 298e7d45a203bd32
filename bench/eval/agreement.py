#!/usr/bin/env python3
"""Sums up opinions of `firsthand-eval judge`: a row for each pair of arms and judge, and the agreement of judges.

    python3 bench/eval/agreement.py judged.jsonl [more.jsonl ...]

A pair of answers counts once it was judged in both orders; where the orders contradict each other, it is a tie. Scores
are shares of the greatest sum, as means over tasks. Agreement is Cohen's kappa over the pairs that both judged.
"""

from __future__ import annotations

import argparse
import itertools
import warnings

import numpy as np
import pandas as pd
from journal import lines, markdown, number
from sklearn.metrics import cohen_kappa_score
from tables import interval

SCHEMA = "firsthand.eval.judgement/1"
GREATEST_SUM = 12
PAIR = ["first", "second", "set", "id", "repeat"]


def verdicts(paths: list[str]) -> pd.DataFrame:
    """A row for each pair that a judge saw in both orders."""
    rows = []
    for opinion in lines(paths, SCHEMA):
        row = {name: opinion[name] for name in ["judge", *PAIR, "swapped", "better"]}
        scores = {f"{arm}_score": sum(opinion[f"{arm}_scores"].values()) / GREATEST_SUM for arm in ("first", "second")}
        rows.append(row | scores)
    if not rows:
        raise SystemExit("there is no opinion in the files")
    opinions = pd.DataFrame(rows).drop_duplicates(["judge", *PAIR, "swapped"], keep="last")
    both = opinions.groupby(["judge", *PAIR], sort=True).filter(lambda orders: len(orders) == 2)
    pairs = both.groupby(["judge", *PAIR], sort=True).agg(
        better=("better", lambda orders: orders.iloc[0] if orders.nunique() == 1 else "tie"),
        same=("better", lambda orders: float(orders.nunique() == 1)),
        first_score=("first_score", "mean"),
        second_score=("second_score", "mean"),
    )
    return pairs.reset_index()


def arms_table(pairs: pd.DataFrame) -> str:
    rows = []
    for (first, second, judge), own in pairs.groupby(["first", "second", "judge"]):
        counts = [(own["better"] == better).sum() for better in ("first", "second", "tie")]
        scores = own.groupby(["set", "id"])[["first_score", "second_score"]].mean().to_numpy()
        means = [number(one) for one in (own["same"].mean(), *scores.mean(axis=0))]
        difference = interval(scores[:, 1] - scores[:, 0])
        rows.append([f"{first} against {second}", judge, len(own), *counts, *means, difference])
    verdict = ["first better", "second better", "tie", "same in both orders"]
    scores_header = ["first score", "second score", "difference [95 % interval]"]
    return markdown(["arms", "judge", "pairs", *verdict, *scores_header], rows)


def agreement_table(pairs: pd.DataFrame) -> str:
    rows = []
    for one, other in itertools.combinations(sorted(pairs["judge"].unique()), 2):
        both = pairs[pairs["judge"] == one].merge(pairs[pairs["judge"] == other], on=PAIR)
        if len(both):
            a, b = both["better_x"], both["better_y"]
            with warnings.catch_warnings():
                # If all verdicts are one and the same, agreement by chance is certain.
                warnings.simplefilter("ignore")
                kappa = cohen_kappa_score(a, b) if len({*a, *b}) > 1 else np.nan
            rows.append([one, other, len(both), number((a == b).mean()), number(kappa)])
    return markdown(["judge", "other judge", "pairs", "same", "kappa"], rows) if rows else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("opinions", nargs="+")
    pairs = verdicts(parser.parse_args().opinions)
    print("\n".join(table for table in (arms_table(pairs), agreement_table(pairs)) if table), end="")


if __name__ == "__main__":
    main()
