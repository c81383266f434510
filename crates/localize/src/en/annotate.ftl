# Annotated games: the table of moves, and messages about games.

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
annotate-compare = several engines are compared as text or JSON, in one file; choose --to text or --to json
annotate-compare-accuracy = accuracy { $accuracy }, mistakes { $mistakes }
annotate-compare-agree = The engines agree on every mistake.
annotate-compare-disputes = Where the engines disagree, before and after a deeper look:
annotate-compare-said = { $engine }: { $before }, then { $after }
annotate-compare-mistake = a mistake; right from the start: { $engines }
annotate-compare-good = no mistake; right from the start: { $engines }
annotate-compare-open = they still disagree
annotate-own-chances = chances of winning: reported by { $engine }
annotate-moments = key moments

annotate-of = { $place }: { $text }
annotate-first-of = { $path }: showing the first of { $games } { PLURAL($games, "game", "games") }; use --all for all of them, or --game N for a different one
annotate-done = { $games ->
    [one] 1 game annotated
   *[other] { $games } games annotated
}
annotate-except = { $done } ({ $exceptions })
annotate-broken = { $games } broken
annotate-refused = { $games } refused
annotate-exceptions = { $one }, { $other }
annotate-kept = { $done }, and { $games } annotated earlier
annotate-interrupted = interrupted; { $done }
annotate-goes-on = interrupted; { $done }; run the same command again to resume
annotate-see = { $done }; see { $path }
annotate-progress = { $bar } { $pos }/{ $len } positions, { $elapsed } elapsed, { $eta } left

annotate-none = no game could be annotated
annotate-one-page = a page holds only one game; name a folder for the pages, such as --out pages/
annotate-is-read = { $path }: refusing to overwrite an input file
annotate-no-game = no game given: name a file, or give the moves
annotate-one-game = moves in the command line are one game; they cannot be combined with files or another game
