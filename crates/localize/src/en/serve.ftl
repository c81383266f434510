# The board in the browser: what the server says to people. What the page says by itself is in its own words.

## Starting

serve-no-address = cannot listen on { $address }: { $text }
serve-needs-token = other machines could reach this server, so it needs a token
serve-bad-token = a token has { $least } to 200 letters, digits, or signs of - _ . ~
serve-data-in-use = another server uses the folder { $path }
serve-no-runtime = the system refuses to start threads: { $text }
serve-no-data-folder = no folder for games is known; name one with --data
serve-open-failed = the browser cannot be opened: { $text }

## Requests

serve-full = too many pages are open; close one, or try again later
serve-no-session = this session has ended
serve-resume-late = only the first request can resume a session
serve-too-large = the message is larger than { $most } kB
serve-no-json = this is no JSON: { $error }
serve-no-object = a request is a JSON object
serve-no-id = a request has an `id`, a whole number from 0
serve-no-request = this is no request: { $error }
serve-language = the language is en or zh
serve-base64 = this is no Base64: { $error }
serve-text-or-base64 = either `text` or `base64` is needed
serve-fen-long = the position is too long
serve-tag = { $name } cannot be the name of a tag
serve-moves-max = at most { $most } moves can lead to the position

## Games

serve-no-game = there is no game; begin one first
serve-strength = give either a level or a rating
serve-dropped = the game went on before the engine had an answer
serve-cost-position = spoils the position
serve-name-bad = a name has 1 to { $most } letters, digits, blanks or signs of - _ ( ) ,
serve-name-exists = there is a game called { $name } already
serve-name-missing = there is no game called { $name }

## Analysis

serve-lines = 1 to { $most } lines can be shown
serve-no-position = set a position first
serve-no-moves = the side to move has no legal move

## Reviews

serve-no-review = this review is over; begin it again
serve-review-full = too many reviews are under way; try again later
serve-review-nodes = a position is searched with { $least } to { $most } nodes
serve-review-plies = it has more than { $most } moves of both sides
serve-review-moves = it has more than { $most } moves with its variations
serve-review-most = a review has room for { $most } moves; begin another one
serve-review-no-game = there is no game { $game } in the list
serve-review-not-yet = game { $game } has not been annotated yet

## Matches

serve-no-match = there is no match { $name } that can be watched
serve-not-watching = open a match first
serve-match-unread = the match cannot be read: { $text }
serve-match-journal = the journal of the match: { $text }

## Programs

serve-bounds = depth and nodes are 1 or more, and time_ms is 1 to { $most }
serve-moves-long = the moves are longer than { $most } kB
serve-games-max = only the first { $most } games were converted
serve-marks-max = at most { $most } arrows and as many marks can be drawn
serve-no-database = this server has no database of games: start it with --db FILE
serve-no-book = this server has no opening book: start it with --book FILE
serve-no-stored-game = there is no game { $id } in the database
serve-game-move = move { $number }, { $move }: { $error }
serve-game-plies = a game has at most { $most } moves of both sides
serve-game-size = the board has { $least } to { $most } points on each side
serve-game-level = the level is { $least } to { $most }
