#!/usr/bin/env bash
# Branch coverage of the entry functions of a classic libm (Sun's fdlibm and its descendants), by `rarebit cover`.
# The library is not part of this repository: give the directory with its C files.
#
#   benchmarks/libm.sh DIRECTORY [SECONDS [STRATEGY]]       10 seconds each and `portfolio` unless said
#
# The functions are those of the published comparisons for floating-point coverage; what the directory lacks is named
# and left out. A function's coverage is that of its own branches, not of what it calls.
set -euo pipefail
directory=$(cd -- "${1:?the directory of the library}" && pwd)
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - "$directory" "${2:-10}" "${3:-portfolio}" <<'PYTHON'
import glob, json, os, re, subprocess, sys, tempfile

directory, seconds, strategy = sys.argv[1:]
rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
entries = ("__ieee754_acos __ieee754_acosh __ieee754_asin __ieee754_atan2 __ieee754_atanh __ieee754_cosh __ieee754_exp "
           "__ieee754_fmod __ieee754_hypot __ieee754_j0 __ieee754_j1 __ieee754_log __ieee754_log10 __ieee754_pow "
           "__ieee754_rem_pio2 __ieee754_remainder __ieee754_scalb __ieee754_sinh __ieee754_sqrt __ieee754_y0 "
           "__ieee754_y1 __kernel_cos asinh atan cbrt ceil cos erf erfc expm1 floor ilogb log1p logb modf nextafter "
           "rint sin tan tanh").split()
two = "__ieee754_atan2 __ieee754_fmod __ieee754_hypot __ieee754_pow __ieee754_remainder __ieee754_scalb __kernel_cos nextafter"
pointer = "__ieee754_rem_pio2 modf"
sources = {}
for path in sorted(glob.glob(os.path.join(directory, "**", "*.c"), recursive=True)):
    sources[path] = open(path, errors="replace").read()
includes = sorted({os.path.dirname(p) for p in glob.glob(os.path.join(directory, "**", "*.h"), recursive=True)} | {directory})
definition = re.compile(r"^[ \t]*(?:double|int|void)[ \t]+(\w+)[ \t]*\(", re.M)
home = {}
for path, text in sources.items():
    for name in definition.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.S)):
        home.setdefault(name, path)

def needed(path):
    """The file and those of the functions it uses, transitively."""
    wanted, done = [path], []
    while wanted:
        path = wanted.pop()
        if path not in done:
            done.append(path)
            wanted += [home[name] for name in set(re.findall(r"\b(\w+)\s*\(", sources[path])) if name in home]
    return done

def harness(name):
    draw = "__VERIFIER_nondet_double()"
    arguments = f"{draw}, {draw}" if name in two.split() else f"{draw}, out" if name in pointer.split() else draw
    return ('#if __has_include("fdlibm.h")\n#include "fdlibm.h"\n#endif\n'
            f"extern double __VERIFIER_nondet_double(void);\nint main(void) {{ double out[3]; {name}({arguments}); return 0; }}\n")

rows, missing = [], []
with tempfile.TemporaryDirectory() as out, open("benchmarks/results/libm.jsonl", "w") as raw:
    for name in entries:
        if name not in home:
            missing.append(name)
            continue
        main = os.path.join(out, "main.c")
        open(main, "w").write(harness(name))
        command = [rarebit, "cover", main, *needed(home[name]), *[f"-I{d}" for d in includes], "-D__LITTLE_ENDIAN",
                   "-D_LITTLE_ENDIAN", "-D_IEEE_LIBM", "--cflag=-w", "--cflag=-fno-builtin", "--time", f"{seconds}s",
                   "--strategy", strategy, "--checks", "none", "--json", "--out", os.path.join(out, "tests")]
        run = subprocess.run(command, capture_output=True, text=True)
        try:
            result = json.loads(run.stdout)
            # Some editions give the functions a prefix by macros.
            own = next(f for f in result["functions"] if re.fullmatch(r"j?_?_?j?" + name, f["name"]))
            row = {"name": name, "covered": own["covered"], "edges": own["edges"], "runs": result["runs"],
                   "open": [os.path.basename(place) for place in own["open"]]}
        except (ValueError, KeyError, StopIteration):
            row = {"name": name, "covered": 0, "edges": 0, "error": run.stderr[-300:]}
        rows.append(row)
        print(json.dumps(row), file=raw, flush=True)
        share = 100 * row["covered"] / row["edges"] if row["edges"] else float("nan")
        print(f'{name:24} {row["covered"]:4} of {row["edges"]:4}  {share:6.1f} %  {row.get("error", "")[:200]}', flush=True)
measured = [100 * row["covered"] / row["edges"] for row in rows if row["edges"]]
print(f"{len(measured)} functions, {seconds} s each, {strategy}: average branch coverage "
      f"{sum(measured) / max(len(measured), 1):.1f} %")
if missing:
    print("not in the directory: " + ", ".join(missing))
PYTHON
