#!/usr/bin/env bash
# The programs of benchmarks/rwset (after Boonstoppel, Cadar and Engler, "RWset: attacking path explosion in
# constraint-based test generation"): depth-first search without pruning, comparing whole states (write set), and comparing
# what is read later (full). For each: branches covered, tests needed for the branches that the base covered in its time,
# distinct states; what it costs if nothing is pruned; and event loops that never end, which come to their fixed point.
# Prints the tables, kept in benchmarks/results/rwset.md, with plots rwset-states.svg and rwset-coverage.svg beside it;
# single results in rwset.jsonl. All times are processor time.
#
#   benchmarks/rwset.sh [SECONDS [PAIRS]]      30 seconds for each run; 5 pairs of runs for the cost
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-30}" "${2:-5}" <<'PYTHON'
import json, os, statistics, subprocess, sys, tempfile
sys.path.insert(0, "benchmarks")
from budget import limited

seconds, pairs = float(sys.argv[1]), int(sys.argv[2])
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
programs = ["packet_printer", "packet_filter", "xml_tokens", "dhcp_options", "regular_expressions",
            "driver_network", "driver_bus", "driver_sound"]
paper = {"packet_printer": "tcpdump 11.4", "packet_filter": "bpf 16.2", "xml_tokens": "expat 31.1",
         "dhcp_options": "udhcpd 49.7", "regular_expressions": "pcre 72.2"}
kinds = {"base": ["--rwset", "--measure"], "write set": ["--rwset=write-set"], "full": ["--rwset"]}

def run(program, *options, most=1e9):
    with tempfile.TemporaryDirectory() as out:
        command = [rarebit, "paths", program, "--json", "--no-confirm", "--threads", "1", "--out", out, "--time", "1h",
                   *options]
        result = json.loads(limited(command, most)[0])
        for key in ("violations", "warnings"):
            result[key] = len(result[key])
        return result

def needed(history, goal):
    """Tests after which so many edges were covered."""
    return next((tests for tests, covered, _ in history if covered >= goal), None)

