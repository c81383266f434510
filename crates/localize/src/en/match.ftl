# A match as people read it.

match-game = { $played }/{ $scheduled } game { $number }: { $red } - { $black } { $result } { $ending }, { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}
match-strength = Elo { $elo }, nElo { $normalised }, LOS { $superiority } %, draws { $draws } %
match-unknown = unknown
match-wdl = +{ $wins } ={ $draws } -{ $losses } of { $games }
match-wdl-score = { $wdl }, { $score } %
match-pairs = pairs [{ $ll }, { $ld }, { $even }, { $wd }, { $ww }] (LL, LD, DD { $dd } + WL { $wl }, WD, WW)
match-sprt = SPRT [{ $elo0 }, { $elo1 }] { $model }: LLR { $llr } ({ $lower }, { $upper }), { $verdict }
match-sprt-undecided = undecided so far
match-sprt-no-verdict = ended without a verdict
match-interrupted = interrupted: { $played } of { $scheduled } { PLURAL($scheduled, "game is", "games are") } in { $folder }; the same command resumes
match-sprt-accepted = { $hypothesis } accepted: rather { $this } than { $that }
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
match-plies = { $plies } { PLURAL($plies, "ply", "plies") } a game
match-second-opinion = Second opinion: { $agreed } of { $games } { PLURAL($games, "game", "games") } agreed
match-disagreement = game { $number }: here { $ours }; there { $theirs }
match-kept = { $games } { PLURAL($games, "game", "games") }; kept in { $folder }
match-kept-before = { $games } { PLURAL($games, "game", "games") }, { $done } played before; kept in { $folder }
match-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} gone, {"{"}eta{"}"} to go, {"{"}per_hour{"}"} games/h

match-unknown-option = { $engine } does not announce the option { $option }; it is sent all the same
match-few-openings = { $rounds } { PLURAL($rounds, "round", "rounds") } but only { $openings } { $openings ->
    [one] opening
   *[other] openings
}: games may repeat, and repeated games prove nothing
match-broken-openings = { $file }: { $count } { $count ->
    [one] game is
   *[other] games are
} broken; openings go as far as they can be read, and where nothing can be read there is none; the first: { $error }
match-other-match = { $error }
    {"  "}name another folder with --out, or remove its games with --fresh
match-pgnout-exists = --pgnout { $path }: already exists; use --fresh to overwrite

# Flags of fastchess; each follows the flag and a colon.
fastchess-config = the same command resumes where it was interrupted (--fresh starts again)
fastchess-one-report = the report has one form (--json for programs)
fastchess-every-game = every game has a line of its own
fastchess-latency = the report has the slowest move of each engine
fastchess-random-seed = openings are shuffled by -srand, so that an interrupted match can go on
fastchess-wait = the next game begins at once
fastchess-checksum = games.pgn has no checksum
fastchess-final-positions = left out; chuhe convert games.pgn --to fen makes a file of positions
fastchess-stderr = what engines say on stderr is in the logs that --log keeps
fastchess-reverse = there is no reversed schedule; name the engines in the other order
fastchess-quick = write it out: -engine, -each and -openings
fastchess-tablebases = tables end games that they know as won, lost or drawn, within the move limit (-tb FOLDERS)
fastchess-book-mode = openings are dealt by rounds; see -openings order=
fastchess-schedule = the schedule is that of -tournament
fastchess-test-environment = there is no environment for fishtest
fastchess-two-dashes = -{ $name }: did you mean --{ $name }?
fastchess-unknown = { $flag }: no such flag; docs/reference/flags.md lists those of fastchess that are understood
fastchess-repeat = an opening is played once or twice
fastchess-policy = every round has an opening of its own (policy=round)
fastchess-log-talk = what engines say is in logs/ in the match's folder
fastchess-log = what goes wrong is said on stderr; --log all keeps what engines say
fastchess-variant = only xiangqi is played here
fastchess-report = the report counts pairs of games always
fastchess-games-of-match = played as { $rounds } { PLURAL($rounds, "round", "rounds") } of two games
fastchess-games-notation = moves are written as --notation says
fastchess-games-journal = journal.jsonl has it; comments have score, depth and time
fastchess-games-comments = comments have score, depth and time
fastchess-games-unknown = { $word } is unknown
fastchess-games-file = expected a file
