#!/usr/bin/env bash
# Runs short tests of an engine with all outside clients, for about two minutes. --release adds tests of the page and
# the server that take longer: former faults of the page, and load. Usage: run.sh [--release] ENGINE
set -euo pipefail

all=
[[ ${1:-} != --release ]] || { all=1; shift; }
[[ $# == 1 && -x $1 ]] || { echo "usage: $0 [--release] ENGINE (an executable)" >&2; exit 2; }
engine=$(realpath "$1")
cd "$(dirname "$0")/../.."
python=$(tests/outside/setup.sh)/bin/python
PATH=$PATH:/usr/games
failed=()

# step NAME COMMAND...
step() {
    local name=$1 from=$SECONDS
    shift
    echo "== $name"
    "$@" || failed+=("$name")
    echo "   $((SECONDS - from)) s"
}
outside() { "$python" -m "tests.outside.$1" "${@:2}"; }

step "cchess, UCCI and UCI" outside cchess_game "$engine"
step "random mover" outside referee_match "$engine" \
    --opponent "$python -m tests.outside.random_mover" --games 6 --tc 1+0.01 --min-score 1
step "Fairy-Stockfish" outside referee_match "$engine" --opponent fairy-stockfish --games 2 --tc 1+0.01
step "tactics" tests/outside/tactics.sh "$engine" "$python"
step "XBoard" outside hosts.xboard "$engine" --games 2 --seconds 1
if [[ $all ]]; then
    step "traps of the page" outside web.traps "$engine"
    step "the server under load" outside web.load "$engine" --quick
fi

if ((${#failed[@]})); then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "all outside clients passed"
