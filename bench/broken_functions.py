#!/usr/bin/env python3
"""Which tests fail if a function is broken, and which of them `firsthand impact` lists.

`break` draws functions of a clean clone, lets the body of one after the other throw, runs the suite, and writes the
change and the tests that pass without it and do not with it. `score` applies each change, asks `firsthand impact` (and
other programs) about it, and compares.

    bench/broken_functions.py break CLONE --language python --sources 'src/**/*.py' --results junit:report.xml \\
        --suite 'python -m pytest -q -o junit_family=xunit1 --junitxml report.xml' --out click.jsonl
    bench/broken_functions.py score --program firsthand=target/release/firsthand --program codegraph=codegraph *.jsonl

The unit is a test as it stands in the source (all parameters of one together). A listed place lists the test around
its line; a place in a hook (`setUp`, `beforeEach`) those of the class or block that the hook is in; a whole file, and a
line outside of every block, all tests of the file; a helper none. README.md has the commands of the suites.
"""

import argparse
import ast
import json
import os
import random
import re
import resource
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import test_results

WORDS = {"if", "for", "while", "switch", "catch", "function", "constructor", "return", "with"}
# Of each language: the head of a function whose body begins behind it, and the statement that breaks it.
LANGUAGES = {
    "go": (r"^func (?:\([^)]*\) )?(\w+)\(.*\{$", 'panic("broken")'),
    "java": (
        r"^\s+(?:(?:public|protected|private|static|final|synchronized) )+[\w<>\[\], .?]+ (\w+)\(.*\{$",
        'if (true) throw new RuntimeException("broken");',
    ),
    "javascript": (
        r"^\s*(?:export )?(?:default )?(?:async )?function\*? (\w+)\(.*\{$"
        r"|^[\w.]+\.(\w+) = (?:async )?function.*\{$"
        r"|^\s+(?:(?:static|async|get|set|public|private|protected) )*([\w#]+)\([^()]*\)(?:: .*)? \{$",
        'throw new Error("broken");',
    ),
    "php": (
        r"^\s*(?:(?:public|protected|private|static|final) )*function &?(\w+)\(.*",
        'throw new \\RuntimeException("broken");',
    ),
    "python": (None, 'raise RuntimeError("broken")'),
    "ruby": (r"^\s*def (?:self\.)?([\w?!]+)(?:\(.*\)|)$", 'raise "broken"'),
    "rust": (r"^\s*(?:pub(?:\([a-z ]+\))? )?fn (\w+).*\{$", 'if true { panic!("broken") }'),
}


def git(clone, *arguments, text=None):
    run = subprocess.run(["git", "-C", str(clone), *arguments], input=text, capture_output=True, text=True, check=True)
    return run.stdout


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body
            has_words = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
            if body[has_words:] and body[0].lineno > node.lineno:
                first = body[has_words]
                line = min([first.lineno] + [one.lineno for one in getattr(first, "decorator_list", [])])
                yield node.name, line - 1


def functions(language, text):
    """The functions of a source with the index of the line before which their bodies begin."""
    if language == "python":
        yield from python_functions(text)
        return
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if line.strip() == "#[cfg(test)]":
            return
        found = re.match(LANGUAGES[language][0], line)
        name = found and next(group for group in found.groups() if group)
        if not name or name in WORDS:
            continue
        if language == "php" and not line.rstrip().endswith("{"):
            if line.rstrip().endswith(";") or lines[at + 1].strip() != "{":
                continue
            at += 1
        yield name, at + 1


def broken(language, text, at):
    lines = text.split("\n")
    indent = re.match(r"\s*", lines[at])[0]
    lines.insert(at, indent + LANGUAGES[language][1])
    return "\n".join(lines)


