# Messages shared by several subjects.

# A side, given its name in the code.
side = { $side }
# A piece, given its letter in FEN.
piece = { $piece ->
    [K] king
    [A] advisor
    [B] elephant
    [N] horse
    [R] rook
    [C] cannon
    [P] pawn
    [k] king
    [a] advisor
    [b] elephant
    [n] horse
    [r] rook
    [c] cannon
   *[p] pawn
}
list-separator = , {""}
clause-separator = , {""}
list-last = { $front } and { $last }
cause-separator = : {""}
