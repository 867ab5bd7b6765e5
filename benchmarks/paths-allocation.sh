#!/usr/bin/env bash
# The share of allocation in the profile of the path engine: samples of perf, while the engine works, whose innermost
# function belongs to the C library's allocator (or to the kernel on its behalf), by who asked for memory. Nothing is pruned.
# Kept in benchmarks/results/paths-allocation.md. Needs perf.
#
#   benchmarks/paths-allocation.sh
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
exec python3 - <<'PYTHON'
import collections, os, re, subprocess, tempfile

rarebit = os.environ.get("RAREBIT", "target/release/rarebit")
allocator = re.compile(r"^_*(int_|libc_|GI_+)*(libc_)?(malloc|free|cfree|realloc|calloc|memalign|sysmalloc|systrim|unlink_chunk|"
                       r"tcache|grow_heap|heap_trim|mprotect|madvise|munmap|mmap|sbrk|brk)")
lines = ["| program | samples | allocation, % | of it Z3's, % | the rest | most of the time |", "|---|---:|---:|---:|---|---|"]
with tempfile.TemporaryDirectory() as out:
    for program in ["paths/regexp", "paths/bubble_sort", "rwset/packet_printer", "rwset/driver_sound"]:
        data = os.path.join(out, "perf.data")
        # Without inlining, so that a frame is a function.
        subprocess.run(["perf", "record", "-q", "-F", "997", "--call-graph", "dwarf,8192", "-o", data, rarebit, "paths",
                        f"benchmarks/{program}.c", "--paths", "8000", "--threads", "1", "--no-confirm", "--json", "--out", out],
                       capture_output=True)
        text = subprocess.run(["perf", "script", "-i", data, "--no-inline", "-F", "ip,sym"], capture_output=True, text=True).stdout
        total, allocating, solver, who, where = 0, 0, 0, collections.Counter(), collections.Counter()
        for sample in text.split("\n\n"):
            frames = [line.split(None, 1)[1] for line in sample.strip().split("\n") if len(line.split(None, 1)) == 2]
            if not any("symbolic::worker" in frame for frame in frames):
                continue
            total += 1
            ours = next((frame for frame in frames if "rarebit::" in frame), "?")
            in_solver = any("Z3_" in frame for frame in frames)
            where["Z3" if in_solver else ours] += 1
            # Kernel functions come before the one that called.
            if any(allocator.match(frame) for frame in frames[:12] if "::" not in frame):
                allocating += 1
                solver += in_solver
                who["Z3" if in_solver else ours] += 1
        short = lambda name: re.sub(r"<impl |rarebit::symbolic::|>::|alloc::[a-z_:]*|<[^>]*>|\+0x.*", "", name).strip(": ")[-48:]
        part = lambda count: f"{100 * count / max(1, total):.1f}"
        most = lambda counter, leave=(): "; ".join(f"`{short(name)}` {part(n)}" for name, n in counter.most_common(5) if name not in leave)
        lines.append(f"| {program} | {total} | {part(allocating)} | {part(solver)} | {most(who, ('Z3',))} | {most(where)} |")
version = subprocess.run([rarebit, "--version"], capture_output=True, text=True).stdout.strip()
text = "\n".join([version + ". Percent of all samples of a worker.", ""] + lines) + "\n"
open("benchmarks/results/paths-allocation.md", "w").write(text)
print(text, end="")
PYTHON
