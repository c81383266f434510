#!/usr/bin/env bash
# Builds the fastest chuhe for this machine: for its own processor, with a profile recorded by running `bench` (PGO).
# The program is target/native/chuhe. It may not run on other processors, and it plays exactly like any other build.
# Needs llvm-profdata: rustup component add llvm-tools
# Usage: build-native.sh
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
profdata=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
if [[ ! -x $profdata ]]; then
    echo "build-native.sh: llvm-profdata is missing; run: rustup component add llvm-tools" >&2
    exit 1
fi
folder=$(cargo metadata --locked --no-deps --format-version 1 |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')/native
mkdir -p "$folder"

# Both builds have their own target directories, so that they do not overwrite the results of `cargo build`. With
# --target, build scripts are not instrumented.
build() {
    RUSTFLAGS="-C target-cpu=native $2" cargo build --locked --release --target "$host" --target-dir "$folder/$1"
}

raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT
build recorded "-C profile-generate=$raw"
"$folder/recorded/$host/release/chuhe" bench
"$profdata" merge -o "$folder/bench.profdata" "$raw"
build optimized "-C profile-use=$folder/bench.profdata"
cp "$folder/optimized/$host/release/chuhe" "$folder/chuhe"
"$folder/chuhe" bench
echo "$folder/chuhe"
