#!/usr/bin/env python3
"""Sums up the opinions of judges on the tasks of pairs.py: a row for each pair of arms and judge, and the agreement.

    python3 bench/eval/agreement.py judged.jsonl [more.jsonl ...]

A pair of answers counts once it was judged in both orders; where the orders contradict each other, it is a tie. Scores
are shares of the greatest sum, as means over tasks. Agreement is Cohen's kappa over the pairs that both judged.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
import warnings
from typing import Any

import numpy as np
import pandas as pd
from journal import Record, markdown, number, records
from sklearn.metrics import cohen_kappa_score
from tables import interval

PAIR = ["set", "id", "repeat", "first", "second"]
SCORES = ("correct", "complete", "specific")
GREATEST = 4


def opinion(record: Record) -> dict[str, Any] | None:
    """What a judge says of the two arms; None where its answer has no valid scores."""
    *pair, swapped = json.loads(record["id"])
    found = re.search(r"\{.*\}", record.get("answer", ""), re.DOTALL)
    try:
        given = json.loads(found.group() if found else "")
        sums = [[int(given[side][name]) for name in SCORES] for side in "ab"]
    except (ValueError, TypeError, KeyError):
        return None
    if any(not 0 <= score <= GREATEST for side in sums for score in side):
        return None
    order = ["second", "first"] if swapped else ["first", "second"]
    better = dict(zip("ab", order, strict=True)).get(str(given.get("better")).strip().lower(), "tie")
    shares = [sum(side) / (GREATEST * len(SCORES)) for side in sums]
    scores = {f"{arm}_score": share for arm, share in zip(order, shares, strict=True)}
    return dict(zip(PAIR, pair, strict=True)) | {"judge": record["main"], "better": better} | scores


def verdicts(answers: list[Record]) -> pd.DataFrame:
    """A row for each pair that a judge saw in both orders."""
    opinions = [opinion(record) for record in answers]
    if missing := opinions.count(None):
        print(f"note: {missing} answers are no opinions", file=sys.stderr)
    table = pd.DataFrame([one for one in opinions if one])
    if table.empty:
        raise SystemExit("there is no opinion in the journals")
    both = table.groupby(["judge", *PAIR], sort=True).filter(lambda orders: len(orders) == 2)
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
    parser.add_argument("journals", nargs="+")
    pairs = verdicts(records(parser.parse_args().journals))
    print("\n".join(table for table in (arms_table(pairs), agreement_table(pairs)) if table), end="")


if __name__ == "__main__":
    main()
