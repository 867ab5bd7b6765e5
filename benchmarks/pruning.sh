#!/usr/bin/env bash
# The programs of benchmarks/pruning (after Bardin and Herrmann, "Pruning the search space in path-based test
# generation"): tests and processor time of depth-first search without pruning, with look-ahead (LA), a limit of the call
# depth (MCD, none below main), solve-first (SF) and together, beside the paper's percentages; and what look-ahead costs if
# nobody listens to it. Prints the tables, kept in benchmarks/results/pruning.md; single results in pruning.jsonl.
#
#   benchmarks/pruning.sh [SECONDS [REPEATS]]      at most 120 seconds for each run, 3 repeats for times
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-120}" "${2:-3}" <<'PYTHON'
import json, os, resource, statistics, subprocess, sys, tempfile

seconds, repeats = sys.argv[1], int(sys.argv[2])
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
    "LA measured": ["--look-ahead", "--measure"],
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
        command = [rarebit, "paths", f"benchmarks/pruning/{program}.c", "--json", "--no-confirm", "--threads", "1", "--time", f"{seconds}s",
                   "--out", out] + options
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        result["processor"] = after.ru_utime - before.ru_utime
        return result

rows = {}
with open("benchmarks/results/pruning.jsonl", "w") as raw:
    version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        many = {kind: [] for kind in kinds}
        # One after the other, so that all have the same neighbours.
        for _ in range(repeats):
            for kind, options in kinds.items():
                many[kind].append(run(program, options))
        for kind, results in many.items():
            one = results[0]
            # What starting and compiling costs is no part of it.
            row = {"program": program, "kind": kind, "stop": one["stop"], "tests": one["paths"] + one["early_tests"],
                   "covered": one["coverage"]["covered"], "edges": one["coverage"]["edges"],
                   "questions": one["solver"]["questions"],
                   "seconds": [result["seconds"] for result in results],
                   "processor": [result["processor"] for result in results]}
            print(json.dumps(row), file=raw, flush=True)
            rows[program, kind] = row

time = lambda row: statistics.median(row["seconds"])
percent = lambda new, old: f"{100 * (new - old) / old:+.0f}" if old else "-"
lines = ["Depth-first search with pruning, tests and time against none, in percent; beside it the paper's percentage of",
         "tests (8051 / PowerPC). Time is the median of the explorations alone. A star: stopped by its time limit.", ""]
compared = [kind for kind in kinds if kind not in ("base", "LA measured")]
lines += ["| program | edges | base: tests, s | " + " | ".join(compared) + " |", "|---|---|---|" + "---|" * len(compared)]
for program in programs:
    base = rows[program, "base"]
    star = lambda row: "*" if row["stop"].startswith("budget") else ""
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
lines += ["", "What look-ahead costs if nobody listens to it (the paper: 0 to 2.4 % in total):", ""]
lines += ["| program | base, s | asked, s | percent |", "|---|---|---|---|"]
for program in programs + ["total"]:
    pick = (lambda kind: total(kind, time)) if program == "total" else (lambda kind: time(rows[program, kind]))
    base, asked = pick("base"), pick("LA measured")
    lines.append(f"| {program} | {base:.3f} | {asked:.3f} | {percent(asked, base)} |")
text = "\n".join(lines) + "\n"
open("benchmarks/results/pruning.md", "w").write(text)
print(text)
PYTHON
