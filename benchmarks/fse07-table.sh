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
# programs, JOBS how many searches run at a time (1). Searches use one thread; all times are processor times. The time
# to equal coverage is read from the searches' logs, whose clock is taken to run evenly with the processor time; coverage
# is logged when a round is over, or advice was tried. AGAIN=1
# makes the tables anew of the searches that are kept.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-5}" "${2:-10}" "${3:-1000}" <<'PYTHON'
import concurrent.futures, glob, json, os, statistics, subprocess, sys, tempfile, tomllib

sys.path.insert(0, "benchmarks")
from budget import limited

seeds, rounds, samples = (int(word) for word in sys.argv[1:4])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
programs = [p for p in sorted(glob.glob("benchmarks/fse07/*.c")) if not only or os.path.basename(p)[:-2] in only]
experiments = {"A(LP)": "lp", "A(BBOX)": "bbox", "B": "mcmc", "C": "uniform"}
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()


def search(program, strategy, seed, budget, seconds):
    """What a search found, its processor seconds, and the edges it had covered after how many of them."""
    with tempfile.TemporaryDirectory() as directory:
        out = directory + "/search"
        command = [rarebit, "hunt", program, "--json", "--no-confirm", "--no-slice", "--threads", "1",
                   "--seed", str(seed), "--strategy", strategy, "--campaign", out, *budget]
        text, errors, used = limited(command, seconds)
        try:
            result = json.loads(text)
        except json.JSONDecodeError:
            raise SystemExit(f"{' '.join(command)}\n{errors}")
        with open(out + "/log.jsonl") as log:
            events = [event for event in map(json.loads, log) if event["event"] == "coverage"]
    scale = used / max(result["seconds"], 1e-3)
    return result, used, [(event["seconds"] * scale, event["covered"]) for event in events]


def lines(result):
    """Where the violations show: their own places and those of the calls that led there."""
    places = [f.get("place") or "" for v in result["violations"] for f in [v["violation"], *v["violation"]["stack"]]]
    return {int(place.rsplit(":", 2)[1]) for place in places if place.count(":") >= 2 and ".c:" in place}


def when(growth, covered):
    """When so many edges were covered; never is none."""
    return next((seconds for seconds, edges in growth if edges >= covered), None)


def row_of(program, experiment, seed, result, seconds):
    name = os.path.basename(program)[:-2]
    hit = lines(result)
    cover = lambda part, of: 100 * result[part]["covered"] / max(result[part][of], 1)
    return {"program": name, "experiment": experiment, "seed": seed, "cpu": round(seconds, 2),
            "seconds": result["seconds"], "runs": result["runs"], "rounds": result["rounds"],
            "violations": len(result["violations"]), "nodes": round(cover("nodes", "nodes"), 1),
            "edges": round(cover("coverage", "edges"), 1), "credits": result["credits"],
            "bugs": [bug["name"] for bug in bugs[name] if bug["line"] in hit]}


def searches(program, seed):
    """All experiments of a program with one seed; C with as much processor time as A(LP)."""
    budget = ["--rounds", str(rounds), "--samples", str(samples)]
    done, growths, all_of_it = [], {}, float("inf")
    for experiment, strategy in experiments.items():
        same = experiment == "C"
        limit = done[0]["cpu"] if same else all_of_it
        result, seconds, growth = search(program, strategy, seed, ["--time", "24h", "--samples", str(samples)] if same else budget, limit)
        done.append(row_of(program, experiment, seed, result, seconds))
        growths[experiment] = growth, result["coverage"]["covered"]
    # Both ways: how long A(LP) took to cover as much as C in the end, and C as much as A(LP).
    (ours, most), (theirs, end) = growths["A(LP)"], growths["C"]
    done[0]["to_equal"] = [when(ours, min(end, most)), when(theirs, min(end, most)), when(theirs, most)]
    return done


rows, bugs = [], {}
for program in programs:
    with open(program[:-2] + ".expected.toml", "rb") as file:
        bugs[os.path.basename(program)[:-2]] = [b for b in tomllib.load(file)["bug"] if b["class"] not in ("uninit", "leak")]
jobs = int(os.environ.get("JOBS", "1"))
kept = "benchmarks/results/fse07-table.jsonl"
if os.environ.get("AGAIN"):
    with open(kept) as raw:
        version, *rows = map(json.loads, raw)
    version, rounds, samples = version["version"], version["rounds"], version["samples"]
    # Whole seeds only.
    whole = [seed for seed in {row["seed"] for row in rows}
             if len([row for row in rows if row["seed"] == seed]) == len(programs) * len(experiments)]
    rows, seeds, programs = [row for row in rows if row["seed"] in whole], len(whole), []
with open(kept, "a" if os.environ.get("AGAIN") else "w") as raw, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    if programs:
        print(json.dumps({"version": version, "rounds": rounds, "samples": samples, "cores": os.cpu_count()}), file=raw)
    tasks = [(program, seed) for seed in range(1, seeds + 1) for program in programs]
    for done in pool.map(lambda task: searches(*task), tasks):
        rows.extend(done)
        for row in done:
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
text += ["", "Time to equal coverage of edges, processor seconds, medians: to what both cover in the end (A(LP), C), and "
         "until C covers what A(LP) does in the end (– if it does not in as much time as A(LP) took, in half of the seeds).", "",
         "| program | A(LP) | C | C to all of A(LP) |", "|---|--:|--:|--:|"]
for name in bugs:
    times = [row["to_equal"] for row in group(name, "A(LP)")]
    cell = lambda at: sorted((t[at] if t[at] is not None else float("inf")) for t in times)[len(times) // 2]
    shown = [f"{cell(at):.2f}" if cell(at) < float("inf") else "–" for at in range(3)]
    text.append(f"| {name} | " + " | ".join(shown) + " |")
text += ["", "Of the planted bugs, by kind, found by at least half of the seeds:", "",
         "| kind | planted | " + " | ".join(experiments) + " |", "|---|--:" + "|--:" * len(experiments) + "|"]
for kind in ("easy", "rare"):
    planted = [(name, bug["name"]) for name, list_ in bugs.items() for bug in list_ if bug["kind"] == kind]
    found = lambda e: sum(2 * often(name, e, bug) >= seeds for name, bug in planted)
    text.append(f"| {kind} | {len(planted)} | " + " | ".join(str(found(e)) for e in experiments) + " |")
text += ["", "| program | bug | class | kind | " + " | ".join(experiments) + " |", "|---|---|---|---" + "|--:" * len(experiments) + "|"]
for name, planted in bugs.items():
    for bug in planted:
        shares = " | ".join(f"{often(name, e, bug['name'])}/{seeds}" for e in experiments)
        text.append(f"| {name} | {bug['name']} | {bug['class']} | {bug['kind']} | {shares} |")
with open("benchmarks/fse07/rows.md") as words:
    text += ["", words.read().rstrip()]
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
