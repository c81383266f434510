#!/usr/bin/env bash
# Tests whether a branch is stronger than main: builds both, plays a match until the sequential test ends, and prints
# the line for docs/inside/strength.md, which states when a change is accepted. Scores are new - old. With fixed nodes,
# other load on the machine does not matter, but a slower build goes unnoticed. To test a change in speed, set TC=8+0.08
# and leave the machine idle. Simplifications are tested for no loss: ELO0=-10 ELO1=0.
#
# The base generates the openings once, with scripts/openings.py. No opening is played twice: with fixed nodes the games
# would repeat, and the test would count them as new evidence.
#
# Usage: sprt.sh [BRANCH [BASE]]        default: HEAD against main
# Environment: NODES (25000), TC (none), ELO0 (0), ELO1 (10), MODEL (normalized), GAMES (two per opening),
#              CONCURRENCY (all cores), OPENINGS (a file with one opening per line), SEED (1), WHAT (subject of the
#              commit)
set -euo pipefail
cd "$(dirname "$0")/.."

branch=${1:-HEAD}
base=${2:-main}
new=$(scripts/build-commit.sh "$branch")
old=$(scripts/build-commit.sh "$base")
[[ $new != "$old" ]] || { echo "$branch and $base are the same commit" >&2; exit 2; }

limit="nodes=${NODES:-25000}"
[[ -z ${TC:-} ]] || limit="tc=$TC"
seed=${SEED:-1}
openings=${OPENINGS:-matches/openings-$(basename "$old")-$seed.moves}
if [[ -z ${OPENINGS:-} && ! -s $openings ]]; then
    mkdir -p matches
    scripts/openings.py "$old" --seed "$seed" >"$openings.part"
    mv "$openings.part" "$openings"
fi
available=$(grep -c . "$openings")
games=${GAMES:-$((2 * available))}
((games / 2 <= available)) || {
    echo "$games games need $((games / 2)) openings, but $openings has $available" >&2
    exit 2
}
out=matches/sprt-$(basename "$new")-$(basename "$old")-${limit//[^a-z0-9.]/-}-${ELO0:-0}-${ELO1:-10}
code=0
"$new" match \
    --engine cmd="$new" name=new --engine cmd="$old" name=old \
    --each proto=ucci "$limit" option.hashsize=16 \
    --openings file="$openings" order=random --srand "$seed" \
    --rounds $((games / 2)) --concurrency "${CONCURRENCY:-$(nproc)}" --ratinginterval 100 \
    --sprt elo0="${ELO0:-0}" elo1="${ELO1:-10}" model="${MODEL:-normalized}" \
    --out "$out" || code=$?
((code == 0 || code == 3 || code == 4)) || exit "$code"

bench=$("$new" bench | awk 'END { print $1 }')
commit=$(git rev-parse --short "$branch")
what=${WHAT:-$(git log -1 --format=%s "$branch")}
echo
scripts/ledger-line.py "$out/result.json" "$commit" "$bench" "$what"
exit "$code"
