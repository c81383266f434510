#!/usr/bin/env bash
# Compares the speed of two builds by running `bench` on them alternately, so that other load on the machine affects
# both.
# Usage: compare-speed.sh OLD NEW [RUNS [DEPTH]]
set -euo pipefail

if (($# < 2 || $# > 4)) || [[ ! -x $1 || ! -x $2 ]]; then
    echo "usage: $0 OLD NEW [RUNS [DEPTH]]: two engines, runs per engine [default: 10], depth of bench" >&2
    exit 2
fi
engines=("$(realpath "$1")" "$(realpath "$2")")
runs=${3:-10}
depth=("${@:4}")

# Runs bench once and prints "nodes nps".
bench() { "$1" bench "${depth[@]}" | awk 'END { print $1, $3 }'; }

results=$(mktemp)
trap 'rm -f "$results"' EXIT
for ((run = 1; run <= runs; run++)); do
    # Alternates the order within pairs as well.
    for who in $((run % 2)) $((1 - run % 2)); do
        read -r nodes nps < <(bench "${engines[who]}")
        echo "$who $nodes $nps" >>"$results"
        [[ ! -t 2 ]] || printf '\rrun %d of %d' "$run" "$runs" >&2
    done
done
[[ ! -t 2 ]] || printf '\r\033[K' >&2

for who in 0 1; do
    sed -n "s/^$who //p" "$results" | sort -n -k2 | awk -v name="${engines[who]}" '
        { nodes = $1; nps[NR] = $2; if (NR > 1 && nodes != before) differs = 1; before = nodes }
        END {
            median = NR % 2 ? nps[(NR + 1) / 2] : (nps[NR / 2] + nps[NR / 2 + 1]) / 2
            printf "%s\n  %d nodes%s, median %.0f nps, from %d to %d\n", name, nodes,
                differs ? " (not the same in every run!)" : "", median, nps[1], nps[NR]
        }'
done
# Each pair of neighbouring runs yields one ratio; the spread of the ratios shows how reliable the result is.
paste <(sed -n 's/^0 //p' "$results") <(sed -n 's/^1 //p' "$results") | awk '
    { ratio = $4 / $2; sum += ratio; squares += ratio * ratio; if ($1 != $3) differs = 1 }
    END {
        mean = sum / NR
        variance = NR > 1 ? (squares - NR * mean * mean) / (NR - 1) : 0
        error = 1.96 * sqrt((variance > 0 ? variance : 0) / NR)
        printf "new / old: %.3f +- %.3f (95 %%, %d pairs)%s\n", mean, error, NR,
            differs ? "; the trees differ" : ""
    }'
