# Opening books, and what the cloud says.

book-none-embedded = this program is built without a book
book-not-own = { $path } is a BOOK.DAT, which has no place for counts and scores; make it a book first: chuhe book convert
book-unknown-position = the book does not know this position
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
book-not-reached = { $left } of { $all } { PLURAL($all, "move was", "moves were") } left out: they have no weight, or no line of the book leads to their positions from the start
book-no-games = there are no games for a book
book-games-taken = { $count ->
    [one] { $count } game
   *[other] { $count } games
}
book-games-not-wanted = { $count } not wanted
book-games-no-outcome = { $count } without a known outcome
book-make-stopped = stopped: nothing was written
book-make-progress = { $bar } { $done }/{ $all } files, { $games } games, { $gone } gone
book-check-progress = { $bar } { $done }/{ $all } positions, { $gone } gone, { $left } to go
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
book-blunder = { $line }: { $score }, but { $best }: { $best_score }
book-column-move = move
book-column-share = share
book-column-games = games
book-column-won = won
book-column-drawn = drawn
book-column-lost = lost
book-column-points = points
book-column-score = score
book-column-years = years

cloud-address = { $server } is no address to ask: it takes http:// and a host, as in http://www.chessdb.cn; there is no code for https
cloud-unreachable = { $server } cannot be reached: { $why }
cloud-timeout = { $server } did not answer within { $seconds } { PLURAL($seconds, "second", "seconds") }; --timeout sets another time
cloud-redirect = { $server } sends one to { $place }, which was not followed
cloud-status = { $server } refuses with HTTP status { $status }
cloud-busy = { $server } says that too much was asked; try again later
cloud-odd = { $server } answers what makes no sense: { $answer }
cloud-unknown = the cloud does not know this position
cloud-checkmate = the side to move is mated
cloud-stalemate = the side to move has no move and has lost
cloud-column-winrate = chance
cloud-column-rank = rank
cloud-column-note = note
