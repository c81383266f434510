# What is wrong with a command line.

error-line = error: { $text }
expected-language = expected en or zh
grammar-value = '{ $value }' will not do for '{ $arg }': { $why }
grammar-not-one-of = '{ $value }' will not do for '{ $arg }': expected one of { $valid }
grammar-needs-value = '{ $arg }' needs a value
grammar-unknown = there is no option or argument '{ $arg }'
grammar-no-command = there is no command '{ $name }'
grammar-twice = '{ $arg }' is given more than once
grammar-conflict = '{ $arg }' does not go together with { $other }
grammar-missing = something is missing: { $args }
grammar-too-many = '{ $value }' is one value too many for '{ $arg }'
grammar-too-few = '{ $arg }' needs more values
grammar-no-equals = '{ $arg }' needs an equals sign before its value
grammar-not-utf8 = a word of the command line is not UTF-8
grammar-needs-command = a command is missing: one of { $valid }
grammar-suggestion = (did you mean '{ $name }'?)
grammar-see-help = For more information, try '--help'.
grammar-for-conversations = --log-file and --option before a command are for conversations with a host, which take no command; put options behind the command
interrupt-refused = cannot listen for Ctrl-C
