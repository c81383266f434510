# Opening books, and answers from the cloud.

book-none-embedded = this build has no embedded book
book-not-own = { $path } is in the BOOK.DAT format, which cannot hold counts or scores; convert it with `chuhe book convert` first
book-unknown-position = position not in the book
book-written = { $path }: { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
}, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, { $bytes } bytes
book-written-dat = { $path }: { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, { $bytes } bytes
book-not-reached = { $left } of { $all } { PLURAL($all, "move", "moves") } left out, because they have no weight or cannot be reached from the start position within the book
book-no-games = no games to make a book from
book-games-taken = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
book-games-not-wanted = { $count } excluded by the filters
book-games-no-outcome = { $count } without a result
book-make-stopped = stopped; nothing was written
book-make-progress = { $bar } { $done }/{ $all } files, { $games } games, { $gone } elapsed
book-check-progress = { $bar } { $done }/{ $all } positions, { $gone } elapsed, { $left } left
book-check-sum = { $positions ->
    [one] { $positions } position
   *[other] { $positions } positions
} checked, { $moves ->
    [one] { $moves } move
   *[other] { $moves } moves
}, { $blunders ->
    [one] { $blunders } blunder
   *[other] { $blunders } blunders
}
book-check-not-reached = { $left } of { $all } { PLURAL($all, "move", "moves") } not checked, because { PLURAL($left, "its position", "their positions") } cannot be reached from the start position within the book
book-blunder = { $line } scores { $score }, but { $best } scores { $best_score }
book-column-move = move
book-column-share = share
book-column-games = games
book-column-won = won
book-column-drawn = drawn
book-column-lost = lost
book-column-points = points
book-column-score = score
book-column-years = years

cloud-address = invalid server address { $server }: expected http:// and a host, such as http://www.chessdb.cn (https is not supported)
cloud-unreachable = cannot reach { $server }: { $why }
cloud-timeout = { $server } did not answer within { $seconds } { PLURAL($seconds, "second", "seconds") }; use --timeout to wait longer
cloud-redirect = { $server } redirects to { $place }; redirects are not followed
cloud-status = { $server } returned HTTP status { $status }
cloud-busy = { $server } is limiting requests; try again later
cloud-odd = unexpected answer from { $server }: { $answer }
cloud-unknown = position not in the cloud database
cloud-checkmate = the side to move is checkmated
cloud-stalemate = the side to move is stalemated and loses
cloud-column-winrate = chance
cloud-column-rank = rank
cloud-column-note = note
