# A match as people read it.

match-ending = { $ending ->
   *[other] { $name }
}
match-game = { $played }/{ $scheduled } game { $number }: { $red } - { $black } { $result } { $ending }, { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
}
match-fault = { $fault } of { $side }
match-fault-detail = { $fault }: { $detail }
match-over = { $millis } ms over
match-strength = Elo { $elo }, nElo { $normalised }, LOS { $superiority } %, draws { $draws } %
match-unknown = unknown
match-wdl = +{ $wins } ={ $draws } -{ $losses } of { $games }
match-wdl-score = { $wdl }, { $score } %
match-pairs = pairs [{ $ll }, { $ld }, { $even }, { $wd }, { $ww }] (LL, LD, DD { $dd } + WL { $wl }, WD, WW)
match-sprt = SPRT [{ $elo0 }, { $elo1 }] { $model }: LLR { $llr } ({ $lower }, { $upper }), { $verdict }
match-sprt-undecided = undecided so far
match-sprt-no-verdict = ended without a verdict
match-interrupted = interrupted: { $played } of { $scheduled } games are in { $folder }; the same command goes on
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
match-limit-time = { $seconds } s/move
match-limit-nodes = { $nodes } nodes
match-limit-depth = depth { $depth }
match-limit-none = no limit
match-red = Red +{ $wins } ={ $draws } -{ $losses }
match-plies = { $plies } plies a game
match-second-opinion = Second opinion: { $agreed } of { $games } games agreed
match-disagreement = game { $number }: here { $ours }; there { $theirs }
match-kept = { $games } games; kept in { $folder }
match-kept-before = { $games } games, { $done } played before; kept in { $folder }
match-progress = {"{"}bar:40{"}"} {"{"}pos{"}"}/{"{"}len{"}"} games, {"{"}elapsed{"}"} gone, {"{"}eta{"}"} to go, {"{"}per_hour{"}"} games/h

match-unknown-option = { $engine } does not announce the option { $option }; it is sent all the same
match-few-openings = { $rounds } rounds but only { $openings } { $openings ->
    [one] opening
   *[other] openings
}: games may repeat, and repeated games prove nothing
match-other-match = { $error }
    {"  "}name another folder with --out, or remove its games with --fresh
match-seeds-gauntlet = --seeds is for --tournament gauntlet
match-add-engine = { $error }; add --engine cmd=COMMAND
match-add-limit = --engine: { $error }, to it or to --each
match-clock-linux = --clock cpu: only Linux tells the processor time of an engine
match-affinity-linux = --use-affinity needs Linux
match-file-value = { $key }: expected one value, or no such setting
match-file-table = { $key }: expected a table
match-file-tables = { $key }: expected tables, as in [[{ $key }]]
match-file-scalar = { $key }: expected a text, a number, or true or false
match-file-unknown = { $key }: no such setting
match-file-suggestion = { $key }: no such setting; { $other } is one
match-file-truth = { $key } = { $value }: expected true or false
match-file-one-of = { $key } = { $value }: expected one of { $valid }
match-file-needs = { $key }: expected a value
match-file-refused = { $key } = { $value }: { $reason }
match-pgnout-exists = --pgnout { $path }: it exists; --fresh writes over it
match-draw-plies = --draw-plies is now --move-limit, in moves of both sides; the old name will go

## Flags of fastchess

fastchess-config = the same command goes on where it was interrupted (--fresh begins anew)
fastchess-output = the report has one form (--json for programs)
fastchess-interval = every game has a line of its own
fastchess-latency = the report has the slowest move of each engine
fastchess-reverse = there is no reversed schedule; name the engines in the other order
fastchess-wait = there is no pause between games
fastchess-quick = write it out: --engine, --each and --openings
fastchess-epdout = there are no files of final positions; `chuhe convert games.pgn --to fen` makes one
fastchess-tablebases = there are no tablebases of xiangqi to judge games by
fastchess-bookmode = openings are dealt by rounds; see --openings order=
fastchess-schedule = the schedule is that of --tournament
fastchess-fishtest = there is no environment for fishtest
fastchess-repeat = an opening is played once or twice
fastchess-variant = only xiangqi is played here
fastchess-report = the report counts pairs of games always
fastchess-notation = moves are coordinates here; see --notation
fastchess-log = what is said is in logs/ in the match's folder
fastchess-comments = { $word } is not to be had: comments have score, depth and time
fastchess-file = expected a file
