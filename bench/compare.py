#!/usr/bin/env python3
"""Compares what an oracle says of a sample of symbols with what `firsthand search` says.

    python3 compare.py FACTS.json [--firsthand PATH] [--out RESULT.json] [--jobs 2]

README.md defines the terms. Only the standard library is used.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

# What is resolved `text`, a name in a string or a text, is no relation: it is counted apart.
TEXT = "text"
RESOLUTIONS = ("import", "scope", "name")
RELATIONS = ("references", "callers")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("facts")
    parser.add_argument("--firsthand", default="firsthand")
    parser.add_argument("--out")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--worst", type=int, default=20)
    options = parser.parse_args()
    facts = json.loads(pathlib.Path(options.facts).read_text())
    bench = Bench(facts, options.firsthand)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(bench.symbol, facts["symbols"]))
    report = summary(facts, results, options.worst)
    if options.out:
        pathlib.Path(options.out).write_text(json.dumps({**report, "symbols": results}, indent=1))
    print(as_text(report))


class Bench:
    def __init__(self, facts, firsthand):
        self.firsthand = firsthand
        self.root = pathlib.Path(facts["root"])
        self.judged = set(facts["judged"])
        self.texts = {}

    def ask(self, symbol, relation):
        command = [self.firsthand, "search", "--symbol", symbol, "--relation", relation,
                   "--format", "json", "--limit", "1000", "--root", str(self.root)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 3):
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)

    def lines(self, path):
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_text(errors="replace").split("\n")
        return self.texts[path]

    def symbol(self, symbol):
        place = f"{symbol['path']}:{symbol['line']}"
        result = {"symbol": place, "name": symbol["qualified"], "kind": symbol["kind"], "skip": None}
        regions = self.ask(place, "definition")["regions"]
        named = regions and regions[0]["symbol"] and re.split(r"\.|::", regions[0]["symbol"]["name"])[-1]
        if not regions:
            result["skip"] = "the graph knows no declaration there"
        elif named != symbol["name"]:
            result["skip"] = "the graph knows another declaration there"
        else:
            exact = "hits" in regions[0]
            for relation in RELATIONS:
                result[relation] = self.relation(symbol, place, relation, exact)
        return result

    def relation(self, symbol, place, relation, exact):
        answer = self.ask(place, relation)
        uses = [r for r in symbol["references"] if relation == "references" or r["call"]]
        tags = {}
        for use in uses:
            tags.setdefault((use["path"], use["line"]), use["tag"])
        blind, others = set(), {}
        for other in symbol["others"]:
            at = (other["path"], other["line"])
            if other["what"] == "unresolved":
                blind.add(at)
            others.setdefault(at, f"{other['tag']}: {other['what']}")
        # A use that is no call is told apart from a name that means something else.
        calls_only = {(r["path"], r["line"]) for r in symbol["references"]} - set(tags)
        told = self.places(answer, symbol)
        places = [place for place in told if place["resolution"] != TEXT]
        out = {"regions": by_region(places, tags, blind, self.judged)}
        if exact:
            out["lines"] = self.by_line(places, tags, blind, others, calls_only)
            out["lines"]["texts"] = sum(len(place["hits"]) for place in told if place["resolution"] == TEXT)
        if relation == "callers":
            out["declarations"] = by_declaration(places, uses, blind, self.judged)
        out["notes"] = answer["notes"]
        return out

    def places(self, answer, symbol):
        """Regions; `hits` is {line: resolution} where the JSON tells the lines, else None."""
        names = "|".join(re.escape(name) for name in [symbol["name"], *symbol["aliases"]])
        word = re.compile(rf"(?<![\w$#])#?(?:{names.replace('#', '')})(?![\w$])")
        found = []
        for region in answer["regions"]:
            hits = None
            if "hits" in region:
                hits = {}
                for hit in region["hits"]:
                    line, resolution = hit if isinstance(hit, list) else (
                        (hit["line"], hit.get("resolution")) if isinstance(hit, dict) else (hit, None))
                    resolution = resolution or region["resolution"]
                    text = self.lines(region["path"])
                    # The name line of the enclosing declaration may be among the hits.
                    if isinstance(hit, int) and not (line <= len(text) and word.search(text[line - 1])):
                        continue
                    if line not in hits or surer(resolution, hits[line]):
                        hits[line] = resolution
            found.append({"path": region["path"], "start": region["start"], "end": region["end"],
                          "resolution": region["resolution"], "hits": hits,
                          "symbol": region["symbol"] and region["symbol"]["name"]})
        return found

    def by_line(self, places, tags, blind, others, not_calls):
        told = {}
        for place in places:
            for line, resolution in (place["hits"] or {}).items():
                at = (place["path"], line)
                if at not in told or surer(resolution, told[at]):
                    told[at] = resolution
        count = Count()
        for at, resolution in sorted(told.items()):
            if at in tags:
                count.right[resolution] += 1
                count.found[resolution] += 1
                count.kinds[f"{tags[at]} [{resolution}]"] += 1
            elif at[0] not in self.judged:
                count.unjudged[resolution] += 1
            elif at in blind:
                count.blind[resolution] += 1
            else:
                count.wrong[resolution] += 1
                what = "a use that is no call" if at in not_calls else others.get(at, "no such name")
                count.false.append([*at, resolution, what])
        shown = lambda at: any(p["path"] == at[0] and p["start"] <= at[1] <= p["end"] for p in places)
        count.hidden = sum(not shown(at) for at in told)
        count.missing = [[*at, tag] for at, tag in sorted(tags.items()) if at not in told]
        count.relations = len(tags)
        return count.as_dict()


class Count:
    def __init__(self):
        self.right, self.wrong, self.blind, self.unjudged, self.found, self.kinds = (
            collections.Counter() for _ in range(6))
        self.relations, self.hidden, self.false, self.missing = 0, 0, [], []

    def as_dict(self):
        return dict(vars(self))


def surer(a, b):
    return RESOLUTIONS.index(a) < RESOLUTIONS.index(b)


def within(place, at):
    if place["path"] != at[0]:
        return False
    return at[1] in place["hits"] if place.get("hits") else place["start"] <= at[1] <= place["end"]


def by_region(places, tags, blind, judged):
    """A region is right when a relation of the oracle stands in its range."""
    count = Count()
    ranged = [{**place, "hits": None} for place in places]
    for place in ranged:
        if any(within(place, at) for at in tags):
            count.right[place["resolution"]] += 1
        elif place["path"] not in judged:
            count.unjudged[place["resolution"]] += 1
        elif any(within(place, at) for at in blind):
            count.blind[place["resolution"]] += 1
        else:
            count.wrong[place["resolution"]] += 1
            count.false.append([place["path"], place["start"], place["resolution"], place["symbol"] or "block"])
    for at, tag in sorted(tags.items()):
        holding = [place["resolution"] for place in ranged if within(place, at)]
        if holding:
            count.found[min(holding, key=RESOLUTIONS.index)] += 1
        else:
            count.missing.append([*at, tag])
    count.relations = len(tags)
    return count.as_dict()


def by_declaration(places, uses, blind, judged):
    """Callers as declarations; a call outside any stands for its line."""
    callers = {}
    for use in uses:
        callers.setdefault((use["path"], use["enclosing"] or use["line"]), []).append((use["path"], use["line"]))
    units = {}
    for place in places:
        units.setdefault((place["path"], place["symbol"] or place["start"]), []).append(place)
    lines = {at for group in callers.values() for at in group}
    count = Count()
    holds = lambda group, found: any(within(place, at) for place in group for at in found)
    for (path, name), group in sorted(units.items(), key=str):
        resolution = min((place["resolution"] for place in group), key=RESOLUTIONS.index)
        if holds(group, lines):
            count.right[resolution] += 1
        elif path not in judged:
            count.unjudged[resolution] += 1
        elif holds(group, blind):
            count.blind[resolution] += 1
        else:
            count.wrong[resolution] += 1
            count.false.append([path, group[0]["start"], resolution, str(name)])
    for (path, name), found in sorted(callers.items(), key=str):
        holding = [place["resolution"] for place in places if any(within(place, at) for at in found)]
        if holding:
            count.found[min(holding, key=RESOLUTIONS.index)] += 1
        else:
            count.missing.append([path, found[0][1], str(name)])
    count.relations = len(callers)
    return count.as_dict()


def summary(facts, results, worst):
    asked = [result for result in results if not result["skip"]]
    report = {
        "oracle": facts["oracle"], "seed": facts["seed"], "sampled": len(results), "compared": len(asked),
        "population": facts["population"],
        "skipped": {**facts["skipped"],
                    **collections.Counter(f"{r['skip']} ({r['kind']})" for r in results if r["skip"])},
        "relations": {}, "worst": [],
    }
    for relation in RELATIONS:
        for unit in ("lines", "declarations", "regions"):
            counts = [result[relation][unit] for result in asked if unit in result[relation]]
            if counts:
                report["relations"][f"{relation} by {unit}"] = totals(counts)
    ranked = []
    for result in asked:
        for relation in RELATIONS:
            found = result[relation].get("lines") or result[relation]["regions"]
            off = len(found["missing"]) + len(found["false"])
            if off:
                ranked.append((off, result["symbol"], result["name"], result["kind"], relation, found))
    ranked.sort(key=lambda entry: (-entry[0], entry[1], entry[4]))
    for off, symbol, name, kind, relation, found in ranked[:worst]:
        report["worst"].append({
            "symbol": symbol, "name": name, "kind": kind, "relation": relation,
            "missing": len(found["missing"]), "false": len(found["false"]),
            "missing_first": found["missing"][:5], "false_first": found["false"][:5]})
    return report


def totals(counts):
    total = {key: collections.Counter() for key in ("right", "wrong", "blind", "unjudged", "found", "kinds")}
    for count in counts:
        for key, sums in total.items():
            sums.update(count[key])
    relations = sum(count["relations"] for count in counts)
    missing = collections.Counter(entry[2] for count in counts for entry in count["missing"])
    false = collections.Counter(f"{entry[3]} [{entry[2]}]" for count in counts for entry in count["false"])

    def precision(*kinds):
        right = sum(total["right"][kind] for kind in kinds)
        judged = right + sum(total["wrong"][kind] for kind in kinds)
        return right / judged if judged else None

    found = sum(total["found"].values())
    return {
        "relations": relations, "found": found, "missing": relations - found,
        "precision_resolved": precision("import", "scope"),
        "precision": precision(*RESOLUTIONS),
        "precision_by": {kind: precision(kind) for kind in RESOLUTIONS},
        "recall": found / relations if relations else None,
        "recall_by": {kind: total["found"][kind] / relations if relations else None for kind in RESOLUTIONS},
        "hidden": sum(count["hidden"] for count in counts),
        "texts": sum(count.get("texts", 0) for count in counts),
        **{key: dict(sums) for key, sums in total.items()},
        "missing_kinds": dict(missing.most_common(40)), "false_kinds": dict(false.most_common(20)),
    }


def as_text(report):
    share = lambda value: "–" if value is None else f"{100 * value:.1f}%"
    out = [f"{report['oracle']}, seed {report['seed']}: {report['compared']} of {report['sampled']} symbols compared"
           f" (population {report['population']})", "skipped: " + json.dumps(report["skipped"]), "",
           "| relation | of the oracle | precision import+scope | import | scope | name | precision all | recall | by import | by scope | by name | unknown to the oracle | file unknown |",
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for name, t in report["relations"].items():
        cells = [name, t["relations"], share(t["precision_resolved"]), *(share(t["precision_by"][k]) for k in RESOLUTIONS),
                 share(t["precision"]), share(t["recall"]), *(share(t["recall_by"][k]) for k in RESOLUTIONS),
                 sum(t["blind"].values()), sum(t["unjudged"].values())]
        out.append("| " + " | ".join(map(str, cells)) + " |")
    for name, t in report["relations"].items():
        if "lines" in name:
            out += ["", f"{name}: {t['missing']} missing: {t['missing_kinds']}",
                    f"{sum(t['wrong'].values())} false: {t['false_kinds']}", f"{t['hidden']} reported lines outside the regions shown",
                    f"{t['texts']} lines in strings and texts, counted apart"]
    out.append("")
    for one in report["worst"]:
        out.append(f"{one['symbol']} {one['name']} ({one['kind']}), {one['relation']}: {one['missing']} missing, {one['false']} false")
        out += [f"    missing {path}:{line} ({tag})" for path, line, tag in one["missing_first"]]
        out += [f"    false   {path}:{line} by {resolution} ({what})" for path, line, resolution, what in one["false_first"]]
    return "\n".join(out)


if __name__ == "__main__":
    main()
