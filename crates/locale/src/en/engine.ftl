# The tables of options and of the benchmark.

option-column-default = Default
option-column-values = Values
bench-position = { $number }/{ $count } { $nodes } nodes { $millis } ms
