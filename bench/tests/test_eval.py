"""Smoke tests of the scripts over journals, without network: `python3 -m unittest discover bench/tests`."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "eval"), str(HERE.parent.parent / "xtask")]

import agreement  # noqa: E402
import banned_words  # noqa: E402
import bm25  # noqa: E402
import fit  # noqa: E402
import issuers  # noqa: E402
import journal  # noqa: E402
import page  # noqa: E402
import pairs  # noqa: E402
import plots  # noqa: E402
import rg  # noqa: E402
import swe_explore  # noqa: E402
import tables  # noqa: E402
import trees  # noqa: E402

JOURNAL = str(HERE / "journal.jsonl")


def run(script: Any, *args: str) -> str:
    """The standard output of a script."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), mock.patch.object(sys, "argv", ["script", *args]):
        script.main()
    return out.getvalue()


def cells(text: str, start: str) -> list[str]:
    """The cells of the first row for a name: the first cell has it, or, with the same figures, several names."""
    lines = (line.strip("| ") for line in text.splitlines() if line.startswith("| "))
    found = next(line for line in lines if line.startswith(start) or start in line.split(" | ")[0].strip().split(", "))
    return [cell.strip() for cell in found.split(" | ")]


class Scripts(unittest.TestCase):
    def test_tables_and_pictures(self) -> None:
        answers = journal.records([JOURNAL])
        text = run(tables, JOURNAL)
        self.assertEqual(len(answers), 9)
        arms = "bm25 | builtin | script:script.jsonl with explore-v2 (explorer: script:script.jsonl)".split(" | ")
        self.assertEqual(cells(text, "mean [95 % interval]")[1:4], arms)
        self.assertRegex(cells(text, "recall_5")[1], r"^1.000 \[1.000, 1.000\]$")
        self.assertEqual(cells(text, "bm25")[1], "ms")
        names = ["recall-by-lines", "reliability", "calls-after-report", "cost-and-touched"]
        self.assertEqual(list(plots.plots(answers)), names)
        shown = page.page(answers)
        self.assertEqual(shown.count("<details>"), 9)
        self.assertNotIn("<script", shown)

    def test_shards_are_read_together_and_an_answer_twice_counts_once(self) -> None:
        whole = run(tables, JOURNAL, "--by", "set")
        self.assertEqual(run(tables, JOURNAL, JOURNAL, "--by", "set"), whole)
        lines = Path(JOURNAL).read_text(encoding="utf-8").splitlines(keepends=True)
        with tempfile.TemporaryDirectory() as folder:
            parts = [Path(folder, f"{at}.jsonl") for at in range(3)]
            for at, part in enumerate(parts):
                part.write_text("".join(lines[at::3]), encoding="utf-8")
            self.assertEqual(run(tables, *map(str, parts), "--by", "set"), whole)

    def test_groups_have_the_means_of_their_answers(self) -> None:
        common = {name: "" for name in journal.COLUMNS} | {"set": "x", "repo": "o/x", "repeat": 1, "insert_only": False}
        other = {"set": "y", "repo": "o/y", "intent": "debug", "language": "py"}
        answers: list[dict[str, Any]] = [
            common | {"label": "a", "id": "1", "metrics": {"hit_1": 1.0, "ms": 140.0}},
            common | {"label": "a", "id": "2", "metrics": {"hit_1": 0.0, "ms": 20.0}, "insert_only": True},
            common | other | {"label": "a", "id": "3", "metrics": {"hit_1": 0.0, "ms": 20.0}},
            common | {"label": "b", "id": "1", "metrics": {"hit_1": 0.5}, "claim": {"confidence": "medium"}},
        ]
        lines = tables.groups(answers, "set").splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
        expect = """
x|a|2|0.500|80.000
x|b|1|0.500|
y|a|1|0.000|20.000
mean of repositories|a|3|0.250|50.000
mean of repositories|b|1|0.500|
all tasks|a|3|0.333|60.000
all tasks|b|1|0.500|
all, without insert-only|a|2|0.500|80.000
all, without insert-only|b|1|0.500|"""
        self.assertEqual(["|".join(row) for row in rows[2:]], expect.strip().splitlines())
        for by, expected in (("repo", "o/x o/y"), ("language", " py"), ("confidence", "medium none stated")):
            rows = tables.groups(answers, by).split("| mean of repositories")[0].splitlines()[2:]
            names = dict.fromkeys(row.split("|")[1].strip() for row in rows)
            self.assertEqual(" ".join(names), expected)

    def test_what_failed_and_what_was_skipped_is_counted_with_its_reason(self) -> None:
        answer = {"label": "a", "arm": "a", "set": "x", "version": "0+test", "error": None}
        answers = [answer | {"id": "1"}, answer | {"id": "2", "error": "it ended"}]
        skipped = [{"set": "x", "id": id_, "why": "there is no tree"} for id_ in ("2", "3", "4", "4")]
        expect = """- a: 0+test
- 1 answers failed and count as nothing found:
  - 1 a: it ended
- 2 tasks were skipped:
  - 2 there is no tree
"""
        self.assertEqual(tables.notes(answers, skipped), expect)
        self.assertIn("\n\n- bm25: 0.1.0+b9e261786493\n", run(tables, JOURNAL, "--by", "kind"))

    def test_the_same_journal_has_no_difference(self) -> None:
        text = run(tables, JOURNAL, "--against", JOURNAL)
        self.assertEqual(cells(text, "recall_5")[1], "1.000 [1.000, 1.000]")
        self.assertEqual(cells(text, "recall_5")[4:], ["0.000 [0.000, 0.000] (0, 0, 2)"] * 3)

    def test_the_first_line_says_what_is_better(self) -> None:
        def arm(label: str, values: dict[str, list[float]]) -> list[dict[str, Any]]:
            common = {name: "" for name in journal.COLUMNS} | {"label": label, "set": "s", "repeat": 1}
            length = len(next(iter(values.values())))
            rows = [{name: column[at] for name, column in values.items()} for at in range(length)]
            return [common | {"id": str(at), "metrics": row, "regions": []} for at, row in enumerate(rows)]

        even = [float(at % 2) for at in range(20)]
        first = arm("a", {"mrr": [0.0] * 20, "right": [0.0] * 20, "recall_1": even, "ms": [100.0] * 20})
        second = arm("b", {"mrr": [1.0] * 20, "right": [1.0] * 20, "recall_1": even[::-1], "ms": [150.0] * 20})
        text = tables.tables(first + second)
        better = "mrr, right by 1.000 [1.000, 1.000]"
        expect = (
            f"b against a, on 20 tasks of both: better in {better}; worse in ms by 50.000 [50.000, 50.000]; "
            "the other difference may be chance: the interval contains 0."
        )
        self.assertEqual(text.splitlines()[0], expect)
        few = tables.tables(first[:3] + second[:3]).splitlines()[0]
        self.assertTrue(few.startswith("b against a, on 3 tasks of both, too few to rely on: better in "), few)
        rows = [line for line in text.splitlines() if line.startswith("| ")]
        self.assertEqual(len(set(rows)), len(rows))
        # The same figures stand in one row.
        self.assertEqual(cells(text, "right")[0], "mrr, right")

    def test_intervals_match_hand_computed_values(self) -> None:
        coins = tables.interval(tables.np.arange(100) % 2.0)
        mean, low, high = (float(one) for one in re.findall(r"[\d.]+", coins))
        # 100 throws of a fair coin: about .5 ± 1.96 · .05.
        self.assertTrue(mean == 0.5 and abs(low - 0.402) < 0.02 and abs(high - 0.598) < 0.02, coins)

    def test_costs_follow_the_prices(self) -> None:
        metrics = {"main_input_uncached": 600_000, "main_input_cached": 400_000, "main_output": 250_000}
        record = {"main": "a:b", "metrics": metrics}
        tables.add_costs([record], {"a:b": {"input": 2, "cached": 0.5, "output": 8}})
        self.assertAlmostEqual(record["metrics"]["cost"], 0.6 * 2 + 0.4 * 0.5 + 0.25 * 8)


