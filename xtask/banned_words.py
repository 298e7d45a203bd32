#!/usr/bin/env python3
"""Prints the banned words that benchmark tasks give, as `firsthand-guard --vocabulary` and guard/vocabulary.txt take them.

    python3 xtask/banned_words.py TASKS... > guard/vocabulary.txt

TASKS are files of JSON lines (each an object, or a list of objects, with `repo` and `query`), or folders of them. The
names of the tasks' repositories are banned, and the words that set the tasks of one repository apart from code at large.
Words that any code may contain (`cache`, `parser`, `request`) are not, however often tasks use them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

BACKGROUND = Path(__file__).parent.parent / "crates/guard/src/background.txt"

# A word of the tasks of one repository must be this many times as frequent there as in code at large.
MIN_FREQUENCY_RATIO = 50.0
# At least this many tasks of the repository must contain the word.
MIN_TASKS = 2
# This many tasks without the word are added: two of two tasks are weaker evidence than ten of ten.
PSEUDO_TASKS = 4
# At least this share of all tasks with the word must be of one repository: a word that many issues contain is no
# product's.
MIN_REPOSITORY_SHARE = 0.6
# Shorter words are ambiguous.
MIN_WORD_CHARS = 4
# A word that at least this share of packages contains is common in code.
MIN_COMMON_SHARE = 0.02
# A repository's name that at least this share of packages contains is a common word (`requests`).
MAX_NAME_SHARE = 0.02


def words(text: str) -> Iterator[str]:
    """The words of a text: split at signs, at camelCase boundaries and around digits."""
    word = ""
    for at, here in enumerate(text):
        if not here.isalnum():
            if word:
                yield word.lower()
            word = ""
            continue
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        is_cut = word and (
            before.isnumeric() != here.isnumeric()
            or (here.isupper() and before.isalpha() and not before.isupper())
            or (here.isupper() and before.isupper() and after.isalpha() and not after.isupper())
        )
        if is_cut:
            yield word.lower()
            word = ""
        word += here
    if word:
        yield word.lower()


class Background:
    """The shares of unrelated packages that contain a word."""

    def __init__(self) -> None:
        head, *rows = BACKGROUND.read_text().splitlines()
        self.packages = int(head.removeprefix("# packages "))
        self.counts = {word: int(count) for word, count in (row.split(" ") for row in rows)}

    def share(self, word: str) -> float:
        return self.counts.get(word, 1) / self.packages

    def is_compound(self, word: str) -> bool:
        """Whether a word consists of two common words: `cachedir` is no product's, and would match `cache_dir`."""
        halves = ((word[:cut], word[cut:]) for cut in range(3, len(word) - 2))
        return any(all(self.share(half) >= MIN_COMMON_SHARE for half in pair) for pair in halves)


def tasks(path: Path) -> Iterator[tuple[str, str]]:
    """The repository's name and the text of each task, with the paths and symbols of its answer."""
    if path.is_dir():
        for file in sorted(path.iterdir()):
            if file.suffix in (".jsonl", ".json"):
                yield from tasks(file)
        return
    for line in filter(str.strip, path.read_text().splitlines()):
        value = json.loads(line)
        for task in value if isinstance(value, list) else [value]:
            repository = task.get("repo") or task["repository"]
            text = task.get("query") or task.get("problem_statement") or task["text"]
            for place in task.get("gold") or []:
                names = [symbol["name"] for symbol in place.get("symbols") or [] if "name" in symbol]
                text = "\n".join([text, *names, place.get("path") or ""])
            yield repository.split("/")[-1], text


def banned(all_tasks: list[tuple[str, str]], background: Background) -> dict[str, str]:
    """The banned words, each with its origin."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, text in all_tasks:
        for word in set(words(text)):
            counts[word][name] += 1
    task_counts = Counter(name for name, _ in all_tasks)
    found = {}
    for word, by_name in counts.items():
        name, count = max(sorted(by_name.items()), key=lambda item: item[1])
        is_distinctive = (
            count >= MIN_TASKS
            and count >= MIN_REPOSITORY_SHARE * by_name.total()
            and count / (task_counts[name] + PSEUDO_TASKS) >= MIN_FREQUENCY_RATIO * background.share(word)
        )
        if len(word) >= MIN_WORD_CHARS and word.isalpha() and is_distinctive and not background.is_compound(word):
            found[word] = f"distinctive of tasks about {name}"
    for name in task_counts:
        if background.share("".join(words(name))) < MAX_NAME_SHARE:
            found[name] = "a repository of the tasks"
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="+", type=Path)
    read = [task for path in parser.parse_args().tasks for task in tasks(path)]
    print("# Banned terms. Made by: python3 xtask/banned_words.py TASKS")
    for term, origin in sorted(banned(read, Background()).items()):
        print(f"{term} # {origin}")


if __name__ == "__main__":
    main()
