#!/usr/bin/env python3
"""Counts the quotes of `firsthand explore` (the embedded model) that lie in lines which a question needs.

A task is a line of JSON with `id`, `query`, `intent` and `gold`: paths with `ranges` of needed lines. Its tree is
the folder TREES/NAME; `{owner}`, `{name}` and `{base}` in NAME stand for parts of its `repo` and for the first ten
digits of its commit.

Three shares are printed: of all quotes; of quotes of places that overlap a needed range, because no choice of a line
puts the other quotes into one; and of quotes of places that hold needed lines and others, where the choice decides.

    python3 bench/quotes.py --program target/debug/firsthand --trees TREES --name '{owner}__{name}' TASKS.jsonl
"""
import argparse, concurrent.futures, hashlib, json, os, subprocess

INTENTS = {"locate", "explain", "edit", "debug", "review"}

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("tasks", nargs="+")
parser.add_argument("--trees", required=True)
parser.add_argument("--name", default="{owner}__{name}")
parser.add_argument("--program", default="target/debug/firsthand")
parser.add_argument("--half", choices=["read", "unread"], help="only the tasks of one half, by the digest of their ids")
parser.add_argument("--jobs", type=int, default=2)
parser.add_argument("--keep", help="a file for each quote: task, place, line, text, whether it is needed")
args = parser.parse_args()


def half(task):
    return "unread" if hashlib.sha256(task["id"].encode()).digest()[0] % 2 else "read"


def ask(task):
    owner, name = task["repo"].split("/")
    tree = os.path.join(args.trees, args.name.format(owner=owner, name=name, base=task["base"][:10]))
    if not os.path.isdir(tree):
        return None
    intent = task["intent"] if task["intent"] in INTENTS else "edit"
    question = ["--intent", intent, "--format", "json", "--", task["query"][:4000]]
    command = [args.program, "explore", "--root", tree, *question]
    printed = subprocess.run(command, capture_output=True, text=True).stdout
    try:
        report = json.loads(printed)
    except ValueError:
        return None
    needed = {}
    for gold in task["gold"]:
        lines = needed.setdefault(gold["path"], set())
        for start, end in gold["ranges"]:
            lines.update(range(start, end + 1))
    rows = []
    for place in report["flow"]:
        lines, quote = needed.get(place["path"], set()), place["quote"]
        shown = set(range(place["start"], place["end"] + 1))
        overlap = "none" if not shown & lines else "all" if shown <= lines else "part"
        rows.append({
            "task": task["id"], "path": place["path"], "start": place["start"], "end": place["end"],
            "line": quote["line"], "text": quote["text"], "overlap": overlap, "needed": quote["line"] in lines,
        })
    return rows


tasks = [json.loads(line) for path in args.tasks for line in open(path)]
tasks = [task for task in tasks if task["gold"] and args.half in (None, half(task))]
with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
    answers = list(pool.map(ask, tasks))
rows = [row for answer in answers if answer for row in answer]
if args.keep:
    with open(args.keep, "w") as kept:
        kept.writelines(json.dumps(row) + "\n" for row in rows)


def share(label, chosen):
    needed = sum(row["needed"] for row in chosen)
    print(f"{label:48} {needed:4} of {len(chosen):4}  {needed / max(len(chosen), 1):.3f}")


print(f"{sum(answer is not None for answer in answers)} of {len(tasks)} tasks answered")
share("all quotes", rows)
share("of places that overlap needed lines", [row for row in rows if row["overlap"] != "none"])
share("of places with needed lines and others", [row for row in rows if row["overlap"] == "part"])