def evidence(count: int) -> list[dict[str, Any]]:
    """Records whose labels are drawn with the odds of known weights; `same` never varies."""
    draw, records = random.Random(1), []
    for at in range(count):
        features = {"far": 1000 * draw.random(), "near": 4 * draw.random() - 2, "same": 7.0}
        odds = 0.4 + 0.002 * features["far"] - 1.5 * features["near"]
        right = draw.random() < 1 / (1 + 2.718281828459045**-odds)
        half = ("known", "held-out")[at % 2]
        record = {"schema": journal.SCHEMA, "set": "s", "id": str(at), "repo": f"o/{at % 40}", "half": half}
        claim = {"confidence": "low", "features": features}
        records.append(record | {"absent": False, "metrics": {"right": float(right)}, "claim": claim})
    return records


class Fitting(unittest.TestCase):
    def fit(self, records: list[dict[str, Any]], *args: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "run.jsonl")
            path.write_text("".join(json.dumps(record) + "\n" for record in records) + '{"schema":', encoding="utf-8")
            return run(fit, str(path), *args)

    def test_known_weights_are_recovered(self) -> None:
        text = self.fit(evidence(8000), "--l2", "0.001")
        weights = {name: float(value) for name, value in re.findall(r'\("(\w+)", (\S+)\)', text)}
        self.assertEqual(weights["same"], 0)
        self.assertTrue(abs(weights["far"] - 0.002) < 0.0004 and abs(weights["near"] + 1.5) < 0.1, weights)
        self.assertIn("judged on 4000 rows of 20 others (AUC 0.", text)

    def test_the_order_does_not_matter(self) -> None:
        records = evidence(400)
        self.assertEqual(self.fit(records), self.fit(records[::-1]))

    def test_the_module_of_the_embedded_model_has_the_printed_form(self) -> None:
        module = (HERE.parents[1] / "crates/providers/src/builtin/weights.rs").read_text(encoding="utf-8")
        names = re.findall(r'\("(\w+)",', module)
        model = fit.Model(names, 0.5, fit.np.full(len(names), 0.5))
        rows = [fit.Row(repo, "1", "known", {}, label) for repo, label in (("o/a", 0), ("o/b", 1))]
        shape = re.compile(r"[-.\d]")
        self.assertEqual(shape.sub("", fit.module(model, rows, rows, 1.0)), shape.sub("", module))

    def test_what_cannot_be_fitted_is_refused(self) -> None:
        records = evidence(20)
        one_label = [record | {"metrics": {"right": 1.0}} for record in records]
        for bad, why in [(records + records[:1], "answered twice"), (one_label, "same label"), ([], "no answer")]:
            with self.assertRaisesRegex(SystemExit, why):
                self.fit(bad)


