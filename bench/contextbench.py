#!/usr/bin/env python3
"""Scores `firsthand search` and `firsthand explore` on ContextBench (arXiv 2602.05892): how many of the lines that
people marked as needed for a fix are in the places of an answer, and how many of the lines of these places are needed?

    python3 -m pip install pyarrow==26.0.1
    python3 bench/contextbench.py TASKS.parquet --mirrors MIRRORS --trees TREES --out ANSWERS.jsonl

The query is a task's problem statement as it is; the intent is `edit` for a feature and `debug` otherwise. An answer
is the whole range of each region of `search` (ten), or of each place of a report of the embedded model. `--words` is a
JSON object of words by the task's original id. `bm25` is the baseline: chunks of 50 lines of the source files without
tests.

Recall and precision are the benchmark's: of sets of lines, whatever their order. They and F1 are means of the tasks;
`pooled` are the figures that the benchmark's evaluator prints. An answer without a place counts as 0, where the
evaluator leaves it out. Mirrors are found as in `bench/eval/trees.py`; nothing is fetched. A task whose answers are in
ANSWERS is not asked again.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "eval"))

import trees  # noqa: E402

Place = tuple[str, int, int]  # A path, a first and a last line.
Line = tuple[str, int]

CUTS = (100, 250, 500)
SEARCH, EXPLORE, BM25 = "search", "explore", "bm25"
WITH_WORDS = ", words"
HEAD = ["answer", "lines", "recall", "precision", "F1", "pooled recall", "pooled precision"]
HEAD += ["recall of files", "precision of files"]
SOURCES = {f".{end}" for end in "c cc cpp cs go h hpp java js jsx kt mjs php py rb rs scala swift ts tsx vue".split()}
CHUNK, MAX_BYTES, K1, B = 50, 1 << 20, 1.5, 0.75
MOST_LINES = 2000  # No answer has more.


def repository(identity: str) -> str:
    """The repository of a task's original id: `owner__name-12`, or `instance_owner__name-COMMIT-…`."""
    found = re.fullmatch(r"(?:instance_)?(.+?)__(.+?)-(?:\d+|[0-9a-f]{40}.*)", identity)
    if not found:
        raise SystemExit(f"no repository: {identity}")
    return "/".join(found.groups())


def inner_path(path: str) -> str:
    """A path of the gold without the folder of its container, as the benchmark reads it."""
    path = path.replace("\\", "/")
    if path.startswith("/testbed/"):
        return path.removeprefix("/testbed/")
    if path.startswith("/workspace/"):
        rest = path.removeprefix("/workspace/")
        return rest.split("/", 1)[-1]
    return path.lstrip("/") if path.startswith("/") else path.lstrip("./")


def gold(row: dict[str, Any]) -> list[Place]:
    marked = json.loads(row["gold_context"])
    return [(inner_path(one["file"]), one["start_line"], one["end_line"]) for one in marked if one.get("file")]


def lines(places: Iterable[Place], most: float = math.inf) -> dict[Line, None]:
    """The distinct lines of places in their order, cut after the given number."""
    found: dict[Line, None] = {}
    for path, start, end in places:
        for number in range(start, end + 1):
            if len(found) >= most:
                return found
            found[path, number] = None
    return found


