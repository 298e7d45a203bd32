#!/usr/bin/env python3
"""The baseline: BM25 over source files, and over chunks of 50 lines of the best ones, as an external arm.

    firsthand-eval run … --arm "command:python3 bench/eval/bm25.py {root} {query_file}"

It is frozen: it shares no code with what it is compared with, not even the walk over files or the classes of paths, so
that its figures change with no other part. It ranks plain text, knows nothing about code, and reads every file for each
question. Tests, documentation and generated files are left out, because a search that ranks a change log first would be
too weak a comparison; what counts as which was fixed on 2026-11-26.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

# The parameters of the formula: `K1` limits the effect of repeated words, `B` sets that of the length of a text.
K1, B = 1.5, 0.75
# A word of the path counts as often.
PATH_WEIGHT = 3
CHUNK_LINES, MAX_FILES, MAX_CHUNKS = 50, 20, 10
# Larger files are not ranked.
MAX_FILE_BYTES = 2 << 20

# The endings of source files.
SOURCES = frozenset(
    "astro bash c cc cjs cpp cs cts cu cxx ex exs go gql graphql h hh hpp hs hxx inl ipp java jbuilder js json "
    "jsonc jsx kt kts lua mjs mk mts php phtml proto py pyi rake rb rs sbt sc scala sh sql svelte swift toml ts tsx "
    "vue yaml yml zig zsh".split()
)
# Folders of tests and of generated files.
LEFT_OUT = frozenset(
    "__generated__ __snapshots__ __tests__ _generated cypress dist e2e fuzz_targets generated spec specs test "
    "test-data test_data testdata tests unittests".split()
)
# Words of the names of folders of documentation, as in `docs-v3`; below a folder of `SOURCE_ROOTS` they are a part of
# the program.
DOCUMENTATION = frozenset(
    "demo demos doc docs documentation example examples playground sample samples tutorials website".split()
)
SOURCE_ROOTS = frozenset("app cmd internal lib pages pkg src".split())
# Below this folder names are freely chosen, as in `src/main/java/org/acme/test`.
PRODUCT = "src/main/"
# The last word of a file's name, or a part between dots, that marks a test or a generated file.
MARKS = frozenset("conftest designer freezed g gen generated min pb pb2 spec specs stories test tests".split())

# A name, and the words in one, by the classes of its characters: `U` a capital, `l` another lower-case letter, `x` any
# other letter or digit. `camelCase` splits before the C, `HTTPServer` before the S.
NAME = re.compile(r"\w+")
WORD = re.compile("U(?:U(?!l))*[lx]*|[lx]+")

Item = TypeVar("Item")


@cache
def words(name: str) -> tuple[str, ...]:
    """The words of a name of at least two characters, in lower case; and, where it has several words, all of it."""
    classes = "".join(
        "U" if char.isupper() else "l" if char.islower() else "x" if char.isalnum() else "_" for char in name
    )
    parts = [name[slice(*word.span())].lower() for word in WORD.finditer(classes)]
    whole = ["".join(parts)] if len(parts) > 1 else []
    return tuple([part for part in parts if len(part) > 1] + whole)


def word_counts(text: str) -> Counter[str]:
    """How often each word occurs in a text, in the order in which they are first found."""
    found: Counter[str] = Counter()
    for name, times in Counter(NAME.findall(text)).items():
        for word in words(name):
            found[word] += times
    return found


class Counts(NamedTuple):
    """How often each word of the question occurs in a text, and how many words the text has."""

    counts: list[int]
    length: int

    def with_path(self, path: Counts) -> Counts:
        added = [own + PATH_WEIGHT * more for own, more in zip(self.counts, path.counts, strict=True)]
        return Counts(added, self.length + PATH_WEIGHT * path.length)


def counts(question: Counter[str], text: str) -> Counts:
    found = word_counts(text)
    return Counts([found[word] for word in question], found.total())


def scores(question: Counter[str], texts: list[Counts], known: list[Counts]) -> list[float]:
    """The score of each text; words are as rare as they are in the known texts."""
    average = max(sum(text.length for text in texts) / max(len(texts), 1), 1)
    containing = [sum(text.counts[at] > 0 for text in known) for at in range(len(question))]
    rarity = [math.log(1 + (len(known) - files + 0.5) / (files + 0.5)) for files in containing]
    weights = [times * rare for times, rare in zip(question.values(), rarity, strict=True)]

    def score(text: Counts) -> float:
        norm = K1 * (1 - B + B * text.length / average)
        pairs = zip(weights, text.counts, strict=True)
        return sum(weight * count * (K1 + 1) / (count + norm) for weight, count in pairs)

    return [score(text) for text in texts]


def best(items: list[Item], scored: list[float], most: int) -> list[Item]:
    """The items with the highest scores, best first, without those that have no word of the question."""
    order = sorted((at for at, score in enumerate(scored) if score > 0), key=lambda at: -scored[at])
    return [items[at] for at in order[:most]]


def is_marked(stem: str) -> bool:
    """Whether a name is that of a test or of a generated file: `a.test`, `cache_test`, `CacheTests`, `test_cache`."""
    lower = stem.lower()
    return (
        stem.endswith(("Test", "Tests", "Spec")) or lower.startswith("test_") or re.split("[._-]", lower)[-1] in MARKS
    )


def is_ranked(path: str) -> bool:
    folders, _, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    is_program = False
    for folder in folders.split(PRODUCT)[0].lower().split("/"):
        is_documentation = not is_program and any(word in DOCUMENTATION for word in re.split("[-_]", folder))
        if folder in LEFT_OUT or re.split("[-_.]", folder)[-1] == "tests" or is_documentation:
            return False
        is_program |= folder in SOURCE_ROOTS
    return bool(dot) and ending.lower() in SOURCES and not is_marked(stem)


def ranked(root: Path, folder: str = "") -> Iterator[str]:
    """The paths that are ranked, relative to the root; neither links nor hidden files and folders are followed."""
    for entry in os.scandir(root / folder):
        path = folder + entry.name
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from ranked(root, path + "/")
        elif entry.is_file(follow_symlinks=False) and is_ranked(path) and entry.stat().st_size <= MAX_FILE_BYTES:
            yield path


def read(root: Path, path: str) -> str | None:
    """A file's text; none where it is binary or cannot be read."""
    try:
        data = (root / path).read_bytes()
    except OSError:
        return None
    return None if b"\0" in data else data.decode(errors="replace")


def answer(root: Path, query: str) -> dict[str, object]:
    """The best files, and the best chunks of these."""
    question = word_counts(query)
    count: Callable[[str], Counts] = lambda text: counts(question, text)  # noqa: E731
    texts = {path: read(root, path) for path in sorted(ranked(root), key=lambda path: path.split("/"))}
    files = {path: count(text).with_path(count(path)) for path, text in texts.items() if text is not None}
    known = list(files.values())
    best_files = best(list(files), scores(question, known, known), MAX_FILES)
    regions, chunks = [], []
    for path in best_files:
        lines = (texts[path] or "").split("\n")
        lines = lines if lines[-1] else lines[:-1]
        for start in range(0, len(lines), CHUNK_LINES):
            chunk = lines[start : start + CHUNK_LINES]
            chunks.append(count("\n".join(chunk)).with_path(count(path)))
            regions.append({"path": path, "start": start + 1, "end": start + len(chunk)})
    best_regions = best(regions, scores(question, chunks, known), MAX_CHUNKS)
    return {"schema": "firsthand.search/1", "files": best_files, "regions": best_regions}


def main() -> None:
    root, query_file = map(Path, sys.argv[1:])
    print(json.dumps(answer(root, query_file.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
