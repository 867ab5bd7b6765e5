#!/usr/bin/env bash
# Runs the repaired programs on random inputs under sanitizers: soak.sh [RUNS [SEED]]. Whatever is found is a mistake
# in the benchmark. The results are kept in benchmarks/results/fse07-soak.txt.
set -euo pipefail

runs=${1:-200000} seed=${2:-1}
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
results=$here/../results/fse07-soak.txt
desk=$(mktemp -d)
trap 'rm -rf -- "$desk"' EXIT

soak() {
    local name=$1 label=$2
    shift 2
    clang-19 -std=c11 -g -O0 -w "$@" -Dmain=program_main -c "$desk/$name.c" -o "$desk/$name.o"
    clang-19 -g -O1 "$@" "$desk/$name.o" "$here/../../tests/fse07/soak.c" -o "$desk/$name"
    printf '%s, %s: ' "$name" "$label"
    ASAN_OPTIONS=detect_leaks=0 "$desk/$name" "$runs" "$seed"
}

mkdir -p -- "$(dirname -- "$results")"
{
    echo "benchmarks/fse07/soak.sh $runs $seed; $(clang-19 --version | head -n 1)"
    for source in "$here"/*.expected.toml; do
        name=$(basename -- "$source" .expected.toml)
        awk -f "$here/repair.awk" "$source" "$here/$name.c" > "$desk/$name.c"
        soak "$name" "address and undefined" -fsanitize=address,undefined -fno-sanitize-recover=all -DCOUNT_BYTES
        soak "$name" memory -fsanitize=memory
    done
} | tee "$results"
