# Messages of the commands for game files, and errors in their command lines.

warning-line = warning: { $text }
note-line = note: { $text }
expected-from-to = expected a whole number from { $least } to { $most }
expected-from = expected a whole number, at least { $least }
expected-half-open = expected A..B with A < B <= { $most }
expected-from-to-text = expected A-B with A <= B <= { $most }, or one number
expected-range = expected a number from { $least } to { $most }
expected-time = expected milliseconds, or a time such as 500ms, 5s or 2m
expected-server = expected an address such as https://www.example.org
expected-megabytes = expected a number of megabytes
expected-setting = expected NAME=VALUE
expected-one-of = { $name }={ $value }: expected one of { $valid }
option-not-listed = unknown option { $name }; `chuhe options` lists the options
option-for-hosts = only a GUI can set this option, during its conversation with the engine
engine-table-refused = { $error }; `chuhe doctor` shows the largest size that fits
stray-pawn-taken = { $stray }; accepted anyway
in-position = in the position { $fen }
expected-position = expected startpos, a FEN, or moves such as h2e2, C2.5 or 炮二平五
position-refused = '{ $text }' is not a position: { $reason }
neither-file-nor-position = no such file '{ $word }', and not a position: { $reason }
position-not-one = expected one position; found { $found }
position-one-for-moves = --moves requires one position, not a file and not several positions
position-ranks-of-moves = --ranks is only for moves in the command line; in files, the numbering is detected
position-ranks-detected = the ranks in the moves are read as 1 to 10, because with ranks 0 to 9 fewer moves are legal; --ranks sets the numbering
position-not-a-file = '{ $word }' is read as a position; './{ $word }' names the file
position-too-few-plies = --ply { $ply }: the game has only { $plies } { $plies ->
    [one] ply
   *[other] plies
}
position-too-few-games = --game { $game }: { $path } has only { $games } { $games ->
    [one] game
   *[other] games
}
position-game-of-file = --game requires a game file
position-nothing = no position can be read
stdin = standard input
stderr = standard error

files-skipped = skipped, because it contains no games
game-number = game { $game }
game-refused = game { $game }: { $error }
game-left-out = game { $game }: omitted: { $losses }
at-place = { $place }: { $text }
sum-files = { $count } { $count ->
    [one] file
   *[other] files
}
sum-games = { $count } { $count ->
    [one] game
   *[other] games
}
sum-broken = { $count } broken
sum-refused = { $count } refused
sum-except = { $all } ({ $parts })
sum-converted = { $files }: { $games } converted
sum-converted-except = { $files }: { $games } converted ({ $parts })
sum-judged = { $files }: { $games } judged
sum-judged-except = { $files }: { $games } judged ({ $parts })
sum-written = { $sum }; { $files } written
sum-left-out = { $sum }; omitted from { $games } { PLURAL($games, "game", "games") }: { $losses }
sum-interrupted = { $sum }; interrupted

convert-no-format = no output format given: add --to, or name a file with -o, such as -o games.pgn
convert-terminal = refusing to write binary XQF to a terminal; use -o or a pipe
convert-no-games = no games to convert

judge-game = { $place }: { $red } - { $black }, { $moves } { PLURAL($moves, "ply", "plies") }; recorded result: { $recorded }
judge-broken-game = { $place }: { $red } - { $black }, { $moves } { PLURAL($moves, "ply", "plies") } before the error; recorded result: { $recorded }
judge-game-of-file = { $file }, { $game }
judge-point = after move { $move }: { $judgement }
judge-more = … and { $count } more; --json lists all

board-for-pictures = --arrow, --mark, --theme and --no-coordinates require a picture: add -o, --svg or --png
board-terminal = refusing to write PNG to a terminal; use -o or a pipe
