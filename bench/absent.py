#!/usr/bin/env python3
"""Tries to refute the receipts of `firsthand absent`: plants names in copies of parts of real trees, and compares every
answer with a scan of its own, which shares no code with the program.

A name is planted in one of the ways of PLANTED: as it is, in another case, in a longer name, behind an ignore rule, in
UTF-16, in a file over the limit, as a secret, and so on. Half of the names are planted nowhere. A receipt is *refuted* if
the scan finds the name in a file that the receipt does not except: by a reason that the scan has found to be true of that
file, and that the receipt counts. A place is *false* if the scan does not find the name in that file.

    python3 bench/absent.py --program target/debug/firsthand --names 100 TREE...
"""
import argparse, collections, json, os, random, re, shutil, subprocess, tempfile, unicodedata

LIMIT = 2 << 20
PROBE = 8 << 10

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("trees", nargs="+")
parser.add_argument("--program", default="target/debug/firsthand")
parser.add_argument("--names", type=int, default=100, help="names of each tree, half of them planted")
parser.add_argument("--files", type=int, default=150, help="files that are copied of each tree")
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
program = os.path.abspath(args.program)
draw = random.Random(args.seed)
git_environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}


def git(root, *words):
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.autocrlf=false"]
    return subprocess.run(["git", "-C", root, *identity, *words], capture_output=True, env=git_environment)


def new_name():
    syllables = [draw.choice("bdfgklmnprtvz") + draw.choice("aeiou") for _ in range(draw.randint(4, 6))]
    parts = ["".join(syllables[:2]), "".join(syllables[2:])]
    shape = draw.randrange(5)
    if shape == 0:
        return parts[0] + parts[1].capitalize()
    if shape == 1:
        return "_".join(parts)
    if shape == 2:
        return parts[0] + "é" + parts[1]
    if shape == 3:
        return "".join(parts).capitalize()
    return "".join(parts)


def line(name):
    return f"    let value = {name}(1);\n"


def write(root, path, data):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)


