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

eval-network = { $role ->
    [whole] network
   *[correction] correction by the network
}: { $value } pawns, { $total } in all, from red's view
eval-network-pieces = each piece's share: the network's value less its value without the piece

network-none = no network file of chuhe: its first bytes are others
network-checksum = damaged: the checksum does not match
network-header = the header is damaged or of another version
network-shape = { $what } is { $found }, and this program computes { $expected }
network-length = there are more or fewer weights than there should be
network-weight = a weight is so great that sums would overflow
network-exchange = no network in a safetensors file: { $why }
network-exchange-header = its metadata has no "chuhe", the header of the network
network-exchange-bad-header = "chuhe" in its metadata is no header: { $why }
network-exchange-shape = { $name } must be float32 of the shape { $shape }
