#!/usr/bin/env bash
# Runs the storms (crates/engine/tests/storms.rs) under AddressSanitizer and ThreadSanitizer: searches with several threads that are
# stopped and ponder-hit at any time, while sizes of tables and numbers of threads change and engines are dropped.
# docs/inside/trust.md has the last results, and says what ThreadSanitizer can see.
#
# Usage: tests/sanitize.sh [address|thread...]      default: both
# Environment: STORM_SECONDS (60: how long each storm lasts), TOOLCHAIN (nightly; empty for the compiler of the system),
#   TARGET_DIR (target/sanitize), COMPILER_FLAGS (more of them),
#   BUILD_STD (1: the standard library is built for the sanitizer too; ThreadSanitizer then sees everything, and nothing
#   is left out)
# Needs: a nightly toolchain; with BUILD_STD=1 its component rust-src. A stable compiler of a Linux distribution with the
#   source of its standard library will do as well, with the sanitizer of a clang of the same LLVM:
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
        # The standard library comes without it. Its generic parts, channels and reference counts among them, are built here.
        thread) ((${#build[@]})) || flags+=" -Cunsafe-allow-abi-mismatch=sanitizer" ;;
        *) echo "'$sanitizer': expected address or thread" >&2; exit 2 ;;
    esac
    echo "== $sanitizer"
    RUSTFLAGS=$flags TSAN_OPTIONS=$thread_options \
        cargo "${chosen[@]}" test --locked -p chuhe-engine "${build[@]}" --target "$host" --target-dir "$folder/$sanitizer" \
        --no-default-features --features book,network --test storms
done
