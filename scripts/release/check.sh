#!/usr/bin/env bash
# Checks the programs built by release.sh: the bench against the latest recorded one, a session in each protocol, and
# all self-tests. Usage: scripts/release/check.sh [FOLDER [RUNNER…]] FOLDER contains the programs, by default where
# release.sh puts them. RUNNER is a command that starts them, such as `qemu-x86_64 -cpu Nehalem`.
set -euo pipefail
cd "$(dirname "$0")/../.."
if (($#)); then
    folder=$1
    shift
else
    folder=${CARGO_TARGET_DIR:-target}/dist
fi
fail() { echo "FAIL $1" >&2; exit 1; }
run() {
    local program=$1
    shift
    "${runner[@]}" "$folder/$program" "$@"
}
runner=("$@")
((${#runner[@]})) || runner=(env)

run chuhe --version
nodes=$(run chuhe bench | grep -oE '[0-9]+ nodes' | tail -n 1 | cut -d' ' -f1)
recorded=$(git log --format=%B | sed -nE 's/^Bench: ([0-9]+)$/\1/p' | sed -n 1p)
echo "bench: $nodes; recorded: ${recorded:-none}"
[[ -n $nodes && $nodes == "$recorded" ]] || fail "the bench differs from the recorded one"
printf 'ucci\nposition startpos\ngo depth 5\nquit\n' | run chuhe | tr -d '\r' | grep -x 'ucciok' || fail "UCCI"
printf 'uci\nisready\nquit\n' | run chuhe | tr -d '\r' | grep -x 'readyok' || fail "UCI"
run chuhe doctor >/dev/null || fail "chuhe doctor"
echo "doctor: all checks passed"
printf 'ABOUT\nEND\n' | run chuhe-gomoku | tr -d '\r' | grep 'name=' || fail "gomoku"
printf 'hub\nquit\n' | run chuhe-draughts | tr -d '\r' | grep -x 'wait' || fail "draughts"
