# The engine's options and what is wrong with a configuration.

option-help = { $option ->
   *[other] { $help }
}
option-column-default = Default
option-column-values = Values
option-eval-file = a file, or none
option-table-path = folders
option-book-file = files, or none
option-range = { $min } to { $max }
option-button = (button)
option-unknown = no option is called { $name }
option-value = { $option } takes { $wanted }, not { $given }
option-truth = true or false
option-number = a number from { $min } to { $max }
option-unchanged = { $error }; everything stays as it was
config-range = { $option } is { $given }, not { $min } to { $max }
config-network = EvalFile { $path } cannot be used: { $error }
config-tables = endgame tables cannot be used: { $error }
config-book = BookFile { $path } cannot be used: { $error }
config-threads = no threads to search with: { $error }
pool-clients = the engines have as many clients as they may have, { $most }; try again later
pool-waiting = as many searches wait as may wait, { $most }; wait for one of them
pool-closed = the engines have been shut down
pool-panicked = the search broke off, by a fault of the program
table-memory = no memory for a transposition table of { $megabytes } MB
bench-position = { $number }/{ $count } { $nodes } nodes { $millis } ms
