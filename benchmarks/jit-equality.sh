#!/usr/bin/env bash
# Compares machine code and interpreter on pairs of runs of all benchmarks and feature programs, in both data models, of
# programs by csmith and of the operation vectors, with every kind of probe, by both compilers: observation, output and
# failure must be equal. PAIRS says how many for each kind of probe, 10,000 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
RAREBIT_PAIRS=${PAIRS:-10000} cargo test --release --test jit_equality -- --ignored --nocapture soak