def break_functions(options):
    clone = Path(options.clone).resolve()
    if git(clone, "status", "--porcelain"):
        sys.exit(f"{clone} is not clean")
    sources = sorted({path for glob in options.sources for path in clone.glob(glob) if "_test." not in path.name})
    drawn = [(path, *one) for path in sources for one in functions(options.language, path.read_text())]
    random.Random(options.seed).shuffle(drawn)
    suite = test_results.Suite(clone, options.build, options.suite, options.results, options.timeout)
    passed = suite.passed() or sys.exit("the suite does not build")
    tests = suite.located(passed)
    known = f"{len(passed)} tests pass, {len(tests)} of them found in the source"
    print(f"{clone.name}: {len(drawn)} functions, {known}", file=sys.stderr)
    kept = 0
    with open(options.out, "w", encoding="utf-8") as out:
        out.write(json.dumps({"clone": str(clone), "tests": tests}) + "\n")
        for path, name, at in drawn[: options.draw * 3]:
            if kept == options.draw:
                break
            text = path.read_text()
            path.write_text(broken(options.language, text, at))
            try:
                patch = git(clone, "diff")
                now = suite.passed()
            finally:
                path.write_text(text)
            # Where nothing passes, the code does not build, or the suite ended before its first test.
            failing = sorted(key for key in tests if now and key not in now)
            kept += bool(failing)
            row = {"function": name, "path": str(path.relative_to(clone)), "line": at, "patch": patch}
            row["failing"] = failing
            print(f"{kept:3} {row['path']}:{at} {name}: {len(failing) if now else 'no test ran'}", file=sys.stderr)
            if failing:
                out.write(json.dumps(row) + "\n")
                out.flush()


class Places:
    """Which tests a place of a clone means."""

    def __init__(self, clone, tests):
        self.clone, self.lines = clone, {}
        # The line that a change adds before a function's body: the lines of what is listed are those after it.
        self.added = (None, 0)
        self.in_file = defaultdict(dict)
        for key, (path, line) in tests.items():
            self.in_file[path][key] = line

    def text(self, path):
        if path not in self.lines:
            shown = subprocess.run(["git", "-C", str(self.clone), "show", f"HEAD:{path}"], capture_output=True)
            self.lines[path] = shown.stdout.decode(errors="replace").split("\n") if shown.returncode == 0 else []
        return self.lines[path]

    def end(self, path, start):
        """The last line of the block that begins in a line, by indentation."""
        lines = self.text(path)
        indent = len(lines[start - 1]) - len(lines[start - 1].lstrip())
        for at in range(start, len(lines)):
            line = lines[at]
            is_out = line.strip() and len(line) - len(line.lstrip()) <= indent
            if is_out and not re.match(r"\s*([)}\]]|end\b)", line):
                return at
        return len(lines)

    def before(self, path, line):
        """The line of the clone without the change."""
        changed, added = self.added
        return line - (path == changed and line > added)

    def of_range(self, path, first, last):
        return {key for key, line in self.in_file[path].items() if line and first <= line <= last}

    def of_file(self, path):
        return set(self.in_file[path])

    def of_line(self, path, line):
        line = self.before(path, line)
        tests = self.in_file[path]
        around = {key for key, start in tests.items() if start and start <= line <= self.end(path, start)}
        if around:
            return around
        lines, heads = self.text(path), []
        indent = None
        for at in range(min(line, len(lines)), 0, -1):
            text = lines[at - 1]
            own = len(text) - len(text.lstrip())
            if text.strip() and (indent is None or own < indent):
                heads.append(at)
                indent = own
        is_function = r"\s*(?:\w+ )*(?:def|func|fn|function|void) +(?!set_?up|before|around)\w+"
        is_hook = lambda head: re.match(r"\s*@(?:Before|pytest\.fixture\(.*autouse)", lines[head - 2])
        if len(heads) < 2:
            head = lines[heads[0] - 1] if heads else ""
            return set() if re.match(is_function, head, re.I) else self.of_file(path)
        for head in heads[1:]:
            if re.match(is_function, lines[head - 1], re.I) and not is_hook(head):
                return set()
            if found := self.of_range(path, head, self.end(path, head)):
                return found
        return set()


