#!/usr/bin/env bash
# The paper's experiment (ESEC/FSE 2007, Tables 4 and 5) on the nine programs of benchmarks/fse07: violations and node
# and edge coverage of A(LP), A(BBOX), B (Metropolis–Hastings without constraints) and C (uniform sampling with as much
# time as A(LP)), and the list of planted bugs with who found them. The tables are kept in
# benchmarks/results/fse07-table.md, every single search in benchmarks/results/fse07-table.jsonl, a plot in
# benchmarks/results/fse07-table.svg.
#
#   benchmarks/fse07-table.sh [SEEDS [ROUNDS [SAMPLES]]]      5 seeds, 10 rounds and 1,000 samples unless said
#
# Bugs of the classes that are looked for only on request, uninit and leak, are left out. ONLY="arraycr drive1" chooses
# programs. Searches use one thread; times are processor times, C's budget is wall time.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-5}" "${2:-10}" "${3:-1000}" <<'PYTHON'
import glob, json, os, resource, statistics, subprocess, sys, tempfile, tomllib

seeds, rounds, samples = (int(word) for word in sys.argv[1:4])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
programs = [p for p in sorted(glob.glob("benchmarks/fse07/*.c")) if not only or os.path.basename(p)[:-2] in only]
experiments = {"A(LP)": "lp", "A(BBOX)": "bbox", "B": "mcmc", "C": "uniform"}
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()


def search(program, strategy, seed, out, budget):
    command = [rarebit, "hunt", program, "--json", "--no-confirm", "--no-slice", "--threads", "1",
               "--seed", str(seed), "--strategy", strategy, "--out", out, *budget]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(run.stdout), after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def lines(result):
    """Where the violations show: their own places and those of the calls that led there."""
    places = [f.get("place") or "" for v in result["violations"] for f in [v["violation"], *v["violation"]["stack"]]]
    return {int(place.rsplit(":", 2)[1]) for place in places if place.count(":") >= 2 and ".c:" in place}


rows, bugs = [], {}
with open("benchmarks/results/fse07-table.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    print(json.dumps({"version": version, "rounds": rounds, "samples": samples, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        name = os.path.basename(program)[:-2]
        with open(program[:-2] + ".expected.toml", "rb") as file:
            bugs[name] = [b for b in tomllib.load(file)["bug"] if b["class"] not in ("uninit", "leak")]
        for seed in range(1, seeds + 1):
            wall = None
            for experiment, strategy in experiments.items():
                budget = ["--rounds", str(rounds), "--samples", str(samples)]
                if experiment == "C":
                    budget = ["--time", f"{max(wall, 0.1):.3f}s"]
                result, seconds = search(program, strategy, seed, out, budget)
                if experiment == "A(LP)":
                    wall = result["seconds"]
                hit = lines(result)
                cover = lambda part, of: 100 * result[part]["covered"] / max(result[part][of], 1)
                row = {"program": name, "experiment": experiment, "seed": seed, "cpu": round(seconds, 2),
                       "seconds": result["seconds"], "runs": result["runs"], "rounds": result["rounds"],
                       "violations": len(result["violations"]), "nodes": round(cover("nodes", "nodes"), 1),
                       "edges": round(cover("coverage", "edges"), 1), "credits": result["credits"],
                       "bugs": [bug["name"] for bug in bugs[name] if bug["line"] in hit]}
                rows.append(row)
                print(json.dumps(row), file=raw, flush=True)

median = lambda group, key: statistics.median(row[key] for row in group)
group = lambda name, experiment: [r for r in rows if (r["program"], r["experiment"]) == (name, experiment)]
text = [f"{version}; {seeds} seeds, {rounds} rounds of {samples} samples, one thread. Medians over the seeds. T: processor "
        "seconds; #E: violated checks; bugs: planted bugs found by at least half of the seeds; Cov.: nodes/edges in "
        "percent of the program's own code.", "",
        "| program | " + " | ".join(f"{e} T | #E | bugs | Cov." for e in experiments) + " |",
        "|---" + "|--:|--:|--:|--:" * len(experiments) + "|"]
total = {e: [0.0, 0, 0, [], []] for e in experiments}
often = lambda name, experiment, bug: sum(bug in row["bugs"] for row in group(name, experiment))
for name in bugs:
    cells = []
    for e in experiments:
        found = [bug["name"] for bug in bugs[name] if 2 * often(name, e, bug["name"]) >= seeds]
        values = [median(group(name, e), key) for key in ("cpu", "violations", "nodes", "edges")]
        cells.append(f"{values[0]:.1f} | {values[1]:.0f} | {len(found)}/{len(bugs[name])} | {values[2]:.0f}/{values[3]:.0f}")
        sums = total[e]
        sums[0], sums[1], sums[2] = sums[0] + values[0], sums[1] + values[1], sums[2] + len(found)
        sums[3].append(values[2])
        sums[4].append(values[3])
    text.append(f"| {name} | " + " | ".join(cells) + " |")
every = sum(len(list_) for list_ in bugs.values())
mean = lambda values: statistics.mean(values) if values else 0
text.append("| all | " + " | ".join(
    f"{s[0]:.1f} | {s[1]:.0f} | {s[2]}/{every} | {mean(s[3]):.0f}/{mean(s[4]):.0f}" for s in total.values()) + " |")
text += ["", "| program | bug | class | kind | " + " | ".join(experiments) + " |", "|---|---|---|---" + "|--:" * len(experiments) + "|"]
for name, planted in bugs.items():
    for bug in planted:
        shares = " | ".join(f"{often(name, e, bug['name'])}/{seeds}" for e in experiments)
        text.append(f"| {name} | {bug['name']} | {bug['class']} | {bug['kind']} | {shares} |")
open("benchmarks/results/fse07-table.md", "w").write("\n".join(text) + "\n")
print("\n".join(text))

# Bars of the bugs found, by program and experiment.
colours = {"A(LP)": "#1b6ca8", "A(BBOX)": "#6fb1e0", "B": "#e0a030", "C": "#999999"}
names, wide, high = list(bugs), 90, 200
svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{60 + wide * len(names)}" height="{high + 70}" '
       'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>']
for i, name in enumerate(names):
    for j, e in enumerate(experiments):
        share = statistics.mean(len(row["bugs"]) for row in group(name, e)) / len(bugs[name])
        x, h = 45 + i * wide + j * 19, share * high
        svg.append(f'<rect x="{x}" y="{20 + high - h:.1f}" width="17" height="{h:.1f}" fill="{colours[e]}"/>')
    svg.append(f'<text x="{45 + i * wide + 38}" y="{high + 36}" text-anchor="middle">{name}</text>')
for share in (0, 50, 100):
    svg.append(f'<text x="40" y="{24 + high - share * high / 100}" text-anchor="end">{share} %</text>')
for j, (e, colour) in enumerate(colours.items()):
    svg.append(f'<rect x="{45 + j * 90}" y="{high + 48}" width="10" height="10" fill="{colour}"/>'
               f'<text x="{60 + j * 90}" y="{high + 57}">{e}</text>')
svg.append('<text x="45" y="12">planted bugs found, mean of the seeds</text></svg>')
open("benchmarks/results/fse07-table.svg", "w").write("\n".join(svg) + "\n")
PYTHON
