#!/usr/bin/env python3
"""Fits what each part of a place's score should be worth in `firsthand search`.

    python3 -m pip install numpy
    python3 bench/ranking/fit.py --firsthand target/release/firsthand --trees TREES TASKS.jsonl...

Each task is searched (`--no-tests --limit 150 --format json`). A place's features are the named parts of its score,
each in proportion to the best own score of its search. A linear score is fitted by softmax over the places of
each task against the part of the needed lines that each holds. The repositories are split in five by a hash of their
names: four fit, the fifth is judged. Printed: the lines held by the first five places by the program's own scores and by
the fitted ones, and by what each part of the present score would have to be multiplied (`body` is 1).
"""

import argparse
import hashlib
import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

FOLDS, SHOWN, LIMIT, RIDGE, STEPS = 5, 5, 150, 0.02, 400


def search(task, options):
    tree = Path(options.trees, f"{task['repo'].replace('/', '+')}-{task['base'][:12]}")
    if not tree.is_dir() or not task.get("gold"):
        return None
    command = [options.firsthand, "search", "--root", str(tree), "--no-tests", "--limit", str(LIMIT)]
    done = subprocess.run([*command, "--format", "json", "--", task["query"]], capture_output=True, text=True)
    regions = json.loads(done.stdout)["regions"] if done.returncode == 0 else []
    return (task, regions) if regions else None


def needed(task):
    """(path, first line, last line, weight) of what the answer needs."""
    for gold in task["gold"]:
        weights = gold.get("weights") or [1] * len(gold["ranges"])
        for (start, end), weight in zip(gold["ranges"], weights):
            yield gold["path"], start, end, weight


def held(task, regions):
    """The part of the needed lines, by weight, that the regions hold together."""
    shown = {(r["path"], line) for r in regions for line in range(r["start"], r["end"] + 1)}
    parts = [(w, sum((p, n) in shown for n in range(s, e + 1)) / (e - s + 1)) for p, s, e, w in needed(task)]
    return sum(w * part for w, part in parts) / max(1, sum(w for w, _ in parts))


def features(regions, names):
    own = np.array([sum(v for k, v in r["components"].items() if k not in ("file", "best")) for r in regions])
    best = max(own.max(), 1e-9)
    return np.array([[r["components"].get(name, 0) / best for name in names] for r in regions])


def fit(tasks, names):
    """Weights of the named features, for features as they are."""
    blocks = [(features(r, names), np.array([held(t, [one]) for one in r])) for t, r in tasks]
    blocks = [(x, y / y.sum()) for x, y in blocks if y.sum() > 0]
    every = np.vstack([x for x, _ in blocks])
    scale = every.std(0) + 1e-9
    weights, momentum = np.zeros(len(names)), np.zeros(len(names))
    for _ in range(STEPS):
        slope = RIDGE * weights
        for x, y in blocks:
            scores = x / scale @ weights
            odds = np.exp(scores - scores.max())
            slope += (x / scale).T @ (odds / odds.sum() - y) / len(blocks)
        momentum = 0.9 * momentum + slope
        weights -= 0.1 * momentum
    return weights / scale


def fold(task):
    return int(hashlib.sha1(task["repo"].lower().encode()).hexdigest(), 16) % FOLDS


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--firsthand", default="firsthand")
    parser.add_argument("--trees", required=True)
    parser.add_argument("tasks", nargs="+")
    options = parser.parse_args()
    tasks = [json.loads(line) for name in options.tasks for line in open(name, encoding="utf-8") if line.strip()]
    with ThreadPoolExecutor(2) as pool:
        found = [one for one in pool.map(lambda task: search(task, options), tasks) if one]
    folds = sorted({fold(task) for task, _ in found})
    if len(folds) < 2:
        parser.error("the tasks whose trees are there have to be of several repositories")
    names = sorted({name for _, regions in found for one in regions for name in one["components"]})
    now, fitted = [], []
    for part in folds:
        weights = fit([one for one in found if fold(one[0]) != part], names)
        for task, regions in (one for one in found if fold(one[0]) == part):
            now.append(held(task, sorted(regions, key=lambda r: -r["score"])[:SHOWN]))
            order = np.argsort(-features(regions, names) @ weights, kind="stable")[:SHOWN]
            fitted.append(held(task, [regions[at] for at in order]))
    print(f"{len(found)} of {len(tasks)} tasks; lines held by {SHOWN} places: by the present scores "
          f"{np.mean(now):.3f}, by fitted ones on repositories left out {np.mean(fitted):.3f}")
    weights = fit(found, names)
    unit = weights[names.index("body")]
    for name, weight in sorted(zip(names, weights / unit), key=lambda pair: -pair[1]):
        print(f"{name:12} {weight:6.2f}")


if __name__ == "__main__":
    main()
