# The board in the browser: the server's messages. The page's own words are in its scripts.

## Starting

serve-no-address = cannot listen on { $address }: { $text }
serve-needs-token = other machines can reach this server, so it needs an access token
serve-bad-token = a token must be { $least } to 200 characters: letters, digits, - _ . ~
serve-data-in-use = the folder { $path } is in use by another server
serve-no-runtime = cannot start threads: { $text }
serve-no-data-folder = no data folder found; set one with --data
serve-listen-port = expected an address or name without a port; set the port with --port
serve-already = a server is already running; its page is opened
serve-open-failed = cannot open the browser: { $text }

## Requests

serve-full = too many pages are open; close one, or try again later
serve-no-memory = there is not enough memory for this now; try again later
serve-no-session = this session has ended
serve-resume-late = only the first request can resume a session
serve-too-large = the message is larger than { $most } kB
serve-no-json = invalid JSON: { $error }
serve-no-object = a request must be a JSON object
serve-no-id = a request needs an `id`, a non-negative whole number
serve-no-request = invalid request: { $error }
serve-language = the language must be en or zh
serve-base64 = invalid Base64: { $error }
serve-text-or-base64 = expected either `text` or `base64`
serve-fen-long = the position is too long
serve-tag = invalid tag name { $name }
serve-moves-max = expected at most { $most } moves before the position

## Games

serve-no-game = no game; start one first
serve-strength = expected either a level or a rating
serve-dropped = the game changed before the engine answered
serve-cost-position = worsens the position
serve-name-bad = a name must be 1 to { $most } characters: letters, digits, spaces, - _ ( ) ,
serve-name-exists = a game named { $name } already exists
serve-name-missing = no game named { $name }
serve-name-not-yours = { $name } is not yours; open a copy of it
serve-name-undeleted = { $name } cannot be deleted; check the permissions of the data folder
serve-owner = the secret must be { $least } to { $most } characters long

## Analysis

serve-lines = expected 1 to { $most } lines of play
serve-no-position = set a position first
serve-no-moves = the side to move has no legal move
serve-no-engine = the server has no such engine; choose one from its list
serve-engine-gone = { $name } cannot play on, so chuhe does: { $text }
serve-engine-busy = another engine is just being started; try again in a moment
serve-engine-twice = this engine is already searching

## Reviews

serve-no-review = this review has ended; start it again
serve-review-nodes = expected { $least } to { $most } nodes per position
serve-review-plies = the game has more than { $most } plies
serve-review-moves = the game has more than { $most } moves, including variations
serve-review-most = a review holds at most { $most } moves; start another one
serve-review-no-game = the list has no game { $game }
serve-review-not-yet = game { $game } has not been annotated yet

## Matches

serve-no-match = no match named { $name } to watch
serve-not-watching = open a match first
serve-match-unread = cannot read the match: { $text }
serve-match-journal = match journal: { $text }

## Programs

serve-bounds = depth and nodes must be at least 1, and time_ms must be from 1 to { $most }
serve-moves-long = the text of the moves is longer than { $most } kB
serve-games-max = only the first { $most } games were converted
serve-marks-max = at most { $most } arrows and { $most } marks can be drawn
serve-no-database = this server has no game database: start it with --db FILE
serve-no-book = this server has no opening book: start it with --book FILE
serve-no-stored-game = the database has no game { $id }
serve-game-move = move { $number }, { $move }: { $error }
serve-game-plies = a game has at most { $most } plies
serve-game-size = the board must have { $least } to { $most } points on each side
serve-game-level = the level must be { $least } to { $most }
serve-no-lookup = this server has no such source for looking up positions
serve-lookup-busy = the previous query is still running
serve-no-matches = this server cannot play matches
serve-no-friends = nobody else can connect to this server: start it with `--listen`
serve-no-invitation = this invitation does not exist or is no longer valid
serve-friends-full = too many invitations are open; try again later
serve-not-a-player = you are watching this game
serve-no-friend-game = no game with another person is open
serve-friend-absent = the other player has not joined yet
serve-friend-side = choose one side
serve-match-wish = expected two levels from 0 to 20, an even number of games up to 1000, and either nodes or milliseconds per move
serve-match-not-ours = this server did not start this match
serve-match-one = a match is already running
serve-cloud-nothing = the cloud database does not know this position
serve-tables-nothing = no endgame table covers this material
