#!/usr/bin/env bash
# The nine programs of benchmarks/fse07 (the paper's table 6 sets concolic testing beside sampling): concolic execution
# alone, the sampler alone, and the hybrid, equal time each. Prints a table of seeds that found the violation with median
# times, kept in benchmarks/results/concolic-fse07.md, and every single result in benchmarks/results/concolic-fse07.jsonl.
#
#   benchmarks/concolic-fse07.sh [SECONDS [SEEDS]]      30 seconds and 3 seeds unless said
#
# STRATEGIES="a b" and ONLY="p q" choose.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-30}" "${2:-3}" <<'PYTHON'
import glob, json, os, statistics, subprocess, sys, tempfile

seconds, seeds = sys.argv[1], int(sys.argv[2])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
strategies = os.environ.get("STRATEGIES", "concolic portfolio hybrid").split()
programs = [p for p in sorted(glob.glob("benchmarks/fse07/*.c")) if not only or os.path.basename(p)[:-2] in only]
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
rows = []
with open("benchmarks/results/concolic-fse07.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        for strategy in strategies:
            for seed in range(1, seeds + 1):
                command = [rarebit, "hunt", program, "--first", "--json", "--time", f"{seconds}s", "--seed", str(seed),
                           "--strategy", strategy, "--out", out]
                run = subprocess.run(command, capture_output=True, text=True)
                row = {"name": os.path.basename(program)[:-2], "strategy": strategy, "seed": seed, "found": False,
                       "confirmed": None, "seconds": None, "runs": None, "covered": None, "edges": None}
                try:
                    result = json.loads(run.stdout)
                    row.update(found=bool(result["violations"]), seconds=result["seconds"], runs=result["runs"],
                               **result["coverage"])
                    if row["found"]:
                        row["confirmed"] = (result["confirmation"] or {}).get("verdict")
                        row["origin"] = result["violations"][0].get("origin")
                except (ValueError, KeyError):
                    row["error"] = run.stderr[-300:]
                rows.append(row)
                print(json.dumps(row), file=raw, flush=True)
lines = [f"{version}, {seconds} s, {seeds} seeds, {os.cpu_count()} cores. Found by so many seeds, in the median time of "
         "those; edges covered when the search stopped.", "",
         "| program | " + " | ".join(f"{s} | s | edges" for s in strategies) + " |",
         "|---" + "|---:|---:|---:" * len(strategies) + "|"]
for name in sorted({row["name"] for row in rows}):
    cells = []
    for strategy in strategies:
        group = [row for row in rows if row["name"] == name and row["strategy"] == strategy]
        hit = [row for row in group if row["found"]]
        known = [row for row in group if row["covered"] is not None]
        edges = f'{statistics.median(row["covered"] for row in known):.0f}/{known[0]["edges"]}' if known else "–"
        cells.append(f"{len(hit)}/{len(group)} | " +
                     (f'{statistics.median(row["seconds"] for row in hit):.2f}' if hit else "–") + f" | {edges}")
    lines.append(f"| {name} | " + " | ".join(cells) + " |")
lines.append("")
for strategy in strategies:
    group = [row for row in rows if row["strategy"] == strategy]
    lines.append(f'{strategy}: {sum(row["found"] for row in group)} of {len(group)} searches found the violation.')
text = "\n".join(lines) + "\n"
open("benchmarks/results/concolic-fse07.md", "w").write(text)
print(text, end="")
PYTHON
