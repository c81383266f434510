# The game database.

db-no-moves = contains no moves
db-no-coordinates = { $word }: expected a move in coordinates, such as h2e2
db-file-known = skipped: already imported
db-file-resumed = resumed after { $games ->
    [one] 1 game
   *[other] { $games } games
}
db-double = game { $game }: duplicate of game { $of }, left out
db-more-doubles = { $count ->
    [one] 1 more duplicate
   *[other] { $count } more duplicates
} left out; --json lists all
db-goes-on = { $games ->
    [one] 1 game is not indexed yet; the next import indexes it
   *[other] { $games } games are not indexed yet; the next import indexes them
}
db-import-progress = { $bar } { $done }/{ $all }, { $games } games, { $gone } elapsed, { $left } left
db-index-progress = { $bar } indexes { $percent } %, { $gone } elapsed, { $left } left
db-export-progress = { $bar } { $done }/{ $all } games, { $gone } elapsed, { $left } left
db-check-progress = { $bar } { $done }/{ $all } games, { $gone } elapsed, { $left } left
db-sum = { $files }: { $games } stored; { $all } in the database
db-sum-except = { $files }: { $games } stored ({ $parts }); { $all } in the database
db-sum-known = { $sum }; { $files ->
    [one] 1 file
   *[other] { $files } files
} already imported
db-sum-doubles = { $count } { $count ->
    [one] duplicate
   *[other] duplicates
} left out
sum-exported = { $games } written
sum-exported-except = { $games } written ({ $parts })

db-column-game = game
db-column-date = date
db-column-red = red
db-column-black = black
db-column-result = result
db-column-plies = plies
db-column-opening = opening
db-column-event = event
db-column-move = move
db-column-games = games
db-column-share = share, %
db-column-wins = won
db-column-draws = drawn
db-column-losses = lost
db-column-points = points, %
db-column-score = score
db-column-last = last played
db-all-moves = all
db-ended = { $games ->
    [one] 1 game
   *[other] { $games } games
} ended here
db-found = { $total ->
    [one] 1 game
   *[other] { $total } games
}
db-found-part = { $first } to { $last } of { $total } { PLURAL($total, "game", "games") }
db-info-games = { $games } { PLURAL($games, "game", "games") }, { $plies } { PLURAL($plies, "ply", "plies") }, { $positions } { PLURAL($positions, "position", "positions") }
db-info-results = { $red } won by Red, { $draws } drawn, { $black } won by Black, { $unknown } unknown
db-info-names = { $players } { PLURAL($players, "player", "players") }, { $events } { PLURAL($events, "event", "events") }
db-info-notes = { $annotated } with comments or variations, { $scored } with engine scores
db-info-years = played from { $first } to { $last }
db-info-format = { $format }: { $games } { PLURAL($games, "game", "games") } from { $files ->
    [one] 1 file
   *[other] { $files } files
}
db-info-doubles = { $games } { PLURAL($games, "duplicate", "duplicates") } left out
db-info-size = { $bytes } bytes, { $each } per game
db-info-incomplete = { $files ->
    [one] 1 file
   *[other] { $files } files
} partly imported
db-check-interrupted = interrupted after { $games } { PLURAL($games, "game", "games") }
db-check-sound = no damage found: { $games } { PLURAL($games, "game", "games") }, { $positions } { PLURAL($positions, "position", "positions") }
db-check-unsound = damage found: { $count ->
    [one] 1 problem
   *[other] { $count } problems
} in { $games } { PLURAL($games, "game", "games") }
