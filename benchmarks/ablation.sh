#!/usr/bin/env bash
# What each part of the default strategy is worth: the default and the default without linear constraints, without
# chaining, without the solver, without bias (chains draw uniformly) and without slicing, on the planted bugs of
# benchmarks/fse07 and on the needles. Equal processor time for each search, one thread. The table is kept in
# benchmarks/results/ablation.md, every single search in benchmarks/results/ablation.jsonl.
#
#   benchmarks/ablation.sh [SECONDS [SEEDS [NEEDLE_SECONDS]]]      10 seconds, 1 seed and 10 seconds unless said
#
# NEEDLE_SECONDS 0 leaves the needles out. ONLY="drive1 clock" chooses programs, JOBS how many searches run at a time (1).
# AGAIN=1 makes the table anew of the searches that are kept.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-10}" "${2:-1}" "${3:-10}" <<'PYTHON'
import concurrent.futures, glob, json, os, subprocess, sys, tempfile, time, tomllib

sys.path.insert(0, "benchmarks")
from budget import limited

seconds, seeds, needle_seconds = float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
jobs = int(os.environ.get("JOBS", "1"))
variants = {"all": [], "without constraints": ["--without", "constraints"], "without chaining": ["--without", "chaining"],
            "without constraints and chaining": ["--without", "constraints,chaining"],
            "without solver": ["--without", "solver"], "without bias": ["--without", "bias"],
            "without slicing": ["--no-slice"]}
chosen = lambda directory: [p for p in sorted(glob.glob(f"benchmarks/{directory}/*.c"))
                            if not only or os.path.basename(p)[:-2] in only]


def search(program, variant, seed, limit, needle):
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "hunt", program, "--json", "--no-confirm", "--time", f"{30 * limit:.0f}s", "--threads", "1",
                   "--seed", str(seed), "--out", out, *variants[variant], *(["--first"] if needle else [])]
        text, _, used = limited(command, limit)
    row = {"program": os.path.basename(program)[:-2], "needle": needle, "variant": variant, "seed": seed,
           "cpu": round(used, 2), "found": []}
    try:
        result = json.loads(text)
    except json.JSONDecodeError:
        return row | {"error": True}
    row |= {"runs": result["runs"], "covered": result["coverage"]["covered"], "credits": result["credits"]}
    if needle:
        # What is found after the seconds were used up is too late.
        row["found"] = ["needle"] if result["violations"] and used <= limit + 0.2 else []
        return row
    places = [f.get("place") or "" for v in result["violations"] for f in [v["violation"], *v["violation"]["stack"]]]
    hit = {int(place.rsplit(":", 2)[1]) for place in places if place.count(":") >= 2 and ".c:" in place}
    with open(program[:-2] + ".expected.toml", "rb") as file:
        bugs = [b for b in tomllib.load(file)["bug"] if b["class"] not in ("uninit", "leak")]
    return row | {"found": [b["name"] for b in bugs if b["line"] in hit], "planted": len(bugs)}


tasks = [(p, v, s, seconds, False) for p in chosen("fse07") for v in variants for s in range(1, seeds + 1)]
if needle_seconds > 0:
    tasks += [(p, v, s, needle_seconds, True) for p in chosen("needles") for v in variants for s in range(1, seeds + 1)]
rows = []
if os.environ.get("AGAIN"):
    with open("benchmarks/results/ablation.jsonl") as raw:
        rows, tasks = [json.loads(line) for line in raw], []
    seeds = len({row["seed"] for row in rows})
with open("benchmarks/results/ablation.jsonl", "a" if os.environ.get("AGAIN") else "w") as raw, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
    for row in pool.map(lambda task: search(*task), tasks):
        rows.append(row)
        print(json.dumps(row), file=raw, flush=True)
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
text = [f"{version}, {time.strftime('%Y-%m-%d')}; {seeds} seed(s), one thread, {seconds:g} s of processor time for each of "
        f"{len({row['program'] for row in rows if not row['needle']})} of the nine programs" + (f", {needle_seconds:g} s for each needle" if needle_seconds > 0 else "") + ". Sums over "
        "programs, means over seeds. Only there: found by this and not by all parts together with the same seed; lost: the "
        "other way round.", "", "| strategy | planted bugs | needles | lost | only there |", "|---|--:|--:|---|---|"]
key = lambda row: (row["program"], row["needle"], row["seed"])
whole = {key(row): set(row["found"]) for row in rows if row["variant"] == "all"}
for variant in variants:
    mine = [row for row in rows if row["variant"] == variant]
    count = lambda needle: sum(len(row["found"]) for row in mine if row["needle"] == needle) / seeds
    of = sum(row.get("planted", 0) for row in mine if row["seed"] == 1)
    many = len({row["program"] for row in mine if row["needle"]})
    name = lambda row, bug: row["program"] if row["needle"] else f"{row['program']}/{bug}"
    lost = sorted({name(row, bug) for row in mine for bug in whole[key(row)] - set(row["found"])})
    more = sorted({name(row, bug) for row in mine for bug in set(row["found"]) - whole[key(row)]})
    needles = f"{count(True):g}/{many}" if many else "–"
    text.append(f"| {variant} | {count(False):g}/{of} | {needles} | {', '.join(lost)} | {', '.join(more)} |")
open("benchmarks/results/ablation.md", "w").write("\n".join(text) + "\n")
print("\n".join(text))
PYTHON
