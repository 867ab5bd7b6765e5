#!/usr/bin/env bash
# The needle set: every program of benchmarks/needles by sampling alone (portfolio), by everything (hybrid) and by
# uniform sampling, several seeds, equal processor time each, one thread each. Keeps every single result in benchmarks/results/needles.jsonl as it comes (what
# is there already is not run again: delete the file to begin anew), and prints a table of medians, kept in
# benchmarks/results/needles.md.
#
#   benchmarks/needles.sh [SECONDS [SEEDS [UNIFORM_SEEDS]]]      10 seconds and 5 seeds unless said, uniform 1
#
# ONLY="a b" chooses programs, STRATEGIES="portfolio" strategies, JOBS how many run at a time (2), RESULTS where the two
# files go (benchmarks/results). The seconds are of processor time, so that a busy machine
# gives the same answer as an idle one. What uniform sampling finds is known beforehand (at most one run in 10^11).
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-10}" "${2:-5}" "${3:-1}" <<'PYTHON'
import concurrent.futures, glob, json, os, statistics, subprocess, sys, tempfile, time

sys.path.insert(0, "benchmarks")
from budget import limited

seconds, seeds, uniform_seeds = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
jobs = int(os.environ.get("JOBS", "2"))
programs = [p for p in sorted(glob.glob("benchmarks/needles/*.c")) if not only or os.path.basename(p)[:-2] in only]
strategies = {"uniform": uniform_seeds, "portfolio": seeds, "hybrid": seeds}
chosen = os.environ.get("STRATEGIES", "").split() or list(strategies)
results = os.environ.get("RESULTS", "benchmarks/results")
kept = os.path.join(results, "needles.jsonl")

def in_time(row):
    """A search is asked to stop when its seconds are used up, and may take a while to; what it finds then is too late."""
    return row["found"] and row["seconds"] <= seconds + 0.2

def search(program, strategy, seed):
    row = {"name": os.path.basename(program)[:-2], "strategy": strategy, "seed": seed, "found": False,
           "confirmed": None, "seconds": None, "runs": None, "inputs": None, "engine": None}
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "hunt", program, "--first", "--json", "--time", f"{30 * seconds:.0f}s", "--threads", "1",
                   "--seed", str(seed), "--strategy", strategy, "--out", out]
        text, errors, used = limited(command, seconds)
    try:
        result = json.loads(text)
        row.update(found=bool(result["violations"]), seconds=round(used, 2), runs=result["runs"])
        if row["found"]:
            one = result["violations"][0]
            row["engine"] = (one.get("origin") or {}).get("engine")
            row["confirmed"] = (one.get("confirmation") or result.get("confirmation") or {}).get("verdict")
            row["inputs"] = [value["value"] for value in (result.get("inputs") or one.get("inputs") or [])][:40]
    except (ValueError, KeyError, TypeError) as error:
        row["error"] = f"{error!r} {errors[-300:]}"
    return row

rows = []
if os.path.exists(kept):
    rows = [row for row in map(json.loads, open(kept)) if "name" in row]
else:
    version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
    with open(kept, "w") as raw:
        print(json.dumps({"version": version, "processor_seconds": seconds, "cores": os.cpu_count()}), file=raw)
done = {(row["name"], row["strategy"], row["seed"]) for row in rows}
# Seed by seed, so that an interrupted run has seen every program.
most = max(strategies.values())
todo = [(p, s, seed) for seed in range(1, most + 1) for s, many in strategies.items() for p in programs
        if s in chosen and seed <= many and (os.path.basename(p)[:-2], s, seed) not in done]
with concurrent.futures.ThreadPoolExecutor(jobs) as pool, open(kept, "a") as raw:
    for row in pool.map(lambda job: search(*job), todo):
        rows.append(row)
        print(json.dumps(row), file=raw, flush=True)

lines = [f"{len(programs)} programs, {seconds:g} s of one core each. Times and runs are medians of the seeds that "
         "found the violation.", "",
         "| program | " + " | ".join(f"{s} | s | runs" for s in strategies) + " |",
         "|---" + "|---:|---:|---:" * len(strategies) + "|"]
mostly = dict.fromkeys(strategies, 0)
for name in sorted({row["name"] for row in rows}):
    cells = []
    for strategy in strategies:
        group = [row for row in rows if row["name"] == name and row["strategy"] == strategy]
        hit = [row for row in group if in_time(row)]
        mostly[strategy] += 2 * len(hit) > len(group)
        median = lambda key: statistics.median(row[key] for row in hit)
        cells.append(f'{len(hit)}/{len(group)} | ' + (f'{median("seconds"):.2f} | {median("runs"):.0f}' if hit else "– | –"))
    lines.append(f"| {name} | " + " | ".join(cells) + " |")
lines.append("")
for strategy in strategies:
    group = [row for row in rows if row["strategy"] == strategy]
    hit = [row for row in group if in_time(row)]
    sure = sum(row["confirmed"] == "confirmed" for row in hit)
    lines.append(f"{strategy}: {len(hit)} of {len(group)} searches found the violation "
                 f"({100 * len(hit) / max(len(group), 1):.1f} %), {mostly[strategy]} of {len(programs)} programs with "
                 f"most seeds; {sure} of {len(hit)} finds confirmed natively.")
text = "\n".join(lines) + "\n"
open(os.path.join(results, "needles.md"), "w").write(text)
print(text, end="")
PYTHON
