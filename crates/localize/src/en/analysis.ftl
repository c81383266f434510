# Results of searches.

column-depth = depth
column-line = line
column-score = score for red
column-nodes = nodes
column-speed = knps
column-time = time
column-moves = moves
ended-by-checkmate = checkmate: { $side } wins
ended-by-stalemate = stalemate: { $side } wins
ended-without-moves = no legal move: { $side } wins
result-place = #{ $number } { $source }, game { $game }, ply { $ply }

result-right = right: { $expected }
result-wrong = wrong: { $expected }

analyze-to-move = { $side } to move{ $check ->
    [yes] , in check
   *[no] {""}
}, { $moves } legal { PLURAL($moves, "move", "moves") }
analyze-depth = depth { $depth }
analyze-nodes = { $nodes } { PLURAL($nodes, "node", "nodes") }
analyze-time = { $seconds } s
analyze-or = {" or "}
analyze-plan = search limit: { $limits }; threads { $threads }, hash { $hash } MB; scores in pawns, from red's point of view
analyze-plan-other = search limit: { $limits }; scores in pawns, from red's point of view; engine: { $engine }
analyze-progress = depth { $depth }, { $nodes } M nodes, { $speed } Mnps, hash { $hash } %
analyze-best = best move { $best }
analyze-best-reply = best move { $best }, expected reply { $reply }

analyze-csv-one-engine = CSV holds the results of one engine; choose --to text or --to jsonl for several
compare-disagree = They disagree. After a deeper look at each move:
compare-settled = All prefer { $move } now; right from the start: { $engines }
compare-open = They still disagree.
analyze-solved-by = { $engine }: { $solved }
analyze-solved = { $solved } of { $tasks } right
analyze-solved-since = { $solved } of { $tasks } right, starting from position { $first }
analyze-interrupted = interrupted after { $count } { PLURAL($count, "position", "positions") }
analyze-no-positions = no positions to search
analyze-unread = { $unread } of { $all } { PLURAL($all, "position", "positions") } could not be read
analyze-rests = { $count } { $count ->
    [one] game
   *[other] games
} searched only up to an error
analyze-files-unread = { $count ->
    [one] { $count } file
   *[other] { $count } files
} could not be read
analyze-sentence-separator = ; {""}
analyze-batch-progress = {"{bar:30} {pos}/{len}"} positions, {"{per_second}"} a second, {"{eta}"} left
