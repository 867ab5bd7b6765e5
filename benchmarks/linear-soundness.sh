#!/usr/bin/env bash
# Are the linear systems right on every path that a search comes to know? Searches each program of benchmarks/fse07 and
# benchmarks/needles for three rounds by `lp`, and checks on each known path that the run itself satisfies every row with
# the value that each unknown has in it, and that all known runs on the path satisfy the sound system. What is printed is
# kept in benchmarks/results/linear-soundness.txt.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mkdir -p benchmarks/results
cargo test --release --lib -- --ignored --nocapture systems_hold_on_all_known_paths |
  grep -E '^benchmarks/|^test result' | sed 's/; finished.*//' | tee benchmarks/results/linear-soundness.txt
