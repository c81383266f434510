# What is wrong with files, and with pictures.

file-is-folder = it is a folder, not a file
file-is-device = it is a device, not a file
file-is-pipe = it is a pipe, not a file
file-is-socket = it is a socket, not a file
file-is-link = it is a link, not a file
file-is-not-regular = it is not a regular file
file-read-only = it is read-only
file-no-folder = there is no folder { $folder }
# What the system says is in English, so English has no more to say.
file-not-found = { $system }
file-denied = { $system }

output-write = cannot write { $place }
output-use-stdout = { $error }; write to - for standard output
output-reader-gone = the reader of standard output is gone

results-fresh = { $error }; use --fresh to overwrite
results-unfinished = { $path } is unfinished: the same command goes on with it, for which { $note } is kept; --fresh begins anew

log-file-refused = cannot write the log file { $path }
