#!/usr/bin/env bash
# Checks that every reader of game files is linear: counts the steps on hostile repetitions of doubled length. The
# compiler inserts the counter, so this is a build of its own.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
coverage="-C passes=sancov-module -C llvm-args=-sanitizer-coverage-level=3"
# With --target, build scripts and macros are compiled without the counter.
RUSTFLAGS="--cfg steps $coverage -C llvm-args=-sanitizer-coverage-trace-pc-guard" \
    cargo test --locked --target "$host" --target-dir target/steps -p chuhe-formats --test it steps:: -- --test-threads 1
