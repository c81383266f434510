# Why games and moves cannot be read or written, and what is lost.

move-form = { $found } is no move: expected { $expected }
move-form-any = a move like h2e2, C2.5 or 炮二平五
move-form-wxf = piece, file, direction and number, like C2.5
move-form-chinese = piece, file, direction and number, like 炮二平五
move-form-san = piece and point of arrival, like Che3
move-form-digits = four digits, file 0-8 and row 0-9 twice
move-form-coordinates = a move is two points of the board, like h2e2
move-illegal = { $found } is no legal move here
move-ambiguous = { $found } is ambiguous: it may be { $first } or { $second }
word-refused = move { $number }: { $reason }
position-bad = bad position: { $error }
position-no-move = bad position: move { $number }, { $text }, is no move
position-illegal-move = bad position: move { $number }, { $text }, is illegal
