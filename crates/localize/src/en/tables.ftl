# Endgame tables.

tables-gen-found = was there
tables-gen-made = made
tables-gen-class = { $number }/{ $of } { $class }
tables-gen-line = { $class }{ $entries } entries{ $bytes } bytes{ $seconds } s
tables-gen-stopped = stopped; the same command takes the work up again
tables-phase-look = looking at all
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
tables-check-sound = every entry is what its best move makes of it
tables-check-sums = the sums in the header are not those of the entries
tables-check-wrong = { $wrong } { PLURAL($wrong, "entry is", "entries are") } wrong
tables-no-class = { $folder } has no table of the class { $class }
tables-line = line:
tables-records-longest = longest mate of the { $side ->
    [1] first
   *[other] second
} side: { $plies } { PLURAL($plies, "ply", "plies") }
tables-records-zugzwangs = zugzwangs for both sides: { $count }; in { $full } of them the side to move loses
judge-table = endgame tables, view of the side to move: { $value }
