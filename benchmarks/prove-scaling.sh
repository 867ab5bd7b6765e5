#!/usr/bin/env bash
# How the processor time of `rarebit prove` grows with the program: generated programs of four shapes, 1,000 to 100,000 ir
# instructions, medians of 5 (RUNS), and for each shape the exponent of the line through the logarithms.
# Usage: benchmarks/prove-scaling.sh [RAREBIT]
set -euo pipefail
cd "$(dirname "$0")/.."
rarebit="${1:-target/release/rarebit}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p benchmarks/results
{
  echo "benchmarks/prove-scaling.sh, $(date -u +%F), $(nproc) cores, processor seconds of analysis, folding and slicing, medians of ${RUNS:-5}"
  python3 benchmarks/prove_scaling.py "$rarebit" "$work" "${RUNS:-5}"
} | tee benchmarks/results/prove-scaling.txt
