#!/usr/bin/env bash
# Programs whose decisions depend on floats: what the path engine alone covers and violates, and what the hybrid does. klee
# covers no decision of theirs that depends on an input, because it makes float inputs concrete without a word (klee 3.3,
# November 2026). Prints a table, kept in benchmarks/results/paths-floats.md, raw results beside it.
#
#   benchmarks/paths-floats.sh [SECONDS]      20 unless said
#
# ONLY="p q" chooses among the needles that read floats.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-20}" <<'PYTHON'
import glob, json, os, re, subprocess, sys, tempfile

seconds = sys.argv[1]
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
only = os.environ.get("ONLY", "").split()
programs = [p for p in sorted(glob.glob("benchmarks/needles/*.c"))
            if re.search(r"nondet_(double|float)", open(p).read()) and (not only or os.path.basename(p)[:-2] in only)]
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
lines = [f"{version}, {seconds} s each. Decisions covered and violations found.", "",
         "| program | paths: edges | violations | s | stopped | hybrid: edges | violations | s |",
         "|---|---:|---:|---:|---|---:|---:|---:|"]
total = [0, 0, 0, 0, 0]
with open("benchmarks/results/paths-floats.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    def run(*words):
        done = subprocess.run([rarebit, *words, "--json", "--no-confirm", "--time", f"{seconds}s", "--out", out],
                              capture_output=True, text=True)
        result = json.loads(done.stdout)
        print(json.dumps({"command": words, **{key: result.get(key) for key in
              ("stop", "seconds", "coverage", "paths", "runs", "solver", "gaps")},
              "violations": len(result["violations"])}), file=raw, flush=True)
        return result
    for program in programs:
        paths = run("paths", program)
        hybrid = run("hunt", program, "--first", "--strategy", "hybrid", "--seed", "1")
        edges = lambda result: f'{result["coverage"]["covered"]}/{result["coverage"]["edges"]}'
        lines.append(f'| {os.path.basename(program)[:-2]} | {edges(paths)} | {len(paths["violations"])} | '
                     f'{paths["seconds"]:.1f} | {paths["stop"]} | {edges(hybrid)} | {len(hybrid["violations"])} | '
                     f'{hybrid["seconds"]:.1f} |')
        total[0] += paths["coverage"]["covered"]
        total[1] += paths["coverage"]["edges"]
        total[2] += bool(paths["violations"])
        total[3] += hybrid["coverage"]["covered"]
        total[4] += bool(hybrid["violations"])
lines += ["", f"paths alone: {total[0]} of {total[1]} edges, a violation in {total[2]} of {len(programs)} programs; "
          f"hybrid: {total[3]} edges, {total[4]} programs."]
text = "\n".join(lines) + "\n"
open("benchmarks/results/paths-floats.md", "w").write(text)
print(text, end="")
PYTHON
