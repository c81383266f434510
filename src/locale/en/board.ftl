# Why a position or a move is refused.

fen-empty = empty FEN: expected ten ranks, then the side to move
fen-rank-count = placement: { $found } { $found ->
    [one] rank
   *[other] ranks
}, expected 10 separated by '/'
fen-rank-width = placement, rank { $rank }: { $found } { $found ->
    [one] file
   *[other] files
} wide, expected 9
fen-letter = placement, rank { $rank }: { $letter } is no piece (K A B N R C P, E or H, lower case for black) and no gap 1-9
fen-king-count = placement: { $found } { $color } kings, expected 1
fen-too-many = placement: more than { $max } { $color } { $piece }s
fen-unreachable = placement: a { $color } { $piece } cannot stand on { $square }
fen-side = side to move: { $found }, expected w (or r) or b
fen-counter = { $field }: { $found } is not a whole number from 0
fen-field-move-number = move number
fen-field-plies = plies since capture
fen-facing-kings = the kings face each other on file { $file }
fen-opponent-in-check = { $color } is in check, but it is not { $color }'s turn
stray-pawn = no game leads to this position: a { $color } { $piece } cannot get to { $square }

illegal-no-piece = no piece stands on { $square }
illegal-wrong-side = it is { $turn }'s turn, and a { $color } { $piece } stands on { $square }
illegal-own-piece = a { $color } { $piece } stands on { $square }
illegal-cannot-go = the { $color } { $piece } on { $square } cannot go there
illegal-king = it leaves the { $color } king in check or facing the other king
