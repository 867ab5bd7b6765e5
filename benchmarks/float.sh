#!/usr/bin/env bash
# Programs whose branches depend on floating-point inputs, which a path engine without IEEE floats does not follow at all:
# branches covered, violations found and confirmed. Prints a table, kept in benchmarks/results/float.md; single results in
# float.jsonl.
#
#   benchmarks/float.sh [SECONDS]      60 seconds for each program
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "${1:-60}" <<'PYTHON'
import glob, json, os, subprocess, sys, tempfile

seconds = sys.argv[1]
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
lines = ["| program | edges covered | paths | stopped | violations (confirmed natively) | questions to Z3 | s |",
         "|---|---|---|---|---|---|---|"]
with open("benchmarks/results/float.jsonl", "w") as raw, tempfile.TemporaryDirectory() as out:
    version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
    print(json.dumps({"version": version, "seconds": seconds, "cores": os.cpu_count()}), file=raw)
    for program in sorted(glob.glob("benchmarks/float/*.c")):
        command = [rarebit, "paths", program, "--json", "--time", f"{seconds}s", "--out", out, "--search", "goal", "--threads", "1"]
        result = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)
        found = [f"{one['violation']['class']} ({(one['confirmation'] or {}).get('verdict', '-')})"
                 for one in result["violations"]]
        result["violations"] = found
        result.pop("history", None)
        print(json.dumps({"program": program, **result}), file=raw, flush=True)
        coverage = result["coverage"]
        lines.append(f"| {os.path.basename(program)[:-2]} | {coverage['covered']} of {coverage['edges']} | {result['paths']} | "
                     f"{result['stop']} | {', '.join(found) or '-'} | {result['solver']['queries']} | {result['seconds']:.1f} |")
text = "\n".join(lines) + "\n"
open("benchmarks/results/float.md", "w").write(text)
print(text)
PYTHON
