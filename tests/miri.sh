#!/usr/bin/env bash
# Runs unit tests under Miri, which interprets a program and reports undefined behaviour, data races and leaks. The
# tests are those of the modules `types`, `board` and `platform`, of the transposition table and the stop signals, and
# of networks. docs/inside/trust.md has the latest results.
#
# Usage: tests/miri.sh [FILTER...]      default: the tests of these modules; a filter is any part of a test's name
# Environment: TOOLCHAIN (nightly; empty for the system's compiler), TARGET_DIR (target/miri),
#              MIRIFLAGS (-Zmiri-disable-isolation: tests write files),
#              RUSTFLAGS (none; -Ctarget-feature=+avx2 makes Miri cover the vector code for AVX2 as well)
# Requires: a nightly toolchain with Miri (rustup +nightly component add miri rust-src).
set -euo pipefail
cd "$(dirname "$0")/.."

filters=("$@")
((${#filters[@]})) ||
    filters=(types:: board:: platform:: search::tt:: search::slot:: search::signals:: eval::network::)

# These tests take far too long in an interpreter:
skipped=(
    # Reading the catalogue of messages alone takes minutes.
    pawns_on_unreachable_points_are_reported
    what_is_wrong_is_said_in_chinese
    # These read a network of 300 kB, one of them once for every byte of the header.
    the_program_can_read_its_own_network
    a_written_network_is_read_back
    damage_is_seen_wherever_it_is
    # This visits thousands of positions from playouts.
    retreats_are_the_quiet_moves_backwards
)

toolchain=${TOOLCHAIN-nightly}
chosen=()
[[ -z $toolchain ]] || chosen=("+$toolchain")
# The repository's configuration enables processor features that Miri does not support.
export RUSTFLAGS=${RUSTFLAGS-} MIRIFLAGS=${MIRIFLAGS--Zmiri-disable-isolation} RUST_TEST_THREADS=1
cargo "${chosen[@]}" miri test --locked -p chuhe-engine -p chuhe-util --target-dir "${TARGET_DIR:-target/miri}" \
    --no-default-features --features network,chuhe-util/files --lib -- "${filters[@]}" "${skipped[@]/#/--skip=}"