class Judges(unittest.TestCase):
    def test_pairs_are_judged_blind_and_in_both_orders(self) -> None:
        def answered(arm: str, id: str) -> dict[str, Any]:
            record = {"label": f"m with {arm}", "set": "s", "id": id, "repeat": 1, "repo": "o/n", "base": "0123abc"}
            region = {"path": "a.rs", "start": 1, "end": 2}
            gold = [{"path": "a.rs", "ranges": [[1, 9]]}]
            shown = {"query": "where?", "gold": gold, "absent": False, "regions": [region]}
            return record | shown | {"answer": f"Here, says {id}{arm == 'x'}."}

        answers = [answered(arm, id) for arm in ("x", "y", "z") for id in ("1", "2")] + [answered("x", "3")]
        tasks = list(pairs.pairs(answers))
        self.assertEqual(len(tasks), 8)
        self.assertEqual(json.loads(tasks[1]["id"]), ["s", "1", 1, "m with x", "m with y", True])
        text = tasks[0]["query"]
        self.assertIn("stands in:\n- a.rs:1-9\n\nA:\nHere, says 1True.\nPlaces:\n- a.rs:1-2\n\nB:\nHere, says 1F", text)
        self.assertNotIn("m with", text)

    def test_verdicts_need_both_orders(self) -> None:
        def judged(judge: str, id: str, swapped: bool, better: str, a: int = 4) -> dict[str, Any]:
            scores = {side: {"correct": score, "complete": 2, "specific": 2} for side, score in (("a", a), ("b", 0))}
            answer = f"So: {json.dumps(scores | {'better': better})}"
            return {"id": json.dumps(["s", id, 1, "p", "q", swapped]), "main": judge, "answer": answer}

        better = {"x": {"1": "ab", "2": "ba"}, "y": {"1": "ab", "2": "ab"}}
        answers = [
            judged(judge, id, swapped, orders[swapped])
            for judge, verdicts in better.items()
            for id, orders in verdicts.items()
            for swapped in (False, True)
        ]
        # The orders contradict each other; one order is missing; a score is too high.
        answers += [judged("x", "3", False, "a"), judged("x", "3", True, "a")]
        answers += [judged("y", "3", False, "a"), judged("y", "3", True, "b", a=5)]
        with contextlib.redirect_stderr(io.StringIO()) as notes:
            verdicts = agreement.verdicts(answers)
        self.assertEqual(notes.getvalue(), "note: 1 answers are no opinions\n")
        text = agreement.arms_table(verdicts) + agreement.agreement_table(verdicts)
        row = cells(text, "p against q | x")
        self.assertEqual(row[2:], ["3", "1", "1", "1", "0.667", "0.500", "0.500", "0.000 [0.000, 0.000]"])
        self.assertEqual(cells(text, "p against q | y")[2:7], ["2", "2", "0", "0", "1.000"])
        self.assertEqual(cells(text, "x ")[2:], ["2", "0.500", "0.000"])


