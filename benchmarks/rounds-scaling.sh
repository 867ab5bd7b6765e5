#!/usr/bin/env bash
# How the cost of feedback constraints grows with the number of rounds: `--strategy lp` on some of the programs of
# benchmarks/fse07 with 5, 10, 20 and 40 rounds. Fits the exponent of processor time over rounds by least squares on
# logarithms, what a search costs before its first round taken off. Also where the time of the longest searches goes: the
# advisers, the runs they advise, the chains, and taking in what was found. The tables are kept in
# benchmarks/results/rounds-scaling.md.
#
#   benchmarks/rounds-scaling.sh [SAMPLES [SEEDS]]      200 samples and 1 seed unless said
#
# ONLY="arraycr drive1" chooses programs, ROUNDS="5 10 20" the numbers of rounds.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-200}" "${2:-1}" <<'PYTHON'
import json, math, os, resource, statistics, subprocess, sys, tempfile, time

samples, seeds = int(sys.argv[1]), int(sys.argv[2])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
names = os.environ.get("ONLY", "arraycr bigint drive1 ipoib skiplist sttable").split()
rounds = [int(word) for word in os.environ.get("ROUNDS", "5 10 20 40").split()]
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()


phases = {}


def cost(name, many, seed):
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "hunt", f"benchmarks/fse07/{name}.c", "--json", "--no-confirm", "--no-slice", "--threads", "1",
                   "--seed", str(seed), "--strategy", "lp", "--out", out, "--samples", str(samples), "--rounds", str(many)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = subprocess.run(command, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    phases[name] = json.loads(result.stdout)["phases"]
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def slope(xs, ys):
    xs, ys = [math.log(x) for x in xs], [math.log(y) for y in ys]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


text = [f"{version}, {time.strftime('%Y-%m-%d')}; `lp`, {samples} samples, {seeds} seed(s), one thread. Processor seconds "
        "after the first consultation (a search of 0 rounds taken off), medians of the seeds; the exponent of a power of "
        "the number of rounds fitted to them.", "",
        "| program | " + " | ".join(f"{many} rounds" for many in rounds) + " | exponent |", "|---" + "|--:" * (len(rounds) + 1) + "|"]
sums = [0.0] * len(rounds)
for name in names:
    start = statistics.median(cost(name, 0, seed) for seed in range(1, seeds + 1))
    times = [max(statistics.median(cost(name, many, seed) for seed in range(1, seeds + 1)) - start, 1e-3) for many in rounds]
    sums = [a + b for a, b in zip(sums, times)]
    text.append(f"| {name} | " + " | ".join(f"{t:.2f}" for t in times) + f" | {slope(rounds, times):.2f} |")
text.append("| all | " + " | ".join(f"{t:.2f}" for t in sums) + f" | {slope(rounds, sums):.2f} |")
kinds = sorted({kind for parts in phases.values() for kind in parts}, key=lambda kind: -sum(p.get(kind, 0) for p in phases.values()))
text += ["", f"Where the time of the last search of {rounds[-1]} rounds went, in percent by the clock:", "",
         "| program | " + " | ".join(kinds) + " |", "|---" + "|--:" * len(kinds) + "|"]
for name, parts in phases.items():
    whole = sum(parts.values())
    text.append(f"| {name} | " + " | ".join(f"{100 * parts.get(kind, 0) / whole:.0f}" for kind in kinds) + " |")
open("benchmarks/results/rounds-scaling.md", "w").write("\n".join(text) + "\n")
print("\n".join(text))
PYTHON
