#!/usr/bin/env bash
# Holds every outside client against an engine, in short form: about two minutes.
# Usage: run.sh ENGINE
set -euo pipefail

[[ $# == 1 && -x $1 ]] || { echo "usage: $0 ENGINE (an executable)" >&2; exit 2; }
engine=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
python=$("$here/setup.sh")/bin/python
PATH=$PATH:/usr/games
failed=()

step() {
    local name=$1 from=$SECONDS
    shift
    echo "== $name"
    "$@" || failed+=("$name")
    echo "   $((SECONDS - from)) s"
}

step "cchess, UCCI and UCI" "$python" "$here/cchess_game.py" "$engine"
step "random mover" "$python" "$here/referee_match.py" "$engine" \
    --opponent "$python $here/random_mover.py" --games 6 --tc 1+0.01 --min-score 1
step "Fairy-Stockfish" "$python" "$here/referee_match.py" "$engine" \
    --opponent fairy-stockfish --games 2 --tc 1+0.01
step "tactics" "$here/tactics.sh" "$engine" "$python"
step "XBoard" "$here/xboard_game.sh" "$engine" 2

if ((${#failed[@]})); then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "all outside clients are content"
