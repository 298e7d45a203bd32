#!/usr/bin/env python3
"""How long the checks of evidence take: `verify` of a report, and `verify --citations` of 1,000 and of 100,000 citations.

    bench/evidence_speed.py --program target/release/firsthand TREE

The tree is copied; the documents with citations are written into the copy: 1,000 citations in one document, and 100,000 in
100. Each figure is the best of five runs, in milliseconds, with the start of the program.
"""

import argparse
import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

QUESTION = "where is the configuration read and checked"


def best(program, arguments, root):
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        run = subprocess.run([program, *arguments], cwd=root, capture_output=True)
        times.append((time.perf_counter() - begun) * 1000)
    return min(times), run


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree")
    parser.add_argument("--program", default="target/release/firsthand")
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as place:
        root = Path(place, "tree")
        shutil.copytree(options.tree, root, symlinks=True)
        files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink() and ".git" not in path.parts]
        texts = [path for path in files if path.suffix in (".c", ".go", ".java", ".js", ".py", ".rs", ".ts", ".cs", ".rb")]
        print(f"{len(files)} files")
        report = Path(place, "report.json")
        explored = subprocess.run([program, "explore", QUESTION, "--root", ".", "--format", "json"], cwd=root, capture_output=True)
        report.write_bytes(explored.stdout)
        took, run = best(program, ["verify", str(report), "--root", ".", "--format", "json"], root)
        print(f"verify of a report with {len(json.loads(run.stdout)['places'])} places: {took:.0f} ms")
        lines = {path: path.read_bytes().count(b"\n") for path in texts}
        texts = [path for path in texts if lines[path] > 5]

        def cite(count):
            for _ in range(count):
                path = chance.choice(texts)
                yield f"- `{path.relative_to(root)}:{chance.randrange(1, lines[path])}`\n"

        (root / "one.md").write_text("".join(cite(1000)))
        took, _ = best(program, ["verify", "--citations", "one.md", "--root", ".", "--format", "json"], root)
        print(f"1,000 citations in one document: {took:.0f} ms")
        (root / "many").mkdir()
        for number in range(100):
            (root / "many" / f"{number}.md").write_text("".join(cite(1000)))
        took, run = best(program, ["verify", "--citations", "many", "--root", ".", "--format", "json"], root)
        print(f"{len(json.loads(run.stdout)['citations'])} citations in 100 documents: {took:.0f} ms")


if __name__ == "__main__":
    main()
