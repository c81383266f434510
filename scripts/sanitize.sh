#!/usr/bin/env bash
# Runs the storms (tests/storms.rs) under AddressSanitizer and ThreadSanitizer: searches with several threads that are
# stopped and ponder-hit at any time, while sizes of tables and numbers of threads change and engines are dropped.
# docs/trust.md has the last results, and says what ThreadSanitizer can see.
#
# Usage: sanitize.sh [address|thread...]      default: both
# Environment: STORM_SECONDS (60: how long each storm lasts), TOOLCHAIN (nightly), TARGET_DIR (target/sanitize)
# Needs: a nightly toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizers=("$@")
((${#sanitizers[@]})) || sanitizers=(address thread)
toolchain=${TOOLCHAIN:-nightly}
host=$(rustc "+$toolchain" -vV | sed -n 's/^host: //p')
export STORM_SECONDS=${STORM_SECONDS:-60}

for sanitizer in "${sanitizers[@]}"; do
    flags="-Zsanitizer=$sanitizer"
    case $sanitizer in
        address) ;;
        # The standard library comes without it. Its generic parts, channels and reference counts among them, are built here.
        thread) flags+=" -Cunsafe-allow-abi-mismatch=sanitizer" ;;
        *) echo "'$sanitizer': expected address or thread" >&2; exit 2 ;;
    esac
    echo "== $sanitizer"
    RUSTFLAGS=$flags TSAN_OPTIONS="halt_on_error=1:suppressions=$PWD/scripts/tsan.txt" \
        cargo "+$toolchain" test --locked --target "$host" --target-dir "${TARGET_DIR:-target/sanitize}/$sanitizer" \
        --no-default-features --features book,network --test storms
done
