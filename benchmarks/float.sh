#!/usr/bin/env bash
# Programs whose decisions depend on floats (benchmarks/float, and the needles that read floats): decisions covered and
# violations found by the path engine alone, the nearest to an uncovered decision first, and by a hunt with all engines, in
# equal processor time. klee covers no decision of theirs that depends on an input, because it makes float inputs concrete
# without a word (klee 3.3, November 2026). Prints a table, kept in benchmarks/results/float.md; single results in
# float.jsonl.
#
#   benchmarks/float.sh [SECONDS]      20 seconds for each search unless said
#
# ONLY="p q" chooses programs.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-20}" <<'PYTHON'
import glob, json, os, re, subprocess, sys, tempfile
sys.path.insert(0, "benchmarks")
from budget import limited

seconds = float(sys.argv[1])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
name = lambda program: os.path.basename(program)[:-2]
programs = sorted(glob.glob("benchmarks/float/*.c"))
programs += [p for p in sorted(glob.glob("benchmarks/needles/*.c")) if re.search(r"nondet_(double|float)", open(p).read())]
programs = [p for p in programs if not only or name(p) in only]
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
lines = [f"{version}, {seconds:g} s of processor time each. Decisions covered, violations found and confirmed natively.", "",
         "| program | paths: edges | tests | stopped | violations | questions to Z3 | hunt: edges | violations |",
         "|---|---:|---:|---|---|---:|---:|---|"]
totals = {"paths": [0, 0, 0], "hunt": [0, 0, 0]}
with open("benchmarks/results/float.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    def run(kind, program, *options):
        command = [rarebit, kind, program, "--json", "--time", "1h", "--out", out, "--threads", "1", *options]
        result = json.loads(limited(command, seconds)[0])
        result.pop("history", None)
        found = []
        for one in result["violations"]:
            verdict = (one.get("confirmation") or result.get("confirmation") or {}).get("verdict", "not judged")
            found.append(one.get("violation", one)["class"] + ("" if verdict == "confirmed" else f" ({verdict})"))
        result["violations"] = found
        print(json.dumps({"program": name(program), "kind": kind, **result}), file=raw, flush=True)
        covered, edges = result["coverage"]["covered"], result["coverage"]["edges"]
        for i, more in enumerate([covered, edges, bool(found)]):
            totals[kind][i] += more
        return result, f"{covered}/{edges}", ", ".join(found) or "-"
    for program in programs:
        paths, edges, found = run("paths", program, "--search", "goal")
        _, hunt_edges, hunt_found = run("hunt", program, "--seed", "1")
        stop = "time" if paths["stop"] == "interrupted" else paths["stop"]
        lines.append(f'| {name(program)} | {edges} | {paths["paths"]} | {stop} | {found} | {paths["solver"]["queries"]} | '
                     f"{hunt_edges} | {hunt_found} |")
lines.append("")
for kind, (covered, edges, violated) in totals.items():
    lines.append(f"{kind}: {covered} of {edges} edges, a violation in {violated} of {len(programs)} programs.")
text = "\n".join(lines) + "\n"
open("benchmarks/results/float.md", "w").write(text)
print(text, end="")
PYTHON
