#!/usr/bin/env python3
"""Counts on transcripts of coding agents what `firsthand hook` would add a note to.

Reads each file: trajectories of mini-swe-agent and SWE-agent (JSON with `messages` or `history`), sessions of Claude
Code (JSON lines with `tool_use`), or a plain list with one shell command a line (`.txt`). Each call of a shell or of a
search tool is given to the hook as the client would give it, in an empty folder, so that no operand is a file that
exists; `--trees` names a folder with the tree of each transcript, by the file's stem.

    python3 bench/hook_on_transcripts.py --program target/debug/firsthand --keep noted.tsv TRANSCRIPTS...
"""
import argparse, collections, json, os, re, subprocess, tempfile

SEARCH = re.compile(r"(^|[\s;&|(])(git\s+grep|rg|ag|ack|[efu]?grep)\s")

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("transcripts", nargs="+")
parser.add_argument("--program", default="target/debug/firsthand")
parser.add_argument("--trees", help="a folder with one tree for each transcript")
parser.add_argument("--keep", help="a file with each search: noted or not, transcript, call")
args = parser.parse_args()


def calls_in(value):
    """The arguments of every call of a tool in a transcript, in order."""
    if isinstance(value, list):
        for part in value:
            yield from calls_in(part)
    elif isinstance(value, dict):
        if isinstance(value.get("tool_calls"), list):
            # The rest of such a message may hold the same calls once more, as the service returned them.
            yield from calls_in(value["tool_calls"])
        elif value.get("type") == "tool_use" and isinstance(value.get("input"), dict):
            yield value["input"]
        elif isinstance(function := value.get("function"), dict) and "arguments" in function:
            arguments = function["arguments"]
            try:
                yield json.loads(arguments) if isinstance(arguments, str) else arguments
            except ValueError:
                pass
        else:
            for part in value.values():
                yield from calls_in(part)


FENCE = re.compile(r"```(?:bash|mswea_bash_command)\n(.*?)```", re.S)


def fenced(value):
    """Commands in the text of messages, as agents without tool calls write them."""
    for message in value.get("messages") or value.get("history") or []:
        if message.get("role") == "assistant" and isinstance(message.get("content"), str):
            for command in FENCE.findall(message["content"]):
                yield {"command": command.strip()}


def transcript(path):
    text = open(path, encoding="utf-8", errors="replace").read()
    if path.endswith(".txt"):
        return [{"command": line} for line in text.splitlines() if line.strip()]
    try:
        value = json.loads(text)
    except ValueError:
        value = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    calls = list(calls_in(value))
    return calls or (list(fenced(value)) if isinstance(value, dict) else [])


def is_noted(call, folder):
    given = {"hook_event_name": "PreToolUse", "cwd": folder, "tool_name": "Bash", "tool_input": call}
    answer = subprocess.run([args.program, "hook"], input=json.dumps(given), capture_output=True, text=True)
    return bool(answer.stdout.strip())


counts, kept = collections.Counter(), []
with tempfile.TemporaryDirectory() as empty:
    for path in args.transcripts:
        stem = os.path.basename(path).split(".")[0]
        folder = os.path.join(args.trees, stem) if args.trees else empty
        noted_here = 0
        for call in transcript(path):
            counts["calls"] += 1
            command = call.get("command") if isinstance(call.get("command"), str) else ""
            pattern = call.get("pattern") if isinstance(call.get("pattern"), str) else ""
            if not (pattern or SEARCH.search(command)):
                continue
            counts["searches"] += 1
            noted = is_noted({"command": command} if command else call, folder)
            counts["noted"] += noted
            noted_here += noted
            shown = (command or json.dumps(call)).replace("\n", "\\n")
            kept.append("\t".join(["noted" if noted else "-", stem, shown]))
        counts["transcripts"] += 1
        counts["transcripts with a note"] += noted_here > 0
if args.keep:
    with open(args.keep, "w") as file:
        file.write("\n".join(kept) + "\n")
for name in ["transcripts", "transcripts with a note", "calls", "searches", "noted"]:
    print(f"{name:24} {counts[name]}")
print(f"noted, of searches       {counts['noted'] / max(counts['searches'], 1):.3f}")
