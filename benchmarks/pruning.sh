#!/usr/bin/env bash
# The programs of benchmarks/pruning (after Bardin and Herrmann, "Pruning the search space in path-based test
# generation"): tests and processor time of depth-first search without pruning, with look-ahead (LA), a limit of the call
# depth (MCD, none below main), solve-first (SF) and together, beside the paper's percentages; and what look-ahead costs if
# nobody listens to it. Prints the tables, kept in benchmarks/results/pruning.md; single results in pruning.jsonl.
#
#   benchmarks/pruning.sh [SECONDS [REPEATS]]      at most 60 seconds of processor time for each run, 5 repeats for times
#
# What takes longer than a second is run once.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-60}" "${2:-5}" <<'PYTHON'
import json, os, subprocess, sys, tempfile
sys.path.insert(0, "benchmarks")
from budget import limited

seconds, repeats = float(sys.argv[1]), int(sys.argv[2])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
programs = ["check_pressure", "square_3x3", "square_4x4", "hysteresis", "merge", "triangle"]
kinds = {
    "base": [],
    "LA": ["--look-ahead"],
    "MCD": ["--max-call-depth", "0"],
    "SF": ["--solve-first"],
    "LA+SF": ["--look-ahead", "--solve-first"],
    "LA+MCD": ["--look-ahead", "--max-call-depth", "0"],
    "LA+MCD+SF": ["--look-ahead", "--max-call-depth", "0", "--solve-first"],
    "RWset": ["--rwset"],
}
# Tests saved, of tables 2, 4 and 5: 8051 and PowerPC; tables 4 and 5 are about one function of the program or about LA+SF.
paper = {
    "LA": {"check_pressure": "0", "square_3x3": "-70", "square_4x4": "-85 / -84", "hysteresis": "-9 / -44",
           "merge": "-43 / 0", "triangle": "-20 / -47"},
    "MCD": {"check_pressure": "-43", "merge": "-84 / 0", "triangle": "-66 / -80"},
    "LA+SF": {"check_pressure": "-50", "square_3x3": "-65", "hysteresis": "-80 / -98", "merge": "-83 / +30",
              "triangle": "+50 / +15"},
}

def run(program, options):
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "paths", f"benchmarks/pruning/{program}.c", "--json", "--no-confirm", "--threads", "1", "--time", "1h",
                   "--out", out] + options
        return json.loads(limited(command, seconds)[0])

rows, costs = {}, {}
with open("benchmarks/results/pruning.jsonl", "w") as raw:
    version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        many = {kind: [] for kind in kinds}
        # One after the other, so that all have the same neighbours.
        for _ in range(repeats):
            for kind, options in kinds.items():
                if not many[kind] or many[kind][0]["processor_seconds"] < 1:
                    many[kind].append(run(program, options))
        for kind, results in many.items():
            one = results[0]
            # What starting and compiling costs is no part of it.
            row = {"program": program, "kind": kind, "stop": one["stop"], "paths": one["paths"], "tests": one["paths"] + one["early_tests"],
                   "covered": one["coverage"]["covered"], "edges": one["coverage"]["edges"],
                   "questions": one["solver"]["questions"],
                   "diverged": one["diverged"],
                   "seconds": [result["processor_seconds"] for result in results]}
            print(json.dumps(row), file=raw, flush=True)
            rows[program, kind] = row

        # The same paths with look-ahead asked and without.
        paths = ["--paths", str(max(1, rows[program, "base"]["paths"]))]
        pairs = [[run(program, paths + more)["processor_seconds"] for more in ([], ["--look-ahead", "--measure"])]
                 for _ in range(repeats)]
        costs[program] = [min(pair[i] for pair in pairs) for i in (0, 1)]
        print(json.dumps({"program": program, "kind": "LA measured", "seconds": pairs}), file=raw, flush=True)

time = lambda row: min(row["seconds"])
percent = lambda new, old: f"{100 * (new - old) / old:+.0f}" if old else "-"
lines = [f"{version}. Depth-first search with pruning, tests and time against none, in percent; beside it the paper's percentage of",
         "tests (8051 / PowerPC). Time is processor time of the explorations alone, the least of all runs. A star: stopped",
         f"after {seconds:g} s of it.", ""]
compared = [kind for kind in kinds if kind != "base"]
lines += ["| program | edges | base: tests, s | " + " | ".join(compared) + " |", "|---|---|---|" + "---|" * len(compared)]
for program in programs:
    base = rows[program, "base"]
    star = lambda row: "*" if row["stop"] == "interrupted" else ""
    cells = [f"{program} | {base['covered']} of {base['edges']} | {base['tests']}, {time(base):.2f}{star(base)}"]
    for kind in compared:
        row = rows[program, kind]
        cell = f"{percent(row['tests'], base['tests'])}, {percent(time(row), time(base))}{star(row)}"
        if row["covered"] != base["covered"]:
            cell += f", covers {row['covered']}"
        if program in paper.get(kind, {}):
            cell += f" (paper {paper[kind][program]})"
        cells.append(cell)
    lines.append("| " + " | ".join(cells) + " |")
total = lambda kind, what: sum(what(rows[program, kind]) for program in programs)
tests = lambda row: row["tests"]
cells = [f"total | | {total('base', tests)}, {total('base', time):.2f}"]
for kind in compared:
    cell = f"{percent(total(kind, tests), total('base', tests))}, {percent(total(kind, time), total('base', time))}"
    cells.append(cell + {"LA": " (paper -57)", "MCD": " (paper -72)", "LA+SF": " (paper -80)"}.get(kind, ""))
lines.append("| " + " | ".join(cells) + " |")
lines += ["", "What look-ahead costs if nobody listens to it: the same paths, the least of all runs (the paper: 0 to",
          "2.4 % in total):", ""]
lines += ["| program | base, s | asked, s | percent |", "|---|---|---|---|"]
for program in programs + ["total"]:
    base, asked = costs[program] if program != "total" else [sum(cost[i] for cost in costs.values()) for i in (0, 1)]
    lines.append(f"| {program} | {base:.3f} | {asked:.3f} | {100 * (asked - base) / base:+.1f} |")
text = "\n".join(lines) + "\n"
open("benchmarks/results/pruning.md", "w").write(text)
print(text)
PYTHON
