#!/usr/bin/env python3
"""Compares `firsthand search` and `firsthand explore` with `rg -c -w` on one tree, for words and for declared names.

*Cold* is with an empty cache folder, and includes writing it; *warm* is a second run. One run of each program comes
first and is not counted, so the tree is in the system's page cache for both. The programs run in turn, so that other load
affects both; a row has medians, and the ratio of the medians. Build the program first: cargo build --release -p
firsthand-cli
"""
import argparse, json, os, random, re, shutil, statistics, subprocess, tempfile, time

RARE, COMMON = 150, 500  # A rare name is in at most, a common one in more than this many files.

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--tree", required=True)
parser.add_argument("--program", default="target/release/firsthand")
parser.add_argument("--query", default="how are conflicting ignore rules resolved?")
parser.add_argument("--word", help="what rg looks for; the query's rarest word otherwise")
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--names", type=int, default=50)
parser.add_argument("--common", type=int, default=10)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
tree = os.path.realpath(args.tree)
cache = os.path.join(tempfile.mkdtemp(), "cache")
draw = random.Random(args.seed)


def firsthand(*words):
    return [os.path.abspath(args.program), *words, "--root", tree, "--cache", cache, "--format", "json"]


def measure(command):
    """Milliseconds and peak MiB of a run; finding nothing (1 of rg, 3 of firsthand) is no failure."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1, 3):
        raise SystemExit(f"failed ({process.returncode}): {' '.join(command)}")
    return (time.perf_counter() - begun) * 1e3, usage.ru_maxrss / 1024


def pair(ours, word):
    """One cold and one warm run of both: (ours, rg, MiB) each."""
    shutil.rmtree(cache, ignore_errors=True)
    rows = []
    for _ in ("cold", "warm"):
        taken, memory = measure(ours)
        rows.append((taken, measure(["rg", "-c", "-w", word, tree])[0], memory))
    return rows


def show(what, rows):
    for nth, state in enumerate(("cold", "warm")):
        ours, peer, memory = zip(*(row[nth] for row in rows))
        ratios = [a / b for a, b in zip(ours, peer)]
        a, b = statistics.median(ours), statistics.median(peer)
        print(f"| {what}, {state} | {len(rows)} | {a:.0f} | {b:.0f} | {a / b:.2f} | {min(ratios):.2f} | {max(ratios):.2f} | {max(memory):.0f} |")


def files_with(word):
    found = subprocess.run(["rg", "-l", "-w", "-F", "--", word, tree], capture_output=True, text=True)
    return found.stdout.count("\n")


def is_declared(name, path=None):
    found = subprocess.run(firsthand("search", "--symbol", name, "--relation", "definition"), capture_output=True)
    regions = json.loads(found.stdout).get("regions", [])
    return any(region.get("symbol") and path in (None, region["path"]) for region in regions)


def names(count, fits):
    """Distinct words for which `fits` is true, each of a random file that contains it."""
    paths = subprocess.run(["rg", "--files", "--sort", "path", tree], capture_output=True, text=True).stdout.split("\n")
    found, seen = [], set()
    for _ in range(count * 60):
        if len(found) == count:
            break
        path = draw.choice(paths)
        try:
            words = [w for w in re.findall(r"\w{4,}", open(path, encoding="utf8").read(), re.A) if not w[0].isdigit()]
        except (OSError, UnicodeDecodeError):
            continue
        name = draw.choice(words) if words else ""
        if name and name not in seen and fits(name, os.path.relpath(path, tree)):
            found.append(name)
        seen.add(name)
    return found


print(f"tree: {tree}\n\n| measure | of | firsthand ms | rg ms | ratio | from | to | MiB |")
print("|---|--:|--:|--:|--:|--:|--:|--:|")
counts = {word: files_with(word) for word in re.findall(r"\w{2,}", args.query)}
word = args.word or min((w for w in counts if counts[w]), key=counts.get)
for verb in ("search", "explore"):
    show(f"{verb} words (rg: {word})", [pair(firsthand(verb, args.query), word) for _ in range(args.runs + 1)][1:])
rare = names(args.names, lambda name, path: is_declared(name, path) and files_with(name) <= RARE)
common = names(args.common, lambda name, path: files_with(name) > COMMON and is_declared(name))
for what, chosen in ((f"a name in at most {RARE} files", rare), (f"a name in more than {COMMON} files", common)):
    if chosen:
        show(what, [pair(firsthand("search", "--symbol", name, "--relation", "definition"), name) for name in chosen])
shutil.rmtree(os.path.dirname(cache))
