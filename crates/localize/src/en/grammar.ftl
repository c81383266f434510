# Errors in command lines.

error-line = error: { $text }
expected-language = expected en or zh
grammar-value = invalid value '{ $value }' for '{ $arg }': { $why }
grammar-not-one-of = invalid value '{ $value }' for '{ $arg }': expected one of { $valid }
grammar-needs-value = '{ $arg }' requires a value
grammar-unknown = unknown option or argument '{ $arg }'
grammar-no-command = unknown command '{ $name }'
grammar-twice = '{ $arg }' was given more than once
grammar-conflict = '{ $arg }' cannot be used with { $other }
grammar-missing = missing required { PLURAL($count, "argument", "arguments") } { $args }
grammar-too-many = unexpected value '{ $value }' for '{ $arg }'
grammar-too-few = too few values for '{ $arg }'
grammar-no-equals = '{ $arg }' requires an equals sign before its value
grammar-not-utf8 = an argument is not valid UTF-8
grammar-needs-command = missing command: expected one of { $valid }
grammar-suggestion = (did you mean '{ $name }'?)
grammar-see-help = For more information, try '--help'.
grammar-for-conversations = --log-file, and --option before a command, apply only to a conversation with a GUI; put --option after the command
interrupt-refused = cannot listen for Ctrl-C