def cpu_seconds():
    """The time of processors that the programs took so far: other programs on the machine do not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def output(command, clone=None):
    return subprocess.run(command, cwd=clone, capture_output=True, text=True).stdout


def firsthand(program, clone, row, places, depth):
    command = [*program, "impact", "--root", str(clone), "--format", "json", "--max-seconds", MAX_SECONDS]
    document = json.loads(output(command))
    for place in document["affected"]:
        # What may well mean another declaration is counted in the printed forms, and not listed.
        if place["role"] == "test" and not place.get("weak"):
            is_file = "symbol" not in place and "quote" not in place
            kind = f"{place['how']}, {min(place['distance'], 4)} calls" + ", whole file" * is_file
            path = place["path"]
            yield kind, path, places.of_file(path) if is_file else places.of_line(path, place["line"])
    for one in document["changed"]:
        if one["is_test"]:
            yield "changed itself", one["path"], places.of_range(one["path"], *one["lines"])
    # A limit is no route, and one without a place leads nowhere.
    if any(re.search(r"[^ (]\.\w+:\d+", route) for route in document.get("unresolved", [])):
        yield ROUTE, None, set()


def code_review_graph(program, clone, row, places, depth):
    command = [*program, "impact", "--base", "HEAD", "--max-results", "2000", *depth]
    for node in json.loads(output(command, clone))["impacted_nodes"]:
        path = os.path.relpath(node["file_path"], clone)
        if node["kind"] in ("File", "Class"):
            yield node["kind"], path, set()
        else:
            found = places.of_range(path, node["line_start"], node["line_end"])
            yield node["kind"], path, found or places.of_line(path, node["line_start"])


def codegraph(program, clone, row, places, depth):
    command = [*program, "impact", row["function"], "--file", row["path"], "--json", "--path", str(clone), *depth]
    # It prints a sentence and no JSON for a function that it does not know.
    answer = output(command, clone)
    for definition in json.loads(answer).get("definitions", []) if answer.startswith("{") else []:
        # It is asked for a name: other functions of it are not meant.
        if definition["definition"]["startLine"] <= row["line"] + 1:
            for node in definition["affected"]:
                is_test = node["kind"] in ("function", "method")
                found = places.of_line(node["filePath"], node["startLine"]) if is_test else set()
                yield node["kind"], node["filePath"], found


# How a program is asked, what builds its index, and what brings that up to date.
PROGRAMS = {
    "firsthand": (firsthand, None, None),
    "code-review-graph": (code_review_graph, ["build"], ["update"]),
    "codegraph": (codegraph, ["init", "--yes", "."], ["sync", "."]),
}
ROUTE = "a route is named"
# The usual limit would measure what else runs on the machine.
MAX_SECONDS = "300"


def score(options):
    groups, totals = defaultdict(lambda: defaultdict(Counter)), defaultdict(Counter)
    for facts in options.facts:
        head, *rows = map(json.loads, Path(facts).read_text().splitlines())
        clone, tests = Path(head["clone"]), head["tests"]
        for name, program in options.program:
            kind, _, depth = name.partition(" ")
            ask, build, update = PROGRAMS[kind]
            places, total = Places(clone, tests), Counter()
            started = cpu_seconds()
            if build:
                output([program.split()[0], *build], clone)
            built = cpu_seconds() - started
            for row in rows:
                git(clone, "apply", "-", text=row["patch"])
                places.added = (row["path"], row["line"])
                try:
                    if update:
                        output([program.split()[0], *update], clone)
                    started = cpu_seconds()
                    listed = list(ask(program.split(), clone, row, places, ["--depth", depth] if depth else []))
                    seconds = cpu_seconds() - started
                finally:
                    git(clone, "checkout", "-q", ".")
                this = compared(row, tests, listed, groups[name])
                this["seconds"] = seconds
                total.update(this)
                if options.each:
                    print_row(f"  {row['path']}:{row['line']} {row['function']}"[-44:], this)
                show(options, row, tests, listed)
            print_row(f"{name}, {clone.name} ({built:.1f} s to build)", total)
            totals[name].update(total)
    for name, total in totals.items():
        print_row(f"{name}, all", total)
        for kind, counts in sorted(groups[name].items()):
            share = counts["right"] / max(1, counts["tests"])
            print(f"    {kind:30} first to list {counts['tests']:5}, of which fail {counts['right']:5} {share:.2f}")


def compared(row, tests, listed, groups):
    failing = set(row["failing"])
    seen = set()
    for kind, _, found in listed:
        groups[kind].update(tests=len(found - seen), right=len((found - seen) & failing))
        seen |= found
    files = {tests[key][0] for key in failing}
    missed = len(failing - seen)
    named = missed if any(kind == ROUTE for kind, *_ in listed) else 0
    return Counter(
        functions=1, failing=len(failing), found=len(failing & seen), share=len(failing & seen) / len(failing),
        kept=(len(failing & seen) + named) / len(failing),
        listed=len(seen), wrong=len(seen - failing), named=named, silent=missed - named,
        files=len(files), files_found=len(files & {path for _, path, _ in listed}),
    )  # fmt: skip


def show(options, row, tests, listed):
    seen, failing = set().union(*(found for *_, found in listed)), set(row["failing"])
    for key in sorted(failing - seen)[: options.missed]:
        print("      missed", *tests[key], key)
    for key in sorted(seen - failing)[: options.wrong]:
        kind = next(kind for kind, _, found in listed if key in found)
        print("      wrong", *tests[key], key, f"({kind})")


def print_row(title, row):
    ratio = lambda part, whole: row[part] / row[whole] if row[whole] else 0
    print(
        f"{title:46} functions {row['functions']:3} failing {row['failing']:5} found {row['found']:5}",
        f"{ratio('found', 'failing'):.2f} each {ratio('share', 'functions'):.2f} files {ratio('files_found', 'files'):.2f}",
        f"named {row['named']:4} neither {row['silent']:4} each {ratio('kept', 'functions'):.2f} listed {row['listed']:5} wrong {row['wrong']:5} {ratio('wrong', 'listed'):.2f}",
        f"{ratio('seconds', 'functions'):6.2f} s",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    make = commands.add_parser("break", help="break functions and run the suite")
    make.add_argument("clone")
    make.add_argument("--language", required=True, choices=LANGUAGES)
    make.add_argument("--sources", required=True, nargs="+", help="globs of files without tests")
    make.add_argument("--build", help="a command that fails if the code does not build")
    make.add_argument("--suite", required=True, help="a shell command, run in the clone")
    make.add_argument("--results", required=True, help="junit:GLOB, tap, mocha, libtest, minitest or go, of the suite")
    make.add_argument("--draw", type=int, default=20, help="functions of which at least one test fails")
    make.add_argument("--seed", type=int, default=1)
    make.add_argument("--timeout", type=int, default=600)
    make.add_argument("--out", required=True)
    make.set_defaults(run=break_functions)
    compare = commands.add_parser("score", help="compare with what is listed")
    compare.add_argument("facts", nargs="+")
    compare.add_argument(
        "--program", type=lambda pair: pair.split("=", 1), action="append", required=True,
        help=f"NAME=COMMAND, more than once: of {', '.join(PROGRAMS)}; a number behind the name is the depth",
    )  # fmt: skip
    compare.add_argument("--each", action="store_true", help="print each function")
    compare.add_argument("--missed", type=int, default=0, help="print this many missed tests of each function")
    compare.add_argument("--wrong", type=int, default=0, help="print this many listed tests that did not fail")
    compare.set_defaults(run=score)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
