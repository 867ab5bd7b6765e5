#!/usr/bin/env bash
# Hunts in the repaired programs, which have no bug: alarms.sh [RUNS [SEED]], runs per program and strategy. A violation
# is a false alarm and fails the script. The results are kept in benchmarks/results/fse07-alarms.txt.
set -euo pipefail

runs=${1:-60000} seed=${2:-1}
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
results=$here/../results/fse07-alarms.txt
rarebit=$here/../../target/release/rarebit
desk=$(mktemp -d)
trap 'rm -rf -- "$desk"' EXIT

alarms=0
{
    echo "benchmarks/fse07/alarms.sh $runs $seed"
    for source in "$here"/*.expected.toml; do
        name=$(basename -- "$source" .expected.toml)
        awk -f "$here/repair.awk" "$source" "$here/$name.c" >"$desk/$name.c"
        for strategy in uniform portfolio; do
            status=0
            said=$("$rarebit" hunt "$desk/$name.c" --strategy "$strategy" --runs "$runs" --seed "$seed" \
                --out "$desk/out" 2>&1) || status=$?
            echo "$name, $strategy: exit code $status, $(grep ' runs in ' <<<"$said" || echo "$said")"
            if ((status)); then
                echo "$said"
                alarms=1
            fi
        done
    done
    echo "false alarms: $( ((alarms)) && echo some || echo none)"
    exit "$alarms"
} | tee "$results"
