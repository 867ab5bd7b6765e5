#!/usr/bin/env bash
# The needle set: every program of benchmarks/needles, uniform sampling beside the default strategy, several seeds,
# equal time each. Prints a table of medians, kept in benchmarks/results/needles.md, and keeps every single result in
# benchmarks/results/needles.jsonl.
#
#   benchmarks/needles.sh [SECONDS [SEEDS [UNIFORM_SEEDS]]]      10 seconds and 5 seeds unless said
#
# ONLY="a b" chooses programs. What uniform sampling finds is known beforehand (at most one run in 10^11), so it may
# have fewer seeds.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-10}" "${2:-5}" "${3:-${2:-5}}" <<'PYTHON'
import glob, json, os, statistics, subprocess, sys, tempfile

seconds, seeds, uniform_seeds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
programs = [p for p in sorted(glob.glob("benchmarks/needles/*.c")) if not only or os.path.basename(p)[:-2] in only]
strategies = {"uniform": uniform_seeds, "portfolio": seeds}
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
rows = []
with open("benchmarks/results/needles.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        for strategy, many in strategies.items():
            for seed in range(1, many + 1):
                command = [rarebit, "hunt", program, "--first", "--json", "--time", f"{seconds}s", "--seed", str(seed),
                           "--strategy", strategy, "--out", out]
                run = subprocess.run(command, capture_output=True, text=True)
                row = {"name": os.path.basename(program)[:-2], "strategy": strategy, "seed": seed, "found": False,
                       "confirmed": None, "seconds": None, "runs": None, "inputs": None}
                try:
                    result = json.loads(run.stdout)
                    row.update(found=bool(result["violations"]), seconds=result["seconds"], runs=result["runs"])
                    if row["found"]:
                        row["confirmed"] = (result["confirmation"] or {}).get("verdict")
                        row["inputs"] = [one["value"] for one in result["inputs"]][:40]
                except ValueError:
                    row["error"] = run.stderr[-300:]
                rows.append(row)
                print(json.dumps(row), file=raw, flush=True)

lines = [f"{len(programs)} programs, {seconds} s each, {os.cpu_count()} cores. Times and runs are medians of the seeds "
         "that found the violation.", "",
         "| program | " + " | ".join(f"{s} | s | runs" for s in strategies) + " |",
         "|---" + "|---:|---:|---:" * len(strategies) + "|"]
most = dict.fromkeys(strategies, 0)
for name in sorted({row["name"] for row in rows}):
    cells = []
    for strategy in strategies:
        group = [row for row in rows if row["name"] == name and row["strategy"] == strategy]
        hit = [row for row in group if row["found"]]
        most[strategy] += 2 * len(hit) > len(group)
        median = lambda key: statistics.median(row[key] for row in hit)
        cells.append(f'{len(hit)}/{len(group)} | ' + (f'{median("seconds"):.2f} | {median("runs"):.0f}' if hit else "– | –"))
    lines.append(f"| {name} | " + " | ".join(cells) + " |")
lines.append("")
for strategy in strategies:
    group = [row for row in rows if row["strategy"] == strategy]
    hit = [row for row in group if row["found"]]
    sure = sum(row["confirmed"] == "confirmed" for row in hit)
    lines.append(f"{strategy}: {len(hit)} of {len(group)} searches found the violation "
                 f"({100 * len(hit) / max(len(group), 1):.1f} %), {most[strategy]} of {len(programs)} programs with most "
                 f"seeds; {sure} of {len(hit)} finds confirmed natively.")
text = "\n".join(lines) + "\n"
open("benchmarks/results/needles.md", "w").write(text)
print(text, end="")
PYTHON