LEAD = "fn lead() {\n    call();\n}\n"
NFD = lambda text: unicodedata.normalize("NFD", text)
PLANTED = {
    "in a line": lambda root, name: write(root, "p/plant.rs", LEAD + line(name)),
    "last line without end": lambda root, name: write(root, "p/plant.rs", LEAD + name),
    "CRLF": lambda root, name: write(root, "p/plant.cs", LEAD + line(name).replace("\n", "\r\n")),
    "in a string": lambda root, name: write(root, "p/plant.py", f'x = "{name}"\n'),
    "as an alias": lambda root, name: write(root, "p/plant.ts", f"import {{ other as {name} }} from './m'\n"),
    "in other case": lambda root, name: write(root, "p/plant.rs", line(name.swapcase())),
    "in a longer name": lambda root, name: write(root, "p/plant.rs", line(f"pre{name}Post")),
    "decomposed accents": lambda root, name: write(root, "p/plant.rs", line(NFD(name))),
    "in a file name": lambda root, name: write(root, f"p/{name}.rs", LEAD),
    "behind an ignore rule": lambda root, name: write(root, "ignored/plant.rs", line(name)),
    "ignored but tracked": lambda root, name: (write(root, "ignored/kept.rs", line(name)), git(root, "add", "-f", "ignored/kept.rs")),
    "hidden": lambda root, name: write(root, ".hidden/plant.rs", line(name)),
    "UTF-16 LE, marked": lambda root, name: write(root, "p/plant.txt", b"\xff\xfe" + (LEAD + line(name)).encode("utf-16-le")),
    "UTF-16 BE, marked": lambda root, name: write(root, "p/plant.txt", b"\xfe\xff" + (LEAD + line(name)).encode("utf-16-be")),
    "UTF-16 LE": lambda root, name: write(root, "p/plant.txt", (LEAD + line(name)).encode("utf-16-le")),
    "UTF-16 BE": lambda root, name: write(root, "p/plant.txt", (LEAD + line(name)).encode("utf-16-be")),
    "UTF-8, marked": lambda root, name: write(root, "p/plant.txt", b"\xef\xbb\xbf" + line(name).encode()),
    "Latin-1": lambda root, name: write(root, "p/plant.txt", ("été\n" + line(name)).encode("latin-1")),
    "Shift-JIS": lambda root, name: write(root, "p/plant.txt", "日本語\n".encode("shift-jis") + line(name.replace("é", "e")).encode("shift-jis")),
    "at the size limit": lambda root, name: write(root, "p/plant.txt", "filler words\n" * ((LIMIT - 100) // 13) + line(name)),
    "over the size limit": lambda root, name: write(root, "p/plant.txt", "filler words\n" * (LIMIT // 13 + 9) + line(name)),
    "in a binary file": lambda root, name: write(root, "p/plant.bin", b"\x7fELF\0\1\2" + line(name).encode()),
    "in text with a late NUL": lambda root, name: write(root, "p/plant.txt", "filler words\n" * 800 + "\0" + line(name)),
    "behind a link out of the tree": lambda root, name: (write(root + ".out", "plant.rs", line(name)), os.symlink(root + ".out/plant.rs", os.path.join(root, "link.rs"))),
    "as a secret": lambda root, name: write(root, "p/plant.ini", f"[db]\npassword = {name.replace('é', 'e')}X9q7Zw2\n"),
    "in a file of secrets": lambda root, name: write(root, "p/.env.local" if draw.random() < .5 else "p/id_rsa", line(name)),
    "with no time": lambda root, name: write(root, "p/plant.rs", line(name)),
    "in a further checkout": lambda root, name: (git(root, "worktree", "add", "--detach", "w2"), write(root, "w2/plant.rs", line(name))),
}
MODES = [[], [], ["--word"], ["--case-sensitive"], ["--word", "--case-sensitive"], ["--regex"]]


def copy(tree, root):
    """Copies some files of a tree, and makes a repository of them."""
    paths = []
    for folder, folders, files in os.walk(tree):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        paths += [os.path.join(folder, name) for name in sorted(files) if not name.startswith(".")]
    for path in draw.sample(paths, min(args.files, len(paths))):
        if os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) < 300_000:
            target = os.path.join(root, os.path.relpath(path, tree))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(path, target)
            copied.add(os.path.relpath(path, tree))
    write(root, ".gitignore", "/ignored/\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "a")


def readings(data):
    """The texts that the bytes may mean. Every name has ASCII letters, which UTF-16 writes with NUL bytes."""
    encodings = ["utf-8"]
    try:
        data.decode()
    except UnicodeDecodeError:
        encodings.append("latin-1")
    if b"\0" in data:
        encodings += ["utf-16-le", "utf-16-be"]
    for encoding in encodings:
        yield unicodedata.normalize("NFC", data.decode(encoding, "replace"))
    if b"\0" in data:  # The other alignment.
        yield data[1:].decode("utf-16-le", "replace")


decoded = {}


def texts(path, relative):
    """The readings of a file; those of the copied files are decoded once for each tree."""
    state = os.stat(path)
    key = relative, state.st_size, state.st_mtime_ns
    if key not in decoded:
        with open(path, "rb") as opened:
            found = list(dict.fromkeys(readings(opened.read())))
        if relative not in copied:
            return found
        decoded[key] = found
    return decoded[key]


def pattern(name, mode):
    text = re.escape(unicodedata.normalize("NFC", name))
    if "--word" in mode:
        text = rf"(?<!\w){text}(?!\w)"
    return re.compile(text, 0 if "--case-sensitive" in mode else re.IGNORECASE)


def scan(root, name, mode):
    """The files that hold the name, in any encoding; links are not followed."""
    wanted, hits = pattern(name, mode), []
    for folder, folders, files in os.walk(root):
        if folder == root:
            folders.remove(".git")
        for file in files:
            path = os.path.join(folder, file)
            if os.path.islink(path):
                continue
            relative = os.path.relpath(path, root)
            if any(wanted.search(text) for text in texts(path, relative)):
                hits.append(relative)
    return hits


def is_utf16(probe):
    even, odd = probe[0::2].count(0), probe[1::2].count(0)
    marked = probe[:2] in (b"\xff\xfe", b"\xfe\xff") and probe[:4] != b"\xff\xfe\0\0"
    return marked or (even == 0 and odd * 20 >= len(probe) // 2 * 18) or (odd == 0 and even * 20 >= len(probe) // 2 * 18)


def reasons(root, path, name, mode):
    """For which reasons a receipt may except this file: those that are true of it."""
    with open(os.path.join(root, path), "rb") as file:
        data = file.read()
    if any(part.startswith(".") for part in path.split("/")):
        yield "hidden"
    if git(root, "check-ignore", "-q", path).returncode == 0:
        yield "ignored"
    if path.startswith("w2/"):
        yield "checkout"
    if len(data) > LIMIT:
        yield "too_large"
    try:
        data.decode()
        utf8 = True
    except UnicodeDecodeError:
        utf8 = False
    if (b"\0" in data[:PROBE] and not is_utf16(data[:PROBE])) or (not utf8 and b"\0" in data):
        yield "binary"
    if not utf8 and (not name.isascii() or "--regex" in mode):
        yield "encoding"
    if os.path.basename(path) == "id_rsa" or os.path.basename(path).startswith(".env"):
        yield "secret"
    if all("password" in line for line in data.decode("latin-1").splitlines() if pattern(name, mode).search(line)):
        yield "masked"


def judge(root, name, mode, answer):
    """Whether the scan agrees: `ok`, or what is wrong."""
    hits = scan(root, name, mode)
    if answer["outcome"] == "absent":
        receipt = answer["receipt"]
        counted = {group["why"] for group in receipt.get("not_searched", [])}
        counted |= {"masked"} if receipt["masked_lines"] else set()
        for path in hits:
            if not set(reasons(root, path, name, mode)) & counted:
                return f"refuted by {path}"
        control = receipt["control"]
        if control["path"] not in scan(root, control["text"], mode):
            return f"the control {control['text']} is not in {control['path']}"
        return "ok"
    if answer["outcome"] == "found":
        wrong = [place["path"] for place in answer["found"]["places"] if place["path"] not in hits]
        return f"false place {wrong[0]}" if wrong else "ok"
    return "ok"


copied = set()
table = collections.defaultdict(collections.Counter)
faults = []
for tree in args.trees:
    with tempfile.TemporaryDirectory() as top:
        base = os.path.join(top, "base")
        os.mkdir(base)
        decoded.clear()
        copied.clear()
        copy(tree, base)
        for number in range(args.names):
            root = os.path.join(top, f"t{number}")
            shutil.copytree(base, root, symlinks=True)
            name, mode, way = new_name(), draw.choice(MODES), "nowhere"
            if number % 2 == 0:
                way = draw.choice(list(PLANTED))
                if way in ("decomposed accents", "Latin-1") and draw.random() < .7:
                    name = "caf" + "é" + name
                PLANTED[way](root, name)
            words = [program, "absent", name, *mode, "--root", root, "--format", "json"]
            words += ["--max-seconds", "0"] if way == "with no time" else []
            ran = subprocess.run(words, capture_output=True, text=True)
            if ran.returncode not in (0, 1, 3) or not ran.stdout:
                raise SystemExit(f"failed: {words}\n{ran.stderr}")
            answer = json.loads(ran.stdout)
            verdict = judge(root, name, mode, answer)
            row = table[way]
            row["all"] += 1
            row[answer["outcome"]] += 1
            if verdict != "ok":
                row["wrong"] += 1
                faults.append(f"{os.path.basename(tree)}: {name} {' '.join(mode)} {way}: {verdict}")
            if way == "nowhere" and answer["outcome"] != "absent":
                faults.append(f"{os.path.basename(tree)}: {name} {' '.join(mode)}: {answer['outcome']} {answer.get('refused')}")
            shutil.rmtree(root)
            shutil.rmtree(root + ".out", ignore_errors=True)

print(f"{'planted':<32} {'names':>6} {'absent':>7} {'found':>6} {'refused':>8} {'wrong':>6}")
for way, row in sorted(table.items(), key=lambda item: (item[0] == "nowhere", item[0])):
    print(f"{way:<32} {row['all']:>6} {row['absent']:>7} {row['found']:>6} {row['refused']:>8} {row['wrong']:>6}")
sums = sum(table.values(), collections.Counter())
print(f"{'all':<32} {sums['all']:>6} {sums['absent']:>7} {sums['found']:>6} {sums['refused']:>8} {sums['wrong']:>6}")
for fault in faults:
    print(fault)
raise SystemExit(1 if faults else 0)
