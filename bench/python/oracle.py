"""Samples declarations of a checkout and asks jedi who refers to them.

    python oracle.py ROOT [--seed 1] [--count 200] [--out facts.json]

The output is what ../compare.py reads; ../README.md defines its terms.
"""

import argparse
import ast
import collections
import json
import pathlib
import random
import sys
import tokenize

import jedi
import jedi.inference.references

# jedi stops after 30 files that hold the name; what it has not read is not what it denies.
jedi.inference.references._PARSED_FILE_LIMIT = jedi.inference.references._OPENED_FILE_LIMIT = 1 << 20

SKIPPED = {".git", ".tox", ".venv", "venv", "node_modules", "__pycache__", "build", "dist", ".eggs"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--out")
    options = parser.parse_args()
    oracle = Oracle(pathlib.Path(options.root).resolve())
    population = oracle.population()
    sample = random.Random(options.seed).sample(population, min(options.count, len(population)))
    facts = {
        "oracle": f"jedi {jedi.__version__}", "root": str(oracle.root), "seed": options.seed,
        "population": len(population), "skipped": oracle.skipped, "judged": sorted(oracle.files),
        "symbols": [],
    }
    for at, symbol in enumerate(sample):
        print(f"\r{at + 1} of {len(sample)}", end="", file=sys.stderr, flush=True)
        described = oracle.describe(symbol)
        if described:
            facts["symbols"].append(described)
    print(f"\r{len(facts['symbols'])} of {len(population)} symbols in {len(oracle.files)} files", file=sys.stderr)
    text = json.dumps(facts, indent=1)
    if options.out:
        pathlib.Path(options.out).write_text(text)
    else:
        print(text)


class File:
    """What one file says: tokens and the tree."""

    def __init__(self, path, text):
        self.text = text
        self.tree = ast.parse(text)
        self.names = collections.defaultdict(list)
        with open(path, "rb") as stream:
            tokens = [t for t in tokenize.tokenize(stream.readline)
                      if t.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)]
        self.context, self.aliases = {}, {}
        for at, token in enumerate(tokens):
            if token.type == tokenize.NAME:
                around = [tokens[i].string if 0 <= i < len(tokens) else "" for i in (at - 2, at - 1, at + 1)]
                self.names[token.string].append(token.start)
                self.context[token.start] = around
                if around[2] == "as" and at + 2 < len(tokens):
                    self.aliases[token.start] = tokens[at + 2].start
        self.scopes, self.definitions = [], {}
        self.imports, self.decorators, self.annotations, self.bases = set(), set(), [], set()
        for node in ast.walk(self.tree):
            self.look(node)

    def look(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            self.imports.update(range(node.lineno, node.end_lineno + 1))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            self.scopes.append((first, node.end_lineno, f"{node.lineno}:{node.name}"))
            for one in node.decorator_list:
                callee = one.func if isinstance(one, ast.Call) else one
                self.decorators.add((callee.end_lineno, callee.end_col_offset))
            if isinstance(node, ast.ClassDef):
                self.bases.update((base.end_lineno, base.end_col_offset) for base in node.bases)
            else:
                arguments = node.args
                every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
                self.annotations += [one.annotation for one in every if one and one.annotation]
                self.annotations += [node.returns] if node.returns else []
        if isinstance(node, ast.AnnAssign):
            self.annotations.append(node.annotation)

    def enclosing(self, line):
        around = [scope for scope in self.scopes if scope[0] <= line <= scope[1]]
        return max(around, key=lambda scope: (scope[0], -scope[1]))[2] if around else None

    def calls(self, place, name):
        end = (place[0], place[1] + len(name))
        return self.context.get(place, ("", "", ""))[2] == "(" or end in self.decorators

    def tag(self, place, name):
        """What kind of place a name stands in."""
        before, previous, following = self.context.get(place, ("", "", ""))
        end = (place[0], place[1] + len(name))
        if previous in ("def", "class"):
            return "declaration"
        if place[0] in self.imports:
            return "import"
        if end in self.decorators:
            return "decorator"
        if end in self.bases:
            return "heritage"
        if any((a.lineno, a.col_offset) <= place < (a.end_lineno, a.end_col_offset) for a in self.annotations):
            return "annotation"
        if previous == ".":
            if before in ("self", "cls"):
                return "self member"
            return "member of a name" if before.isidentifier() else "member of an expression"
        if following == "=" and previous in ("(", ","):
            return "keyword or default"
        if following == "=":
            return "assignment"
        return "bare call" if following == "(" else "bare name"


class Oracle:
    def __init__(self, root):
        self.root = root
        self.project = jedi.Project(str(root), smart_sys_path=True, added_sys_path=[
            str(root / part) for part in ("src", "lib") if (root / part).is_dir()])
        self.skipped = collections.Counter()
        self.files = {}
        for path in sorted(root.rglob("*.py")):
            relative = path.relative_to(root)
            if SKIPPED & set(relative.parts):
                continue
            try:
                self.files[relative.as_posix()] = File(path, path.read_text(encoding="utf-8"))
            except (SyntaxError, ValueError, tokenize.TokenError):
                self.skipped["file that does not parse"] += 1

    def script(self, path):
        return jedi.Script(code=self.files[path].text, path=str(self.root / path), project=self.project)

    def population(self):
        found = []
        for path, file in self.files.items():
            def visit(body, outer):
                for node in body:
                    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                        if node.name.startswith("__") and node.name.endswith("__"):
                            self.skipped["special method"] += 1
                            continue
                        kind = "class" if isinstance(node, ast.ClassDef) else "method" if outer else "function"
                        if node.name.startswith("test_"):
                            self.skipped["test function"] += 1
                            continue
                        line = next(p for p in file.names[node.name] if p >= (node.lineno, node.col_offset))
                        found.append({"path": path, "line": line[0], "column": line[1], "name": node.name,
                                      "qualified": f"{outer}.{node.name}" if outer else node.name, "kind": kind})
                        if kind == "class":
                            visit(node.body, node.name)
                    elif isinstance(node, (ast.If, ast.Try)):
                        visit(node.body, outer)
                        visit(node.orelse, outer)
            visit(file.tree.body, "")
        return found

    def describe(self, symbol):
        try:
            names = self.script(symbol["path"]).get_references(symbol["line"], symbol["column"], scope="project")
            names += [use for name in names for use in self.renamed(name)]
        except Exception as error:  # jedi gives up on some code in many ways
            self.skipped[f"jedi failed: {type(error).__name__}"] += 1
            return None
        references, declarations, known, aliases = [], [], set(), set()
        for name in names:
            try:
                path = pathlib.Path(name.module_path).resolve().relative_to(self.root).as_posix()
            except (TypeError, ValueError):
                continue
            file = self.files.get(path)
            place = (name.line, name.column)
            if file is None or (path, place) in known:
                continue
            known.add((path, place))
            where = {"path": path, "line": name.line}
            if place not in file.context:
                self.skipped["reference in a comment or string"] += 1
                continue
            tag = file.tag(place, name.name)
            if tag == "declaration":
                declarations.append(where)
                continue
            if name.name != symbol["name"]:
                aliases.add(name.name)
            references.append({**where, "call": file.calls(place, name.name), "enclosing": file.enclosing(name.line), "tag": tag})
        others = []
        for path, file in self.files.items():
            for place in file.names.get(symbol["name"], ()):
                if (path, place) not in known:
                    others.append({"path": path, "line": place[0], "tag": file.tag(place, symbol["name"]),
                                   "what": self.meaning(path, place, symbol["name"])})
        return {**{key: symbol[key] for key in ("path", "line", "name", "qualified", "kind")},
                "aliases": sorted(aliases), "declarations": declarations, "references": references, "others": others}

    def renamed(self, name):
        """The uses of a name that an import renames, which jedi does not follow."""
        try:
            path = pathlib.Path(name.module_path).resolve().relative_to(self.root).as_posix()
        except (TypeError, ValueError):
            return []
        file = self.files.get(path)
        alias = file and name.line in file.imports and file.aliases.get((name.line, name.column))
        return self.script(path).get_references(*alias, scope="file") if alias else []

    def meaning(self, path, place, name):
        """What jedi takes a name of the same spelling for, when it is none of the references."""
        if self.files[path].tag(place, name) == "declaration":
            return "another declaration"
        try:
            meant = self.script(path).goto(*place, follow_imports=True)
        except Exception:
            return "unresolved"
        if not meant:
            return "unresolved"
        first = meant[0]
        here = first.module_path and pathlib.Path(first.module_path).resolve()
        if here and here == self.root / path and (first.line, first.column) == place:
            return f"{first.type} declared here"
        if not here or self.root not in here.parents:
            return f"{first.type} of a library"
        return f"{first.type}" + (" of the same file" if here == self.root / path else "")


if __name__ == "__main__":
    main()
