#!/usr/bin/env bash
# Runs many random programs natively and by rarebit, and keeps the summary in benchmarks/results/csmith.json.
# The size can be set: RAREBIT_CSMITH_SEEDS=200 RAREBIT_CSMITH_FIRST=5000 benchmarks/soak.sh; see
# tests/common/csmith.rs for more.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
summary=$PWD/benchmarks/results/csmith.json
mkdir -p -- "$(dirname -- "$summary")"
rm -f -- "$summary"

status=0
RAREBIT_CSMITH_SEEDS=${RAREBIT_CSMITH_SEEDS:-2000} RAREBIT_CSMITH_SUMMARY=$summary \
    cargo test --release --test csmith -- --nocapture || status=$?

if [[ -f $summary ]]; then
    cat -- "$summary"
fi
exit "$status"
