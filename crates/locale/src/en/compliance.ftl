# What the checks of engines expect, what came instead, and what they measured.

check-about = { $check ->
   *[other] { $about }
}
check-finding = { $check }: expected { $expected }; came: { $came }
check-both-protocols = both
check-summary = { $protocol }: { $passed } passed, { $warned } with warnings, { $failed } failed, { $skipped } skipped
check-busy = The machine is busy: what came late may not be the engine's fault.
check-unknown = there is no such check; --list names them
check-match-key = { $key } is for matches; the checks set their own limits
check-no-greeting = the engine does not answer its greeting
check-left-out = ({ $count ->
    [one] one line
   *[other] { $count } lines
} left out)
check-end-of-input = (end of input)

## What many checks say

check-none = none
check-nothing = nothing
check-nothing-within = nothing of the kind within { $time }
check-answer-to = an answer to { $line }
check-reads = an engine that reads { $line }
check-legal-in = a legal move in { $fen }
check-engine-ended = the engine ended: { $how }
check-after = after { $time }
check-of = { $part } of { $all }
check-one-answer = one answer to one go
check-a-search = a search
check-no-move = no move
check-ranks-from-zero = ranks 0 to 9
check-ranks-from-one = ranks 1 to 10

## Greeting

check-silence = silence before the greeting
check-banner = a banner, which strict hosts stumble over
check-quiet-stderr = nothing on stderr, which hosts merge into the conversation or never read
check-greeting-soon = an end of the greeting within 1 s
check-id-line = a line "id name .."
check-greeting-lines = nothing but id and option lines in the greeting
check-option-type = an option with a name and a known type
check-option-twice = no option twice
check-option-form-uci = "option name NAME type .." in UCI
check-option-form-ucci = "option NAME type .." in UCCI, without "name"
check-option-one-word = a name of one word in UCCI
check-default-truth = a default true or false
check-default-range = a default from min to max
check-default-numbers = numbers for default, min and max
check-default = a default
check-default-var = a default that is one of the vars
check-default-empty = "default <empty>" for an empty default, without which parsers break
check-options = { $count } options
check-back-rank = a legal move from the back rank, in either numbering
check-ranks-and-variant = { $ranks }, with UCI_Variant set to xiangqi
check-ranks-ucci = ranks 0 to 9 in UCCI
check-say-coord = say coord=1 in a match
check-ranks-said = ranks 1 to 10 as coord=1 says

## Options and positions

check-option-taken = { $line } taken without a word
check-set = { $count } set
check-pass-over = silence about what it does not know
check-new-game = to know that another game begins
check-mating-move = the mating move { $mv }

## Endings

check-ucci-mate-score = a score that no evaluation reaches, such as 30000 or 10000 less the plies to mate
check-no-score = no score
check-not-banned = another move than the banned one
check-ban-lifted = the mate: a new position lifts the ban
check-all-banned = nobestmove, with all moves banned
check-only-searched = the only move it was to search
check-no-resignation = no resignation in an even position
check-no-draw-offer = no offer of a draw unasked

## Limits

check-depth = no iteration beyond { $depth }
check-depth-reached = depth { $depth }
check-nodes = about { $nodes } nodes
check-nodes-counted = { $nodes } nodes
check-nodes-told = { $nodes } of { $all } nodes told
check-move-within = a move within { $time }
check-move-within-all = a move within { $time }, which is all it has
check-after-tries = after { $time }, at the best of { $tries } tries
check-of-second = { $time } of a second
check-at-once = it moves at once whatever the time
check-counts-seconds = a second's thought after "usemillisec false"
check-no-usemillisec = an option usemillisec, or times read as the seconds that hosts then send
check-move-after = a move after { $time }
check-within-second = a move within the second it has
check-counts-millis = a move within 200 ms after "usemillisec true"

## Stopping and readiness

check-ready-soon = readyok within 1 s
check-stop-time = stop: { $time }
check-stop-soon = an answer within 200 ms of stop
check-thinks-on = no answer before stop
check-ready-thinking = readyok while it thinks
check-ready-thinking-soon = readyok within 200 ms while it thinks
check-first-answer = the answer to the search that was stopped
check-second-answer = the answer to the second search
check-two-answers = two answers to two searches
check-unasked = no answer where nothing was asked
check-idle-nobestmove = nobestmove, for hosts that wait

## Lines

check-depths-grow = depths that do not fall
check-nodes-grow = node counts that do not fall
check-times-grow = times that do not fall
check-some-scores = lines with depth and score
check-some-nodes = a number of nodes in some line
check-info-only = nothing but info lines during a search
check-short-lines = lines of 1000 bytes at most, for hosts with fixed buffers
check-no-draw-word = no "draw" or "resign" but in bestmove, since hosts search for the words
check-bare-info = no bare info
check-key-twice = no key twice in a line
check-score-uci = "score cp N" or "score mate N" in UCI
check-score-ucci = a bare number for a score in UCCI
check-legal-for = a legal move for { $word } in { $fen }
check-first-of-line = the first move of its last line of play
check-some-line = a line of play
check-legal-reply = a reply that is legal in { $fen }
check-told = { $count } told
check-once-more = once more { $outcome }

## Pondering and leaving

check-no-ponder = it does not offer to ponder
check-ponders-on = no answer before ponderhit or stop
check-move-after-hit = a move after ponderhit
check-move-within-hit = a move within the { $time } it has from ponderhit on
check-untold = this system does not tell
check-of-used = { $part } of { $all } used
check-idle = no processor time used while idle
check-end-after-quit = an end after quit
check-still-runs = it still runs
check-end-soon = an end within 500 ms of quit
check-bye = bye as the last line
check-closed-but-runs = it closed its output but still runs
check-exit-status = exit status 0
check-end-of-input-thinking = an end within 500 ms of the end of its input while it thinks
check-end-of-input-idle = an end within 500 ms of the end of its input while it is idle
check-outlives-host = it still runs, as it would when its host dies
