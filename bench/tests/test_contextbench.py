"""The scores of `contextbench.py` by hand, and a run over a tree, without network and without the benchmark's data."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent.parent))

import contextbench  # noqa: E402
from contextbench import BM25, EXPLORE, SEARCH  # noqa: E402

PROGRAM = """#!/usr/bin/env python3
import json, sys
assert sys.stdin.read() == "the basket forgets"
place = {"path": "basket.py", "start": 1, "end": 4}
parts = {"search": {"regions": [place]}, "explore": {"primary": [place], "flow": [place], "read_targets": []}}
print(json.dumps(parts[sys.argv[1]] if "--words" not in sys.argv else {}))
sys.exit(3 if "--words" in sys.argv else 0)
"""


class Scores(unittest.TestCase):
    def test_the_repository_is_read_from_the_id(self) -> None:
        commit = "60725705782832a2cb22e17c49697948a42a9d03"
        for identity, expect in (
            ("fasterxml__jackson-core-964", "fasterxml/jackson-core"),
            ("mui__material-ui-32626", "mui/material-ui"),
            (f"instance_owner__shop-{commit}-v29", "owner/shop"),
            (f"instance_owner__shop-{commit}", "owner/shop"),
        ):
            self.assertEqual(contextbench.repository(identity), expect)
        with self.assertRaises(SystemExit):
            contextbench.repository("shop-12")

    def test_paths_lose_the_folder_of_the_container(self) -> None:
        for path in ("/testbed/a/b.py", "/workspace/shop/a/b.py", "/a/b.py", "./a/b.py", "a/b.py", "a\\b.py"):
            self.assertEqual(contextbench.inner_path(path), "a/b.py")

    def test_lines_count_once_and_are_cut_in_their_order(self) -> None:
        places = [("a.py", 3, 5), ("b.py", 1, 2), ("a.py", 4, 6)]
        found = [("a.py", 3), ("a.py", 4), ("a.py", 5), ("b.py", 1), ("b.py", 2), ("a.py", 6)]
        self.assertEqual(list(contextbench.lines(places)), found)
        self.assertEqual(list(contextbench.lines(places, 4)), found[:4])
        self.assertEqual(list(contextbench.lines(places, 0)), [])

    def test_scores_match_hand_computed_values(self) -> None:
        for needed, shown, expect in (
            ("abcd", "cdef", (0.5, 0.5, 0.5)),
            ("abcd", "a", (0.25, 1.0, 0.4)),
            ("ab", "", (0.0, 0.0, 0.0)),
            ("ab", "cd", (0.0, 0.0, 0.0)),
        ):
            for found, wanted in zip(contextbench.score(needed, shown), expect, strict=True):
                self.assertAlmostEqual(found, wanted)

    def test_means_weigh_tasks_and_pools_weigh_lines(self) -> None:
        needed = {"1": [("a.py", 1, 1)], "2": [("b.py", 1, 3)]}
        shown = {"1": contextbench.lines([("a.py", 1, 2)]), "2": contextbench.lines([("c.py", 1, 2)])}
        recall, precision, both, pooled_recall, pooled_precision, files, exact = contextbench.means(needed, shown)
        self.assertEqual((recall, precision, pooled_recall, pooled_precision), (0.5, 0.25, 0.25, 0.25))
        self.assertAlmostEqual(both, 1 / 3)
        self.assertEqual((files, exact), (0.5, 0.5))


class Runs(unittest.TestCase):
    def test_a_task_is_asked_once(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            tree = folder / "trees/owner+shop-0123456789ab"
            tree.mkdir(parents=True)
            (tree / "basket.py").write_text("def forget(basket):\n" + "    basket.clear()\n" * 70)
            (tree / "test_basket.py").write_text("the basket forgets\n")
            program = folder / "firsthand"
            program.write_text(PROGRAM)
            program.chmod(0o755)
            (folder / "words.json").write_text('{"owner__shop-1": "clear, forget"}')
            row = {"instance_id": "bench__bugfix__1", "problem_statement": "the basket forgets"}
            row |= {"base_commit": "0123456789abcdef"}
            row |= {"gold_context": json.dumps([{"file": "/testbed/basket.py", "start_line": 1, "end_line": 2}])}
            rows = [row | {"original_inst_id": identity} for identity in ("owner__shop-1", "owner__gone-2")]
            out = folder / "out.jsonl"
            options = {"mirrors": folder, "trees": folder / "trees", "program": program, "out": out}
            options |= {"words": folder / "words.json"}
            args = ["contextbench", "tasks", *(part for key, at in options.items() for part in (f"--{key}", str(at)))]
            for _ in range(2):
                printed, notes = io.StringIO(), io.StringIO()
                with (
                    mock.patch.object(contextbench, "read_tasks", lambda *_: rows),
                    mock.patch.object(sys, "argv", args),
                    contextlib.redirect_stdout(printed),
                    contextlib.redirect_stderr(notes),
                ):
                    contextbench.main()
                self.assertIn("no git directory: owner__gone-2", notes.getvalue())
                text = printed.getvalue()
                self.assertTrue(text.startswith("1 of 2 tasks\n"), text)
                self.assertIn("| search | 4 | 1.000 | 0.500 | 0.667 | 1.000 | 0.500 | 1.000 | 1.000 |", text)
                self.assertIn("| search, words | 0 | 0.000 | 0.000 | 0.000 |", text)
                self.assertIn("| bm25, lines of explore | 4 | ", text)
            answers = [json.loads(line) for line in out.read_text().splitlines()]
            words = contextbench.WITH_WORDS
            arms = [SEARCH, SEARCH + words, EXPLORE, EXPLORE + words, BM25]
            self.assertEqual([answer["arm"] for answer in answers], arms)
            self.assertEqual(answers[2]["places"], [["basket.py", 1, 4]])
            # A final line end opens no further line; tests are no candidates.
            self.assertEqual(answers[4]["places"], [["basket.py", 1, 50], ["basket.py", 51, 71]])
            self.assertFalse(tree.exists())


if __name__ == "__main__":
    unittest.main()
