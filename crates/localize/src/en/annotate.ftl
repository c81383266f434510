# Annotated games: the table, and what is said about games.

annotate-opening = { $chinese }  { $english }

annotate-column-ply = ply
annotate-column-move = move
annotate-column-score = score
annotate-column-points = points
annotate-column-cp = cp
annotate-column-class = class
annotate-column-better = better
annotate-forced = forced
annotate-turning = { $class } *

annotate-accuracy = accuracy, %
annotate-mean-loss = average centipawn loss
annotate-turning-points = turning points (*) at ply { $plies }
annotate-moments = key moments

annotate-of = { $place }: { $text }
annotate-first-of = { $path }: this is the first of { $games } { PLURAL($games, "game", "games") }; --all takes them all, --game N another one
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
annotate-goes-on = interrupted; { $done }; the same command resumes
annotate-see = { $done }; see { $path }
annotate-progress = { $bar } { $pos }/{ $len } positions, { $elapsed } gone, { $eta } to go

annotate-none = no game could be annotated
annotate-one-page = a page holds one game: name a folder for the pages, as in --out pages/
annotate-is-read = { $path }: this is to be read, so it cannot be written
annotate-no-game = there is no game: name a file, or give --moves
