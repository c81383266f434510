# Output of matches.

match-game = { $played }/{ $scheduled } game { $number }: { $red } - { $black } { $result } { $ending }, { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}
match-strength = Elo { $elo }, nElo { $normalised }, LOS { $superiority } %, draws { $draws } %
match-unknown = unknown
match-wdl = +{ $wins } ={ $draws } -{ $losses } of { $games }
match-wdl-score = { $wdl }, { $score } %
match-forfeits = { $wdl }; { $forfeits }
match-lost-on-time = { $games } { PLURAL($games, "game", "games") } lost on time by { $engine }
match-lost-by-moves = { $games } { PLURAL($games, "game", "games") } lost by { PLURAL($games, "an illegal or missing move", "illegal or missing moves") } of { $engine }
match-lost-by-crashes = { $games } { PLURAL($games, "game", "games") } lost by { PLURAL($games, "a crash", "crashes") } of { $engine }
match-overloaded = { $games } of { $played } { PLURAL($played, "game", "games") } played on an overloaded machine: times and losses on time say little about the engines
match-pairs = pairs [{ $ll }, { $ld }, { $even }, { $wd }, { $ww }] (LL, LD, DD { $dd } + WL { $wl }, WD, WW)
match-sprt = SPRT [{ $elo0 }, { $elo1 }] { $model }: LLR { $llr } ({ $lower }, { $upper }), { $verdict }
match-sprt-undecided = undecided so far
match-sprt-no-verdict = ended without a verdict
match-interrupted = interrupted: { $played } of { $scheduled } { PLURAL($scheduled, "game", "games") } saved in { $folder }; run the same command again to resume
match-sprt-accepted = { $hypothesis } accepted: { $this } Elo rather than { $that }
match-rank = Rank
match-elo = Elo against the others
match-games = Games
match-score = Score
match-name = Name
match-knps = knps
match-depth = depth
match-time = ms/move
match-slowest = slowest
match-time-losses = time losses
match-faults = faults
match-effort-name = { $name } ({ $limits })
match-red = Red +{ $wins } ={ $draws } -{ $losses }
match-plies = { $plies } { PLURAL($plies, "ply", "plies") } per game
match-second-opinion = Second opinion: same verdict in { $agreed } of { $games } { PLURAL($games, "game", "games") }
match-disagreement = game { $number }: chuhe says { $ours }, and the other program says { $theirs }
match-kept = { $games } { PLURAL($games, "game", "games") }, saved in { $folder }
match-kept-before = { $games } { PLURAL($games, "game", "games") } ({ $done } played earlier), saved in { $folder }
match-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} elapsed, {"{"}eta{"}"} left, {"{"}per_hour{"}"} games/h

match-overload = { $cause }; engines may lose on time because of this, and such losses count in the Elo. { $advice }
match-too-many = the games need { $threads } { PLURAL($threads, "processor", "processors") } at a time, but { $processors } { PLURAL($processors, "is", "are") } available
match-busy = the games need { $threads } { PLURAL($threads, "processor", "processors") } at a time, but other programs use { $busy } of { $processors }
match-wait = Wait until the machine is idle, or use --clock cpu (Linux)
match-fewer-games = Use --jobs { $games } or --clock cpu (Linux)
match-fewer-threads = Use fewer threads or --clock cpu (Linux)
match-guessed-unit = the scores of { $engine } have no unit; --resign and --draw take them as hundredths of a horse, as in UCCI. If they are hundredths of a pawn, set scoreunit=cp; scoreunit=horse confirms the unit
match-two-files = only one match file can be given
match-no-command = '{ $word }' is not the command of an engine: expected a program, and its arguments if it takes any
match-few-openings = { $rounds } { PLURAL($rounds, "round", "rounds") }, but only { $openings } { $openings ->
    [one] opening
   *[other] openings
}: games may repeat, and repeated games carry no new information
match-broken-openings = { $file }: { $count } { $count ->
    [one] game is
   *[other] games are
} broken; the opening from such a game ends at the error, or is skipped if no move can be read; first error: { $error }
match-other-match = { $error }
    {"  "}name another folder with --out, or use --fresh to remove the games in this one
match-pgnout-exists = --pgnout { $path }: already exists; use --fresh to overwrite

# Explanations of fastchess flags; each is printed after the flag and a colon.
fastchess-config = running the same command again resumes an interrupted match (--fresh starts over)
fastchess-one-report = there is only one report format, and --json for programs
fastchess-every-game = every game is reported on its own line
fastchess-latency = the report shows each engine's slowest move
fastchess-random-seed = -srand sets the seed for the order of openings, which a resumed match must repeat
fastchess-wait = the next game starts immediately
fastchess-checksum = games.pgn has no checksum
fastchess-final-positions = not written; `chuhe convert games.pgn --to fen` lists the final positions
fastchess-stderr = the engines' stderr is in the logs that --log keeps
fastchess-reverse = reversed schedules are not supported; list the engines in reverse order
fastchess-quick = use -engine, -each and -openings instead
fastchess-tablebases = endgame tables (-tb FOLDERS) always adjudicate draws, and wins in which mate comes before the move limit
fastchess-book-mode = each round has its own opening; -openings order= sets the order
fastchess-schedule = -tournament sets the schedule
fastchess-test-environment = the fishtest environment is not supported
fastchess-two-dashes = -{ $name }: did you mean --{ $name }?
fastchess-unknown = unknown flag { $flag }; "Flags" in the handbook lists the supported fastchess flags
fastchess-repeat = each opening can be played only once or twice
fastchess-policy = only policy=round is supported: every round has its own opening
fastchess-log-talk = engine output is kept in logs/ in the match folder
fastchess-log = errors go to stderr; --log all keeps the engines' output
fastchess-variant = only xiangqi is supported
fastchess-report = the report always counts pairs of games
fastchess-games-of-match = played as { $rounds } { PLURAL($rounds, "round", "rounds") } of two games
fastchess-games-notation = --notation sets the notation for moves
fastchess-games-journal = recorded in journal.jsonl; comments give only score, depth and time
fastchess-games-comments = comments give only score, depth and time
fastchess-games-unknown = unknown key { $word }
fastchess-games-file = expected a file name