class Trees(unittest.TestCase):
    def test_a_commit_is_written_once_and_nothing_leaves_the_folder(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            repository = folder / "mirrors/owner+shop"
            repository.mkdir(parents=True)

            def git(*args: str, data: str = "") -> str:
                command = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b.invalid", *args]
                return subprocess.run(command, input=data, capture_output=True, text=True, check=True).stdout.strip()

            git("init", "-q")
            blob = git("hash-object", "-w", "--stdin", data="text\n")
            inner = git("mktree", data=f"100644 blob {blob}\ta.txt\n120000 blob {blob}\tlink\n")
            lost = "0123456789012345678901234567890123456789"
            outer = "".join(f"040000 tree {inner}\t{part}\n" for part in (".git", "..", "fine"))
            tree = git("mktree", "--missing", data=f"100644 blob {lost}\tlost\n{outer}")
            commit = git("commit-tree", tree, "-m", "m")
            tasks = folder / "tasks.jsonl"
            wanted = [("owner/shop", commit), ("owner/shop", lost), ("owner/gone", commit)]
            tasks.write_text("".join(json.dumps({"repo": repo, "base": base}) + "\n" for repo, base in wanted))
            args = [str(tasks), "--mirrors", str(repository.parent), "--trees", str(folder / "trees")]
            expect = ["2 refused, 3 links, 1 files, 1 missing, 1 trees"]
            self.assertEqual(run(trees, *args).splitlines()[2:], expect)
            written = folder / f"trees/owner+shop-{commit[:12]}"
            self.assertEqual([path.name for path in written.rglob("*") if path.is_file()], ["a.txt"])
            self.assertEqual(list(written.parent.iterdir()), [written])
            again = run(trees, *args).splitlines()
            self.assertEqual(again[0], f"no commit: owner/shop {lost}")
            self.assertEqual(again[2:], ["1 trees that were there"])

    def test_paths_that_leave_the_folder_are_unsafe(self) -> None:
        for path in (b"a", b"a/b.rs", b"..a/b..", b".github/x", "a b/ü".encode()):
            self.assertEqual(trees.safe_path(path), path.decode())
        for path in (b"", b"/a", b"../a", b"a/..", b"./a", b"a//b", b"a/", b"..\\a", b"a\0b", b"a/.GIT/x", b"\xff"):
            self.assertIsNone(trees.safe_path(path), path)


class Baseline(unittest.TestCase):
    def test_names_are_split_into_words_and_kept_whole(self) -> None:
        for text, expect in (
            ("", ""),
            ("addArticle(basket_id, X)", "add article addarticle basket id basketid"),
            ("HTTPServer parseURL utf8 i18n", "http server httpserver parse url parseurl utf8 i18n"),
            ("A/bC.rs __x__", "bc rs"),
            ("größeÄndern ÜBER", "größe ändern größeändern über"),
        ):
            self.assertEqual(" ".join(bm25.word_counts(text)), expect, text)

    def test_scores_match_hand_computed_values(self) -> None:
        question = bm25.word_counts("red red fox")
        texts = [bm25.counts(question, text) for text in ("red cat", "fox den", "cat den")]
        # Every text has the average length, so a word that occurs once scores exactly its inverse document frequency.
        idf = bm25.math.log(1 + 2.5 / 1.5)
        for got, expect in zip(bm25.scores(question, texts, texts), (2 * idf, idf, 0), strict=True):
            self.assertAlmostEqual(got, expect)
        fox = bm25.word_counts("fox")
        weighted = bm25.counts(fox, "fox den").with_path(bm25.counts(fox, "src/fox.rs"))
        self.assertEqual(weighted, ([4], 11))

    def test_tests_documentation_and_generated_files_are_left_out(self) -> None:
        ranked = "a.rs src/basket.ts src/latest.ts lib/docs/page.py src/main/java/org/acme/test/Shop.java"
        left_out = (
            "README.md image.png Makefile tests/a.rs src/a.test.ts cache_test.go CacheTest.java test_cache.py "
            "conftest.py acme.tests/a.cs docs/a.js docs-v3/a.json examples/a.py dist/a.js a.min.js a.pb.go"
        )
        for paths, expect in ((ranked, True), (left_out, False)):
            for path in paths.split():
                self.assertEqual(bm25.is_ranked(path), expect, path)

    def test_the_best_files_and_the_best_chunks_of_these_are_printed(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "src").mkdir()
            basket = "// nothing here\n" * 59 + "function addArticle(basket) {\n  basket.push(1)\n\n}\n"
            (root / "src/basket.ts").write_text(basket, encoding="utf-8")
            (root / "src/basket.test.ts").write_text("addArticle()", encoding="utf-8")
            (root / "src/empty.ts").write_bytes(b"")
            (root / "src/binary.ts").write_bytes(b"addArticle\0")
            (root / "src/zero.ts").symlink_to("/dev/zero")
            (root / "query").write_text("addArticle pushes an article", encoding="utf-8")
            answer = json.loads(run(bm25, folder, str(root / "query")))
        region = {"path": "src/basket.ts", "start": 51, "end": 63}
        self.assertEqual(answer, {"schema": "firsthand.search/1", "files": ["src/basket.ts"], "regions": [region]})


class Conversions(unittest.TestCase):
    def test_a_row_of_swe_explore_is_a_task(self) -> None:
        regions = [{"path": "a.py", "start": 10, "end": 19}, {"path": "a.py", "start": 30, "end": -1}]
        row = {
            "instance_id": "owner__shop-12",
            "repo": "owner/shop",
            "base_commit": "0123abcd",
            "problem_statement": "the basket forgets",
            "ground_truth": {"read_core_files": ["setup.cfg", "a.py"], "read_core_regions": regions},
        }
        gold = [{"path": "a.py", "ranges": [[10, 19]]}, {"path": "setup.cfg", "ranges": []}]
        self.assertEqual(swe_explore.task(row)["gold"], gold)

    def test_a_rule_of_gitleaks_is_reduced_to_what_stands_at_its_keyword(self) -> None:
        before, assign, scoped, end = issuers.BEFORE, issuers.ASSIGN, issuers.SCOPED_ASSIGN, issuers.END
        for regex, expect in (
            (f"(?i){before}(?:acme){assign}([a-z]{{9}}){end}", [("value", r"(?i)([a-z]{9})(?:[^\w-]|$)")]),
            (f"{before}(?i:{before}(?:acme){scoped}([a-z]{{9}}){end}", [("value", r"([a-z]{9})(?:[^\w-]|$)")]),
            (rf"\b(ac_[a-z]{{9}}){end}", [("token", r"\b(ac_[a-z]{9})(?:[^\w-]|$)")]),
            (
                rf"(?i)(?:acme){assign}([a-z]{{9}}){end}|\b(AC[a-z]{{9}}){end}",
                [("value", r"(?i)([a-z]{9})(?:[^\w-]|$)"), ("token", r"\b(AC[a-z]{9})(?:[^\w-]|$)")],
            ),
        ):
            self.assertEqual(issuers.forms(regex), expect)

    def test_words_of_a_question_are_distinct(self) -> None:
        self.assertEqual(rg.words("Is `add_item` in the (Basket) basket?"), ["add_item", "the", "basket"])

    def test_rg_is_asked_as_a_reader_asks_it(self) -> None:
        rows = [("./a.py", line) for line in (3, 200, 210, 210, 240)] + [("./b c.py", 7), ("./d.py", 9), ("./d.py", 90)]
        output = "".join(f"{path}\0{line}:\n" for path, line in rows)
        self.assertEqual(rg.ranked(output.encode()), ["./a.py:200-249", "./d.py:9-58", "./b c.py:7-56"])

    def test_product_nouns_are_banned_and_words_of_any_code_are_not(self) -> None:
        rows = (
            ("zod", "zod schemas: the parser and the cache of a request fail, see httpZodfile"),
            ("xarray", "xarray: a server keeps the cache of a datatree open, see the parser"),
            ("requests", "a request of requests is not cached by the server"),
        )
        tasks = [(name, f"{text}; reproduce it in cache_dir {n}") for name, text in rows for n in range(6)]
        tasks.append(("zod", "wibblewobble"))
        banned = banned_words.banned(tasks, banned_words.Background())
        self.assertEqual(sorted(banned), ["xarray", "zod", "zodfile"])
        self.assertEqual(list(banned_words.words("parseHTTPHeader_v2 数据")), ["parse", "http", "header", "v", "2", "数据"])


if __name__ == "__main__":
    unittest.main()
