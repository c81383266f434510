# What is wrong with the settings, the files and the engines of a match.

arena-cannot-start = cannot start { $command }: { $why }
arena-interrupted = interrupted
arena-no-greeting = no end of its greeting within { $seconds } s
arena-still-runs = closed a pipe but still runs
arena-does-not-start = { $name } does not start: { $why }
arena-folder = cannot use the folder { $path }: { $error }
arena-in-file = { $path }: { $error }
arena-in-setting = { $setting }: { $error }

journal-busy = another match is writing it
journal-none = it is no journal of a match
journal-other = it is about another match: { $difference }
journal-difference = { $place } is { $there } there and { $here } here
journal-damaged = line { $line } is damaged: { $error }

processors-unknown = the processors of this system are unknown
processors-no-list = expected processors, as in 0,2,4-7
processors-missing = there is no processor { $missing }, only { $available }
processors-too-few = { $games } games at a time need as many processors, and there are { $processors }

openings-over = opening { $number }: the side to move has no legal move
openings-empty = there is no opening in it
openings-start = start={ $start }: there are { $openings } openings

plan-too-few = a match needs two engines or more; { $engines ->
    [one] { $engines } is given
   *[other] { $engines } are given
}
plan-no-limit = engine { $engine }: nothing limits its thinking; add tc=, st=, nodes= or depth=
plan-no-opponents = a gauntlet of { $seeds } leaves no opponent among { $engines } engines
plan-too-many = { $games } games are too many
plan-sprt-of-many = a sequential test is for two engines
plan-same-name = two engines are called { $name }

setting-no-pair = { $word } is not of the form key=value
setting-unknown = { $key } is no setting; there are { $known }
setting-value = { $key }={ $value }: expected { $expected }
setting-missing = { $key } is missing
setting-words = words, with every quote closed
setting-protocol = ucci, uci or auto
setting-coord = 0 for ranks 0 to 9 or 1 for ranks 1 to 10
setting-time-control = a time control as in 40/60+0.6, 1:30+1, 5+0.05 (moves/seconds+increment), or inf
setting-seconds = seconds per move
setting-nodes = a number of nodes, as 20000, 20k or 2M
setting-depth = a depth in plies
setting-millis = milliseconds
setting-switch = on or off
setting-truth = true or false
setting-moves = a number of moves
setting-moves-positive = a number of moves, 1 or more
setting-score = a score from 0 to 30000
setting-format = a format of games: epd, pgn, xqf, cbr, cbl, cbf, ubb or moves
setting-order = sequential or random
setting-plies = a number of plies
setting-opening = the number of an opening, 1 or more

sprt-no-pair = `{ $word }` is not of the form name=value
sprt-unknown = a sequential test has no parameter `{ $name }`; it has elo0, elo1, alpha, beta and model
sprt-twice = { $name } is given twice
sprt-missing = { $name } is missing; a sequential test needs elo0 and elo1
sprt-no-number = { $name } is `{ $value }`, which is not a number
sprt-model = model is `{ $model }`; it is logistic or normalized
sprt-elo-range = { $name } is { $value }; it has to lie between -{ $most } and { $most }
sprt-order = elo0 has to be less than elo1, but they are { $elo0 } and { $elo1 }
sprt-error-range = { $name } is { $value }; it has to be greater than 0 and less than { $most }

review-quotes = a quote is not closed
review-ended = the second opinion ended after { $games } games
review-answer = the second opinion answered { $line }: { $error }

# Reading a match from outside

reader-no-game = there is no game { $number } in this match
reader-bad-game = game { $number } cannot be played over: { $error }
reader-long-line = line { $line } is too long for a game
reader-foreign-game = line { $line } has a game that does not belong to this match, or a game for the second time
