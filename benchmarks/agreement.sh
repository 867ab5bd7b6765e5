#!/usr/bin/env bash
# The path engine against the interpreter on random programs by csmith in which some global variables are inputs: every
# path prints what the interpreter prints. Kept in benchmarks/results/agreement.txt.
#
#   benchmarks/agreement.sh [PROGRAMS]      300 unless said
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
export RAREBIT_AGREEMENT_PROGRAMS="${1:-300}"
mkdir -p benchmarks/results
{
  echo "# benchmarks/agreement.sh, $(git rev-parse --short HEAD)"
  cargo test --release --test agreement -- --nocapture random_programs 2>&1 | grep -E "programs|^test |panicked|^seed|test result" || true
} | tee benchmarks/results/agreement.txt
