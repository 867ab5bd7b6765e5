#!/usr/bin/env bash
# How the time of `rarebit prove` grows with the program: generated programs of 1,000 to 100,000 ir instructions,
# medians of 5, and the exponent of the line through the logarithms.
# Usage: benchmarks/prove-scaling.sh [RAREBIT]
set -euo pipefail
cd "$(dirname "$0")/.."
rarebit="${1:-target/release/rarebit}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p benchmarks/results
python3 - "$rarebit" "$work" <<'P' | tee benchmarks/results/prove-scaling.txt
import json, math, statistics, subprocess, sys

rarebit, work = sys.argv[1:]

def program(functions):
    """Functions with loops, branches, arrays and calls of earlier ones, about 45 instructions each."""
    lines = ["extern int __VERIFIER_nondet_int(void);", "static int table[64];"]
    for i in range(functions):
        call = f"t ^= f{i - 1 - i % 3}(t & 63, n);" if i >= 3 and i % 4 == 0 else ""
        lines.append(f"""static int f{i}(int k, int n) {{
  int a[{8 + i % 9}], t = k;
  for (int i = 0; i < {8 + i % 9}; i++) a[i] = i ^ n;
  if (n > {i % 50}) t = a[n & 7]; else t = table[k & 63] & {i % 31 + 1};
  {call}
  table[(t + {i % 7}) & 63] = t / {i % 5 + 1};
  return t;
}}""")
    body = "\n".join(f"  s ^= f{i}(s & 63, __VERIFIER_nondet_int());" for i in range(functions))
    return "\n".join(lines) + f"\nint main(void) {{\n  int s = 0;\n{body}\n  return s & 1;\n}}\n"

points = []
for functions in (20, 63, 200, 632, 2000):
    path = f"{work}/p{functions}.c"
    open(path, "w").write(program(functions))
    prove = lambda: json.loads(subprocess.run([rarebit, "prove", "--json", path], check=True, capture_output=True).stdout)
    outs = [prove() for _ in range(5)]
    size, seconds = outs[0]["before"]["instructions"], statistics.median(out["seconds"] for out in outs)
    points.append((math.log(size), math.log(seconds)))
    print(f"{size:8} instructions {seconds:8.3f} s {1e6 * seconds / size:8.1f} us each", flush=True)
n = len(points)
mx, my = (sum(c) / n for c in zip(*points))
slope = sum((x - mx) * (y - my) for x, y in points) / sum((x - mx) ** 2 for x, _ in points)
print(f"exponent {slope:.2f}")
P
