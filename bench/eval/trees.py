#!/usr/bin/env python3
"""Writes the source trees of tasks from git directories, as `firsthand-eval run --trees DIR` reads them.

    python3 bench/eval/trees.py tasks.jsonl [more.jsonl ...] --mirrors MIRRORS --trees TREES

A mirror is a git directory or a work tree: MIRRORS/OWNER+NAME or MIRRORS/OWNER/NAME, perhaps with .git or /repo behind.
Only the standard library and git are used, and nothing is fetched. A tree is written once, whole or not at all. Left
out and counted are symbolic links, submodules, files whose content the git directory lacks, and unsafe paths.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

SKIPPED_MODES = {"120000": "links", "160000": "submodules"}


def git_dir(mirrors: Path, repo: str) -> Path | None:
    """The git directory of a repository."""
    for name in (repo.replace("/", "+"), repo):
        for mirror in (mirrors / name / "repo", mirrors / f"{name}.git", mirrors / name):
            for path in (mirror / ".git", mirror):
                if (path / "HEAD").is_file() and (path / "objects").is_dir():
                    return path
    return None


def git(directory: Path, *args: str) -> subprocess.Popen[bytes]:
    """Starts git without the user's environment of git; missing objects are not fetched."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    command = ["git", "--git-dir", str(directory), *args]
    pipe, none = subprocess.PIPE, subprocess.DEVNULL
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=none, env=environment)


def entries(directory: Path, commit: str) -> list[tuple[str, str, bytes]] | None:
    """Mode, object and path of each file of a commit; None if the git directory lacks it."""
    listing = git(directory, "ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit)
    rows = listing.communicate()[0].split(b"\0")
    if listing.returncode:
        return None
    heads = (row.partition(b"\t") for row in rows if row)
    return [(head.split()[0].decode(), head.split()[2].decode(), path) for head, _, path in heads]


def safe_path(path: bytes) -> str | None:
    """The path as text, if it stays in its folder and is no part of a git directory."""
    try:
        text = path.decode()
    except UnicodeDecodeError:
        return None
    parts = text.split("/")
    bad = "\\" in text or "\0" in text or any(part in ("", ".", "..") or part.lower() == ".git" for part in parts)
    return None if bad else text


def blobs(directory: Path, objects: Iterable[str]) -> Iterator[bytes | None]:
    """The content of each object; None where the git directory lacks it."""
    with git(directory, "cat-file", "--batch") as batch:
        assert batch.stdin and batch.stdout
        for name in objects:
            batch.stdin.write(name.encode() + b"\n")
            batch.stdin.flush()
            head = batch.stdout.readline().split()
            if head[-1] == b"missing":
                yield None
                continue
            size = int(head[-1])
            content = batch.stdout.read(size + 1)
            if len(content) != size + 1:
                raise SystemExit(f"git ends within {name}")
            yield content[:-1]


def export(directory: Path, commit: str, tree: Path, counts: Counter[str]) -> bool:
    """Writes the tree of a commit; false if the git directory lacks the commit."""
    listed = entries(directory, commit)
    if listed is None:
        return False
    files = []
    for mode, name, raw_path in listed:
        safe = safe_path(raw_path)
        if mode in SKIPPED_MODES:
            counts[SKIPPED_MODES[mode]] += 1
        elif safe is None:
            counts["refused"] += 1
        else:
            files.append((name, safe))
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=tree.parent) as partial:
        unfinished = Path(partial, "tree")
        unfinished.mkdir()
        for (_, path), content in zip(files, blobs(directory, [name for name, _ in files]), strict=True):
            file = unfinished / path
            if content is None:
                counts["missing"] += 1
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                # On a file system that ignores case, a second file of the same name is refused.
                with file.open("xb") as out:
                    out.write(content)
                counts["files"] += 1
            except FileExistsError:
                counts["refused"] += 1
        unfinished.rename(tree)
    counts["trees"] += 1
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="+", type=Path)
    parser.add_argument("--mirrors", type=Path, required=True)
    parser.add_argument("--trees", type=Path, required=True)
    options = parser.parse_args()
    options.trees.mkdir(parents=True, exist_ok=True)
    counts: Counter[str] = Counter()
    wanted: dict[tuple[str, str], None] = {}
    for name in options.tasks:
        tasks = [json.loads(line) for line in name.read_text(encoding="utf-8").splitlines() if line.strip()]
        wanted.update({(task["repo"], task["base"]): None for task in tasks})
    for repo, commit in wanted:
        tree = options.trees / f"{repo.replace('/', '+')}-{commit[:12]}"
        directory = git_dir(options.mirrors, repo)
        if tree.is_dir():
            counts["trees that were there"] += 1
        elif directory is None or not export(directory, commit, tree, counts):
            print(f"no {'git directory' if directory is None else 'commit'}: {repo} {commit}")
    print(", ".join(f"{count} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
