# Endgame tables.

tables-gen-found = kept
tables-gen-made = generated
tables-gen-class = { $number }/{ $of } { $class }
tables-gen-line = { $class }{ $entries } entries{ $bytes } bytes{ $seconds } s
tables-gen-stopped = stopped; run the same command again to resume
tables-phase-look = first pass
tables-phase-pass = mate in { $plies } { PLURAL($plies, "ply", "plies") }
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
tables-check-sound = every entry agrees with the entry after its best move
tables-check-sums = the totals in the header do not match the entries
tables-check-wrong = { $wrong } { PLURAL($wrong, "entry is", "entries are") } wrong
tables-no-class = { $folder } has no table for the class { $class }
tables-line = line:
tables-records-longest = longest mate by the { $side ->
    [1] first
   *[other] second
} side: { $plies } { PLURAL($plies, "ply", "plies") }
tables-records-zugzwangs = mutual zugzwangs: { $count }; the side to move loses in { $full } of them
judge-table = endgame tables, from the point of view of the side to move: { $value }
