#!/usr/bin/env bash
# Two games in XBoard on a virtual screen: the engine through UCI2WB in UCCI (-x) against itself in the
# Cyclone dialect of UCI (-c), with colours changed in the second game.
# Usage: xboard_game.sh ENGINE [SECONDS_PER_GAME [ATTEMPT]]
set -euo pipefail

script=$(realpath "$0")
engine=$(realpath "$1")
seconds=${2:-4}
PATH=$PATH:/usr/games
work=$(mktemp -d)
# XBoard reads and writes settings in the home folder.
export HOME=$work
cd "$work"

# The engine, with a record of what it hears and says.
cat >recorded <<EOF
#!/bin/sh
tee "$work/\$\$.heard" | "$engine" | tee "$work/\$\$.said"
EOF
chmod +x recorded

# Xvfb picks a free display and writes its number.
Xvfb -displayfd 3 -screen 0 1280x1000x24 3>display 2>xvfb.log &
xvfb=$!
trap 'kill "$xvfb" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
    [[ -s display ]] && break
    sleep 0.1
done
DISPLAY=:$(<display)
export DISPLAY

xboard -variant xiangqi \
    -fcp "uci2wb -var xiangqi -x $work/recorded" -scp "uci2wb -var xiangqi -c $work/recorded" \
    -matchGames 2 -timeControl "0:$(printf %02d "$seconds")" -timeIncrement 0.05 \
    -adjudicateDrawMoves 100 -popupExitMessage false -popupMoveErrors false -soundProgram true \
    -saveGameFile games.pgn -pgnExtendedInfo true -debug -nameOfDebugFile debug.log \
    >xboard.log 2>&1 &
xboard=$!
trap 'kill "$xboard" "$xvfb" 2>/dev/null; rm -rf "$work"' EXIT

finished() { grep -c '^\[Result "\(1-0\|0-1\|1/2-1/2\)"\]' games.pgn 2>/dev/null || true; }
running() { kill -0 "$xboard" 2>/dev/null; }
# XBoard waits for the adapters when it leaves and has been seen to wait for ever: the games are what counts.
end=$((SECONDS + 150))
while running && [[ $(finished) != 2 ]] && ((SECONDS < end)); do
    sleep 0.5
done
sleep 1 # for the rest of the file

fail() {
    echo "FAIL $1"
    echo "--- xboard"; tail -n 5 xboard.log
    echo "--- games"; cat games.pgn 2>/dev/null || true
    echo "--- dialogue"; tail -n 40 debug.log
    exit 1
}

# Whether every search has been answered, but for one that ponders still.
answered() {
    local heard
    for heard in *.heard; do
        awk '/^go/ { open++; ponders = /ponder/ } /^(stop|ponderhit)/ { ponders = 0 } END { print open + 0, ponders }' "$heard" |
            { read -r asked ponders; (($(grep -Ec '^(no)?bestmove' "${heard%.heard}.said") >= asked - ponders)); } || return 1
    done
}

if [[ $(finished) != 2 ]]; then
    answered || fail "not two finished games after $SECONDS s, and a search without an answer"
    # UCI2WB has been seen to lose an answer that comes at once: its two threads share a variable. Then nobody moves.
    ((${3:-1} < 3)) || fail "not two finished games after $SECONDS s, though every search was answered"
    echo "every search was answered, but the adapter waits: another try"
    kill "$xboard" "$xvfb" 2>/dev/null || true
    pkill -f "^$engine" || true
    cd / && rm -rf "$work"
    exec "$script" "$engine" "$seconds" $((${3:-1} + 1))
fi
# XBoard names these ends: a wrong move, a lost clock, an engine that went away or gave up.
if grep -Ei '\{[^}]*(forfeit|illegal|invalid|time|exit|disconnect|resign|abort)' games.pgn; then
    fail "a game ended badly"
fi
if grep -i 'illegal move' xboard.log debug.log; then
    fail "a move was called illegal"
fi
plies=$(grep -Ec '<(first|second) *: move ' debug.log || true)
((plies >= 20)) || fail "only $plies moves were played"
grep -E '^\[(White|Black|Result) ' games.pgn
grep -Eo '\{[^}]*\} (1-0|0-1|1/2-1/2)$' games.pgn
echo "xboard: 2 games, $plies moves"

# Both engines have to leave when they are told to.
for _ in $(seq 100); do
    pgrep -f "^$engine" >/dev/null || break
    sleep 0.1
done
pgrep -af "^$engine" && fail "an engine stays"
exit 0
