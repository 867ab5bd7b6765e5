#!/usr/bin/env bash
# Hunts in programs without errors and checks that whatever fails in simulation fails natively too; keeps the summary
# in benchmarks/results/alarms.json. The size can be set: RAREBIT_ALARMS_RUNS=1000 RAREBIT_ALARMS_SEEDS=20
# benchmarks/alarms.sh; see tests/alarms.rs for more.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
summary=$PWD/benchmarks/results/alarms.json
mkdir -p -- "$(dirname -- "$summary")"
rm -f -- "$summary"

status=0
RAREBIT_ALARMS_RUNS=${RAREBIT_ALARMS_RUNS:-1000000} RAREBIT_ALARMS_EVERY=${RAREBIT_ALARMS_EVERY:-1} \
    RAREBIT_ALARMS_SEEDS=${RAREBIT_ALARMS_SEEDS:-500} RAREBIT_ALARMS_SUMMARY=$summary \
    cargo test --release --test alarms -- --nocapture || status=$?

if [[ -f $summary ]]; then
    cat -- "$summary"
fi
exit "$status"