def ask(program: Path, tree: Path, verb: str, query: str, intent: str, words: str | None) -> list[Place]:
    """The places of an answer in their order; none where nothing was found."""
    command = [str(program.resolve()), verb, "-", "--format", "json", "--no-cache", "--quiet", "--root", str(tree)]
    command += ["--intent", intent] if verb == EXPLORE else []
    command += ["--words", words] if words else []
    done = subprocess.run(command, input=query, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise SystemExit(f"failed ({done.returncode}): {' '.join(command)}\n{done.stderr}")
    answer = json.loads(done.stdout)
    parts = ("regions",) if verb == SEARCH else ("primary", "flow", "read_targets")
    places = [(one["path"], one["start"], one["end"]) for part in parts for one in answer.get(part, [])]
    return list(dict.fromkeys(places))


def terms(text: str) -> list[str]:
    """The words of a text in lower case, and the parts of compound ones."""
    found = []
    for word in re.findall(r"\w+", text):
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+", word)
        found += [word.lower(), *(part.lower() for part in parts if part.lower() != word.lower())]
    return found


def is_source(tree: Path, file: Path) -> bool:
    if file.suffix not in SOURCES or "test" in file.relative_to(tree).as_posix().lower():
        return False
    return file.is_file() and file.stat().st_size <= MAX_BYTES


def chunks(tree: Path) -> Iterator[tuple[Place, Counter[str]]]:
    """The chunks of the source files with their words; the words of the path count once in each."""
    for file in sorted(file for file in tree.rglob("*") if is_source(tree, file)):
        path = file.relative_to(tree).as_posix()
        text = file.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
        for at in range(0, len(text), CHUNK):
            part = text[at : at + CHUNK]
            yield (path, at + 1, at + len(part)), Counter(terms(path + "\n" + "\n".join(part)))


def bm25(tree: Path, query: str, most: int) -> list[Place]:
    """The best chunks for a query, until they have the given number of lines."""
    wanted = set(terms(query))
    found, files, total, count = [], Counter[str](), 0, 0
    for place, words in chunks(tree):
        length = words.total()
        total, count = total + length, count + 1
        kept = {word: words[word] for word in wanted if word in words}
        files.update(kept.keys())
        found.append((place, kept, length))
    weights = {word: math.log(1 + (count - n + 0.5) / (n + 0.5)) for word, n in files.items()}

    def score(words: dict[str, int], length: int) -> float:
        norm = K1 * (1 - B + B * length * count / total)
        return sum(weights[word] * n * (K1 + 1) / (n + norm) for word, n in words.items())

    ranked = sorted(found, key=lambda one: -score(one[1], one[2]))
    return [place for place, _, _ in ranked[: most // CHUNK + 2]]


def arms(program: Path, tree: Path, row: dict[str, Any], words: str | None) -> Iterator[tuple[str, list[Place]]]:
    """The answers of each arm; BM25 is the last."""
    query = row["problem_statement"]
    intent = "edit" if "feature" in row["instance_id"] else "debug"
    for verb in (SEARCH, EXPLORE):
        yield verb, ask(program, tree, verb, query, intent, None)
        if words:
            yield verb + WITH_WORDS, ask(program, tree, verb, query, intent, words)
    yield BM25, bm25(tree, query, MOST_LINES)


def answers(options: argparse.Namespace, rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The answers of each task whose tree can be written; the others are counted by their reason."""
    given = json.loads(options.words.read_text(encoding="utf-8")) if options.words else {}
    options.trees.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    for row in rows:
        identity, commit = row["original_inst_id"], row["base_commit"]
        repo = repository(identity)
        directory = trees.git_dir(options.mirrors, repo)
        tree = options.trees / f"{repo.replace('/', '+')}-{commit[:12]}"
        if not tree.is_dir() and (directory is None or not trees.export(directory, commit, tree, counts)):
            print(f"no {'git directory' if directory is None else 'commit'}: {identity}", file=sys.stderr)
            continue
        for arm, places in arms(options.program, tree, row, given.get(identity)):
            yield {"id": identity, "arm": arm, "places": places}
        if not options.keep:
            shutil.rmtree(tree)
    print(", ".join(f"{count} {what}" for what, count in counts.items()), file=sys.stderr)


def score(needed: Iterable[Any], shown: Iterable[Any]) -> tuple[float, float, float]:
    """Recall, precision and F1 of two sets."""
    needed, shown = set(needed), set(shown)
    both = len(needed & shown)
    recall, precision = both / len(needed) if needed else 1.0, both / len(shown) if shown else 0.0
    return recall, precision, 2 * recall * precision / (recall + precision) if both else 0.0


Shown = dict[str, dict[Line, None]]  # The lines of each task.


def means(needed: dict[str, list[Place]], shown: Shown) -> list[float]:
    """The figures of a row, in the order of HEAD."""
    each = [score(lines(needed[id_]), found) for id_, found in shown.items()]
    files = [score({one[0] for one in needed[id_]}, {path for path, _ in found}) for id_, found in shown.items()]
    pooled = score(
        [(id_, line) for id_ in shown for line in lines(needed[id_])],
        [(id_, line) for id_, found in shown.items() for line in found],
    )
    count = len(shown)
    figures = [sum(one[at] for one in each) / count for at in range(3)]
    return figures + [*pooled[:2]] + [sum(one[at] for one in files) / count for at in range(2)]


def table(needed: dict[str, list[Place]], places: dict[str, dict[str, list[Place]]]) -> Iterator[str]:
    """A row of means for each arm, whole and cut; and of BM25, cut to the lines of each whole answer."""
    rows: dict[str, Shown] = {}
    for id_, one in places.items():
        for arm in (arm for arm in one if arm != BM25):
            whole = lines(one[arm])
            rows.setdefault(arm, {})[id_] = whole
            rows.setdefault(f"{BM25}, lines of {arm}", {})[id_] = lines(one[BM25], len(whole))
    for most in CUTS:
        for id_, one in places.items():
            for arm, found in one.items():
                rows.setdefault(f"{arm}, {most} lines at most", {})[id_] = lines(found, most)
    yield f"| {' | '.join(HEAD)} |\n|---|{'--:|' * (len(HEAD) - 1)}"
    for arm, shown in rows.items():
        count = sum(map(len, shown.values())) / len(shown)
        yield f"| {arm} | {count:.0f} | " + " | ".join(f"{figure:.3f}" for figure in means(needed, shown)) + " |"


def read_tasks(path: Path, left_out: Iterable[str]) -> list[dict[str, Any]]:
    from pyarrow import parquet

    left_out = {name.lower() for name in left_out}
    rows = parquet.read_table(path).to_pylist()
    return [row for row in rows if repository(row["original_inst_id"]).lower() not in left_out]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--mirrors", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    parser.add_argument("--program", type=Path, default=Path("target/release/firsthand"))
    parser.add_argument("--words", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="the answers as JSON lines")
    parser.add_argument("--leave-out", nargs="*", default=[], metavar="OWNER/NAME")
    parser.add_argument("--keep", action="store_true", help="keep the trees")
    options = parser.parse_args()
    rows = {row["original_inst_id"]: row for row in read_tasks(options.tasks, options.leave_out)}
    places: dict[str, dict[str, list[Place]]] = {}
    known = options.out.read_text(encoding="utf-8").splitlines() if options.out.is_file() else []
    for answer in map(json.loads, known):
        places.setdefault(answer["id"], {})[answer["arm"]] = [tuple(place) for place in answer["places"]]
    places = {id_: one for id_, one in places.items() if BM25 in one}  # The last arm: the task is complete.
    with options.out.open("a", encoding="utf-8") as out:
        for answer in answers(options, [row for id_, row in rows.items() if id_ not in places]):
            places.setdefault(answer["id"], {})[answer["arm"]] = answer["places"]
            print(json.dumps(answer), file=out, flush=True)
    asked = {id_: places[id_] for id_ in rows if id_ in places}
    print(f"{len(asked)} of {len(rows)} tasks\n")
    print("\n".join(table({id_: gold(rows[id_]) for id_ in asked}, asked)))


if __name__ == "__main__":
    main()
