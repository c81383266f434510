#!/usr/bin/env bash
# Runs the storm tests (crates/engine/tests/storms.rs) under AddressSanitizer and ThreadSanitizer: searches on several
# threads are stopped and ponder-hit at any time, while table sizes and thread counts change and engines are dropped.
# docs/inside/trust.md has the latest results and explains what ThreadSanitizer can detect.
#
# Usage: tests/sanitize.sh [address|thread...]      default: both
# Environment: STORM_SECONDS (60: the duration of each storm), TOOLCHAIN (nightly; empty for the system's compiler),
#   TARGET_DIR (target/sanitize), COMPILER_FLAGS (additional flags),
#   BUILD_STD (1: builds the standard library for the sanitizer as well; ThreadSanitizer then covers everything)
# Requires: a nightly toolchain; with BUILD_STD=1 its component rust-src. A stable compiler from a Linux distribution
# works as well if its standard library's source is installed, with the sanitizer of a clang with the same LLVM version:
#   RUSTC_BOOTSTRAP=1 TOOLCHAIN= BUILD_STD=1 tests/sanitize.sh thread, with
#   COMPILER_FLAGS='-Zexternal-clangrt -Clinker=clang -Clink-arg=-fsanitize=thread'
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=("$@")
((${#sanitizers[@]})) || sanitizers=(address thread)
toolchain=${TOOLCHAIN-nightly}
chosen=()
[[ -z $toolchain ]] || chosen=("+$toolchain")
host=$(rustc "${chosen[@]}" -vV | sed -n 's/^host: //p')
export STORM_SECONDS=${STORM_SECONDS:-60}
build=() folder=${TARGET_DIR:-target/sanitize} thread_options=halt_on_error=1
if [[ ${BUILD_STD:-} == 1 ]]; then
    build=(-Zbuild-std)
    folder+=/std
else
    thread_options+=:suppressions=$PWD/tests/tsan.txt
fi

for sanitizer in "${sanitizers[@]}"; do
    flags="-Zsanitizer=$sanitizer ${COMPILER_FLAGS:-}"
    case $sanitizer in
        address) ;;
        # The precompiled standard library is not instrumented. Its generic parts, such as channels and reference
        # counts, are compiled and instrumented here.
        thread) ((${#build[@]})) || flags+=" -Cunsafe-allow-abi-mismatch=sanitizer" ;;
        *) echo "'$sanitizer': expected address or thread" >&2; exit 2 ;;
    esac
    echo "== $sanitizer"
    RUSTFLAGS=$flags TSAN_OPTIONS=$thread_options \
        cargo "${chosen[@]}" test --locked -p chuhe-engine "${build[@]}" --target "$host" --target-dir "$folder/$sanitizer" \
        --no-default-features --features book,network --test storms
done
