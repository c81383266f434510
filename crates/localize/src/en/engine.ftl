# The tables of options and of benchmark results.

option-column-default = Default
option-column-values = Values
bench-position = { $number }/{ $count } { $nodes } nodes { $millis } ms
