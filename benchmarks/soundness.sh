#!/usr/bin/env bash
# The analysis and the slicer against many runs: facts as checks, slices on the same inputs.
# Usage: benchmarks/soundness.sh [RUNS [C-FILE...]]
#   RUNS    runs of each program [5000]
#   C-FILE  more programs, such as some of csmith's, beside our tests and benchmarks
set -euo pipefail
cd "$(dirname "$0")/.."
export RAREBIT_SOUNDNESS_RUNS="${1:-5000}" RAREBIT_SOUNDNESS_EVERY=1
[ $# -gt 0 ] && shift
RAREBIT_SOUNDNESS_FILES="$(IFS=:; echo "$*")"
export RAREBIT_SOUNDNESS_FILES
mkdir -p benchmarks/results
{
  echo "# benchmarks/soundness.sh, $RAREBIT_SOUNDNESS_RUNS runs a program, $(git rev-parse --short HEAD)"
  cargo test --release --test soundness -- --nocapture 2>&1 | grep -E "^test |panicked|^/|test result" || true
} | tee benchmarks/results/soundness.txt
