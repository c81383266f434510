#!/usr/bin/env bash
# Runs unit tests under Miri, which interprets a program and reports undefined behaviour, data races and leaks: those of
# the rooms `types`, `board` and `platform`, of the transposition table and the signals of a search, and of networks.
# docs/inside/trust.md has the last results.
#
# Usage: tests/miri.sh [FILTER...]      default: the tests of these rooms; a filter is any part of a test's name
# Environment: TOOLCHAIN (nightly; empty for the compiler of the system), TARGET_DIR (target/miri),
#              MIRIFLAGS (-Zmiri-disable-isolation: tests write files),
#              RUSTFLAGS (none; -Ctarget-feature=+avx2 has Miri take the vector code for AVX2 too)
# Needs: a nightly toolchain with Miri (rustup +nightly component add miri rust-src).
set -euo pipefail
cd "$(dirname "$0")/.."

filters=("$@")
((${#filters[@]})) ||
    filters=(types:: board:: platform:: search::tt:: search::slot:: search::signals:: eval::network::)

# Left out, because they take far too long in an interpreter:
skipped=(
    # The catalogue of messages alone takes minutes to read.
    pawns_that_no_game_can_have_are_told
    what_is_wrong_is_said_in_chinese
    # They read a network of 300 kB, one of them for every byte of its header.
    the_program_can_read_its_own_network
    a_network_is_what_was_written
    damage_is_seen_wherever_it_is
    # Thousands of positions of playouts.
    retreats_are_the_quiet_moves_backwards
)

toolchain=${TOOLCHAIN-nightly}
chosen=()
[[ -z $toolchain ]] || chosen=("+$toolchain")
# The configuration of the repository requires a processor of 2009; Miri has only the baseline features.
export RUSTFLAGS=${RUSTFLAGS-} MIRIFLAGS=${MIRIFLAGS--Zmiri-disable-isolation} RUST_TEST_THREADS=1
cargo "${chosen[@]}" miri test --locked -p chuhe-engine -p chuhe-files --target-dir "${TARGET_DIR:-target/miri}" \
    --no-default-features --features network --lib -- "${filters[@]}" "${skipped[@]/#/--skip=}"
