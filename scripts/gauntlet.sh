#!/usr/bin/env bash
# Measures the strength of a build against the other engines on this machine: plays a match against each installed
# engine and prints the lines for docs/inside/strength.md, with scores from chuhe's point of view.
#
# Usage: gauntlet.sh [ENGINE [ROUNDS]]       default: the release build of this checkout, 50 rounds of two games each
# Environment: TC (1+0.01), MARGIN in ms (50), CONCURRENCY (all cores), OPENINGS, SEED (1), OUT (folder)
#              JUDGE: a second judge for the games, such as "python3 -m tests.outside.rules.second_opinion"
#              ELEPHANTEYE, PIKAFISH, FAIRY: paths of engines that are not on the PATH
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ $# -eq 0 ]]; then
    cargo build --release --locked
fi
engine=$(realpath "${1:-target/release/chuhe}")
peers=()
# add COMMAND WORDS...: adds an opponent if the program exists.
add() {
    local path
    path=$(PATH=$PATH:/usr/games command -v "$1" || true)
    [[ -z $path ]] || peers+=(--engine cmd="$path" "${@:2}")
}
add "${ELEPHANTEYE:-eleeye}" name=ElephantEye proto=ucci option.hashsize=16
add fairy-stockfish name="Fairy-Stockfish of the system" proto=ucci option.Hash=16
[[ -z ${FAIRY:-} ]] || add "$FAIRY" name=Fairy-Stockfish proto=uci coord=1 option.UCI_Variant=xiangqi \
    "option.Use NNUE=false" option.Hash=16
add "${PIKAFISH:-pikafish}" name=Pikafish-HCE proto=uci option.Hash=16
((${#peers[@]})) || { echo "no other engine is installed; see the top of $0" >&2; exit 2; }

judge=()
[[ -z ${JUDGE:-} ]] || judge=(--second-opinion "$JUDGE")
out=${OUT:-matches/gauntlet-$(git rev-parse --short HEAD)-$(date +%Y%m%d)}
code=0
"$engine" match --tournament gauntlet \
    --engine cmd="$engine" name=chuhe proto=ucci option.hashsize=16 "${peers[@]}" \
    --each tc="${TC:-1+0.01}" timemargin="${MARGIN:-50}" \
    --openings file="${OPENINGS:-tests/data/openings.fen}" order=random --srand "${SEED:-1}" \
    --rounds "${2:-50}" --concurrency "${CONCURRENCY:-$(nproc)}" --out "$out" "${judge[@]}" || code=$?
((code == 0)) || exit "$code"

bench=$("$engine" bench | awk 'END { print $1 }')
echo
scripts/ledger-line.py "$out/result.json" "$(git rev-parse --short HEAD)" "$bench" gauntlet