rows, costs = {}, {}
with open("benchmarks/results/rwset.jsonl", "w") as raw:
    version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in programs:
        for kind, options in kinds.items():
            rows[program, kind] = row = run(f"benchmarks/rwset/{program}.c", *options, most=seconds)
            print(json.dumps({"program": program, "kind": kind, **row}), file=raw, flush=True)
        # The same paths with and without the books, so many that it takes a while.
        paths = str(max(50, rows[program, "base"]["paths"] // 3))
        times = []
        for _ in range(pairs):
            plain = run(f"benchmarks/rwset/{program}.c", "--paths", paths)
            kept = run(f"benchmarks/rwset/{program}.c", "--paths", paths, "--rwset", "--measure")
            times.append((plain["processor_seconds"], kept["processor_seconds"]))
        costs[program] = (plain["paths"], plain["solver"]["queries"], min(p for p, _ in times), min(k for _, k in times))
        print(json.dumps({"program": program, "paths": paths, "plain_and_measured": times}), file=raw, flush=True)
    endless = {}
    for program in ["events", "heap", "records"]:
        for kind in ("base", "full"):
            options = [] if kind == "base" else ["--rwset"]
            row = run(f"tests/endless/{program}.c", *options, most=min(seconds, 5))
            endless[program, kind] = row
            row.pop("history")
            print(json.dumps({"program": program, "kind": kind, **row}), file=raw, flush=True)

tests = lambda row: row["paths"] + row["early_tests"]
states = lambda row: row["rwset"]["points"] - row["rwset"]["hits"]
done = lambda row: "complete" if row["stop"] in ("exhausted", "pruned") else "time" if row["stop"] == "interrupted" else row["stop"]
lines = [f"{version}. Depth-first search, {seconds:g} s of processor time each: edges covered, tests, distinct states, and why it stopped; tests needed for",
         "what the base covered, in percent of the tests it needed (the paper's, of programs of the same kind, beside it).", ""]
lines += ["| program | edges | base | write set | full | tests needed, base | write set | full | percent | paper |",
          "|---|---|---|---|---|---|---|---|---|---|"]
for program in programs:
    base = rows[program, "base"]
    goal = base["coverage"]["covered"]
    cells = [program, str(base["coverage"]["edges"])]
    for kind in kinds:
        row = rows[program, kind]
        cells.append(f"{row['coverage']['covered']}, {tests(row)}, {states(row)}, {done(row)}")
    need = {kind: needed(rows[program, kind]["history"], goal) for kind in kinds}
    cells += ["-" if need[kind] is None else str(need[kind]) for kind in kinds]
    cells.append("-" if need["full"] is None else f"{100 * need['full'] / max(1, need['base']):.1f}")
    cells.append(paper.get(program, ""))
    lines.append("| " + " | ".join(cells) + " |")
lines += ["", f"What reading, writing and comparing costs if nothing is pruned: the same paths, in seconds of processor time, the",
          f"least of {pairs} runs each (the paper: at most 4.4 %):", "",
          "| program | paths | queries | without | with | percent | more for a path, us |", "|---|---|---|---|---|---|---|"]
def cost(name, paths, queries, plain, kept):
    lines.append(f"| {name} | {paths} | {queries} | {plain:.3f} | {kept:.3f} | {100 * (kept - plain) / plain:+.1f} | "
                 f"{1e6 * (kept - plain) / paths:.1f} |")
for program in programs:
    cost(program, *costs[program])
cost("total", *(sum(cost[i] for cost in costs.values()) for i in range(4)))
lines += ["", f"Event loops that never end (`tests/endless`), {min(seconds, 5):g} s at most:", "",
          "| program | edges | base: covered, tests, stop | full: covered, tests, stop, distinct states, s |", "|---|---|---|---|"]
for program in ["events", "heap", "records"]:
    base, full = endless[program, "base"], endless[program, "full"]
    cell = lambda row: f"{row['coverage']['covered']}, {tests(row)}, {done(row)}"
    lines.append(f"| {program} | {base['coverage']['edges']} | {cell(base)} | {cell(full)}, {states(full)}, "
                 f"{full['processor_seconds']:.2f} |")
text = "\n".join(lines) + "\n"
open("benchmarks/results/rwset.md", "w").write(text)
print(text)

def plot(file, column, title):
    """Small multiples: tests to the right, the column upward."""
    width, height, gap, across = 260, 170, 46, 4
    down = -(-len(programs) // across)
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{across * (width + gap)}" height="{down * (height + gap) + 40}" '
           'font-family="sans-serif" font-size="11">', '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="10" y="18" font-size="13">{title}</text>']
    colours = {"base": "#c33", "write set": "#999", "full": "#36c"}
    for i, kind in enumerate(kinds):
        svg.append(f'<text x="{520 + 90 * i}" y="18" fill="{colours[kind]}">{kind}</text>')
    for i, program in enumerate(programs):
        x0, y0 = 30 + i % across * (width + gap), 50 + i // across * (height + gap)
        most = max(row[0] for kind in kinds for row in rows[program, kind]["history"]) or 1
        # What pruning ends with early would be a dot beside the base's tests.
        most = min(most, 3 * max(tests(rows[program, "full"]), 1))
        high = max([row[column] for kind in kinds for row in rows[program, kind]["history"] if row[0] <= most] + [1])
        svg.append(f'<text x="{x0}" y="{y0 - 4}">{program}</text>')
        svg.append(f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="#bbb"/>')
        svg.append(f'<text x="{x0}" y="{y0 + height + 12}">0</text>')
        svg.append(f'<text x="{x0 + width}" y="{y0 + height + 12}" text-anchor="end">{most} tests</text>')
        svg.append(f'<text x="{x0 + 3}" y="{y0 + 11}">{high}</text>')
        for kind in kinds:
            points = [row for row in rows[program, kind]["history"] if row[0] <= most]
            line = " ".join(f"{x0 + width * row[0] / most:.1f},{y0 + height - height * row[column] / high:.1f}" for row in points)
            svg.append(f'<polyline points="{line}" fill="none" stroke="{colours[kind]}" stroke-width="1.5"/>')
    open(file, "w").write("\n".join(svg + ["</svg>"]) + "\n")

plot("benchmarks/results/rwset-states.svg", 2, "Distinct states over tests")
plot("benchmarks/results/rwset-coverage.svg", 1, "Covered edges over tests")
PYTHON
