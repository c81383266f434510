# What the judge says of a position and of the moves that led to it.

rule-set-unknown = there is no rule set { $found }; there are asian, chinese and computer

judge-verdict = { $verdict }
judge-ongoing = { $verdict }: { $side } to move, { $plies } plies counted without a capture
judge-ongoing-again = { $ongoing }; { $stood }, and the third time would be judged
judge-checkmate = { $verdict } by checkmate: { $side } is in check and has no legal move
judge-stalemate = { $verdict } by stalemate: { $side } has no legal move, which loses in check or not
judge-dead-material = { $verdict } by dead material: neither side has a rook, horse, cannon or pawn left
judge-move-count = { $verdict } by move count: { $plies } plies without a capture, of { $allowed } allowed
judge-repetition = { $verdict } by { $reason }: { $stood }
judge-cycle-moves = { $judgement }; in the cycle of moves { $first } to { $last } { $conduct }
judge-conduct = red { $red } and black { $black }; { $set } rules: { $rule }
judge-reason = { $reason ->
    [perpetual-check] perpetual check
    [perpetual-chase] perpetual chase
    [perpetual-attack] perpetual attack
   *[repetition] repetition
}
judge-stood = the position has stood { $times ->
    [2] twice
   *[other] { $times } times
}, { $places }
judge-at-the-start = at the start
judge-after-move = after move { $move }
judge-rule-set = { $set }

judge-rule-check-one = perpetual check by one side loses
judge-rule-check-both = perpetual check by both sides is a draw
judge-rule-chase-one = the perpetual chase of one piece loses
judge-rule-chase-both = perpetual chases by both sides are a draw
judge-rule-attack-one = checks, mate threats and chases with every move lose against idle moves
judge-rule-attack-both = attacks with every move by both sides are a draw
judge-rule-some-check = a cycle with a check in it, but no perpetual check, is a draw
judge-rule-idle = a repetition in which both sides have idle moves is a draw
judge-rule-neither = a repetition without perpetual check and without the chase of one piece is a draw

judge-checks-always = checks with every move
judge-chases-always = chases { $pieces } with every move
judge-chased-piece = the { $piece }
judge-attacks-always = checks, threatens mate or chases with every move
judge-checks-some = checks with { $times } of { $moves } moves
judge-threatens-some = threatens mate with { $times } of { $moves } moves
judge-chases-some = chases with { $times } of { $moves } moves
judge-idle-always = has idle moves only

judge-move-separator = ; {""}
judge-move-checks = checks
judge-move-evades = idle, as a king's answer to a check
judge-move-threatens = threatens mate
judge-move-idle = idle
judge-move-chases = { $chasers } now { $count ->
    [one] attacks
   *[other] attack
} { $victim }
judge-piece-on = { $piece } on { $square }
