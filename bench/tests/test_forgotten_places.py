"""What counts as a place that a change forgot: `python3 -m unittest discover bench/tests`."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import forgotten_places  # noqa: E402

NAMES = ["core.py", "other.py", "test_core.py"]


def function(name: str, body: str) -> str:
    return f"def {name}(rows):\n    first = rows\n    {body}\n    last = first\n\n\n"


class Draw(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.clone = Path(folder.name)
        self.git("init", "-q")
        self.git("config", "user.email", "a@b.c")
        self.git("config", "user.name", "A")
        self.commit("Begin", {name: function("one", "old(rows)") + function("two", "old(rows)") for name in NAMES})

    def git(self, *arguments: str) -> str:
        command = ["git", "-C", str(self.clone), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self, message: str, files: dict[str, str]) -> str:
        for name, text in files.items():
            (self.clone / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def drawn(self, says: str) -> list[dict]:
        """What is drawn if a fix with this message mends `two` in both files, of which a change mended `one`."""
        one = function("one", "new(rows)") + function("two", "old(rows)")
        both = function("one", "new(rows)") + function("two", "new(rows)")
        change = self.commit("Use new", {"core.py": one})
        mended = dict.fromkeys(NAMES, both)
        self.commit(says.format(change=change[:9]), mended)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            forgotten_places.draw(Namespace(clones=[self.clone], seed=1, each=3))
        return [json.loads(line) for line in out.getvalue().splitlines()]

    def test_a_fix_that_names_the_change(self) -> None:
        (pair,) = self.drawn("Use new in two, too\n\nThis was missed in {change}.")
        places = [f"{place['path']}:{place['first']}" for place in pair["places"]]
        self.assertEqual(places, ["core.py:9", "other.py:3", "other.py:9"])
        self.assertEqual(pair["language"], "Python")

    def test_no_fix(self) -> None:
        for says in ["Use new in two, too", "Use new. See {change}", 'Revert "{change}", which was missed']:
            with self.subTest(says):
                self.assertEqual(self.drawn(says), [])
                self.git("reset", "-q", "--hard", "HEAD~2")


class Score(unittest.TestCase):
    def test_where_a_place_is_listed(self) -> None:
        place = {"path": "a.py", "first": 12, "last": 13}
        row = {"path": "a.py", "line": 1, "quote": "def one():", "role": "caller", "how": "name", "in_change": False}
        samples = [
            (row | {"range": [10, 20]}, 1),
            (row | {"line": 10}, 1),
            (row | {"line": 30, "range": [30, 40]}, None),
            (row | {"path": "b.py", "range": [10, 20]}, None),
            (row | {"range": [10, 20], "in_change": True}, None),
        ]
        for listed, rank in samples:
            with self.subTest(listed):
                found = forgotten_places.found_at({"affected": [listed]}, place)
                self.assertEqual(found and found["rank"], rank)


if __name__ == "__main__":
    unittest.main()
