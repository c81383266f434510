#!/usr/bin/env bash
# Runs short tests of an engine with all outside clients, for about two minutes. --release adds the tests that only a
# release runs: every page on every screen in both languages, former faults of the page, the page without a server in
# browsers in which WebAssembly cannot wait, and load. Usage: run.sh [--release] ENGINE
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
    for page in serve watch expected traps study; do
        step "pages: $page" outside "web.$page" "$engine" --release
    done
    step "pages: annotate" outside web.annotate "$engine"
    step "building the page without a server" scripts/site.sh target/site
    step "pages: site" outside web.site target/site --release
    step "the server under load" outside web.load "$engine" --quick
fi

if ((${#failed[@]})); then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "all outside clients passed"
