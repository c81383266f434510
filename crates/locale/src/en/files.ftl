# What is wrong with files, and with pictures.

games-empty-folder = { $path }: there is no file of games in this folder
games-none = no games: expected PGN, [DhtmlXQ] text, XQF, CBR, CBL, CBF, or lines of moves or FENs
games-rest = the rest of the file cannot be read: { $error }

output-stream = standard output
output-write = cannot write { $place }
output-is-input = { $path }: this file is to be read, it cannot be written
output-one-game = { $path }: a file of this format holds one game; name a folder, as in -o out/, for a file each
output-taken = { $path }: two files to be read would both be written to it
output-use-stdout = { $error }; write to - for standard output
output-reader-gone = the reader of standard output is gone

results-exists = { $path }: there is such a file
results-other-terms = { $path }: it was begun with another { $differences }
results-other-form = { $path }: it was begun by another version of this program
results-locked = { $path }: another analysis is writing it
results-fresh = { $error }; --fresh writes over it
results-unfinished = { $path } is unfinished: the same command goes on with it, for which { $note } is kept; --fresh begins anew

picture-width = a picture cannot be { $width } dots wide: expected 1 to { $max }
picture-svg = the SVG cannot be read: { $reason }
picture-png = the PNG cannot be made: { $reason }
picture-arrow = { $found } is no arrow: expected two points, files a to i and ranks 0 to 9, like h2e2
picture-mark = { $found } is no point: expected a file a to i and a rank 0 to 9, like e4
picture-ink = { $found } is no colour: expected green, red, blue, orange, purple, black or #rrggbb

log-file-refused = cannot write the log file { $path }
