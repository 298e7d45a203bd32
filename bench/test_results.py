"""The tests of a suite: which pass, and where each stands in the source."""

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path


class Suite:
    def __init__(self, clone, build, command, results, timeout):
        self.clone, self.build, self.command, self.timeout = clone, build, command, timeout
        self.format, _, self.report = results.partition(":")
        self.hints = {}

    def run(self, command):
        try:
            run = subprocess.run(
                ["nice", "-n", "1", "bash", "-c", command], cwd=self.clone, capture_output=True, timeout=self.timeout
            )
        except subprocess.TimeoutExpired as error:
            return 1, (error.stdout or b"").decode("utf-8", "replace")
        return run.returncode, run.stdout.decode("utf-8", "replace")

    def passed(self):
        """The keys of the tests that pass; none if the code does not build."""
        if self.build and self.run(self.build)[0] != 0:
            return set()
        if self.format == "go":
            return self.go()
        for old in self.reports():
            old.unlink()
        out = self.run(self.command)[1]
        found = {}
        for key, path, line, is_passed in getattr(self, self.format)(out):
            found[key] = found.get(key, True) and is_passed
            self.hints.setdefault(key, (path, line))
        return {key for key, is_passed in found.items() if is_passed}

    def reports(self):
        report = Path(self.report)
        folder = report.parent if report.is_absolute() else self.clone / report.parent
        return list(folder.glob(report.name)) if self.report else []

    def junit(self, _):
        for report in self.reports():
            for case in ET.parse(report).iter("testcase"):
                name = re.sub(r"\[.*| with data set .*|\(.*", "", case.get("name"), flags=re.S)
                holder = (case.get("classname") or case.get("class") or "").replace("\\", ".")
                is_passed = not any(one.tag in ("failure", "error", "skipped") for one in case)
                path = case.get("file")
                if path and Path(path).is_absolute():
                    path = str(Path(path).relative_to(self.clone))
                yield f"{holder}.{name}", path, None, is_passed

    def tap(self, out):
        found = re.finditer(r"^\s*(not )?ok \d+ - (.*?)\n(?:.*\n){0,4}?\s*location: '([^']+?):(\d+):\d+'", out, re.M)
        for one in found:
            path = str(Path(one[3]).relative_to(self.clone))
            if path != one[2] and "# SKIP" not in one[2]:
                yield f"{path}:{one[4]} {one[2]}", path, int(one[4]), not one[1]

    def mocha(self, out):
        start = out.find('{\n  "stats"')
        document = json.loads(out[start:]) if start >= 0 else {"passes": [], "failures": []}
        for is_passed, kind in ((True, "passes"), (False, "failures")):
            for test in document[kind]:
                path = test.get("file") and str(Path(test["file"]).relative_to(self.clone))
                yield f"{path} {test['fullTitle']}", path, test["title"], is_passed

    def libtest(self, out):
        target = ""
        for line in out.splitlines():
            if found := re.match(r"\s+Running (?:unittests )?(\S+)", line):
                target = found[1]
            if found := re.match(r"test (\S+)(?: - should panic)? \.\.\. (\w+)", line):
                path = None if "src/" in target else target
                yield f"{target} {found[1]}", path, None, found[2] == "ok"

    def minitest(self, out):
        for holder, name, result in re.findall(r"^([\w:]+)#(test_.+?) = [\d.]+ s = (.)", out, re.M):
            yield f"{holder}.{name}", None, None, result == "."

    def go(self):
        """Each test of the package by itself, as a panic ends all."""
        binary = Path("/tmp") / f"{self.clone.name}.test"
        if self.run(f"go test -vet=off -c -o {binary} {self.command}")[0] != 0:
            return set()
        one = f'timeout 20 {binary} -test.run "^$t\\$" >/dev/null 2>&1 && echo PASS $t'
        out = self.run(f"for t in $({binary} -test.list '^Test'); do {one}; done")[1]
        return set(re.findall(r"^PASS (\w+)$", out, re.M))

    def located(self, keys):
        """The path and the line of each test; line 0 if only its file is known."""
        return {key: place for key in sorted(keys) if (place := self.place(key))}

    def place(self, key):
        path, hint = self.hints.get(key, (None, None))
        if path and isinstance(hint, int):
            return path, hint
        if path and isinstance(hint, str):
            line = self.line_of(path, rf"""\b(?:it|test|specify)(?:\.\w+)?\(\s*['"`]{re.escape(hint)}['"`]""")
            return path, line or self.line_of_parts(path, hint)
        holder, _, name = key.replace("::", ".").replace(" ", ".").rpartition(".")
        head = rf"^(\s*)(?:[\w ]+ )?(?:def|fn|func|function|void) +{re.escape(name)}\b"
        short = holder.rpartition(".")[2]
        if path:
            line = self.line_of(path, head, short)
            return (path, line) if line else None
        for path in self.files(name):
            is_meant = not short or path.endswith(".rs") or re.search(rf"\b{short}\b", self.text(path))
            if is_meant and (line := self.line_of(path, head, short)):
                return path, line
        return None

    def files(self, name):
        run = subprocess.run(["git", "grep", "-lw", name], cwd=self.clone, capture_output=True, text=True)
        return run.stdout.split("\n")[:-1]

    def text(self, path):
        return (self.clone / path).read_text(errors="replace")

    def line_of_parts(self, path, title):
        """The line of a test whose title is put together: `'sends ' + name`, `sends ${name}`."""
        for at, line in enumerate(self.text(path).splitlines(), 1):
            head = re.search(r"\b(?:it|test|specify)\(\s*(.+?),\s*(?:async\s*)?(?:function|\(|\w+\s*=>)", line)
            if head and re.search(r"\$\{|\+", head[1]):
                parts = re.split(r"\$\{.*?\}|['\"`]\s*\+[^'\"`]*(?:\+\s*['\"`]|$)", head[1])
                pattern = ".+".join(re.escape(part.strip("'\"`")) for part in parts)
                if re.fullmatch(pattern, title):
                    return at
        return 0

    def line_of(self, path, pattern, holder=""):
        text = self.text(path)
        found = [text[: one.end()].count("\n") + 1 for one in re.finditer(pattern, text, re.M)]
        if len(found) > 1 and holder:
            start = re.search(rf"\b(?:class|mod|module) {re.escape(holder)}\b", text)
            start = text[: start.start()].count("\n") + 1 if start else 0
            found = [line for line in found if line >= start] or found
        return found[0] if found else 0
