# What is wrong with files of openings.

arena-in-file = { $path }: { $error }
arena-in-line = line { $line }: { $error }

openings-over-line = line { $line }: the side to move has no legal move
openings-empty = there is no opening in it
