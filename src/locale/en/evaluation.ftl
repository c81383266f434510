# The evaluation term by term.

eval-term = { $term ->
   *[other] { $name }
}
eval-heading = pawns
eval-red = red
eval-black = black
eval-difference = red - black
eval-middle-game = mg
eval-endgame = eg
eval-sum = sum
eval-phase = middle game { $percent } %: { $sum }, { $side } to move
eval-known = an endgame of known outcome: { $total } instead
eval-total = total { $total } pawns from red's view
