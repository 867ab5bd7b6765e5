#!/usr/bin/env bash
# TestCov's branch coverage of our suites beside our own, for 24 programs of the needle set, and calls of reach_error
# that it confirms for 24. Prints the tables that benchmarks/results/testcov.txt keeps.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
programs=(adler_twelve_bytes alloc_size_wrap area_equals_perimeter bisection_midpoint brackets_balanced carry_chain
    collatz_thirty combination_lock euclid_worst_case factor_semiprime gcd_gear_ratio hex_colour iban_mod97
    isbn10_check_x letter_counts lights_out luhn_test_card maze month_zero popcount_budget robot_walk
    roman_numeral subset_sum vieta_roots)
files=("${programs[@]/#/benchmarks/needles/}")
files=("${files[@]/%/.c}")
python3 benchmarks/testcov.py target/release/rarebit .deps/testcov "${files[@]}"
echo
python3 benchmarks/testcov.py target/release/rarebit .deps/testcov "${files[@]}" --error
