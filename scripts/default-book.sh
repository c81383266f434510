#!/bin/sh
# Makes a book like the built-in one, crates/engine/src/book/default.book:
#
#     scripts/default-book.sh ENGINE OUT
#
# ENGINE is a release build; OUT is a folder for the results and intermediate files. docs/books.md lists the digests and
# explains how the built-in book differs. The script takes half an hour on one processor.
set -eu
engine=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
openings=$here/../tests/data/openings.fen
mkdir -p "$2"
cd "$2"

# Generates starting lines: a tree of moves that the engine considers good, and lines that lead to the openings.
test -s lines.moves || { "$here/opening-lines.py" "$engine" "$openings" > lines.part; mv lines.part lines.moves; }

# Plays one game from each line. An interrupted match is resumed.
"$engine" match \
    --engine name=a cmd="$engine" nodes=3000 option.Hash=4 --engine name=b cmd="$engine" nodes=3000 option.Hash=4 \
    --openings file=lines.moves order=sequential --rounds "$(wc -l < lines.moves)" --games 1 \
    --resign movecount=4 score=500 twosided=true --draw movenumber=40 movecount=8 score=15 --jobs 1 -o match

# Makes a book from the games, without their dates, and scores its moves with longer searches.
grep -v '^\[Date' match/games.pgn > games.pgn
"$engine" book make games.pgn --plies 8 -o raw.book
"$engine" book check raw.book --nodes 40k --margin 30 --jobs 1 --json -o default.book > check.jsonl || test $? -eq 3
sha256sum default.book
