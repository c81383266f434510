# What is wrong with files of openings.

arena-in-file = { $path }: { $error }
openings-empty = there is no opening in it
