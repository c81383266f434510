# Endgame tables.

tables-class-letter = { $name }: { $letter } is no piece; a class is written like KRKAABB
tables-class-kings = { $name }: a class has two kings, each at the head of its side, like KRKAABB
tables-class-too-many = { $name }: a side has no more than { $max } { $letter }
tables-class-pieces = { $name }: a table has at most { $max } pieces
tables-class-dead = { $name }: neither side can win, so that there is no table
tables-value-draw = draw
tables-value-win = mate in { $plies } plies
tables-value-loss = mated in { $plies } plies
tables-value-win-by-ban = wins by the ban on perpetual check
tables-value-loss-by-ban = loses by the ban on perpetual check
tables-file-foreign = no endgame table
tables-file-length = not as long as it should be: it was cut off, or something was added
tables-file-damaged = damaged: the checksum of { $part } does not match
tables-part-header = the header
tables-part-list = the list of blocks
tables-part-block = block { $block }
tables-file-header = its header is none that this program knows: { $reason }
tables-file-class = it is the table of { $class }, which its name does not say
tables-folder = { $folder }: { $reason }
tables-folder-empty = { $folder }: no endgame tables; `chuhe tables gen` makes them
tables-file = { $file }: { $reason }
tables-no-table = there is no table for this position, of the class { $class }
tables-no-room = { $class }: no room to work in: { $reason }
tables-too-large = { $class }: too large for a table
tables-gen-found = was there
tables-gen-made = made
tables-gen-class = { $number }/{ $of } { $class }
tables-gen-line = { $class }{ $entries } entries{ $bytes } bytes{ $seconds } s
tables-gen-stopped = stopped; the same command takes the work up again
tables-phase-look = looking at all
tables-phase-pass = mate in { $plies } plies
tables-phase-ban = perpetual check
tables-phase-writing = writing
tables-column-class = class
tables-column-mover = to move
tables-column-wins = won
tables-column-draws = drawn
tables-column-losses = lost
tables-column-ban = by the ban
tables-column-longest = longest
tables-column-bytes = bytes
tables-mover = { $number ->
    [1] first
   *[other] second
}
tables-check-sound = every entry is what its best move makes of it
tables-check-sums = the sums in the header are not those of the entries
tables-check-wrong = { $wrong } entries are wrong
tables-line = line:
tables-records-longest = longest mate of the { $side ->
    [1] first
   *[other] second
} side: { $plies } plies
tables-records-zugzwangs = positions in which nobody wants to move: { $count }, in { $full } of them whoever moves loses
judge-table = endgame tables, view of the side to move: { $value }
