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
match-interrupted = interrupted: { $played } of { $scheduled } { PLURAL($scheduled, "game", "games") } saved in { $folder }; the same command resumes
match-sprt-accepted = { $hypothesis } accepted: { $this } rather than { $that }
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
match-second-opinion = Second opinion: { $agreed } of { $games } { PLURAL($games, "game", "games") } agreed
match-disagreement = game { $number }: here { $ours }; there { $theirs }
match-kept = { $games } { PLURAL($games, "game", "games") }, saved in { $folder }
match-kept-before = { $games } { PLURAL($games, "game", "games") }, { $done } played earlier, saved in { $folder }
match-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} elapsed, {"{"}eta{"}"} left, {"{"}per_hour{"}"} games/h

match-unknown-option = { $engine } does not announce the option { $option }; sending it anyway
match-few-openings = { $rounds } { PLURAL($rounds, "round", "rounds") } but only { $openings } { $openings ->
    [one] opening
   *[other] openings
}: games may repeat, and repeated games prove nothing
match-broken-openings = { $file }: { $count } { $count ->
    [one] game is
   *[other] games are
} broken; such an opening ends at the break, and is skipped if it has no move; the first: { $error }
match-other-match = { $error }
    {"  "}name another folder with --out, or use --fresh to remove its games
match-pgnout-exists = --pgnout { $path }: already exists; use --fresh to overwrite

# Flags of fastchess; each follows the flag and a colon.
fastchess-config = the same command resumes where it was interrupted (--fresh starts again)
fastchess-one-report = there is only one report format (--json for programs)
fastchess-every-game = every game is reported on its own line
fastchess-latency = the report shows the slowest move of each engine
fastchess-random-seed = openings are shuffled by -srand, so that an interrupted match can resume
fastchess-wait = the next game starts at once
fastchess-checksum = games.pgn has no checksum
fastchess-final-positions = not written; `chuhe convert games.pgn --to fen` lists the final positions
fastchess-stderr = the engines' stderr is in the logs that --log keeps
fastchess-reverse = no reversed schedule; list the engines in the other order
fastchess-quick = use -engine, -each and -openings instead
fastchess-tablebases = endgame tables adjudicate wins, losses and draws, within the move limit (-tb FOLDERS)
fastchess-book-mode = openings are assigned per round; see -openings order=
fastchess-schedule = -tournament sets the schedule
fastchess-test-environment = no environment for fishtest
fastchess-two-dashes = -{ $name }: did you mean --{ $name }?
fastchess-unknown = unknown flag { $flag }; docs/reference/flags.md lists the supported flags of fastchess
fastchess-repeat = each opening is played once or twice
fastchess-policy = every round gets its own opening (policy=round)
fastchess-log-talk = engine output is in logs/ in the match folder
fastchess-log = errors go to stderr; --log all keeps the engines' output
fastchess-variant = only xiangqi is supported
fastchess-report = the report always counts pairs of games
fastchess-games-of-match = played as { $rounds } { PLURAL($rounds, "round", "rounds") } of two games
fastchess-games-notation = --notation sets how moves are written
fastchess-games-journal = see journal.jsonl; comments give score, depth and time
fastchess-games-comments = comments give score, depth and time
fastchess-games-unknown = unknown key { $word }
fastchess-games-file = expected a file
