#!/usr/bin/env bash
# Compares machine code and interpreter on pairs of runs of all feature and benchmark programs, in both data models,
# with every kind of probe: observation, output and failure must be equal. PAIRS says how many, 10,000 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
RAREBIT_PAIRS=${PAIRS:-10000} cargo test --release --test jit_equality -- --ignored --nocapture soak
