#!/usr/bin/env bash
# Speed of the path engine with nothing pruned: the pattern matcher on seven unknown bytes and bubble sort of six unknown
# ints, each explored completely, by one and by two workers, beside dated figures of klee 3.3 (November 2026, two cores);
# and what a waiting state costs in memory. Prints a table, kept in benchmarks/results/paths-speed.md, with every run in
# benchmarks/results/paths-speed.jsonl.
#
#   benchmarks/paths-speed.sh [REPEATS]      5 unless said; medians are shown
#
# On a machine that is busy otherwise only processor time means something. `work` is what two workers would do in the
# time of one if both ran all the time: 2 × processor time alone / processor time of both.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-5}" <<'PYTHON'
import json, os, resource, statistics, subprocess, sys, tempfile

repeats = int(sys.argv[1])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
klee = {"regexp": [("klee, STP", 5895, 3.5)], "bubble_sort": [("klee, STP", 720, 4.6), ("klee, Z3", 720, 28.7)]}
out = tempfile.mkdtemp()

def run(*words):
    process = subprocess.Popen([rarebit, "paths", *words, "--json", "--no-confirm", "--out", out], stdout=subprocess.PIPE)
    text = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    result = json.loads(text)
    return {"stop": result["stop"], "paths": result["paths"], "steps": result["steps"], "wall": result["seconds"],
            "cpu": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024,
            "queries": result["solver"]["queries"], "solver": result["solver"]["seconds"],
            "moved": result["moved_states"], "states": result["waiting_states"], "diverged": result["diverged"]}

version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
lines = [f"{version}, {os.cpu_count()} cores, medians of {repeats}. Nothing is pruned.", "",
         "| program | workers | paths | s | processor s | paths/s of processor | instructions/s | Z3 queries | MB | work |",
         "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"]
with open("benchmarks/results/paths-speed.jsonl", "w") as raw:
    for name in klee:
        alone = None
        for workers in (1, 2):
            runs = []
            for _ in range(repeats):
                one = run(f"benchmarks/paths/{name}.c", "--threads", str(workers))
                print(json.dumps({"program": name, "workers": workers, **one}), file=raw, flush=True)
                assert one["stop"] == "exhausted" and one["diverged"] == 0, one
                runs.append(one)
            m = {key: statistics.median(one[key] for one in runs) for key in runs[0] if key != "stop"}
            alone = alone or m["cpu"]
            lines.append(f'| {name} | {workers} | {m["paths"]:.0f} | {m["wall"]:.2f} | {m["cpu"]:.2f} | '
                         f'{m["paths"] / m["cpu"]:.0f} | {m["steps"] / m["cpu"]:.0f} | {m["queries"]:.0f} | '
                         f'{m["megabytes"]:.0f} | ' + (f'{2 * alone / m["cpu"]:.2f}' if workers == 2 else "") + " |")
        for what, paths, seconds in klee[name]:
            lines.append(f"| {name} | {what} | {paths} | {seconds} | | {paths / seconds:.0f} | | | | |")
    few, many = (run("benchmarks/paths/waiting.c", "--threads", "1", "--search", "bfs", "--states", str(n))
                 for n in (5_000, 45_000))
    for one in (few, many):
        print(json.dumps({"program": "waiting", **one}), file=raw)
    bytes_each = (many["megabytes"] - few["megabytes"]) * 2**20 / (many["states"] - few["states"])
    lines += ["", f'A waiting state of benchmarks/paths/waiting.c takes {bytes_each:.0f} bytes '
              f'({few["states"]} and {many["states"]} states wait, {few["megabytes"]:.0f} and {many["megabytes"]:.0f} MB).']
text = "\n".join(lines) + "\n"
open("benchmarks/results/paths-speed.md", "w").write(text)
print(text, end="")
PYTHON
