# Annotated games: the table, and what is said about games.

annotate-game = { $red } - { $black }  { $outcome }
annotate-outcome = { $outcome ->
    [red-won] 1-0
    [black-won] 0-1
    [draw] 1/2-1/2
   *[unknown] *
}
annotate-opening = { $chinese }  { $english }
annotate-class = { $class ->
    [best] best
    [good] good
    [inaccuracy] inaccuracy
    [mistake] mistake
    [blunder] blunder
   *[missed-mate] missed mate
}
annotate-reason = { $reason ->
    [checkmate] checkmate
    [stalemate] stalemate
    [dead-material] dead material
    [perpetual-check] perpetual check
    [perpetual-chase] perpetual chase
    [perpetual-attack] perpetual attack
    [repetition] repetition
   *[move-count] move count
}
annotate-rule = { $side } wins by rule
annotate-mates = { $side } mates in { $moves }
annotate-mated = { $side } is mated

annotate-column-ply = ply
annotate-column-move = move
annotate-column-score = score
annotate-column-points = points
annotate-column-cp = cp
annotate-column-class = class
annotate-column-better = better
annotate-forced = forced
annotate-turning = { $class } *

annotate-verdict = { $recorded }; on the board { $board }
annotate-recorded = recorded { $outcome }
annotate-not-recorded = no result recorded
annotate-not-over = the game is not over
annotate-drawn = it is a draw by { $reason }
annotate-won = { $side } wins by { $reason }
annotate-gap = not all of the game could be read: { $reason }

annotate-accuracy = accuracy, %
annotate-mean-loss = average centipawn loss
annotate-turning-points = turning points (*) at ply { $plies }

annotate-place = { $path }, game { $number }
annotate-of = { $place }: { $text }
annotate-first-of = { $path }: this is the first of { $games } games; --all takes them all, --game N another one
annotate-done = { $games ->
    [one] 1 game annotated
   *[other] { $games } games annotated
}
annotate-except = { $done } ({ $exceptions })
annotate-broken = { $games } broken
annotate-refused = { $games } refused
annotate-exceptions = { $one }, { $other }
annotate-kept = { $done }, { $games } kept from before
annotate-interrupted = interrupted; { $done }
annotate-goes-on = interrupted; { $done }; the same command goes on
annotate-see = { $done }; see { $path }
annotate-progress = { $bar } { $pos }/{ $len } positions, { $elapsed } gone, { $eta } to go

annotate-none = no game could be annotated
annotate-which-form = the name { $name } does not say the form: add --to html, pgn, json or text
annotate-one-page = a page holds one game: name a folder for the pages, as in --out pages/
annotate-is-read = { $path }: this is to be read, so it cannot be written
annotate-no-game = there is no game: name a file, or give --moves
annotate-no-such-game = there is no game { $number }, only { $count }
annotate-no-moves = the game has no moves
annotate-stopped = interrupted
annotate-other-index = { $path } is not an index of annotated games, so it is left alone; choose another folder
