#!/usr/bin/env bash
# The hybrid beside each engine alone: sampling (portfolio), linear constraints (lp) and the solver (concolic), on the
# planted bugs of benchmarks/fse07 and on the needles. Equal processor time for each search, one thread each. Keeps every
# single search in benchmarks/results/engines.jsonl as it comes (what is there already is not run again: delete the file
# to begin anew), and the table in benchmarks/results/engines.md: what each finds, and what the hybrid misses that an
# engine alone finds with the same seed.
#
#   benchmarks/engines.sh [SECONDS [SEEDS [NEEDLE_SECONDS]]]      10 seconds, 1 seed and 10 seconds unless said
#
# NEEDLE_SECONDS 0 leaves the needles out. ONLY="drive1 clock" chooses programs, JOBS how many searches run at a time (1),
# RESULTS where the two files go.
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
kept = os.path.join(os.environ.get("RESULTS", "benchmarks/results"), "engines")
engines = ["hybrid", "portfolio", "lp", "concolic"]
chosen = lambda directory: [p for p in sorted(glob.glob(f"benchmarks/{directory}/*.c"))
                            if not only or os.path.basename(p)[:-2] in only]


def search(program, engine, seed, limit, needle):
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "hunt", program, "--json", "--no-confirm", "--time", f"{30 * limit:.0f}s", "--threads", "1",
                   "--seed", str(seed), "--strategy", engine, "--out", out, *(["--first"] if needle else [])]
        text, errors, used = limited(command, limit)
    row = {"program": os.path.basename(program)[:-2], "needle": needle, "engine": engine, "seed": seed, "limit": limit,
           "cpu": round(used, 2), "found": []}
    try:
        result = json.loads(text)
    except json.JSONDecodeError:
        return row | {"error": errors[-300:]}
    row |= {"runs": result["runs"], "covered": result["coverage"]["covered"]}
    if needle:
        # What is found after the seconds were used up is too late.
        return row | {"found": ["needle"] if result["violations"] and used <= limit + 0.2 else []}
    places = [f.get("place") or "" for v in result["violations"] for f in [v["violation"], *v["violation"]["stack"]]]
    hit = {int(place.rsplit(":", 2)[1]) for place in places if place.count(":") >= 2 and ".c:" in place}
    with open(program[:-2] + ".expected.toml", "rb") as file:
        bugs = [b for b in tomllib.load(file)["bug"] if b["class"] not in ("uninit", "leak")]
    return row | {"found": [b["name"] for b in bugs if b["line"] in hit], "planted": len(bugs)}


rows = [json.loads(line) for line in open(kept + ".jsonl")] if os.path.exists(kept + ".jsonl") else []
key = lambda row: (row["program"], row["needle"], row["seed"])
done = {(row["engine"], *key(row)) for row in rows}
tasks = [(p, e, s, seconds, False) for p in chosen("fse07") for s in range(1, seeds + 1) for e in engines]
if needle_seconds > 0:
    tasks += [(p, e, s, needle_seconds, True) for s in range(1, seeds + 1) for p in chosen("needles") for e in engines]
tasks = [t for t in tasks if (t[1], os.path.basename(t[0])[:-2], t[4], t[2]) not in done]
with open(kept + ".jsonl", "a") as raw, concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
    for row in pool.map(lambda task: search(*task), tasks):
        rows.append(row)
        print(json.dumps(row), file=raw, flush=True)
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
limits = lambda needle: ", ".join(sorted({f"{row['limit']:g}" for row in rows if row["needle"] == needle})) or "–"
text = [f"{version}, {time.strftime('%Y-%m-%d')}; one thread, {limits(False)} s of processor time for each program of "
        f"fse07, {limits(True)} s for each needle. Means over the seeds, of what every engine was tried on.", "",
        "| engine | programs | planted bugs | branch edges | needles |", "|---|--:|--:|--:|--:|"]
all_engines = {k for k in map(key, rows) if all((e, *k) in {(r["engine"], *key(r)) for r in rows} for e in engines)}
rows = [row for row in rows if key(row) in all_engines]
programs = lambda needle: len({row["program"] for row in rows if row["needle"] == needle})
for engine in engines:
    mine = [row for row in rows if row["engine"] == engine]
    of = lambda needle: max(len({row["seed"] for row in mine if row["needle"] == needle}), 1)
    total = lambda needle, count: sum(count(row) for row in mine if row["needle"] == needle) / of(needle)
    planted = total(False, lambda row: row.get("planted", 0))
    text.append(f"| {engine} | {programs(False)} | {total(False, lambda row: len(row['found'])):g}/{planted:g} | "
                f"{total(False, lambda row: row.get('covered', 0)):g} | "
                f"{total(True, lambda row: len(row['found'])):g}/{programs(True)} |")
hybrid = {key(row): row for row in rows if row["engine"] == "hybrid"}
text += ["", "Found by an engine alone, and not by the hybrid with the same seed:", ""]
for engine in engines[1:]:
    name = lambda row, bug: f"{row['program']} (seed {row['seed']})" if row["needle"] else f"{row['program']}/{bug}"
    more = sorted({name(row, bug) for row in rows if row["engine"] == engine
                   for bug in set(row["found"]) - set(hybrid[key(row)]["found"])})
    text.append(f"* {engine}: {', '.join(more) or 'nothing'}")
open(kept + ".md", "w").write("\n".join(text) + "\n")
print("\n".join(text))
PYTHON
