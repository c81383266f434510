# What many subjects share.

# A side by its name in code.
side = { $side }
# A piece by its letter in FEN.
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
