"""Tests the package with a program: FIRSTHAND_PROGRAM names it."""

import asyncio
import dataclasses
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from concurrent.futures import CancelledError
from pathlib import Path

from firsthand import Firsthand, FirsthandError, Report, to_json

PROGRAM = os.environ["FIRSTHAND_PROGRAM"]
QUESTION = "where is the basket persisted?"
FILES = {
    "store.py": 'def persist_basket(basket):\n    """Keeps the basket."""\n    write(basket)\n',
    "shop.py": "from store import persist_basket\n\n\ndef checkout(basket):\n    persist_basket(basket)\n",
}


class SilentModel:
    """A model's server that takes requests and never answers."""

    def __init__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.options = ["--model", "openai:silent", "--base-url", f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"]
        self.was_asked, self.was_left = threading.Event(), threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        connection, _ = self._listener.accept()
        with connection:
            while connection.recv(4096):
                self.was_asked.set()
        self.was_left.set()

    def close(self):
        self._listener.close()


class ClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for name, text in FILES.items():
            (self.root / name).write_text(text)

    def client(self, *options):
        client = Firsthand(self.root, options=["--no-cache", *options], program=PROGRAM)
        self.addCleanup(client.close)
        return client

    def test_reports_are_typed_and_hold_until_a_file_changes(self):
        code = self.client()
        steps = []
        report = code.explore(QUESTION, intent="locate", words=["persist"], on_progress=steps.append)
        self.assertIsInstance(report, Report)
        self.assertEqual((report.schema, report.intent), ("firsthand.report/2", "locate"))
        place = report.primary[0]
        self.assertEqual((place.path, place.start), ("store.py", 1))
        self.assertEqual(report.flow[0].quote.text, "write(basket)")
        self.assertIn("store.py", report.markdown)
        self.assertTrue(steps)
        verified = code.verify(report)
        self.assertTrue(verified.holds)
        (self.root / "store.py").write_text("def other():\n    pass\n")
        verified = code.verify(report)
        self.assertFalse(verified.holds)
        self.assertEqual(verified.places[0].path, "store.py")

    def test_one_process_answers_many_questions_at_once(self):
        code = self.client()
        asked = [code.start_explore(f"{QUESTION} {number}") for number in range(8)]
        queries = [each.result(60).query for each in asked]
        self.assertEqual(queries, [f"{QUESTION} {number}" for number in range(8)])

    def test_what_a_change_touches_is_typed(self):
        diff = "--- a/store.py\n+++ b/store.py\n@@ -1 +1 @@\n-def persist_basket(basket, force):\n+def persist_basket(basket):\n"
        impact = self.client().impact(diff=diff)
        self.assertEqual([each.name for each in impact.changed], ["persist_basket"])
        self.assertEqual([(each.path, each.line, each.role) for each in impact.affected], [("shop.py", 5, "caller")])
        with self.assertRaises(FirsthandError):
            self.client().impact("no-such-revision")

    def test_searches_are_typed(self):
        code = self.client()
        found = code.search("basket", words=["persist"], limit=1)
        self.assertEqual([(each.path, each.symbol.name) for each in found.regions], [("store.py", "persist_basket")])
        callers = code.search(symbol="persist_basket", relation="callers")
        sites = [(site.path, site.line, site.import_) for site in callers.sites]
        self.assertIn(("shop.py", 5, False), sites)
        nothing = code.search(symbol="no_such_name")
        self.assertEqual(nothing.regions, [])

    def test_a_cancelled_question_stops_its_work(self):
        model = SilentModel()
        self.addCleanup(model.close)
        code = self.client(*model.options)
        asked = code.start_explore(QUESTION)
        self.assertTrue(model.was_asked.wait(30))
        self.assertTrue(asked.cancel())
        with self.assertRaises(CancelledError):
            asked.result()
        self.assertTrue(model.was_left.wait(30))

    def test_a_question_can_be_awaited(self):
        async def ask():
            return await asyncio.wrap_future(self.client().start_explore(QUESTION))

        self.assertEqual(asyncio.run(ask()).primary[0].path, "store.py")

    def test_errors_have_the_hint_of_the_command_line(self):
        with self.assertRaises(FirsthandError) as raised:
            Firsthand(self.root / "missing", program=PROGRAM)
        self.assertIn("does not exist", raised.exception.message)
        self.assertIn("--root", raised.exception.hint)
        with self.assertRaises(FirsthandError) as raised:
            self.client().search("basket", relation="cousins", symbol="basket")
        self.assertIn("cousins", raised.exception.message)
        with self.assertRaises(FirsthandError) as raised:
            self.client().explore("")
        self.assertTrue(raised.exception.message)

    def test_open_questions_fail_when_the_process_ends(self):
        model = SilentModel()
        self.addCleanup(model.close)
        code = self.client(*model.options)
        asked = code.start_explore(QUESTION)
        self.assertTrue(model.was_asked.wait(30))
        code._server._process.kill()
        with self.assertRaisesRegex(FirsthandError, "signal 9"):
            asked.result(30)

    def test_a_dead_process_is_started_again_and_a_closed_client_says_so(self):
        code = self.client()
        code._server._process.kill()
        code._server._process.wait()
        self.assertEqual(code.explore(QUESTION, timeout=60).primary[0].path, "store.py")
        report = code.explore(QUESTION, timeout=60)
        code.close()
        calls = [
            lambda: code.explore(QUESTION),
            lambda: code.search("basket"),
            lambda: code.verify(report),
            lambda: code.impact(diff=""),
            lambda: code.tools(),
            lambda: code.call("explore_code", {"query": QUESTION}),
        ]
        for call in calls:
            with self.assertRaisesRegex(FirsthandError, "the client is closed"):
                call()
        model = SilentModel()
        self.addCleanup(model.close)
        code = self.client(*model.options)
        asked = code.start_explore(QUESTION)
        self.assertTrue(model.was_asked.wait(30))
        code.close()
        with self.assertRaisesRegex(FirsthandError, "the client is closed"):
            asked.result(30)

    def test_what_confines_questions_confines_all_calls(self):
        for options in [["--exclude", "shop.py"], ["--exclude=shop.py"], ["--max-steps", "3", "--exclude", "shop.py"]]:
            code = self.client(*options)
            found = code.search("checkout basket")
            callers = code.search(symbol="persist_basket", relation="callers")
            diff = "--- a/store.py\n+++ b/store.py\n@@ -1 +1 @@\n-def persist_basket(basket, force):\n+def persist_basket(basket):\n"
            for result in [found, callers, code.impact(diff=diff), code.explore("checkout basket")]:
                self.assertNotIn("shop.py", to_json(result), options)
        with self.assertRaises(FirsthandError):
            self.client("--no-such-option")

    def test_a_report_can_be_kept_as_json(self):
        code = self.client()
        report = code.explore(QUESTION)
        for kept in [
            report,
            to_json(report),
            json.loads(to_json(report)),
            dataclasses.asdict(report),
            json.loads(json.dumps(dataclasses.asdict(report))),
        ]:
            self.assertTrue(code.verify(kept).holds)

    def test_several_roots_have_names(self):
        for name in ["web", "api"]:
            (self.root / name).mkdir()
            (self.root / name / "shop.py").write_text(FILES["shop.py"])
        options = ["--no-cache", "--root", f"api={self.root / 'api'}"]
        code = Firsthand(f"web={self.root / 'web'}", options=options, program=PROGRAM)
        self.addCleanup(code.close)
        found = code.search(symbol="checkout")
        self.assertEqual({each.path for each in found.regions}, {"web:/shop.py", "api:/shop.py"})
        report = code.explore("where is checkout?")
        self.assertRegex(report.primary[0].path, "^(web|api):/shop.py$")
        self.assertTrue(code.verify(report).holds)

    def test_a_loop_of_ones_own_calls_tools(self):
        code = self.client("--profile", "driven")
        names = [tool["name"] for tool in code.tools()]
        self.assertIn("open", names)
        self.assertIn("Handle: ", code.call("open", {"query": QUESTION}))
        with self.assertRaises(FirsthandError):
            code.call("report", {"handle": "none"})

    def test_every_failure_is_one_error(self):
        code = self.client()
        for call in [
            lambda: code.search(symbol="a\0b"),
            lambda: code.search(path="x" * 300_000),
            lambda: code.search(),
            lambda: code.search("basket", limit=0),
            lambda: Firsthand(self.root, program=str(self.root)),
            lambda: Firsthand(self.root, program=str(self.root / "none")),
        ]:
            with self.assertRaises(FirsthandError) as raised:
                call()
            self.assertNotRegex(str(raised.exception), "Usage|--help|hint:|required arguments")
        self.assertTrue(code.search("where is the basket persisted? " * 5_000).regions)

    def test_a_callback_that_raises_ends_its_own_call_alone(self):
        code = self.client()
        with self.assertRaises(ZeroDivisionError):
            code.explore(QUESTION, on_progress=lambda _: 1 / 0, timeout=60)
        self.assertEqual(code.explore(QUESTION, timeout=60).primary[0].path, "store.py")

    def test_lines_that_are_no_messages_are_passed_over(self):
        script = self.root / "start.sh"
        script.write_text(f'#!/bin/sh\necho "a notice"\necho 5\nexec {PROGRAM} "$@"\n')
        script.chmod(0o755)
        code = Firsthand(self.root, options=["--no-cache"], program=str(script))
        self.addCleanup(code.close)
        self.assertEqual(code.explore(QUESTION, timeout=60).primary[0].path, "store.py")

    def test_time_that_is_up_is_one_error_for_all_calls(self):
        model = SilentModel()
        self.addCleanup(model.close)
        code = self.client(*model.options)
        report = self.client().explore(QUESTION)
        calls = [
            lambda: code.explore(QUESTION, timeout=0.001),
            lambda: code.search("basket", timeout=0),
            lambda: code.verify(report, timeout=0),
            lambda: code.impact(diff="", timeout=0),
        ]
        for call in calls:
            with self.assertRaises(TimeoutError):
                call()

    def test_a_text_is_one_word(self):
        code = self.client()
        self.assertEqual(code.search("basket", words="persist").regions, code.search("basket", words=["persist"]).regions)
        self.assertEqual(code.explore("zebra", words="persist_basket").primary[0].path, "store.py")

    def test_packages_are_searched_by_all_calls(self):
        (self.root / "requirements.txt").write_text("zebra==1.0\n")
        folder = self.root / ".venv" / "lib" / "python3.11" / "site-packages"
        files = {
            "zebra/__init__.py": "def stripe_pattern():\n    return 1\n",
            "zebra-1.0.dist-info/METADATA": "Name: zebra\nVersion: 1.0\n",
            "zebra-1.0.dist-info/RECORD": "zebra/__init__.py,,\n",
        }
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        code = self.client("--with-deps=zebra")
        report = code.explore("stripe_pattern")
        self.assertIn("dep:zebra@1.0:/", report.primary[0].path)
        self.assertTrue(code.verify(report).holds)
        self.assertIn("dep:zebra@1.0:/", code.search(symbol="stripe_pattern").regions[0].path)

    def test_the_module_is_the_program(self):
        code = f"import firsthand._program as own; own.program_path = lambda: {PROGRAM!r}; own.main()"
        run = [sys.executable, "-c", code, "--version"]
        self.assertRegex(subprocess.check_output(run, text=True), r"^firsthand \d")


if __name__ == "__main__":
    unittest.main()
