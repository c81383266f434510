#!/usr/bin/env bash
# Generates a few tactical positions from a few games and runs two engines on them, to check notations, files and
# counts. Usage: tactics.sh ENGINE [PYTHON]
set -euo pipefail
engine=$(realpath "$1")
python=${2:-python3}
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The sources include known tactics, so that the search is short.
sed -E 's/.*"fen":"([^"]*)".*/\1/' tests/data/tactics.jsonl >"$folder/known.fen"
tactics() { "$python" -m tests.outside.tactics "$@"; }
tactics make "cmd=$engine proto=uci option.Hash=4" tests/data/format-1.games "$folder/known.fen" --seed 5 \
    --out "$folder/fresh" --count 4 --scan 0 --shallow 50 --deep 5000 --verify 20000
for form in jsonl epd; do
    [[ $(wc -l <"$folder/fresh.$form") == 4 ]]
    tactics run "$folder/fresh.$form" --nodes 20000 --out "$folder/$form" \
        "cmd=$engine proto=ucci name=ucci option.hashsize=4" "cmd=$engine proto=uci name=uci option.Hash=4" \
        "cmd=fairy-stockfish proto=uci coord=1 option.UCI_Variant=xiangqi" | tee "$folder/said"
    # The same engine finds the same moves over both protocols, and most of the solutions found when the tactics were
    # generated.
    grep -qF 'ucci - uci: +0.0 % [+0.0, +0.0]; alone 0 and 0' "$folder/said"
    [[ $(grep -cF '"engine": "uci"' "$folder/$form") == 4 ]]
    (($(grep -F '"engine": "uci"' "$folder/$form" | grep -c '"solved": true') >= 3))
    grep -F '"engine": "fairy-stockfish"' "$folder/$form" | grep -q '"solved": true'
done

# In games that begin with known tactics, a quick search rejects most positions, but not the tactics.
"$python" - "$engine" >"$folder/played.fen" <<'END'
import json, sys
from tests.outside.rules.board import Board
from tests.outside.tactics import Engine

engine = Engine(f"cmd={sys.argv[1]} proto=uci")
for line in open("tests/data/tactics.jsonl", encoding="utf-8"):
    board = Board(json.loads(line)["fen"])
    for _ in range(5):
        print(board.fen())
        move, _, _ = engine.search(board.fen(), "nodes 2000")
        if not move:
            break
        board.play(move)
END
tactics make "cmd=$engine proto=uci option.Hash=4" "$folder/played.fen" --seed 5 \
    --out "$folder/risen" --scan 50 --shallow 50 --deep 5000 --verify 20000 | tee "$folder/said"
(($(wc -l <"$folder/risen.jsonl") >= 8))
(($(sed -n 's/ the score does not rise//p' "$folder/said") >= 400))
